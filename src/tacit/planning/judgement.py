"""What a forecast amounts to: the verdict, what invented answers could do, and the schemes not chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tacit.errors import Refused
from tacit.planning.figures import Alternative, GroupForecast, Influence, Precision, Verdict
from tacit.planning.forecast import Forecast, Z
from tacit.planning.joint import Union
from tacit.scheme.choose import objective, rank
from tacit.scheme.moments import largest_influence, total_variance
from tacit.study.study import Study
from tacit.study.units import Units

# Half-widths over the range: up to here a study is useful, or weak.
USEFUL, WEAK = 0.10, 0.25
SOME_DECLINE = 0.1
MOST_ALTERNATIVES = 6


def verdicts(median: GroupForecast, width: float) -> tuple[Verdict | None, Verdict | None]:
    """About these people, and about the population; None: nobody said how many people there are."""
    if median.people is None:
        return None, None
    if not (median.is_resolved and median.judged):
        return "hopeless", "hopeless"
    return _verdict(median.judged.first / width), _verdict(median.judged.population / width)


def influence(forecast: Forecast, people: int | None) -> Influence:
    """On a sum in half-ranges, or on a count where there are no values; the sd is the median group's."""
    scheme, variances = forecast.study.scheme, forecast.variances
    furthest = average = largest_influence(scheme)
    union = Union(forecast.shares[forecast.median])
    if scheme.rows.levels == 1:
        noise = variances.count(union)
    else:
        # A count question takes nothing from a sum.
        average = 1 / variances.moments.gain
        half_ranges = Units(0.0, 1.0)
        noise = variances.worst_sum(union, half_ranges, is_two_valued=forecast.is_two_valued, is_centred=True)
    if people is None:
        return Influence(furthest, None)
    return Influence(furthest, math.ceil(Precision.of_total(noise, people).first / average))


def halfwidth_if_some_decline(study: Study, people: int | None) -> float | None:
    """What the median group's half-width becomes when 1 in 10 declines; None where it says nothing."""
    if people is None or not study.groups.decline:
        return None
    forecast = Forecast(study, declining=SOME_DECLINE)
    group = forecast.group(forecast.median)
    return Precision.of_ratio(group.judged, people, Z).first if people >= group.least_people else None


def alternatives(study: Study) -> Iterator[Alternative]:
    """The best scheme of every other kind of rows, and of every other number of bits."""
    needs, chosen = study.needs, study.scheme
    cost = objective(chosen, needs)
    try:
        ranked = rank(needs) if math.isfinite(cost) else []
    except Refused:
        return
    seen: set[object] = {chosen.rows.name, chosen.bits}
    found = 0
    for candidate in ranked:
        scheme = candidate.scheme
        kinds = {scheme.rows.name, scheme.bits}
        if scheme != chosen and kinds - seen and found < MOST_ALTERNATIVES:
            found += 1
            seen |= kinds
            yield Alternative(scheme, total_variance(scheme), candidate.objective / cost)


def _verdict(halfwidth: float) -> Verdict:
    return "useful" if halfwidth <= USEFUL else "weak" if halfwidth <= WEAK else "hopeless"
