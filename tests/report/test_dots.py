"""Marks: where a figure says it is, in shapes that need no colour."""

from __future__ import annotations

from parsed import Element, xml_of
from tacit.drawing.axis import Axis
from tacit.drawing.dots import Dot, grid, row
from tacit.drawing.markup import element

AXIS = Axis((0.0, 50.0, 100.0, 150.0, 200.0))


def drawn(dot: Dot, axis: Axis = AXIS) -> dict[str, list[Element]]:
    """The marks by what they are; a shape in a place of its own is given that place."""
    found: dict[str, list[Element]] = {}
    for mark in xml_of(element("svg", None, row(dot, axis))):
        inside = mark[0] if mark.tag == "svg" else mark
        if mark.get("x"):
            inside.set("x", str(mark.get("x")))
        found.setdefault(str(inside.get("class")), []).append(inside)
    return found


def test_a_dot_lies_within_its_bar_within_its_line() -> None:
    marks = drawn(Dot(100.0, (80.0, 120.0), (60.0, 150.0)))
    assert {name: len(each) for name, each in marks.items()} == {"outer": 1, "cap": 2, "inner": 1, "dot": 1}
    assert marks["dot"][0].get("cx") == "50%"
    assert (marks["inner"][0].get("x"), marks["inner"][0].get("width")) == ("40%", "20%")
    assert (marks["outer"][0].get("x1"), marks["outer"][0].get("x2")) == ("30%", "75%")
    assert [cap.get("x") for cap in marks["cap"]] == ["30%", "75%"]


def test_the_dot_is_drawn_last_so_that_nothing_hides_it() -> None:
    assert list(drawn(Dot(100.0, (80.0, 120.0), (60.0, 150.0), bar_from=0.0)))[-1] == "dot"


def test_bar_line_and_dot_differ_in_shape_and_not_in_colour() -> None:
    marks = drawn(Dot(100.0, (80.0, 120.0), (60.0, 150.0), truth=90.0, bar_from=0.0))
    colours = {each.get(key) for marks in marks.values() for each in marks for key in ("fill", "stroke")}
    assert colours <= {"currentColor", "none", None}
    heights = [marks[name][0].get("height") for name in ("inner", "column")]
    assert len(set(heights)) == 2


def test_an_interval_that_goes_on_beyond_the_axis_ends_in_an_arrow() -> None:
    marks = drawn(Dot(100.0, None, (-20.0, 150.0)))
    assert [each.get("x") for each in marks["beyond"]] == ["0%"]
    assert [each.get("x") for each in marks["cap"]] == ["75%"]
    assert "M6 " in str(marks["beyond"][0].get("d"))
    assert "M-6 " in str(drawn(Dot(100.0, None, (20.0, 900.0)))["beyond"][0].get("d"))


def test_what_is_not_resolved_has_no_dot() -> None:
    assert list(drawn(Dot(None, (50.0, 150.0), (0.0, 200.0)))) == ["unresolved"]
    everywhere = drawn(Dot(None))["unresolved"][0]
    assert (everywhere.get("x1"), everywhere.get("x2")) == ("0%", "100%")


def test_a_figure_beyond_the_axis_has_no_dot_on_it() -> None:
    assert "dot" not in drawn(Dot(900.0))
    assert "truth" not in drawn(Dot(100.0, truth=900.0))


def test_a_column_goes_from_zero_to_the_figure_either_way() -> None:
    up, down = drawn(Dot(150.0, bar_from=50.0))["column"][0], drawn(Dot(0.0, bar_from=50.0))["column"][0]
    assert (up.get("x"), up.get("width")) == ("25%", "50%")
    assert (down.get("x"), down.get("width")) == ("0%", "25%")


def test_a_grid_has_a_line_per_tick_and_one_where_nothing_differs() -> None:
    lines = xml_of(element("svg", None, grid(AXIS, 100.0)))
    assert [line.get("x1") for line in lines] == ["0%", "25%", "50%", "75%", "100%", "50%"]
    assert [line.get("class") for line in lines] == ["grid"] * 5 + ["reference"]
    assert len(xml_of(element("svg", None, grid(AXIS, 900.0)))) == 5


def test_a_margin_is_a_line_on_either_side_of_no_difference_where_the_axis_holds_it() -> None:
    lines = xml_of(element("svg", None, grid(AXIS, 100.0, 50.0)))
    assert [(line.get("class"), line.get("x1")) for line in lines][5:] == [
        ("margin", "25%"),
        ("margin", "75%"),
        ("reference", "50%"),
    ]
    (line,) = list(xml_of(element("svg", None, grid(AXIS, 100.0, 500.0))))[5:]
    assert line.get("class") == "reference"
