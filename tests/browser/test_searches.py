"""Whoever looks for what a page kept finds it: in each place of the page, and in the files of the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from browsed.browsers import ENGINES, Browser, Engine, Tab, browsing
from browsed.disk import find, wait_for
from browsed.files import serving_files

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Searches</title>
<link rel="icon" href="data:,">
<label>Remembered <input></label> <label>Not remembered <input autocomplete="off"></label>
<label><input type="radio" value="{ticked}">Ticked</label>"""

# Where a page can keep something, and the JavaScript that does; DATABASE must be waited for.
PLACES = {
    "local": "localStorage.setItem('kept', SECRET)",
    "session": "sessionStorage.setItem('kept', SECRET)",
    "history": "history.replaceState({ kept: SECRET }, '')",
    "address": "history.replaceState(history.state, '', '#' + SECRET)",
    "cookies": "document.cookie = 'kept=' + SECRET + '; max-age=1000'",
    "name": "globalThis.name = SECRET",
    "title": "document.title = SECRET",
    "page": "document.body.append(SECRET)",
    "caches": "await (await caches.open('kept')).put('/kept', new Response(SECRET))",
    "databases": """
        const opening = indexedDB.open('kept');
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
        await new Promise((resolve) => { opening.onsuccess = resolve; });
        const writing = opening.result.transaction('kept', 'readwrite', { durability: 'strict' });
        writing.objectStore('kept').put({ kept: SECRET }, 'kept');
        await new Promise((resolve) => { writing.oncomplete = resolve; });
        opening.result.close()""",
}
TYPED = ("Remembered", "Not remembered")

# What stands in the files of the browser when it has ended. Chromium encrypts cookies.
EVERYWHERE = {"local", "session", "history", "address", "title", "caches", "databases"}
ON_DISK: dict[Engine, set[str]] = {
    "chromium": EVERYWHERE,
    "firefox": {
        "local",
        "session",
        "history",
        "address",
        "cookies",
        "title",
        "caches",
        "databases",
        "Remembered",
    },
}
# Firefox writes down the session, as people's does, and often.
REMEMBERING = {"browser.sessionstore.interval": 100, "browser.sessionstore.resume_from_crash": True}


def secret_of(place: str) -> str:
    return f"7.31640625-{place.replace(' ', '-')}"


def plant(tab: Tab) -> None:
    for place, how in PLACES.items():
        tab.evaluate(f"(async (SECRET) => {{ {how}; }})('{secret_of(place)}')")
    for name in TYPED:
        tab.fill(name, secret_of(name))
    tab.press("Ticked")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "kept.html").write_text(PAGE.format(ticked=secret_of("ticked")), encoding="utf-8")
    return tmp_path / "page"


def test_the_dump_of_a_page_finds_what_was_planted_in_each_place(browser: Browser, page: Path) -> None:
    with serving_files(page) as origin, browser.device() as device:
        tab = device.tab(f"{origin}/kept.html")
        assert [text for text in tab.kept.values() if "7.3164" in text] == [tab.kept["page"]]
        plant(tab)
        kept = tab.kept
        for place in PLACES:
            assert secret_of(place) in kept[place]
        for name in (*TYPED, "ticked"):
            assert secret_of(name) in kept["forms"]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_search_of_the_disk_finds_what_a_browser_wrote(
    engine: Engine, page: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    with (
        serving_files(page) as origin,
        browsing(engine, profile=profile, preferences=REMEMBERING) as browser,
    ):
        tab = browser.own_device.tab(f"{origin}/kept.html")
        plant(tab)
        if engine == "firefox":
            wait_for(profile, secret_of("session"))
    found = {place for place in (*PLACES, *TYPED) if find(profile, secret_of(place))}
    assert found == ON_DISK[engine]
