"""Very many groups are measured apart, and combined without their covariances: the figures are the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import tacit
from surveyed import IDS, STUDIES, answers_of
from tacit.estimation.estimate import estimate
from tacit.estimation.result import Estimate
from tacit.estimation.sampling import Sampling
from tacit.scheme.moments import Moments
from tacit.study.study import Study
from tacit.tallying.sums import SumTally

NUMBERS = ("estimate", "low", "high", "sd", "population_low", "population_high", "population_sd")
SIZE = 4000


def surveyed(study: Study, *, cluster: str | None, weights: str | None = "w", by: str = "region") -> SumTally:
    """Answers with weights, strata, clusters where they are named, and an outcome that some lack."""
    table = answers_of(study, SIZE, 12) | {
        "w": np.arange(SIZE) % 3 + 1,
        "y": [None if n % 7 == 0 else n % 11 for n in range(SIZE)],
        "region": list("ns") * (SIZE // 2),
        "town": [f"t{n % 50}" for n in range(SIZE)],
    }
    outcomes = ["y"] if Moments(study.scheme, float).counts_are_identified else []
    return tacit.tally(study, table, weights=weights, by=by, cluster=cluster, outcomes=outcomes)


def ends_of(found: Estimate, shares: Sequence[float]) -> dict[str, float]:
    """Every number of the figures of everybody at known shares, and of the gaps between shares."""
    ends = {
        f"{name}, {kind} {at}": number
        for name, figure in found.overalls(shares).items()
        for kind, bounds in (("people", figure.people), ("population", figure.population))
        if bounds is not None
        for at in ("sd", "low", "high")
        if (number := getattr(bounds, at)) is not None
    }
    gaps = found.truth_gap(shares)
    ends |= {f"gap of {gap.group}": gap.difference for gap in gaps}
    return ends | {f"sd of {gap.group}": gap.share.population.sd or 0.0 for gap in gaps}


def check_alike(study: Study, tally: SumTally, sampling: Sampling | None = None) -> dict[str, float]:
    """What is measured together and what is measured apart has the same figures."""
    few = estimate(study, tally, sampling=sampling)
    shares = [1 / len(study.groups.labels)] * len(study.groups.labels)
    together = ends_of(few, shares)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.estimation.evidence.MOST_ITEMS", 0)
        many = estimate(study, tally, sampling=sampling)
        apart = ends_of(many, shares)
    assert apart == pytest.approx(together, rel=1e-6, abs=1e-9)
    assert len(few.records()) == len(many.records())
    for one, other in zip(few.records(), many.records(), strict=True):
        for name in NUMBERS:
            wanted = one[name]
            assert other[name] == (None if wanted is None else pytest.approx(wanted, rel=1e-6, abs=1e-6)), one
    return together


@pytest.mark.parametrize("study", STUDIES, ids=IDS)
@pytest.mark.parametrize("cluster", [None, "town"])
def test_groups_measured_apart_have_the_same_figures(study: Study, cluster: str | None) -> None:
    check_alike(study, surveyed(study, cluster=cluster))


@pytest.mark.parametrize("at", [0, 3, 6, 11])
@pytest.mark.parametrize("sampling", [Sampling("poisson"), Sampling()])
def test_however_people_were_drawn(at: int, sampling: Sampling) -> None:
    check_alike(STUDIES[at], surveyed(STUDIES[at], cluster=None), sampling)


@pytest.mark.parametrize("at", [0, 3, 6])
def test_of_a_small_population_too(at: int) -> None:
    check_alike(STUDIES[at], surveyed(STUDIES[at], cluster=None, weights=None), Sampling("simple", 2 * SIZE))


def test_what_is_compared_is_there() -> None:
    """Else nothing would be the same as nothing."""
    ends = check_alike(STUDIES[3], surveyed(STUDIES[3], cluster=None))
    assert {name.partition(",")[0] for name in ends if "," in name} == {"mean", "mean of y"}
    ends = check_alike(STUDIES[6], surveyed(STUDIES[6], cluster=None))
    shares = {f'share of "{option}"' for option in ("x", "y", "z")}
    assert {name.partition(",")[0] for name in ends if "," in name} == {*shares, "mean of y"}
    assert "gap of a" in ends


def test_everybody_at_known_shares_lies_within_the_range() -> None:
    study = STUDIES[3]
    found = tacit.estimate(study, tacit.tally(study, [0] * 40, [0] * 40)).overall([0.5, 0.3, 0.2])
    assert found is not None
    assert found.estimate == 0
    assert found.population.low == 0


def test_everybody_at_known_shares_is_not_resolved_where_a_group_is_not() -> None:
    study, shares = STUDIES[3], [0.5, 0.3, 0.2]
    found = tacit.estimate(study, tacit.tally(study, answers_of(study, 4, 1)))
    assert found.overall(shares) is None
    assert [(name, figure.is_resolved) for name, figure in found.overalls(shares).items()] == [
        ("mean", False)
    ]
