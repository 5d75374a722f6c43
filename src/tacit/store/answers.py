"""Answers: stored once, withdrawn for good, released only together with others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Literal, NamedTuple

from tacit.store import counters, invitations, studies
from tacit.store.database import Connection

Kept = Literal[
    "stored", "same", "answer-differs", "withdrawn", "study-closed", "invitation-revoked", "ticket-invalid",
    "column-out-of-range",
]  # fmt: skip
Withdrawn = Literal["withdrawn", "study-closed", "ticket-invalid"]

BULK = -1

FIND = 'SELECT query, "column" FROM answers WHERE study = :study AND answer_id = :answer_id'
DEAD = "SELECT 1 FROM tombstones WHERE study = :study AND answer_id = :answer_id"
ADD = """
INSERT INTO answers (study, answer_id, query, "column", key, released)
VALUES (:study, :answer_id, :query, :column, :key, :released)
"""
BURY = "INSERT INTO tombstones (study, answer_id) VALUES (:study, :answer_id) ON CONFLICT DO NOTHING"
REMOVE_WAITING = "DELETE FROM answers WHERE study = :study AND answer_id = :answer_id AND released = 0"
REMOVE_DEAD = """
DELETE FROM answers WHERE study = :study
AND answer_id IN (SELECT answer_id FROM tombstones WHERE study = :study)
"""
WAITING = """
SELECT answer_id, query, "column", key FROM answers WHERE study = :study AND released = 0 ORDER BY answer_id
"""
REMOVE_ALL_WAITING = "DELETE FROM answers WHERE study = :study AND released = 0"
DUE = """
SELECT number FROM studies s
WHERE (SELECT count(*) FROM answers a WHERE a.study = s.number AND a.released = 0) >= s.batch
"""
TALLY = """
SELECT query, "column", key, count(*) FROM answers WHERE study = :study AND released = 1
GROUP BY query, "column", key ORDER BY query, "column", key
"""
# Names are hashes, so those below a bound are so many by chance; each bound is 2^-.5 of the one before. These
# are the first answers of an export, which is in the order of their names.
BOUNDS = {f"bound{part}": isqrt(1 << (128 - part)).to_bytes(8, "big") for part in range(1, 19)}
WHENS = " ".join(f"WHEN answer_id < :{name} THEN {name[len('bound') :]}" for name in reversed(BOUNDS))
# What is put into it are names of ours.
PARTS = f"""
SELECT part, query, "column", count(*) FROM (
  SELECT query, "column", CASE {WHENS} ELSE 0 END AS part
  FROM answers WHERE study = :study AND released = 1
) AS named GROUP BY part, query, "column" ORDER BY part DESC, query, "column"
"""  # noqa: S608
RELEASED = """
SELECT answer_id, query, "column", key FROM answers WHERE study = :study AND released = 1
AND answer_id > :after ORDER BY answer_id LIMIT :most
"""
RECORDS = """
SELECT i.hash, a.query, a."column" FROM invitations i
JOIN answers a ON a.study = i.study AND a.answer_id = i.answer_id
WHERE i.study = :study AND a.released = 1 ORDER BY i.hash
"""


class Answer(NamedTuple):
    """One answer; `key` says which key signed its ticket, or BULK."""

    answer_id: bytes
    query: int
    column: int
    key: int = 0


class Cell(NamedTuple):
    """How many released answers have this query, column and key."""

    query: int
    column: int
    key: int
    people: int


class Part(NamedTuple):
    """How many released answers of one part have this query and column."""

    query: int
    column: int
    people: int


class Record(NamedTuple):
    """A released answer beside the hash of its invitation; named studies only."""

    hash: bytes
    query: int
    column: int


class Offered(NamedTuple):
    """An answer, and what was found out about it before it came here."""

    answer: Answer
    has_ticket: bool = True
    has_column: bool = True
    is_named: bool = False


def keep(connection: Connection, study: int, offered: Offered, day: str) -> Kept:
    """Store an answer, or say why not. What is stored already is found before anything else is asked."""
    answer = offered.answer
    known = _known(connection, study, answer)
    if known:
        return known
    if not studies.is_open(connection, study):
        return "study-closed"
    if not offered.has_ticket:
        return "ticket-invalid"
    if offered.is_named:
        state = invitations.state_of_named(connection, study, answer.answer_id)
        if state is None or state == "revoked":
            return "invitation-revoked" if state else "ticket-invalid"
    if not offered.has_column:
        return "column-out-of-range"
    _add(connection, study, answer, released=0)
    counters.count(connection, study, day, "answered")
    return "stored"


def keep_bulk(connection: Connection, study: int, offered: Sequence[Offered], day: str) -> list[Kept]:
    """Store what a collector vouches for; there are no tickets to check."""
    kept: list[Kept] = []
    for one in offered:
        known = _known(connection, study, one.answer)
        outcome = known or ("stored" if one.has_column else "column-out-of-range")
        if outcome == "stored":
            _add(connection, study, one.answer._replace(key=BULK), released=0)
        kept.append(outcome)
    added = kept.count("stored")
    if added:
        counters.count(connection, study, day, "bulk", added)
    return kept


def withdraw(
    connection: Connection, study: int, answer_id: bytes, day: str, *, has_ticket: bool
) -> Withdrawn:
    """Take an answer out of every later result, and never take one of this name again.

    A released answer goes with the next mix: alone, its going would show which one it was.
    """
    names = {"study": study, "answer_id": answer_id}
    if connection.execute(DEAD, names).fetchone():
        return "withdrawn"
    if not studies.is_open(connection, study):
        return "study-closed"
    if not has_ticket:
        return "ticket-invalid"
    connection.execute(BURY, names)
    connection.execute(REMOVE_WAITING, names)
    counters.count(connection, study, day, "withdrawn")
    return "withdrawn"


def is_named(connection: Connection, study: int, answer_id: bytes) -> bool:
    """Whether a ticket with this answer was given for some invitation; named studies only."""
    return invitations.state_of_named(connection, study, answer_id) is not None


def mix(connection: Connection, study: int, point: Callable[[str], None]) -> int:
    """Release what waits, in the order of its names, together with all counts; how many answers."""
    rows = [Answer(*row) for row in connection.execute(WAITING, {"study": study}).fetchall()]
    connection.execute(REMOVE_ALL_WAITING, {"study": study})
    point("mix: deleted")
    connection.execute(REMOVE_DEAD, {"study": study})
    connection.executemany(ADD, [_row(study, answer, released=1) for answer in rows])
    point("mix: inserted")
    invitations.show(connection, study)
    counters.show(connection, study)
    return len(rows)


def due(connection: Connection) -> list[int]:
    """The studies in which a batch waits."""
    return [row[0] for row in connection.execute(DUE).fetchall()]


def tally(connection: Connection, study: int) -> list[Cell]:
    """The counts of all released answers."""
    return [Cell(*row) for row in connection.execute(TALLY, {"study": study}).fetchall()]


def parts(connection: Connection, study: int) -> list[list[Part]]:
    """The counts of all released answers, in pieces: each makes what came before it about 2^.5 as many."""
    found: dict[int, list[Part]] = {}
    for part, *cell in connection.execute(PARTS, {"study": study, **BOUNDS}).fetchall():
        found.setdefault(part, []).append(Part(*cell))
    return list(found.values())


def released(connection: Connection, study: int, after: bytes, most: int) -> list[Answer]:
    """Released answers in the order of their names, so many after this one."""
    found = {"study": study, "after": after, "most": most}
    return [Answer(*row) for row in connection.execute(RELEASED, found).fetchall()]


def records(connection: Connection, study: int) -> list[Record]:
    """Released answers beside their records; named studies only."""
    return [Record(*row) for row in connection.execute(RECORDS, {"study": study}).fetchall()]


def _known(connection: Connection, study: int, answer: Answer) -> Kept | None:
    names = {"study": study, "answer_id": answer.answer_id}
    if connection.execute(DEAD, names).fetchone():
        return "withdrawn"
    row = connection.execute(FIND, names).fetchone()
    if row is None:
        return None
    return "same" if tuple(row) == (answer.query, answer.column) else "answer-differs"


def _add(connection: Connection, study: int, answer: Answer, *, released: int) -> None:
    connection.execute(ADD, _row(study, answer, released=released))


def _row(study: int, answer: Answer, *, released: int) -> dict[str, object]:
    return {"study": study, "released": released, **answer._asdict()}
