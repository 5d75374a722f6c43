"""The tests of the page's logic have power: every planted error is caught (mutants.toml)."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from collected.javascript import CLIENT, node
from collected.mutants import ROOT, Mutant, plant

MUTANTS = [
    Mutant(**mutant)
    for mutant in tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))[
        "mutant"
    ]
]
TESTS = sorted({mutant.caught for mutant in MUTANTS})
NONE = Mutant("none", "odds.js", "export function moved", "export function moved", "")


def name_of(mutant: Mutant) -> str:
    return mutant.name


def outcome(mutant: Mutant, folder: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """The tests in node, of a copy of the page with an error in it."""
    plant(mutant, CLIENT / "page", folder / "js" / "page")
    for name in ("src", "test", "node_modules", "package.json"):
        (folder / "js" / name).symlink_to(CLIENT / name)
    for name in ("vectors", "src", "docs"):
        (folder / name).symlink_to(ROOT / name)
    command = [node(), "--preserve-symlinks", "--preserve-symlinks-main", "--test"]
    return subprocess.run(
        [*command, *(f"test/{test}" for test in tests)],
        cwd=folder / "js",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.mark.parametrize("mutant", MUTANTS, ids=name_of)
def test_it_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    done = outcome(mutant, tmp_path, mutant.caught)
    assert done.returncode == 1, done.stdout[-500:]
    assert "ERR_MODULE" not in done.stdout, done.stdout[-500:]


def test_without_a_mutant_nothing_is_caught(tmp_path: Path) -> None:
    done = outcome(NONE, tmp_path, *TESTS)
    assert done.returncode == 0, done.stdout[-1000:]
