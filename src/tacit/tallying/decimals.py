"""Public numbers as whole ones: in units of 10^-digits that hold every value as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from tacit.errors import AnswersInvalid
from tacit.tallying.columns import Counts
from tacit.tallying.measures import MOST_DIGITS, Unit
from tacit.tallying.wide import LARGEST

Floats = npt.NDArray[np.float64]


def unit_of(name: str, values: Floats) -> Unit:
    """The coarsest unit that holds every value as the decimal number it is; NaN is no value.

    Where there is none (thirds, or too many digits) the finest one that holds the largest value: then the
    values are rounded, and the unit says so.
    """
    found = values[~np.isnan(values)]
    largest = float(np.abs(found).max(initial=0.0))
    digits = 0
    # A float is the nearest one to a short decimal exactly if dividing gives it back.
    while digits <= MOST_DIGITS and not np.array_equal(np.rint(found * 10**digits) / 10**digits, found):
        digits += 1
    return unit_for(name, digits, largest)


def unit_for(name: str, digits: int, largest: float) -> Unit:
    """The unit for values with so many digits after the point, of which the largest is this one."""
    if not largest <= LARGEST:
        raise AnswersInvalid(f"{name} must lie within -{LARGEST}..{LARGEST}; got {largest:g}")
    finest = max(at for at in range(MOST_DIGITS + 1) if largest * 10**at <= LARGEST)
    return Unit(name, digits) if digits <= finest else Unit(name, finest, is_rounded=True)


def lots(columns: Mapping[str, Floats]) -> Iterator[tuple[Counts, dict[str, Unit]]]:
    """Rows that share units, with these: all at once, unless numbers differ too much in size, or are rounded.

    Which unit a number is rounded to is up to itself, so that sums do not depend on what it comes with.
    """
    size = next((values.size for values in columns.values()), 0)
    together = {name: unit_of(name, values) for name, values in columns.items()}
    if not any(unit.is_rounded for unit in together.values()):
        yield np.arange(size), together
        return
    digits, rounded = zip(*(_digits(values) for values in columns.values()), strict=True)
    keys, lot = np.unique(np.stack(digits, axis=1), axis=0, return_inverse=True)
    for at, key in enumerate(keys.tolist()):
        rows = np.flatnonzero(lot.reshape(-1) == at)
        named = zip(columns, key, rounded, strict=True)
        yield rows, {name: Unit(name, each, bool(flags[rows].any())) for name, each, flags in named}


def _digits(values: Floats) -> tuple[Counts, npt.NDArray[np.bool_]]:
    """How many digits after the point each number is counted in, and whether it is rounded to them."""
    numbers = np.nan_to_num(values)
    exact = np.full(values.size, MOST_DIGITS + 1)
    finest = np.zeros(values.size, dtype=np.int64)
    for at in range(MOST_DIGITS + 1):
        finest[np.abs(numbers) * 10**at <= LARGEST] = at
    for at in range(MOST_DIGITS, -1, -1):
        exact[np.rint(numbers * 10**at) / 10**at == numbers] = at
    return np.minimum(exact, finest), exact > finest


def in_units(values: Floats, unit: Unit) -> Counts:
    """The values in whole units, 0 where there is none."""
    whole: Counts = np.rint(np.nan_to_num(values) * 10**unit.digits).astype(np.int64)
    return whole
