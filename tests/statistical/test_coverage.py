"""Intervals hold the truth as often as they say, over seeded replications of every kind of study.

A 95% interval is claimed to hold in 94 to 97.5% of cases where counts, sums or shares add up, and in 94%
or more where it is a mean of few people, or is known to be cautious. Each of about 1,000 claims is checked
with z = 5: were each true only just, one run in 3,400 would raise a false alarm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from asking import asked
from proofs.enumerated import at
from replications import Coverage, Key, Kind, Setting, choosers, cover, crowd
from tacit.estimation.estimate import estimate
from tacit.study.units import is_two_valued

Z = 5.0
LEAST, MOST = 0.94, 0.975
FIVE = ("most", "many", "some", "few", "none")
SHARES, HIGHS = (0.5, 0.3, 0.178, 0.022, 0.0), (0.5, 0.9, 0.2, 0.5, 0.0)
CROSS = {"age": ["young", "old"], "region": ["north", "south", "west"]}


def settings() -> Iterator[Setting]:
    five = crowd(SHARES, HIGHS, 2000)
    scale = asked("scale", ends=(0, 1), groups=FIVE, epsilon="1")
    yield Setting("two values, dealt", scale, five)
    yield Setting(
        "two values far from 0", asked("scale", ends=(40, 41), groups=FIVE, epsilon="1", rows="hashed"), five
    )
    strong = asked("scale", ends=(0, 1), groups=FIVE[:3], epsilon="0.2")
    yield Setting("two values, much noise", strong, crowd((0.6, 0.3, 0.1), HIGHS[:3], 20_000))
    weak = asked("scale", ends=(0, 1), groups=FIVE, epsilon="4")
    yield Setting("two values, direct", weak, crowd(SHARES, HIGHS, 1000))
    many = [f"group {number}" for number in range(14)]
    shares = [0.3, 0.2, 0.15, 0.1, *[0.03] * 8, 0.01, 0.0]
    hashed = asked("scale", ends=(0, 1), groups=many, epsilon="2", rows="hashed")
    yield Setting("many groups, hashed", hashed, crowd(shares, [0.7] * 14, 3000))
    spread = ((at(0, 0.5), 400), (at(0, -0.25), 300), (at(1, 0), 200), (at(2, 0.75), 40), (at(1, 1), 60))
    yield Setting("a range", asked(epsilon="1.5", ends=(20, 90), groups=FIVE[:4]), spread)
    levels = tuple((at(person.item, person.value, 3), count) for person, count in spread)
    yield Setting("a range with three levels", asked(epsilon="4", groups=FIVE[:4], levels=3), levels)
    group = asked(
        "scale", ends=(0, 1), groups=FIVE[:3], epsilon="1", promise="group", rows="direct", ask="sum"
    )
    yield Setting("the promise group", group, crowd((0.6, 0.35, 0.05), HIGHS[:3], 1500))
    middle = asked(epsilon="2", promise="group", mean_within="0.5", rows="hashed", columns=3, groups=FIVE[:3])
    yield Setting("means within bounds", middle, ((at(0, 0.25), 500), (at(1, -0.5), 300), (at(2, 0), 100)))
    sums = asked(ask="sum", epsilon="0.7", groups=FIVE[:3])
    yield Setting("sums about the middle", sums, ((at(0, 0.5), 500), (at(1, -1), 300)))
    declined = asked("scale", ends=(0, 1), groups=FIVE[:3], epsilon="1.5", decline=True)
    yield Setting("some decline", declined, (*crowd((0.5, 0.3, 0.1), HIGHS[:3], 1500), (at(3, 0), 150)))
    options = asked("choice", options=("x", "y", "z"), groups=("a", "b", "c"), epsilon="2", decline=True)
    yield Setting("a histogram", options, choosers((400, 200, 0, 90, 0, 10, 100, 100, 0, 100)))
    only = asked("none", groups=FIVE[:4], epsilon="1", decline=True)
    yield Setting("only groups", only, choosers((700, 250, 40, 0, 10)))
    crossed = asked("scale", ends=(0, 1), cross=CROSS, epsilon="2")
    cells = (0.3, 0.25, 0.2, 0.15, 0.1, 0.0)
    yield Setting("margins", crossed, crowd(cells, (0.5, 0.9, 0.2, 0.5, 0.4, 0.0), 1500))
    known = asked(ends=(20, 90), shares=("0.5", "0.3", "0.2"), epsilon="1")
    yield Setting("known shares", known, ((at(0, 0.5), 500), (at(1, -1), 300), (at(2, 0), 200)))
    less = asked("scale", ends=(0, 1), shares=("0.5", "0.3", "0.2"), decline=True, epsilon="2")
    yield Setting(
        "known shares of those who answer", less, (*crowd((0.5, 0.3, 0.2), HIGHS[:3], 1000), (at(3, 0), 100))
    )


SETTINGS = list(settings())


def error(chance: float, replications: int) -> float:
    return math.sqrt(chance * (1 - chance) / replications)


def is_cautious(setting: Setting, kind: Kind, key: Key) -> bool:
    """Whether an interval is meant to be wide: then it may hold always.

    Means while their group may be empty; sums in a range, of which it is not known how far values lie apart;
    what noise puts below zero in small groups; and sums over known shares, whoever is meant by them.
    """
    name, label = key
    truth = setting.truths.get(("count", label), 0.0)
    if name == "mean" or name.startswith("share of") or truth < 0.03 * setting.answers:
        return True
    is_known = setting.study.groups.shares is not None
    return name == "sum" and (is_known or (kind == "people" and not is_two_valued(setting.study.question)))


def check(setting: Setting, kind: Kind, found: Coverage, least: float, most: float) -> int:
    """Every figure's interval holds as often as claimed. Returns how many claims were checked."""
    for key, held in found.held.items():
        share = held / found.replications
        below, above = (Z * error(chance, found.replications) for chance in (least, most))
        name = f"{setting.name}, {kind}: the {key[0]} of {key[1]}"
        assert share >= least - below, (
            f"{name} was held in {share:.4f} of {found.replications}, claimed {least}"
        )
        if not is_cautious(setting, kind, key):
            assert share <= most + above, (
                f"{name} was held in {share:.4f} of {found.replications}, claimed {most}"
            )
    return len(found.held)


