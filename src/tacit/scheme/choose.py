"""The choice of a scheme: every candidate that respects the wishes, ranked by its closed forms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tacit.errors import Refused, refuse
from tacit.scheme.exact import primes_up_to
from tacit.scheme.moments import Moments
from tacit.scheme.needs import Needs
from tacit.scheme.odds import Odds, die_odds, group_odds, mean_within_odds, pair_odds
from tacit.scheme.rows import ROWS
from tacit.scheme.rows.base import MOST_COLUMNS
from tacit.scheme.rows.dealt import MOST_ITEMS
from tacit.scheme.scheme import Scheme
from tacit.scheme.spread import expected_squares

# Of the frontier between sum and count information, two thirds go to the sum (THEORY.md 2).
COUNT_SHARES = {2: Fraction(1, 3), 3: Fraction(1, 9)}
FEW_PRIMES = 512


@dataclass(frozen=True)
class Candidate:
    """A scheme and what it costs: the variance per person that the choice minimises."""

    scheme: Scheme
    objective: float


@lru_cache(maxsize=256)
def choose(needs: Needs) -> Scheme:
    """The best scheme for these needs."""
    return rank(needs)[0].scheme


def rank(needs: Needs) -> list[Candidate]:
    """All candidates that may be best, best first; equal ones by fewer columns. Refuses if there is none."""
    candidates = [Candidate(scheme, objective(scheme, needs)) for scheme in _schemes(needs)]
    candidates = [candidate for candidate in candidates if math.isfinite(candidate.objective)]
    if not candidates:
        raise refuse("scheme", _nothing_fits(needs))
    order = list(ROWS)
    best = min(candidate.objective for candidate in candidates)

    def key(candidate: Candidate) -> tuple[float, int, int]:
        rows = candidate.scheme.rows
        return (round(candidate.objective / best, 9), rows.columns, order.index(rows.name))

    return sorted(candidates, key=key)


def objective(scheme: Scheme, needs: Needs) -> float:
    """Per person: the counts' variance (one level), the sums', or the sums' and a quarter of the counts'."""
    moments = Moments(scheme, float)
    items = scheme.rows.items
    if needs.levels == 1:
        return moments.count_spread().total(items) if moments.counts_are_identified else math.inf
    sums = moments.sum_spread(*expected_squares(needs)).total(items)
    if needs.ask == "sum":
        return sums
    return sums + moments.count_spread().total(items) / 4 if moments.counts_are_identified else math.inf


def _schemes(needs: Needs) -> Iterator[Scheme]:
    """Every scheme that respects the wishes and keeps the promise."""
    for name, columns in _shapes(needs):
        yield from _schemes_of(needs, name, columns)


def _schemes_of(needs: Needs, name: str, columns: int) -> Iterator[Scheme]:
    """The schemes with such rows that keep the promise."""
    for odds in _odds(needs, name, columns):
        try:
            rows = ROWS[name](needs.items, needs.levels, columns)
            yield Scheme(rows, odds, _count_share(needs, name, columns, odds))
        except Refused:
            continue


def _shapes(needs: Needs) -> Iterator[tuple[str, int]]:
    """Rows and columns worth a look."""
    cards = needs.items * needs.levels
    most = MOST_COLUMNS if needs.max_bits is None else 1 << needs.max_bits

    def is_wished(name: str, columns: int) -> bool:
        return columns <= most and needs.rows in (None, name) and needs.columns in (None, columns)

    shapes = [("direct", cards)]
    if needs.items <= MOST_ITEMS and needs.levels <= 2:
        shapes += [("dealt", columns) for columns in range(2, cards)]
    if needs.rows in (None, "hashed"):
        primes = [columns for columns in primes_up_to(min(most, _enough(needs))) if columns >= needs.levels]
        shapes += [("hashed", columns) for columns in _around_the_best(needs, primes)]
    return (shape for shape in shapes if is_wished(*shape))


def _enough(needs: Needs) -> int:
    """A number of hashed columns beyond which nothing is better."""
    if needs.columns or needs.device:
        return needs.columns or die_odds(needs.epsilon)[0]
    # The best number is near e^epsilon, or below it, or the fewest that the levels leave.
    near = int(4 * math.exp(needs.epsilon)) + 16 + 2 * needs.levels
    # With as many columns as cards, direct rows are better; where they cannot be had, more may still help.
    return near if needs.rows == "hashed" else min(near, needs.items * needs.levels)


def _around_the_best(needs: Needs, primes: list[int]) -> list[int]:
    """Of very many hashed candidates those that may be best: the objective is convex in the columns."""
    if len(primes) <= FEW_PRIMES or needs.columns or needs.device:
        return primes
    first, last = 0, len(primes) - 1
    while first < last:
        middle = (first + last) // 2
        here, next_one = (_least(needs, "hashed", primes[at]) for at in (middle, middle + 1))
        first, last = (first, middle) if here <= next_one else (middle + 1, last)
    return primes[max(0, first - FEW_PRIMES // 2) : first + FEW_PRIMES // 2]


def _least(needs: Needs, name: str, columns: int) -> float:
    """The best objective of such rows."""
    return min((objective(scheme, needs) for scheme in _schemes_of(needs, name, columns)), default=math.inf)


def _odds(needs: Needs, name: str, columns: int) -> Iterator[Odds]:
    if needs.device:
        die_columns, die = die_odds(needs.epsilon)
        yield from [die] if columns == die_columns else []
        return
    if needs.mean_within is not None and needs.levels == 2:
        yield mean_within_odds(needs.epsilon, needs.mean_within, columns)
        return
    yield pair_odds(needs.epsilon)
    if needs.promise == "group" and needs.levels == 2 and name == "direct":
        yield group_odds(needs.epsilon)


def _count_share(needs: Needs, name: str, columns: int, odds: Odds) -> Fraction:
    has_none = needs.ask == "sum" or needs.levels == 1 or name == "direct" or not odds.is_plain
    # A count question tells the group whatever its mean is, so bounds on means cannot cover it.
    if has_none or needs.mean_within is not None:
        return Fraction(0)
    return COUNT_SHARES.get(columns, Fraction(0))


def _nothing_fits(needs: Needs) -> str:
    """Why no scheme respects the wishes, and what to change."""
    wishes = {
        "rows": needs.rows,
        "columns": needs.columns,
        "max_bits": needs.max_bits,
        "device": needs.device,
    }
    named = ", ".join(f"{name} = {value}" for name, value in wishes.items() if value is not None)
    if needs.mean_within is not None and needs.ask == "mean":
        cure = 'leave one of them out, or ask = "sum": under mean_within two columns say nothing of counts'
    else:
        cure = "leave one of them out"
    return f"has no rows that fit {named or 'this study'} with {needs.items} groups; {cure}"
