"""Invitations: known by their hash, used by one request each, taken back while they are unused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tacit.store import counters, rows, studies
from tacit.store.database import Connection

Taken = Literal[
    "taken",
    "same",
    "invitation-unknown",
    "invitation-used",
    "invitation-revoked",
    "ticket-invalid",
    "study-closed",
]
Revoked = Literal["revoked", "revoked after use", "used", "unknown", "revoked before"]

ADD = """
INSERT INTO invitations (study, hash, state, h_blinded, key, answer_id)
VALUES (:study, :hash, 'new', NULL, :key, NULL) ON CONFLICT (study, hash) DO NOTHING
"""
FIND = "SELECT state, h_blinded, key, answer_id FROM invitations WHERE study = :study AND hash = :hash"
TAKE = """
UPDATE invitations SET state = 'taken', h_blinded = :request
WHERE study = :study AND hash = :hash AND state = 'new'
"""
NAME = """
UPDATE invitations SET state = 'taken', answer_id = :answer_id
WHERE study = :study AND hash = :hash AND state = 'new'
"""
NAMED = "SELECT answer_id, state FROM invitations WHERE study = :study AND answer_id IN ({names})"
REVOKE = "UPDATE invitations SET state = 'revoked' WHERE study = :study AND hash = :hash"
SHOW = "UPDATE invitations SET state = 'used' WHERE study = :study AND state = 'taken'"
UNUSED = "SELECT hash FROM invitations WHERE study = :study AND state IN ('new', 'taken') ORDER BY hash"


class Invited(NamedTuple):
    """One invitation, before it is sent out."""

    hash: bytes
    key: int = 0


def add(connection: Connection, study: int, invited: Sequence[Invited], day: str) -> int:
    """Let these take part; how many of them are new."""
    added = 0
    for one in invited:
        added += connection.execute(ADD, {"study": study, "hash": one.hash, "key": one.key}).rowcount
    if added:
        counters.note(connection, study, day, "invited", added)
    return added


def find(
    connection: Connection, study: int, name: bytes
) -> tuple[str, bytes | None, int, bytes | None] | None:
    """State, request, key and answer of an invitation."""
    row = connection.execute(FIND, {"study": study, "hash": name}).fetchone()
    return None if row is None else (row[0], row[1], row[2], row[3])


def take(connection: Connection, study: int, invited: Invited, request: bytes, day: str) -> Taken:
    """Use an invitation for the request with this hash; one request for ever."""
    row = find(connection, study, invited.hash)
    if row is None:
        return "invitation-unknown"
    state, known, key, _ = row
    if state == "revoked":
        return "invitation-revoked"
    if key != invited.key:
        return "ticket-invalid"
    if not studies.is_open(connection, study):
        return "study-closed"
    if connection.execute(TAKE, {"study": study, "hash": invited.hash, "request": request}).rowcount:
        counters.count(connection, study, day, "started")
        return "taken"
    return "same" if known == request else "invitation-used"


def name(connection: Connection, study: int, hashed: bytes, answer_id: bytes, day: str) -> Taken:
    """Note which answer belongs beside this record; named studies only."""
    row = find(connection, study, hashed)
    if row is None:
        return "invitation-unknown"
    if row[0] == "revoked":
        return "invitation-revoked"
    if not studies.is_open(connection, study):
        return "study-closed"
    if connection.execute(NAME, {"study": study, "hash": hashed, "answer_id": answer_id}).rowcount:
        counters.count(connection, study, day, "started")
        return "taken"
    return "same"


def states_of_named(connection: Connection, study: int, answers: Sequence[bytes]) -> dict[bytes, str]:
    """For each of these answers the state of the invitation whose ticket has it, if there is one."""
    return dict(rows.find(connection, NAMED, {"study": study}, answers))


def revoke(connection: Connection, study: int, hashed: bytes, day: str, *, even_used: bool) -> Revoked:
    """Take an invitation back; a used one only if that is meant, and counted apart."""
    row = find(connection, study, hashed)
    if row is None:
        return "unknown"
    state = row[0]
    if state == "revoked":
        return "revoked before"
    if state != "new" and not even_used:
        return "used"
    connection.execute(REVOKE, {"study": study, "hash": hashed})
    outcome: Literal["revoked", "revoked after use"] = "revoked" if state == "new" else "revoked after use"
    counters.note(connection, study, day, outcome)
    return outcome


def show(connection: Connection, study: int) -> None:
    """Those that were used may be seen as used; only the mix calls this."""
    connection.execute(SHOW, {"study": study})


def unused(connection: Connection, study: int) -> list[bytes]:
    """The hashes of those that were not used when answers were last mixed: whom to remind."""
    return [row[0] for row in connection.execute(UNUSED, {"study": study}).fetchall()]
