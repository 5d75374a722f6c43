"""The thread that writes: whoever waits for it hears something, whatever happens to it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tacit.errors import NotStored
from tacit.store.database import Connection
from tacit.store.sqlite import SQLite
from tacit.store.writer import Point, Writer, nowhere

SECONDS = 60


def never(*, is_settling: bool) -> float:
    """Nothing to do after a group."""
    return 0


def writer_on(path: Path, after: Callable[..., float] = never, point: Point = nowhere) -> Writer:
    database = SQLite(path / "tacit.db")
    connection = database.connect()
    connection.execute("CREATE TABLE numbers (number INTEGER)")
    return Writer(database, connection, after, point)


def add(number: int) -> Callable[[Connection], int]:
    """Work that stores a number."""

    def work(connection: Connection) -> int:
        connection.execute("INSERT INTO numbers VALUES (:number)", {"number": number})
        return number

    return work


def numbers(writer: Writer) -> list[int]:
    return [row[0] for row in writer.connection.execute("SELECT number FROM numbers").fetchall()]


def held(writer: Writer) -> threading.Event:
    """The thread waits in a piece of work until this is set."""
    reached, event = threading.Event(), threading.Event()

    def work(_connection: Connection) -> None:
        reached.set()
        assert event.wait(SECONDS)

    writer.submit("hold", work)
    assert reached.wait(SECONDS)
    return event


def test_whoever_has_gone_is_left_out_and_stops_nobody(tmp_path: Path) -> None:
    writer = writer_on(tmp_path)
    event = held(writer)
    gone, here = writer.submit("add", add(1)), writer.submit("add", add(2))
    assert gone.cancel()
    event.set()
    assert here.result(SECONDS) == 2
    assert writer.submit("add", add(3)).result(SECONDS) == 3
    writer.stop()
    assert numbers(writer) == [2, 3]


def test_nobody_can_go_once_they_are_in_a_group(tmp_path: Path) -> None:
    writer = writer_on(tmp_path)
    begun, event = threading.Event(), threading.Event()

    def slow(connection: Connection) -> int:
        begun.set()
        assert event.wait(SECONDS)
        return add(1)(connection)

    asked = writer.submit("add", slow)
    assert begun.wait(SECONDS)
    assert not asked.cancel()
    event.set()
    assert asked.result(SECONDS) == 1
    writer.stop()
    assert numbers(writer) == [1]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("where", ["after", "replied"])
def test_a_fault_of_ours_leaves_nobody_waiting(where: str, tmp_path: Path) -> None:
    """Neither those in the group, nor those behind it, nor those who come later."""

    def after(*, is_settling: bool) -> float:
        if where == "after" and is_settling:
            raise ZeroDivisionError
        return 0

    def point(name: str) -> None:
        if name == f"settle: {where}":
            raise ZeroDivisionError

    writer = writer_on(tmp_path, after, point)
    event = held(writer)
    settling = writer.submit("settle", add(1), settles=True)
    event.set()
    with pytest.raises(NotStored, match="settle: the store is closed"):
        settling.result(SECONDS)
    writer.thread.join(SECONDS)
    with pytest.raises(NotStored, match="add: the store is closed"):
        writer.submit("add", add(2))
    with pytest.raises(NotStored):
        writer.check()
    writer.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_those_behind_a_fault_of_ours_hear_of_it(tmp_path: Path) -> None:
    event = threading.Event()

    def point(name: str) -> None:
        if name == "hold: replied":
            assert event.wait(SECONDS)
            raise ZeroDivisionError

    writer = writer_on(tmp_path, point=point)
    held(writer).set()
    behind = [writer.submit("add", add(number)) for number in range(3)]
    assert behind[1].cancel()
    event.set()
    for asked in (behind[0], behind[2]):
        with pytest.raises(NotStored, match="add: the store is closed"):
            asked.result(SECONDS)
    writer.stop()
    assert numbers(writer) == []
