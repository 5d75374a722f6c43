"""The plan of a study: how precise it will be with so many people, by closed forms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from tacit.errors import Problem, Refused, refuse
from tacit.planning.figures import PlanFigures, scheme_json
from tacit.planning.forecast import LEVEL, Forecast, GroupNoise
from tacit.planning.judgement import USEFUL, alternatives, finer_levels, verdicts
from tacit.planning.needed import with_epsilon
from tacit.planning.outlook import Outlook
from tacit.planning.tables import as_html, as_text
from tacit.scheme.limit import optimum
from tacit.scheme.moments import total_variance
from tacit.study.collect import MOST_PEOPLE
from tacit.study.inspection import Inspection
from tacit.study.study import Study

# Groups that a study might turn out to have, where nobody said how large they are.
RARER = {"a group of 10 %": 0.1, "a group of 1 %": 0.01}


@dataclass(frozen=True)
class Plan(PlanFigures):
    """A study's plan, and the ways to show it."""

    def to_json(self) -> dict[str, object]:
        """The document that `plan --json` prints."""
        study, named = self.study, self.measure.replace(" ", "_")
        document: dict[str, object] = {
            "study": study.id,
            "title": study.title,
            "people": self.people,
            "epsilon": float(study.privacy.epsilon),
            "promise": study.privacy.promise,
            "scheme": scheme_json(self.scheme),
            "total_variance": self.total_variance,
            "optimum": self.optimum,
            "ratio_to_optimum": self.ratio_to_optimum,
            "level": LEVEL,
            "judged_by": self.measure,
            "range": self.width,
            "shares": "known" if study.groups.shares else "assumed even",
            "groups": [group.to_json(self.measure) for group in self.groups],
            "median_group": self.groups[self.median].group,
            "verdict": self.verdict,
            "population_verdict": self.population_verdict,
            "unresolved": list(self.unresolved),
            "useful": self.useful.to_json(),
        }
        if self.wanted:
            document["wanted"] = {which: needed.to_json() for which, needed in self.wanted.items()}
        if self.margins:
            document["margins"] = {
                axis: [group.to_json(self.measure) for group in margin]
                for axis, margin in self.margins.items()
            }
        if self.rarer:
            document["if_rarer"] = [group.to_json(self.measure) for group in self.rarer]
        if study.groups.decline:
            document["declined"] = {
                "count_sd": self.declined_sd and self.declined_sd.first,
                f"median_{named}_halfwidth_if_1_in_10_decline": self.median_if_some_decline,
            }
        others = [
            {
                **scheme_json(other.scheme),
                "total_variance": other.total_variance,
                "ratio_to_optimum": other.total_variance / self.optimum,
                "people": other.people,
            }
            for other in self.alternatives
        ]
        if self.finer_levels:
            document["finer_levels"] = dict(vars(self.finer_levels))
        return document | {"influence": dict(vars(self.influence)), "alternatives": others}

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def plan(
    study: Study,
    people: int | None = None,
    *,
    epsilon: Decimal | str | int | None = None,
    within: float | Decimal | None = None,
) -> Plan:
    """The plan with so many people (the study's own number, if none is given), at another epsilon if one is.

    `within` asks what it takes to know every group's mean to so much, in the question's own units.
    """
    study = study if epsilon is None else _at(study, epsilon)
    people = _checked_people(study.collect.people if people is None else people)
    forecast = Forecast(study)
    wanted = None if within is None else _checked_within(within, forecast.width)
    outlook = Outlook(forecast, people, wanted)
    median, which = forecast.median, {"every_group": forecast.rarest, "median_group": forecast.median}
    groups = outlook.groups(forecast.groups)
    verdict, population_verdict = verdicts(groups[median], forecast.width)
    return Plan(
        study=study,
        people=people,
        total_variance=total_variance(study.scheme),
        optimum=optimum(study.needs),
        measure=forecast.measure,
        width=forecast.width,
        groups=groups,
        margins={axis: outlook.groups(margin) for axis, margin in forecast.margins.items()},
        rarer=outlook.groups(_rarer(forecast)),
        median=median,
        declined_sd=outlook.declined,
        median_if_some_decline=outlook.median_if_some_decline,
        verdict=verdict,
        population_verdict=population_verdict,
        useful=outlook.needed(median, USEFUL * forecast.width),
        wanted={} if wanted is None else {name: outlook.needed(at, wanted) for name, at in which.items()},
        influence=outlook.influence,
        alternatives=tuple(alternatives(study)),
        finer_levels=finer_levels(study),
    )


def _rarer(forecast: Forecast) -> Iterator[GroupNoise]:
    """Where nobody said how large the groups are: what if one is much smaller than the others?"""
    if forecast.study.groups.shares is None:
        even = forecast.shares[0]
        yield from (forecast.of_share(name, share) for name, share in RARER.items() if share < even / 2)


def _at(study: Study, epsilon: Decimal | str | int) -> Study:
    """The study at another epsilon; a problem with it is named after the argument."""
    try:
        return with_epsilon(study, _exact(epsilon))
    except Refused as refused:
        named = [
            Problem(problem.field.removeprefix("privacy."), problem.rule) for problem in refused.problems
        ]
        raise Refused(named) from None


def _exact(epsilon: object) -> Decimal:
    """The number as Privacy wants it; whatever is no exact number is refused by name."""
    inspection = Inspection()
    number = inspection.number("epsilon", epsilon)
    inspection.settle()
    return number or Decimal(0)


def _checked_people(people: object) -> int | None:
    if people is None:
        return None
    inspection = Inspection()
    inspection.whole("people", people, least=1, most=MOST_PEOPLE)
    inspection.settle()
    assert isinstance(people, int)  # noqa: S101 - settled
    return people


def _checked_within(within: float | Decimal, width: float) -> float:
    half = width / 2
    if math.isfinite(within) and 0 < within < half:
        return float(within)
    raise refuse("within", f"must be above 0 and below {half:g}, half of the range; got {within:g}")
