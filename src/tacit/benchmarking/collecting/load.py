"""A load of requests over some connections, each of which sends its next one when its reply is here.

It takes little of its processor (`busy` says how much), so that it is the server that is measured.
"""

from __future__ import annotations

import select
import socket
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Self

HEAD_ENDS = b"\r\n\r\n"
LENGTH = b"content-length: "
MOST_AT_ONCE = 1 << 16


@dataclass
class Load:
    """What came of it; `waits` are the seconds until each reply."""

    seconds: float = 0.0
    busy: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Replies per second."""
        return len(self.waits) / self.seconds

    def wait(self, share: float) -> float:
        """Milliseconds within which this share of the replies came."""
        return 1000 * sorted(self.waits)[min(int(share * len(self.waits)), len(self.waits) - 1)]


class Connected:
    """One connection to a server on this machine, and what has come of its reply."""

    def __init__(self, port: int) -> None:
        self.link = socket.create_connection(("127.0.0.1", port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.since = 0.0
        self.came = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failed: object) -> None:
        self.link.close()

    def send(self, request: bytes) -> None:
        """Ask, and count from now."""
        self.came, self.since = b"", time.perf_counter()
        self.link.sendall(request)

    def receive(self, load: Load) -> bool:
        """Take what came; whether the reply is whole, and counted."""
        more = self.link.recv(MOST_AT_ONCE)
        if not more:
            raise ConnectionError("the server has closed a connection")
        self.came += more
        head, end, body = self.came.partition(HEAD_ENDS)
        if not end or len(body) < int(head[head.index(LENGTH) + len(LENGTH) :].split(b"\r", 1)[0]):
            return False
        load.waits.append(time.perf_counter() - self.since)
        load.statuses[int(head[9:12])] += 1
        return True


def drive(port: int, requests: Iterable[bytes], *, connections: int = 64, seconds: float = 1e9) -> Load:
    """Send all of the requests, or as many as this time allows."""
    load, left = Load(), iter(requests)
    waiting: dict[int, Connected] = {}
    poll = select.poll()
    began, worked = time.perf_counter(), time.process_time()
    with ExitStack() as stack:
        for _, request in zip(range(connections), left, strict=False):
            one = stack.enter_context(Connected(port))
            waiting[one.link.fileno()] = one
            poll.register(one.link, select.POLLIN)
            one.send(request)
        while waiting:
            for at, _ in poll.poll():
                if not waiting[at].receive(load):
                    continue
                following = next(left, None) if time.perf_counter() < began + seconds else None
                if following is None:
                    poll.unregister(at)
                    del waiting[at]
                else:
                    waiting[at].send(following)
        load.seconds, load.busy = time.perf_counter() - began, time.process_time() - worked
    return load


def ask_steadily(port: int, requests: Sequence[bytes], rate: float, *, connections: int = 10) -> Load:
    """Send so many a second, as long as the server keeps up; the connections take turns."""
    load, began = Load(), time.perf_counter()

    def ask(turn: int) -> None:
        with Connected(port) as one:
            for at in range(turn, len(requests), connections):
                time.sleep(max(0.0, began + at / rate - time.perf_counter()))
                one.send(requests[at])
                while not one.receive(load):
                    continue

    with ThreadPoolExecutor(connections) as threads:
        for done in [threads.submit(ask, turn) for turn in range(connections)]:
            done.result()
    load.seconds = time.perf_counter() - began
    return load
