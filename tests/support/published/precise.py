"""The paper's optima and errors to 60 digits, without its closed forms.

Lies are found by solving the paper's privacy definition, errors by adding up squared errors over everything
that one person can be and say. Nothing of tacit.paper is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from mpmath import mp

Row = tuple[Fraction, ...]
Real = Any  # mpmath has no types

DIGITS = 60


@dataclass(frozen=True)
class Case:
    """Laws of the groups (None: unknown), their shares, and what is known of all probabilities instead."""

    groups: int
    m: int
    laws: tuple[Row, ...] | None
    shares: Row | None = None
    bounds: tuple[Fraction, Fraction] | None = None

    @property
    def values(self) -> list[int]:
        return [value for value in range(-self.m, self.m + 1) if value]

    @cached_property
    def extremes(self) -> list[tuple[Fraction, Fraction]]:
        """For every group its own largest probability and the smallest one of all other groups."""
        if self.laws is None:
            low, high = self.bounds or (Fraction(0), Fraction(1))
            return [(high, low)] * self.groups
        lows = [min(row) for row in self.laws]
        return [
            (max(row), min(low for other, low in enumerate(lows) if other != group))
            for group, row in enumerate(self.laws)
        ]

    @cached_property
    def mixture(self) -> list[Fraction]:
        """The law of anybody's value; when nothing is known, that of a person who holds m."""
        if self.laws is None:
            return [Fraction(0)] * (2 * self.m - 1) + [Fraction(1)]
        shares = self.shares or (Fraction(1, self.groups),) * self.groups
        return [
            sum((share * row[place] for share, row in zip(shares, self.laws, strict=True)), Fraction(0))
            for place in range(2 * self.m)
        ]


def real(number: Fraction | int) -> Real:
    fraction = Fraction(number)
    return mp.mpf(fraction.numerator) / fraction.denominator


def told(m: int, lie: Real, probability: Real) -> Real:
    """Chance that a value of this probability is told, when lies go to the 2m - 1 others alike."""
    return (1 - lie) * probability + lie * (1 - probability) / (2 * m - 1)


def root(function: Callable[[Real], Real], low: Real, high: Real) -> Real:
    """Where a function that changes sign once between its ends is 0."""
    return mp.findroot(function, (low, high), solver="anderson", tol=mp.mpf(10) ** -100, maxsteps=400)


def lie_of_query(case: Case, epsilon: Real) -> Real:
    """The smallest lie at which no answer's chances differ by more than e^epsilon between two groups."""
    pairs = {(real(high), real(low)) for high, low in case.extremes}

    def excess(lie: Real) -> Real:
        chances = [(told(case.m, lie, high), told(case.m, lie, low)) for high, low in pairs]
        return max(high - mp.exp(epsilon) * low for high, low in chances)

    return mp.mpf(0) if excess(mp.mpf(0)) <= 0 else root(excess, mp.mpf(0), 1 - mp.mpf(1) / (2 * case.m))


def ratio_of_query(case: Case, lie: Real) -> Real:
    return max(
        told(case.m, lie, real(high)) / told(case.m, lie, real(low)) for high, low in set(case.extremes)
    )


def lies_of_group(case: Case, epsilon: Real, grid: int = 0) -> tuple[Real, Real]:
    """The best of all lies about values that leave room for a lie about groups, each with the least such.

    `grid` more lies about values are tried besides the least feasible one; the error decides.
    """
    highest, lowest = (f(pair[i] for pair in case.extremes) for i, f in enumerate((max, min)))
    high, low, ratio = real(highest), real(lowest), mp.exp(epsilon)
    end = 1 - mp.mpf(1) / (2 * case.m)

    def misfit(lie_value: Real) -> Real:
        return told(case.m, lie_value, high) - ratio**2 * told(case.m, lie_value, low)

    least = mp.mpf(0) if misfit(mp.mpf(0)) <= 0 else root(misfit, mp.mpf(0), end)
    tried = [least, *(least + (end - least) * step / (grid + 1) for step in range(1, grid + 1))]
    return min(((lie_of_group(case, ratio, lie), lie) for lie in tried), key=lambda lies: error(case, *lies))


def lie_of_group(case: Case, ratio: Real, lie_value: Real) -> Real:
    """The least lie about groups for which the likeliest message of one's own group is at most `ratio` times
    as likely as from another group."""
    high = told(case.m, lie_value, max(real(pair[0]) for pair in case.extremes))
    odds = 2 * case.m * (case.groups - 1) * high / ratio
    return odds / (1 + odds)


def ratio_of_group(case: Case, lie_group: Real, lie_value: Real) -> Real:
    others = lie_group / (case.groups - 1) / (2 * case.m)
    high, low = (f(pair[i] for pair in case.extremes) for i, f in enumerate((max, min)))
    likely, unlikely = ((1 - lie_group) * told(case.m, lie_value, real(p)) for p in (high, low))
    return max(likely / others, others / unlikely)


def alpha(case: Case, lie: Real) -> Real:
    """Q&A: a person's value is told rightly or wrongly; every other group receives a uniform value."""
    gain = 1 / (1 - lie - lie / (2 * case.m - 1))
    noise = sum(real(value) ** 2 for value in case.values) / (2 * case.m)
    total = (case.groups - 1) * gain**2 * noise
    for value, chance in zip(case.values, case.mixture, strict=True):
        if chance:
            total += real(chance) * own_error(case, value, lie, gain)
    return total


def error(case: Case, lie_group: Real, lie_value: Real) -> Real:
    """RG: a person's own sum receives a value or nothing; at most one other sum receives a random value."""
    gain = 1 / (1 - lie_group) / (1 - lie_value - lie_value / (2 * case.m - 1))
    noise = sum(real(value) ** 2 for value in case.values) / (2 * case.m)
    total = lie_group * gain**2 * noise
    for value, chance in zip(case.values, case.mixture, strict=True):
        if chance:
            kept = (1 - lie_group) * own_error(case, value, lie_value, gain)
            total += real(chance) * (kept + lie_group * real(value) ** 2)
    return total


def own_error(case: Case, value: int, lie: Real, gain: Real) -> Real:
    """Mean squared difference of what is told, times the gain, to the value itself."""
    chances: Sequence[Real] = [1 - lie if other == value else lie / (2 * case.m - 1) for other in case.values]
    return sum(
        chance * (gain * other - value) ** 2 for other, chance in zip(case.values, chances, strict=True)
    )
