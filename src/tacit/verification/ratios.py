"""The worst ratios, exactly: over every query and column that is given, or over every class of columns.

What the people of one item can send is a law: a weight for every column. Laws are compared column by
column through the ranks of their exact weights, so nothing is rounded and nothing overflows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from tacit.scheme.odds import Odds
from tacit.scheme.scheme import Scheme
from tacit.verification.cells import Integers
from tacit.verification.claim import Claim

Codes = npt.NDArray[np.uint16]
Pairs = list[tuple[Codes, Codes]]

OTHER, OPPOSITE, KEEP = 0, 1, 2
COIN = 3  # 3 x (how many cards of who declines are kept here) + how many are opposite, from here on
BLOCK = 1 << 22


@dataclass(frozen=True)
class Ratios:
    """Worst odds; None: without bound."""

    promised: Fraction | None
    value_known: Fraction | None  # between people of different groups, whose values are known
    value: Fraction | None  # between two values of one group


@dataclass(frozen=True)
class Laws:
    """The laws of all that people can hold, and which of them the promise compares."""

    odds: Odds
    levels: int
    options: int
    has_decline: bool
    within: Fraction | None
    is_any_pair: bool

    @classmethod
    def of(cls, claim: Claim) -> Laws:
        scheme = claim.scheme
        is_any_pair = claim.privacy.promise == "group and value"
        within = None if is_any_pair else claim.within
        return cls(scheme.odds, scheme.rows.levels, claim.options, claim.has_decline, within, is_any_pair)

    @cached_property
    def weights(self) -> list[Fraction]:
        """The exact weight of every code: of a card, of who declines, of a group whose mean is at a bound."""
        other, opposite, keep = single = [self.odds.other, self.odds.opposite, self.odds.keep]
        codes = [Fraction(weight) for weight in single]
        for keeps, opposites in product(range(self.levels + 1), range(3)):
            others = max(0, self.levels - keeps - opposites)
            codes.append(Fraction(keeps * keep + opposites * opposite + others * other, self.levels))
        if self.within is not None:
            for chance in ((1 + self.within) / 2, (1 - self.within) / 2):
                codes += [chance * high + (1 - chance) * low for high, low in product(single, single)]
        return codes

    @cached_property
    def ranked(self) -> list[Fraction]:
        """The different weights, ascending."""
        return sorted(set(self.weights))

    def ranks(self, codes: Codes) -> Codes:
        """The places of the codes' weights in `ranked`."""
        places = {weight: place for place, weight in enumerate(self.ranked)}
        table = np.array([places[weight] for weight in self.weights], dtype=np.uint16)
        return table[codes]

    def of_cards(self, symbols: Codes) -> Codes:
        """[query, item, law, column]: everybody's value is known, but who declines tosses a coin."""
        if not self.has_decline or self.levels == 1:
            return self.ranks(symbols)
        codes, last = symbols.copy(), symbols[:, -1:]
        mixed = 3 * (last == KEEP).sum(axis=2, keepdims=True) + (last == OPPOSITE).sum(axis=2, keepdims=True)
        codes[:, -1:] = COIN + mixed
        return self.ranks(codes)

    def of_means(self, symbols: Codes) -> Codes:
        """[query, item, law, column]: each group's mean lies at either bound; who declines tosses a coin."""
        first = COIN + 3 * (self.levels + 1)
        pair = 3 * symbols[:, :, 1] + symbols[:, :, 0]
        found = self.ranks(np.stack([first + pair, first + 9 + pair], axis=2))
        if self.has_decline:
            found[:, -1] = self.of_cards(symbols)[:, -1]
        return found

    def extremes(self, ranks: Codes) -> tuple[Codes, Codes]:
        """[query, group, column]: the largest and the smallest that people of the group give to a column."""
        tops, bottoms = ranks.max(axis=2), ranks.min(axis=2)
        if self.options == 1:
            return tops, bottoms
        starts = range(0, tops.shape[1], self.options)
        return np.maximum.reduceat(tops, starts, axis=1), np.minimum.reduceat(bottoms, starts, axis=1)

    def worst(self, pairs: set[int]) -> Fraction | None:
        """The largest quotient of the weights with these ranks, top * size + bottom."""
        worst = Fraction(1)
        for pair in pairs:
            top, bottom = (self.ranked[rank] for rank in divmod(pair, len(self.ranked)))
            if top and not bottom:
                return None
            if top:
                worst = max(worst, top / bottom)
        return worst


