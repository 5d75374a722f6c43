"""tacit plan: how precise a study will be, before anyone is asked."""

from __future__ import annotations

from pathlib import Path

import click

from tacit.cli.output import as_json, print_json

USEFUL, HOPELESS = 0, 1


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.option("--people", type=int, metavar="N", help="How many people will answer; else as the study says.")
@click.option("--epsilon", metavar="E", help="Plan for another epsilon than the study's.")
@click.option("--within", type=float, metavar="X", help="Say what it takes to know every group's mean to ±X.")
@click.option("--detect", type=float, metavar="D", help="Say what it takes to tell a difference of D.")
@click.option("--power", type=float, metavar="P", default=0.8, show_default=True, help="With this chance.")
@click.option("--compare", nargs=2, multiple=True, metavar="GROUP GROUP", help="Differences of these two.")
@click.option(
    "--design-effect", type=float, metavar="X", default=1.0, show_default=True, help="That of the weights."
)
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
    as_json: bool,
) -> int:
    """Say how precise a study will be, before anyone is asked.

    STUDY is a study file or a frozen manifest. Per group: how exactly its count, sum and mean will be
    known, at whatever values are worst; then which differences between two groups will be told, the people
    or the epsilon that it would take, and how far invented answers reach.

    --within and --detect are in the question's own units (for options and linked outcomes: 0.05 is 5
    points), with sampling included.

    \b
    Examples:
      tacit plan study.toml
      tacit plan study.toml --people 2400 --epsilon 2
      tacit plan study.toml --within 0.5 --json
      tacit plan study.toml --detect 0.5 --power 0.9 --compare diabetic other
      tacit plan poll.toml --people 20000 --design-effect 1.8
    Exit code 1: hopeless, so few people tell next to nothing about a usual group.
    """
    from tacit.planning.plan import plan
    from tacit.study.file import read_study

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
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(str(found))
    return HOPELESS if found.verdict == "hopeless" else USEFUL
