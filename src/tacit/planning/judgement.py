"""What a forecast amounts to: the verdict, and the schemes that were not chosen, with more levels too."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from tacit.errors import Refused
from tacit.planning.figures import Alternative, FinerLevels, GroupForecast, Verdict
from tacit.scheme.choose import choose, objective, rank
from tacit.scheme.moments import Moments, total_variance
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study

# Half-widths over the range: up to here a study is useful, or weak.
USEFUL, WEAK = 0.10, 0.25
MOST_ALTERNATIVES = 6
MOST_LEVELS = 11
# The variance, of that with two levels, that makes more of them worth their while.
WORTH_IT = 0.9


def verdicts(median: GroupForecast, width: float) -> tuple[Verdict | None, Verdict | None]:
    """About these people, and about the population; None: nobody said how many people there are."""
    if median.people is None:
        return None, None
    if median.judged is None:
        return "hopeless", "hopeless"
    return _verdict(median.judged.first / width), _verdict(median.judged.population / width)


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


def finer_levels(study: Study) -> FinerLevels | None:
    """More levels, where values all over the range would be known better for it (SCHEME.md A)."""
    question, needs, wishes = study.question, study.needs, study.wishes
    if not question.is_numeric or wishes.levels or study.frozen or needs.mean_within is not None:
        return None
    most = MOST_LEVELS
    if question.kind == "scale" and question.low is not None and question.high is not None:
        most = min(most, int(question.high - question.low) + 1)
    spread, at_ends = _costs(study.scheme, needs)
    best = FinerLevels(2, 1.0, 1.0)
    for levels in range(3, most + 1):
        finer = replace(needs, levels=levels)
        try:
            costs = _costs(choose(finer), finer)
        except Refused:
            break
        if costs[0] / spread > best.variance:
            break  # as levels get finer it falls, and then rises
        best = FinerLevels(levels, costs[0] / spread, costs[1] / at_ends)
    return best if best.variance < WORTH_IT else None


def _costs(scheme: Scheme, needs: Needs) -> tuple[float, float]:
    """What the choice minimises, for values evenly over the range and at its ends."""
    moments, items, levels = Moments(scheme, float), scheme.rows.items, scheme.rows.levels
    # A value x has the square 1/3 on average; rounding it over a step d adds d^2/6.
    rounded = 1 / 3 + (2 / (levels - 1)) ** 2 / 6
    counts = 0.0 if needs.ask == "sum" else moments.count_spread().total(items) / 4
    return (
        moments.sum_spread(rounded, 1 / 3).total(items) + counts,
        moments.sum_spread(1.0, 1.0).total(items) + counts,
    )


def _verdict(halfwidth: float) -> Verdict:
    return "useful" if halfwidth <= USEFUL else "weak" if halfwidth <= WEAK else "hopeless"
