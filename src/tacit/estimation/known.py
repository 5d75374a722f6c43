"""Groups whose shares of the population are known: how many people that makes needs no estimate.

Unless some declined and the shares are of the others: then those who answered are counted, all less them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacit.estimation.intervals import Ratio
from tacit.estimation.scores import Scores, Totals


@dataclass(frozen=True)
class KnownSizes:
    """What is known of a group by its share alone, beside totals of people in it.

    The variances are those of the population: the squares are about the means, not about zero. `joint` is
    the sum of products of the scores on top and of those for declining; 0 where nobody can decline.
    """

    answers: int
    declined: Totals | None

    def beside_sum(self, totals: Totals, share: float, joint: float) -> Ratio:
        """A sum over the people that the share makes."""
        return self._beside(totals.sum, totals.sum_square, totals.reach, joint, totals.least, share)

    def beside_count(self, totals: Totals, share: float, joint: float) -> Ratio:
        """A count of one-level cells over the people that the share makes."""
        count = totals.count or 0.0
        return self._beside(count, totals.count_square, totals.members, joint, totals.least, share)

    def _beside(
        self, top: float, square: float, expected: float, joint: float, least: float, share: float
    ) -> Ratio:
        n = float(self.answers)
        top_square = max(square - expected**2 / n, least)
        if self.declined is None:
            return Ratio(top, share * n, top_square, 0.0, 0.0)
        left, gone = n - (self.declined.count or 0.0), self.declined.members
        cross = share * (expected * gone / n - joint)
        bottom_square = share**2 * (self.declined.count_square - gone**2 / n)
        # As in formulas.part_figure: whatever is held, some other card's score differs by (share^2 / 5)^.5.
        return Ratio(top, share * left, top_square, cross, bottom_square).at_least(least * share**2 / 5)


def known_sizes(scores: Scores, *, has_declined: bool) -> KnownSizes | None:
    """None where those who declined cannot be counted."""
    if not has_declined:
        return KnownSizes(scores.answers, None)
    declined = scores.totals[-1]
    return None if declined.count is None else KnownSizes(scores.answers, declined)
