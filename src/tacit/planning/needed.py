"""The forecast the other way round: people, or epsilon, that a wanted precision takes."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from tacit.errors import Refused
from tacit.planning.forecast import Forecast, GroupNoise, Z, measure_of
from tacit.study.study import Study

STEP = Decimal("0.01")
# With a bound on means the odds at the largest epsilon may need larger integers than there are.
MOST_STEPS = (2000, 1500, 1000, 500, 250, 100, 1)


def halfwidth(noise: float, people: int) -> float:
    """Of the 95% interval of a ratio with this variance per answer."""
    return Z * math.sqrt(max(noise, 0.0) / people)


def is_within(group: GroupNoise, people: int, within: float) -> bool:
    """Whether so many people are enough, sampling included."""
    return people >= group.least_people and halfwidth(group.judged.population, people) <= within


def people_for(group: GroupNoise, within: float) -> int:
    """The fewest people that are enough."""
    people = max(math.ceil(Z**2 * group.judged.population / within**2), group.least_people, 1)
    # The square and its root may differ in the last digits; no list may be longer than the machine counts.
    near = min(people // 10**12 + 1, 2**60)
    likely = range(max(1, people - near), people + near + 1)
    return likely.start + bisect_left(likely, True, key=lambda each: is_within(group, each, within))


def epsilon_for(forecast: Forecast, people: int, within: float, index: int) -> Decimal | None:
    """The smallest epsilon, in hundredths, at which these people are enough for a group; None: none is."""
    return least_epsilon(forecast, lambda found: is_within(found.group(index), people, within))


def least_epsilon(forecast: Forecast, is_right: Callable[[Forecast], bool]) -> Decimal | None:
    """The smallest epsilon, in hundredths, at which the same study's forecast is right; None: none is."""
    study = forecast.study

    def is_enough(steps: int) -> bool:
        found = at_epsilon(forecast, steps * STEP)
        return found is not None and is_right(found)

    too_few, enough = 0, max(steps for steps in MOST_STEPS if _at(study, steps * STEP))
    if not is_enough(enough):
        return None
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if is_enough(middle) else (middle, enough)
    return enough * STEP


def at_epsilon(forecast: Forecast, epsilon: Decimal) -> Forecast | None:
    """The same study's forecast at another epsilon; None where it cannot be asked, or not for the same."""
    found, measure = _at(forecast.study, epsilon), forecast.measure
    if found is None or (measure == "mean" and measure_of(found) != measure):
        return None
    return Forecast(found, measure=measure, design_effect=forecast.design_effect)


def _at(study: Study, epsilon: Decimal) -> Study | None:
    """The study at this epsilon, if it can be asked there."""
    try:
        found = with_epsilon(study, epsilon)
        _ = found.scheme
    except Refused:
        return None
    return found


def with_epsilon(study: Study, epsilon: Decimal) -> Study:
    """The same study at another epsilon, its scheme chosen anew."""
    privacy = replace(study.privacy, epsilon=epsilon)
    return study if privacy == study.privacy else replace(study, privacy=privacy, frozen=None)
