"""Every rule of a part of a study, broken once: the message names field, rule and value, and only that."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest

from tables import CHOICE, GONE, NONE, THREE, TWO, problems, starts

KINDS = (
    '"range" (any number between two ends), "scale" (whole steps), "choice" (options) '
    'or "none" (only the group)'
)
NAN, INFINITY, HALF = Decimal("NaN"), Decimal("Infinity"), Decimal("0.5")

TOP: list[tuple[dict[str, Any], str]] = [
    ({"title": GONE}, "title is missing; write what people will see above the question"),
    ({"title": " "}, "title must not be empty"),
    ({"title": 7}, "title must be text in quotes; got the number 7"),
    ({"title": True}, "title must be text in quotes; got true"),
    ({"title": ["a"]}, "title must be text in quotes; got a list"),
    ({"title": "x" * 201}, "title must have at most 200 characters; got 201"),
    ({"title": "a\nb"}, r'title must not hold a line break; got "a\nb"'),
    ({"title": "a\x1bb"}, r'title must not hold the control character U+001B; got "a\u001bb"'),
    ({"title": "\u202eabc"}, r'title must not hold the invisible character U+202E; got "\u202eabc"'),
    ({"title": "\ud800"}, r'title must not hold half a surrogate pair; got "\ud800"'),
    ({"title": "\u200b\u200d"}, r'title must hold something that can be seen; got "\u200b\u200d"'),
    ({"owner": GONE}, "owner is missing; give an e-mail address for questions"),
    ({"owner": "nobody"}, 'owner must be an e-mail address as in "name@example.org"; got "nobody"'),
    ({"owner": "a@b"}, 'owner must be an e-mail address as in "name@example.org"; got "a@b"'),
    ({"owner": "A <a@b.org>"}, 'owner must be an e-mail address as in "name@example.org"; got "A <a@b.org>"'),
    ({"owner": 3}, "owner must be text in quotes; got the number 3"),
    ({"not_after": GONE}, "not_after is missing; give the last day of the study, as in 2027-01-31"),
    ({"not_after": "2030-02-30"}, 'not_after must be a day of the calendar; got "2030-02-30"'),
    ({"not_after": "soon"}, 'not_after must be a day as in 2027-01-31; got "soon"'),
    ({"not_after": 20300131}, "not_after must be a day as in 2027-01-31; got 20300131"),
    (
        {"not_after": datetime.datetime(2030, 1, 31, 12)},
        "not_after must be a day without a time; got 2030-01-31 12:00:00",
    ),
    ({"not_after": datetime.time(1)}, "not_after must be a day as in 2027-01-31; got 01:00:00"),
]

QUESTION: list[tuple[dict[str, Any], str]] = [
    ({"question": GONE}, "question is missing; add a table [question]"),
    ({"question": "How?"}, "question must be a table: put [question] on a line, its keys below it"),
    (
        {"question": [{}]},
        "question must be a table: put [question] on a line, in single brackets, its keys below it",
    ),
    ({"question.text": GONE}, "question.text is missing; write what people are asked"),
    ({"question.text": ""}, "question.text must not be empty"),
    ({"question.text": "x" * 2001}, "question.text must have at most 2000 characters; got 2001"),
    ({"question.kind": GONE}, f"question.kind is missing; it must be {KINDS}"),
    ({"question.kind": "rnage"}, f'question.kind must be {KINDS}; got "rnage"; did you mean "range"?'),
    ({"question.kind": "Range"}, f'question.kind must be {KINDS}; got "Range"; did you mean "range"?'),
    ({"question.kind": 3}, f"question.kind must be {KINDS}; got 3"),
    ({"question.low": GONE}, 'question.low is missing; kind "range" needs low and high, two numbers'),
    ({"question.high": GONE}, 'question.high is missing; kind "range" needs low and high, two numbers'),
    ({"question.low": "zero"}, 'question.low must be a number; got the text "zero"'),
    ({"question.low": "5 %"}, 'question.low must be a number; got the text "5 %"; write 25% as 0.25'),
    ({"question.low": NAN}, "question.low must be a finite number; got nan"),
    ({"question.low": -INFINITY}, "question.low must be a finite number; got infinity"),
    ({"question.low": 0.5}, 'question.low must be exact: write "0.5" in quotes, or a Decimal; got a float'),
    ({"question.low": True}, "question.low must be a number; got true"),
    ({"question.low": []}, "question.low must be a number; got a list"),
    ({"question.high": 0}, "question.high must be above low; got 0 for both"),
    ({"question.high": -1}, "question.high must be above low (0); got -1"),
    (
        {"question.high": Decimal("1e16")},
        "question.high must need at most 15 digits together with low; round the ends",
    ),
    (
        {"question.low": Decimal("0.00000001"), "question.high": 10**8},
        "question.high must need at most 15 digits together with low; round the ends",
    ),
    (
        {"question.high": Decimal("1e31")},
        "question.high must have at most 30 digits before and after the point; got 1E+31",
    ),
    (
        {"question.kind": "scale", "question.high": Decimal("2.5")},
        'question.high must be whole on a scale; got 2.5 (kind "range" takes fractions)',
    ),
    (CHOICE, 'question.options is missing; kind "choice" needs at least 2, as in ["yes", "no"]'),
    ({**CHOICE, "question.options": ["a"]}, "question.options must name at least 2 options; got 1"),
    (
        {**CHOICE, "question.options": ["a", "A"]},
        'question.options[1] repeats options[0] ("a") but for case or spelling; got "A"',
    ),
    ({**CHOICE, "question.options": ["a", "b", "a"]}, 'question.options[2] repeats options[0]; got "a"'),
    (
        {**CHOICE, "question.options": "yes or no"},
        'question.options must be a list of texts in square brackets; got the text "yes or no"',
    ),
    (
        {**CHOICE, "question.options": ["a", 2]},
        "question.options[1] must be text in quotes; got the number 2",
    ),
    (
        {"question.options": ["a", "b"]},
        'question.options is only for kind "choice"; take it out, or change kind "range"',
    ),
    (
        {**NONE, "question.options": ["a", "b"]},
        'question.options is only for kind "choice"; take it out, or change kind "none"',
    ),
    (
        {**TWO, "question.low": 0},
        'question.low is only for kind "range" or "scale"; take it out, or change kind "choice"',
    ),
]

GROUPS: list[tuple[dict[str, Any], str]] = [
    ({"groups": GONE}, "groups is missing; add a table [groups]"),
    (
        {"groups.text": GONE},
        'groups.text is missing; write what people are asked, as in "Which describes you?"',
    ),
    (
        {"groups.labels": GONE},
        'groups.labels is missing; name at least 2 groups, as in ["diabetic", "not diabetic"], '
        "or cross two lists",
    ),
    ({"groups.labels": ["a"]}, "groups.labels must name at least 2 groups; got 1"),
    (
        {"groups.labels": "a"},
        'groups.labels must be a list of texts in square brackets; got the text "a"',
    ),
    ({"groups.labels": ["a", "b", "a"]}, 'groups.labels[2] repeats labels[0]; got "a"'),
    (
        {"groups.labels": ["a", "A "]},
        'groups.labels[1] repeats labels[0] ("a") but for case or spelling; got "A"',
    ),
    (
        {"groups.labels": ["ﬁ", "fi"]},
        'groups.labels[1] repeats labels[0] ("ﬁ") but for case or spelling; got "fi"',
    ),
    ({"groups.labels": ["é", "e\u0301"]}, 'groups.labels[1] repeats labels[0]; got "é"'),
    ({"groups.labels": ["a", ""]}, "groups.labels[1] must not be empty"),
    ({"groups.labels": ["a", "x" * 201]}, "groups.labels[1] must have at most 200 characters; got 201"),
    ({"groups.labels": ["a", 1]}, "groups.labels[1] must be text in quotes; got the number 1"),
    (
        {"groups.labels": list(map(str, range(100_001)))},
        "groups.labels must name at most 100000 groups; got 100001",
    ),
    (
        {"groups.labels": [f"{number:0100}" for number in range(50_000)]},
        "groups.labels must make at most 4194304 characters of labels; got 5000000",
    ),
    ({"groups.decline": "yes"}, 'groups.decline must be true or false, without quotes; got the text "yes"'),
    ({"groups.decline": 1}, "groups.decline must be true or false, without quotes; got the number 1"),
    (
        {"groups.decline": True, "groups.labels": ["a", "i would rather NOT say"]},
        'groups.labels must not hold "I would rather not say": decline = true adds it',
    ),
    (
        {"groups.cross": {"age": ["<40", "40+"]}, "groups.labels": GONE},
        "groups.cross must cross at least 2 lists; got 1 (for one list write labels = [...])",
    ),
    (
        {"groups.cross": {}, "groups.labels": GONE},
        "groups.cross must cross at least 2 lists; got 0 (for one list write labels = [...])",
    ),
    (
        {"groups.cross": {"age": ["<40", "40+"], "sex": ["f"]}, "groups.labels": GONE},
        "groups.cross.sex must name at least 2 labels; got 1",
    ),
    (
        {"groups.cross": {"age": ["<40", "40+"], "Age": ["f", "m"]}, "groups.labels": GONE},
        'groups.cross[1] repeats cross[0] ("age") but for case or spelling; got "Age"',
    ),
    (
        {"groups.cross": {"age": ["<40", "40+"], "sex": ["f", "m"]}},
        "groups.labels must be left out beside [groups.cross], which makes the labels itself",
    ),
    (
        {"groups.cross": ["a"], "groups.labels": GONE},
        'groups.cross must be a table of lists, as in age = ["<40", "40+"]; got a list',
    ),
    (
        {"groups.cross": {"a": ["x / y", "x"], "b": ["z", "y / z"]}, "groups.labels": GONE},
        'groups.cross makes one label twice; avoid " / " inside labels',
    ),
    (
        {"groups.cross": {axis: list(map(str, range(400))) for axis in "ab"}, "groups.labels": GONE},
        "groups.cross must make at most 100000 groups; got 160000",
    ),
    (
        {"groups.shares": [HALF, Decimal("0.6")]},
        "groups.shares must add to exactly 1; these add to 1.1, 0.1 too much",
    ),
    (
        {"groups.shares": [HALF, Decimal("0.4999")]},
        "groups.shares must add to exactly 1; these add to 0.9999, 0.0001 too little",
    ),
    (
        {"groups.shares": [11, 89]},
        "groups.shares must add to exactly 1; these add to 100; write 25% as 0.25",
    ),
    ({"groups.shares": [HALF]}, "groups.shares must have one share per group: 2; got 1"),
    ({"groups.shares": [0, 1]}, "groups.shares[0] must be above 0; got 0 (leave an empty group out)"),
    (
        {"groups.shares": [-HALF, Decimal("1.5")]},
        "groups.shares[0] must be above 0; got -0.5 (leave an empty group out)",
    ),
    ({"groups.shares": [HALF, NAN]}, "groups.shares[1] must be a finite number; got nan"),
    (
        {"groups.shares": "half"},
        'groups.shares must be a list of numbers in square brackets; got the text "half"',
    ),
    (
        {"groups.shares": [HALF, HALF], "groups.decline": True},
        'groups.shares must be shares of those who do not decline; if they are, add shares_of = "answered"',
    ),
    ({"groups.shares_of": "answered"}, "groups.shares_of needs shares beside it; got none"),
    (
        {"groups.shares": [HALF, HALF], "groups.shares_of": "some"},
        'groups.shares_of must be "all" or "answered"; got "some"',
    ),
]

PRIVACY: list[tuple[dict[str, Any], str]] = [
    ({"privacy": GONE}, "privacy is missing; add a table [privacy]"),
    ({"privacy.epsilon": GONE}, "privacy.epsilon is missing; 1 is a usual start, smaller hides more"),
    (
        {"privacy.epsilon": 0},
        "privacy.epsilon must be above 0; got 0 (1 is a usual start, smaller hides more)",
    ),
    (
        {"privacy.epsilon": Decimal("-1.0")},
        "privacy.epsilon must be above 0; got -1 (1 is a usual start, smaller hides more)",
    ),
    (
        {"privacy.epsilon": Decimal("0.00099")},
        "privacy.epsilon must lie within 0.001..20; got 0.00099, at which no number of people is enough",
    ),
    (
        {"privacy.epsilon": Decimal("20.0001")},
        "privacy.epsilon must lie within 0.001..20; got 20.0001, which would hide nothing",
    ),
    ({"privacy.epsilon": NAN}, "privacy.epsilon must be a finite number; got nan"),
    ({"privacy.epsilon": INFINITY}, "privacy.epsilon must be a finite number; got infinity"),
    ({"privacy.epsilon": "one"}, 'privacy.epsilon must be a number; got the text "one"'),
    (
        {"privacy.epsilon": 1.1},
        'privacy.epsilon must be exact: write "1.1" in quotes, or a Decimal; got a float',
    ),
    ({"privacy.promise": "Group"}, 'privacy.promise must be "group and value" or "group"; got "Group"'),
    ({"privacy.promise": 1}, 'privacy.promise must be "group and value" or "group"; got 1'),
    (
        {"privacy.mean_within": HALF},
        'privacy.mean_within is only for promise = "group"; take it out, or change the promise',
    ),
    (
        {"privacy.promise": "group", "privacy.mean_within": 0},
        "privacy.mean_within must be above 0 and at most 1, in half-ranges; got 0",
    ),
    (
        {"privacy.promise": "group", "privacy.mean_within": Decimal("1.01")},
        "privacy.mean_within must be above 0 and at most 1, in half-ranges; got 1.01",
    ),
    (
        {"privacy.promise": "group", "privacy.mean_within": "near"},
        'privacy.mean_within must be a number; got the text "near"',
    ),
]

COLLECT: list[tuple[dict[str, Any], str]] = [
    (
        {"collect.tickets": "blnd"},
        'collect.tickets must be "blind", "open" or "named"; got "blnd"; did you mean "blind"?',
    ),
    ({"collect.people": 0}, "collect.people must lie within 1..10000000000; got 0"),
    ({"collect.people": Decimal("1.5")}, "collect.people must be a whole number; got the number 1.5"),
    (
        {"collect.people": "5,000"},
        'collect.people must be a whole number; got the text "5,000"; write 5000',
    ),
    (
        {"collect.people": Decimal("5000.0")},
        "collect.people must be a whole number; got the number 5000.0; write 5000",
    ),
    ({"collect.batch": 0}, "collect.batch must lie within 1..1000; got 0"),
    ({"collect.batch": 1001}, "collect.batch must lie within 1..1000; got 1001"),
    ({"collect.batch": True}, "collect.batch must be a whole number; got true"),
    (
        {"collect.embed": "https://a.org"},
        'collect.embed must be a list of web addresses in square brackets; got the text "https://a.org"',
    ),
    *(
        (
            {"collect.embed": [origin]},
            f'collect.embed[0] must be as in "https://survey.example.org", with no path; got "{origin}"',
        )
        for origin in ("https://a.org/x", "http://a.org", "https://A.org", "https://a.org:0", "a.org", "*")
    ),
    ({"collect.embed": ["https://a.org"] * 2}, "collect.embed must not name an origin twice"),
    (
        {"collect.publish_answers": "no"},
        'collect.publish_answers must be true or false, without quotes; got the text "no"',
    ),
]

SCHEME: list[tuple[dict[str, Any], str]] = [
    ({"scheme": 3}, "scheme must be a table: put [scheme] on a line, its keys below it"),
    ({"scheme.ask": "total"}, 'scheme.ask must be "mean" or "sum"; got "total"'),
    ({"scheme.max_bits": 0}, "scheme.max_bits must lie within 1..20; got 0"),
    ({"scheme.max_bits": 21}, "scheme.max_bits must lie within 1..20; got 21"),
    (
        {"scheme.rows": "hash"},
        'scheme.rows must be "hashed", "dealt" or "direct"; got "hash"; did you mean "hashed"?',
    ),
    ({"scheme.columns": 1}, "scheme.columns must lie within 2..999999; got 1"),
    ({"scheme.columns": 10**6}, "scheme.columns must lie within 2..999999; got 1000000"),
    (
        {"scheme.columns": 5, "scheme.max_bits": 2},
        "scheme.columns must be at most 4 with max_bits = 2; got 5",
    ),
    ({"scheme.levels": 1}, "scheme.levels must lie within 2..1000; got 1"),
    ({"scheme.levels": 1001}, "scheme.levels must lie within 2..1000; got 1001"),
    ({"scheme.device": "coin"}, 'scheme.device must be "die"; got "coin"'),
]

RULES = [*TOP, *QUESTION, *GROUPS, *PRIVACY, *COLLECT, *SCHEME]


@pytest.mark.parametrize(("changes", "message"), RULES, ids=starts(RULES))
def test_a_broken_rule_is_said_once_and_exactly(changes: dict[str, Any], message: str) -> None:
    assert problems(changes) == [message]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"not_after": "2030-01-31"},
        {"title": "  Réactions — 反応 \U0001f489 "},
        {"question.text": "One line\nand another"},
        {"question.high": Decimal("0.0000000000000001")},
        {"question.low": "-0.5", "question.high": "1e3"},
        {"question.kind": "scale"},
        {**TWO, "groups.decline": True},
        THREE,
        NONE,
        {**NONE, "question.text": ""},
        {"groups.labels": ["a", "b", "ab", "a b"]},
        {"groups.shares": ["0.11", "0.89"]},
        {"groups.shares": [Decimal("0.1")] * 10, "groups.labels": list("abcdefghij")},
        {"groups.shares": [HALF, HALF], "groups.decline": True, "groups.shares_of": "answered"},
        {"privacy.epsilon": Decimal("0.001")},
        {"privacy.epsilon": 20},
        {"privacy.promise": "group", "privacy.mean_within": 1},
        {"collect.embed": ["https://a.org", "https://b.org:8443", "http://localhost:8000", "http://[::1]"]},
        {"collect.people": 10**10, "collect.batch": 1000},
    ],
    ids=repr,
)
def test_what_breaks_no_rule_is_a_study(changes: dict[str, Any]) -> None:
    assert problems(changes) == []
