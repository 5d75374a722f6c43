"""Closed forms of SCHEME.md C1, C2 and C5, against the scores of every query, card and column."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from proofs import claim
from proofs.scores import Constants, check_scores, joint_hits, score
from tacit.scheme.moments import Moments, largest_influence, level_values, total_variance
from tacit.scheme.odds import Odds, group_odds, mean_within_odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme

PLAIN = Odds(5, 2, 2)
SHARES = (Fraction(0), Fraction(1, 9), Fraction(1, 3))


def plain_schemes() -> list[Scheme]:
    """Every kind of rows, one to five levels, all three shares of count questions where they may be asked."""
    rows: list[Rows] = [
        Hashed(k, L, s) for s in (2, 3, 5, 7) for k in (2, 3, 4, 6) for L in range(1, 6) if s >= L
    ]
    rows += [
        Dealt(k, L, s) for k in (2, 3, 4, 5) for L in (1, 2) for s in range(2, min(L * k, 9)) if s <= L * k
    ]
    rows += [Dealt(2, 2, 4), Dealt(3, 2, 6), Dealt(5, 2, 10), Dealt(6, 2, 7), Dealt(6, 1, 7)]
    rows += [Direct(k, L, k * L) for k in (2, 3, 4) for L in range(1, 6)]
    return [Scheme(each, PLAIN, share) for each in rows for share in _shares(each)]


def _shares(rows: Rows) -> tuple[Fraction, ...]:
    return SHARES if rows.levels > 1 and rows.name != "direct" else SHARES[:1]


def unequal_schemes() -> list[Scheme]:
    rows: list[Rows] = [Hashed(3, 2, 3), Hashed(4, 2, 5), Dealt(2, 2, 3), Dealt(3, 2, 4), Dealt(4, 2, 5)]
    rows += [Direct(2, 2, 4), Direct(3, 2, 6)]
    odds = (Odds(7, 1, 2), Odds(7, 3, 2), Odds(7, 0, 2))
    real = [Scheme(Direct(k, 2, 2 * k), group_odds(Decimal(1))) for k in (2, 3)]
    within = [mean_within_odds(Decimal(1), Decimal("0.9"), columns) for columns in (2, 3)]
    real += [Scheme(Hashed(3, 2, 2), within[0]), Scheme(Hashed(3, 2, 3), within[1])]
    return [Scheme(each, weights) for each, weights in product(rows, odds)] + real


def name_of(scheme: Scheme) -> str:
    rows, odds = scheme.rows, scheme.odds
    shape = f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}"
    return f"{shape}-counts-{scheme.count_share}-odds-{odds.keep}-{odds.opposite}-{odds.other}"


def test_there_are_at_least_150_cases() -> None:
    assert len(plain_schemes()) + len(unequal_schemes()) >= 150


@pytest.mark.parametrize("scheme", [*plain_schemes(), *unequal_schemes()], ids=name_of)
def test_scores_are_unbiased_and_vary_as_the_closed_forms_say(scheme: Scheme) -> None:
    assert check_scores(scheme) > 0


@pytest.mark.parametrize("scheme", [*plain_schemes(), *unequal_schemes()], ids=name_of)
def test_constants_and_floats_agree_with_the_integers(scheme: Scheme) -> None:
    constants, exact, floats = Constants.of(scheme), Moments(scheme, Fraction), Moments(scheme, float)
    assert (exact.eta, exact.gain, exact.base) == (constants.eta, constants.gain, constants.base)
    assert (exact.count_base, exact.count_gain) == (constants.count_base, constants.kappa)
    assert exact.counts_are_identified == floats.counts_are_identified == (constants.kappa > 0)
    for name in ("eta", "keep", "opposite", "other", "gain", "base", "count_base", "count_gain"):
        assert getattr(floats, name) == pytest.approx(float(getattr(exact, name)), rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("scheme", plain_schemes(), ids=name_of)
def test_total_variance_is_the_sum_over_all_groups(scheme: Scheme) -> None:
    """By enumeration: a person at the end of the range, every group's score, added up."""
    constants, rows = Constants.of(scheme), scheme.rows
    if rows.levels == 1 and not constants.kappa:
        return
    total = Fraction(0)
    for target in range(rows.items):
        law = joint_hits(scheme, target)[0, rows.levels - 1]
        scores = [(w, score(scheme, constants, hits, is_count=kind)) for (kind, hits), w in law.items()]
        which = 1 if rows.levels == 1 else 0
        mean = sum(w * both[which] for w, both in scores)
        total += sum(w * both[which] ** 2 for w, both in scores) - mean**2
    assert total_variance(scheme) == pytest.approx(float(total), rel=1e-12)


