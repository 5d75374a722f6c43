"""Imagined answers: by their raw numbers exactly the odds of real ones; by their seed always the same."""

from __future__ import annotations

import ast
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit.simulation.draw
from proofs.draws import Unfinished
from simulated import (
    RawNumbers,
    check_placing,
    check_rounding,
    check_same_as_devices,
    check_simulated_law,
    check_stream,
    generator,
    stream,
)
from tacit.scheme.odds import Odds, group_odds, mean_within_odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.simulation.draw import BLOCK, WIDEST_DRAW, Cards, Chances, draw_answers, draw_in_batches
from tacit.simulation.stream import RAW, Stream

NONE, THIRD, NINTH = Fraction(0), Fraction(1, 3), Fraction(1, 9)
PLAIN = Odds(3, 1, 1)
UNEQUAL = (Odds(5, 1, 2), Odds(5, 3, 2), Odds(4, 0, 1))

SMALL = [
    *(Scheme(rows, PLAIN) for rows in (Hashed(2, 2, 2), Hashed(4, 1, 3), Hashed(3, 3, 5), Hashed(9, 2, 3))),
    *(
        Scheme(rows, Odds(7, 2, 2))
        for rows in (Dealt(3, 2, 4), Dealt(4, 1, 3), Dealt(2, 2, 2), Dealt(5, 2, 5))
    ),
    *(Scheme(rows, PLAIN) for rows in (Direct(3, 2, 6), Direct(2, 5, 10), Direct(3, 1, 3))),
    *(Scheme(rows, odds) for rows in (Hashed(3, 2, 3), Dealt(3, 2, 4), Direct(2, 2, 4)) for odds in UNEQUAL),
    *(Scheme(Hashed(3, 2, 2), odds) for odds in (Odds(3, 1, 0), Odds(4, 0, 0))),
    Scheme(Hashed(3, 2, 2), PLAIN, THIRD),
    Scheme(Hashed(4, 2, 3), PLAIN, NINTH),
    Scheme(Dealt(3, 2, 3), PLAIN, NINTH),
    Scheme(Dealt(4, 2, 2), PLAIN, THIRD),
]
PLACED = [
    *SMALL,
    *(Scheme(Hashed(items, levels, s), PLAIN) for s in (3, 5, 17) for items in (7, 28) for levels in (1, 3)),
    *(Scheme(Hashed(items, 2, 2), PLAIN, share) for items in (5, 17, 129) for share in (NONE, THIRD)),
    *(Scheme(Hashed(items, 2, 3), PLAIN, NINTH) for items in (2, 30)),
    *(Scheme(Dealt(items, levels, 4), PLAIN) for items in (8, 9, 11) for levels in (1, 2)),
    *(Scheme(Dealt(items, 2, 3), PLAIN, NINTH) for items in (6, 12)),
    Scheme(Hashed(3, 2, 401), PLAIN),
    Scheme(Hashed(2, 300, 307), PLAIN),
    Scheme(Direct(150, 2, 300), PLAIN),
]
REAL = [
    Scheme(Hashed(5, 2, 3), pair_odds(Decimal(1)), NINTH),
    Scheme(Hashed(5, 2, 2), pair_odds(Decimal("0.001")), THIRD),
    Scheme(Dealt(5, 2, 4), pair_odds(Decimal(3))),
    Scheme(Direct(4, 2, 8), pair_odds(Decimal(19))),
    Scheme(Direct(3, 2, 6), group_odds(Decimal(2))),
    *(Scheme(Hashed(3, 2, s), mean_within_odds(Decimal(1), Decimal("0.6"), s)) for s in (2, 3, 5)),
    Scheme(Dealt(3, 2, 4), mean_within_odds(Decimal(2), Decimal("0.2"), 4)),
]


@pytest.mark.parametrize(
    "bound", [1, 2, 3, 5, 6, 1000, 2**32, 2**32 + 1, 10**18, 2**63, 2**63 + 1, 2**64 - 1]
)
def test_numbers_below_a_bound_have_equal_shares_of_the_raw_numbers(bound: int) -> None:
    check_stream(bound)


@given(st.lists(st.integers(0, RAW - 1), max_size=40), st.integers(1, RAW - 1), st.integers(0, 20))
def test_few_and_few_more_are_what_many_are(raws: list[int], bound: int, first: int) -> None:
    def take(*sizes: int) -> list[int] | None:
        source = stream(*raws)
        try:
            return [number for size in sizes for number in source.below(bound, size).tolist()]
        except Unfinished:
            return None

    assert take(first, 3, 5) == take(first + 8)


def test_a_generator_of_32_bits_is_refused() -> None:
    with pytest.raises(TypeError, match="MT19937 have 32 bits"):
        Stream(np.random.Generator(np.random.MT19937(1)))


