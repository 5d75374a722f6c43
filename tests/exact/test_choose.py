"""The choice is the best of everything that could have been chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from tacit.errors import Refused
from tacit.scheme.choose import choose, rank
from tacit.scheme.moments import Moments, total_variance
from tacit.scheme.needs import Needs
from tacit.scheme.odds import Odds, die_odds, group_odds, mean_within_odds, pair_odds
from tacit.scheme.rows import ROWS
from tacit.scheme.scheme import Scheme

SUMS = Needs(items=2, levels=2, epsilon=Decimal(1), ask="sum")
MEANS = replace(SUMS, ask="mean")
WISHES = {
    "sums": SUMS,
    "means": MEANS,
    "counts": replace(SUMS, levels=1),
    "three levels": replace(MEANS, levels=3),
    "forty levels": replace(MEANS, levels=40),
    "the group alone": replace(SUMS, promise="group"),
    "the group alone, means": replace(MEANS, promise="group"),
    "bounded means": replace(SUMS, promise="group", mean_within=Decimal("0.7")),
    "one bit": replace(MEANS, max_bits=1),
    "two bits": replace(SUMS, max_bits=2),
    "hashed": replace(MEANS, rows="hashed"),
    "hashed counts": replace(SUMS, levels=1, rows="hashed"),
    "direct": replace(MEANS, rows="direct"),
    "three columns": replace(MEANS, columns=3),
    "a die": replace(MEANS, device="die"),
}
SIZES = (
    (2, "0.001"),
    (2, "1"),
    (3, "1.5"),
    (5, "1.2"),
    (8, "2.25"),
    (11, "3"),
    (30, "3.4"),
    (64, "5"),
    (70, "6"),
)
OTHERS = ((3, "13"), (6, "10"), (150, "4.5"))


def at(needs: Needs, items: int, epsilon: str) -> Needs:
    return replace(needs, items=items, epsilon=Decimal(epsilon))


def odds_of(needs: Needs, name: str, columns: int) -> list[Odds]:
    """SCHEME.md B and C5."""
    if needs.device:
        wanted, odds = die_odds(needs.epsilon)
        return [odds] if columns == wanted else []
    if needs.mean_within is not None and needs.levels == 2:
        return [mean_within_odds(needs.epsilon, needs.mean_within, columns)]
    plain = pair_odds(needs.epsilon)
    if needs.promise == "group" and name == "direct" and needs.levels == 2:
        return [plain, group_odds(needs.epsilon)]
    return [plain]


def share_of(needs: Needs, name: str, columns: int) -> Fraction:
    """SCHEME.md A: how many count questions, where counts are wanted."""
    if needs.ask == "sum" or needs.levels == 1 or name == "direct" or needs.mean_within is not None:
        return Fraction(0)
    return {2: Fraction(1, 3), 3: Fraction(1, 9)}.get(columns, Fraction(0))


def columns_of(needs: Needs, name: str) -> range:
    """Up to twice as many as cards; of hashed ones, where no other rows may be had, far beyond the best."""
    cards = needs.items * needs.levels
    if needs.rows != "hashed":
        return range(2, 2 * cards + 1)
    return range(2, 2 * cards + int(4 * math.sqrt(cards * math.exp(needs.epsilon))))


def everything(needs: Needs) -> Iterator[Scheme]:
    """Every scheme that respects the wishes."""
    for name, rows in ROWS.items():
        if needs.rows not in (None, name):
            continue
        for columns in columns_of(needs, name):
            if needs.columns not in (None, columns):
                continue
            if needs.max_bits is not None and columns > 2**needs.max_bits:
                continue
            for odds in odds_of(needs, name, columns):
                share = share_of(needs, name, columns) if odds.is_plain else Fraction(0)
                try:
                    yield Scheme(rows(needs.items, needs.levels, columns), odds, share)
                except Refused:
                    continue


def cost_of(scheme: Scheme, needs: Needs) -> float:
    """SCHEME.md C2: sums; or sums and a quarter of the counts; or, without values, counts."""
    moments = Moments(scheme, float)
    if needs.ask == "sum" and needs.levels > 1:
        return moments.sum_spread(1.0, 1.0).total(needs.items)
    if moments.count_gain < 1e-12:
        return math.inf
    counts = moments.count_spread().total(needs.items)
    return counts if needs.levels == 1 else moments.sum_spread(1.0, 1.0).total(needs.items) + counts / 4


@pytest.mark.parametrize("size", [*SIZES, *OTHERS], ids=lambda size: f"{size[0]}-groups-epsilon-{size[1]}")
@pytest.mark.parametrize("wish", WISHES)
def test_nothing_else_would_have_been_better(size: tuple[int, str], wish: str) -> None:
    needs = at(WISHES[wish], *size)
    try:
        costs = [cost_of(scheme, needs) for scheme in everything(needs)]
    except Refused:
        costs = []
    best = min(costs, default=math.inf)
    if math.isinf(best):
        with pytest.raises(Refused):
            choose(needs)
        return
    chosen = choose(needs)
    assert cost_of(chosen, needs) == pytest.approx(best, rel=1e-9)
    assert needs.max_bits is None or chosen.bits <= needs.max_bits


@pytest.mark.parametrize("epsilon", ["7.5", "9", "11"])
@pytest.mark.parametrize("needs", [SUMS, MEANS], ids=["sums", "means"])
def test_of_thousands_of_primes_the_best_is_found_without_trying_each(epsilon: str, needs: Needs) -> None:
    needs = at(needs, 3000, epsilon)
    best = min(cost_of(scheme, needs) for scheme in everything(needs))
    assert cost_of(choose(needs), needs) == pytest.approx(best, rel=1e-9)


def test_hashed_rows_may_have_more_columns_than_there_are_cards() -> None:
    """Two groups, yes or no, and a die at epsilon 1: five columns for four cards, as SCHEME.md B has it."""
    scheme = choose(at(WISHES["a die"], 2, "1"))
    assert (scheme.rows.name, scheme.rows.columns, scheme.odds) == ("hashed", 5, Odds(2, 1, 1))
    alone = choose(at(WISHES["hashed"], 3, "13"))
    assert alone.rows.columns > 20 * alone.rows.cards


def test_candidates_come_best_first_and_the_best_is_the_choice() -> None:
    for wish in WISHES.values():
        needs = at(wish, 7, "1.7")
        ranked = rank(needs)
        costs = [candidate.objective for candidate in ranked]
        assert costs == sorted(costs, key=lambda cost: round(cost / costs[0], 9))
        assert ranked[0].scheme == choose(needs)
        assert costs == [pytest.approx(cost_of(candidate.scheme, needs)) for candidate in ranked]


def test_when_nothing_fits_the_sentence_names_the_wishes() -> None:
    with pytest.raises(
        Refused, match=r"has no rows that fit rows = dealt, columns = 200 with 5 groups; leave one"
    ):
        choose(replace(at(SUMS, 5, "1"), rows="dealt", columns=200))
    with pytest.raises(Refused, match='ask = "sum": under mean_within two columns say nothing of counts'):
        choose(replace(at(MEANS, 5, "1"), columns=2, promise="group", mean_within=Decimal("0.5")))


def test_a_hundred_thousand_groups_are_chosen_for_without_a_table() -> None:
    for epsilon in ("0.5", "2", "8", "20"):
        scheme = choose(at(MEANS, 100_000, epsilon))
        assert scheme.rows.name in ("hashed", "direct")
        assert total_variance(scheme) > 0
