"""A first visit: how many bytes, how many waits one after another, and how long on a slow telephone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsed.browsers import Browser
from browsed.network import Passed
from browsed.person import Person
from browsed.stage import Stage
from served.processes import Served

MOST_BYTES = 60_000
# What is waited for one after another: the page; its script; the study. A connection with TLS takes two more.
LATENCY, BITS, TIMES = 150, 1_600_000, 4
CONNECTING = 2 * LATENCY


def weight(passed: Passed) -> int:
    """Bytes of a reply on the wire, its headers with them."""
    assert passed.reply is not None
    return passed.reply.size + sum(len(name) + len(text) + 4 for name, text in passed.reply.headers.items())


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_first_visit_is_light(language: str, browser: Browser, served: Served) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.device() as device:
        person = Person(device.tab(scene.link.replace("#", f"?lang={language}#")), language)
        person.reads("form")
        weights = {one.path: weight(one) for one in scene.network.passed}
        assert len(weights) == 5
        assert sum(weights.values()) <= MOST_BYTES, weights
        for one in scene.network.passed[:3]:
            assert one.reply is not None
            assert one.reply.headers["content-encoding"] == "gzip"


def test_a_later_visit_fetches_only_what_may_have_changed(browser: Browser, served: Served) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.device() as device:
        Person(device.tab(scene.link)).reads("form")
        scene.network.forget()
        Person(device.tab(scene.link)).reads("form")
        fetched = {one.path.rpartition(scene.study.id)[2] for one in scene.network.passed}
        assert fetched == {"", "/state"}


def test_three_waits_lead_to_the_form(browser: Browser, served: Served) -> None:
    """Style and script are fetched at once, and so are the study and how it stands."""
    stage = Stage(browser, served)
    with stage.study() as scene, stage.device() as device:
        manifest = scene.network.hold(f"/v1/studies/{scene.study.id}")
        state = scene.network.hold("/state")
        style, script = scene.network.hold("/answer.css"), scene.network.hold("/answer.js")
        tab = device.tab()
        tab.begin(scene.link)
        for together in ((style, script), (manifest, state)):
            for gate in together:
                gate.wait()
            for gate in together:
                gate.open()
        Person(tab).reads("form")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_how_long_it_takes_on_a_slow_telephone_is_reported(
    browser: Browser, served: Served, record_property: Callable[[str, object], None]
) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.device() as device:
        person = Person(device.tab())
        person.tab.slow(latency=LATENCY, bits=BITS, times=TIMES)
        person.tab.goto(scene.link)
        person.reads("form")
        measured = person.tab.evaluate("seen.answerable")
    assert measured > 3 * LATENCY, "what is slowed is slow"
    record_property("milliseconds_until_answerable", round(measured + CONNECTING))
