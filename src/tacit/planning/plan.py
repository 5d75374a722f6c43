"""The plan of a study: how precise it will be with so many people, by closed forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from tacit.drawing.picture import Plot
from tacit.errors import Problem, Refused
from tacit.planning.asked import Asked, asked_of
from tacit.planning.board import contents_of
from tacit.planning.detections import detections
from tacit.planning.figures import PlanFigures, scheme_json
from tacit.planning.forecast import LEVEL, Forecast, GroupNoise
from tacit.planning.judgement import USEFUL, alternatives, two_levels, verdicts
from tacit.planning.needed import with_epsilon
from tacit.planning.outlook import Outlook
from tacit.planning.picture import plot_of
from tacit.planning.power import USUAL
from tacit.planning.tables import as_html, as_text
from tacit.scheme.limit import optimum
from tacit.scheme.moments import total_variance
from tacit.study.given import expect_study
from tacit.study.inspection import Inspection
from tacit.study.study import Study
from tacit.writing import html, markdown

# Groups that a study might turn out to have, where nobody said how large they are.
RARER = {"a group of 10%": 0.1, "a group of 1%": 0.01}


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
        document["design_effect"] = self.design_effect
        document["differences"] = {
            "power": self.power,
            "detect": self.detect,
            "met": None if self.people is None or self.detect is None else not self.unmet,
            "pairs": [detection.to_json() for detection in self.detections],
        }
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
        if self.two_levels:
            document["two_levels"] = dict(vars(self.two_levels))
        return document | {"influence": dict(vars(self.influence)), "alternatives": others}

    def to_html(self) -> str:
        """A document for an ethics board: a page that needs nothing else, on paper two sheets."""
        return html.page(contents_of(self, ".html"))

    def to_markdown(self) -> str:
        """The same words and tables as Markdown."""
        return markdown.text(contents_of(self, ".md"))

    def plot(self) -> Plot:
        """How exactly its figure is known, by people and by epsilon; `str` of it is for an .svg file."""
        return plot_of(self)

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return f"{as_html(self)}{self.plot()}"


def plan(
    study: Study,
    people: int | None = None,
    *,
    epsilon: Decimal | str | int | None = None,
    within: float | Decimal | None = None,
    detect: float | Decimal | None = None,
    power: float | Decimal = USUAL,
    design_effect: float | Decimal = 1.0,
    compare: Iterable[tuple[str, str]] = (),
) -> Plan:
    """The plan with so many people (the study's own number, if none is given), at another epsilon if one is.

    `within` asks what it takes to know every group's mean to so much, `detect` what it takes to tell two
    groups apart whose means differ by so much, with this `power`; both are in the question's own units.
    `compare` names the groups. `design_effect` is that of the weights that answers will have.
    """
    expect_study(study)
    study = study if epsilon is None else _at(study, epsilon)
    asked = asked_of(
        study,
        Forecast(study).width,
        people=study.collect.people if people is None else people,
        within=within,
        detect=detect,
        power=power,
        design_effect=design_effect,
        compare=compare,
    )
    return plan_of(study, asked)


def plan_of(study: Study, asked: Asked) -> Plan:
    """The plan of a study as it is."""
    forecast = Forecast(study, design_effect=asked.design_effect)
    people, wanted = asked.people, asked.within
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
        detections=tuple(detections(forecast, asked)),
        detect=asked.detect,
        power=asked.power,
        design_effect=asked.design_effect,
        influence=outlook.influence,
        alternatives=tuple(alternatives(study)),
        two_levels=two_levels(study),
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
