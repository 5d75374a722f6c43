"""A tally with sums: beside the counts, exact sums of weights and of public outcomes per (query, column).

Per *part*, too: a public stratum, a cluster, or both. Sums add up like counts, so that one process, batches
and databases give the same integers; `Measures.expressions` says what each of them is in SQL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tacit.errors import AnswersInvalid
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, Integers
from tacit.tallying.measures import Measures, Term
from tacit.tallying.tally import Tally
from tacit.tallying.wide import Wide, concatenate, product

Flags = npt.NDArray[np.bool_]
Part = tuple[str, ...]


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
        part, cells, sums = _grouped(part, cells, sums)
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
            for _ in range(measures.digits(term) - self.measures.digits(term)):
                sums[term] = sums[term].times(10)
        return replace(self, measures=measures, sums=sums)


def fold_sums(scheme: Scheme, measures: Measures, batches: Iterable[LinkedRows]) -> SumTally:
    """The sums of answers that come in batches, in the memory of a batch and the tally."""
    none = np.zeros(0, dtype=np.int64)
    tally = SumTally(
        scheme.queries,
        scheme.rows.columns,
        measures,
        (),
        none,
        none,
        {term: Wide(np.zeros((1, 0), dtype=np.int64)) for term in measures.terms},
    )
    waiting: list[SumTally] = []
    for rows in batches:
        waiting.append(_folded(tally, rows))
        # Merged in pairs of like size, so that each row is moved few times.
        while len(waiting) > 1 and waiting[-2].cells.size <= 2 * waiting[-1].cells.size:
            waiting[-2:] = [waiting[-2] + waiting[-1]]
    return sum(reversed(waiting), tally)


def _folded(empty: SumTally, rows: LinkedRows) -> SumTally:
    query, column = (array.astype(np.int64) for array in (rows.queries, rows.columns))
    if not query.size:
        return empty
    part = np.zeros(query.size, dtype=np.int64) if rows.part is None else rows.part
    for name, values, size in (("query", query, empty.queries), ("column", column, empty.columns)):
        if not 0 <= int(values.min()) <= int(values.max()) < size:
            raise AnswersInvalid(f"{name} must lie within 0..{size - 1}")
    terms = dict(_terms(empty.measures, rows, query.size))
    used = {rows.parts[index] for index in np.unique(part).tolist()}
    parts = tuple(sorted(used))
    codes = _places([label if label in used else parts[0] for label in rows.parts], parts)
    part, cells, sums = _grouped(codes[part], query * empty.columns + column, terms)
    return replace(empty, parts=parts, part=part, cells=cells, sums=sums)


def _terms(measures: Measures, rows: LinkedRows, size: int) -> Iterator[tuple[Term, Wide]]:
    """Every term of every answer."""
    ones = np.ones(size, dtype=np.int64)
    for term in measures.terms:
        factors = [] if rows.weights is None else [rows.weights] * term.weight
        if term.outcome is not None:
            values, is_there = rows.outcomes[term.outcome]
            values = np.where(is_there, values if term.power else 1, 0)
            factors += [values] * max(term.power, 1)
        yield term, product(*(factors or [ones]))


def _grouped(
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
