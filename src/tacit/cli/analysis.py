"""What commands are asked beyond the groups' own figures: weights, outcomes, comparisons, models, silence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tacit.cli.gather import say_left_out
from tacit.cli.output import progress
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.estimation.blocks import Block
    from tacit.estimation.comparison import GroupComparison
    from tacit.estimation.model import LinearModel
    from tacit.estimation.result import Estimate
    from tacit.estimation.sampling import Sampling
    from tacit.estimation.slopes import Figure
    from tacit.files.linked import Beside, LinkedAnswers
    from tacit.study.study import Registered, Study

TYPED = "tacit.analysis"
USUAL_LEVEL = 0.95
FIGURES = ("count", "share", "sum", "mean")


def _keep(context: click.Context, option: click.Parameter, value: object) -> None:
    """Beside the command's own parameters, which these would outnumber."""
    context.meta.setdefault(TYPED, {})[option.name] = value


def _option(*names: str, **settings: Any) -> Callable[[Any], Any]:  # noqa: ANN401
    return click.option(*names, expose_value=False, callback=_keep, **settings)


COLUMN = {"metavar": "COLUMN"}
COLUMNS = {"metavar": "COLUMN", "multiple": True}
PAIR = {"nargs": 2, "multiple": True}
OPTIONS = (
    _option("--weights", **COLUMN, help="How many people an answer stands for: a public column."),
    _option("--by", **COLUMNS, help="Figures per public stratum, too; people were drawn within each."),
    _option("--cluster", **COLUMN, help="Who was drawn together; the population's intervals allow for it."),
    _option("--outcome", "outcomes", **COLUMNS, help="A public outcome: its mean per hidden group."),
    _option("--covariate", "covariates", **COLUMNS, help="Fit a linear model of each outcome, too."),
    _option("--by-group", **COLUMNS, help="A covariate of the model with a slope in each group."),
    _option("--compare", **PAIR, metavar="GROUP GROUP", help="Difference, ratio and tests."),
    _option("--pairs", is_flag=True, help="Compare every two groups; all intervals hold at once."),
    _option("--figure", type=click.Choice(FIGURES), help="What to compare; means where there are any."),
    _option("--margin", type=float, metavar="X", help="Test, too, whether groups differ by less than X."),
    _option("--population", type=int, metavar="N", help="How many people the sample was drawn from."),
    _option("--poisson", is_flag=True, help="Everybody was drawn apart, with the chance 1 / weight."),
    _option("--invited", type=int, metavar="N", help="How many were asked: who is silent, and at worst."),
    _option("--skipped", type=int, metavar="N", help="How many of them saw the question and passed it by."),
    _option("--known", **PAIR, metavar="GROUP SHARE", help="A group's share as known from elsewhere."),
    _option("--registered", is_flag=True, help="Do what the study's [analysis] says; more is a departure."),
    _option("--consistent", is_flag=True, help="Counts that add up, nothing negative, beside the raw ones."),
    _option("--shrink", is_flag=True, help="Figures drawn to their middle (4 groups or more); biased."),
)


