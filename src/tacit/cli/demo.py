"""tacit demo: a whole study in a minute, every command as one would type it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from tacit.cli.numbers import Whole
from tacit.cli.output import print_text, progress
from tacit.errors import NotReceived

PEOPLE = 2000
KEPT = ("study.toml", "people.csv", "answers.csv", "report.html")
OURS = "demo-server"
COMMAND = "from tacit.cli.main import main; main()"
GRACE_SECONDS = 10
# A board looks every second and a half while the study fills: whoever watches shall see it closed.
LOOK_SECONDS = 2.5


@click.command()
@click.option(
    "--folder",
    default="demo",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the study and its answers go; files of an earlier demo are written anew.",
)
@click.option("--people", default=PEOPLE, show_default=True, type=Whole(50), help="Imagined people.")
@click.option("--seed", default=1, show_default=True, type=Whole(0), help="Of the imagined people.")
@click.pass_context
def command(context: click.Context, folder: Path, people: int, seed: int) -> None:
    """Write a study, plan it, prove its promise, collect it over HTTP, estimate, report.

    A server is started on this machine; imagined people answer it as real devices would. First of all it
    prints the address of the live board, to watch in a browser. Prints each command before it runs; the last
    table has the truth beside every estimate.

    \b
    Example:  tacit demo
    """
    with _all_or_nothing(folder):
        play = Play(context, folder)
        # It runs from first to last, so that whoever watches sees the beginning and the end.
        with _served(play.ours) as origin:
            play.invite_to_watch(origin)
            play.before(people)
            play.collect(origin, people, seed)
            play.after()
            play.let_look()
    print_text(
        f"\nEverything is in {folder}. Next: change {folder / 'study.toml'}, run the commands yourself."
    )
    print_text(f"To read in a browser: {folder / 'report.html'}")
    if shutil.which("tacit") is None:
        print_text(f"The command is not on your PATH; it is {_from_here(sys.argv[0])}.")


class Play:
    """The steps, each said and then done."""

    def __init__(self, context: click.Context, folder: Path) -> None:
        self.context = context
        self.ours = folder / OURS
        self.study, self.people, self.answers, self.report = (str(folder / name) for name in KEPT)
        self.manifest, self.links = (str(self.ours / name) for name in ("study.json", "links.csv"))
        self.key_file = str(self.ours / "tacit.key")
        self.steps = 0
        self.closed = 0.0
        self.is_hopeless = False

    def invite_to_watch(self, origin: str) -> None:
        """Where the board is; what stands behind the # logs in once, and is no key."""
        from tacit.research.server import logging_in, server_at

        server = server_at(origin, Path(self.key_file))
        click.echo("Watch the study fill, in a browser, while this plays:\n")
        click.secho(f"  {logging_in(server, f'{origin}/board')}", bold=True)

    def before(self, people: int) -> None:
        """What is done before anybody is asked."""
        self.say("A study is one file.")
        self.run("init", self.study, "--force")
        _expect(Path(self.study), people)
        click.echo(f"\nWe expect {people:,} people: people = {people} stands in it now.")
        self.say("How precise will it be? Ask before anyone is asked.")
        # With few people the plan says no; a demonstration goes on and shows why.
        self.is_hopeless = self.run("plan", self.study, may_say_no=True) != 0
        self.say("Is the promise kept? By enumeration, from the very integers used.")
        self.run("verify", self.study)

    def collect(self, origin: str, people: int, seed: int) -> None:
        """From opening to closing, by a server that is running."""
        self.say("A server collects. It is told hashes of invitations, and nobody's name.")
        _show("tacit", "serve", "--port", "0", "--database", str(self.ours / "tacit.db"))
        click.echo(f"Collecting on {origin}.\n")
        with _environment({"TACIT_SERVER": origin, "TACIT_KEY_FILE": self.key_file}):
            _show("export", f"TACIT_SERVER={origin}", f"TACIT_KEY_FILE={self.key_file}")
            override = ("--override", "to show why") if self.is_hopeless else ()
            self.run("open", self.study, "--out", self.manifest, *override)
            self.run("invite", self.manifest, "--people", str(people), "--out", self.links)
            self.say("Imagined people answer, over HTTP and with the odds of real ones.")
            began = time.monotonic()
            _answer(Path(self.manifest), Path(self.links), Path(self.people), seed)
            click.echo(f"{people:,} answers have a receipt, after {time.monotonic() - began:.0f} s.\n")
            self.run("close", self.manifest, "--yes")
            self.closed = time.monotonic()
            self.run("export", self.manifest, "--out", self.answers, "--force")

    def after(self) -> None:
        """From the answers alone."""
        self.say("From their answers alone: every group's figures.")
        self.run("estimate", self.study, self.answers, "--truth", self.people)
        self.say("The same, to publish.")
        self.run("report", self.study, self.answers, "--out", self.report, "--force")

    def let_look(self) -> None:
        """Wait until boards that are open have shown how it ended."""
        time.sleep(max(0, self.closed + LOOK_SECONDS - time.monotonic()))

    def say(self, why: str) -> None:
        """The next step."""
        self.steps += 1
        click.secho(f"\n{self.steps}. {why}", bold=True)

    def run(self, *arguments: str, may_say_no: bool = False) -> int:
        """Show a command and run it; stop with its exit code if it fails, or say what it is."""
        _show("tacit", *arguments)
        root = self.context.find_root().command
        code = int(root.main(list(arguments), prog_name="tacit", standalone_mode=False) or 0)
        if code and not may_say_no:
            self.context.exit(code)
        return code


