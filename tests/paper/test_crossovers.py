"""Where Q&A and RG change places: the table of PAPER, section 4, and every crossing against the curves."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tacit.errors import Refused
from tacit.paper import Cost, Crossovers, QueryAndAnswer, RandomizedGroup, crossovers
from tacit.paper.instances import COUNTEREXAMPLE, FAMILIES, Instance, binary_laws

# k, m: uniform | skew | split | same | nothing known, as docs and PAPER print them
PRINTED = """
2 1: 1.4928 | 0.5473, 1.5216, 2.0682 | RG: 0.8129, 1.9628 | 2.0682 | RG always
2 2: 1.2345 | RG always | RG: 1.5072, 1.7009 | 1.8985 | RG always
2 3: 1.1651 | RG always | RG always | 1.8383 | RG always
2 5: 1.1090 | RG always | RG always | 1.7888 | RG always
3 1: 1.7964 | 2.3717 | 2.2664 | 2.3717 | 1.9128
3 2: 1.4816 | 1.3198 | 1.9494 | 2.1282 | 2.1955
3 3: 1.3931 | 0.9609 | 1.9321 | 2.0546 | 2.5055
3 5: 1.3200 | 0.7301 | 0.7263, 1.1095, 1.9192 | 1.9934 | 2.9460
5 1: 2.1107 | 2.6860 | 2.5807 | 2.6860 | 2.5085
5 2: 1.7595 | 2.3462 | 2.2284 | 2.3969 | 2.9039
5 5: 1.5708 | 1.9322 | 2.1693 | 2.2409 | 3.7077
10 1: 2.4774 | 3.0527 | 2.9474 | 3.0527 | 3.0104
10 3: 1.9965 | 2.7951 | 2.5355 | 2.6495 | 3.7501
100 1: 3.5889 | 4.1643 | 4.0589 | 4.1643 | 4.2458
100 5: 3.0201 | 3.7782 | 3.6179 | 3.6885 | 5.3719
"""
ROWS = [line.split(": ", 1) for line in PRINTED.strip().splitlines()]
COSTS: list[Cost] = ["bits", "whole bits", "people"]


def law_of_weights(*weights: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def of(case: Instance, groups: int, m: int, cost: Cost = "bits") -> Crossovers:
    return crossovers(groups, m, case.laws, case.shares, cost=cost)


def difference(case: Instance, groups: int, m: int, epsilon: float, cost: Cost) -> Fraction:
    """Q&A's error less RG's at equal cost, by the two schemes themselves."""
    query = QueryAndAnswer.for_epsilon(groups, m, epsilon, case.laws)
    group = RandomizedGroup.for_epsilon(groups, m, epsilon, case.laws)
    errors = [
        scheme.error(case.laws, case.shares) * scheme.cost_per_person(cost) for scheme in (query, group)
    ]
    return errors[0] - errors[1]


@pytest.mark.parametrize(("size", "printed"), ROWS, ids=[row[0] for row in ROWS])
def test_the_table_of_crossovers_is_found_again(size: str, printed: str) -> None:
    groups, m = map(int, size.split())
    found = [str(of(family(groups, m), groups, m)) for family in FAMILIES.values()]
    assert found == printed.split(" | ")


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize(("groups", "m"), [(2, 1), (2, 2), (3, 1), (3, 5), (10, 3)])
def test_the_curves_cross_there_and_nowhere_else(groups: int, m: int, cost: Cost) -> None:
    """At a hundred epsilons the named winner has the smaller error, and at a crossing none has."""
    for name, family in FAMILIES.items():
        case = family(groups, m)
        found = of(case, groups, m, cost)
        for step in range(1, 101):
            epsilon = step * 0.0631
            less = difference(case, groups, m, epsilon, cost)
            winner = "tie" if less == 0 else "RG" if less > 0 else "Q&A"
            assert found.winner(epsilon) == winner, (name, epsilon)
        for crossing in found:
            sides = [difference(case, groups, m, crossing * (1 + side), cost) for side in (-1e-6, 1e-6)]
            assert sides[0] * sides[1] < 0, (name, crossing)


@pytest.mark.parametrize(("groups", "m"), [(2, 1), (3, 2), (10, 3), (100, 5)])
def test_uniform_values_have_one_crossing_in_closed_form(groups: int, m: int) -> None:
    by_query, by_group = math.log2(2 * m), math.log2(2 * groups * m)
    gain = math.sqrt(1 + (groups - 1) * by_query / by_group)
    found = of(FAMILIES["uniform"](groups, m), groups, m)
    assert list(found) == pytest.approx([math.log((groups - 1) / (gain - 1))], rel=1e-12)


def test_the_counter_example_to_theorem_3_belongs_to_rg_at_both_ends() -> None:
    found = of(COUNTEREXAMPLE, 2, 2)
    assert [round(epsilon, 4) for epsilon in found] == [1.0054, 1.7501]
    assert found.winners == ("RG", "Q&A", "RG")
    assert [found.winner(epsilon) for epsilon in (0.001, 1.5, 2)] == ["RG", "Q&A", "RG"]


SWITCHING = [
    Instance("four crossings", (law_of_weights(6, 1, 2, 9), law_of_weights(14, 4, 9, 9))),
    Instance("by people", (law_of_weights(3, 15, 3, 19), law_of_weights(11, 8, 13, 10))),
    Instance(
        "three groups",
        (law_of_weights(3, 3, 11, 20), law_of_weights(15, 4, 9, 7), law_of_weights(10, 9, 8, 6)),
    ),
]


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("case", SWITCHING, ids=lambda case: case.name)
def test_no_crossing_is_missed_where_the_worst_pair_of_groups_changes(case: Instance, cost: Cost) -> None:
    groups = len(case.laws or ())
    found = of(case, groups, 2, cost)
    for step in range(1, 121):
        less = difference(case, groups, 2, step * 0.0201, cost)
        assert found.winner(step * 0.0201) == ("RG" if less > 0 else "Q&A"), step
    for crossing in found:
        sides = [difference(case, groups, 2, crossing * (1 + side), cost) for side in (-1e-6, 1e-6)]
        assert sides[0] * sides[1] < 0


def test_the_two_may_change_places_four_times() -> None:
    assert str(of(SWITCHING[0], 2, 2)) == "RG: 0.0952, 0.8920, 1.3333, 2.0328"


def test_at_equal_people_rg_wins_the_papers_third_panel_and_nearly_all_of_its_second() -> None:
    b, c = binary_laws(Fraction(3, 5), Fraction(3, 10)), binary_laws(Fraction(9, 10), Fraction(1, 100))
    assert str(crossovers(2, 1, c, cost="people")) == "RG always"
    assert str(crossovers(2, 1, b, cost="people")) == "RG: 0.5102, 1.2178"


@pytest.mark.parametrize(
    ("first", "second", "printed"),
    [("1/2", "1/2", 1.492789425), ("3/5", "3/10", 1.829261662), ("9/10", "1/100", 0.942189798)],
)
def test_the_panels_of_figure_2_cross_once(first: str, second: str, printed: float) -> None:
    found = crossovers(2, 1, binary_laws(Fraction(first), Fraction(second)))
    assert [round(epsilon, 9) for epsilon in found] == [printed]


def test_the_special_case_is_no_tie_but_rgs_by_one_over_b() -> None:
    found = crossovers(2, 1, binary_laws(Fraction(4, 5), Fraction(1, 5)))
    assert found.winners[0] == "RG"


def test_bounds_stand_between_laws_and_nothing() -> None:
    assert str(crossovers(3, 2, bounds=(0, 1))) == str(crossovers(3, 2)) == "2.1955"
    assert str(crossovers(3, 2, bounds=("1/4", "1/4"))) != "2.1955"
    within = crossovers(3, 2, bounds=("1/10", "2/5"))
    for epsilon in (0.3, 1.0, 2.0, 3.0):
        query = QueryAndAnswer.for_epsilon(3, 2, epsilon, bounds=("1/10", "2/5"))
        group = RandomizedGroup.for_epsilon(3, 2, epsilon, bounds=("1/10", "2/5"))
        errors = query.error() * query.exact_bits, group.error() * group.exact_bits
        assert within.winner(epsilon) == ("Q&A" if errors[0] < errors[1] else "RG")


def test_crossovers_are_a_sequence_of_epsilons() -> None:
    found = of(FAMILIES["skew"](2, 1), 2, 1)
    assert len(found) == 3
    assert list(found) == sorted(found)
    assert found[-1] == max(found)
    assert found[:2] == found.epsilons[:2]
    assert found.winner(found[1]) == "tie"
    assert list(found.intervals()) == [
        (0.0, found[0], "Q&A"),
        (found[0], found[1], "RG"),
        (found[1], found[2], "Q&A"),
        (found[2], math.inf, "RG"),
    ]


def test_one_group_has_nothing_to_compare() -> None:
    with pytest.raises(Refused, match="groups must be a whole number of at least 2; got 1"):
        crossovers(1, 1)
