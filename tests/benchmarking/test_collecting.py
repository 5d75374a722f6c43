"""The load that measures a server: counts what came, waits for whole replies, sends as often as it says."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tacit.benchmarking.collecting import speed
from tacit.benchmarking.collecting.load import Load, ask_steadily, drive
from tacit.benchmarking.runner import Effort

ASKED = b"GET / HTTP/1.1\r\n\r\n"


@contextmanager
def answering(*pieces: bytes) -> Iterator[int]:
    """A server that says these to every request, one after the other; none: it hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def converse(link: socket.socket) -> None:
        with link:
            while link.recv(1 << 16) and pieces:
                for piece in pieces:
                    link.sendall(piece)
                    time.sleep(0.001)

    def accept() -> None:
        while True:
            try:
                link, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=converse, args=(link,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ([b"HTTP/1.1 201 Created\r\ncontent-length: 5\r\n\r\nhello"], 201),
        ([b"HTTP/1.1 200 OK\r\nx: y\r\ncontent-le", b"ngth: 5\r\n\r\nhe", b"llo"], 200),
        ([b"HTTP/1.1 503 x\r\ncontent-length: 0\r\n\r\n"], 503),
    ],
)
def test_every_reply_is_counted_once_when_it_is_whole(pieces: list[bytes], status: int) -> None:
    with answering(*pieces) as port:
        load = drive(port, [ASKED] * 20, connections=3)
    assert load.statuses == {status: 20}
    assert len(load.waits) == 20
    assert min(load.waits) > 0.001 * (len(pieces) - 1)


def test_time_ends_a_load_without_end() -> None:
    with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n") as port:
        load = drive(port, iter(lambda: ASKED, b""), connections=2, seconds=0.05)
    assert len(load.waits) >= 2


def test_a_server_that_hangs_up_is_no_result() -> None:
    with answering() as port, pytest.raises(ConnectionError):
        drive(port, [ASKED])


def test_steady_requests_do_not_come_all_at_once() -> None:
    with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n") as port:
        load = ask_steadily(port, [ASKED] * 10, rate=100)
    assert load.statuses == {200: 10}
    assert load.seconds >= 0.09


def test_the_share_of_waits() -> None:
    load = Load(seconds=2.0, waits=[0.004, 0.001, 0.003, 0.002])
    assert [load.wait(share) for share in (0.0, 0.5, 0.99, 1.0)] == [1.0, 3.0, 4.0, 4.0]
    assert load.rate == 2


def test_servers_are_measured_as_they_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "ANSWERS", {"open": (70, 0.0), "named": (70, 0.0), "blind": (70, 9.0)})
    monkeypatch.setattr(speed, "UPLOADS", 2)
    monkeypatch.setattr(speed, "HELLO_SECONDS", 0.1)
    monkeypatch.setattr(speed, "SIGNING_SECONDS", 0.2)
    monkeypatch.setattr(speed, "MOST_A_SECOND", 1000)
    found = {one.name: one for one in speed.collecting_speed(Effort(rounds=2))}
    is_met = {name: one.is_met for name, one in found.items() if one.promise}
    assert [is_met[f"one durable {kind} answer per request : hello"] for kind in speed.ANSWERS] == [
        *(True, True, False)
    ]
    assert "1,000 answers per request, in answers : hello" in is_met
    assert all(one.value > 0 for one in found.values())
    assert sum("tickets" in name for name in found) == 3
