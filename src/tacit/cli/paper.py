"""tacit paper: the paper "Private Multi-Group Aggregation", recomputed and corrected."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from textwrap import fill

import click

from tacit.cli.numbers import WHOLE, Whole
from tacit.cli.output import as_json, print_json, print_table, progress
from tacit.errors import refuse
from tacit.paper import tables as paper_tables
from tacit.paper.cells import Table, written
from tacit.paper.errata import ERRATA, Erratum
from tacit.paper.figure_numbers import ROUNDS, SEED, TOTAL_BITS, simulated_rounds
from tacit.paper.instances import FAMILIES
from tacit.paper.own_case import OwnCase

LONGEST_LINE = 100
DIGITS = (9, 6, 4)


@click.group(invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """The paper that tacit grew from, recomputed: figures, tables, errata.

    \b
    "Private Multi-Group Aggregation" by Naim, D'Oliveira and El Rouayheb has two
    schemes, computed exactly here, as corrected:
      Q&A  Query and Aggregate: answer a public question on your group and value
      RG   Randomized Group: name your group and value, with known odds of a lie

    \b
    Examples:
      tacit paper figures --out figures
      tacit paper tables --groups 3 --m 2 --epsilon 1 --laws skew
      tacit paper errata --json
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command()
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder to write to."
)
@click.option("--seed", default=SEED, show_default=True, type=Whole(0), help="Of the simulated dots.")
@click.option("--rounds", default=ROUNDS, show_default=True, type=Whole(2), help="Simulated per dot.")
@click.option("--figure", type=click.Choice(["2", "4"]), help="Only this one.")
@as_json
def figures(out: Path, seed: int, rounds: int, figure: str | None, *, as_json: bool) -> None:
    """Draw Figures 2 and 4 as SVG, PNG and CSV.

    \b
    Example:  tacit paper figures --out figures
    The same seed and rounds give the same files, byte for byte.
    """
    paths = _write(out, _draw(seed, rounds, figure))
    if as_json:
        print_json({"written": [str(path) for path in paths], "seed": seed, "rounds": rounds})
        return
    for path in paths:
        click.echo(path)


def _draw(seed: int, rounds: int, figure: str | None) -> dict[str, bytes]:
    from tacit.paper.figures import draw_comparison, draw_regions

    files: dict[str, bytes] = {}
    if figure in (None, "2"):
        with progress("simulating Figure 2", simulated_rounds(rounds)) as advance:
            files |= draw_comparison(seed, rounds, advance=advance)
    if figure in (None, "4"):
        files |= draw_regions(seed)
    return files


def _write(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """All files or none: each takes its name only when the last one is written."""
    from tacit.files.whole import whole_file

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refuse(
            "--out", f"must be a folder that can be written; got {folder}: {error.strerror}"
        ) from None
    with ExitStack() as stack:
        for name, content in files.items():
            stack.enter_context(whole_file(folder / name)).write(content)
    return [folder / name for name in files]


TABLES: dict[str, Callable[[], Table]] = {
    "spots": paper_tables.spots,
    "figure2": paper_tables.comparison,
    "figure4": paper_tables.region,
    "crossovers": lambda: _crossings(),
    "limits": paper_tables.limits,
    "bounds": paper_tables.lies_for_bounds,
    "corollary": paper_tables.lies_of_corollary,
}


@command.command()
@click.option(
    "--table", "names", multiple=True, type=click.Choice(list(TABLES)), help="Only this one; repeatable."
)
@click.option("--groups", type=WHOLE, help="Your own case: how many groups.")
@click.option("--m", type=WHOLE, help="Your own case: values are -m..-1 and 1..m.")
@click.option("--epsilon", help="Your own case: the promise.")
@click.option(
    "--laws", type=click.Choice(list(FAMILIES)), help="Your own case: of values.  [default: nothing known]"
)
@click.option("--law", "rows", multiple=True, metavar="P,P,...", help="Laws of your own: once per group.")
@click.option("--shares", metavar="P,P,...", help="Your own case: of the groups; equal unless given.")
@click.option("--bounds", nargs=2, metavar="LOW HIGH", help="Bounds on every probability instead of laws.")
@click.option("--bits", help=f"Your own case: bits that all people send together.  [default: {TOTAL_BITS}]")
@as_json
def tables(
    names: tuple[str, ...],
    groups: int | None,
    m: int | None,
    epsilon: str | None,
    laws: str | None,
    rows: tuple[str, ...],
    shares: str | None,
    bounds: tuple[str, str] | None,
    bits: str | None,
    *,
    as_json: bool,
) -> None:
    """Print the paper's numbers, or those of your case.

    \b
    Examples:
      tacit paper tables
      tacit paper tables --table crossovers
      tacit paper tables --groups 3 --m 2 --epsilon 1 --laws skew
      tacit paper tables --epsilon 1 --law 0.6,0.4 --law 0.3,0.7 --shares 0.9,0.1
      tacit paper tables --groups 3 --m 2 --epsilon 1 --bounds 0.1 0.4 --bits 5000
    """
    own = OwnCase(groups, m, epsilon, laws, rows, shares, bounds, bits)
    if own.given and names:
        raise refuse("--table", f"is for the paper's tables; leave out either it or --{own.given[0]}")
    shown = own.tables() if own.given else (TABLES[name]() for name in names or TABLES)
    if as_json:
        print_json({"tables": [table.to_json() for table in shown]})
        return
    for number, table in enumerate(shown):
        click.echo("\n" if number else "", nl=False)
        _show(table)


def _crossings() -> Table:
    with progress("finding crossings", paper_tables.crossing_steps()) as advance:
        return paper_tables.crossings(advance=advance)


def _show(table: Table) -> None:
    """As many digits as the terminal has room for; print_table takes 160 columns where there is none."""
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 160
    for digits in DIGITS:
        columns: Sequence[str] = table.columns
        rows = [[written(cell, digits) for cell in row] for row in table.rows]
        if table.is_upright:
            columns, *rows = [list(line) for line in zip(columns, *rows, strict=True)]
        widths = (max(map(len, column)) + 3 for column in zip(columns, *rows, strict=True))
        if sum(widths) + 1 <= room:
            break
    print_table(columns, rows, title=table.title)


@command.command()
@as_json
def errata(*, as_json: bool) -> None:
    """List what is printed wrong, with counter-examples.

    Every counter-example is worked out now, not quoted.

    \b
    Example:  tacit paper errata
    """
    if as_json:
        print_json({"errata": [erratum.to_json() for erratum in ERRATA]})
        return
    width = min(shutil.get_terminal_size().columns, LONGEST_LINE)
    click.echo("\n\n".join(_paragraph(erratum, width) for erratum in ERRATA))


def _paragraph(erratum: Erratum, width: int) -> str:
    """A heading, and three lines or more below it."""
    found = erratum.recompute()
    outcomes = (written(outcome, DIGITS[0]) for outcome in found.outcomes)
    both = ", ".join(f"{outcome} ({side})" for outcome, side in zip(outcomes, found.sides, strict=True))
    lines = {
        "printed": erratum.printed,
        "right": erratum.right,
        "case": found.case,
        "gives": f"{found.quantity}: {both}",
    }
    heading = f"{erratum.number:>2}  {erratum.where} ({', '.join(erratum.severities)})"
    body = (
        fill(text, width, initial_indent=f"    {name:<9}", subsequent_indent=" " * 13)
        for name, text in lines.items()
    )
    return "\n".join((fill(heading, width, subsequent_indent="    "), *body))
