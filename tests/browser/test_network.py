"""The network that fails on purpose: what is lost was handled, what is cut was not, and all is noted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browsed.browsers import Browser, Tab
from browsed.scene import Scene, scene
from served.processes import Served

# One request of a page to its server, and what came of it.
ASK = (
    "fetch('/v1/studies/' + {study!r} + '{route}', {{ method: '{method}', body: {body}, cache: 'no-store' }})"
)
SAID = ".then((reply) => reply.status, () => 'nothing came back')"


@pytest.fixture
def open_study(served: Served) -> Iterator[Scene]:
    with scene(served, "open") as made:
        yield made


@pytest.fixture
def tab(browser: Browser, open_study: Scene) -> Iterator[Tab]:
    with browser.device() as device:
        tab = device.tab(f"{open_study.network.origin}/s/index.html")  # no study: it asks for nothing
        open_study.network.forget()
        yield tab


def ask(
    tab: Tab, open_study: Scene, route: str = "", *, method: str = "GET", body: str = "undefined"
) -> object:
    asked = ASK.format(study=open_study.study.id, route=route, method=method, body=body)
    return tab.evaluate(asked + SAID)


def ticket(tab: Tab, open_study: Scene) -> object:
    headers = "new Blob(['{}'], { type: 'application/json' })"
    return ask(tab, open_study, "/tickets", method="POST", body=headers)


def test_all_that_passes_is_noted_as_the_browser_sees_it(tab: Tab, open_study: Scene) -> None:
    assert (ask(tab, open_study), ticket(tab, open_study)) == (200, 200)
    passed = open_study.network.passed
    assert [(one.method, f"{open_study.network.origin}{one.path}") for one in passed] == tab.requests[-2:]
    assert [(one.body, one.reply and one.reply.status) for one in passed] == [(b"", 200), (b"{}", 200)]


def test_a_lost_reply_was_given(tab: Tab, open_study: Scene) -> None:
    between = open_study.network
    between.lose("/tickets", 50)
    assert ticket(tab, open_study) == "nothing came back"
    between.lose("/tickets", 0)
    assert {one.reply for one in between.to("/tickets")} == {None}
    assert ticket(tab, open_study) == 200


def test_what_is_said_on_the_way_was_not_heard_by_the_server(tab: Tab, open_study: Scene) -> None:
    open_study.network.say("/tickets", 1, 503)
    assert [ticket(tab, open_study) for _ in range(2)] == [503, 200]


def test_what_is_cut_off_hears_nothing_until_it_is_mended(tab: Tab, open_study: Scene) -> None:
    between = open_study.network
    between.is_cut = True
    assert ticket(tab, open_study) == "nothing came back"
    assert between.passed == []
    between.is_cut = False
    assert ticket(tab, open_study) == 200


def test_what_is_held_waits(tab: Tab, open_study: Scene) -> None:
    between = open_study.network
    gate = between.hold("/tickets")
    asked = ASK.format(study=open_study.study.id, route="/tickets", method="POST", body="null")
    tab.evaluate(f"void (globalThis.waiting = {asked}{SAID})")
    gate.wait()
    assert between.to("/tickets")[0].reply is None
    gate.open()
    assert tab.evaluate("waiting") == 415


def test_what_is_planted_comes_instead(tab: Tab, open_study: Scene) -> None:
    between = open_study.network
    between.plant('lang="en"', 'lang="en" data-planted="yes"')
    tab.reload()
    assert tab.evaluate("document.documentElement.dataset.planted") == "yes"
    between.planted.clear()
    tab.reload()
    assert tab.evaluate("document.documentElement.dataset.planted ?? 'gone'") == "gone"
