"""The linear model: least squares where groups are seen, and unbiased equations where they are not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from proofs.enumerated import Enumerated, at
from tacit.estimation.regression import Design, Unsolvable, fit
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

Floats = NDArray[np.float64]
SCHEMES = [
    Scheme(Direct(3, 1, 3), Odds(5, 2, 2)),
    Scheme(Hashed(3, 1, 3), Odds(5, 2, 2)),
    Scheme(Dealt(3, 1, 2), Odds(5, 2, 2)),
]


def design_of(scores: Floats, outcome: Floats, own: Floats, common: Floats, weights: Floats) -> Design:
    return Design(lambda rows: scores[rows], outcome, own, common, weights)


def seen(seed: int, people: int = 400, groups: int = 3) -> tuple[Design, Floats]:
    """A design whose scores are the groups themselves, and the matrix that everybody can then see."""
    rng = np.random.default_rng(seed)
    scores = np.eye(groups)[rng.integers(0, groups, people)]
    own = np.stack([np.ones(people), rng.normal(size=people)], axis=1)
    common = rng.normal(size=(people, 2))
    outcome = rng.normal(size=people) + scores @ np.arange(groups) + common[:, 0]
    weights = rng.integers(1, 4, people).astype(float)
    matrix = np.concatenate([(scores[:, :, None] * own[:, None, :]).reshape(people, -1), common], axis=1)
    return design_of(scores, outcome, own, common, weights), matrix


@pytest.mark.parametrize("seed", [1, 2])
def test_where_groups_are_seen_it_is_weighted_least_squares_with_its_sandwich(seed: int) -> None:
    design, matrix = seen(seed)
    found = fit(design)
    root = np.sqrt(design.weights)
    wanted = np.linalg.lstsq(matrix * root[:, None], design.outcome * root, rcond=None)[0]
    assert found.coefficients == pytest.approx(wanted)
    residuals = design.outcome - matrix @ wanted
    bread = np.linalg.inv((matrix * design.weights[:, None]).T @ matrix)
    psi = matrix * (residuals * design.weights)[:, None]
    n = residuals.size
    assert found.population == pytest.approx(n / (n - 1) * bread @ (psi.T @ psi) @ bread)
    assert found.people == pytest.approx(np.zeros_like(found.people), abs=1e-12)
    assert found.units == n


def test_clusters_are_added_up_before_they_are_squared() -> None:
    design, matrix = seen(3)
    cluster = np.arange(400) // 10
    found = fit(Design(design.scores, design.outcome, design.own, design.common, design.weights, cluster))
    residuals = design.outcome - matrix @ found.coefficients
    psi = matrix * (residuals * design.weights)[:, None]
    summed = psi.reshape(40, 10, -1).sum(axis=1)
    bread = np.linalg.inv((matrix * design.weights[:, None]).T @ matrix)
    assert found.population == pytest.approx(40 / 39 * bread @ (summed.T @ summed) @ bread)
    assert found.units == 40


def test_it_makes_no_difference_how_many_rows_are_looked_at_together() -> None:
    design, _ = seen(4)

    class Narrow(Design):
        @property
        def slices(self) -> list[slice]:
            return [slice(start, start + 7) for start in range(0, 400, 7)]

    narrow = Narrow(design.scores, design.outcome, design.own, design.common, design.weights)
    one, other = fit(design), fit(narrow)
    assert one.coefficients == pytest.approx(other.coefficients)
    assert one.population == pytest.approx(other.population)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.rows.name)
def test_what_stands_for_the_hidden_group_is_unbiased_in_every_moment_that_is_used(scheme: Scheme) -> None:
    """By enumeration: scores expect the group, and products of one group's score with public numbers add.

    Squares of the estimating functions exceed what they expect by exactly their variance.
    """
    cells = Enumerated(scheme)
    covariate, outcome, slope = 1.5, 4.0, 0.5
    for item in range(3):
        law = cells.law(at(item, Fraction(0), 1))
        truth = np.eye(3)[item]
        assert law @ cells.counts == pytest.approx(truth)
        levels = np.array([1.0, -2.0, 3.0])
        residuals = outcome - levels - slope * covariate
        psi = np.concatenate(
            [
                cells.counts * residuals,
                covariate * (outcome - cells.counts @ levels - slope * covariate)[:, None],
            ],
            axis=1,
        )
        mean = law @ psi
        assert mean == pytest.approx(np.append(truth * residuals, covariate * (residuals @ truth)))
        squares = psi.T @ (psi * law[:, None])
        spread = (psi - mean).T @ ((psi - mean) * law[:, None])
        expected = np.outer(mean, mean)
        # What `fit` takes out: the same with scores in place of the group.
        estimated = np.zeros((4, 4))
        weighed = law @ (cells.counts * residuals**2)
        estimated[:3, :3] = np.diag(weighed)
        estimated[:3, 3] = estimated[3, :3] = weighed * covariate
        estimated[3, 3] = weighed.sum() * covariate**2
        assert estimated == pytest.approx(expected, abs=1e-12)
        assert squares - estimated == pytest.approx(spread, abs=1e-10)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.rows.name)
def test_whoever_is_in_no_group_has_no_part_in_any_moment(scheme: Scheme) -> None:
    """By enumeration: the last item's people are outside, and the others as if there were nobody else."""
    cells = Enumerated(scheme)
    covariate, outcome, slope, levels = 1.5, 4.0, 0.5, np.array([1.0, -2.0])
    rest, residuals = outcome - slope * covariate, outcome - levels - slope * covariate
    for item in range(3):
        law = cells.law(at(item, Fraction(0), 1))
        scores, outside = cells.counts[:, :2], cells.counts[:, 2]
        assert law @ (1 - outside) == pytest.approx(float(item < 2))
        psi = covariate * (rest * (1 - outside) - scores @ levels)
        truth = covariate * residuals[item] if item < 2 else 0.0
        assert law @ psi == pytest.approx(truth)
        taken = law @ (scores @ residuals**2) * covariate**2
        assert law @ psi**2 - taken == pytest.approx(law @ (psi - truth) ** 2)


