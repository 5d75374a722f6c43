"""The document for a board: the promise and its limits before any number, what cannot be done before all."""

from __future__ import annotations

import re
import shlex

import pytest

from asking import asked
from parsed import Node, html_of
from plotted import STUDIES
from tacit.planning.board import ABOVE, CANNOT, MOST_ROWS, command_of
from tacit.planning.plan import Plan, plan
from tacit.study.protection import beliefs_of, guess_in_words, promise_of, unprotected
from tacit.study.study import Study
from tacit.version import __version__

PEOPLE = 4000
MOST_WORDS = 850  # so many and the picture were seen to fit on two sheets of paper
AXES = {"age": ["under 40", "40 and more"], "region": ["north", "south", "west", "east"]}
HOSTILE = '<script>"&amp;'
each_study = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.title)


def page(found: Plan) -> Node:
    return html_of(found.to_html())


def headings(found: Plan) -> list[str]:
    return [each.text for each in page(found).every("h2")]


def rows_below(found: Plan, caption: str) -> list[list[str]]:
    """Of the table whose caption begins like this, its head left out."""
    table = next(
        each for each in page(found).every("table") if each.first("caption").text.startswith(caption)
    )
    rows = [[cell.text for cell in row.every() if cell.tag in ("th", "td")] for row in table.every("tr")]
    return rows[1:]


@each_study
def test_the_promise_and_its_limits_stand_before_any_number(study: Study) -> None:
    told = headings(plan(study, 60_000))
    assert told[-5:] == [
        "What each person is promised",
        "What is not protected",
        "What the study will tell",
        "What the forecast takes for granted",
        "How to check this document",
    ]


@each_study
def test_it_says_what_the_real_odds_promise_and_what_they_do_not(study: Study) -> None:
    found = plan(study, PEOPLE)
    text = page(found).text
    assert promise_of(study) in text
    assert guess_in_words(study) in text
    assert len(rows_below(found, "How far one answer")) == len(list(beliefs_of(study)))
    for sentence in unprotected(study):
        assert sentence in text


def test_both_promises_in_numbers() -> None:
    pairs = rows_below(plan(asked(epsilon="1"), PEOPLE), "How far one answer")
    about = "a person is in a certain group or holds a certain value"
    assert pairs[1] == [about, "1 in 10", "1 in 4 (23.2%)", "1 in 26 (3.9%)"]
    group = rows_below(plan(asked(groups="ab", promise="group", ask="sum"), PEOPLE), "How far one answer")
    assert group[1] == ["a person is in a certain group", "1 in 10", "1 in 4 (23.2%)", "1 in 26 (3.9%)"]
    assert group[-1] == [
        "a person holds a certain value, when the group is known",
        "1 in 10",
        "1 in 2 (45.1%)",
        "1 in 68 (1.4%)",
    ]


def test_what_cannot_be_done_stands_above_all_else() -> None:
    found = plan(asked(groups="ab"), 2400, detect=1)
    first = next(page(found).every("section"))
    assert first.first("h2").text == CANNOT
    assert first.first("li").text.startswith(
        "With 2,400 people a difference of 1 between a and b is told with 23.7% power, not 80%. It takes 12"
    )
    assert CANNOT not in headings(plan(asked(groups="ab"), 20_000, detect=1))
    assert "Hopeless: " in next(page(plan(asked(groups="ab"), 100)).every("section")).text


def test_groups_that_say_nothing_are_named_there() -> None:
    study = asked(groups="abc", shares=("0.01", "0.49", "0.5"), epsilon="2")
    first = next(page(plan(study, 6000)).every("section"))
    assert "Nothing can be said of the values of a: too few among so many." in first.text


def test_rare_groups_come_first_and_few_are_shown() -> None:
    shares = ("0.25", "0.02", "0.03", "0.1", "0.05", "0.15", "0.2", "0.2")
    found = plan(asked(groups="abcdefgh", shares=shares, epsilon="2"), 50_000)
    rows = rows_below(found, "±, half of a 95% interval, and 2 more")
    assert [row[0] for row in rows] == list("bcedfg")
    assert len(rows) == MOST_ROWS


