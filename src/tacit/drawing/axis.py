"""An axis: what it spans, where a value lies on it, and the round numbers to write beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

STEPS = (1.0, 2.0, 5.0)
TICKS = 5  # about so many
MOST_TICKS = 7
FEWEST_LOG_TICKS = 3
MOST_PLACES = 12


@dataclass(frozen=True)
class Axis:
    """From the first tick to the last, or between `ends`; on a logarithmic one equal distances are ratios."""

    ticks: tuple[float, ...]
    is_log: bool = False
    ends: tuple[float, float] | None = None

    @property
    def low(self) -> float:
        """Where it begins."""
        return self.ends[0] if self.ends else self.ticks[0]

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.ends[1] if self.ends else self.ticks[-1]

    def place(self, value: float) -> float:
        """How far along the axis a value lies, in percent; the nearest end where it lies beyond."""
        if value <= self.low:
            return 0.0
        if value >= self.high:
            return 100.0
        if self.is_log:
            return 100 * math.log(value / self.low) / math.log(self.high / self.low)
        return 100 * (value - self.low) / (self.high - self.low)

    def holds(self, value: float) -> bool:
        """Whether a value lies on the axis."""
        return self.low <= value <= self.high

    @property
    def labels(self) -> list[str]:
        """The ticks as they are written: with as many decimal places as tell them apart."""
        if self.is_log:
            return [f"{tick:,.10g}" for tick in self.ticks]
        step = self.ticks[1] - self.ticks[0]
        places = min(max(0, -math.floor(math.log10(step) + 1e-9)), MOST_PLACES)
        return [f"{tick:,.{places}f}" for tick in self.ticks]


def axis_over(values: Sequence[float]) -> Axis:
    """The shortest axis of round ticks that holds all values."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        reach = abs(low) / 2 or 1.0
        low, high = low - reach, high + reach
    step = _round_step((high - low) / TICKS)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    # A step below 1 is divided by its inverse, which is whole: 3 / 10 is 0.3, and 3 * 0.1 is not.
    inverse = round(1 / step)
    return Axis(
        tuple(place / inverse if step < 1 else float(place * step) for place in range(first, last + 1))
    )


def log_axis_over(values: Sequence[float]) -> Axis:
    """The same with equal distances for equal ratios; every value must be above 0.

    Two ticks would not show that it is none of the usual: then it is one.
    """
    low, high = min(values), max(values)
    ticks = list(_log_ticks(low, high, STEPS))
    if len(ticks) < FEWEST_LOG_TICKS:
        return axis_over(values)
    if len(ticks) > MOST_TICKS:
        ticks = list(_log_ticks(low, high, (1.0,)))
    every = max(1, math.ceil((len(ticks) - 1) / (MOST_TICKS - 1)))
    while (len(ticks) - 1) % every:
        ticks.append(ticks[-1] * 10)
    return Axis(tuple(ticks[::every]), is_log=True)


def log_axis_between(low: float, high: float) -> Axis:
    """A logarithmic axis of just this length, above 0, with what round ticks there are on it."""
    for steps in (STEPS, (1.0, 3.0), (1.0,)):
        ticks = [tick for tick in _log_ticks(low, high, steps) if low <= tick <= high]
        if len(ticks) <= MOST_TICKS:
            break
    every = math.ceil(len(ticks) / MOST_TICKS) if ticks else 1
    return Axis(tuple(ticks[::every]), is_log=True, ends=(low, high))


def _round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, ..."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (*STEPS, 10.0) if step * power >= least * (1 - 1e-9))


def _log_ticks(low: float, high: float, steps: Sequence[float]) -> Iterator[float]:
    """From the last tick at or below the lowest value to the first at or above the highest."""
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    ticks = [float(f"{step:g}e{power}") for power in powers for step in steps]
    start = max(at for at, tick in enumerate(ticks) if tick <= low * (1 + 1e-9))
    end = min(at for at, tick in enumerate(ticks) if tick >= high * (1 - 1e-9) and at > start)
    yield from ticks[start : end + 1]
