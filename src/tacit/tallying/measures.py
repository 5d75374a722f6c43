"""What is added up beside the counts: a weight and public outcomes, in whole units of 10^-digits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tacit.errors import AnswersInvalid

MOST_DIGITS = 9


@dataclass(frozen=True)
class Unit:
    """A public column of numbers, counted in units of 10^-digits, exactly or `is_rounded` to them."""

    name: str
    digits: int = 0
    is_rounded: bool = field(default=False, compare=False)

    def joined(self, other: Unit) -> Unit:
        """The finer of two units."""
        return Unit(self.name, max(self.digits, other.digits), self.is_rounded or other.is_rounded)


@dataclass(frozen=True, order=True)
class Term:
    """One sum: of weight^`weight`, times outcome^`power` over the answers that have that outcome."""

    weight: int = 0
    outcome: str | None = None
    power: int = 0

    def __str__(self) -> str:
        """Its name in a file, which says what it adds."""
        if self.outcome is None:
            return f"w^{self.weight}" if self.weight else "count"
        return f"w^{self.weight} * {self.outcome}^{self.power}"


@dataclass(frozen=True)
class Measures:
    """The columns that are added up. `by` and `cluster` name the columns that divide the answers."""

    weight: Unit | None = None
    outcomes: tuple[Unit, ...] = ()
    by: tuple[str, ...] = ()
    cluster: str | None = None

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Every sum that is kept: counts, and for totals and their variances powers up to two."""
        weights = (1, 2) if self.weight else (0,)
        found = [Term(), *map(Term, weights)]
        for outcome in self.outcomes:
            found.append(Term(0, outcome.name, 0))
            found += [Term(weight, outcome.name, power) for weight in weights for power in (0, 1, 2)]
        return tuple(dict.fromkeys(found))

    def digits(self, term: Term) -> int:
        """The sum of the term is in units of 10^-digits."""
        units = {outcome.name: outcome.digits for outcome in self.outcomes}
        weight = self.weight.digits if self.weight else 0
        return term.weight * weight + (term.power * units[term.outcome] if term.outcome else 0)

    def joined(self, other: Measures) -> Measures:
        """The same columns in the finer units of the two. Refuses other columns."""
        if self._names != other._names:
            raise AnswersInvalid(
                f"sums of different columns cannot be added: {self._told} and {other._told}; tally them alike"
            )
        weight = self.weight.joined(other.weight) if self.weight and other.weight else None
        pairs = zip(self.outcomes, other.outcomes, strict=True)
        outcomes = tuple(mine.joined(theirs) for mine, theirs in pairs)
        return Measures(weight, outcomes, self.by, self.cluster)

    def expressions(self) -> Mapping[str, str]:
        """The name of every sum, and what it is in SQL over one row per answer.

        To be grouped by query, column and the columns of `by` and `cluster`; DECIMAL(38) holds every sum.
        """
        return {str(term): self._expression(term) for term in self.terms}

    def _expression(self, term: Term) -> str:
        weight = [_scaled(self.weight)] * term.weight if self.weight else []
        if term.outcome is None:
            return f"SUM({' * '.join(weight)})" if weight else "COUNT(*)"
        unit = next(outcome for outcome in self.outcomes if outcome.name == term.outcome)
        factors = " * ".join([*weight, *[_scaled(unit)] * term.power]) or "1"
        return f"SUM(CASE WHEN {_quoted(unit.name)} IS NULL THEN 0 ELSE {factors} END)"

    @property
    def _names(self) -> tuple[object, ...]:
        weight = self.weight.name if self.weight else None
        return weight, tuple(outcome.name for outcome in self.outcomes), self.by, self.cluster

    @property
    def _told(self) -> str:
        weight, outcomes, by, cluster = self._names
        return f"weight {weight}, outcomes {outcomes}, by {by}, cluster {cluster}"


def _scaled(unit: Unit) -> str:
    """A column in its units, as a whole number whose products cannot overflow."""
    return f"CAST(ROUND({_quoted(unit.name)} * 1{'0' * unit.digits}) AS DECIMAL(38, 0))"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
