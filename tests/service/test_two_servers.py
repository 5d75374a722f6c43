"""Two servers on one file: what one of them closes, the other one never stores for, and soon calls closed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from served.people import crowd, invite
from served.processes import Served, frozen, path_of, serving
from tacit.service.attended import FRESH_SECONDS, Studies
from tacit.store.sqlite import SQLite
from tacit.store.store import Store
from tacit.store.studies import Opening

DAY = date(2026, 11, 19)


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    with serving(tmp_path) as first, serving(tmp_path) as second:
        yield first, second


def test_a_study_that_one_server_closes_is_closed_for_the_other(both: tuple[Served, Served]) -> None:
    first, second = both
    study = first.open("named", batch=2)
    early, late = crowd(study, 2)
    invite(first, [early, late])
    assert early.ask(second).status == late.ask(second).status == 200
    assert early.send(second).status == 201
    assert second.ask("GET", path_of(study, "/state")).json() == {"state": "open"}
    first.research("POST", path_of(study, "/close"), {})
    assert late.send(second).status == 410  # at once, whatever it takes the study for
    assert early.send(second).status == 200
    while second.ask("GET", path_of(study, "/state")).json() != {"state": "closed"}:
        assert second.is_running
    assert late.ask(second).status == 410


def test_an_open_study_is_read_again_after_a_second_and_a_closed_one_never(tmp_path: Path) -> None:
    study, now = frozen("open"), [0.0]
    first, second = (Store(SQLite(tmp_path / "tacit.db"), today=lambda: DAY) for _ in range(2))
    first.open_study(Opening(study.manifest, 3), bytes(32)).result()
    studies = Studies(first, lambda: DAY, lambda: now[0])

    def find() -> str:
        return asyncio.run(studies.find(study.id)).stored.state

    seen = [find()]
    kept = asyncio.run(studies.find(study.id))
    second.close_study(kept.number).result()
    now[0] = FRESH_SECONDS / 2
    seen.append(find())
    now[0] = FRESH_SECONDS
    seen.append(find())
    assert seen == ["open", "open", "closed"]
    closed = asyncio.run(studies.find(study.id))
    now[0] = 1e6
    assert asyncio.run(studies.find(study.id)) is closed
    first.close()
    second.close()


def test_what_has_not_changed_is_not_parsed_again(tmp_path: Path) -> None:
    study, now = frozen("open"), [0.0]
    store = Store(SQLite(tmp_path / "tacit.db"), today=lambda: DAY)
    store.open_study(Opening(study.manifest, 3), bytes(32)).result()
    studies = Studies(store, lambda: DAY, lambda: now[0])
    found = asyncio.run(studies.find(study.id))
    now[0] = 5 * FRESH_SECONDS
    assert asyncio.run(studies.find(study.id)) is found
    store.close()
