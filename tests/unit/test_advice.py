"""Advice: what is allowed and perhaps not meant, said once, and nothing said of what is well chosen."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tables import BOUND, NONE, starts, study
from tacit.study.advice import advice

TODAY = date(2029, 6, 1)
GOOD: dict[str, Any] = {"groups.decline": True, "collect.people": 5000}

ADVICE: list[tuple[dict[str, Any], str]] = [
    (
        {"owner": "me@Example.org"},
        'owner is an example, "me@Example.org": nobody can ask you anything there',
    ),
    (
        {"not_after": date(2029, 5, 31)},
        "not_after lies in the past (2029-05-31): nobody can answer any more",
    ),
    (
        {"groups.decline": False},
        "groups.decline is not offered: whoever would rather not say must stay away or give a wrong answer",
    ),
    (
        {"groups.shares": ["0.009", "0.991"], "groups.shares_of": "answered"},
        'groups.shares[0] is very small (0.009): next to nothing will be learnt about "a"',
    ),
    (
        {"privacy.epsilon": "3.5"},
        "privacy.epsilon hides little at 3.5: one answer may move the odds by 33.12 to 1, "
        "and a careful device refuses it",
    ),
    (
        {"privacy.epsilon": "0.09"},
        "privacy.epsilon is very small (0.09): it takes a huge number of people",
    ),
    (
        BOUND,
        "privacy.mean_within is for answers that are collected offline: "
        "devices refuse it, since it trusts a bound that can be wrong",
    ),
    (
        {"collect.tickets": "open"},
        'collect.tickets are "open": nothing keeps anybody from answering more than once',
    ),
    (
        NONE,
        'collect.tickets "blind" hides whose answer is whose, so outcomes cannot be linked: '
        'that takes "named"',
    ),
    (
        {"collect.publish_answers": True},
        "collect.publish_answers is on: everybody can download what each ticket answered; "
        "the odds are then all that protects",
    ),
]


def said(changes: dict[str, Any]) -> list[str]:
    return [str(problem) for problem in advice(study({**GOOD, **changes}), today=TODAY)]


@pytest.mark.parametrize(("changes", "message"), ADVICE, ids=starts(ADVICE))
def test_what_deserves_a_second_look_is_said_once(changes: dict[str, Any], message: str) -> None:
    assert said(changes) == [message]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"not_after": TODAY},
        {"collect.people": 400},
        {"privacy.epsilon": 3},
        {"privacy.epsilon": "0.1"},
        {"owner": "me@example.org.uk"},
        {**NONE, "collect.tickets": "named"},
        {"groups.shares": ["0.01", "0.99"], "groups.shares_of": "answered"},
    ],
    ids=repr,
)
def test_what_is_well_chosen_is_left_alone(changes: dict[str, Any]) -> None:
    assert said(changes) == []


def test_of_many_small_shares_three_are_named() -> None:
    shares = ["0.001"] * 5 + ["0.995"]
    labels = [f"group {number}" for number in range(6)]
    found = said({"groups.shares": shares, "groups.labels": labels, "groups.shares_of": "answered"})
    assert len(found) == 4
    assert found[-1] == "groups.shares has 2 more such small shares"


def test_all_advice_comes_in_the_order_of_the_file() -> None:
    everything = {
        "owner": "me@example.com",
        "not_after": date(2020, 1, 1),
        "groups.decline": False,
        "privacy.epsilon": 5,
        "collect.tickets": "open",
        "collect.publish_answers": True,
    }
    assert [message.split()[0] for message in said(everything)] == [
        "owner",
        "not_after",
        "groups.decline",
        "privacy.epsilon",
        "collect.tickets",
        "collect.publish_answers",
    ]
