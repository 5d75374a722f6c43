"""The promises of SCHEME.md B, by enumeration over every query, column and pair of cards, as rationals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache

import mpmath

from proofs import claim
from tacit.scheme.odds import UNIT, Odds
from tacit.scheme.scheme import Scheme

Law = Sequence[Fraction]
Tables = Iterable[list[list[Law]]]


@cache
def exponential_at_100_digits(epsilon: Decimal) -> tuple[Fraction, Fraction]:
    """Rationals just below and above e^epsilon, from mpmath alone."""
    with mpmath.workdps(100):
        found = mpmath.exp(mpmath.mpf(str(epsilon)))
        value = Fraction(int(found * mpmath.mpf(10) ** 80), 10**80)
    return value - Fraction(1, 10**75), value + Fraction(1, 10**75)


def is_kept(ratio: Fraction | None, epsilon: Decimal) -> bool:
    """Whether a ratio is at most e^epsilon; None is a ratio without bound."""
    return ratio is not None and ratio < exponential_at_100_digits(epsilon)[0]


def laws_of_cards(scheme: Scheme, *, declines: bool = False) -> Tables:
    """Per query, per item, the weights of its cards. Whoever declines is the last item, its level a coin."""
    rows = scheme.rows
    for query in range(scheme.queries):
        laws: list[list[Law]] = [
            [[Fraction(w) for w in scheme.weights(query, item, level)] for level in range(rows.levels)]
            for item in range(rows.items)
        ]
        if declines:
            laws[-1] = [[sum(column, Fraction(0)) / rows.levels for column in zip(*laws[-1], strict=True)]]
        yield laws


def laws_of_groups(scheme: Scheme, within: Fraction) -> Tables:
    """Per query, per group, the weights when its mean lies at either bound."""
    chances = ((1 + within) / 2, (1 - within) / 2)
    for query in range(scheme.queries):
        laws: list[list[Law]] = []
        for item in range(scheme.rows.items):
            low, high = (scheme.weights(query, item, level) for level in (0, 1))
            pairs = list(zip(low, high, strict=True))
            laws.append([[chance * b + (1 - chance) * a for a, b in pairs] for chance in chances])
        yield laws


def worst(tables: Tables, is_compared: Callable[[int, int], bool]) -> Fraction | None:
    """The largest ratio of two laws at one column, over all compared pairs of items; None: no bound."""
    found = Fraction(1)
    for laws in tables:
        for column in range(len(laws[0][0])):
            tops = [max(law[column] for law in item) for item in laws]
            bottoms = [min(law[column] for law in item) for item in laws]
            for i, top in enumerate(tops):
                for j, bottom in enumerate(bottoms):
                    if is_compared(i, j) and top:
                        if not bottom:
                            return None
                        found = max(found, top / bottom)
    return found


def between_any(left: int, right: int) -> bool:
    return True


def between_groups(left: int, right: int) -> bool:
    return left != right


def within_a_group(left: int, right: int) -> bool:
    return left == right


def check_pair_promise(scheme: Scheme, epsilon: Decimal, *, declines: bool = False) -> None:
    """`group and value`: the worst ratio is keep : other, no more and no less, and at most e^epsilon."""
    found = worst(laws_of_cards(scheme, declines=declines), between_any)
    stated = Fraction(scheme.odds.keep, scheme.odds.other)
    claim(found == stated, f"{scheme}: worst ratio {found}, stated {stated}")
    claim(is_kept(found, epsilon), f"{scheme}: worst ratio {found} is above e^{epsilon}")


def check_group_promise(scheme: Scheme, epsilon: Decimal) -> None:
    """`group`: as stated between groups and within a group."""
    odds = scheme.odds
    between = worst(laws_of_cards(scheme), between_groups)
    stated = max(Fraction(odds.keep, odds.other), Fraction(odds.other, odds.opposite))
    claim(between == stated, f"{scheme}: worst ratio between groups {between}, stated {stated}")
    claim(is_kept(between, epsilon), f"{scheme}: worst ratio between groups {between} above e^{epsilon}")
    inside = worst(laws_of_cards(scheme), within_a_group)
    stated = Fraction(odds.keep, odds.opposite)
    claim(inside == stated, f"{scheme}: worst ratio within a group {inside}, stated {stated}")
    claim(is_kept(inside, 2 * epsilon), f"{scheme}: worst ratio within a group {inside} above e^2x{epsilon}")


def check_mean_promise(
    scheme: Scheme, epsilon: Decimal, mean_within: Decimal, stated: Fraction | None
) -> None:
    """`group` under bounds on means: the ratio of groups at their extremes is as stated, within e^epsilon."""
    found = worst(laws_of_groups(scheme, Fraction(mean_within)), between_groups)
    claim(found == stated, f"{scheme}, means within {mean_within}: worst ratio {found}, stated {stated}")
    claim(is_kept(found, epsilon), f"{scheme}, means within {mean_within}: ratio {found} above e^{epsilon}")


def check_die(die_odds: Callable[[Decimal], tuple[int, Odds]], epsilons: Iterable[Decimal]) -> None:
    """Six faces, one for each other column; within e^epsilon, and no smaller number of columns would be."""
    for epsilon in epsilons:
        columns, odds = die_odds(epsilon)
        claim(odds.keep + columns - 1 == 6, f"{odds} over {columns} columns take another number of faces")
        claim((odds.opposite, odds.other) == (1, 1), f"{odds}: another column has more than one face")
        claim(is_kept(Fraction(odds.keep), epsilon), f"{odds}: the ratio is above e^{epsilon}")
        is_least = columns == 2 or not is_kept(Fraction(odds.keep + 1), epsilon)
        claim(is_least, f"{columns} columns at epsilon {epsilon}, and fewer would do")


def check_keep_is_the_floor(odds_for: Callable[[Decimal], Odds], epsilons: Iterable[Decimal]) -> None:
    """keep = floor(2^24 e^epsilon), by mpmath at 100 digits from the same text."""
    for epsilon in epsilons:
        low, high = exponential_at_100_digits(epsilon)
        floor = UNIT * low // 1
        claim(floor == UNIT * high // 1, f"100 digits do not decide the floor at {epsilon}")
        found = odds_for(epsilon)
        claim(found.keep == floor, f"keep at epsilon {epsilon} is {found.keep}, exactly {floor}")
        claim(found.other == UNIT, f"other at epsilon {epsilon} is {found.other}, not 2^24")
