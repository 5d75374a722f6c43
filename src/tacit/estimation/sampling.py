"""How the people who answered were drawn, and what that adds to the variances of totals (SCHEME.md C7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tacit.errors import refuse
from tacit.estimation.squares import Floats
from tacit.study.given import expect_whole
from tacit.study.inspection import Inspection

Mode = Literal["large", "simple", "poisson"]


@dataclass(frozen=True)
class Sampling:
    """Drawn from so large a population that nobody could come twice; or `people` all told, or by chances.

    `simple`: everybody out of `people` was equally likely to be drawn. `poisson`: each was drawn apart, with
    the chance 1 / weight.
    """

    mode: Mode = "large"
    people: int | None = None

    def __post_init__(self) -> None:
        inspection = Inspection("sampling")
        inspection.one_of("mode", self.mode, get_args(Mode))
        inspection.settle()
        if self.people is not None:
            expect_whole("population", self.people, least=1)

    def fraction(self, answers: int) -> float:
        """Which part of the population answered, where it is known."""
        if self.people is None:
            return 0.0
        if self.people < answers:
            raise refuse("population", f"must be at least the {answers:,} who answered; got {self.people}")
        return answers / self.people


@dataclass(frozen=True, eq=False)
class Drawn:
    """The units (answers or clusters) of one public stratum: the sums of their scores, and of products."""

    units: int
    totals: Floats
    squares: Floats


def with_replacement(strata: Sequence[Drawn]) -> Floats:
    """The covariance of totals of units drawn apart within strata; privacy noise is in it.

    A stratum of one unit shows no variation of its own: it is measured from the mean of all units.
    """
    units = sum(stratum.units for stratum in strata)
    totals = np.stack([stratum.totals for stratum in strata]).sum(axis=0)
    middle = totals / units if units > 1 else np.zeros_like(totals)
    return np.asarray(np.stack([_stratum(stratum, middle) for stratum in strata]).sum(axis=0))


def lonely(strata: Sequence[Drawn]) -> int:
    """How many strata have one unit only."""
    return sum(stratum.units == 1 for stratum in strata)


def degrees_of_freedom(strata: Sequence[Drawn]) -> int:
    """How many units could vary freely: what t quantiles need where units are few."""
    return max(1, sum(stratum.units - 1 for stratum in strata))


def _stratum(stratum: Drawn, middle: Floats) -> Floats:
    m = stratum.units
    if m == 1:
        gap = stratum.totals - middle
        return gap[..., :, None] * gap[..., None, :]
    mean = stratum.totals[..., :, None] * stratum.totals[..., None, :] / max(m, 1)
    return (stratum.squares - mean) * (m / max(m - 1, 1))
