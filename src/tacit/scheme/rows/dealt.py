"""Dealt rows: cards dealt evenly into columns by affine maps modulo a prime, for up to 64 items."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from tacit.errors import refuse
from tacit.scheme.exact import smallest_prime_from
from tacit.scheme.rows.base import Rows

MOST_ITEMS = 64


class Dealt(Rows):
    """The query (a, b, w) ranks the items by pi = (a item + b) mod P and deals them out in that order.

    With two levels, an item's cards lie in the columns of the ranks pi and pi + P, and the parity of
    (item + 1) & w says which of the two is high. Affine maps are 2-transitive and the parities pairwise
    independent, so any two items behave as in a random deal.
    """

    name: ClassVar[str] = "dealt"

    def _check(self) -> None:
        if self.items > MOST_ITEMS:
            raise refuse("scheme.items", f"must be at most {MOST_ITEMS} for dealt rows; got {self.items}")
        if self.levels > 2:
            raise refuse("scheme.levels", f"must be 1 or 2 for dealt rows; got {self.levels}")
        if self.columns > self.levels * self.prime:
            rule = f"must be at most {self.levels * self.prime} for these dealt rows; got {self.columns}"
            raise refuse("scheme.columns", rule)

    @cached_property
    def prime(self) -> int:
        """P, how many ranks there are."""
        return smallest_prime_from(self.items)

    @cached_property
    def multipliers(self) -> int:
        """How many multipliers a there are; a and P - a deal the same pairs, so half of them suffice."""
        return max(1, (self.prime - 1) // 2)

    @cached_property
    def sides(self) -> int:
        """How many masks w there are: 1 when an item has one card."""
        return 1 if self.levels == 1 else 1 << self.items.bit_length()

    @cached_property
    def step(self) -> int:
        """How far the second card lies from the first: P, or one more when P is a multiple of the columns."""
        return self.prime + (self.prime % self.columns == 0)

    @cached_property
    def pool(self) -> int:
        return self.multipliers * self.prime * self.sides

    def rank(self, r: int, item: int) -> int:
        """pi, the item's place in the deal."""
        multiplier, shift = divmod(r // self.sides, self.prime)
        return ((multiplier + 1) * item + shift) % self.prime

    def column(self, r: int, item: int, level: int) -> int:
        rank = self.rank(r, item)
        if self.levels == 1:
            return rank % self.columns
        is_high_first = ((item + 1) & (r % self.sides)).bit_count() % 2 == 0
        is_first = is_high_first == (level == 1)
        return (rank if is_first else rank + self.step) % self.columns

    def count_column(self, r: int, item: int) -> int:
        return self.rank(r, item) % self.columns

    @cached_property
    def collision(self) -> Fraction:
        firsts = [rank % self.columns for rank in range(self.prime)]
        if self.levels == 1:
            return self._pairs(firsts)
        seconds = [(rank + self.step) % self.columns for rank in range(self.prime)]
        return self._pairs(firsts + seconds) / 4

    @cached_property
    def count_collision(self) -> Fraction:
        return self._pairs([rank % self.columns for rank in range(self.prime)])

    def _pairs(self, columns: list[int]) -> Fraction:
        """Ordered pairs of cards in one column, per ordered pair of ranks."""
        loads = Counter(columns).values()
        return Fraction(sum(load * (load - 1) for load in loads), self.prime * (self.prime - 1))
