"""What rows are: a public rule that puts every card of every item into a column, query by query."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from tacit.errors import refuse

MOST_COLUMNS = 999_999


@dataclass(frozen=True)
class Rows(ABC):
    """Rows for `items` items of `levels` cards each, over `columns` columns.

    A *value question* gives the cards of one item different columns; a *count question* puts them all
    into one. Both draw their query r uniformly from range(pool).
    """

    items: int
    levels: int
    columns: int

    name: ClassVar[str]

    def __post_init__(self) -> None:
        if self.items < 2:
            raise refuse("scheme.items", f"must be at least 2; got {self.items}")
        if self.levels < 1:
            raise refuse("scheme.levels", f"must be at least 1; got {self.levels}")
        if not max(2, self.levels) <= self.columns <= MOST_COLUMNS:
            rule = f"must lie within {max(2, self.levels)}..{MOST_COLUMNS}; got {self.columns}"
            raise refuse("scheme.columns", rule)
        self._check()

    @abstractmethod
    def _check(self) -> None:
        """Raise Refused when these rows cannot have such items, levels or columns."""

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.items * self.levels

    @property
    @abstractmethod
    def pool(self) -> int:
        """How many queries of one kind there are."""

    @abstractmethod
    def column(self, r: int, item: int, level: int) -> int:
        """The card's column in the value question r."""

    @abstractmethod
    def count_column(self, r: int, item: int) -> int:
        """The column of all the item's cards in the count question r."""

    @cached_property
    @abstractmethod
    def collision(self) -> Fraction:
        """M: the chance that a random card of another item shares my card's column (value questions)."""

    @cached_property
    @abstractmethod
    def count_collision(self) -> Fraction:
        """M1: the chance that two items share their column (count questions)."""
