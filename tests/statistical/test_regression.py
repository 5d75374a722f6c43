"""A linear model with a hidden group over 1,000 replications, beside the model that sees the group."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from asking import asked
from tacit.estimation.regression import Design, fit
from tacit.estimation.squares import union_scorer
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.study import Study

Z = 5.0
REPLICATIONS, PEOPLE = 1000, 5000
SLOPE = 0.7
Floats = NDArray[np.float64]

TWO = asked("none", groups="ab", epsilon="2", rows="direct")
THREE = asked("none", groups="abc", epsilon="2", rows="hashed", columns=7)
DEALT = asked("none", groups="abc", epsilon="2", rows="dealt", columns=2)
SOME_DECLINE = asked("none", groups="ab", decline=True, epsilon="2")


def error(chance: float) -> float:
    return math.sqrt(chance * (1 - chance) / REPLICATIONS)


def replicated(study: Study, *, is_weighted: bool, seed: int) -> tuple[Floats, ...]:
    """Of all replications: coefficients, those of the model that sees groups, both sds, and the truth.

    The outcome depends on the group, on a covariate that depends on the group, too, and its spread differs.
    Of those who decline it is quite another: the model is of the others.
    """
    rng = np.random.default_rng(seed)
    items, groups = study.scheme.rows.items, len(study.groups.labels)
    size = REPLICATIONS * PEOPLE
    group = rng.choice(items, size, p=[0.2, 0.8] if items == 2 else [0.2, 0.3, 0.5])
    covariate = rng.normal(size=size) + 0.3 * group
    outcome = 0.5 * group + SLOPE * covariate + rng.normal(size=size) * (1 + 0.5 * (group == 0))
    outcome[group == groups] = -3
    weights = rng.choice([1.0, 4.0], size, p=[2 / 3, 1 / 3]) if is_weighted else np.ones(size)
    cards = Cards(group.astype(np.uint8), np.zeros(size, np.uint8))
    queries, columns = draw_answers(study.scheme, cards, rng)
    score = union_scorer(study.scheme, [np.array([item]) for item in range(items)])
    found = []
    for start in range(0, size, PEOPLE):
        part = slice(start, start + PEOPLE)
        _, scores = score(False, queries[part].astype(np.int64), columns[part].astype(np.int64))
        own, common = np.ones((PEOPLE, 1)), covariate[part, None]
        design = Design(
            lambda rows, s=scores: s[rows, :groups],  # type: ignore[misc]
            *(outcome[part], own, common, weights[part]),
            outside=(lambda rows, s=scores: s[rows, groups]) if items > groups else None,  # type: ignore[misc]
        )
        root = np.sqrt(weights[part] * (group[part] < groups))
        matrix = np.concatenate([np.eye(items)[group[part], :groups], common], axis=1) * root[:, None]
        sighted = np.linalg.lstsq(matrix, outcome[part] * root, rcond=None)[0]
        blind = fit(design)
        sds = [np.sqrt(np.maximum(np.diagonal(each), 0)) for each in (blind.people, blind.population)]
        found.append((blind.coefficients, sighted, *sds))
    parts = [np.array(each) for each in zip(*found, strict=True)]
    return parts[0], parts[1], parts[2], parts[3], np.append(0.5 * np.arange(groups), SLOPE)


@pytest.mark.parametrize(
    ("study", "is_weighted"),
    [(TWO, False), (THREE, True), (DEALT, False), (SOME_DECLINE, True)],
    ids=["direct", "hashed", "dealt", "some decline"],
)
def test_the_model_is_unbiased_and_covers_both_its_targets(study: Study, is_weighted: bool) -> None:
    found, sighted, people, population, truth = replicated(study, is_weighted=is_weighted, seed=31)
    spread = found.std(axis=0)
    away = (found.mean(axis=0) - truth) / spread * math.sqrt(REPLICATIONS)
    # Equations are unbiased, their solution is so in the limit: a twentieth of its sd is allowed for.
    assert np.all(np.abs(away) < Z + 0.05 * math.sqrt(REPLICATIONS)), away
    assert np.all(spread < 4 * sighted.std(axis=0)), "far worse than the model that sees the group"
    assert np.all(spread > sighted.std(axis=0)), "better than the model that sees the group"
    least, most = 0.94 - Z * error(0.94), 0.975 + Z * error(0.975)
    for name, target, sd in (("people", sighted, people), ("population", truth, population)):
        held = (np.abs(found - target) <= 1.959964 * sd).mean(axis=0)
        assert np.all((least <= held) & (held <= most)), (name, held)


def test_without_taking_out_what_is_expected_intervals_for_these_people_would_be_too_long() -> None:
    """The power of the claim above: the population's intervals hold these people's model far too often."""
    found, sighted, _, population, _ = replicated(TWO, is_weighted=False, seed=32)
    held = (np.abs(found - sighted) <= 1.959964 * population).mean(axis=0)
    assert held.max() > 0.995
