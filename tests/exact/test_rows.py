"""Rows: as SCHEME.md A writes them, well formed, and pairwise as in a fair deal, over whole pools."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs import written
from proofs.rows import check_as_written, check_pairs, check_well_formed
from tacit.errors import Refused
from tacit.scheme.exact import is_prime
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme

ODDS = Odds(3, 1, 1)
PRIMES = (2, 3, 5, 7, 11, 13)


def hashed() -> list[Rows]:
    """One, two and three digits for the small primes; one to five levels."""
    items = {
        2: (2, 3, 4, 5, 8),
        3: (2, 3, 4, 9, 10, 20),
        5: (2, 4, 5, 6, 25, 26),
        7: (3, 8),
        11: (5, 12),
        13: (9,),
    }
    found: list[Rows] = []
    for columns in PRIMES:
        found += [
            Hashed(k, levels, columns) for k in items[columns] for levels in range(1, min(columns, 5) + 1)
        ]
    return found


def dealt() -> list[Rows]:
    """P = k and P > k, all s up to L P for small k, and chosen ones for larger."""
    found: list[Rows] = []
    for items in range(2, 8):
        prime = written.prime_from(items)
        found += [Dealt(items, levels, s) for levels in (1, 2) for s in range(2, levels * prime + 1)]
    for items, columns in [
        (8, (2, 4, 7, 11, 15, 22)),
        (10, (4, 7, 11, 12)),
        (13, (3, 13, 26)),
        (16, (4, 17, 31)),
    ]:
        found += [Dealt(items, 2, s) for s in columns]
    found += [Dealt(items, 1, s) for items, s in ((20, 2), (20, 4), (31, 19), (64, 19))]
    return found


def direct() -> list[Rows]:
    return [Direct(items, levels, items * levels) for items in (2, 3, 7) for levels in range(1, 6)]


def name_of(rows: Rows) -> str:
    return f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}"


def with_counts(rows: Rows) -> Scheme:
    """The rows with count questions, where they can have them."""
    can_count = rows.levels > 1 and rows.name != "direct"
    return Scheme(rows, ODDS, Fraction(1, 3) if can_count else Fraction(0))


@pytest.mark.parametrize("rows", [*hashed(), *dealt(), *direct()], ids=name_of)
def test_rows_are_as_written_well_formed_and_pairwise_uniform(rows: Rows) -> None:
    check_as_written(rows)
    check_well_formed(with_counts(rows))
    check_pairs(with_counts(rows))


@pytest.mark.parametrize(
    "rows", [Dealt(64, 2, 20), Dealt(53, 2, 106), Hashed(1000, 2, 19), Hashed(10**4, 2, 7)]
)
def test_large_rows_are_as_written_where_seen(rows: Rows) -> None:
    check_as_written(rows, most_queries=12_000 // rows.items + 4)


def test_dealt_cards_of_one_item_never_coincide_up_to_64_items() -> None:
    """Every rank of every prime, for every number of columns up to two per rank; s = 4 is among them."""
    for prime in (p for p in range(2, 68) if is_prime(p)):
        items = min(prime, 64)
        for columns in range(2, 2 * prime + 1):
            rows = Dealt(items, 2, columns)
            for rank in range(prime):
                low, high = (rows.column(rank * rows.sides, 0, level) for level in (0, 1))
                assert rows.rank(rank * rows.sides, 0) == rank
                assert low != high, f"{rows} at rank {rank}"


def test_dealt_multiplier_and_its_opposite_deal_the_same_pairs() -> None:
    """Why half the multipliers do: over all of them every pair of ranks of two items is equally frequent."""
    for items in (4, 5, 6, 7):
        rows = Dealt(items, 1, 2)
        for left in range(items):
            for right in range(left):
                met = [frozenset((rows.rank(r, left), rows.rank(r, right))) for r in range(rows.pool)]
                counts = {met.count(pair) for pair in met}
                assert counts == {1}
                assert len(set(met)) == rows.prime * (rows.prime - 1) // 2


@pytest.mark.parametrize(
    ("rows", "arguments", "field"),
    [
        (Hashed, (1, 2, 3), "scheme.items"),
        (Hashed, (3, 0, 3), "scheme.levels"),
        (Hashed, (3, 2, 1), "scheme.columns"),
        (Hashed, (3, 2, 4), "scheme.columns"),
        (Hashed, (3, 4, 3), "scheme.columns"),
        (Hashed, (3, 2, 1_000_003), "scheme.columns"),
        (Dealt, (65, 2, 4), "scheme.items"),
        (Dealt, (5, 3, 4), "scheme.levels"),
        (Dealt, (5, 2, 11), "scheme.columns"),
        (Dealt, (5, 1, 6), "scheme.columns"),
        (Direct, (3, 2, 5), "scheme.columns"),
    ],
)
def test_impossible_rows_are_refused_by_field_and_value(
    rows: type[Rows], arguments: tuple[int, int, int], field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        rows(*arguments)
    (problem,) = refusal.value.problems
    assert problem.field == field
    position = ("scheme.items", "scheme.levels", "scheme.columns").index(field)
    assert problem.rule.endswith(f"; got {arguments[position]}")


def test_direct_rows_refuse_count_questions() -> None:
    with pytest.raises(Refused, match="no count questions"):
        Direct(3, 2, 6).count_column(0, 0)
    with pytest.raises(Refused, match="must be 0 with direct rows"):
        Scheme(Direct(3, 2, 6), ODDS, Fraction(1, 3))
