"""Tallies from answers of any form, and tallies saved as Parquet: query, column, count."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet

from tacit.errors import AnswersInvalid, refuse
from tacit.files.batches import piece_of, values_of, wanted_columns
from tacit.files.finding import found_files
from tacit.files.imagined import seeds_note
from tacit.files.parquet import WRITING, schema_of
from tacit.files.piece import COUNTED, Piece, objects
from tacit.files.reading import Advance, good_rows, read_answers
from tacit.files.refusals import Refusals
from tacit.files.sources import check_apart, sources_in
from tacit.files.whole import STUDY_KEY, ending_of, whole_file
from tacit.study.study import Study
from tacit.tallying.columns import Counts, Integers
from tacit.tallying.sift import Sifted
from tacit.tallying.tally import Tally, fold_batches, fold_counts

if TYPE_CHECKING:
    from tacit.answering.answer import Answer

REFUSED_KEY = b"tacit.refused"
PART = 1 << 20


@overload
def tally(study: Study, /, *files: str | Path, skip_bad: bool = False) -> Tally: ...
@overload
def tally(
    study: Study, queries: npt.ArrayLike, columns: npt.ArrayLike, /, *, skip_bad: bool = False
) -> Tally: ...
@overload
def tally(
    study: Study, answers: Sequence[Answer] | pa.Table | pa.RecordBatch, /, *, skip_bad: bool = False
) -> Tally: ...
def tally(study: Study, /, *answers: Any, skip_bad: bool = False) -> Tally:
    """How many answers fell on each (query, column).

    Answers are two lists or arrays (queries, columns), a list of what `tacit.answer` returns, a table with
    the columns `query` and `column` (Arrow, pandas, polars), or files; files and tables may hold counts, as
    saved tallies do. One that cannot be counted refuses them all, unless `skip_bad`; then
    `Tally.refused` says how many were left out, and why.
    """
    refusals = Refusals()
    found = _gather(study, answers, refusals)
    if refusals and not skip_bad:
        raise refusals.to_error("skip_bad=True")
    return found


def tally_files(
    study: Study, paths: Sequence[Path], refusals: Refusals, advance: Advance = lambda size: None
) -> Tally:
    """The tally of files of answers and of saved tallies; whatever cannot be counted goes to `refusals`."""
    saved = [path for path in paths if is_tally(path)]
    check_apart({str(path): sources_in(path, path) for path in saved})
    plain = [path for path in paths if path not in saved]
    found = _counted(study, read_answers(plain, study, refusals, advance), has_counts=False)
    if saved:
        found += _counted(study, read_answers(saved, study, refusals, advance), has_counts=True)
    before = Counter[str]()
    for path in saved:
        before += Counter(_refused_before(path))
    return replace(found, refused=dict(before + refusals.counts), study=study.id)


def tally_counts(
    study: Study, paths: Sequence[Path], refusals: Refusals, advance: Advance = lambda size: None
) -> Tally:
    """The tally in files of counts, such as a database's answer to `tacit tally --sql`."""
    good = read_answers(paths, study, refusals, advance, needed=COUNTED)
    return _finished(study, good, refusals, has_counts=True)


def write_tally(path: Path, study: Study, tally: Tally, *, seed: int | None = None) -> None:
    """Save the tally as Parquet, whole or not at all: only cells that hold answers, in order.

    `seed` is that of imagined people: the file then says that nobody gave these answers.
    """
    ending_of(path, [".parquet"], "a tally")
    save_tally(path, study, tally, seeds_note([] if seed is None else [seed]))


def save_tally(path: Path, study: Study, tally: Tally, notes: Mapping[bytes, str]) -> None:
    """The same under any name, with notes of the caller's own in the file."""
    if tally.study not in (None, study.id):
        raise AnswersInvalid(f"this tally is of another study, {tally.study}; nothing was written")
    refused = json.dumps(dict(tally.refused), sort_keys=True)
    smallest = [np.min_scalar_type(size - 1) for size in (tally.queries, tally.columns)]
    types = [*map(pa.from_numpy_dtype, smallest), pa.int64()]
    metadata = {STUDY_KEY: study.id, REFUSED_KEY: refused, **notes}
    schema = pa.schema(zip(COUNTED, types, strict=True), metadata=metadata)
    with whole_file(path) as file, pa.parquet.ParquetWriter(file, schema, **WRITING) as writer:
        for cells, counts in _in_parts(tally):
            query, column = np.divmod(cells, tally.columns)
            arrays = [query.astype(smallest[0]), column.astype(smallest[1]), counts]
            writer.write_table(pa.table(list(map(pa.array, arrays)), schema=schema))