@pytest.mark.parametrize("scheme", PLACED, ids=repr)
def test_many_cards_lie_where_the_rows_say(scheme: Scheme) -> None:
    check_placing(scheme)


@pytest.mark.parametrize("scheme", SMALL, ids=repr)
def test_by_all_numbers_the_law_is_the_published_table(scheme: Scheme) -> None:
    check_simulated_law(scheme)


@pytest.mark.parametrize("scheme", SMALL, ids=repr)
def test_every_draw_gives_the_column_that_a_device_sends(scheme: Scheme) -> None:
    check_same_as_devices(scheme, range(scheme.total))


@pytest.mark.parametrize("scheme", REAL, ids=repr)
def test_real_odds_give_the_column_that_a_device_sends(scheme: Scheme) -> None:
    odds, columns = scheme.odds, range(scheme.rows.columns)
    edges = {
        start + step * odds.other for start in (0, odds.keep, odds.keep + odds.opposite) for step in columns
    }
    units = {edge + beside for edge in (*edges, scheme.total) for beside in (-1, 0, 1)}
    check_same_as_devices(scheme, sorted(unit for unit in units if 0 <= unit < scheme.total))


CHANCES = ["1/2", "1/3", "7/10", "1/9007199254740992", "9007199254740991/9007199254740992", "0", "34/50"]


@pytest.mark.parametrize("chance", CHANCES)
def test_a_value_goes_up_with_exactly_its_chance(chance: str) -> None:
    check_rounding(Fraction(chance))


def test_a_draw_too_wide_for_one_number_is_two() -> None:
    scheme = Scheme(Hashed(10**5, 2, 101), pair_odds(Decimal(18)))
    questions, total = scheme.rows.pool, scheme.total
    assert questions * total >= WIDEST_DRAW
    asked, drawn = 7, scheme.odds.keep + 5 * scheme.odds.other
    raws = [RawNumbers(asked * (RAW // questions)), RawNumbers(drawn * (RAW // total))]
    rng = generator(RawNumbers(children=[RawNumbers(), RawNumbers(), *raws]))
    cards = Cards(np.array([12345], np.uint32), np.array([1], np.uint8))
    (query,), (column,) = draw_answers(scheme, cards, rng)
    assert int(query) == asked
    assert int(column) == (scheme.column(asked, 12345, 1) + 6) % 101


def some_cards(scheme: Scheme, people: int) -> Cards:
    """Everybody between two levels, each in one of several ways."""
    numbers = np.arange(people)
    chances = Chances((Fraction(0), Fraction(1, 3), Fraction(7, 10)))
    return Cards(
        (numbers % scheme.rows.items).astype(np.uint8), np.zeros(people, np.uint8), numbers % 3, chances
    )


@pytest.mark.parametrize("scheme", [SMALL[0], REAL[0], REAL[4]], ids=repr)
@pytest.mark.parametrize("size", [1, 999, BLOCK, BLOCK + 1])
def test_a_seed_gives_the_same_answers_however_people_are_divided(scheme: Scheme, size: int) -> None:
    people = BLOCK + 5000 if size > 1 else 300
    cards = some_cards(scheme, people)
    whole = draw_answers(scheme, cards, np.random.default_rng(7))
    parts = [cards[start : start + size] for start in range(0, people, size)]
    drawn = [*draw_in_batches(scheme, parts, np.random.default_rng(7))]
    for together, apart in zip(whole, zip(*drawn, strict=True), strict=True):
        assert together.tolist() == np.concatenate(apart).tolist()
    assert draw_answers(scheme, cards, np.random.default_rng(8))[1].tolist() != whole[1].tolist()


def test_a_generator_asked_twice_gives_other_answers() -> None:
    rng = np.random.default_rng(7)
    cards = some_cards(REAL[0], 1000)
    first, second = (draw_answers(REAL[0], cards, rng) for _ in range(2))
    assert first[0].tolist() != second[0].tolist()


def test_answers_of_nobody_are_empty_and_have_their_types() -> None:
    queries, columns = draw_answers(REAL[0], some_cards(REAL[0], 0), np.random.default_rng(7))
    assert queries.size == columns.size == 0
    assert queries.dtype == columns.dtype == np.uint8


def test_nothing_in_a_simulation_is_decided_by_floats_or_by_what_numpy_makes_of_raw_numbers() -> None:
    folder = Path(tacit.simulation.draw.__file__).parent
    for name in ("stream", "placing", "draw", "people", "imagined"):
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))):
            where = f"{name}.py line {getattr(node, 'lineno', '?')}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            assert not (isinstance(node, ast.Name) and node.id == "float"), where
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"random", "integers", "choice", "permutation", "float64"} or (
                    ast.unparse(node) == "np.random"
                ), where
