"""How many levels are chosen: the best for values all over the range, where no rival is better then."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from tacit.benchmarking import group_means
from tacit.benchmarking.accuracy import ENDS, EVEN, MIDDLE, Law, rival_variance, sum_variance
from tacit.benchmarking.group_means import GroupMeans
from tacit.scheme.choose import choose, rank
from tacit.scheme.levels import best_levels
from tacit.scheme.moments import Moments
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme
from tacit.scheme.spread import expected_squares

GROUPS = [2, 3, 4, 6, 10, 24, 64, 1000]
EPSILONS = ["0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "5", "6", "8"]
STEPS = (2, 3, 4, 5, 6, 10, 14)


def needs_of(groups: int, epsilon: str, ask: str = "sum", **wishes: object) -> Needs:
    return Needs(groups, 2, Decimal(epsilon), ask=ask, values="even", **wishes)  # type: ignore[arg-type]


def chosen(needs: Needs) -> Scheme:
    """As a study has it."""
    return choose(Needs(**(vars(needs) | {"levels": best_levels(needs)})))


def rivals(groups: int, epsilon: str) -> list[GroupMeans]:
    """Those of the paper, and its steps in any number."""
    more = [group_means.steps(groups, float(epsilon), count, is_mended=True) for count in STEPS]
    return [*group_means.rivals(groups, float(epsilon)), *more]


def check_never_above(schemes: list[Scheme], law: Law, groups: int, epsilon: str) -> None:
    best = min(rival_variance(rival, law) for rival in rivals(groups, epsilon))
    for scheme in schemes:
        # Our odds are integers a little below e^epsilon; values are tried in so many places.
        assert sum_variance(scheme, law) <= best * (1 + 2e-5), (groups, epsilon, scheme)


@pytest.mark.parametrize("groups", GROUPS)
def test_no_rival_has_better_sums_of_values_all_over_the_range(groups: int) -> None:
    for epsilon in EPSILONS:
        schemes = [chosen(needs_of(groups, epsilon, ask)) for ask in ("sum", "mean")]
        check_never_above(schemes, EVEN, groups, epsilon)


@pytest.mark.parametrize("groups", GROUPS)
def test_nor_at_the_ends_with_two_levels(groups: int) -> None:
    for epsilon in EPSILONS:
        check_never_above([choose(needs_of(groups, epsilon))], ENDS, groups, epsilon)


@pytest.mark.parametrize("groups", GROUPS)
def test_in_the_middle_three_levels_are_at_most_an_eighth_above(groups: int) -> None:
    for epsilon in EPSILONS:
        levels = (choose(Needs(**(vars(needs_of(groups, epsilon)) | {"levels": count}))) for count in (2, 3))
        ours = min(sum_variance(scheme, MIDDLE) for scheme in levels)
        theirs = min(rival_variance(rival, MIDDLE) for rival in rivals(groups, epsilon))
        assert ours <= theirs * 1.125, (groups, epsilon, ours / theirs)


def test_no_number_of_levels_is_best_everywhere() -> None:
    """Why nobody can be promised the best at all values at once: rivals for each kind are one family."""
    for levels in range(2, 9):
        scheme = choose(Needs(**(vars(needs_of(2, "4")) | {"levels": levels})))
        beaten = [
            sum_variance(scheme, law) > 1.2 * min(rival_variance(rival, law) for rival in rivals(2, "4"))
            for law in (ENDS, EVEN, MIDDLE)
        ]
        assert any(beaten), levels


@pytest.mark.parametrize("points", [None, 3, 5, 11, 101])
@pytest.mark.parametrize("ask", ["sum", "mean"])
def test_the_best_number_is_found(ask: str, points: int | None) -> None:
    """Among all, far beyond where it lies: of direct rows, and of any with two levels."""
    for groups in (2, 7, 40):
        for epsilon in ("0.5", "2", "3", "4.5", "7", "9"):
            needs = needs_of(groups, epsilon, ask, points=points)
            costs = {}
            for levels in range(2, min(points or 120, 120) + 1):
                tried = Needs(**(vars(needs) | {"levels": levels, "ask": "sum"}))
                ranked = rank(tried if levels == 2 else Needs(**(vars(tried) | {"rows": "direct"})))
                costs[levels] = ranked[0].objective
            assert costs[best_levels(needs)] == pytest.approx(min(costs.values()), rel=1e-9)


@pytest.mark.parametrize("points", [None, 2, 3, 4, 7, 11, 500])
@pytest.mark.parametrize("levels", [2, 3, 4, 6, 11])
def test_squares_are_those_of_rounded_values(levels: int, points: int | None) -> None:
    """SCHEME.md B: a value goes to one of its two neighbours, right on average."""
    if points and levels > points:
        return
    count = points or 200_001
    rounded = square = 0.0
    for at in range(count):
        value = 2 * at / (count - 1) - 1
        place = (value + 1) / 2 * (levels - 1)
        below = min(math.floor(place + 1e-9), levels - 2)
        low, high = (2 * level / (levels - 1) - 1 for level in (below, below + 1))
        rounded += low**2 + (place - below) * (high**2 - low**2)
        square += value**2
    found = expected_squares(Needs(**(vars(needs_of(2, "1", points=points)) | {"levels": levels})))
    assert found == pytest.approx((rounded / count, square / count), rel=2e-5)


def test_at_the_ends_nothing_is_rounded() -> None:
    assert expected_squares(Needs(2, 2, Decimal(1))) == (1.0, 1.0)


def test_a_scale_takes_levels_that_are_its_own_points() -> None:
    """Of 11 points, 3, 6 and 11 levels round nothing that is on every second, or fifth, or any point."""
    assert best_levels(needs_of(2, "3")) == 4
    assert best_levels(needs_of(2, "3", points=11)) == 3
    assert best_levels(needs_of(2, "12", points=11)) == 11
    assert best_levels(needs_of(2, "12", points=2)) == 2


@pytest.mark.parametrize("ask", ["sum", "mean"])
def test_wishes_are_respected(ask: str) -> None:
    for wishes in ({"max_bits": 2}, {"max_bits": 4}, {"rows": "hashed"}, {"rows": "direct"}, {"columns": 9}):
        scheme = chosen(needs_of(3, "6", ask, **wishes))
        assert scheme.bits <= wishes.get("max_bits", 64)  # type: ignore[operator]
        assert scheme.rows.name == wishes.get("rows", scheme.rows.name)
        assert scheme.rows.columns == wishes.get("columns", scheme.rows.columns)
    assert best_levels(needs_of(3, "6", ask, rows="hashed")) == 2
    assert best_levels(needs_of(3, "6", ask, columns=9)) == 3


@pytest.mark.parametrize("groups", [2, 40, 1000])
def test_answers_stay_small(groups: int) -> None:
    """More levels cost bits: never more than three beyond those of two levels, up to epsilon 8."""
    for epsilon in EPSILONS:
        needs = needs_of(groups, epsilon)
        assert chosen(needs).bits <= choose(needs).bits + 3


def test_counts_are_told_wherever_they_are_asked_for() -> None:
    for groups in GROUPS:
        for epsilon in EPSILONS:
            assert Moments(chosen(needs_of(groups, epsilon, "mean")), float).counts_are_identified
