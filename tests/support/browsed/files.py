"""Files over HTTP under the policy of our pages, with nothing else about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

# PROTOCOL.md P7, written down here apart from the service.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
TYPES = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".html": "text/html"}


@contextmanager
def serving_files(*folders: Path, policy: str = POLICY) -> Iterator[str]:
    """The origin at which they are, the first folder that has a file first; gone afterwards."""

    class Asked(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = unquote(urlsplit(self.path).path).lstrip("/")
            path = next((place for folder in folders if (place := folder / name).is_file()), None)
            body = path.read_bytes() if path else b""
            self.send_response(200 if path else 404)
            self.send_header(
                "content-type", f"{TYPES.get(path.suffix if path else '', 'text/plain')}; charset=utf-8"
            )
            self.send_header("content-length", str(len(body)))
            self.send_header("content-security-policy", policy)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *said: object) -> None:
            """Nothing: tests say what went wrong."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Asked)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