def analysis_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options for every command that estimates; `Analysis.typed` reads them."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass
class Told:
    """What was found out: members of the JSON document, blocks of figures, and sentences."""

    members: dict[str, object] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


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
        asked = cls(**click.get_current_context().meta[TYPED])
        if asked.registered:
            asked = asked.completed(study)
        asked.check()
        return asked

    def completed(self, study: Study) -> Analysis:
        """With what was registered wherever nothing was typed."""
        from tacit.study.departures import completed

        if study.analysis is None:
            raise refuse("--registered", "needs a table [analysis] in the study file, made before it opened")
        found = completed(self._as_registered(None), study.analysis)
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

        if study.analysis is None:
            return []
        pairs = tuple(combinations(study.groups.labels, 2)) if self.pairs else self.compare
        return departures(study.analysis, replace(self, compare=pairs)._as_registered(level))

    def _as_registered(self, level: float | None) -> Registered:
        from tacit.study.study import Registered

        return Registered(
            outcomes=self.outcomes,
            compare=self.compare,
            margin=None if self.margin is None else Decimal(str(self.margin)),
            covariates=self.covariates,
            by_group=self.by_group,
            weights=self.weights,
            by=self.by,
            cluster=self.cluster,
            level=None if level is None else Decimal(str(level)),
        )

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
        from tacit.files.linked import Beside

        covariates = (*self.covariates, *self.by_group)
        return Beside(self.weights, self.outcomes, self.by, self.cluster, covariates)

    @property
    def sampling(self) -> Sampling | None:
        """How people were drawn, if it was said."""
        from tacit.estimation.sampling import Sampling

        if self.poisson:
            return Sampling("poisson")
        return None if self.population is None else Sampling("simple", self.population)

    def read(self, study: Study, answers: Sequence[Path], *, skip_bad: bool) -> LinkedAnswers:
        """The answers with these columns; whatever cannot be counted stops us, or is said."""
        from tacit.files.finding import found_files
        from tacit.files.linked import read_linked
        from tacit.files.reading import size_of
        from tacit.files.refusals import Refusals

        paths, refusals = found_files(answers), Refusals()
        with progress("reading", size_of(paths), in_bytes=True) as advance:
            read = read_linked(study, paths, self.beside, refusals, advance)
        if refusals and not skip_bad:
            raise refusals.to_error("--skip-bad")
        say_left_out(refusals)
        if self.poisson and read.weights is not None and read.weights.min(initial=1.0) < 1:
            rule = f"needs weights of at least 1, for chances are 1 / weight; got {read.weights.min():g}"
            raise refuse("--poisson", rule)
        return read

    def ask(self, study: Study, found: Estimate) -> Told:
        """Everything that was asked of an estimate."""
        from tacit.estimation import pages
        from tacit.estimation.figures import interval_json
        from tacit.estimation.response import sentences as silence
        from tacit.estimation.truth_gap import sentences as gap_sentences

        told = Told()
        if self.compare or self.pairs:
            comparisons = self._comparisons(found)
            told.members["comparisons"] = [each.to_json() for each in comparisons]
            told.blocks += pages.comparison_blocks(comparisons)
            told.sentences += pages.comparison_notes(comparisons, found.level)
        if self.consistent and (fitted := found.consistent()):
            told.members["consistent"] = [each.to_json() for each in fitted]
            told.blocks.append(pages.consistent_block(fitted))
        if self.shrink:
            shrunk = found.shrunk()
            told.members["shrunk"] = [each.to_json() for each in shrunk]
            told.blocks += pages.shrunk_blocks(shrunk)
            told.sentences.append(SHRUNK if shrunk else NOT_SHRUNK)
        if self.invited is not None or self.skipped is not None:
            response = found.response(invited=self.invited, skipped=self.skipped)
            told.members["response"] = response.to_json()
            told.sentences += silence(response)
        if self.known or found.has_known_shares:
            known = self.shares(found) if self.known else None
            gaps, overalls = found.truth_gap(known), found.overalls(known)
            told.members["truth_gap"] = [each.to_json() for each in gaps]
            told.members["overall"] = {
                name: interval_json(figure, {}, "") for name, figure in overalls.items()
            }
            told.blocks += pages.overall_blocks(overalls)
            told.sentences += gap_sentences(gaps) if gaps or self.known else []
        if study.analysis is not None:
            departed = self.departures(study, found.level)
            told.members["registered"] = {"as_registered": not departed, "departures": departed}
            told.sentences.append(_departed(departed))
        return told

    def models(self, study: Study, answers: LinkedAnswers, level: float) -> list[LinearModel]:
        """A linear model of every outcome, if covariates were named."""
        from tacit.files.model import model_of

        if not (self.covariates or self.by_group):
            return []
        return [
            model_of(
                study,
                answers,
                outcome=outcome,
                shared=self.covariates,
                own=self.by_group,
                cluster=self.cluster,
                level=level,
            )
            for outcome in self.outcomes
        ]

    def _comparisons(self, found: Estimate) -> list[GroupComparison]:
        return found.every_difference(
            None if self.pairs else self.compare,
            self.figure,
            margin=self.margin,
            simultaneous=self.pairs or found.comparisons > 1,
        )

    def shares(self, found: Estimate) -> list[float]:
        """One share per group, in the study's order, as --known gives them."""
        told = dict(self.known)
        labels = [group.group for group in found.groups]
        for label in told:
            if label not in labels:
                raise refuse("--known", f"names no group of the study: {label}")
        missing = [label for label in labels if label not in told]
        if missing:
            raise refuse("--known", f"must be given for every group; not given for {', '.join(missing)}")
        try:
            return [float(told[label]) for label in labels]
        except ValueError:
            raise refuse("--known", "must end in a number, as in: --known diabetic 0.11") from None


SHRUNK = "Shrunk figures are closer to the truth on the whole, and each of them is biased: no intervals."
NOT_SHRUNK = "Fewer than four groups have a figure: nothing is shrunk."


def _departed(departures: Sequence[str]) -> str:
    """Whether what was done is what was registered."""
    if not departures:
        return "As registered in the study."
    return f"Not as registered: {'; '.join(departures)}."
