"""Where Q&A and RG change places as epsilon grows, at equal cost: every crossing, none missed.

On each piece between the breakpoints both errors are rational functions of x = e^epsilon - 1, so they are
equal at the roots of a polynomial.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Literal, overload

from tacit.paper.exact import Number, as_epsilon, epsilon_of, square_root
from tacit.paper.laws import Bounds, Laws, Shares, Spread, mean_square, spread_of, uniform_mean_square
from tacit.paper.mechanism import Cost, check_shape
from tacit.paper.polynomials import Polynomial, add, evaluate, multiply, polynomial, positive_roots, scale
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup

Winner = Literal["Q&A", "RG", "tie"]


@dataclass(frozen=True)
class Crossovers(Sequence[float]):
    """The crossings, ascending, as a sequence of epsilons, and who has the smaller error around them.

    `winners` has one more entry than there are crossings: below the first, between, above the last.
    """

    epsilons: tuple[float, ...]
    winners: tuple[Winner, ...]

    @overload
    def __getitem__(self, index: int) -> float: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[float, ...]: ...
    def __getitem__(self, index: int | slice) -> float | tuple[float, ...]:
        return self.epsilons[index]

    def __len__(self) -> int:
        return len(self.epsilons)

    def winner(self, epsilon: Number) -> Winner:
        """Who has the smaller error at this epsilon; a tie at a crossing itself."""
        wanted = float(as_epsilon(epsilon))
        if wanted in self.epsilons:
            return "tie"
        return self.winners[sum(crossing < wanted for crossing in self.epsilons)]

    def intervals(self) -> Iterator[tuple[float, float, Winner]]:
        """(from, to, winner) over all of 0..infinity."""
        ends = (0.0, *self.epsilons, float("inf"))
        return ((low, high, winner) for (low, high), winner in zip(pairwise(ends), self.winners, strict=True))

    def __str__(self) -> str:
        """As the table of crossovers has it: whoever wins below the first is named if it is not Q&A."""
        first = self.winners[0]
        if not self.epsilons:
            return f"{first} always"
        found = ", ".join(f"{epsilon:.4f}" for epsilon in self.epsilons)
        return found if first == "Q&A" else f"{first}: {found}"


def crossovers(
    groups: int,
    m: int,
    laws: Laws | None = None,
    shares: Shares | None = None,
    *,
    bounds: Bounds | None = None,
    cost: Cost = "bits",
) -> Crossovers:
    """All epsilons at which the smallest errors of Q&A and RG cross, both held to the same promise.

    `laws` None: nothing (or only `bounds`) known, and the error is the worst case. `cost` says what is equal:
    log2 bits in total (the paper), bits as sent, or people.
    """
    check_shape(groups, m)
    spread = spread_of(groups, m, laws, bounds)
    square = mean_square(groups, m, laws, shares)
    prices = (
        QueryAndAnswer(groups, m, 0).cost_per_person(cost),
        RandomizedGroup(groups, m, 0, 0).cost_per_person(cost),
    )
    breaks = _breakpoints(spread)
    candidates = set(breaks)
    for inside in _middles(breaks):
        query = _query_error(groups, m, spread, square, inside)
        group = _group_error(groups, m, spread, square, inside)
        candidates |= set(positive_roots(_difference(query, group, prices)))
    ends = sorted(candidates)

    def winner_at(x: Fraction) -> Winner:
        query = _value(_query_error(groups, m, spread, square, x), x) * prices[0]
        group = _value(_group_error(groups, m, spread, square, x), x) * prices[1]
        return "Q&A" if query < group else "RG" if group < query else "tie"

    return _merged(ends, [winner_at(x) for x in _middles(ends)])


def _breakpoints(spread: Spread) -> list[Fraction]:
    """Where a formula changes, in x: lies become needless, or another pair of groups becomes the worst."""
    ratios = [high / low for high, low in spread.pairs if low > 0]
    for (high, low), (other_high, other_low) in combinations(spread.pairs, 2):
        if low != other_low:
            ratios.append((high - other_high) / (low - other_low))
    if spread.lowest > 0:
        ratios.append(square_root(spread.highest / spread.lowest))
    return sorted({ratio - 1 for ratio in ratios if ratio > 1})


def _middles(ends: Sequence[Fraction]) -> list[Fraction]:
    """A point inside every interval that the ends cut out of 0..infinity."""
    if not ends:
        return [Fraction(1)]
    return [(low + high) / 2 for low, high in pairwise([Fraction(0), *ends])] + [2 * ends[-1]]


Quotient = tuple[Polynomial, Polynomial]


def _value(quotient: Quotient, x: Fraction) -> Fraction:
    return evaluate(quotient[0], x) / evaluate(quotient[1], x)


def _difference(query: Quotient, group: Quotient, prices: tuple[Fraction, Fraction]) -> Polynomial:
    one = scale(multiply(query[0], group[1]), prices[0])
    other = scale(multiply(group[0], query[1]), prices[1])
    return add(one, scale(other, -1))


def _query_error(groups: int, m: int, spread: Spread, square: Fraction, inside: Fraction) -> Quotient:
    """Q&A's least error around x = inside, as a quotient of polynomials in x."""
    uniform = uniform_mean_square(m)
    _, high, low = max((high - (1 + inside) * low, high, low) for high, low in spread.pairs)
    if high <= (1 + inside) * low:
        return polynomial(uniform * (groups - 1)), polynomial(1)
    x = polynomial(0, 1)
    excess = polynomial(2 * m * (high - low), -2 * m * low)
    gain = add(x, excess)
    own = multiply(excess, scale(x, square))
    others = scale(multiply(gain, add(scale(gain, groups), scale(x, -1))), uniform)
    return add(own, others), multiply(x, x)


def _group_error(groups: int, m: int, spread: Spread, square: Fraction, inside: Fraction) -> Quotient:
    """RG's least error around x = inside, as a quotient of polynomials in x."""
    ratio = polynomial(1, 1)
    if (1 + inside) ** 2 * spread.lowest < spread.highest:
        below = polynomial(0, 2, 1)
        rest = add(
            polynomial(2 * m * spread.highest - 1), scale(multiply(ratio, ratio), 1 - 2 * m * spread.lowest)
        )
        above = add(rest, scale(ratio, 2 * m * (groups - 1) * spread.width))
    else:
        below = ratio
        above = add(ratio, polynomial(2 * m * (groups - 1) * spread.highest))
    sums = add(scale(below, square), scale(above, uniform_mean_square(m)))
    return multiply(add(above, scale(below, -1)), sums), multiply(below, below)


def _merged(ends: list[Fraction], winners: list[Winner]) -> Crossovers:
    """Only the ends at which the winner changes."""
    kept = [winners[0]]
    crossings = []
    for end, winner in zip(ends, winners[1:], strict=True):
        if winner != kept[-1]:
            kept.append(winner)
            crossings.append(float(epsilon_of(1 + end)))
    return Crossovers(tuple(crossings), tuple(kept))
