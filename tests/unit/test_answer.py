"""What `tacit.answer` takes and what it refuses, in words; and that it keeps nothing."""

from __future__ import annotations

import gc
import weakref
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import tacit
from asking import asked
from proofs.answers import Stream
from tacit.answering.answer import check_query
from tacit.answering.card import DECLINE, card_of
from tacit.answering.sampler import MOST_VALUES, own_values, sampler_of
from tacit.errors import Refused
from tacit.study.study import Study

RANGE = asked(groups=("diabetic", "not diabetic", "café"), ends=(-5, 10), decline=True)
SCALE = asked("scale", ends=(1, 5))
CHOICE = asked("choice", options=("yes", "no", "not sure"))
GROUP_ONLY = asked("none")
MANY = asked("choice", groups=("a", "b"), options=[f"option {number}" for number in range(12)])


def nothing_is_drawn(size: int) -> bytes:
    raise AssertionError(f"{size} bytes were drawn before everything was checked")


def refusal(study: Study, query: object = 0, **person: object) -> str:
    with pytest.raises(Refused) as refused:
        tacit.answer(study, query, read=nothing_is_drawn, **{"group": "a", **person})  # type: ignore[arg-type]
    return str(refused.value)


@pytest.mark.parametrize(
    ("study", "person", "words"),
    [
        (RANGE, {"group": "diabetik"}, 'group must be "diabetic", "not diabetic", "café" or "I would rather'),
        (RANGE, {"group": "diabetik"}, 'got "diabetik"; did you mean "diabetic"?'),
        (RANGE, {"group": 3, "value": 1}, "group must be the label of a group; got 3"),
        (RANGE, {"group": ["diabetic"], "value": 1}, "group must be the label of a group; got a list"),
        (RANGE, {"group": "diabetic"}, "value is missing; it must be a number within -5..10"),
        (RANGE, {"group": "diabetic", "value": 10.001}, "value must lie within -5..10; got 10.001"),
        (RANGE, {"group": "diabetic", "value": -6}, "value must lie within -5..10; got -6"),
        (RANGE, {"group": "diabetic", "value": True}, "value must be a number of at most 30 digits"),
        (RANGE, {"group": "diabetic", "value": float("nan")}, "value must be a number"),
        (RANGE, {"group": "diabetic", "value": float("inf")}, "value must be a number"),
        (RANGE, {"group": "diabetic", "value": "seven"}, "value must be a number of at most 30 digits"),
        (RANGE, {"group": "diabetic", "value": 10**4000}, "got a huge number"),
        (RANGE, {"group": "diabetic", "value": 1j}, "value must be a number"),
        (RANGE, {"group": "diabetic", "value": [7]}, "value must be a number"),
        (RANGE, {"group": DECLINE, "value": 7}, "value must be left out when declining; got 7"),
        (SCALE, {"group": DECLINE}, "group must be given: this study does not offer to decline"),
        (SCALE, {"value": 2.5}, "value must be a whole step of the scale 1..5; got 2.5"),
        (CHOICE, {"value": "maybe"}, 'value must be "yes", "no" or "not sure"; got "maybe"'),
        (CHOICE, {"value": "not shure"}, 'did you mean "not sure"?'),
        (CHOICE, {"value": 1}, 'value must be "yes", "no" or "not sure"; got 1'),
        (CHOICE, {}, 'value is missing; must be "yes", "no" or "not sure"'),
        (MANY, {"value": "x"}, '"option 7" or 4 more; got "x"'),
        (GROUP_ONLY, {"value": 1}, "value must be left out: this study asks for the group only; got 1"),
    ],
)
def test_what_the_study_does_not_ask_is_refused_before_anything_is_drawn(
    study: Study, person: dict[str, object], words: str
) -> None:
    assert words in refusal(study, **person)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (-1, "query must lie within 0..2 for this study; got -1"),
        (3, "query must lie within 0..2 for this study; got 3"),
        (True, "query must be a whole number; got true"),
        ("0", 'query must be a whole number; got "0"'),
        (0.0, "query must be a whole number; got 0.0"),
        (None, "query must be a whole number; got None"),
    ],
)
def test_a_query_that_the_study_does_not_have_is_refused(query: object, words: str) -> None:
    study = asked(rows="hashed", columns=3, ask="sum")
    assert study.scheme.queries == 3
    assert refusal(study, query, value=1) == words


