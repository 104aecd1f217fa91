"""Weighs the first view: the bytes over the wire of the page and of all that it names.

weigh.py DIST BYTES_MAX REQUESTS_MAX
"""

from __future__ import annotations

import sys
from pathlib import Path

from wire import compressed, first_view


def main(dist: str, bytes_max: str, requests_max: str) -> int:
    files = first_view(Path(dist))
    sizes = {file.name: len(compressed(file)) for file in files}
    for name, size in sizes.items():
        print(f"    {size:9}  {name}")
    total = sum(sizes.values())
    print(f"    {total:9}  compressed, of at most {bytes_max}, in {len(sizes)} requests, of at most {requests_max}")
    return int(total > int(bytes_max) or len(sizes) > int(requests_max))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
