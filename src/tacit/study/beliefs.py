"""What one answer can do to what somebody thinks: from the promise's odds, in small numbers, against us."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

# Parts of a whole that people can picture; beyond them only rare and nearly certain things are told apart.
DENOMINATORS = range(2, 11)
FINE = (20, 100, 1000, 10_000)
TENTHS = 1000  # of a percent, in all


@dataclass(frozen=True)
class Belief:
    """Somebody's chances of something, as thought before an answer, and how far it can move them.

    `about` says what is thought; `most` is None where nothing bounds it.
    """

    about: str
    before: Fraction
    most: Fraction | None
    least: Fraction | None


def moved(about: str, before: Fraction, ratio: Fraction | None) -> Belief:
    """What a thought becomes when odds move by at most this ratio; None: by any."""
    if ratio is None:
        return Belief(about, before, None, None)
    most = before * ratio / (before * ratio + 1 - before)
    return Belief(about, before, most, before / (before + (1 - before) * ratio))


def at_most(chance: Fraction | None) -> str:
    """`1 in 4 (23.2%)`, never below the chance."""
    if chance is None:
        return "anything, even certainty"
    percent = math.ceil(chance * TENTHS) / 10
    return f"{_words(_rounded(chance, up=True))} ({percent:g}%)"


def at_least(chance: Fraction | None) -> str:
    """`1 in 26 (3.9%)`, never above the chance."""
    if chance is None:
        return "anything, even none"
    percent = math.floor(chance * TENTHS) / 10
    told = f"{percent:g}%" if percent else "under 0.1%"
    return f"{_words(_rounded(chance, up=False))} ({told})"


def plainly(chance: Fraction) -> str:
    """`1 in 10`."""
    return _words((chance.numerator, chance.denominator))


def _rounded(chance: Fraction, *, up: bool) -> tuple[int, int]:
    """The nearest parts of a whole that are not on the wrong side of the chance."""
    if chance < Fraction(1, 10):
        return 1, math.floor(1 / chance) if up else math.ceil(1 / chance)
    if chance > Fraction(9, 10):
        size = next((size for size in FINE if math.ceil(chance * size) < size), FINE[-1])
        return (math.ceil if up else math.floor)(chance * size), size
    found = [((math.ceil if up else math.floor)(chance * size), size) for size in DENOMINATORS]
    return min(found, key=lambda parts: (abs(Fraction(*parts) - chance), parts[1]))


def _words(parts: tuple[int, int]) -> str:
    return f"{parts[0]:,} in {parts[1]:,}"
