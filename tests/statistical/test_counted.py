"""Answers that are drawn by how many have each: every count has the law of answers drawn one by one."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from asking import asked
from tacit.errors import Refused
from tacit.scheme.scheme import Scheme
from tacit.simulation import counted
from tacit.simulation.imagined import imagined
from tacit.simulation.people import People, Values, in_batches, people_of
from tacit.simulation.truth import Totals, truth_of
from tacit.study.study import Study

PEOPLE = 2_000_000
SEED = 20_261_119
STUDIES: dict[str, Study] = {
    "hashed with count questions": asked(groups=list("abcdefg"), rows="hashed", columns=3),
    "hashed, two columns": asked(groups=list("abcde"), rows="hashed", columns=2, ask="sum"),
    "dealt": asked(rows="dealt", columns=4),
    "dealt with decline": asked(rows="dealt", decline=True),
    "direct": asked(rows="direct", epsilon="3"),
    "direct, three levels": asked(rows="direct", epsilon="3", levels=3),
    "group promise": asked(rows="direct", promise="group"),
    "mean within": asked(promise="group", mean_within="0.5", rows="hashed", columns=3),
    "options": asked("choice", options=["x", "y", "z"], decline=True),
    "nothing asked": asked("none", epsilon="2"),
}


def sent_law(scheme: Scheme, query: int, item: int, level: int) -> list[Fraction]:
    """The chance of every column, from the published odds."""
    odds, columns = scheme.odds, scheme.rows.columns
    own = scheme.column(query, item, level)
    weights = [odds.other] * columns
    if not odds.is_plain:
        weights[scheme.column(query, item, 1 - level)] = odds.opposite
    weights[own] = odds.keep
    return [Fraction(weight, scheme.total) for weight in weights]


def card_laws(study: Study, group: int, at: int, values: Values) -> list[tuple[int, int, Fraction]]:
    """The cards that such people may hold, with their chances."""
    levels = study.scheme.rows.levels
    options = len(study.question.options) if study.is_histogram else 1
    item = group * options + (int(values.options[at]) if study.is_histogram else 0)
    if group == study.declined and levels > 1:
        return [(item, level, Fraction(1, levels)) for level in range(levels)]
    level, chance = int(values.levels[at]), values.chances.exact[at]
    return [(item, level, 1 - chance)] + ([(item, level + 1, chance)] if chance else [])


def expected(
    study: Study, held: npt.NDArray[np.int64], values: Values
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Mean and variance of every count, people being independent of one another."""
    scheme = study.scheme
    pool, share = scheme.rows.pool, scheme.count_share
    mean = np.zeros((scheme.queries, scheme.rows.columns))
    variance = np.zeros_like(mean)
    for group, at in np.argwhere(held).tolist():
        chances = np.zeros_like(mean)
        for item, level, chance in card_laws(study, group, at, values):
            for query in range(scheme.queries):
                asked_for = (share if query >= pool else 1 - share) / pool
                law = sent_law(scheme, query, item, level)
                chances[query] += [float(chance * asked_for * each) for each in law]
        mean += held[group, at] * chances
        variance += held[group, at] * chances * (1 - chances)
    return mean, variance


def worst(study: Study, seed: int) -> float:
    """The most that a count is off, in standard deviations."""
    rng = np.random.default_rng(seed)
    held, values = counted.imagined_counts(study, PEOPLE, rng)
    tally = counted.answers_counted(study, held, values, rng)
    assert tally.answers == PEOPLE == int(held.sum())
    mean, variance = expected(study, held, values)
    return float(np.abs((tally.dense() - mean) / np.sqrt(variance)).max())


@pytest.mark.parametrize("name", STUDIES)
def test_every_count_is_where_it_must_be(name: str) -> None:
    """At most 5.5 standard deviations off; 2,500 counts in all, so that chance fails 1 run in 10,000."""
    found = worst(STUDIES[name], SEED)
    assert found < 5.5, f"{name}: {found:.1f} standard deviations, seed {SEED}"


def _no_count_questions(scheme: Scheme) -> npt.NDArray[np.float64]:
    return np.full(scheme.queries, 1 / scheme.queries)


def _never_up(study: Study, held: object, values: Values, rng: object) -> list[tuple[int, int, int]]:
    return [(group, 0, int(count)) for group, count in enumerate(np.asarray(held).sum(axis=1)) if count]


def _kept(
    scheme: Scheme, people: object, own: object, opposite: object, rng: object
) -> npt.NDArray[np.int64]:
    sent = np.zeros((np.asarray(own).size, scheme.rows.columns), dtype=np.int64)
    np.put_along_axis(sent, np.asarray(own)[:, None], np.asarray(people)[:, None], axis=1)
    return sent


@pytest.mark.parametrize(
    ("part", "mistake", "name"),
    [
        ("_asked", _no_count_questions, "hashed with count questions"),
        ("_cards", _never_up, "dealt"),
        ("_cards", _never_up, "direct, three levels"),
        ("_blurred", _kept, "direct"),
        ("_blurred", _kept, "group promise"),
    ],
)
def test_a_mistake_would_be_seen(
    part: str, mistake: Callable[..., object], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counted, part, mistake)
    assert worst(STUDIES[name], SEED) > 50


@pytest.mark.parametrize("name", ["dealt with decline", "options"])
def test_people_counted_are_the_people(name: str) -> None:
    """And their truth is the same, whether they are added one by one or by how many there are."""
    study = STUDIES[name]
    batches = list(imagined(study, 5000, np.random.default_rng(1), size=1000))
    held, values = counted.counts_of(study, batches)
    assert held.sum() == 5000
    totals = Totals(study)
    totals.add_counts(held, values)
    assert totals.truth().to_json() == truth_of(study, batches).to_json()


def test_sums_are_exact_beyond_64_bits() -> None:
    study = asked(ends=(0, 10**9))
    people = people_of(study, [0], [10**9])
    held, values = counted.counts_of(study, in_batches(people))
    totals = Totals(study)
    totals.add_counts(held * (2**53 - 1), values)
    assert totals.truth()["a"].sum == float((2**53 - 1) * 10**9)


def test_people_drawn_with_replacement_have_the_shares_of_those_held() -> None:
    study = asked()
    people: People = people_of(study, [0, 0, 0, 1], [1, 2, 2, 10])
    held, _ = counted.counts_of(study, in_batches(people))
    drawn = counted.resampled_counts(held, 4_000_000, np.random.default_rng(SEED))
    assert drawn.sum() == 4_000_000
    for count, chance in zip(drawn.reshape(-1), held.reshape(-1) / 4, strict=True):
        assert abs(count - 4_000_000 * chance) <= 5 * math.sqrt(4_000_000 * chance * (1 - chance))


def test_what_would_take_too_long_or_overflow_is_refused() -> None:
    with pytest.raises(Refused, match="--people must be at most 9,007,199,254,740,991"):
        counted.check(asked(), 2**53)
    large = asked(groups=[f"group {number}" for number in range(30_000)])
    with pytest.raises(Refused, match=r"--tally would draw .* give --out instead"):
        counted.check(large, 10)
    counted.check(asked(), 2**53 - 1)
