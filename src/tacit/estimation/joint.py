"""Totals of several groups at once and how they vary together: what differences and ratios need.

Answer by answer (SCHEME.md C3, C6, C7): scores of two groups are neither independent nor all alike, so that
their variances cannot simply be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tacit.estimation.apart import Blend
from tacit.estimation.own import blended_squares, expected_squares, own_squares
from tacit.estimation.passes import Added
from tacit.estimation.sampling import Sampling, degrees_of_freedom, lonely, with_replacement
from tacit.estimation.scores import least_variance
from tacit.estimation.squares import Floats
from tacit.scheme.scheme import Scheme


@dataclass(frozen=True, eq=False)
class Joint:
    """Unbiased totals of groups, and their covariances: for these people, and for the population.

    Entry g is group g's total (of the hidden value in half-ranges, or of an outcome), entry groups + g its
    count (for an outcome: of those who have it), the last entry the sum of all weights. `every` adds
    value^2, value and 1 over all answers (that have the outcome), weights squared; no variance is below
    `least` times such a square. `is_hidden` says that the value is not a public outcome, `is_whole`
    that nobody is outside of all groups.
    """

    groups: int
    totals: Floats
    people: Floats
    population: Floats
    every: Floats
    is_hidden: bool
    least: float
    is_whole: bool = False
    freedom: int | None = None
    lonely: int = 0


def joint(
    scheme: Scheme,
    strata: Sequence[Added],
    *,
    sampling: Sampling,
    is_two_valued: bool = False,
    is_hidden: bool = True,
    is_whole: bool = False,
    is_clustered: bool = False,
    blend: Blend | None = None,
) -> Joint:
    """The totals of disjoint unions of items over all these strata, and their covariances.

    With a blend, those of one combination of them, as if it were the only group.
    """
    added = sum(strata[1:], strata[0])
    values = partial(own_squares, added, is_two_valued=is_two_valued, is_hidden=is_hidden)
    squares_of = expected_squares if blend is None else partial(blended_squares, blend=blend)
    expected = squares_of(values(), added.every[3])
    people = added.squares - expected
    people[-1] = people[:, -1] = 0.0  # the sum of all weights has no noise
    drawn = [stratum.drawn for stratum in strata]
    if sampling.mode == "poisson":
        population = people + expected - squares_of(values(power=0), added.totals[-1])
    else:
        fraction = sampling.fraction(added.answers)
        population = (1 - fraction) * with_replacement(drawn) + fraction * people
    return Joint(
        groups=added.totals.size // 2,
        totals=added.totals,
        people=people,
        population=population,
        every=added.every,
        is_hidden=is_hidden,
        least=least_variance(scheme),
        is_whole=is_whole,
        freedom=degrees_of_freedom(drawn) if is_clustered else None,
        lonely=lonely(drawn),
    )
