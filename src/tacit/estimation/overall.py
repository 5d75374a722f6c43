"""What groups' figures make of a population in which the groups have known shares (post-stratification)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tacit.estimation.apart import Blend
from tacit.estimation.evidence import Evidence
from tacit.estimation.intervals import Interval
from tacit.estimation.partition import groups
from tacit.estimation.reading import interval_of
from tacit.estimation.slopes import EVERYWHERE, Limits, Slope, quotient, variance_floor
from tacit.estimation.squares import Floats
from tacit.estimation.student import Confidence
from tacit.estimation.vectors import Vectors
from tacit.study.study import Study
from tacit.study.units import units_of
from tacit.tallying.sums import Part


def overall(
    evidence: Evidence,
    shares: Sequence[float],
    confidence: Confidence,
    *,
    outcome: str | None = None,
    option: int | None = None,
    stratum: Part | None = None,
) -> Interval | None:
    """The mean, or the share of an option, of all answers or those of one stratum.

    None where a group's is not resolved, or there is none.
    """
    members = groups(evidence.study.groups).members
    each = evidence.each(members, outcome=outcome, stratum=stratum)
    slopes = []
    for vectors, own in zip(each, members, strict=True):
        if outcome is not None:
            slope: Slope | None = quotient(vectors.joint, vectors.sums(own), vectors.counts(own))
        else:
            slope = vectors.slope(own, "mean" if option is None else "share", option)
        if slope is None or slope.value is None or not interval_of(slope, confidence).is_resolved:
            return None
        slopes.append(slope)
    value = sum(share * (slope.value or 0.0) for share, slope in zip(shares, slopes, strict=True))
    gradients = [share * slope.gradient for share, slope in zip(shares, slopes, strict=True)]
    if all(vectors is each[0] for vectors in each):
        found = Slope(each[0].joint, value, np.asarray(sum(gradients)))
    else:
        found = _of_groups_apart(evidence, each, value, gradients, outcome, stratum)
    # A mean over as many as a group should have is nobody's of these people.
    has_people = outcome is not None or evidence.study.groups.shares is None
    return interval_of(found, confidence, _within(evidence.study, outcome, option), has_people=has_people)


def _within(study: Study, outcome: str | None, option: int | None) -> Limits:
    """What it cannot be outside of."""
    units = units_of(study.question)
    if option is not None:
        return 0.0, 1.0
    return EVERYWHERE if outcome is not None or units is None else (units.low, units.high)


def _of_groups_apart(
    evidence: Evidence,
    each: Sequence[Vectors],
    value: float,
    gradients: Sequence[Floats],
    outcome: str | None,
    stratum: Part | None,
) -> Slope:
    """Where every group was measured by itself, beside those who declined: one more pass, for all at once."""
    has_declined = each[0].declined is not None
    beside = 1 if has_declined else 0
    width = each[0].joint.groups - beside
    halves = [np.split(gradient[:-1], 2) for gradient in gradients]
    values, counts = ([half[side][:width] for half in halves] for side in (0, 1))
    unions = [union for vectors in each for union in vectors.unions[:width]]
    if has_declined:
        values.append(np.asarray(sum(half[0][width:] for half in halves)))
        counts.append(np.asarray(sum(half[1][width:] for half in halves)))
        unions.append(each[0].unions[-1])
    blend = Blend(np.concatenate(values), np.concatenate(counts))
    joint, weights = (
        evidence.blended(unions, blend, outcome, stratum),
        sum(gradient[-1] for gradient in gradients),
    )
    whole = np.concatenate([blend.values, blend.counts, [weights]])
    floor = variance_floor(replace(joint, groups=len(unions)), whole)
    return Slope(joint, value, np.array([1.0, 1.0, weights]), floor=floor)
