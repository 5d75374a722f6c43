"""Which invitation sent which answer? Whoever holds every file can do no better than guess within a batch.

A store with the mistakes that ours must not have is broken by the same attacks, fully: they have teeth.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from served.attack import ATTACKS, Seen, files_in
from served.people import Person, crowd, invite
from served.processes import Served, path_of, serving
from tacit.protocol.encoding import id_bytes
from tacit.protocol.queries import query_of

BATCH, PEOPLE = 10, 60
# All attacks together call a false alarm once in 10,000 runs.
FALSE_ALARM = 1e-4 / len(ATTACKS)
LABELS = tuple(f"group {number}" for number in range(60))


def most_by_chance(guesses: int, chance: float) -> int:
    """The number of hits that guessing exceeds with at most the chance FALSE_ALARM: exact binomial tail."""
    tail, hits = 0.0, guesses
    while tail <= FALSE_ALARM:
        tail += math.comb(guesses, hits) * chance**hits * (1 - chance) ** (guesses - hits)
        hits -= 1
    return hits + 1


def looked(served: Served, person: Person) -> set[bytes]:
    """What a researcher can see of answers: how many there are in each cell."""
    cells = served.research("GET", path_of(person.study, "/tally"))["counts"]
    return {f"{query}/{column}/{count}".encode() for query, column, _, count in cells}


def observe(served: Served, people: list[Person]) -> tuple[Seen, list[bytes]]:
    """Let everybody answer, and look around each of them; what was seen, and the truth."""
    truth: list[bytes] = []
    polls = []
    for person in people:
        before = looked(served, person)
        truth.append(person.answer(served))
        served.research("POST", path_of(person.study, "/invitations"), {"invitations": []})
        polls.append((before, looked(served, person)))
    batches = [set(truth[start : start + BATCH]) for start in range(0, PEOPLE, BATCH)]
    return Seen(files_in(served.folder), polls, batches, [person.invitation for person in people]), truth


def hits_of(seen: Seen, truth: list[bytes], cells: list[bytes]) -> dict[str, int]:
    """How many people each attack finds; looks give cells, everything else names of answers."""
    found = {}
    for name, attack in ATTACKS.items():
        right = cells if name == "the looks around each answer" else truth
        found[name] = sum(guess == one for guess, one in zip(attack(seen), right, strict=True))
    return found


def cells_of(people: list[Person]) -> list[bytes]:
    study = people[0].study
    queries = [query_of(study.scheme, id_bytes(study.id), person.ticket) for person in people]
    return [f"{query}/{person.column}/1".encode() for query, person in zip(queries, people, strict=True)]


@pytest.mark.parametrize("way", ["", "lean"])
def test_every_file_and_both_looks_link_no_better_than_one_in_a_batch(way: str, tmp_path: Path) -> None:
    with serving(tmp_path, way) as served:
        study = served.open("blind", batch=BATCH, labels=LABELS, people=5_000_000)
        people = crowd(study, PEOPLE)
        invite(served, people)
        seen, truth = observe(served, people)
        hits = hits_of(seen, truth, cells_of(people))
        limit = most_by_chance(PEOPLE, 1 / BATCH)
        assert limit < PEOPLE / 3
        assert max(hits.values()) <= limit, (
            f"{hits}; guessing exceeds {limit} once in {1 / FALSE_ALARM:,.0f} runs"
        )
        assert seen.files["tacit.db-wal"].count(truth[-1]) == 0


def test_a_store_that_does_not_mix_is_linked_fully(tmp_path: Path) -> None:
    with serving(tmp_path, "planted") as served:
        study = served.open("blind", batch=BATCH, labels=LABELS, people=5_000_000)
        people = crowd(study, PEOPLE)
        invite(served, people)
        seen, truth = observe(served, people)
        hits = hits_of(seen, truth, cells_of(people))
        assert hits["the log, replayed"] == PEOPLE
        assert hits["the order of a dump"] == PEOPLE


def test_a_study_that_names_its_answers_is_linked_by_whoever_holds_the_links(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        study = served.open("named", batch=BATCH, labels=LABELS, people=5_000_000)
        people = crowd(study, PEOPLE)
        invite(served, people)
        seen, truth = observe(served, people)
        assert hits_of(seen, truth, cells_of(people))["the links and the keys"] == PEOPLE


def test_answers_that_are_shown_one_by_one_are_linked_by_looking(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        study = served.open("blind", batch=1, labels=LABELS, people=5_000_000)
        people = crowd(study, PEOPLE)
        invite(served, people)
        seen, truth = observe(served, people)
        cells = cells_of(people)
        assert len(set(cells)) > PEOPLE - 10
        hits = hits_of(seen, truth, cells)["the looks around each answer"]
        assert hits == len([cell for at, cell in enumerate(cells) if cells.index(cell) == at])
