"""tacit bench: how fast and how exact, on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.numbers import Whole
from tacit.cli.output import as_json, print_json, print_table
from tacit.errors import MissingExtra, refuse

if TYPE_CHECKING:
    from tacit.benchmarking.parts import Part
    from tacit.benchmarking.runner import Effort, Measured, Table

MET, MISSED = 0, 1
ENDINGS = (".json", ".md")
VERDICTS = {None: "", True: "met", False: "MISSED"}


@click.command()
@click.argument("parts", nargs=-1)
@click.option("--rounds", default=3, show_default=True, type=Whole(1), help="The best of so many.")
@click.option(
    "--answers",
    default=10_000_000,
    show_default=True,
    type=Whole(1000),
    help="In the files that are read.",
)
@click.option("--full", is_flag=True, help="Beside other libraries: more sizes, epsilons and runs.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the results: FILE.json, or FILE.md.",
)
@as_json
def command(
    parts: tuple[str, ...], rounds: int, answers: int, out: Path | None, *, full: bool, as_json: bool
) -> int:
    """Measure speed, memory and accuracy on this machine, as ratios beside what is promised.

    Takes a minute or two. PARTS are start, fold, weights, decode, answer, simulate, files, counts, sums;
    collect with pip install 'tacit[serve]'; and beside other libraries peers and accuracy, with
    'tacit[bench]'; spark only if it is named. Rates differ between machines and hours, ratios less.

    \b
    Examples:
      tacit bench
      tacit bench fold files --answers 100000000
      tacit bench collect
      tacit bench peers accuracy --full --out peers.md
    Exit code 1: something promised was missed.
    """
    from tacit.benchmarking.parts import PARTS, versions
    from tacit.benchmarking.report import to_json, to_markdown
    from tacit.benchmarking.runner import Effort

    if out is not None and out.suffix not in ENDINGS:
        raise refuse("--out", f"must end in .json or .md; got {out.name}")
    effort = Effort(rounds, answers, full)
    results: dict[str, list[Measured | Table]] = {}
    for name in _wanted(parts):
        results[name] = _measure(name, PARTS[name], effort, is_silent=as_json)
    document = to_json(results, versions(), effort)
    if as_json:
        print_json(document)
    if out is not None:
        kept = json.dumps(document, indent=2) + "\n"
        _write(out, kept if out.suffix == ".json" else to_markdown(results, versions()))
    missed = _missed(results)
    if missed and not as_json:
        click.echo(f"\nmissed: {'; '.join(missed)}")
    return MISSED if missed else MET


def _wanted(parts: tuple[str, ...]) -> list[str]:
    """The parts to run: those named, or all that are installed and need not be named."""
    from tacit.benchmarking.parts import PARTS
    from tacit.study.spelling import join, nearest

    for name in parts:
        if name not in PARTS:
            near = nearest(name, PARTS)
            hint = f"did you mean {near}?" if near else f"they are {join(list(PARTS), 'and')}"
            raise refuse("PARTS", f"has no {name}; {hint}")
        if not PARTS[name].is_installed:
            raise MissingExtra(PARTS[name].extra, f"tacit bench {name}")
    if parts:
        return list(dict.fromkeys(parts))
    usual = {name: part for name, part in PARTS.items() if not part.is_asked_for}
    left_out = [name for name, part in usual.items() if not part.is_installed]
    if left_out:
        extras = ",".join(dict.fromkeys(usual[name].extra for name in left_out))
        click.echo(f"left out: {join(left_out, 'and')} (pip install 'tacit[{extras}]')", err=True)
    return [name for name in usual if name not in left_out]


def _measure(name: str, part: Part, effort: Effort, *, is_silent: bool) -> list[Measured | Table]:
    """The part's results; people are told what is going on before they see them."""
    if is_silent:
        return list(part.run(effort))
    click.secho(f"\n{name}: {part.about} ...", bold=True)
    found = list(part.run(effort))
    _print(found)
    return found


def _print(found: list[Measured | Table]) -> None:
    from tacit.benchmarking.report import number
    from tacit.benchmarking.runner import Measured, Table

    rows = [
        (each.name, number(each.value), each.unit, each.promise, VERDICTS[each.is_met])
        for each in found
        if isinstance(each, Measured)
    ]
    if rows:
        print_table(("what", "measured", "", "promised", ""), rows)
    for table in found:
        if isinstance(table, Table):
            print_table(table.columns, [tuple(map(number, row)) for row in table.rows], title=table.title)
            click.echo(table.note)


def _missed(results: dict[str, list[Measured | Table]]) -> list[str]:
    from tacit.benchmarking.runner import Measured

    measured = (each for found in results.values() for each in found if isinstance(each, Measured))
    return [each.name for each in measured if each.is_met is False]


def _write(path: Path, text: str) -> None:
    from tacit.files.whole import whole_file

    with whole_file(path) as file:
        file.write(text.encode())
    click.echo(f"{path} written", err=True)
