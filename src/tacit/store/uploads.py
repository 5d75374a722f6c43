"""Uploads in bulk: the same id takes the same bytes, and is told the same again."""

from __future__ import annotations

from typing import NamedTuple

from tacit.store.database import Connection

FIND = "SELECT hash, reply FROM uploads WHERE study = :study AND id = :id"
ADD = "INSERT INTO uploads (study, id, hash, reply) VALUES (:study, :id, :hash, :reply)"


class Upload(NamedTuple):
    """What a collector sends at once: the id that it chose, and the hash of the bytes."""

    id: bytes
    hash: bytes


def find(connection: Connection, study: int, name: bytes) -> tuple[bytes, bytes] | None:
    """Hash and reply of an upload."""
    row = connection.execute(FIND, {"study": study, "id": name}).fetchone()
    return None if row is None else (row[0], row[1])


def add(connection: Connection, study: int, upload: Upload, reply: bytes) -> None:
    """Note what was said to it."""
    connection.execute(ADD, {"study": study, "id": upload.id, "hash": upload.hash, "reply": reply})
