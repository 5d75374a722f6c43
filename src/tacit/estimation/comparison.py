"""Two groups side by side: the difference and the ratio of one figure, with tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tacit.errors import refuse
from tacit.estimation.contrast import Compared, Test, compare
from tacit.estimation.evidence import Evidence
from tacit.estimation.figures import Json, interval_json
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.partition import Indices, axes, groups
from tacit.estimation.slopes import Figure, Slope, linear, quotient
from tacit.estimation.student import Confidence
from tacit.estimation.vectors import Vectors
from tacit.study.spelling import did_you_mean, join
from tacit.study.study import Study
from tacit.study.units import units_of

FIGURES: tuple[Figure, ...] = ("count", "share", "sum", "mean")
MOST_PAIRS = 2016  # all pairs of 64 groups
MOST_TOGETHER = 64


@dataclass(frozen=True)
class What:
    """Which figure is compared: of the groups themselves, of one option, or of a public outcome."""

    figure: Figure
    option: str | None = None
    outcome: str | None = None

    def __str__(self) -> str:
        if self.outcome is not None:
            return f"{self.figure} of {self.outcome}"
        return f'{self.figure} of "{self.option}"' if self.option is not None else self.figure


@dataclass(frozen=True)
class GroupComparison:
    """The first group's figure against the second's; `comparisons` above 1 says how many hold together."""

    first: str
    second: str
    what: What
    compared: Compared
    comparisons: int = 1
    margin: float | None = None

    @property
    def difference(self) -> Interval:
        """The first less the second."""
        return self.compared.difference

    @property
    def ratio(self) -> Interval:
        """The first over the second."""
        return self.compared.ratio

    @property
    def is_equivalent(self) -> bool | None:
        """Whether they differ by less than the margin, at the one-sided level of 5%; None without margin."""
        test = self.compared.population
        return None if test is None or test.p_equivalent is None else test.p_equivalent < 0.05

    def to_json(self) -> Json:
        """The member of `comparisons` in `estimate --json`."""
        what = self.what
        return {
            "groups": [self.first, self.second],
            "figure": what.figure,
            "option": what.option,
            "outcome": what.outcome,
            "difference": _figure(self.difference, self.compared.people, self.compared.population),
            "ratio": _figure(self.ratio, None, None),
            "comparisons": self.comparisons,
            "margin": self.margin,
            "equivalent": self.is_equivalent,
        }

    def __str__(self) -> str:
        return "\n".join(sentences(self))


def compare_groups(
    evidence: Evidence,
    pairs: Sequence[tuple[str, str]],
    what: What,
    *,
    level: float,
    margin: float | None = None,
    simultaneous: bool = False,
) -> list[GroupComparison]:
    """Pairs of groups, or of labels of margins. `simultaneous` makes intervals and tests hold together."""
    labels = list(dict.fromkeys(label for pair in pairs for label in pair))
    members = {label: members_of(evidence.study, label) for label in labels}
    for first, second in pairs:
        if set(members[first].tolist()) & set(members[second].tolist()):
            raise refuse("groups", f"must be two different ones, with nobody in both; got {first}, {second}")
    if margin is not None and margin <= 0:
        raise refuse("margin", f"must be above 0; got {margin:g}")
    confidence = Confidence(level, len(pairs) if simultaneous else 1)
    together = list(members.values())
    are_apart = np.unique(np.concatenate(together)).size == sum(map(len, together)) <= MOST_TOGETHER
    found = []
    for first, second in pairs:
        # One pass for all pairs, where groups are few and nobody is in two of them.
        asked = together if are_apart else [members[first], members[second]]
        vectors = evidence.vectors(asked, outcome=what.outcome)
        slopes = [slope_of(vectors, members[label], what) for label in (first, second)]
        compared = compare(slopes[0], slopes[1], confidence, margin=margin)
        found.append(GroupComparison(first, second, what, compared, confidence.comparisons, margin))
    return found


def all_pairs(study: Study) -> list[tuple[str, str]]:
    """Every two groups; refuses more than can be read."""
    pairs = list(combinations(study.groups.labels, 2))
    if len(pairs) > MOST_PAIRS:
        raise refuse(
            "pairs",
            f"of {len(study.groups.labels)} groups are {len(pairs):,}; name those that matter instead",
        )
    return pairs


def members_of(study: Study, label: str) -> Indices:
    """The groups that a label stands for: one, or those of a margin. Refuses unknown labels."""
    for partition in (groups(study.groups), *axes(study.groups)):
        if label in partition.labels:
            return partition.members[partition.labels.index(label)]
    return np.array([study.group_index(label)])


def what_of(
    study: Study, figure: Figure | None, *, option: str | None = None, outcome: str | None = None
) -> What:
    """What is meant: unless it is said, means where the question has any, shares where it has none."""
    options = study.question.options
    if option is not None and option not in options:
        near = did_you_mean(option, options)
        raise refuse("option", f"must be one of {join(options, 'or') or 'none'}; got {option}{near}")
    if figure is None and option is None and outcome is None and len(options) == 2:
        return What("share", options[1])
    if figure is None:
        has_mean = outcome is not None or (option is None and units_of(study.question) is not None)
        figure = "mean" if has_mean else "share"
    allowed = ("count", "sum", "mean") if outcome else ("count", "share") if option else FIGURES
    if figure not in allowed:
        raise refuse("figure", f"must be {join(allowed, 'or')} here; got {figure}")
    return What(figure, option, outcome)


def slope_of(vectors: Vectors, members: Indices, what: What) -> Slope:
    """The figure of some groups; refuses one that the study does not give."""
    if what.outcome is not None:
        total, count = vectors.sums(members), vectors.counts(members)
        if what.figure == "mean":
            return quotient(vectors.joint, total, count)
        return linear(vectors.joint, total if what.figure == "sum" else count)
    options = vectors.study.question.options
    option = None if what.option is None else options.index(what.option)
    found = vectors.slope(members, what.figure, option)
    if found is None:
        raise refuse("figure", f"{what.figure} is not what these answers tell; see what `estimate` gives")
    return found


def sentences(found: GroupComparison) -> Iterator[str]:
    """For people: the difference, the ratio, and what the margin says."""
    names = f"{found.first} less {found.second}"
    difference, tests = found.difference, found.compared
    if difference.estimate is None or tests.people is None or tests.population is None:
        yield f"{found.what}, {names}: not resolved, for one of the groups may have nobody in it."
        return
    yield (
        f"{found.what}, {names}: {difference.estimate:.4g}; these people {_interval(difference.people)} "
        f"({_p(tests.people.p)}), population {_interval(difference.population)} ({_p(tests.population.p)})."
    )
    if found.ratio.estimate is not None:
        people, population = (_interval(each) for each in (found.ratio.people, found.ratio.population))
        yield (
            f"{found.what}, {found.first} over {found.second}: {found.ratio.estimate:.4g}; "
            f"these people {people}, population {population}."
        )
    if found.margin is not None and tests.population.p_equivalent is not None:
        verdict = "Equivalent" if found.is_equivalent else "Not shown to be equivalent"
        yield f"{verdict} within {found.margin:g} ({_p(tests.population.p_equivalent)}, two one-sided tests)."


def _interval(bounds: Bounds | None) -> str:
    if bounds is None or bounds.low is None or bounds.high is None:
        return "anything"
    return f"{bounds.low:.4g} to {bounds.high:.4g}"


def _p(chance: float) -> str:
    return "p < 0.0001" if chance < 1e-4 else f"p = {chance:.2g}"


def _figure(figure: Interval, people: Test | None, population: Test | None) -> Json:
    document = interval_json(figure, {}, "") or {}
    document["resolved"] = figure.is_resolved
    document["test"] = _test(people)
    if isinstance(inner := document["population"], dict):
        inner["test"] = _test(population)
    return document


def _test(test: Test | None) -> Json | None:
    return None if test is None else {"z": test.z, "p": test.p, "p_equivalent": test.p_equivalent}
