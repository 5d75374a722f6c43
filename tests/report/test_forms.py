"""Every form says the same: the numbers of `estimate --json`, in full where machines read."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from string import punctuation
from typing import Any

import pytest

from parsed import Cell, html_of, sheets_of
from reported import FORMULA, HOSTILE, STUDIES, every_report, linked, reported
from tacit.estimation.figures import DECLINED
from tacit.reporting.codebook import TABLES
from tacit.reporting.columns import COLUMNS, NAMES, NUMBER
from tacit.reporting.flat import codebook_csv, figures_csv
from tacit.reporting.machine import json_text
from tacit.reporting.records import Record
from tacit.reporting.report import Report
from tacit.reporting.workbook import workbook
from tacit.writing.markdown import escaped
from tacit.writing.parts import UNSAID

EVERY = [*STUDIES, "linked"]
CELLS = ("estimate", "sd", "low", "high")


@cache
def sheets(name: str) -> dict[str, list[list[Cell | None]]]:
    """The workbook of one of these reports, read back."""
    return sheets_of(workbook(every_report()[name].findings))


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"))))


def records(found: Report) -> list[Record]:
    return found.findings.records()


def as_cells(document: object) -> list[float | None]:
    """A figure of the JSON document as the flat row has it."""
    assert isinstance(document, dict)
    population = document["population"]
    return [document.get(name) for name in CELLS] + [population[name] for name in CELLS[1:]]


Key = tuple[str, str, str, str, str, str]


def figures_in(document: Any, stratum: str = "") -> Iterator[tuple[Key, Any]]:  # noqa: ANN401 - JSON is of any shape
    """Every figure of the JSON document, by where it belongs."""
    for margin, groups in {"": document["groups"], **document.get("margins", {})}.items():
        for group in groups:
            for figure in ("count", "share", "sum", "mean"):
                if group[figure] is not None:
                    yield (stratum, margin, group["group"], "", "", figure), group[figure]
            for option in group.get("options", ()):
                for figure in ("count", "share"):
                    yield (stratum, margin, group["group"], "", option["option"], figure), option[figure]
    for figure, shown in document.get("declined", {}).items():
        if shown is not None:
            yield (stratum, "", DECLINED, "", "", figure), shown
    for outcome in document.get("outcomes", ()):
        for margin, groups in {"": outcome["groups"], **outcome.get("margins", {})}.items():
            for group in groups:
                for figure in ("count", "sum", "mean", "missing"):
                    if group[figure] is not None:
                        yield (
                            (stratum, margin, group["group"], outcome["outcome"], "", figure),
                            group[figure],
                        )
    for each in document.get("strata", ()):
        label = ", ".join(f"{column} {value}" for column, value in each["stratum"].items())
        yield from figures_in(each, label)


@pytest.mark.parametrize("name", EVERY)
class TestFigures:
    def test_every_figure_of_the_estimate_is_a_row_with_the_same_numbers(self, name: str) -> None:
        found = every_report()[name]
        document = json.loads(json_text(found.findings))["estimate"]
        rows = {
            tuple(row[key] for key in ("stratum", "margin", "group", "outcome", "option", "figure")): row
            for row in records(found)
            if row["table"] == "estimate"
        }
        named = dict(figures_in(document))
        assert set(rows) == set(named)
        for key, figure in named.items():
            row = rows[key]
            names = ("estimate", "sd", "low", "high", "population_sd", "population_low", "population_high")
            assert [row[cell] for cell in names] == as_cells(figure), key

    def test_comparisons_are_rows_with_the_same_numbers(self, name: str) -> None:
        found = every_report()[name]
        document = json.loads(json_text(found.findings))
        rows = [row for row in records(found) if row["table"] in ("difference", "ratio")]
        assert len(rows) == 2 * len(document["comparisons"])
        for compared, (difference, ratio) in zip(
            document["comparisons"], zip(rows[::2], rows[1::2], strict=True), strict=True
        ):
            assert [difference["group"], difference["against"]] == compared["groups"]
            names = ("estimate", "sd", "low", "high", "population_sd", "population_low", "population_high")
            assert [difference[cell] for cell in names] == as_cells(compared["difference"])
            assert [ratio[cell] for cell in names] == as_cells(compared["ratio"])
            test = compared["difference"]["population"]["test"]
            assert difference["population_p"] == (None if test is None else test["p"])

    def test_the_table_of_figures_spells_every_number_in_full(self, name: str) -> None:
        found = every_report()[name]
        for row, record in zip(rows_of(figures_csv(found.findings)), records(found), strict=True):
            assert list(row) == list(NAMES)
            for column in COLUMNS:
                value = record[column.name]
                if column.kind == NUMBER:
                    assert row[column.name] == ("" if value is None else repr(value))

    def test_the_workbook_holds_the_same_figures_as_numbers(self, name: str) -> None:
        found = every_report()[name]
        header, *rows = sheets(name)["Figures"]
        assert header == list(NAMES)
        for row, record in zip(rows, records(found), strict=True):
            wanted = [None if value == "" else value for value in record.values()]
            assert type(record["resolved"]) in (bool, type(None))
            for cell, value in zip_longest(row, wanted):
                assert cell == (pytest.approx(value, rel=1e-15) if isinstance(value, float) else value)

    def test_the_codebook_names_every_column_and_every_table(self, name: str) -> None:
        found = every_report()[name]
        rows = rows_of(codebook_csv(found.findings))
        assert [row["name"] for row in rows if row["part"] == "column"] == list(NAMES)
        assert all(row["meaning"] for row in rows)
        explained = {row["name"] for row in rows if row["part"] == "table"}
        assert {row["table"] for row in records(found)} <= explained == set(TABLES)
        assert [row[1] for row in sheets(name)["Codebook"] if row[0] == "column"] == list(NAMES)

    def test_every_heading_and_sentence_of_the_page_is_in_the_other_forms(self, name: str) -> None:
        found = every_report()[name]
        page, text = html_of(found.to_html()), plain(found.to_markdown())
        sheet = " ".join(str(cell) for row in sheets(name)["Report"] for cell in row if cell)
        words = [each.text for tag in ("h1", "h2", "h3", "li", "p") for each in page.first("main").every(tag)]
        whole = [
            each for each in words if not each.startswith("tacit report") and "." in each and "?" not in each
        ]
        assert len(whole) > 10
        for sentence in whole:
            assert sentence in text
            assert sentence in " ".join(sheet.split())

    def test_tables_of_the_page_are_those_of_markdown(self, name: str) -> None:
        found = every_report()[name]
        lines = [line for line in found.to_markdown().splitlines() if line.startswith("| ")]
        cells = [[plain(cell).strip() for cell in split(line)] for line in lines]
        shown = [
            [row.first("th").text, *numbers]
            for table in html_of(found.to_html()).every("table", named="forest")
            for row in table.every("tr")
            if (numbers := [cell.text for cell in row.every("td", named="number")])
        ]
        assert shown
        assert [row for row in shown if row not in cells] == []


def plain(markdown: str) -> str:
    """What a reader sees of escaped text: before anything but punctuation a backslash stays."""
    return " ".join(re.sub(rf"\\([{re.escape(punctuation)}])", r"\1", markdown).split())


def split(line: str) -> list[str]:
    """The cells of a line of a table; a bar that is escaped divides nothing."""
    return [cell.replace("\0", "\\|") for cell in line.replace("\\|", "\0").strip("| ").split(" | ")]


def test_machines_are_given_what_people_read() -> None:
    found = reported("known")
    document = json.loads(json_text(found.findings))
    assert document == json.loads(json.dumps(found.to_json()))
    assert document["study"] == STUDIES["known"].id
    assert document["promise"].startswith("Whatever someone knows")
    assert document["methods"] in html_of(found.to_html()).text
    assert [gap["group"] for gap in document["truth_gap"]] == ["a", "b", "c"]
    assert document["response"]["invited"] == 12000
    assert document["unsaid"] == found.unsaid
    assert document["command"].endswith("--consistent --shrink")
    assert document["manifest"]["title"] == "Asked"


def test_a_label_with_marks_is_itself_in_markdown() -> None:
    text = reported("hostile").to_markdown()
    assert text.startswith('# \\<script\\>alert(1)\\</script\\> \\& "x" \\| \\*y\\* \\`z\\`\n')
    assert any(
        split(line)[0] == "=cmd\\|' /C calc'!A0" for line in text.splitlines() if line.startswith("| ")
    )


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("1. yes", "1\\. yes"),
        ("2) no", "2\\) no"),
        ("- none", "\\- none"),
        ("===", "\\==="),
        ("25.8% of all", "25.8% of all"),
        ("2-3 times", "2-3 times"),
        ("1,030", "1,030"),
    ],
)
def test_a_sentence_of_markdown_begins_no_list(words: str, written: str) -> None:
    assert escaped(words) == written
    assert plain(written) == words


def test_a_label_that_could_run_is_marked_in_csv_and_plain_text_in_a_workbook() -> None:
    found = reported("hostile")
    labels = {row["group"] for row in rows_of(figures_csv(found.findings))}
    assert labels == {HOSTILE, f"'{FORMULA}", "نعم"}
    sheets = sheets_of(workbook(found.findings))
    assert {row[3] for row in sheets["Figures"][1:]} == {HOSTILE, FORMULA, "نعم"}


def test_names_of_public_columns_and_strata_cannot_run_either() -> None:
    found = linked()
    strata = {row["stratum"] for row in rows_of(figures_csv(found.findings))}
    assert strata == {"", "region north", "region =south"}
    options = {row["option"] for row in rows_of(figures_csv(reported("histogram").findings))}
    assert "'+y" in options


def test_a_sheet_to_read_has_numbers_that_can_be_computed_with() -> None:
    sheet = sheets_of(workbook(reported("range").findings))["Report"]
    found = reported("range").findings.estimate["diabetic"]
    assert found.mean is not None
    at = next(place for place, row in enumerate(sheet) if row[:2] == ["Mean", "estimate"])
    assert sheet[at][2:4] == ["these people, low", "these people, high"]
    assert sheet[at + 1][:2] == ["diabetic", pytest.approx(found.mean.estimate)]


def test_every_form_says_first_what_it_cannot_say() -> None:
    found = reported("range", 80)
    text, sheet = found.to_markdown(), sheets_of(workbook(found.findings))["Report"]
    assert text.index(f"## {UNSAID}") < text.index("## Results")
    heads = [row[0] for row in sheet if row]
    assert heads.index(UNSAID) < heads.index("Results")
    told = [row["meaning"] for row in rows_of(codebook_csv(found.findings)) if row["name"] == "cannot say"]
    assert told == found.unsaid
    assert json.loads(json_text(found.findings))["unsaid"] == told
