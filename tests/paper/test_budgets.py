"""Equal cost: batches of people that a total budget pays for, and what they cost."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from tacit.errors import Refused
from tacit.paper import Cost, QueryAndAnswer, RandomizedGroup, SystemSource, law_of
from tacit.paper.instances import skew


@pytest.mark.parametrize(
    ("groups", "m", "bits_of_query", "bits_of_group"),
    [(2, 1, 1, 2), (3, 1, 1, 3), (5, 3, 3, 5), (100, 5, 4, 10)],
)
def test_whole_bits_are_those_that_travel(
    groups: int, m: int, bits_of_query: int, bits_of_group: int
) -> None:
    assert QueryAndAnswer(groups, m, 0).bits == bits_of_query
    assert RandomizedGroup(groups, m, 0, 0).bits == bits_of_group


@pytest.mark.parametrize(("groups", "m"), [(2, 1), (3, 2), (10, 3), (7, 5)])
@pytest.mark.parametrize("budget", [100, 500, 12345])
def test_a_batch_spends_its_budget_and_one_person_more_would_not_fit(
    groups: int, m: int, budget: int
) -> None:
    for scheme in (QueryAndAnswer(groups, m, 0), RandomizedGroup(groups, m, 0, 0)):
        for whole in (scheme.people_for(budget), scheme.people_for(budget, cost="whole bits")):
            assert whole >= 1
        people = scheme.people_for(budget)
        # log2 without logarithms: n people need the bits to tell messages^n apart.
        assert scheme.messages**people <= 2**budget < scheme.messages ** (people + 1)
        people = scheme.people_for(budget, cost="whole bits")
        assert people * scheme.bits <= budget < (people + 1) * scheme.bits
        assert scheme.people_for(budget, cost="people") == budget


def test_the_papers_figure_asks_twice_as_many_people_by_q_and_a() -> None:
    assert QueryAndAnswer(2, 1, 0).people_for(500) == 500
    assert RandomizedGroup(2, 1, Fraction(1, 2), 0).people_for(500) == 250


@pytest.mark.parametrize("cost", ["bits", "whole bits", "people"])
def test_the_error_at_a_budget_is_the_error_of_its_batch(cost: Cost) -> None:
    case = skew(5, 3)
    scheme = QueryAndAnswer(5, 3, Fraction(1, 3))
    error = scheme.error(case.laws, case.shares)
    found = scheme.error_at(1000, case.laws, case.shares, cost=cost)
    people = {"bits": 1000 / scheme.exact_bits, "whole bits": Fraction(333), "people": Fraction(1000)}
    assert found == error / people[cost]
    assert found * scheme.people_for(1000, cost=cost) <= error


def test_answering_0_is_better_than_a_scheme_with_too_few_people() -> None:
    scheme = QueryAndAnswer.for_epsilon(2, 1, "0.1")
    enough = int(scheme.error()) + 1
    assert scheme.loses_to_zero(enough - 1)
    assert not scheme.loses_to_zero(enough)
    wide = QueryAndAnswer.for_epsilon(3, 4, "0.1")
    assert wide.loses_to_zero(int(wide.error() / 16))
    assert not wide.loses_to_zero(int(wide.error() / 16) + 1)


def test_every_batch_that_the_budget_pays_for_is_equally_likely() -> None:
    """The paper's footnote: the server chooses a batch of people from a larger population."""
    scheme = RandomizedGroup(2, 1, Fraction(1, 2), 0)
    law = law_of(lambda source: tuple(sorted(scheme.draw_batch(5, 6, source))))
    assert law == dict.fromkeys(combinations(range(5), 3), Fraction(1, 10))
    assert sorted(scheme.draw_batch(5, 1000, SystemSource())) == [0, 1, 2, 3, 4]
    assert len(set(scheme.draw_batch(10**12, 1000, SystemSource()))) == 500


def test_a_cost_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="cost must be 'bits', 'whole bits' or 'people'; got 'euros'"):
        QueryAndAnswer(2, 1, 0).cost_per_person("euros")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="budget must pay for at least one answer; got 1"):
        RandomizedGroup(2, 1, 0, 0).people_for(1)
