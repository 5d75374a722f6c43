"""Weights, outcomes, strata, clusters: one report from files, kept tallies and databases, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from engines.contract import CASES
from engines.postgresql import Postgresql
from tacit.cli.main import tacit
from tacit.errors import AnswersInvalid, Refused
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.files.summed import read_sums
from tacit.tallying.measures import Measures, Term, Unit
from tacit.tallying.statement import summing_statement
from tacit.tallying.sums import SumTally

STUDY = next(case.study for case in CASES if case.name == "dealt")
SIZE = 3000
BESIDE = ["--weights", "w", "--outcome", "score", "--outcome", "age", "--by", "region", "--cluster", "town"]
DIGITS = ["--digits", "w", "2", "--digits", "score", "3"]
TYPES = 'query bigint, "column" bigint, w {real}, score {real}, age int, region text, town int'
BAD = {
    "query": [1, 1, 1, 1, 1, 99_999],
    "column": [1, 1, 1, 1, 1, 1],
    "w": [None, -1.5, 1.0, 1.0, 1.0, 1.0],
    "score": [1.0, 1.0, 1.0, None, 2.0, 1.0],
    "age": [5, 5, 5, None, 5, 5],
    "region": ["a", "a", None, " it's ", "  ", "a"],
    "town": [1, 1, 1, 1, 1, 1],
}


def answers(seed: int) -> pa.Table:
    """Good ones, some without score or age."""
    rng = np.random.default_rng(seed)
    scheme = STUDY.scheme
    return pa.table(
        {
            "query": rng.integers(0, scheme.queries, SIZE),
            "column": rng.integers(0, scheme.rows.columns, SIZE),
            "w": rng.integers(1, 500, SIZE) / 100,
            "score": pa.array(rng.integers(-9000, 9000, SIZE) / 1000, mask=rng.random(SIZE) < 0.1),
            "age": pa.array(rng.integers(18, 90, SIZE), mask=rng.random(SIZE) < 0.2),
            "region": np.array(["north", "Île-d'Or", " south "])[rng.integers(0, 3, SIZE)],
            "town": rng.integers(0, 40, SIZE),
        }
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study, and its answers in three kinds of files."""
    monkeypatch.chdir(tmp_path)
    Path("study.json").write_bytes(STUDY.manifest)
    Path("answers").mkdir()
    pa.parquet.write_table(answers(1), "answers/1.parquet")
    pa.csv.write_csv(answers(2), "answers/2.csv")
    rows = answers(3).to_pylist()
    Path("answers/3.ndjson").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, arguments)


def said(*arguments: str) -> str:
    done = run(*arguments)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def refusal(*arguments: str) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, AnswersInvalid | Refused), done.output
    assert done.stdout == ""
    return str(done.exception)


def estimate(*arguments: str) -> str:
    return said("estimate", "study.json", *arguments, *BESIDE, "--json")


def statement(database: str, *more: str) -> str:
    return said("tally", "study.json", "--sql", database, *more, *BESIDE, *DIGITS)


def every_answer() -> pa.Table:
    return pa.concat_tables([answers(seed) for seed in (1, 2, 3)])


def test_tallies_kept_one_after_the_other_or_merged_are_estimated_like_all_at_once() -> None:
    expected = estimate("answers")
    for name in ("3.ndjson", "1.parquet", "2.csv"):
        said("tally", "study.json", f"answers/{name}", "--tally", "all.parquet", *BESIDE)
        said("tally", "study.json", f"answers/{name}", "--tally", f"{name}.parquet", *BESIDE)
    assert estimate("all.parquet") == expected
    assert estimate("--tally", "all.parquet") == expected
    assert estimate("answers", "--tally", "all.parquet") == expected
    assert estimate("answers", "--tally", "new.parquet") == expected
    assert estimate("2.csv.parquet", "3.ndjson.parquet", "1.parquet.parquet") == expected
    assert estimate("2.csv.parquet", "3.ndjson.parquet", "answers/1.parquet") == expected


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("kind", ["DOUBLE", "DECIMAL(12, 3)"])
def test_duckdb_adds_up_the_same(kind: str, ending: str) -> None:
    expected = estimate("answers")
    with duckdb.connect() as database:
        database.register("every", every_answer())
        casts = f"* REPLACE (CAST(w AS {kind}) AS w, CAST(score AS {kind}) AS score)"
        database.execute(f"CREATE TABLE answers AS SELECT {casts} FROM every")  # noqa: S608
        database.execute(f"COPY ({statement('duckdb')}) TO 'counts.{ending}'")
    assert estimate("--counts", f"counts.{ending}") == expected
    said("tally", "study.json", "--counts", f"counts.{ending}", "--tally", "all.parquet", *BESIDE)
    assert estimate("all.parquet") == expected