SEVEN = [7, 7.0, "7", " 7 ", Decimal("7.00"), Fraction(7), np.int64(7), np.float64(7), np.float32(7)]


@pytest.mark.parametrize("value", SEVEN, ids=repr)
def test_a_number_may_be_given_in_any_form(value: object) -> None:
    sent = [
        tacit.answer(RANGE, query, group="diabetic", value=given, read=Stream(bytes(range(64))))  # type: ignore[arg-type]
        for query in range(RANGE.scheme.queries)
        for given in (7, value)
    ]
    assert sent[::2] == sent[1::2]


def test_a_float_counts_as_the_shortest_decimal_that_spells_it() -> None:
    assert card_of(RANGE, "diabetic", 0.1) == card_of(RANGE, "diabetic", Decimal("0.1"))
    assert card_of(RANGE, "diabetic", 0.1)[2:] == (17, 50)
    assert card_of(RANGE, "diabetic", np.float32(0.1)) == card_of(RANGE, "diabetic", "0.1")


def test_a_label_is_known_however_its_accents_are_typed() -> None:
    composed, apart = card_of(RANGE, "café", 1), card_of(RANGE, " cafe\u0301 ", 1)
    assert composed == apart


def test_declining_is_chosen_by_name_or_by_its_sentence() -> None:
    assert card_of(RANGE, DECLINE, None) == card_of(RANGE, RANGE.group_names[-1], None)
    sent = tacit.answer(RANGE, 0, group=tacit.DECLINE, read=Stream(bytes(16)))
    assert sent == tacit.answer(RANGE, 0, group=RANGE.group_names[-1], read=Stream(bytes(16)))


def test_an_answer_holds_a_query_and_a_column_and_nothing_else() -> None:
    sent = tacit.answer(RANGE, 3, group="diabetic", value=7)
    assert sent._fields == ("query", "column")
    assert sent == (3, sent.column)
    assert type(sent.column) is int


def test_a_query_may_be_any_whole_number_of_any_type() -> None:
    sent = tacit.answer(RANGE, np.uint16(3), group="diabetic", value=7)  # type: ignore[arg-type]
    assert type(sent.query) is int
    assert check_query(RANGE, np.int8(3)) == 3


def test_tables_hold_what_the_study_itself_names() -> None:
    assert [*own_values(RANGE)] == [*range(-5, 11)]
    assert own_values(CHOICE) == CHOICE.question.options
    assert own_values(GROUP_ONLY) == (None,)
    assert len([*own_values(asked(ends=(1, MOST_VALUES)))]) == MOST_VALUES
    assert [*own_values(asked(ends=(0, MOST_VALUES)))] == []


def test_a_sampler_is_made_once_and_goes_with_its_study() -> None:
    study = asked(title="Soon forgotten")
    sampler = sampler_of(study)
    assert sampler_of(study) is sampler
    assert sampler_of(asked(title="Soon forgotten")) is not sampler
    gone = weakref.ref(study)
    del study
    gc.collect()
    assert gone() is None
    assert [*filter(lambda kept: kept is sampler, gc.get_referrers(sampler))] == []


def test_nothing_that_a_person_gives_is_kept() -> None:
    study, label, value = asked(groups=("a", "b")), "".join(("a", " ")), Decimal("7.25")
    tacit.answer(study, 0, group=label, value=value)
    gc.collect()
    holders = [each for each in gc.get_referrers(value) if isinstance(each, dict | list | tuple | set)]
    assert [each for each in holders if each is not locals()] == []
