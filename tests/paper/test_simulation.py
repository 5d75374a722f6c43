"""Simulated rounds have the closed form's error, and would not have another's."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.errors import Refused
from tacit.paper import QueryAndAnswer, RandomizedGroup
from tacit.paper.instances import skew
from tacit.paper.simulation import _named, answered_laws, simulate

SEED = 7
ROUNDS = 4000
SCHEMES = [
    QueryAndAnswer(2, 1, 0),
    QueryAndAnswer(3, 2, Fraction(1, 3)),
    QueryAndAnswer(5, 3, Fraction(1, 10)),
    RandomizedGroup(2, 1, Fraction(1, 3), 0),
    RandomizedGroup(3, 2, Fraction(1, 2), Fraction(1, 5)),
    RandomizedGroup(5, 3, Fraction(9, 10), Fraction(1, 10)),
]


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: f"{type(s).__name__} {s.groups} {s.m}")
def test_the_simulated_error_is_that_of_the_closed_form(scheme: QueryAndAnswer | RandomizedGroup) -> None:
    case = skew(scheme.groups, scheme.m)
    assert case.laws is not None
    rng = np.random.default_rng(SEED)
    run = simulate(scheme, 50, ROUNDS, rng, case.laws, case.shares)
    wanted = float(scheme.error(case.laws, case.shares)) / 50
    z = (run.mean - wanted) / run.sd
    # Squared errors are skewed; with 4,000 rounds a |z| above 5 is rarer than one in 10^5.
    assert abs(z) < 5, f"seed {SEED}: {run.mean:.6g} against {wanted:.6g}, sd {run.sd:.2g}, z {z:.2f}"
    assert run.sd < 0.05 * wanted  # so that a tenth more or less is seen
    assert run.rounds == ROUNDS


def test_the_same_seed_draws_the_same_rounds_and_progress_is_told() -> None:
    case = skew(3, 1)
    assert case.laws is not None
    steps: list[int] = []
    rngs = [np.random.default_rng(seed) for seed in (1, 1, 2)]
    scheme = QueryAndAnswer(3, 1, 0)
    runs = [simulate(scheme, 20, 100, rng, case.laws, advance=steps.append) for rng in rngs]
    assert runs[0] == runs[1] != runs[2]
    assert sum(steps) == 300


def test_large_rounds_are_drawn_a_few_at_a_time() -> None:
    case = skew(2, 1)
    assert case.laws is not None
    steps: list[int] = []
    rng = np.random.default_rng(SEED)
    simulate(QueryAndAnswer(2, 1, 0), 400_000, 6, rng, case.laws, advance=steps.append)
    assert steps == [2, 2, 2]


@pytest.mark.parametrize("lie", [Fraction(0), Fraction(1, 4)], ids=str)
def test_answers_show_a_server_the_randomised_laws(lie: Fraction) -> None:
    people = 40_000
    case = skew(2, 2)
    assert case.laws is not None
    seen = answered_laws(QueryAndAnswer(2, 2, lie), people, np.random.default_rng(SEED), case.laws)
    for row, law in zip(seen, case.laws, strict=True):
        for found, p in zip(row, law, strict=True):
            wanted = float((1 - lie) * p + lie / 3 * (1 - p))
            # 8 comparisons at 5 sd: a false alarm once in 200,000
            assert abs(found - wanted) < 5 * (wanted * (1 - wanted) / people) ** 0.5


def test_a_simulated_lie_about_the_group_names_every_other_group_alike() -> None:
    """A lie that could name the own group would not change the total error, so it is looked for here."""
    people = 60_000
    scheme = RandomizedGroup(4, 1, Fraction(3, 5), 0)
    group = np.full(people, 2)
    named = np.abs(_named(scheme, group, np.ones(people, dtype=int), np.random.default_rng(SEED))).sum(axis=0)
    for found, wanted in zip(named / people, (0.2, 0.2, 0.4, 0.2), strict=True):
        # 4 comparisons at 5 sd: a false alarm once in 400,000
        assert abs(found - wanted) < 5 * (wanted * (1 - wanted) / people) ** 0.5


def test_nobody_and_one_round_are_refused() -> None:
    laws = ((Fraction(1, 2),) * 2,) * 2
    rng = np.random.default_rng(SEED)
    with pytest.raises(Refused, match="people must be a whole number of at least 1; got 0"):
        simulate(QueryAndAnswer(2, 1, 0), 0, 10, rng, laws)
    with pytest.raises(Refused, match="rounds must be a whole number of at least 2; got 1"):
        simulate(QueryAndAnswer(2, 1, 0), 10, 1, rng, laws)
