"""The live board: the figures of `tacit estimate`, from released answers and nothing else."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tacit
from collected.studies import RANGE, study_of
from served.people import Person, crowd, invite
from served.processes import Reply, Served, path_of, serving
from tacit.service.attended import Attended
from tacit.service.boards import REST, Board
from tacit.store import answers, counters
from tacit.store.answers import Answer, Offered
from tacit.store.sqlite import SQLite
from tacit.store.store import Store
from tacit.store.studies import Opening
from tacit.study.study import Collect, Question, Study, Wishes
from tacit.tallying.tally import fold_counts

YES_NO = Question("Have you ever?", "choice", options=("no", "yes"))
COLOURS = Question("Which?", "choice", options=("red", "green", "blue"))
NOTHING = Question("", "none")
KINDS = {
    "a range": study_of(RANGE, tickets="open", epsilon="2"),
    "a scale, declining offered": study_of(
        Question("How often?", "scale", Decimal(0), Decimal(4)), decline=True, tickets="open"
    ),
    "two options": study_of(YES_NO, ("a", "b", "c"), tickets="open"),
    "three options": study_of(COLOURS, tickets="open", epsilon="2"),
    "groups only": study_of(NOTHING, ("a", "b", "c"), tickets="open"),
    "sums": study_of(RANGE, tickets="open", wishes=Wishes(ask="sum")),
}


def expecting(study: Study, people: int | None = 4000, batch: int = 3) -> Study:
    """The study with this batch, expecting so many people."""
    return replace(study, collect=Collect(study.collect.tickets, people=people, batch=batch))


class Filled:
    """A store with one study, and a server's board around it."""

    def __init__(self, folder: Path, study: Study, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.study = study
        self.store = Store(SQLite(folder / "tacit.db"), today=lambda: date(2027, 1, 1))
        opening = Opening(study.manifest, study.collect.batch)
        assert self.store.open_study(opening, bytes(32)).result() == "opened"
        stored = self.store.find_study(opening.id)
        assert stored is not None
        self.attended = Attended(study, stored)
        self.board = Board(self.store, self.attended, clock)
        self.rng = np.random.default_rng(7)

    def add(self, count: int) -> None:
        """So many people answer, whatever they draw; then whatever is due is released."""
        scheme = self.study.scheme
        asked = [
            Answer(
                self.rng.bytes(16),
                int(self.rng.integers(scheme.queries)),
                int(self.rng.integers(scheme.rows.columns)),
            )
            for _ in range(count)
        ]
        kept = [self.store.keep_answer(self.attended.number, Offered(answer)) for answer in asked]
        self.store.settle().result()
        assert [one.result() for one in kept] == ["stored"] * count

    def figures(self) -> dict[str, Any]:
        """What the board shows of the answers."""
        from tacit.watching.document import Watched

        _, parts = self.store.parts(self.attended.number)
        return Watched(self.study).figures(parts)

    def first(self, count: int) -> Any:  # noqa: ANN401
        """`tacit estimate --json` of the first answers of an export."""
        exported = self.store.released_answers(self.attended.number)[:count]
        queries, columns = (
            np.array([getattr(one, name) for one in exported]) for name in ("query", "column")
        )
        tally = fold_counts(self.study.scheme, [(queries, columns, np.ones_like(queries))])
        return tacit.estimate(self.study, tally).to_json()


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Callable[..., Filled]]:
    made: list[Filled] = []

    def make(study: Study, **given: Any) -> Filled:  # noqa: ANN401
        made.append(Filled(tmp_path, study, **given))
        return made[-1]

    yield make
    for one in made:
        one.store.close()


def figures_in(estimate: Any, name: str) -> list[dict[str, Any]]:  # noqa: ANN401
    """The figures of this name in the JSON of an estimate, in the order of a board's rows."""
    if name == "option share":
        return [option["share"] for group in estimate["groups"] for option in group["options"]]
    return [group[name] for group in estimate["groups"]]


def ends_of(figure: dict[str, Any]) -> list[float | None]:
    outer = figure["population"]
    return [figure["estimate"], figure["low"], figure["high"], outer["low"], outer["high"]]


