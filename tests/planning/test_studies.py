"""What is forecast of every kind of study: SCHEME.md's sums by hand, and figures that were printed before."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from asking import asked
from tacit.planning.forecast import Forecast, Z
from tacit.planning.needed import people_for
from tacit.planning.values import ends
from tacit.scheme.moments import Moments
from tacit.study.study import Study

EPSILONS = ("0.5", "1", "2", "3", "4")
YES_NO = ("no", "yes")
# MISSION.md 2b: people for 5 points, sampling included. Of a linked outcome, by the better of plain
# randomised response and hashing; of a value with known group sizes, by the better of the paper's two.
LINKED = {
    2: (6789, 2183, 1047, 854, 798),
    4: (59_564, 13_148, 3432, 2071, 1716),
    10: (618_423, 150_100, 23_134, 8414, 5252),
}
VALUES = {
    2: (25_617, 7196, 2032, 1125, 888),
    4: (102_465, 28_782, 7794, 3095, 2030),
    10: (640_402, 179_884, 65_535, 16_111, 7244),
}


def names(count: int) -> list[str]:
    return [f"group {number}" for number in range(count)]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", LINKED)
def test_linked_outcomes_take_the_people_that_were_computed_before(groups: int, epsilon: str) -> None:
    study = asked("none", groups=names(groups), epsilon=epsilon)
    people = people_for(Forecast(study).group(0), 0.05)
    printed = LINKED[groups][EPSILONS.index(epsilon)]
    if study.scheme.rows.name == "direct":
        assert abs(people - printed) <= 1
    else:
        assert people < printed, "dealt rows are better than either"


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("groups", VALUES)
def test_values_take_no_more_people_than_the_papers_schemes(groups: int, epsilon: str) -> None:
    shares = [str(Fraction(1, groups).limit_denominator())] if groups == 0 else [f"{1 / groups:g}"] * groups
    study = asked("choice", groups=names(groups), options=YES_NO, shares=shares, epsilon=epsilon)
    people = people_for(Forecast(study).group(0), 0.05)
    printed = VALUES[groups][EPSILONS.index(epsilon)]
    assert people <= printed + 1
    if study.scheme.rows.columns in (2, 2 * groups):
        assert abs(people - printed) <= 1, "one bit is the paper's Q&A, a column for each card its RG"


def test_a_rare_group_in_a_trial() -> None:
    """MISSION.md 2b: a 10% group of 2,400, epsilon 2: 8.5 points of privacy, 10.6 with sampling."""
    study = asked("none", groups=("diabetic", "not"), epsilon="2", shares=("0.1", "0.9"))
    noise = Forecast(study).group(0).judged
    assert noise.people is not None
    assert Z * math.sqrt(noise.people / 2400) == pytest.approx(0.085, abs=5e-4)
    assert Z * math.sqrt(noise.population / 2400) == pytest.approx(0.106, abs=5e-4)


@pytest.mark.parametrize("epsilon", ["0.3", "1", "1.6", "4"])
@pytest.mark.parametrize("shares", [None, ("0.05", "0.15", "0.8")], ids=["even", "known"])
def test_variances_are_those_of_scheme_md(epsilon: str, shares: tuple[str, ...] | None) -> None:
    """C2, by Moments on fractions: two-valued answers, all of a group at one end."""
    study = asked("choice", options=YES_NO, epsilon=epsilon, shares=shares)
    moments, one = Moments(study.scheme, Fraction), Fraction(1)
    forecast = Forecast(study, values=ends(1.0))
    for share, group in zip(forecast.shares, forecast.groups, strict=True):
        theta = Fraction(share)
        sums = moments.sum_spread(one, one)
        variance = theta * sums.own + (1 - theta) * sums.other
        if shares:
            assert group.judged.people is None
            # With the sampling of the sum; where all hold one value, that is of how many they are.
            sampled = variance + theta - theta**2
            assert group.judged.population == pytest.approx(float(sampled / theta**2) / 4)
            continue
        counts = moments.count_spread()
        counted = theta * counts.own + (1 - theta) * counts.other
        assert group.count is not None
        assert group.count.people == pytest.approx(float(counted))
        assert group.count.population == pytest.approx(float(counted + theta * (1 - theta)))
        joint = theta * moments.covariance(one)
        assert group.sum is not None
        assert group.sum.people == pytest.approx(float(variance + 2 * joint + counted) / 4)
        assert group.judged.people == pytest.approx(float((variance - 2 * joint + counted) / theta**2) / 4)


@pytest.mark.parametrize(
    ("study", "measure", "width"),
    [
        (asked("range"), "mean", 10),
        (asked("scale", ends=(-2, 2)), "mean", 4),
        (asked("choice", options=YES_NO), "mean", 1),
        (asked("choice", options=("a", "b", "c")), "option share", 1),
        (asked("none"), "linked mean", 1),
        (asked("range", ask="sum", epsilon="0.5"), "sum per person", 10),
        (asked("range", ask="sum", epsilon="3"), "mean", 10),
        (asked("range", shares=("0.2", "0.3", "0.5"), epsilon="0.5"), "mean", 10),
        (asked("range", shares=("0.2", "0.3", "0.5"), decline=True, epsilon="0.5"), "mean", 10),
        (asked("range", shares=("0.2", "0.3", "0.5"), decline=True, epsilon="3"), "mean", 10),
    ],
    ids=lambda value: value.title if isinstance(value, Study) else str(value),
)
def test_what_a_study_is_judged_by(study: Study, measure: str, width: float) -> None:
    """Means wherever estimates have them; where nobody is counted, sums over the people expected."""
    forecast = Forecast(study)
    assert (forecast.measure, forecast.width) == (measure, width)
    counted = study.scheme.rows.columns > 2 or study.scheme.count_share > 0 or study.needs.levels == 1
    assert (forecast.group(0).count is not None) == counted


def test_groups_are_even_unless_the_study_says_otherwise_and_decliners_leave_all_alike() -> None:
    even, some = (Forecast(asked(decline=True), declining=gone) for gone in (0.0, 0.1))
    assert [group.share for group in even.groups] == pytest.approx([1 / 3] * 3)
    assert [group.share for group in some.groups] == pytest.approx([0.3] * 3)
    assert some.group(0).judged.population > even.group(0).judged.population * 1.1
    known = Forecast(asked(shares=("0.2", "0.3", "0.5")))
    assert [group.share for group in known.groups] == [0.2, 0.3, 0.5]
    assert even.declined is not None
    assert known.declined is None


def test_the_rarest_group_and_the_one_of_median_share() -> None:
    forecast = Forecast(asked(groups=names(4), shares=("0.4", "0.1", "0.3", "0.2")))
    assert (forecast.rarest, forecast.median) == (1, 3)
    assert Forecast(asked(groups=names(2), shares=("0.6", "0.4"))).median == 1
    assert Forecast(asked(groups=names(5))).shares[Forecast(asked(groups=names(5))).median] == 0.2


@pytest.mark.parametrize("kind", ["range", "choice"])
def test_margins_add_the_shares_of_their_cells(kind: str) -> None:
    axes = {"age": ["young", "old"], "region": ["north", "south", "west"]}
    shares = ("0.1", "0.15", "0.05", "0.2", "0.2", "0.3")
    options = ("a", "b", "c") if kind == "choice" else ()
    study = asked(kind, options=options, cross=axes, shares=shares, epsilon="2")  # type: ignore[arg-type]
    found = Forecast(study).margins
    assert {axis: [group.group for group in margin] for axis, margin in found.items()} == axes
    assert [group.share for group in found["age"]] == pytest.approx([0.3, 0.7])
    assert [group.share for group in found["region"]] == pytest.approx([0.3, 0.35, 0.35])
    assert all(
        margin[0].judged.population < Forecast(study).group(2).judged.population for margin in found.values()
    )


def test_means_cannot_be_worse_than_their_bound_allows() -> None:
    """Under mean_within no group's mean is at an end, where means are least certain."""
    tight, loose = (
        Forecast(asked(epsilon="1.5", promise="group", mean_within=within, rows="direct"))
        for within in ("0.4", "1")
    )
    assert tight.group(0).judged.population < loose.group(0).judged.population


