"""No variance is said to be at least more than it is: the floor lies below the scores' own variance.

For every scheme and combination, as if everybody held the same card: the floor holds for any people.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from proofs.enumerated import Enumerated, at
from tacit.estimation.joint import Joint
from tacit.estimation.scores import least_variance
from tacit.estimation.slopes import variance_floor
from tacit.estimation.squares import Floats
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

STRONG, WEAK = Odds(5, 2, 2), Odds(20, 1, 1)
HIDDEN = [
    Scheme(Direct(3, 2, 6), WEAK),
    Scheme(Direct(4, 2, 8), STRONG),
    Scheme(Direct(3, 2, 6), Odds(20, 1, 4)),
    Scheme(Dealt(4, 2, 3), WEAK, Fraction(1, 9)),
    Scheme(Hashed(3, 2, 5), WEAK),
    Scheme(Hashed(4, 2, 2), STRONG, Fraction(1, 3)),
]
PUBLIC = [Scheme(Direct(2, 1, 2), WEAK), Scheme(Direct(4, 1, 4), WEAK), Scheme(Hashed(3, 1, 3), STRONG)]
OUTCOMES = (-2.0, 0.0, 0.5, 3.0)


def combinations(groups: int) -> Iterator[tuple[list[float], list[float]]]:
    """Means and counts of one group, differences between two, and whatever chance makes."""
    rest = [0.0] * (groups - 2)
    for mean in (-1.0, -0.4, 0.0, 0.7):
        yield [1.0, 0.0, *rest], [-mean, 0.0, *rest]
        yield [1.0, -0.1, *rest], [-mean, 0.1 * mean, *rest]
        yield [1.0, -1.0, *rest], [-mean, -mean, *rest]
    yield [0.0, 0.0, *rest], [1.0, 0.0, *rest]
    yield [0.0, 0.0, *rest], [1.0, -1.0, *rest]
    rng = np.random.default_rng(31)
    for _ in range(50):
        yield rng.normal(size=groups).tolist(), rng.normal(size=groups).tolist()


def floor_of(gradient: Floats, scheme: Scheme, outcome: float | None, *, is_whole: bool = True) -> float:
    """For one person; the gradient names all groups, or some and there are others."""
    y = 1.0 if outcome is None else outcome
    totals = np.zeros(gradient.size)
    nothing = np.zeros((gradient.size, gradient.size))
    every = np.array([y * y, y, 1.0, 1.0])
    joint = Joint(
        gradient.size // 2,
        totals,
        nothing,
        nothing,
        every,
        is_hidden=outcome is None,
        least=least_variance(scheme),
        is_whole=is_whole,
    )
    return variance_floor(joint, gradient)


def variance_of(law: Floats, score: Floats) -> float:
    return float(law @ score**2 - (law @ score) ** 2)


@pytest.mark.parametrize("scheme", HIDDEN, ids=lambda scheme: scheme.rows.name)
def test_of_a_hidden_value(scheme: Scheme) -> None:
    cells, nearest = Enumerated(scheme), []
    laws = [cells.law(at(item, value)) for item in range(scheme.rows.items) for value in (-1, 1)]
    for values, counts in combinations(scheme.rows.items):
        score = cells.sums @ np.array(values) + cells.counts @ np.array(counts)
        floor = floor_of(np.array([*values, *counts, 0.0]), scheme, None)
        variances = [variance_of(law, score) for law in laws]
        assert 0 < floor <= min(variances) * (1 + 1e-12), (values, counts)
        nearest.append(floor / min(variances))
    assert max(nearest) > 0.2, "a floor that is always far below keeps nobody from being too sure"


@pytest.mark.parametrize("scheme", PUBLIC, ids=lambda scheme: f"{scheme.rows.name} {scheme.rows.items}")
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_of_a_public_outcome(scheme: Scheme, outcome: float) -> None:
    cells, nearest = Enumerated(scheme), []
    laws = [cells.law(at(item, 0, 1)) for item in range(scheme.rows.items)]
    for values, counts in combinations(scheme.rows.items):
        score = cells.counts @ (outcome * np.array(values) + np.array(counts))
        floor = floor_of(np.array([*values, *counts, 0.0]), scheme, outcome)
        variance = min(variance_of(law, score) for law in laws)
        assert floor <= variance * (1 + 1e-12) + 1e-15, (values, counts)
        nearest.append(floor / variance if variance > 1e-12 else 0.0)
    assert max(nearest) > 0.2


@pytest.mark.parametrize("scheme", [HIDDEN[1], HIDDEN[4], PUBLIC[1]], ids=lambda scheme: f"{scheme.rows}")
def test_of_two_groups_among_others(scheme: Scheme) -> None:
    """Whoever belongs to neither has the score of nothing, wherever the scores of both lie."""
    others, levels = [0.0] * (scheme.rows.items - 2), scheme.rows.levels
    outcome = None if levels == 2 else 2.0
    for values, counts in combinations(2):
        every = np.array([*values, *others, *counts, *others, 0.0])
        some = np.array([*values, *counts, 0.0])
        assert floor_of(some, scheme, outcome, is_whole=False) == pytest.approx(
            floor_of(every, scheme, outcome), rel=1e-12
        )
