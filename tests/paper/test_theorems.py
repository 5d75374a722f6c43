"""What is true of Theorem 3, its special case, and the growth rates of Theorems 1 and 2."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.errors import Refused
from tacit.paper import (
    Cost,
    QueryAndAnswer,
    RandomizedGroup,
    crossovers,
    is_special_case,
    printed_growth,
    small_epsilon_growth,
    small_epsilon_limit,
    special_case_difference,
)
from tacit.paper.exact import ratio_of
from tacit.paper.instances import COUNTEREXAMPLE, FAMILIES, binary_laws

SIZES = [(2, 1), (2, 2), (2, 5), (3, 1), (3, 5), (5, 2), (10, 3), (100, 5)]
COSTS: list[Cost] = ["bits", "whole bits", "people"]
SPECIAL = binary_laws(Fraction(4, 5), Fraction(1, 5)), binary_laws(Fraction(4, 5), Fraction(4, 5))


def quotient_at(groups: int, m: int, name: str, epsilon: str, cost: Cost) -> float:
    """RG's error over Q&A's at equal cost."""
    case = FAMILIES[name](groups, m)
    query = QueryAndAnswer.for_epsilon(groups, m, epsilon, case.laws)
    group = RandomizedGroup.for_epsilon(groups, m, epsilon, case.laws)
    errors = (
        scheme.error(case.laws, case.shares) * scheme.cost_per_person(cost) for scheme in (group, query)
    )
    return float(next(errors) / next(errors))


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_the_limit_at_small_epsilon_is_approached(groups: int, m: int, cost: Cost) -> None:
    for name, family in FAMILIES.items():
        limit = float(small_epsilon_limit(groups, m, family(groups, m).laws, cost=cost))
        far, near = (quotient_at(groups, m, name, epsilon, cost) for epsilon in ("1e-4", "1e-12"))
        assert near == pytest.approx(limit, rel=1e-9), name
        assert abs(near - limit) <= abs(far - limit), name


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_theorem_3_i_holds_exactly_where_the_limit_is_above_one(groups: int, m: int, cost: Cost) -> None:
    for name, family in FAMILIES.items():
        case = family(groups, m)
        limit = small_epsilon_limit(groups, m, case.laws, cost=cost)
        first = crossovers(groups, m, case.laws, case.shares, cost=cost).winners[0]
        if limit != 1:
            assert first == ("Q&A" if limit > 1 else "RG"), name


def test_theorem_3_i_by_number_of_groups() -> None:
    """Extremes in different groups, the worst for Q&A: the table of PAPER, section 4."""

    def q_and_a_wins(groups: int, m: int, cost: Cost) -> bool:
        laws = FAMILIES["split"](groups, m).laws
        return small_epsilon_limit(groups, m, laws, cost=cost) > 1

    assert not any(q_and_a_wins(2, m, "bits") for m in range(1, 40))
    assert [m for m in range(1, 40) if q_and_a_wins(3, m, "bits")] == list(range(1, 14))
    assert all(q_and_a_wins(k, m, "bits") for k in (4, 5, 50) for m in range(1, 40))
    assert not q_and_a_wins(3, 5, "whole bits")
    assert all(q_and_a_wins(k, m, "whole bits") for k in (4, 5, 50) for m in range(1, 40))
    assert [k for k in range(2, 9) if q_and_a_wins(k, 2, "people")] == [5, 6, 7, 8]


def test_theorem_3_i_has_a_counter_example() -> None:
    assert small_epsilon_limit(2, 2, COUNTEREXAMPLE.laws) == Fraction(3, 4)
    printed = {"2": ("697/25", "438/25"), "3/2": ("431/5", "309/5"), "11/10": ("39739/25", "29841/25")}
    printed["101/100"] = ("3637759/25", "2729571/25")
    for ratio, errors in printed.items():
        schemes = (
            QueryAndAnswer.for_ratio(2, 2, ratio, COUNTEREXAMPLE.laws),
            RandomizedGroup.for_ratio(2, 2, ratio, COUNTEREXAMPLE.laws),
        )
        found = tuple(scheme.error(COUNTEREXAMPLE.laws) * scheme.exact_bits for scheme in schemes)
        assert found == tuple(map(Fraction, errors))


@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_theorem_3_ii_rg_wins_at_large_epsilon(groups: int, m: int) -> None:
    for name, family in FAMILIES.items():
        case = family(groups, m)
        assert crossovers(groups, m, case.laws, case.shares).winners[-1] == "RG", name
        group = RandomizedGroup.for_epsilon(groups, m, 60, case.laws)
        assert group.error(case.laws, case.shares) < Fraction(1, 10**9), name


@pytest.mark.parametrize("laws", SPECIAL)
@pytest.mark.parametrize("ratio", ["1001/1000", "3/2", "1999/1000", "2"])
def test_in_the_special_case_rg_is_better_by_exactly_one_over_b(
    laws: tuple[tuple[Fraction, ...], ...], ratio: str
) -> None:
    assert is_special_case(laws)
    assert special_case_difference(laws, ratio) == 1


def test_above_its_range_the_special_case_ends() -> None:
    for laws in SPECIAL:
        assert special_case_difference(laws, "2001/1000") < 1
        assert special_case_difference(laws, 4) != 1


def test_what_is_no_special_case() -> None:
    half = Fraction(1, 2)
    assert not is_special_case(binary_laws(half, half))
    assert not is_special_case(binary_laws(Fraction(3, 5), Fraction(3, 10)))
    assert not is_special_case(((half, half),) * 3)
    assert not is_special_case(COUNTEREXAMPLE.laws or ())
    with pytest.raises(Refused, match="laws must be the special case: two groups, two values"):
        special_case_difference(binary_laws(half, half), 2)


@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_errors_grow_as_one_over_epsilon_squared(groups: int, m: int) -> None:
    epsilon = Fraction(1, 10**12)
    for name, family in FAMILIES.items():
        laws = family(groups, m).laws
        growth = small_epsilon_growth(groups, m, laws)
        query = QueryAndAnswer.for_epsilon(groups, m, epsilon, laws)
        group = RandomizedGroup.for_epsilon(groups, m, epsilon, laws)
        found = query.error(laws) * epsilon**2, group.error(laws) * epsilon**2
        assert [float(x) for x in found] == pytest.approx([float(x) for x in growth], rel=1e-8, abs=1e-9), (
            name
        )
        assert (growth[0] > 0) == (name != "uniform")


def test_the_printed_growth_rates_hold_only_away_from_0() -> None:
    """PAPER, section 6: bounded for epsilon of at least 1, not below."""
    grid = [(k, m) for k in (2, 3, 5, 10, 30, 100, 1000) for m in (1, 2, 3, 5, 10, 100)]
    at_least_one = [printed_growth(*size, ratio_of(epsilon)) for size in grid for epsilon in (1, 2, 4, 8)]
    assert max(query for query, _ in at_least_one) < 4.7
    assert max(group for _, group in at_least_one) < 2.52
    for epsilon, query, group in (("0.5", 16.67, 6.46), ("0.1", 400.7, 110), ("0.01", 4e4, 1e4)):
        found = [printed_growth(*size, ratio_of(epsilon)) for size in grid]
        assert float(max(x for x, _ in found)) == pytest.approx(query, rel=0.01)
        assert float(max(x for _, x in found)) == pytest.approx(group, rel=0.02)


def test_uniform_values_keep_both_growth_rates_at_every_epsilon() -> None:
    for k, m in SIZES:
        laws = FAMILIES["uniform"](k, m).laws
        for epsilon in ("1e-9", "0.1", "1"):
            query = QueryAndAnswer.for_epsilon(k, m, epsilon, laws).error(laws)
            group = RandomizedGroup.for_epsilon(k, m, epsilon, laws).error(laws)
            assert query <= k * m**4
            assert group * ratio_of(epsilon) <= 3 * m**4 * k**2
