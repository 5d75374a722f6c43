"""What a plan holds: forecasts, the verdict, what it would take. How it looks is decided later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from tacit.planning.forecast import Measure
from tacit.planning.variances import Noise
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study

Verdict = Literal["useful", "weak", "hopeless"]


@dataclass(frozen=True)
class Precision:
    """Two sds or half-widths: for these people (None where they have no interval), and for the population."""

    people: float | None
    population: float

    @property
    def first(self) -> float:
        """The one that is about these people, where there is one."""
        return self.population if self.people is None else self.people

    @classmethod
    def of_total(cls, noise: Noise, people: int) -> Precision:
        """The sd of a total."""
        return cls._of(noise.times(people))

    @classmethod
    def of_ratio(cls, noise: Noise, people: int, z: float) -> Precision:
        """The half-width of a ratio's interval."""
        return cls._of(noise.times(z**2 / people))

    @classmethod
    def _of(cls, noise: Noise) -> Precision:
        """Rounding may leave a variance a little below zero."""
        people = None if noise.people is None else max(noise.people, 0.0) ** 0.5
        return cls(people, max(noise.population, 0.0) ** 0.5)


@dataclass(frozen=True)
class GroupForecast:
    """One group among so many people; None where nothing is said: no people given, or not resolved.

    `judged` is the half-width of what the study is judged by (`PlanFigures.measure`).
    """

    group: str
    share: float
    people: float | None = None
    count_sd: Precision | None = None
    sum_sd: Precision | None = None
    option_count_sd: Precision | None = None
    judged: Precision | None = None
    is_resolved: bool | None = None
    people_needed: int | None = None

    def to_json(self, measure: Measure) -> dict[str, object]:
        """The member of `groups` in `plan --json`."""
        is_mean = measure == "mean"
        named = {"count_sd": self.count_sd, "sum_sd": self.sum_sd}
        named["mean_halfwidth"] = self.judged if is_mean else None
        if measure == "option share":
            named["option_count_sd"] = self.option_count_sd
        if not is_mean:
            named[f"{measure.replace(' ', '_')}_halfwidth"] = self.judged
        return {
            "group": self.group,
            "share": self.share,
            "people": self.people,
            **{name: found and found.first for name, found in named.items()},
            "population": {name: found and found.population for name, found in named.items()},
            "resolved": self.is_resolved,
            "people_needed": self.people_needed,
        }


@dataclass(frozen=True)
class Needed:
    """What a half-width of `within` takes: people, or epsilon with the people that there are."""

    within: float
    people: int
    epsilon: Decimal | None

    def to_json(self) -> dict[str, object]:
        """As `plan --json` prints it."""
        epsilon = None if self.epsilon is None else float(self.epsilon)
        return {"within": self.within, "people": self.people, "epsilon": epsilon}


@dataclass(frozen=True)
class Detection:
    """Two groups: the `smallest` difference of a figure that is told with the wanted power, if any is.

    `people` or `epsilon` (with the people that there are) tell the difference that was asked for, which the
    people that there are tell with `chance`. `which` says why these two: "any", "rarest", "largest", "asked".
    """

    figure: Measure | Literal["group share"]
    groups: tuple[str, str]
    which: str
    smallest: float | None
    people: int | None
    epsilon: Decimal | None
    chance: float | None

    def to_json(self) -> dict[str, object]:
        """The member of `differences.pairs` in `plan --json`."""
        return {
            "figure": self.figure,
            "groups": list(self.groups),
            "which": self.which,
            "smallest": self.smallest,
            "people": self.people,
            "epsilon": None if self.epsilon is None else float(self.epsilon),
            "power": self.chance,
        }


@dataclass(frozen=True)
class Influence:
    """How far one invented answer moves a group's sum (or count), and how many move it by one sd."""

    furthest: float
    answers_for_one_sd: int | None


@dataclass(frozen=True)
class Alternative:
    """Another scheme; `people` is how many times as many people it needs for what is asked."""

    scheme: Scheme
    total_variance: float
    people: float


@dataclass(frozen=True)
class TwoLevels:
    """Two levels in place of more: by what they multiply the variance of sums for values all over the range,
    which more are good for, and for values at its ends.
    """

    variance: float
    variance_at_ends: float


@dataclass(frozen=True)
class PlanFigures:
    """The whole plan. Without people there is no verdict and no figures, only what it would take."""

    study: Study
    people: int | None
    total_variance: float
    optimum: float
    measure: Measure
    width: float
    groups: tuple[GroupForecast, ...]
    margins: Mapping[str, tuple[GroupForecast, ...]]
    rarer: tuple[GroupForecast, ...]
    median: int
    declined_sd: Precision | None
    median_if_some_decline: float | None
    verdict: Verdict | None
    population_verdict: Verdict | None
    useful: Needed
    wanted: Mapping[str, Needed]
    detections: tuple[Detection, ...]
    detect: float | None
    power: float
    design_effect: float
    influence: Influence
    alternatives: tuple[Alternative, ...]
    two_levels: TwoLevels | None

    @property
    def scheme(self) -> Scheme:
        """The scheme that is planned for."""
        return self.study.scheme

    @property
    def is_share(self) -> bool:
        """Whether the study is judged by a share of people, from 0 to 1."""
        return self.study.question.is_two_valued or self.measure in ("option share", "linked mean")

    @property
    def is_sum_centred(self) -> bool:
        """Whether sums are of the values less the middle of the range."""
        has_known_sizes = self.measure == "mean" and self.study.groups.shares is not None
        return not has_known_sizes and (self.study.needs.ask == "sum" or self.measure == "sum per person")

    @property
    def ratio_to_optimum(self) -> float:
        """How far the total variance is above the least that the promise allows."""
        return self.total_variance / self.optimum

    @property
    def unmet(self) -> tuple[Detection, ...]:
        """Pairs of groups whose wanted difference these people tell too seldom."""
        judged = (each for each in self.detections if each.figure == self.measure)
        return tuple(each for each in judged if each.chance is not None and each.chance < self.power)

    @property
    def unresolved(self) -> tuple[str, ...]:
        """The groups of which too little is learnt to say anything about their values."""
        return tuple(group.group for group in self.groups if group.is_resolved is False)


def scheme_json(scheme: Scheme) -> dict[str, Any]:
    """A scheme's integers."""
    members = scheme.to_manifest()
    names = ("rows", "items", "columns", "levels", "count_share")
    odds = {name: members[name] for name in ("keep", "opposite", "other")}
    return {name: members[name] for name in names} | {"queries": scheme.queries, "bits": scheme.bits} | odds
