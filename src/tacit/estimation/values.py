"""Figures of groups whose people hold a number, one of two options, or nothing but their group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tacit.estimation import formulas
from tacit.estimation.figures import GroupFigures, OptionFigures
from tacit.estimation.formulas import Frame
from tacit.estimation.intervals import Interval, Ratio
from tacit.estimation.partition import Partition
from tacit.estimation.scores import Scores, Totals
from tacit.estimation.squares import square_sums
from tacit.study.study import Study
from tacit.study.units import Units
from tacit.tallying.tally import Tally


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
        shares = self.study.groups.shares
        totals = self._totals(partition)
        if shares is None:
            return tuple(map(self._figures, partition.labels, totals))
        sizes = [float(sum(shares[index] for index in members)) for members in partition.members]
        return tuple(map(self._known_figures, partition.labels, totals, sizes))

    def _totals(self, partition: Partition) -> list[Totals]:
        if all(members.size == 1 for members in partition.members):
            return [self.scores.item(int(members[0])) for members in partition.members]
        squares, _ = square_sums(self.study.scheme, self.tally, partition.members, self.advance)
        return [self.scores.union(*pair) for pair in zip(partition.members, squares, strict=True)]

    def _figures(self, label: str, totals: Totals) -> GroupFigures:
        counted = self._counted(label, totals)
        units = self.frame.units
        if units is None:
            return counted
        is_centred = self.study.needs.ask == "sum" or totals.count is None
        total = formulas.sum_figure(totals, self.frame, units, is_centred=is_centred)
        counted = replace(counted, sum=total, about=units.mid if is_centred else 0.0)
        if totals.count is None:
            return counted
        mean = formulas.mean_figure(totals, self.frame, units)
        return replace(counted, mean=mean, options=self._options(totals, mean))

    def _known_figures(self, label: str, totals: Totals, share: float) -> GroupFigures:
        """A group whose share of the population is known, so that its size needs no estimate."""
        counted = self._counted(label, totals)
        units = self.frame.units
        return counted if units is None else self._with_known_size(counted, totals, share, units)

    def _with_known_size(
        self, counted: GroupFigures, totals: Totals, share: float, units: Units
    ) -> GroupFigures:
        answered = self.scores.answered(with_decline=self.study.groups.decline)
        members = Ratio(
            top=totals.sum,
            bottom=share * answered.bottom,
            top_square=totals.sum_square,
            cross=share * answered.cross * totals.sum,
            bottom_square=share * share * answered.bottom_square,
        )
        total, mean = formulas.known_size_figures(totals, members, self.frame, units)
        return replace(counted, sum=total, mean=mean)

    def _counted(self, label: str, totals: Totals) -> GroupFigures:
        count = formulas.count_figure(totals, self.frame)
        return GroupFigures(label, count, formulas.share_figure(count, self.frame))

    def _options(self, totals: Totals, mean: Interval) -> tuple[OptionFigures, ...]:
        """Of two options the second is the high end: its share is the mean."""
        options = self.study.question.options
        if not options:
            return ()
        shares = (formulas.complement(mean), mean)
        counts = (formulas.count_figure(formulas.option_totals(totals, sign), self.frame) for sign in (-1, 1))
        return tuple(
            OptionFigures(option, count, share)
            for option, count, share in zip(options, counts, shares, strict=True)
            if count is not None
        )
