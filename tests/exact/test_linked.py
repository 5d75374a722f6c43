"""Weighted and linked totals by enumeration: unbiased, and so are the estimates of how they vary.

Every possible pair of answers of two people is one stratum of one tally, so that all are added up at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tacit.estimation.own import expected_squares
from tacit.estimation.passes import Added, Asked, add_strata
from tacit.estimation.sampling import with_replacement
from tacit.estimation.squares import Floats
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.tallying.folding import LinkedRows, fold_sums
from tacit.tallying.measures import Measures, Unit

PLAIN = Odds(5, 2, 2)
SCHEMES = [
    Scheme(Hashed(3, 1, 2), PLAIN),
    Scheme(Hashed(2, 1, 3), PLAIN),
    Scheme(Dealt(3, 1, 2), PLAIN),
    Scheme(Direct(3, 1, 3), PLAIN),
    Scheme(Hashed(2, 2, 3), PLAIN),
    Scheme(Hashed(2, 2, 2), PLAIN, Fraction(1, 3)),
    Scheme(Direct(2, 2, 4), Odds(7, 1, 2)),
]


@dataclass(frozen=True)
class Person:
    """Somebody's group and level, and what is public: a weight and an outcome, which may be missing."""

    item: int
    level: int
    weight: int
    outcome: int | None


PEOPLE = [
    (Person(0, 0, 1, 3), Person(1, 0, 4, -2)),
    (Person(0, 0, 2, 3), Person(0, 0, 3, None)),
    (Person(1, 0, 5, 1), Person(1, 0, 1, 7)),
]


def law_of(scheme: Scheme, person: Person) -> dict[tuple[int, int], float]:
    """The chance of every (query, column)."""
    law = {}
    for query in range(scheme.queries):
        share = scheme.count_share if query >= scheme.rows.pool else 1 - scheme.count_share
        for column, weight in enumerate(scheme.weights(query, person.item, person.level)):
            law[query, column] = float(share * Fraction(weight, scheme.total * scheme.rows.pool))
    return law


def enumerate_pairs(
    scheme: Scheme, cases: Sequence[tuple[float, Sequence[Person]]], outcome: str | None
) -> tuple[Floats, list[Added]]:
    """The chance of every pair of answers of every pair of people, and what is added up from it."""
    chances, rows = [], []
    for chance, (first, second) in cases:
        for (one, p), (other, q) in product(law_of(scheme, first).items(), law_of(scheme, second).items()):
            chances.append(chance * p * q)
            rows += [(first, one), (second, other)]
    size = len(chances)
    people = [person for person, _ in rows]
    linked = LinkedRows(
        np.array([answer[0] for _, answer in rows]),
        np.array([answer[1] for _, answer in rows]),
        np.array([person.weight for person in people]),
        {
            "y": (
                np.array([person.outcome or 0 for person in people]),
                np.array([person.outcome is not None for person in people]),
            )
        },
        [(f"{at:09d}",) for at in range(size)],
        np.repeat(np.arange(size), 2),
    )
    measures = Measures(Unit("w", 1), (Unit("y", 0),), by=("pair",))
    tally = fold_sums(scheme, measures, [linked])
    unions = [np.array([item]) for item in range(scheme.rows.items)]
    added = add_strata(scheme, tally, Asked(unions, outcome), lambda rows: None)
    return np.array(chances), list(added.values())


def truth(people: Sequence[Person], items: int, outcome: str | None) -> Floats:
    """Totals per group (of the hidden value in half-ranges, or of the outcome), counts, and all weights."""
    found = np.zeros(2 * items + 1)
    for person in people:
        weight = person.weight / 10
        found[-1] += weight
        if outcome is None or person.outcome is not None:
            value = 2 * person.level - 1 if outcome is None else person.outcome
            found[person.item] += weight * (value or 0)
            found[items + person.item] += weight
    return found


def unclipped(added: Added, *, power: int, weights: float) -> Floats:
    both, value, one = np.moveaxis(added.own[power], -1, 0)
    own = np.stack([np.stack([both, value], -1), np.stack([value, one], -1)], -2)
    return expected_squares(own, weights)


def name_of(scheme: Scheme) -> str:
    rows = scheme.rows
    return f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}"