@pytest.mark.parametrize("scheme", [s for s in plain_schemes() if s.rows.items < 5], ids=name_of)
def test_no_answer_moves_a_sum_further_than_stated(scheme: Scheme) -> None:
    constants = Constants.of(scheme)
    if scheme.rows.levels == 1 and not constants.kappa:
        return
    which = 1 if scheme.rows.levels == 1 else 0
    laws = [joint_hits(scheme, target) for target in range(scheme.rows.items)]
    seen = {key for law in laws for card in law.values() for key in card}
    furthest = max(abs(score(scheme, constants, hits, is_count=kind)[which]) for kind, hits in seen)
    assert largest_influence(scheme) == pytest.approx(float(furthest), rel=1e-12)


@pytest.mark.parametrize(
    "scheme",
    [
        Scheme(Hashed(2, 2, 3), PLAIN, Fraction(1, 9)),
        Scheme(Dealt(2, 2, 2), PLAIN, Fraction(1, 3)),
        Scheme(Direct(2, 2, 4), PLAIN),
    ],
    ids=name_of,
)
@pytest.mark.parametrize("cards", [((0, 1), (0, 0)), ((0, 1), (0, 1)), ((0, 0), (1, 1)), ((1, 0), (1, 1))])
def test_two_people_add(scheme: Scheme, cards: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """Both people's answers at once: their totals are unbiased and their variances add."""
    constants, moments = Constants.of(scheme), Moments(scheme, Fraction)
    for target in (0, 1):
        hits = joint_hits(scheme, target)
        singles = [
            [(w, score(scheme, constants, key[1], is_count=key[0])) for key, w in hits[card].items()]
            for card in cards
        ]
        pairs = [(v * w, (a[0] + b[0], a[1] + b[1])) for (v, a), (w, b) in product(*singles)]
        values = [Fraction(2 * level - 1) if item == target else Fraction(0) for item, level in cards]
        own = sum(item == target for item, _ in cards)
        for which, truth, spread in (
            (0, sum(values), moments.sum_spread(Fraction(1), Fraction(1))),
            (1, own, moments.count_spread()),
        ):
            mean = sum(w * both[which] for w, both in pairs)
            variance = sum(w * both[which] ** 2 for w, both in pairs) - mean**2
            claim(mean == truth, f"{scheme}, {cards}, target {target}: expects {mean}, not {truth}")
            wanted = own * spread.own + (2 - own) * spread.other
            claim(variance == wanted, f"{scheme}, {cards}, target {target}: varies {variance}, not {wanted}")


def test_counts_are_not_identified_by_two_columns_without_count_questions() -> None:
    odds = pair_odds(Decimal(1))
    for rows in (Hashed(4, 2, 2), Dealt(5, 2, 2), Hashed(9, 3, 3)):
        assert not Moments(Scheme(rows, odds), float).counts_are_identified
        assert Moments(Scheme(rows, odds, Fraction(1, 3)), float).counts_are_identified


def test_level_values_run_evenly_from_low_to_high() -> None:
    assert level_values(2) == [-1, 1]
    assert level_values(5) == [-1, Fraction(-1, 2), 0, Fraction(1, 2), 1]
