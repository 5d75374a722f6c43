"""The name of answers: the same for the same answers, another one for any others."""

from __future__ import annotations

import numpy as np
import pytest

from reported import LINKED, STUDIES, answers_to
from tacit.files.tally import tally
from tacit.tallying.fingerprint import fingerprint
from tacit.tallying.sums import SumTally
from tacit.tallying.tally import Tally

STUDY = STUDIES["range"]
QUERIES, COLUMNS = answers_to(STUDY, 500)


def test_it_does_not_depend_on_order_on_division_or_on_what_was_left_out() -> None:
    whole = tally(STUDY, QUERIES, COLUMNS)
    turned = tally(STUDY, QUERIES[::-1].copy(), COLUMNS[::-1].copy())
    halves = tally(STUDY, QUERIES[:200], COLUMNS[:200]) + tally(STUDY, QUERIES[200:], COLUMNS[200:])
    with_bad = tally(STUDY, [*QUERIES, -1], [*COLUMNS, 0], skip_bad=True)
    cells, counts = whole.occupied()
    sparse = Tally(whole.queries, whole.columns, counts, cells)
    names = {fingerprint(each) for each in (whole, turned, halves, with_bad, sparse, SumTally.of(whole))}
    assert len(names) == 1
    assert len(names.pop()) == 43


def test_every_single_answer_counts() -> None:
    whole = fingerprint(tally(STUDY, QUERIES, COLUMNS))
    for at in range(0, 500, 50):
        moved = COLUMNS.copy()
        moved[at] = (moved[at] + 1) % STUDY.scheme.rows.columns
        assert fingerprint(tally(STUDY, QUERIES, moved)) != whole
        assert fingerprint(tally(STUDY, np.delete(QUERIES, at), np.delete(COLUMNS, at))) != whole


def test_a_known_name() -> None:
    """It is published in reports: a change of how it is made is a new version of it."""
    assert fingerprint(Tally(3, 2, np.array([0, 2, 0, 0, 1, 0]))) == KNOWN


KNOWN = "9YlKymjMuYKMmyeTC00zYwG8gYUEbZHchl62xPD3xKM"


@pytest.fixture
def table() -> dict[str, object]:
    rng = np.random.default_rng(3)
    queries, columns = answers_to(LINKED, 300)
    weights, outcomes = np.round(rng.uniform(0.5, 3, 300), 1), rng.integers(0, 9, 300)
    return {
        "query": queries,
        "column": columns,
        "w": weights,
        "y": outcomes,
        "r": rng.choice(["a", "b"], 300),
    }


def test_columns_that_were_asked_for_count_and_others_do_not(table: dict[str, object]) -> None:
    plain = tally(LINKED, table["query"], table["column"])
    names = {
        fingerprint(plain),
        fingerprint(tally(LINKED, table, weights="w")),
        fingerprint(tally(LINKED, table, outcomes="y")),
        fingerprint(tally(LINKED, table, by="r")),
        fingerprint(tally(LINKED, table, by="r", outcomes="y", weights="w")),
    }
    assert len(names) == 5
    other = {**table, "w": np.ones(300)}
    assert fingerprint(tally(LINKED, table, outcomes="y")) == fingerprint(tally(LINKED, other, outcomes="y"))


def test_sums_have_one_name_however_they_were_added_up(table: dict[str, object]) -> None:
    def some(which: slice) -> SumTally:
        part = {name: values[which] for name, values in table.items()}  # type: ignore[index]
        return tally(LINKED, part, by="r", outcomes="y", weights="w")

    whole = fingerprint(some(slice(None)))
    assert fingerprint(some(slice(0, 100)) + some(slice(100, None))) == whole
    assert (
        fingerprint(sum((some(slice(at, at + 60)) for at in range(0, 300, 60)), some(slice(0, 0)))) == whole
    )
    changed = {**table, "y": np.where(np.arange(300) == 7, 5000, table["y"])}  # type: ignore[call-overload]
    assert fingerprint(tally(LINKED, changed, by="r", outcomes="y", weights="w")) != whole
