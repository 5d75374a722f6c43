"""The paper's Query and Aggregate scheme (Q&A), corrected as docs/paper.md says."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tacit.errors import refuse
from tacit.paper.draws import Source
from tacit.paper.exact import Number, as_count, as_epsilon, as_fraction, ratio_of
from tacit.paper.laws import Bounds, Laws, Row, Shares, Spread, spread_of, uniform_mean_square
from tacit.paper.mechanism import ErrorParts, Mechanism, check_shape

Query = tuple[tuple[int, ...], ...]

UNLESS_UNIFORM = "unless every value of every group is known to be equally likely"


@dataclass(frozen=True, init=False)
class QueryAndAnswer(Mechanism):
    """A public matrix with a row per group, each a permutation of the values; people answer with the column
    that holds their value in their group's row, having lied about the value with probability `lie`.

    Groups and columns are numbered from 1, as in the paper.
    """

    groups: int
    m: int
    lie: Fraction

    def __init__(self, groups: int, m: int, lie: Number) -> None:
        check_shape(groups, m)
        read = as_fraction(lie, "lie")
        if not 0 <= read < 1 - Fraction(1, 2 * m):
            raise refuse("lie", f"must be at least 0 and below 1 - 1/2m = {2 * m - 1}/{2 * m}; got {lie}")
        object.__setattr__(self, "groups", int(groups))
        object.__setattr__(self, "m", int(m))
        object.__setattr__(self, "lie", read)

    @classmethod
    def for_epsilon(
        cls, groups: int, m: int, epsilon: Number, laws: Laws | None = None, bounds: Bounds | None = None
    ) -> QueryAndAnswer:
        """The smallest lie, so the smallest error, that keeps the promise: known laws, bounds, or nothing."""
        check_shape(groups, m)
        spread = spread_of(groups, m, laws, bounds)
        return cls(groups, m, best_lie(m, promised_ratio(epsilon, spread), spread))

    @classmethod
    def for_ratio(
        cls, groups: int, m: int, ratio: Number, laws: Laws | None = None, bounds: Bounds | None = None
    ) -> QueryAndAnswer:
        """The same from e^epsilon itself: rational in, rational out."""
        check_shape(groups, m)
        spread = spread_of(groups, m, laws, bounds)
        return cls(groups, m, best_lie(m, check_ratio(ratio, spread), spread))

    @property
    def messages(self) -> int:
        return 2 * self.m

    @property
    def gain(self) -> Fraction:
        return Fraction(2 * self.m - 1) / (2 * self.m - 1 - 2 * self.m * self.lie)

    def ratio(self, laws: Laws | None = None, *, bounds: Bounds | None = None) -> Fraction | float:
        spread = spread_of(self.groups, self.m, laws, bounds)
        chances = [(self._chance(high), self._chance(low)) for high, low in spread.pairs]
        if any(low == 0 for _, low in chances):
            return math.inf
        return max(high / low for high, low in chances)

    def error_parts(self, laws: Laws | None = None, shares: Shares | None = None) -> ErrorParts:
        own = self._own_error(self._mean_square(laws, shares))
        return ErrorParts((self.groups - 1) * self._other_error(), own)

    def _own_error(self, square: Fraction) -> Fraction:
        return (square + uniform_mean_square(self.m) * self.gain) * (self.gain - 1)

    def _other_error(self) -> Fraction:
        return uniform_mean_square(self.m) * self.gain**2

    def _chance(self, probability: Fraction) -> Fraction:
        """Chance that a value held with this probability is the one reported."""
        return (1 - self.lie) * probability + self.lie / (2 * self.m - 1) * (1 - probability)

    def queries(self) -> Iterator[Query]:
        """All (2m)!^groups queries, equally likely: for proofs at small sizes."""
        return itertools.product(itertools.permutations(self.values), repeat=self.groups)

    def draw_query(self, source: Source) -> Query:
        """A uniform query; the server's part, blind to group and value."""
        return tuple(_shuffled(self.values, source) for _ in range(self.groups))

    def draw_shifted_query(self, source: Source) -> Query:
        """A query whose rows are cyclic shifts of -m..m: fewer bits to send, same errors, same promise."""
        shifts = (source.below(2 * self.m) for _ in range(self.groups))
        return tuple(self.values[shift:] + self.values[:shift] for shift in shifts)

    def check_query(self, query: Sequence[Sequence[int]]) -> None:
        """The person's side runs this before it answers: a repeated value in a row would give groups away."""
        if len(query) != self.groups:
            raise refuse("query", f"must have one row per group, {self.groups}; got {len(query)}")
        for number, row in enumerate(query, start=1):
            if sorted(row) != list(self.values):
                written = ", ".join(map(str, row))
                raise refuse(f"query row {number}", f"must hold every value exactly once; got ({written})")

    def answer(self, query: Sequence[Sequence[int]], group: int, value: int, source: Source) -> int:
        """The person's part: the column, from 1, of the value or of a lie in the own group's row."""
        self.check_query(query)
        row = query[self._check_group(group) - 1]
        return row.index(randomized(self._check_value(value), self.values, self.lie, source)) + 1

    def column(self, query: Sequence[Sequence[int]], answer: int) -> tuple[int, ...]:
        """What the server makes of an answer: one value per group."""
        if as_count(answer, "answer", 1) > self.messages:
            raise refuse("answer", f"must lie in 1..{self.messages}; got {answer}")
        return tuple(row[answer - 1] for row in query)

    def estimate(self, queries: Sequence[Sequence[Sequence[int]]], answers: Sequence[int]) -> Row:
        """Unbiased estimates of every group's sum."""
        if len(queries) != len(answers):
            raise refuse("answers", f"must be as many as queries, {len(queries)}; got {len(answers)}")
        columns = [self.column(query, answer) for query, answer in zip(queries, answers, strict=True)]
        return tuple(self.gain * sum(column[group] for column in columns) for group in range(self.groups))

    def pack(self, answer: int) -> int:
        """The answer as a whole number of `bits` bits."""
        if as_count(answer, "answer", 1) > self.messages:
            raise refuse("answer", f"must lie in 1..{self.messages}; got {answer}")
        return answer - 1

    def unpack(self, packed: int) -> int:
        """The answer again."""
        if as_count(packed, "packed answer", 0) >= self.messages:
            raise refuse("packed answer", f"must lie in 0..{self.messages - 1}; got {packed}")
        return packed + 1


