"""The sampler: its law, by all its draws, is the published table; its reads say nothing."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.draws import (
    Recorded,
    check_below,
    check_edges,
    check_joint_law,
    check_law,
    check_reads,
    check_rounding,
    law_of,
)
from tacit.scheme.odds import Odds, group_odds, mean_within_odds, pair_odds
from tacit.scheme.randomize import FINEST, below, place, randomize, round_to_level
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

THIRD = Fraction(1, 3)
PLAIN = (Odds(3, 1, 1), Odds(7, 2, 2))
UNEQUAL = (Odds(5, 1, 2), Odds(5, 3, 2), Odds(4, 0, 1), Odds(9, 1, 3))
ROWS = (
    Hashed(2, 2, 2),
    Hashed(3, 2, 3),
    Hashed(4, 2, 3),
    Hashed(3, 2, 5),
    Dealt(2, 2, 3),
    Dealt(3, 2, 4),
    Dealt(3, 2, 5),
    Direct(2, 2, 4),
    Direct(3, 2, 6),
)
OTHER_LEVELS = (
    Hashed(3, 1, 2),
    Hashed(3, 3, 5),
    Hashed(2, 5, 5),
    Dealt(4, 1, 3),
    Direct(3, 1, 3),
    Direct(2, 4, 8),
)


def tiny_schemes() -> list[Scheme]:
    found = [Scheme(rows, odds) for rows in ROWS for odds in (*PLAIN, *UNEQUAL)]
    found += [Scheme(rows, odds) for rows in OTHER_LEVELS for odds in PLAIN]
    found += [Scheme(rows, PLAIN[0], THIRD) for rows in ROWS if rows.name != "direct"]
    found += [Scheme(Hashed(3, 3, 5), PLAIN[0], THIRD)]
    found += [
        Scheme(rows, odds)
        for rows in (Hashed(2, 2, 2), Dealt(2, 2, 2))
        for odds in (Odds(3, 1, 0), Odds(4, 0, 0))
    ]
    # The die: seven minus the columns faces keep, one face for each other column.
    return found + [Scheme(Dealt(3, 2, s), Odds(7 - s, 1, 1)) for s in (2, 3, 4, 5)]


@pytest.mark.parametrize("scheme", tiny_schemes(), ids=repr)
def test_law_of_the_sampler_is_the_published_table(scheme: Scheme) -> None:
    check_law(scheme, randomize)
    check_reads(scheme, randomize)


@pytest.mark.parametrize("epsilon", ["0.001", "0.5", "1", "4.25", "19.25"])
@pytest.mark.parametrize("rows", [*ROWS, *OTHER_LEVELS], ids=repr)
def test_real_odds_at_every_edge_of_every_interval(rows: Hashed | Dealt | Direct, epsilon: str) -> None:
    odds = [pair_odds(Decimal(epsilon))]
    if rows.levels == 2:
        odds += [mean_within_odds(Decimal(epsilon), Decimal("0.6"), rows.columns)]
        odds += [group_odds(Decimal(epsilon))] if rows.name == "direct" else []
    for weights in odds:
        scheme = Scheme(rows, weights)
        check_edges(scheme, randomize, {0, scheme.queries // 2, scheme.queries - 1})


def test_six_faces_of_a_die_are_the_whole_draw() -> None:
    scheme = Scheme(Dealt(3, 2, 4), Odds(3, 1, 1))
    assert scheme.total == 6
    assert law_of(lambda read: below(scheme.total, read)) == {face: Fraction(1, 6) for face in range(6)}


def test_below_is_uniform_and_repeats_what_is_too_large() -> None:
    check_below(below, [*range(1, 131), 255, 256])


def test_below_at_two_bytes() -> None:
    check_below(below, [257, 40_000, 65_535, 65_536])


def test_below_reads_big_end_first_and_ignores_bits_above_the_width() -> None:
    assert below(1 << 24, Recorded([0x010203])) == 0x010203
    assert below(5, Recorded([0b11111_100])) == 4
    source = Recorded([0b101, 0b110, 0b111, 0b011])
    assert below(5, source) == 3
    assert source.sizes == [1, 1, 1, 1]


def test_rounding_has_the_exact_mean() -> None:
    check_rounding(round_to_level, [*range(1, 40), 100, 127, 128, 255, 256])


def test_rounding_and_column_have_draws_of_their_own() -> None:
    check_joint_law(Scheme(Hashed(2, 2, 2), Odds(3, 1, 1)), randomize, round_to_level)
    check_joint_law(Scheme(Direct(2, 2, 4), Odds(5, 1, 1)), randomize, round_to_level)


decimals = st.decimals(min_value=-1000, max_value=1000, allow_nan=False, places=6)


@given(decimals, decimals, decimals, st.integers(2, 7))
def test_place_is_exact_for_decimals(one: Decimal, two: Decimal, three: Decimal, levels: int) -> None:
    low, value, high = map(Fraction, sorted((one, two, three)))
    if low == high:
        return
    level, a, b = place(value, low, high, levels)
    assert 0 <= a < b <= FINEST
    assert 0 <= level <= levels - 1
    assert level + Fraction(a, b) == (value - low) * (levels - 1) / (high - low)
    assert (level, a) == (levels - 1, 0) if value == high else level < levels - 1


@given(st.fractions(min_value=0, max_value=1, max_denominator=10**30), st.integers(2, 5))
def test_place_caps_the_denominator_at_the_nearest_fraction(value: Fraction, levels: int) -> None:
    level, a, b = place(value, Fraction(0), Fraction(1), levels)
    assert b <= FINEST
    assert abs(level + Fraction(a, b) - value * (levels - 1)) <= Fraction(1, FINEST)
    assert round_to_level(level, a, b, Recorded([b - 1] if b > 1 else [0])) <= levels - 1


@pytest.mark.parametrize(
    ("value", "placed"),
    [
        ("0", (0, 0, 1)),
        ("10", (1, 0, 1)),
        ("7", (0, 7, 10)),
        ("0.1", (0, 1, 100)),
        ("9.999", (0, 9999, 10000)),
    ],
)
def test_place_of_the_ends_and_some_values_between(value: str, placed: tuple[int, int, int]) -> None:
    assert place(Fraction(Decimal(value)), Fraction(0), Fraction(10), 2) == placed
