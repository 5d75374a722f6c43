"""From totals to the figures that people read: count, share, sum and mean, each with its intervals.

The variances are those of SCHEME.md C3. "These people" take out what each person's own score is expected
to be, "population" only the grand mean: what is left is privacy noise, and privacy noise with sampling.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacit.estimation.intervals import Bounds, Interval, Ratio, around, ratio_interval
from tacit.estimation.scores import Totals
from tacit.study.units import Units

# Standard deviations above zero from which a group is taken to have people; whatever level is asked for,
# so that no standard deviation depends on it.
SURELY = 2.0


@dataclass(frozen=True)
class Frame:
    """What all figures of an estimate share: how many answered, z, the units, and how values lie in them."""

    answers: int
    z: float
    units: Units | None
    is_two_valued: bool


def count_figure(totals: Totals, frame: Frame) -> Interval:
    """How many people the group has, where the scheme identifies counts."""
    people = max(totals.count_square - totals.members, totals.least)
    sampled = totals.count_square - totals.members**2 / frame.answers
    return _both(totals.count or 0.0, people, sampled, frame.z)


def share_figure(count: Interval, frame: Frame) -> Interval:
    """The group's share of all who answered."""
    return _mapped(count, 1 / frame.answers, 0.0)


def sum_figure(totals: Totals, frame: Frame, units: Units, *, is_centred: bool) -> Interval:
    """The group's sum of x, or of x - mid when it is centred."""
    own = _own_squares(totals, frame)
    half, mid, mean = units.half, 0.0 if is_centred else units.mid, totals.reach / frame.answers
    estimate = half * totals.sum
    people = half**2 * (totals.sum_square - own)
    sampled = half**2 * (totals.sum_square - totals.reach * mean)
    if mid and totals.count is not None:
        estimate += mid * totals.count
        members, slope = totals.members, 2 * half * mid
        people += slope * (totals.cross - totals.reach) + mid**2 * (totals.count_square - members)
        sampled += slope * (totals.cross - members * mean)
        sampled += mid**2 * (totals.count_square - members**2 / frame.answers)
    return _both(estimate, max(people, half**2 * totals.least), sampled, frame.z)


def mean_figure(totals: Totals, frame: Frame, units: Units) -> Interval:
    """The group's mean, by Fieller; not resolved while the count may be zero."""
    # A sum and b counts, a^2 + b^2 = 1: to whoever holds a card, some other card's score differs by .4^.5.
    least = totals.least * 2 / 5
    population = people = _ratio(totals).at_least(least)
    if frame.is_two_valued:
        members = totals.members
        people = _ratio(totals).less(members, totals.reach, members).at_least(least)
    figure = ratio_interval(people, population, frame.z, -1.0, 1.0)
    return _mapped(figure, units.half, units.mid)


def known_size_figures(
    size: Ratio, share: float, least: float, frame: Frame, units: Units
) -> tuple[Interval, Interval]:
    """Sum and mean when `size.bottom` is how many people the group's known share makes.

    Only the population has an interval: how many of these people are in the group is not known, and what
    that adds to a sum is added to its variance.
    """
    half, mid = units.half, units.mid
    drawn = size.bottom_square + max(size.bottom, 0.0) * (1 - share)
    variance = half**2 * size.top_square + 2 * half * mid * size.cross + mid**2 * drawn
    total = around(half * size.top + mid * size.bottom, max(variance, half**2 * least), frame.z)
    mean = ratio_interval(None, size, frame.z, -1.0, 1.0)
    return Interval(half * size.top + mid * size.bottom, None, total), _mapped(mean, half, mid)


def part_figure(ratio: Ratio, part: Totals, whole: Totals, frame: Frame) -> Interval:
    """The share of a part (an option) within its group; `ratio` holds both counts and their squares."""
    # As for means: to anyone, somebody in the part, or only in the whole, or in neither, differs by .2^.5.
    least = part.least / 5
    people = ratio.less(part.members, part.members, whole.members).at_least(least)
    return ratio_interval(people, ratio.at_least(least), frame.z, 0.0, 1.0)


def known_part_figure(size: Ratio, frame: Frame) -> Interval:
    """The share of a part within a group whose known share makes `size.bottom` people."""
    return ratio_interval(None, size, frame.z, 0.0, 1.0)


def option_totals(totals: Totals, sign: int) -> Totals:
    """The people of a two-valued group at the high (+1) or the low (-1) end, as counts."""
    count = None if totals.count is None else (totals.count + sign * totals.sum) / 2
    square = (totals.count_square + 2 * sign * totals.cross + totals.sum_square) / 4
    return Totals(totals.answers, 0.0, 0.0, count, square, least=totals.least)


def complement(figure: Interval) -> Interval:
    """1 - the figure."""
    return _mapped(figure, -1.0, 1.0)


def _ratio(totals: Totals) -> Ratio:
    return Ratio(totals.sum, totals.count or 0.0, totals.sum_square, totals.cross, totals.count_square)


def _own_squares(totals: Totals, frame: Frame) -> float:
    """The least that the squares of the group's own values can add to."""
    members = totals.members
    if totals.count is None:
        return 0.0
    if frame.is_two_valued:
        return members
    is_surely_there = members**2 > SURELY**2 * totals.count_square
    return totals.reach**2 / members if is_surely_there else 0.0


def _both(estimate: float, people: float, population: float, z: float) -> Interval:
    """Whoever speaks about the population cannot be surer than about these people."""
    return Interval(estimate, around(estimate, people, z), around(estimate, max(population, people), z))


def _mapped(figure: Interval, factor: float, offset: float) -> Interval:
    """The figure times a factor, plus an offset."""
    people, population = figure.people, figure.population
    outer = _mapped_bounds(population, factor, offset)
    inner = outer if people is population else people and _mapped_bounds(people, factor, offset)
    estimate = None if figure.estimate is None else factor * figure.estimate + offset
    return Interval(estimate, inner, outer, figure.is_resolved, figure.is_clipped)


def _mapped_bounds(bounds: Bounds, factor: float, offset: float) -> Bounds:
    if bounds.low is None or bounds.high is None:
        return bounds
    sd = None if bounds.sd is None else abs(factor) * bounds.sd
    ends = factor * bounds.low + offset, factor * bounds.high + offset
    return Bounds(sd, min(ends), max(ends))
