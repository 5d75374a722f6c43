"""Whatever a page tells people to type, or to look into, exists: commands, options, make targets, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import click
import pytest

from pages import PAGES, ROOT, name_of, text_of, typed
from tacit.cli.main import tacit

FOLDERS = ("docs", "js", "requirements", "scripts", "src", "tests", "vectors", ".ci")
NAMED_FILE = re.compile(rf"(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*-]+")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# Other programs' options, where a page speaks of those programs.
OTHERS = {"--csv", "--format", "--master", "--max", "--nouse", "--require-hashes"}


@lru_cache(maxsize=1)
def commands() -> dict[str, set[str]]:
    """Each command, subcommands too, with its options."""

    def below(command: click.Command, path: str) -> Iterator[tuple[str, set[str]]]:
        context = click.Context(command, info_name=path)
        yield path, {name for option in command.get_params(context) for name in option.opts}
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                child = command.get_command(context, name)
                assert child is not None
                yield from below(child, f"{path} {name}")

    return dict(below(tacit, "tacit"))


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def unknown(text: str) -> list[str]:
    """What a page names and nobody made."""
    return [problem for code in typed(text) for problem in problems_of(code)]


def problems_of(code: str) -> Iterator[str]:
    if match := re.match(r"(?:\$ )?tacit(?= |$)(?P<rest>.*)", code):
        yield from problems_of_command(match["rest"].partition(" # ")[0].split())
    else:
        every = set().union(*commands().values()) | OTHERS
        yield from (option for option in OPTION.findall(code) if option not in every)
    if (match := re.match(r"(?:\$ )?make (?P<target>[a-z]+)", code)) and match["target"] not in targets():
        yield f"make {match['target']}"
    for path in NAMED_FILE.findall(code):
        if not any(ROOT.glob(path.rstrip("/.").replace("NAME", "*"))):
            yield path


def problems_of_command(words: list[str]) -> Iterator[str]:
    path = "tacit"
    while words and f"{path} {words[0]}" in commands():
        path = f"{path} {words.pop(0)}"
    if path == "tacit" and words and words[0].islower() and not words[0].startswith("-"):
        yield f"tacit {words[0]}"
        return
    for word in words:
        option = word.partition("=")[0]
        if OPTION.fullmatch(option) and option not in commands()[path] | {"--help"}:
            yield f"{path} {option}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_whatever_a_page_names_exists(page: Path) -> None:
    assert unknown(text_of(page)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("`tacit harvest`", "tacit harvest"),
        ("```console\n$ tacit summon study.toml\n```", "tacit summon"),
        ("```text\ntacit plan study.toml --divine 3\n```", "tacit plan --divine"),
        ("`tacit paper figures --paint`", "tacit paper figures --paint"),
        ("give `--sead 3`", "--sead"),
        ("`make coffee`", "make coffee"),
        ("`tests/exact/test_nothing.py`", "tests/exact/test_nothing.py"),
        ("`src/tacit/nowhere/`", "src/tacit/nowhere/"),
    ],
)
def test_what_nobody_made_is_found(text: str, problem: str) -> None:
    assert unknown(text) == [problem]


@pytest.mark.parametrize(
    "text",
    [
        "`tacit`",
        "`tacit --version`",
        "`tacit plan STUDY --json`",
        "`tacit paper figures --out figures`",
        "`--people 5000`",
        "`make test TESTS=tests/exact`",
        "`tests/exact/test_*.py`",
        "tacit serve in plain words",
        "```python\n>>> tacit.serve\n```",
    ],
)
def test_what_there_is_is_left_alone(text: str) -> None:
    assert unknown(text) == []
