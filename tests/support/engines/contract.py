"""What every engine must find: tables of answers, and their counts as counted one by one in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from asking import asked
from tacit.study.study import Study
from tacit.tallying.tally import Tally


@dataclass(frozen=True)
class Case:
    """A study and a table of its answers, some of which may be none."""

    name: str
    study: Study
    table: pa.Table

    @property
    def counts(self) -> Counter[tuple[int, int]]:
        """How many good answers fell on each (query, column)."""
        scheme, found = self.study.scheme, Counter[tuple[int, int]]()
        for query, column in self._pairs:
            if query is None or column is None:
                continue
            if 0 <= query < scheme.queries and 0 <= column < scheme.rows.columns:
                found[query, column] += 1
        return found

    @property
    def refused(self) -> int:
        """How many rows are no answers."""
        return int(self.table.num_rows) - self.counts.total()

    @property
    def _pairs(self) -> list[tuple[int | None, int | None]]:
        return list(zip(*(self.table[name].to_pylist() for name in ("query", "column")), strict=True))

    def check(self, tally: Tally) -> None:
        """The tally holds these counts and no other, and says how many rows are left out."""
        cells, counts = tally.occupied()
        places = [divmod(cell, tally.columns) for cell in cells.tolist()]
        assert dict(zip(places, counts.tolist(), strict=True)) == dict(self.counts), self.name
        assert sum(tally.refused.values()) == self.refused, (self.name, tally.refused)


def _case(name: str, study: Study, queries: Sequence[int | None], columns: Sequence[int | None]) -> Case:
    return Case(name, study, pa.table({"query": pa.array(queries, "i8"), "column": pa.array(columns, "i8")}))


def cases() -> list[Case]:
    """Every kind of rows; even, lopsided and without any answers; with rows that are no answers."""
    rng = np.random.default_rng(20_261_119)

    def even(study: Study, size: int) -> tuple[list[int | None], list[int | None]]:
        scheme = study.scheme
        drawn = rng.integers(0, scheme.queries, size), rng.integers(0, scheme.rows.columns, size)
        return drawn[0].tolist(), drawn[1].tolist()

    hashed = asked(groups=[f"group {number}" for number in range(100)], rows="hashed", columns=3)
    dealt, direct = asked(rows="dealt"), asked(epsilon="4", rows="direct")
    # Too many cells for a table of all of them.
    sparse = asked(groups=[f"group {number}" for number in range(3000)], epsilon="6")
    few = even(hashed, 300)
    bad: list[int | None] = [None, -1, hashed.scheme.queries, 2**62, 5, 5, None]
    worse: list[int | None] = [0, 0, 0, 0, None, 3, None]
    return [
        _case("hashed", hashed, *even(hashed, 2000)),
        _case("dealt", dealt, *even(dealt, 2000)),
        _case("direct", direct, *even(direct, 500)),
        _case("too many cells for a table", sparse, *even(sparse, 2000)),
        _case("one query has nearly all answers", hashed, [7] * 2000 + few[0], [1] * 2000 + few[1]),
        _case("no answers", hashed, [], []),
        _case("rows that are no answers", hashed, few[0] + bad, few[1] + worse),
    ]


CASES = cases()
