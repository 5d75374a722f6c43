"""What an estimate holds: every group's figures, and all of them together. How they look is decided later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tacit.estimation.intervals import Bounds, Interval


@dataclass(frozen=True)
class OptionFigures:
    """One option of a choice: how many of the group chose it, and which share of the group."""

    option: str
    count: Interval
    share: Interval


@dataclass(frozen=True)
class GroupFigures:
    """One group's figures; None where the question or the scheme does not give them."""

    group: str
    count: Interval | None
    share: Interval | None
    sum: Interval | None = None
    mean: Interval | None = None
    about: float = 0.0
    options: tuple[OptionFigures, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The member of `groups` in `estimate --json`."""
        total = _interval_json(self.sum)
        if total is not None:
            total["about"] = self.about
        mean = _interval_json(self.mean)
        if mean is not None and self.mean is not None:
            mean |= {"resolved": self.mean.is_resolved, "clipped": self.mean.is_clipped}
        figures: dict[str, object] = {
            "group": self.group,
            "count": _interval_json(self.count),
            "share": _interval_json(self.share),
            "sum": total,
            "mean": mean,
        }
        if self.options:
            figures["options"] = [
                {
                    "option": option.option,
                    "count": _interval_json(option.count),
                    "share": {**(_interval_json(option.share) or {}), "resolved": option.share.is_resolved},
                }
                for option in self.options
            ]
        return figures


@dataclass(frozen=True)
class StudyFigures:
    """All figures of one tally. `comparisons` above 1 says that the intervals hold together (Sidak)."""

    title: str
    study: str
    answers: int
    level: float
    comparisons: int
    groups: tuple[GroupFigures, ...]
    margins: Mapping[str, tuple[GroupFigures, ...]] = field(default_factory=dict)
    declined: GroupFigures | None = None
    refused: Mapping[str, int] = field(default_factory=dict)


def _interval_json(figure: Interval | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    people = figure.people or Bounds(None, None, None)
    population = figure.population
    return {
        "estimate": figure.estimate,
        "sd": people.sd,
        "low": people.low,
        "high": people.high,
        "population": {"sd": population.sd, "low": population.low, "high": population.high},
    }
