"""Forecasts of power, and of the people that it takes, against studies that are simulated and compared.

For each setting the planner says how many people tell two groups apart in so many of 100 studies. So many
are drawn, answer, and are estimated; two groups count as told apart when the interval of the estimate's own
difference, sampling included, leaves zero out. A forecast is to be within 3 points, of which the simulation's
own error is one; with these fixed seeds all are within 2.3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from asking import asked
from proofs.enumerated import at
from surveys import Sort, Survey
from tacit.estimation.comparison import slope_of
from tacit.estimation.contrast import compare
from tacit.estimation.evidence import Evidence
from tacit.estimation.student import Confidence
from tacit.estimation.what import What
from tacit.planning.forecast import Forecast
from tacit.planning.pairs import PairNoise, Pairs
from tacit.planning.power import chance, people_to_detect
from tacit.planning.values import ends
from tacit.study.study import Study

REPLICATIONS = 2000
POINTS = 0.03
Z = 2.0
# Weights of 1 and 9, a quarter of them 9: a design effect of 21 / 9.
UNEVEN = ((1, 3), (9, 1))
EFFECT = 21 / 9
OPTIONS = ("x", "y", "z")


@dataclass(frozen=True)
class Setting:
    """A study whose first two groups differ; `rates` are of the high value, the first option or outcome."""

    name: str
    study: Study
    shares: tuple[float, ...]
    rates: tuple[float, ...]
    power: float = 0.8
    figure: str = "mean"
    is_weighted: bool = False

    @property
    def is_linked(self) -> bool:
        return self.study.question.kind == "none" and self.figure == "mean"

    @property
    def pair(self) -> PairNoise:
        effect = EFFECT if self.is_weighted else 1.0
        forecast = Forecast(self.study, shares=self.shares, design_effect=effect)
        pairs, (first, second, *_) = Pairs(forecast), self.rates
        if self.figure == "share":
            return pairs.sizes(0, 1)
        if self.study.is_histogram:
            return pairs.holding(0, 1, chosen=(first, second))
        return pairs.holding(0, 1, held=(ends(2 * first - 1), ends(2 * second - 1)))

    @property
    def difference(self) -> float:
        if self.figure == "share":
            return abs(self.shares[0] - self.shares[1])
        return abs(self.rates[0] - self.rates[1]) * Forecast(self.study).width

    def sorts(self, people: int) -> Iterator[tuple[Sort, int]]:
        """So many of every sort."""
        weights = UNEVEN if self.is_weighted else ((1, 1),)
        parts = sum(times for _, times in weights)
        for group, (share, rate) in enumerate(zip(self.shares, self.rates, strict=True)):
            for weight, times in weights:
                for is_high, part in ((True, rate), (False, 1 - rate)):
                    count = share * people * part * times / parts
                    yield from self._sorts(group, weight, count, is_high=is_high)

    def _sorts(self, group: int, weight: int, count: float, *, is_high: bool) -> Iterator[tuple[Sort, int]]:
        if self.study.is_histogram:
            places = [0] if is_high else range(1, len(OPTIONS))
            for option in places:
                item = group * len(OPTIONS) + option
                yield Sort(at(item, 0, 1), weight), round(count / len(places))
        elif self.study.question.kind == "none":
            yield Sort(at(group, 0, 1), weight, int(is_high)), round(count)
        else:
            yield Sort(at(group, 1 if is_high else -1), weight), round(count)

    @property
    def what(self) -> What:
        if self.is_linked:
            return What("mean", outcome="y")
        if self.study.is_histogram:
            return What("share", option=OPTIONS[0])
        return What("share" if self.figure == "share" else "sum" if self.is_summed else "mean")

    @property
    def is_summed(self) -> bool:
        return Forecast(self.study).measure == "sum per person"

    def told_apart(self, people: int, seed: int) -> float:
        """In how many of all replications the interval of the difference leaves zero out."""
        sorts = tuple((sort, size) for sort, size in self.sorts(people) if size)
        survey = Survey(self.name, self.study, sorts)
        tally = survey.tally("population", REPLICATIONS, seed)
        evidence = Evidence(self.study, tally, survey.sampling)
        members, told = [np.array([0]), np.array([1])], 0
        for (label,) in tally.strata:
            vectors = evidence.vectors(members, outcome="y" if self.is_linked else None, stratum=(label,))
            slopes = [slope_of(vectors, each, self.what) for each in members]
            found = compare(slopes[0], slopes[1], Confidence()).difference.population
            told += found.low is not None and found.high is not None and not found.low <= 0 <= found.high
        return told / REPLICATIONS


def scale(epsilon: str, groups: str = "abc", **said: object) -> Study:
    return asked("scale", ends=(0, 1), groups=groups, epsilon=epsilon, **said)  # type: ignore[arg-type]


def linked(epsilon: str, groups: str = "abc") -> Study:
    return asked("none", groups=groups, epsilon=epsilon)


def histogram(epsilon: str) -> Study:
    return asked("choice", groups="abc", options=OPTIONS, epsilon=epsilon)


THREE, RARE, APART = (0.4, 0.35, 0.25), (0.04, 0.06, 0.9), (0.4, 0.6, 0.5)
KNOWN, KNOWN_RARE = tuple(map(str, THREE)), tuple(map(str, RARE))
NAMES = "abcdefghijklmnopqrst"
TWENTY = scale("3", NAMES, rows="hashed", columns=7)
OF_TWENTY = (0.06, 0.04, *[0.05] * 18), (*APART[:2], *[0.5] * 18)
SETTINGS = [
    Setting("means, dealt with count questions", scale("1"), THREE, APART),
    Setting("means, dealt, half of all studies", scale("1"), THREE, APART, power=0.5),
    Setting("means near an end, direct", scale("3"), THREE, (0.85, 0.95, 0.5)),
    Setting("means, nearly always", scale("3"), THREE, APART, power=0.95),
    Setting("means of two groups", scale("2", "ab"), (0.5, 0.5), (0.4, 0.55)),
    Setting("means at small epsilon", scale("0.5"), THREE, (0.3, 0.7, 0.5)),
    Setting("a group of 5%", scale("2"), (0.05, 0.5, 0.45), (0.3, 0.6, 0.5)),
    Setting("weights", scale("2"), THREE, APART, is_weighted=True),
    Setting("known shares", scale("1", shares=KNOWN), THREE, APART),
    Setting("known shares of rare groups", scale("2", shares=KNOWN_RARE), RARE, (0.3, 0.7, 0.5)),
    Setting("twenty groups, hashed", TWENTY, *OF_TWENTY),
    Setting("the group alone", scale("1.5", promise="group"), THREE, APART),
    Setting("sums", scale("0.7", "ab", ask="sum"), (0.5, 0.5), (0.4, 0.6)),
    Setting("an option of three", histogram("2"), THREE, (0.3, 0.45, 0.3)),
    Setting("linked outcomes", linked("1"), THREE, (0.42, 0.58, 0.5)),
    Setting("linked outcomes of a rare group", linked("2", "ab"), (0.1, 0.9), (0.4, 0.55)),
    Setting("linked outcomes, weights", linked("2"), THREE, (0.42, 0.58, 0.5), is_weighted=True),
    Setting("sizes", linked("1"), (0.3, 0.36, 0.34), (0.5, 0.5, 0.5), figure="share"),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_two_groups_are_told_apart_as_often_as_forecast(setting: Setting) -> None:
    people = people_to_detect(setting.pair, setting.difference, setting.power)
    forecast = chance(setting.pair, people, setting.difference)
    assert setting.power <= forecast < setting.power + 0.01, people
    found = setting.told_apart(people, seed=31)
    assert abs(found - forecast) < POINTS, (
        f"{setting.name}: {people:,} people were to tell a difference of {setting.difference:g} in "
        f"{forecast:.1%}, and told it in {found:.1%} of {REPLICATIONS:,} studies (seed 31)"
    )


WORST = [
    Setting("a group of 1%, not always resolved", scale("3"), (0.01, 0.5, 0.49), (0.2, 0.6, 0.5), power=0.6),
    Setting("means far from the middle", scale("1"), THREE, (0.05, 0.25, 0.5)),
    Setting("means in the middle", scale("4", "ab"), (0.3, 0.7), (0.45, 0.55)),
    Setting("a rare option", histogram("3"), THREE, (0.05, 0.15, 0.3)),
]


@pytest.mark.parametrize("setting", WORST, ids=lambda setting: setting.name)
def test_what_is_forecast_at_the_worst_values_is_reached_at_any(setting: Setting) -> None:
    """As a plan does it: with no word of what people will say."""
    pair = Pairs(Forecast(setting.study, shares=setting.shares)).between(0, 1)
    people = people_to_detect(pair, setting.difference, setting.power)
    found = setting.told_apart(people, seed=32)
    error = math.sqrt(setting.power * (1 - setting.power) / REPLICATIONS)
    assert found > setting.power - POINTS - Z * error, f"{found:.1%} of {setting.power:.0%}"
