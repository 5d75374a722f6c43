"""vectors/v1 in real browsers: their own cryptography, integers, database; under the policy of our pages."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from browsed.browsers import Browser, Tab
from browsed.files import serving_files
from collected.javascript import CLIENT, ROOT
from collected.mutants import Mutant, plant
from vectors.studies import named_studies

PAGE = "test/browser/checks.html"
TIMES = 20_000
# A cell may be off by so many standard deviations: of the 6 cells below, one is once in 800 million runs.
MOST = 6
# Study, group, value, and how likely this value is rounded up.
DRAWN = [("range", "diabetic", 3, Fraction(3, 10)), ("only the group", "group 2", None, Fraction(0))]


@contextmanager
def checking(browser: Browser, *folders: Path) -> Iterator[Tab]:
    with serving_files(*folders, CLIENT, ROOT) as origin, browser.device() as device:
        yield device.tab(f"{origin}/{PAGE}")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Tab]:
    """A page in which the modules of the client run, with the files of the vectors beside it."""
    with checking(browser) as tab:
        yield tab


def failures(tab: Tab) -> list[tuple[str, str]]:
    """The verdict of a page: the files whose cases do not come out, and why."""
    return [(one["file"], one["failure"]) for one in tab.evaluate("found") if one["failure"]]


def test_every_vector_and_every_claim_of_the_notes_holds(page: Tab) -> None:
    verdict: list[dict[str, Any]] = page.evaluate("found")
    assert failures(page) == []
    files = {path.name for path in (ROOT / "vectors" / "v1").glob("*.json")}
    assert {one["file"] for one in verdict} == files | {"database", "tab"}
    assert all(one["cases"] for one in verdict)
    for name in files:
        assert sum(one["cases"] for one in verdict if one["file"] == name) >= longest(name), name


def longest(name: str) -> int:
    """How many cases a file holds at least: those of its longest list."""
    written = json.loads((ROOT / "vectors" / "v1" / name).read_text(encoding="utf-8"))
    lists = written.values() if isinstance(written, dict) else [written]
    return max(len(one) for one in lists if isinstance(one, list))


def test_the_policy_is_in_force_and_the_client_needs_nothing_that_it_forbids(page: Tab) -> None:
    page.evaluate("found")
    assert (page.violations, page.errors) == ([], [])
    outside = page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')")
    markup = page.evaluate(
        "(() => { try { document.body.innerHTML = '<b>'; return 'written'; } catch { return 'refused'; } })()"
    )
    assert (outside, markup) == ("refused", "refused")
    assert [one.partition(":")[0] for one in page.violations] == ["connect-src", "require-trusted-types-for"]


@pytest.mark.parametrize(("name", "group", "value", "rise"), DRAWN, ids=[name for name, *_ in DRAWN])
def test_twenty_thousand_answers_follow_the_published_table(
    page: Tab, name: str, group: str, value: int | None, rise: Fraction
) -> None:
    """A tripwire for a random source that is dead; what proves the draws are the forced ones above."""
    assert worst(name, group, rise, counts(page, name, group, value)) < MOST
    dead = counts(page, name, group, value, source="deadSource")
    assert worst(name, group, rise, dead) > MOST


def counts(page: Tab, name: str, group: str, value: int | None, source: str = "undefined") -> list[int]:
    said = json.dumps({"group": group, "value": value})
    found: list[list[int]] = page.evaluate(f"drawn({json.dumps(name)}, [0], {said}, {TIMES}, {source})")
    assert sum(found[0]) == TIMES
    return found[0]


def worst(name: str, group: str, rise: Fraction, found: list[int]) -> float:
    """By how many standard deviations the worst cell is off."""
    study = named_studies()[name]
    scheme = study.scheme
    item = study.groups.labels.index(group)
    weights = [scheme.weights(0, item, level) for level in range(scheme.rows.levels)]
    low, high = weights[0], weights[-1]
    shares = [
        Fraction(below * (rise.denominator - rise.numerator) + above * rise.numerator, rise.denominator)
        / scheme.total
        for below, above in zip(low, high, strict=True)
    ]
    assert sum(shares) == 1
    return max(
        abs(count - TIMES * float(share)) / math.sqrt(TIMES * float(share * (1 - share)))
        for count, share in zip(found, shares, strict=True)
    )


MUTANTS = [
    Mutant(
        "keep weighs one more",
        "randomize.js",
        "if (drawn < 0n) return own",
        "if (drawn <= 0n) return own",
        "randomize.json",
    ),
    Mutant("another salt's length", "blind.js", "SALT_BYTES = 48", "SALT_BYTES = 47", "blind.json"),
    Mutant("the second tab wins", "notes.js", "isLater(now) ? note : undefined", "note", "database"),
    Mutant("a state may go back", "notes.js", "rank(now) < rank(note)", "rank(now) !== rank(note)", "tab"),
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_page_catches_it(browser: Browser, mutant: Mutant, tmp_path: Path) -> None:
    plant(mutant, CLIENT / "src", tmp_path / "src")
    with checking(browser, tmp_path) as tab:
        assert mutant.caught in {file for file, _ in failures(tab)}
