"""Spark SQL against local streaming of the same files, and against the same fold in Python workers."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa

from tacit.benchmarking.files import imagined
from tacit.benchmarking.inputs import study_with
from tacit.benchmarking.runner import Effort, Measured, best_seconds
from tacit.files.answers import write_answers
from tacit.files.refusals import Refusals
from tacit.files.tallies import tally_files
from tacit.spark import session, tally_parquet
from tacit.study.study import Study


def spark_speed(effort: Effort) -> Iterator[Measured]:
    """Seconds for the same file, equal integers first; the session is started before."""
    study = study_with(1000, 'kind = "range"\nlow = 0\nhigh = 10')
    # For the comparison only: the workers' Python must have what ours has.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    with TemporaryDirectory(prefix="tacit-bench-") as folder, session() as spark:
        path = Path(folder, "answers.parquet")
        write_answers(path, study, imagined(study, effort.answers))
        local, there = (read(study, [path], Refusals()) for read in (tally_files, tally_parquet))
        assert local == there  # noqa: S101 - a benchmark of something else would mislead
        cases: dict[str, Callable[[], object]] = {
            "local": partial(tally_files, study, [path], Refusals()),
            "spark": partial(tally_parquet, study, [path], Refusals()),
        }
        if importlib.util.find_spec("pandas") is not None:
            # Spark hands Arrow to Python workers only where pandas is installed.
            frame = spark.read.parquet(f"file://{path}")
            assert in_python(frame, study) == local.answers  # noqa: S101
            cases["python"] = partial(in_python, frame, study)
        seconds = best_seconds(cases, effort.rounds)
    yield Measured(f"Spark SQL, {effort.answers:,} answers", seconds["spark"], "s")
    yield Measured("Spark SQL : local streaming, in time", seconds["spark"] / seconds["local"], at_most=4)
    if "python" in seconds:
        slower = seconds["python"] / seconds["spark"]
        yield Measured("a fold in Python workers : Spark SQL, in time", slower, at_least=5)


def in_python(frame: Any, study: Study) -> int:  # noqa: ANN401 - a frame of Spark
    """The fold that Spark's own SQL spares us: Arrow batches to Python workers, and their counts back."""
    queries, columns = study.scheme.queries, study.scheme.rows.columns

    def fold(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        counts = np.zeros(queries * columns, dtype=np.int64)
        for batch in batches:
            cells = batch["query"].to_numpy().astype(np.int64) * columns + batch["column"].to_numpy()
            counts += np.bincount(cells, minlength=counts.size)
        yield pa.record_batch({"cell": np.arange(counts.size), "count": counts})

    found = frame.mapInArrow(fold, "cell long, count long").groupBy("cell").sum("count").toArrow()
    return int(pa.compute.sum(found["sum(count)"]).as_py())