def _expect(study: Path, people: int) -> None:
    """Write into the study how many will answer, as one would by hand."""
    text = study.read_text("utf-8")
    study.write_text(re.sub(r"^people = \d+", f"people = {people}", text, flags=re.MULTILINE), "utf-8")


def _show(*words: str) -> None:
    click.secho(f"$ {shlex.join(words)}\n", dim=True)


def _answer(manifest: Path, links: Path, people_file: Path, seed: int) -> None:
    """Imagine people, let each of them answer, and note what is true of them."""
    from numpy.random import default_rng

    from tacit.files.people_out import writing_people
    from tacit.research.crowd import imagined_people, let_answer
    from tacit.research.invitations import read_people
    from tacit.simulation.imagined import imagined
    from tacit.study.file import read_study

    study = read_study(manifest)
    invited = [person.link for person in read_people(links, study.id)]
    with writing_people(people_file, study) as write, progress("answering", len(invited)) as advance:
        at = 0
        for people in imagined(study, len(invited), default_rng(seed)):
            write(people)
            let_answer(study, [*imagined_people(study, people, invited[at : at + len(people)])], advance)
            at += len(people)


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """A server in a folder of its own, of which nothing is left afterwards; its origin."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    arguments = ["serve", "--port", "0", "--database", str(folder / "tacit.db")]
    # In a session of its own, so that Ctrl-C is ours alone, and we end it when all is done.
    process = subprocess.Popen(  # noqa: S603 - nothing in it was typed
        [sys.executable, "-c", COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield _origin(process)
    finally:
        _end(process)
        shutil.rmtree(folder, ignore_errors=True)


def _origin(process: subprocess.Popen[str]) -> str:
    """Where it listens, once it does."""
    said = process.stdout.readline() if process.stdout else ""
    if not said.startswith("Collecting on "):
        rest = process.stdout.read() if process.stdout else ""
        raise NotReceived(f"the server did not start: {said}{rest}".strip())
    return said.split()[2].rstrip(";")


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


@contextmanager
def _environment(given: dict[str, str]) -> Iterator[None]:
    """As if these were exported, for as long as it takes."""
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _all_or_nothing(folder: Path, kept: Sequence[str] = KEPT) -> Iterator[None]:
    """Ctrl-C takes away what this demo wrote, and the folder if it holds nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except (KeyboardInterrupt, click.Abort):
        for name in kept:
            (folder / name).unlink(missing_ok=True)
        if not any(folder.iterdir()):
            folder.rmdir()
        raise


def _from_here(program: str) -> str:
    """A program's path, the short way."""
    near = os.path.relpath(program)
    return program if near.startswith("..") else near
