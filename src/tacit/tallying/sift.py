"""Which of many rows are answers of a study, and which are not, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Integers
from tacit.tallying.tally import check_shapes

MOST_EXACT = 1 << 53  # beyond it floats skip whole numbers
_WHOLE = re.compile(r"([+-]?[0-9]{1,400})(\.0*)?")

Places = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]


class NotWhole(ValueError):
    """A value that is no whole number; the message says in which way, after the name of its column."""


@dataclass(frozen=True, eq=False)
class Sifted:
    """The good rows, and the places of the bad ones by reason: each row has one reason at most."""

    queries: Integers
    columns: Integers
    counts: Integers | None
    bad: Mapping[str, Places]


def sift(
    scheme: Scheme, queries: npt.ArrayLike, columns: npt.ArrayLike, counts: npt.ArrayLike | None = None
) -> Sifted:
    """The rows that can be answers under this scheme, or so many `counts` of them, whatever their types."""
    sizes = {"query": scheme.queries, "column": scheme.rows.columns, "count": MOST_EXACT}
    given = [np.asarray(each) for each in (queries, columns, counts) if each is not None]
    check_shapes(*given)
    numbers: list[Integers] = []
    wrong: dict[str, Flags] = {}
    for (name, size), array in zip(sizes.items(), given, strict=False):
        values, faults = whole_numbers(array)
        numbers.append(values)
        wrong |= {f"{name} {fault}": flags for fault, flags in faults.items()}
        if values.size and (int(values.min()) < 0 or int(values.max()) >= size):
            wrong[f"{name} out of range 0..{size - 1}"] = (values < 0) | (values >= size)
    good = np.ones(numbers[0].size, dtype=np.bool_)
    bad = {}
    for reason, flags in wrong.items():
        places = np.flatnonzero(flags & good)
        if places.size:
            bad[reason] = places
        good &= ~flags
    kept = [values[good] for values in numbers] if bad else numbers
    return Sifted(kept[0], kept[1], kept[2] if counts is not None else None, bad)


def whole_numbers(values: npt.NDArray[Any]) -> tuple[Integers, dict[str, Flags]]:
    """The values as whole numbers, and where they are none, by fault; 0 stands in their place."""
    if np.issubdtype(values.dtype, np.integer):
        return values, {}
    if np.issubdtype(values.dtype, np.floating):
        missing = np.isnan(values)
        exact = np.where(missing, 0, values)
        broken = (np.abs(exact) >= MOST_EXACT) | (exact != np.rint(exact))
        numbers = np.where(broken, 0, exact).astype(np.int64)
        return numbers, _found({"is missing": missing, "is not a whole number": broken})
    numbers = np.zeros(values.size, dtype=np.int64)
    faults: dict[str, Flags] = {}
    for place, value in enumerate(values.tolist()):
        try:
            numbers[place] = whole_number(value)
        except NotWhole as fault:
            faults.setdefault(str(fault), np.zeros(values.size, dtype=np.bool_))[place] = True
    return numbers, faults


def whole_number(value: object) -> int:
    """One value as a whole number within +-2^53; text and 3.0 will do. Raises NotWhole with the fault."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str):
        return _from_text(value.strip())
    if value is None or _is_nan(value):
        raise NotWhole("is missing")
    try:
        number = int(value)  # type: ignore[call-overload]  # what cannot be converted is caught
        is_same = not isinstance(value, bool | np.bool_) and bool(number == value)
    except (TypeError, ValueError, OverflowError):
        is_same = False
    if not is_same:
        raise NotWhole("is not a whole number")
    return _within(number)


def _from_text(text: str) -> int:
    if not text:
        raise NotWhole("is missing")
    match = _WHOLE.fullmatch(text)
    if match is None:
        raise NotWhole("is not a whole number")
    return _within(int(match[1]))


def _is_nan(value: object) -> bool:
    """NaN differs from itself; what cannot even say so (pandas.NA) is missing too."""
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return True


def _within(number: int) -> int:
    """As an int64; nothing beyond +-2^53 is in the range of any study."""
    return max(-MOST_EXACT, min(number, MOST_EXACT))


def _found(flags: dict[str, Flags]) -> dict[str, Flags]:
    return {fault: places for fault, places in flags.items() if places.any()}
