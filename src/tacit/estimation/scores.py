"""Unbiased totals of every item and of unions of items, with the squares that their intervals need.

Notation of SCHEME.md C: u' and n' are an answer's scores for the sum and the count of an item.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tacit.errors import refuse
from tacit.estimation.intervals import Ratio
from tacit.estimation.squares import SquareSums
from tacit.scheme.moments import Moments, level_values
from tacit.scheme.scheme import Scheme
from tacit.tallying.decode import Hits

Items = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Totals:
    """One group's, or one union's, estimates in half-ranges and the sums of squares of their scores.

    `count` and what belongs to it are None where the scheme does not identify counts.
    """

    answers: int
    sum: float
    sum_square: float
    count: float | None = None
    count_square: float = 0.0
    cross: float = 0.0

    @property
    def reach(self) -> float:
        """The sum, kept within what so many members can add to."""
        limit = self.answers if self.count is None else self.members
        return min(max(self.sum, -limit), limit)

    @property
    def members(self) -> float:
        """The count, kept within what is possible."""
        return min(max(self.count or 0.0, 0.0), float(self.answers))


class Scores:
    """Turns hits into totals, for one scheme and one tally."""

    def __init__(self, scheme: Scheme, hits: Hits) -> None:
        self.moments = Moments(scheme, float)
        self.hits = hits
        self.items = scheme.rows.items
        self.levels = scheme.rows.levels
        self.answers = hits.value_answers + hits.count_answers
        self.sum_scale = 0.0 if self.levels == 1 else 1 / ((1 - self.moments.eta) * self.moments.gain)

    def item(self, item: int) -> Totals:
        """One item's totals, with the closed forms' sums of squares."""
        moments, n = self.moments, self.answers
        items = np.array([item])
        total = self._sum(items)
        if not moments.counts_are_identified:
            square = max(self._empirical_sum_square(item), self._least_sum_square())
            return Totals(n, total, square)
        bare = Totals(n, total, 0.0, self._count(items))
        spread = moments.count_spread()
        # Possible values, not the raw ones: no variance can then come out as zero or below it.
        return replace(
            bare,
            sum_square=self._sum_square(item, bare.members),
            count_square=n * spread.other + (spread.own + 1 - spread.other) * bare.members,
            cross=bare.reach * (1 - moments.base) / moments.count_gain,
        )

    def union(self, items: Items, squares: SquareSums) -> Totals:
        """The totals of several items together, with the squares counted in the tally."""
        moments, width = self.moments, items.size
        value_base, count_base = width * moments.base, width * moments.levels * moments.count_base
        hits, count_hits = self._hits(items), self._count_hits(items)
        squared = squares.count_count - 2 * value_base * hits + value_base**2 * self.hits.value_answers
        squared += (
            squares.count_question - 2 * count_base * count_hits + count_base**2 * self.hits.count_answers
        )
        weighted = self._weighted_hits(items)
        return Totals(
            answers=self.answers,
            sum=self._sum(items),
            sum_square=max(squares.sum_sum * self.sum_scale**2, self._least_sum_square()),
            count=self._count(items) if moments.counts_are_identified else None,
            count_square=squared / moments.count_gain**2,
            cross=(squares.sum_count - value_base * weighted) * self.sum_scale / moments.count_gain,
        )

    def joint(self, part: Items, whole: Items, hits: float) -> float:
        """The sum of products of the count scores of one-level cells and of all they belong to.

        `hits` counts the answers that named a cell of the part, times their hits in the whole.
        """
        part_base, whole_base = part.size * self.moments.base, whole.size * self.moments.base
        product = hits - whole_base * self._hits(part) - part_base * self._hits(whole)
        return (product + part_base * whole_base * self.answers) / self.moments.count_gain**2

    def answered(self, *, with_decline: bool) -> Ratio:
        """How many did not decline, as the bottom of a ratio; `cross` is per unit of another item's sum."""
        n = float(self.answers)
        if not with_decline:
            return Ratio(0.0, n, 0.0, 1.0, n)
        moments = self.moments
        declined = self.item(self.items - 1)
        if declined.count is None:
            raise refuse("scheme", "does not identify counts, so shares of those who answered say nothing")
        together = (moments.match - moments.base) / moments.count_gain
        left = n - declined.count
        return Ratio(0.0, left, 0.0, 1 - together, n - 2 * declined.count + declined.count_square)

    def _sum(self, items: Items) -> float:
        return self._weighted_hits(items) * self.sum_scale

    def _count(self, items: Items) -> float:
        moments, width = self.moments, items.size
        value = self._hits(items) - width * moments.base * self.hits.value_answers
        count = (
            self._count_hits(items) - width * moments.levels * moments.count_base * self.hits.count_answers
        )
        return (value + count) / moments.count_gain

    def _sum_square(self, item: int, members: float) -> float:
        if self.levels == 1:
            return 0.0
        spread = self.moments.sum_spread(1.0, 0.0)
        if self.levels > 2:
            return max(self._empirical_sum_square(item), self._least_sum_square())
        return self.answers * spread.other + (spread.own - spread.other) * members

    def _least_sum_square(self) -> float:
        """What the noise of everybody else alone adds to one item's squares."""
        return 0.0 if self.levels == 1 else self.answers * self.moments.sum_spread(1.0, 0.0).other

    def _empirical_sum_square(self, item: int) -> float:
        if self.levels == 1:
            return 0.0
        squares = np.array([float(value * value) for value in level_values(self.levels)])
        return float(self.hits.value[item] @ squares) * self.sum_scale**2

    def _weighted_hits(self, items: Items) -> float:
        if self.levels == 1:
            return 0.0
        values = np.array([float(value) for value in level_values(self.levels)])
        return float(self.hits.value[items].sum(axis=0) @ values)

    def _hits(self, items: Items) -> int:
        return int(self.hits.value[items].sum())

    def _count_hits(self, items: Items) -> int:
        return int(self.hits.count[items].sum()) * self.levels
