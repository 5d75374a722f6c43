"""The rows again, for arrays of queries and items: same integers as `Rows.column`, many at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme

Integers = npt.NDArray[np.integer[Any]]
Counts = npt.NDArray[np.int64]


def columns_of(rows: Rows, r: Integers, item: Integers, level: Integers | int) -> Counts:
    """`rows.column`, elementwise and broadcast."""
    if isinstance(rows, Direct):
        return np.asarray(item * rows.levels + level + 0 * r, dtype=np.int64)
    if isinstance(rows, Hashed):
        return (count_columns_of(rows, r, item) + level) % rows.columns
    if not isinstance(rows, Dealt):
        raise TypeError(f"no columns for {rows}")
    rank = _ranks(rows, r, item)
    if rows.levels == 1:
        return rank % rows.columns
    parity = np.bitwise_count((item + 1) & (r % rows.sides)) & 1
    is_second = (parity == 0) != (np.asarray(level) == 1)
    return np.asarray((rank + is_second * rows.step) % rows.columns, dtype=np.int64)


def count_columns_of(rows: Rows, r: Integers, item: Integers) -> Counts:
    """`rows.count_column`, elementwise and broadcast."""
    if isinstance(rows, Hashed):
        return np.remainder(_digit_products(rows, r, item), rows.columns)
    if isinstance(rows, Dealt):
        return _ranks(rows, r, item) % rows.columns
    raise TypeError(f"no count questions with {rows.name} rows")


def columns_of_queries(scheme: Scheme, query: Integers, item: Integers, level: Integers | int) -> Counts:
    """`scheme.column`, elementwise and broadcast, over value and count questions."""
    rows = scheme.rows
    if not scheme.count_share:
        return columns_of(rows, query, item, level)
    r = query % rows.pool
    value, count = columns_of(rows, r, item, level), count_columns_of(rows, r, item)
    return np.asarray(np.where(query < rows.pool, value, count), dtype=np.int64)


def _ranks(rows: Dealt, r: Integers, item: Integers) -> Counts:
    multiplier, shift = np.divmod(r // rows.sides, rows.prime)
    return np.asarray(((multiplier + 1) * item + shift) % rows.prime, dtype=np.int64)


def _digit_products(rows: Hashed, r: Integers, item: Integers) -> Counts:
    if rows.columns == 2:
        return np.asarray(np.bitwise_count(r & item), dtype=np.int64)
    total: Counts = np.zeros(1, dtype=np.int64)
    for _ in range(rows.digits):
        r, r_digit = np.divmod(r, rows.columns)
        item, item_digit = np.divmod(item, rows.columns)
        total = total + r_digit * item_digit
    return total
