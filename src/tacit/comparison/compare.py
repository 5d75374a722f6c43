"""The comparison: one row per scheme, at equal people and at equal bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from tacit.comparison.rivals import PAIR, Rival, rivals
from tacit.scheme.choose import choose
from tacit.scheme.limit import optimum
from tacit.scheme.moments import Moments, Spread, total_variance
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study

CURVE = tuple(Decimal(quarters) / 4 for quarters in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 24))

OURS, FOR_SUMS, PER_BIT = "tacit", "tacit, asked for sums alone", "tacit, at the fewest bits in all"
BEST = "best possible"


@dataclass(frozen=True)
class Row:
    """One scheme: total variances per person over all groups, and what it needs against ours.

    `people_for_sums` is how many times as many people as ours it needs for sums as precise, `bits_for_sums`
    how many times as many bits they send in all; likewise for counts. None: the scheme cannot say it.
    """

    scheme: str
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
    """All schemes for one study; the first row is ours."""

    study: str
    title: str
    items: int
    epsilon: Decimal
    has_values: bool
    optimum: float
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, object]:
        """The document that `compare --json` prints."""
        return {
            "study": self.study,
            "items": self.items,
            "epsilon": float(self.epsilon),
            "optimum": self.optimum,
            "schemes": [row.to_json() for row in self.rows],
        }


@dataclass(frozen=True)
class Curve:
    """What one scheme costs over a range of epsilon: the variance of what is asked, and bits per answer."""

    scheme: str
    points: tuple[tuple[float, float, int], ...]


def compare(study: Study) -> Comparison:
    """Every scheme for this study, ours first."""
    needs = study.needs
    return Comparison(
        study=study.id,
        title=study.title,
        items=needs.items,
        epsilon=needs.epsilon,
        has_values=needs.levels > 1,
        optimum=optimum(needs),
        rows=_rows(needs, study.scheme),
    )


def curves(study: Study, *, advance: Callable[[int], None] = lambda _step: None) -> list[Curve]:
    """Every scheme over a range of epsilon."""
    points: dict[str, list[tuple[float, float, int]]] = {}
    for epsilon in sorted({*CURVE, study.needs.epsilon}):
        needs = _free(replace(study.needs, epsilon=epsilon))
        scheme = study.scheme if epsilon == study.needs.epsilon else choose(needs)
        points.setdefault(BEST, []).append((float(epsilon), optimum(needs), 0))
        for rival in _all(needs, scheme):
            cost = _total(rival.counts if needs.levels == 1 else rival.sums, needs.items)
            if cost is not None:
                points.setdefault(rival.name, []).append((float(epsilon), cost, rival.bits))
        advance(1)
    return [Curve(name, tuple(found)) for name, found in points.items()]


def curve_steps(study: Study) -> int:
    """How often `curves` advances."""
    return len({*CURVE, study.needs.epsilon})


def _rows(needs: Needs, scheme: Scheme) -> tuple[Row, ...]:
    found = _all(needs, scheme)
    return tuple(_row(rival, found[0], needs.items) for rival in found)


def _row(rival: Rival, ours: Rival, items: int) -> Row:
    sums, counts = _total(rival.sums, items), _total(rival.counts, items)
    people_for_sums = _times(sums, _total(ours.sums, items))
    people_for_counts = _times(counts, _total(ours.counts, items))
    bits = rival.bits / ours.bits
    return Row(
        scheme=rival.name,
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
    """Ours as the study has it, ours if it asked otherwise, and the rivals."""
    return [
        _ours(OURS, needs, scheme),
        *_ours_otherwise(needs, scheme),
        *rivals(needs.items, math.exp(needs.epsilon), levels=needs.levels),
    ]


def _ours_otherwise(needs: Needs, scheme: Scheme) -> Iterator[Rival]:
    """Ours for sums alone, and ours for the fewest bits in all, where these are other schemes."""
    free = _free(replace(needs, ask="sum"))
    for_sums = choose(free)
    if for_sums != scheme:
        yield _ours(FOR_SUMS, needs, for_sums)
    within = (choose(replace(free, max_bits=bits)) for bits in range(1, for_sums.bits + 1))
    per_bit = min(within, key=lambda fewer: fewer.bits * total_variance(fewer))
    if per_bit not in (for_sums, scheme):
        yield _ours(PER_BIT, needs, per_bit)


def _ours(name: str, needs: Needs, scheme: Scheme) -> Rival:
    """Our scheme as one more row; two values of a group may differ by more only where the study says so."""
    moments = Moments(scheme, float)
    sums = moments.sum_spread(1.0, 1.0) if needs.levels > 1 else None
    counts = moments.count_spread() if moments.counts_are_identified else None
    promise = PAIR if scheme.odds.is_plain else needs.promise
    return Rival(name, promise, scheme.bits, sums, counts)


def _free(needs: Needs) -> Needs:
    """Without wishes for one number of columns, which fit one epsilon only."""
    return replace(needs, rows=None, columns=None, device=None, mean_within=None)
