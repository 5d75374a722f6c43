"""Estimates from tallies with sums: what they must agree with, and what must not matter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import tacit
from asking import asked
from surveyed import IDS, STUDIES, answers_of
from tacit.errors import AnswersInvalid, Refused
from tacit.estimation.figures import GroupFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.result import Estimate
from tacit.estimation.sampling import Sampling
from tacit.estimation.survey import in_order
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.study import Study
from tacit.tallying.folding import fold_sums
from tacit.tallying.measures import Measures
from tacit.tallying.sums import SumTally


def figures_of(found: Estimate) -> list[tuple[str, Interval]]:
    groups: Sequence[GroupFigures] = [each for _, groups in found.every_group() for each in groups]
    named = []
    for group in (*groups, *([found.declined] if found.declined else [])):
        for name in ("count", "share", "sum", "mean"):
            if (figure := getattr(group, name)) is not None:
                named.append((f"{name} of {group.group}", figure))
        for option in group.options:
            named += [(f"{option.option} in {group.group}", each) for each in (option.count, option.share)]
    return named


@pytest.mark.parametrize("study", STUDIES, ids=IDS)
def test_without_anything_beside_the_answers_it_is_the_plain_estimate(study: Study) -> None:
    people = 20_000
    plain = tacit.tally(study, answers_of(study, people, 1)["query"], answers_of(study, people, 1)["column"])
    one, other = tacit.estimate(study, plain), tacit.estimate(study, SumTally.of(plain))
    pairs = list(zip(figures_of(one), figures_of(other), strict=True))
    assert len(pairs) >= 3
    for (name, wanted), (same, found) in pairs:
        assert name == same
        assert found.estimate == pytest.approx(wanted.estimate, rel=1e-9, abs=1e-6), name
        if name.startswith("sum") and study.groups.shares:
            continue  # of the population here, of these people there
        for kind in ("people", "population"):
            bounds, others = getattr(wanted, kind), getattr(found, kind)
            assert (bounds is None) == (others is None), name
            if bounds is not None and bounds.sd is not None:
                assert others.sd == pytest.approx(bounds.sd, rel=0.02), (name, kind)
                assert others.low == pytest.approx(bounds.low, abs=0.05 * bounds.sd), (name, kind)


def test_the_same_weight_for_all_changes_counts_and_nothing_else() -> None:
    study = STUDIES[0]
    table = answers_of(study, 3000, 2) | {"y": np.arange(3000) % 7}
    plain = tacit.estimate(study, tacit.tally(study, table, outcomes="y"))
    heavy = tacit.estimate(
        study, tacit.tally(study, table | {"w": np.full(3000, 2.5)}, weights="w", outcomes="y")
    )
    assert heavy.weighing is not None
    assert heavy.weighing.design_effect == pytest.approx(1)
    for one, other in zip(plain.groups, heavy.groups, strict=True):
        assert one.count is not None
        assert other.count is not None
        assert one.count.estimate is not None
        assert other.count.estimate == pytest.approx(2.5 * one.count.estimate)
        assert_same(one.share, other.share)
    for a, b in zip(plain.outcomes[0].groups, heavy.outcomes[0].groups, strict=True):
        assert_same(a.mean, b.mean)


def assert_same(one: Interval | None, other: Interval | None) -> None:
    assert one is not None
    assert other is not None
    for kind in ("people", "population"):
        bounds, others = getattr(one, kind), getattr(other, kind)
        assert (bounds.sd, bounds.low, bounds.high) == pytest.approx((others.sd, others.low, others.high))


def test_a_weight_of_two_estimates_what_two_same_answers_would() -> None:
    study = STUDIES[3]
    table = answers_of(study, 1000, 3)
    weights = np.where(np.arange(1000) < 400, 2, 1)
    twice = {name: np.concatenate([values, np.asarray(values)[:400]]) for name, values in table.items()}
    one = tacit.estimate(study, tacit.tally(study, table | {"w": weights}, weights="w"))
    other = tacit.estimate(study, tacit.tally(study, twice, by=()))
    for (name, a), (_, b) in zip(figures_of(one), figures_of(other), strict=True):
        assert a.estimate == pytest.approx(b.estimate), name
        assert a.people is not None
        assert b.people is not None
        assert a.people.sd is not None
        assert b.people.sd is not None
        assert a.people.sd > b.people.sd, "one person with a weight of two is not two people"


def test_strata_add_up_to_the_whole() -> None:
    study = STUDIES[2]
    table = answers_of(study, 2000, 4) | {"region": np.array(list("ns"))[np.arange(2000) % 2]}
    found = tacit.estimate(study, tacit.tally(study, table, by="region"))
    assert [stratum.name for stratum in found.strata] == ["region n", "region s"]
    assert [stratum.answers for stratum in found.strata] == [1000, 1000]
    for at, group in enumerate(found.groups):
        for name in ("count", "sum"):
            parts = [getattr(stratum.groups[at], name).estimate for stratum in found.strata]
            assert sum(parts) == pytest.approx(getattr(group, name).estimate)


@pytest.mark.parametrize("name", [1, 6])
def test_who_declined_is_told_in_every_stratum_and_adds_up(name: int) -> None:
    study = STUDIES[name]
    table = answers_of(study, 2000, 4) | {"region": np.array(list("ns"))[np.arange(2000) % 2]}
    found = tacit.estimate(study, tacit.tally(study, table, by="region"))
    assert found.declined is not None
    assert found.declined.count is not None
    parts = [each.declined.count.estimate for each in found.strata if each.declined and each.declined.count]
    assert sum(part or 0 for part in parts) == pytest.approx(found.declined.count.estimate)
    document = found.to_json()["strata"]
    assert [stratum["declined"]["count"]["estimate"] for stratum in document] == parts  # type: ignore[attr-defined]
    rows = [row for row in found.records() if row["group"] == "(declined)" and row["figure"] == "count"]
    assert [(row["stratum"], row["estimate"]) for row in rows[1:]] == [
        ("region n", parts[0]),
        ("region s", parts[1]),
    ]
    assert str(found).count("(declined)") >= 3


def test_a_histogram_is_shown_for_every_stratum() -> None:
    study = STUDIES[6]
    table = answers_of(study, 2000, 4) | {"region": np.array(list("ns"))[np.arange(2000) % 2]}
    text = str(tacit.estimate(study, tacit.tally(study, table, by="region")))
    assert "share within the group by region (%)" in text
    for heading in ("a", "b", "n: a", "n: b", "s: a", "s: b"):
        assert f"\n{heading}\n  x " in text


def test_strata_have_tables_of_their_own_that_say_by_what() -> None:
    table = answers_of(STUDIES[2], 900, 4) | {
        "region": ["n", "s"] * 450,
        "age": ["old"] * 500 + ["new"] * 400,
    }
    text = str(tacit.estimate(STUDIES[2], tacit.tally(STUDIES[2], table, by=["region", "age"])))
    assert "\nmean " in text
    _, _, rest = text.partition("\nmean by region and age ")
    assert [line for line in rest.splitlines()[1:] if line and line[0] in "ns"][:4] == [
        *("n, new", "n, old", "s, new", "s, old")
    ]


def test_strata_come_in_the_order_in_which_people_put_them() -> None:
    names = ["10", "9", "100", "2", "1.5", "north", "East"]
    table = answers_of(STUDIES[0], 700, 4) | {"band": [names[n % 7] for n in range(700)]}
    found = tacit.estimate(STUDIES[0], tacit.tally(STUDIES[0], table, by="band"))
    assert [stratum.labels["band"] for stratum in found.strata] == [
        *("1.5", "2", "9", "10", "100"),
        *("East", "north"),
    ]
    ages = [("n", "5-9"), ("n", "10-14"), ("n", "65+"), ("s", "<5")]
    assert sorted([ages[3], *ages[:3]], key=in_order) == ages


def test_clusters_of_one_answer_are_no_clusters() -> None:
    study = STUDIES[0]
    table = answers_of(study, 500, 5)
    names = np.array([f"person {n}" for n in range(500)])
    one = tacit.estimate(study, tacit.tally(study, table | {"c": names}, cluster="c"))
    other = tacit.estimate(study, tacit.tally(study, table), sampling=Sampling())
    assert one.weighing is not None
    assert one.weighing.clusters == 500
    for (name, a), (_, b) in zip(figures_of(one), figures_of(other), strict=True):
        assert a.population.sd == pytest.approx(b.population.sd), name


def test_few_clusters_and_lonely_strata_are_told() -> None:
    study = STUDIES[0]
    table = answers_of(study, 200, 13) | {"c": [f"c{n % 4}" for n in range(200)], "r": ["n"] * 199 + ["s"]}
    told = " ".join(str(tacit.estimate(study, tacit.tally(study, table, cluster="c"))).split())
    assert "measured from 4 clusters (c); so few say little about others." in told
    told = " ".join(str(tacit.estimate(study, tacit.tally(study, table, by="r"))).split())
    assert "1 stratum has one answer or cluster only" in told


def test_everybody_of_a_small_population_leaves_privacy_noise_alone() -> None:
    study = STUDIES[0]
    plain = tacit.tally(study, answers_of(study, 500, 6))
    found = tacit.estimate(study, plain, sampling=Sampling("simple", 500))
    for name, figure in figures_of(found):
        assert figure.people is not None
        assert figure.population.sd == pytest.approx(figure.people.sd), name
    weighed = tacit.tally(study, answers_of(study, 500, 6) | {"w": np.arange(500) + 1}, weights="w")
    with pytest.raises(Refused, match='sampling "simple" is for people who were equally likely to be drawn'):
        tacit.estimate(study, weighed, sampling=Sampling("simple", 900))
    with pytest.raises(Refused, match="population must be at least the 500 who answered; got 499"):
        tacit.estimate(study, plain, sampling=Sampling("simple", 499))


def test_many_groups_are_measured_only_where_asked_and_alike() -> None:
    study = asked("none", groups=[f"group {n}" for n in range(70)], epsilon="3")
    plain = tacit.tally(study, answers_of(study, 30_000, 7))
    found = tacit.estimate(study, plain, sampling=Sampling())
    other = tacit.estimate(study, plain)
    for (name, a), (_, b) in zip(figures_of(found), figures_of(other), strict=True):
        assert a.estimate == pytest.approx(b.estimate, abs=1e-6), name
        assert a.population.sd == pytest.approx(b.population.sd, rel=0.02), name
    apart = other.difference("group 3", "group 4").difference.estimate
    shares = [other["group 3"].share, other["group 4"].share]
    assert apart == pytest.approx(shares[0].estimate - shares[1].estimate)  # type: ignore[union-attr, operator]


def test_outcomes_of_those_who_lack_them_are_left_out_and_counted_per_group() -> None:
    study = asked("none", groups="ab", epsilon="8", rows="direct")
    rng = np.random.default_rng(8)
    items = np.repeat([0, 1], 2000).astype(np.uint64)
    queries, columns = draw_answers(study.scheme, Cards(items, np.zeros(4000, np.uint64)), rng)
    values: list[float | None] = [5.0] * 4000
    values[:500] = [None] * 500
    found = tacit.estimate(
        study, tacit.tally(study, {"query": queries, "column": columns, "y": values}, outcomes="y")
    )
    (outcome,) = found.outcomes
    assert (outcome.answers, outcome.missing) == (3500, 500)
    first, second = outcome.groups
    assert first.missing is not None
    assert second.missing is not None
    assert first.missing.estimate == pytest.approx(500, abs=10)
    assert second.missing.estimate == pytest.approx(0, abs=10)
    assert first.count.estimate == pytest.approx(1500, abs=10)
    assert first.mean.estimate == pytest.approx(5)
    assert "y: 500 of 4,000 answers lack it" in " ".join(str(found).split())


def test_records_hold_strata_and_outcomes_too() -> None:
    study = STUDIES[0]
    table = answers_of(study, 300, 11) | {"y": [None, *range(299)], "region": ["n", "s"] * 150}
    found = tacit.estimate(study, tacit.tally(study, table, outcomes="y", by="region"))
    records = found.records()
    keys = [tuple(record[name] for name in ("stratum", "group", "outcome", "figure")) for record in records]
    assert len(set(keys)) == len(keys) == 3 * 3 * (2 + 4) - 3, "in one stratum nobody lacks the outcome"
    assert ("region n", "b", "y", "mean") in keys
    assert ("", "c", "y", "missing") in keys
    assert found.to_arrow().num_rows == len(records)


def test_weights_that_are_all_zero_are_refused_unless_others_come() -> None:
    study = STUDIES[0]
    nobody = tacit.tally(study, answers_of(study, 10, 9) | {"w": np.zeros(10)}, weights="w")
    with pytest.raises(AnswersInvalid, match="w is 0 in every answer"):
        tacit.estimate(study, nobody)
    some = tacit.tally(study, answers_of(study, 10, 10) | {"w": np.ones(10)}, weights="w")
    assert tacit.estimate(study, nobody + some).answers == 20
    with pytest.raises(AnswersInvalid, match="has the outcome and every covariate weighs 0"):
        tacit.model(
            study,
            answers_of(study, 10, 9) | {"w": np.zeros(10), "y": np.ones(10)},
            outcome="y",
            weights="w",
        )


def test_numbers_too_large_to_add_up_are_named_by_row() -> None:
    study = STUDIES[0]
    table = answers_of(study, 3, 9) | {"w": [1.0, 3e9, 2]}
    said = r"w is beyond -2,147,483,647 to 2,147,483,647 \(position 1\)"
    with pytest.raises(AnswersInvalid, match=said):
        tacit.tally(study, table, weights="w")
    with pytest.raises(AnswersInvalid, match=said):
        tacit.tally(study, table, outcomes="w")


def test_outcomes_need_a_scheme_that_counts() -> None:
    """Two columns without count questions add values up, and say nothing about who is in a group."""
    study = STUDIES[4]
    table = answers_of(study, 100, 14) | {"y": np.arange(100)}
    with pytest.raises(Refused, match="outcomes cannot be told per group"):
        tacit.estimate(study, tacit.tally(study, table, outcomes="y"))
    with pytest.raises(Refused, match="outcomes cannot be told per group"):
        tacit.model(study, table, outcome="y")
    sums = tacit.estimate(study, tacit.tally(study, table | {"w": np.ones(100)}, weights="w"))
    assert sums.groups[0].count is None
    assert sums.groups[0].sum is not None
    assert sums.consistent() == ()
    with pytest.raises(Refused, match="figure must be sum here; got mean"):
        sums.difference("a", "b", "mean")
    assert sums.difference("a", "b").what.about == 5
    assert sums.difference("a", "b", "sum").difference.estimate is not None


def test_a_tally_of_another_study_is_refused() -> None:
    one, other = STUDIES[0], STUDIES[1]
    tally = tacit.tally(one, answers_of(one, 10, 10), outcomes=(), by=())
    with pytest.raises(AnswersInvalid, match="of another study"):
        tacit.estimate(other, tally, sampling=Sampling())
    with pytest.raises(AnswersInvalid, match="no answers"):
        tacit.estimate(one, fold_sums(one.scheme, Measures(), []))