def enumerated_ratios(claim: Claim, placed: Integers) -> Ratios:
    """From the columns of every card under every query: [query, item, level]."""
    return _ratios(Laws.of(claim), _blocks(claim.scheme, placed))


def ratios_by_classes(claim: Claim) -> Ratios:
    """From every way in which cards of two groups, and of who declines, can lie in or outside one column."""
    laws = Laws.of(claim)
    options = min(laws.options, 2)
    few = Laws(laws.odds, laws.levels, options, laws.has_decline, laws.within, laws.is_any_pair)
    placed = _classes(claim.scheme, 2 * options + laws.has_decline)
    return _ratios(few, iter([symbols_of(claim.scheme, placed, range(1))]))


def symbols_of(scheme: Scheme, placed: Integers, columns: range) -> Codes:
    """[query, item, level, column]: whether a card is kept there, or is the opposite of one that is."""
    here = placed[..., None] == np.arange(columns.start, columns.stop)
    kept: Codes = here.astype(np.uint16) * np.uint16(KEEP)
    if scheme.odds.is_plain:
        return kept
    return np.where(here, kept, here[:, :, ::-1] * np.uint16(OPPOSITE))


def _blocks(scheme: Scheme, placed: Integers) -> Iterator[Codes]:
    """Symbols of all queries and columns, no more at a time than memory is glad of."""
    cards, columns = scheme.rows.cards, scheme.rows.columns
    width = max(1, min(columns, BLOCK // cards))
    height = max(1, BLOCK // (cards * width))
    for start in range(0, len(placed), height):
        for column in range(0, columns, width):
            span = range(column, min(columns, column + width))
            yield symbols_of(scheme, placed[start : start + height], span)


def _classes(scheme: Scheme, items: int) -> Integers:
    """[way, item, level]: 0 stands for one column, every other number for another."""
    rows = scheme.rows
    elsewhere = tuple(range(1, rows.levels + 1))
    touching = [
        tuple(0 if level == own else column for level, column in enumerate(elsewhere))
        for own in sorted({0, rows.levels - 1})
    ]
    # Where an item has as many cards as there are columns, every column holds one of them.
    states = touching if rows.levels == rows.columns else [elsewhere, *touching]
    ways = list(product(states, repeat=items))
    if rows.name == "direct":
        ways = [way for way in ways if sum(state != elsewhere for state in way) <= 1]
    if scheme.count_share:
        ways += list(product([(0,) * rows.levels, (1,) * rows.levels], repeat=items))
    return np.array(ways, dtype=np.int64)


def _ratios(laws: Laws, blocks: Iterator[Codes]) -> Ratios:
    promised: set[int] = set()
    value_known: set[int] = set()
    value: set[int] = set()
    size = len(laws.ranked)
    for symbols in blocks:
        extremes = laws.extremes(laws.of_cards(symbols))
        _note(value, [extremes], size)
        _note(value_known, _of_different_groups(*extremes), size)
        if laws.is_any_pair:
            _note(promised, [(extremes[0].max(axis=1), extremes[1].min(axis=1))], size)
        elif laws.within is not None:
            means = laws.extremes(laws.of_means(symbols))
            _note(promised, _of_different_groups(*means), size)
    if not laws.is_any_pair and laws.within is None:
        promised = value_known
    return Ratios(*(laws.worst(pairs) for pairs in (promised, value_known, value)))


def _note(seen: set[int], pairs: Pairs, size: int) -> None:
    for top, bottom in pairs:
        met = np.bincount((top.astype(np.int64) * size + bottom).ravel())
        seen.update(np.flatnonzero(met).tolist())


def _of_different_groups(tops: Codes, bottoms: Codes) -> Pairs:
    """Per query and column the largest and the smallest of two different groups; two pairs cover them all.

    Where one and the same group has both, the next largest and the next smallest stand in for one of them.
    """
    most, least = tops.argmax(axis=1)[:, None], bottoms.argmin(axis=1)[:, None]
    top, bottom = tops.max(axis=1), bottoms.min(axis=1)
    is_one = (most == least)[:, 0]
    others, rest = tops.copy(), bottoms.copy()
    np.put_along_axis(others, most, 0, axis=1)
    np.put_along_axis(rest, least, np.iinfo(np.uint16).max, axis=1)
    second_top, second_bottom = others.max(axis=1), rest.min(axis=1)
    return [(np.where(is_one, second_top, top), bottom), (top, np.where(is_one, second_bottom, bottom))]
