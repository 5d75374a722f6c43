"""Random lists of operations against a store and a model: whole, and with the process killed anywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kept.model import Model, Operation, contents_of, perform, store_at

SUPPORT = Path(__file__).parents[1] / "support"

NUMBERS = st.integers(1, 9)
COLUMNS = st.sampled_from([0, 1, 1, 9])
STUDY = st.integers(1, 2)
OPERATIONS = st.one_of(
    st.tuples(st.just("answer"), STUDY, NUMBERS, COLUMNS),
    st.tuples(st.just("answer"), STUDY, NUMBERS, COLUMNS),
    st.tuples(st.just("invite"), STUDY, st.lists(NUMBERS, min_size=1, max_size=3)),
    st.tuples(st.just("take"), STUDY, NUMBERS, st.integers(1, 2)),
    st.tuples(st.just("revoke"), STUDY, st.lists(NUMBERS, max_size=2), st.booleans()),
    st.tuples(st.just("withdraw"), STUDY, NUMBERS),
    st.tuples(st.just("bulk"), STUDY, st.integers(1, 2), st.lists(st.tuples(NUMBERS, COLUMNS), max_size=4)),
    st.tuples(st.just("close"), STUDY),
    st.tuples(st.just("open"), STUDY),
)


def plain(operations: list[Any]) -> list[Operation]:
    """As JSON gives them back, after the studies are opened."""
    opened: list[Operation] = [["open", 1], ["open", 2]]
    return opened + list(json.loads(json.dumps(operations)))


LISTS = st.lists(OPERATIONS, min_size=4, max_size=30).map(plain)

# All that can happen, each at least once: the list that is cut at every point.
EVERYTHING: list[Operation] = plain(
    [
        ["invite", 1, [1, 2, 3, 4]],
        ["take", 1, 1, 1],
        ["answer", 1, 1, 0],
        ["take", 1, 2, 1],
        ["answer", 1, 2, 1],
        ["answer", 1, 2, 0],
        ["revoke", 1, [2, 3], True],
        ["withdraw", 1, 1],
        ["bulk", 1, 1, [[4, 1], [5, 0], [6, 9], [2, 1]]],
        ["withdraw", 1, 4],
        ["answer", 1, 7, 1],
        ["close", 1],
        ["answer", 1, 7, 1],
        ["answer", 2, 1, 1],
    ]
)

# Lists that have failed, kept.
NAMED = {
    "everything": EVERYTHING,
    "a withdrawn answer comes again": plain([["answer", 1, 1, 1], ["withdraw", 1, 1], ["answer", 1, 1, 1]]),
    "an upload is repeated after close": plain(
        [["bulk", 1, 1, [[1, 1]]], ["close", 1], ["bulk", 1, 1, [[1, 1]]]]
    ),
}


def check_list(operations: list[Operation]) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tacit.db"
        store = store_at(path)
        try:
            for operation in operations:
                assert perform(store, operation) == model.perform(operation), operation
        finally:
            store.close()
        assert contents_of(path) == model.contents()


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(LISTS)
def test_every_list_of_operations_ends_as_the_model_says(operations: list[Operation]) -> None:
    check_list(operations)


@pytest.mark.parametrize("name", NAMED)
def test_a_list_that_once_failed_ends_as_the_model_says(name: str) -> None:
    check_list(NAMED[name])


def killed_at(path: Path, operations: list[Operation], point: int) -> list[Any]:
    """What a process had acknowledged when it died; and, where it did not, the names of its points."""
    done = subprocess.run(
        [sys.executable, "-m", "kept.worker", str(path), str(point)],
        input=json.dumps(operations).encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path]), "PYTHONHASHSEED": "0"},
    )
    assert done.returncode == (-9 if point >= 0 else 0), done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_killed(folder: Path, operations: list[Operation], point: int) -> None:
    """Nothing that was acknowledged is lost, at most the next operation is done too, and all goes on."""
    path = folder / f"{point}.db"
    acknowledged = killed_at(path, operations, point)
    before, after = Model(), Model()
    count = len(acknowledged)
    assert [before.perform(operation) for operation in operations[:count]] == acknowledged
    for operation in operations[: count + 1]:
        after.perform(operation)
    store_at(path).close()  # a batch that waited is mixed at start
    assert contents_of(path) in (before.contents(), after.contents()), point
    store = store_at(path)
    final = Model()
    for operation in operations:
        perform(store, operation)  # said again where it was said before: nothing happens twice
        final.perform(operation)
    store.close()
    found, wanted = contents_of(path), final.contents()
    for study in (1, 2):
        assert found[f"state {study}"] == wanted[f"state {study}"]
        assert found[f"invitations {study}"] == wanted[f"invitations {study}"], point


def points_of(folder: Path, operations: list[Operation]) -> list[str]:
    names = killed_at(folder / "whole.db", operations, -1)[-1]
    assert isinstance(names, list)
    return names


def test_a_process_killed_at_any_point_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    points = points_of(tmp_path, EVERYTHING)
    assert len(set(points)) >= 30
    assert {"mix: deleted", "mix: inserted", "mix: committed", "close study: erased"} <= set(points)
    for point in range(len(points)):
        check_killed(tmp_path, EVERYTHING, point)
