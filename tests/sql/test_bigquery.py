"""BigQuery's statement, which no BigQuery has run: a parser of its dialect reads it, and DuckDB runs that."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
import sqlglot
from sqlglot import exp

from engines.contract import CASES, Case
from tacit.files.refusals import Refusals
from tacit.files.tallies import tally_counts
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.statement import counting_statement, summing_statement

MEASURES = Measures(Unit("w", 2), (Unit("odd name", 1),), by=("region",), cluster="town")
ROWS = {
    "query": [1, 1, 1, 2, 2, 2, 2],
    "column": [0, 0, 1, 1, 1, 1, 1],
    "w": [1.25, 2.5, 0.07, None, -1.0, 1.234, float("nan")],
    "odd name": [1.5, None, -2.1, 1.0, 1.0, 1.0, 1.0],
    "region": ["n", " n ", "it's", "n", "n", "n", "n"],
    "town": [1, 1, 2, 1, 1, 1, 1],
}


def read(statement: str) -> Any:  # noqa: ANN401 - sqlglot's tree
    """As BigQuery's dialect has it; a word that it does not know is an error."""
    parsed = sqlglot.parse_one(statement, read="bigquery", error_level=sqlglot.ErrorLevel.RAISE)
    assert not list(parsed.find_all(exp.Command))
    return parsed


def for_duckdb(statement: str) -> str:
    """BIGNUMERIC becomes a decimal with digits after the point, which these whole numbers do not need."""
    return str(read(statement).sql(dialect="duckdb")).replace("DECIMAL(38, 5)", "DECIMAL(38, 0)")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_its_counts_are_the_counts(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    with duckdb.connect() as database:
        database.register("answers", case.table)
        database.execute(f"COPY ({for_duckdb(counting_statement('bigquery', 'answers'))}) TO '{path}'")
    case.check(tally_counts(case.study, [path], Refusals()))


def test_its_sums_are_those_of_duckdbs_own_statement(tmp_path: Path) -> None:
    found = []
    with duckdb.connect() as database:
        database.register("answers", pa.table(ROWS))
        for statement in (
            for_duckdb(summing_statement("bigquery", "answers", MEASURES)),
            summing_statement("duckdb", "answers", MEASURES),
        ):
            path = tmp_path / "sums.csv"
            database.execute(f"COPY ({statement}) TO '{path}'")
            with path.open(encoding="utf-8", newline="") as file:
                found.append(sorted(map(str, csv.DictReader(file))))
    assert found[0] == found[1]
    assert len(found[0]) == 6
    assert sum("w is missing" in row for row in found[0]) == 1


def test_names_of_its_result_are_ones_that_it_takes() -> None:
    """Letters, digits and underscores, but for what the table's own columns are called."""
    named = [
        each.alias for each in read(summing_statement("bigquery", "answers", MEASURES)).selects if each.alias
    ]
    assert len(named) == len(MEASURES.terms)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_ ") for name in named)
    tables = read(counting_statement("bigquery", "project.set.answers")).find_all(exp.Table)
    assert [(each.catalog, each.db, each.name) for each in tables] == [("project", "set", "answers")]


def test_a_quote_and_a_backslash_stay_in_their_text() -> None:
    odd = Measures(Unit("it's \\ odd"))
    texts = [each.this for each in read(summing_statement("bigquery", "answers", odd)).find_all(exp.Literal)]
    assert "it's \\ odd is missing" in texts


def test_the_parser_would_notice() -> None:
    """PostgreSQL's quotes are BigQuery's texts."""
    parsed = read(counting_statement("postgresql", "answers").replace('"answers"', "answers"))
    assert not list(parsed.find_all(exp.Column))
