"""tacit estimate: from answers to every group's figures."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from tacit.cli.output import as_json, print_json, progress
from tacit.errors import refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.estimation.result import Estimate
    from tacit.files.refusals import Refusals
    from tacit.simulation.truth import Truth
    from tacit.study.study import Study
    from tacit.tallying.tally import Tally

WIDTH = 80


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--level", default=0.95, show_default=True, help="Of the intervals.")
@click.option("--simultaneous", is_flag=True, help="Wider intervals, that hold for all groups at once.")
@click.option(
    "--truth",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="People, in columns group and value: their truth is shown beside each estimate.",
)
@click.option("--skip-bad", is_flag=True, help="Leave out rows that cannot be counted, and say how many.")
@as_json
def command(
    study: Path,
    answers: tuple[Path, ...],
    level: float,
    *,
    simultaneous: bool,
    truth: Path | None,
    skip_bad: bool,
    as_json: bool,
) -> None:
    """Counts, sums, means and shares of every group, each with two intervals.

    STUDY is a study file or a frozen manifest. ANSWERS are files with the columns query and column
    (.parquet, .csv, .ndjson, also .csv.gz and .ndjson.gz), and saved tallies.

    \b
    Examples:
      tacit estimate study.toml answers.parquet
      tacit estimate study.json monday.csv tuesday.csv --skip-bad
      tacit estimate study.toml answers.parquet --json --level 0.99
      tacit estimate study.toml answers.parquet --truth people.csv
    Exit code 1: a row or a file cannot be counted (unless --skip-bad), or there is no answer at all.
    """
    from tacit.estimation.estimate import check_level
    from tacit.files.reading import checked_paths
    from tacit.study.file import read_study

    _check_order(study)
    check_level(level)
    read = read_study(study)
    paths = checked_paths(answers)
    told = _read_truth(read, truth, skip_bad=skip_bad) if truth else None
    found = _estimate(read, _tally(read, paths, skip_bad=skip_bad), level, simultaneous=simultaneous)
    if as_json:
        print_json(found.to_json(told))
        return
    click.echo(found.to_text(told, width=get_terminal_size().columns if sys.stdout.isatty() else WIDTH))


def _check_order(study: Path) -> None:
    """Whoever gives the answers first is told so, and not that they are no study."""
    from tacit.files.reading import READ
    from tacit.study.inspection import printable

    if study.name.lower().endswith(READ):
        raise refuse(printable(str(study)), "looks like answers; the study comes first, then its answers")


def _read_truth(study: Study, path: Path, *, skip_bad: bool) -> Truth:
    from tacit.files.people import read_people
    from tacit.simulation.truth import truth_of

    with progress(
        "reading the truth", path.stat().st_size if path.is_file() else 0, in_bytes=True
    ) as advance:
        found = read_people(study, path, skip_bad=skip_bad, advance=advance)
    _say(found.refused)
    return truth_of(study, [found.people])


def _tally(study: Study, paths: Sequence[Path], *, skip_bad: bool) -> Tally:
    """All answers that can be counted; whatever else there is, is said."""
    from tacit.files.reading import size_of
    from tacit.files.refusals import Refusals
    from tacit.files.tallies import tally_files

    refusals = Refusals()
    with progress("reading", size_of(paths), in_bytes=True) as advance:
        tally = tally_files(study, paths, refusals, advance)
    if refusals and not skip_bad:
        raise refusals.to_error("--skip-bad")
    _say(refusals)
    return tally


def _say(refusals: Refusals) -> None:
    """Where what was left out stood; how much it was stands below the tables, and in the JSON."""
    for line in refusals.lines():
        click.echo(f"left out: {line}", err=True)


def _estimate(study: Study, tally: Tally, level: float, *, simultaneous: bool) -> Estimate:
    from tacit.estimation.estimate import estimate, steps

    with progress("estimating", steps(study, tally)) as advance:
        return estimate(study, tally, level=level, simultaneous=simultaneous, advance=advance)