@pytest.mark.parametrize("kind", KINDS)
def test_every_dot_is_what_the_estimate_of_the_same_answers_says(
    kind: str, filled: Callable[..., Filled]
) -> None:
    scene = filled(expecting(KINDS[kind]))
    scene.add(300)
    shown, wanted = scene.figures(), scene.first(300)
    assert shown["answers"] == wanted["answers"] == 300
    name = shown["figure"]["name"]
    common = ("estimate", "sd", "low", "high", "population")
    assert [row["figure"] for row in shown["rows"]] == [
        {part: figure[part] for part in common} for figure in figures_in(wanted, name)
    ]
    counts = {group["group"]: group["count"] for group in wanted["groups"]}
    assert all(row["count"] == counts[row["group"]] for row in shown["rows"])
    assert {row["group"] for row in shown["rows"]} == set(scene.study.groups.labels)
    if scene.study.groups.decline:
        assert shown["declined"] == wanted["declined"]["share"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_trail_is_the_estimate_of_the_first_answers_of_an_export(
    kind: str, filled: Callable[..., Filled]
) -> None:
    scene = filled(expecting(KINDS[kind]))
    scene.add(300)
    shown = scene.figures()
    sizes = [point["answers"] for point in shown["trail"]]
    assert len(sizes) >= 6
    assert sizes == sorted(set(sizes))
    assert (sizes[0] >= 16, sizes[-1]) == (True, 300)
    for point in shown["trail"]:
        wanted = figures_in(scene.first(point["answers"]), shown["figure"]["name"])
        assert point["rows"] == [ends_of(figure) for figure in wanted]


def test_the_board_says_what_the_plan_says(filled: Callable[..., Filled]) -> None:
    study = expecting(KINDS["a range"], people=4000)
    planned = tacit.plan(study).to_json()
    shown = filled(study).figures()
    widths = [group["mean_halfwidth"] for group in planned["groups"]]  # type: ignore[attr-defined]
    assert [row["planned"] for row in shown["rows"]] == widths
    assert shown["plan"] == {"people": 4000, "halfwidth": widths[0], "now": None}


def test_a_fake_answer_moves_what_the_plan_says(filled: Callable[..., Filled]) -> None:
    study = expecting(KINDS["a range"])
    scene = filled(study)
    assert scene.figures()["influence"]["answers_for_one_sd"] is None
    scene.add(300)
    planned = tacit.plan(study, people=300).influence
    assert scene.figures()["influence"] == {
        "of": "sum",
        "furthest": planned.furthest,
        "answers_for_one_sd": planned.answers_for_one_sd,
    }


@pytest.mark.parametrize("kind", KINDS)
def test_before_anybody_has_answered_every_dot_has_its_place(
    kind: str, filled: Callable[..., Filled]
) -> None:
    shown = filled(expecting(KINDS[kind], people=None)).figures()
    assert shown["answers"] == 0
    assert shown["trail"] == []
    assert shown["plan"] == {"people": None, "halfwidth": None, "now": None}
    options = 3 if kind == "three options" else 1
    assert len(shown["rows"]) == options * len(KINDS[kind].groups.labels)
    assert all(row["figure"] is None and not row["resolved"] for row in shown["rows"])


def test_a_thousand_groups_have_their_intervals_and_no_trail(filled: Callable[..., Filled]) -> None:
    study = study_of(YES_NO, tuple(f"group {number}" for number in range(1000)), tickets="open")
    scene = filled(expecting(study))
    scene.add(60)
    shown = scene.figures()
    assert len(shown["rows"]) == 1000
    assert shown["trail"] == []


def check_only_released_rows_are_read(scene: Filled) -> None:
    """With five answers and batches of three there are three, and counts of three."""
    for count in (3, 2):
        scene.add(count)
    counts, parts = scene.store.parts(scene.attended.number)
    assert sum(cell.people for part in parts for cell in part) == 3
    assert [(one.name, one.times) for one in counts] == [("answered", 3)]


def test_nothing_that_waits_is_seen(filled: Callable[..., Filled]) -> None:
    check_only_released_rows_are_read(filled(expecting(KINDS["a range"])))


@pytest.mark.parametrize(
    ("module", "name", "right", "wrong"),
    [
        (answers, "PARTS", " AND released = 1", ""),
        (counters, "SHOWN", "shown FROM", "shown + waiting FROM"),
    ],
)
def test_reading_what_waits_is_caught(
    module: Any,  # noqa: ANN401
    name: str,
    right: str,
    wrong: str,
    filled: Callable[..., Filled],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sql = getattr(module, name)
    assert sql.count(right) == 1
    monkeypatch.setattr(module, name, sql.replace(right, wrong))
    with pytest.raises(AssertionError):
        check_only_released_rows_are_read(filled(expecting(KINDS["a range"])))


def test_parts_are_nested_by_the_names_of_answers(filled: Callable[..., Filled]) -> None:
    """However many parts: together they are the tally, and the first ones are the lowest names."""
    scene = filled(expecting(KINDS["a range"]))
    scene.add(90)
    _, parts = scene.store.parts(scene.attended.number)
    exported = [(one.query, one.column) for one in scene.store.released_answers(scene.attended.number)]
    at = 0
    for part in parts:
        cells = sorted((cell.query, cell.column) for cell in part for _ in range(cell.people))
        assert cells == sorted(exported[at : at + len(cells)])
        at += len(cells)
    assert at == 90


class Clock:
    """Seconds that pass when they are told to: each look at it takes one."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_board_that_is_slow_to_make_rests_in_proportion(filled: Callable[..., Filled]) -> None:
    clock = Clock()
    scene = filled(expecting(KINDS["a range"]), clock=clock)

    async def look() -> int:
        counts = (await scene.board.current("open")).counts
        return sum(one.times for one in counts)

    async def looks() -> list[int]:
        seen = [await look()]
        scene.add(3)
        seen.append(await look())
        clock.now += 3 * REST
        seen.append(await look())
        scene.add(3)
        return [*seen, await look(), sum(one.times for one in (await scene.board.current("closed")).counts)]

    assert asyncio.run(looks()) == [0, 0, 3, 3, 6]


# Over HTTP.


class Scene:
    """A server with a study in batches of three, and a key of each role."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.study = served.open("blind", title="Watched", batch=3)
        self.people = crowd(self.study, 7)
        invite(served, self.people)
        self.keys = {
            role: served.research("POST", path_of(self.study, "/access"), {"role": role}, status=201)["key"]
            for role in ("owner", "reader", "collector")
        }

    def next_board(self, tag: dict[str, str]) -> Reply:
        """The board once it is another: a mix comes after the reply to whom it was that filled the batch."""
        return next(reply for reply in iter(lambda: self.board(**tag), None) if reply.status != 304)

    def board(self, role: str = "owner", **headers: str) -> Reply:
        return self.served.ask("GET", path_of(self.study, "/board"), key=self.keys[role], headers=headers)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield Scene(served)


def test_readers_see_the_board_and_are_told_so_and_collectors_do_not(scene: Scene) -> None:
    assert scene.board("owner").json()["role"] == "owner"
    assert scene.board("reader").json()["role"] == "reader"
    assert scene.board("collector").status == 403
    assert scene.served.ask("GET", path_of(scene.study, "/board")).status == 401


def test_a_study_as_it_fills(scene: Scene) -> None:
    """Nothing moves before a batch is full; then everything does, and whoever asks again is told so."""
    served, study = scene.served, scene.study
    before = scene.board()
    assert (before.json()["answers"], before.json()["invited"], before.json()["started"]) == (0, 7, 0)
    assert before.headers["cache-control"] == "no-store"
    for person in scene.people[:2]:
        person.answer(served)
    thief = Person("thief", study, scene.people[0].invitation)
    assert thief.ask(served).status == 409
    assert Person("stranger", study, bytes(16)).ask(served).status == 404
    tag = {"If-None-Match": before.headers["etag"]}
    again = scene.board(**tag)
    assert (again.status, again.body) == (304, b"")
    scene.people[2].answer(served)
    document = scene.next_board(tag).json()
    assert (document["answers"], document["started"], document["answered"]) == (3, 3, 3)
    assert document["refused"] == {"invitation-used": 1, "invitation-unknown": 1}
    assert document["batch"] == 3
    lines = list(
        csv.reader(
            io.StringIO(served.ask("GET", path_of(study, "/answers"), key=scene.keys["reader"]).body.decode())
        )
    )
    assert len(lines) == 1 + 3
    scene.people[3].answer(served)
    served.research("POST", path_of(study, "/close"), {})
    closed = scene.board().json()
    assert (closed["state"], closed["answers"], closed["answered"]) == ("closed", 4, 4)
