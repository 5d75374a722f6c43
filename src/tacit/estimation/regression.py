"""A linear model of a public outcome on the hidden group and on public covariates (SCHEME.md C6).

Nobody's group is known, but the scores of an answer stand for it without bias: so do the normal equations
and, with a second pass over the answers, how much they vary. The tally alone cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tacit.estimation.squares import CHUNK, Floats
from tacit.tallying.columns import Counts

Scores = Callable[[slice], Floats]


@dataclass(frozen=True, eq=False)
class Design:
    """What a model is fitted to, one row per answer.

    `scores` gives the count scores of some rows for every group. `own` are the covariates (1 is the first)
    whose coefficients each group has for itself, `common` those that all groups share. `cluster` numbers the
    clusters that were drawn; None where every answer was drawn by itself. `outside` gives the scores of being
    in none of the groups, where somebody can be: the model is of the others.
    """

    scores: Scores
    outcome: Floats
    own: Floats
    common: Floats
    weights: Floats
    cluster: Counts | None = None
    outside: Callable[[slice], Floats] | None = None

    def inside(self, rows: slice) -> Floats:
        """What stands for being in any group: 1 where everybody is."""
        return np.ones(self.outcome[rows].size) if self.outside is None else 1 - self.outside(rows)

    @property
    def slices(self) -> list[slice]:
        """The rows, few at a time."""
        step = max(1, CHUNK // (4 * self.own.shape[1] + self.common.shape[1] + 1))
        return [slice(start, start + step) for start in range(0, self.outcome.size, step)]


@dataclass(frozen=True, eq=False)
class Fit:
    """Coefficients: group by group those of its own covariates, then the common ones; their covariances.

    `people` is about the model that these people would have if their groups were seen, `population` about
    the population's. `counts` are the groups' sizes, which must surely be above zero for any of it to hold,
    and `count_sds` how much they vary.
    """

    coefficients: Floats
    people: Floats
    population: Floats
    counts: Floats
    count_sds: Floats
    units: int


class Unsolvable(ValueError):
    """The normal equations have no solution."""


def fit(design: Design) -> Fit:
    """The model, in two passes over the answers. Raises Unsolvable when there is no unique one."""
    matrix, right, counts, squares = _normal_equations(design)
    scale = np.sqrt(np.abs(np.diagonal(matrix)))
    scale[scale == 0] = 1
    scaled = matrix / np.outer(scale, scale)
    if np.linalg.matrix_rank(scaled) < len(scaled):
        raise Unsolvable
    inverse = np.linalg.inv(scaled) / np.outer(scale, scale)
    coefficients = inverse @ right
    meat, own, units = _meat(design, coefficients, len(counts))
    people, population = (inverse @ each @ inverse.T for each in (meat[0] - own, meat[1]))
    return Fit(coefficients, people, population, counts, np.sqrt(np.maximum(squares - counts, 0)), units)


def _normal_equations(design: Design) -> tuple[Floats, Floats, Floats, Floats]:
    """X'X and X'y as the scores estimate them, the groups' sizes, and the sums of their scores' squares."""
    parts = [_equations_of(design, rows) for rows in design.slices]
    matrix, right, counts, squares = (sum(part[1:], part[0]) for part in zip(*parts, strict=True))
    return matrix, right, counts, squares


def _equations_of(design: Design, rows: slice) -> tuple[Floats, Floats, Floats, Floats]:
    scores = design.scores(rows) * design.weights[rows, None]
    own, common, y = design.own[rows], design.common[rows], design.outcome[rows]
    matrix = _by_group(scores, own, common)
    weighed = common * (design.weights[rows] * design.inside(rows))[:, None]
    size = scores.shape[1] * own.shape[1]
    matrix[size:, size:] = weighed.T @ common
    right = np.concatenate([np.einsum("ig,iv,i->gv", scores, own, y).reshape(-1), weighed.T @ y])
    return matrix, right, scores.sum(axis=0), (scores**2).sum(axis=0)


def _by_group(scores: Floats, own: Floats, common: Floats) -> Floats:
    """Sums of products of covariates over each group's people; those of the common ones are left out."""
    groups, width = scores.shape[1], own.shape[1]
    size = groups * width
    found = np.zeros((size + common.shape[1], size + common.shape[1]))
    for group, score in enumerate(scores.T):
        place = slice(group * width, (group + 1) * width)
        weighed = own * score[:, None]
        found[place, place], found[place, size:] = weighed.T @ own, weighed.T @ common
        found[size:, place] = found[place, size:].T
    return found


def _meat(design: Design, coefficients: Floats, groups: int) -> tuple[tuple[Floats, Floats], Floats, int]:
    """Squares of the estimating functions, by answer and by drawn unit, and their expected part."""
    width = design.own.shape[1]
    slopes, shared = coefficients[: groups * width].reshape(groups, width), coefficients[groups * width :]
    size = coefficients.size
    squares, own = np.zeros((size, size)), np.zeros((size, size))
    cluster = design.cluster
    units = design.outcome.size if cluster is None else int(cluster.max(initial=-1)) + 1
    by_unit = np.zeros((0 if cluster is None else units, size))
    for rows in design.slices:
        scores, weights = design.scores(rows), design.weights[rows]
        covariates, common = design.own[rows], design.common[rows]
        fitted = covariates @ slopes.T
        rest = design.outcome[rows] - common @ shared
        residuals = rest[:, None] - fitted
        psi = np.concatenate(
            [
                ((scores * residuals)[:, :, None] * covariates[:, None, :]).reshape(rest.size, -1),
                common * (rest * design.inside(rows) - (scores * fitted).sum(axis=1))[:, None],
            ],
            axis=1,
        )
        psi *= weights[:, None]
        squares += psi.T @ psi
        if cluster is not None:
            np.add.at(by_unit, cluster[rows], psi)
        own += _expected(scores * residuals**2 * weights[:, None] ** 2, covariates, common)
    drawn = squares if cluster is None else by_unit.T @ by_unit
    return (squares, drawn * (units / max(units - 1, 1))), own, units


def _expected(squares: Floats, own: Floats, common: Floats) -> Floats:
    """The squares of what the estimating functions expect, given everybody's group."""
    found = _by_group(squares, own, common)
    size = squares.shape[1] * own.shape[1]
    found[size:, size:] = (common * squares.sum(axis=1)[:, None]).T @ common
    return found
