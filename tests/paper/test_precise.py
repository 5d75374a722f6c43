"""Optima and errors against 60-digit values found without the closed forms, by solving and adding up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from mpmath import mp

from published import precise
from published.precise import Case, real
from tacit.paper import QueryAndAnswer, RandomizedGroup
from tacit.paper.instances import COUNTEREXAMPLE, FAMILIES

RELATIVE = mp.mpf(10) ** -9
EPSILONS = [Fraction(step, 10) for step in range(1, 51)]
SMALL = [(2, 1), (2, 2), (3, 1), (3, 5), (5, 3), (10, 2)]
LARGE = [(100, 1), (100, 5)]
EXTREME = [Fraction(1, 1000), Fraction(1, 100), Fraction(8), Fraction(20)]

pytestmark = pytest.mark.usefixtures("sixty_digits")


@pytest.fixture
def sixty_digits() -> Iterator[None]:
    with mp.workdps(precise.DIGITS):
        yield


def is_near(found: Fraction | float, wanted: precise.Real) -> bool:
    assert isinstance(found, Fraction)
    return bool(abs(real(found) - wanted) <= RELATIVE * abs(wanted))


def case_of(name: str, groups: int, m: int) -> Case:
    instance = COUNTEREXAMPLE if name == COUNTEREXAMPLE.name else FAMILIES[name](groups, m)
    return Case(groups, m, instance.laws, instance.shares)


def differences(case: Case, epsilon: Fraction) -> list[str]:
    """The quantities at which the package and the independent values part."""
    wanted = mp.mpf(epsilon.numerator) / epsilon.denominator
    lie = precise.lie_of_query(case, wanted)
    lies = precise.lies_of_group(case, wanted)
    query = QueryAndAnswer.for_epsilon(case.groups, case.m, epsilon, case.laws, case.bounds)
    group = RandomizedGroup.for_epsilon(case.groups, case.m, epsilon, case.laws, case.bounds)
    checks = {
        "lie": (query.lie, lie),
        "alpha": (query.error(case.laws, case.shares), precise.alpha(case, lie)),
        "ratio of Q&A": (query.ratio(case.laws, bounds=case.bounds), precise.ratio_of_query(case, lie)),
        "lie_group": (group.lie_group, lies[0]),
        "lie_value": (group.lie_value, lies[1]),
        "beta_3": (group.error(case.laws, case.shares), precise.error(case, *lies)),
        "ratio of RG": (group.ratio(case.laws, bounds=case.bounds), precise.ratio_of_group(case, *lies)),
    }
    return [f"{name} at {epsilon}" for name, (found, right) in checks.items() if not is_near(found, right)]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(("groups", "m"), SMALL)
def test_both_schemes_agree_to_1e_9_at_fifty_epsilons(groups: int, m: int, name: str) -> None:
    case = case_of(name, groups, m)
    assert not [found for epsilon in EPSILONS for found in differences(case, epsilon)]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(("groups", "m"), LARGE)
def test_a_hundred_groups_agree_to_1e_9_at_fifty_epsilons(groups: int, m: int, name: str) -> None:
    case = case_of(name, groups, m)
    assert not [found for epsilon in EPSILONS for found in differences(case, epsilon)]


@pytest.mark.parametrize("name", FAMILIES)
def test_tiny_and_huge_epsilons_agree_to_1e_9(name: str) -> None:
    case = case_of(name, 5, 2)
    assert not [found for epsilon in EXTREME for found in differences(case, epsilon)]


def test_the_counter_example_to_theorem_3_agrees() -> None:
    case = case_of(COUNTEREXAMPLE.name, 2, 2)
    assert not [found for epsilon in EPSILONS[::5] for found in differences(case, epsilon)]


@pytest.mark.parametrize(
    ("groups", "m", "low", "high"),
    [(2, 1, "1/5", "4/5"), (3, 2, "1/10", "2/5"), (100, 5, "1/20", "3/10"), (4, 3, "0", "1/2")],
)
def test_bounds_agree_to_1e_9(groups: int, m: int, low: str, high: str) -> None:
    case = Case(groups, m, None, bounds=(Fraction(low), Fraction(high)))
    assert not [found for epsilon in EPSILONS[::5] for found in differences(case, epsilon)]


@pytest.mark.parametrize("name", FAMILIES)
def test_no_other_lie_about_values_gives_rg_less_error(name: str) -> None:
    """Corollary 1's corner: the best of 200 lies about values, each with its least lie about groups."""
    for epsilon in (mp.mpf("0.2"), mp.mpf("0.7"), mp.mpf("2.5")):
        case = case_of(name, 3, 2)
        assert precise.lies_of_group(case, epsilon, grid=200) == precise.lies_of_group(case, epsilon)


def test_a_difference_of_one_part_in_a_million_is_seen() -> None:
    case = case_of("skew", 3, 2)
    nearly = Fraction(1) + Fraction(1, 10**6)
    laws = tuple((row[0] * nearly, 1 - sum(row[2:]) - row[0] * nearly, *row[2:]) for row in case.laws or ())
    lie = precise.lie_of_query(case, mp.mpf(1))
    assert not is_near(QueryAndAnswer.for_epsilon(3, 2, 1, laws).lie, lie)
    assert not is_near(QueryAndAnswer.for_epsilon(3, 2, "1.000001", case.laws).lie, lie)
