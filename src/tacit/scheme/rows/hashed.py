"""Hashed rows: clock arithmetic on digits, for any number of items and a prime number of columns."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from tacit.errors import refuse
from tacit.scheme.exact import digit_count, is_prime
from tacit.scheme.rows.base import Rows


class Hashed(Rows):
    """column = (sum of digit products of query and item, plus level) mod columns.

    A uniform query makes <r, g - g'> uniform for g != g', so any two items are independent.
    r = 0 stays in the pool: without it items would be correlated.
    """

    name: ClassVar[str] = "hashed"

    def _check(self) -> None:
        if not is_prime(self.columns):
            raise refuse("scheme.columns", f"must be prime for hashed rows; got {self.columns}")

    @cached_property
    def digits(self) -> int:
        """How many digits an item has."""
        return digit_count(self.columns, self.items)

    @cached_property
    def pool(self) -> int:
        return int(self.columns**self.digits)

    def column(self, r: int, item: int, level: int) -> int:
        return (self.count_column(r, item) + level) % self.columns

    def count_column(self, r: int, item: int) -> int:
        base = self.columns
        total = 0
        while r and item:
            r, r_digit = divmod(r, base)
            item, item_digit = divmod(item, base)
            total += r_digit * item_digit
        return total % base

    @cached_property
    def collision(self) -> Fraction:
        return Fraction(1, self.columns)

    @cached_property
    def count_collision(self) -> Fraction:
        return Fraction(1, self.columns)
