"""Writes docs/reference.md: every command with its help text, as `tacit COMMAND --help` prints it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
WIDTH = 100

HEAD = """# Every command

Made by `make docs` from `--help`; a test holds it true. Exit codes: 0 done, 1 the answer is no, 2 wrong use.
"""


def commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """(name, help text) of a command and of all below it."""
    context = click.Context(command, info_name=" ".join(path), terminal_width=WIDTH, max_content_width=WIDTH)
    yield " ".join(path), command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from commands(child, (*path, name))


def page() -> str:
    """The whole page."""
    from tacit.cli.main import tacit

    parts = [f"## {name}\n\n```text\n{text}\n```\n" for name, text in commands(tacit, ("tacit",))]
    return "\n".join([HEAD, *parts])


def main() -> None:
    """Write the page; with --check only say whether it is as it should be."""
    wanted = page()
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == wanted else 1)
    PAGE.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
