"""A verification in words: what was enumerated, what it says, and what it does not say."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from tacit.scheme.exact import exponential
from tacit.study.spelling import plain
from tacit.verification.findings import Findings, written

LEAST_DIGITS, MOST_DIGITS = 9, 50
PRIOR = 10

NOT_PROVED = [
    "that the page, app or server which people meet runs this code",
    "that it asks each person only once: every further answer of one person multiplies the odds again",
    "that the operating system's random bytes are uniform and secret",
    "that nothing tells beside the answer: how long it took, who sent it, a screen that somebody watches",
]
MEANS = "that the groups' averages lie as close to the middle as the promise supposes"


def as_text(found: Findings) -> str:
    """Everything, for people."""
    parts = [f"Promise: {found.promise}", _verdict(found), *_problems(found), "", *_ratios(found), ""]
    if found.ratio is not None:
        parts += [_odds(found.ratio), ""]
    parts += ["What was enumerated:", *(f"  - {line}" for line in _enumerated(found)), ""]
    open_ends = [*NOT_PROVED, MEANS] if found.is_about_means else NOT_PROVED
    parts += ["What this does not prove:", *(f"  - {line}" for line in open_ends)]
    return "\n".join(parts)


def _verdict(found: Findings) -> str:
    if found.holds:
        return "It holds."
    if found.ratio is None:
        return "IT DOES NOT HOLD: an answer can give a person away. Do not ask anybody."
    if not found.is_within:
        return "IT DOES NOT HOLD: the worst ratio is above e^epsilon. Do not ask anybody."
    return "IT IS NOT PROVED: the code does not do what is published. Do not ask anybody."


def _problems(found: Findings) -> list[str]:
    lines = [f"  {failure}" for failure in found.failures]
    if found.uneven:
        lines.append(f"  estimates would be biased: {found.uneven}")
    return lines


def _ratios(found: Findings) -> list[str]:
    """The exact ratios, with decimals that are rounded so that they never flatter."""
    bound = exponential(found.epsilon)
    digits = _digits_that_tell(found.ratio, bound, is_within=found.is_within)
    lines = [
        f"worst ratio    {_with_decimal(found.ratio, digits)}",
        f"e^epsilon      {_down(bound, digits)}... at epsilon {plain(found.epsilon)}",
    ]
    if found.ratio_value_known != found.ratio:
        known = _with_decimal(found.ratio_value_known, LEAST_DIGITS)
        lines.append(f"to whoever knows people's values, between groups: {known}")
    if found.ratio_value not in (found.ratio, Fraction(1)):
        lines.append(f"between two values of one group: {_with_decimal(found.ratio_value, LEAST_DIGITS)}")
    return lines


def _digits_that_tell(ratio: Fraction | None, bound: Decimal, *, is_within: bool) -> int:
    """So many that the ratio, rounded up, is still seen to lie below e^epsilon, rounded down."""
    if ratio is None or not is_within:
        return LEAST_DIGITS
    for digits in range(LEAST_DIGITS, MOST_DIGITS):
        if Decimal(_up(ratio, digits)) <= Decimal(_down(bound, digits)):
            return digits
    return MOST_DIGITS


def _with_decimal(ratio: Fraction | None, digits: int) -> str:
    if ratio is None:
        return "without bound"
    exact = written(ratio)
    return f"{exact} = {ratio}" if ratio.denominator == 1 else f"{exact}, at most {_up(ratio, digits)}"


def _up(ratio: Fraction, digits: int) -> str:
    return _pointed(math.ceil(ratio * 10**digits), digits)


def _down(number: Decimal, digits: int) -> str:
    return _pointed(math.floor(Fraction(number) * 10**digits), digits)


def _pointed(scaled: int, digits: int) -> str:
    return f"{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}"


def _odds(ratio: Fraction) -> str:
    """What the worst answer does to a guess of 1 in 10; rounded against us."""
    more = Fraction(PRIOR - 1) / ratio
    less = 1 + (PRIOR - 1) * ratio
    return (
        f"In words: whoever thought something covered by the promise 1 in {PRIOR} likely could, after the "
        f"worst answer, at most think it 1 in {_one_in(more)} likely, and at least 1 in {math.ceil(less):,}."
    )


def _one_in(above_one: Fraction) -> str:
    """1 + this, rounded down to two digits of what lies above 1."""
    digits = 1
    while above_one * 10**digits < 10 and digits < MOST_DIGITS:
        digits += 1
    return _pointed(math.floor((1 + above_one) * 10**digits), digits)


def _enumerated(found: Findings) -> list[str]:
    """One line per thing that was gone through, and how much of it."""
    queries = "1 query" if found.queries == 1 else f"{found.queries:,} queries"
    shape = f"{queries}, {found.cards:,} cards, {found.columns:,} columns"
    if found.is_full:
        rows = (
            f"rows: every card under every query and column ({shape}), as the device's own code places them"
        )
    else:
        rows = (
            f"rows: too many to meet them all ({shape}), so the ratio was found from every way in which "
            f"cards can meet in a column; {found.checked:,} queries were scanned, the device's own code at "
            f"{found.compared:,} cards"
        )
    formed = "well formed: a group's cards lie apart in value questions, together in count questions"
    if not found.well_formed:
        formed = "NOT well formed"
    pairs = "not compared pair by pair: there are too many"
    if found.unbiased:
        pairs = "every two cards of different groups share a column as often as the estimators suppose"
    elif found.uneven:
        pairs = "NOT as even as the estimators suppose"
    ways = " by the device's tables, and step by step" if found.ways > 1 else ""
    draws = (
        f"sampler: {found.draws:,} draws for {found.drawn_cards:,} cards{ways}: both edges of the intervals "
        f"of 0..{found.total - 1}, and what is too large and must be drawn again"
    )
    return [rows, formed, pairs, draws]
