"""Weights, outcomes and strata in Spark: the same exact sums, and the same rows left out, as from files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from click.testing import CliRunner

import tacit
from engines.contract import CASES
from tacit.cli.main import tacit as command
from tacit.errors import AnswersInvalid, Refused
from tacit.spark import tally
from tacit.tallying.sums import SumTally
from tacit.tallying.tally import Tally

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

STUDY = CASES[0].study
SIZE = 3000


def answers(seed: int) -> pa.Table:
    """Good answers with public columns of many types; labels with an accent, a quote and spaces around."""
    rng = np.random.default_rng(seed)
    scheme = STUDY.scheme
    labels = np.array(["north", "Île-d'Or", " south ", 'a "b"'])
    return pa.table(
        {
            "query": rng.integers(0, scheme.queries, SIZE),
            "column": rng.integers(0, scheme.rows.columns, SIZE),
            "weight": rng.integers(1, 5000, SIZE) / 1000,
            "whole": pa.array(rng.integers(0, 9, SIZE), "i4"),
            "age": pa.array(rng.integers(-5, 100, SIZE), mask=rng.random(SIZE) < 0.1),
            "odd `name`": pa.array(rng.integers(0, 10**6, SIZE) / 100),
            "region": labels[rng.integers(0, 4, SIZE)],
            "town": pa.array(rng.integers(0, 20, SIZE), "i2"),
        }
    )


ASKED: list[dict[str, Any]] = [
    {"weights": "weight"},
    {"weights": "whole", "by": "region"},
    {"outcomes": ["age", "odd `name`"]},
    {"weights": "weight", "outcomes": "age", "by": ["region"], "cluster": "town"},
]


def frame_of(spark: SparkSession, table: pa.Table, folder: Path) -> DataFrame:
    path = folder / "answers.parquet"
    pa.parquet.write_table(table, path)
    return spark.read.parquet(str(path))


def check(found: Tally | SumTally, expected: Tally | SumTally) -> None:
    assert isinstance(found, SumTally)
    assert isinstance(expected, SumTally)
    assert found == expected
    assert found.measures == expected.measures
    assert found.refused == expected.refused
    assert found.study == expected.study


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: ", ".join(asked))
def test_spark_adds_up_the_same(asked: dict[str, Any], spark: SparkSession, tmp_path: Path) -> None:
    table = answers(1)
    frame = frame_of(spark, table, tmp_path)
    check(tally(frame.repartition(5), STUDY, **asked), tacit.tally(STUDY, table, **asked))


def test_the_estimates_are_the_same_to_the_last_digit(spark: SparkSession, tmp_path: Path) -> None:
    table = answers(2)
    there = tally(frame_of(spark, table, tmp_path), STUDY, weights="weight", by="region", outcomes="age")
    here = tacit.tally(STUDY, table, weights="weight", by="region", outcomes="age")
    assert tacit.estimate(STUDY, there).to_json() == tacit.estimate(STUDY, here).to_json()


BAD = {
    "query": [1, 1, 1, 1, 1, 1, 1, None, 99_999, 1, 1, 1],
    "column": [1] * 12,
    "weight": ["1.5", "", None, "-1", "heavy", "Infinity", "2", "1", "x", "1", "3e9", "1"],
    "age": ["3", "3", "3", "3", "3", "3", "old", "3", "3", "", "3", "-1e30"],
    "region": ["north"] * 9 + [" ", "north", "north"],
}


def test_rows_that_cannot_be_used_are_left_out_for_the_same_reasons(
    spark: SparkSession, tmp_path: Path
) -> None:
    table = pa.table(BAD)
    frame = frame_of(spark, table, tmp_path)
    asked: dict[str, Any] = {"weights": "weight", "outcomes": "age", "by": "region"}
    found = tally(frame, STUDY, **asked, skip_bad=True)
    check(found, tacit.tally(STUDY, table, **asked, skip_bad=True))
    assert found.answers == 1
    with pytest.raises(AnswersInvalid, match=r"weight is missing \(2\)"):
        tally(frame, STUDY, **asked)


def test_numbers_that_are_none_are_missing(spark: SparkSession, tmp_path: Path) -> None:
    table = pa.table({"query": [1, 1, 2], "column": [1, 1, 1], "age": [1.25, float("nan"), 3.0]})
    check(
        tally(frame_of(spark, table, tmp_path), STUDY, outcomes="age"),
        tacit.tally(STUDY, table, outcomes="age"),
    )


def test_thirds_are_rounded_alike(spark: SparkSession, tmp_path: Path) -> None:
    table = pa.table({"query": [1, 1, 2], "column": [1, 1, 1], "age": [1 / 3, 2 / 3, 1000.0]})
    found = tally(frame_of(spark, table, tmp_path), STUDY, outcomes="age")
    check(found, tacit.tally(STUDY, table, outcomes="age"))
    assert found.measures.outcomes[0].is_rounded


def test_rows_of_another_study_are_set_apart(spark: SparkSession, tmp_path: Path) -> None:
    table = pa.table({"study": [STUDY.id, "other"], "query": [1, 1], "column": [1, 1], "weight": [2.5, -1.0]})
    found = tally(frame_of(spark, table, tmp_path), STUDY, weights="weight", skip_bad=True)
    check(found, tacit.tally(STUDY, table, weights="weight", skip_bad=True))
    assert found.refused == {"of another study": 1}


def test_columns_that_are_not_there_are_named_at_once(spark: SparkSession, tmp_path: Path) -> None:
    frame = frame_of(spark, answers(1), tmp_path)
    with pytest.raises(Refused, match="`w` is no column of the frame; `place` is no column of the frame"):
        tally(frame, STUDY, weights="w", by="place")
    with pytest.raises(AnswersInvalid, match="has no column `query`"):
        tally(frame.drop("query"), STUDY, weights="weight")


def test_the_command_estimates_the_same_with_either_engine(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study.json").write_bytes(STUDY.manifest)
    Path("answers").mkdir()
    for number, table in enumerate((answers(1), answers(2).drop(["whole"]))):
        pa.parquet.write_table(table, f"answers/{number}.parquet")
    asked = ["answers", "--weights", "weight", "--by", "region", "--outcome", "age", "--json"]
    local, there = (
        CliRunner().invoke(command, ["estimate", "study.json", *asked, *engine])
        for engine in ([], ["--engine", "spark"])
    )
    assert there.exit_code == 0, there.output
    assert there.stdout == local.stdout


def test_a_model_needs_every_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study.json").write_bytes(STUDY.manifest)
    pa.parquet.write_table(answers(1), "answers.parquet")
    asked = ["answers.parquet", "--outcome", "age", "--covariate", "whole", "--engine", "spark"]
    done = CliRunner().invoke(command, ["estimate", "study.json", *asked])
    assert str(done.exception).startswith("--engine spark adds up, and a model needs every row")
