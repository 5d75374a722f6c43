"""The comparison: ours first, never above a rival of the same promise, and honest about what it asks."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tacit.comparison.compare import BEST, OURS, compare, curves
from tacit.study.file import parse_toml
from tacit.study.study import Study

STUDY = """
title = "Satisfaction"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
text = "How satisfied are you?"
kind = "range"
low = 0
high = 10
[groups]
text = "Which team?"
labels = ["a", "b", "c", "d"]
[privacy]
epsilon = 1
[scheme]
ask = "sum"
"""


def study_at(epsilon: str, groups: int = 4, text: str = STUDY) -> Study:
    study = parse_toml(text.encode())
    labels = tuple(f"group {number}" for number in range(groups))
    return replace(
        study,
        privacy=replace(study.privacy, epsilon=Decimal(epsilon)),
        groups=replace(study.groups, labels=labels),
    )


@pytest.mark.parametrize("epsilon", ["0.1", "0.5", "1", "1.5", "2", "3", "5", "8"])
@pytest.mark.parametrize("groups", [2, 3, 5, 10, 40, 100])
def test_nobody_needs_fewer_people_for_sums_under_the_same_promise(groups: int, epsilon: str) -> None:
    comparison = compare(study_at(epsilon, groups))
    for row in comparison.rows[1:]:
        if row.promise == "group and value" and row.people_for_sums is not None:
            # 1e-6: our odds are integers a little below e^epsilon, theirs are real numbers.
            assert row.people_for_sums >= 1 - 1e-6, row


def test_ours_is_the_first_row_and_the_measure() -> None:
    first = compare(study_at("2")).rows[0]
    assert first.scheme == OURS
    assert (first.people_for_sums, first.bits_for_sums) == (1, 1)


def test_who_asks_for_means_sees_what_sums_alone_would_cost() -> None:
    comparison = compare(study_at("0.5", text=STUDY.replace('ask = "sum"', 'ask = "mean"')))
    for_sums = comparison.rows[1]
    assert "sums alone" in for_sums.scheme
    assert for_sums.people_for_sums is not None
    assert for_sums.people_for_sums < 0.8
    assert for_sums.people_for_counts is None


def test_people_without_values_are_compared_by_counts() -> None:
    text = STUDY.replace('kind = "range"\nlow = 0\nhigh = 10', 'kind = "none"')
    comparison = compare(study_at("2", text=text))
    assert not comparison.has_values
    assert {row.sum_variance for row in comparison.rows} == {None}
    constant = next(row for row in comparison.rows if row.scheme.startswith("Q&A"))
    assert constant.people_for_counts is not None
    assert constant.people_for_counts > 2


def test_json_has_a_row_for_every_scheme() -> None:
    document = compare(study_at("1")).to_json()
    assert isinstance(document["schemes"], list)
    assert len(document["schemes"]) >= 8
    assert set(document) == {"study", "items", "epsilon", "optimum", "schemes"}


def test_curves_start_with_the_best_possible_and_nobody_passes_below_it() -> None:
    found = {curve.scheme: {at: cost for at, cost, _ in curve.points} for curve in curves(study_at("1"))}
    best = found.pop(BEST)
    for name, points in found.items():
        if "group alone" not in name:
            assert all(cost >= best[at] * (1 - 1e-6) for at, cost in points.items()), name
