"""What difference a study tells, and what it takes: read forwards and backwards, and at its limits."""

from __future__ import annotations

import math
from decimal import Decimal
from statistics import NormalDist

import pytest

from asking import asked
from tacit.errors import Refused
from tacit.planning.figures import Detection
from tacit.planning.forecast import Forecast, Z
from tacit.planning.pairs import PairNoise, Pairs
from tacit.planning.plan import Plan, plan
from tacit.planning.power import chance, chance_resolved, people_to_detect, smallest
from tacit.planning.variances import Noise
from tacit.study.study import Study

NORMAL = NormalDist()
SHARES = ("0.1", "0.2", "0.3", "0.4")
STUDIES = [
    asked("range", title="range", epsilon="1"),
    asked("range", title="rare groups", groups="abcd", shares=SHARES, epsilon="1"),
    asked("range", title="with declining", shares=("0.1", "0.3", "0.6"), decline=True, epsilon="2"),
    asked("range", title="sums", ask="sum", epsilon="0.4"),
    asked("range", title="eleven levels", levels=11, epsilon="4"),
    asked("choice", title="two options", options=("no", "yes"), epsilon="3"),
    asked("choice", title="histogram", options=("a", "b", "c", "d"), epsilon="1.5"),
    asked("none", title="group only", epsilon="0.5"),
    asked("range", title="the group alone", promise="group", epsilon="1"),
    asked("range", title="bounded means", promise="group", mean_within="0.6", epsilon="1"),
    asked("range", title="seventy groups", groups=[f"g{at}" for at in range(70)], epsilon="2"),
]
each_study = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.title)


def only(found: Plan) -> Detection:
    return found.detections[0]


def test_far_above_the_noise_the_chance_is_the_usual_normal_one() -> None:
    """The textbook: at 80% power, the difference is 2.8 standard deviations."""
    pair = PairNoise(("a", "b"), Noise(None, 400.0), (0.0, 0.0))
    assert chance(pair, 100, 5.6) == pytest.approx(0.7995, abs=1e-4)
    assert chance(pair, 100, 0.0) == pytest.approx(0.05, abs=1e-9)
    assert smallest(pair, 100, 0.8, 10.0) == pytest.approx((1.959964 + 0.841621) * 2, rel=1e-5)


def test_a_group_that_may_be_empty_is_told_from_nothing() -> None:
    """Its count is 2 standard deviations: in half of all studies it is not resolved."""
    bottoms = (100 / Z**2, 0.0)
    pair = PairNoise(("a", "b"), Noise(None, 1e-9), bottoms)
    assert chance_resolved(pair, 100) == pytest.approx(0.5)
    assert chance(pair, 100, 5.0) == pytest.approx(0.5)
    assert smallest(pair, 100, 0.8, 10.0) is None
    people = people_to_detect(pair, 5.0, 0.8)
    assert NORMAL.cdf(math.sqrt(people / bottoms[0]) - Z) >= 0.8
    assert NORMAL.cdf(math.sqrt((people - 1) / bottoms[0]) - Z) < 0.8


@each_study
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_people_that_detect_are_enough_and_one_fewer_is_not(study: Study, power: float) -> None:
    forecast = Forecast(study)
    pair = Pairs(forecast).between(0, 1)
    for part in (0.02, 0.2, 0.9):
        difference = part * forecast.width
        people = people_to_detect(pair, difference, power)
        assert chance(pair, people, difference) >= power
        assert people == 1 or chance(pair, people - 1, difference) < power


@each_study
def test_the_smallest_difference_is_what_these_people_tell(study: Study) -> None:
    forecast = Forecast(study)
    pair = Pairs(forecast).between(0, 1)
    for people in (people_to_detect(pair, part * forecast.width, 0.8) for part in (0.01, 0.1, 0.5)):
        found = smallest(pair, people, 0.8, forecast.width)
        assert found is not None
        assert chance(pair, people, found) == pytest.approx(0.8, abs=1e-9)
        assert people_to_detect(pair, found * (1 + 1e-9), 0.8) <= people


@each_study
def test_more_people_and_larger_differences_are_told_more_surely(study: Study) -> None:
    pair, width = Pairs(Forecast(study)).between(0, 1), Forecast(study).width
    chances = [chance(pair, people, 0.1 * width) for people in (30, 100, 1000, 10**4, 10**6)]
    assert chances == sorted(chances)
    chances = [chance(pair, 1000, part * width) for part in (0.0, 0.01, 0.1, 0.5, 1.0)]
    assert chances == sorted(chances)


@each_study
def test_the_epsilon_that_detects_is_enough_and_a_hundredth_less_is_not(study: Study) -> None:
    people, difference = 30_000, 0.1 * Forecast(study).width
    epsilon = only(plan(study, people, detect=difference)).epsilon
    if epsilon is None:
        assert only(plan(study, people, detect=difference, epsilon=15)).chance < 0.8  # type: ignore[operator]
        return
    assert only(plan(study, people, detect=difference, epsilon=epsilon)).chance >= 0.8  # type: ignore[operator]
    less = epsilon - Decimal("0.01")
    if less >= Decimal("0.01"):
        measured = plan(study, people, detect=difference, epsilon=less)
        is_like = measured.measure == plan(study, people).measure
        assert not is_like or only(measured).chance < 0.8  # type: ignore[operator]


