"""What the store asks of a database, in words that SQLite and PostgreSQL share.

Statements name their parameters `:so`. Everything else that differs between databases is behind `Database`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

Parameters = Mapping[str, object]


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""
        ...

    def fetchone(self) -> Any:  # noqa: ANN401 - a row has the types that its statement names
        """The next row, or None."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        ...


class Connection(Protocol):
    """One conversation with a database."""

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Rows:
        """Run one statement."""
        ...

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Rows:
        """Run one statement for each of these."""
        ...

    def close(self) -> None:
        """End the conversation."""
        ...


class Database(Protocol):
    """A kind of database, and where this one is."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its driver raises."""
        ...

    def connect(self) -> Connection:
        """A new conversation; its first one makes the database if there is none."""
        ...

    def schemas(self) -> Sequence[str]:
        """The SQL that leads from each version of the schema to the next; the first makes all of it."""
        ...

    def run_script(self, connection: Connection, script: str) -> None:
        """Run statements within the transaction that was begun."""
        ...

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """Start a transaction; one that writes waits for every other that does."""
        ...

    def is_passing(self, error: Exception) -> bool:
        """Whether the same transaction may well succeed a moment later."""
        ...

    def forget(self, connection: Connection, *, rewrites: bool) -> None:
        """Leave what was deleted in no file; `rewrites`: and every table in the order of its keys."""
        ...
