"""Two groups side by side: how noisily the difference of what they are judged by will be known.

Scores of two groups are not independent: an answer that names one of them may not name the other, and means
share what the counts of others do to them. `Joint.apart` and its kin hold what that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.planning.forecast import KNOWN, Forecast
from tacit.planning.joint import Union, on_the_line
from tacit.planning.values import Values
from tacit.planning.variances import Noise, worst
from tacit.study.units import Units

Held = tuple[Values, Values]
Chosen = tuple[float, float]
Line = tuple[float | None, float | None]  # who is aligned with both, and the square of what they hold


@dataclass(frozen=True)
class PairNoise:
    """The difference of what two groups are judged by, per answer; `bottoms` is each group's own."""

    groups: tuple[str, str]
    noise: Noise
    bottoms: tuple[float, float]


class Pairs:
    """Pairs of the groups of a forecast, at whatever values are worst if both groups hold the same.

    Of hashed rows it matters which groups lie on a line with both; `on_average` means any pair.
    """

    def __init__(self, forecast: Forecast, *, on_average: bool = False) -> None:
        self.forecast, self.variances, self.on_average = forecast, forecast.variances, on_average
        self.options = max(len(forecast.study.question.options), 1) if forecast.study.is_histogram else 1

    def between(self, first: int, second: int) -> PairNoise:
        """Two groups by their places in the study."""
        forecast = self.forecast
        values, chosen = forecast.values, forecast.chosen
        held = None if values is None else (values, values)
        return self.holding(first, second, held=held, chosen=None if chosen is None else (chosen, chosen))

    def sizes(self, first: int, second: int) -> PairNoise:
        """The difference of how large two groups are, as shares of all who answer."""
        forecast, pair = self.forecast, (first, second)
        answering = 1 - forecast.declining
        unions = Union(answering * forecast.shares[first]), Union(answering * forecast.shares[second])
        each = [self.variances.count(union) for union in unions]
        noise = _difference(each, self.variances.counts.apart(*unions, self._aligned(pair)))
        drawn = 2 * unions[0].share * unions[1].share  # whoever is in one group is not in the other
        noise = Noise(noise.people, noise.population + drawn).times(forecast.design_effect)
        labels = forecast.study.groups.labels
        return PairNoise((labels[first], labels[second]), noise, (0.0, 0.0))

    def holding(
        self,
        first: int,
        second: int,
        *,
        held: Held | None = None,
        chosen: Chosen | None = None,
        rounded: float | None = None,
    ) -> PairNoise:
        """The same when both groups hold these values, or such shares of them chose an option.

        `rounded` is the mean square of all other people's values, as these are rounded.
        """
        forecast, pair = self.forecast, (first, second)
        groups = [forecast.group(index) for index in pair]
        shares, line = (forecast.shares[first], forecast.shares[second]), (self._aligned(pair), rounded)
        noise = self._noise(shares, held, chosen, line)
        labels, bottoms = zip(*((group.group, group.bottom) for group in groups), strict=True)
        return PairNoise(labels, noise.times(forecast.design_effect), bottoms)

    def _aligned(self, pair: tuple[int, int]) -> float | None:
        """The share of all people whose group is on a line with both; None: as on average."""
        if self.on_average or self.forecast.study.is_histogram:
            return None
        shares = [(1 - self.forecast.declining) * share for share in self.forecast.shares]
        items = [*shares, self.forecast.declining]
        return sum(items[item] for item in on_the_line(self.forecast.study.scheme.rows, *pair))

    def _noise(
        self, shares: tuple[float, float], held: Held | None, chosen: Chosen | None, line: Line
    ) -> Noise:
        forecast, units = self.forecast, self.forecast.units
        answering = 1 - forecast.declining
        unions = Union(answering * shares[0]), Union(answering * shares[1])
        if forecast.study.is_histogram:
            return self._options(shares, unions, chosen)
        if units is None:
            each = [self.variances.linked_mean(union) for union in unions]
            product = self.variances.counts.apart(*unions, line[0]) / (unions[0].share * unions[1].share)
            return _difference(each, product).times(1 / 4)
        if forecast.measure == "sum per person":
            return self._sums(unions, units, held, line)
        return self._means(shares, unions, held, line).times(units.half**2)

    def _means(
        self, shares: tuple[float, float], unions: tuple[Union, Union], held: Held | None, line: Line
    ) -> Noise:
        known, variances = self.forecast.known, self.variances

        def of(held: Held) -> Noise:
            means = held[0].mean, held[1].mean
            if known:
                each = [known.mean(share, 1, values) for share, values in zip(shares, held, strict=True)]
                return _difference(each, known.means_apart(shares, means, *line))
            each = [variances.mean(union, values) for union, values in zip(unions, held, strict=True)]
            return _difference(each, variances.means_apart(*unions, means, *line))

        if held:
            return of(held)
        if known:
            return max((of((values, values)) for values in KNOWN), key=lambda noise: noise.population)
        return variances.worst_of_means(
            lambda values: of((values, values)),
            is_two_valued=self.forecast.is_two_valued,
            most=self.forecast.furthest_mean,
        )

    def _sums(self, unions: tuple[Union, Union], units: Units, held: Held | None, line: Line) -> Noise:
        """Per person expected, of the values less the middle."""
        variances, size = self.variances, unions[0].share * unions[1].share

        def of(held: Held) -> Noise:
            each = [
                variances.sum(union, values, units, is_centred=True).times(1 / union.share**2)
                for union, values in zip(unions, held, strict=True)
            ]
            product = units.half**2 * variances.sums_apart(*unions, *line) / size
            expected = units.half**2 * held[0].mean * held[1].mean
            noise = _difference(each, product)
            return Noise(noise.people, noise.population + 2 * expected)

        if held:
            return of(held)
        return variances.worst_of_sums(
            lambda values: of((values, values)), is_two_valued=self.forecast.is_two_valued
        )

    def _options(
        self, shares: tuple[float, float], unions: tuple[Union, Union], chosen: Chosen | None
    ) -> Noise:
        known, variances = self.forecast.known, self.variances
        wholes = Union(unions[0].share, self.options), Union(unions[1].share, self.options)

        def of(chosen: Chosen) -> Noise:
            if known:
                each = [known.part(share, part, 1) for share, part in zip(shares, chosen, strict=True)]
                return _difference(each, known.parts_apart(shares, chosen))
            parts = Union(chosen[0] * wholes[0].share), Union(chosen[1] * wholes[1].share)
            each = [variances.part(part, whole) for part, whole in zip(parts, wholes, strict=True)]
            return _difference(each, variances.parts_apart(parts, wholes))

        return of(chosen) if chosen else worst(lambda part: of((part, part)))


def _difference(each: Sequence[Noise], covariance: float) -> Noise:
    """Of the first less the second. Nobody is in both groups: the covariance is of noise alone."""
    (first, second), people = each, None
    if first.people is not None and second.people is not None:
        people = first.people + second.people - 2 * covariance
    return Noise(people, first.population + second.population - 2 * covariance)
