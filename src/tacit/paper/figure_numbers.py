"""The numbers behind the paper's Figures 2 and 4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from math import log, sqrt
from typing import TYPE_CHECKING, Literal

from tacit.paper.crossovers import crossovers
from tacit.paper.exact import Number, ratio_of
from tacit.paper.instances import FIGURE_PANELS, binary_laws
from tacit.paper.laws import Row, spread_of
from tacit.paper.mechanism import Mechanism
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup

if TYPE_CHECKING:
    import numpy as np

SchemeName = Literal["Q&A", "RG"]

TOTAL_BITS = 500
ROUNDS = 1000
SEED = 2021
EPSILONS = tuple(Fraction(step, 20) for step in range(2, 101))
DOTS = tuple(Fraction(step, 4) for step in (1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20))
ANSWERS = 100_000  # simulated per group and vertex of Figure 4
REGION_EPSILONS = (Fraction(5, 2), Fraction(1), Fraction(1, 2))


@dataclass(frozen=True)
class Point:
    """One scheme at one epsilon: the closed form, and what was simulated, if anything."""

    scheme: SchemeName
    epsilon: float
    lies_about_values: bool
    error: float
    simulated: float | None = None
    simulated_sd: float | None = None


@dataclass(frozen=True)
class Panel:
    """One of Figure 2's three comparisons at 500 bits in total."""

    name: str
    first: float
    second: float
    people: dict[SchemeName, int]
    crossings: tuple[float, ...]
    curves: tuple[Point, ...]
    dots: tuple[Point, ...]


@dataclass(frozen=True)
class Vertex:
    """A law on the edge of a region; and the law and epsilon that simulated answers show there."""

    first: float
    second: float
    seen_first: float
    seen_second: float
    seen_epsilon: float
    seen_epsilon_sd: float


@dataclass(frozen=True)
class Region:
    """The laws (p_1(1), p_2(1)) for which Q&A without lies keeps epsilon: the inside of an octagon."""

    epsilon: float
    vertices: tuple[Vertex, ...]


def mechanism_for(scheme: SchemeName, epsilon: Number, laws: Sequence[Row]) -> Mechanism:
    """The best of either scheme for two groups and two values."""
    if scheme == "Q&A":
        return QueryAndAnswer.for_epsilon(2, 1, epsilon, laws)
    return RandomizedGroup.for_epsilon(2, 1, epsilon, laws)


def _lies_about_values(mechanism: Mechanism) -> bool:
    lie = mechanism.lie if isinstance(mechanism, QueryAndAnswer) else getattr(mechanism, "lie_value", 0)
    return bool(lie > 0)


def _point(scheme: SchemeName, epsilon: Fraction, laws: Sequence[Row]) -> Point:
    mechanism = mechanism_for(scheme, epsilon, laws)
    error = float(mechanism.error_at(TOTAL_BITS, laws))
    return Point(scheme, float(epsilon), _lies_about_values(mechanism), error)


def comparison_panels(
    seed: int = SEED, rounds: int = ROUNDS, *, advance: Callable[[int], None] = lambda _rounds: None
) -> tuple[Panel, ...]:
    """Figure 2: curves and simulated dots. Every dot has its own generator, so each can be redrawn alone."""
    import numpy as np

    from tacit.paper.simulation import simulate

    names: tuple[SchemeName, SchemeName] = ("Q&A", "RG")
    panels = []
    for index, (name, first, second) in enumerate(FIGURE_PANELS):
        laws = binary_laws(first, second)
        people = {scheme: mechanism_for(scheme, 1, laws).people_for(TOTAL_BITS) for scheme in names}
        dots = []
        for which, scheme in enumerate(names):
            for place, epsilon in enumerate(DOTS):
                generator = np.random.default_rng([seed, index, which, place])
                mechanism = mechanism_for(scheme, epsilon, laws)
                run = simulate(mechanism, people[scheme], rounds, generator, laws, advance=advance)
                point = _point(scheme, epsilon, laws)
                values = (point.scheme, point.epsilon, point.lies_about_values, point.error)
                dots.append(Point(*values, run.mean, run.sd))
        curves = tuple(_point(scheme, epsilon, laws) for scheme in names for epsilon in EPSILONS)
        crossings = crossovers(2, 1, laws).epsilons
        panels.append(Panel(name, float(first), float(second), people, crossings, curves, tuple(dots)))
    return tuple(panels)


