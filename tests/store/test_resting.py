"""After a mix there is none for a while: many answers do not wait for mixing, and what is due is not lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kept.model import BATCH, DAY, SECRET, STUDIES, offered
from tacit.store.sqlite import SQLite
from tacit.store.store import MIXING_REST, Store
from tacit.store.studies import Opening

MIX_TAKES = 2.0


class Time:
    """A clock that goes on while answers are mixed, and when it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def point(self, name: str) -> None:
        if name == "mix: inserted":
            self.now += MIX_TAKES


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def store(time: Time, tmp_path: Path) -> Iterator[Store]:
    store = Store(SQLite(tmp_path / "tacit.db"), today=lambda: DAY, clock=lambda: time.now, point=time.point)
    assert store.open_study(Opening(STUDIES[1], BATCH), SECRET).result() == "opened"
    yield store
    store.close()


def released(store: Store) -> int:
    """As it is now; nothing is released for whoever looks like this."""
    return len(store.released_answers(1))


def answer(store: Store, *numbers: int) -> None:
    for number in numbers:
        store.keep_answer(1, offered(number, 1)).result()
    store.invite(1, []).result()  # whatever was to be done after the answers is done now


FIRST = range(10, 10 + BATCH)
SECOND = range(20, 20 + BATCH)


def test_the_first_batch_is_mixed_at_once_and_the_next_after_the_rest(store: Store, time: Time) -> None:
    answer(store, *FIRST)
    assert released(store) == BATCH
    answer(store, *SECOND)
    assert released(store) == BATCH
    time.now += MIXING_REST * MIX_TAKES - 0.5
    answer(store, 30)
    assert released(store) == BATCH
    time.now += 0.5
    answer(store, 31)
    assert released(store) == 2 * BATCH + 2


def test_mixing_takes_at_most_a_twentieth_of_the_time(store: Store, time: Time) -> None:
    """Answers come a second apart, and every batch is due at once."""
    began = time.now
    mixing = 0.0
    for number in range(200):
        before = time.now
        answer(store, 100 + number)
        mixing += time.now - before
        time.now += 1.0
    assert 0 < mixing / (time.now - began) <= 1 / 20 + MIX_TAKES / (time.now - began)


def test_whoever_looks_has_what_is_due_released_first(store: Store) -> None:
    answer(store, *FIRST)
    answer(store, *SECOND)
    store.settle().result()
    assert released(store) == 2 * BATCH


def test_less_than_a_batch_is_released_to_nobody(store: Store) -> None:
    answer(store, *FIRST, 20)
    store.settle().result()
    assert released(store) == BATCH


def test_what_is_due_is_released_though_nobody_comes_any_more(tmp_path: Path) -> None:
    """The rest ends by itself: here it is some hundredths of a second."""
    store = Store(SQLite(tmp_path / "tacit.db"), today=lambda: DAY)
    store.open_study(Opening(STUDIES[1], BATCH), SECRET).result()
    answer(store, *FIRST, *SECOND)
    while released(store) < 2 * BATCH:
        continue
    store.close()
