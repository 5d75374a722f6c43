"""A server of the tests behind a real socket on this machine, for devices in processes of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tacit.client.exchange import Request, Response


@contextmanager
def listening(respond: Callable[[Request], Response]) -> Iterator[str]:
    """The origin at which `respond` can be reached, one request at a time."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._respond(Request("GET", self.path))

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            self._respond(Request("POST", self.path, self.rfile.read(length)))

        def _respond(self, request: Request) -> None:
            with lock:
                response = respond(request)
            self.send_response(response.status)
            for name, value in response.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(response.body)))
            self.end_headers()
            self.wfile.write(response.body)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            """Nothing is written to the terminal."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
