"""Answers with what is public beside them, folded batch by batch into a tally with sums."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from tacit.errors import AnswersInvalid
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, Integers
from tacit.tallying.measures import Measures, Term, Unit
from tacit.tallying.sums import Part, SumTally, empty_sums, places_of
from tacit.tallying.tally import CHUNK, MOST_DENSE_CELLS, cells_of
from tacit.tallying.wide import LARGEST, Running, Wide

Flags = npt.NDArray[np.bool_]

LEAST_TABLE = 1 << 16
# A table of all places is worth its room once one in so many holds answers.
TAKEN = 4


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

    def used(self) -> tuple[Part, ...]:
        """The labels that some answer has, in order."""
        if self.part is None:
            return (self.parts[0],) if self.queries.size else ()
        times = np.bincount(self.part, minlength=len(self.parts))
        return tuple(sorted({self.parts[at] for at in np.flatnonzero(times).tolist()}))

    def places(self, index: Mapping[Part, int], every: int, columns: int) -> Callable[[slice], Counts]:
        """Where some of the answers fall, among parts of so many cells that are in this order."""
        codes = np.array([index.get(label, 0) for label in self.parts], dtype=np.int64) * every

        def place(part: slice) -> Counts:
            cells = cells_of(self.queries[part], self.columns[part], columns)
            return cells + (codes[0] if self.part is None else codes[self.part[part]])

        return place

    def finer(self, measures: Measures, finer: Measures) -> LinkedRows | None:
        """The same answers in finer units; None if a number is too large for them."""
        if measures == finer:
            return self
        weights = None
        if self.weights is not None and measures.weight and finer.weight:
            weights = _finer(self.weights, measures.weight, finer.weight)
            if weights is None:
                return None
        outcomes = {}
        for unit, finer_unit in zip(measures.outcomes, finer.outcomes, strict=True):
            values, is_there = self.outcomes[unit.name]
            found = _finer(values, unit, finer_unit)
            if found is None:
                return None
            outcomes[unit.name] = found, is_there
        return replace(self, weights=weights, outcomes=outcomes)


def fold_sums(scheme: Scheme, measures: Measures, batches: Iterable[LinkedRows]) -> SumTally:
    """The sums of answers that come in batches, in the memory of a batch and the tally."""
    return fold_lots(empty_sums(scheme, measures), ((measures, rows) for rows in batches))


def fold_lots(start: SumTally, batches: Iterable[tuple[Measures, LinkedRows]]) -> SumTally:
    """The same in batches of units of their own, added to `start`."""
    folding = _Folding(start)
    for measures, rows in batches:
        folding.add(measures, rows)
    return folding.tally()


class _Folding:
    """Tallies that wait to be merged, and, once enough places are taken, a table of all of them instead."""

    def __init__(self, start: SumTally) -> None:
        self.nothing = _emptied(start)
        self.waiting = [start]
        self.table: _Table | None = None

    def add(self, measures: Measures, rows: LinkedRows) -> None:
        self._settle()
        if self.table is not None and self.table.takes(measures, rows):
            return
        self.waiting.append(_folded(replace(self.nothing, measures=measures), rows))
        # Merged in pairs of like size, so that each row is moved few times.
        while len(self.waiting) > 1 and self.waiting[-2].cells.size <= 2 * self.waiting[-1].cells.size:
            self.waiting[-2:] = [self.waiting[-2] + self.waiting[-1]]

    def tally(self) -> SumTally:
        """All of it."""
        tables = [self.table.tally()] if self.table else []
        return functools.reduce(operator.add, reversed([*tables, *self.waiting]))

    def _settle(self) -> None:
        if self.table is None and _is_worth_a_table(self.waiting[0]):
            self.table = _Table(self.waiting.pop(0))


class _Table:
    """Sums at every place, part after part, that are added to where they are."""

    def __init__(self, start: SumTally) -> None:
        self.nothing = _emptied(start)
        self.every = start.queries * start.columns
        self.index = {label: at for at, label in enumerate(start.parts)}
        self.measures = start.measures
        held = start.part * self.every + start.cells
        self.sums: dict[Term, Running] = {}
        for term, wide in start.sums.items():
            limbs = np.zeros((len(wide.limbs), len(self.index) * self.every), dtype=np.int64)
            limbs[:, held] = wide.limbs
            self.sums[term] = Running(limbs)

    def takes(self, measures: Measures, rows: LinkedRows) -> bool:
        """Adds these answers, unless they need too much room, or units that do not go together."""
        finer = self.measures.joined(measures)
        found = rows.finer(measures, finer)
        new = [label for label in rows.used() if label not in self.index]
        if found is None or not _has_room(len(self.index) + len(new), self.every, finer):
            return False
        _check_range(self.nothing, found)
        for term, running in self.sums.items():
            if more := finer.digits(term) - self.measures.digits(term):
                self.sums[term] = Running(running.numbers().shifted(more).limbs)
        self.measures = finer
        self.index |= {label: len(self.index) + at for at, label in enumerate(new)}
        if new:
            for running in self.sums.values():
                running.grow(len(self.index) * self.every)
        place = found.places(self.index, self.every, self.nothing.columns)
        _add(self.sums, place, found.queries.size, _factors(finer, found))
        return True

    def tally(self) -> SumTally:
        """Only places that hold answers, parts in order."""
        held = np.flatnonzero(self.sums[Term()].limbs[0])
        part, cells = np.divmod(held, self.every)
        parts = tuple(sorted(self.index))
        part = places_of(tuple(self.index), parts)[part]
        order = np.argsort(part, kind="stable")
        sums = {term: running.numbers()[held[order]] for term, running in self.sums.items()}
        return replace(
            self.nothing, measures=self.measures, parts=parts, part=part[order], cells=cells[order], sums=sums
        )


def _emptied(tally: SumTally) -> SumTally:
    """Its study without an answer."""
    none = np.zeros(0, dtype=np.int64)
    return replace(tally, parts=(), part=none, cells=none, sums={})


def _is_worth_a_table(tally: SumTally) -> bool:
    places = len(tally.parts) * tally.queries * tally.columns
    if not 0 < places <= TAKEN * tally.cells.size:
        return False
    return _has_room(len(tally.parts), tally.queries * tally.columns, tally.measures)


def _has_room(parts: int, every: int, measures: Measures) -> bool:
    return parts * every * len(measures.terms) <= MOST_DENSE_CELLS


def _folded(empty: SumTally, rows: LinkedRows) -> SumTally:
    """The tally of these answers alone."""
    empty = replace(empty, refused={}, sums={term: Wide(empty.cells[None]) for term in empty.measures.terms})
    if not rows.queries.size:
        return empty
    _check_range(empty, rows)
    parts, every = rows.used(), empty.queries * empty.columns
    place = rows.places({label: at for at, label in enumerate(parts)}, every, empty.columns)
    held, sums = _added(place, len(parts) * every, rows.queries.size, _factors(empty.measures, rows))
    part, cells = np.divmod(held, every)
    return replace(empty, parts=parts, part=part, cells=cells, sums=sums)


def _check_range(tally: SumTally, rows: LinkedRows) -> None:
    sizes = (("query", rows.queries, tally.queries), ("column", rows.columns, tally.columns))
    for name, values, size in sizes:
        if values.size and not 0 <= int(values.min()) <= int(values.max()) < size:
            raise AnswersInvalid(f"{name} must lie within 0..{size - 1}")


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
    sums = {term: Running(np.zeros((1, places), dtype=np.int64)) for term in factors}
    _add(sums, place, answers, factors)
    if held is not None:
        return held, {term: each.numbers() for term, each in sums.items()}
    held = np.flatnonzero(sums[Term()].limbs[0])
    return held, {term: each.numbers()[held] for term, each in sums.items()}


def _add(
    sums: Mapping[Term, Running],
    place: Callable[[slice], Counts],
    answers: int,
    factors: Mapping[Term, list[Counts]],
) -> None:
    """Products of these factors, added at the places of their answers, so many at a time as stay near."""
    largest = {id(each): _largest(each) for some in factors.values() for each in some}
    most = {term: math.prod(largest[id(each)] for each in some) for term, some in factors.items()}
    for start in range(0, answers, CHUNK):
        part = slice(start, start + CHUNK)
        here = place(part)
        for term, running in sums.items():
            running.add(here, [factor[part] for factor in factors[term]], most[term])


def _largest(values: Counts) -> int:
    return max(-int(values.min()), int(values.max()), 1) if values.size else 1


def _finer(values: Counts, unit: Unit, finer: Unit) -> Counts | None:
    factor = 10 ** (finer.digits - unit.digits)
    if factor == 1:
        return values
    return values * factor if _largest(values) * factor <= LARGEST else None
