"""A server that lies: it stands before an honest one, passes everything on, and changes some replies."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from served.processes import Reply, Served

# Given the path behind the study and the honest reply, what is said instead.
Lie = Callable[[str, Reply], bytes]


@dataclass
class Liar:
    """Where it is, and what came to it: method and last word of each path."""

    origin: str = ""
    requests: list[tuple[str, str]] = field(default_factory=list)

    def posts(self, word: str) -> int:
        """How many were sent to the route that ends so."""
        return self.requests.count(("POST", word))


@contextmanager
def lying(served: Served, study_id: str, lie: Lie) -> Iterator[Liar]:
    """Until it is told to stop. Whatever study is asked for, the honest server is asked for this one."""
    liar = Liar()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.pass_on(None)

        def do_POST(self) -> None:
            self.pass_on(self.rfile.read(int(self.headers["content-length"])))

        def pass_on(self, body: bytes | None) -> None:
            word = "".join(self.path.split("/")[4:])
            liar.requests.append((self.command, word))
            honest = served.ask(self.command, f"/v1/studies/{study_id}" + (f"/{word}" if word else ""), body)
            said = lie(word, honest)
            self.send_response(honest.status)
            self.send_header("content-type", honest.headers["content-type"])
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_said: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    liar.origin = f"http://127.0.0.1:{server.server_port}"
    try:
        yield liar
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
