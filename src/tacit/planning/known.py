"""Groups whose shares are known: how many people that makes is no estimate, but for those who declined.

The variances that `tacit.estimation.known` finds from answers, here before there are any. They are about
the population: how many of these people are in the group stays unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacit.planning.joint import Union
from tacit.planning.values import Values
from tacit.planning.variances import Noise, Variances
from tacit.study.units import Units


@dataclass(frozen=True)
class KnownSizes:
    """`declining` is the share of all people who decline; None where declining is not offered."""

    variances: Variances
    declining: float | None

    @property
    def answering(self) -> float:
        """The share of all people who do not decline."""
        return 1 - (self.declining or 0.0)

    def bottom(self, share: float) -> float:
        """The variance of how many people the share makes."""
        if self.declining is None:
            return 0.0
        declined = Union(self.declining)
        return share**2 * (self.variances.counts.square(declined) - self.declining**2)

    def sum(self, share: float, size: int, values: Values, units: Units) -> Noise:
        """Of the sum, when the group has this share of those who do not decline."""
        half, mid = units.half, units.mid
        drawn = self.bottom(share) + self.answering * share * (1 - share)
        top, cross = self._sums(share, size, values)
        return Noise(None, half**2 * top + 2 * half * mid * cross + mid**2 * drawn)

    def mean(self, share: float, size: int, values: Values) -> Noise:
        """Of the mean, in half-ranges."""
        top, cross = self._sums(share, size, values)
        raw = top - 2 * values.mean * cross + values.mean**2 * self.bottom(share)
        return Noise(None, raw / (self.answering * share) ** 2)

    def means_apart(
        self,
        shares: tuple[float, float],
        means: tuple[float, float],
        aligned: float | None = None,
        rounded: float | None = None,
    ) -> float:
        """The covariance of two groups' means, in half-ranges; of the others as `Variances.sums_apart`."""
        first, second = (Union(self.answering * share) for share in shares)
        both = -1.0
        if self.declining is not None:
            both -= 2 * (self.declining - self.variances.beside) / self.answering
            both += self.bottom(1.0) / self.answering**2
        raw = self.variances.sums_apart(first, second, aligned, rounded) / (first.share * second.share)
        return raw + means[0] * means[1] * both

    def parts_apart(self, shares: tuple[float, float], parts: tuple[float, float]) -> float:
        """The covariance of two groups' shares of an option that one-level cells count."""
        sizes = [self.answering * share for share in shares]
        cells = [Union(part * size) for part, size in zip(parts, sizes, strict=True)]
        raw = self._together(*cells) / (sizes[0] * sizes[1])
        if self.declining is not None:
            declined, both = Union(self.declining), parts[0] * parts[1]
            raw += both * self.bottom(1.0) / self.answering**2
            for cell, size, other in zip(cells, sizes, reversed(parts), strict=True):
                raw += other * self._together(cell, declined) / (size * self.answering)
        return raw

    def _together(self, first: Union, second: Union) -> float:
        return self.variances.counts.apart(first, second) - first.share * second.share

    def part(self, share: float, part: float, size: int) -> Noise:
        """Of the share `part` of the group that one-level cells count."""
        reach = self.answering * share * part
        top = self.variances.counts.square(Union(reach, size)) - reach**2
        cross = 0.0
        if self.declining is not None:
            m = self.variances.moments
            either = reach + self.declining
            hits = either * m.keep + (1 - either) * m.base
            cross = share * (reach * self.declining - hits * (m.match - m.base) / m.count_gain**2)
        raw = top - 2 * part * cross + part**2 * self.bottom(share)
        return Noise(None, raw / (self.answering * share) ** 2)

    def _sums(self, share: float, size: int, values: Values) -> tuple[float, float]:
        """The variance of the sum, and its covariance with how many people the share makes."""
        union = Union(self.answering * share, size)
        expected = union.share * values.mean
        top = self.variances.sum_square(union, values) - expected**2
        if self.declining is None:
            return top, 0.0
        m = self.variances.moments
        return top, share * expected * (self.declining - (m.match - m.base) / m.count_gain)
