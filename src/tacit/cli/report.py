"""tacit report: from answers to a document that can be handed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.estimating import Typed, estimate_options, estimated
from tacit.cli.gather import PATH, Sources
from tacit.cli.output import as_json, print_json, print_text
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.cli.estimating import Estimated
    from tacit.reporting.report import Report


@click.command()
@click.argument("study", type=PATH)
@click.argument("answers", nargs=-1, type=PATH)
@click.option(
    "--out",
    metavar="FILE",
    multiple=True,
    type=PATH,
    help="Write .html, .md, .csv, .xlsx or .json, as the name ends; more than once for more of them.",
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
@estimate_options
@as_json
def command(
    study: Path, answers: tuple[Path, ...], out: tuple[Path, ...], *, force: bool, as_json: bool
) -> None:
    """Write the estimate as a document: numbers, pictures, methods, limits, how to check it.

    STUDY and ANSWERS are what `tacit estimate` takes, and so are the options. A page (.html) needs nothing
    else: no script, nothing from elsewhere. Beside a .csv file goes its codebook; a workbook (.xlsx) has it
    inside. The same study and answers make the same bytes. Answers and tallies that were simulated are said
    to be that, if they are .parquet: other files do not tell.

    Groups are compared as registered in the study, or as --compare and --pairs say; else every two of them,
    where they are few. Where answers say little, the report says that first.

    \b
    Examples:
      tacit report study.toml answers.parquet --out report.html
      tacit report study.toml answers/ --out report.html --out report.xlsx
      tacit report study.toml answers.csv --compare diabetic "not diabetic" \\
          --margin 0.5 --invited 8000 --out report.md
      tacit report trial.toml answers.csv --registered --out report.html
    Exit code 1: a row or a file cannot be counted (unless --skip-bad), or there
    is no answer at all.
    """
    from tacit.reporting.report import check_paths

    if not out:
        raise refuse("--out", "is missing; name a file, as in --out report.html")
    check_paths(out)
    typed = Typed.typed(study, answers)
    _check_apart(out, [study, typed.truth, *answers, *typed.sources.counts, typed.sources.tally_file])
    with estimated(typed) as found:
        made = _report(found, _seeds(typed.sources))
        files = made.write(*out, force=force)
    if as_json:
        print_json(_json(made, files))
        return
    for line in _lines(made, files):
        print_text(line)


def _check_apart(out: Sequence[Path], read: Sequence[Path | None]) -> None:
    """What is read is never written over."""
    from tacit.files.whole import shown
    from tacit.reporting.report import makers_for

    taken = {path.resolve() for path in read if path is not None}
    for path in (each for given in out for each in makers_for(given)):
        if path.resolve() in taken:
            raise refuse(shown(path), "is read by this command; give the report another name")


def _seeds(sources: Sources) -> list[int]:
    """Of the files that say that they were simulated."""
    from tacit.files.finding import found_files
    from tacit.files.imagined import seeds_in

    kept = [sources.tally_file] if sources.tally_file else []
    return seeds_in([*found_files(sources.answers), *kept])


def _report(found: Estimated, seeds: Sequence[int]) -> Report:
    from tacit.reporting.report import report

    asked = found.analysis
    return report(
        found.study,
        found.estimate,
        compare=asked.compare or None,
        pairs=asked.pairs,
        figure=asked.figure,
        margin=asked.margin,
        invited=asked.invited,
        skipped=asked.skipped,
        known=asked.shares(found.estimate) if asked.known else None,
        consistent=asked.consistent,
        shrink=asked.shrink,
        models=found.models,
        truth=found.truth,
        collected=found.collected,
        seeds=seeds,
    )


def _json(made: Report, files: Sequence[Path]) -> dict[str, object]:
    findings = made.findings
    return {
        "study": findings.study.id,
        "answers": findings.answers_id,
        "files": [str(path) for path in files],
        "unsaid": made.unsaid,
        "departures": findings.departures,
    }


def _lines(made: Report, files: Sequence[Path]) -> Iterator[str]:
    """What was written, and what a reader should not miss."""
    from tacit.study.spelling import join

    answers = made.findings.estimate.answers
    names, hold = join([str(path) for path in files], "and"), "holds" if len(files) == 1 else "hold"
    yield f"{names} {hold} the report of {answers:,} answer{'' if answers == 1 else 's'}."
    for sentence in made.unsaid:
        yield f"cannot say: {sentence}"
    for departure in made.findings.departures or ():
        yield f"not as registered: {departure}."
