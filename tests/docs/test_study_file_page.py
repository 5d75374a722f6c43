"""docs/study-file.md has a row for every key that there is, in its table, with its true default."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

import pytest

from tacit.study.tables import PARTS, TOP, keys_of

PAGE = (Path(__file__).parents[2] / "docs" / "study-file.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\S.*?)\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))
# These say in words when they must be given.
CONDITIONAL = {
    "low": "for numbers",
    "high": "for numbers",
    "options": "for choices",
    "labels": "this or `cross`",
}


def rows_of(section: str) -> dict[str, str]:
    """Each key of a section's table, with what its last column says."""
    found = {}
    for line in section.splitlines():
        if line.startswith("| `"):
            keys, *_, default = [cell.strip() for cell in line.strip("|").split(" | ")]
            found.update(dict.fromkeys(re.findall(r"`(\w+)`", keys), default.rstrip("| ")))
    return found


@pytest.mark.parametrize("table", ["", *PARTS])
def test_every_key_has_its_row_and_no_other(table: str) -> None:
    rows = rows_of(SECTIONS[f"[{table}]" if table else "At the top"])
    assert sorted(rows) == sorted(keys_of(table))


@pytest.mark.parametrize("table", PARTS)
def test_every_default_is_the_one_that_there_is(table: str) -> None:
    rows = rows_of(SECTIONS[f"[{table}]"])
    for part in fields(PARTS[table]):
        assert rows[part.name] == CONDITIONAL.get(part.name, written_default(part)), part.name


def written_default(part: Field[Any]) -> str:
    """As a file would spell it."""
    if part.default is MISSING:
        return "must be given"
    if part.default is None or (part.name == "cross" and part.default == ()):
        return "none"
    return f"`{json.dumps(part.default)}`"


def test_top_keys_must_all_be_given() -> None:
    assert rows_of(SECTIONS["At the top"]) == dict.fromkeys(TOP, "must be given")
