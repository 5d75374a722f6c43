"""Batches whose units, strata and sizes change on the way: sums as by hand, in a table or merged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tacit.scheme.odds import Odds
from tacit.scheme.rows import Hashed
from tacit.scheme.scheme import Scheme
from tacit.tallying import folding
from tacit.tallying.folding import LinkedRows, fold_lots
from tacit.tallying.measures import Measures, Term, Unit
from tacit.tallying.sums import SumTally, empty_sums
from tacit.tallying.wide import LARGEST, ROOM, Running, Wide, product

SCHEME = Scheme(Hashed(5, 1, 3), Odds(5, 2, 2))
LABELS = [("north",), ("south",), ("east",), ("",)]
Lot = tuple[Measures, LinkedRows]
Sums = dict[tuple[tuple[str, ...], int], dict[Term, Fraction]]


def measures(weight: int, outcome: int) -> Measures:
    """Of a weight w and an outcome y with so many digits after the point."""
    return Measures(Unit("w", weight), (Unit("y", outcome),), by=("region",))


def lot(rng: np.random.Generator, size: int, digits: tuple[int, int], labels: int, largest: int) -> Lot:
    rows = LinkedRows(
        rng.integers(0, SCHEME.queries, size),
        rng.integers(0, SCHEME.rows.columns, size),
        rng.integers(0, largest, size),
        {"y": (rng.integers(-largest, largest, size), rng.random(size) < 0.8)},
        LABELS[::-1],
        rng.integers(len(LABELS) - labels, len(LABELS), size),
    )
    return measures(*digits), rows


def by_hand(lots: list[Lot]) -> Sums:
    """One answer after the other, as fractions."""
    found: Sums = defaultdict(lambda: defaultdict(Fraction))
    for given, rows in lots:
        assert rows.weights is not None
        assert rows.part is not None
        values, is_there = rows.outcomes["y"]
        for at in range(rows.queries.size):
            key = (
                rows.parts[rows.part[at]],
                int(rows.queries[at]) * SCHEME.rows.columns + int(rows.columns[at]),
            )
            for term in given.terms:
                add = Fraction(int(rows.weights[at])) ** term.weight
                if term.outcome is not None:
                    add *= int(values[at]) ** term.power if is_there[at] else 0
                found[key][term] += add / 10 ** given.digits(term)
    return found


def as_fractions(tally: SumTally) -> Sums:
    digits = {term: 10 ** tally.measures.digits(term) for term in tally.measures.terms}
    numbers = {term: wide.integers() for term, wide in tally.sums.items()}
    return {
        (tally.parts[part], cell): {term: Fraction(numbers[term][at], digits[term]) for term in numbers}
        for at, (part, cell) in enumerate(zip(tally.part.tolist(), tally.cells.tolist(), strict=True))
    }


def lots_of(seed: int) -> list[Lot]:
    """Finer and coarser units in turn, strata that come later, a few answers and many, small and large."""
    rng = np.random.default_rng(seed)
    shapes: list[tuple[int, tuple[int, int], int, int]] = [
        (60, (0, 1), 1, 90),
        (3, (2, 1), 2, 9000),
        (0, (2, 1), 2, 9),
        (40, (1, 0), 3, 2**31 - 1),
        (50, (3, 2), 3, 5000),
        (30, (0, 0), 4, 40),
        (1, (4, 0), 1, 2**31 - 1),
    ]
    return [lot(rng, *shape) for shape in shapes]


@pytest.fixture(params=["a table", "merged"])
def taken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether each batch went into a table; without room for one, none may."""
    if request.param == "merged":
        monkeypatch.setattr(folding, "MOST_DENSE_CELLS", 10)
    found: list[bool] = []
    takes: Any = folding._Table.takes

    def watched(table: Any, *lot: Any) -> bool:  # noqa: ANN401
        found.append(takes(table, *lot))
        return found[-1]

    monkeypatch.setattr(folding._Table, "takes", watched)
    yield found
    assert any(found) == (request.param == "a table")


@pytest.mark.parametrize("seed", range(6))
def test_sums_are_those_by_hand(seed: int, taken: list[bool]) -> None:
    lots = lots_of(seed)
    order = np.random.default_rng(seed).permutation(len(lots)).tolist() if seed else range(len(lots))
    mixed = [lots[at] for at in order]
    found = fold_lots(empty_sums(SCHEME, measures(0, 0)), mixed)
    assert as_fractions(found) == by_hand(lots)
    assert found.parts == tuple(sorted({label for label, _ in by_hand(lots)}))
    assert found.measures == measures(4, 2)