@each_study
def test_its_figures_are_those_of_the_plan(study: Study) -> None:
    found = plan(study, PEOPLE, within=found_within(study), detect=found_within(study))
    text = " ".join(page(found).text.split())
    assert f"{found.useful.people:,}" in text
    assert f"{found.wanted['every_group'].people:,}" in text
    for each in found.detections:
        assert each.people is not None
        assert f"{each.people:,}" in text


def found_within(study: Study) -> float:
    return plan(study).width / 20


def test_without_people_it_is_written_too() -> None:
    found = plan(asked(groups="ab"))
    assert "How many people will answer?" in page(found).text
    assert not [each for each in page(found).every("caption") if each.text.startswith("±")]


def test_the_command_names_all_that_was_asked() -> None:
    study = asked(groups=("a", "the others"))
    found = plan(
        study, 4000, within=0.5, detect=1.25, power=0.9, design_effect=1.5, compare=[("a", "the others")]
    )
    assert shlex.split(command_of(found, ".html")) == [
        *(
            "tacit",
            "plan",
            "STUDY",
            "--people",
            "4000",
            "--epsilon",
            "1",
            "--within",
            "0.5",
            "--detect",
            "1.25",
        ),
        *("--power", "0.9", "--compare", "a", "the others", "--design-effect", "1.5", "--out", "plan.html"),
    ]
    assert command_of(plan(study), ".md") == "tacit plan STUDY --epsilon 1 --out plan.md"
    assert page(found).first("code").text == command_of(found, ".html")
    assert study.id in page(found).text
    assert __version__ in page(found).text


@each_study
def test_it_is_the_same_every_time_and_needs_nothing_else(study: Study) -> None:
    text = plan(study, PEOPLE).to_html()
    assert text == plan(study, PEOPLE).to_html()
    assert "://" not in text
    assert "<script" not in text
    assert "url(" not in text
    for picture in html_of(text).every("svg"):
        if picture.attributes.get("role") == "img":
            assert picture.first("title").text


@each_study
def test_markdown_says_the_same(study: Study) -> None:
    found = plan(study, PEOPLE, detect=found_within(study))
    text = re.sub(r"\\(.)", r"\1", found.to_markdown())
    assert text.startswith(ABOVE)
    for each in page(found).every():
        if each.tag in ("h2", "li", "td", "caption") and not list(each.every("a")):
            assert each.text in text


def test_what_people_wrote_stays_what_they_wrote() -> None:
    found = plan(asked(title=HOSTILE, groups=(HOSTILE, "b")), PEOPLE)
    assert page(found).first("h1").text == HOSTILE
    assert HOSTILE not in found.to_html()


def test_it_is_short_enough_for_two_sheets() -> None:
    long = "a group whose name goes on for as long as a name can, and then a little more than that"
    studies = [
        *STUDIES,
        asked(
            "choice", options=("yes", "rather", "no", "never", "none"), cross=AXES, decline=True, epsilon="2"
        ),
        asked(groups=[f"{long} {at}" for at in range(40)], shares=["0.025"] * 40, epsilon="4"),
        asked(groups=[f"g{at}" for at in range(1000)]),
    ]
    for study in studies:
        found = plan(study, PEOPLE, within=found_within(study), detect=found_within(study))
        told = [each.text for each in page(found).every() if each.tag in ("p", "li", "th", "td", "caption")]
        assert len(" ".join(told).split()) < MOST_WORDS, study.title
        assert len(list(page(found).every("tr"))) < 50


def test_of_many_differences_that_are_not_told_the_first_are_said_and_all_are_in_the_table() -> None:
    study = asked(groups="abcdef", shares=["0.1", "0.1", "0.2", "0.2", "0.2", "0.2"])
    pairs = [("a", other) for other in "bcdef"]
    told = plan(study, 500, detect=0.1, compare=pairs)
    cannot = list(page(told).first("section", named="unsaid").every("li"))
    assert [each.text.startswith("With 500 people a difference of 0.1") for each in cannot[:3]] == [True] * 3
    assert cannot[3].text == "2 more differences of that size: what they take stands below."
    assert len(rows_below(told, "Differences of the mean")) == len(pairs)
