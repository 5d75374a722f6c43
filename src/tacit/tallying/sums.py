"""A tally with sums: beside the counts, exact sums of weights and of public outcomes per (query, column).

Per *part*, too: a public stratum, a cluster, or both. Sums add up like counts, so that one process, batches
and databases give the same integers; `Measures.expressions` says what each of them is in SQL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts
from tacit.tallying.measures import Measures, Term
from tacit.tallying.tally import Tally, check_alike
from tacit.tallying.wide import Wide, concatenate

Part = tuple[str, ...]


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
        counts = self.sums[Term()][order].add_runs(first).int64()
        return Tally(self.queries, self.columns, counts, cells[first], self.refused, self.study)

    def __add__(self, other: SumTally) -> SumTally:
        """Both tallies' answers, in the finer units of the two. Refuses other columns or another study."""
        if not isinstance(other, SumTally):
            return NotImplemented
        check_alike(self, other)
        measures = self.measures.joined(other.measures)
        mine, theirs = self.rescaled(measures), other.rescaled(measures)
        parts = tuple(sorted({*mine.parts, *theirs.parts}))
        sums = {term: concatenate([mine.sums[term], theirs.sums[term]]) for term in measures.terms}
        part = np.concatenate([places_of(tally.parts, parts)[tally.part] for tally in (mine, theirs)])
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
        more = {term: measures.digits(term) - self.measures.digits(term) for term in measures.terms}
        sums = {term: self.sums[term].shifted(digits) for term, digits in more.items()}
        return replace(self, measures=measures, sums=sums)


def empty_sums(scheme: Scheme, measures: Measures) -> SumTally:
    """No answers yet."""
    none = np.zeros(0, dtype=np.int64)
    sums = {term: Wide(np.zeros((1, 0), dtype=np.int64)) for term in measures.terms}
    return SumTally(scheme.queries, scheme.rows.columns, measures, (), none, none, sums)


def grouped(
    part: Counts, cells: Counts, sums: Mapping[Term, Wide]
) -> tuple[Counts, Counts, dict[Term, Wide]]:
    """Rows of one part and cell added up, in order."""
    order = np.lexsort((cells, part))
    part, cells = part[order], cells[order]
    first = np.flatnonzero((np.diff(part, prepend=-1) != 0) | (np.diff(cells, prepend=-1) != 0))
    return part[first], cells[first], {term: wide[order].add_runs(first) for term, wide in sums.items()}


def places_of(labels: Sequence[Part], among: Sequence[Part]) -> Counts:
    """Where each label stands among sorted ones."""
    index = {label: place for place, label in enumerate(among)}
    return np.array([index[label] for label in labels], dtype=np.int64)
