"""Published ways to answer the same question, by their closed forms, for two-valued answers at their worst.

Each takes how many items there are and E = e^epsilon. Sums are in half-ranges, variances per person. An
*oracle* reports about 2k items, the (group, end) pairs: its count of an item is unbiased, a group's sum is
the difference of two such counts, and its size their sum.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from tacit.scheme.moments import Spread


@dataclass(frozen=True)
class Rival:
    """A scheme's name, what it does, its promise, the bits of an answer, and its variances; None: it cannot
    say."""

    name: str
    about: str
    promise: str
    bits: int
    sums: Spread[float] | None
    counts: Spread[float] | None

    def with_square(self, square: float) -> Rival:
        """For values with this mean square, in place of 1: rounded to the ends, they vary by as much more."""
        sums = self.sums and Spread(self.sums.own + 1 - square, self.sums.other)
        return replace(self, sums=sums)


PAIR, GROUP = "group and value", "group"


def query_and_answer(groups: int, ratio: float, *, levels: int) -> Rival:
    """The paper's Q&A with nothing known of the values. Of people without values, everybody counts as +1."""
    gain = (ratio + 1) / (ratio - 1)
    spread = Spread(gain**2 - 1, gain**2)
    if levels == 1:
        return Rival("Q&A of +1 (the paper)", "Q&A where everybody's value is +1", PAIR, 1, None, spread)
    return Rival("Q&A (the paper)", "Query and Aggregate, values randomised", PAIR, 1, spread, None)


def randomized_group(groups: int, ratio: float) -> Rival:
    """The paper's RG at its own promise: the group within e^epsilon, the value within e^(2 epsilon)."""
    total = ratio * ratio + 1 + 2 * (groups - 1) * ratio
    keep, opposite, other = ratio * ratio / total, 1 / total, ratio / total
    named = keep + opposite
    sums = Spread(named / (keep - opposite) ** 2 - 1, 2 * other / (keep - opposite) ** 2)
    counts = _counted(named, 2 * other)
    about = "Randomized Group: two values of one group differ by up to e^(2 epsilon)"
    return Rival("RG (the paper)", about, GROUP, _bits(2 * groups), sums, counts)


def randomized_response_on_pairs(groups: int, ratio: float) -> Rival:
    """The pair, or any other with equal odds: RG held to the promise `group and value`."""
    total = ratio + 2 * groups - 1
    keep, other = ratio / total, 1 / total
    sums = Spread((keep + other) / (keep - other) ** 2 - 1, 2 * other / (keep - other) ** 2)
    counts = _counted(keep + other, 2 * other)
    about = "randomised response: the (group, value) pair, or any other with equal odds"
    return Rival("RG held to both", about, PAIR, _bits(2 * groups), sums, counts)


def randomized_response_apart(groups: int, ratio: float) -> Rival:
    """The group and the value by a randomised response each, half of epsilon for either."""
    half = math.sqrt(ratio)
    keep, other = half / (half + groups - 1), 1 / (half + groups - 1)
    gain = (keep - other) * (half - 1) / (half + 1)
    own = (keep * (1 - other) ** 2 + (1 - keep) * other**2) / gain**2 - 1
    sums = Spread(own, other * (1 - other) / gain**2)
    about = "the group and the value by themselves, half of epsilon for each"
    counts = _counted(keep, other)
    return Rival("randomised response twice", about, PAIR, _bits(2 * groups), sums, counts)


def local_hashing(groups: int, ratio: float, *, levels: int) -> Rival:
    """Items hashed into about e^epsilon + 1 values, of which one is reported; the seed not counted."""
    values = max(2, round(ratio) + 1)
    keep, other = ratio / (ratio + values - 1), 1 / values
    about = "OLH: {item} hashed by a public seed, then randomised"
    return _oracle("local hashing", about, levels, _bits(values), keep, other)


def unary_encoding(groups: int, ratio: float, *, levels: int) -> Rival:
    """One bit per item: the own one kept with chance 1/2, the others set with chance 1/(e^epsilon + 1)."""
    about = "OUE: a bit for every {item}, each randomised"
    return _oracle("unary encoding", about, levels, levels * groups, 0.5, 1 / (ratio + 1))


def key_value_unary(groups: int, ratio: float) -> Rival:
    """PCKV-UE: one of +, - and 0 per group, independently."""
    keep, other, sign = 0.5, 2 / (ratio + 3), ratio / (ratio + 1)
    gain = keep * (2 * sign - 1)
    sums = Spread(keep / gain**2 - 1, other / gain**2)
    about = "one of +, - and 0 for every group, each randomised"
    bits, counts = math.ceil(groups * math.log2(3)), _counted(keep, other)
    return Rival("key-value unary (PCKV-UE)", about, PAIR, bits, sums, counts)


def randomized_response(items: int, ratio: float) -> Rival:
    """The item, or any other with equal odds."""
    total = ratio + items - 1
    counts = _counted(ratio / total, 1 / total)
    about = "the own cell, or any other with equal odds (RG without values)"
    return Rival("randomised response", about, PAIR, _bits(items), None, counts)


def subset_selection(items: int, ratio: float) -> Rival:
    """A random subset of the items, more often with the own one: the most exact for counts, at many bits."""

    def spread(size: int) -> Spread[float]:
        keep = size * ratio / (size * ratio + items - size)
        other = (keep * (size - 1) + (1 - keep) * size) / (items - 1)
        return _counted(keep, other)

    around = round(items / (ratio + 1))
    sizes = {min(items - 1, max(1, size)) for size in range(around - 2, around + 4)}
    best = min(sizes, key=lambda size: spread(size).total(items))
    about = "a random subset of the cells, more often one with the own in it"
    return Rival("subset selection", about, PAIR, _bits(math.comb(items, best)), None, spread(best))


WITH_VALUES: tuple[Callable[[int, float], Rival], ...] = (
    lambda groups, ratio: query_and_answer(groups, ratio, levels=2),
    randomized_response_on_pairs,
    randomized_group,
    randomized_response_apart,
    lambda groups, ratio: local_hashing(groups, ratio, levels=2),
    lambda groups, ratio: unary_encoding(groups, ratio, levels=2),
    key_value_unary,
)
COUNTS_ONLY: tuple[Callable[[int, float], Rival], ...] = (
    lambda groups, ratio: query_and_answer(groups, ratio, levels=1),
    randomized_response,
    lambda groups, ratio: local_hashing(groups, ratio, levels=1),
    lambda groups, ratio: unary_encoding(groups, ratio, levels=1),
    subset_selection,
)


def rivals(items: int, ratio: float, *, levels: int) -> list[Rival]:
    """Every rival for this many items, with one level (counts) or with values."""
    return [make(items, ratio) for make in (COUNTS_ONLY if levels == 1 else WITH_VALUES)]


def _counted(keep: float, other: float) -> Spread[float]:
    """Variances of (hit - other)/(keep - other), an unbiased count."""
    gain = (keep - other) ** 2
    return Spread(keep * (1 - keep) / gain, other * (1 - other) / gain)


def _oracle(name: str, about: str, levels: int, bits: int, keep: float, other: float) -> Rival:
    """Items that are hit independently of one another: a sum or size adds the variances of its two ends."""
    one = _counted(keep, other)
    if levels == 1:
        return Rival(name, about.format(item="cell"), PAIR, bits, None, one)
    both = Spread(one.own + one.other, 2 * one.other)
    return Rival(name, about.format(item="(group, end) pair"), PAIR, bits, both, both)


def _bits(messages: int) -> int:
    return (messages - 1).bit_length()
