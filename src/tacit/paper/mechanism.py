"""What the paper's two schemes share: messages and their bits, errors, budgets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tacit.errors import refuse
from tacit.paper.draws import Source
from tacit.paper.exact import Number, as_count, as_fraction, log2
from tacit.paper.laws import Bounds, Laws, Row, Shares, mean_square, values_of

Cost = Literal["bits", "whole bits", "people"]
"""How two schemes are made equal: log2 bits in total as in the paper, bits as they are sent, or people."""


@dataclass(frozen=True)
class ErrorParts:
    """The paper's Remark 2: where the error comes from. Both times the number of people, relative to n^2."""

    other_groups: Fraction
    randomized_value: Fraction

    @property
    def total(self) -> Fraction:
        return self.other_groups + self.randomized_value


class Mechanism(ABC):
    """Either of the paper's schemes, for `groups` groups and values -m..-1, 1..m."""

    groups: int
    m: int

    @property
    def values(self) -> tuple[int, ...]:
        return values_of(self.m)

    @property
    @abstractmethod
    def messages(self) -> int:
        """How many different answers there are."""

    @property
    def bits(self) -> int:
        """Whole bits of an answer as it is sent."""
        return (self.messages - 1).bit_length()

    @property
    def exact_bits(self) -> Fraction:
        """The paper's log2 bits of an answer, to 60 digits."""
        return log2(self.messages)

    @property
    @abstractmethod
    def gain(self) -> Fraction:
        """What the server multiplies by so that estimates are right on average."""

    @abstractmethod
    def ratio(self, laws: Laws | None = None, *, bounds: Bounds | None = None) -> Fraction | float:
        """e^epsilon, exact, by the laws, by bounds on them, or whatever they are; math.inf when some answer
        rules a group out."""

    @abstractmethod
    def error_parts(self, laws: Laws | None = None, shares: Shares | None = None) -> ErrorParts:
        """The error split by its cause."""

    @abstractmethod
    def _own_error(self, square: Fraction) -> Fraction:
        """Mean square error that a person with this squared value adds to their own group's sum."""

    @abstractmethod
    def _other_error(self) -> Fraction:
        """Mean square error that a person adds to the sum of each group that is not theirs."""

    def error(self, laws: Laws | None = None, shares: Shares | None = None) -> Fraction:
        """People times the relative mean square error: the paper's alpha or beta_3.

        Without laws, for the worst case: everybody holds m or -m. Without shares, for groups of equal size.
        """
        return self.error_parts(laws, shares).total

    def group_errors(self, people: Sequence[Sequence[int]]) -> Row:
        """Mean square error of every group's sum for one fixed population, however drawn.

        `people` has a row per group: how many hold -m, ..., -1, 1, ..., m. The noise of a small group is set
        by the number of all people, not by its own.
        """
        if len(people) != self.groups or any(len(row) != 2 * self.m for row in people):
            raise refuse("people", f"must hold {self.groups} rows of 2m = {2 * self.m} head counts")
        counts = [[as_count(count, "people", 0) for count in row] for row in people]
        everybody = sum(map(sum, counts))
        own = [self._own_error(Fraction(value * value)) for value in self.values]
        return tuple(
            sum((count * error for count, error in zip(row, own, strict=True)), Fraction(0))
            + (everybody - sum(row)) * self._other_error()
            for row in counts
        )

    def cost_per_person(self, cost: Cost = "bits") -> Fraction:
        """What one answer takes out of a budget."""
        if cost == "bits":
            return self.exact_bits
        if cost == "whole bits":
            return Fraction(self.bits)
        if cost == "people":
            return Fraction(1)
        raise refuse("cost", f"must be 'bits', 'whole bits' or 'people'; got {cost!r}")

    def people_for(self, budget: Number, *, cost: Cost = "bits") -> int:
        """How many people can answer within a budget of bits (or of people)."""
        total = as_fraction(budget, "budget")
        people = int(total / self.cost_per_person(cost))
        if people < 1:
            raise refuse("budget", f"must pay for at least one answer; got {budget}")
        return people

    def draw_batch(
        self, everybody: int, budget: Number, source: Source, *, cost: Cost = "bits"
    ) -> tuple[int, ...]:
        """Whom of so many people to ask, numbered from 0: as many as the budget pays for, all batches equally
        likely. Estimates are then those of the batch."""
        size = min(as_count(everybody, "everybody", 1), self.people_for(budget, cost=cost))
        batch: list[int] = []
        moved: dict[int, int] = {}
        for left in range(everybody, everybody - size, -1):
            place = source.below(left)
            batch.append(moved.get(place, place))
            moved[place] = moved.get(left - 1, left - 1)
        return tuple(batch)

    def error_at(
        self, budget: Number, laws: Laws | None = None, shares: Shares | None = None, *, cost: Cost = "bits"
    ) -> Fraction:
        """Relative mean square error when the whole budget is spent.

        With cost "bits" the number of people is budget / log2(messages), a fraction, as in the paper; with
        "whole bits" or "people" it is the whole number of people that can be paid for.
        """
        people = self.people_for(budget, cost=cost)
        exact = as_fraction(budget, "budget") / self.exact_bits if cost == "bits" else people
        return self.error(laws, shares) / exact

    def loses_to_zero(self, people: int, laws: Laws | None = None, shares: Shares | None = None) -> bool:
        """Whether the error is above m^2, which answering 0 for every group never exceeds."""
        return self.error(laws, shares) / as_count(people, "people", 1) > self.m * self.m

    def _mean_square(self, laws: Laws | None, shares: Shares | None) -> Fraction:
        return mean_square(self.groups, self.m, laws, shares)

    def _check_group(self, group: int) -> int:
        if as_count(group, "group", 1) > self.groups:
            raise refuse("group", f"must lie in 1..{self.groups}; got {group}")
        return group

    def _check_value(self, value: int) -> int:
        if isinstance(value, bool) or value not in self.values:
            raise refuse("value", f"must be a whole number from -{self.m} to {self.m} except 0; got {value}")
        return value


def check_shape(groups: int, m: int) -> None:
    """Both schemes need two groups (one group has nothing to hide) and one value each way."""
    as_count(groups, "groups", 2)
    as_count(m, "m", 1)
