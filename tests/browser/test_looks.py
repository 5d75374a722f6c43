"""The page can be read, heard and used by keyboard in every state: axe-core, 320 px, colours, Arabic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from browsed.browsers import Browser
from browsed.files import serving_files
from browsed.looks import FORMS, Looks, walk, walk_forms
from browsed.person import Person
from browsed.stage import Stage, check_one_answer
from collected.studies import RANGE
from served.processes import Served

# Controls without an edge, and parts of pictures that are as their ground, once all colours are the system's.
UNSEEN = """
(() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const edgeless = ({ borderTopStyle, appearance }) => borderTopStyle === "none" && appearance === "none";
  const ground = getComputedStyle(document.body).backgroundColor;
  const isUnseen = ({ fill, stroke }) => [fill, stroke].every((one) => one === "none" || one === ground);
  const filled = seen("svg rect, svg path").map((one) => [one, getComputedStyle(one)]);
  return [
    ...seen("button, input, a.first").filter((one) => edgeless(getComputedStyle(one))),
    ...filled.filter(([, style]) => isUnseen(style)).map(([one]) => one),
  ].map((one) => one.outerHTML);
})()
"""
FOCUS = """
(() => {
  const at = document.activeElement;
  const hasOutline = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px";
  const isMarked = [at, at.closest("label")].some((one) => one && hasOutline(getComputedStyle(one)));
  const label = at.labels?.[0]?.innerText ?? at.innerText ?? "";
  return { kind: at.localName, name: label.trim().split("\\n")[0], isMarked, isShown: at.checkVisibility() };
})()
"""
# Of rows that a table's own window cuts off axe cannot tell the ground; they look like the rows above them.
CUT_OFF = {"color-contrast"}
LONG = "a very long text, " * 12
LABELS = (
    "<img src=x onerror=document.title='harmed'>",
    "\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-5} & </script><b>bold</b>",
    LONG[:199] + "!",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645 (1)",
    "W" * 200,
)
FAULTY = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Faults</title>
<link rel="icon" href="data:,"><style>p { background: linear-gradient(red, blue) }
div { width: 400px }</style>
<main><h1>Faults</h1><img src="data:,"><p>On a gradient</p><div>Wide</div><button>x</button></main>"""


def as_it_is(person: Person) -> None:
    """As browsers are when they are new."""


def dark(person: Person) -> None:
    """As many telephones are set."""
    person.tab.media(prefers_color_scheme="dark")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_state_breaks_a_rule(language: str, browser: Browser, served: Served) -> None:
    check_walk(Looks(f"{browser.engine} {language}"), browser, served, as_it_is)


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_no_state_breaks_a_rule_in_the_dark(browser: Browser, served: Served) -> None:
    check_walk(Looks("dark"), browser, served, dark)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_form_breaks_a_rule(language: str, browser: Browser, served: Served) -> None:
    looks = Looks(f"{browser.engine} forms {language}")
    walk_forms(Stage(browser, served), language, looks)
    assert looks.broken == []
    assert set(looks.undecided) <= CUT_OFF
    assert len(looks.states) == 2 * len(FORMS)


def check_walk(looks: Looks, browser: Browser, served: Served, prepare: Callable[[Person], None]) -> None:
    walk(Stage(browser, served), looks.name.split()[-1] if looks.name != "dark" else "en", looks, prepare)
    assert looks.broken == []
    assert looks.undecided == {}, "what axe-core leaves to a human must be looked at, and listed here"
    assert len(looks.states) >= 14


