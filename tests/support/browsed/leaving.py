"""What leaves the page and what it keeps: journeys that look at every byte."""

from __future__ import annotations

import json
import re

from browsed.journeys import Journey
from browsed.network import Passed
from browsed.person import Person
from browsed.scene import Scene
from browsed.stage import Stage
from collected.studies import Tickets

# Nobody types this by chance, and no part of a page is called so.
VALUE = "7.31640625"
LABELS = ("diabetic", "not diabetic")
INVITATION = '"invitation":"[A-Za-z0-9_-]{22}"'
TICKET_REQUESTS: dict[Tickets, str] = {
    "blind": r'\{"blinded":"[A-Za-z0-9_-]{342}",' + INVITATION + r',"key":0\}',
    "open": r"\{\}",
    "named": r"\{" + INVITATION + r"\}",
}
TICKET_SIGNS: dict[Tickets, int] = {"blind": 386, "open": 64, "named": 43}
# What any page makes a browser send, and nothing that tells two people apart beyond their browsers.
HEADERS = re.compile(
    "host|connection|user-agent|accept(-encoding|-language)?|cache-control|pragma|content-(type|length)|origin"
    "|priority|upgrade-insecure-requests|te|sec-(fetch|ch-ua)[a-z-]*"
)


def allowed(scene: Scene, tickets: Tickets) -> list[tuple[str, str, str]]:
    """Method, path and body of everything that a whole visit sends, as regular expressions."""
    study = f"/v1/studies/{scene.study.id}"
    asset = "/assets/[0-9a-f]{16}/answer"
    answer = rf'\{{"column":"[0-9]{{6}}","ticket":"[A-Za-z0-9_-]{{{TICKET_SIGNS[tickets]}}}"\}}'
    return [
        ("GET", f"/s/{scene.study.id}", ""),
        ("GET", rf"{asset}\.css", ""),
        ("GET", rf"{asset}\.js", ""),
        ("GET", study, ""),
        ("GET", f"{study}/state", ""),
        ("POST", f"{study}/tickets", TICKET_REQUESTS[tickets]),
        ("POST", f"{study}/answers", answer),
    ]


def kind_of(passed: Passed, rules: list[tuple[str, str, str]]) -> int:
    """Which of the rules allows it; -1 for none."""
    for at, (method, path, body) in enumerate(rules):
        is_same = passed.method == method and re.fullmatch(path, passed.path)
        if is_same and re.fullmatch(body, passed.body.decode()):
            return at
    return -1


def every_request_is_one_that_the_protocol_allows(stage: Stage) -> None:
    check_requests(stage, "blind")


def an_open_study_is_sent_no_more_than_that(stage: Stage) -> None:
    check_requests(stage, "open")


def a_named_study_is_sent_no_more_than_that(stage: Stage) -> None:
    check_requests(stage, "named")


def check_requests(stage: Stage, tickets: Tickets) -> None:
    """A whole visit: each request is allowed, and none comes twice."""
    with stage.study(tickets) as scene, stage.person(scene) as person:
        person.answer("diabetic", VALUE)
        passed = scene.network.passed
        rules = allowed(scene, tickets)
        assert sorted(kind_of(one, rules) for one in passed) == list(range(len(rules)))
        assert [kind_of(one, rules) for one in passed[-2:]] == [5, 6]
        assert seen_by(person, scene) == {(one.method, one.path) for one in passed}
        for one in passed:
            assert [name for name in one.headers if not HEADERS.fullmatch(name)] == []
            told = " ".join([one.path, *one.headers.values()])
            for secret in (scene.link.partition("#i=")[2] or "#", VALUE, *LABELS):
                assert secret not in told
            assert VALUE not in one.body.decode()
            assert not any(label in one.body.decode() for label in LABELS)
        assert person.tab.violations == []
        assert person.tab.errors == []


def seen_by(person: Person, scene: Scene) -> set[tuple[str, str]]:
    """What the browser says that the page asked for, wherever."""
    seen = [(method, url.partition("#")[0]) for method, url in person.tab.requests]
    return {(method, url.removeprefix(scene.network.origin)) for method, url in seen}


SAID = [
    ("diabetic", "0"),
    ("diabetic", "10"),
    ("not diabetic", "3.141592653589793"),
    ("not diabetic", "10"),
    ("I would rather not say", ""),
]


