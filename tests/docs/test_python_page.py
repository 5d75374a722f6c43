"""docs/python.md names whatever `tacit` offers to Python, and nothing else."""

from __future__ import annotations

import re

import tacit
from pages import ROOT, text_of

PAGE = text_of(ROOT / "docs" / "python.md")


def in_table() -> list[str]:
    rows = re.findall(r"^\| (.*?) \|", PAGE.partition("## Names")[2], re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_the_table_has_every_name_and_no_other() -> None:
    assert sorted(in_table()) == sorted(tacit.__all__)


def test_every_function_is_called_on_the_page() -> None:
    functions = [name for name in tacit.__all__ if name.islower() and name != "paper"]
    assert [name for name in functions if f"tacit.{name}(" not in PAGE] == []