def test_whoever_looks_finds_faults(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "faults.html").write_text(FAULTY, encoding="utf-8")
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    with serving_files(tmp_path, policy=policy) as origin, browser.device() as device:
        person = Person(device.tab())
        person.tab.size(320, 640)
        person.tab.goto(f"{origin}/faults.html")
        person.tab.evaluate("void fetch('/').catch(() => null)")
        looks = Looks("faults")
        looks.at(person, "faults")
    found = " ".join(looks.broken)
    assert "wider than the window" in found
    assert "image-alt" in found
    assert "too small to press: <button>x" in found
    assert "connect-src" in found
    assert "color-contrast" in looks.undecided


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_nothing_is_lost_in_forced_colours(browser: Browser, served: Served) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.device() as device:
        person = Person(device.tab())
        person.tab.media(forced_colors="active")
        person.tab.goto(scene.link)
        person.reads("form")
        person.press("practice")
        person.press("practice_draw")
        person.reads("practice_legend")
        assert person.tab.evaluate("matchMedia('(forced-colors: active)').matches")
        assert person.tab.evaluate(UNSEEN) == []
        person.prepare()
        assert person.tab.evaluate(UNSEEN) == []


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_what_would_betray_is_not_printed(browser: Browser, served: Served) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        for name in ("bytes", "table"):
            person.press(name)
        assert person.does_read("hold")
        person.tab.print()
        ticket = person.bytes_shown[30:60]
        assert ticket not in person.tab.text
        assert not person.does_read("hold")


def test_a_keyboard_is_enough_and_focus_is_always_to_be_seen(browser: Browser, served: Served) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.person(scene) as person:
        person.reads("form")
        go_to(person, "not diabetic", "diabetic")
        person.tab.key(" ")
        if focus(person)["name"] == "diabetic":
            person.tab.key("ArrowDown")
        go_to(person, "How strong was your reaction?")
        person.tab.key("7")
        person.tab.key("Enter")
        person.reads("prepared")
        assert focus(person) == {
            "kind": "h1",
            "name": person.word("prepared"),
            "isMarked": False,
            "isShown": True,
        }
        go_to(person, person.word("send"))
        person.tab.key("Enter")
        person.reads("received")
        assert focus(person)["kind"] == "h1"
        go_to(person, person.word("forget"))
        person.tab.key("Enter")
        go_to(person, person.word("forget_do"))
        check_one_answer(scene)


def focus(person: Person) -> dict[str, object]:
    found: dict[str, object] = person.tab.evaluate(FOCUS)
    return found


def go_to(person: Person, *names: str) -> None:
    """Press Tab until one of these has the focus; wherever it comes by, it must be seen."""
    for _ in range(40):
        person.tab.key("Tab")
        now = focus(person)
        assert now["isMarked"], now
        assert now["isShown"], now
        if now["name"] in names:
            return
    raise AssertionError(f"{names} cannot be reached by Tab")


def test_what_researchers_write_is_shown_whole_and_harms_nobody(browser: Browser, served: Served) -> None:
    stage = Stage(browser, served)
    title = f"<script>document.title='harmed'</script> & {browser.engine}"
    question = replace(RANGE, text=LONG)
    with (
        stage.study("open", labels=LABELS, title=title, question=question) as scene,
        stage.device() as device,
    ):
        person = Person(device.tab())
        person.tab.size(320, 640)
        person.tab.goto(scene.link)
        person.reads("form")
        shown = "[...document.querySelectorAll('fieldset label, h1')].map((one) => one.textContent)"
        assert set(person.tab.evaluate(shown)) == {title, *LABELS}
        person.choose(LABELS[0], "7", LONG.strip())
        person.press("go_on")
        person.reads("prepared")
        looks = Looks("labels")
        looks.at(person, "prepared")
        assert looks.broken == []
        assert set(looks.undecided) <= CUT_OFF
        assert person.tab.evaluate("[document.title, document.images.length]") == [
            person.word("title_answer"),
            0,
        ]
        person.press("send")
        person.reads("received")
        check_one_answer(scene)


def test_a_language_says_what_it_is_and_whether_somebody_has_reviewed_it(
    browser: Browser, served: Served
) -> None:
    stage = Stage(browser, served)
    with stage.study() as scene, stage.device() as device:
        for language, direction in (("en", "ltr"), ("ar", "rtl")):
            person = Person(device.tab(scene.link.replace("#", f"?lang={language}#")), language)
            person.reads("form")
            assert person.tab.evaluate("[document.documentElement.lang, document.dir]") == [
                language,
                direction,
            ]
            assert person.does_read("unreviewed") == (language == "ar")
            assert (
                person.tab.evaluate("getComputedStyle(document.querySelector('h1')).direction") == direction
            )
