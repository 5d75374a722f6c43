"""tacit plan: how precise a study will be, before anyone is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.numbers import NUMBER, WHOLE
from tacit.cli.output import as_json, print_json, print_text, progress
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.planning.plan import Plan

DONE, NO = 0, 1
PATH = click.Path(path_type=Path)

IMAGINED = ".imagined.html"

Make = Callable[["Plan"], bytes]
Makers = Mapping[str, Make]


@click.command()
@click.argument("study", type=PATH)
@click.option(
    "--people", type=WHOLE, metavar="N", help="How many people will answer; else as the study says."
)
@click.option("--epsilon", metavar="E", help="Plan for another epsilon than the study's.")
@click.option(
    "--within", type=NUMBER, metavar="X", help="Say what it takes to know every group's mean to ±X."
)
@click.option("--detect", type=NUMBER, metavar="D", help="Say what it takes to tell a difference of D.")
@click.option("--power", type=NUMBER, metavar="P", default=0.8, show_default=True, help="With this chance.")
@click.option("--compare", nargs=2, multiple=True, metavar="GROUP GROUP", help="Differences of these two.")
@click.option(
    "--design-effect", type=NUMBER, metavar="X", default=1.0, show_default=True, help="That of the weights."
)
@click.option("--plot", type=PATH, metavar="FILE", help="Draw it by people and by epsilon: .svg or .png.")
@click.option("--out", type=PATH, multiple=True, metavar="FILE", help="Write it for a board: .html or .md.")
@click.option("--twin", is_flag=True, help="Imagine the study, and write the report that it will give.")
@click.option(
    "--guess", nargs=2, multiple=True, metavar="GROUP MEAN", help="A group's mean in the imagined study."
)
@click.option("--spread", metavar="SD", help="Guesses are of outcomes that are numbers, with this spread.")
@click.option("--force", is_flag=True, help="Write over files that are there.")
@as_json
def command(
    study: Path,
    people: int | None,
    epsilon: str | None,
    within: float | None,
    detect: float | None,
    power: float,
    compare: tuple[tuple[str, str], ...],
    design_effect: float,
    plot: Path | None,
    out: tuple[Path, ...],
    guess: tuple[tuple[str, str], ...],
    spread: str | None,
    *,
    twin: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Say how precise a study will be, before anyone is asked.

    STUDY is a study file or a frozen manifest. Per group: how exactly its count, sum and mean will be
    known, at whatever values are worst; then which differences between two groups will be told, the people
    or the epsilon that it would take, and how far invented answers reach.

    --within and --detect are in the question's own units (for options and linked outcomes: 0.05 is 5
    points), with sampling included.

    --out writes a document for an ethics board, two pages when printed: the promise in plain words, what is
    not protected, the forecast and what it rests on.

    --twin runs a shadow of the study: people are imagined, answer, and STUDY.imagined.html is the report
    that the real study will give, each time the same, marked as imagined. --guess says what you expect.
    What is registered under [analysis] is done, with columns that are imagined, too. Where only groups are
    asked for, guesses are of the registered outcomes: shares, or with --spread numbers.

    \b
    Examples:
      tacit plan study.toml
      tacit plan study.toml --people 2400 --epsilon 2
      tacit plan study.toml --within 0.5 --json
      tacit plan study.toml --detect 0.5 --power 0.9 --compare diabetic other
      tacit plan poll.toml --people 20000 --design-effect 1.8
      tacit plan study.toml --people 5000 --plot plan.svg --out plan.html
      tacit plan study.toml --people 5000 --twin --guess diabetic 6
      tacit plan trial.toml --twin --guess yes 5 --guess no 4 --spread 2
    Exit code 1: hopeless, so few people tell next to nothing about a usual
    group; or they tell the difference of --detect too seldom.
    """
    from tacit.files.whole import write_whole
    from tacit.planning.plan import plan
    from tacit.study.file import read_study

    guesses = _guesses(guess)
    deviation = None if spread is None else _number("--spread", spread)
    for option, given in (("--guess", guess), ("--spread", spread)):
        if given and not twin:
            raise refuse(option, "is for the imagined study; give --twin, too")
    imagined = Path(f"{study.stem}{IMAGINED}") if twin else None
    makers = _makers(
        study,
        (out, DOCUMENTS, "a plan"),
        ([plot] if plot else [], PICTURES, "a picture"),
        (
            [imagined] if imagined else [],
            {IMAGINED: partial(_twin, guesses=guesses, spread=deviation)},
            "a report",
        ),
    )
    found = plan(
        read_study(study),
        people,
        epsilon=epsilon,
        within=within,
        detect=detect,
        power=power,
        compare=compare,
        design_effect=design_effect,
    )
    write_whole({path: make(found) for path, make in makers.items()}, force=force)
    if as_json:
        print_json({**found.to_json(), **({"files": [str(path) for path in makers]} if makers else {})})
    else:
        click.echo(str(found))
        for line in _lines([path for path in makers if path != imagined], imagined):
            print_text(line)
    return NO if found.verdict == "hopeless" or found.unmet else DONE


def _makers(study: Path, *asked: tuple[Sequence[Path], Makers, str]) -> dict[Path, Make]:
    """What makes each file, as its name ends; what cannot be written is refused before anything is done."""
    from tacit.files.whole import ending_of, shown

    found: dict[Path, Make] = {}
    for path, makers, what in ((path, makers, what) for paths, makers, what in asked for path in paths):
        if path.resolve() in {study.resolve(), *(each.resolve() for each in found)}:
            raise refuse(shown(path), "is named twice; the study and what is written need a file each")
        found[path] = makers[ending_of(path, list(makers), what)]
    return found


def _page(found: Plan) -> bytes:
    return found.to_html().encode("utf-8")


def _markdown(found: Plan) -> bytes:
    return found.to_markdown().encode("utf-8")


def _svg(found: Plan) -> bytes:
    return f"{found.plot()}\n".encode()


def _png(found: Plan) -> bytes:
    from tacit.planning.picture import chart_of
    from tacit.raster import png

    return png(chart_of(found))


def _twin(found: Plan, guesses: Mapping[str, Fraction], spread: Fraction | None) -> bytes:
    from tacit.twin import twin

    if found.people is None:
        raise refuse("--people", "is missing, and the study does not say how many are expected")
    with progress("imagining", found.people) as advance:
        made = twin(found.study, found.people, guesses=guesses, spread=spread, advance=advance)
    return made.to_html().encode("utf-8")


def _guesses(typed: Sequence[tuple[str, str]]) -> dict[str, Fraction]:
    """Means by their groups, exactly as typed."""
    from tacit.study.spelling import show

    found: dict[str, Fraction] = {}
    for label, text in typed:
        if label in found:
            raise refuse("--guess", f"names {show(label)} twice")
        found[label] = _number("--guess", text, f"of {show(label)} ")
    return found


def _number(option: str, text: str, whose: str = "") -> Fraction:
    from tacit.study.spelling import exact_number, show

    number = exact_number(text)
    if number is None:
        raise refuse(option, f"{whose}must be a number; got {show(text)}")
    return Fraction(number)


DOCUMENTS = {".html": _page, ".md": _markdown}
PICTURES = {".svg": _svg, ".png": _png}


def _lines(files: Sequence[Path], imagined: Path | None) -> Iterator[str]:
    """What was written, and what is true of it."""
    from tacit.study.spelling import join

    if files:
        names = join([str(path) for path in files], "and")
        yield f"\n{names} {'holds' if len(files) == 1 else 'hold'} this plan."
    if imagined:
        yield f"\n{imagined} is the report of an imagined study: nobody gave its answers."
