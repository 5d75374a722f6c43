"""`tacit tally`: count, keep, add up, or print the statement; and `tacit estimate` takes each of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import AnswersInvalid, Refused
from tacit.files.answers import write_answers
from tacit.study.file import read_study
from written_study import how_strong

DEALT = '[scheme]\nrows = "dealt"\ncolumns = 3\n'
STUDY = how_strong('labels = ["a", "b", "c"]', epsilon=1, more=DEALT)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A study, and 600 answers in three files of a folder."""
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text(STUDY, encoding="utf-8")
    study = read_study("study.toml")
    rng, scheme = np.random.default_rng(3), study.scheme
    Path("answers").mkdir()
    for number, ending in enumerate(("parquet", "csv", "ndjson")):
        batch = rng.integers(0, scheme.queries, 200), rng.integers(0, scheme.rows.columns, 200)
        write_answers(Path(f"answers/{number}.{ending}"), study, [batch])


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, arguments)


def said(*arguments: str) -> str:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def refusal(*arguments: str) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, AnswersInvalid | Refused), done.output
    assert done.stdout == ""
    return str(done.exception)


def estimate(*arguments: str) -> Any:  # noqa: ANN401 - JSON is of any shape
    return json.loads(said("estimate", "study.toml", *arguments, "--json"))


class TestCounting:
    def test_it_says_how_many_and_where_they_are(self) -> None:
        found = said("tally", "study.toml", "answers", "--tally", "all.parquet").splitlines()
        assert found[0].startswith("Reaction: 600 answers on ")
        assert found[0].endswith(" of 72 pairs of query and column")
        assert found[1:] == ["all.parquet holds them; next:", "  tacit estimate study.toml all.parquet"]

    def test_without_a_file_it_only_counts(self) -> None:
        assert said("tally", "study.toml", "answers").startswith("Reaction: 600 answers")
        assert [path.name for path in sorted(Path().iterdir())] == ["answers", "study.toml"]

    def test_json(self) -> None:
        found = json.loads(said("tally", "study.toml", "answers", "--tally", "all.parquet", "--json"))
        assert found["answers"] == 600
        assert found["tally"] == "all.parquet"
        assert found["refused"] == {}
        assert found["cells"]["all"] == 72
        assert found["study"] == read_study("study.toml").id

    def test_one_day_after_the_other_is_estimated_like_all_at_once(self) -> None:
        expected = estimate("answers")
        for number, ending in enumerate(("parquet", "csv", "ndjson")):
            said("tally", "study.toml", f"answers/{number}.{ending}", "--tally", "all.parquet")
        assert estimate("all.parquet") == expected
        assert estimate("answers", "--tally", "all.parquet") == expected
        assert estimate("--tally", "all.parquet") == expected

    def test_estimate_keeps_a_tally_too(self) -> None:
        expected = estimate("answers")
        assert estimate("answers", "--tally", "all.parquet") == expected
        assert estimate("all.parquet") == expected

    def test_two_tallies_are_added(self) -> None:
        said("tally", "study.toml", "answers/0.parquet", "--tally", "0.parquet")
        said("tally", "study.toml", "answers/1.csv", "answers/2.ndjson", "--tally", "1.parquet")
        said("tally", "study.toml", "1.parquet", "0.parquet", "--tally", "all.parquet")
        assert estimate("all.parquet") == estimate("0.parquet", "1.parquet") == estimate("answers")


class TestStatement:
    def test_it_is_printed_with_what_to_do_next(self) -> None:
        assert said("tally", "study.toml", "--sql", "postgresql").splitlines() == [
            "-- Reaction",
            "-- Its result as CSV is for: tacit estimate study.toml --counts FILE",
            'SELECT "query", "column",',
            '       COUNT(*) AS "count"',
            'FROM "answers"',
            'GROUP BY "query", "column"',
        ]

    @pytest.mark.parametrize("ending", ["csv", "parquet"])
    def test_a_database_that_runs_it_gives_the_same_estimate(self, ending: str) -> None:
        expected = estimate("answers")
        with duckdb.connect() as database:
            for number, name in enumerate(("0.parquet", "1.csv", "2.ndjson")):
                read = (
                    "read_json"
                    if name.endswith("ndjson")
                    else "read_csv"
                    if name.endswith("csv")
                    else "read_parquet"
                )
                into = "CREATE TABLE answers AS" if number == 0 else "INSERT INTO answers"
                database.execute(f"{into} SELECT * FROM {read}('answers/{name}')")  # noqa: S608
            database.execute(f"COPY ({said('tally', 'study.toml', '--sql', 'duckdb')}) TO 'counts.{ending}'")
        assert estimate("--counts", f"counts.{ending}") == expected

    def test_counts_are_kept_beside_answers(self) -> None:
        Path("counts.csv").write_text("query,column,count\n0,0,40\n", encoding="utf-8")
        arguments = ["answers", "--counts", "counts.csv", "--tally", "all.parquet"]
        said("tally", "study.toml", *arguments)
        assert said("tally", "study.toml", *arguments).startswith("Reaction: 640 answers")

    def test_counts_given_as_answers_are_pointed_to_the_option(self) -> None:
        Path("counts.csv").write_text("query,column,count\n0,0,40\n", encoding="utf-8")
        assert "give counts of answers with --counts" in refusal("estimate", "study.toml", "counts.csv")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                ["--sql", "postgres"],
                "the database must be duckdb, postgresql, bigquery or spark; got postgres",
            ),
            (["--sql", "duckdb", "answers"], "--sql prints a statement and reads no answers"),
            (["--sql", "duckdb", "--table", ""], "the table must have a name"),
            (["answers", "--table", "x"], "--table goes with --sql"),
            ([], "ANSWERS must name a file or a folder of answers (or give --counts, or --sql)"),
            (["answers", "--tally", "all.csv"], "all.csv must end in .parquet to hold a tally"),
            (["answers", "--tally", "no/all.parquet"], "--tally names a folder that is not there: no"),
            (["answers", "--engine", "spark"], "--engine spark counts Parquet files; leave it out to read"),
        ],
    )
    def test_what_makes_no_sense_is_said_before_anything_is_done(
        self, arguments: list[str], message: str
    ) -> None:
        assert refusal("tally", "study.toml", *arguments).startswith(message)


class TestBadRows:
    @pytest.fixture(autouse=True)
    def bad(self) -> None:
        Path("answers/3.csv").write_text("query,column\n1,1\n1,77\n", encoding="utf-8")

    def test_they_stop_it_and_the_tally_is_not_written(self) -> None:
        message = refusal("tally", "study.toml", "answers", "--tally", "all.parquet")
        assert "answers/3.csv: column out of range 0..2 (line 3)" in message
        assert "--skip-bad" in message
        assert not Path("all.parquet").exists()

    def test_with_leave_they_are_told_and_stay_known(self) -> None:
        done = run("tally", "study.toml", "answers", "--tally", "all.parquet", "--skip-bad")
        assert done.exit_code == 0
        assert done.stderr == "left out: answers/3.csv: column out of range 0..2 (line 3)\n"
        assert "left out in all: column out of range 0..2 (1)" in done.stdout
        assert estimate("all.parquet")["refused"] == {"column out of range 0..2": 1}


def test_a_folder_of_two_studies_is_refused_by_file() -> None:
    table = pa.table({"query": [1], "column": [1]}).replace_schema_metadata({"tacit.study": "other"})
    pa.parquet.write_table(table, "answers/other.parquet")
    message = refusal("estimate", "study.toml", "answers")
    assert "answers/other.parquet is of another study, other" in message
