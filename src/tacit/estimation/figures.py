"""What an estimate holds: every group's figures, and all of them together. How they look is decided later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tacit.estimation.intervals import Bounds, Interval

DECLINED = "(declined)"  # how those are called who would rather not say, in tables and rows

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
class OutcomeOfGroup:
    """One group's total and mean of a public outcome over those who have it; how many have and lack it.

    `missing` is None where nobody at all lacks it.
    """

    group: str
    count: Interval
    total: Interval
    mean: Interval
    missing: Interval | None = None

    def to_json(self) -> Json:
        """The member of an outcome's `groups`."""
        mean = interval_json(self.mean, {}, "") or {}
        return {
            "group": self.group,
            "count": interval_json(self.count, {}, ""),
            "sum": interval_json(self.total, {}, ""),
            "mean": mean | {"resolved": self.mean.is_resolved},
            "missing": interval_json(self.missing, {}, ""),
        }


@dataclass(frozen=True)
class OutcomeFigures:
    """A public outcome: how many answers have it, how many lack it, and its figures per group."""

    outcome: str
    answers: int
    missing: int
    groups: tuple[OutcomeOfGroup, ...]
    margins: Mapping[str, tuple[OutcomeOfGroup, ...]] = field(default_factory=dict)

    def every_group(self) -> Iterator[tuple[str, Sequence[OutcomeOfGroup]]]:
        """The groups, under an empty name, and the labels of each margin under its own."""
        yield "", self.groups
        yield from self.margins.items()

    def to_json(self) -> Json:
        """The member of `outcomes` in `estimate --json`."""
        document: Json = {"outcome": self.outcome, "answers": self.answers, "missing": self.missing}
        document["groups"] = [group.to_json() for group in self.groups]
        if self.margins:
            shown = {name: [group.to_json() for group in groups] for name, groups in self.margins.items()}
            document["margins"] = shown
        return document


@dataclass(frozen=True)
class Weighing:
    """How answers were weighed and drawn: the columns that say so, and what they do to the precision.

    `design_effect` is by how much unequal weights multiply the variance; `lonely` how many strata have one
    answer (or cluster) only; `rounded` names the columns that needed more digits than are kept.
    """

    weights: str | None = None
    design_effect: float = 1.0
    by: tuple[str, ...] = ()
    cluster: str | None = None
    clusters: int | None = None
    lonely: int = 0
    sampling: str = "large"
    people: int | None = None
    rounded: tuple[str, ...] = ()

    def to_json(self) -> Json:
        """The member `weighing` of `estimate --json`."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in vars(self).items()
        }


@dataclass(frozen=True)
class StratumFigures:
    """One public stratum by itself: its labels, how many answered in it, and its groups."""

    labels: Mapping[str, str]
    answers: int
    groups: tuple[GroupFigures, ...]
    declined: GroupFigures | None = None
    outcomes: tuple[OutcomeFigures, ...] = ()

    @property
    def name(self) -> str:
        """In rows: region north."""
        return ", ".join(f"{column} {label}" for column, label in self.labels.items())

    @property
    def heading(self) -> str:
        """Where it is said which columns these are: north."""
        return ", ".join(self.labels.values())

    def to_json(self) -> Json:
        """The member of `strata` in `estimate --json`."""
        return {
            "stratum": dict(self.labels),
            "answers": self.answers,
            "groups": [group.to_json() for group in self.groups],
            "declined": declined_json(self.declined),
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
        }


@dataclass(frozen=True)
class StudyFigures:
    """All figures of one tally.

    `comparisons` above 1 says that the intervals hold together (Sidak), `is_rough` that there are too few
    answers for them to hold as often as they say, `is_rounded` that values lay between the levels of answers.
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
    is_rounded: bool = False
    outcomes: tuple[OutcomeFigures, ...] = ()
    strata: tuple[StratumFigures, ...] = ()
    weighing: Weighing | None = None

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


def declined_json(declined: GroupFigures | None, truth: TrueFigures | None = None) -> Json | None:
    """How many would rather not say, and which share."""
    if declined is None:
        return None
    told: Mapping[str, float | None] = vars(truth) if truth else {}
    figures = {"count": declined.count, "share": declined.share}
    return {name: interval_json(figure, told, name) for name, figure in figures.items()}


def _option_json(option: OptionFigures, truth: tuple[float | None, float | None] | None) -> Json:
    told = {} if truth is None else dict(zip(("count", "share"), truth, strict=True))
    share = interval_json(option.share, told, "share") or {}
    return {
        "option": option.option,
        "count": interval_json(option.count, told, "count"),
        "share": {**share, "resolved": option.share.is_resolved},
    }
