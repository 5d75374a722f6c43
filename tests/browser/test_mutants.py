"""The journeys have power: with each of these errors in the page, the one that is named fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from browsed.afterwards import AFTERWARDS
from browsed.browsers import Browser, keeping_nothing
from browsed.journeys import JOURNEYS, Journey
from browsed.leaving import LEAVING
from browsed.refusals import REFUSALS, WITHOUT_STORAGE
from browsed.stage import Stage
from served.processes import Served
from tacit.web.release import read_release

# Milliseconds for which a page that goes wrong is waited for.
PATIENCE = 1500


class Mutant(NamedTuple):
    """A text of the page's script that becomes another, and the journey that must notice."""

    name: str
    old: str
    new: str
    caught: str


TABLE = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8"))
MUTANTS = [Mutant(**members) for members in TABLE["mutant"]]
BY_NAME: dict[str, Journey] = {
    journey.__name__: journey for journey in [*JOURNEYS, *LEAVING, *AFTERWARDS, *REFUSALS, *WITHOUT_STORAGE]
}
FORGETFUL = {journey.__name__ for journey in WITHOUT_STORAGE}


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with keeping_nothing("chromium", tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_it_is_caught(mutant: Mutant, browser: Browser, forgetful: Browser, served: Served) -> None:
    release = read_release()
    script = release.files[f"{release.assets}/answer.js"].decode()
    assert script.count(mutant.old) == 1, f"{mutant.old!r} must stand once in what the page runs"
    used = forgetful if mutant.caught in FORGETFUL else browser
    kept, used.patience = used.patience, PATIENCE
    try:
        with pytest.raises(AssertionError):
            BY_NAME[mutant.caught](Stage(used, served, ((mutant.old, mutant.new),)))
    finally:
        used.patience = kept
