"""tacit compare: all schemes side by side, by their closed forms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.output import as_json, print_json, print_table, progress

if TYPE_CHECKING:
    from tacit.comparison.compare import Comparison, Row
    from tacit.study.study import Study


@click.command()
@click.argument("study_file", metavar="STUDY", type=click.Path(path_type=Path))
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw it too: FILE.svg, .png or .pdf."
)
@as_json
def command(study_file: Path, plot: Path | None, as_json: bool) -> None:
    """Compare the study's scheme with the published ones.

    For answers at the ends of the range, where every scheme is at its worst.
    "2.0 x" people means: it needs twice as many people as yours for the same precision.

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
    write_plot(path, found, title=study.title, epsilon=float(study.needs.epsilon), quantity=quantity)


def _print(comparison: Comparison) -> None:
    measures = [("counts", "count")] if not comparison.has_values else [("sums", "sum"), ("counts", "count")]
    columns = ["scheme", "protects", "bits"]
    columns += [f"{measure}: people" for measure, _ in measures]
    columns += [f"{measure}: bits in all" for measure, _ in measures]
    rows = [_cells(row, [measure for measure, _ in measures]) for row in comparison.rows]
    title = f"{comparison.title}: {comparison.items} groups, epsilon {comparison.epsilon:f}"
    print_table(columns, rows, title=title, text_columns=2)
    first = comparison.rows[0]
    cost = first.sum_variance if comparison.has_values else first.count_variance
    if cost is not None:
        what = "sums" if comparison.has_values else "counts"
        click.echo(
            f"No scheme whatever that protects group and value can have less than "
            f"{comparison.optimum / cost:.3f} times the variance of yours for {what}."
        )
    click.echo("- means that the scheme cannot say it. Bits leave out what is public: queries and seeds.")


def _cells(row: Row, measures: list[str]) -> list[str]:
    people = [getattr(row, f"people_for_{measure}") for measure in measures]
    bits = [getattr(row, f"bits_for_{measure}") for measure in measures]
    return [row.scheme, row.promise, str(row.bits), *map(_times, [*people, *bits])]


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:,.2f} x" if ratio < 100 else f"{ratio:,.0f} x"
