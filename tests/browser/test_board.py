"""The live board in real browsers: to log in, watch, invite, export, close; and when the server is gone."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from browsed.browsers import Browser, Tab
from browsed.looks import SMALL, VOTE
from browsed.scene import Scene, scene
from served.people import Person, crowd, invite
from served.processes import Served, path_of
from tacit.protocol.links import parse_link
from tacit.web.languages import read_languages

# Notes what the page gives people to keep.
FILES = """
globalThis.given = [];
const made = URL.createObjectURL.bind(URL);
URL.createObjectURL = (blob) => (blob.text().then((text) => given.push(text)), made(blob));
"""
# axe cannot tell the colours that lie behind letters in a picture, and asks whether a page's only heading may
# come first: both were looked at.
SEEN_BY_EYE = {"color-contrast", "heading-order"}


@cache
def word(name: str, language: str = "en") -> str:
    """How the page says it; of a word with holes, what stands before the first."""
    found = read_languages()[language].words["board"][name]
    return (found if isinstance(found, str) else found["other"]).partition("{")[0].strip()


@dataclass(frozen=True)
class Desk:
    """A researcher at a tab, with a study of three people to a batch."""

    tab: Tab
    scene: Scene

    @property
    def board(self) -> str:
        return f"{self.scene.served.origin}/board/{self.scene.study.id}"

    def log_in(self, key: str = "") -> None:
        self.tab.goto(self.board)
        self.tab.until(word("login_do"))
        self.tab.fill(word("login_key"), key or self.scene.served.key)
        self.tab.press(word("login_do"), "button")

    def watch(self) -> None:
        """Log in, and wait until the board is there."""
        self.log_in()
        self.tab.until(word("people_title"))

    def code(self, key: str = "") -> str:
        """An address that logs in once."""
        served = self.scene.served
        drawn = served.ask("POST", "/v1/session/codes", b"{}", key=key or served.key).json()["code"]
        return f"{self.board}#k={drawn}"

    def people(self, count: int, start: int = 0) -> list[Person]:
        """So many of those who were invited answer."""
        people = crowd(self.scene.study, count, start=start)
        invite(self.scene.served, people)
        for person in people:
            person.answer(self.scene.served)
        return people

    def numbers(self) -> list[str]:
        """What the meters say."""
        said: list[str] = self.tab.evaluate(
            "[...document.querySelectorAll('.meter-value')].map((one) => one.textContent)"
        )
        return said

    def offers(self, act: str) -> bool:
        """Whether there is such a button to press."""
        hidden: bool = self.tab.evaluate(f"document.querySelector('#do-{act}').hidden")
        return not hidden

    def shows(self, count: str) -> None:
        """Wait until so many answers are shown, without a reload."""
        waiting = (
            "new Promise((resolve, reject) => { const end = Date.now() + 20000; const look = () =>"
            f" document.querySelector('.meter-value')?.textContent === '{count}' ? resolve(true)"
            " : Date.now() > end ? resolve(false) : setTimeout(look, 25); look(); })"
        )
        assert self.tab.evaluate(waiting), self.numbers()


@pytest.fixture
def desk(browser: Browser, served: Served) -> Iterator[Desk]:
    with scene(served, "blind") as made, browser.device(speed=20, early=FILES) as device:
        desk = Desk(device.tab(), made)
        yield desk
        assert desk.tab.violations == []
        assert all(url.startswith((served.origin, "data:", "blob:")) for _, url in desk.tab.requests)


def axe(tab: Tab) -> dict[str, Any]:
    found: dict[str, Any] = tab.browser.ask("axe", tab=tab.name)
    return found


def is_accessible(tab: Tab) -> None:
    found = axe(tab)
    assert found["violations"] == []
    assert {one["id"] for one in found["incomplete"]} <= SEEN_BY_EYE
    assert tab.evaluate(SMALL) == []


def sideways(tab: Tab) -> Any:  # noqa: ANN401
    return tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_on_a_projector_all_of_a_page_is_on_the_screen(browser: Browser, served: Served) -> None:
    """Few groups, very many, and options under each: rows, axis and legend; the others by a key."""
    labels = tuple(f"Region {number}" for number in range(30))
    for given in ({}, {"labels": labels, "epsilon": "8"}, {"question": VOTE, "labels": labels[:6]}):
        with scene(served, "blind", **given) as made, browser.device() as device:
            desk = Desk(device.tab(), made)
            desk.tab.browser.ask("size", tab=desk.tab.name, width=1920, height=1080)
            desk.watch()
            rows = len(served.research("GET", path_of(made.study, "/board"))["rows"])
            desk.tab.press(word("do_present"))
            drawn = "[...document.querySelectorAll('#plot svg, #legend')]"
            low = f"Math.max(...{drawn}.map((one) => one.getBoundingClientRect().bottom))"
            assert desk.tab.evaluate(f"{low} <= innerHeight"), given
            shown = desk.tab.evaluate("document.querySelectorAll('#table tbody tr').length")
            assert desk.tab.evaluate("document.querySelector('#pager').checkVisibility()") == (shown < rows)
            if shown < rows:
                desk.tab.press(word("after"))
                assert desk.tab.evaluate(f"{low} <= innerHeight"), given
                name = "document.querySelector('#table tbody th').textContent"
                assert desk.tab.evaluate(name) != labels[0]


def test_a_key_logs_in_and_is_kept_nowhere(desk: Desk) -> None:
    key = desk.scene.served.key
    desk.log_in("tacit_" + "A" * 43)
    desk.tab.until(word("login_wrong"))
    is_accessible(desk.tab)
    desk.tab.fill(word("login_key"), key)
    desk.tab.press(word("login_do"), "button")
    desk.tab.until(word("people_title"))
    assert [place for place, text in desk.tab.kept.items() if key in text] == []
    assert desk.tab.evaluate("document.cookie") == ""
    desk.tab.reload()
    desk.tab.until(word("people_title"))
    desk.tab.press(word("do_leave"))
    desk.tab.until(word("login_left"))
    desk.tab.reload()
    desk.tab.until(word("login_do"))


def test_a_link_logs_in_once_and_leaves_nothing_in_the_address(desk: Desk) -> None:
    address = desk.code()
    desk.tab.goto(address)
    desk.tab.until(word("people_title"))
    assert desk.tab.evaluate("location.href") == desk.board
    code = address.partition("#k=")[2]
    assert [place for place, text in desk.tab.kept.items() if code in text] == []
    assert not any(code in url.partition("#")[0] for _, url in desk.tab.requests)
    desk.tab.press(word("do_leave"))
    desk.tab.until(word("login_left"))
    desk.tab.goto("about:blank")
    desk.tab.goto(address)
    desk.tab.until(word("login_spent"))


def test_it_fills_without_a_reload_and_only_by_batches(desk: Desk) -> None:
    desk.watch()
    desk.shows("0")
    is_accessible(desk.tab)
    desk.tab.evaluate("globalThis.mark = 1")
    desk.people(2)
    desk.people(1, start=2)
    desk.shows("3")
    desk.people(32, start=10)
    served, study = desk.scene.served, desk.scene.study
    answers = served.research("GET", path_of(study, "/status"))["answered"]
    desk.shows(f"{answers}")
    assert desk.tab.evaluate("globalThis.mark") == 1
    is_accessible(desk.tab)
    shown = desk.tab.evaluate("document.querySelector('#plot svg').getAttribute('aria-label')")
    for row in served.research("GET", path_of(study, "/board"))["rows"]:
        assert row["group"] in shown
    for width in (320, 390, 1920):
        desk.tab.browser.ask("size", tab=desk.tab.name, width=width, height=900)
        assert sideways(desk.tab) == 0, width


def test_links_that_are_made_here_let_people_answer(desk: Desk) -> None:
    desk.watch()
    desk.tab.press(word("do_invite"))
    is_accessible(desk.tab)
    desk.tab.fill(word("invite_people"), "0")
    desk.tab.press(word("invite_do"))
    desk.tab.until(word("invite_count"))
    desk.tab.fill(word("invite_people"), "3")
    desk.tab.press(word("invite_do"))
    desk.tab.until("3 people are invited")
    (given,) = desk.tab.evaluate("given")
    rows = list(csv.DictReader(io.StringIO(given)))
    assert [row["person"] for row in rows] == ["1", "2", "3"]
    for row in rows:
        link = parse_link(row["link"])
        assert (link.server, link.study) == (desk.scene.served.origin, desk.scene.study.id)
        assert link.invitation is not None
        Person(f"guest {row['person']}", desk.scene.study, link.invitation).answer(desk.scene.served)
    desk.tab.press(word("back"))
    desk.shows("3")


def test_what_is_released_is_exported_and_the_picture_is_by_itself(desk: Desk) -> None:
    desk.people(6)
    desk.watch()
    desk.tab.press(word("do_take"))
    is_accessible(desk.tab)
    for name in ("take_svg", "take_png"):
        desk.tab.press(word(name))
    ready = (
        "new Promise((done) => { const look = () => given.length > 1 ? done(given) : setTimeout(look, 25);"
        " look(); })"
    )
    svg, png = sorted(desk.tab.evaluate(ready), key=lambda text: not text.startswith("<svg"))
    assert desk.scene.study.title in svg
    assert "var(" not in svg
    assert png[1:4] == "PNG"
    csv_of = "fetch(document.querySelector('.files a').href).then((reply) => reply.text())"
    lines = desk.tab.evaluate(csv_of).splitlines()
    assert (lines[0], len(lines)) == ("query,column,via", 1 + 6)


def test_it_closes_when_the_word_is_typed_and_not_before(desk: Desk) -> None:
    desk.people(4)
    desk.watch()
    state = path_of(desk.scene.study, "/state")
    desk.tab.press(word("do_close"))
    is_accessible(desk.tab)
    desk.tab.press(word("close_do"))
    desk.tab.until(word("close_typed"))
    assert desk.scene.served.ask("GET", state).json()["state"] == "open"
    desk.tab.fill(word("close_type"), f"{word('close_word').title()} ")
    desk.tab.press(word("close_do"))
    desk.tab.until(word("closed_note"))
    desk.shows("4")
    assert desk.scene.served.ask("GET", state).json()["state"] == "closed"
    assert [act for act in ("invite", "close") if desk.offers(act)] == []


def test_a_reader_sees_and_cannot_change(desk: Desk) -> None:
    made = desk.scene.served.research(
        "POST", path_of(desk.scene.study, "/access"), {"role": "reader"}, status=201
    )
    desk.log_in(made["key"])
    desk.tab.until(word("role_reader"))
    assert desk.offers("take")
    assert [act for act in ("invite", "close") if desk.offers(act)] == []


def test_a_collector_is_told_that_this_is_not_theirs(desk: Desk) -> None:
    made = desk.scene.served.research(
        "POST", path_of(desk.scene.study, "/access"), {"role": "collector"}, status=201
    )
    desk.log_in(made["key"])
    desk.tab.until(word("no_right_title"))
    is_accessible(desk.tab)


def test_no_reply_is_told_and_what_was_shown_stays(desk: Desk) -> None:
    desk.people(3)
    desk.watch()
    desk.shows("3")
    desk.tab.offline(is_offline=True)
    desk.tab.until(word("unheard"))
    assert desk.numbers()[0] == "3"
    is_accessible(desk.tab)
    desk.tab.offline(is_offline=False)
    gone = (
        "new Promise((done) => { const look = () => document.querySelector('#banner').textContent"
        " ? setTimeout(look, 25) : done(true); look(); })"
    )
    assert desk.tab.evaluate(gone)


def test_a_study_that_is_not_there_is_told_kindly(desk: Desk) -> None:
    desk.watch()
    desk.tab.goto(f"{desk.scene.served.origin}/board/{'A' * 43}")
    desk.tab.until(word("no_study_title"))


def test_it_is_read_from_right_to_left(desk: Desk) -> None:
    desk.people(30)
    desk.watch()
    desk.tab.goto(f"{desk.board}?lang=ar")
    desk.tab.until(word("people_title", "ar"))
    assert desk.tab.evaluate("getComputedStyle(document.body).direction") == "rtl"
    is_accessible(desk.tab)
    desk.tab.browser.ask("size", tab=desk.tab.name, width=320, height=900)
    assert sideways(desk.tab) == 0


def test_it_is_used_by_keyboard_alone(desk: Desk) -> None:
    """From the first button on: present, leave, export, back; the focus is where it was."""
    desk.people(30)
    desk.watch()
    focused = "document.activeElement.textContent"
    desk.tab.evaluate("document.querySelector('#main').focus()")
    desk.tab.key("Tab")
    assert desk.tab.evaluate(focused) == word("do_present")
    desk.tab.key("Enter")
    desk.tab.until(word("do_return"))
    desk.tab.key("Enter")
    desk.tab.until(word("do_present"))
    desk.tab.key("Tab")
    desk.tab.key("Enter")
    desk.tab.until(word("take_picture"))
    desk.tab.key("Escape")
    gone = (
        "const look = () => document.querySelector('dialog') ? requestAnimationFrame(look) : resolve(true);"
    )
    assert desk.tab.evaluate(f"new Promise((resolve) => {{ {gone} look(); }})")
    assert desk.tab.evaluate(focused) == word("do_take")