@pytest.mark.parametrize("real", ["double precision", "numeric"])
def test_postgresql_adds_up_the_same(real: str, postgresql: Postgresql) -> None:
    expected = estimate("answers")
    fill(postgresql, every_answer(), real)
    Path("counts.csv").write_text(postgresql.run(statement("postgresql")), encoding="utf-8")
    assert estimate("--counts", "counts.csv") == expected


def fill(server: Postgresql, table: pa.Table, real: str) -> None:
    sink = pa.BufferOutputStream()
    pa.csv.write_csv(table, sink)
    server.run(f"DROP TABLE IF EXISTS answers; CREATE TABLE answers ({TYPES.format(real=real)})")
    server.run("COPY answers FROM STDIN (FORMAT csv, HEADER)", answers=sink.getvalue().to_pybytes())


def test_half_from_a_database_and_half_from_files_is_the_whole() -> None:
    expected = estimate("answers")
    with duckdb.connect() as database:
        database.register("answers", answers(2))
        database.execute(f"COPY ({statement('duckdb')}) TO 'counts.csv'")
    assert estimate("answers/1.parquet", "answers/3.ndjson", "--counts", "counts.csv") == expected


def bad_of(database: str, postgresql: Postgresql | None) -> None:
    """The answer of the database about rows that cannot be used, and one that can, as a file."""
    table = pa.table(BAD)
    if postgresql:
        fill(postgresql, table, "double precision")
        Path("counts.csv").write_text(postgresql.run(statement("postgresql")), encoding="utf-8")
        return
    with duckdb.connect() as session:
        session.register("answers", table)
        session.execute(f"COPY ({statement(database)}) TO 'counts.csv'")


@pytest.mark.parametrize("database", ["duckdb", "postgresql"])
def test_rows_that_cannot_be_used_are_left_out_for_the_same_reasons(
    database: str, postgresql: Postgresql
) -> None:
    bad_of(database, postgresql if database == "postgresql" else None)
    pa.parquet.write_table(pa.table(BAD), "bad.parquet")
    there, here = (
        json.loads(estimate(*arguments, "--skip-bad"))
        for arguments in (["--counts", "counts.csv"], ["bad.parquet"])
    )
    assert there["refused"] == here["refused"]
    assert there["answers"] == here["answers"] == 1
    assert there["strata"][0]["stratum"] == here["strata"][0]["stratum"] == {"region": "it's"}
    message = refusal("estimate", "study.json", "--counts", "counts.csv", *BESIDE)
    assert "w is missing (1)" in message
    assert "w is below 0 (1)" in message
    assert "region is missing (2)" in message


def test_a_number_with_more_digits_is_no_sum_that_nobody_notices() -> None:
    with duckdb.connect() as database:
        database.register("answers", answers(1))
        text = said("tally", "study.json", "--sql", "duckdb", *BESIDE, "--digits", "w", "2")
        database.execute(f"COPY ({text}) TO 'counts.csv'")
    assert "score has more than 0 digits after the point" in refusal(
        "estimate", "study.json", "--counts", "counts.csv", *BESIDE
    )


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 3e9])
def test_numbers_that_cannot_be_added_exactly_are_refused_and_break_nothing(value: float) -> None:
    table = answers(1).set_column(3, "score", pa.array([value] * SIZE))
    with duckdb.connect() as database:
        database.register("answers", table)
        database.execute(f"COPY ({statement('duckdb')}) TO 'counts.csv'")
    message = refusal("estimate", "study.json", "--counts", "counts.csv", *BESIDE)
    assert "score is too large to be added exactly (3,000)" in message


