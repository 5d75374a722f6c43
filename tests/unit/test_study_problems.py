"""All that is wrong with a study is said at once, as somebody reads the file; unknown keys with a way out."""

from __future__ import annotations

import datetime
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tables import BOUND, CHOICE, CROSS, GONE, TWO, problems, starts
from tacit.study.tables import PARTS, TOP, keys_of

KEYS: list[tuple[dict[str, Any], str]] = [
    ({"groups.lables": ["x"]}, "groups.lables is not a key of [groups]; did you mean `labels`?"),
    ({"scheme.colums": 3}, "scheme.colums is not a key of [scheme]; did you mean `columns`?"),
    ({"scheme.Columns": 3}, "scheme.Columns is not a key of [scheme]; did you mean `columns`?"),
    ({"collect.publish": True}, "collect.publish is not a key of [collect]; did you mean `publish_answers`?"),
    ({"question.labels": ["x"]}, "question.labels is not a key of [question]; it belongs in [groups]"),
    ({"question.epsilon": 1}, "question.epsilon is not a key of [question]; it belongs in [privacy]"),
    (
        {"question.title": "x"},
        "question.title is not a key of [question]; move it to the top of the file, above the first [table]",
    ),
    (
        {"question.zzz": 1},
        "question.zzz is not a key of [question]; its keys are text, kind, low, high and options",
    ),
    (
        {"privacy.a b": 1},
        'privacy."a b" is not a key of [privacy]; its keys are epsilon, promise and mean_within',
    ),
    ({"tittle": "x"}, "tittle is not a key of a study file; did you mean `title`?"),
    ({"epsilon": 1}, "epsilon is not a key at the top of the file; it belongs in [privacy]"),
    ({"zzz": 1}, "zzz is not a key of a study file; at the top are title, owner and not_after"),
    ({"schem": {}}, "schem is not a table of a study file; did you mean `scheme`?"),
    ({"Question": {}}, "Question is not a table of a study file; did you mean `question`?"),
    (
        {"zzz": {}},
        "zzz is not a table of a study file; "
        "the tables are [question], [groups], [privacy], [collect], [scheme] and [analysis]",
    ),
    # What only a manifest has is not a study file's to say.
    ({"tacit": 1}, "tacit is not a key of a study file; did you mean `title`?"),
    ({"keys": []}, "keys is not a key of a study file; at the top are title, owner and not_after"),
    ({"tickets": "open"}, "tickets is not a key at the top of the file; it belongs in [collect]"),
]


@pytest.mark.parametrize(("changes", "message"), KEYS, ids=starts(KEYS))
def test_an_unknown_key_is_named_with_what_was_meant(changes: dict[str, Any], message: str) -> None:
    assert problems(changes) == [message]


def test_everything_wrong_is_said_at_once_in_the_order_of_the_file() -> None:
    wrong = {
        "nonsense": 1,
        "owner": "nobody",
        "not_after": GONE,
        "question.kind": "rnage",
        "question.low": "zero",
        "groups.labels": ["a", "a"],
        "groups.shares": [1, 1],
        "groups.declin": True,
        "privacy.epsilon": -1,
        "privacy.promise": "all",
        "collect.batch": 0,
        "scheme.ask": "median",
        "scheme.max_bits": 99,
    }
    assert [problem.split()[0] for problem in problems(wrong)] == [
        "nonsense",
        "owner",
        "not_after",
        "question.kind",
        "question.low",
        "groups.declin",
        "groups.labels[1]",
        "groups.shares",
        "privacy.epsilon",
        "privacy.promise",
        "collect.batch",
        "scheme.ask",
        "scheme.max_bits",
    ]


def test_a_conflict_is_said_beside_what_is_wrong_elsewhere() -> None:
    wrong = {"title": GONE, "scheme.columns": 9, "collect.batch": 0}
    assert problems(wrong) == [
        "title is missing; write what people will see above the question",
        "collect.batch must lie within 1..1000; got 0",
        "scheme.columns must be at most 4, one for each card; got 9",
    ]


def test_an_empty_file_lacks_everything_that_a_study_must_have() -> None:
    nothing = dict.fromkeys(("title", "owner", "not_after", "question", "groups", "privacy"), GONE)
    assert [problem.partition(";")[0] for problem in problems(nothing)] == [
        f"{name} is missing" for name in nothing
    ]


def test_of_many_problems_of_one_list_the_first_ten_are_named() -> None:
    said = problems({"groups.labels": ["a"] * 30})
    assert len(said) == 11
    assert said[9] == 'groups.labels[10] repeats labels[0]; got "a"'
    assert said[10] == "groups.labels has 19 more problems like these"


def test_of_eleven_all_are_named() -> None:
    """Saying `one more problem` takes as much room as the problem."""
    assert problems({"groups.labels": ["a"] * 12})[-1] == 'groups.labels[11] repeats labels[0]; got "a"'


def test_two_problems_of_one_field_are_two_lines() -> None:
    said = problems({**CHOICE, "question.options": ["a", "", "a"]})
    assert said == [
        "question.options[1] must not be empty",
        'question.options[2] repeats options[0]; got "a"',
    ]


def test_a_message_never_holds_what_a_terminal_would_obey_nor_pages_of_it() -> None:
    for value in ("\x1b[2J", "\u202e", "x" * 10**6, "\n" * 1000):
        for changes in ({"question.kind": value}, {"privacy.epsilon": value}, {value: 1}, {"owner": value}):
            for message in problems(changes):
                assert message.isprintable()
                assert len(message) < 300


PATHS = [*TOP, *PARTS, *(f"{table}.{key}" for table in PARTS for key in keys_of(table))]
STRANGE: list[Any] = [
    None,
    True,
    0,
    -1,
    10**40,
    Decimal("0.1"),
    Decimal("NaN"),
    Decimal("1e-400"),
    0.5,
    "",
    "\x00",
    "1e5",
    [],
    [[]],
    [None],
    [{}],
    [1, "a", True],
    {},
    {"a": 1},
    {"a": ["x", "y"], "b": {}},
    {"": [""]},
    date(2030, 1, 1),
    datetime.time(1),
    datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC),
]


@pytest.mark.parametrize("path", PATHS)
def test_a_strange_value_anywhere_is_refused_in_words_or_taken(path: str) -> None:
    """Nothing but Refused, whatever TOML can hold, in studies of every sort."""
    for strange in STRANGE:
        for base in ({}, TWO, CROSS, BOUND):
            said = problems({**base, path: strange})
            assert all(message.isprintable() and len(message) < 400 for message in said)
