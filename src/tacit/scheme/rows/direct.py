"""Direct rows: every card has its own column, so there is nothing to ask."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from tacit.errors import refuse
from tacit.scheme.rows.base import Rows


class Direct(Rows):
    """column = item * levels + level; the only query is 0. Best at large epsilon."""

    name: ClassVar[str] = "direct"

    def _check(self) -> None:
        if self.columns != self.cards:
            raise refuse("scheme.columns", f"must be {self.cards} for direct rows; got {self.columns}")

    @cached_property
    def pool(self) -> int:
        return 1

    def column(self, r: int, item: int, level: int) -> int:
        return item * self.levels + level

    def count_column(self, r: int, item: int) -> int:
        raise refuse("scheme.count_share", "must be 0 for direct rows: they have no count questions")

    @cached_property
    def collision(self) -> Fraction:
        return Fraction(0)

    @cached_property
    def count_collision(self) -> Fraction:
        return Fraction(0)
