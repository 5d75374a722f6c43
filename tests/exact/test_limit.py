"""The limit V*: against its definition, brute force over sizes, and what may or may not pass below it."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from tacit.scheme.choose import choose
from tacit.scheme.limit import optimum
from tacit.scheme.moments import Moments, total_variance
from tacit.scheme.needs import Needs
from tacit.scheme.odds import group_odds
from tacit.scheme.rows import Direct
from tacit.scheme.scheme import Scheme

EPSILONS = ("0.01", "0.5", "1", "2", "3.3", "5", "8", "15")
# THEORY.md 1.3, four digits as printed.
PRINTED = {
    2: (32.34, 8.365, 3.618, 1.644, 0.4631, 0.1548, 0.0550, 0.0200, 0.00269),
    3: (49.01, 13.05, 5.931, 2.760, 0.7276, 0.2364, 0.0831, 0.0300, 0.00403),
    5: (82.35, 22.41, 10.49, 5.355, 1.322, 0.408, 0.1403, 0.0503, 0.00672),
    10: (165.7, 45.83, 21.99, 11.53, 3.194, 0.8855, 0.2898, 0.1019, 0.01347),
    50: (832.5, 233.1, 113.9, 61.61, 19.97, 6.472, 1.817, 0.5587, 0.0682),
    1000: (16670, 4682, 2297, 1251, 418.2, 148.3, 53.28, 18.88, 1.793),
}
AT = ("0.5", "1", "1.5", "2", "3", "4", "5", "6", "8")


def needs_of(items: int, epsilon: str, levels: int = 2, promise: str = "group and value") -> Needs:
    return Needs(items=items, levels=levels, epsilon=Decimal(epsilon), promise=promise, ask="sum")  # type: ignore[arg-type]


def ratio_of(epsilon: str) -> Fraction:
    return Fraction(Decimal(epsilon).exp())


@pytest.mark.parametrize("items", PRINTED)
def test_the_limits_that_were_printed(items: int) -> None:
    for epsilon, printed in zip(AT, PRINTED[items], strict=True):
        digits = len(f"{printed:g}".replace(".", "").lstrip("0"))
        assert optimum(needs_of(items, epsilon)) == pytest.approx(printed, rel=0.6 * 10 ** (1 - digits))


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("items", [2, 3, 7, 64, 301])
def test_for_sums_it_is_the_least_over_all_sizes_of_subsets(items: int, epsilon: str) -> None:
    excess = ratio_of(epsilon) - 1
    least = min((size * excess + 2 * items) ** 2 / (size * excess**2) - 1 for size in range(1, items + 1))
    assert optimum(needs_of(items, epsilon)) == pytest.approx(float(least), rel=1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("items", [2, 3, 7, 64, 301])
def test_for_counts_it_is_the_best_subset_selection(items: int, epsilon: str) -> None:
    """Exactly: a subset of d items holds the own one with odds e^epsilon against any other subset."""
    ratio = ratio_of(epsilon)

    def total(size: int) -> Fraction:
        own = size * ratio / (size * ratio + items - size)
        other = (own * (size - 1) + (1 - own) * size) / (items - 1)
        return (own * (1 - own) + (items - 1) * other * (1 - other)) / (own - other) ** 2

    least = min(map(total, range(1, items)))
    assert optimum(needs_of(items, epsilon, levels=1)) == pytest.approx(float(least), rel=1e-9)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "2.5", "6"])
@pytest.mark.parametrize("items", [2, 4, 5, 20])
def test_protecting_the_group_alone_is_never_dearer_and_reached_by_direct_rows(
    items: int, epsilon: str
) -> None:
    both, alone = optimum(needs_of(items, epsilon)), optimum(needs_of(items, epsilon, promise="group"))
    direct = Scheme(Direct(items, 2, 2 * items), group_odds(Decimal(epsilon)))
    assert alone == pytest.approx(min(both, total_variance(direct)), rel=1e-6)


@pytest.mark.parametrize("items", range(2, 30))
def test_no_candidate_for_counts_passes_below_it(items: int) -> None:
    for epsilon in EPSILONS[1:]:
        needs = needs_of(items, epsilon, levels=1)
        cost = total_variance(choose(needs))
        assert cost >= optimum(needs) * (1 - 1e-6)


def test_at_epsilon_at_most_ln_3_one_bit_reaches_it() -> None:
    """THEORY.md 1.3: V* = k ((E + 1)/(E - 1))^2 - 1 for E <= 3."""
    for items in (2, 9, 1000):
        ratio = math.exp(1)
        wanted = items * ((ratio + 1) / (ratio - 1)) ** 2 - 1
        assert optimum(needs_of(items, "1")) == pytest.approx(wanted, rel=1e-12)
        scheme = choose(needs_of(items, "1"))
        assert scheme.bits == 1
        spread = Moments(scheme, float).sum_spread(1.0, 1.0)
        assert spread.total(items) == pytest.approx(wanted, rel=1e-6)