@each_study
def test_a_design_effect_costs_people_in_proportion(study: Study) -> None:
    """SCHEME.md C7: it multiplies every variance, so that twice as many people make up for one of 2."""
    plain, weighted = plan(study, 10_000), plan(study, 20_000, design_effect=2)
    for one, other in zip(plain.groups, weighted.groups, strict=True):
        assert (one.judged is None) == (other.judged is None)
        if one.judged and other.judged:
            assert one.judged.population == pytest.approx(other.judged.population)
        if one.sum_sd and other.sum_sd:
            assert 2 * one.sum_sd.first == pytest.approx(other.sum_sd.first)
    assert only(plain).smallest == only(weighted).smallest or only(plain).smallest == pytest.approx(
        only(weighted).smallest
    )
    needed = [plan(study, design_effect=effect).useful.people for effect in (1, 2)]
    assert needed[1] == pytest.approx(2 * needed[0], abs=2)
    detect = 0.1 * Forecast(study).width
    people = [only(plan(study, detect=detect, design_effect=effect)).people or 0 for effect in (1, 2)]
    assert people[1] == pytest.approx(2 * people[0], abs=2)


def test_unless_pairs_are_named_the_rarest_and_the_largest_two_are_compared() -> None:
    study = asked(groups="abcd", shares=("0.4", "0.1", "0.3", "0.2"))
    assert [(each.which, each.groups) for each in plan(study, 5000).detections] == [
        ("rarest", ("b", "d")),
        ("largest", ("a", "c")),
    ]
    rare, large = (each.smallest for each in plan(study, 50_000).detections)
    assert rare is not None
    assert large is not None
    assert rare > large
    assert [each.which for each in plan(asked(groups="abcd"), 5000).detections] == ["any"]
    assert [each.which for each in plan(asked(groups="ab", shares=("0.1", "0.9")), 5000).detections] == [
        "rarest"
    ]
    named = plan(study, 5000, compare=[("d", "a"), ("b", "c"), ("d", "a")]).detections
    assert [(each.which, each.groups) for each in named] == [
        ("asked", ("d", "a")),
        ("asked", ("b", "c")),
    ]


def test_where_only_groups_are_asked_for_their_sizes_are_compared_too() -> None:
    found = plan(asked("none", epsilon="1"), 20_000, detect=0.05).detections
    assert [each.figure for each in found] == ["linked mean", "group share"]
    assert found[1].smallest < found[0].smallest  # type: ignore[operator]
    assert found[1].people < found[0].people  # type: ignore[operator]


def test_it_is_written_as_text_and_as_json() -> None:
    study = asked(groups=("young people", "old people"), shares=("0.2", "0.8"), epsilon="2")
    found = plan(study, 9000, detect=0.8, power=0.9, design_effect=1.5)
    document = found.to_json()
    assert document["design_effect"] == 1.5
    assert document["differences"] == {
        "power": 0.9,
        "detect": 0.8,
        "met": False,
        "pairs": [
            {
                "figure": "mean",
                "groups": ["young people", "old people"],
                "which": "rarest",
                "smallest": only(found).smallest,
                "people": only(found).people,
                "epsilon": float(only(found).epsilon or 0),
                "power": only(found).chance,
            }
        ],
    }
    text = str(found)
    assert "differences of the mean told with 90% power" in text
    lines = text.splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("two groups"))
    assert " ".join(lines[head].split()) == "two groups at least 0.8 takes or epsilon power now"
    assert lines[head + 1].startswith("young people and old people")
    assert "9,000 answers are worth 6,000" in " ".join(text.split())
    assert "design effect 1.5" in text


def test_without_people_only_what_it_takes_is_said() -> None:
    text = str(plan(asked(epsilon="2"), detect=1))
    assert "1 takes" in text
    assert "power now" not in text
    assert "two groups" not in str(plan(asked(epsilon="2")))


def test_differences_that_nobody_can_tell_are_said_to_be_none() -> None:
    found = plan(asked(groups="abcd", shares=SHARES, epsilon="0.2"), 50, detect=0.001)
    assert only(found).smallest is None
    assert only(found).epsilon is None
    assert found.to_json()["differences"]["pairs"][0]["smallest"] is None  # type: ignore[index]
    rows = [line for line in str(found).splitlines() if line.startswith("a and b")]
    assert rows
    assert rows[0].count("none") == 2


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"detect": 0}, "detect must be above 0 and below 10, the range; got 0"),
        ({"detect": 10}, "detect must be above 0 and below 10, the range; got 10"),
        ({"detect": math.nan}, "detect must be above 0 and below 10, the range; got nan"),
        ({"detect": -1}, "detect must be above 0 and below 10, the range; got -1"),
        ({"power": 1}, "power must be above 0.05, which chance alone gives, and below 1; got 1"),
        ({"power": 0.05}, "power must be above 0.05, which chance alone gives, and below 1; got 0.05"),
        ({"power": math.inf}, "power must be above 0.05, which chance alone gives, and below 1; got inf"),
        ({"design_effect": 0.5}, "design_effect must lie within 1..1000, and is 1 where weights are alike"),
        ({"design_effect": math.nan}, "design_effect must lie within 1..1000"),
        ({"compare": [("a", "a")]}, 'compare must name two different groups; got "a" twice'),
        ({"compare": [("a", "x")]}, 'compare must be "a", "b" or "c"; got "x"'),
        ({"compare": [("a", "b")] * 101}, "compare must name at most 100 pairs; got 101"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(said: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        plan(asked(), 1000, **said)  # type: ignore[arg-type]
    assert message in str(refused.value)


def test_those_who_decline_are_compared_with_nobody() -> None:
    study = asked(decline=True)
    with pytest.raises(Refused, match="compare must name groups; those who decline hold no value"):
        plan(study, 1000, compare=[("a", study.group_names[-1])])


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(Refused) as refused:
        plan(asked(), 0, within=50, detect=0, power=1, design_effect=0)
    assert [problem.field for problem in refused.value.problems] == [
        "people",
        "within",
        "detect",
        "power",
        "design_effect",
    ]
