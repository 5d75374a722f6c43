"""docs/reference.md is what --help prints, and no command is missing from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tacit.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]


def test_the_reference_is_what_help_prints() -> None:
    done = subprocess.run([sys.executable, "scripts/reference.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "docs/reference.md is stale: run `make docs`"


def test_every_command_has_its_place_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"\n## tacit {name}\n" not in page] == []
