"""The tally: how many answers fell on each (query, column). Adds up; it is all that estimation needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tacit.errors import AnswersInvalid
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, Integers

MOST_DENSE_CELLS = 1 << 25
# Small enough to stay in the cache; one array for all chunks saves asking the system for memory each time.
CHUNK = 1 << 15
SMALLEST_MERGE = 1 << 22
MOST_ANSWERS = 1 << 53  # beyond it a float skips whole numbers, and a sum of counts may not fit into 64 bits


class OfStudy(Protocol):
    """What two tallies must share to be added."""

    @property
    def queries(self) -> int:
        """How many there are."""

    @property
    def columns(self) -> int:
        """How many there are."""

    @property
    def study(self) -> str | None:
        """The study's id, where somebody said."""


def check_alike(one: OfStudy, other: OfStudy) -> None:
    """Refuses to add tallies of different studies."""
    differ = ""
    if (one.queries, one.columns) != (other.queries, other.columns):
        differ = f"{one.queries} x {one.columns} and {other.queries} x {other.columns} cells"
    elif None not in (one.study, other.study) and one.study != other.study:
        differ = f"{one.study} and {other.study}"
    if differ:
        raise AnswersInvalid(f"tallies of different studies cannot be added: {differ}")


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts by cell, cell = query * columns + column: one array of all cells, or sorted cells with counts.

    `cells` is None when `counts` holds every cell. `refused` counts the answers left out, by reason.
    `study` is the id of the study that the answers are of, None where nobody said.
    """

    queries: int
    columns: int
    counts: Counts
    cells: Counts | None = None
    refused: Mapping[str, int] = field(default_factory=dict)
    study: str | None = None

    @property
    def answers(self) -> int:
        """How many answers are counted."""
        return int(self.counts.sum())

    def occupied(self) -> tuple[Counts, Counts]:
        """The cells that hold answers, ascending, and their counts."""
        if self.cells is not None:
            return self.cells, self.counts
        cells = np.flatnonzero(self.counts)
        return cells, self.counts[cells]

    def dense(self) -> Counts:
        """Counts as a (queries, columns) table."""
        counts = self.counts
        if self.cells is not None:
            counts = np.zeros(self.queries * self.columns, dtype=np.int64)
            counts[self.cells] = self.counts
        return counts.reshape(self.queries, self.columns)

    def __add__(self, other: Tally) -> Tally:
        """Both tallies' answers. Refuses a tally of another study or shape."""
        if not isinstance(other, Tally):
            return NotImplemented
        check_alike(self, other)
        refused, study = dict(Counter(self.refused) + Counter(other.refused)), self.study or other.study
        if self.cells is None and other.cells is None:
            return Tally(self.queries, self.columns, self.counts + other.counts, None, refused, study)
        cells, counts = merge_cells(self.occupied(), other.occupied())
        return Tally(self.queries, self.columns, counts, cells, refused, study)

    def __radd__(self, other: object) -> Tally:
        """`sum` begins with 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same counts; what was refused does not matter."""
        if not isinstance(other, Tally) or (self.queries, self.columns) != (other.queries, other.columns):
            return False
        return all(np.array_equal(a, b) for a, b in zip(self.occupied(), other.occupied(), strict=True))

    __hash__ = None  # type: ignore[assignment]


def empty_tally(scheme: Scheme) -> Tally:
    """No answers yet."""
    queries, columns = scheme.queries, scheme.rows.columns
    size = queries * columns
    if size <= MOST_DENSE_CELLS:
        return Tally(queries, columns, np.zeros(size, dtype=np.int64))
    none = np.zeros(0, dtype=np.int64)
    return Tally(queries, columns, none, none)


def fold(scheme: Scheme, queries: npt.ArrayLike, columns: npt.ArrayLike) -> Tally:
    """The tally of these answers. Refuses them all if one is out of range; `sift` keeps the rest."""
    query_array, column_array = as_integers("query", queries), as_integers("column", columns)
    check_shapes(query_array, column_array)
    return fold_batches(scheme, [(query_array, column_array)])


def fold_batches(
    scheme: Scheme, batches: Iterable[tuple[Integers, Integers]], *, start: Tally | None = None
) -> Tally:
    """The tally of answers that come in batches, in the memory of one batch and the tally.

    They are added to `start`, if it is given: it is used up.
    """
    tally = empty_tally(scheme) if start is None else start
    if tally.cells is not None:
        return _fold_sparse(tally, _single(tally, batches))
    room = np.empty(CHUNK, dtype=np.int64)
    for query, column in _chunks(batches, CHUNK):
        _check_range(tally, query, column)
        np.add.at(tally.counts, _cells(tally, query, column, room[: query.size]), 1)
    return tally


