"""The HTML page: well-formed, self-contained, read out in order, with words for every picture."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest

from parsed import Node, html_of
from read_off import check_pictures
from reported import FORMULA, HOSTILE, STUDIES, estimated, every_report, reported
from tacit.estimation.blocks import Block, Row, Section
from tacit.estimation.intervals import Bounds, Interval
from tacit.reporting import forest
from tacit.reporting.forest import MOST_OPEN, OPEN, block_table
from tacit.reporting.report import report
from tacit.writing.parts import UNSAID

NAMES = [*STUDIES, "linked"]


@cache
def page(name: str) -> Node:
    return html_of(every_report()[name].to_html())


def many(rows: int) -> Node:
    """A block of so many rows."""
    figures = (Interval(float(at), None, Bounds(1.0, at - 2.0, at + 2.0)) for at in range(rows))
    shown = tuple(Row(f"group {at}", figure) for at, figure in enumerate(figures))
    return html_of(block_table(Block("count", (Section("", shown),)), "many"))


@pytest.mark.parametrize("name", NAMES)
class TestEveryPage:
    def test_headings_are_in_order_and_none_is_left_out(self, name: str) -> None:
        levels = [int(each.tag[1]) for each in page(name).every() if re.fullmatch("h[1-6]", each.tag)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))

    def test_names_of_places_are_there_once_and_links_lead_to_them(self, name: str) -> None:
        elements = list(page(name).every())
        names = [each.attributes["id"] for each in elements if "id" in each.attributes]
        assert len(set(names)) == len(names)
        links = [each.attributes["href"] for each in elements if each.tag == "a"]
        assert links
        labels = [each.attributes.get("aria-labelledby", names[0]) for each in elements]
        assert {link.removeprefix("#") for link in links} | set(labels) <= set(names)

    def test_nothing_comes_from_elsewhere_and_nothing_runs(self, name: str) -> None:
        text = every_report()[name].to_html()
        for each in html_of(text).every():
            assert each.tag not in {
                "script",
                "link",
                "img",
                "iframe",
                "object",
                "image",
                "use",
                "base",
                "form",
            }
            assert not {"src", "srcset", "xlink:href", "data", "action"} & set(each.attributes)
            assert not any(attribute.startswith("on") for attribute in each.attributes)
            assert each.attributes.get("href", "#").startswith("#")
        assert "url(" not in text
        assert "@import" not in text
        assert "://" not in text

    def test_a_browser_is_told_to_fetch_and_run_nothing(self, name: str) -> None:
        policies = [
            each.attributes["content"] for each in page(name).every("meta") if "http-equiv" in each.attributes
        ]
        assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]

    def test_every_picture_says_what_it_shows(self, name: str) -> None:
        pictures = [each for each in page(name).every("svg") if each.attributes.get("class") in SHOWN]
        assert pictures
        for each in pictures:
            first = each.inside[0]
            assert each.attributes["role"] == "img"
            assert isinstance(first, Node)
            assert first.tag == "title"
            assert first.text
        inside = [each for each in page(name).every("svg") if each.attributes.get("class") not in SHOWN]
        assert all("role" not in each.attributes for each in inside)

    def test_a_table_says_in_words_what_its_pictures_show(self, name: str) -> None:
        tables = list(page(name).every("table", named="forest"))
        assert tables
        for table in tables:
            for row in table.first("tbody").every("tr"):
                if row.attributes.get("class") == "heading":
                    continue
                words = row.first("title").text
                assert words.startswith(row.first("th").text)
                for cell in row.every("td", named="number"):
                    assert cell.text in words

    def test_every_cell_has_a_heading_for_its_row_and_its_column(self, name: str) -> None:
        tables = list(page(name).every("table", named="forest"))
        assert tables
        for table in tables:
            columns = [each.attributes["scope"] for each in table.first("thead").every("th")]
            assert set(columns) == {"col"}
            for row in table.every("tr"):
                cells = list(row.every("td"))
                heads = [each.attributes["scope"] for each in row.every("th")]
                assert heads in (["row"], ["rowgroup"], columns)
                assert len(cells) == (len(columns) - 1 if heads == ["row"] else 0)

    def test_it_can_be_read_in_the_dark_on_paper_and_on_a_telephone(self, name: str) -> None:
        style = page(name).first("style").text
        assert "prefers-color-scheme: dark" in style
        assert "@media print" in style
        assert "@media (max-width" in style
        metas = {
            each.attributes.get("name"): each.attributes.get("content") for each in page(name).every("meta")
        }
        assert metas["color-scheme"] == "light dark"
        assert "width=device-width" in str(metas["viewport"])
        assert page(name).first("html").attributes["lang"] == "en"


SHOWN = {"key", "axis", "marks"}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("sum", "none", "within")])
def test_a_ruler_on_a_picture_reads_the_numbers_beside_it(name: str) -> None:
    check_pictures(page(name))


def test_what_people_wrote_stays_what_they_wrote() -> None:
    found = page("hostile")
    assert found.first("h1").text == HOSTILE
    assert found.first("title").text == HOSTILE
    labels = [each.text for each in found.every("th", named="label")]
    assert HOSTILE in labels
    assert FORMULA in labels
    assert "<script>" not in every_report()["hostile"].to_html()


def test_labels_in_another_direction_stay_whole() -> None:
    found = page("hostile")
    isolated = [each.text for each in found.first("header").every("bdi")]
    assert "نعم" in isolated
    labels = [each for each in found.every("th", named="label") if each.text == "نعم"]
    assert {each.attributes["dir"] for each in labels} == {"auto"}


def test_what_cannot_be_said_stands_above_all_numbers() -> None:
    few = html_of(report(STUDIES["range"], estimated("range", 30)).to_html())
    order = [each for each in few.every() if each.tag in ("section", "table")]
    assert order[0].attributes["class"] == "unsaid"
    assert order[0].first("h2").text == UNSAID
    assert "30 answers are too few" in order[0].text
    assert not list(page("none").every("section", named="unsaid"))


def test_the_cells_are_those_of_the_table_in_a_terminal() -> None:
    words = " ".join(estimated("range").to_text(width=400).split())
    tables = list(page("range").first("section").every("table", named="forest"))
    assert len(tables) == 3
    for table in tables:
        for row in table.first("tbody").every("tr"):
            label, cells = row.first("th").text, [cell.text for cell in row.every("td", named="number")]
            assert f"{label} {cells[0]} " in words
            assert all(cell in words for cell in cells)


def test_a_few_rows_are_all_open_and_many_are_folded() -> None:
    assert not list(many(MOST_OPEN).every("details"))
    folded = many(MOST_OPEN + 60)
    shown, hidden = (list(table.every("th", named="label")) for table in folded.every("table"))
    assert (len(shown), len(hidden)) == (1 + OPEN, 1 + MOST_OPEN + 60 - OPEN)
    assert folded.first("summary").text == f"{MOST_OPEN + 60 - OPEN} more"
    assert [each.text for each in (*shown[1:], *hidden[1:])] == [
        f"group {at}" for at in range(MOST_OPEN + 60)
    ]


def test_of_too_many_rows_for_a_page_it_says_where_the_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forest, "MOST_ROWS", 50)
    assert len(list(many(53).every("tr"))) == 50 + 2
    assert "3 more rows are in the .csv" in many(53).first("details").text
    assert "more rows" not in many(50).text


def test_all_tables_of_one_figure_share_one_axis() -> None:
    first, second = (table.first("thead").first("svg").text for table in many(MOST_OPEN + 60).every("table"))
    assert first == second


@pytest.mark.parametrize(
    ("made", "marks"),
    [
        (html_of(reported("known").to_html()), {"estimate", "population", "these people", "no difference"}),
        (html_of(report(STUDIES["range"], estimated("range"), margin=1).to_html()), {"margin"}),
        (html_of(report(STUDIES["range"], estimated("range", 30)).to_html()), {"not resolved"}),
    ],
)
def test_the_legend_explains_the_marks_that_are_there(made: Node, marks: set[str]) -> None:
    (legend,) = made.every("ul", named="legend")
    told = {item.first("span").text.partition(":")[0] for item in legend.every("li")}
    assert marks <= told
    drawn = {
        "margin": any(made.every("line", named="margin")),
        "not resolved": any(made.every("line", named="unresolved")),
        "truth": any(made.every("path", named="truth")),
    }
    for mark, is_drawn in drawn.items():
        assert (mark in told) == is_drawn, mark


def test_the_promise_and_the_questions_stand_at_the_top() -> None:
    header = page("range").first("header").text
    assert "one answer moves the odds between any two (group, value) pairs by at most 7.39 to 1" in header
    assert "How much? a number from 0 to 10" in header
    assert "Which? diabetic · not diabetic · I would rather not say" in header
    assert "answers 6,000" in header
    assert "intervals 95%" in header


def test_a_notebook_shows_the_estimate() -> None:
    found = reported("range")
    assert found._repr_html_() == found.findings.estimate._repr_html_()
