"""What an estimate holds: every group's figures, and all of them together. How they look is decided later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tacit.estimation.intervals import Bounds, Interval

Json = dict[str, object]


@dataclass(frozen=True)
class OptionFigures:
    """One option of a choice: how many of the group chose it, and which share of the group."""

    option: str
    count: Interval
    share: Interval


@dataclass(frozen=True)
class TrueFigures:
    """The truth of a group's figures, where it is known: in simulations, and in teaching.

    None where there is none to compare with. `options` are pairs of count and share.
    """

    count: float | None = None
    share: float | None = None
    sum: float | None = None
    mean: float | None = None
    options: tuple[tuple[float | None, float | None], ...] = ()


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

    def to_json(self, truth: TrueFigures | None = None) -> Json:
        """The member of `groups` in `estimate --json`; with a truth, it stands in every figure."""
        told: Mapping[str, float | None] = vars(truth) if truth else {}
        figures: Json = {"group": self.group}
        for name in ("count", "share", "sum", "mean"):
            figures[name] = interval_json(getattr(self, name), told, name)
        if isinstance(total := figures["sum"], dict):
            total["about"] = self.about
        if isinstance(mean := figures["mean"], dict) and self.mean is not None:
            mean |= {"resolved": self.mean.is_resolved, "clipped": self.mean.is_clipped}
        if self.options:
            pairs = truth.options if truth else [None] * len(self.options)
            figures["options"] = [_option_json(*each) for each in zip(self.options, pairs, strict=True)]
        return figures


@dataclass(frozen=True)
class StudyFigures:
    """All figures of one tally.

    `comparisons` above 1 says that the intervals hold together (Sidak), `is_rough` that there are too few
    answers for them to hold as often as they say.
    """

    title: str
    study: str
    answers: int
    level: float
    comparisons: int
    groups: tuple[GroupFigures, ...]
    margins: Mapping[str, tuple[GroupFigures, ...]] = field(default_factory=dict)
    declined: GroupFigures | None = None
    refused: Mapping[str, int] = field(default_factory=dict)
    is_rough: bool = False

    def every_group(self) -> Iterator[tuple[str, Sequence[GroupFigures]]]:
        """The groups, under an empty name, and the labels of each margin under its own."""
        yield "", self.groups
        yield from self.margins.items()


def interval_json(figure: Interval | None, told: Mapping[str, float | None], name: str) -> Json | None:
    """A figure; `told` holds the truth under the figure's name, if it is known at all."""
    if figure is None:
        return None
    people = figure.people or Bounds(None, None, None)
    population = figure.population
    document: Json = {"estimate": figure.estimate}
    if told:
        document["truth"] = told[name]
    return document | {
        "sd": people.sd,
        "low": people.low,
        "high": people.high,
        "population": {"sd": population.sd, "low": population.low, "high": population.high},
    }


def _option_json(option: OptionFigures, truth: tuple[float | None, float | None] | None) -> Json:
    told = {} if truth is None else dict(zip(("count", "share"), truth, strict=True))
    share = interval_json(option.share, told, "share") or {}
    return {
        "option": option.option,
        "count": interval_json(option.count, told, "count"),
        "share": {**share, "resolved": option.share.is_resolved},
    }
