"""A tally with sums: beside the counts, exact sums of weights and of public outcomes per (query, column).

Per *part*, too: a public stratum, a cluster, or both. Sums add up like counts, so that one process, batches
and databases give the same integers; `Measures.expressions` says what each of them is in SQL.
"""

from __future__ import annotations

import functools
import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tacit.errors import AnswersInvalid
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, Integers
from tacit.tallying.measures import MOST_DIGITS, Measures, Term
from tacit.tallying.tally import CHUNK, Tally, cells_of
from tacit.tallying.wide import Products, Wide, concatenate

Flags = npt.NDArray[np.bool_]
Part = tuple[str, ...]

LEAST_TABLE = 1 << 16


@dataclass(frozen=True, eq=False)
class LinkedRows:
    """Some answers with what is public beside them, in the units of the measures.

    An outcome is its values and whether each is there. `parts` are the labels that `part` points to.
    """

    queries: Integers
    columns: Integers
    weights: Counts | None = None
    outcomes: Mapping[str, tuple[Counts, Flags]] = field(default_factory=dict)
    parts: Sequence[Part] = ((),)
    part: Counts | None = None


@dataclass(frozen=True, eq=False)
class SumTally:
    """Sums by (part, cell), cell = query * columns + column; only pairs that hold answers, in order.

    `sums` holds one number per pair and term of the measures; the term `count` is the number of answers.
    """

    queries: int
    columns: int
    measures: Measures
    parts: tuple[Part, ...]
    part: Counts
    cells: Counts
    sums: Mapping[Term, Wide]
    refused: Mapping[str, int] = field(default_factory=dict)
    study: str | None = None

    @property
    def answers(self) -> int:
        """How many answers are counted."""
        return self.sums[Term()].total()

    @classmethod
    def of(cls, tally: Tally) -> SumTally:
        """Counts alone, as sums."""
        cells, counts = tally.occupied()
        return cls(
            *(tally.queries, tally.columns, Measures(), ((),), np.zeros_like(cells), cells),
            {Term(): Wide(counts[None])},
            tally.refused,
            tally.study,
        )

    @cached_property
    def strata(self) -> list[Part]:
        """The labels of the public strata, in order; one empty label where there are none."""
        width = len(self.measures.by)
        return sorted({part[:width] for part in self.parts})

    def rows_of(self, stratum: Part | None) -> Counts:
        """Where the rows of a stratum are, in the order of their parts; of everybody, for None."""
        return np.arange(self.cells.size) if stratum is None else self._rows[stratum]

    @cached_property
    def _rows(self) -> dict[Part, Counts]:
        """The rows of every stratum. Parts are in order, and so are rows: each stratum is one run of them."""
        width = len(self.measures.by)
        labels = [part[:width] for part in self.parts]
        starts = [at for at, label in enumerate(labels) if at == 0 or label != labels[at - 1]]
        edges = np.append(np.searchsorted(self.part, starts), self.cells.size).tolist()
        runs = (np.arange(*run) for run in pairwise(edges))
        return dict(zip(self.strata, runs, strict=True))

    def counts(self) -> Tally:
        """The plain tally of the same answers."""
        order = np.argsort(self.cells, kind="stable")
        cells = self.cells[order]
        first = np.flatnonzero(np.diff(cells, prepend=-1))
        counts = self.sums[Term()][order].add_runs(first).limbs[-1]
        return Tally(self.queries, self.columns, counts, cells[first], self.refused, self.study)

    def __add__(self, other: SumTally) -> SumTally:
        """Both tallies' answers, in the finer units of the two. Refuses other columns or another study."""
        if (self.queries, self.columns) != (other.queries, other.columns):
            shapes = f"{self.queries} x {self.columns} and {other.queries} x {other.columns}"
            raise AnswersInvalid(f"tallies of different studies cannot be added: {shapes} cells")
        if None not in (self.study, other.study) and self.study != other.study:
            raise AnswersInvalid(
                f"tallies of different studies cannot be added: {self.study} and {other.study}"
            )
        measures = self.measures.joined(other.measures)
        mine, theirs = self.rescaled(measures), other.rescaled(measures)
        parts = tuple(sorted({*mine.parts, *theirs.parts}))
        sums = {term: concatenate([mine.sums[term], theirs.sums[term]]) for term in measures.terms}
        part = np.concatenate([_places(tally.parts, parts)[tally.part] for tally in (mine, theirs)])
        cells = np.concatenate([mine.cells, theirs.cells])
        part, cells, sums = grouped(part, cells, sums)
        refused = dict(Counter(self.refused) + Counter(other.refused))
        return SumTally(
            *(self.queries, self.columns, measures, parts, part, cells, sums, refused),
            self.study or other.study,
        )

    def __radd__(self, other: object) -> SumTally:
        """`sum` begins with 0."""
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same sums in the same units; what was refused does not matter."""
        if not isinstance(other, SumTally) or self.measures != other.measures:
            return False
        same = (self.queries, self.columns, self.parts) == (other.queries, other.columns, other.parts)
        rows = np.array_equal(self.part, other.part) and np.array_equal(self.cells, other.cells)
        return same and rows and all(self.sums[term] == other.sums[term] for term in self.measures.terms)

    __hash__ = None  # type: ignore[assignment]

    def rescaled(self, measures: Measures) -> SumTally:
        """The same sums in finer units."""
        if measures == self.measures:
            return self
        sums = dict(self.sums)
        for term in measures.terms:
            more = measures.digits(term) - self.measures.digits(term)
            while more > 0:
                step = min(more, MOST_DIGITS)
                sums[term], more = sums[term].times(10**step), more - step
        return replace(self, measures=measures, sums=sums)


def empty_sums(scheme: Scheme, measures: Measures) -> SumTally:
    """No answers yet."""
    none = np.zeros(0, dtype=np.int64)
    sums = {term: Wide(np.zeros((1, 0), dtype=np.int64)) for term in measures.terms}
    return SumTally(scheme.queries, scheme.rows.columns, measures, (), none, none, sums)


def fold_sums(scheme: Scheme, measures: Measures, batches: Iterable[LinkedRows]) -> SumTally:
    """The sums of answers that come in batches, in the memory of a batch and the tally."""
    return fold_lots(empty_sums(scheme, measures), ((measures, rows) for rows in batches))


def fold_lots(start: SumTally, batches: Iterable[tuple[Measures, LinkedRows]]) -> SumTally:
    """The same in batches of units of their own, added to `start`."""
    waiting = [start]
    for measures, rows in batches:
        waiting.append(_folded(replace(start, measures=measures), rows))
        # Merged in pairs of like size, so that each row is moved few times.
        while len(waiting) > 1 and waiting[-2].cells.size <= 2 * waiting[-1].cells.size:
            waiting[-2:] = [waiting[-2] + waiting[-1]]
    return functools.reduce(operator.add, reversed(waiting))


def _folded(empty: SumTally, rows: LinkedRows) -> SumTally:
    if not rows.queries.size:
        none = np.zeros(0, dtype=np.int64)
        sums = {term: Wide(np.zeros((1, 0), dtype=np.int64)) for term in empty.measures.terms}
        return replace(empty, parts=(), part=none, cells=none, sums=sums, refused={})
    sizes = (("query", rows.queries, empty.queries), ("column", rows.columns, empty.columns))
    for name, values, size in sizes:
        if not 0 <= int(values.min()) <= int(values.max()) < size:
            raise AnswersInvalid(f"{name} must lie within 0..{size - 1}")
    parts, every = _used(rows), empty.queries * empty.columns
    used = set(parts)
    codes = _places([label if label in used else parts[0] for label in rows.parts], parts) * every

    def place(part: slice) -> Counts:
        cells = cells_of(rows.queries[part], rows.columns[part], empty.columns)
        return cells if rows.part is None else cells + codes[rows.part[part]]

    held, sums = _added(place, len(parts) * every, rows.queries.size, _factors(empty.measures, rows))
    part, cells = np.divmod(held, every)
    return replace(empty, parts=parts, part=part, cells=cells, sums=sums, refused={})


def _used(rows: LinkedRows) -> tuple[Part, ...]:
    """The labels that some answer has, in order."""
    if rows.part is None:
        return (rows.parts[0],)
    times = np.bincount(rows.part, minlength=len(rows.parts))
    return tuple(sorted({label for label, count in zip(rows.parts, times.tolist(), strict=True) if count}))


def _factors(measures: Measures, rows: LinkedRows) -> dict[Term, list[Counts]]:
    """What is multiplied for each term, for every answer; terms share their arrays."""
    powers: dict[str | None, tuple[list[Counts], ...]] = {None: ([], [], [])} | {
        name: _powers(values, is_there) for name, (values, is_there) in rows.outcomes.items()
    }
    weights = [] if rows.weights is None else [rows.weights]
    return {term: weights * term.weight + powers[term.outcome][term.power] for term in measures.terms}


def _powers(values: Counts, is_there: Flags) -> tuple[list[Counts], list[Counts], list[Counts]]:
    """An outcome to the powers 0, 1 and 2, as factors: nothing but 0 where it is missing."""
    found = np.where(is_there, values, 0)
    return [is_there.astype(np.int64)], [found], [found, found]


def _added(
    place: Callable[[slice], Counts], places: int, answers: int, factors: Mapping[Term, list[Counts]]
) -> tuple[Counts, dict[Term, Wide]]:
    """The places that hold answers, in order, and the sums of products there."""
    held = None
    if places > max(LEAST_TABLE, answers):
        # A table of them all is not worth its room: one of those that hold answers is.
        held, found = np.unique(place(slice(None)), return_inverse=True)
        places, place = held.size, found.__getitem__
    largest = {id(each): _largest(each) for some in factors.values() for each in some}
    products = {
        term: Products(each, math.prod(largest[id(factor)] for factor in each), answers, places)
        for term, each in factors.items()
    }
    for start in range(0, answers, CHUNK):
        part = slice(start, start + CHUNK)
        here = place(part)
        for each in products.values():
            each.add(here, part)
    sums = {term: each.sums() for term, each in products.items()}
    if held is not None:
        return held, sums
    held = np.flatnonzero(sums[Term()].limbs[0])
    return held, {term: wide[held] for term, wide in sums.items()}


def _largest(values: Counts) -> int:
    return max(-int(values.min()), int(values.max()), 1)


def grouped(
    part: Counts, cells: Counts, sums: Mapping[Term, Wide]
) -> tuple[Counts, Counts, dict[Term, Wide]]:
    """Rows of one part and cell added up, in order."""
    order = np.lexsort((cells, part))
    part, cells = part[order], cells[order]
    first = np.flatnonzero((np.diff(part, prepend=-1) != 0) | (np.diff(cells, prepend=-1) != 0))
    return part[first], cells[first], {term: wide[order].add_runs(first) for term, wide in sums.items()}


def _places(labels: Sequence[Part], among: Sequence[Part]) -> Counts:
    """Where each label stands among sorted ones."""
    index = {label: place for place, label in enumerate(among)}
    return np.array([index[label] for label in labels], dtype=np.int64)
