"""tacit demo: a whole study in a minute, every command as one would type it."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

PEOPLE = 5000


@click.command()
@click.option(
    "--folder",
    default="demo",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the study and its answers go; files of an earlier demo are written anew.",
)
@click.option("--people", default=PEOPLE, show_default=True, type=click.IntRange(50), help="Imagined people.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Of the imagined people.")
@click.pass_context
def command(context: click.Context, folder: Path, people: int, seed: int) -> None:
    """Write a study, plan it, prove its promise, simulate people, estimate.

    Prints each command before it runs; the last table has the truth beside every estimate.

    \b
    Example:  tacit demo
    """
    folder.mkdir(parents=True, exist_ok=True)
    study, answers, truth = (str(folder / name) for name in ("study.toml", "answers.parquet", "people.csv"))
    simulated = ["--people", str(people), "--seed", str(seed), "--out", answers, "--people-out", truth]
    steps = (
        ("A study is one file.", ["init", study, "--force"]),
        ("How precise will it be? Ask before anyone is asked.", ["plan", study, "--people", str(people)]),
        ("Is the promise kept? By enumeration, from the very integers used.", ["verify", study]),
        ("Imagined people answer, with the odds of real ones.", ["simulate", study, *simulated, "--force"]),
        ("From their answers alone: every group's figures.", ["estimate", study, answers, "--truth", truth]),
    )
    root = context.find_root().command
    for number, (why, arguments) in enumerate(steps, start=1):
        click.secho(f"\n{number}. {why}", bold=True)
        click.secho(f"$ tacit {shlex.join(arguments)}\n", dim=True)
        code = root.main(arguments, prog_name="tacit", standalone_mode=False)
        if code:
            context.exit(code)
    click.echo(f"\nEverything is in {folder}. Next: change {study} and run the commands yourself.")
