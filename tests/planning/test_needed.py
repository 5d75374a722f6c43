"""People and epsilon needed are the forecast read backwards, and more of either never makes it worse."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest

from asking import asked
from tacit.planning.forecast import Forecast, measure_of
from tacit.planning.needed import epsilon_for, halfwidth, is_within, people_for, with_epsilon
from tacit.study.study import Study

STUDIES = [
    asked("range", title="range", epsilon="1"),
    asked("range", title="range of rare groups", shares=("0.01", "0.09", "0.9"), epsilon="1"),
    asked("range", title="range with declining", shares=("0.1", "0.3", "0.6"), decline=True, epsilon="2"),
    asked("range", title="sums", ask="sum", epsilon="0.4"),
    asked("range", title="eleven levels", levels=11, epsilon="4"),
    asked("choice", title="two options", options=("no", "yes"), epsilon="3"),
    asked("choice", title="histogram", options=("a", "b", "c", "d"), epsilon="1.5"),
    asked("none", title="group only", epsilon="0.5"),
    asked("range", title="the group alone", promise="group", epsilon="1"),
    asked("range", title="bounded means", promise="group", mean_within="0.6", epsilon="1"),
    asked("range", title="seventy groups", groups=[f"g{at}" for at in range(70)], epsilon="2"),
]
PARTS = (0.01, 0.05, 0.1, 0.25, 0.49)

each_study = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.title)


@each_study
@pytest.mark.parametrize("part", PARTS)
def test_people_needed_are_enough_and_one_fewer_is_not(study: Study, part: float) -> None:
    forecast = Forecast(study)
    within = part * forecast.width
    for group in forecast.groups:
        people = people_for(group, within)
        assert is_within(group, people, within)
        assert people == 1 or not is_within(group, people - 1, within)


def test_a_precision_beyond_all_people_is_found_at_once() -> None:
    """Where neighbouring numbers of people are the same to a float, no walk from one to the next ends."""
    group = Forecast(STUDIES[0]).group(0)
    people = people_for(group, 1e-9)
    assert is_within(group, people, 1e-9)
    assert not is_within(group, int(people * (1 - 1e-12)), 1e-9)


@each_study
def test_more_people_never_know_less(study: Study) -> None:
    group = Forecast(study).group(0)
    sizes = [10, 100, 999, 1000, 10**5, 10**7]
    widths = [halfwidth(group.judged.population, people) for people in sizes]
    assert widths == sorted(widths, reverse=True)
    needed = [people_for(group, part) for part in PARTS]
    assert needed == sorted(needed, reverse=True)


@each_study
def test_a_looser_promise_never_knows_less(study: Study) -> None:
    """In steps of a sixteenth, over all changes of rows, columns and count questions."""
    found, measure = [], measure_of(study)
    levels = []
    for sixteenths in range(2, 100):
        other = with_epsilon(study, Decimal(sixteenths) / 16)
        if measure == "mean" != measure_of(other):
            continue  # two columns, which count nobody
        forecast = Forecast(other, measure=measure)
        found.append(forecast.group(forecast.rarest).judged.population)
        levels.append(other.scheme.rows.levels)
    # More levels are taken as soon as they are better all over the range; at its ends they are worse.
    steps = zip(pairwise(found), pairwise(levels), strict=True)
    jumps = [
        after / before
        for (before, after), (fewer, more) in steps
        if after > before * (1 + 1e-6 if fewer == more == 2 else 1.7)
    ]
    if study.privacy.promise == "group" and study.privacy.mean_within is None:
        # Its own weights are taken as soon as they are better for means half way to an end (SCHEME.md C2).
        assert len(jumps) == 1
        assert jumps[0] < 1.6
    else:
        assert not jumps


@each_study
@pytest.mark.parametrize("people", [300, 20_000])
def test_the_epsilon_needed_is_enough_and_a_hundredth_less_is_not(study: Study, people: int) -> None:
    within = 0.1 * Forecast(study).width
    epsilon, measure = epsilon_for(Forecast(study), people, within, 0), measure_of(study)

    def is_enough(at: Decimal) -> bool:
        return is_within(Forecast(with_epsilon(study, at), measure=measure).group(0), people, within)

    if epsilon is None:
        assert not is_enough(Decimal(15))
        return
    assert is_enough(epsilon)
    assert epsilon == Decimal("0.01") or not is_enough(epsilon - Decimal("0.01"))


def test_sampling_alone_may_be_too_much_for_any_epsilon() -> None:
    study = asked("choice", options=("no", "yes"))
    assert epsilon_for(Forecast(study), 60, 0.05, 0) is None
    assert epsilon_for(Forecast(study), 6000, 0.05, 0) is not None


def test_wishes_that_fit_one_epsilon_only_are_respected_where_they_fit() -> None:
    """A die has no odds below ln 2."""
    study = asked("choice", options=("no", "yes"), groups=("a", "b", "c", "d"))
    die = replace(study, wishes=replace(study.wishes, device="die"))
    least = epsilon_for(Forecast(die), 10**9, 0.4, 0)
    assert least == Decimal("0.70")


def test_another_epsilon_is_another_scheme_and_the_same_epsilon_the_same_study() -> None:
    study = asked(epsilon="1")
    assert with_epsilon(study, Decimal("1.0")) is study
    other = with_epsilon(replace(study, frozen=study.scheme), Decimal(3))
    assert other.frozen is None
    assert other.scheme == asked(epsilon="3").scheme