def fold_counts(scheme: Scheme, batches: Iterable[tuple[Integers, Integers, Integers]]) -> Tally:
    """The tally of answers that were counted before: queries, columns and how often each came."""
    tally = empty_tally(scheme)
    counted = _counted(tally, batches)
    if tally.cells is not None:
        return _fold_sparse(tally, counted)
    for cells, counts in counted:
        np.add.at(tally.counts, cells, counts)
    return tally


def check_shapes(queries: npt.NDArray[Any], columns: npt.NDArray[Any], *others: npt.NDArray[Any]) -> None:
    """Refuses what are no lists of equal length."""
    if {array.shape for array in (columns, *others)} != {queries.shape} or queries.ndim != 1:
        shapes = f"{queries.shape} and {columns.shape}"
        raise AnswersInvalid(f"queries and columns must be one-dimensional and equally long; got {shapes}")


def as_integers(name: str, values: npt.ArrayLike) -> npt.NDArray[np.integer[Any]]:
    """The values as an integer array, unconverted if they are one already."""
    array = np.asarray(values)
    if array.size == 0:
        return array.astype(np.int64)
    if not np.issubdtype(array.dtype, np.integer):
        raise AnswersInvalid(f"{name} must hold whole numbers; got {array.dtype}")
    return array


def merge_cells(*parts: tuple[Counts, Counts]) -> tuple[Counts, Counts]:
    """Cells with counts, sorted and added up; quickest when every part is sorted."""
    cells, counts = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = np.argsort(cells, kind="stable")
    cells, counts = cells[order], counts[order]
    first = np.flatnonzero(np.diff(cells, prepend=-1))
    return cells[first], np.add.reduceat(counts, first) if first.size else counts


def _single(tally: Tally, batches: Iterable[tuple[Integers, Integers]]) -> Iterator[tuple[Counts, Counts]]:
    """The cells of answers, sorted, with how many fell on each."""
    for query, column in _chunks(batches, SMALLEST_MERGE):
        _check_range(tally, query, column)
        room = np.empty(query.size, dtype=np.int64)
        yield np.unique(_cells(tally, query, column, room), return_counts=True)


def _counted(
    tally: Tally, batches: Iterable[tuple[Integers, Integers, Integers]]
) -> Iterator[tuple[Counts, Counts]]:
    """Cells with counts, as they come; refuses what cannot be counts."""
    total = 0.0
    for query, column, counts in batches:
        if not counts.size:
            continue
        _check_range(tally, query, column)
        total += float(counts.sum(dtype=np.float64))
        if int(counts.min()) < 0 or total >= MOST_ANSWERS:
            raise AnswersInvalid("counts must be at least 0 and add to less than 2^53")
        is_some = counts > 0
        cells = _cells(tally, query, column, np.empty(query.size, dtype=np.int64))
        yield cells[is_some], counts[is_some].astype(np.int64)


def _fold_sparse(tally: Tally, counted: Iterable[tuple[Counts, Counts]]) -> Tally:
    """Merged when as many cells wait as are occupied, so that each is moved few times."""
    occupied, waiting, size = tally.occupied(), [], 0
    for part in counted:
        waiting.append(part)
        size += part[0].size
        if size >= max(SMALLEST_MERGE, occupied[0].size):
            occupied, waiting, size = merge_cells(occupied, *waiting), [], 0
    cells, counts = merge_cells(occupied, *waiting)
    return Tally(tally.queries, tally.columns, counts, cells)


def _chunks(batches: Iterable[tuple[Integers, Integers]], size: int) -> Iterator[tuple[Integers, Integers]]:
    for queries, columns in batches:
        for start in range(0, queries.size, size):
            yield queries[start : start + size], columns[start : start + size]


def _check_range(tally: Tally, query: npt.NDArray[Any], column: npt.NDArray[Any]) -> None:
    for name, values, size in (("query", query, tally.queries), ("column", column, tally.columns)):
        smallest, largest = int(values.min()), int(values.max())
        if smallest < 0 or largest >= size:
            got = smallest if smallest < 0 else largest
            raise AnswersInvalid(f"{name} must lie within 0..{size - 1}; got {got}")


def cells_of(queries: npt.NDArray[Any], columns: npt.NDArray[Any], per_query: int) -> Counts:
    """The cell of every answer; nothing is checked."""
    cells = np.multiply(queries, per_query, dtype=np.int64, casting="unsafe")
    return np.asarray(np.add(cells, columns, out=cells, dtype=np.int64, casting="unsafe"))


def _cells(tally: Tally, query: npt.NDArray[Any], column: npt.NDArray[Any], room: Counts) -> Counts:
    np.multiply(query, tally.columns, out=room, dtype=np.int64, casting="unsafe")
    np.add(room, column, out=room, dtype=np.int64, casting="unsafe")
    return room