@pytest.mark.parametrize("scheme", SCHEMES, ids=name_of)
@pytest.mark.parametrize("people", PEOPLE)
def test_linked_totals_and_their_privacy_variance_are_unbiased(
    scheme: Scheme, people: tuple[Person, Person]
) -> None:
    chances, added = enumerate_pairs(scheme, [(1.0, people)], "y")
    totals = np.stack([each.totals for each in added])
    mean = chances @ totals
    assert mean == pytest.approx(truth(people, scheme.rows.items, "y"), abs=1e-12)
    spread = (totals - mean).T @ ((totals - mean) * chances[:, None])
    estimated = [each.squares - unclipped(each, power=1, weights=each.every[3]) for each in added]
    assert np.tensordot(chances, np.stack(estimated), 1) == pytest.approx(spread, abs=1e-10)


@pytest.mark.parametrize("scheme", [s for s in SCHEMES if s.rows.levels == 2], ids=name_of)
@pytest.mark.parametrize("levels", [(0, 0), (0, 1), (1, 1)])
def test_weighted_totals_of_two_valued_answers_and_their_variance_are_unbiased(
    scheme: Scheme, levels: tuple[int, int]
) -> None:
    people = (Person(0, levels[0], 3, 0), Person(1, levels[1], 2, 0))
    chances, added = enumerate_pairs(scheme, [(1.0, people)], None)
    totals = np.stack([each.totals for each in added])
    mean = chances @ totals
    assert mean == pytest.approx(truth(people, scheme.rows.items, None), abs=1e-12)
    spread = (totals - mean).T @ ((totals - mean) * chances[:, None])
    estimates = []
    for each in added:
        # Everybody's value is one of two, so that its square is 1: the squares add to the count.
        own = each.own.copy()
        own[..., 0] = own[..., 2]
        moved = replace(each, own=own)
        estimates.append(each.squares - unclipped(moved, power=1, weights=each.every[3]))
    assert np.tensordot(chances, np.stack(estimates), 1) == pytest.approx(spread, abs=1e-10)


@pytest.mark.parametrize(("outcome", "scheme"), [*(("y", s) for s in SCHEMES[:5]), (None, SCHEMES[4])])
def test_with_replacement_the_variance_of_totals_is_unbiased(scheme: Scheme, outcome: str | None) -> None:
    """Two people drawn apart from a law over four kinds of people."""
    kinds = [
        (0.1, Person(0, 0, 1, 3)),
        (0.2, Person(1, 0, 4, -2)),
        (0.3, Person(0, 0, 2, None)),
        (0.4, Person(1, scheme.rows.levels - 1, 3, 5)),
    ]
    pairs = [(p * q, (one, other)) for (p, one), (q, other) in product(kinds, kinds)]
    chances, added = enumerate_pairs(scheme, pairs, outcome)
    totals = np.stack([each.totals for each in added])
    mean = chances @ totals
    expected = [p * truth((one, other), scheme.rows.items, outcome) for p, (one, other) in pairs]
    assert mean == pytest.approx(np.sum(expected, axis=0), abs=1e-12)
    spread = (totals - mean).T @ ((totals - mean) * chances[:, None])
    estimated = [with_replacement([each.drawn]) for each in added]
    assert np.tensordot(chances, np.stack(estimated), 1) == pytest.approx(spread, abs=1e-10)


@pytest.mark.parametrize("scheme", SCHEMES[:4], ids=name_of)
def test_with_chances_of_one_over_the_weight_the_variance_of_totals_is_unbiased(scheme: Scheme) -> None:
    """Each of two people is drawn or not (weights 2 and 4 in whole units): every subset, every answer."""
    people = (Person(0, 0, 20, 3), Person(1, 0, 40, -2))
    nobody = Person(0, 0, 0, None)
    cases = [
        (1 / 2 * 1 / 4, people),
        (1 / 2 * 3 / 4, (people[0], nobody)),
        (1 / 2 * 1 / 4, (nobody, people[1])),
        (1 / 2 * 3 / 4, (nobody, nobody)),
    ]
    chances, added = enumerate_pairs(scheme, cases, "y")
    totals = np.stack([each.totals for each in added])
    mean = chances @ totals
    unweighted = np.zeros_like(mean)
    for p in people:
        unweighted += truth([Person(p.item, p.level, 10, p.outcome)], scheme.rows.items, "y")
    assert mean == pytest.approx(unweighted, abs=1e-12)
    spread = (totals - mean).T @ ((totals - mean) * chances[:, None])
    estimates = []
    for each in added:
        privacy = each.squares - unclipped(each, power=1, weights=each.every[3])
        drawn = unclipped(each, power=1, weights=each.every[3])
        estimates.append(privacy + drawn - unclipped(each, power=0, weights=each.totals[-1]))
    assert np.tensordot(chances, np.stack(estimates), 1) == pytest.approx(spread, abs=1e-10)
