"""The network between browsers and a server: it notes all that passes, and fails as it is told to.

It is a proxy in front of one origin. A request that is lost on its way back was handled by the server: nobody
but the server knows.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Semaphore, Thread
from typing import Any, NamedTuple

HOP = {"connection", "transfer-encoding", "content-length", "keep-alive", "date", "server"}
PATIENCE = 60


class Reply(NamedTuple):
    """What went back; `size` is of the body, as it was on the wire."""

    status: int
    headers: dict[str, str]
    size: int


@dataclass
class Passed:
    """A request, and what went back; None if nothing did."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    reply: Reply | None = None

    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.body)


@dataclass
class Gate:
    """Replies that wait until they are let through."""

    route: str
    opened: Event = field(default_factory=Event)
    arrived: Semaphore = field(default_factory=lambda: Semaphore(0))

    def wait(self, times: int = 1) -> None:
        """Until so many replies stand before it."""
        for _ in range(times):
            assert self.arrived.acquire(timeout=PATIENCE), f"too few replies come from {self.route}"

    def pass_through(self) -> None:
        """Stand before it until it is opened."""
        self.arrived.release()
        assert self.opened.wait(PATIENCE), f"{self.route} was held and never opened"

    def open(self) -> None:
        self.opened.set()


@dataclass
class Network:
    """What happens on the way; routes are the ends of paths."""

    behind: str
    origin: str = ""
    passed: list[Passed] = field(default_factory=list)
    is_cut: bool = False
    lost: dict[str, int] = field(default_factory=dict)
    said: dict[str, tuple[int, int, bytes]] = field(default_factory=dict)
    gates: list[Gate] = field(default_factory=list)
    planted: list[tuple[str, str]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def lose(self, route: str, times: int) -> None:
        """The next so many replies from there do not arrive; the server has done what was asked."""
        self.lost[route] = times

    def say(self, route: str, times: int, status: int, body: bytes = b"") -> None:
        """The next so many requests get this reply of somebody on the way; the server hears nothing."""
        self.said[route] = (times, status, body)

    def hold(self, route: str) -> Gate:
        """All replies from there wait, until the gate is opened."""
        gate = Gate(route)
        self.gates.append(gate)
        return gate

    def plant(self, old: str, new: str) -> None:
        """From now on a script, a style or a page that holds `old` comes with `new` instead."""
        self.planted.append((old, new))

    def to(self, route: str) -> list[Passed]:
        """What went to there, in order; but for what browsers ask beforehand, from pages of others."""
        with self.lock:
            return [one for one in self.passed if one.path.endswith(route) and one.method != "OPTIONS"]

    def forget(self) -> None:
        """What passed until now."""
        with self.lock:
            self.passed.clear()

    def _take(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Passed:
        passed = Passed(method, path, headers, body)
        with self.lock:
            self.passed.append(passed)
        return passed

    def _is_lost(self, path: str) -> bool:
        with self.lock:
            for route, left in self.lost.items():
                if path.endswith(route) and left > 0:
                    self.lost[route] = left - 1
                    return True
        return False

    def _said(self, path: str) -> tuple[int, bytes] | None:
        with self.lock:
            for route, (left, status, body) in self.said.items():
                if path.endswith(route) and left > 0:
                    self.said[route] = (left - 1, status, body)
                    return status, body
        return None

    def _forward(self, passed: Passed) -> tuple[int, dict[str, str], bytes]:
        host, _, port = self.behind.removeprefix("http://").partition(":")
        connection = HTTPConnection(host, int(port), timeout=PATIENCE)
        try:
            connection.request(passed.method, passed.path, passed.body or None, passed.headers)
            response = connection.getresponse()
            body = response.read()
            headers = {name.lower(): value for name, value in response.headers.items()}
        finally:
            connection.close()
        return response.status, headers, body

    def _with_planted(self, headers: dict[str, str], body: bytes) -> bytes:
        """A reply with what was planted in it."""
        if not self.planted or headers.get("content-type", "").partition(";")[0] not in TEXTS:
            return body
        is_packed = headers.get("content-encoding") == "gzip"
        text = (gzip.decompress(body) if is_packed else body).decode()
        for old, new in self.planted:
            text = text.replace(old, new)
        return gzip.compress(text.encode()) if is_packed else text.encode()

    def handle(self, asked: BaseHTTPRequestHandler) -> None:
        """One request, from whichever thread."""
        if self.is_cut:
            return
        length = int(asked.headers.get("content-length") or 0)
        headers = {name.lower(): value for name, value in asked.headers.items()}
        passed = self._take(asked.command, asked.path, headers, asked.rfile.read(length))
        said = self._said(asked.path)
        status, back, body = (said[0], {}, said[1]) if said else self._forward(passed)
        for gate in [one for one in self.gates if asked.path.endswith(one.route)]:
            gate.pass_through()
        if self.is_cut or (asked.command != "OPTIONS" and self._is_lost(asked.path)):
            return
        body = self._with_planted(back, body)
        passed.reply = Reply(status, back, len(body))
        asked.send_response_only(status)
        for name, value in back.items():
            if name not in HOP:
                asked.send_header(name, value)
        asked.send_header("content-length", str(len(body)))
        asked.send_header("connection", "close")
        asked.end_headers()
        asked.wfile.write(body)


TEXTS = ("text/javascript", "text/css", "text/html")


@contextmanager
def network(behind: str) -> Iterator[Network]:
    """A network that is gone afterwards, before the server at this origin."""
    between = Network(behind)

    class Asked(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        close_connection = True

        def pass_on(self) -> None:
            try:
                between.handle(self)
            except (OSError, HTTPException):
                pass  # a browser that was closed, or a server: as on any network, nobody hears
            finally:
                self.close_connection = True

        do_GET = do_POST = do_PUT = do_OPTIONS = pass_on  # noqa: N815

        def log_message(self, *said: object) -> None:
            """Nothing: tests look at what passed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Asked)
    server.daemon_threads = True
    between.origin = f"http://localhost:{server.server_port}"
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield between
    finally:
        for gate in between.gates:
            gate.open()
        server.shutdown()
        thread.join()
        server.server_close()
