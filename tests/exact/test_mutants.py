"""The proofs have power: each of these mistakes is caught, by exactly the proofs that are named beside it.

The names of the tests are the table of docs/proofs.md: a mistake, and in brackets what catches it.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import proofs
from mistakes import MUTANTS
from mutation import is_disproved, mutated, power_of
from proofs import suite
from proofs.suite import PROOFS

PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"

TestPower = power_of(PROOFS, MUTANTS)


def test_no_proof_is_left_out_of_the_suite() -> None:
    modules = [import_module(f"proofs.{found.name}") for found in iter_modules(proofs.__path__)]
    checks = {name for module in modules for name in vars(module) if name.startswith("check_")}
    assert len(checks) >= 15
    assert checks <= set(vars(suite)), "put these into proofs.suite"


def test_a_mistake_is_undone_and_one_that_is_none_is_refused() -> None:
    first, nowhere = MUTANTS[0], replace(MUTANTS[0], right="what the source does not say")
    with mutated(first):
        assert is_disproved(PROOFS["law"])
    assert not is_disproved(PROOFS["law"])
    with pytest.raises(AssertionError, match="0 times"), mutated(nowhere):
        pass


def test_the_page_shows_this_table() -> None:
    rows = [f"| {mistake.name} | {', '.join(sorted(mistake.caught_by))} |" for mistake in MUTANTS]
    table = "\n".join(["| mistake | caught by |", "|---|---|", *rows, ""])
    assert table in PAGE.read_text(encoding="utf-8"), f"docs/proofs.md must show\n{table}"
