"""What is known of the values: a law per group, bounds on all of them, or nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from tacit.errors import Problem, Refused, refuse
from tacit.paper.exact import Number, as_fraction, as_probability

Row = tuple[Fraction, ...]
Laws = Sequence[Sequence[Number]]
Shares = Sequence[Number]
Bounds = tuple[Number, Number]

TOLERANCE = Fraction(1, 10**9)  # rows typed as floats need not add up to the last digit

Item = TypeVar("Item")


def values_of(m: int) -> tuple[int, ...]:
    """-m..-1, 1..m: the paper's values; 0 is not one."""
    return (*range(-m, 0), *range(1, m + 1))


def uniform_mean_square(m: int) -> Fraction:
    """The mean square of a uniform value."""
    return Fraction((m + 1) * (2 * m + 1), 6)


def read_laws(groups: int, m: int, laws: Laws) -> tuple[Row, ...]:
    """`groups` rows of 2m probabilities for -m..-1, 1..m; every fault of shape and sum is named at once."""
    rows = _listed(laws, "laws", f"one row per group, {groups}", groups)
    problems: list[Problem] = []
    read = []
    for number, row in enumerate(rows, start=1):
        field = f"laws row {number}"
        try:
            listed = _listed(row, field, f"2m = {2 * m} probabilities", 2 * m)
            read.append(_adding_up(listed, field))
        except Refused as refused:
            problems.extend(refused.problems)
    if problems:
        raise Refused(problems)
    return tuple(read)


def read_shares(groups: int, shares: Shares | None) -> Row:
    """The groups' shares of the people; equal ones when none are given."""
    if shares is None:
        return (Fraction(1, groups),) * groups
    return _adding_up(_listed(shares, "shares", f"one share per group, {groups}", groups), "shares")


def _listed(items: Iterable[Item], field: str, what: str, size: int) -> list[Item]:
    """The items, if there are as many as there must be; anything that can be gone through is accepted."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise refuse(field, f"must hold {what}; got {items!r}")
    listed = list(items)
    if len(listed) != size:
        raise refuse(field, f"must hold {what}; got {len(listed)}")
    return listed


def _adding_up(numbers: Sequence[Number], field: str) -> Row:
    """Probabilities that add up to exactly 1: what rounding took or added is shared out in proportion."""
    read = tuple(as_probability(number, field) for number in numbers)
    total = sum(read, Fraction(0))
    if abs(total - 1) > TOLERANCE:
        raise refuse(field, f"must add up to 1 (within 1e-9); got {float(total):.12g}")
    return read if total == 1 else tuple(number / total for number in read)


def mean_square(groups: int, m: int, laws: Laws | None, shares: Shares | None) -> Fraction:
    """E[V^2]; its largest possible value, m^2, when nothing is known of the laws."""
    read = read_shares(groups, shares)
    if laws is None:
        return Fraction(m * m)
    rows = read_laws(groups, m, laws)
    squares = [value * value for value in values_of(m)]
    return sum(
        (
            share * sum(p * square for p, square in zip(row, squares, strict=True))
            for share, row in zip(read, rows, strict=True)
            if share
        ),
        Fraction(0),
    )


@dataclass(frozen=True)
class Spread:
    """All that privacy needs to know of the laws.

    `pairs` are the (largest probability of one group, smallest of another) among which the worst pair lies,
    whatever the promise: only the two largest and the two smallest can matter.
    """

    highest: Fraction
    lowest: Fraction
    pairs: tuple[tuple[Fraction, Fraction], ...]

    @property
    def width(self) -> Fraction:
        """The paper's p_max - p_min."""
        return self.highest - self.lowest

    @property
    def width_across(self) -> Fraction:
        """The same between two different groups; never more than `width`."""
        return self.excess(Fraction(1))

    def excess(self, ratio: Fraction) -> Fraction:
        """The largest high - ratio * low of two different groups; above 0 where values must be randomised."""
        return max(high - ratio * low for high, low in self.pairs)


def spread_of(groups: int, m: int, laws: Laws | None, bounds: Bounds | None) -> Spread:
    """From the laws, from bounds (low, high) that hold for every group and value, or from nothing."""
    if laws is not None and bounds is not None:
        raise refuse("bounds", "must not be given together with laws: the laws already say more")
    if laws is not None:
        return _spread_of_rows(read_laws(groups, m, laws))
    if bounds is None:
        return Spread(Fraction(1), Fraction(0), ((Fraction(1), Fraction(0)),))
    low, high = (as_fraction(bound, "bounds") for bound in _listed(bounds, "bounds", "a pair (low, high)", 2))
    uniform = Fraction(1, 2 * m)
    if not 0 <= low <= uniform + TOLERANCE or not uniform - TOLERANCE <= high <= 1:
        rule = f"must satisfy 0 <= low <= 1/{2 * m} <= high <= 1, for every value of every group"
        raise refuse("bounds", f"{rule}; got ({low}, {high})")
    high, low = max(high, uniform), min(low, uniform)
    return Spread(high, low, ((high, low),))


def _spread_of_rows(rows: tuple[Row, ...]) -> Spread:
    highs = sorted(((max(row), group) for group, row in enumerate(rows)), reverse=True)
    lows = sorted((min(row), group) for group, row in enumerate(rows))
    candidates = itertools.product(highs[:2], lows[:2])
    pairs = {(high, low) for (high, one), (low, other) in candidates if one != other}
    return Spread(highs[0][0], lows[0][0], tuple(sorted(pairs)))
