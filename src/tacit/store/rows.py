"""Many rows in one statement, as SQLite and PostgreSQL both take them.

Each statement that runs lets go of Python's lock and waits for it again: with one for each row, a thread that
writes hundreds would wait hundreds of times for a thread that is busy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from tacit.store.database import Connection

Row = TypeVar("Row")

# Few texts, so that the database need not read them anew.
SIZES = (256, 64, 16, 4, 1)


def find(connection: Connection, sql: str, given: Mapping[str, object], names: Sequence[object]) -> list[Any]:
    """All rows of a SELECT whose text has `IN ({names})`."""
    found: list[Any] = []
    for start in range(0, len(names), SIZES[0]):
        some = names[start : start + SIZES[0]]
        size = min(size for size in SIZES if size >= len(some))
        padded = [*some, *[some[-1]] * (size - len(some))]
        asked = {f"name{at}": name for at, name in enumerate(padded)}
        found += connection.execute(_with_names(sql, size), {**given, **asked}).fetchall()
    return found


def add(
    connection: Connection,
    table: str,
    same: Mapping[str, object],
    columns: tuple[str, ...],
    rows: Sequence[Sequence[object]],
) -> None:
    """Insert rows that have these columns, beside what is the same for all of them."""
    for some in _parts(rows):
        asked = dict(same)
        for at, row in enumerate(some):
            for column, value in zip(columns, row, strict=True):
                asked[f"{column}{at}"] = value
        connection.execute(_insert(table, tuple(same), columns, len(some)), asked)


def _parts(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows in order, in parts of these sizes."""
    start = 0
    while start < len(rows):
        size = max(size for size in SIZES if size <= len(rows) - start)
        yield rows[start : start + size]
        start += size


@cache
def _with_names(sql: str, size: int) -> str:
    return sql.replace("{names}", ", ".join(f":name{at}" for at in range(size)))


@cache
def _insert(table: str, same: tuple[str, ...], columns: tuple[str, ...], size: int) -> str:
    names = ", ".join(f'"{name}"' for name in (*same, *columns))
    shared = [f":{name}" for name in same]
    rows = (f"({', '.join([*shared, *(f':{name}{at}' for name in columns)])})" for at in range(size))
    return f"INSERT INTO {table} ({names}) VALUES {', '.join(rows)}"  # noqa: S608 - our own names
