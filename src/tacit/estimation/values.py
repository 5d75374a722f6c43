"""Figures of groups whose people hold a number, one of two options, or nothing but their group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tacit.estimation import formulas
from tacit.estimation.figures import GroupFigures, OptionFigures
from tacit.estimation.formulas import Frame
from tacit.estimation.intervals import Interval, Ratio
from tacit.estimation.known import known_sizes
from tacit.estimation.partition import Partition
from tacit.estimation.scores import Scores, Totals
from tacit.estimation.squares import joint_sums, square_sums
from tacit.study.study import Study
from tacit.study.units import Units
from tacit.tallying.tally import Tally


def group_figures(label: str, totals: Totals, frame: Frame) -> GroupFigures:
    """What is known of a group without its values: its count and share, where the scheme identifies them."""
    if totals.count is None:
        return GroupFigures(label, None, None)
    count = formulas.count_figure(totals, frame)
    return GroupFigures(label, count, formulas.share_figure(count, frame))


@dataclass(frozen=True)
class ValueFigures:
    """Reads every figure of such a study from its scores."""

    study: Study
    tally: Tally
    scores: Scores
    frame: Frame
    advance: Callable[[int], None]

    def of(self, partition: Partition) -> tuple[GroupFigures, ...]:
        """The figures of every label of the partition."""
        totals, units, shares = self._totals(partition), self.frame.units, self.study.groups.shares
        named = list(zip(partition.labels, totals, strict=True))
        if units is None:
            return tuple(group_figures(label, total, self.frame) for label, total in named)
        known = known_sizes(self.scores, has_declined=self.study.groups.decline) if shares else None
        if shares is None or known is None:
            return tuple(self._figures(label, total, units) for label, total in named)
        sizes = [float(sum(shares[index] for index in members)) for members in partition.members]
        joints = self._joint_sums(partition) if known.declined else [0.0] * len(named)
        return tuple(
            self._known_figures(label, total, known.beside_sum(total, share, joint), share, units)
            for (label, total), share, joint in zip(named, sizes, joints, strict=True)
        )

    def _joint_sums(self, partition: Partition) -> list[float]:
        """Products of the sums' scores with those for declining, which is the last item."""
        declined = np.array([self.scores.items - 1])
        pairs = joint_sums(self.study.scheme, self.tally, partition.members, declined, self.advance)
        return [joint for joint, _ in pairs]

    def _totals(self, partition: Partition) -> list[Totals]:
        if all(members.size == 1 for members in partition.members):
            return [self.scores.totals[int(members[0])] for members in partition.members]
        squares = square_sums(self.study.scheme, self.tally, partition.members, self.advance)
        return [self.scores.union(*pair) for pair in zip(partition.members, squares, strict=True)]

    def _figures(self, label: str, totals: Totals, units: Units) -> GroupFigures:
        counted = group_figures(label, totals, self.frame)
        is_centred = self.study.needs.ask == "sum" or totals.count is None
        total = formulas.sum_figure(totals, self.frame, units, is_centred=is_centred)
        about = units.mid if is_centred else 0.0
        if totals.count is None:
            return replace(counted, sum=total, about=about)
        mean = formulas.mean_figure(totals, self.frame, units)
        return replace(counted, sum=total, about=about, mean=mean, options=self._options(totals, mean))

    def _known_figures(
        self, label: str, totals: Totals, size: Ratio, share: float, units: Units
    ) -> GroupFigures:
        """A group whose share of the population is known, so that its size needs no estimate."""
        high, mean = formulas.known_size_figures(size, share, totals.least, self.frame, units)
        low, _ = formulas.known_size_figures(size.mirrored(), share, totals.least, self.frame, units)
        options = self._option_pair((low, high), mean)
        return replace(group_figures(label, totals, self.frame), sum=high, mean=mean, options=options)

    def _options(self, totals: Totals, mean: Interval) -> tuple[OptionFigures, ...]:
        if not self.study.question.options:
            return ()
        counts = [formulas.count_figure(formulas.option_totals(totals, sign), self.frame) for sign in (-1, 1)]
        return self._option_pair(counts, mean)

    def _option_pair(self, counts: Sequence[Interval], mean: Interval) -> tuple[OptionFigures, ...]:
        """Of two options the second is the high end: its share is the mean, its count the sum."""
        shares = (formulas.complement(mean), mean)
        return tuple(map(OptionFigures, self.study.question.options, counts, shares))
