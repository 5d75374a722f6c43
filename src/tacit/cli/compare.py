"""tacit compare: all schemes side by side, by their closed forms."""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from tacit.cli.output import as_json, print_json, print_table, progress

if TYPE_CHECKING:
    from tacit.comparison.compare import Comparison, Row
    from tacit.study.study import Study

LONGEST_LINE = 100
NAME_WIDTH = 25
TERMS = {
    "hides": "both: group and value; group: the group alone",
    "bits each": "of one answer, without what is public (queries, seeds)",
    "people": "how many times as many as in your study, for sums or counts as precise",
    "bits": "how many times as many bits as in your study, all answers together",
    "-": "the scheme cannot say it",
}


@click.command()
@click.argument("study_file", metavar="STUDY", type=click.Path(path_type=Path))
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw it too: FILE.svg, .png or .pdf."
)
@as_json
def command(study_file: Path, plot: Path | None, *, as_json: bool) -> None:
    """Compare the study's scheme with the published ones.

    For answers at the ends of the range; for answers all over it where the
    study's scheme rounds to more levels than two.
    "people 2.00" means: it needs twice as many people as yours to be as precise.

    \b
    Examples:
      tacit compare study.toml
      tacit compare study.toml --plot compare.svg
      tacit compare study.toml --json
    """
    from tacit.comparison.compare import compare
    from tacit.study.file import read_study

    study = read_study(study_file)
    if plot:
        _draw(study, plot)
    comparison = compare(study)
    if as_json:
        print_json(comparison.to_json())
        return
    _print(comparison)
    if plot:
        click.echo(f"{plot} written")


def _draw(study: Study, path: Path) -> None:
    from tacit.comparison.compare import curve_steps, curves
    from tacit.comparison.plot import write_plot

    with progress("comparing", curve_steps(study)) as advance:
        found = curves(study, advance=advance)
    quantity = "counts" if study.needs.levels == 1 else "sums"
    write_plot(path, found, title=study.title, needs=study.needs, quantity=quantity)


def _print(comparison: Comparison) -> None:
    measures = ["sums", "counts"] if comparison.has_values else ["counts"]
    columns = ["scheme", "hides", "bits\neach"]
    columns += [f"{what}\n{measure}" for what in ("people", "bits") for measure in measures]
    rows = [_cells(row, measures) for row in comparison.rows]
    title = f"{comparison.title}: {comparison.among}, epsilon {comparison.epsilon:f}"
    print_table(columns, rows, title=title, text_columns=2)
    width = min(shutil.get_terminal_size().columns, LONGEST_LINE)
    click.echo("\n" + fill(_limit(comparison), width) + "\n")
    for name, meaning in {**TERMS, **{row.scheme: row.about for row in comparison.rows}}.items():
        first = f"{name:<{NAME_WIDTH}}  "
        click.echo(fill(meaning, width, initial_indent=first, subsequent_indent=" " * len(first)))


def _cells(row: Row, measures: list[str]) -> list[str]:
    people = [getattr(row, f"people_for_{measure}") for measure in measures]
    bits = [getattr(row, f"bits_for_{measure}") for measure in measures]
    hidden = "both" if row.promise == "group and value" else "group"
    return [row.scheme, hidden, f"{row.bits:,}", *map(_times, [*people, *bits])]


def _times(ratio: float | None) -> str:
    """Six characters at most, so that the table fits on 80 columns."""
    if ratio is None:
        return "-"
    return f"{ratio:.2f}" if ratio < 99.995 else f"{ratio:,.0f}" if ratio < 99_999.5 else f"{ratio:.0e}"


def _limit(comparison: Comparison) -> str:
    """How near to the best possible ours is."""
    measure = "sums" if comparison.has_values else "counts"
    if comparison.values == "even":
        measure += " of values at the ends of the range"
    share = comparison.optimum / comparison.at_ends
    hidden = "the group" if comparison.promise == "group" else "both"
    least = (
        "fewer people than yours" if 0.995 < share < 1.005 else f"less than {_times(share)} times your people"
    )
    return f"No scheme whatever that hides {hidden} needs {least} for {measure}."
