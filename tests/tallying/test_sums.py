"""Sums per (part, query, column) are exact, whatever the batches, the order and the units."""

from __future__ import annotations

import itertools
import sqlite3
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from tacit.errors import AnswersInvalid
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Hashed
from tacit.scheme.scheme import Scheme
from tacit.tallying.folding import LinkedRows, fold_sums
from tacit.tallying.measures import Measures, Term, Unit
from tacit.tallying.sums import SumTally
from tacit.tallying.tally import fold
from tacit.tallying.wide import ROOM

SCHEME = Scheme(Hashed(5, 1, 3), Odds(5, 2, 2))
MEASURES = Measures(Unit("w", 2), (Unit("age"), Unit("score", 3)), by=("region",), cluster="town")
PARTS = (("north", "a"), ("north", "b"), ("south", "c"))


def rows_of(seed: int, size: int, *, largest: int = 2**31 - 1) -> LinkedRows:
    rng = np.random.default_rng(seed)
    return LinkedRows(
        queries=rng.integers(0, SCHEME.queries, size),
        columns=rng.integers(0, SCHEME.rows.columns, size),
        weights=rng.integers(0, largest, size),
        outcomes={
            "age": (rng.integers(0, 100, size), np.ones(size, dtype=bool)),
            "score": (rng.integers(-largest, largest, size), rng.random(size) < 0.8),
        },
        parts=PARTS,
        part=rng.integers(0, len(PARTS), size),
    )


def split(rows: LinkedRows, places: list[np.ndarray[tuple[int], np.dtype[np.int64]]]) -> list[LinkedRows]:
    """The same answers in other batches."""
    assert rows.weights is not None
    assert rows.part is not None
    return [
        LinkedRows(
            rows.queries[at],
            rows.columns[at],
            rows.weights[at],
            {name: (values[at], there[at]) for name, (values, there) in rows.outcomes.items()},
            rows.parts,
            rows.part[at],
        )
        for at in places
    ]


def by_hand(rows: LinkedRows) -> dict[tuple[tuple[str, ...], int], dict[Term, int]]:
    """One answer after the other, with Python's integers."""
    assert rows.weights is not None
    assert rows.part is not None
    found: dict[tuple[tuple[str, ...], int], dict[Term, int]] = defaultdict(lambda: defaultdict(int))
    for at in range(rows.queries.size):
        cell = int(rows.queries[at]) * SCHEME.rows.columns + int(rows.columns[at])
        w = int(rows.weights[at])
        for term in MEASURES.terms:
            add = w**term.weight
            if term.outcome is not None:
                values, there = rows.outcomes[term.outcome]
                add *= int(values[at]) ** term.power if there[at] else 0
            found[rows.parts[rows.part[at]], cell][term] += add
    return found


def as_mapping(tally: SumTally) -> dict[tuple[tuple[str, ...], int], dict[Term, int]]:
    sums = {term: wide.integers() for term, wide in tally.sums.items()}
    return {
        (tally.parts[part], cell): {term: numbers[at] for term, numbers in sums.items()}
        for at, (part, cell) in enumerate(zip(tally.part.tolist(), tally.cells.tolist(), strict=True))
    }


