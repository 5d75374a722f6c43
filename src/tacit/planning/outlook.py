"""A forecast for so many people: every group's figures, what it takes, and what invented answers could do."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tacit.planning.figures import GroupForecast, Influence, Needed, Precision
from tacit.planning.forecast import Forecast, GroupNoise, Z
from tacit.planning.joint import Union
from tacit.planning.needed import epsilon_for, people_for
from tacit.planning.variances import Noise
from tacit.scheme.moments import largest_influence
from tacit.study.units import Units

SOME_DECLINE = 0.1


@dataclass(frozen=True)
class Outlook:
    """A study's forecast with so many people, None if nobody said how many; `within` is what is wanted."""

    forecast: Forecast
    people: int | None
    within: float | None

    def groups(self, noises: Iterable[GroupNoise]) -> tuple[GroupForecast, ...]:
        """Each of these groups among so many people."""
        return tuple(map(self._group, noises))

    def needed(self, index: int, within: float) -> Needed:
        """What it takes to know this group's figure to so much."""
        forecast, people = self.forecast, self.people
        epsilon = None if people is None else epsilon_for(forecast, people, within, index)
        return Needed(within, people_for(forecast.group(index), within), epsilon)

    @property
    def declined(self) -> Precision | None:
        """How exactly those who decline will be counted."""
        return self._sd(self.forecast.declined)

    @property
    def median_if_some_decline(self) -> float | None:
        """The median group's half-width when 1 in 10 declines; None where it says nothing."""
        study = self.forecast.study
        if not study.groups.decline:
            return None
        forecast = Forecast(study, declining=SOME_DECLINE, design_effect=self.forecast.design_effect)
        then = Outlook(forecast, self.people, None)
        judged = then._group(then.forecast.group(self.forecast.median)).judged
        return None if judged is None else judged.first

    @property
    def influence(self) -> Influence:
        """On a sum in half-ranges, or on a count where there are no values; the sd is the median group's."""
        forecast, scheme = self.forecast, self.forecast.study.scheme
        variances, union = forecast.variances, Union(forecast.shares[forecast.median])
        furthest = average = largest_influence(scheme)
        if scheme.rows.levels == 1:
            noise = variances.count(union)
        else:
            # A count question takes nothing from a sum.
            average, in_half_ranges = 1 / variances.moments.gain, Units(0.0, 1.0)
            noise = variances.worst_sum(
                union, in_half_ranges, is_two_valued=forecast.is_two_valued, is_centred=True
            )
        sd = self._sd(noise.times(forecast.design_effect))
        return Influence(furthest, None if sd is None else math.ceil(sd.first / average))

    def _group(self, noise: GroupNoise) -> GroupForecast:
        people = self.people
        needed = None if self.within is None else people_for(noise, self.within)
        if people is None:
            return GroupForecast(noise.group, noise.share, people_needed=needed)
        judged = Precision.of_ratio(noise.judged, people, Z)
        # What is only known to lie within the range is known without asking anybody.
        is_resolved = people >= noise.least_people and judged.first < self.forecast.width / 2
        return GroupForecast(
            group=noise.group,
            share=noise.share,
            people=people * noise.share,
            count_sd=self._sd(noise.count),
            sum_sd=self._sd(noise.sum),
            option_count_sd=self._sd(noise.option_count),
            judged=judged if is_resolved else None,
            is_resolved=is_resolved,
            people_needed=needed,
        )

    def _sd(self, noise: Noise | None) -> Precision | None:
        return None if noise is None or self.people is None else Precision.of_total(noise, self.people)