def test_it_goes_on_from_a_tally_and_keeps_what_was_refused(taken: list[bool]) -> None:
    lots = lots_of(9)
    start = fold_lots(empty_sums(SCHEME, measures(0, 0)), lots[:4])
    start = SumTally(**(vars(start) | {"refused": {"w is missing": 2}, "study": "a study"}))
    found = fold_lots(start, lots[4:])
    assert found == fold_lots(empty_sums(SCHEME, measures(0, 0)), lots)
    assert (found.refused, found.study) == ({"w is missing": 2}, "a study")


def test_a_number_too_large_for_finer_units_stays_in_its_own() -> None:
    """So that lots of a table and lots beside it come together in the end."""
    lots = lots_of(0)
    found: list[bool] = []
    for at in range(1, len(lots)):
        table = folding._Table(fold_lots(empty_sums(SCHEME, measures(0, 0)), lots[:at]))
        found.append(table.takes(*lots[at]))
    assert set(found) == {True, False}


class TestRunning:
    def test_it_stays_in_64_bits_while_its_numbers_do(self) -> None:
        size, factor = 1 << 16, np.full(1 << 16, 1 << 20)
        running, here = Running(np.zeros((1, 1), dtype=np.int64)), np.zeros(size, dtype=np.int64)
        for _ in range(100):
            for sign in (1, -1):
                running.add(here, [sign * factor, factor], 1 << 40)
        assert len(running.limbs) == 1
        assert running.numbers().integers() == [0]

    @pytest.mark.parametrize("sign", [1, -1])
    def test_it_leaves_them_before_they_run_over(self, sign: int) -> None:
        start = sign * (ROOM - (1 << 32))
        running, factor = Running(Wide.of([start]).limbs), np.array([LARGEST])
        assert len(running.limbs) == 1
        for times in range(1, 6):
            running.add(np.array([0]), [sign * factor, factor], LARGEST**2)
            assert running.numbers().integers() == [start + sign * times * LARGEST**2]
        assert len(running.limbs) == 2

    @pytest.mark.parametrize("sign", [1, -1])
    def test_its_limbs_never_run_over(self, sign: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Carried after a few answers, as after billions."""
        monkeypatch.setattr("tacit.tallying.wide.UNCARRIED", 3)
        four = [np.array([sign * LARGEST, LARGEST]), *[np.full(2, LARGEST)] * 3]
        running = Running(product(*four).limbs.copy())
        for _ in range(50):
            running.add(np.array([0, 1]), four, LARGEST**4)
            running.add(np.array([1, 1]), [], 1)
            assert np.abs(running.limbs).max() <= 5 * LARGEST
        found = running.numbers()
        assert found.integers() == [sign * 51 * LARGEST**4, 51 * LARGEST**4 + 100]
        assert np.abs(found.limbs[-1]).max() <= LARGEST

    def test_numbers_of_two_limbs_that_fit_into_64_bits_are_one(self) -> None:
        for number in (1 << 59, -(1 << 59), 5):
            running = Running(Wide.of([number, 1 << 40]).limbs)
            assert len(running.limbs) == 1
            assert running.numbers().integers() == [number, 1 << 40]
        uncarried = Running(np.array([[7], [1 << 40]]))
        assert uncarried.numbers().integers() == [(1 << 71) + 7]


def test_counts_beyond_31_bits_are_counts() -> None:
    """As a database has them that added up billions."""
    many = [3_000_000_000, 1 << 31, 5]
    none = np.zeros(3, dtype=np.int64)
    sums = {term: Wide.of(many) for term in Measures().terms}
    tally = SumTally(SCHEME.queries, SCHEME.rows.columns, Measures(), ((),), none, np.array([0, 1, 2]), sums)
    assert tally.counts().occupied()[1].tolist() == many
    more = fold_lots(tally, [(Measures(), LinkedRows(np.array([0, 0]), np.array([1, 2])))])
    assert more.counts().occupied()[1].tolist() == [many[0], many[1] + 1, many[2] + 1]
