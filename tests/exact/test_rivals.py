"""The rivals' closed forms: equal to the paper's, to ours where they are ours, and to enumeration of each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import combinations, product

import pytest

from tacit.comparison import rivals
from tacit.comparison.rivals import Rival
from tacit.paper import QueryAndAnswer, RandomizedGroup
from tacit.scheme.limit import optimum
from tacit.scheme.moments import Moments, Spread
from tacit.scheme.needs import Needs
from tacit.scheme.odds import group_odds, pair_odds
from tacit.scheme.rows import Direct
from tacit.scheme.scheme import Scheme

EPSILONS = ["0.25", "1", "2", "3.5", "6"]
SIZES = [2, 3, 5, 10, 64]

# What is reported, with its chance: for the person's (item, sign), the items hit with their signs.
Report = tuple[float, dict[int, int]]
Law = Callable[[int, int], Iterator[Report]]


def near(found: float, wanted: float) -> bool:
    return math.isclose(found, wanted, rel_tol=1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", SIZES)
def test_the_papers_schemes_cost_what_the_paper_says(groups: int, epsilon: str) -> None:
    ratio = math.exp(Decimal(epsilon))
    query = QueryAndAnswer.for_epsilon(groups, 1, epsilon)
    ours = rivals.query_and_answer(groups, ratio, levels=2)
    assert ours.sums is not None
    assert near(ours.sums.total(groups), float(query.error()))
    assert ours.bits == query.bits
    group = RandomizedGroup.for_epsilon(groups, 1, epsilon)
    ours = rivals.randomized_group(groups, ratio)
    assert ours.sums is not None
    assert near(ours.sums.total(groups), float(group.error()))
    assert ours.bits == group.bits


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", SIZES)
def test_direct_rows_are_randomised_response_and_rg(groups: int, epsilon: str) -> None:
    ratio = math.exp(Decimal(epsilon))
    rows = Direct(groups, 2, 2 * groups)
    for rival, odds in (
        (rivals.randomized_response_on_pairs(groups, ratio), pair_odds(Decimal(epsilon))),
        (rivals.randomized_group(groups, ratio), group_odds(Decimal(epsilon))),
    ):
        moments = Moments(Scheme(rows, odds), float)
        sums, counts = moments.sum_spread(1.0, 1.0), moments.count_spread()
        assert rival.sums is not None
        assert rival.counts is not None
        # The odds in integers lie a little below e^epsilon.
        assert math.isclose(sums.total(groups), rival.sums.total(groups), rel_tol=1e-5)
        assert math.isclose(counts.total(groups), rival.counts.total(groups), rel_tol=1e-5)


def unary_law(groups: int, ratio: float) -> Law:
    def law(item: int, sign: int) -> Iterator[Report]:
        own = 2 * item + (sign > 0)
        for bits in product((0, 1), repeat=2 * groups):
            chances = [0.5 if at == own else 1 / (ratio + 1) for at in range(2 * groups)]
            chance = math.prod(p if bit else 1 - p for p, bit in zip(chances, bits, strict=True))
            yield chance, {at: 1 for at, bit in enumerate(bits) if bit}

    return law


def hashing_law(groups: int, ratio: float) -> Law:
    values = max(2, round(ratio) + 1)

    def law(item: int, sign: int) -> Iterator[Report]:
        own = 2 * item + (sign > 0)
        for hashed in product(range(values), repeat=2 * groups):
            for reported in range(values):
                chance = (ratio if hashed[own] == reported else 1) / (ratio + values - 1)
                hit = {at: 1 for at, value in enumerate(hashed) if value == reported}
                yield chance / values ** (2 * groups), hit

    return law


def apart_law(groups: int, ratio: float) -> Law:
    half = math.sqrt(ratio)

    def law(item: int, sign: int) -> Iterator[Report]:
        for named in range(groups):
            for shown in (-1, 1):
                chance = (half if named == item else 1) / (half + groups - 1)
                yield chance * (half if shown == sign else 1) / (half + 1), {named: shown}

    return law


def key_value_law(groups: int, ratio: float) -> Law:
    keep, other, true = 0.5, 2 / (ratio + 3), ratio / (ratio + 1)

    def law(item: int, sign: int) -> Iterator[Report]:
        for shown in product((-1, 0, 1), repeat=groups):
            chance = 1.0
            for group, mark in enumerate(shown):
                if group == item:
                    chance *= 1 - keep if mark == 0 else keep * (true if mark == sign else 1 - true)
                else:
                    chance *= 1 - other if mark == 0 else other / 2
            yield chance, {group: mark for group, mark in enumerate(shown) if mark}

    return law


def moments_of(
    law: Law, item: int, sign: int, score: Callable[[dict[int, int]], float]
) -> tuple[float, float]:
    reports = list(law(item, sign))
    assert near(sum(chance for chance, _ in reports), 1)
    mean = sum(chance * score(report) for chance, report in reports)
    return mean, sum(chance * score(report) ** 2 for chance, report in reports) - mean**2


def check(law: Law, rival: Rival, sum_score: Callable[[dict[int, int]], float], gain: float) -> None:
    """The score of group 0, over its gain, is unbiased and varies as the closed form says."""
    assert rival.sums is not None
    for item, expected, variance in ((0, 1.0, rival.sums.own), (1, 0.0, rival.sums.other)):
        for sign in (-1, 1):
            mean, spread = moments_of(law, item, sign, lambda report: sum_score(report) / gain)
            assert math.isclose(mean, sign * expected, abs_tol=1e-9)
            assert near(spread, variance), (rival.name, item, sign, spread, variance)


@pytest.mark.parametrize("epsilon", ["0.5", "1", "2"])
def test_sums_by_unary_encoding_and_local_hashing_vary_as_said(epsilon: str) -> None:
    ratio, groups = math.exp(Decimal(epsilon)), 2
    values = max(2, round(ratio) + 1)
    unary = 0.5 - 1 / (ratio + 1)
    hashing = ratio / (ratio + values - 1) - 1 / values

    def ends(report: dict[int, int]) -> float:
        return report.get(1, 0) - report.get(0, 0)

    check(unary_law(groups, ratio), rivals.unary_encoding(groups, ratio, levels=2), ends, unary)
    check(hashing_law(groups, ratio), rivals.local_hashing(groups, ratio, levels=2), ends, hashing)


@pytest.mark.parametrize("epsilon", ["0.5", "1", "2"])
@pytest.mark.parametrize("groups", [2, 4])
def test_sums_by_halved_response_and_key_value_vary_as_said(groups: int, epsilon: str) -> None:
    ratio = math.exp(Decimal(epsilon))
    half = math.sqrt(ratio)
    keep, other = half / (half + groups - 1), 1 / (half + groups - 1)
    truth = (half - 1) / (half + 1)

    def named(report: dict[int, int]) -> float:
        return sum(mark * ((group == 0) - other) for group, mark in report.items())

    check(
        apart_law(groups, ratio),
        rivals.randomized_response_apart(groups, ratio),
        named,
        (keep - other) * truth,
    )
    gain = 0.5 * (ratio - 1) / (ratio + 1)
    check(
        key_value_law(groups, ratio),
        rivals.key_value_unary(groups, ratio),
        lambda report: report.get(0, 0),
        gain,
    )


@pytest.mark.parametrize("make", [unary_law, hashing_law, apart_law, key_value_law])
def test_a_rival_keeps_its_promise_just_so(make: Callable[[int, float], Law]) -> None:
    """No budget is wasted or overdrawn: a rival that were worse than it must be would flatter us."""
    ratio, groups = math.e, 3
    laws = [list(make(groups, ratio)(item, sign)) for item in range(groups) for sign in (-1, 1)]
    worst = max(
        one[0] / two[0] for left in laws for right in laws for one, two in zip(left, right, strict=True)
    )
    assert near(worst, ratio)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("items", [3, 5, 10, 50])
def test_subset_selection_is_the_best_possible_for_counts(items: int, epsilon: str) -> None:
    found = rivals.subset_selection(items, math.exp(Decimal(epsilon))).counts
    assert found is not None
    assert near(found.total(items), optimum(Needs(items=items, levels=1, epsilon=Decimal(epsilon))))


def test_subset_selection_hits_as_often_as_said() -> None:
    items, ratio, size = 5, math.e, 1
    subsets = list(combinations(range(items), size))
    weights = [ratio if 0 in subset else 1 for subset in subsets]
    keep = sum(w for w, subset in zip(weights, subsets, strict=True) if 0 in subset) / sum(weights)
    other = sum(w for w, subset in zip(weights, subsets, strict=True) if 1 in subset) / sum(weights)
    gain = (keep - other) ** 2
    counted = Spread(keep * (1 - keep) / gain, other * (1 - other) / gain)
    found = rivals.subset_selection(items, ratio).counts
    assert found is not None
    assert near(found.own, counted.own)
    assert near(found.other, counted.other)


@pytest.mark.parametrize("epsilon", ["0.5", "1", "2", "3"])
@pytest.mark.parametrize("items", [2, 5, 12])
def test_counts_alone_never_beat_the_limit(items: int, epsilon: str) -> None:
    limit = optimum(Needs(items=items, levels=1, epsilon=Decimal(epsilon)))
    for rival in rivals.rivals(items, math.exp(Decimal(epsilon)), levels=1):
        assert rival.counts is not None
        assert rival.counts.total(items) >= limit * (1 - 1e-9), rival.name
