"""Figures that lean, beside the raw ones: counts that add up, figures that are shrunk, silence, and gaps."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from asking import asked
from tacit.errors import Refused
from tacit.estimation.consistent import fit_total
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.response import sentences as silence
from tacit.estimation.result import Estimate
from tacit.estimation.shrinkage import shrink, spread_between
from tacit.estimation.truth_gap import sentences as gaps_told
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.collect import Collect
from tacit.study.study import Study

values = st.lists(st.tuples(st.floats(-1e4, 1e4), st.floats(0.01, 1e4)), min_size=1, max_size=12)


@given(values, st.floats(0.1, 1e5))
def test_fitted_counts_add_up_and_none_is_negative(pairs: list[tuple[float, float]], total: float) -> None:
    raw, variances = map(np.array, zip(*pairs, strict=True))
    fitted = fit_total(raw, variances, total)
    assert fitted.sum() == pytest.approx(total)
    assert (fitted >= 0).all()
    # Nearest: moving a little from any one to any other that is above zero takes it no closer.
    pulls = (fitted - raw) / variances
    held = fitted > 1e-9 * total
    assert np.ptp(pulls[held]) < 1e-6 * (1 + np.abs(pulls).max())
    if (~held).any():
        assert pulls[~held].min() >= pulls[held].max() - 1e-6 * (1 + np.abs(pulls).max())


@given(values)
def test_counts_that_fit_already_are_left_alone(pairs: list[tuple[float, float]]) -> None:
    raw, variances = (np.abs(np.array(each)) + 1.0 for each in zip(*pairs, strict=True))
    assert fit_total(raw, variances, float(raw.sum())) == pytest.approx(raw)


def drawn(study: Study, shares: list[float], highs: list[float], people: int, seed: int) -> Estimate:
    """An estimate of people in groups of these shares (declining last), so many of each at the high end."""
    rng = np.random.default_rng(seed)
    items = rng.choice(len(shares), people, p=shares)
    levels = (rng.random(people) < np.array(highs)[items]) * (study.scheme.rows.levels - 1)
    cards = Cards(items.astype(np.uint64), levels.astype(np.uint64))
    return tacit.estimate(study, tacit.tally(study, *draw_answers(study.scheme, cards, rng)))


def test_consistent_figures_stand_beside_the_raw_ones_and_fit_together() -> None:
    study = asked("scale", ends=(0, 1), groups="abcd", epsilon="1", decline=True, rows="hashed", columns=3)
    found = drawn(study, [0.6, 0.3, 0.05, 0.0, 0.05], [0.5, 1.0, 1.0, 0.0, 0.5], 600, 1)
    raw = [group.count.estimate for group in found.groups if group.count]
    assert min(each for each in raw if each is not None) < 0, "the case is about a negative count"
    fitted = found.consistent()
    assert [each.group for each in fitted] == ["a", "b", "c", "d", "(declined)"]
    assert sum(each.count for each in fitted) == pytest.approx(600)
    for each in fitted[:4]:
        assert each.count >= 0
        assert each.sum is not None
        assert -1e-9 <= each.sum <= each.count + 1e-9
        assert each.mean is None or 0 <= each.mean <= 1
        assert each.share == pytest.approx(each.count / 600)
    assert [group.count.estimate for group in found.groups if group.count] == raw


def test_the_options_of_a_histogram_add_up_to_their_groups() -> None:
    study = asked("choice", options=("x", "y", "z"), groups="ab", epsilon="1")
    rng = np.random.default_rng(2)
    items = rng.choice(6, 400, p=[0.5, 0.3, 0, 0.1, 0.1, 0])
    cards = Cards(items.astype(np.uint64), np.zeros(400, np.uint64))
    found = tacit.estimate(study, tacit.tally(study, *draw_answers(study.scheme, cards, rng)))
    fitted = found.consistent()
    assert sum(each.count for each in fitted) == pytest.approx(400)
    for each in fitted:
        assert [name for name, _, _ in each.options] == ["x", "y", "z"]
        assert sum(count for _, count, _ in each.options) == pytest.approx(each.count)
        assert sum(share or 0 for _, _, share in each.options) == pytest.approx(1)


def interval(estimate: float | None, sd: float = 1.0) -> Interval:
    bounds = Bounds(sd, None, None)
    return Interval(estimate, bounds, bounds, is_resolved=estimate is not None)


@given(st.lists(st.floats(-100, 100), min_size=4, max_size=20), st.floats(0.1, 10))
def test_with_equal_variances_it_is_james_and_steins_rule(figures: list[float], sd: float) -> None:
    found = shrink("mean", [str(n) for n in range(len(figures))], [interval(each, sd) for each in figures])
    assert found is not None
    raw = np.array(figures)
    middle = raw.mean()
    spread = ((raw - middle) ** 2).sum()
    kept = max(0.0, 1 - (raw.size - 3) * sd**2 / spread) if spread else 0.0
    assert found.middle == pytest.approx(middle)
    assert found.estimates == pytest.approx(middle + kept * (raw - middle), abs=1e-6)
    assert found.to_json()["biased"] is True


def test_shrunk_figures_are_closer_to_the_truth_on_the_whole() -> None:
    rng = np.random.default_rng(3)
    raw_error = shrunk_error = 0.0
    for _ in range(300):
        truth = rng.normal(0, 1, 10)
        sds = rng.uniform(0.5, 2, 10)
        raw = truth + rng.normal(0, sds)
        found = shrink("mean", list("abcdefghij"), [interval(*each) for each in zip(raw, sds, strict=True)])
        assert found is not None
        raw_error += ((raw - truth) ** 2).sum()
        shrunk_error += ((np.array(found.estimates) - truth) ** 2).sum()
    assert shrunk_error < 0.7 * raw_error


def test_three_groups_are_not_shrunk_and_one_without_a_figure_goes_to_the_middle() -> None:
    three = [interval(1.0), interval(2.0), interval(3.0), interval(None)]
    assert shrink("mean", list("abcd"), three) is None
    found = shrink("mean", list("abcde"), [*three, interval(10.0)])
    assert found is not None
    assert found.estimates[3] == found.middle
    assert found.kept[3] == 0
    assert spread_between(np.array([1.0, 1.0, 1.0, 1.0]), np.ones(4)) == 0


def test_three_kinds_of_silence_are_counted_apart() -> None:
    study = asked("scale", ends=(0, 1), groups="ab", epsilon="4", decline=True)
    found = drawn(study, [0.5, 0.4, 0.1], [0.5, 1.0, 0.5], 1000, 4)
    response = found.response(invited=3000, skipped=150)
    assert (response.invited, response.answered, response.skipped, response.never) == (3000, 1000, 150, 1850)
    assert response.rate == pytest.approx(1 / 3)
    assert response.declined is not None
    assert response.declined.estimate == pytest.approx(0.1, abs=0.05)
    told = " ".join(silence(response))
    for part in ("1,000 of 3,000", "150 saw the question", "1,850 were never heard of", "declined to say"):
        assert part in told


@pytest.mark.parametrize("truth", ["all in the group", "nobody in it", "high", "low"])
def test_the_worst_case_holds_whatever_the_silent_ones_are(truth: str) -> None:
    study = asked("scale", ends=(0, 1), groups="ab", epsilon="8", rows="direct")
    found = drawn(study, [0.4, 0.6], [0.5, 0.5], 4000, 5)
    (worst, _) = found.response(invited=6000).worst
    assert worst.share is not None
    assert worst.mean is not None
    silent = 2000 if truth != "nobody in it" else 0
    count, total = 1600 + silent, 800 + (silent if truth == "high" else 0)
    assert worst.share[0] - 0.01 <= count / 6000 <= worst.share[1] + 0.01
    assert worst.mean[0] - 0.01 <= total / count <= worst.mean[1] + 0.01
    if truth in ("high", "low"):
        assert total / count == pytest.approx(worst.mean[truth == "high"], abs=0.02)


def test_impossible_silence_is_refused() -> None:
    study = asked("none", groups="ab", epsilon="2")
    found = drawn(study, [0.5, 0.5], [1, 1], 100, 6)
    with pytest.raises(Refused, match="invited must be at least the 110 who answered or skipped; got 105"):
        found.response(invited=105, skipped=10)
    with pytest.raises(Refused, match="skipped must be at least 0; got -1"):
        found.response(skipped=-1)
    assert found.response().never is None


def test_how_many_were_expected_is_not_how_many_were_invited() -> None:
    expected = replace(asked("none", groups="ab", epsilon="2"), collect=Collect(people=900))
    response = drawn(expected, [0.5, 0.5], [1, 1], 1000, 6).response()
    assert (response.invited, response.never, response.rate) == (None, None, None)


def test_a_group_that_hides_is_named_with_how_far_and_why() -> None:
    study = asked("none", groups=("diabetic", "not diabetic"), epsilon="2")
    found = drawn(study, [0.06, 0.94], [1, 1], 8000, 7)
    gaps = found.truth_gap([0.11, 0.89])
    assert [gap.is_beyond_chance for gap in gaps] == [True, True]
    first, second = gaps_told(gaps)
    assert first.startswith("diabetic: ")
    assert "11.0% known" in first
    assert "points fewer (-" in first
    assert "said they belong to another one" in first
    assert "points more (+" in second
    assert gaps[0].difference == pytest.approx(-0.05, abs=0.02)


def test_shares_that_fit_raise_no_alarm_in_95_of_100_studies() -> None:
    study = asked("none", groups="abcd", epsilon="2")
    shares = [0.4, 0.3, 0.2, 0.1]
    alarms = 0
    for seed in range(400):
        gaps = drawn(study, shares, [1] * 4, 800, 100 + seed).truth_gap(shares)
        alarms += any(gap.is_beyond_chance for gap in gaps)
    assert alarms / 400 <= 0.06 + 5 * math.sqrt(0.06 * 0.94 / 400)
    assert gaps_told(gaps) == [
        "No group's share is further from the known one than noise and sampling explain."
    ] or any(gap.is_beyond_chance for gap in gaps)


def test_with_declining_shares_are_of_those_who_say() -> None:
    study = asked("none", groups="ab", epsilon="4", decline=True, shares=("0.25", "0.75"))
    found = drawn(study, [0.2, 0.6, 0.2], [1, 1, 1], 6000, 18)
    gaps = found.truth_gap()
    assert [gap.share.estimate for gap in gaps] == pytest.approx([0.25, 0.75], abs=0.03)
    assert not any(gap.is_beyond_chance for gap in gaps)


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ([0.5], "one per group, 2; got 1"),
        ([0.5, 0.6], "add to 1; these add to 1.1"),
        ([1.5, -0.5], "at least 0"),
        (None, "not in the study"),
    ],
)
def test_shares_that_cannot_be_are_refused(shares: list[float] | None, said: str) -> None:
    study = asked("none", groups="ab", epsilon="2")
    found = drawn(study, [0.5, 0.5], [1, 1], 100, 9)
    with pytest.raises(Refused, match=said):
        found.truth_gap(shares)


def test_post_stratified_means_are_what_known_shares_make_of_the_groups_means() -> None:
    study = asked("scale", ends=(0, 1), groups="ab", epsilon="4")
    found = drawn(study, [0.5, 0.5], [0.2, 0.8], 4000, 10)
    means = [group.mean.estimate for group in found.groups if group.mean]
    overall = found.overall([0.9, 0.1])
    assert overall is not None
    assert overall.estimate == pytest.approx(0.9 * (means[0] or 0) + 0.1 * (means[1] or 0))
    assert overall.population.low is not None
    assert overall.population.high is not None
    assert overall.population.low < 0.26 < overall.population.high
    nobody = drawn(study, [1.0, 0.0], [0.2, 0.8], 4000, 11)
    assert nobody.overall([0.9, 0.1]) is None
