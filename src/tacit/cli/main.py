"""The `tacit` command: finds a subcommand's module, turns errors into messages and exit codes."""

from __future__ import annotations

import importlib
import sys

import click

from tacit import __version__
from tacit.errors import Refused, TacitError

DONE, NO, WRONG_USE = 0, 1, 2

COMMANDS = {
    "init": "write a commented study file",
    "check": "name every error of a study file at once",
    "plan": "say how precise a study will be, before anyone is asked",
    "verify": "re-prove the privacy promise by enumeration",
    "simulate": "draw the answers of imagined people",
    "answer": "give one real, randomised answer",
    "estimate": "counts, sums and means per group, with intervals",
    "compare": "all schemes side by side",
    "paper": "the paper, recomputed: figures, tables, errata",
    "demo": "a whole study in a minute",
    "bench": "ratios on this machine",
}


class LazyGroup(click.Group):
    """Imports `tacit.cli.NAME` and takes its `command` when NAME is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"tacit.cli.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 - a module of ours without a command is a bug
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tacit")
def tacit() -> None:
    """Sums, counts and means of private groups, with honest intervals.

    \b
    Start with:  tacit init study.toml   then   tacit plan study.toml
    Exit codes:  0 done · 1 the answer is no · 2 wrong use
    """


def main() -> None:
    """Entry point: every TacitError becomes a sentence and an exit code, never a traceback."""
    try:
        tacit(prog_name="tacit")
    except TacitError as error:
        for line in map(str, error.problems) if isinstance(error, Refused) else (str(error),):
            click.echo(f"error: {line}", err=True)
        sys.exit(WRONG_USE if isinstance(error, Refused) else NO)
