"""Answers and tallies in Parquet files, row group by row group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from tacit.files.batches import piece_of, wanted_columns
from tacit.files.piece import NAMES, Piece
from tacit.files.refusals import EMPTY, BadFile
from tacit.study.spelling import printable

BATCH = 1 << 17
MAGIC = b"PAR1"
# The default buffers whole files; without it memory stays flat, and reading is no slower. Checksums, where
# whoever wrote the file put some into it, show a bit that a disk lost; else it would be another answer.
READING: dict[str, Any] = {"pre_buffer": False, "page_checksum_verification": True}
WRITING: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}


@contextmanager
def open_parquet(path: Path) -> Iterator[pa.parquet.ParquetFile]:
    """The file, once it is sure that it is whole; its damage is named by a sentence."""
    _check_ends(path)
    try:
        with pa.parquet.ParquetFile(path, **READING) as file:
            yield file
    except (pa.ArrowException, OSError) as error:
        first = printable(str(error).partition("\n")[0])
        raise BadFile("file that is damaged", f"is damaged: {first}; copy it again") from None


def read_parquet(
    path: Path,
    study_id: str,
    advance: Callable[[int], None],
    needed: Sequence[str] = NAMES,
    public: Sequence[str] = (),
) -> Iterator[Piece]:
    """The file's rows, piece by piece; columns of other names are not read."""
    with open_parquet(path) as file:
        wanted, rows = _wanted(file, path, study_id, needed, public), file.metadata.num_rows
        size, done = path.stat().st_size, 0
        for batch in file.iter_batches(BATCH, columns=wanted):
            yield replace(piece_of(batch, done + 1, study_id, public), last=done + batch.num_rows)
            before, done = done, done + batch.num_rows
            advance(size * done // rows - size * before // rows)


def study_schema(path: Path, study_id: str) -> pa.Schema:
    """The schema of a file of this study's answers; refuses it as `read_parquet` would."""
    if path.stat().st_size == 0:
        raise BadFile(*EMPTY)
    with open_parquet(path) as file:
        _wanted(file, path, study_id, NAMES, ())
        schema: pa.Schema = file.schema_arrow
        return schema


def _wanted(
    file: pa.parquet.ParquetFile, path: Path, study_id: str, needed: Sequence[str], public: Sequence[str]
) -> list[str]:
    try:
        return wanted_columns(file.schema_arrow, study_id, needed, public, source=printable(str(path)))
    except BadFile as bad:
        raise BadFile(bad.reason, str(bad), count=max(file.metadata.num_rows, 1)) from None


def schema_of(path: Path) -> pa.Schema | None:
    """The names, types and notes in a Parquet file; None if it is none that can be read."""
    try:
        with open_parquet(path) as file:
            return file.schema_arrow
    except BadFile:
        return None


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
