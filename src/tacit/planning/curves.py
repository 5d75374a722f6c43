"""A plan's curves: how exactly the figure that it is judged by is known, by people and by epsilon.

Each is half of a 95% interval at whatever values are worst, as far as the group is resolved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from tacit.drawing.axis import Axis, log_axis_between
from tacit.drawing.curves import Curve, Level, Look, Mark, Panel
from tacit.planning.figures import PlanFigures
from tacit.planning.forecast import Forecast, GroupNoise, Z
from tacit.planning.judgement import USEFUL, WEAK
from tacit.planning.needed import at_epsilon, halfwidth
from tacit.planning.words import brief, short
from tacit.study.collect import MOST_PEOPLE
from tacit.study.spelling import plain

REACH = 30  # times as many people, and the same part of so many
STEPS = 48
LEAST_EPSILON, MOST_EPSILON = 0.1, 8.0
MOST_GROUPS = 3
DASHES: tuple[tuple[float, ...], ...] = ((), (8, 4), (2, 3))
THICK, THIN = 2.4, 0.9
VISIBLE = 1.02  # times what these people's half-width is: less would be drawn over it
ROOM = 1.1
SAMPLED = "thin: sampling included"

Find = Callable[[Forecast], GroupNoise]


@dataclass(frozen=True)
class Shown:
    """A group of the study, or one that it might have: its curves are dashed alike."""

    name: str
    find: Find
    dashes: tuple[float, ...]


def key_of(panels: Sequence[Panel]) -> list[Curve]:
    """What there is to explain: the thick lines by name, the thin ones together."""
    curves = [curve for each in panels for curve in each.curves]
    thick = {curve.name: curve for curve in curves if curve.look.width == THICK}
    is_sampled = any(curve.look.width == THIN for curve in curves)
    return [*thick.values(), *([Curve(SAMPLED, (), Look(THIN))] if is_sampled else [])]


@dataclass(frozen=True)
class Curves:
    """The panels of a plan: by people and, where it is known how many there are, by epsilon."""

    plan: PlanFigures

    @property
    def panels(self) -> list[Panel]:
        """At most two, with the same groups and the same upright axis."""
        people, epsilon = self._by_people(), self._by_epsilon()
        up = self._up([*people, *epsilon])
        found = [self._people_panel(people, up)]
        return found if self.plan.people is None else [*found, self._epsilon_panel(epsilon, up)]

    @cached_property
    def forecast(self) -> Forecast:
        """At the study's own epsilon."""
        return Forecast(self.plan.study, design_effect=self.plan.design_effect)

    @cached_property
    def shown(self) -> list[Shown]:
        """Every group, or the rarest, the typical and the largest; else equal ones and one that is rare."""
        groups = self.plan.groups
        if self.plan.study.groups.shares is None:
            rarer = [(each.group, _of_share(each.share)) for each in self.plan.rarer[:1]]
            named = [(f"each of {len(groups):,} equal groups", _at(0)), *rarer]
        else:
            order = sorted(range(len(groups)), key=lambda place: groups[place].share)
            if len(order) > MOST_GROUPS:
                order = [order[0], self.plan.median, order[-1]]
            named = [(_named(self.plan, place), _at(place)) for place in order]
        return [Shown(*pair, dashes) for pair, dashes in zip(named, DASHES, strict=False)]

    @property
    def scale(self) -> float:
        """Shares are drawn in points."""
        return 100.0 if self.plan.is_share else 1.0

    @property
    def centre(self) -> int:
        """The people that there are; else those that are enough."""
        return self.plan.people or self.plan.useful.people

    @property
    def _reach(self) -> tuple[float, float]:
        """From few people to many, and to those that are enough."""
        most = max(self.centre * REACH, 2 * self.plan.useful.people)
        return max(self.centre / REACH, 1.0), float(min(most, MOST_PEOPLE))

    def _by_people(self) -> list[Curve]:
        """At the study's epsilon."""
        low, high = self._reach
        found = []
        for shown in self.shown:
            noise = shown.find(self.forecast)
            people = sorted({*map(round, _steps(low, high)), self.centre, *self._least(noise, low, high)})
            found.append((shown, [(float(each), noise, each) for each in people]))
        return list(self._curves(found))

    def _by_epsilon(self) -> list[Curve]:
        """With the people that there are."""
        people = self.plan.people
        if people is None:
            return []
        forecasts = [(float(each), at_epsilon(self.forecast, each)) for each in self._epsilons()]
        return list(
            self._curves(
                (shown, [(at, shown.find(each), people) for at, each in forecasts if each])
                for shown in self.shown
            )
        )

    def _epsilons(self) -> list[Decimal]:
        """Round ones, and the study's own."""
        own = self.plan.study.privacy.epsilon
        low, high = min(LEAST_EPSILON, float(own)), max(MOST_EPSILON, float(own))
        return sorted({own, *(Decimal(f"{each:.2f}") for each in _steps(low, high) if each >= 0.01)})

    def _least(self, noise: GroupNoise, low: float, high: float) -> Iterator[int]:
        """Where the curve begins, if that is within reach."""
        known = math.floor(4 * Z**2 * noise.judged.first / self.plan.width**2) + 1
        least = max(noise.least_people, known)
        if low <= least <= high:
            yield least

    def _curves(self, found: Iterable[tuple[Shown, list[tuple[float, GroupNoise, int]]]]) -> Iterator[Curve]:
        """Per group what is known of these people and, where that is less, of the population."""
        for shown, places in found:
            seen = [(at, noise, people) for at, noise, people in places if self._is_resolved(noise, people)]
            first = tuple(
                (at, self.scale * halfwidth(noise.judged.first, people)) for at, noise, people in seen
            )
            drawn = tuple(
                (at, self.scale * halfwidth(noise.judged.population, people)) for at, noise, people in seen
            )
            yield Curve(shown.name, first, Look(THICK, shown.dashes))
            if any(more > VISIBLE * less for (_, less), (_, more) in zip(first, drawn, strict=True)):
                yield Curve(f"{shown.name}, sampling included", drawn, Look(THIN, shown.dashes))

    def _is_resolved(self, noise: GroupNoise, people: int) -> bool:
        return people >= noise.least_people and halfwidth(noise.judged.first, people) < self.plan.width / 2

    def _up(self, curves: Sequence[Curve]) -> Axis:
        """From the surest to what is known without asking anybody; where nothing is known, two decades."""
        most = self.scale * self.plan.width / 2
        heights = [height for curve in curves for _, height in curve.points]
        low = min(heights, default=most / 100) / ROOM
        return log_axis_between(low, max([most, *heights]))

    def _people_panel(self, curves: Sequence[Curve], up: Axis) -> Panel:
        epsilon = plain(self.plan.study.privacy.epsilon)
        people = self.plan.people
        return Panel(
            title=f"by people, at epsilon {epsilon}",
            below="people who answer",
            across=log_axis_between(*self._reach),
            up=up,
            curves=tuple(curves),
            levels=self._levels,
            here=None if people is None else (people, f"{people:,} people"),
            marks=() if people is None else tuple(_marks(curves, people)),
        )

    def _epsilon_panel(self, curves: Sequence[Curve], up: Axis) -> Panel:
        own, epsilons = self.plan.study.privacy.epsilon, self._epsilons()
        return Panel(
            title=f"by epsilon, with {self.centre:,} people",
            below="epsilon (smaller is more private)",
            across=log_axis_between(float(epsilons[0]), float(epsilons[-1])),
            up=up,
            curves=tuple(curves),
            levels=self._levels,
            here=(float(own), f"epsilon {plain(own)}"),
            marks=tuple(_marks(curves, float(own))),
        )

    @property
    def _levels(self) -> tuple[Level, ...]:
        """Where the verdict on the typical group changes."""
        width = self.scale * self.plan.width
        return Level(USEFUL * width, "useful below"), Level(WEAK * width, "weak below")


def _marks(curves: Sequence[Curve], here: float) -> Iterator[Mark]:
    """The study's own point on every thick curve; text beside the highest and the lowest."""
    dots = [dict(curve.points).get(here) for curve in curves if curve.look.width == THICK]
    heights = sorted(filter(None, dots), reverse=True)
    for height in heights:
        is_last = height == heights[-1] and len(heights) > 1
        is_named = is_last or height == heights[0]
        yield Mark((here, height), f"±{short(height)}" if is_named else "", is_below=is_last)


def _steps(low: float, high: float) -> Iterator[float]:
    """At equal ratios, both ends included."""
    return (low * (high / low) ** (step / STEPS) for step in range(STEPS + 1))


def _named(plan: PlanFigures, place: int) -> str:
    group = plan.groups[place]
    return f"{brief(group.group)} ({100 * group.share:.3g}%)"


def _at(place: int) -> Find:
    return lambda forecast: forecast.group(place)


def _of_share(share: float) -> Find:
    return lambda forecast: forecast.of_share("", share)
