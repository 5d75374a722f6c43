"""The smallest total variance that any mechanism under the same promise can have (THEORY.md 1.3)."""

from __future__ import annotations

import math

from tacit.scheme.needs import Needs


def optimum(needs: Needs) -> float:
    """Per person, comparable with `total_variance`: sums for two or more levels, counts for one."""
    ratio = math.exp(needs.epsilon)
    if needs.levels == 1:
        return _subset_selection(needs.items, ratio)
    best = _pair_optimum(needs.items, ratio)
    if needs.promise == "group":
        loose = ((ratio * ratio + 1 + 2 * (needs.items - 1) * ratio) / (ratio * ratio - 1)) ** 2 - 1
        return min(best, loose)
    return best


def _pair_optimum(items: int, ratio: float) -> float:
    """V*: over signed subsets of a items, convex in a, so the two integers around the real best suffice."""
    excess = ratio - 1
    best = 2 * items / excess
    sizes = {min(items, max(1, size)) for size in (math.floor(best), math.ceil(best))}
    return min((size * excess + 2 * items) ** 2 / (size * excess * excess) - 1 for size in sizes)


def _subset_selection(items: int, ratio: float) -> float:
    """The least total variance of counts of one-level items, over subset sizes d."""

    def variance(size: int) -> float:
        own = size * ratio / (size * ratio + items - size)
        other = (own * (size - 1) + (1 - own) * size) / (items - 1)
        return (own * (1 - own) + (items - 1) * other * (1 - other)) / (own - other) ** 2

    around = round(items / (ratio + 1))
    sizes = {min(items - 1, max(1, size)) for size in range(around - 2, around + 4)}
    return min(map(variance, sizes))
