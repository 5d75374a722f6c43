"""Answers in files: `query` and `column`, and nothing about a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from tacit.errors import AnswersInvalid
from tacit.files.imagined import seeds_note
from tacit.files.parquet import WRITING
from tacit.files.whole import STUDY_KEY, ending_of, whole_file
from tacit.study.study import Study

Batch = tuple[npt.NDArray[Any], npt.NDArray[Any]]
Write = Callable[[pa.Table], None]

WRITTEN = (".parquet", ".csv", ".ndjson")
ROW_GROUP = 1 << 20


def write_answers(path: Path, study: Study, batches: Iterable[Batch], *, seed: int | None = None) -> int:
    """Write these (queries, columns) to a file of the kind that its ending names; returns how many rows.

    The file appears when the last batch is written; whatever goes wrong before leaves nothing behind.
    `seed` is that of imagined people: a Parquet file then says that nobody gave these answers.
    """
    open_writer = WRITERS[ending_of(path, WRITTEN, "answers")]
    schema = _schema(study, seed)
    rows = 0
    with whole_file(path) as file, open_writer(file, schema) as write:
        for table in _row_groups(batches, study, schema):
            write(table)
            rows += table.num_rows
    return rows


def _schema(study: Study, seed: int | None) -> pa.Schema:
    """The smallest whole numbers that hold any answer, and the study's name."""
    sizes = {"query": study.scheme.queries, "column": study.scheme.rows.columns}
    types = [(name, pa.from_numpy_dtype(np.min_scalar_type(size - 1))) for name, size in sizes.items()]
    seeds = seeds_note([] if seed is None else [seed])
    return pa.schema(types, metadata={STUDY_KEY: study.id, **seeds})


def _row_groups(batches: Iterable[Batch], study: Study, schema: pa.Schema) -> Iterator[pa.Table]:
    """The batches as tables; small ones together, so that a row group is worth its header."""
    pending: list[pa.Table] = []
    for batch in batches:
        pending.append(_table(batch, study, schema))
        if sum(table.num_rows for table in pending) >= ROW_GROUP:
            yield pa.concat_tables(pending)
            pending = []
    if pending:
        yield pa.concat_tables(pending)


def _table(batch: Batch, study: Study, schema: pa.Schema) -> pa.Table:
    sizes = (study.scheme.queries, study.scheme.rows.columns)
    for name, values, size in zip(schema.names, batch, sizes, strict=True):
        if values.size and (values.min() < 0 or values.max() >= size):
            raise AnswersInvalid(f"{name} must lie within 0..{size - 1}; nothing was written")
    arrays = [
        pa.array(values.astype(field.type.to_pandas_dtype(), copy=False))
        for field, values in zip(schema, batch, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


@contextmanager
def _parquet_writer(file: BinaryIO, schema: pa.Schema) -> Iterator[Write]:
    with pa.parquet.ParquetWriter(file, schema, **WRITING) as writer:
        yield lambda table: writer.write_table(table, row_group_size=ROW_GROUP)


@contextmanager
def _csv_writer(file: BinaryIO, schema: pa.Schema) -> Iterator[Write]:
    options = pa.csv.WriteOptions(quoting_header="none")
    with pa.csv.CSVWriter(file, schema, write_options=options) as writer:
        yield writer.write_table


@contextmanager
def _ndjson_writer(file: BinaryIO, schema: pa.Schema) -> Iterator[Write]:
    def write(table: pa.Table) -> None:
        query, column = (pc.cast(table[name], pa.string()) for name in ("query", "column"))
        lines = pc.binary_join_element_wise('{"query":', query, ',"column":', column, "}\n", "")
        file.write("".join(lines.to_pylist()).encode("ascii"))

    yield write


WRITERS = {".parquet": _parquet_writer, ".csv": _csv_writer, ".ndjson": _ndjson_writer}
