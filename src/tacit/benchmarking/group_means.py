"""The closest rivals for sums per hidden group, restated: a report names a group and a value.

"Estimating Group Means Under Local Differential Privacy" (Raab and others, PETS 2025): the group passes a
randomised response; who comes out in another group reports the middle of the range instead of the own value;
the value passes one of four mechanisms. Values lie in -1..1, sums are in half-ranges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tacit.scheme.moments import Spread

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.integer[Any]]
FLOAT_BITS = 64


class ValueMechanism(Protocol):
    """What a value passes: its report is `gain` times the value, on average."""

    @property
    def gain(self) -> float: ...

    @property
    def bits(self) -> float: ...

    def draw(self, values: Floats, rng: np.random.Generator) -> Floats:
        """One report for each value."""

    def square(self, value: float) -> float:
        """The mean square of a report of this value."""


@dataclass(frozen=True)
class Laplace:
    """The value and Laplace noise."""

    epsilon: float
    gain: float = 1.0
    bits: float = FLOAT_BITS

    def draw(self, values: Floats, rng: np.random.Generator) -> Floats:
        return values + rng.laplace(0, 2 / self.epsilon, values.size)

    def square(self, value: float) -> float:
        return value**2 + 8 / self.epsilon**2


@dataclass(frozen=True)
class Piecewise:
    """A number from -C..C, mostly from near the value (Wang and others, 2019)."""

    epsilon: float
    gain: float = 1.0
    bits: float = FLOAT_BITS

    @property
    def reach(self) -> float:
        """C."""
        return 1 / math.tanh(self.epsilon / 4)

    def near(self, value: float) -> tuple[float, float]:
        """The ends of what is near; it holds e^(epsilon/2) of e^(epsilon/2) + 1 parts of the chances."""
        start = (self.reach + 1) / 2 * value - (self.reach - 1) / 2
        return start, start + self.reach - 1

    def draw(self, values: Floats, rng: np.random.Generator) -> Floats:
        half = math.exp(self.epsilon / 2)
        is_near = rng.random(values.size) < half / (half + 1)
        start = (self.reach + 1) / 2 * values - (self.reach - 1) / 2
        inside = start + rng.random(values.size) * (self.reach - 1)
        # What is far is C + 1 long, in two parts: as one line, cut at the start of what is near.
        along = rng.random(values.size) * (self.reach + 1)
        outside = -self.reach + along + np.where(along > start + self.reach, self.reach - 1, 0.0)
        return np.asarray(np.where(is_near, inside, outside))

    def square(self, value: float) -> float:
        less = math.exp(self.epsilon / 2) - 1
        return value**2 + value**2 / less + (less + 4) / (3 * less**2)


@dataclass(frozen=True)
class Steps:
    """The value rounded at random to one of steps + 1 points, which passes a randomised response (NPRR).

    With one step: a bit (Bernoulli, Duchi and others).
    """

    epsilon: float
    steps: int = 1

    @property
    def keep(self) -> float:
        """The chance that the point is reported, beyond the chance of any."""
        ratio = math.exp(self.epsilon)
        return (ratio - 1) / (ratio + self.steps)

    @property
    def gain(self) -> float:
        return self.keep

    @property
    def bits(self) -> float:
        return math.log2(self.steps + 1)

    def points(self) -> Floats:
        """The values of the points."""
        return np.linspace(-1, 1, self.steps + 1)

    def rounded(self, value: float) -> Floats:
        """The chances of the points before the response."""
        place = (value + 1) / 2 * self.steps
        return np.asarray(np.maximum(0, 1 - np.abs(np.arange(self.steps + 1) - place)))

    def law(self, value: float) -> Floats:
        """The chances of the points after the response."""
        return self.keep * self.rounded(value) + (1 - self.keep) / (self.steps + 1)

    def draw(self, values: Floats, rng: np.random.Generator) -> Floats:
        place = (values + 1) / 2 * self.steps
        own = np.floor(place + rng.random(values.size))
        drawn = rng.integers(0, self.steps + 1, values.size)
        kept = rng.random(values.size) < self.keep
        return np.asarray(np.where(kept, np.minimum(own, self.steps), drawn) * 2 / self.steps - 1)

    def square(self, value: float) -> float:
        return float(self.law(value) @ self.points() ** 2)


@dataclass(frozen=True)
class GroupMeans:
    """A randomised response on the group, and a mechanism on the value.

    `claimed` is the epsilon that was asked for. Who comes out in another group reports the middle, or, where
    `is_mended`, a point drawn evenly.
    """

    name: str
    groups: int
    claimed: float
    group_epsilon: float
    mechanism: ValueMechanism
    is_mended: bool = False

    @property
    def keep(self) -> float:
        """The chance of the own group."""
        ratio = math.exp(self.group_epsilon)
        return ratio / (ratio + self.groups - 1)

    @property
    def other(self) -> float:
        """The chance of each other group."""
        return (1 - self.keep) / (self.groups - 1)

    @property
    def bits(self) -> int:
        """Of one report."""
        return math.ceil(math.log2(self.groups) + self.mechanism.bits)

    def draw(self, groups: Places, values: Floats, rng: np.random.Generator) -> tuple[Places, Floats]:
        """A group and a number for each person."""
        shift = rng.integers(1, self.groups, groups.size)
        is_kept = rng.random(groups.size) < self.keep
        named = np.where(is_kept, groups, (groups + shift) % self.groups)
        shown = self.mechanism.draw(np.where(is_kept, values, 0.0), rng)
        if isinstance(self.mechanism, Steps) and self.is_mended:
            drawn = self.mechanism.points()[rng.integers(0, self.mechanism.steps + 1, groups.size)]
            shown = np.where(is_kept, shown, drawn)
        return named, shown

    def sums(self, named: Places, shown: Floats) -> Floats:
        """The unbiased sum of every group."""
        found = np.bincount(named, weights=shown, minlength=self.groups)
        return np.asarray(found / (self.keep * self.mechanism.gain))

    def spread(self, value: float) -> Spread[float]:
        """Variances per person of a group's sum, for own people with this value."""
        scale = (self.keep * self.mechanism.gain) ** 2
        own = self.keep * self.mechanism.square(value) / scale - value**2
        return Spread(own, self.other * self._changed_square / scale)

    @property
    def _changed_square(self) -> float:
        if isinstance(self.mechanism, Steps) and self.is_mended:
            return float((self.mechanism.points() ** 2).mean())
        return self.mechanism.square(0.0)

    def changed_law(self, steps: Steps) -> Floats:
        """What people report who come out in another group; for mechanisms with points."""
        even = np.full(steps.steps + 1, 1 / (steps.steps + 1))
        return even if self.is_mended else steps.law(0.0)


