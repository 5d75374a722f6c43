"""The scores of SCHEME.md C1 by enumeration: what they expect and how they vary, against the closed forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from proofs import claim
from proofs.tables import Columns
from tacit.scheme.moments import Moments
from tacit.scheme.scheme import Scheme

HALF = Fraction(1, 2)
# Where a value may lie between two levels: at one, in the middle, and askew.
PLACES = (Fraction(0), HALF, Fraction(3, 7))


def chances_of_levels(levels: int) -> Iterator[list[Fraction]]:
    """Laws of the level after rounding, for values all over the range."""
    if levels == 1:
        yield [Fraction(1)]
        return
    for level in range(levels):
        for place in PLACES:
            if level + 1 < levels or place == 0:
                chances = [Fraction(0)] * (levels + 1)
                chances[level], chances[level + 1] = 1 - place, place
                yield chances[:levels]


@dataclass(frozen=True)
class Constants:
    """The numbers of C1 and C5 that the scores are scaled by, from the scheme's integers."""

    eta: Fraction
    gain: Fraction
    base: Fraction
    count_base: Fraction
    kappa: Fraction

    @classmethod
    def of(cls, scheme: Scheme) -> Constants:
        rows, odds, eta = scheme.rows, scheme.odds, scheme.count_share
        levels, chance = rows.levels, Fraction(1, scheme.total)
        q, p = odds.other * chance, odds.keep * chance
        stray = odds.opposite * chance if levels == 2 else q
        o = p + (levels - 1) * stray
        base = levels * (rows.collision * o + (1 - levels * rows.collision) * q)
        count_base = q + (p - q) * rows.count_collision
        kappa = (1 - eta) * (o - base) + eta * levels * (p - count_base)
        return cls(eta, p - stray, base, count_base, kappa)


Hits = tuple[bool, ...]
Scored = tuple[Fraction, Fraction]


def joint_hits(scheme: Scheme, target: int) -> dict[tuple[int, int], dict[tuple[bool, Hits], Fraction]]:
    """Per card held, the law of (is a count question, which of the target's cards are in the column)."""
    rows, share = scheme.rows, scheme.count_share
    columns = Columns(scheme).every.reshape(scheme.queries, rows.items, rows.levels).tolist()
    found: dict[tuple[int, int], dict[tuple[bool, Hits], Fraction]] = {}
    for item in range(rows.items):
        for level in range(rows.levels):
            weights: Counter[tuple[bool, Hits]] = Counter()
            for query in range(scheme.queries):
                is_count = query >= rows.pool
                cards = columns[query][target]
                for column, weight in enumerate(scheme.weights(query, item, level)):
                    weights[is_count, tuple(card == column for card in cards)] += weight
            found[item, level] = {
                key: (share if key[0] else 1 - share) * Fraction(weight, rows.pool * scheme.total)
                for key, weight in weights.items()
            }
    return found


def score(scheme: Scheme, constants: Constants, hits: Hits, *, is_count: bool) -> Scored:
    """(u', n') of one answer for the group whose cards were hit."""
    levels = scheme.rows.levels
    values = [Fraction(2 * level, levels - 1) - 1 for level in range(levels)] if levels > 1 else [Fraction(0)]
    u = Fraction(0) if is_count else sum((v for v, hit in zip(values, hits, strict=True) if hit), Fraction(0))
    base = levels * constants.count_base if is_count else constants.base
    n = (sum(hits) - base) / constants.kappa if constants.kappa else Fraction(0)
    return u / ((1 - constants.eta) * constants.gain), Fraction(n)


def check_scores(scheme: Scheme) -> int:
    """Sum and count scores are unbiased and vary as the closed forms say. Returns how many cases it saw."""
    constants, moments = Constants.of(scheme), Moments(scheme, Fraction)
    levels, cases = scheme.rows.levels, 0
    for target in range(scheme.rows.items):
        hits = joint_hits(scheme, target)
        for item in range(scheme.rows.items):
            for chances in chances_of_levels(levels):
                law: dict[tuple[bool, Hits], Fraction] = {}
                for level, chance in enumerate(chances):
                    for key, weight in hits[item, level].items():
                        law[key] = law.get(key, Fraction(0)) + chance * weight
                scored = [
                    (weight, *score(scheme, constants, key[1], is_count=key[0]))
                    for key, weight in law.items()
                ]
                case = f"{scheme}: a person of item {item} with chances {chances}, seen from item {target}"
                _check_case(case, scored, moments, chances, is_own=item == target)
                cases += 1
    return cases


def _check_case(
    case: str,
    scored: list[tuple[Fraction, Fraction, Fraction]],
    moments: Moments[Fraction],
    chances: list[Fraction],
    *,
    is_own: bool,
) -> None:
    levels = moments.levels
    values = [Fraction(2 * level, levels - 1) - 1 for level in range(levels)] if levels > 1 else [Fraction(0)]
    x = sum(chance * v for chance, v in zip(chances, values, strict=True)) + Fraction(0)
    square = sum(chance * v * v for chance, v in zip(chances, values, strict=True)) + Fraction(0)
    mean_u = sum(w * u for w, u, _ in scored)
    mean_n = sum(w * n for w, _, n in scored)
    if levels > 1:
        wanted = x if is_own else Fraction(0)
        claim(mean_u == wanted, f"{case}: the sum score expects {mean_u}, not {wanted}")
        variance = sum(w * u * u for w, u, _ in scored) - mean_u**2
        spread = moments.sum_spread(square, x * x)
        closed = spread.own if is_own else spread.other
        claim(variance == closed, f"{case}: the sum score has variance {variance}, closed form {closed}")
    if not moments.counts_are_identified:
        return
    claim(mean_n == int(is_own), f"{case}: the count score expects {mean_n}, not {int(is_own)}")
    variance = sum(w * n * n for w, _, n in scored) - mean_n**2
    counts = moments.count_spread()
    closed = counts.own if is_own else counts.other
    claim(variance == closed, f"{case}: the count score has variance {variance}, closed form {closed}")
    covariance = sum(w * u * n for w, u, n in scored) - mean_u * mean_n
    closed = moments.covariance(x) if is_own else Fraction(0)
    claim(covariance == closed, f"{case}: covariance {covariance}, closed form {closed}")
