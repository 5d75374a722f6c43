"""Spark finds the same integers, however the answers are spread, and moves nothing but counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet
import pytest
from click.testing import CliRunner

import tacit
from engines.contract import CASES, Case
from tacit.cli.main import tacit as tacit_command
from tacit.errors import AnswersInvalid
from tacit.files.refusals import Refusals
from tacit.files.tallies import tally_files
from tacit.spark import tally, tally_frame, tally_parquet

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

GOOD = CASES[0]


def frame_of(spark: SparkSession, table: pa.Table, folder: Path) -> DataFrame:
    path = folder / "answers.parquet"
    pa.parquet.write_table(table, path)
    return spark.read.parquet(str(path))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_spark_counts_the_same(case: Case, spark: SparkSession, tmp_path: Path) -> None:
    frame = frame_of(spark, case.table, tmp_path)
    case.check(tally(frame.repartition(7), case.study, skip_bad=True))


def test_lopsided_partitions_and_many_empty_ones_change_nothing(spark: SparkSession, tmp_path: Path) -> None:
    frame = frame_of(spark, GOOD.table, tmp_path)
    GOOD.check(tally(frame.repartitionByRange(3, "query").repartition(50, "column"), GOOD.study))
    GOOD.check(tally(frame.coalesce(1), GOOD.study))


def test_its_tally_adds_up_with_others(spark: SparkSession, tmp_path: Path) -> None:
    half = GOOD.table.num_rows // 2
    there = tally(frame_of(spark, GOOD.table[:half], tmp_path), GOOD.study)
    GOOD.check(there + tacit.tally(GOOD.study, GOOD.table[half:]))


def test_the_plan_has_no_python_in_it(spark: SparkSession, tmp_path: Path) -> None:
    """The session's Python does not exist either, so that every other test shows it as well."""
    frame = frame_of(spark, GOOD.table, tmp_path)
    plan = frame.groupBy("query", "column").count()._jdf.queryExecution().toString()
    assert "HashAggregate" in plan
    assert "Python" not in plan


def test_a_bad_row_refuses_all_with_its_reason(spark: SparkSession, tmp_path: Path) -> None:
    case = next(case for case in CASES if case.refused)
    with pytest.raises(AnswersInvalid) as refused:
        tally(frame_of(spark, case.table, tmp_path), case.study)
    message = str(refused.value)
    assert "query is missing (2)" in message
    assert "the frame: column out of range 0..2 (1 different pair)" in message
    assert "skip_bad=True" in message


def test_words_and_fractions_are_no_answers(spark: SparkSession) -> None:
    frame = spark.sql(
        "SELECT * FROM VALUES ('1', 1.0), ('one', 1.0), ('1', 1.5), (' 2 ', 0) AS t(query, column)"
    )
    found = tally(frame, GOOD.study, skip_bad=True)
    assert found.answers == 2
    assert found.refused == {"query is not a whole number": 1, "column is not a whole number": 1}


def test_rows_of_another_study_are_counted_as_such(spark: SparkSession) -> None:
    rows = f"('{GOOD.study.id}', 1, 1), ('other', 1, 1), ('other', 1, 1), (NULL, 1, 1)"
    frame = spark.sql(f"SELECT * FROM VALUES {rows} AS t(study, query, column)")  # noqa: S608
    found = tally(frame, GOOD.study, skip_bad=True)
    assert found.answers == 1
    assert found.refused == {"of another study": 3}


def test_a_table_of_something_else_is_refused(spark: SparkSession) -> None:
    with pytest.raises(AnswersInvalid, match="has no column `query`"):
        tally(spark.range(5).withColumnRenamed("id", "column"), GOOD.study)


def test_a_table_with_too_many_different_pairs_is_asked_about(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacit.spark.MOST_STRAY", 5)
    scheme = GOOD.study.scheme
    cells = scheme.queries * scheme.rows.columns
    frame = spark.range(cells + 6).selectExpr("id AS query", "CAST(0 AS INT) AS column")
    with pytest.raises(AnswersInvalid, match="is this the right table"):
        tally(frame, GOOD.study)
    assert tally(frame.limit(cells + 5), GOOD.study, skip_bad=True).answers == scheme.queries


def test_files_whose_columns_have_other_types_are_read_side_by_side(
    spark: SparkSession, tmp_path: Path
) -> None:
    third = GOOD.table.num_rows // 3
    types = [pa.uint8(), pa.int32(), pa.int64()]
    paths = []
    for number, kind in enumerate(types):
        part = GOOD.table[number * third : (number + 1) * third if number < 2 else None]
        table = pa.table({"column": part["column"].cast(kind), "query": part["query"].cast("u2")})
        paths.append(tmp_path / f"part [{number}] {{a,b}}*?%20.parquet")
        pa.parquet.write_table(table, paths[-1])
    refusals = Refusals()
    GOOD.check(tally_parquet(GOOD.study, paths, refusals))
    assert not refusals


def test_a_frame_is_counted_beside_what_was_refused_before(spark: SparkSession) -> None:
    refusals = Refusals()
    found = tally_frame(spark.range(3), GOOD.study, refusals, source="ids")
    assert found.answers == 0
    assert refusals.lines() == ["ids has no column `query` and `column`; it has `id`"]


def test_the_command_finds_the_same_with_either_engine(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses the session that is there; a tally that it keeps knows the files that Spark counted."""
    monkeypatch.chdir(tmp_path)
    Path("study.json").write_bytes(GOOD.study.manifest)
    pa.parquet.write_table(GOOD.table, "answers.parquet")
    local = CliRunner().invoke(tacit_command, ["estimate", "study.json", "answers.parquet", "--json"])
    arguments = ["answers.parquet", "--engine", "spark", "--tally", "kept.parquet", "--json"]
    there = CliRunner().invoke(tacit_command, ["estimate", "study.json", *arguments])
    assert there.exit_code == 0, there.output
    assert there.stdout == local.stdout
    again = CliRunner().invoke(tacit_command, ["estimate", "study.json", *arguments])
    assert again.stdout == local.stdout


def test_files_that_are_no_answers_are_refused_as_locally(spark: SparkSession, tmp_path: Path) -> None:
    """Spark would stop at the first, and would not see that one is of another study."""
    whole, paths = tmp_path / "whole.parquet", []
    pa.parquet.write_table(GOOD.table, whole)
    other = GOOD.table[:50].replace_schema_metadata({"tacit.study": "other"})
    for name, content in (("cut", whole.read_bytes()[:-9]), ("empty", b""), ("text", b"query,column")):
        paths.append(tmp_path / f"{name}.parquet")
        paths[-1].write_bytes(content)
    for name, table in (("other", other), ("people", pa.table({"group": ["a"], "value": [1]}))):
        paths.append(tmp_path / f"{name}.parquet")
        pa.parquet.write_table(table, paths[-1])
    refusals, locally = Refusals(), Refusals()
    GOOD.check(replace(tally_parquet(GOOD.study, [whole, *paths], refusals), refused={}))
    tally_files(GOOD.study, [whole, *paths], locally)
    assert refusals.counts == locally.counts
    assert refusals.lines() == locally.lines()
    assert refusals.counts["of another study"] == 50