def is_tally(path: Path) -> bool:
    """Whether the file is a Parquet file of counts."""
    schema = schema_of(path)
    return schema is not None and "count" in schema.names


def _in_parts(tally: Tally) -> Iterator[tuple[Counts, Counts]]:
    """The occupied cells with their counts, so many at a time that memory stays flat."""
    for start in range(0, tally.counts.size, PART):
        counts = tally.counts[start : start + PART]
        if tally.cells is not None:
            yield tally.cells[start : start + PART], counts
            continue
        places = np.flatnonzero(counts)
        if places.size:
            yield places + start, counts[places]


def _gather(study: Study, answers: Sequence[Any], refusals: Refusals) -> Tally:
    """Tells the forms of answers apart."""
    if answers and all(isinstance(each, str | Path) for each in answers):
        return tally_files(study, found_files(answers), refusals)
    if len(answers) == 1 and hasattr(answers[0], "__arrow_c_stream__") and not _is_column(answers[0]):
        return tally_table(study, answers[0], refusals)
    if len(answers) == 1 and isinstance(answers[0], list | tuple):
        listed = answers[0]
        if listed and all(isinstance(each, str | Path) for each in listed):
            return tally_files(study, found_files(listed), refusals)
        return _tally_arrays(study, *_unzipped(listed), refusals)
    if len(answers) == 2 and not any(isinstance(each, str | Path) for each in answers):
        return _tally_arrays(study, _array(answers[0]), _array(answers[1]), refusals)
    raise refuse(
        "answers",
        "must be queries and columns (two lists or arrays), a list of answers, a table with the columns "
        "query and column, or the names of files",
    )


def _tally_arrays(
    study: Study, queries: npt.NDArray[Any], columns: npt.NDArray[Any], refusals: Refusals
) -> Tally:
    pieces = [Piece(queries, columns, range(queries.size))]
    return _finished(study, good_rows(pieces, "answers", "position", study, refusals), refusals)


def tally_table(
    study: Study, table: object, refusals: Refusals, *, source: str = "the table", unit: str = "position"
) -> Tally:
    """The tally of what hands its columns over as Arrow does; `source` and `unit` name it in `refusals`."""
    reader = pa.RecordBatchReader.from_stream(table)
    has_counts = "count" in reader.schema.names

    def pieces() -> Iterator[Piece]:
        wanted, done = wanted_columns(reader.schema, study.id), 0
        for batch in reader:
            yield piece_of(batch.select(wanted), done, study.id)
            done += batch.num_rows

    good = good_rows(pieces(), source, unit, study, refusals)
    return _finished(study, good, refusals, has_counts=has_counts)


def _finished(study: Study, good: Iterable[Sifted], refusals: Refusals, *, has_counts: bool = False) -> Tally:
    found = _counted(study, good, has_counts=has_counts)
    return replace(found, refused=dict(refusals.counts), study=study.id)


def _counted(study: Study, good: Iterable[Sifted], *, has_counts: bool) -> Tally:
    if not has_counts:
        return fold_batches(study.scheme, ((rows.queries, rows.columns) for rows in good))
    return fold_counts(study.scheme, _triples(good))


def _triples(good: Iterable[Sifted]) -> Iterator[tuple[Integers, Integers, Integers]]:
    for rows in good:
        if rows.counts is not None:
            yield rows.queries, rows.columns, rows.counts


def _refused_before(path: Path) -> dict[str, int]:
    """What was left out when the tally was made; nothing if its note cannot be read."""
    schema = schema_of(path)
    try:
        noted = json.loads(((schema.metadata if schema else None) or {}).get(REFUSED_KEY, b"{}"))
    except ValueError:
        return {}
    if not isinstance(noted, dict):
        return {}
    return {reason: count for reason, count in noted.items() if type(count) is int and count > 0}


def _is_column(value: object) -> bool:
    return isinstance(value, pa.Array | pa.ChunkedArray)


def _array(values: npt.ArrayLike | pa.Array) -> npt.NDArray[Any]:
    """The values as one array: Arrow's without a detour, others as numpy sees them."""
    if _is_column(values):
        return values_of(values)
    try:
        return np.asarray(values)
    except ValueError:
        # Lists of unequal lists: each is refused by itself.
        return objects(list(values))  # type: ignore[arg-type]  # not ragged if it has no length


def _unzipped(answers: Sequence[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The queries and the columns of a list of answers."""
    try:
        pairs = [(query, column) for query, column in answers]
    except (TypeError, ValueError):
        raise AnswersInvalid("every answer in a list must be a pair: its query and its column") from None
    return objects([query for query, _ in pairs]), objects([column for _, column in pairs])