def best_lie(m: int, ratio: Fraction, spread: Spread) -> Fraction:
    """The paper's optimisation problem, solved: 0 where the values' own randomness is enough."""
    excess = spread.excess(ratio)
    if excess <= 0:
        return Fraction(0)
    return (2 * m - 1) * excess / (2 * m * excess + ratio - 1)


def check_ratio(ratio: Number, spread: Spread) -> Fraction:
    """e^epsilon of at least 1; exactly 1 (epsilon = 0) is possible for uniform values only."""
    read = as_fraction(ratio, "ratio")
    if read < 1:
        raise refuse("ratio", f"must be at least 1 (it is e^epsilon); got {ratio}")
    if read == 1 and spread.width > 0:
        raise refuse("ratio", f"must be above 1 {UNLESS_UNIFORM}; got {ratio}")
    return read


def promised_ratio(epsilon: Number, spread: Spread) -> Fraction:
    """The same from epsilon."""
    if as_epsilon(epsilon) == 0 and spread.width > 0:
        raise refuse("epsilon", f"must be above 0 {UNLESS_UNIFORM}; got {epsilon}")
    return ratio_of(epsilon)


def randomized(value: int, values: Sequence[int], lie: Fraction, source: Source) -> int:
    """The value, or with probability `lie` one of the others."""
    if lie == 0 or source.below(lie.denominator) >= lie.numerator:
        return value
    others = [other for other in values if other != value]
    return others[source.below(len(others))]


def _shuffled(values: Sequence[int], source: Source) -> tuple[int, ...]:
    row = list(values)
    for last in range(len(row) - 1, 0, -1):
        other = source.below(last + 1)
        row[last], row[other] = row[other], row[last]
    return tuple(row)
