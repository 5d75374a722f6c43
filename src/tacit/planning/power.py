"""The chance of telling two groups apart, and what it takes to have it.

Two groups are told apart when the 95% interval of their difference, sampling included, leaves zero out.
That takes two things: that it is far enough from zero, and that both groups are resolved.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from tacit.planning.forecast import LEVEL, Z
from tacit.planning.pairs import PairNoise

USUAL = 0.8
LEAST = 1 - LEVEL  # by chance alone, where there is no difference
STEPS = 60
NORMAL = NormalDist()


def chance(pair: PairNoise, people: int, difference: float) -> float:
    """The chance of telling two groups apart that differ by so much."""
    away = difference / _sd(pair, people)
    return (NORMAL.cdf(away - Z) + NORMAL.cdf(-away - Z)) * chance_resolved(pair, people)


def chance_resolved(pair: PairNoise, people: int) -> float:
    """The chance that both groups surely have people: elsewhere there is no difference to speak of."""
    sizes = [math.sqrt(people / bottom) for bottom in pair.bottoms if bottom > 0]
    return math.prod(NORMAL.cdf(size - Z) for size in sizes)


def smallest(pair: PairNoise, people: int, power: float, most: float) -> float | None:
    """The smallest difference, of at most `most`, that these people tell with this power."""
    if chance(pair, people, most) < power:
        return None
    too_small, enough = 0.0, most
    for _ in range(STEPS):
        middle = (too_small + enough) / 2
        too_small, enough = (too_small, middle) if chance(pair, people, middle) >= power else (middle, enough)
    return enough


def people_to_detect(pair: PairNoise, difference: float, power: float) -> int:
    """The fewest people that tell this difference with this power."""
    enough = 1
    while chance(pair, enough, difference) < power:
        enough *= 2
    too_few = enough // 2
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        is_enough = chance(pair, middle, difference) >= power
        too_few, enough = (too_few, middle) if is_enough else (middle, enough)
    return enough


def _sd(pair: PairNoise, people: int) -> float:
    return math.sqrt(max(pair.noise.population, 0.0) / people)
