"""Student's t against an independent evaluation, and the normal law where there are no clusters."""

from __future__ import annotations

import math
from statistics import NormalDist

import mpmath
import pytest

from tacit.estimation.student import one_sided, quantile, two_sided


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 201, 10_000])
@pytest.mark.parametrize("t", [0.0, 0.3, 1.0, 2.5, 12.0])
def test_tails_are_those_of_the_incomplete_beta_function(freedom: int, t: float) -> None:
    x = mpmath.mpf(freedom) / (freedom + mpmath.mpf(t) ** 2)
    wanted = float(mpmath.betainc(mpmath.mpf(freedom) / 2, mpmath.mpf(1) / 2, 0, x, regularized=True))
    assert two_sided(t, freedom) == pytest.approx(wanted, abs=1e-11)
    assert two_sided(-t, freedom) == two_sided(t, freedom)
    assert one_sided(t, freedom) + one_sided(-t, freedom) == pytest.approx(1)


@pytest.mark.parametrize(("freedom", "wanted"), [(1, 12.70620474), (5, 2.57058184), (30, 2.04227246)])
def test_quantiles_are_those_of_printed_tables(freedom: int, wanted: float) -> None:
    assert quantile(0.95, freedom=freedom) == pytest.approx(wanted, abs=1e-8)


def test_without_clusters_it_is_the_normal_law() -> None:
    assert quantile(0.95) == pytest.approx(NormalDist().inv_cdf(0.975))
    assert two_sided(quantile(0.9)) == pytest.approx(0.1)
    assert quantile(0.95, freedom=10**6) == pytest.approx(quantile(0.95), rel=1e-6)


@pytest.mark.parametrize("freedom", [None, 4])
@pytest.mark.parametrize("comparisons", [1, 3, 45])
def test_sidak_makes_each_tail_the_share_that_keeps_all_of_them(
    freedom: int | None, comparisons: int
) -> None:
    outside = two_sided(quantile(0.95, comparisons, freedom), freedom)
    assert (1 - outside) ** comparisons == pytest.approx(0.95)
    assert math.isfinite(outside)
