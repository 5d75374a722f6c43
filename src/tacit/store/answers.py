"""Answers: stored once, withdrawn for good, released only together with others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isqrt
from typing import Literal, NamedTuple

from tacit.store import counters, invitations, rows, studies
from tacit.store.database import Connection

Kept = Literal[
    "stored", "same", "answer-differs", "withdrawn", "study-closed", "invitation-revoked", "ticket-invalid",
    "column-out-of-range",
]  # fmt: skip
Withdrawn = Literal["withdrawn", "study-closed", "ticket-invalid"]

BULK = -1

FIND = """
SELECT answer_id, query, "column" FROM answers WHERE study = :study AND answer_id IN ({names})
"""
DEAD = "SELECT answer_id FROM tombstones WHERE study = :study AND answer_id IN ({names})"
BURY = "INSERT INTO tombstones (study, answer_id) VALUES (:study, :answer_id) ON CONFLICT DO NOTHING"
REMOVE_WAITING = "DELETE FROM answers WHERE study = :study AND answer_id = :answer_id AND released = 0"
REMOVE_DEAD = """
DELETE FROM answers WHERE study = :study
AND answer_id IN (SELECT answer_id FROM tombstones WHERE study = :study)
"""
SET_ASIDE = """
CREATE TEMPORARY TABLE mixing AS
SELECT answer_id, query, "column", key FROM answers WHERE study = :study AND released = 0
"""
REMOVE_ALL_WAITING = "DELETE FROM answers WHERE study = :study AND released = 0"
RELEASE = """
INSERT INTO answers (study, released, answer_id, query, "column", key)
SELECT :study, 1, answer_id, query, "column", key FROM mixing ORDER BY answer_id
"""
PUT_AWAY = "DROP TABLE mixing"
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


def keep(connection: Connection, study: int, offered: Sequence[Offered], day: str) -> list[Kept]:
    """Store answers, or say of each why not. What is stored already is found before all else is asked."""
    states = invitations.states_of_named(
        connection, study, [one.answer.answer_id for one in offered if one.is_named]
    )
    is_open = studies.is_open(connection, study)

    def judged(one: Offered) -> Kept:
        if not is_open:
            return "study-closed"
        if not one.has_ticket:
            return "ticket-invalid"
        if one.is_named:
            state = states.get(one.answer.answer_id)
            if state is None or state == "revoked":
                return "invitation-revoked" if state else "ticket-invalid"
        return "stored" if one.has_column else "column-out-of-range"

    kept, new = _judge(connection, study, offered, judged)
    same = {"study": study, "released": 0}
    rows.add(connection, "answers", same, ("answer_id", "query", "column", "key"), new)
    counters.count(connection, study, day, "answered", len(new))
    return kept


def keep_bulk(connection: Connection, study: int, offered: Sequence[Offered], day: str) -> list[Kept]:
    """Store what a collector vouches for; there are no tickets to check."""
    kept, new = _judge(
        connection, study, offered, lambda one: "stored" if one.has_column else "column-out-of-range"
    )
    same = {"study": study, "released": 0, "key": BULK}
    rows.add(connection, "answers", same, ("answer_id", "query", "column"), [answer[:3] for answer in new])
    counters.count(connection, study, day, "bulk", len(new))
    return kept


def withdraw(
    connection: Connection, study: int, answer_id: bytes, day: str, *, has_ticket: bool
) -> Withdrawn:
    """Take an answer out of every later result, and never take one of this name again.

    A released answer goes with the next mix: alone, its going would show which one it was.
    """
    names = {"study": study, "answer_id": answer_id}
    if rows.find(connection, DEAD, {"study": study}, [answer_id]):
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
    return bool(invitations.states_of_named(connection, study, [answer_id]))


def mix(connection: Connection, study: int, point: Callable[[str], None]) -> int:
    """Release what waits, in the order of its names, together with all counts; how many answers."""
    connection.execute(SET_ASIDE, {"study": study})
    connection.execute(REMOVE_ALL_WAITING, {"study": study})
    point("mix: deleted")
    connection.execute(REMOVE_DEAD, {"study": study})
    count = connection.execute(RELEASE, {"study": study}).rowcount
    connection.execute(PUT_AWAY)
    point("mix: inserted")
    invitations.show(connection, study)
    counters.show(connection, study)
    return count


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


def _judge(
    connection: Connection, study: int, offered: Sequence[Offered], judged: Callable[[Offered], Kept]
) -> tuple[list[Kept], list[Answer]]:
    """What becomes of each, and those to store: what is known of its name decides, else `judged`."""
    names = [one.answer.answer_id for one in offered]
    stored = _stored(connection, study, names)
    dead = {row[0] for row in rows.find(connection, DEAD, {"study": study}, names)}
    new: list[Answer] = []
    kept: list[Kept] = []
    for one in offered:
        answer = one.answer
        known = stored.get(answer.answer_id)
        if answer.answer_id in dead:
            outcome: Kept = "withdrawn"
        elif known is not None:
            outcome = "same" if known == (answer.query, answer.column) else "answer-differs"
        else:
            outcome = judged(one)
        if outcome == "stored":
            stored[answer.answer_id] = (answer.query, answer.column)
            new.append(answer)
        kept.append(outcome)
    return kept, new


def _stored(connection: Connection, study: int, names: Sequence[bytes]) -> dict[bytes, tuple[int, int]]:
    """Query and column of those that are stored."""
    found: Iterable[tuple[bytes, int, int]] = rows.find(connection, FIND, {"study": study}, names)
    return {name: (query, column) for name, query, column in found}
