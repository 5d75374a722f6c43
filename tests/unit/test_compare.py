"""The comparison: ours first, never above a rival of the same promise, and honest about what it asks."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import pytest

from tacit.comparison import rivals
from tacit.comparison.compare import FOR_SUMS, OURS, PER_BIT, Comparison, compare, curve_steps, curves
from tacit.scheme.choose import choose
from tacit.scheme.moments import total_variance
from tacit.scheme.needs import Needs
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


EPSILONS = [".1", ".25", ".5", "1", "1.25", "1.5", "1.75", "2", "2.25", "2.5", "3", "3.5", "4", "5", "6", "8"]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("promise", ["group and value", "group"])
def test_ours_is_never_worse_for_sums_than_a_rival_that_keeps_its_promise(promise: str, epsilon: str) -> None:
    """Every k from 2 to 64, at equal people; who promises more than ours must does not promise less."""
    for groups in range(2, 65):
        asked = Needs(groups, 2, Decimal(epsilon), promise=promise, ask="sum")  # type: ignore[arg-type]
        ours = total_variance(choose(asked))
        for rival in rivals.rivals(groups, math.exp(Decimal(epsilon)), levels=2):
            if rival.sums is not None and rival.promise in ("group and value", promise):
                # 1e-6: our odds are integers a little below e^epsilon, theirs are real numbers.
                assert rival.sums.total(groups) >= ours * (1 - 1e-6), (groups, rival.name)


@pytest.mark.parametrize("epsilon", EPSILONS[::3])
def test_at_a_thousand_groups_ours_is_no_worse_either(epsilon: str) -> None:
    asked = Needs(1000, 2, Decimal(epsilon), ask="sum")
    ours = total_variance(choose(asked))
    for rival in rivals.rivals(1000, math.exp(Decimal(epsilon)), levels=2):
        if rival.sums is not None and rival.promise == "group and value":
            assert rival.sums.total(1000) >= ours * (1 - 1e-6), rival.name


def test_a_rival_that_were_a_tenth_better_would_be_seen() -> None:
    """The test above has power: several rivals are within a tenth of ours somewhere."""
    ours = total_variance(choose(Needs(64, 2, Decimal("2.5"), ask="sum")))
    near = rivals.key_value_unary(64, math.exp(2.5)).sums
    assert near is not None
    assert ours < near.total(64) < 1.1 * ours


def test_ours_is_the_first_row_and_the_measure() -> None:
    first = compare(study_at("2")).rows[0]
    assert first.scheme == OURS
    assert (first.people_for_sums, first.bits_for_sums) == (1, 1)


def test_with_more_levels_all_are_compared_for_values_all_over_the_range() -> None:
    at_ends, even = compare(study_at("1")), compare(study_at("4"))
    assert (at_ends.values, even.values) == ("ends", "even")
    assert even.rows[0].about.endswith("4 levels")
    theirs = next(row for row in even.rows if row.scheme == "RG held to both").sum_variance
    rounded = rivals.randomized_response_on_pairs(4, math.exp(4)).sums
    assert rounded is not None
    assert theirs is not None
    assert theirs == pytest.approx(rounded.total(4) + 2 / 3)  # the mean square of the values is 1/3, not 1
    assert even.at_ends > even.optimum
    assert compare(study_at("4", text=STUDY.replace("[scheme]", "[scheme]\nlevels = 2"))).values == "ends"


def named(comparison: Comparison) -> dict[str, dict[str, object]]:
    return {row.scheme: row.to_json() for row in comparison.rows}


def test_people_and_bits_are_ratios_to_ours() -> None:
    found = compare(study_at("1"))
    ours = found.rows[0]
    assert ours.sum_variance is not None
    for row in found.rows:
        if row.sum_variance is not None and row.people_for_sums is not None:
            assert row.people_for_sums == pytest.approx(row.sum_variance / ours.sum_variance)
            assert row.bits_for_sums == pytest.approx(row.people_for_sums * row.bits / ours.bits)


def test_who_asks_for_means_sees_what_sums_alone_would_cost() -> None:
    found = named(compare(study_at("0.5", text=STUDY.replace('ask = "sum"', 'ask = "mean"'))))
    for_sums = found[FOR_SUMS]["people_for_sums"]
    assert isinstance(for_sums, float)
    assert for_sums < 0.8
    assert found[FOR_SUMS]["people_for_counts"] is None


def test_ours_is_shown_once_where_another_wish_changes_nothing() -> None:
    assert [row.scheme for row in compare(study_at("0.5")).rows][:2] == [OURS, "Q&A (the paper)"]
    names = [row.scheme for row in compare(study_at("2", groups=40)).rows]
    assert FOR_SUMS not in names
    assert PER_BIT in names


def test_few_bits_in_all_are_never_more_than_with_q_and_a() -> None:
    for epsilon in ("0.5", "1", "2", "3"):
        found = named(compare(study_at(epsilon, groups=10)))
        fewest = found.get(PER_BIT, found[OURS])["bits_for_sums"]
        by_query = found["Q&A (the paper)"]["bits_for_sums"]
        assert isinstance(fewest, float)
        assert isinstance(by_query, float)
        assert fewest <= by_query * (1 + 1e-6)


def test_every_scheme_says_what_it_is_in_a_name_that_fits() -> None:
    for text in (STUDY, STUDY.replace('kind = "range"\nlow = 0\nhigh = 10', 'kind = "none"')):
        for row in compare(study_at("2", text=text)).rows:
            assert len(row.scheme) <= 25
            assert row.about
            assert "{" not in row.about


def test_people_without_values_are_compared_by_counts() -> None:
    text = STUDY.replace('kind = "range"\nlow = 0\nhigh = 10', 'kind = "none"')
    comparison = compare(study_at("2", text=text))
    assert not comparison.has_values
    assert {row.sum_variance for row in comparison.rows} == {None}
    constant = named(comparison)["Q&A of +1 (the paper)"]["people_for_counts"]
    assert isinstance(constant, float)
    assert constant > 2


@pytest.mark.parametrize(
    ("kind", "among"),
    [
        ('kind = "none"', "4 groups"),
        ('kind = "choice"\noptions = ["x", "y", "z"]', "12 cells of group and option"),
        ('kind = "choice"\noptions = ["x", "y"]', "4 groups"),
    ],
)
def test_what_is_told_apart_is_said(kind: str, among: str) -> None:
    text = STUDY.replace('kind = "range"\nlow = 0\nhigh = 10', kind)
    assert compare(study_at("2", text=text)).among == among


def test_declining_is_one_more_group() -> None:
    text = STUDY.replace('labels = ["a", "b", "c", "d"]', 'labels = ["a", "b", "c", "d"]\ndecline = true')
    assert compare(study_at("2", text=text)).among == "5 groups (declining is one)"


def test_a_promise_of_the_group_alone_is_measured_by_its_own_limit() -> None:
    text = STUDY.replace("epsilon = 1", 'epsilon = 1\npromise = "group"')
    found = compare(study_at("3", text=text.replace('ask = "sum"', 'ask = "sum"\nlevels = 2')))
    first = found.rows[0]
    assert first.promise == found.promise == "group"
    assert first.sum_variance == pytest.approx(found.optimum, rel=1e-5)
    assert named(found)["RG (the paper)"]["people_for_sums"] == pytest.approx(1, rel=1e-5)


def test_json_has_a_row_for_every_scheme() -> None:
    document = compare(study_at("1")).to_json()
    assert isinstance(document["schemes"], list)
    assert len(document["schemes"]) >= 8
    assert set(document) == {"study", "items", "epsilon", "values", "optimum", "schemes"}
    measures = {f"{what}_for_{of}" for what in ("people", "bits") for of in ("sums", "counts")}
    wanted = {"scheme", "about", "promise", "bits", "sum_variance", "count_variance", *measures}
    assert set(document["schemes"][0]) == wanted


def test_curves_are_multiples_of_the_best_possible_and_nobody_passes_below_it() -> None:
    steps: list[int] = []
    found = curves(study_at("1.3"), advance=steps.append)
    assert sum(steps) == curve_steps(study_at("1.3"))
    assert found[0].scheme == OURS
    grid = sorted({*(step / 4 for step in range(1, 25)), 1.3})
    for curve in found:
        assert [point.epsilon for point in curve.points] == grid
        if curve.scheme != "RG (the paper)":
            assert min(point.people for point in curve.points) >= 1 - 1e-6, curve.scheme
    ours = {point.epsilon: point for point in found[0].points}
    comparison = compare(study_at("1.3"))
    assert comparison.rows[0].sum_variance == pytest.approx(ours[1.3].people * comparison.optimum)
    assert comparison.rows[0].bits == ours[1.3].bits


def test_a_curve_that_is_ours_again_is_not_drawn_twice() -> None:
    names = [curve.scheme for curve in curves(study_at("1"))]
    assert FOR_SUMS not in names  # the study asks for sums
    assert len(names) == len(set(names))
