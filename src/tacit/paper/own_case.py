"""A reader's own case: both schemes side by side, and where they change places."""

from __future__ import annotations

from math import inf

from tacit.paper.cells import Cell, Table
from tacit.paper.crossovers import crossovers
from tacit.paper.exact import Number
from tacit.paper.figure_numbers import TOTAL_BITS
from tacit.paper.instances import FAMILIES, Instance
from tacit.paper.laws import Bounds
from tacit.paper.mechanism import check_shape
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup


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