def laplace(groups: int, epsilon: float) -> GroupMeans:
    """Half of epsilon for the group: a change of group moves the value by half the range at most."""
    return GroupMeans("group and Laplace", groups, epsilon, epsilon / 2, Laplace(epsilon))


def bernoulli(groups: int, epsilon: float) -> GroupMeans:
    """All of epsilon for the bit; for the group what a change of both leaves."""
    return GroupMeans("group and bit", groups, epsilon, epsilon - _lost(epsilon, 1), Steps(epsilon))


def piecewise(groups: int, epsilon: float, share: float = 0.5) -> GroupMeans:
    """This share of epsilon for the group."""
    rest = Piecewise(epsilon * (1 - share))
    return GroupMeans("group and piecewise", groups, epsilon, epsilon * share, rest)


def steps(groups: int, epsilon: float, count: int = 8, *, is_mended: bool) -> GroupMeans:
    """As published, more is told than epsilon: by a factor of (e^epsilon + steps)/(steps + 1) in odds.

    A point that is not the middle has odds e^epsilon : 1 between who holds it and who came from another
    group, and the group's own odds on top. Mended, those people report an even point.
    """
    name = f"group and {count} steps{', mended' if is_mended else ', as published'}"
    return GroupMeans(
        name, groups, epsilon, epsilon - _lost(epsilon, count), Steps(epsilon, count), is_mended
    )


def rivals(groups: int, epsilon: float) -> list[GroupMeans]:
    """All that keep their promise, piecewise at its best share."""
    shares = [share / 50 for share in range(1, 50)]
    best = min(shares, key=lambda share: piecewise(groups, epsilon, share).spread(1.0).total(groups))
    return [
        laplace(groups, epsilon),
        bernoulli(groups, epsilon),
        piecewise(groups, epsilon, best),
        steps(groups, epsilon, is_mended=True),
    ]


def _lost(epsilon: float, count: int) -> float:
    """What an even point tells of the value, in the worst case."""
    ratio = math.exp(epsilon)
    return math.log((count + 1) * ratio / (ratio + count))
