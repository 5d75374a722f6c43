"""People answer in real browsers, whatever fails: one answer per invitation, and the truth in each state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browsed.afterwards import AFTERWARDS
from browsed.browsers import ENGINES, Browser, keeping_nothing
from browsed.journeys import JOURNEYS, Journey
from browsed.leaving import LEAVING
from browsed.refusals import REFUSALS, WITHOUT_STORAGE
from browsed.stage import Stage
from served.processes import Served


def name_of(journey: Journey) -> str:
    return journey.__name__


@pytest.mark.parametrize("journey", [*JOURNEYS, *LEAVING, *AFTERWARDS, *REFUSALS], ids=name_of)
def test_it_goes_as_it_must(journey: Journey, browser: Browser, served: Served) -> None:
    journey(Stage(browser, served))


@pytest.fixture(scope="module", params=ENGINES)
def forgetful(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose settings let no page keep anything."""
    with keeping_nothing(request.param, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.mark.parametrize("journey", WITHOUT_STORAGE, ids=name_of)
def test_it_goes_as_it_must_where_storage_is_refused(
    journey: Journey, forgetful: Browser, served: Served
) -> None:
    journey(Stage(forgetful, served))
