"""From a slope to the interval that people read."""

from __future__ import annotations

import math

from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.slopes import EVERYWHERE, Limits, Slope
from tacit.estimation.student import Confidence


def interval_of(
    slope: Slope, confidence: Confidence, within: Limits = EVERYWHERE, *, has_people: bool = True
) -> Interval:
    """The figure, kept within its range; without an estimate where its denominator may be zero.

    `has_people` is false where only the population has an interval.
    """
    joint = slope.joint
    people, population = slope.side(joint.people), slope.side(joint.population)
    if people is None or population is None:
        return _unresolved(within, has_people=has_people)
    if population.sd < people.sd:
        population = people  # nobody can be surer of the population than of these people
    inner, outer = people.limits(confidence.z()), population.limits(confidence.z(joint.freedom))
    if EVERYWHERE in (inner, outer):
        return _unresolved(within, has_people=has_people)
    estimate = _kept(people.value, within)
    return Interval(
        estimate,
        _bounds(people.sd, inner, within) if has_people else None,
        _bounds(population.sd, outer, within),
        is_clipped=estimate != people.value,
    )


def _unresolved(within: Limits, *, has_people: bool) -> Interval:
    low, high = (None if math.isinf(end) else end for end in within)
    whole = Bounds(None, low, high)
    return Interval(None, whole if has_people else None, whole, is_resolved=False)


def _bounds(sd: float, limits: Limits, within: Limits) -> Bounds:
    return Bounds(sd, *(_kept(end, within) for end in limits))


def _kept(value: float, within: Limits) -> float:
    return min(max(value, within[0]), within[1])