@pytest.mark.parametrize("kind", ["range", "choice", "none"])
def test_the_rarer_a_group_the_less_is_known_of_it(kind: str) -> None:
    options = ("a", "b", "c") if kind == "choice" else ()
    forecast = Forecast(asked(kind, options=options, epsilon="2"))  # type: ignore[arg-type]
    found = [forecast.of_share("a group", share) for share in (0.01, 0.05, 0.1, 0.3, 0.6)]
    for which in ("judged", "least_people"):
        values = [getattr(group, which) for group in found]
        precise = [value if which == "least_people" else value.population for value in values]
        assert precise == sorted(precise, reverse=True)


@pytest.mark.parametrize("epsilon", ["0.8", "2", "5"])
def test_the_least_people_are_those_whose_count_is_surely_above_zero(epsilon: str) -> None:
    """SCHEME.md B, Fieller's corner: the count expected, against 1.96 of its sds, sampling included."""
    study = asked(shares=None, epsilon=epsilon, groups=names(6))
    group, counts = Forecast(study).group(0), Moments(study.scheme, float).count_spread()
    square = (counts.own + 1) / 6 + counts.other * 5 / 6

    def is_sure(people: int) -> bool:
        return people / 6 > Z * math.sqrt(people * square)

    assert is_sure(group.least_people)
    assert not is_sure(group.least_people - 1)


def test_known_sizes_are_sure_unless_those_who_decline_must_be_counted() -> None:
    shares = ("0.2", "0.3", "0.5")
    assert Forecast(asked(shares=shares)).group(0).least_people == 1
    declined = [
        group.least_people for group in Forecast(asked(shares=shares, decline=True, epsilon="2")).groups
    ]
    assert min(declined) > 1
    assert len(set(declined)) == 1
