"""What a plan calls worst is worst: no values of a group's people make its figures any noisier."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from planned import PLAIN, check_worst, check_worst_of_two_values
from tacit.planning.values import Values, constant, ends, largest, opposed
from tacit.planning.variances import Noise, worst
from tacit.scheme.odds import Odds, group_odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

SCHEMES = [
    Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)),
    Scheme(Hashed(5, 2, 5), PLAIN),
    Scheme(Dealt(3, 2, 2), PLAIN, Fraction(1, 3)),
    Scheme(Direct(3, 2, 6), Odds(200, 1, 1)),
    Scheme(Direct(3, 2, 6), group_odds(Decimal(1))),
    Scheme(Hashed(3, 2, 5), Odds(7, 1, 2)),
]
NOISY = [
    *SCHEMES,
    Scheme(Hashed(3, 3, 11), PLAIN),
    Scheme(Hashed(3, 3, 5), PLAIN),
    Scheme(Hashed(3, 5, 7), Odds(40, 1, 1)),
]


def name_of(scheme: Scheme) -> str:
    rows, odds = scheme.rows, scheme.odds
    return f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}-odds-{odds.keep}-{odds.opposite}"


@pytest.mark.parametrize("share", [0.02, 0.3])
@pytest.mark.parametrize("scheme", NOISY, ids=name_of)
def test_no_values_are_worse_than_the_worst(scheme: Scheme, share: float) -> None:
    check_worst(scheme, share)


@pytest.mark.parametrize("share", [0.02, 0.3])
@pytest.mark.parametrize("scheme", SCHEMES, ids=name_of)
def test_nor_of_two_values(scheme: Scheme, share: float) -> None:
    check_worst_of_two_values(scheme, share)


@pytest.mark.parametrize("low", [-1.0, 0.0, 0.5])
@pytest.mark.parametrize("bend", [-3.0, -1.0, 0.0, 2.0])
@pytest.mark.parametrize("slope", [-2.0, -0.5, 0.0, 1.0])
def test_the_largest_value_of_a_parabola(low: float, bend: float, slope: float) -> None:
    def of(at: float) -> float:
        return 1 + slope * at + bend * at * at

    tried = max(of(low + (1 - low) * step / 1000) for step in range(1001))
    assert tried <= largest(of, low, 1.0) + 1e-12
    assert largest(of, low, 1.0) <= tried + 1e-5


def test_the_worst_of_a_population_is_never_better_than_of_its_people() -> None:
    found = worst(lambda at: Noise(1 - at, at / 2))
    assert (found.people, found.population) == (1, 1)
    assert worst(lambda at: Noise(None, at)) == Noise(None, 1)


def test_what_values_are() -> None:
    assert constant(0.5, 2) == Values(0.5, 0.25, 1.0)
    assert constant(0.5, 3) == Values(0.5, 0.25, 0.5)
    assert opposed(0.2, 0.5, 5) == Values(0.2, 0.25, 0.25)
    assert constant(1.0, 3) == constant(1.0, 2) == ends(1.0) == Values(1.0, 1.0, 1.0)
