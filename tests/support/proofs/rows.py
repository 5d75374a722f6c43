"""What rows must be: as written, well formed, and such that any two items behave as in a fair deal."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofs import claim, written
from proofs.tables import Columns
from tacit.scheme.rows import Rows
from tacit.scheme.scheme import Scheme


def check_as_written(rows: Rows, most_queries: int = 10**6) -> None:
    """The pool and every column are those of SCHEME.md A; of larger pools, about so many queries."""
    claim(rows.pool == written.pool(rows), f"{rows}: pool {rows.pool}, written {written.pool(rows)}")
    for r in {*range(0, rows.pool, -(-rows.pool // most_queries)), rows.pool - 1}:
        for item in range(rows.items):
            for level in range(rows.levels):
                found, wanted = rows.column(r, item, level), written.value_column(rows, r, item, level)
                card = f"{rows}: card ({item}, {level}) of query {r}"
                claim(found == wanted, f"{card} lies in {found}, written {wanted}")
            if rows.name != "direct":
                found, wanted = rows.count_column(r, item), written.count_column(rows, r, item)
                claim(found == wanted, f"{rows}: item {item} of count query {r} in {found}, written {wanted}")


def check_well_formed(scheme: Scheme) -> None:
    """Columns in range; an item's cards apart in value questions and together in count questions."""
    table = Columns(scheme)
    columns, rows = scheme.rows.columns, scheme.rows
    in_range = bool(((table.every >= 0) & (table.every < columns)).all())
    claim(in_range, f"{rows}: a column outside 0..{columns - 1}")
    ordered = np.sort(table.values, axis=2)
    claim(bool((np.diff(ordered, axis=2) > 0).all()), f"{rows}: two cards of one item in one column")
    if scheme.count_share:
        together = bool((table.counts == table.counts[:, :, :1]).all())
        claim(together, f"{rows}: a count question that does not put an item's cards together")
    claim(len(table.every) == scheme.queries, f"{rows}: {scheme.queries} queries, {len(table.every)} met")


def check_pairs(scheme: Scheme) -> None:
    """For all cards of any two items, the chance over the pool to share a column is the closed number.

    Equal chances for all levels are what makes sums unbiased: the hits of high and low card cancel.
    """
    table, rows = Columns(scheme), scheme.rows
    between, between_counts = written.collisions(rows)
    closed = (rows.collision, rows.count_collision)
    claim(closed == (between, between_counts), f"{rows}: collisions {closed} are not those of SCHEME.md C1")
    _check_shared(rows, table.values, between)
    if scheme.count_share:
        _check_shared(rows, table.counts[:, :, :1], between_counts)


def _check_shared(rows: Rows, table: NDArray[np.int64], wanted: Fraction) -> None:
    queries, items, levels = table.shape
    flat = table.reshape(queries, items * levels)
    for card in range(items * levels):
        shared = (flat == flat[:, card : card + 1]).sum(axis=0)
        for other, times in enumerate(shared.tolist()):
            if other // levels == card // levels:
                continue
            found = Fraction(times, queries)
            pair = f"{rows}: cards {divmod(card, levels)} and {divmod(other, levels)}"
            claim(found == wanted, f"{pair} share a column with chance {found}, closed form {wanted}")
