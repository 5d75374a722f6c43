"""Databases find the same integers: their answer to the printed statement is taken back as a tally."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

from engines.contract import CASES, Case
from engines.postgresql import Postgresql
from tacit.files.refusals import Refusals
from tacit.files.tallies import tally_counts, write_tally
from tacit.tallying.folding import LinkedRows, fold_sums
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.statement import counting_statement
from tacit.tallying.sums import SumTally
from tacit.tallying.tally import Tally

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def taken_back(case: Case, path: Path) -> Tally:
    """The file as `--counts` takes it."""
    refusals = Refusals()
    found = tally_counts(case.study, [path], refusals)
    assert found.refused == refusals.counts
    return found


def fill(server: Postgresql, table: pa.Table, types: str) -> None:
    """A table `answers` with these rows."""
    sink = pa.BufferOutputStream()
    pa.csv.write_csv(table, sink)
    server.run(f"DROP TABLE IF EXISTS answers; CREATE TABLE answers ({types})")
    server.run("COPY answers FROM STDIN (FORMAT csv, HEADER)", answers=sink.getvalue().to_pybytes())


@EVERY_CASE
def test_postgresql_counts_the_same(case: Case, postgresql: Postgresql, tmp_path: Path) -> None:
    fill(postgresql, case.table, '"query" bigint, "column" bigint')
    path = tmp_path / "counts.csv"
    path.write_text(postgresql.run(counting_statement("postgresql", "public.answers")), encoding="utf-8")
    case.check(taken_back(case, path))


@EVERY_CASE
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_duckdb_counts_the_same(case: Case, ending: str, tmp_path: Path) -> None:
    answers = tmp_path / "answers.parquet"
    pa.parquet.write_table(case.table, answers)
    path = tmp_path / f"counts{ending}"
    with duckdb.connect() as database:
        statement = counting_statement("duckdb", str(answers))
        database.execute(f"COPY ({statement}) TO '{path}'")
    case.check(taken_back(case, path))


def test_what_a_database_counted_is_saved_as_the_same_tally(tmp_path: Path) -> None:
    case = CASES[0]
    path, saved = tmp_path / "counts.csv", tmp_path / "saved.parquet"
    rows = [f"{query},{column},{count}" for (query, column), count in case.counts.items()]
    path.write_text("\n".join(["query,column,count", *reversed(rows)]), encoding="utf-8")
    write_tally(saved, case.study, taken_back(case, path))
    case.check(taken_back(case, saved))


class TestSums:
    """Weights and outcomes: sums of decimals, exact in every database."""

    case = CASES[0]
    size = case.table.num_rows
    measures = Measures(Unit("w", 2), (Unit("age"),), by=("region",))
    rng = np.random.default_rng(5)
    weights = rng.integers(0, 10**9, size)
    ages = rng.integers(-120, 120, size)
    is_there = rng.random(size) < 0.9
    region = rng.integers(0, 2, size)

    @property
    def expected(self) -> SumTally:
        rows = LinkedRows(
            queries=self.case.table["query"].to_numpy(),
            columns=self.case.table["column"].to_numpy(),
            weights=self.weights,
            outcomes={"age": (self.ages, self.is_there)},
            parts=(("north",), ("south",)),
            part=self.region,
        )
        return fold_sums(self.case.study.scheme, self.measures, [rows])

    @property
    def table(self) -> pa.Table:
        """The answers as a database holds them: weights as decimals, a missing age as NULL."""
        hundredths = [f"{weight // 100}.{weight % 100:02}" for weight in self.weights.tolist()]
        table = self.case.table.append_column("w", pa.array(hundredths).cast(pa.decimal128(12, 2)))
        table = table.append_column("age", pa.array(self.ages, mask=~self.is_there))
        return table.append_column("region", pa.array(np.array(["north", "south"])[self.region]))

    def check(self, found: Sequence[Mapping[str, object]]) -> None:
        """`found` are the database's rows."""
        expected = self.expected
        sums = {self.measures.column_of(term): expected.sums[term].integers() for term in self.measures.terms}
        cells = [divmod(cell, expected.columns) for cell in expected.cells.tolist()]
        parts = [expected.parts[part][0] for part in expected.part.tolist()]
        wanted = {
            (query, column, part): {name: values[at] for name, values in sums.items()}
            for at, ((query, column), part) in enumerate(zip(cells, parts, strict=True))
        }
        keys = ("query", "column", "region")
        got = {
            (int(str(row["query"])), int(str(row["column"])), str(row["region"])): {
                name: int(str(value)) for name, value in row.items() if name not in keys
            }
            for row in found
        }
        assert got == wanted

    def test_duckdb(self) -> None:
        with duckdb.connect() as database:
            database.register("answers", self.table)
            found = database.sql(counting_statement("duckdb", "answers", self.measures))
            self.check(found.to_arrow_table().to_pylist())

    def test_postgresql(self, postgresql: Postgresql) -> None:
        fill(postgresql, self.table, '"query" bigint, "column" bigint, w numeric, age bigint, region text')
        found = postgresql.run(counting_statement("postgresql", "answers", self.measures))
        self.check(list(csv.DictReader(io.StringIO(found))))


def test_counts_of_another_study_are_set_apart(tmp_path: Path) -> None:
    case = CASES[0]
    path = tmp_path / "counts.csv"
    path.write_text(f"study,query,column,count\n{case.study.id},1,1,5\nother,1,1,7\n", encoding="utf-8")
    found = taken_back(case, path)
    assert found.answers == 5
    assert found.refused == {"of another study": 7}


WRONG: list[tuple[str, dict[str, int]]] = [
    ("query,column,count\n1,1,-1\n", {"count out of range 0..9007199254740991": 1}),
    ("query,column,count\n1,1,\n", {"count is missing": 1}),
    ("query,column,count\n1,1,many\n", {"count is not a whole number": 1}),
    ("query,column,count\n1,9,5\n", {"column out of range 0..2": 5}),
    ("query,column,n\n1,1,5\n", {"file without query and column": 1}),
    ("query,column,count,count\n1,1,5,5\n", {"file with a column twice": 1}),
    ("", {"file that is empty": 1}),
]


@pytest.mark.parametrize(("text", "refused"), WRONG)
def test_counts_that_cannot_be_are_left_out_with_their_reason(
    text: str, refused: dict[str, int], tmp_path: Path
) -> None:
    path = tmp_path / "counts.csv"
    path.write_text(text, encoding="utf-8")
    found = taken_back(CASES[0], path)
    assert found.answers == 0
    assert found.refused == refused


def test_lines_of_json_are_no_counts(tmp_path: Path) -> None:
    path = tmp_path / "counts.ndjson"
    path.write_text('{"query": 1, "column": 1, "count": 5}\n', encoding="utf-8")
    assert taken_back(CASES[0], path).refused == {"file of another kind": 1}
