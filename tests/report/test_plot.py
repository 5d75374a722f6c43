"""Pictures of an estimate: every row once, where its numbers are, in words too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from asking import asked
from parsed import Element, xml_of
from proofs.enumerated import Enumerated, at
from tacit.errors import Refused
from tacit.estimation.blocks import Block, Row, Section
from tacit.estimation.estimate import estimate
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.plot import MOST_ROWS, axis_of, dot_of, in_words, margin_of, plot_of
from tacit.estimation.result import Estimate
from tacit.study.study import Study
from tacit.tallying.tally import Tally

NAMESPACE = "{http://www.w3.org/2000/svg}"
STUDY = asked(decline=True, groups=("<script>", "b & c", "نعم"), epsilon="3")
CHOICE = asked("choice", options=("x", "y", "z"), groups=("a", "b"), epsilon="3")


def found(study: Study = STUDY, answers: int = 3000) -> Estimate:
    scheme = study.scheme
    law = Enumerated(scheme).law(at(1, 0, scheme.rows.levels))
    counts = np.diff(np.rint(np.cumsum(law) * answers), prepend=0).astype(np.int64)
    return estimate(study, Tally(scheme.queries, scheme.rows.columns, counts))


def document(plot: object) -> Element:
    return xml_of(str(plot))


def rows_of(root: Element) -> list[str]:
    """The words of every row; the first title is the picture's own."""
    return [str(each.text) for each in root.iter(f"{NAMESPACE}title")][1:]


def figure(estimate: float | None, low: float = 0.0, high: float = 0.0) -> Interval:
    bounds = Bounds(1.0, low, high)
    return Interval(estimate, bounds, bounds, is_resolved=estimate is not None)


def block(*figures: Interval, reference: float | None = None, is_share: bool = False) -> Block:
    rows = tuple(Row(f"row {at}", each) for at, each in enumerate(figures))
    return Block("some figure", (Section("", rows),), is_share=is_share, reference=reference)


def test_every_row_of_every_table_is_drawn_once_and_said_in_words() -> None:
    shown = found()
    root = document(shown.plot())
    labels = ["<script>", "b & c", "نعم"]
    named = [each.partition(":")[0] for each in rows_of(root)]
    assert named == [*labels, "(declined)", *labels, *labels]
    told = str(root.findtext(f"{NAMESPACE}desc"))
    estimate = shown["b & c"].count
    assert estimate is not None
    assert f"count, b & c: {estimate.estimate:,.0f}, these people" in told
    assert root.get("role") == "img"
    assert root.findtext(f"{NAMESPACE}title") == "Asked"


def test_one_figure_is_drawn_alone_by_its_name_or_the_first_word_of_it() -> None:
    shown = found(CHOICE)
    whole, shares = (len(rows_of(document(shown.plot(name)))) for name in (None, "share"))
    assert (whole, shares) == (2 + 6, 6)
    assert str(shown.plot("share within the group")) == str(shown.plot("share"))
    with pytest.raises(Refused, match='must be "count" or "share within the group"; got "median"'):
        shown.plot("median")


def test_a_notebook_is_shown_picture_and_tables() -> None:
    shown = found()
    assert shown._repr_html_().startswith(str(shown.plot()))
    assert "<table>" in shown._repr_html_()
    assert shown.plot()._repr_svg_() == shown.plot()._repr_html_() == str(shown.plot())


def test_the_same_estimate_is_the_same_picture_and_needs_nothing_from_anywhere() -> None:
    text = str(found().plot())
    assert text == str(found().plot())
    assert text.count("http") == 1
    assert "<script" not in text
    assert "url(" not in text


def test_a_picture_can_be_kept_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    path.write_text(str(found().plot("mean")), encoding="utf-8")
    assert xml_of(path.read_bytes()).tag == f"{NAMESPACE}svg"


def test_the_axis_holds_whatever_is_resolved_and_lets_the_rest_go_on() -> None:
    axis = axis_of(block(figure(7.0, 6.5, 7.5), figure(None, 0.0, 10.0)))
    assert (axis.low, axis.high) == (6.4, 7.6)
    nothing = axis_of(block(figure(None, 0.0, 10.0)))
    assert (nothing.low, nothing.high) == (0.0, 10.0)


def test_shares_are_drawn_in_percent() -> None:
    shares = block(figure(0.25, 0.2, 0.3), is_share=True)
    assert axis_of(shares).high == 30
    assert dot_of(shares, shares.rows[0]).outer == (20, 30)
    assert list(in_words(shares)) == ["some figure, row 0: 25%, these people 20 to 30, population 20 to 30."]


def test_differences_show_zero_and_ratios_show_one() -> None:
    assert axis_of(block(figure(7.0, 6.0, 8.0), reference=0)).low == 0
    ratios = axis_of(block(figure(3.0, 2.0, 4.0), reference=1))
    assert ratios.is_log
    assert ratios.low == 1
    assert not axis_of(block(figure(-3.0, -4.0, 4.0), reference=1)).is_log


def test_an_interval_of_a_ratio_that_reaches_zero_goes_on_beyond_a_logarithmic_axis() -> None:
    axis = axis_of(block(figure(3.0, 0.0, 40.0), figure(0.5, 0.1, 2.0), reference=1))
    assert axis.is_log
    assert axis.low == 0.1
    assert not axis.holds(0.0)


def test_differences_of_shares_are_in_points() -> None:
    apart = block(figure(0.25, 0.2, 0.3), reference=0, is_share=True)
    assert list(in_words(apart)) == [
        "some figure, row 0: 25 points, these people 20 to 30, population 20 to 30."
    ]
    assert "some figure (points)" in str(plot_of("Title", [apart]))


def test_a_margin_has_room_on_the_axis_in_the_units_that_are_shown() -> None:
    small = replace(block(figure(0.01, 0.0, 0.02), reference=0, is_share=True), margin=0.1)
    assert margin_of(small) == 10
    axis = axis_of(small)
    assert axis.low <= -10
    assert axis.high >= 10
    assert margin_of(block(figure(0.01, 0.0, 0.02))) is None


def test_the_legend_names_the_diamond_of_the_truth_where_there_is_one() -> None:
    known = block(figure(3.0, 2.0, 4.0))
    (section,) = known.sections
    told = replace(known, sections=(replace(section, rows=(replace(section.rows[0], truth=3.5),)),))
    assert "Diamond: truth." in str(plot_of("Title", [told]))
    assert "Diamond" not in str(plot_of("Title", [known]))


def test_of_very_many_rows_the_first_are_drawn_and_the_others_counted() -> None:
    many = block(*[figure(float(at), at - 1.0, at + 1.0) for at in range(MOST_ROWS + 17)])
    root = document(plot_of("many", [many]))
    assert len(rows_of(root)) == MOST_ROWS
    assert "... and 17 more" in [each.text for each in root.iter(f"{NAMESPACE}text")]


def test_a_long_label_is_cut_for_the_eye_and_whole_in_words() -> None:
    label = "a very long label of a group that goes on and on"
    root = document(plot_of("long", [Block("x", (Section("", (Row(label, figure(1.0, 0.0, 2.0)),)),))]))
    assert rows_of(root)[0].startswith(f"{label}:")
    assert "a very long label of a group th…" in [each.text for each in root.iter(f"{NAMESPACE}text")]
