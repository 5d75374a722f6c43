"""An estimate's tables read well at 80 columns, show no false digits, and put the truth where it belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

import numpy as np
import pytest

from asking import asked
from proofs.enumerated import Enumerated, at
from tacit.estimation.beside import true_declined, truths_of
from tacit.estimation.blocks import Block, Row, Section, blocks_of
from tacit.estimation.estimate import estimate
from tacit.estimation.figures import TrueFigures
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.notes import is_within, notes_of, percent
from tacit.estimation.result import Estimate
from tacit.estimation.tables import as_html, as_text, interval, number, places_of
from tacit.study.study import Study
from tacit.tallying.tally import Tally

LONG = "I have been told by a doctor that I might have it, and waited for months to hear more about it"
CROSS = {"age": ["<40", "40+"], "region": ["north", "south"]}


@dataclass(frozen=True)
class Truth:
    """A truth as the tables want it."""

    count: int = 0
    sum: float | None = None
    mean: float | None = None
    options: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True)
class Everybody:
    groups: Sequence[Truth]
    people: int
    margins: Mapping[str, Sequence[Truth]] = field(default_factory=dict)
    declined: int | None = None


def found(study: Study, *, answers: int = 4000, simultaneous: bool = False, level: float = 0.95) -> Estimate:
    """The estimate from answers that are nearly what everybody in the first two items would give."""
    scheme = study.scheme
    people = [at(0, 1, scheme.rows.levels), at(1, -1, scheme.rows.levels), at(1, 0, scheme.rows.levels)]
    cells = Enumerated(scheme)
    law = sum(cells.law(person) for person in people) / len(people)
    counts = np.diff(np.rint(np.cumsum(law) * answers), prepend=0).astype(np.int64)
    tally = Tally(scheme.queries, scheme.rows.columns, counts)
    return estimate(study, tally, level=level, simultaneous=simultaneous)


def interval_of(estimate: float | None, sd: float) -> Interval:
    middle = estimate or 0.0
    bounds = Bounds(sd, middle - 2 * sd, middle + 2 * sd)
    return Interval(estimate, bounds, bounds)


STUDIES = [
    asked(),
    asked(decline=True, groups=("a", LONG, "c")),
    asked(cross=CROSS),
    asked(ends=(1900, 2000), ask="sum", epsilon="0.5"),
    asked(shares=("0.2", "0.3", "0.5")),
    asked("choice", options=("yes", "no")),
    asked("choice", options=("yes", "no", LONG), groups=("a", "b"), decline=True),
    asked("choice", options=("x", "y", "z"), cross=CROSS, epsilon="3"),
    asked("none", decline=True),
    asked(groups=[f"region number {number}" for number in range(30)], epsilon="4"),
]


@pytest.mark.parametrize(
    "study", STUDIES, ids=lambda study: f"{study.question.kind}-{study.scheme.rows.items}"
)
def test_every_line_fits_into_80_columns_but_labels_that_are_longer_by_themselves(study: Study) -> None:
    text = found(study).to_text()
    assert [line for line in text.splitlines() if len(line) > 80 and line.strip() != LONG] == []
    assert not any(line != line.rstrip() for line in text.splitlines())


SHOWN = """\
Asked

count         estimate    these people      population
diabetic         1,333  1,236 to 1,430  1,219 to 1,446
not diabetic     2,667  2,562 to 2,772  2,547 to 2,787
(declined)           1    -88 to    89    -88 to    89

mean          estimate   these people     population
diabetic         10.00  9.52 to 10.00  9.52 to 10.00
not diabetic      2.50  2.19 to  2.80  2.19 to  2.80

sum           estimate      these people        population
diabetic        13,324  12,459 to 14,190  12,280 to 14,369
not diabetic     6,654   5,770 to  7,537   5,758 to  7,549

