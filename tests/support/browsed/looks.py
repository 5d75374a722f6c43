"""Looking at every state of a page: rules of accessibility, its width, what its policy and scripts say."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from browsed.person import Person
from browsed.scene import Scene
from browsed.stage import Stage
from tacit.study.study import Question

NARROW = (320, 640)
VOTE = Question("Whom would you vote for?", "choice", options=("One", "Another", "Nobody"))
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
TOO_WIDE = "document.scrollingElement.scrollWidth - innerWidth"
# What fingers press, and is smaller than 44 px either way; a choice's label is pressed with it.
SMALL = """
[...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((one) => one.checkVisibility())
  .map((one) => (["radio", "checkbox"].includes(one.type) ? (one.closest("label") ?? one) : one))
  .filter((one) => ["width", "height"].some((side) => one.getBoundingClientRect()[side] < 43.99))
  .map((one) => one.outerHTML.slice(0, 120))
"""
# Where to put a picture of each state, for whoever wants to look, too.
PICTURES = os.environ.get("TACIT_PICTURES", "")


@dataclass
class Looks:
    """What was seen in each state: rules that are broken, and rules that are left to a human."""

    name: str
    broken: list[str] = field(default_factory=list)
    undecided: dict[str, set[str]] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)

    def at(self, person: Person, state: str) -> None:
        """Look at the state in which the page is, with everything opened that can be."""
        tab = person.tab
        self.states.append(state)
        self.broken += [f"{state}: {one}" for one in tab.violations + tab.errors]
        tab.evaluate(OPENED)
        if tab.evaluate(TOO_WIDE) > 0:
            self.broken.append(f"{state}: wider than the window, by {tab.evaluate(TOO_WIDE)}")
        self.broken += [f"{state}: too small to press: {one}" for one in tab.evaluate(SMALL)]
        if PICTURES:
            tab.picture(Path(PICTURES) / f"{self.name} {len(self.states):02} {state}.png")
        found = tab.axe()
        for rule in found["violations"]:
            self.broken.append(f"{state}: {rule['id']}: {rule['help']}: {rule['nodes'][:3]}")
        for rule in found["incomplete"]:
            self.undecided.setdefault(rule["id"], set()).update(node["html"][:120] for node in rule["nodes"])
        tab.evaluate("seen.violations.length = 0")  # those of axe-core itself


def walk(stage: Stage, language: str, looks: Looks, prepare: Callable[[Person], None]) -> None:
    """Every state of the answer page, in a narrow window; `prepare` is what a person has set."""

    def opened(link: str) -> Person:
        person = Person(device.tab(), language)
        person.tab.size(*NARROW)
        prepare(person)
        person.tab.goto(link)
        return person

    invitations = [bytes([number]) * 16 for number in range(3)]
    onward = "https://plain.example/thanks"
    with (
        stage.study(invitations=invitations, redirect=onward, decline=True, promise="group") as scene,
        stage.device() as device,
    ):
        links = [in_language(link, language) for link in scene.links]
        before_sending(looks, opened(links[0]), scene)
        second = opened(links[1])
        second.reads("person")
        looks.at(second, "person")
        second.press("person_no")
        second.reads("withdrawn")
        second = opened(links[1])
        second.reads("person")
        second.press("person_yes")
        second.answer()
        third = opened(links[2])
        third.reads("person")
        third.press("person_no")
        third.reads("person_done")
        looks.at(third, "person done")
        third = opened(links[2].replace("#", "&kiosk#"))
        third.answer()
        looks.at(third, "received on a shared device")
        coded = opened(links[0].partition("#")[0])
        coded.reads("code_text")
        looks.at(coded, "code")
        coded.press("code_enter")
        coded.reads("code_wrong")
        looks.at(coded, "code wrong")
        again = opened(links[0])
        again.reads("withdrawn")
        again.press("forget", "summary")
        again.press("forget_do")
        again.reads("forgotten")
        looks.at(again, "forgotten")
        lost = opened(links[0][:-1])
        lost.reads("trouble_link")
        looks.at(lost, "trouble")


FORMS: dict[str, dict[str, Any]] = {
    "options": {"question": VOTE, "decline": True, "press": ("diabetic", "Another")},
    "a scale": {
        "question": Question("How content?", "scale", Decimal(0), Decimal(10)),
        "press": ("diabetic", "7"),
    },
    "only the group": {"question": Question("", "none"), "press": ("diabetic",)},
    "crossed groups": {
        "question": VOTE,
        "cross": (("age", ("<40", "40+")), ("region", ("north", "south"))),
        "decline": True,
        "press": ("<40", "south", "Nobody"),
    },
    "very many groups, and a reason": {
        "labels": tuple(f"Region {number}" for number in range(60)),
        "override": "To learn.",
    },
}


def walk_forms(stage: Stage, language: str, looks: Looks) -> None:
    """The form of every kind of study, what is shown before it is sent, and what cannot be answered."""
    with ExitStack() as all_open:
        for name, given in FORMS.items():
            plain = {key: value for key, value in given.items() if key != "press"}
            scene = all_open.enter_context(stage.study("open", **plain))
            person = Person(all_open.enter_context(stage.device()).tab(), language)
            person.tab.size(*NARROW)
            person.tab.goto(f"{scene.link}?lang={language}")
            person.reads("form")
            looks.at(person, name)
            for choice in given.get("press", ()):
                person.tab.press(choice)
            if "press" in given:
                person.press("go_on")
                person.reads("prepared")
                looks.at(person, f"{name}, prepared")
        far = all_open.enter_context(stage.study("open", epsilon="3.5"))
        person.tab.goto(f"{far.link}?lang={language}")
        person.reads("trouble_epsilon")
        looks.at(person, "too much epsilon")


def in_language(link: str, language: str) -> str:
    """The link of the page in a language."""
    return link.replace("#", f"?lang={language}#")


def before_sending(looks: Looks, person: Person, scene: Scene) -> None:
    """One person's whole way, with a receipt, which is then used."""
    person.reads("form")
    looks.at(person, "question")
    person.press("practice_draw")
    person.reads("practice_legend")
    person.press("go_on")
    person.reads("wrong_title")
    looks.at(person, "question with mistakes, after practice")
    scene.network.lose("/tickets", 1000)
    person.choose("diabetic", "7")
    person.press("go_on")
    person.reads("waiting_offline")
    looks.at(person, "waiting for a ticket")
    scene.network.lose("/tickets", 0)
    person.try_now()
    person.reads("prepared")
    looks.at(person, "prepared")
    person.press("keep")
    scene.network.lose("/answers", 1000)
    person.press("send")
    person.reads("saved")
    looks.at(person, "saved")
    scene.network.lose("/answers", 0)
    person.try_now()
    person.reads("received")
    looks.at(person, "received")
    person.tab.reload()
    person.reads("answered")
    looks.at(person, "answered")
    person.press("withdraw", "button")
    person.reads("withdrawn")
    looks.at(person, "withdrawn")
