"""Arrow batches as pieces: what Parquet files and tables in memory have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tacit.files.piece import NAMES, OTHER_STUDY, Piece, answers_in, check_names, check_public, objects
from tacit.files.refusals import BadFile
from tacit.files.whole import STUDY_KEY
from tacit.study.spelling import printable

READ = ("query", "column", "count", "study")


def wanted_columns(
    schema: pa.Schema,
    study_id: str,
    needed: Sequence[str] = NAMES,
    public: Sequence[str] = (),
    *,
    source: str = "the table",
) -> list[str]:
    """The columns to read, of this study's answers or tally; refuses a schema without the needed ones."""
    check_names(schema.names, needed=needed, may_count=not public)
    check_study(schema, study_id)
    check_public(schema.names, public, source)
    read = [name for name in READ if name in schema.names]
    return [*read, *(name for name in public if name not in read)]


def piece_of(batch: pa.RecordBatch, first: int, study_id: str, public: Sequence[str] = ()) -> Piece:
    """The batch's rows, numbered from `first`; rows of another study are set apart."""
    beside = {name: batch[name] for name in public}
    numbers = np.arange(first, first + batch.num_rows)
    names = batch.schema.names
    values = {name: values_of(batch[name]) for name in READ if name in names and name != "study"}
    if "study" not in names:
        return Piece(values["query"], values["column"], numbers, counts=values.get("count"), public=beside)
    is_ours = np.array([value == study_id for value in batch["study"].to_pylist()], dtype=np.bool_)
    if is_ours.all():
        return Piece(values["query"], values["column"], numbers, counts=values.get("count"), public=beside)
    kept = {name: array[is_ours] for name, array in values.items()}
    bad = {OTHER_STUDY: numbers[~is_ours]}
    stray = {OTHER_STUDY: answers_in(values["count"][~is_ours])} if "count" in values else {}
    ours = {name: column.filter(pa.array(is_ours)) for name, column in beside.items()}
    counts = kept.get("count")
    return Piece(kept["query"], kept["column"], numbers[is_ours], bad, counts, stray, public=ours)


def values_of(column: pa.Array | pa.ChunkedArray) -> npt.NDArray[Any]:
    """The column for `sift`: numbers as numbers (missing ones as NaN), all else as objects."""
    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    return objects(column.to_pylist())


def check_study(schema: pa.Schema, study_id: str) -> None:
    """Refuses a table whose notes name another study."""
    named = (schema.metadata or {}).get(STUDY_KEY)
    if named is None or named.decode("utf-8", "replace") == study_id:
        return
    other = printable(named.decode("utf-8", "replace"))
    sentence = f"is of another study, {other}; this one is {study_id}. Has the study file changed since?"
    raise BadFile(OTHER_STUDY, sentence)