4,000 answers. 95% intervals: "these people" allows for the noise of privacy,
"population" also for these people being a sample.
"These people" may be too wide for sums and means: how far apart the values of a
group lie cannot be told from rounded ones, so they are taken to be alike.
Counts can come out below 0, for noise goes both ways: read such a number as few
or nobody."""


def test_what_a_terminal_shows() -> None:
    study = asked(groups=("diabetic", "not diabetic"), decline=True, epsilon="2", levels=2)
    assert str(found(study)) == SHOWN


def test_a_label_that_does_not_fit_stands_in_full_on_its_own_line() -> None:
    lines = found(asked(groups=("a", LONG, "c"))).to_text().splitlines()
    at_label = lines.index(LONG)
    assert lines[at_label + 1].startswith(" " * 12)
    assert lines[at_label + 1].split()[0].replace(",", "").isdigit()


def test_a_wider_terminal_is_used() -> None:
    text = found(asked(groups=("a", LONG, "c"))).to_text(width=160)
    assert any(line.startswith(LONG) and " to " in line for line in text.splitlines())


class TestDigits:
    @pytest.mark.parametrize(
        ("sd", "places"),
        [(1e9, 0), (120.0, 0), (12.0, 0), (9.6, 1), (1.2, 1), (0.5, 2), (0.013, 3), (1e-30, 12)],
    )
    def test_two_digits_of_the_smallest_standard_deviation(self, sd: float, places: int) -> None:
        rows = (Row("a", interval_of(5.0, sd)), Row("b", interval_of(5.0, 1e10)))
        assert places_of(Block("mean", (Section("", rows),))) == places

    def test_shares_are_percentages(self) -> None:
        rows = (Row("a", interval_of(0.25, 0.012), truth=0.2),)
        block = Block("share", (Section("", rows),), is_share=True)
        text = as_text("T", [block], [])
        assert text.splitlines()[2].split() == [
            "share",
            "(%)",
            "truth",
            "estimate",
            "these",
            "people",
            "population",
        ]
        assert text.splitlines()[3].split() == ["a", "20.0", "25.0", *["22.6", "to", "27.4"] * 2]

    def test_nothing_resolved_shows_the_range_to_one_place(self) -> None:
        bounds = Bounds(None, 0.0, 10.0)
        row = Row("a", Interval(None, bounds, bounds, is_resolved=False))
        assert places_of(Block("mean", (Section("", (row,)),))) == 1

    def test_years_keep_the_digits_that_tell_them_apart(self) -> None:
        rows = (Row("a", Interval(1995.237, None, Bounds(0.05, 1995.137, 1995.337))),)
        text = as_text("T", [Block("mean", (Section("", rows),))], [])
        assert "1,995.237  1,995.137 to 1,995.337" in text

    @pytest.mark.parametrize(
        ("value", "places", "text"),
        [
            (-0.0001, 2, "0.00"),
            (-0.0, 0, "0"),
            (1234567.8, 0, "1,234,568"),
            (-5.25, 1, "-5.2"),
            (-0.4, 0, "0"),
        ],
    )
    def test_numbers(self, value: float, places: int, text: str) -> None:
        assert number(value, places) == text

    def test_an_interval_that_is_not_there_is_empty(self) -> None:
        assert interval(None, 2) == interval(Bounds(None, None, None), 2) == ""


class TestBlocks:
    def titles(self, study: Study) -> list[str]:
        return [block.title for block in blocks_of(found(study), {})]

    def test_one_block_per_figure_of_the_question(self) -> None:
        assert self.titles(asked()) == ["count", "mean", "sum"]
        assert self.titles(asked("none")) == ["count", "share"]
        assert self.titles(asked("choice", options=("yes", "no"))) == ["count", 'share of "no"']
        assert self.titles(asked("choice", options=("x", "y", "z"))) == ["count", "share within the group"]
        assert self.titles(asked(ask="sum", epsilon="0.5")) == ["sum of (value - 5)"]
        assert self.titles(asked(shares=("0.2", "0.3", "0.5"), epsilon="0.5")) == ["mean", "sum"]

    def test_margins_follow_the_groups(self) -> None:
        block = blocks_of(found(asked(cross=CROSS)), {})[0]
        assert [section.heading for section in block.sections] == ["", "by age", "by region"]
        assert [row.label for row in block.sections[1].rows] == ["<40", "40+"]

    def test_histograms_have_a_section_per_group_and_per_label_of_a_margin(self) -> None:
        block = blocks_of(found(asked("choice", options=("x", "y", "z"), cross=CROSS)), {})[1]
        headings = [section.heading for section in block.sections]
        assert headings[:2] == ["<40 / north", "<40 / south"]
        assert headings[4:] == ["<40, by age", "40+, by age", "north, by region", "south, by region"]

    def test_who_declined_is_a_row_of_counts_and_of_shares(self) -> None:
        blocks = blocks_of(found(asked("none", decline=True)), {})
        assert [block.rows[-1].label for block in blocks] == ["(declined)", "(declined)"]
        blocks = blocks_of(found(asked(decline=True)), {})
        assert [block.rows[-1].label for block in blocks] == ["(declined)", "c", "c"]


class TestTruth:
    study = asked(decline=True)
    groups = (Truth(1300, 13000.0, 10.0), Truth(2600, 6500.0, 2.5), Truth())

    def test_stands_beside_every_estimate_of_the_same_people(self) -> None:
        truth = Everybody(self.groups, 4000, declined=100)
        text = found(self.study).to_text(truth)
        head, *rows = text.split("\n\n")[1].splitlines()
        assert head.split()[:3] == ["count", "truth", "estimate"]
        assert [row.split()[1] for row in rows] == ["1,300", "2,600", "0", "100"]
        assert "The truth lies within " in text

    def test_of_other_people_has_means_and_shares_only(self) -> None:
        shown = found(self.study)
        told = truths_of(shown, Everybody(self.groups, 5000, declined=1100))
        assert told["", "a"] == TrueFigures(None, 0.26, None, 10.0)
        assert true_declined(shown, Everybody(self.groups, 5000, declined=1100)) == TrueFigures(None, 0.22)
        text = shown.to_text(Everybody(self.groups, 5000, declined=1100))
        assert "The truth is of 5,000 people, not of the 4,000 who answered" in " ".join(text.split())

    def test_is_about_the_middle_where_the_sum_is(self) -> None:
        shown = found(asked(ask="sum", epsilon="0.5"))
        told = truths_of(shown, Everybody(self.groups, 4000))
        assert told["", "a"].sum == 13000 - 5 * 1300

    def test_of_options_is_counted_and_shared(self) -> None:
        study = asked("choice", options=("x", "y", "z"), groups=("a", "b"))
        groups = (
            Truth(10, options=(("x", 4), ("y", 6), ("z", 0))),
            Truth(0, options=(("x", 0), ("y", 0), ("z", 0))),
        )
        told = truths_of(found(study, answers=10), Everybody(groups, 10))
        assert told["", "a"].options == ((4, 0.4), (6, 0.6), (0, 0.0))
        assert told["", "b"].options == ((0, None), (0, None), (0, None))
        text = found(study, answers=10).to_text(Everybody(groups, 10))
        assert text.count("  truth  ") == 2

    def test_stands_in_every_figure_of_the_json(self) -> None:
        document = found(self.study).to_json(Everybody(self.groups, 4000, declined=100))
        first = document["groups"][0]  # type: ignore[index]
        assert (first["count"]["truth"], first["mean"]["truth"], first["sum"]["truth"]) == (
            1300,
            10.0,
            13000.0,
        )
        assert document["declined"]["count"]["truth"] == 100  # type: ignore[index]
        assert "truth" not in found(self.study).to_json()["groups"][0]["count"]  # type: ignore[index]

    @pytest.mark.parametrize(
        ("value", "low", "high", "held"),
        [
            (1.0, 0.0, 2.0, True),
            (3.0, 0.0, 2.0, False),
            (2.0 + 1e-12, 0.0, 2.0, True),
            (None, 0.0, 2.0, None),
        ],
    )
    def test_is_within_an_interval_or_not(
        self, value: float | None, low: float, high: float, held: bool | None
    ) -> None:
        assert is_within(value, Bounds(1.0, low, high)) is held
        assert is_within(value, None) is None


class TestNotes:
    def notes(self, study: Study, *, answers: int = 4000, simultaneous: bool = False) -> str:
        shown = found(study, answers=answers, simultaneous=simultaneous)
        return " ".join(notes_of(shown, blocks_of(shown, {})))

    def test_say_what_the_intervals_allow_for(self) -> None:
        assert '"these people" allows for the noise of privacy, "population" also' in self.notes(asked())
        known = self.notes(asked(shares=("0.2", "0.3", "0.5"), epsilon="0.5"))
        assert "these people" not in known.replace("for these people being", "")
        assert "as large as their known shares say" in known

    def test_say_what_is_not_resolved_and_what_is_below_zero(self) -> None:
        assert "Not resolved" in self.notes(asked(), answers=3)
        assert "below 0" in self.notes(asked(), answers=3)
        assert "Not resolved" not in self.notes(asked("none", epsilon="8"))

    def test_one_answer_is_one_answer(self) -> None:
        assert self.notes(asked(), answers=1).startswith("1 answer. ")

    def test_say_that_intervals_hold_together(self) -> None:
        assert "hold all at once" in self.notes(asked(), simultaneous=True)
        assert "hold all at once" not in self.notes(asked())

    @pytest.mark.parametrize(
        ("level", "text"), [(0.95, "95%"), (0.999, "99.9%"), (0.5, "50%"), (0.123, "12.3%")]
    )
    def test_levels_are_percentages(self, level: float, text: str) -> None:
        assert percent(level) == text


class Tags(HTMLParser):
    """Checks that every tag is closed, and collects the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize(
    "study", STUDIES, ids=lambda study: f"{study.question.kind}-{study.scheme.rows.items}"
)
def test_a_notebook_shows_the_same_cells_as_a_terminal(study: Study) -> None:
    shown = found(study)
    tags = Tags()
    tags.feed(shown._repr_html_().removeprefix(str(shown.plot())))
    assert tags.open == []
    words = " ".join(shown.to_text(width=400).split())
    for cell in tags.text:
        if " to " not in cell:
            assert " ".join(cell.split()) in words


def test_whatever_people_wrote_is_escaped() -> None:
    study = asked(groups=("<script>alert(1)</script>", "a & b"), title="<b>bold</b>")
    html = found(study)._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "a &amp; b" in html
    block = Block("<i>", (Section("<u>", (Row("<s>", interval_of(1.0, 1.0)),)),))
    assert not {"<i>", "<u>", "<s>"} & set(as_html("", [block], ["<p>"]).split(">"))
