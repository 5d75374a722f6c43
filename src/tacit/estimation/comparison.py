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
from tacit.estimation.slopes import Slope, linear, quotient
from tacit.estimation.student import Confidence
from tacit.estimation.vectors import Vectors, tells_people
from tacit.estimation.what import What
from tacit.study.given import expect_number
from tacit.study.study import Study
from tacit.study.units import units_of

MOST_PAIRS = 2016  # all pairs of 64 groups
MOST_TOGETHER = 64
ONE_SIDED = 0.05  # the level of each of the two tests of equivalence


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
        """Whether they differ by less than the margin, by two one-sided tests at 5%; None without margin."""
        test = self.compared.population
        return None if test is None or test.p_equivalent is None else test.p_equivalent < ONE_SIDED

    @property
    def deciding(self) -> Interval:
        """The difference with the interval that lies within the margin where the groups are equivalent."""
        return self.compared.deciding(1 - 2 * ONE_SIDED)

    @property
    def verdict(self) -> str:
        """What the margin says, in words."""
        verdicts = {True: "equivalent", False: "not shown", None: "not resolved"}
        return verdicts[self.is_equivalent]

    def to_json(self) -> Json:
        """The member of `comparisons` in `estimate --json`."""
        what = self.what
        return {
            "groups": [self.first, self.second],
            "figure": what.figure,
            "option": what.option,
            "outcome": what.outcome,
            "about": what.about,
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
    whats: Sequence[What],
    *,
    level: float,
    margin: float | None = None,
    simultaneous: bool = False,
) -> list[GroupComparison]:
    """Pairs of groups, or of labels of margins, by one figure or by the same one of several options.

    `simultaneous` makes intervals and tests of all of them hold together. A margin is of those figures that
    can lie further apart.
    """
    labels = list(dict.fromkeys(label for pair in pairs for label in pair))
    members = {label: members_of(evidence.study, label) for label in labels}
    for first, second in pairs:
        if set(members[first].tolist()) & set(members[second].tolist()):
            raise refuse("groups", f"must be two different ones, with nobody in both; got {first}, {second}")
    if margin is not None:
        expect_number("margin", margin)
        if not margin > 0:
            raise refuse("margin", f"must be above 0; got {margin:g}")
    confidence = Confidence(level, len(pairs) * len(whats) if simultaneous else 1)
    together = list(members.values())
    are_apart = np.unique(np.concatenate(together)).size == sum(map(len, together)) <= MOST_TOGETHER
    found = []
    for what in whats:
        telling = margin if margin is not None and is_telling(margin, evidence.study, what) else None
        has_people = what.outcome is not None or tells_people(evidence.study, what.figure, what.option)
        for first, second in pairs:
            # One pass for all pairs, where groups are few and nobody is in two of them.
            asked = together if are_apart else [members[first], members[second]]
            vectors = evidence.vectors(asked, outcome=what.outcome)
            slopes = (slope_of(vectors, members[first], what), slope_of(vectors, members[second], what))
            compared = compare(
                *slopes,
                confidence,
                margin=telling,
                has_people=has_people,
                is_never_below_zero=what.figure in ("count", "share"),
            )
            found.append(GroupComparison(first, second, what, compared, confidence.comparisons, telling))
    return found


def is_telling(margin: float, study: Study, what: What) -> bool:
    """Whether two groups could lie further apart than that: else there is nothing to show."""
    if what.figure == "share":
        return margin < 1
    units = units_of(study.question)
    if what.figure == "mean" and what.outcome is None and units is not None:
        return margin < units.high - units.low
    return True


def margin_told(found: Sequence[GroupComparison]) -> float | None:
    """The margin, where it is one of any of them."""
    return next((each.margin for each in found if each.margin is not None), None)


def check_told(found: Sequence[GroupComparison], margin: float | None) -> None:
    """Refuses a margin that says nothing of any of them."""
    if margin is not None and found and margin_told(found) is None:
        rule = f"is so wide that any two groups lie within it (of shares 0.05 is 5 points); got {margin:g}"
        raise refuse("margin", rule)


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
    assert found is not None  # noqa: S101 - `what_of` names what these answers tell
    return found


def sentences(found: GroupComparison) -> Iterator[str]:
    """For people: the difference, the ratio, and what the margin says."""
    names = f"{found.first} less {found.second}"
    difference, tests = found.difference, found.compared
    if difference.estimate is None or tests.population is None:
        yield f"{found.what}, {names}: not resolved, for one of the groups may have nobody in it."
        return
    ends = _both(difference, tests.people, tests.population)
    yield f"{found.what}, {names}: {difference.estimate:.4g}; {ends}."
    if found.ratio.estimate is not None:
        over = f"{found.first} over {found.second}"
        yield f"{found.what}, {over}: {found.ratio.estimate:.4g}; {_both(found.ratio, None, None)}."
    if found.margin is not None and tests.population.p_equivalent is not None:
        verdict = "Equivalent" if found.is_equivalent else "Not shown to be equivalent"
        yield f"{verdict} within {found.margin:g} ({_p(tests.population.p_equivalent)}, two one-sided tests)."


def _both(figure: Interval, people: Test | None, population: Test | None) -> str:
    """Its intervals by their names, with the p-values there are."""
    named = (("these people", figure.people, people), ("population", figure.population, population))
    return ", ".join(
        f"{name} {_interval(bounds)}{f' ({_p(test.p)})' if test else ''}"
        for name, bounds, test in named
        if bounds is not None
    )


def _interval(bounds: Bounds) -> str:
    if bounds.low is None or bounds.high is None:
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
