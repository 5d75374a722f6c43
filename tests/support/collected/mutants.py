"""Planted errors: one line of a copy of the source is made wrong, and something must notice."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]


class Mutant(NamedTuple):
    """What is wrong, where, and which file must notice (others may, too); `only` these tests of it."""

    name: str
    file: str
    old: str
    new: str
    caught: str
    only: str = ""


def plant(mutant: Mutant, source: Path, copy: Path) -> None:
    """Copy a folder of source, with this error in it."""
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    place = copy / mutant.file
    text = place.read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.name}: {mutant.old!r} must stand once in {mutant.file}"
    place.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
