"""Lists of operations against a server and a model, with restarts and faults; TACIT_LISTS=300 for more."""

from __future__ import annotations

import json
import os
import tempfile
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from served.model import KIND_OF, OUTSIDE, Model, Operation
from served.played import Play
from served.processes import serving

EXAMPLES = int(os.environ.get("TACIT_LISTS", "16"))

STUDY = st.sampled_from(sorted(KIND_OF))
PERSON, DEVICE = st.integers(1, 3), st.sampled_from([1, 1, 1, 1, 2])
PEOPLE = st.lists(PERSON, min_size=1, max_size=3, unique=True)
# How often each is drawn: hypothesis would give all of them the same chance.
OFTEN = {"ticket": 3, "answer": 6, "invite": 2, "withdraw": 3, "revoke": 2, "open": 2, "change": 1}
OFTEN |= {"malformed": 1, "close": 1}
WORDS = [word for word, times in OFTEN.items() for _ in range(times)]
WITH_FAULTS = [*WORDS * 2, *["take part"] * 20, *["fault"] * 8, *["look"] * 3, "restart"]


def operation(word: str) -> st.SearchStrategy[Any]:
    """One that begins with this word, and whatever follows."""
    match word:
        case "ticket":
            return st.tuples(st.just(word), STUDY, PERSON, DEVICE)
        case "answer":
            return st.tuples(st.just(word), STUDY, PERSON, DEVICE, st.sampled_from([0, 0, 0, 1, OUTSIDE]))
        case "take part":
            return st.tuples(st.just(word), STUDY, PERSON, DEVICE, st.sampled_from([0, 0, 0, 1]))
        case "withdraw":
            return st.tuples(st.just(word), STUDY, PERSON, DEVICE)
        case "invite":
            return st.tuples(st.just(word), STUDY, PEOPLE)
        case "revoke":
            return st.tuples(st.just(word), STUDY, PEOPLE, st.booleans())
        case "fault":
            how = st.sampled_from([*["raise"] * 7, "die"])
            where = st.sampled_from(["begun", "done", "committed"])
            return st.tuples(st.just(word), how, where, st.sampled_from(WORDS).flatmap(operation))
        case "restart":
            return st.just((word,))
        case _:
            return st.tuples(st.just(word), STUDY)


OPERATIONS = st.sampled_from(WITH_FAULTS).flatmap(operation)


def plain(operations: list[Any]) -> list[Operation]:
    """As JSON gives them back, beside two open studies; the third is a draft until it is opened."""
    opened: list[Operation] = [["look", 1], ["open", 1], ["open", 2], ["invite", 1, [1, 2]]]
    given: list[Operation] = json.loads(json.dumps(operations))
    return opened + [one for operation in given for one in parts_of(operation)]


def parts_of(operation: Operation) -> list[Operation]:
    """Whoever takes part asks for a ticket and answers."""
    if operation[0] != "take part":
        return [operation]
    *who, column = operation[1:]
    return [["ticket", *who], ["answer", *who, column]]


LISTS = st.lists(OPERATIONS, min_size=15, max_size=40).map(plain)


def answered(study: int, *people: int) -> list[Operation]:
    """Who has got a ticket and sent an answer."""
    each = [[["ticket", study, person, 1], ["answer", study, person, 1, 0]] for person in people]
    return list(chain.from_iterable(each))


# Lists that have failed, or that a mistake must fail at; kept.
NAMED = {
    "a batch is released at once": plain(
        [["invite", 1, [3]], *answered(1, 1, 2), ["look", 1], *answered(1, 3), ["look", 1]]
    ),
    "an answer that was not acknowledged is not stored": plain(
        [["ticket", 2, 1, 1], ["fault", "raise", "done", ["answer", 2, 1, 1, 0]], ["answer", 2, 1, 1, 0]]
    ),
    "an answer that was not acknowledged is stored": plain(
        [["ticket", 2, 1, 1], ["fault", "raise", "committed", ["answer", 2, 1, 1, 0]], ["answer", 2, 1, 1, 1]]
    ),
    "an invitation is used by a request that got no reply": plain(
        [["fault", "die", "committed", ["ticket", 1, 1, 1]], ["ticket", 1, 1, 2], *answered(1, 1)]
    ),
    "a withdrawn answer comes again": plain(
        [*answered(2, 1), ["withdraw", 2, 1, 1], ["restart"], ["answer", 2, 1, 1, 0], ["answer", 2, 1, 1, 1]]
    ),
    "a closed study takes nothing more, and gives receipts again": plain(
        [*answered(1, 1), ["ticket", 1, 2, 1], ["close", 1], ["answer", 1, 1, 1, 0], ["answer", 1, 2, 1, 0]]
    ),
    "an invitation is taken back before its answer comes": plain(
        [
            *(["open", 3], ["invite", 3, [1, 2]], ["ticket", 3, 1, 1], ["revoke", 3, [1, 2], True]),
            *(["answer", 3, 1, 1, 0], ["ticket", 1, 1, 1], ["revoke", 1, [1], True], ["answer", 1, 1, 1, 0]),
        ]
    ),
    "a study is closed by a request that got no reply": plain(
        [*answered(2, 1), ["fault", "raise", "committed", ["close", 2]], ["look", 2], ["ticket", 2, 2, 1]]
    ),
}


def play(operations: list[Operation], mistake: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "faults" + mistake) as served:
        Play(served).play(operations)


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(LISTS)
def test_every_list_of_operations_is_answered_and_shown_as_the_model_says(
    operations: list[Operation],
) -> None:
    play(operations)


def test_the_lists_reach_every_outcome_that_there_is() -> None:
    """By the model alone, some hundreds of lists: what they never reached, they could not test."""
    reached: set[tuple[str, str]] = set()

    @settings(max_examples=300)
    @given(LISTS)
    def follow(operations: list[Operation]) -> None:
        model = Model()
        for operation in operations:
            word, *rest = operation[3] if operation[0] == "fault" else operation
            if word not in ("look", "restart"):
                status, name = model.perform([word, *rest])
                reached.add((word, name or str(status)))

    follow()
    assert reached >= {
        *(("answer", name) for name in ("201", "200", "answer-differs", "withdrawn", "study-closed")),
        *(("answer", name) for name in ("ticket-invalid", "column-out-of-range")),
        *(("ticket", name) for name in ("200", "invitation-unknown", "invitation-used", "study-unknown")),
        *(("ticket", name) for name in ("invitation-revoked", "study-closed")),
        *(("withdraw", name) for name in ("200", "ticket-invalid", "study-closed")),
        *(("invite", name) for name in ("200", "malformed", "study-closed")),
        *(("open", "201"), ("open", "200"), ("change", "study-frozen"), ("change", "study-unknown")),
        *(("revoke", "200"), ("close", "200"), ("malformed", "malformed")),
    }


@pytest.mark.parametrize("name", NAMED)
def test_a_list_that_is_kept_is_answered_and_shown_as_the_model_says(name: str) -> None:
    play(NAMED[name])


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("+endless", "a closed study takes nothing more, and gives receipts again"),
        ("+forgetful", "a withdrawn answer comes again"),
    ],
)
def test_a_mistake_fails_at_a_list_that_is_kept(mistake: str, name: str) -> None:
    with pytest.raises(AssertionError):
        play(NAMED[name], mistake)
