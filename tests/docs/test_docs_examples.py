"""Everything that the docs show is run: Python in >>> style as doctests, `$ tacit ...` in an empty directory.

In a ```console block, `$ echo $?` after a command shows its exit code; a command without it must end with 0.
A fence ```toml NAME writes its text to NAME first, as the reader would. A page has one directory.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<language>\w+)(?: (?P<name>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
# Said where work takes longer than usual: whether it does is the machine's affair, not the page's.
TAKES_LONG = re.compile(r"^[^\n]*: \d+% after \d+ s, about [\d,]+ s to go\n", re.MULTILINE)
WILDCARDS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file name beside it, its text and where it starts."""

    language: str
    name: str | None
    text: str
    line: int


@dataclass
class Command:
    """One `$ ...` line of a console block with what the page shows below it."""

    arguments: list[str]
    shown: str
    exit_code: int = 0


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 2
        yield Block(match["language"], match["name"], match["text"], line)


def commands_in(text: str) -> Iterator[Command]:
    """The tacit commands of a console block; other programs are for the reader's eyes only."""
    parts = re.split(r"^\$ ", text.replace("\\\n", ""), flags=re.MULTILINE)[1:]
    pending: Command | None = None
    for part in parts:
        typed, _, shown = part.partition("\n")
        if typed.strip() == "echo $?":
            assert pending is not None, "`echo $?` needs a tacit command before it"
            pending.exit_code = int(shown)
            continue
        if pending is not None:
            yield pending
        words = shlex.split(typed, comments=True)
        pending = Command(words[1:], shown) if words[0] == "tacit" else None
    if pending is not None:
        yield pending


def run(command: Command, directory: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    tacit = Path(sys.executable).with_name("tacit")
    return subprocess.run(
        [tacit, *command.arguments],
        cwd=directory,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )


def is_as_shown(shown: str, printed: str) -> bool:
    told = TAKES_LONG.sub("", printed)
    return not shown.strip() or doctest.OutputChecker().check_output(shown, told, WILDCARDS)


def check_console(block: Block, page: Path, directory: Path) -> None:
    for command in commands_in(block.text):
        done = run(command, directory)
        what = f"{page.name}, block of line {block.line}: tacit {shlex.join(command.arguments)}"
        assert done.returncode == command.exit_code, f"{what}: exit {done.returncode}\n{done.stdout}"
        assert is_as_shown(command.shown, done.stdout), (
            f"{what} prints\n{done.stdout}\nwhere the page shows\n{command.shown}"
        )


def check_python(block: Block, page: Path, names: dict[str, object]) -> None:
    assert ">>> " in block.text, f"{page.name}, line {block.line}: Python that nobody runs; write it with >>>"
    example = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=WILDCARDS)
    runner.run(example, out=report.append, clear_globs=False)
    names.update(example.globs)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_example_of_a_page_runs_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks_of(page):
        if block.name:
            (tmp_path / block.name).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            check_console(block, page, tmp_path)
        elif block.language == "python":
            check_python(block, page, names)


def test_a_console_block_is_read_as_a_person_reads_it() -> None:
    text = (
        "$ make demo\nlong\n$ tacit plan \\\n    study.toml --json  # how precise\n{...}\n"
        "$ tacit check bad\nerror\n$ echo $?\n2\n"
    )
    first, second = commands_in(text)
    assert (first.arguments, first.shown, first.exit_code) == (["plan", "study.toml", "--json"], "{...}\n", 0)
    assert (second.arguments, second.exit_code) == (["check", "bad"], 2)


def test_a_page_that_shows_something_else_is_caught() -> None:
    assert not is_as_shown("epsilon 1.0\n", "epsilon 2.0\n")
    assert is_as_shown("epsilon ...\n", "epsilon 2.0\n")


def test_a_slow_machine_shows_the_same() -> None:
    assert is_as_shown("a table\n", "finding crossings: 63% after 10 s, about 6 s to go\na table\n")
    assert not is_as_shown("a table\n", "error: 63% after 10 s\na table\n")
