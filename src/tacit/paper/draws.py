"""Randomness as an argument: the operating system's for people, every possible draw for proofs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Protocol, TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)


class Source(Protocol):
    """Where whole random numbers come from."""

    def below(self, limit: int) -> int:
        """A uniform whole number in range(limit)."""


class SystemSource:
    """The operating system's randomness: the only one for real answers."""

    def below(self, limit: int) -> int:
        return secrets.randbelow(limit)


class RecordedSource:
    """Gives recorded draws in order; refuses to go on when they run out or do not fit."""

    def __init__(self, *draws: int) -> None:
        self._draws = list(draws)

    def below(self, limit: int) -> int:
        if not self._draws:
            raise ValueError(f"no recorded draw is left for one in range({limit})")
        draw = self._draws.pop(0)
        if not 0 <= draw < limit:
            raise ValueError(f"recorded draw {draw} does not lie in range({limit})")
        return draw


class _Path:
    """One path through the tree of all draws; `advance` moves to the next one."""

    def __init__(self) -> None:
        self._steps: list[tuple[int, int]] = []
        self._depth = 0

    def below(self, limit: int) -> int:
        if self._depth == len(self._steps):
            self._steps.append((0, limit))
        draw, known_limit = self._steps[self._depth]
        if known_limit != limit:
            raise ValueError("a run must depend on its draws only")
        self._depth += 1
        return draw

    def chance(self) -> Fraction:
        chance = Fraction(1)
        for _, limit in self._steps:
            chance /= limit
        return chance

    def advance(self) -> bool:
        while self._steps and self._steps[-1][0] + 1 == self._steps[-1][1]:
            self._steps.pop()
        if not self._steps:
            return False
        draw, limit = self._steps[-1]
        self._steps[-1] = (draw + 1, limit)
        self._depth = 0
        return True


def law_of(run: Callable[[Source], Outcome]) -> dict[Outcome, Fraction]:
    """The exact law of what `run` returns, by running it once for every sequence of draws."""
    law: dict[Outcome, Fraction] = {}
    path = _Path()
    more = True
    while more:
        outcome = run(path)
        law[outcome] = law.get(outcome, Fraction(0)) + path.chance()
        more = path.advance()
    return law
