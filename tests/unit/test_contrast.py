"""Differences and ratios from given totals and covariances: against textbook formulas, and as laws."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tacit.estimation.contrast import Compared, compare
from tacit.estimation.intervals import Bounds, Interval, Ratio, fieller
from tacit.estimation.joint import Joint
from tacit.estimation.slopes import Figure, slope
from tacit.estimation.student import Confidence
from tacit.study.units import Units

UNITS = Units(5.0, 5.0)
# Two groups: totals of x', counts, and the sum of weights.
TOTALS = np.array([120.0, -60.0, 400.0, 600.0, 1000.0])
ROOT = np.array(
    [
        [18.0, 0, 0, 0, 0],
        [2.0, 20, 0, 0, 0],
        [5.0, 1, 25, 0, 0],
        [1.0, -4, -9, 22, 0],
        [0.0, 0, 0, 0, 0],
    ]
)
PEOPLE = ROOT @ ROOT.T


def joint_of(scale: float = 1.0, totals: np.ndarray[tuple[int], np.dtype[np.float64]] = TOTALS) -> Joint:
    extra = np.diag([50.0, 50, 40, 40, 0])
    every = np.array([1000.0, 0, 1000, 1000])
    return Joint(
        2,
        totals,
        PEOPLE * scale,
        PEOPLE * scale + extra,
        every,
        is_hidden=True,
        least=1e-6 * scale,
        is_whole=True,
    )


def compared(joint: Joint, figure: Figure, pair: tuple[int, int] = (0, 1), **margin: float) -> Compared:
    first, second = (slope(joint, group, figure, UNITS) for group in pair)
    return compare(first, second, Confidence(), margin=margin.get("margin"))


def people(interval: Interval) -> tuple[float, float, float]:
    found = interval.people
    assert isinstance(found, Bounds)
    assert found.sd is not None
    assert found.low is not None
    assert found.high is not None
    return found.sd, found.low, found.high


@pytest.mark.parametrize(
    ("figure", "gradient", "value"),
    [
        ("count", [0, 0, 1, -1, 0], -200),
        ("share", [0, 0, 1e-3, -1e-3, 2e-4], -0.2),
        ("sum", [5, -5, 5, -5, 0], -100),
    ],
)
def test_linear_figures_have_the_usual_interval(figure: Figure, gradient: list[float], value: float) -> None:
    found = compared(joint_of(), figure).difference
    sd = math.sqrt(np.array(gradient) @ PEOPLE @ np.array(gradient))
    assert found.estimate == pytest.approx(value)
    assert people(found) == pytest.approx((sd, value - 1.959964 * sd, value + 1.959964 * sd))


def test_a_difference_of_means_nears_the_linear_interval_as_groups_grow() -> None:
    ra, rb = 120 / 400, -60 / 600
    gradient = 5 * np.array([1 / 400, -1 / 600, -ra / 400, rb / 600, 0])
    for scale in (1e-2, 1e-4, 1e-6):
        sd = math.sqrt(gradient @ PEOPLE @ gradient * scale)
        found = people(compared(joint_of(scale), "mean").difference)
        gap = 5 * (ra - rb)
        near = 0.3 * sd * math.sqrt(scale)
        assert found == pytest.approx((sd, gap - 1.959964 * sd, gap + 1.959964 * sd), abs=near)


def test_a_difference_from_a_small_group_reaches_as_far_as_that_groups_own_interval() -> None:
    small = joint_of(totals=np.array([30.0, -60.0, 60.0, 600.0, 1000.0]))
    own = fieller(Ratio(30, 60, PEOPLE[0, 0], PEOPLE[0, 2], PEOPLE[2, 2]), 1.959964, -math.inf, math.inf)
    assert own.high is not None
    _, _, high = people(compared(small, "mean").difference)
    assert high - 3 > 0.9 * 5 * (own.high - 0.5)


def test_a_mean_of_a_group_that_may_be_empty_has_no_difference() -> None:
    for count in (0.0, -10.0, 40.0):
        nobody = joint_of(totals=np.array([30.0, -60.0, count, 600.0, 1000.0]))
        found = compared(nobody, "mean")
        assert not found.difference.is_resolved
        assert found.difference.estimate is None
        assert found.ratio.estimate is None
        assert found.population is None


@pytest.mark.parametrize("figure", ["count", "share", "sum", "mean"])
def test_turned_around_a_difference_changes_its_sign_and_a_ratio_is_inverted(figure: Figure) -> None:
    one, other = compared(joint_of(), figure), compared(joint_of(), figure, (1, 0))
    sd, low, high = people(one.difference)
    assert people(other.difference) == pytest.approx((sd, -high, -low))
    assert other.population == pytest.approx(one.population) or (
        other.population is not None
        and one.population is not None
        and (other.population.z, other.population.p) == pytest.approx((-one.population.z, one.population.p))
    )
    for name in ("people", "population"):
        a, b = getattr(one.ratio, name), getattr(other.ratio, name)
        assert (b.low, b.high) == pytest.approx((1 / a.high, 1 / a.low), rel=1e-9)


def test_a_ratio_of_counts_is_fiellers() -> None:
    found = compared(joint_of(), "count").ratio.people
    wanted = fieller(Ratio(400, 600, PEOPLE[2, 2], PEOPLE[2, 3], PEOPLE[3, 3]), 1.959964, -math.inf, math.inf)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), rel=1e-6)


def test_a_ratio_of_what_is_never_below_zero_is_kept_there() -> None:
    few = TOTALS * np.array([1, 1, 0.02, 1, 1])
    first, second = (slope(joint_of(totals=few), group, "count", UNITS) for group in (0, 1))
    free, kept = (
        compare(first, second, Confidence(), is_never_below_zero=is_kept).ratio for is_kept in (False, True)
    )
    assert free.population.low is not None
    assert free.population.low < 0
    assert (kept.estimate, kept.population.low) == (free.estimate, 0.0)
    assert kept.population.high == free.population.high


def test_a_ratio_to_what_may_be_zero_is_not_resolved_and_to_a_negative_figure_it_is() -> None:
    near = joint_of(totals=np.array([120.0, -60, 400, 1.0, 1000]))
    assert not compared(near, "count").ratio.is_resolved
    below = joint_of(totals=np.array([120.0, -60, 400, -600.0, 1000]))
    ratio = compared(below, "count").ratio
    assert ratio.estimate == pytest.approx(-2 / 3)
    assert ratio.people is not None
    assert ratio.people.low is not None
    assert ratio.people.high is not None
    assert ratio.people.low < -2 / 3 < ratio.people.high < 0


@pytest.mark.parametrize("figure", ["count", "share", "sum", "mean"])
@pytest.mark.parametrize("scale", [0.5, 3, 8, 20, 60])
def test_the_interval_leaves_zero_out_exactly_when_the_test_says_so(figure: Figure, scale: float) -> None:
    found = compared(joint_of(scale), figure)
    if found.people is None:
        return
    _, low, high = people(found.difference)
    assert (low <= 0 <= high) == (found.people.p >= 0.05)


@pytest.mark.parametrize("margin", [150.0, 230.0, 260.0, 400.0])
def test_groups_are_equivalent_exactly_when_the_90_percent_interval_lies_within_the_margin(
    margin: float,
) -> None:
    first, second = (slope(joint_of(), group, "count", UNITS) for group in (0, 1))
    found = compare(first, second, Confidence(0.90), margin=margin)
    assert found.people is not None
    assert found.people.p_equivalent is not None
    _, low, high = people(found.difference)
    assert (-margin < low and high < margin) == (found.people.p_equivalent < 0.05)


def test_several_comparisons_widen_intervals_and_raise_p_values() -> None:
    first, second = (slope(joint_of(), group, "mean", UNITS) for group in (0, 1))
    one = compare(first, second, Confidence())
    ten = compare(first, second, Confidence(comparisons=10))
    assert people(ten.difference)[1] < people(one.difference)[1]
    assert one.people is not None
    assert ten.people is not None
    assert ten.people.p == pytest.approx(1 - (1 - one.people.p) ** 10)


def test_few_clusters_widen_the_populations_interval_only() -> None:
    many, few = joint_of(), replace(joint_of(), freedom=4)
    one, other = compared(many, "count").difference, compared(few, "count").difference
    assert people(one) == people(other)
    assert other.population.high is not None
    assert one.population.high is not None
    assert (other.population.high + 200) / (one.population.high + 200) == pytest.approx(2.776445 / 1.959964)


def test_no_interval_is_narrower_than_what_no_estimate_can_beat() -> None:
    """With a covariance of nothing, the bound of Chapman and Robbins remains."""
    sure = replace(joint_of(0.0), least=0.5, population=np.zeros((5, 5)))
    for figure, reach in (("count", 2.0), ("share", 2e-3), ("sum", 10.0)):
        sd, _, _ = people(compared(sure, figure).difference)  # type: ignore[arg-type]
        assert sd == pytest.approx(math.sqrt(0.5 * 1000) * reach)
