"""What is added up beside the counts: a weight and public outcomes, in whole units of 10^-digits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
        """What it adds."""
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

    def column_of(self, term: Term) -> str:
        """The name of a sum in tables: what it adds, and its digits after the point, in plain letters.

        w2_pw_e4 is the sum of the squares of the weights pw, times 10^4; w1_y_2_e3 that of weight times y^2.
        """
        if term == Term():
            return "count"
        named = [f"w{term.weight}"]
        if term.outcome is not None:
            named += [term.outcome, str(term.power)]
        elif self.weight is not None:
            named.append(self.weight.name)
        return "_".join([*named, f"e{self.digits(term)}"])

    @classmethod
    def in_columns(
        cls,
        columns: Sequence[str],
        *,
        weight: str | None,
        outcomes: Sequence[str],
        by: Sequence[str],
        cluster: str | None,
    ) -> Measures | None:
        """The measures with these names that columns hold all sums of; None if there are none such."""

        def digits(start: str) -> int | None:
            found = (re.fullmatch(re.escape(start) + r"_e(\d{1,2})", column) for column in columns)
            return next((int(match[1]) for match in found if match), None)

        scale = digits(f"w1_{weight}") if weight else 0
        ends = [digits(f"w{1 if weight else 0}_{name}_1") for name in outcomes]
        if scale is None or None in ends:
            return None
        units = [Unit(name, (end or 0) - scale) for name, end in zip(outcomes, ends, strict=True)]
        found = cls(Unit(weight, scale) if weight else None, tuple(units), tuple(by), cluster)
        return found if found.has_all(columns) else None

    def has_all(self, columns: Sequence[str]) -> bool:
        """Whether these are the columns of all sums and labels."""
        labels = [*self.by, *([self.cluster] if self.cluster else [])]
        return {*labels, *map(self.column_of, self.terms)} <= set(columns)

    def rounded(self, names: Sequence[str]) -> Measures:
        """The same, of which these columns were rounded."""

        def told(unit: Unit) -> Unit:
            return replace(unit, is_rounded=unit.name in names)

        weight = told(self.weight) if self.weight else None
        return replace(self, weight=weight, outcomes=tuple(map(told, self.outcomes)))

    def expressions(self) -> Mapping[str, str]:
        """The name of every sum, and what it is in SQL over one row per answer.

        To be grouped by query, column and the columns of `by` and `cluster`; DECIMAL(38) holds every sum.
        """
        return {self.column_of(term): self._expression(term) for term in self.terms}

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
