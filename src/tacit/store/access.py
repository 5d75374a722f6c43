"""Who may do what: researchers' keys, known by their hash."""

from __future__ import annotations

from typing import Literal

from tacit.store.database import Connection

Role = Literal["owner", "reader", "collector"]

EVERY_STUDY = 0

ADD = "INSERT INTO access_keys (hash, study, role) VALUES (:hash, :study, :role)"
FIND = "SELECT study, role FROM access_keys WHERE hash = :hash"
ANY = "SELECT 1 FROM access_keys WHERE study = 0 AND role = 'owner'"


def add(connection: Connection, hashed: bytes, study: int, role: Role) -> None:
    """Let the key with this hash act for one study, or for EVERY_STUDY."""
    connection.execute(ADD, {"hash": hashed, "study": study, "role": role})


def find(connection: Connection, hashed: bytes) -> tuple[int, Role] | None:
    """Which study and role a key has."""
    row = connection.execute(FIND, {"hash": hashed}).fetchone()
    return None if row is None else (row[0], row[1])


def has_owner(connection: Connection) -> bool:
    """Whether somebody may open studies here."""
    return connection.execute(ANY).fetchone() is not None