def test_where_it_is_seen_who_is_in_no_group_the_others_are_fitted_alone() -> None:
    design, _ = seen(7)
    scores = design.scores(slice(None))
    is_in = scores[:, 2] == 0
    parts = (design.outcome, design.own, design.common, design.weights)
    others = design_of(scores[is_in][:, :2], *(part[is_in] for part in parts))
    found = fit(replace(design_of(scores[:, :2], *parts), outside=lambda rows: scores[rows, 2]))
    alone = fit(others)
    assert found.coefficients == pytest.approx(alone.coefficients)
    n, m = is_in.size, is_in.sum()
    assert found.population * (n - 1) / n == pytest.approx(alone.population * (m - 1) / m)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.rows.name)
def test_with_any_scores_it_is_the_formulas_as_written(scheme: Scheme) -> None:
    """Person by person, with nothing summed in advance: X'X, the meat, and what is taken out of it."""
    rng = np.random.default_rng(6)
    cells, people, groups = Enumerated(scheme), 3000, 3
    law = np.array([cells.law(at(item, Fraction(0), 1)) for item in range(groups)])
    items = rng.integers(0, groups, people)
    scores = cells.counts[[rng.choice(law.shape[1], p=law[item]) for item in items]]
    common, own = rng.normal(size=(people, 1)), np.ones((people, 1))
    outcome = items + common[:, 0] + rng.normal(size=people)
    weights = rng.integers(1, 4, people).astype(float)
    found = fit(design_of(scores, outcome, own, common, weights))
    levels, slope = found.coefficients[:groups], found.coefficients[groups]
    matrix, meat, taken = (np.zeros((groups + 1, groups + 1)) for _ in range(3))
    total = np.zeros(groups + 1)
    for a, y, z, w in zip(scores, outcome, common[:, 0], weights, strict=True):
        seen = np.zeros((groups + 1, groups + 1))
        seen[:groups, :groups], seen[groups, groups] = np.diag(a), z * z
        seen[:groups, groups] = seen[groups, :groups] = a * z
        matrix += w * seen
        residuals = y - levels - slope * z
        psi = w * np.append(a * residuals, z * (y - a @ levels - slope * z))
        total += psi
        meat += np.outer(psi, psi)
        square = np.zeros((groups + 1, groups + 1))
        square[:groups, :groups] = np.diag(a * residuals**2)
        square[:groups, groups] = square[groups, :groups] = a * residuals**2 * z
        square[groups, groups] = (a @ residuals**2) * z * z
        taken += w * w * square
    assert total == pytest.approx(np.zeros(groups + 1), abs=1e-6)
    bread = np.linalg.inv(matrix)
    assert found.people == pytest.approx(bread @ (meat - taken) @ bread)
    assert found.population == pytest.approx(people / (people - 1) * bread @ meat @ bread)
    assert found.counts == pytest.approx(weights @ scores)


@pytest.mark.parametrize("what", ["constant", "twice", "nobody"])
def test_equations_without_one_solution_are_refused(what: str) -> None:
    design, _ = seen(5)
    n = design.outcome.size
    scores = design.scores(slice(None)).copy()
    common = design.common
    if what == "constant":
        common = np.ones((n, 1))
    elif what == "twice":
        common = np.stack([common[:, 0], 2 * common[:, 0]], axis=1)
    else:
        scores[:, 2] = 0
    with pytest.raises(Unsolvable):
        fit(design_of(scores, design.outcome, np.ones((n, 1)), common, design.weights))