@pytest.mark.parametrize("table", [0, 1 << 16], ids=["by sorting", "by a table"])
@pytest.mark.parametrize("chunk", [1, 7, 1 << 15])
@pytest.mark.parametrize("largest", [2, 1000, 3 * 10**4, 10**5, 2**20, 2**31 - 1])
def test_the_fold_is_the_sum_by_hand(
    largest: int, chunk: int, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From numbers whose sums fit into 64 bits to numbers of which four do not even multiply."""
    monkeypatch.setattr("tacit.tallying.folding.CHUNK", chunk)
    monkeypatch.setattr("tacit.tallying.folding.LEAST_TABLE", table)
    rows = rows_of(1, 30 if table == 0 else 300, largest=largest)
    assert as_mapping(fold_sums(SCHEME, MEASURES, [rows])) == by_hand(rows)


def test_each_way_to_add_products_is_gone_through() -> None:
    """The sizes above reach products that fit with their sums, alone, and not at all."""
    answers = 300
    ways = {
        (most * answers < ROOM, most >= ROOM)
        for largest in (2, 3 * 10**4, 2**20, 2**31 - 1)
        for most in (largest**2, largest**4)
    }
    assert ways == {(True, False), (False, False), (False, True)}


def test_batches_and_their_order_make_no_difference() -> None:
    rows = rows_of(2, 200)
    whole = fold_sums(SCHEME, MEASURES, [rows])
    shuffled = np.random.default_rng(3).permutation(200)
    for places in ([shuffled], np.array_split(shuffled, 7), [np.arange(0), shuffled[:1], shuffled[1:]]):
        parts = split(rows, list(places))
        assert fold_sums(SCHEME, MEASURES, parts) == whole
        assert sum(fold_sums(SCHEME, MEASURES, [part]) for part in parts) == whole


def test_adding_is_associative_and_commutative() -> None:
    tallies = [fold_sums(SCHEME, MEASURES, [rows_of(seed, 40)]) for seed in (4, 5, 6)]
    every = {as_key(a + (b + c)) for a, b, c in itertools.permutations(tallies)}
    every |= {as_key((a + b) + c) for a, b, c in itertools.permutations(tallies)}
    assert len(every) == 1


def as_key(tally: SumTally) -> str:
    return repr(sorted((key, sorted(sums.items(), key=str)) for key, sums in as_mapping(tally).items()))


def test_its_counts_are_the_plain_tally() -> None:
    rows = rows_of(7, 500)
    tally = fold_sums(SCHEME, MEASURES, [rows])
    assert tally.counts() == fold(SCHEME, rows.queries, rows.columns)
    assert tally.answers == 500


def test_finer_units_win_and_change_no_sum() -> None:
    coarse, fine = Measures(Unit("w", 1), (Unit("y", 0),)), Measures(Unit("w", 3), (Unit("y", 2),))
    one = LinkedRows(np.array([1]), np.array([2]), np.array([5]), {"y": (np.array([-7]), np.array([True]))})
    same = LinkedRows(
        np.array([1]), np.array([2]), np.array([500]), {"y": (np.array([-700]), np.array([True]))}
    )
    mixed = fold_sums(SCHEME, coarse, [one]) + fold_sums(SCHEME, fine, [same])
    assert mixed == fold_sums(SCHEME, fine, [same, same])
    for term in fine.terms:
        total = Fraction(mixed.sums[term].total(), 10 ** mixed.measures.digits(term))
        assert total == 2 * Fraction(1, 2) ** term.weight * Fraction(-7) ** term.power


@pytest.mark.parametrize(
    "other",
    [
        Measures(Unit("v", 2), MEASURES.outcomes, MEASURES.by, MEASURES.cluster),
        Measures(None, MEASURES.outcomes, MEASURES.by, MEASURES.cluster),
        Measures(MEASURES.weight, MEASURES.outcomes[:1], MEASURES.by, MEASURES.cluster),
        Measures(MEASURES.weight, MEASURES.outcomes, (), MEASURES.cluster),
        Measures(MEASURES.weight, MEASURES.outcomes, MEASURES.by, None),
    ],
)
def test_sums_of_other_columns_are_not_added(other: Measures) -> None:
    with pytest.raises(AnswersInvalid, match="tally them alike"):
        fold_sums(SCHEME, MEASURES, []) + fold_sums(SCHEME, other, [])


def test_sums_of_another_study_are_not_added() -> None:
    other = Scheme(Hashed(5, 1, 5), Odds(5, 2, 2))
    with pytest.raises(AnswersInvalid, match="different studies"):
        fold_sums(SCHEME, MEASURES, []) + fold_sums(other, MEASURES, [])


def test_an_answer_out_of_range_refuses_all() -> None:
    with pytest.raises(AnswersInvalid, match=r"column must lie within 0\.\.2"):
        fold_sums(SCHEME, Measures(), [LinkedRows(np.array([0, 1]), np.array([0, 3]))])


def test_without_weights_a_sum_of_weights_is_a_count() -> None:
    assert [str(term) for term in Measures(None, (Unit("y"),)).terms] == [
        "count",
        "w^0 * y^0",
        "w^0 * y^1",
        "w^0 * y^2",
    ]


def test_a_database_adds_the_same() -> None:
    """A database that reads the expressions gives the same sums (here, as 64 bits hold)."""
    measures = Measures(Unit("weight", 2), (Unit('an "odd" name', 1),), by=("region",))
    rng = np.random.default_rng(8)
    size = 200
    queries, columns, part = (rng.integers(0, most, size) for most in (SCHEME.queries, 3, 2))
    weights, values = rng.integers(0, 500, size), rng.integers(-90, 90, size)
    there = rng.random(size) < 0.7
    outcomes = {'an "odd" name': (values, there)}
    rows = LinkedRows(queries, columns, weights, outcomes, (("n",), ("s",)), part)
    tally = fold_sums(SCHEME, measures, [rows])

    base = sqlite3.connect(":memory:")
    base.execute('CREATE TABLE answers (query, "column", weight, "an ""odd"" name", region)')
    lines = [
        (
            int(queries[at]),
            int(columns[at]),
            float(Decimal(int(weights[at])) / 100),
            float(Decimal(int(values[at])) / 10) if there[at] else None,
            "ns"[part[at]],
        )
        for at in range(size)
    ]
    base.executemany("INSERT INTO answers VALUES (?, ?, ?, ?, ?)", lines)
    names = ", ".join(measures.expressions().values()).replace("DECIMAL(38, 0)", "INTEGER")
    asked = f'SELECT region, query, "column", {names} FROM answers GROUP BY region, query, "column"'  # noqa: S608
    found = {
        ((region,), query * 3 + column): dict(zip(measures.terms, sums, strict=True))
        for region, query, column, *sums in base.execute(asked)
    }
    assert found == as_mapping(tally)
