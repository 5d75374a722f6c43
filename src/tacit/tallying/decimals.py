"""Public numbers as whole ones: in units of 10^-digits that hold every value as it was written."""

from __future__ import annotations

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


def in_units(values: Floats, unit: Unit) -> Counts:
    """The values in whole units, 0 where there is none."""
    whole: Counts = np.rint(np.nan_to_num(values) * 10**unit.digits).astype(np.int64)
    return whole
