"""Answers on their way to the store: those that come meanwhile go together, and each hears of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import pytest

from kept.model import offered, store_at
from tacit.errors import NotStored
from tacit.service.gathering import MOST_AT_ONCE, Gathering
from tacit.store.answers import Kept, Offered
from tacit.store.store import Store


class Slow:
    """A store that is done when the test says so."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.unsaid: list[Future[list[Kept]]] = []

    def keep_answers(self, study: int, given: Sequence[Offered]) -> Future[list[Kept]]:
        self.groups.append([one.answer.query // 10 for one in given])
        self.unsaid.append(Future())
        return self.unsaid[-1]

    def say(self, failure: Exception | None = None) -> None:
        """Answers with an even number are stored, and the others were."""
        done = self.unsaid.pop(0)
        if failure is not None:
            done.set_exception(failure)
            return
        kept: list[Kept] = ["same" if number % 2 else "stored" for number in self.groups[-1]]
        done.set_result(kept)


def keep(gathering: Gathering, numbers: Sequence[int]) -> list[asyncio.Task[Kept]]:
    return [asyncio.ensure_future(gathering.keep(offered(number, 1))) for number in numbers]


async def turn() -> None:
    """Let the loop do what is ready."""
    for _ in range(5):
        await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_an_answer_alone_waits_for_nobody_and_those_that_come_meanwhile_go_together() -> None:
    async def scene() -> None:
        store = Slow()
        gathering = Gathering(cast(Store, store), 1)
        first = keep(gathering, [0])
        await turn()
        second = keep(gathering, [1, 2])
        await turn()
        third = keep(gathering, [3])
        await turn()
        assert store.groups == [[0]]
        store.say()
        await turn()
        assert (first[0].result(), store.groups) == ("stored", [[0], [1, 2, 3]])
        assert not any(one.done() for one in second + third)
        store.say()
        await turn()
        assert [one.result() for one in second + third] == ["same", "stored", "same"]
        last = keep(gathering, [4])
        await turn()
        store.say()
        assert await last[0] == "stored"
        assert store.groups == [[0], [1, 2, 3], [4]]

    run(scene())


def test_no_group_grows_beyond_bounds() -> None:
    async def scene() -> None:
        store = Slow()
        gathering = Gathering(cast(Store, store), 1)
        asked = keep(gathering, range(MOST_AT_ONCE + 7))
        await turn()
        store.say()
        await turn()
        store.say()
        await asyncio.gather(*asked)
        assert [len(group) for group in store.groups] == [MOST_AT_ONCE, 7]
        assert [number for group in store.groups for number in group] == list(range(MOST_AT_ONCE + 7))

    run(scene())


def test_those_who_have_gone_keep_nobody_waiting() -> None:
    async def scene() -> None:
        store = Slow()
        gathering = Gathering(cast(Store, store), 1)
        gone, here = keep(gathering, [0, 2])
        await turn()
        gone.cancel()
        await turn()
        store.say()
        assert await here == "stored"

    run(scene())


def test_what_is_not_stored_is_told_to_all_and_the_next_are_tried() -> None:
    async def scene() -> None:
        store = Slow()
        gathering = Gathering(cast(Store, store), 1)
        lost = keep(gathering, [0, 1])
        await turn()
        following = keep(gathering, [2])
        store.say(NotStored("the disk is full"))
        for one in lost:
            with pytest.raises(NotStored, match="the disk is full"):
                await one
        await turn()
        store.say()
        assert await following[0] == "stored"

    run(scene())


def test_a_store_that_is_closed_leaves_nobody_waiting(tmp_path: Path) -> None:
    store = store_at(tmp_path / "tacit.db")
    store.close()

    async def scene() -> None:
        with pytest.raises(NotStored, match="the store is closed"):
            await Gathering(store, 1).keep(offered(1, 1))

    run(scene())
