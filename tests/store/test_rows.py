"""Many rows in one statement: all of them, whatever their number, and few texts of statements."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacit.store import answers, counters, invitations, rows
from tacit.store.database import Connection
from tacit.store.sqlite import SQLite

COUNTS = [0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 65, 255, 256, 257, 600]


class Heard:
    """A connection that remembers the texts of its statements."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.texts: list[str] = []

    def execute(self, sql: str, parameters: object = ()) -> sqlite3.Cursor:
        self.texts.append(sql)
        return self.connection.execute(sql, parameters)  # type: ignore[arg-type]

    executemany = close = None


@pytest.fixture
def heard() -> Iterator[Heard]:
    connection = sqlite3.connect(":memory:")
    connection.execute('CREATE TABLE things (study INTEGER, name BLOB, "column" INTEGER)')
    yield Heard(connection)
    connection.close()


def names(count: int) -> list[bytes]:
    return [number.to_bytes(2, "big") for number in range(count)]


FIND = 'SELECT name, "column" FROM things WHERE study = :study AND name IN ({names})'


@pytest.mark.parametrize("count", COUNTS)
def test_what_is_added_is_found_each_once(count: int, heard: Heard) -> None:
    given = [(name, number) for number, name in enumerate(names(count))]
    rows.add(heard, "things", {"study": 1}, ("name", "column"), given)  # type: ignore[arg-type]
    rows.add(heard, "things", {"study": 2}, ("name", "column"), given)  # type: ignore[arg-type]
    assert heard.connection.execute("SELECT count(*) FROM things").fetchone() == (2 * count,)
    found = rows.find(heard, FIND, {"study": 1}, names(count + 3))  # type: ignore[arg-type]
    assert sorted(found) == given


def test_a_few_texts_are_enough_for_every_number_of_rows(heard: Heard) -> None:
    """The database keeps what it made of a text, for about a hundred texts."""
    for count in range(600):
        rows.add(heard, "things", {"study": 1}, ("name", "column"), [(b"", 1)] * count)  # type: ignore[arg-type]
        rows.find(heard, FIND, {"study": 2}, names(count))  # type: ignore[arg-type]
    assert len(set(heard.texts)) == 2 * len(rows.SIZES)


STATEMENTS = {
    "find": (answers.FIND, "PRIMARY KEY (study=? AND answer_id=?)"),
    "dead": (answers.DEAD, "PRIMARY KEY (study=? AND answer_id=?)"),
    "named": (invitations.NAMED, "INDEX named_answers (study=? AND answer_id=?)"),
    "find invitation": (invitations.FIND, "PRIMARY KEY (study=? AND hash=?)"),
    "show": (invitations.SHOW, "INDEX taken_invitations (study=? AND state=?)"),
    "due": (answers.DUE, "INDEX waiting_answers (study=? AND released=?)"),
    "set aside": (answers.SET_ASIDE, "INDEX waiting_answers (study=? AND released=?)"),
    "remove": (answers.REMOVE_ALL_WAITING, "INDEX waiting_answers (study=? AND released=?)"),
    "remove dead": (answers.REMOVE_DEAD, "PRIMARY KEY (study=? AND answer_id=?)"),
    "count": (counters.SHOW, "PRIMARY KEY (study=?)"),
}


@pytest.mark.parametrize("name", STATEMENTS)
@pytest.mark.parametrize("size", rows.SIZES)
def test_what_each_answer_costs_does_not_grow_with_the_study(name: str, size: int) -> None:
    """SQLite, which knows nothing of the sizes of tables, must search and not go through all of a study."""
    sql, wanted = STATEMENTS[name]
    database = SQLite(Path("unused"))
    connection: Connection = sqlite3.connect(":memory:")
    database.run_script(connection, database.schemas()[0])
    text = sql.replace("{names}", ", ".join(f":name{at}" for at in range(size)))
    given = {f"name{at}": None for at in range(size)} | {"study": 1, "hash": None}
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", given).fetchall()]
    connection.close()
    assert [step for step in plan if step.endswith(wanted)], plan
