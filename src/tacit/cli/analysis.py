"""What commands are asked beyond the groups' own figures: weights, outcomes, comparisons, models, silence."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from tacit.cli.gather import beside_options
from tacit.cli.numbers import NUMBER, WHOLE
from tacit.cli.shared import kept, shared, stacked
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.estimation.result import Estimate
    from tacit.estimation.sampling import Sampling
    from tacit.estimation.slopes import Figure
    from tacit.files.public import Beside
    from tacit.study.study import Study

USUAL_LEVEL = 0.95
FIGURES = ("count", "share", "sum", "mean")


COLUMNS = {"metavar": "COLUMN", "multiple": True}
PAIR = {"nargs": 2, "multiple": True}
analysis_options = stacked(
    beside_options,
    shared("--covariate", "covariates", **COLUMNS, help="Fit a linear model of each outcome, too."),
    shared("--by-group", **COLUMNS, help="A covariate of the model with a slope in each group."),
    shared("--compare", **PAIR, metavar="GROUP GROUP", help="Difference, ratio and tests."),
    shared("--pairs", is_flag=True, help="Compare every two groups; all intervals hold at once."),
    shared("--figure", type=click.Choice(FIGURES), help="What to compare; means where there are any."),
    shared("--margin", type=NUMBER, metavar="X", help="Test, too, whether groups differ by less than X."),
    shared("--population", type=WHOLE, metavar="N", help="How many people the sample was drawn from."),
    shared("--poisson", is_flag=True, help="Everybody was drawn apart, with the chance 1 / weight."),
    shared("--invited", type=WHOLE, metavar="N", help="How many were asked: who is silent, and at worst."),
    shared("--skipped", type=WHOLE, metavar="N", help="How many of them saw the question and passed it by."),
    shared("--known", **PAIR, metavar="GROUP SHARE", help="A group's share as known from elsewhere."),
    shared("--registered", is_flag=True, help="Do what the study's [analysis] says; more is a departure."),
    shared("--consistent", is_flag=True, help="Counts that add up, nothing negative, beside the raw ones."),
    shared("--shrink", is_flag=True, help="Figures drawn to their middle (4 groups or more); biased."),
)


@dataclass(frozen=True)
class Analysis:
    """What is asked, as it was typed."""

    weights: str | None
    by: tuple[str, ...]
    cluster: str | None
    outcomes: tuple[str, ...]
    covariates: tuple[str, ...]
    by_group: tuple[str, ...]
    compare: tuple[tuple[str, str], ...]
    pairs: bool
    figure: Figure | None
    margin: float | None
    population: int | None
    poisson: bool
    invited: int | None
    skipped: int | None
    known: tuple[tuple[str, str], ...]
    registered: bool
    consistent: bool
    shrink: bool

    @classmethod
    def typed(cls, study: Study) -> Analysis:
        """From the options of the command that runs; with --registered, completed by the study's own."""
        asked = cls(**kept(each.name for each in fields(cls)))
        if asked.registered:
            asked = asked.completed(study)
        asked.check()
        return asked

    def completed(self, study: Study) -> Analysis:
        """With what was registered wherever nothing was typed."""
        from tacit.study.departures import completed

        if study.analysis is None:
            raise refuse("--registered", "needs a table [analysis] in the study file, made before it opened")
        found = completed(self._named(None), study.analysis)
        margin = None if found.margin is None else float(found.margin)
        return replace(
            self,
            outcomes=found.outcomes,
            compare=() if self.pairs else found.compare,
            margin=margin,
            covariates=found.covariates,
            by_group=found.by_group,
            weights=found.weights,
            by=found.by,
            cluster=found.cluster,
        )

    def level(self, study: Study, typed: float | None) -> float:
        """Of the intervals: as typed, else as registered if that is asked for."""
        registered = study.analysis.level if self.registered and study.analysis else None
        if typed is not None:
            return typed
        return USUAL_LEVEL if registered is None else float(registered)

    def departures(self, study: Study, level: float) -> list[str]:
        """How this differs from what was registered."""
        from tacit.study.departures import departures
        from tacit.study.study import Registered

        if study.analysis is None:
            return []
        pairs = tuple(combinations(study.groups.labels, 2)) if self.pairs else self.compare
        return departures(study.analysis, Registered(**replace(self, compare=pairs)._named(level)))

    def _named(self, level: float | None) -> dict[str, Any]:
        """By the names under which it can be registered."""
        numbers = {"margin": self.margin, "level": level}
        names = ("outcomes", "compare", "covariates", "by_group", "weights", "by", "cluster")
        return {name: getattr(self, name) for name in names} | {
            name: None if number is None else Decimal(str(number)) for name, number in numbers.items()
        }

    def check(self) -> None:
        """Refuses options that make no sense without others."""
        is_compared = bool(self.compare or self.pairs)
        has_model = bool(self.covariates or self.by_group)
        large = "is for people who were equally likely to be drawn; with --weights there is --poisson"
        wrong = {
            "--covariate": (has_model and not self.outcomes, "needs an --outcome, which is to be explained"),
            "--margin": (self.margin is not None and not is_compared, "needs --compare or --pairs"),
            "--figure": (self.figure is not None and not is_compared, "needs --compare or --pairs"),
            "--pairs": (self.pairs and bool(self.compare), "cannot stand beside --compare; take one"),
            "--poisson": (self.poisson and not self.weights, "needs --weights: chances are 1 / weight"),
            "--population": (self.population is not None and self.weights is not None, large),
        }
        for option, (is_wrong, rule) in wrong.items():
            if is_wrong:
                raise refuse(option, rule)

    @property
    def beside(self) -> Beside:
        """The public columns that are needed."""
        from tacit.files.public import Beside

        covariates = (*self.covariates, *self.by_group)
        # With --poisson chances are 1 / weight, and none is above 1.
        least = 1 if self.poisson else 0
        return Beside(self.weights, self.outcomes, self.by, self.cluster, covariates, least)

    @property
    def sampling(self) -> Sampling | None:
        """How people were drawn, if it was said."""
        from tacit.estimation.sampling import Sampling

        if self.poisson:
            return Sampling("poisson")
        return None if self.population is None else Sampling("simple", self.population)

    def shares(self, found: Estimate) -> list[float]:
        """One share per group, in the study's order, as --known gives them."""
        from tacit.study.spelling import join, show

        told = dict(self.known)
        labels = [group.group for group in found.groups]
        for label in told:
            if label not in labels:
                raise refuse("--known", f"names no group of the study: {show(label)}")
        missing = [label for label in labels if label not in told]
        if missing:
            lacking = join([show(label) for label in missing], "and")
            raise refuse("--known", f"must be given for every group; not given for {lacking}")
        try:
            return [float(told[label]) for label in labels]
        except ValueError:
            raise refuse("--known", "must end in a number, as in: --known diabetic 0.11") from None