KINDS: tuple[Kind, ...] = ("people", "population")
CASES = [
    (setting, kind)
    for setting in SETTINGS
    for kind in KINDS
    if kind == "population" or not setting.study.groups.shares
]


@pytest.mark.parametrize(
    ("setting", "kind"), CASES, ids=[f"{setting.name} {kind}" for setting, kind in CASES]
)
def test_every_interval_holds_the_truth_as_often_as_it_says(setting: Setting, kind: Kind) -> None:
    found = cover(setting, kind, replications=2500, seed=11)
    claims = check(setting, kind, found, LEAST, MOST)
    assert claims >= len(setting.study.groups.labels)


@pytest.mark.parametrize("kind", KINDS)
def test_with_many_answers_95_percent_are_95_percent(kind: Kind) -> None:
    """Closer, over 20,000 replications: intervals too narrow or too wide by a tenth would be seen."""
    study = asked("scale", ends=(0, 1), groups=("a", "b", "c"), epsilon="1")
    setting = Setting("many answers", study, crowd((0.5, 0.3, 0.2), (0.5, 0.9, 0.2), 20_000))
    found = cover(setting, kind, replications=20_000, seed=12)
    for (name, label), held in found.held.items():
        share = held / found.replications
        assert 0.946 - Z * error(0.946, 20_000) <= share <= 0.954 + Z * error(0.954, 20_000), (
            name,
            label,
            share,
        )


def test_the_mean_of_nobody_is_resolved_in_few_cases() -> None:
    """A group is taken to have people when its count is above 0 by z: by noise alone, once in 40 cases."""
    setting = SETTINGS[0]
    found = cover(setting, "people", replications=4000, seed=13)
    share = found.resolved["mean", "none"] / found.replications
    assert share <= 0.03 + Z * error(0.03, 4000)
    assert found.resolved["mean", "most"] == found.replications


def test_simultaneous_intervals_hold_for_all_groups_at_once_and_others_do_not() -> None:
    setting = Setting(
        "", asked("scale", ends=(0, 1), groups=FIVE, epsilon="1"), crowd([0.2] * 5, [0.5] * 5, 2000)
    )
    for kind in KINDS:
        together = cover(setting, kind, replications=3000, seed=14, simultaneous=True).together / 3000
        assert LEAST - Z * error(LEAST, 3000) <= together <= MOST + Z * error(MOST, 3000)
        alone = cover(setting, kind, replications=3000, seed=14).together / 3000
        assert alone <= 0.82


@pytest.mark.parametrize("people", [3, 10, 30])
def test_a_handful_of_answers_is_said_to_be_rough_and_holds_in_four_of_five_cases(people: int) -> None:
    """Where sums of answers are far from normal nothing better is claimed, and the reader is told."""
    study = asked("scale", ends=(0, 1), groups=("a", "b"), epsilon="2")
    setting = Setting(f"{people} people", study, crowd((0.6, 0.4), (0.5, 1.0), people))
    assert estimate(study, next(setting.tallies("people", 1, seed=15))).is_rough
    for kind in KINDS:
        check(setting, kind, cover(setting, kind, replications=2500, seed=15), 0.8, 1.0)
