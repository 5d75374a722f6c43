"""Surveys drawn again and again: weights, outcomes, strata and clusters, and how often intervals hold.

Whole tallies are drawn: the law of every cell is known for every sort of people. One tally with sums holds
all replications, each as a stratum of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np
import numpy.typing as npt

from proofs.enumerated import Enumerated, Person, at
from tacit.estimation.comparison import slope_of
from tacit.estimation.contrast import NOTHING, compare
from tacit.estimation.evidence import Evidence
from tacit.estimation.intervals import Interval
from tacit.estimation.notes import is_within
from tacit.estimation.overall import overall
from tacit.estimation.partition import groups
from tacit.estimation.reading import interval_of
from tacit.estimation.sampling import Sampling
from tacit.estimation.slopes import linear, quotient
from tacit.estimation.student import Confidence
from tacit.estimation.weighted import SurveyFigures
from tacit.estimation.what import What
from tacit.study.study import Study
from tacit.study.units import units_of
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.sums import SumTally
from tacit.tallying.wide import Wide

Kind = Literal["people", "population"]
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sort:
    """People who are alike: what they hold, their weight, and a public outcome (None: they lack it)."""

    person: Person
    weight: int = 1
    outcome: int | None = 0


@dataclass(frozen=True)
class Survey:
    """A study and how many of each sort answer; with `simple`, out of `times` as many people."""

    name: str
    study: Study
    sorts: tuple[tuple[Sort, int], ...]
    mode: Literal["large", "simple", "poisson"] = "large"
    times: int = 1

    @cached_property
    def measures(self) -> Measures:
        is_weighted = any(sort.weight != 1 for sort, _ in self.sorts)
        return Measures(Unit("w") if is_weighted else None, (Unit("y"),), by=("replication",))

    @property
    def sizes(self) -> Whole:
        return np.array([count for _, count in self.sorts])

    @property
    def sampling(self) -> Sampling:
        people = int(self.sizes.sum()) * self.times if self.mode == "simple" else None
        return Sampling(self.mode, people)

    def answered(self, kind: Kind, replications: int, rng: np.random.Generator) -> Whole:
        """How many of each sort answer, in each replication."""
        sizes = self.sizes
        if kind == "people":
            return np.tile(sizes, (replications, 1))
        if self.mode == "simple":
            return rng.multivariate_hypergeometric(sizes * self.times, int(sizes.sum()), replications)
        if self.mode == "poisson":
            weights = np.array([sort.weight for sort, _ in self.sorts])
            return rng.binomial(sizes * weights, 1 / weights, (replications, sizes.size))
        return rng.multinomial(int(sizes.sum()), sizes / sizes.sum(), replications)

    def tally(self, kind: Kind, replications: int, seed: int) -> SumTally:
        """All replications, each a stratum."""
        rng = np.random.default_rng(seed)
        people = self.answered(kind, replications, rng)
        drawn = answers_drawn(self, [sort for sort, _ in self.sorts], people, rng)
        return tally_of(self.study, self.measures, [sort for sort, _ in self.sorts], drawn)


def answers_drawn(survey: Survey, sorts: Sequence[Sort], people: Whole, rng: np.random.Generator) -> Whole:
    """From how many of each sort there are, how many of them gave each answer: (lots, cells, sorts)."""
    cells = Enumerated(survey.study.scheme)
    each = [rng.multinomial(people[:, place], cells.law(sort.person)) for place, sort in enumerate(sorts)]
    return np.stack(each, axis=-1)


def tally_of(study: Study, measures: Measures, sorts: Sequence[Sort], drawn: Whole) -> SumTally:
    """From how many of each sort gave each answer: (replications, cells, sorts)."""
    occupied = drawn.sum(axis=2) > 0
    part, cell = np.nonzero(occupied)
    sums = {}
    for term in measures.terms:
        each = [
            sort.weight**term.weight
            * (1 if term.outcome is None else 0 if sort.outcome is None else sort.outcome**term.power)
            for sort in sorts
        ]
        sums[term] = Wide((drawn[occupied] @ np.array(each))[None])
    labels = tuple((f"{n:06d}",) for n in range(len(drawn)))
    shape = (study.scheme.queries, study.scheme.rows.columns)
    return SumTally(*shape, measures, labels, part, cell, sums)


@dataclass(frozen=True)
class Measured:
    """Every figure of every group, and the comparison of the first two groups, by name."""

    survey: Survey
    evidence: Evidence
    confidence: Confidence = field(default_factory=Confidence)

    def replication(self, label: str) -> Iterator[tuple[str, Interval]]:
        study, partition = self.survey.study, groups(self.survey.study.groups)
        vectors = self.evidence.vectors(partition.members, stratum=(label,))
        for figures in SurveyFigures(vectors, self.confidence).of(partition):
            for name in ("count", "share", "sum", "mean"):
                if (found := getattr(figures, name)) is not None:
                    yield f"{name} of {figures.group}", found
            for option in figures.options:
                yield f"share of {option.option} in {figures.group}", option.share
        outcome = self.evidence.vectors(partition.members, outcome="y", stratum=(label,))
        for group, members in zip(partition.labels, partition.members, strict=True):
            total, count = outcome.sums(members), outcome.counts(members)
            yield f"sum of y in {group}", interval_of(linear(outcome.joint, total), self.confidence)
            yield f"mean of y in {group}", interval_of(quotient(outcome.joint, total, count), self.confidence)
        pair = partition.members[:2]
        compared = [("share", vectors, What("share")), ("count", vectors, What("count"))]
        if units_of(study.question):
            compared.append(("mean", vectors, What("mean")))
        compared.append(("mean of y", outcome, What("mean", outcome="y")))
        for name, used, what in compared:
            slopes = [slope_of(used, members, what) for members in pair]
            found = compare(slopes[0], slopes[1], self.confidence)
            yield f"difference of {name}", found.difference
            if name != "count":
                yield f"ratio of {name}", found.ratio
        yield from self.everybody(label)

    def everybody(self, label: str) -> Iterator[tuple[str, Interval]]:
        """A population in which groups have other shares than among those who answered."""
        study, shares = self.survey.study, elsewhere(self.survey.study)
        named: list[tuple[str, str | None, int | None]] = [("mean", None, None)]
        named = [("mean of y", "y", None), *(named if units_of(study.question) else [])]
        named += [(name, None, place) for place, name in enumerate(study.question.options)]
        for name, outcome, option in named:
            found = overall(
                self.evidence, shares, self.confidence, outcome=outcome, option=option, stratum=(label,)
            )
            yield f"{name} of everybody", found or NOTHING


def elsewhere(study: Study) -> list[float]:
    """Shares that no survey here has: the first group is the largest, but one of two is not half.

    With equal shares and two groups a mean of everybody hardly depends on who is in which.
    """
    sizes = range(len(study.groups.labels) + 1, 1, -1)
    return [size / sum(sizes) for size in sizes]


def truths_of(survey: Survey) -> Mapping[str, float]:
    """What every figure should find."""
    study, sorts = survey.study, survey.sorts
    units = units_of(study.question)
    options = len(study.question.options) if study.is_histogram else 1
    everybody = sum(sort.weight * size for sort, size in sorts)
    found: dict[str, float] = {}
    for place, group in enumerate(study.groups.labels):
        mine = [(sort, sort.weight * size) for sort, size in sorts if sort.person.item // options == place]
        count = sum(weight for _, weight in mine)
        found[f"count of {group}"], found[f"share of {group}"] = count, count / everybody
        if units:
            value = sum(float(sort.person.value) * weight for sort, weight in mine)
            found[f"sum of {group}"] = units.half * value + units.mid * count
            found[f"mean of {group}"] = units.mid + units.half * value / count
        for option, name in enumerate(study.question.options if study.is_histogram else ()):
            chosen = sum(weight for sort, weight in mine if sort.person.item % options == option)
            found[f"share of {name} in {group}"] = chosen / count
        have = [(sort.outcome, weight) for sort, weight in mine if sort.outcome is not None]
        found[f"sum of y in {group}"] = sum(y * weight for y, weight in have)
        found[f"mean of y in {group}"] = sum(y * w for y, w in have) / sum(w for _, w in have)
    for name in ("mean of y", "mean", *study.question.options):
        link = "in" if name == "mean of y" else "of"
        each = [f"share of {name} in {group}" for group in study.groups.labels]
        each = each if each[0] in found else [f"{name} {link} {group}" for group in study.groups.labels]
        if each[0] in found:
            figures = zip(elsewhere(study), (found[one] for one in each), strict=True)
            found[f"{name} of everybody"] = sum(share * figure for share, figure in figures)
    first, second = study.groups.labels[:2]
    for name in ("share", "count", "mean", "mean of y"):
        link = "in" if name == "mean of y" else "of"
        if f"{name} {link} {first}" in found:
            a, b = found[f"{name} {link} {first}"], found[f"{name} {link} {second}"]
            found[f"difference of {name}"], found[f"ratio of {name}"] = a - b, a / b
    return found


@dataclass
class Held:
    """Per figure: in how many replications it was resolved, and in how many of these it held the truth."""

    replications: int
    resolved: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)


def hold(survey: Survey, kind: Kind, *, replications: int, seed: int) -> Held:
    """Estimate so many surveys and count."""
    tally = survey.tally(kind, replications, seed)
    measured = Measured(survey, Evidence(survey.study, tally, survey.sampling))
    truths, found = truths_of(survey), Held(replications)
    for (label,) in tally.strata:
        for name, figure in measured.replication(label):
            if figure.is_resolved:
                found.resolved[name] += 1
                found.held[name] += bool(is_within(truths[name], getattr(figure, kind)))
    return found


def crowd(
    shares: Sequence[float],
    highs: Sequence[float],
    people: int,
    *,
    weights: Sequence[tuple[int, float]] = ((1, 1.0),),
    levels: int = 2,
    gaps: float = 0.0,
) -> tuple[tuple[Sort, int], ...]:
    """So many people: groups of these shares, `highs` of each at the highest value, weights by their chances.

    Outcomes differ between groups and are uneven; a share of `gaps` lack them.
    """
    found = []
    for item, (share, high) in enumerate(zip(shares, highs, strict=True)):
        outcomes = ((3 + item, 0.5), (-1, 0.3), (10, 0.2 - gaps), (None, gaps))
        for (weight, p), (value, q), (outcome, r) in product(weights, ((1, high), (-1, 1 - high)), outcomes):
            size = round(people * share * p * q * r)
            if size:
                found.append((Sort(at(item, value, levels), weight, outcome), size))
    return tuple(found)
