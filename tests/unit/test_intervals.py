"""Intervals by themselves: normal quantiles, Fieller's corners, and the floor below which no noise can be."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.estimation.intervals import (
    Bounds,
    Ratio,
    around,
    fieller,
    is_resolved,
    normal_quantile,
    ratio_interval,
)

Z = 1.959963984540054
SIZES = st.floats(0.01, 1e6)


@st.composite
def ratios(draw: st.DrawFn) -> Ratio:
    """Totals with a covariance that can be: of two independent sources of noise."""
    top, bottom = draw(st.floats(-1e4, 1e4)), draw(st.floats(-1e4, 1e4))
    a, b, c, d = (draw(st.floats(-100, 100)) for _ in range(4))
    return Ratio(top, bottom, a * a + b * b, a * c + b * d, c * c + d * d)


@pytest.mark.parametrize(
    ("level", "comparisons", "z"),
    [
        (0.95, 1, 1.959964),
        (0.99, 1, 2.575829),
        (0.5, 1, 0.674490),
        (0.95, 2, 2.236477),
        (0.95, 1000, 4.049661),
    ],
)
def test_quantiles_are_two_sided_and_sidaks_for_several(level: float, comparisons: int, z: float) -> None:
    assert normal_quantile(level, comparisons) == pytest.approx(z, abs=2e-6)


def test_around_an_estimate() -> None:
    assert around(3.0, 4.0, 2.0) == Bounds(2.0, -1.0, 7.0)
    assert around(3.0, -1e-9, 2.0) == Bounds(0.0, 3.0, 3.0)


class TestFieller:
    def test_without_noise_below_is_the_usual_interval(self) -> None:
        bounds = fieller(Ratio(50, 100, 25, 0, 0), Z, -1, 1)
        assert bounds.sd == pytest.approx(0.05)
        assert bounds.low == pytest.approx(0.5 - Z * 0.05)
        assert bounds.high == pytest.approx(0.5 + Z * 0.05)

    def test_is_wider_above_where_the_denominator_is_uncertain(self) -> None:
        bounds = fieller(Ratio(50, 100, 25, 0, 900), Z, -10, 10)
        assert bounds.low is not None
        assert bounds.high is not None
        assert bounds.high - 0.5 > 0.5 - bounds.low

    @given(ratios(), st.floats(0.7, 5))
    def test_its_ends_solve_the_equation_and_hold_the_point(self, ratio: Ratio, z: float) -> None:
        if not is_resolved(ratio, z * 1.001):
            return
        bounds = fieller(ratio, z, -math.inf, math.inf)
        point = ratio.top / ratio.bottom
        assert bounds.low is not None
        assert bounds.high is not None
        assert bounds.low <= point <= bounds.high
        for end in (bounds.low, bounds.high):
            gap, noise = (ratio.top - end * ratio.bottom) ** 2, z * z * ratio.variance(end)
            assert gap == pytest.approx(noise, rel=1e-3, abs=1e-6 * (1 + ratio.top**2))

    @pytest.mark.parametrize("bottom", [-50.0, 0.0, 1e-9, Z * 30 - 1e-6])
    def test_a_denominator_that_may_be_zero_says_nothing(self, bottom: float) -> None:
        ratio = Ratio(20, bottom, 900, 0, 900)
        found = ratio_interval(ratio, ratio, Z, -1, 1)
        assert (found.estimate, found.is_resolved, found.is_clipped) == (None, False, False)
        assert found.people == found.population == Bounds(None, -1, 1)

    def test_a_little_more_and_it_is_resolved(self) -> None:
        ratio = Ratio(20, Z * 30 + 1e-3, 900, 0, 900)
        assert ratio_interval(ratio, ratio, Z, -1, 1).is_resolved

    def test_both_intervals_must_be_resolved(self) -> None:
        sure, unsure = Ratio(20, 100, 9, 0, 9), Ratio(20, 100, 9, 0, 1e4)
        assert not ratio_interval(sure, unsure, Z, -1, 1).is_resolved
        assert ratio_interval(None, sure, Z, -1, 1).people is None

    def test_beyond_the_range_the_estimate_is_its_end(self) -> None:
        ratio = Ratio(105, 100, 25, 0, 1)
        found = ratio_interval(ratio, ratio, Z, -1, 1)
        assert (found.estimate, found.is_clipped) == (1, True)
        assert found.population.high == 1
        assert found.population.low is not None
        assert found.population.low < 1

    def test_wholly_beyond_the_range_only_its_end_is_left_and_it_says_so(self) -> None:
        ratio = Ratio(200, 100, 25, 0, 1)
        found = ratio_interval(ratio, ratio, Z, -1, 1)
        assert (found.population.low, found.population.high, found.is_clipped) == (1, 1, True)
        assert found.population.sd == pytest.approx(math.sqrt(29) / 100)


class TestFloor:
    @given(ratios(), SIZES, st.floats(0, 2 * math.pi))
    def test_no_combination_is_less_noisy_than_the_least_and_none_loses_noise(
        self, ratio: Ratio, least: float, angle: float
    ) -> None:
        raised = ratio.at_least(least)
        a, b = math.cos(angle), math.sin(angle)

        def noise(of: Ratio) -> float:
            return a * a * of.top_square + 2 * a * b * of.cross + b * b * of.bottom_square

        slack = 1e-9 * (ratio.top_square + ratio.bottom_square + least)
        assert noise(raised) >= least - slack
        assert noise(raised) >= noise(ratio) - slack
        assert (raised.top, raised.bottom) == (ratio.top, ratio.bottom)

    @given(ratios())
    def test_what_is_noisy_enough_stays_as_it_is(self, ratio: Ratio) -> None:
        noisier = Ratio(ratio.top, ratio.bottom, ratio.top_square + 5, ratio.cross, ratio.bottom_square + 5)
        assert noisier.at_least(4.9) == noisier

    def test_even_impossible_squares_become_possible(self) -> None:
        """Squares counted from few answers, less what is known, can come out below zero."""
        raised = Ratio(1, 1, -3.0, 2.0, 1.0).at_least(0.5)
        assert raised.top_square >= 0.5 - 1e-12
        assert raised.top_square * raised.bottom_square - raised.cross**2 >= 0.25 - 1e-9


def test_mirrored_and_lessened() -> None:
    ratio = Ratio(3, 4, 10, 2, 8)
    assert ratio.mirrored() == Ratio(-3, 4, 10, -2, 8)
    assert ratio.mirrored().variance(-0.5) == ratio.variance(0.5)
    assert ratio.less(1, 2, 3) == Ratio(3, 4, 9, 0, 5)
