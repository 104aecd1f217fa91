"""dist/ as a server would send it: compressed with brotli beforehand, on a free loopback port."""

from __future__ import annotations

import functools
import http.server
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import brotli

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
# What the page names: links and scripts, all of them files beside it.
NAMED = re.compile(r'<(?:link|script)[^>]*\s(?:href|src)="(?:\./)?([^":]+)"')


def compressed(file: Path) -> bytes:
    """What goes over the wire for a file."""
    return brotli.compress(file.read_bytes(), quality=11, lgwin=24)


def first_view(dist: Path) -> list[Path]:
    """The files that the first view loads: the page and what it names."""
    page = dist / "index.html"
    names = NAMED.findall(page.read_text(encoding="utf-8"))
    return [page, *(dist / name for name in dict.fromkeys(names))]


@dataclass
class Site:
    """The served page, and what was asked of it so far.

    `sent`: the path and the number of bytes, head and body, of each response.
    """

    files: dict[str, tuple[str, bytes]]
    url: str = ""
    sent: list[tuple[str, int]] = field(default_factory=list)


class Handler(http.server.BaseHTTPRequestHandler):
    """Sends the compressed files, and counts the bytes."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, site: Site, **kwargs: Any) -> None:
        self.site = site
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path not in self.site.files:
            self.send_error(404)
            return
        content_type, body = self.site.files[path]
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Encoding", "br")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cache-Control", "no-store")
        head = sum(map(len, self._headers_buffer)) + len("\r\n")
        # Head and body in one piece: a second packet would wait for the first to be acknowledged.
        self._headers_buffer.append(b"\r\n" + body)
        self.site.sent.append((path, head + len(body)))
        self.flush_headers()

    def log_message(self, *_args: Any) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    """Says nothing when a browser that is ended leaves its connections open."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve(dist: Path) -> Iterator[Site]:
    """Serves a folder as long as the context lasts."""
    files = {
        f"/{file.name}": (TYPES.get(file.suffix, "application/octet-stream"), compressed(file))
        for file in dist.iterdir()
        if file.is_file()
    }
    files["/"] = files["/index.html"]
    site = Site(files)
    with Server(("127.0.0.1", 0), functools.partial(Handler, site=site)) as server:
        site.url = f"http://127.0.0.1:{server.server_address[1]}/"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
