"""One browser of each kind for all tests of it, which stay on one worker, and one server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browsed.browsers import ENGINES, Browser, Engine, browsing, program
from served.processes import Served, serving


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each kind on a worker of its own, and the mutants, which take as long, on another."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            engine = "firefox" if "firefox" in item.name else "chromium"
            item.add_marker(
                pytest.mark.xdist_group("mutants" if item.path.stem == "test_mutants" else engine)
            )


def required(engine: Engine) -> None:
    if program(engine) is None:
        pytest.skip(f"{engine} is not installed; `make engines` installs it")


@pytest.fixture(scope="session", params=ENGINES)
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    required(request.param)
    with browsing(request.param) as started:
        yield started


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One real server; each test opens a study of its own."""
    with serving(tmp_path_factory.mktemp("served")) as started:
        yield started
