"""Many people at once: what each holds, who is imagined, who is drawn again, and what is true of them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from asking import asked
from simulated import stream
from tacit.answering.card import DECLINE, card_of
from tacit.errors import Refused
from tacit.simulation.imagined import DECLINING, imagined, imagined_parts, imagined_values
from tacit.simulation.people import People, answers_of, in_batches, people_of, resampled
from tacit.simulation.stream import RAW
from tacit.simulation.truth import truth_of
from tacit.study.study import Study

CROSS = {"age": ("<40", "40+"), "region": ("north", "south", "west")}
STUDIES = {
    "range": asked(ends=(-3, 7), decline=True),
    "range, four levels": asked(levels=4, rows="direct", epsilon="5", decline=True),
    "wide scale": asked("scale", ends=(18, 99)),
    "narrow scale": asked("scale", ends=(1, 5)),
    "two options": asked("choice", options=("no", "yes"), decline=True),
    "five options": asked("choice", options="vwxyz", decline=True),
    "only the group": asked("none", decline=True),
    "crossed": asked(cross=CROSS),
    "shares": asked(shares=("0.5", "0.3", "0.2"), decline=True),
}


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def everybody(batches: Iterable[People]) -> list[tuple[int, object]]:
    """(group, value) of each."""
    return [
        (group, people.values.values[chosen])
        for people in batches
        for group, chosen in zip(people.groups.tolist(), people.chosen.tolist(), strict=True)
    ]


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_everybody_holds_the_card_that_their_device_would_find(study: Study) -> None:
    values = [value for value in imagined_values(study) if value is not None]
    whom = [(group, value) for group in range(len(study.groups.labels)) for value in values or (None,)]
    cards = people_of(study, *zip(*whom, strict=True)).cards(stream())
    for at, (group, value) in enumerate(whom):
        card = card_of(study, study.groups.labels[group], value)
        assert (cards.items[at], cards.levels[at]) == (card.item, card.level)
        rise = Fraction(0) if cards.chosen is None else cards.chances.exact[cards.chosen[at]]
        assert rise == Fraction(card.rise or 0, card.run or 1)


@pytest.mark.parametrize(
    "name", ["range", "two options", "five options", "only the group", "range, four levels"]
)
def test_those_who_decline_hold_a_card_of_their_own_at_a_level_drawn_evenly(name: str) -> None:
    study = STUDIES[name]
    assert study.declined is not None
    levels, sizes = study.scheme.rows.levels, 8
    coins = [RAW // levels * (at % levels) for at in range(sizes)]
    people = people_of(study, [study.declined] * sizes, [None] * sizes)
    cards = people.cards(stream(*coins))
    assert set(cards.items.tolist()) == {card_of(study, DECLINE, None).item}
    assert cards.levels.tolist() == [at % levels for at in range(sizes)]
    assert cards.chosen is None


def test_coins_are_for_those_who_decline_alone() -> None:
    study = STUDIES["range"]
    answering = people_of(study, [0, 1, 2], [1, 2, Decimal("2.5")])
    assert len(answering.cards(stream())) == 3


def test_people_whom_the_study_refuses_are_refused() -> None:
    with pytest.raises(Refused, match=r"value must lie within -3\.\.7; got 8"):
        people_of(STUDIES["range"], [0, 1], [7, 8])


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_imagined_people_can_answer_and_are_of_every_group(study: Study) -> None:
    batches = [*imagined(study, 4000, rng())]
    found = everybody(batches)
    assert len(found) == 4000
    assert {group for group, _ in found} == set(range(len(study.group_names)))
    for group, value in set(found):
        card_of(study, DECLINE if group == study.declined else study.groups.labels[group], value)  # type: ignore[arg-type]
    queries, columns = next(answers_of(study, batches, rng(2)))
    assert queries.size == columns.size == 4000
    assert queries.max() < study.scheme.queries
    assert columns.max() < study.scheme.rows.columns


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_imagined_people_come_in_their_known_shares_or_even(study: Study) -> None:
    parts = imagined_parts(study)
    total, groups = int(parts.sum()), len(study.groups.labels)
    answering = 1 - DECLINING if study.groups.decline else Fraction(1)
    for group in range(groups):
        known = Fraction(study.groups.shares[group]) if study.groups.shares else Fraction(1, groups)
        assert abs(Fraction(int(parts[group].sum()), total) - known * answering) < Fraction(1, 10**4)
    if study.declined is not None:
        assert abs(Fraction(int(parts[study.declined].sum()), total) - DECLINING) < Fraction(1, 10**4)
        assert np.flatnonzero(parts[study.declined]).tolist() == [parts.shape[1] - 1]
    assert total < 1 << 61


def test_groups_are_imagined_with_means_apart_and_away_from_the_ends() -> None:
    study = STUDIES["wide scale"]
    parts, values = imagined_parts(study), np.array(imagined_values(study), dtype=float)
    means = (parts @ values) / parts.sum(axis=1)
    assert np.diff(np.sort(means)).min() > 5
    assert means.min() > 18 + 81 / 5
    assert means.max() < 99 - 81 / 5


def test_imagined_values_are_exact_and_whole_on_a_scale() -> None:
    assert imagined_values(asked(ends=(0, 1)))[:3] == (0, Decimal("0.1"), Decimal("0.2"))
    assert imagined_values(STUDIES["narrow scale"]) == (1, 2, 3, 4, 5)
    wide = imagined_values(STUDIES["wide scale"])
    assert (wide[0], wide[-1], len(wide)) == (18, 99, 11)
    assert all(isinstance(value, int) for value in wide)
    assert imagined_values(asked("none")) == (None,)


def drawn_again(study: Study, size: int) -> Iterable[People]:
    people = people_of(study, [0, 1, 2, 0, 1], [1, 2, 3, 4, 5])
    return resampled(people, 1000, rng(), size)


SOURCES: dict[str, Callable[[Study, int], Iterable[People]]] = {
    "imagined": lambda study, size: imagined(study, 1000, rng(), size),
    "with replacement": drawn_again,
    "each once": lambda study, size: in_batches(people_of(study, [0, 1] * 500, [5, 6] * 500), size),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_a_seed_gives_the_same_people_and_answers_in_batches_of_any_size(
    source: Callable[[Study, int], Iterable[People]],
) -> None:
    study = STUDIES["range"]
    whole = everybody(source(study, 1000))
    answers = [
        np.concatenate(part).tolist()
        for part in zip(*answers_of(study, source(study, 1000), rng(2)), strict=True)
    ]
    assert len(whole) == 1000
    for size in (1, 7, 333, 999, 5000):
        batches = [*source(study, size)]
        assert max(map(len, batches)) <= size
        assert everybody(batches) == whole
        parts = zip(*answers_of(study, batches, rng(2)), strict=True)
        assert [np.concatenate(part).tolist() for part in parts] == answers


def test_drawing_with_replacement_takes_everybody_evenly() -> None:
    people = people_of(STUDIES["range"], [0, 1, 2], [1, 2, 3])
    taken = [people[stream(*(RAW // 3 * at for at in range(3))).below(3, 3)]]
    assert everybody(taken) == [(0, 1), (1, 2), (2, 3)]
    counts = Counter(group for group, _ in everybody(resampled(people, 9000, rng())))
    # Each count has the sd 44.7; beyond 5 sd one seed in 600,000 fails.
    assert all(abs(count - 3000) < 5 * 44.8 for count in counts.values()), counts


class TestTruth:
    def test_counts_sums_and_means_are_exact(self) -> None:
        study = STUDIES["range"]
        tenths = [Decimal("0.1")] * 3 + [Decimal("0.2"), 7, -3, None]
        found = truth_of(study, [people_of(study, [0, 0, 0, 0, 1, 1, 3], tenths)])
        assert [(each.group, each.count, each.sum, each.mean) for each in found.groups] == [
            ("a", 4, 0.5, 0.125),
            ("b", 2, 4.0, 2.0),
            ("c", 0, 0.0, None),
        ]
        assert (found.declined, found.people) == (1, 7)

    def test_batches_of_different_units_add_up(self) -> None:
        study = STUDIES["range"]
        batches = [people_of(study, [0], [Fraction(1, unit)]) for unit in (3, 6, 2, 7)]
        assert truth_of(study, batches)["a"].sum == float(
            Fraction(1, 3) + Fraction(1, 6) + Fraction(1, 2) + Fraction(1, 7)
        )

    def test_sums_beyond_64_bits_are_exact(self) -> None:
        study = asked(ends=(0, 10**14))
        tiny = Fraction(1, 10**12)
        values = [Fraction(10**14) - tiny, tiny, Fraction(1)]
        assert truth_of(study, [people_of(study, [0, 0, 0], values)])["a"].sum == 10**14 + 1

    def test_of_two_options_the_second_counts_as_one(self) -> None:
        study = STUDIES["two options"]
        found = truth_of(study, [people_of(study, [0, 0, 0, 1, 3], ["yes", "no", " yes ", "no", None])])
        assert (found["a"].sum, found["a"].mean) == (2.0, 2 / 3)
        assert found["a"].options == (("no", 1), ("yes", 2))
        assert found["b"].to_json() == {
            "group": "b",
            "count": 1,
            "sum": 0.0,
            "mean": 0.0,
            "options": [{"option": "no", "count": 1}, {"option": "yes", "count": 0}],
        }

    def test_more_options_have_counts_and_no_sum(self) -> None:
        study = STUDIES["five options"]
        found = truth_of(study, [people_of(study, [0, 0, 1, 3], ["v", "z", "z", None])])
        assert dict(found["a"].options) == {"v": 1, "w": 0, "x": 0, "y": 0, "z": 1}
        assert (found["a"].sum, found["a"].mean) == (None, None)
        assert [each.count for each in found.groups] == [2, 1, 0]
        assert found.declined == 1

    def test_margins_of_crossed_groups_add_their_cells(self) -> None:
        study = STUDIES["crossed"]
        found = truth_of(study, [people_of(study, [0, 1, 2, 3, 3], [1, 2, 3, 4, 6])])
        assert [(each.group, each.count, each.sum) for each in found.margins["age"]] == [
            ("<40", 3, 6.0),
            ("40+", 2, 10.0),
        ]
        assert [each.count for each in found.margins["region"]] == [3, 1, 1]
        assert found["north"].mean == 11 / 3
        assert found.declined is None
        assert list(found.to_json()) == ["groups", "margins"]
        with pytest.raises(KeyError, match="east"):
            found["east"]
