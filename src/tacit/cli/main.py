"""The `tacit` command: finds a subcommand's module, turns errors into messages and exit codes."""

from __future__ import annotations

import codecs
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from tacit import __version__
from tacit.errors import MissingExtra, Refused, TacitError

DONE, NO, WRONG_USE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "init": "write a commented study file",
    "check": "name every error of a study file at once",
    "plan": "say how precise a study will be, before anyone is asked",
    "verify": "re-prove the privacy promise by enumeration",
    "simulate": "draw the answers of imagined people",
    "answer": "give one real, randomised answer",
    "serve": "collect answers: the server",
    "open": "freeze a study, and let people answer",
    "invite": "links and codes, one per person",
    "status": "how many were invited, started and answered",
    "board": "watch a study fill, in a browser",
    "close": "end a study for good",
    "page-hashes": "the files of the answer page, to check or to host",
    "export": "the released answers, as a file",
    "tally": "count answers, keep the counts, or have a database count",
    "estimate": "counts, sums and means per group, with intervals",
    "report": "the estimate as a document: .html, .md, .csv, .xlsx, .json",
    "compare": "all schemes side by side",
    "paper": "the paper, recomputed: figures, tables, errata",
    "demo": "a whole study in a minute",
    "bench": "speed, memory and accuracy on this machine",
}


class Unread(Exception):
    """Whoever read our output is gone: no more to say, and nobody to say it to."""


@contextmanager
def _until_unread() -> Iterator[None]:
    """Without it click would end with code 1, and `tacit verify study.toml | head` would seem to say no."""
    try:
        yield
    except BrokenPipeError:
        raise Unread from None


class LazyGroup(click.Group):
    """Imports `tacit.cli.NAME` and takes its `command` when NAME is asked for."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - as click has it
        with _until_unread():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        try:
            with _until_unread():
                return super().invoke(ctx)
        except click.UsageError as error:
            name = ctx.invoked_subcommand
            command = self.get_command(ctx, name) if name else None
            if error.ctx is None and command:  # click tells some errors apart from where they arose
                error.ctx = click.Context(command, parent=ctx, info_name=name)
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"tacit.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)  # noqa: S101 - a module of ours without a command is a bug
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, and with the command that was probably meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from tacit.study.spelling import join, nearest, printable

            near = nearest(args[0], COMMANDS)
            hint = f"did you mean `{near}`?" if near else f"the commands are {join(list(COMMANDS), 'and')}"
            ctx.fail(f"no command `{printable(args[0])}`; {hint}")

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
    _open_streams()
    try:
        code = tacit(prog_name="tacit", standalone_mode=False)
        # Now, and not while Python shuts down: whoever reads from us may be gone.
        sys.stdout.flush()
    except Refused as refused:
        _stop(map(str, refused.problems), WRONG_USE)
    except MissingExtra as error:
        _stop([_with_our_pip(str(error))], NO)
    except TacitError as error:
        _stop([str(error)], NO)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.UsageError as error:
        _stop([_wrong_use(error)], WRONG_USE)
    except click.ClickException as error:
        _stop([error.format_message()], error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _stop(["interrupted; nothing half-written is left behind"], INTERRUPTED)
    except (Unread, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DONE)
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        _stop([f"{named}{error.strerror or error}"], NO)
    sys.exit(code if isinstance(code, int) else DONE)


def _open_streams() -> None:
    """Whoever started us may have closed them, or set them to an encoding that lacks some of our signs."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        else:
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if is_ascii else stream.encoding, errors="backslashreplace")


def _with_our_pip(message: str) -> str:
    """The advice as it can be typed here: the pip on PATH may be none, or another environment's."""
    import shlex
    import shutil
    from pathlib import Path

    ours = Path(sys.executable).with_name("pip")
    found = shutil.which("pip")
    if not ours.exists() or (found and ours.samefile(found)):
        return message
    here = Path.cwd()
    near = ours.relative_to(here) if ours.is_relative_to(here) else ours
    return message.replace("pip install", f"{shlex.quote(str(near))} install")


def _wrong_use(error: click.UsageError) -> str:
    """What is wrong with the command line, and where to read how it is right."""
    message = error.format_message().removesuffix(".")
    command = error.ctx.command_path if error.ctx else "tacit"
    return f"{message[:1].lower()}{message[1:]} (`{command} --help` says more)"


def _stop(lines: Iterable[str], code: int) -> NoReturn:
    """Say why on standard error, one line per problem."""
    from tacit.cli.output import print_text

    for line in lines:
        print_text(f"error: {line}", on=sys.stderr, indent=7)
    sys.exit(code)
