"""What people wrote never runs in a spreadsheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.files.formulas import defused, is_formula, undefused
from tacit.reporting.flat import cell_of

RISKY = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "   +x", "＝1", "＋1", "－1", "＠x"]
HARMLESS = ["a=1", "diabetic", "<40", "40+", "2-3", "x@y", "'=1", "", " x", "1"]


@pytest.mark.parametrize("text", RISKY)
def test_a_formula_is_marked(text: str) -> None:
    assert defused(text) == f"'{text}"
    assert cell_of(text).startswith("'")


@pytest.mark.parametrize("text", HARMLESS)
def test_any_other_text_is_left_alone(text: str) -> None:
    assert defused(text) == text


@given(st.text())
def test_the_mark_is_taken_off_again(text: str) -> None:
    assert undefused(defused(text), {text}) == text


def test_a_mark_that_was_there_before_stays() -> None:
    assert undefused("'=1", {"'=1"}) == "'=1"
    assert undefused("'tis", ()) == "'tis"


@given(st.text())
def test_no_cell_of_text_starts_as_a_formula_does(text: str) -> None:
    assert not is_formula(cell_of(text))
    assert cell_of(text).lstrip(" ")[:1] not in set("=+-@\t\r\n")


@pytest.mark.parametrize(
    ("value", "cell"), [(None, ""), (True, "true"), (False, "false"), (-1.5, "-1.5"), (0.1, "0.1"), (3, "3")]
)
def test_numbers_and_flags_are_themselves(value: float | bool | None, cell: str) -> None:
    assert cell_of(value) == cell
