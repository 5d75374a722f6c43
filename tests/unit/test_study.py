"""The study as an object: its groups, its cards, what it needs of a scheme, what it publishes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tables import BOUND, CROSS, NONE, THREE, TWO, study
from tacit.errors import Refused, StudyInvalid
from tacit.study.groups import DECLINED
from tacit.study.study import Collect, Groups, Key, Privacy, Question, Study, Wishes
from tacit.study.units import Units, is_two_valued, units_of


def test_texts_are_held_stripped_and_in_one_form() -> None:
    made = study({"title": "  Re\u0301action ", "groups.labels": [" e\u0301 ", "b"], "owner": " a@b.org "})
    assert (made.title, made.owner, made.groups.labels) == ("R\u00e9action", "a@b.org", ("\u00e9", "b"))


def test_lists_become_tuples_and_a_study_cannot_be_changed() -> None:
    made = study({**THREE, "groups.shares": ["0.5", "0.5"], "collect.embed": ["https://a.org"]})
    parts = (made.question.options, made.groups.labels, made.groups.shares, made.collect.embed)
    assert all(isinstance(part, tuple) for part in parts)
    with pytest.raises(FrozenInstanceError):
        made.title = "Another"  # type: ignore[misc]
    assert made == study({**THREE, "groups.shares": ["0.5", "0.5"], "collect.embed": ["https://a.org"]})


def test_crossed_groups_are_the_product_in_the_order_of_the_file() -> None:
    groups = study(CROSS).groups
    assert groups.labels == ("<40 / north", "<40 / south", "40+ / north", "40+ / south")
    assert groups.cross == (("age", ("<40", "40+")), ("region", ("north", "south")))
    assert Groups(groups.text, groups.labels, groups.cross) == groups


@pytest.mark.parametrize(
    ("changes", "items", "levels", "row_levels"),
    [
        ({}, 2, 2, 2),
        ({"groups.decline": True}, 3, 2, 2),
        ({"scheme.levels": 5}, 2, 5, 5),
        ({"question.kind": "scale"}, 2, 2, 2),
        (TWO, 2, 2, 2),
        ({**TWO, "groups.decline": True}, 3, 2, 2),
        (THREE, 6, 3, 1),
        ({**THREE, "groups.decline": True}, 7, 3, 1),
        (NONE, 2, 1, 1),
        ({**NONE, "groups.decline": True}, 3, 1, 1),
        (CROSS, 4, 2, 2),
    ],
)
def test_items_and_levels_are_those_of_the_scheme_s_page(
    changes: dict[str, Any], items: int, levels: int, row_levels: int
) -> None:
    made = study(changes)
    assert (made.needs.items, made.levels, made.needs.levels) == (items, levels, row_levels)
    assert (made.scheme.rows.items, made.scheme.rows.levels) == (items, row_levels)


@pytest.mark.parametrize("changes", [{}, {"scheme.levels": 4}, TWO, THREE, NONE, CROSS])
@pytest.mark.parametrize("decline", [False, True])
def test_every_group_and_level_has_a_card_of_its_own(changes: dict[str, Any], decline: bool) -> None:
    made = study({**changes, "groups.decline": decline})
    groups, rows = len(made.groups.labels), made.scheme.rows
    cards = {made.card(group, level) for group in range(groups) for level in range(made.levels)}
    assert len(cards) == groups * made.levels
    declined = {made.card(groups, level) for level in range(made.levels)} if decline else set()
    assert not cards & declined
    assert {item for item, _ in cards | declined} == set(range(rows.items))
    assert {level for _, level in cards | declined} == set(range(rows.levels))


@pytest.mark.parametrize(
    ("group", "level", "said"),
    [
        (2, 0, r"^group must lie within 0\.\.1; got 2$"),
        (-1, 0, r"^group must lie within 0\.\.1; got -1$"),
        (0, 2, r"^level must lie within 0\.\.1; got 2$"),
        (0, -1, r"^level must lie within 0\.\.1; got -1$"),
    ],
)
def test_a_card_that_is_not_there_is_refused(group: int, level: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        study().card(group, level)


def test_a_group_is_found_by_its_label_and_declining_last() -> None:
    made = study({"groups.labels": ["caf\u00e9", "b"], "groups.decline": True})
    assert made.group_names == ("caf\u00e9", "b", DECLINED)
    assert [made.group_index(name) for name in ("caf\u00e9", " cafe\u0301 ", "b", DECLINED)] == [0, 0, 1, 2]
    assert made.declined == 2
    assert study().declined is None


def test_an_unknown_group_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match=r'^group must be "a" or "b"; got "zebra"$'):
        study().group_index("zebra")
    many = study({"groups.labels": [f"group {number}" for number in range(12)]})
    with pytest.raises(Refused, match="4 more") as refusal:
        many.group_index("Group 11")
    assert str(refusal.value).endswith('"group 7" or 4 more; got "Group 11"; did you mean "group 11"?')


def test_the_scheme_needs_what_the_study_promises_and_wishes() -> None:
    needs = study({**BOUND, "scheme.ask": "sum", "scheme.max_bits": 2, "scheme.rows": "hashed"}).needs
    assert (needs.epsilon, needs.mean_within) == (Decimal(1), Decimal("0.5"))
    assert needs.promise == "group"
    assert (needs.ask, needs.max_bits, needs.rows, needs.columns, needs.device) == (
        "sum",
        2,
        "hashed",
        None,
        None,
    )


def test_with_known_shares_no_counts_are_needed() -> None:
    assert study({"groups.shares": ["0.5", "0.5"]}).needs.ask == "sum"
    assert study().needs.ask == "mean"


def test_with_known_shares_beside_declining_those_who_declined_must_be_counted() -> None:
    known = {"groups.shares": ["0.5", "0.5"], "groups.decline": True, "groups.shares_of": "answered"}
    assert study(known).needs.ask == "mean"


def test_any_change_to_what_people_are_told_changes_the_id() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"title": "Reaction"},
        {"owner": "other@clinic.org"},
        {"not_after": date(2030, 2, 1)},
        {"question.text": "How  strong?"},
        {"question.high": 11},
        {"groups.labels": ["b", "a"]},
        {"groups.decline": True},
        {"privacy.epsilon": "1.0000000001"},
        {"privacy.promise": "group"},
        {"collect.tickets": "open"},
        {"collect.people": 10},
        {"scheme.ask": "sum"},
    ]
    assert len({study(change).id for change in changes}) == len(changes)


def test_a_study_made_in_python_is_checked_like_a_file() -> None:
    parts: dict[str, Any] = {
        "question": Question("How?", "range", Decimal(0), Decimal(1)),
        "groups": Groups("Which?", ("a", "b")),
        "privacy": Privacy(Decimal(1)),
    }
    assert Study("T", "a@b.org", date(2030, 1, 1), **parts).collect == Collect()
    with pytest.raises(StudyInvalid) as refusal:
        Study("", "a@b.org", date(2030, 1, 1), **{**parts, "groups": "a, b"}, collect={}, wishes=None)  # type: ignore[arg-type]
    assert [str(problem) for problem in refusal.value.problems] == [
        "title must not be empty",
        "groups is missing; add a table [groups]",
        "collect must be a Collect; got a table",
        "scheme must be Wishes; got None",
    ]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: Privacy(1.0),  # type: ignore[arg-type]
            r"^privacy.epsilon must be exact: write \"1.0\" in quotes, or a Decimal; got a float$",
        ),
        (lambda: Question("", "range", Decimal(0), Decimal(1)), r"^question.text must not be empty$"),
        (lambda: Groups("?", ()), r"^groups.labels is missing"),
        (lambda: Collect(batch=0), r"^collect.batch must lie within 1..1000; got 0$"),
        (lambda: Wishes(columns=1), r"^scheme.columns must lie within"),
        (lambda: Key("AAAA"), r"^keys.n must be 256 bytes as base64url; got \"AAAA\"$"),
    ],
)
def test_every_part_refuses_by_itself(make: Any, said: str) -> None:  # noqa: ANN401
    with pytest.raises(StudyInvalid, match=said):
        make()


def test_a_study_whose_epsilon_changes_has_another_scheme() -> None:
    made = study()
    other = replace(made, privacy=Privacy(Decimal(2)))
    assert made.scheme.odds.keep < other.scheme.odds.keep


@pytest.mark.parametrize(
    ("changes", "units", "two_valued"),
    [
        ({"question.low": "-0.5", "question.high": 2}, Units(0.75, 1.25), False),
        ({"question.kind": "scale", "question.low": 4, "question.high": 5}, Units(4.5, 0.5), True),
        ({"question.kind": "scale", "question.high": 2}, Units(1, 1), False),
        (TWO, Units(0.5, 0.5), True),
        (THREE, None, False),
        (NONE, None, False),
    ],
)
def test_units_of_a_question(changes: dict[str, Any], units: Units | None, two_valued: bool) -> None:
    question = study(changes).question
    assert units_of(question) == units
    assert is_two_valued(question) is two_valued
    if units and question.low is not None and question.high is not None:
        assert (units.low, units.high) == (float(question.low), float(question.high))
