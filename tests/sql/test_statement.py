"""The statement that databases are given: its words in each, and what is refused."""

from __future__ import annotations

import pytest

from tacit.errors import Refused
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.statement import QUOTES, counting_statement


def test_the_statement_is_one_group_by() -> None:
    assert counting_statement("postgresql", "answers").splitlines() == [
        'SELECT "query", "column",',
        '       COUNT(*) AS "count"',
        'FROM "answers"',
        'GROUP BY "query", "column"',
    ]


@pytest.mark.parametrize(
    ("dialect", "table", "wanted"),
    [
        ("postgresql", "study.answers", '"study"."answers"'),
        ("postgresql", 'odd"name', '"odd""name"'),
        ("spark", "odd`name", "`odd``name`"),
        ("bigquery", "project.set.answers", "`project.set.answers`"),
        ("bigquery", "odd`name", "`odd\\`name`"),
        ("duckdb", "answers/*.parquet", "'answers/*.parquet'"),
        ("duckdb", "o'clock.csv", "'o''clock.csv'"),
    ],
)
def test_a_table_is_named_as_the_database_wants_it(dialect: str, table: str, wanted: str) -> None:
    assert f"\nFROM {wanted}\n" in counting_statement(dialect, table)


@pytest.mark.parametrize("dialect", QUOTES)
def test_weights_and_strata_are_in_the_statement_and_no_foreign_quotes(dialect: str) -> None:
    measures = Measures(Unit("w", 2), (Unit("age"),), by=("region",), cluster="town")
    found = counting_statement(dialect, "answers", measures)
    keys = [QUOTES[dialect] + key + QUOTES[dialect] for key in ("query", "column", "region", "town")]
    assert found.endswith("GROUP BY " + ", ".join(keys))
    other = {'"': "`", "`": '"'}[QUOTES[dialect]]
    assert other not in found
    assert ("BIGNUMERIC" in found) == (dialect == "bigquery")


def test_a_database_that_is_not_known_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(Refused, match="got postgres; did you mean postgresql"):
        counting_statement("postgres", "answers")


def test_a_table_without_a_name_is_refused() -> None:
    with pytest.raises(Refused, match="must have a name"):
        counting_statement("duckdb", " ")
