"""tacit demo: a whole study in a minute, every command as one would type it."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from tacit.cli.output import print_text

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
    """Write a study, plan it, prove its promise, simulate people, estimate, report.

    Prints each command before it runs; the last table has the truth beside every estimate.

    \b
    Example:  tacit demo
    """
    files = tuple(folder / name for name in ("study.toml", "answers.parquet", "people.csv", "report.html"))
    root = context.find_root().command
    with _all_or_nothing(folder, files):
        for number, (why, arguments) in enumerate(_steps(files, people, seed), start=1):
            click.secho(f"\n{number}. {why}", bold=True)
            click.secho(f"$ tacit {shlex.join(arguments)}\n", dim=True)
            code = root.main(arguments, prog_name="tacit", standalone_mode=False)
            # With few people the plan says no; a demonstration goes on and shows why.
            if code and arguments[0] != "plan":
                context.exit(code)
    print_text(f"\nEverything is in {folder}. Next: change {files[0]} and run the commands yourself.")
    if shutil.which("tacit") is None:
        print_text(f"The command is not on your PATH; it is {_from_here(sys.argv[0])}.")


def _steps(files: Sequence[Path], people: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Why, and what to type after `tacit`."""
    study, answers, truth, report = map(str, files)
    yield "A study is one file.", ["init", study, "--force"]
    yield "How precise will it be? Ask before anyone is asked.", ["plan", study, "--people", str(people)]
    yield "Is the promise kept? By enumeration, from the very integers used.", ["verify", study]
    simulated = ["--people", str(people), "--seed", str(seed), "--out", answers, "--people-out", truth]
    yield "Imagined people answer, with the odds of real ones.", ["simulate", study, *simulated, "--force"]
    yield "From their answers alone: every group's figures.", ["estimate", study, answers, "--truth", truth]
    page = ["--truth", truth, "--out", report, "--force"]
    yield "The same as a page to hand on: pictures, methods, limits.", ["report", study, answers, *page]


@contextmanager
def _all_or_nothing(folder: Path, files: Iterable[Path]) -> Iterator[None]:
    """Ctrl-C takes away what this demo wrote, and the folder if it holds nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        for file in files:
            file.unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()
        raise


def _from_here(program: str) -> str:
    """A program's path, the short way."""
    near = os.path.relpath(program)
    return program if near.startswith("..") else near
