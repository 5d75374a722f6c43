"""Reading answers from files: decoding Parquet and folding it against decoding alone, and peak memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from tacit.benchmarking.inputs import SEED, study_with
from tacit.benchmarking.memory import is_known, peak_of_fold
from tacit.benchmarking.runner import Case, Effort, Measured, Table, best_rates
from tacit.files.answers import Batch, write_answers
from tacit.files.counting import Counting
from tacit.files.kept import keep_tally
from tacit.files.parquet import BATCH, READING, WRITING
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.files.tallies import tally_files
from tacit.study.study import Study

WRITTEN_AT_ONCE = 1 << 20
OTHER_KINDS = 1_000_000


def file_speed(effort: Effort) -> Iterator[Measured | Table]:
    """Parquet at the size asked for, memory as it grows; text at a million answers."""
    study = study_with(1000, 'kind = "range"\nlow = 0\nhigh = 10')
    with TemporaryDirectory(prefix="tacit-bench-") as name:
        folder = Path(name)
        manifest = folder / "study.json"
        manifest.write_bytes(study.manifest)
        sizes = [effort.answers // share for share in (1000, 100, 10, 1)]
        paths = [folder / f"{size}.parquet" for size in sizes]
        for path, size in zip(paths, sizes, strict=True):
            write_answers(path, study, imagined(study, size))
        yield from _parquet(study, paths[-1], effort)
        if is_known():
            peaks = [peak_of_fold(manifest, path) for path in paths]
            yield Measured(f"peak memory, {effort.answers:,} answers", peaks[-1], "MB", at_most=400)
            yield Measured("the same : a tenth of the answers", peaks[-1] / peaks[-2], at_most=1.3)
            rows = [
                (size, path.stat().st_size / 1e6, peak)
                for size, path, peak in zip(sizes, paths, peaks, strict=True)
            ]
            note = "Of a process of its own that folds the file, Python and all it loads included."
            yield Table("Memory", ("answers", "file, MB", "peak memory, MB"), tuple(rows), note)
        yield from _weighted(study, manifest, folder, effort)
        yield from _text(study, folder, effort)


def imagined(study: Study, answers: int) -> Iterator[Batch]:
    """Answers that cost as much to read as real ones."""
    rng = np.random.default_rng(SEED)
    scheme = study.scheme
    for start in range(0, answers, WRITTEN_AT_ONCE):
        size = min(WRITTEN_AT_ONCE, answers - start)
        yield rng.integers(0, scheme.queries, size), rng.integers(0, scheme.rows.columns, size)


def _parquet(study: Study, path: Path, effort: Effort) -> Iterator[Measured]:
    with TemporaryDirectory(prefix="tacit-bench-") as folder:
        kept = Path(folder, "kept.parquet")

        def keep() -> None:
            kept.unlink(missing_ok=True)
            keep_tally(Counting(study), kept, [path], Refusals())

        cases: dict[str, Case] = {
            "decode": (partial(_decode, path), effort.answers),
            "fold": (partial(tally_files, study, [path], Refusals()), effort.answers),
            "keep": (keep, effort.answers),
        }
        rates = best_rates(cases, effort.rounds)
    bytes_each = path.stat().st_size / effort.answers
    yield Measured("Parquet, an answer", bytes_each, "bytes")
    yield Measured(f"Parquet to tally, {effort.answers:,} answers", rates["fold"] / 1e6, "M answers/s")
    yield Measured("Parquet to tally : decoding alone, in time", rates["decode"] / rates["fold"], at_most=3.5)
    yield Measured("keeping the tally as it grows : not, in time", rates["fold"] / rates["keep"])


def _weighted(study: Study, manifest: Path, folder: Path, effort: Effort) -> Iterator[Measured]:
    """A tenth of the answers with weights beside them, and an outcome and a stratum."""
    sizes = [effort.answers // share for share in (100, 10)]
    paths = [folder / f"weighted-{size}.parquet" for size in sizes]
    for path, size in zip(paths, sizes, strict=True):
        _write_weighted(path, study, size)
    ways = {"plain": Beside(), "w": Beside("weight"), "all": Beside("weight", ("age",), ("region",))}
    cases: dict[str, Case] = {
        name: (partial(Counting(study, beside).count, [paths[-1]], Refusals(), lambda size: None), sizes[-1])
        for name, beside in ways.items()
    }
    rates = best_rates(cases, effort.rounds)
    yield Measured("the same with weights : without, in time", rates["plain"] / rates["w"])
    yield Measured("with weights, an outcome, 4 strata : without", rates["plain"] / rates["all"])
    if is_known():
        fewer, more = (peak_of_fold(manifest, path, "weight") for path in paths)
        yield Measured(f"peak memory with weights, {sizes[-1]:,} answers", more, "MB")
        yield Measured("the same : a tenth of the answers", more / fewer)


def _write_weighted(path: Path, study: Study, answers: int) -> None:
    rng, regions = np.random.default_rng(SEED), pa.array(["north", "south", "east", "west"])
    names = ["query", "column", "weight", "age", "region"]
    kinds = [pa.uint32(), pa.uint16(), pa.float64(), pa.uint8(), pa.dictionary(pa.int8(), pa.string())]
    schema = pa.schema(zip(names, kinds, strict=True))
    with pa.parquet.ParquetWriter(path, schema, **WRITING) as writer:
        for queries, columns in imagined(study, answers):
            size = queries.size
            region = pa.DictionaryArray.from_arrays(pa.array(rng.integers(0, 4, size), pa.int8()), regions)
            weights, ages = rng.integers(1, 500, size) / 100, rng.integers(0, 100, size)
            values = [queries, columns, weights, ages]
            arrays = [pa.array(each, kind) for each, kind in zip(values, kinds, strict=False)]
            writer.write_table(pa.table([*arrays, region], schema=schema))


def _decode(path: Path) -> None:
    with pyarrow.parquet.ParquetFile(path, **READING) as file:
        for _ in file.iter_batches(BATCH, columns=["query", "column"]):
            pass


def _text(study: Study, folder: Path, effort: Effort) -> Iterator[Measured]:
    cases: dict[str, Case] = {}
    for ending in ("csv", "ndjson"):
        path = folder / f"answers.{ending}"
        write_answers(path, study, imagined(study, OTHER_KINDS))
        cases[ending] = (partial(tally_files, study, [path], Refusals()), OTHER_KINDS)
    for ending, rate in best_rates(cases, effort.rounds).items():
        yield Measured(f".{ending} to tally", rate / 1e6, "M answers/s")
