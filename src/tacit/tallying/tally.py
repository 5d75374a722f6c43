"""The tally: how many answers fell on each (query, column). Adds up; it is all that estimation needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.errors import AnswersInvalid
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, Integers

MOST_DENSE_CELLS = 1 << 25
# Small enough to stay in the cache; one array for all chunks saves asking the system for memory each time.
CHUNK = 1 << 15
SMALLEST_MERGE = 1 << 22


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts by cell, cell = query * columns + column: one array of all cells, or sorted cells with counts.

    `cells` is None when `counts` holds every cell. `refused` counts the answers left out, by reason.
    """

    queries: int
    columns: int
    counts: Counts
    cells: Counts | None = None
    refused: Mapping[str, int] = field(default_factory=dict)

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
        """Both tallies' answers. Refuses a tally of another shape."""
        if (self.queries, self.columns) != (other.queries, other.columns):
            shapes = f"{self.queries} x {self.columns} and {other.queries} x {other.columns}"
            raise AnswersInvalid(f"tallies of different studies cannot be added: {shapes} cells")
        refused = dict(Counter(self.refused) + Counter(other.refused))
        if self.cells is None and other.cells is None:
            return Tally(self.queries, self.columns, self.counts + other.counts, None, refused)
        mine, theirs = self.occupied(), other.occupied()
        cells, counts = merge_cells(mine, theirs)
        return Tally(self.queries, self.columns, counts, cells, refused)

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


def fold_batches(scheme: Scheme, batches: Iterable[tuple[Integers, Integers]]) -> Tally:
    """The tally of answers that come in batches, in the memory of one batch and the tally."""
    tally = empty_tally(scheme)
    if tally.cells is not None:
        return _fold_sparse(tally, batches)
    room = np.empty(CHUNK, dtype=np.int64)
    for query, column in _chunks(batches, CHUNK):
        _check_range(tally, query, column)
        np.add.at(tally.counts, _cells(tally, query, column, room[: query.size]), 1)
    return tally


def check_shapes(queries: npt.NDArray[Any], columns: npt.NDArray[Any]) -> None:
    """Refuses what are no two lists of equal length."""
    if queries.shape != columns.shape or queries.ndim != 1:
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


def merge_cells(mine: tuple[Counts, Counts], theirs: tuple[Counts, Counts]) -> tuple[Counts, Counts]:
    """Sorted cells with counts, added up."""
    cells, places = np.unique(np.concatenate([mine[0], theirs[0]]), return_inverse=True)
    counts = np.zeros(cells.size, dtype=np.int64)
    np.add.at(counts, places, np.concatenate([mine[1], theirs[1]]))
    return cells, counts


def _fold_sparse(tally: Tally, batches: Iterable[tuple[Integers, Integers]]) -> Tally:
    """Merged when as many answers wait as cells are occupied, so that each is moved few times."""
    occupied, waiting, size = tally.occupied(), [], 0
    for query, column in _chunks(batches, SMALLEST_MERGE):
        _check_range(tally, query, column)
        waiting.append(_cells(tally, query, column, np.empty(query.size, dtype=np.int64)))
        size += query.size
        if size >= max(SMALLEST_MERGE, occupied[0].size):
            occupied, waiting, size = _merge_waiting(occupied, waiting), [], 0
    cells, counts = _merge_waiting(occupied, waiting)
    return Tally(tally.queries, tally.columns, counts, cells)


def _merge_waiting(occupied: tuple[Counts, Counts], waiting: list[Counts]) -> tuple[Counts, Counts]:
    if not waiting:
        return occupied
    return merge_cells(occupied, np.unique(np.concatenate(waiting), return_counts=True))


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


def _cells(tally: Tally, query: npt.NDArray[Any], column: npt.NDArray[Any], room: Counts) -> Counts:
    np.multiply(query, tally.columns, out=room, dtype=np.int64, casting="unsafe")
    np.add(room, column, out=room, dtype=np.int64, casting="unsafe")
    return room
