"""Parts that are right in themselves and do not fit: said with a way out; and what fits is never refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tables import BOUND, NONE, THREE, TWO, problems, starts, study
from tacit.answering.card import DECLINE, card_of
from tacit.errors import StudyInvalid
from tacit.scheme.odds import Odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study, Wishes

Changes = tuple[dict[str, Any], ...]

MANY = {"groups.labels": [f"group {number}" for number in range(65)]}
DIE = {"scheme.device": "die"}

CONFLICTS: list[tuple[dict[str, Any], str]] = [
    (
        {**BOUND, **NONE},
        "privacy.mean_within needs a question with a mean: a range, a scale or a choice of 2 options",
    ),
    (
        {**BOUND, **THREE},
        "privacy.mean_within needs a question with a mean: a range, a scale or a choice of 2 options",
    ),
    ({**BOUND, "scheme.levels": 3}, "privacy.mean_within needs two levels; take out levels = 3"),
    (
        {**NONE, "scheme.levels": 2},
        'scheme.levels is only for kind "range" or "scale"; take it out of a study of kind "none"',
    ),
    (
        {"question.kind": "scale", "question.high": 3, "scheme.levels": 5},
        "scheme.levels must be at most 4, the values of the scale; got 5",
    ),
    ({"scheme.levels": 4, "scheme.columns": 3}, "scheme.columns must be at least 4, the levels; got 3"),
    ({"scheme.levels": 4, "scheme.max_bits": 1}, "scheme.levels must be at most 2 with max_bits = 1; got 4"),
    ({"scheme.columns": 5}, "scheme.columns must be at most 4, one for each card; got 5"),
    (
        {**MANY, "scheme.columns": 4},
        "scheme.columns must be a prime number, as 2, 3, 5 or 7, with more than 64 groups; got 4",
    ),
    (
        {"scheme.levels": 4, "scheme.columns": 6},
        "scheme.columns must be a prime number, as 2, 3, 5 or 7, with more than two levels; got 6",
    ),
    ({"scheme.rows": "hashed", "scheme.columns": 4}, "scheme.columns must be prime for hashed rows; got 4"),
    ({"scheme.rows": "direct", "scheme.columns": 5}, "scheme.columns must be 4 for direct rows; got 5"),
    (
        {"scheme.rows": "dealt", "scheme.columns": 4},
        'scheme.columns must be below 4, the number of cards, with rows = "dealt"; got 4',
    ),
    ({"scheme.rows": "dealt", "scheme.levels": 3}, 'scheme.rows "dealt" is for at most 2 levels; got 3'),
    (
        {**MANY, "scheme.rows": "dealt"},
        'scheme.rows "dealt" is for at most 64 groups, pairs of group and option, and declining together; '
        'got 65 (leave it out, or use "hashed")',
    ),
    (
        {"scheme.rows": "direct", "scheme.max_bits": 1},
        'scheme.rows "direct" needs one column per card: 2 x 2 = 4, more than max_bits = 1 can say',
    ),
    (
        {
            "groups.labels": [f"{number}" for number in range(1000)],
            "scheme.rows": "direct",
            "scheme.levels": 1000,
        },
        'scheme.rows "direct" is for at most 999999 cards; got 1000 x 1000 = 1000000',
    ),
    (
        {
            **THREE,
            "groups.labels": [f"{number}" for number in range(40_000)],
        },
        "question.options must make at most 100000 pairs; got 40000 groups times 3 options",
    ),
    (DIE, 'scheme.device needs kind "none" or "choice": rounding a number would take a second die'),
    ({**TWO, **BOUND, **DIE}, "scheme.device cannot keep mean_within; take one of the two out"),
    (
        {**TWO, **DIE, "privacy.epsilon": "0.693"},
        "privacy.epsilon must be at least 0.694 (the logarithm of 2) for one die; got 0.693",
    ),
    (
        {**TWO, **DIE, "scheme.columns": 2},
        "scheme.columns must be 5 for one die at epsilon 1; got 2",
    ),
    (
        {**TWO, **DIE, "scheme.max_bits": 2},
        "scheme.max_bits must be at least 3 for the 5 columns of one die at epsilon 1; got 2",
    ),
    (
        {**TWO, **DIE, "groups.decline": True},
        "scheme.device cannot be one die where people may decline and there are 2 options: "
        "whoever declines would throw a coin, too; take one of the two out",
    ),
    (
        {**NONE, **DIE, "privacy.epsilon": "1.1"},
        "privacy.epsilon takes 4 columns of one die, not for any rows of 2 cards; got 1.1, "
        "take 0.694 (5 columns), 1.387 (3 columns) or 1.61 (2 columns)",
    ),
    (
        {**TWO, **DIE, "scheme.rows": "hashed", "privacy.epsilon": "1.2"},
        "privacy.epsilon takes 4 columns of one die, not for hashed rows of 4 cards; got 1.2, "
        "take 0.694 (5 columns), 1.387 (3 columns) or 1.61 (2 columns)",
    ),
    (
        {**THREE, **DIE, "scheme.rows": "direct"},
        "scheme.device is for at most 5 columns, not for direct rows of 6 cards; take rows out",
    ),
]


@pytest.mark.parametrize(("changes", "message"), CONFLICTS, ids=starts(CONFLICTS))
def test_a_conflict_is_said_once_with_a_way_out(changes: dict[str, Any], message: str) -> None:
    assert problems(changes) == [message]


FROZEN: list[tuple[Scheme, dict[str, Any], str]] = [
    (Scheme(Dealt(3, 2, 3), Odds(5, 2, 2)), {}, "scheme.items must be 2 for this study; got 3"),
    (Scheme(Direct(2, 1, 2), Odds(5, 2, 2)), {}, "scheme.levels must be 2 for this study; got 1"),
    (
        Scheme(Hashed(2, 2, 3), Odds(5, 2, 2)),
        {"scheme.rows": "dealt"},
        'scheme.rows must be "dealt" for this study; got "hashed"',
    ),
    (
        Scheme(Hashed(2, 2, 3), Odds(5, 2, 2)),
        {"scheme.columns": 2},
        "scheme.columns must be 2 for this study; got 3",
    ),
    (
        Scheme(Hashed(2, 2, 3), Odds(5, 2, 2)),
        {"scheme.max_bits": 1},
        "scheme.columns must fit into 1 bits; got 3",
    ),
    (
        Scheme(Hashed(2, 2, 5), Odds(5, 2, 2)),
        {**TWO, **DIE},
        "scheme.keep must make the weights of all columns add to 6 for one die; they add to 13",
    ),
    (
        Scheme(Hashed(2, 2, 3), Odds(3, 1, 1)),
        {},
        "scheme.keep breaks the promise: its odds are above e^epsilon, epsilon = 1; "
        "freeze the study file again",
    ),
    (
        Scheme(Dealt(2, 2, 3), Odds(5, 1, 2)),
        {"privacy.promise": "group"},
        "scheme.keep breaks the promise: its odds are above e^epsilon, epsilon = 1; "
        "freeze the study file again",
    ),
    (
        Scheme(Dealt(2, 2, 2), Odds(5, 1, 0)),
        {},
        "scheme.keep breaks the promise: its odds are above e^epsilon, epsilon = 1; "
        "freeze the study file again",
    ),
]


def frozen(scheme: Scheme, changes: dict[str, Any]) -> Study:
    """The study of these tables with a scheme that somebody fixed."""
    made = study(changes)
    return Study(
        made.title,
        made.owner,
        made.not_after,
        made.question,
        made.groups,
        made.privacy,
        made.collect,
        made.wishes,
        scheme,
    )


@pytest.mark.parametrize(("scheme", "changes", "message"), FROZEN, ids=starts(FROZEN))
def test_a_frozen_scheme_must_be_one_for_its_study(
    scheme: Scheme, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(StudyInvalid) as refusal:
        frozen(scheme, changes)
    assert [str(problem) for problem in refusal.value.problems] == [message]


def test_a_frozen_scheme_that_fits_is_taken_as_it_is() -> None:
    scheme = Scheme(Hashed(2, 2, 3), Odds(5, 2, 2))
    assert frozen(scheme, {}).scheme is scheme


def test_the_odds_that_are_a_hair_too_large_are_refused() -> None:
    plain = study({"privacy.epsilon": "2.5"})
    odds = pair_odds(plain.privacy.epsilon)
    above = Odds(odds.keep + 1, odds.other, odds.other)
    assert frozen(Scheme(Hashed(2, 2, 3), odds), {"privacy.epsilon": "2.5"}).scheme.odds == odds
    with pytest.raises(StudyInvalid, match="breaks the promise"):
        frozen(Scheme(Hashed(2, 2, 3), above), {"privacy.epsilon": "2.5"})


def wishes() -> Iterator[dict[str, Any]]:
    """Kinds, sizes, promises and every pair of wishes."""
    kinds: Changes = ({}, {"scheme.levels": 3}, {"scheme.levels": 7}, TWO, THREE, NONE)
    sizes: Changes = ({}, {"groups.labels": list("abcde"), "groups.decline": True}, MANY)
    promises: Changes = ({}, {"privacy.promise": "group"}, BOUND)
    rows = (None, "hashed", "dealt", "direct")
    for kind, size, promise, name, columns, bits in product(
        kinds, sizes, promises, rows, (None, 2, 3, 4, 7), (None, 1, 3)
    ):
        wished = {"scheme.rows": name, "scheme.columns": columns, "scheme.max_bits": bits}
        yield {**kind, **size, **promise, **{key: value for key, value in wished.items() if value}}


def test_whatever_is_wished_is_had_or_refused_with_a_sentence() -> None:
    """No combination ends in anything but a scheme within the wishes, or problems that name a field."""
    had = 0
    for changes in wishes():
        said = problems(changes)
        if said:
            assert all(message.startswith(("scheme", "privacy.")) for message in said)
            continue
        made = study(changes)
        scheme, wished = made.scheme, made.wishes
        had += 1
        assert wished.rows in (None, scheme.rows.name)
        assert wished.columns in (None, scheme.rows.columns)
        assert wished.max_bits is None or scheme.bits <= wished.max_bits
        assert scheme.rows.levels == made.needs.levels
    assert had > 700


def test_one_die_has_a_scheme_wherever_it_is_not_refused() -> None:
    seen = set()
    for kind, labels, epsilon, has_decline in product(
        (TWO, THREE, NONE), (2, 3, 5, 65), ("0.7", "1.1", "1.39", "1.7"), (False, True)
    ):
        size = {"groups.labels": [f"{number}" for number in range(labels)], "groups.decline": has_decline}
        changes = {**kind, **DIE, **size, "privacy.epsilon": epsilon}
        if not problems(changes):
            made = study(changes)
            scheme = made.scheme
            assert scheme.total == 6
            assert not (has_decline and card_of(made, DECLINE, None).run), "a level is drawn, too"
            seen.add(scheme.rows.columns)
    assert seen == {2, 3, 4, 5}


def test_wishes_that_are_made_are_published_and_others_left_out() -> None:
    assert Wishes().to_manifest() == {"ask": "mean"}
    assert Wishes(ask="sum", rows="dealt", columns=3).to_manifest() == {
        "ask": "sum",
        "rows": "dealt",
        "columns": 3,
    }
