"""tacit estimate: from answers to every group's figures."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from tacit.cli.analysis import Analysis, Told, analysis_options
from tacit.cli.gather import Sources, gather, say_left_out, source_options
from tacit.cli.output import as_json, print_json, progress
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.estimation.model import LinearModel
    from tacit.estimation.result import Estimate
    from tacit.estimation.sampling import Sampling
    from tacit.files.linked import LinkedAnswers
    from tacit.simulation.truth import Truth
    from tacit.study.study import Study
    from tacit.tallying.sums import SumTally
    from tacit.tallying.tally import Tally

WIDTH = 80


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, type=click.Path(path_type=Path))
@source_options
@analysis_options
@click.option("--level", type=float, help="Of the intervals; 0.95 unless another is registered.")
@click.option("--simultaneous", is_flag=True, help="Wider intervals, that hold for all groups at once.")
@click.option(
    "--truth",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="People, in columns group and value: their truth is shown beside each estimate.",
)
@as_json
def command(
    study: Path,
    answers: tuple[Path, ...],
    tally_file: Path | None,
    counts: tuple[Path, ...],
    engine: str,
    level: float | None,
    *,
    simultaneous: bool,
    truth: Path | None,
    skip_bad: bool,
    as_json: bool,
) -> None:
    """Counts, sums, means and shares of every group, each with two intervals.

    STUDY is a study file or a frozen manifest. ANSWERS are files with the columns query and column
    (.parquet, .csv, .ndjson, also .csv.gz and .ndjson.gz), folders of them, and tallies that were kept.

    \b
    Examples:
      tacit estimate study.toml answers.parquet
      tacit estimate study.json monday.csv tuesday.csv --skip-bad
      tacit estimate study.toml answers/ --json --level 0.99
      tacit estimate study.toml answers.parquet --truth people.csv
      tacit estimate study.toml answers/ --tally all.parquet
      tacit estimate study.toml --counts counts.csv
      tacit estimate trial.toml a.parquet --outcome reaction --compare yes no
      tacit estimate poll.toml a.csv --weights w --by region --pairs
    Exit code 1: a row or a file cannot be counted (unless --skip-bad), or there
    is no answer at all.
    """
    from tacit.estimation.estimate import check_level
    from tacit.study.file import read_study

    _check_order(study)
    read = read_study(study)
    analysis = Analysis.typed(read)
    chosen = analysis.level(read, level)
    check_level(chosen)
    sources = Sources(answers, counts, tally_file, engine, skip_bad)
    if not sources:
        raise refuse("ANSWERS", "must name a file or a folder of answers")
    told = _read_truth(read, truth, skip_bad=skip_bad) if truth else None
    linked = _read_linked(read, sources, analysis) if analysis.beside.columns else None
    tally = gather(read, sources) if linked is None else linked[1]
    with _no_search_for_cycles():
        found = _estimate(read, tally, chosen, analysis.sampling, simultaneous=simultaneous)
        asked = analysis.ask(read, found)
        models = [] if linked is None else analysis.models(read, linked[0], chosen)
        if as_json:
            members = {"models": [model.to_json() for model in models]} if models else {}
            print_json(found.to_json(told) | asked.members | members)
            return
        _show(found, told, asked, models)


def _show(found: Estimate, truth: Truth | None, asked: Told, models: list[LinearModel]) -> None:
    """Tables, then what must be known beside them."""
    width = get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    blocks = [*asked.blocks, *(block for model in models for block in model.blocks)]
    notes = [*asked.sentences, *(note for model in models for note in model.notes)]
    click.echo(found.to_text(truth, width=width, beside=blocks, notes=notes))


def _read_linked(study: Study, sources: Sources, analysis: Analysis) -> tuple[LinkedAnswers, SumTally]:
    """The answers with public columns beside them: these are in files of answers, and in no counts."""
    from tacit.files.linked import tally_linked

    if sources.counts or sources.tally_file or sources.engine != "local":
        option = "--counts" if sources.counts else "--tally" if sources.tally_file else "--engine"
        raise refuse(option, "does not go with columns beside the answers: name files of answers")
    read = analysis.read(study, sources.answers, skip_bad=sources.skip_bad)
    return read, tally_linked(study, read, analysis.beside)


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
    study: Study, tally: Tally | SumTally, level: float, sampling: Sampling | None, *, simultaneous: bool
) -> Estimate:
    from tacit.estimation.estimate import estimate, steps

    with progress("estimating", steps(study, tally)) as advance:
        return estimate(
            study, tally, level=level, simultaneous=simultaneous, sampling=sampling, advance=advance
        )
