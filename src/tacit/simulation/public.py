"""Public columns beside imagined people: whatever a registered analysis will look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.errors import refuse
from tacit.simulation.draw import Indices
from tacit.simulation.imagined import SIDES, TILTS, guessed_group
from tacit.simulation.stream import Stream, streams_of
from tacit.study.registered import Registered
from tacit.study.spelling import show
from tacit.study.study import Study

Column = npt.NDArray[Any]

PARTS = 1 << 20  # a share is so many of them
COINS = 16  # a number is its mean and the heads among so many coins, whose standard deviation is 2
HALF_THE_COINS, COINS_SD = 8, 2
WEIGHTS = np.array([1, 3])
STRATA = np.array(["stratum 1", "stratum 2"])
OF_A_CLUSTER, MOST_CLUSTERS = 25, 40


@dataclass(frozen=True)
class Outcomes:
    """What registered outcomes are like: `guesses` are groups' means, the others' are made up.

    With a `spread` they are numbers with this standard deviation; without, 1 for some of each group, else 0.
    """

    guesses: Mapping[str, Fraction] = field(default_factory=dict)
    spread: Fraction | None = None

    def means(self, study: Study) -> list[Fraction]:
        """Of every group, and of those who decline. Refuses guesses that cannot be."""
        tilts = [Fraction(TILTS[at % len(TILTS)], SIDES) for at in range(len(study.groups.labels))]
        tilts += [Fraction(1, 2)] * study.groups.decline
        means = tilts if self.spread is None else [self.spread * (2 * tilt - 1) for tilt in tilts]
        for label, mean in self.guesses.items():
            if self.spread is None and not 0 <= mean <= 1:
                more = "a number has its standard deviation beside it (--spread)"
                raise refuse("guess", f"of {show(label)} is a share, 0..1; got {float(mean):g}; {more}")
            means[guessed_group(study, label)] = mean
        return means


def columns_of(registered: Registered) -> tuple[str, ...]:
    """The public columns that an analysis needs, each once."""
    single = [name for name in (registered.weights, registered.cluster) if name is not None]
    several = (registered.outcomes, registered.covariates, registered.by_group, registered.by)
    return tuple(dict.fromkeys([*(name for names in several for name in names), *single]))


def imagined_columns(
    study: Study, groups: Indices, rng: np.random.Generator, outcomes: Outcomes
) -> dict[str, Column]:
    """Those of these people: outcomes by group; weights, strata, clusters and covariates by chance alone."""
    registered = study.analysis or Registered()
    names, means = columns_of(registered), outcomes.means(study)
    found: dict[str, Column] = {}
    for name, stream in zip(names, streams_of(rng, len(names)), strict=True):
        if name in registered.outcomes:
            found[name] = _outcome(groups, means, outcomes.spread, stream)
        elif name == registered.weights:
            found[name] = WEIGHTS[stream.below(WEIGHTS.size, groups.size)]
        elif name in registered.by:
            found[name] = STRATA[stream.below(STRATA.size, groups.size)]
        elif name == registered.cluster:
            found[name] = stream.below(min(MOST_CLUSTERS, 1 + groups.size // OF_A_CLUSTER), groups.size)
        else:
            found[name] = stream.below(2, groups.size).astype(np.int64)
    return found


def _outcome(groups: Indices, means: list[Fraction], spread: Fraction | None, stream: Stream) -> Column:
    if spread is None:
        parts = np.array([int(mean * PARTS) for mean in means], dtype=np.uint64)
        return (stream.below(PARTS, groups.size) < parts[groups]).astype(np.int64)
    heads = np.bitwise_count(stream.below(1 << COINS, groups.size))
    away = [spread * (at - HALF_THE_COINS) / COINS_SD for at in range(COINS + 1)]
    numbers: Column = np.array([[float(mean + each) for each in away] for mean in means])
    return np.asarray(numbers[groups, heads])
