"""Desks for commands that ask a server: a new one, one with an open study, and one that nobody changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk import STUDY, Desk, start, stop


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = start(tmp_path)
    desk.write("study.toml", STUDY)
    yield desk
    if desk.process.poll() is None:
        stop(desk)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """An open study, for tests that change nothing."""
    desk = start(tmp_path_factory.mktemp("kept"))
    desk.write("study.toml", STUDY)
    desk.good("open", "study.toml")
    yield desk
    stop(desk)


@pytest.fixture
def opened(desk: Desk) -> Desk:
    desk.good("open", "study.toml")
    return desk
