"""Weighs the first view: the bytes over the wire of the page and of all that it names.

weigh.py DIST BYTES_MAX REQUESTS_MAX
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from wire import compressed, first_view


# What the page cannot do without, by the ends of the names, and how many of them there must be.
NEEDED = {".wasm": 1, ".css": 1, ".js": 2}


def main(dist: str, bytes_max: str, requests_max: str) -> int:
    if not (Path(dist) / "index.html").is_file():
        sys.exit(f"There is no page in {dist}/: scripts/build makes it.")
    files = first_view(Path(dist))
    # A page whose files are not found would weigh next to nothing.
    found = Counter(file.suffix for file in files)
    if any(found[suffix] < count for suffix, count in NEEDED.items()):
        sys.exit(f"The first view is made of {dict(found)}, but needs at least {NEEDED}.")
    sizes = {file.name: len(compressed(file)) for file in files}
    for name, size in sizes.items():
        print(f"    {size:9}  {name}")
    total = sum(sizes.values())
    print(f"    {total:9}  compressed, of at most {bytes_max}, in {len(sizes)} requests, of at most {requests_max}")
    return int(total > int(bytes_max) or len(sizes) > int(requests_max))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
