"""The promise in numbers and in words, from the integers that will be used."""

from __future__ import annotations

import math
from fractions import Fraction

from tacit.scheme.exact import is_at_most_exponential
from tacit.scheme.odds import Odds, group_ratio, worst_ratio
from tacit.scheme.scheme import Scheme
from tacit.study.privacy import Privacy
from tacit.study.spelling import plain


def is_same_for_all(odds: Odds) -> bool:
    """Whether any two cards differ by one ratio, so that it matters to nobody what is known of the values."""
    return odds.is_plain and odds.other > 0


def promised_ratio(scheme: Scheme, privacy: Privacy) -> Fraction | None:
    """The worst odds between two people whom the promise protects from each other; None: unbounded."""
    rows, odds = scheme.rows, scheme.odds
    known = worst_ratio(odds, rows.columns)
    if privacy.promise == "group and value" or is_same_for_all(odds) or rows.levels != 2:
        return known
    is_direct = rows.name == "direct"
    if privacy.mean_within is not None and not scheme.count_share:
        return group_ratio(odds, privacy.mean_within, rows.columns, is_direct=is_direct)
    if is_direct and odds.opposite and odds.other:
        return max(Fraction(odds.keep, odds.other), Fraction(odds.other, odds.opposite))
    return known


def is_kept(scheme: Scheme, privacy: Privacy) -> bool:
    """Whether the scheme's odds are within e^epsilon."""
    ratio = promised_ratio(scheme, privacy)
    return ratio is not None and is_at_most_exponential(ratio, privacy.epsilon)


def promised_odds(scheme: Scheme, privacy: Privacy) -> str:
    """The worst odds in words: `2.72 to 1`."""
    return _to_one(promised_ratio(scheme, privacy))


def describe_promise(scheme: Scheme, privacy: Privacy, *, has_values: bool = True) -> str:
    """One plain sentence or two, with the real odds; without values people hold nothing but a group."""
    odds = f"by at most {promised_odds(scheme, privacy)}"
    known = _to_one(worst_ratio(scheme.odds, scheme.rows.columns))
    if privacy.promise == "group and value":
        cards = "(group, value) pairs" if has_values else "groups"
        return f"Whatever someone knows, one answer moves the odds between any two {cards} {odds}."
    if is_same_for_all(scheme.odds):
        return f"Whatever someone knows, one answer moves the odds between any two people {odds}."
    if privacy.mean_within is None:
        return (
            "Whatever someone knows, one answer moves the odds between two people of different groups "
            f"{odds}; between two values in one group by at most {_to_one(value_ratio(scheme))}."
        )
    return (
        f"If, to whoever looks, each group's average lies within {plain(privacy.mean_within)} half-ranges "
        f"of the middle, one answer moves the odds between groups {odds}. "
        f"Whoever knows the value learns more: {known}."
    )


def value_ratio(scheme: Scheme) -> Fraction | None:
    """The worst odds between the two values of one group; None: unbounded."""
    odds = scheme.odds
    return Fraction(odds.keep, odds.opposite) if odds.opposite else None


def _to_one(ratio: Fraction | None) -> str:
    """`2.72 to 1`, rounded outward."""
    if ratio is None:
        return "any odds"
    digits = 5 if ratio < Fraction(11, 10) else 2 if ratio < 1000 else 0
    return f"{math.ceil(ratio * 10**digits) / 10**digits:,.{digits}f} to 1"