def simulated_rounds(rounds: int = ROUNDS) -> int:
    """All rounds that Figure 2 takes: the length of its progress bar."""
    return len(FIGURE_PANELS) * 2 * len(DOTS) * rounds


def octagon(ratio: Fraction) -> tuple[tuple[Fraction, Fraction], ...]:
    """The vertices of the region for e^epsilon = ratio, exactly: corners 1/(1+e), axes 1/(2e)."""
    corner, axis, half = 1 / (1 + ratio), 1 / (2 * ratio), Fraction(1, 2)
    return (
        (corner, corner),
        (axis, half),
        (corner, 1 - corner),
        (half, 1 - axis),
        (1 - corner, 1 - corner),
        (1 - axis, half),
        (1 - corner, corner),
        (half, axis),
    )


def regions(seed: int = SEED) -> tuple[Region, ...]:
    """Figure 4, largest first."""
    import numpy as np

    shapes = []
    for index, epsilon in enumerate(REGION_EPSILONS):
        points = octagon(ratio_of(epsilon))
        generators = (np.random.default_rng([seed, 4, index, place]) for place in range(len(points)))
        vertices = (_vertex(*point, rng) for point, rng in zip(points, generators, strict=True))
        shapes.append(Region(float(epsilon), tuple(vertices)))
    return tuple(shapes)


def _vertex(first: Fraction, second: Fraction, generator: np.random.Generator) -> Vertex:
    from tacit.paper.simulation import answered_laws

    laws, scheme = binary_laws(first, second), QueryAndAnswer(2, 1, 0)
    seen = answered_laws(scheme, ANSWERS, generator, laws)
    high, low = max(spread_of(2, 1, laws, None).pairs, key=lambda pair: pair[0] / pair[1])
    sd = sqrt((1 / high + 1 / low - 2) / ANSWERS)
    epsilon = log(scheme.ratio(seen.tolist()))
    return Vertex(float(first), float(second), float(seen[0, 1]), float(seen[1, 1]), epsilon, sd)


def comparison_rows(panels: Sequence[Panel]) -> list[tuple[str, ...]]:
    """Figure 2 as CSV rows, header first; curves have no simulated columns."""
    rows: list[tuple[str, ...]] = [
        ("panel", "p1", "p2", "scheme", "people", "epsilon", "lies_about_values", "error", "simulated", "sd")
    ]
    for panel in panels:
        for point in (*panel.curves, *panel.dots):
            simulated = [_number(x) for x in (point.simulated, point.simulated_sd)]
            fixed = (panel.name, _number(panel.first), _number(panel.second), point.scheme)
            numbers = (str(panel.people[point.scheme]), _number(point.epsilon), str(point.lies_about_values))
            rows.append((*fixed, *numbers, _number(point.error), *simulated))
    return rows


def region_rows(shapes: Sequence[Region]) -> list[tuple[str, ...]]:
    """Figure 4 as CSV rows, header first."""
    simulated = ("simulated_p1", "simulated_p2", "simulated_epsilon", "sd")
    rows: list[tuple[str, ...]] = [("epsilon", "vertex", "p1", "p2", *simulated)]
    for shape in shapes:
        for number, vertex in enumerate(shape.vertices, start=1):
            rows.append((_number(shape.epsilon), str(number), *map(_number, astuple(vertex))))
    return rows


def _number(x: float | None) -> str:
    return "" if x is None else f"{x:.12g}"
