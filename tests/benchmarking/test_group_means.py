"""The rivals are restated truly: enumerated, they keep epsilon just so, and vary as said; one does not."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from tacit.benchmarking import group_means
from tacit.benchmarking.group_means import GroupMeans, Laplace, Piecewise, Steps
from tacit.comparison.rivals import randomized_response_on_pairs

Floats = npt.NDArray[np.float64]

EPSILONS = [0.5, 1.0, 2.0, 4.0]
VALUES = [-1.0, -0.6, 0.0, 0.25, 1.0]


def law_of(rival: GroupMeans, value: float | None) -> Floats:
    """Chances, or densities on a fine grid, of what is shown for a value; None: for whoever changed group."""
    mechanism = rival.mechanism
    if isinstance(mechanism, Steps):
        return rival.changed_law(mechanism) if value is None else mechanism.law(value)
    value = value or 0.0
    if isinstance(mechanism, Laplace):
        scale = 2 / mechanism.epsilon
        return np.exp(-np.abs(grid_of(rival) - value) / scale) / (2 * scale)
    assert isinstance(mechanism, Piecewise)
    half = math.exp(mechanism.epsilon / 2)
    start, end = mechanism.near(value)
    is_near = (grid_of(rival) > start) & (grid_of(rival) < end)
    near, far = half / (half + 1) / (mechanism.reach - 1), 1 / (half + 1) / (mechanism.reach + 1)
    return np.where(is_near, near, far)


def grid_of(rival: GroupMeans) -> Floats:
    """The middles of the pieces of the line that reports lie on."""
    mechanism = rival.mechanism
    if isinstance(mechanism, Steps):
        return mechanism.points()
    reach = mechanism.reach if isinstance(mechanism, Piecewise) else 40 * 2 / mechanism.epsilon  # type: ignore[attr-defined]
    edges = np.linspace(-reach, reach, 200_001)
    return np.asarray((edges[1:] + edges[:-1]) / 2)


def report_law(rival: GroupMeans, group: int, value: float) -> Floats:
    """One row for each group that may be named."""
    own, changed = rival.keep * law_of(rival, value), rival.other * law_of(rival, None)
    return np.array([own if named == group else changed for named in range(rival.groups)])


def worst_ratio(rival: GroupMeans) -> float:
    laws = [report_law(rival, group, value) for group in range(2) for value in VALUES]
    return float(max((one / two).max() for one, two in product(laws, repeat=2)))


def made(groups: int, epsilon: float) -> list[GroupMeans]:
    return [
        group_means.laplace(groups, epsilon),
        group_means.bernoulli(groups, epsilon),
        group_means.piecewise(groups, epsilon),
        group_means.piecewise(groups, epsilon, 0.3),
        group_means.steps(groups, epsilon, is_mended=True),
        group_means.steps(groups, epsilon, 3, is_mended=True),
    ]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", [2, 3, 10])
def test_each_tells_epsilon_and_not_less(groups: int, epsilon: float) -> None:
    """A rival that were more careful than it must be would flatter us."""
    for rival in made(groups, epsilon):
        assert math.isclose(worst_ratio(rival), math.exp(epsilon), rel_tol=1e-9), rival.name


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("count", [2, 8])
def test_steps_as_published_tell_more_than_epsilon(count: int, epsilon: float) -> None:
    """Whoever changes group reports the middle, which is a point like others, and not an even one."""
    rival = group_means.steps(3, epsilon, count, is_mended=False)
    ratio = math.exp(epsilon)
    assert math.isclose(worst_ratio(rival), ratio * (ratio + count) / (count + 1), rel_tol=1e-9)
    assert worst_ratio(rival) > ratio * 1.05


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", [2, 5])
def test_each_is_unbiased_and_varies_as_said(groups: int, epsilon: float) -> None:
    for rival, value in product(made(groups, epsilon), VALUES):
        shown = grid_of(rival)
        width = 1.0 if isinstance(rival.mechanism, Steps) else shown[1] - shown[0]
        scale = rival.keep * rival.mechanism.gain
        spread = rival.spread(value)
        for law, chance, mean, wanted in (
            (law_of(rival, value), rival.keep, value, spread.own),
            (law_of(rival, None), rival.other, 0.0, spread.other),
        ):
            first = chance * float(law @ shown) * width / scale
            second = chance * float(law @ shown**2) * width / scale**2
            assert math.isclose(first, mean, abs_tol=2e-4), (rival.name, value, first)
            assert math.isclose(second - mean**2, wanted, rel_tol=2e-3), (rival.name, value)


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_what_is_drawn_has_that_law(epsilon: float) -> None:
    """Means and mean squares of 200,000 reports, within 5 standard errors: false alarms 1 in 40,000."""
    size, rng = 200_000, np.random.default_rng(20_261_119)
    for rival, value in product(made(3, epsilon), [-1.0, 0.25]):
        groups = np.zeros(size, dtype=np.int64)
        named, shown = rival.draw(groups, np.full(size, value), rng)
        scores = np.where(named == 0, shown, 0.0) / (rival.keep * rival.mechanism.gain)
        spread = rival.spread(value)
        assert abs(scores.mean() - value) < 5 * math.sqrt(spread.own / size), rival.name
        assert abs((named == 0).mean() - rival.keep) < 5 * math.sqrt(rival.keep * (1 - rival.keep) / size)
        squares = scores**2
        error = squares.std() / math.sqrt(size)
        assert abs(squares.mean() - spread.own - value**2) < 5 * error, rival.name
        others = np.where(named == 1, shown, 0.0) / (rival.keep * rival.mechanism.gain)
        assert abs((others**2).mean() - spread.other) < 5 * (others**2).std() / math.sqrt(size), rival.name
        sums = rival.sums(named, shown)
        assert math.isclose(sums[0], scores.sum(), rel_tol=1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", [2, 7, 50])
def test_a_bit_is_the_papers_rg_held_to_epsilon(groups: int, epsilon: float) -> None:
    ours = group_means.bernoulli(groups, epsilon).spread(1.0)
    theirs = randomized_response_on_pairs(groups, math.exp(epsilon)).sums
    assert theirs is not None
    assert math.isclose(ours.own, theirs.own, rel_tol=1e-9)
    assert math.isclose(ours.other, theirs.other, rel_tol=1e-9)
