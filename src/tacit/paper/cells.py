"""Tables of numbers as exact as they are known: written short for people, as numbers for machines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isinf

from tacit.paper.crossovers import Crossovers

Cell = str | int | float | Fraction | bool | Crossovers | None

LONGEST_FRACTION = 9  # characters; longer ones read better as decimals
LONGEST_WHOLE = 10**9


@dataclass(frozen=True)
class Table:
    """A title, the columns, and rows of numbers.

    An upright one reads best with its columns below each other.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_upright: bool = False

    def to_json(self) -> dict[str, object]:
        rows = [dict(zip(self.columns, map(as_number, row), strict=True)) for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows}


def written(cell: Cell, digits: int) -> str:
    """For people: short fractions as they are, everything else as a decimal."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, Fraction) and len(str(cell)) > LONGEST_FRACTION:
        cell = float(cell)
    if not isinstance(cell, float):
        return str(cell)
    return f"{cell:.0f}" if 10**digits <= abs(cell) < LONGEST_WHOLE else f"{cell:.{digits}g}"


def as_number(cell: Cell) -> object:
    """For machines: numbers, and null for what is infinite or does not exist."""
    if isinstance(cell, Fraction):
        return int(cell) if cell.denominator == 1 else float(cell)
    if isinstance(cell, Crossovers):
        return {"epsilons": cell.epsilons, "winners": cell.winners}
    return None if isinstance(cell, float) and isinf(cell) else cell
