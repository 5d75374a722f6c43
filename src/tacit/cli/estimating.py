"""From answers to an estimate with all that was asked beside it, for every command that makes one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.cli.analysis import Analysis, analysis_options
from tacit.cli.gather import PATH, Sources, gather, say_left_out, source_options
from tacit.cli.numbers import NUMBER
from tacit.cli.output import progress
from tacit.cli.server import Collected, collected, is_address
from tacit.cli.shared import kept, shared, stacked
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.estimation.model import LinearModel
    from tacit.estimation.result import Estimate
    from tacit.estimation.sampling import Sampling
    from tacit.files.counting import AnyTally
    from tacit.files.linked import LinkedAnswers
    from tacit.simulation.truth import Truth
    from tacit.study.study import Study

own_options = stacked(
    shared("--level", type=NUMBER, help="Of the intervals; 0.95 unless another is registered."),
    shared("--simultaneous", is_flag=True, help="Wider intervals, that hold for all groups at once."),
    shared(
        "--truth",
        metavar="FILE",
        type=PATH,
        help="People, in columns group and value: their truth is shown beside each estimate.",
    ),
)
# Everything that decides the numbers, for every command that estimates.
estimate_options = stacked(source_options, analysis_options, own_options)


@dataclass(frozen=True)
class Typed:
    """What to estimate, as it was typed."""

    study: Path
    sources: Sources
    level: float | None
    simultaneous: bool
    truth: Path | None

    @classmethod
    def typed(cls, study: Path, answers: tuple[Path, ...]) -> Typed:
        """With the options of the command that runs."""
        return cls(study, Sources.typed(answers), **kept(("level", "simultaneous", "truth")))


@dataclass(frozen=True)
class Estimated:
    """The estimate, and what it was made with; `truth` is that of the people, where it is known."""

    study: Study
    estimate: Estimate
    analysis: Analysis
    truth: Truth | None
    models: list[LinearModel]
    collected: list[str]


@contextmanager
def estimated(typed: Typed) -> Iterator[Estimated]:
    """Reads, counts and estimates. What is asked of the estimate within takes no detours either."""
    from tacit.estimation.estimate import check_level
    from tacit.study.file import read_study

    _check_order(typed.study)
    held = collected(typed.study) if is_address(typed.study) else None
    study = held.study if held else read_study(typed.study)
    analysis = Analysis.typed(study)
    if held and not typed.sources and analysis.invited is None and held.invited:
        analysis = replace(analysis, invited=max(held.invited, held.tally.answers))
    level = analysis.level(study, typed.level)
    check_level(level)
    if not typed.sources and not held:
        raise refuse("ANSWERS", "must name a file or a folder of answers")
    truth = _read_truth(study, typed.truth, skip_bad=typed.sources.skip_bad) if typed.truth else None
    rows, tally = _counted(study, typed.sources, analysis, held)
    with _no_search_for_cycles():
        found = _estimate(study, tally, level, analysis.sampling, is_simultaneous=typed.simultaneous)
        models = [] if rows is None else _models(study, analysis, rows, level)
        yield Estimated(study, found, analysis, truth, models, held.sentences if held else [])


def _counted(
    study: Study, sources: Sources, analysis: Analysis, held: Collected | None
) -> tuple[LinkedAnswers | None, AnyTally]:
    """The tally of what a server has released, of what is in files, or of both; a model's rows beside it."""
    from tacit.files.counting import added

    if not analysis.beside.columns:
        if held is None:
            return None, gather(study, sources)
        return None, added(held.tally, gather(study, sources)) if sources else held.tally
    if not sources:
        raise refuse("ANSWERS", "must name files: public columns stand beside answers in files, on no server")
    if not (analysis.covariates or analysis.by_group):
        return None, gather(study, sources, analysis.beside)
    if sources.counts or sources.tally_file or sources.engine == "spark":
        option = "--counts" if sources.counts else "--tally" if sources.tally_file else "--engine spark"
        raise refuse(option, "adds up, and a model needs every row: leave out one of the two")
    from tacit.files.linked import tally_linked

    read = _read(study, analysis, sources)
    return read, tally_linked(study, read, analysis.beside)


def _read(study: Study, analysis: Analysis, sources: Sources) -> LinkedAnswers:
    """The answers with these columns; whatever cannot be counted stops us, or is said."""
    from tacit.files.finding import found_files
    from tacit.files.linked import read_linked
    from tacit.files.reading import size_of
    from tacit.files.refusals import Refusals

    paths, refusals = found_files(sources.answers), Refusals()
    with progress("reading", size_of(paths), in_bytes=True) as advance:
        read = read_linked(study, paths, analysis.beside, refusals, advance)
    if refusals and not sources.skip_bad:
        raise refusals.to_error("--skip-bad")
    say_left_out(refusals)
    return read


def _models(study: Study, analysis: Analysis, answers: LinkedAnswers, level: float) -> list[LinearModel]:
    """A linear model of every outcome, if covariates were named."""
    from tacit.files.model import model_of

    if not (analysis.covariates or analysis.by_group):
        return []
    return [
        model_of(
            study,
            answers,
            outcome=outcome,
            shared=analysis.covariates,
            own=analysis.by_group,
            cluster=analysis.cluster,
            level=level,
        )
        for outcome in analysis.outcomes
    ]


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Figures never refer to each other in circles; looking for circles takes most of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _check_order(study: Path) -> None:
    """Whoever gives the answers first is told so, and not that they are no study."""
    from tacit.files.finding import READ
    from tacit.study.spelling import printable

    if study.name.lower().endswith(READ):
        raise refuse(printable(str(study)), "looks like answers; the study comes first, then its answers")


def _read_truth(study: Study, path: Path, *, skip_bad: bool) -> Truth:
    from tacit.files.people import read_people
    from tacit.simulation.truth import truth_of

    with progress(
        "reading the truth", path.stat().st_size if path.is_file() else 0, in_bytes=True
    ) as advance:
        found = read_people(study, path, skip_bad=skip_bad, advance=advance)
    say_left_out(found.refused)
    return truth_of(study, [found.people])


def _estimate(
    study: Study,
    tally: AnyTally,
    level: float,
    sampling: Sampling | None,
    *,
    is_simultaneous: bool,
) -> Estimate:
    from tacit.estimation.estimate import estimate, steps

    with progress("estimating", steps(study, tally)) as advance:
        return estimate(
            study, tally, level=level, simultaneous=is_simultaneous, sampling=sampling, advance=advance
        )
