"""Figures of a choice of three or more options: a histogram per group, from one-level cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.estimation import formulas
from tacit.estimation.figures import GroupFigures, OptionFigures
from tacit.estimation.formulas import Frame
from tacit.estimation.partition import Indices, Partition
from tacit.estimation.scores import Scores, Totals
from tacit.estimation.squares import square_sums
from tacit.study.study import Study
from tacit.tallying.tally import Tally


@dataclass(frozen=True)
class CellFigures:
    """Reads every figure of such a study from its scores."""

    study: Study
    tally: Tally
    scores: Scores
    frame: Frame
    advance: Callable[[int], None]

    def of(self, partition: Partition) -> tuple[GroupFigures, ...]:
        """The figures of every label of the partition."""
        wholes = [self._cells(members).reshape(-1) for members in partition.members]
        parts = [list(self._cells(members).T) for members in partition.members]
        merged = [cells for options in parts for cells in options if cells.size > 1]
        squares, joint = square_sums(self.study.scheme, self.tally, [*wholes, *merged], self.advance)
        merged_squares = iter(squares[len(wholes) :])

        def totals_of(cells: Indices) -> Totals:
            if cells.size == 1:
                return self.scores.item(int(cells[0]))
            return self.scores.union(cells, next(merged_squares))

        found = []
        for label, whole, options, square in zip(partition.labels, wholes, parts, squares, strict=False):
            whole_totals = self.scores.union(whole, square)
            option_totals = [(cells, totals_of(cells)) for cells in options]
            found.append(self._figures(label, whole, whole_totals, option_totals, joint))
        return tuple(found)

    def _cells(self, members: Indices) -> Indices:
        """The items of these groups: one row a group, one column an option."""
        options = len(self.study.question.options)
        return np.asarray(members[:, None] * options + np.arange(options), dtype=np.int64)

    def _figures(
        self,
        label: str,
        whole: Indices,
        totals: Totals,
        options: list[tuple[Indices, Totals]],
        joint: npt.NDArray[np.float64],
    ) -> GroupFigures:
        count = formulas.count_figure(totals, self.frame)
        shown = []
        for name, (cells, part) in zip(self.study.question.options, options, strict=True):
            part_count = formulas.count_figure(part, self.frame)
            if part_count is None:
                continue
            cross = self.scores.joint(cells, whole, float(joint[cells].sum()))
            shown.append(
                OptionFigures(name, part_count, formulas.part_figure(part, totals, cross, self.frame))
            )
        share = formulas.share_figure(count, self.frame)
        return GroupFigures(label, count, share, options=tuple(shown))
