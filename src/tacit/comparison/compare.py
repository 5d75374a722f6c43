"""The comparison: one row per scheme, at equal people and at equal bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from typing import Literal

from tacit.comparison.rivals import PAIR, Rival, rivals
from tacit.scheme.choose import choose
from tacit.scheme.levels import best_levels
from tacit.scheme.limit import optimum
from tacit.scheme.moments import Moments, Spread, total_variance
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme
from tacit.scheme.spread import expected_squares
from tacit.study.study import Study

CURVE = tuple(Decimal(quarters) / 4 for quarters in range(1, 25))

OURS, FOR_SUMS, PER_BIT = "tacit", "tacit, sums alone", "tacit, fewest bits in all"


@dataclass(frozen=True)
class Row:
    """One scheme: total variances per person over all groups, and what it needs against ours.

    `people_for_sums` is how many times as many people as ours it needs for sums as precise, `bits_for_sums`
    how many times as many bits they send in all; likewise for counts. None: the scheme cannot say it.
    """

    scheme: str
    about: str
    promise: str
    bits: int
    sum_variance: float | None
    count_variance: float | None
    people_for_sums: float | None
    people_for_counts: float | None
    bits_for_sums: float | None
    bits_for_counts: float | None

    def to_json(self) -> dict[str, object]:
        """A member of `schemes` in `compare --json`."""
        return dict(vars(self))


@dataclass(frozen=True)
class Comparison:
    """All schemes for one study; the first row is ours.

    `values` says where in the range: at its ends, or, if more levels than two are ours, evenly over it.
    `optimum` is the least that any scheme can have for the ends, and `at_ends` what ours has there.
    """

    study: str
    title: str
    among: str
    items: int
    promise: str
    epsilon: Decimal
    has_values: bool
    values: Literal["ends", "even"]
    optimum: float
    at_ends: float
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, object]:
        """The document that `compare --json` prints."""
        return {
            "study": self.study,
            "items": self.items,
            "epsilon": float(self.epsilon),
            "values": self.values,
            "optimum": self.optimum,
            "schemes": [row.to_json() for row in self.rows],
        }


@dataclass(frozen=True)
class Point:
    """One scheme at one epsilon: the people it needs, in multiples of the best possible that protects group
    and value, and the bits of an answer."""

    epsilon: float
    people: float
    bits: int


@dataclass(frozen=True)
class Curve:
    """What one scheme costs over a range of epsilon."""

    scheme: str
    points: tuple[Point, ...]


def compare(study: Study) -> Comparison:
    """Every scheme for this study, ours first."""
    needs = _placed(study.needs)
    return Comparison(
        study=study.id,
        title=study.title,
        among=_among(study),
        items=needs.items,
        promise=needs.promise,
        epsilon=needs.epsilon,
        has_values=needs.levels > 1,
        values=needs.values,
        optimum=optimum(needs),
        at_ends=total_variance(study.scheme),
        rows=_rows(needs, study.scheme),
    )


def _among(study: Study) -> str:
    """What is told apart, in words."""
    if study.is_histogram:
        return f"{study.needs.items} cells of group and option"
    return f"{study.needs.items} groups" + ("" if study.declined is None else " (declining is one)")


def curves(study: Study, *, advance: Callable[[int], None] = lambda _step: None) -> list[Curve]:
    """Every scheme over a range of epsilon, for what the study asks: sums or, without values, counts.

    For values at the ends of the range, where the least possible is known; with two levels, as is best there.
    """
    points: dict[str, list[Point]] = {}
    for epsilon in sorted({*CURVE, study.needs.epsilon}):
        needs = _at_the_ends(_free(replace(study.needs, epsilon=epsilon)))
        is_ours = epsilon == study.needs.epsilon and study.needs.levels == needs.levels
        scheme = study.scheme if is_ours else choose(needs)
        best = optimum(needs)
        for rival in _all(needs, scheme):
            cost = _total(rival.counts if needs.levels == 1 else rival.sums, needs.items)
            if cost is not None:
                points.setdefault(rival.name, []).append(Point(float(epsilon), cost / best, rival.bits))
        advance(1)
    ours = tuple(points[OURS])
    return [
        Curve(name, tuple(found)) for name, found in points.items() if name == OURS or tuple(found) != ours
    ]


def curve_steps(study: Study) -> int:
    """How often `curves` advances."""
    return len({*CURVE, study.needs.epsilon})


def _rows(needs: Needs, scheme: Scheme) -> tuple[Row, ...]:
    found = _all(needs, scheme)
    ours = [rival for rival in found if rival.name in (OURS, FOR_SUMS, PER_BIT)]
    again = {b.name for a, b in combinations(ours, 2) if replace(a, name=b.name, about=b.about) == b}
    return tuple(_row(rival, found[0], needs.items) for rival in found if rival.name not in again)


def _row(rival: Rival, ours: Rival, items: int) -> Row:
    sums, counts = _total(rival.sums, items), _total(rival.counts, items)
    people_for_sums = _times(sums, _total(ours.sums, items))
    people_for_counts = _times(counts, _total(ours.counts, items))
    bits = rival.bits / ours.bits
    return Row(
        scheme=rival.name,
        about=rival.about,
        promise=rival.promise,
        bits=rival.bits,
        sum_variance=sums,
        count_variance=counts,
        people_for_sums=people_for_sums,
        people_for_counts=people_for_counts,
        bits_for_sums=None if people_for_sums is None else people_for_sums * bits,
        bits_for_counts=None if people_for_counts is None else people_for_counts * bits,
    )


def _total(spread: Spread[float] | None, items: int) -> float | None:
    return None if spread is None else spread.total(items)


def _times(theirs: float | None, ours: float | None) -> float | None:
    return None if theirs is None or not ours else theirs / ours


def _all(needs: Needs, scheme: Scheme) -> list[Rival]:
    """Ours as the study has it, ours if it asked otherwise (perhaps the same again), and the rivals."""
    for_sums = _for_sums(needs, None)
    within = (_for_sums(needs, bits) for bits in range(1, for_sums.bits + 1))
    per_bit = min(within, key=lambda fewer: fewer.bits * _sum_total(fewer, needs))
    measure = "counts" if needs.levels == 1 else "sums"
    return [
        _ours(OURS, f"this study's scheme: {_words(scheme)}", needs, scheme),
        _ours(FOR_SUMS, f"asked for {measure} and nothing else: {_words(for_sums)}", needs, for_sums),
        _ours(PER_BIT, f"the least variance of {measure} times bits: {_words(per_bit)}", needs, per_bit),
        *_placed_rivals(needs),
    ]


def _for_sums(needs: Needs, max_bits: int | None) -> Scheme:
    """The best for sums alone, or for counts alone where there are no values, in so many bits."""
    free = _free(replace(needs, ask="sum", max_bits=max_bits))
    if free.values == "even":
        free = replace(free, levels=best_levels(free))
    return choose(free)


def _sum_total(scheme: Scheme, needs: Needs) -> float:
    """What is compared: sums where the values are, or counts."""
    if scheme.rows.levels == 1:
        return total_variance(scheme)
    squares = expected_squares(replace(needs, levels=scheme.rows.levels))
    return Moments(scheme, float).sum_spread(*squares).total(needs.items)


def _placed_rivals(needs: Needs) -> list[Rival]:
    """Theirs for the same values; they round to the ends of the range."""
    square = expected_squares(needs)[1] if needs.levels > 1 else 1.0
    theirs = rivals(needs.items, math.exp(needs.epsilon), levels=min(needs.levels, 2))
    return [rival.with_square(square) for rival in theirs]


def _placed(needs: Needs) -> Needs:
    """With two levels ours is for values at the ends, too."""
    return replace(needs, values="ends") if needs.levels <= 2 else needs


def _at_the_ends(needs: Needs) -> Needs:
    return replace(needs, values="ends", levels=min(needs.levels, 2))


def _words(scheme: Scheme) -> str:
    levels = f", {scheme.rows.levels} levels" if scheme.rows.levels > 2 else ""
    return f"{scheme.rows.name} rows, {scheme.rows.columns} columns{levels}"


def _ours(name: str, about: str, needs: Needs, scheme: Scheme) -> Rival:
    """Our scheme as one more row; two values of a group may differ by more only where the study says so."""
    moments = Moments(scheme, float)
    squares = expected_squares(replace(needs, levels=scheme.rows.levels)) if needs.levels > 1 else (1.0, 1.0)
    sums = moments.sum_spread(*squares) if needs.levels > 1 else None
    counts = moments.count_spread() if moments.counts_are_identified else None
    promise = PAIR if scheme.odds.is_plain else needs.promise
    return Rival(name, about, promise, scheme.bits, sums, counts)


def _free(needs: Needs) -> Needs:
    """Without wishes for one number of columns, which fit one epsilon only."""
    return replace(needs, rows=None, columns=None, device=None, mean_within=None)
