"""Unbiased totals of every item and of unions of items, with the squares that their intervals need.

Notation of SCHEME.md C: u' and n' are an answer's scores for the sum and the count of an item.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.estimation.squares import Floats
from tacit.scheme.moments import Moments, level_values
from tacit.scheme.scheme import Scheme
from tacit.tallying.decode import Hits


@dataclass(frozen=True, slots=True)
class Totals:
    """One group's, or one union's, estimates in half-ranges and the sums of squares of their scores.

    `count` and what belongs to it are None where the scheme does not identify counts. `least` is what the
    variance of any unbiased count or sum of these answers is at least.
    """

    answers: int
    sum: float
    sum_square: float
    count: float | None = None
    count_square: float = 0.0
    cross: float = 0.0
    least: float = 0.0

    @property
    def members(self) -> float:
        """The count, kept within what is possible: no variance can then come out as zero or below it."""
        return min(max(self.count or 0.0, 0.0), float(self.answers))

    @property
    def reach(self) -> float:
        """The sum, kept within what so many members can add to."""
        limit = self.answers if self.count is None else self.members
        return min(max(self.sum, -limit), limit)


class Scores:
    """Turns hits into totals, for one scheme and one tally."""

    def __init__(self, scheme: Scheme, hits: Hits) -> None:
        self.moments = Moments(scheme, float)
        self.hits = hits
        self.items = scheme.rows.items
        self.levels = scheme.rows.levels
        self.answers = hits.value_answers + hits.count_answers
        self.least = self.answers * least_variance(scheme)

    @cached_property
    def totals(self) -> list[Totals]:
        """Every item's totals, with the closed forms' sums of squares."""
        moments, n = self.moments, self.answers
        sums, squares = self._sums, self._sum_squares
        if not moments.counts_are_identified:
            pairs = zip(sums.tolist(), squares.tolist(), strict=True)
            return [Totals(n, total, square, least=self.least) for total, square in pairs]
        spread = moments.count_spread()
        counts = self._counts
        members = np.clip(counts, 0, n)
        count_squares = n * spread.other + (spread.own + 1 - spread.other) * members
        crosses = np.clip(sums, -members, members) * ((1 - moments.base) / moments.count_gain)
        columns = [column.tolist() for column in (sums, squares, counts, count_squares, crosses)]
        return [Totals(n, a, aa, c, cc, ac, self.least) for a, aa, c, cc, ac in zip(*columns, strict=True)]

    def union(self, items: npt.NDArray[np.int64], squares: tuple[float, float, float]) -> Totals:
        """The totals of several items together; `squares` add u'u', u'n' and n'n' of all answers."""
        count = float(self._counts[items].sum()) if self.moments.counts_are_identified else None
        return Totals(
            answers=self.answers,
            sum=float(self._sums[items].sum()),
            sum_square=max(squares[0], float(self._least_sum_squares(np.array(count or 0.0)))),
            count=count,
            count_square=squares[2],
            cross=squares[1],
            least=self.least,
        )

    @cached_property
    def _sums(self) -> Floats:
        if self.levels == 1:
            return np.zeros(self.items)
        return np.asarray((self.hits.value @ self._values) * self._sum_scale)

    @cached_property
    def _counts(self) -> Floats:
        moments, hits = self.moments, self.hits
        value = hits.value.sum(axis=1) - moments.base * hits.value_answers
        count = self.levels * (hits.count - moments.count_base * hits.count_answers)
        return np.asarray((value + count) / moments.count_gain)

    @cached_property
    def _sum_squares(self) -> Floats:
        """By the closed form for two levels; counted where it would need more than the counts to know."""
        if self.levels == 1:
            return np.zeros(self.items)
        if self.levels == 2 and self.moments.counts_are_identified:
            spread = self.moments.sum_spread(1.0, 0.0)
            members = np.clip(self._counts, 0, self.answers)
            return np.asarray(self.answers * spread.other + (spread.own - spread.other) * members)
        counted = (self.hits.value @ self._values**2) * self._sum_scale**2
        counts = self._counts if self.moments.counts_are_identified else np.zeros(self.items)
        return np.asarray(np.maximum(counted, self._least_sum_squares(counts)))

    def _least_sum_squares(self, counts: Floats) -> Floats:
        """What the noise alone is expected to add to the squares, if all members have the value 0."""
        if self.levels == 1:
            return np.zeros_like(counts)
        spread = self.moments.sum_spread(0.0, 0.0)
        return np.asarray(
            self.answers * spread.other + (spread.own - spread.other) * np.clip(counts, 0, self.answers)
        )

    @cached_property
    def _values(self) -> npt.NDArray[Any]:
        return np.array([float(value) for value in level_values(self.levels)])

    @cached_property
    def _sum_scale(self) -> float:
        return 1 / ((1 - self.moments.eta) * self.moments.gain)


def least_variance(scheme: Scheme) -> float:
    """Per answer: no unbiased estimate that tells two cards apart by 1 varies less (Chapman and Robbins).

    Two laws whose ratio is within E and 1/E are at most (E - 1)^2 / E apart in chi-square.
    """
    keep, least = scheme.odds.keep, scheme.odds.least(scheme.rows.columns)
    return keep * least / (keep - least) ** 2
