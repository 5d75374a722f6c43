"""Figures of a choice of three or more options: a histogram per group, from one-level cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tacit.estimation import formulas
from tacit.estimation.figures import GroupFigures, OptionFigures
from tacit.estimation.formulas import Frame
from tacit.estimation.intervals import Interval, Ratio
from tacit.estimation.known import KnownSizes, known_sizes
from tacit.estimation.partition import Indices, Partition
from tacit.estimation.scores import Scores, Totals
from tacit.estimation.squares import joint_sums, part_squares
from tacit.estimation.values import group_figures
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
        names, shares = self.study.question.options, self.study.groups.shares
        unions = [self._cells(members) for members in partition.members]
        squares = part_squares(self.study.scheme, self.tally, unions, self.advance)
        joints = self._joint_counts(unions)
        found = []
        for at, (label, members) in enumerate(zip(partition.labels, partition.members, strict=True)):
            whole = self.scores.union(np.concatenate(unions[at]), (0.0, 0.0, float(squares.wholes[at])))
            share = None if shares is None else float(sum(shares[index] for index in members))
            options = []
            for option, cells in enumerate(unions[at]):
                square, cross = float(squares.parts[at, option]), float(squares.crosses[at, option])
                part = self._part(cells, square)
                count = formulas.count_figure(part, self.frame)
                ratio = Ratio(part.count or 0.0, whole.count or 0.0, square, cross, whole.count_square)
                within = self._share(part, whole, ratio, share, joints[at][option])
                options.append(OptionFigures(names[option], count, within))
            found.append(replace(group_figures(label, whole, self.frame), options=tuple(options)))
        return tuple(found)

    def _cells(self, members: Indices) -> list[Indices]:
        """Per option, the items of these groups."""
        options = len(self.study.question.options)
        return [members * options + option for option in range(options)]

    def _part(self, cells: Indices, square: float) -> Totals:
        if cells.size == 1:
            return self.scores.totals[int(cells[0])]
        return self.scores.union(cells, (0.0, 0.0, square))

    def _share(
        self, part: Totals, whole: Totals, ratio: Ratio, share: float | None, joint: float
    ) -> Interval:
        """Of the group's people, or of as many as its known share makes."""
        if share is None or self._known is None:
            return formulas.part_figure(ratio, part, whole, self.frame)
        return formulas.known_part_figure(self._known.beside_count(part, share, joint), self.frame)

    def _joint_counts(self, unions: Sequence[Sequence[Indices]]) -> list[list[float]]:
        """Products of the cells' scores with those for declining, where a known share needs them."""
        width = len(unions[0])
        if self._known is None or self._known.declined is None or self.study.groups.shares is None:
            return [[0.0] * width for _ in unions]
        flat = [cells for union in unions for cells in union]
        declined = np.array([self.scores.items - 1])
        pairs = joint_sums(self.study.scheme, self.tally, flat, declined, self.advance)
        joints = [joint for _, joint in pairs]
        return [joints[start : start + width] for start in range(0, len(flat), width)]

    @cached_property
    def _known(self) -> KnownSizes | None:
        return known_sizes(self.scores, has_declined=self.study.groups.decline)
