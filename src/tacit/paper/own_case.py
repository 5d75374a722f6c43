"""A reader's own case: both schemes side by side, and where they change places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from math import inf

from tacit.errors import refuse
from tacit.paper.cells import Cell, Table
from tacit.paper.crossovers import crossovers
from tacit.paper.exact import Number, as_fraction
from tacit.paper.figure_numbers import TOTAL_BITS
from tacit.paper.instances import FAMILIES, Instance
from tacit.paper.laws import Bounds, read_laws, read_shares
from tacit.paper.mechanism import check_shape
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup

NOTHING_KNOWN = "nothing known"


def own_instance(name: str, groups: int, m: int) -> Instance:
    """A family of laws by its name, at a size that a reader chose."""
    check_shape(groups, m)
    return FAMILIES[name](groups, m)


def one_case(
    groups: int,
    m: int,
    epsilon: Number,
    case: Instance,
    budget: Number = TOTAL_BITS,
    *,
    bounds: Bounds | None = None,
) -> Table:
    """Both schemes for a reader's own case, at equal bits in total."""
    rows: list[tuple[Cell, ...]] = []
    for name, scheme in (("Q&A", QueryAndAnswer), ("RG", RandomizedGroup)):
        mechanism = scheme.for_epsilon(groups, m, epsilon, case.laws, bounds)
        parts = mechanism.error_parts(case.laws, case.shares)
        people = mechanism.people_for(budget)
        rows.append(
            (
                name,
                *_lies(mechanism),
                mechanism.ratio(case.laws, bounds=bounds),
                mechanism.bits,
                people,
                parts.other_groups,
                parts.randomized_value,
                parts.total,
                mechanism.error_at(budget, case.laws, case.shares),
                mechanism.loses_to_zero(people, case.laws, case.shares),
            )
        )
    errors = (
        "error by other groups",
        "error by own lies",
        "alpha, beta_3",
        "error",
        "worse than answering 0",
    )
    columns = ("scheme", "lie_group", "lie_value", "e^epsilon", "bits", "people", *errors)
    title = f"k = {groups}, m = {m}, epsilon = {epsilon}, laws: {case.name}, {budget} bits in total"
    return Table("case", title, columns, tuple(rows), is_upright=True)


def _lies(mechanism: QueryAndAnswer | RandomizedGroup) -> tuple[Cell, Cell]:
    if isinstance(mechanism, QueryAndAnswer):
        return None, mechanism.lie
    return mechanism.lie_group, mechanism.lie_value


def one_crossing(groups: int, m: int, case: Instance, *, bounds: Bounds | None = None) -> Table:
    """Where the two change places for that case, at equal bits."""
    found = crossovers(groups, m, case.laws, case.shares, bounds=bounds)
    rows = tuple((low, None if high == inf else high, winner) for low, high, winner in found.intervals())
    title = "Who has the smaller error at equal bits"
    return Table("case crossovers", title, ("from epsilon", "to", "winner"), rows)


@dataclass(frozen=True)
class OwnCase:
    """A reader's own case as it was typed, as `tacit paper tables` takes it; None: not given."""

    groups: int | None
    m: int | None
    epsilon: str | None
    laws: str | None
    law: tuple[str, ...]
    shares: str | None
    bounds: tuple[str, str] | None
    bits: str | None

    @property
    def given(self) -> list[str]:
        """The names of what was given."""
        return [field.name for field in fields(self) if getattr(self, field.name) not in (None, ())]

    def tables(self) -> Iterator[Table]:
        """Both schemes for this case, then where they change places."""
        if self.laws and self.law:
            raise refuse("law", "must not be given together with laws: say which are meant")
        rows = [row.split(",") for row in self.law]
        groups = self.groups if self.groups is not None or not rows else len(rows)
        m = self.m if self.m is not None or not rows else max(1, len(rows[0]) // 2)
        if groups is None or m is None or self.epsilon is None:
            lacking = {"groups": groups, "m": m, "epsilon": self.epsilon}
            first = next(name for name, value in lacking.items() if value is None)
            rule = "must be given too: a case of your own takes groups (or a law for each), m and epsilon"
            raise refuse(first, rule)
        case = self._instance(groups, m, rows)
        bounds = self._read_bounds()
        yield one_case(groups, m, self.epsilon, case, self.bits or TOTAL_BITS, bounds=bounds)
        yield one_crossing(groups, m, case, bounds=bounds)

    def _instance(self, groups: int, m: int, rows: list[list[str]]) -> Instance:
        case = own_instance(self.laws or NOTHING_KNOWN, groups, m)
        if rows:
            case = Instance("your own", read_laws(groups, m, rows))
        elif self.bounds and self.laws in (None, NOTHING_KNOWN):
            case = replace(case, name=f"within {self.bounds[0]}..{self.bounds[1]}")
        if self.shares is None:
            return case
        return replace(case, shares=read_shares(groups, self.shares.split(",")))

    def _read_bounds(self) -> tuple[Fraction, Fraction] | None:
        if self.bounds is None:
            return None
        return as_fraction(self.bounds[0], "bounds"), as_fraction(self.bounds[1], "bounds")
