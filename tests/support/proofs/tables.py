"""Every column of a scheme, enumerated once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.scheme.scheme import Scheme


class Columns:
    """The column of every card under every query: `values` and `counts` are [query, item, level]."""

    def __init__(self, scheme: Scheme) -> None:
        rows = scheme.rows
        cards = [(item, level) for item in range(rows.items) for level in range(rows.levels)]
        cells = [[scheme.column(query, *card) for card in cards] for query in range(scheme.queries)]
        self.every: NDArray[np.int64] = np.array(cells, dtype=np.int64)
        shaped = self.every.reshape(scheme.queries, rows.items, rows.levels)
        self.values, self.counts = shaped[: rows.pool], shaped[rows.pool :]
