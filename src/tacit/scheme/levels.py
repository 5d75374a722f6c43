"""How many levels values are rounded to, where nobody says: what is best for values evenly over the range.

More levels round less and cost more privacy. At the ends of the range two are best; evenly over it, more
from about e^epsilon = 1.25 levels x items on (SCHEME.md A).
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

from tacit.errors import Refused
from tacit.scheme.choose import rank
from tacit.scheme.needs import Needs

MOST_LEVELS = 1000


@lru_cache(maxsize=256)
def best_levels(needs: Needs) -> int:
    """The number of levels with the most exact sums; of equally good ones the smallest.

    More than two must have columns of their own: in fewer columns they would win little, and hide counts.
    """
    costs = {levels: _sum_cost(needs, levels) for levels in range(2, _most(needs) + 1)}
    least = min(costs.values())
    return next(levels for levels, cost in costs.items() if cost <= least * (1 + 1e-9))


def _sum_cost(needs: Needs, levels: int) -> float:
    """The variance of sums per person, with the best rows for so many levels; infinite if there are none."""
    sums = replace(needs, levels=levels, ask="sum")
    if levels > 2 and needs.rows is None:
        sums = replace(sums, rows="direct")
    try:
        best = rank(sums)[0]
    except Refused:
        return math.inf
    return best.objective if levels == 2 or best.scheme.rows.name == "direct" else math.inf


def _most(needs: Needs) -> int:
    """Levels beyond which nothing is better: direct rows are best at about the cube root of 2 E / items."""
    near = 3 + math.ceil(2 * math.cbrt(2 * math.exp(needs.epsilon) / needs.items))
    return min(near, MOST_LEVELS, needs.points or MOST_LEVELS)
