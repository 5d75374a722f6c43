"""Somebody who holds every file and looks before and after each answer: which invitation sent which answer?

Each attack gives, for the people in the order in which they answered, the answers that it takes for theirs.
The attacker knows that order, and which answers each mix released: that is more than files tell.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tacit.protocol import tickets

Guess = list[bytes | None]
Files = dict[str, bytes]

WAL_HEADER, FRAME_HEADER = 32, 24


@dataclass
class Seen:
    """What the attacker has: the files at the end, the looks around each answer, the batches, the links."""

    files: Files
    polls: list[tuple[set[bytes], set[bytes]]] = field(default_factory=list)
    batches: list[set[bytes]] = field(default_factory=list)
    links: list[bytes] = field(default_factory=list)


def by_polls(seen: Seen) -> Guess:
    """Whatever is new in the look after somebody's answer is theirs, if it can be told which."""
    return [min(after - before) if after - before else None for before, after in seen.polls]


def by_history(seen: Seen) -> Guess:
    """The log of recent changes, replayed commit by commit: the answers in the order of their coming."""
    order: dict[bytes, None] = {}
    for rows in _states(seen.files):
        order |= dict.fromkeys(row for row in rows if row not in order)
    return _in_batches(seen, list(order))


def by_scan(seen: Seen) -> Guess:
    """The rows as a dump writes them: in the order in which they lie."""
    *_, last = _states(seen.files)
    return _in_batches(seen, last)


def by_place(name: str, *, backwards: bool = False) -> Callable[[Seen], Guess]:
    """Where the names of answers stand in the bytes of a file."""

    def attack(seen: Seen) -> Guess:
        content = seen.files.get(name, b"")
        places = {one: content.find(one) for batch in seen.batches for one in batch}
        return _in_batches(seen, sorted(places, key=lambda one: places[one], reverse=backwards))

    return attack


def by_links(seen: Seen) -> Guess:
    """Whoever holds the links and the server's keys makes each person's ticket, where that can be done."""
    with _opened(seen.files) as connection:
        studies = connection.execute("SELECT id, secret FROM studies").fetchall()
        answers = {row[0] for row in connection.execute("SELECT answer_id FROM answers")}
        beside = dict(connection.execute("SELECT hash, answer_id FROM invitations"))
    return [_made(link, studies, answers) or beside.get(tickets.invitation_hash(link)) for link in seen.links]


def _made(link: bytes, studies: list[tuple[bytes, bytes]], answers: set[bytes]) -> bytes | None:
    """The answer whose ticket comes out of a link and what the server knows."""
    for id32, secret in studies:
        words = (link, tickets.invitation_hash(link), tickets.named_ticket(secret, id32, link))
        for ticket in words:
            if tickets.answer_id(ticket) in answers:
                return tickets.answer_id(ticket)
    return None


ATTACKS: dict[str, Callable[[Seen], Guess]] = {
    "the looks around each answer": by_polls,
    "the links and the keys": by_links,
    "the log, replayed": by_history,
    "the order of a dump": by_scan,
    "places in the database": by_place("tacit.db"),
    "places in the database, backwards": by_place("tacit.db", backwards=True),
    "places in the log": by_place("tacit.db-wal"),
    "places in shared memory": by_place("tacit.db-shm"),
}


def _in_batches(seen: Seen, order: Sequence[bytes]) -> Guess:
    """The order within each batch, taken for the order in which its people came."""
    return [
        one
        for batch in seen.batches
        for one in [*(one for one in order if one in batch), *_missing(batch, order)]
    ]


def _missing(batch: set[bytes], order: Sequence[bytes]) -> list[bytes]:
    return sorted(batch - set(order))


def _states(files: Files) -> Iterator[list[bytes]]:
    """The answers as they lie, after each commit that the log still holds, and now."""
    log = files.get("tacit.db-wal", b"")
    for end in [*_commits(log), len(log)]:
        with _opened(files | {"tacit.db-wal": log[:end]}) as connection:
            rows = connection.execute("SELECT answer_id FROM answers NOT INDEXED").fetchall()
        yield [row[0] for row in rows]


@contextmanager
def _opened(files: Files) -> Iterator[sqlite3.Connection]:
    """The database, as whoever holds a copy of these files sees it."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("tacit.db", "tacit.db-wal"):
            (Path(folder) / name).write_bytes(files.get(name, b""))
        with closing(sqlite3.connect(Path(folder) / "tacit.db")) as connection:
            yield connection


def _commits(log: bytes) -> list[int]:
    """Where each commit ends."""
    if len(log) < WAL_HEADER:
        return []
    (page,) = struct.unpack(">I", log[8:12])
    ends = []
    for start in range(WAL_HEADER, len(log) - FRAME_HEADER - page + 1, FRAME_HEADER + page):
        (pages_after_commit,) = struct.unpack(">I", log[start + 4 : start + 8])
        if pages_after_commit:
            ends.append(start + FRAME_HEADER + page)
    return ends


def files_in(folder: Path) -> Files:
    """A copy of every file, as it is while the server runs."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(folder, Path(copy) / "all")
        return {file.name: file.read_bytes() for file in (Path(copy) / "all").rglob("*") if file.is_file()}
