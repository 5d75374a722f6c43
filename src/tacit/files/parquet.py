"""Answers in Parquet files, row group by row group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet

from tacit.files.piece import OTHER_STUDY, Piece, check_names, objects
from tacit.files.refusals import BadFile
from tacit.files.whole import STUDY_KEY
from tacit.study.inspection import printable

BATCH = 1 << 17
MAGIC = b"PAR1"


@contextmanager
def open_parquet(path: Path, study_id: str) -> Iterator[pa.parquet.ParquetFile]:
    """The file, once it is sure that it is whole and of this study; its damage is named by a sentence."""
    _check_ends(path)
    try:
        # The default buffers whole files; without it memory stays flat, and reading is no slower.
        with pa.parquet.ParquetFile(path, pre_buffer=False) as file:
            _check_study(file, study_id)
            yield file
    except (pa.ArrowException, OSError) as error:
        first = printable(str(error).partition("\n")[0])
        raise BadFile("file that is damaged", f"is damaged: {first}; copy it again") from None


def read_parquet(path: Path, study_id: str, advance: Callable[[int], None]) -> Iterator[Piece]:
    """The file's rows, piece by piece; columns other than query, column and study are not read."""
    with open_parquet(path, study_id) as file:
        names = file.schema_arrow.names
        check_names(names)
        wanted = [name for name in ("query", "column", "study") if name in names]
        size, done = path.stat().st_size, 0
        for batch in file.iter_batches(BATCH, columns=wanted):
            yield _piece(batch, done, study_id)
            before, done = done, done + batch.num_rows
            rows = file.metadata.num_rows
            advance(size * done // rows - size * before // rows)


def values_of(column: pa.Array | pa.ChunkedArray) -> npt.NDArray[Any]:
    """The column for `sift`: numbers as numbers (missing ones as NaN), all else as objects."""
    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    return objects(column.to_pylist())


def _piece(batch: pa.RecordBatch, before: int, study_id: str) -> Piece:
    numbers = np.arange(before + 1, before + batch.num_rows + 1)
    queries, columns = values_of(batch["query"]), values_of(batch["column"])
    if "study" not in batch.schema.names:
        return Piece(queries, columns, numbers)
    is_ours = np.array([value == study_id for value in batch["study"].to_pylist()], dtype=np.bool_)
    bad = {OTHER_STUDY: numbers[~is_ours]} if not is_ours.all() else {}
    return Piece(queries[is_ours], columns[is_ours], numbers[is_ours], bad)


def _check_ends(path: Path) -> None:
    """A Parquet file begins and ends with the same four letters."""
    with path.open("rb") as file:
        head = file.read(4)
        size = file.seek(0, 2)
        file.seek(max(0, size - 4))
        tail = file.read(4)
    if head != MAGIC:
        raise BadFile("file of another kind", "is not a Parquet file, whatever its name says")
    if size < 12 or tail != MAGIC:
        raise BadFile("file cut short", "is cut short: the end of the Parquet file is missing; copy it again")


def _check_study(file: pa.parquet.ParquetFile, study_id: str) -> None:
    named = (file.schema_arrow.metadata or {}).get(STUDY_KEY)
    if named is None or named.decode("utf-8", "replace") == study_id:
        return
    other = printable(named.decode("utf-8", "replace"))
    sentence = f"is of another study, {other}; this one is {study_id}. Has the study file changed since?"
    raise BadFile(OTHER_STUDY, sentence, count=file.metadata.num_rows)