def the_bytes_have_one_length_whatever_is_said(stage: Stage) -> None:
    invitations = [bytes([number]) * 16 for number in range(len(SAID))]
    shapes = set()
    with stage.study(invitations=invitations, decline=True) as scene:
        for link, (group, value) in zip(scene.links, SAID, strict=True):
            scene.network.forget()
            with stage.person(scene, link) as person:
                person.answer(group, value)
            shapes.add(tuple(sorted(shape_of(one) for one in scene.network.passed)))
        assert len(scene.stored) == len(SAID)
    assert len(shapes) == 1
    assert max(len(body) for _, body, _ in next(iter(shapes))) > 300, "the requests are there"


def shape_of(passed: Passed) -> tuple[str, str, int]:
    """What somebody sees who cannot read: where it goes, and how long it is."""
    return (
        passed.path,
        "." * len(passed.body),
        sum(len(name) + len(text) for name, text in passed.headers.items()),
    )


def nothing_of_the_truth_is_kept_from_the_choice_on(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.choose("not diabetic", VALUE)
        assert VALUE in person.tab.kept["forms"], "the search finds what is there"
        person.press("go_on")
        person.reads("prepared")
        check_kept(person)
        scene.network.lose("/answers", 1000)
        person.press("send")
        person.reads("saved")
        check_kept(person)
        scene.network.lose("/answers", 0)
        person.try_now()
        person.reads("received")
        check_kept(person)
        kept = person.tab.kept
        notes = [json.loads(one) for one in re.findall(r'\{"state".*?\}', kept["databases"])]
        assert [set(note) for note in notes] == [{"state", "server", "study", "topic", "epsilon", "day"}]
        assert scene.network.to("/answers")[0].json()["ticket"] not in "".join(kept.values())


def check_kept(person: Person) -> None:
    """The value nowhere at all; the group nowhere but on the page, where every group stands."""
    kept = person.tab.kept
    assert [place for place, text in kept.items() if VALUE in text] == []
    assert [place for place, text in kept.items() if place != "page" and "diabetic" in text] == []
    assert (kept["workers"], kept["caches"], kept["cookies"], kept["local"], kept["session"]) == (
        "[]",
        "",
        "",
        "{}",
        "{}",
    )
    assert kept["title"] == person.word("title_answer")
    assert "#" not in kept["address"]


def the_page_is_the_same_whatever_was_chosen(stage: Stage) -> None:
    pages = set()
    with stage.study("open") as scene:
        for group, value in (("diabetic", "10"), ("not diabetic", "0")):
            with stage.person(scene) as person:
                person.prepare(group, value)
                person.tab.evaluate("document.querySelector('pre').remove()")
                # The digits left are the column, and the chances of sending it: one, or from one to another.
                page = re.sub(r"[0-9.]+%?", "N", person.tab.evaluate("document.body.outerHTML"))
                pages.add(page.replace("N to N", "N"))
    assert len(pages) == 1


def the_own_row_is_lit_only_while_it_is_held(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare("diabetic", "10")
        person.press("table")
        lit = "document.querySelectorAll('tr.own').length"
        assert person.tab.evaluate(lit) == 0
        person.tab.evaluate("document.querySelector('button.hold').focus()")
        person.tab.key(" ", "down")
        assert person.tab.evaluate(lit) == 1
        assert person.does_read("hold_said")
        person.tab.key(" ", "up")
        assert person.tab.evaluate(lit) == 0
        assert not person.does_read("hold_said")
        person.tab.key(" ", "down")
        person.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert person.tab.evaluate(lit) == 0
        person.tab.key(" ", "up")


def practice_is_never_sent(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.reads("form")
        passed = len(scene.network.passed)
        person.press("practice")
        person.press("practice_draw")
        person.reads("practice_legend")
        person.press("practice_again")
        person.answer()
        assert [one.path.rpartition("/")[2] for one in scene.network.passed[passed:]] == [
            "tickets",
            "answers",
        ]


LEAVING: list[Journey] = [
    every_request_is_one_that_the_protocol_allows,
    an_open_study_is_sent_no_more_than_that,
    a_named_study_is_sent_no_more_than_that,
    the_bytes_have_one_length_whatever_is_said,
    nothing_of_the_truth_is_kept_from_the_choice_on,
    the_page_is_the_same_whatever_was_chosen,
    the_own_row_is_lit_only_while_it_is_held,
    practice_is_never_sent,
]
