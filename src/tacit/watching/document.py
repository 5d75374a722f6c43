"""The one document that a board is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from tacit.estimation.estimate import estimate
from tacit.estimation.figures import interval_json
from tacit.estimation.intervals import Interval
from tacit.estimation.result import Estimate
from tacit.study.study import Study
from tacit.tallying.tally import Tally, fold_counts
from tacit.watching.figure import Row, blank_rows, drawn_of, halfwidth_of, rows_of
from tacit.watching.target import Target, influence_of, target_of

Json = dict[str, object]
Cells = Sequence[Sequence[int]]

# More rows than these are no picture: their intervals are given, and not how these became narrow.
MOST_TRAILED = 60
# With fewer answers nothing is resolved, and what is drawn is the whole range.
LEAST_TRAILED = 16


class Watched:
    """One study: what its plan promised is computed once, what its answers say whenever they are more."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.drawn = drawn_of(study)
        self.target = target_of(study, self.drawn)

    def figures(self, parts: Sequence[Cells]) -> Json:
        """Every dot, and the trail behind it.

        `parts` are counts by (query, column) of the released answers, in pieces that are added one after the
        other: the trail has a point after each.
        """
        tallies = _added(self.study, parts)
        answers = tallies[-1].answers if tallies else 0
        found = estimate(self.study, tallies[-1]) if answers else None
        rows = list(rows_of(self.drawn, found) if found else blank_rows(self.study))
        return {
            "answers": answers,
            "level": found.level if found else None,
            "rough": found.is_rough if found else False,
            "figure": self.drawn.to_json(),
            "plan": _plan(self.target, rows),
            "rows": [_row(row, found, self.target) for row in rows],
            "declined": interval_json(found.declined.share, {}, "") if found and found.declined else None,
            "trail": self._trail(tallies) if len(rows) <= MOST_TRAILED else [],
            "influence": influence_of(self.study, answers),
        }

    def _trail(self, tallies: Sequence[Tally]) -> list[Json]:
        """The same dots with fewer answers; the last point is what is shown."""
        return [
            {
                "answers": tally.answers,
                "rows": [_ends(row.figure) for row in rows_of(self.drawn, estimate(self.study, tally))],
            }
            for tally in tallies
            if tally.answers >= LEAST_TRAILED
        ]


def _added(study: Study, parts: Sequence[Cells]) -> list[Tally]:
    """The tally after each part that adds something."""
    tallies: list[Tally] = []
    for cells in parts:
        if cells:
            queries, columns, people = np.array(cells, dtype=np.int64).reshape(-1, 3).T
            piece = fold_counts(study.scheme, [(queries, columns, people)])
            tallies.append(tallies[-1] + piece if tallies else piece)
    return tallies


def _plan(target: Target, rows: Sequence[Row]) -> Json:
    """How wide intervals should be in the end, and are now: those of a usual dot."""
    widths = [halfwidth_of(row.figure) for row in rows]
    now = median(float("inf") if width is None else width for width in widths) if widths else None
    return {
        "people": target.people,
        "halfwidth": target.halfwidths[target.median],
        "now": None if now == float("inf") else now,
    }


def _row(row: Row, found: Estimate | None, target: Target) -> Json:
    figure = row.figure
    count = found.groups[row.place].count if found else None
    return {
        "group": row.group,
        "option": row.option,
        "figure": interval_json(figure, {}, ""),
        "resolved": figure is not None and figure.is_resolved,
        "clipped": figure is not None and figure.is_clipped,
        "planned": target.halfwidths[row.place],
        "count": interval_json(count, {}, ""),
    }


def _ends(figure: Interval | None) -> list[float | None]:
    """Estimate, these people from and to, population from and to."""
    if figure is None:
        return [None] * 5
    people, population = figure.people, figure.population
    inner = (people.low, people.high) if people else (None, None)
    return [figure.estimate, *inner, population.low, population.high]
