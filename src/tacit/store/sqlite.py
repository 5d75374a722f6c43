"""SQLite: one file that only its owner can read, durable before a reply, with no trace of what is deleted."""

from __future__ import annotations

import os
import sqlite3
from importlib import resources
from pathlib import Path
from typing import cast

from tacit.errors import NotStored
from tacit.store.database import Connection

BUSY_SECONDS = 10.0
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with NORMAL a power cut could take back what was acknowledged
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",  # a VACUUM by way of a file would leave its blocks on the disk
    "PRAGMA foreign_keys = ON",
)
PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class SQLite:
    """A database in one file, beside which -wal and -shm stand while it is open."""

    errors: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, path: Path) -> None:
        self.path = path

    def connect(self) -> Connection:
        """A connection with our settings; transactions are begun and ended by whoever asks."""
        try:
            self._make()
            connection = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            for pragma in PRAGMAS:
                connection.execute(pragma)
        except (OSError, sqlite3.Error) as failed:
            reason = getattr(failed, "strerror", None) or failed
            raise NotStored(f"the database {self.path} cannot be opened: {reason}") from None
        return cast(Connection, connection)

    def schemas(self) -> list[str]:
        """The numbered files beside this module."""
        folder = resources.files("tacit.store") / "schema" / "sqlite"
        return [file.read_text("utf-8") for file in sorted(folder.iterdir(), key=lambda file: file.name)]

    def run_script(self, connection: Connection, script: str) -> None:
        """One by one: `executescript` would commit first."""
        statement = ""
        for line in script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                connection.execute(statement)
                statement = ""

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """IMMEDIATE: a transaction that becomes a writer half way is not waited for, but refused."""
        connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    def is_passing(self, error: Exception) -> bool:
        """Another process is writing."""
        return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in PASSING

    def forget(self, connection: Connection, *, rewrites: bool) -> None:
        """The log of recent changes emptied; VACUUM copies each table in the order of its keys."""
        if rewrites:
            connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _make(self) -> None:
        """SQLite would make a file that others may read, and gives its companions the same mode."""
        try:
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            return
