"""One form for each text and number; messages that show a value printable and short."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.study.spelling import (
    MOST_DIGITS,
    did_you_mean,
    exact_number,
    exact_sum,
    fold,
    join,
    nearest,
    normal,
    plain,
    printable,
    show,
    spell,
    spells_number,
)


@pytest.mark.parametrize(
    ("given_value", "text"),
    [
        (0, "0"),
        ("-0", "0"),
        (Decimal("-0.00"), "0"),
        (Decimal("1.50"), "1.5"),
        ("1e3", "1000"),
        ("1.5E-3", "0.0015"),
        (" +7 ", "7"),
        ("007.10", "7.1"),
        (Decimal("1e29"), "1" + "0" * 29),
        (Decimal("1e-30"), "0." + "0" * 29 + "1"),
        (10**MOST_DIGITS - 1, "9" * MOST_DIGITS),
    ],
)
def test_a_number_has_one_text(given_value: object, text: str) -> None:
    number = exact_number(given_value)
    assert number is not None
    assert plain(number) == text


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        1.0,
        "",
        "one",
        "1,5",
        ".5",
        "5.",
        "0x10",
        "1e1000",
        "\u0661",  # an Arabic one is a digit, and not of ours
        "1_000",
        "nan",
        Decimal("sNaN"),
        Decimal("Infinity"),
        10**MOST_DIGITS,
        Decimal("1e30"),
        Decimal("1e-31"),
        Decimal("1." + "1" * MOST_DIGITS),
        [1],
        Fraction(1, 2),
    ],
    ids=repr,
)
def test_what_is_no_exact_short_number_is_none(value: object) -> None:
    assert exact_number(value) is None


@given(st.decimals(-(10**20), 10**20, places=9))
def test_a_number_is_never_changed(number: Decimal) -> None:
    found = exact_number(number)
    assert found == number
    assert found is not None
    assert exact_number(plain(found)) == found
    assert plain(found) == plain(exact_number(str(number)) or Decimal(0))


@given(st.lists(st.decimals(0, 1, places=25), max_size=20))
def test_sums_are_exact_where_decimals_would_round(numbers: list[Decimal]) -> None:
    assert exact_sum(numbers) == sum(map(Fraction, numbers))


def test_a_sum_that_rounds_to_one_is_not_one() -> None:
    numbers = [Decimal("0.3333333333333333333333333333333333")] * 3
    assert exact_sum(numbers) != 1


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (7, "7"),
        (Decimal("0.50"), "0.50"),
        ("a", '"a"'),
        ('a"b', '"a\\"b"'),
        ("é", '"é"'),
        ("\x1b[2J", '"\\u001b[2J"'),
        ("\u202e", '"\\u202e"'),
        ("x" * 99, '"' + "x" * 58 + "…"),
        (10**60, "a huge number"),
        ([1], "a list"),
        ((1,), "a list"),
        ({}, "a table"),
        (None, "None"),
    ],
)
def test_a_value_is_shown_as_a_file_spells_it(value: object, shown: str) -> None:
    assert show(value) == shown


@given(st.text())
def test_what_is_printed_obeys_nobody(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) <= 60
    assert show(text).isprintable()
    assert spell(text).isprintable()


@pytest.mark.parametrize(
    ("key", "spelled"),
    [
        ("labels", "labels"),
        ("max-bits", "max-bits"),
        ("a b", '"a b"'),
        ("é", '"é"'),
        ("", '""'),
        ("1a", '"1a"'),
    ],
)
def test_a_key_is_spelled_bare_where_it_may_be(key: str, spelled: str) -> None:
    assert spell(key) == spelled


@given(st.text())
def test_the_normal_form_is_its_own(text: str) -> None:
    assert normal(normal(text)) == normal(text)
    assert normal(unicodedata.normalize("NFD", text)) == normal(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A", "a"),
        (" a", "a"),
        ("ﬁ", "fi"),
        ("Ａ", "a"),
        ("a\u200bb", "ab"),
        ("STRASSE", "straße"),
        ("é", "e\u0301"),
    ],
)
def test_what_looks_alike_folds_to_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("a b", "ab"), ("é", "e"), ("<40", "40"), ("1", "l")])
def test_what_looks_different_does_not(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_what_was_probably_meant() -> None:
    known = ("labels", "decline", "shares")
    assert nearest("lables", known) == "labels"
    assert nearest("DECLINE", known) == "decline"
    assert nearest("zebra", known) is None
    assert did_you_mean("share", known) == '; did you mean "shares"?'
    assert did_you_mean("zebra", known) == ""


def test_a_long_guess_is_answered_quickly_and_shortly() -> None:
    assert nearest("x" * 10**6, ("labels",)) is None


@pytest.mark.parametrize(
    ("names", "joined"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_names_are_joined_as_people_say_them(names: list[str], joined: str) -> None:
    assert join(names, "or") == joined


@pytest.mark.parametrize(
    ("text", "spells"), [("1", True), ("-2.5", True), ("1e3", True), ("1 %", False), ("", False)]
)
def test_what_spells_a_number(text: str, spells: bool) -> None:
    assert spells_number(text) is spells
