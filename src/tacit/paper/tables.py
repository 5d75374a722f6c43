"""The numbers of the paper as tables: every row is computed when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tacit.errors import Refused
from tacit.paper import printed
from tacit.paper.cells import Cell, Table
from tacit.paper.counterexamples import ratio_with
from tacit.paper.crossovers import crossovers
from tacit.paper.exact import ratio_of
from tacit.paper.figure_numbers import (
    EPSILONS,
    REGION_EPSILONS,
    TOTAL_BITS,
    SchemeName,
    mechanism_for,
    octagon,
)
from tacit.paper.instances import COUNTEREXAMPLE, FAMILIES, FIGURE_PANELS, Instance, binary_laws
from tacit.paper.mechanism import Cost
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup
from tacit.paper.theorems import small_epsilon_limit

SPOTS: tuple[tuple[str, int, int, str], ...] = (
    ("uniform", 3, 2, "1"),
    ("skew", 2, 1, "0.5"),
    ("split", 2, 1, "0.5"),
    ("erratum 9", 2, 2, "0.5"),
    ("skew", 3, 2, "0.5"),
    ("skew", 5, 3, "1"),
    ("same", 10, 2, "0.5"),
    ("split", 10, 5, "1"),
    ("skew", 100, 5, "1"),
    ("nothing known", 2, 1, "1"),
    ("nothing known", 10, 3, "1"),
)
SIZES = ((2, 1), (2, 2), (2, 3), (2, 5), (3, 1), (3, 2), (3, 3), (3, 5), (5, 1), (5, 2), (5, 5))
LARGE_SIZES = ((10, 1), (10, 3), (100, 1), (100, 5))


def instance(name: str, groups: int, m: int) -> Instance:
    """A family by its name, at a size."""
    return COUNTEREXAMPLE if name == COUNTEREXAMPLE.name else FAMILIES[name](groups, m)


def spots() -> Table:
    """The best parameters and errors of both schemes for eleven cases."""
    rows: list[tuple[Cell, ...]] = []
    for name, groups, m, epsilon in SPOTS:
        case = instance(name, groups, m)
        query = QueryAndAnswer.for_epsilon(groups, m, epsilon, case.laws)
        group = RandomizedGroup.for_epsilon(groups, m, epsilon, case.laws)
        alpha, beta = (mechanism.error(case.laws, case.shares) for mechanism in (query, group))
        rows.append((name, groups, m, epsilon, query.lie, alpha, group.lie_group, group.lie_value, beta))
    columns = ("laws", "k", "m", "eps", "lie", "alpha", "lie_group", "lie_value", "beta_3")
    return Table("spots", "Best parameters and errors", columns, tuple(rows))


def comparison() -> Table:
    """Figure 2 at six epsilons: relative error at 500 bits in total."""
    names: tuple[SchemeName, SchemeName] = ("Q&A", "RG")
    cases = [binary_laws(first, second) for _, first, second in FIGURE_PANELS]
    rows: list[tuple[Cell, ...]] = []
    for epsilon in (EPSILONS[0], Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3), Fraction(5)):
        pairs = ((scheme, laws) for laws in cases for scheme in names)
        errors = [mechanism_for(scheme, epsilon, laws).error_at(TOTAL_BITS, laws) for scheme, laws in pairs]
        rows.append((float(epsilon), *errors))
    crossings = (cell for laws in cases for cell in (crossovers(2, 1, laws)[0], None))
    columns = ("epsilon", *(f"({panel}) {scheme}" for panel, _, _ in FIGURE_PANELS for scheme in names))
    title = f"Figure 2: relative mean square error at {TOTAL_BITS} bits in total"
    return Table("figure 2", title, columns, (*rows, ("equal at", *crossings)))


def region() -> Table:
    """Figure 4: corner and axis of each octagon, in per cent."""
    rows: list[tuple[Cell, ...]] = []
    for epsilon, corner, axis in zip(
        REGION_EPSILONS, ("7.5", "26.9", "37.7"), ("4.5", "18.4", "30.3"), strict=True
    ):
        vertices = octagon(ratio_of(epsilon))
        rows.append((float(epsilon), 100 * vertices[0][0], corner, 100 * vertices[1][0], axis))
    columns = ("epsilon", "corner %", "printed", "axis %", "printed axis")
    return Table("figure 4", "Figure 4: the laws that Q&A protects without a lie", columns, tuple(rows))


def crossings(cost: Cost = "bits", *, advance: Callable[[int], None] = lambda _step: None) -> Table:
    """Where the schemes change places, for five families and fifteen sizes."""
    rows: list[tuple[Cell, ...]] = []
    for groups, m in (*SIZES, *LARGE_SIZES):
        cells: list[Cell] = []
        for family in FAMILIES.values():
            case = family(groups, m)
            cells.append(crossovers(groups, m, case.laws, case.shares, cost=cost))
            advance(1)
        rows.append((groups, m, *cells))
    title = f"Epsilons at which Q&A and RG change places, at equal {cost} (Q&A wins below unless RG is named)"
    return Table("crossovers", title, ("k", "m", *FAMILIES), tuple(rows))


def crossing_steps() -> int:
    """How often `crossings` advances."""
    return (len(SIZES) + len(LARGE_SIZES)) * len(FAMILIES)


def limits() -> Table:
    """Theorem 3 (i): RG's error over Q&A's as epsilon falls to 0; Q&A wins where it is above 1."""
    costs: tuple[Cost, ...] = ("bits", "whole bits", "people")
    rows: list[tuple[Cell, ...]] = []
    for groups, m in ((2, 1), (2, 2), (2, 5), (3, 1), (3, 5), (3, 13), (3, 14), (4, 2), (5, 2)):
        laws = FAMILIES["split"](groups, m).laws
        rows.append((groups, m, *(small_epsilon_limit(groups, m, laws, cost=cost) for cost in costs)))
    title = "RG's error over Q&A's as epsilon falls to 0 (extremes in different groups)"
    return Table("limits", title, ("k", "m", *(f"equal {cost}" for cost in costs)), tuple(rows))


BOUNDS = (
    (2, "1/10", "2/5", "2"),
    (2, "1/10", "2/5", "5"),
    (2, "1/5", "3/10", "2"),
    (2, "2/11", "5/11", "6/5"),
    (3, "3/20", "9/50", "11/10"),
    (1, "1/5", "4/5", "2"),
)


def lies_for_bounds() -> Table:
    """Erratum 2 in full: the printed lie, and the e^epsilon it gives where it is a probability."""
    rows: list[tuple[Cell, ...]] = []
    for m, *texts in BOUNDS:
        low, high, wanted = map(Fraction, texts)
        right = QueryAndAnswer.for_ratio(2, m, wanted, bounds=(low, high)).lie
        literal = printed.lie_for_bounds(m, low, high, wanted)
        errors = (_alpha(m, lie, low, high) for lie in (right, literal))
        got = ratio_with(m, literal, high, low) if 0 <= literal <= 1 else None
        rows.append((m, low, high, wanted, right, literal, *errors, got))
    given = ("m", "cmin", "cmax", "e^eps")
    columns = (*given, "lie", "printed", "alpha", "printed alpha", "e^eps got")
    return Table(
        "bounds", "Erratum 2: the lie from bounds, right and as printed (k = 2)", columns, tuple(rows)
    )


def _alpha(m: int, lie: Fraction, low: Fraction, high: Fraction) -> Fraction | None:
    """For two laws that reach both bounds, in different groups too."""
    rest = ((1 - low - high) / (2 * m - 2),) * (2 * m - 2) if m > 1 else ()
    try:
        return QueryAndAnswer(2, m, lie).error(((high, low, *rest), (low, *rest, high)))
    except Refused:
        return None


COROLLARIES = (
    (2, 2, (5, 2, 2, 1), "2"),
    (2, 2, (5, 2, 2, 1), "6/5"),
    (3, 2, (7, 1, 1, 1), "2"),
    (5, 3, (40, 11, 11, 11, 11, 11), "3/2"),
    (2, 1, (4, 1), "3/2"),
)


def lies_of_corollary() -> Table:
    """Errata 4 and 5 in full: Corollary 1 as stated, as derived in the appendix, and right."""
    rows: list[tuple[Cell, ...]] = []
    for groups, m, weights, ratio in COROLLARIES:
        laws = (tuple(Fraction(weight, sum(weights)) for weight in weights),) * groups
        extremes, wanted = (max(laws[0]), min(laws[0])), Fraction(ratio)
        right = RandomizedGroup.for_ratio(groups, m, wanted, laws)
        derived = printed.lie_group_of_appendix(groups, m, *extremes, wanted)
        versions = {
            "right": (right.lie_group, right.lie_value),
            "statement": printed.lies_of_corollary(groups, m, *extremes, wanted),
            "appendix": (derived, right.lie_value),
        }
        law = ",".join(map(str, weights)) if m < 3 else f"{weights[0]},{weights[1]},.."
        for version, lies in versions.items():
            got = _ratio(groups, m, lies, laws)
            rows.append((version, groups, m, law, wanted, *lies, got))
    columns = ("Corollary 1", "k", "m", "law", "e^eps", "lie_group", "lie_value", "e^eps got")
    return Table("corollary", "Errata 4 and 5: Corollary 1 right and as printed twice", columns, tuple(rows))


def _ratio(
    groups: int, m: int, lies: tuple[Fraction, Fraction], laws: tuple[tuple[Fraction, ...], ...]
) -> Fraction | float | None:
    try:
        return RandomizedGroup(groups, m, *lies).ratio(laws)
    except Refused:
        return None
