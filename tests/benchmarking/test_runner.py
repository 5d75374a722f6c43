"""What was measured says whether it keeps its promise, and is kept as JSON and Markdown; cases take turns."""

from __future__ import annotations

import json

import pytest

from tacit.benchmarking.folds import naive_fold, one_by_one
from tacit.benchmarking.inputs import scheme_for, uniform_answers
from tacit.benchmarking.parts import PARTS, versions
from tacit.benchmarking.report import number, to_json, to_markdown
from tacit.benchmarking.runner import Effort, Measured, Table, best_rates, best_seconds
from tacit.tallying.decode import decode
from tacit.tallying.tally import fold

FOUND: list[Measured | Table] = [
    Measured("quick", 2.0, at_least=1.0),
    Measured("slow", 2.0, "s", at_most=1.0),
    Measured("as it is", 12345.6, "MB"),
    Table("Rows", ("scheme", "bits", "error"), (("tacit", 2, None), ("other", 34, 0.12345)), "A note."),
]


@pytest.mark.parametrize(
    ("measured", "is_met", "promise"),
    [
        (Measured("", 1.0, at_least=1.0), True, "at least 1"),
        (Measured("", 0.9, at_least=1.0), False, "at least 1"),
        (Measured("", 1500.0, at_most=1500.0), True, "at most 1,500"),
        (Measured("", 1501.0, at_most=1500.0), False, "at most 1,500"),
        (Measured("", 1.0), None, ""),
    ],
)
def test_a_promise_has_a_side(measured: Measured, is_met: bool | None, promise: str) -> None:
    assert measured.is_met is is_met
    assert measured.promise == promise


def test_cases_take_turns_after_one_call_each() -> None:
    calls: list[str] = []
    seconds = best_seconds({name: lambda name=name: calls.append(name) for name in "ab"}, 3)  # type: ignore[misc]
    assert calls == ["a", "b"] * 4
    assert set(seconds) == {"a", "b"}
    rates = best_rates({"a": (lambda: None, 10.0)}, 1)
    assert rates["a"] > 0


def test_json_holds_all_of_it() -> None:
    document = to_json({"fold": FOUND}, {"python": "3"}, Effort(2, 1000))
    assert json.loads(json.dumps(document)) == document
    part = document["parts"]["fold"]  # type: ignore[index]
    assert [each["is_met"] for each in part["measured"]] == [True, False, None]
    assert part["tables"][0]["rows"][1] == {"scheme": "other", "bits": 34, "error": 0.12345}
    assert document["effort"] == {"rounds": 2, "answers": 1000, "is_full": False}


def test_markdown_is_a_table_that_names_what_was_missed() -> None:
    lines = to_markdown({"fold": FOUND}, {"python": "3", "numpy": "2"}).splitlines()
    assert "python 3, numpy 2" in lines
    assert "| quick | 2 x | at least 1 | met |" in lines
    assert "| slow | 2 s | at most 1 | **missed** |" in lines
    assert "| as it is | 12,346 MB |  |  |" in lines
    assert "| other | 34 | 0.123 |" in lines


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234567, "1,234,567"), (0.000123456, "0.000123"), (99.96, "100"), (None, "-"), ("a", "a")],
)
def test_numbers_show_three_digits_that_matter(value: object, text: str) -> None:
    assert number(value) == text


def test_every_part_has_its_function() -> None:
    for name, part in PARTS.items():
        assert part.about, name
        if part.is_installed:
            assert iter(part.run(Effort(1, 1000))), name


def test_what_is_compared_is_the_same() -> None:
    scheme = scheme_for(20, "1")
    queries, columns = uniform_answers(scheme, 200)
    tally = fold(scheme, queries, columns)
    assert one_by_one(scheme, queries, columns) == tally
    is_value = queries < scheme.rows.pool
    hits = naive_fold(scheme, queries[is_value], columns[is_value])
    assert (decode(scheme, tally).value == hits).all()


def test_versions_name_what_was_measured_with() -> None:
    assert {"python", "system", "machine", "processors", "tacit", "numpy", "pyarrow"} <= set(versions())
