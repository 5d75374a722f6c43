"""What is compared when groups stand side by side, which comparisons hold together, and how it is said."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import tacit
from asking import asked
from reported import STUDIES, estimated
from tacit.errors import Refused
from tacit.estimation.comparison import GroupComparison
from tacit.estimation.pages import comparison_blocks, comparison_notes
from tacit.estimation.result import Estimate

HISTOGRAM = estimated("histogram")
RANGE = estimated("range")
OPTIONS = [option.option for option in HISTOGRAM.groups[0].options]


def words_of(found: list[GroupComparison]) -> str:
    return " ".join(comparison_notes(found, 0.95))


def test_of_many_options_every_one_is_compared_and_never_the_sizes_of_groups() -> None:
    found = HISTOGRAM.differences([("a", "b")])
    assert [(str(each.what.figure), each.what.option) for each in found] == [
        ("share", option) for option in OPTIONS
    ]
    for each, first, second in zip(found, *(group.options for group in HISTOGRAM.groups), strict=True):
        shares = first.share.estimate, second.share.estimate
        assert None not in shares
        assert each.difference.estimate == pytest.approx(shares[0] - shares[1], abs=0.02)


def test_sizes_are_compared_where_they_are_asked_for() -> None:
    (found,) = HISTOGRAM.differences([("a", "b")], "count")
    counts = [group.count.estimate for group in HISTOGRAM.groups if group.count]
    assert found.difference.estimate == pytest.approx((counts[0] or 0) - (counts[1] or 0))


def test_one_difference_of_many_options_needs_the_name_of_one() -> None:
    with pytest.raises(Refused, match=r"option must be named \(x, \+y or z\), or figure=\"count\""):
        HISTOGRAM.difference("a", "b")
    assert HISTOGRAM.difference("a", "b", option="z").what.option == "z"
    with pytest.raises(Refused, match="option must be one of x, \\+y or z; got q"):
        HISTOGRAM.difference("a", "b", option="q")


@pytest.mark.parametrize(
    ("name", "figure", "told"),
    [
        ("range", None, ["mean"]),
        ("sum", None, ["sum of (value - 5)"]),
        ("none", None, ["share"]),
        ("two options", None, ['share of "yes"']),
        ("histogram", None, ['share of "x"', 'share of "+y"', 'share of "z"']),
        ("histogram", "count", ["count"]),
        ("range", "sum", ["sum"]),
    ],
)
def test_what_is_compared_unless_it_is_said(name: str, figure: str | None, told: list[str]) -> None:
    found = estimated(name)
    pair = (found.groups[0].group, found.groups[1].group)
    compared = found.differences([pair], figure)  # type: ignore[arg-type]
    assert [str(each.what) for each in compared] == told


@pytest.mark.parametrize(
    ("name", "figure", "allowed"),
    [
        ("sum", "mean", "sum"),
        ("none", "mean", "count or share"),
        ("histogram", "sum", "count or share"),
        ("range", "median", "count, share, sum or mean"),
    ],
)
def test_a_figure_that_answers_do_not_tell_is_refused_with_those_that_they_do(
    name: str, figure: str, allowed: str
) -> None:
    found = estimated(name)
    pair = (found.groups[0].group, found.groups[1].group)
    with pytest.raises(Refused) as refused:
        found.differences([pair], figure)  # type: ignore[arg-type]
    assert str(refused.value) == f"figure must be {allowed} here; got {figure}"


def test_all_pairs_of_all_options_hold_together() -> None:
    found = estimated("two options").differences()
    assert {each.comparisons for each in found} == {3}
    three = asked("choice", options=("x", "y", "z"), groups=("a", "b", "c"), epsilon="3")
    table = {"query": np.zeros(3000, dtype=int), "column": np.arange(3000) % three.scheme.rows.columns}
    estimate = tacit.estimate(three, tacit.tally(three, table["query"], table["column"]))
    every = estimate.differences()
    assert len(every) == 9
    assert {each.comparisons for each in every} == {9}
    assert {each.comparisons for each in estimate.differences(option="x")} == {3}
    assert {each.comparisons for each in estimate.differences(simultaneous=False)} == {1}


def test_where_a_share_is_known_only_the_population_is_compared() -> None:
    """These people's mean over a size that they need not have would be nobody's."""
    found = estimated("known").differences(simultaneous=False)[0]
    assert found.difference.people is None
    assert found.ratio.people is None
    assert found.compared.people is None
    assert found.difference.population.low is not None
    assert "these people" not in str(found)
    assert estimated("known").differences(figure="count")[0].difference.people is not None


def test_sums_about_a_middle_have_no_ratio() -> None:
    found = estimated("sum")
    blocks = list(comparison_blocks(found.differences()))
    assert [block.title for block in blocks] == ["difference of sum of (value - 5)"]
    (first, *_) = found.differences()
    assert first.to_json()["about"] == 5


class TestMargin:
    def compared(self, margin: float, estimate: Estimate = RANGE) -> GroupComparison:
        first, second = (group.group for group in estimate.groups[:2])
        return estimate.difference(first, second, margin=margin)

    def test_a_verdict_is_in_the_table_and_follows_from_the_interval_beside_it(self) -> None:
        for margin in (0.05, 0.4, 0.8, 1.6, 9.0):
            found = self.compared(margin)
            block = list(comparison_blocks([found]))[1]
            assert block.title == f"mean: less than {margin:g} apart, by 90% intervals"
            (row,) = block.rows
            ends = row.figure.population
            assert ends.low is not None
            assert ends.high is not None
            is_within = -margin < ends.low and ends.high < margin
            assert row.verdict == ("equivalent" if is_within else "not shown")
            assert found.is_equivalent == is_within
        assert {self.compared(margin).verdict for margin in (0.05, 9.0)} == {"equivalent", "not shown"}

    def test_the_same_holds_of_several_that_hold_together(self) -> None:
        pairs = list(combinations([group.group for group in estimated("known").groups], 2))
        for margin in (0.3, 1.0, 2.0, 5.0):
            for found in estimated("known").differences(pairs, margin=margin):
                ends = found.deciding.population
                assert ends.low is not None
                assert ends.high is not None
                assert found.is_equivalent == (-margin < ends.low and ends.high < margin)

    def test_a_group_that_may_be_empty_has_no_verdict(self) -> None:
        study = asked(groups=("a", "b"), epsilon="0.5")
        found = self.compared(1.0, tacit.estimate(study, tacit.tally(study, [0] * 5, [0] * 5)))
        assert found.verdict == "not resolved"

    def test_of_shares_it_is_said_in_points(self) -> None:
        found = estimated("two options").differences(margin=0.05)
        assert list(comparison_blocks(found))[1].title == (
            'share of "yes": less than 5 points apart, by 90% intervals all at once'
        )

    def test_it_is_drawn_on_both_sides_of_no_difference(self) -> None:
        (_, small, _) = comparison_blocks([self.compared(0.4)])
        assert (small.reference, small.margin) == (0.0, 0.4)


class TestNotes:
    def test_adjusted_p_values_are_announced(self) -> None:
        told = words_of(estimated("two options").differences())
        assert "The 3 intervals of a figure hold all at once, at 95%, and its p-values are adjusted" in told
        assert "(Sidak)" in told

    def test_single_ones_are_not(self) -> None:
        told = words_of([RANGE.difference("diabetic", "not diabetic")])
        assert told.startswith("p is the chance of so large a difference")
        assert "Sidak" not in told
        assert "Equivalent" not in told

    def test_equivalence_is_explained(self) -> None:
        told = words_of([RANGE.difference("diabetic", "not diabetic", margin=1)])
        assert "both one-sided tests at 5% hold" in told

    def test_without_comparisons_there_is_nothing_to_say(self) -> None:
        assert words_of([]) == ""


def test_options_stand_below_each_other_in_one_table() -> None:
    difference, ratio = comparison_blocks(HISTOGRAM.differences())
    assert difference.title == "difference of shares of options"
    assert [section.heading for section in difference.sections] == OPTIONS
    assert [section.heading for section in ratio.sections] == OPTIONS
    alone = [each for each in HISTOGRAM.differences() if each.what.option == "z"]
    assert [block.title for block in comparison_blocks(alone)] == [
        'difference of share of "z"',
        'ratio of share of "z"',
    ]


def test_what_commands_and_reports_compare_is_every_outcome_and_the_question() -> None:
    outcome = tacit.tally(
        asked(groups=("a", "b"), epsilon="3"),
        {"query": [0] * 900, "column": [0, 1, 2] * 300, "y": list(range(900))},
        outcomes="y",
    )
    found = tacit.estimate(asked(groups=("a", "b"), epsilon="3"), outcome)
    assert [str(each.what) for each in found.every_difference()] == ["mean of y", "mean"]
    assert [str(each.what) for each in found.every_difference(figure="count")] == ["count of y"]
    assert [str(each.what) for each in replace(found, outcomes=()).every_difference()] == ["mean"]
    only_groups = estimated("none")
    assert [str(each.what) for each in only_groups.every_difference()] == ["share"]


def test_a_margin_within_which_any_two_groups_lie_shows_nothing() -> None:
    """Of shares it is 1, of means the range; an outcome may lie anywhere."""
    with pytest.raises(Refused, match=r"margin is so wide .* \(of shares 0.05 is 5 points\); got 1"):
        HISTOGRAM.difference("a", "b", option="z", margin=1)
    assert HISTOGRAM.difference("a", "b", option="z", margin=0.999).is_equivalent is not None
    wide, narrow = 10.0, 9.99
    with pytest.raises(Refused, match="margin is so wide that any two groups lie within it"):
        RANGE.every_difference(margin=wide)
    assert all(each.is_equivalent is not None for each in RANGE.every_difference(margin=narrow))
    study = asked(epsilon="2")
    table = {"query": [0] * 900, "column": [0, 1, 2] * 300, "age": list(range(20, 80)) * 15}
    both = tacit.estimate(study, tacit.tally(study, table, outcomes="age"))
    told = {str(each.what): each.margin for each in both.every_difference(margin=12)}
    assert told == {"mean of age": 12, "mean": None}


def test_every_kind_of_study_has_differences_unasked() -> None:
    for name in STUDIES:
        found = estimated(name)
        assert found.every_difference()[0].difference.estimate is not None, name
