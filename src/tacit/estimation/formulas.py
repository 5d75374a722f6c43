"""From totals to the figures that people read: count, share, sum and mean, each with its intervals.

The variances are those of SCHEME.md C3. "These people" take out what each person's own score is expected
to be, "population" only the grand mean: what is left is privacy noise, and privacy noise with sampling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tacit.estimation.intervals import Bounds, Interval, Ratio, around, is_resolved, ratio_interval
from tacit.estimation.scores import Totals
from tacit.study.units import Units


@dataclass(frozen=True)
class Frame:
    """What all figures of an estimate share: how many answered, z, the units, and how values lie in them."""

    answers: int
    z: float
    units: Units | None
    is_two_valued: bool


def count_figure(totals: Totals, frame: Frame) -> Interval | None:
    """How many people the group has."""
    if totals.count is None:
        return None
    people = totals.count_square - totals.members
    sampled = totals.count_square - totals.members**2 / frame.answers
    return _both(totals.count, people, max(sampled, people), frame.z)


def share_figure(count: Interval | None, frame: Frame) -> Interval | None:
    """The group's share of all who answered."""
    return scaled(count, 1 / frame.answers)


def sum_figure(totals: Totals, frame: Frame, units: Units, *, is_centred: bool) -> Interval:
    """The group's sum of x, or of x - mid when it is centred."""
    own = _own_squares(totals, frame)
    people, sampled = totals.sum_square - own, totals.sum_square - _mean_square(totals, frame)
    estimate = units.half * totals.sum
    people, sampled = units.half**2 * people, units.half**2 * sampled
    if not is_centred and totals.count is not None:
        members = totals.members
        reach = totals.reach
        estimate += units.mid * totals.count
        slope, square = 2 * units.half * units.mid, units.mid**2
        drawn = members / frame.answers
        people += slope * (totals.cross - reach) + square * (totals.count_square - members)
        sampled += slope * (totals.cross - reach * drawn)
        sampled += square * (totals.count_square - members * drawn)
    return _both(estimate, people, max(sampled, people), frame.z)


def mean_figure(totals: Totals, frame: Frame, units: Units) -> Interval:
    """The group's mean, by Fieller; not resolved while the count may be zero."""
    population = Ratio(totals.sum, totals.count or 0.0, totals.sum_square, totals.cross, totals.count_square)
    people = population
    if frame.is_two_valued:
        members = totals.members
        people = replace(
            population,
            top_square=totals.sum_square - members,
            cross=totals.cross - totals.reach,
            bottom_square=totals.count_square - members,
        )
    return shifted(ratio_interval(people, population, frame.z, -1.0, 1.0), units)


def known_size_figures(
    totals: Totals, members: Ratio, frame: Frame, units: Units
) -> tuple[Interval, Interval]:
    """Sum and mean when the group's share of the population is known: `members` holds its expected size."""
    mean = shifted(ratio_interval(None, members, frame.z, -1.0, 1.0), units)
    share = members.bottom / frame.answers
    sampled = totals.sum_square - _mean_square(totals, frame)
    variance = units.half**2 * sampled + units.mid**2 * frame.answers * share * (1 - share)
    estimate = units.half * totals.sum + units.mid * members.bottom
    return Interval(estimate, None, around(estimate, variance, frame.z)), mean


def part_figure(part: Totals, whole: Totals, cross: float, frame: Frame) -> Interval:
    """The share of a part (an option) within its group, from both counts and the product of their scores."""
    top, bottom = part.count or 0.0, whole.count or 0.0
    population = Ratio(top, bottom, part.count_square, cross, whole.count_square)
    people = replace(
        population,
        top_square=part.count_square - part.members,
        cross=cross - part.members,
        bottom_square=whole.count_square - whole.members,
    )
    return ratio_interval(people, population, frame.z, 0.0, 1.0)


def option_totals(totals: Totals, sign: int) -> Totals:
    """The people of a two-valued group at the high (+1) or the low (-1) end, as counts."""
    count = None if totals.count is None else (totals.count + sign * totals.sum) / 2
    square = (totals.count_square + 2 * sign * totals.cross + totals.sum_square) / 4
    return Totals(totals.answers, 0.0, 0.0, count, square)


def scaled(figure: Interval | None, factor: float) -> Interval | None:
    """The figure in other units."""
    if figure is None:
        return None
    return _mapped(figure, factor, 0.0)


def shifted(figure: Interval, units: Units) -> Interval:
    """A figure in half-ranges from the middle, in the question's units."""
    return _mapped(figure, units.half, units.mid)


def complement(figure: Interval) -> Interval:
    """1 - the figure."""
    return _mapped(figure, -1.0, 1.0)


def is_group_resolved(totals: Totals, z: float) -> bool:
    """Whether the group surely has people."""
    return is_resolved(Ratio(0.0, totals.count or 0.0, 0.0, 0.0, totals.count_square), z)


def _own_squares(totals: Totals, frame: Frame) -> float:
    """The least that the squares of the group's own values can add to."""
    members = totals.members
    if totals.count is None:
        return 0.0
    if frame.is_two_valued:
        return members
    if not is_group_resolved(totals, frame.z):
        return 0.0
    return totals.reach**2 / members


def _mean_square(totals: Totals, frame: Frame) -> float:
    return totals.reach**2 / frame.answers


def _both(estimate: float, people: float, population: float, z: float) -> Interval:
    return Interval(estimate, around(estimate, people, z), around(estimate, population, z))


def _mapped(figure: Interval, factor: float, offset: float) -> Interval:
    def bounds(old: Bounds | None) -> Bounds | None:
        if old is None or old.low is None or old.high is None:
            return old
        sd = None if old.sd is None else abs(factor) * old.sd
        ends = sorted((factor * old.low + offset, factor * old.high + offset))
        return Bounds(sd, ends[0], ends[1])

    estimate = None if figure.estimate is None else factor * figure.estimate + offset
    population = bounds(figure.population) or figure.population
    return replace(figure, estimate=estimate, people=bounds(figure.people), population=population)