class TestWrongUse:
    def test_sums_of_other_columns_are_named(self) -> None:
        said("tally", "study.json", "answers", "--tally", "all.parquet", *BESIDE)
        message = refusal("estimate", "study.json", "all.parquet", "--weights", "age")
        assert message.startswith(
            "all.parquet does not hold the sums of `age`; beside its counts it has region"
        )
        assert "Name the same columns" in message

    def test_plain_counts_hold_no_sums(self) -> None:
        Path("counts.csv").write_text("query,column,count\n0,0,40\n", encoding="utf-8")
        message = refusal("estimate", "study.json", "--counts", "counts.csv", "--weights", "w")
        assert message.startswith(
            "counts.csv does not hold the sums of `w`; beside its counts it has nothing"
        )

    def test_a_tally_with_sums_may_be_counted_plainly_and_is_not_overwritten_so(self) -> None:
        said("tally", "study.json", "answers", "--tally", "all.parquet", *BESIDE)
        plain = said("estimate", "study.json", "answers", "--json")
        assert said("estimate", "study.json", "all.parquet", "--json") == plain
        message = refusal("tally", "study.json", "answers", "--tally", "all.parquet")
        assert message.startswith("all.parquet holds sums beside its counts, which would be lost")

    def test_a_model_needs_the_answers(self) -> None:
        asked = ["--outcome", "score", "--covariate", "age"]
        said("tally", "study.json", "answers", "--tally", "all.parquet", *BESIDE)
        message = refusal("estimate", "study.json", "--tally", "all.parquet", *asked)
        assert message.startswith("--tally adds up, and a model needs every row")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--digits", "w", "2"], "--digits names no weight and no outcome: w"),
            (["--weights", "w", "--digits", "v", "2"], "--digits names no weight and no outcome: v"),
            (["--weights", "count"], "`count` cannot be added up by a database"),
            (["--weights", "w" * 70], f"`w1_{'w' * 56}…` makes a name longer than the 63 bytes"),
        ],
    )
    def test_what_makes_no_sense_is_said(self, arguments: list[str], message: str) -> None:
        assert refusal("tally", "study.json", "--sql", "postgresql", *arguments).startswith(message)

    def test_digits_are_for_a_statement(self) -> None:
        message = refusal("tally", "study.json", "answers", *BESIDE, "--digits", "w", "2")
        assert message.startswith("--digits goes with --sql")

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("0,0,1.5,3,9", "count is not a whole number (1)"),
            ("0,0,2,x,9", "w1_w_e0 must hold whole numbers"),
        ],
    )
    def test_sums_that_are_none_are_refused(self, line: str, message: str) -> None:
        Path("counts.csv").write_text(f"query,column,count,w1_w_e0,w2_w_e0\n{line}\n", encoding="utf-8")
        assert message in refusal("estimate", "study.json", "--counts", "counts.csv", "--weights", "w")


@pytest.mark.parametrize(
    "sums",
    [
        pa.array([40, 7, None]),
        pa.array(["40", "7", ""]),
        pa.array([40.0, 7.0, None]),
        pa.array([40, 7, 0]).cast(pa.decimal128(38)),
        pa.array([40, 7, 0], pa.uint64()),
    ],
    ids=lambda sums: str(sums.type),
)
def test_whole_sums_of_any_type_are_taken(sums: pa.Array) -> None:
    counts = {"query": [0, 1, 2], "column": [0, 1, 1], "count": [5, 5, 5]}
    pa.parquet.write_table(pa.table(counts | {"w1_w_e0": sums, "w2_w_e0": [90, 90, 0]}), "counts.parquet")
    found = tacit_tally(Path("counts.parquet"))
    assert found.sums[Term(1)].integers() == [40, 7, 0]


def test_a_sum_that_is_not_whole_is_refused() -> None:
    counts = {"query": [0], "column": [0], "count": [5], "w1_w_e0": [40.5], "w2_w_e0": [90]}
    pa.parquet.write_table(pa.table(counts), "counts.parquet")
    with pytest.raises(AnswersInvalid, match="w1_w_e0 must hold whole numbers, as they were added up"):
        tacit_tally(Path("counts.parquet"))


def tacit_tally(path: Path) -> SumTally:
    return read_sums(STUDY, [path], Beside("w"), Refusals(), lambda size: None)


def test_the_next_step_is_a_command_that_can_be_typed() -> None:
    lines = said("tally", "study.json", "answers", "--tally", "all.parquet", *BESIDE).splitlines()
    assert max(map(len, lines[:-1])) <= 80
    words = lines[-1].split()
    assert words[:2] == ["tacit", "estimate"]
    assert said(*words[1:], "--json") == estimate("answers")
    head = statement("bigquery").splitlines()[1]
    assert head.endswith(f"tacit estimate study.json --counts FILE {' '.join(BESIDE)}")


def measures(**changes: Any) -> Measures:  # noqa: ANN401
    return Measures(Unit("w", 2), (Unit("age"),), **({"by": ("region",)} | changes))


@pytest.mark.parametrize("database", ["duckdb", "postgresql", "bigquery", "spark"])
def test_names_of_sums_are_plain_letters(database: str) -> None:
    """What BigQuery wants of names in a result."""
    text = summing_statement(database, "answers", measures())
    for name in ("w1_w_e2", "w2_w_e4", "w0_age_0_e0", "w1_age_1_e2", "w2_age_2_e4"):
        assert name in text
    assert all(name.replace("_", "").isalnum() for name in measures().expressions())
