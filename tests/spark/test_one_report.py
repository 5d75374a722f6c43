"""One report, byte for byte: of one process, batches, a run that was killed, merged tallies, each engine."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from engines.contract import CASES
from engines.postgresql import programs, running_postgresql
from tacit.cli.main import tacit

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

STUDY = next(case.study for case in CASES if case.name == "dealt")
PARTS = 3
BESIDE = ["--weights", "w", "--outcome", "age", "--by", "region"]
DIGITS = ["--digits", "w", "2"]
TYPES = 'query bigint, "column" bigint, w numeric, age int, region text'
# Kills itself once it has saved what it counted.
KILLED = """
import os, signal, sys
from tacit.cli.main import tacit
from tacit.files import kept
kept.ROWS_BETWEEN = kept.ROWS_PER_CELL = 1
save = kept._Work.save
kept._Work.save = lambda work: (save(work), os.kill(os.getpid(), signal.SIGKILL))
tacit(sys.argv[1:])
"""


def answers(seed: int) -> pa.Table:
    rng, size = np.random.default_rng(seed), 4000
    return pa.table(
        {
            "query": rng.integers(0, STUDY.scheme.queries, size),
            "column": rng.integers(0, STUDY.scheme.rows.columns, size),
            "w": rng.integers(1, 900, size) / 100,
            "age": pa.array(rng.integers(18, 90, size), mask=rng.random(size) < 0.1),
            "region": np.array(["north", "south"])[rng.integers(0, 2, size)],
        }
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("study.json").write_bytes(STUDY.manifest)
    Path("answers").mkdir()
    for part in range(PARTS):
        pa.parquet.write_table(answers(part), f"answers/{part}.parquet")
    pa.parquet.write_table(every_answer(), "all.parquet")


def every_answer() -> pa.Table:
    return pa.concat_tables([answers(part) for part in range(PARTS)])


def said(*arguments: str) -> str:
    done = CliRunner().invoke(tacit, arguments)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


@pytest.mark.parametrize("beside", [[], BESIDE], ids=["counts", "sums"])
def test_every_way_to_count_makes_the_same_report(beside: list[str], spark: SparkSession) -> None:
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed; `make engines` installs it")

    def report(*sources: str) -> bytes:
        said("report", "study.json", *sources, *beside, "--out", "report.html", "--force")
        return Path("report.html").read_bytes()

    def tally(file: str, *sources: str) -> str:
        said("tally", "study.json", *sources, *beside, "--tally", file)
        return file

    def statement(database: str) -> str:
        return said("tally", "study.json", "--sql", database, *beside, *(DIGITS if beside else []))

    expected = report("all.parquet")
    assert report("answers") == expected
    assert report("answers", "--engine", "spark") == expected

    words = ["tally", "study.json", "answers", *beside, "--tally", "killed.parquet"]
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert not Path("killed.parquet").exists()
    assert report("answers", "--tally", "killed.parquet") == expected

    kept = [tally(f"{part}.parquet", f"answers/{part}.parquet") for part in range(PARTS)]
    assert {report(*order) for order in permutations(kept)} == {expected}
    assert report(tally("merged.parquet", *reversed(kept))) == expected

    with duckdb.connect() as database:
        database.register("answers", every_answer())
        for ending in ("csv", "parquet"):
            database.execute(f"COPY ({statement('duckdb')}) TO 'duckdb.{ending}'")
            assert report("--counts", f"duckdb.{ending}") == expected

    rows = pa.BufferOutputStream()
    pa.csv.write_csv(every_answer(), rows)
    with running_postgresql(where) as server:
        server.run(f"CREATE TABLE answers ({TYPES})")
        server.run("COPY answers FROM STDIN (FORMAT csv, HEADER)", answers=rows.getvalue().to_pybytes())
        Path("postgresql.csv").write_text(server.run(statement("postgresql")), encoding="utf-8")
    assert report("--counts", "postgresql.csv") == expected

    # One answer more is another report.
    pa.parquet.write_table(answers(9)[:1], "one.parquet")
    assert report("answers", "one.parquet") != expected
