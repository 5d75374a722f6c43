"""What a forecast amounts to: the verdict, and the schemes that were not chosen, with two levels too."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from tacit.errors import Refused
from tacit.planning.figures import Alternative, GroupForecast, TwoLevels, Verdict
from tacit.scheme.choose import choose, objective, rank
from tacit.scheme.moments import Moments, total_variance
from tacit.scheme.scheme import Scheme
from tacit.scheme.spread import expected_squares
from tacit.study.study import Study

# Half-widths over the range: up to here a study is useful, or weak.
USEFUL, WEAK = 0.10, 0.25
MOST_ALTERNATIVES = 6


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


def two_levels(study: Study) -> TwoLevels | None:
    """What two levels would cost, where more were chosen because nobody said (SCHEME.md A)."""
    needs, scheme = study.needs, study.scheme
    if not study.question.is_numeric or study.wishes.levels or scheme.rows.levels == 2:
        return None
    fewer = replace(needs, levels=2)
    try:
        other = choose(fewer)
    except Refused:
        return None
    return TwoLevels(
        _sums(other, expected_squares(fewer)) / _sums(scheme, expected_squares(needs)),
        _sums(other, (1.0, 1.0)) / _sums(scheme, (1.0, 1.0)),
    )


def _sums(scheme: Scheme, squares: tuple[float, float]) -> float:
    return Moments(scheme, float).sum_spread(*squares).total(scheme.rows.items)


def _verdict(halfwidth: float) -> Verdict:
    return "useful" if halfwidth <= USEFUL else "weak" if halfwidth <= WEAK else "hopeless"
