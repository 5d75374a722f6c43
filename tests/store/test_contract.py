"""What any store must do; another kind of database is another line in STORES."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kept.model import BATCH, SECRET, STUDIES, named, offered, store_at
from tacit.errors import NotStored
from tacit.store.answers import Kept, Offered
from tacit.store.counters import Count
from tacit.store.invitations import Invited
from tacit.store.store import Store
from tacit.store.studies import Opening, Primes
from tacit.store.uploads import Upload

Reopen = Callable[[], Store]
STORES = {"sqlite": lambda folder: store_at(folder / "tacit.db")}
N = named("modulus", 1, 256)


@pytest.fixture(params=STORES)
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reopen]:
    """Closes what was opened before, and opens it again: what holds afterwards is on the disk."""
    opened: list[Store] = []

    def open_again() -> Store:
        while opened:
            opened.pop().close()
        opened.append(STORES[request.param](tmp_path))
        return opened[-1]

    yield open_again
    for store in opened:
        store.close()


@pytest.fixture
def store(reopen: Reopen) -> Store:
    store = reopen()
    assert store.open_study(Opening(STUDIES[1], BATCH), SECRET).result() == "opened"
    return store


def answer(store: Store, number: int, column: int = 1) -> str:
    return store.keep_answer(1, offered(number, column)).result()


def names(store: Store) -> list[bytes]:
    store.settle().result()
    return [one.answer_id for one in store.released_answers(1)]


def test_nothing_is_seen_before_a_batch_waits_and_then_all_of_it_at_once(store: Store) -> None:
    store.invite(1, [Invited(named("invitation", number)) for number in range(9)]).result()
    seen = store.counts(1)
    assert seen == [Count("2027-01-31", "invited", 9)]
    for number in range(BATCH - 1):
        store.take_invitation(1, Invited(named("invitation", number)), b"request").result()
        assert answer(store, number) == "stored"
    store.settle().result()
    assert (store.tally(1), store.released_answers(1), store.counts(1)) == ([], [], seen)
    assert len(store.unused(1)) == 9
    answer(store, 5)
    answer(store, 6)
    assert len(names(store)) == BATCH
    assert [count.times for count in store.counts(1) if count.name == "answered"] == [BATCH]
    assert [count.times for count in store.counts(1) if count.name == "started"] == [BATCH - 1]
    assert len(store.unused(1)) == 9 - (BATCH - 1)


def test_released_answers_come_in_the_order_of_their_names_page_by_page(store: Store) -> None:
    for number in range(8):
        answer(store, number)
    store.close_study(1).result()
    assert names(store) == sorted(named("answer", number, 16) for number in range(8))
    first = store.released_answers(1, most=5)
    rest = store.released_answers(1, after=first[-1].answer_id, most=5)
    assert [one.answer_id for one in first + rest] == names(store)


def test_at_close_all_that_waits_is_released_and_the_keys_are_gone(reopen: Reopen) -> None:
    store = reopen()
    store.offer_key(Primes(N, b"p", b"q")).result()
    assert store.open_study(Opening(STUDIES[1], BATCH, (N,)), SECRET).result() == "opened"
    found = store.find_study(Opening(STUDIES[1], BATCH).id)
    assert found is not None
    assert (found.secret, found.primes) == (SECRET, (Primes(N, b"p", b"q"),))
    answer(store, 1)
    store.close_study(1).result()
    store = reopen()
    closed = store.find_study(Opening(STUDIES[1], BATCH).id)
    assert closed is not None
    assert (closed.state, closed.secret, closed.primes) == ("closed", None, ())
    assert len(names(store)) == 1


def test_after_close_a_late_retry_is_known_and_nothing_new_is_taken(store: Store) -> None:
    answer(store, 1)
    store.close_study(1).result()
    store.close_study(1).result()
    assert answer(store, 1) == "same"
    assert answer(store, 1, column=0) == "answer-differs"
    assert answer(store, 2) == "study-closed"
    assert store.withdraw(1, named("answer", 1, 16)).result() == "study-closed"
    assert store.invite(1, [Invited(bytes(32))]).result() is None
    assert (
        store.keep_bulk(1, Upload(bytes(16), bytes(32)), [], lambda kept: b"").result()[0] == "study-closed"
    )


def test_what_is_stored_is_found_before_anything_else_is_asked(store: Store) -> None:
    """The ticket may be unknown to a server that has lost its keys: the receipt is due all the same."""
    answer(store, 1)
    stored = offered(1, 1)
    assert store.keep_answer(1, stored._replace(has_ticket=False, has_column=False)).result() == "same"
    assert store.keep_answer(1, offered(9, 1)).result() == "ticket-invalid"
    assert store.keep_answer(1, offered(2, 9)).result() == "column-out-of-range"
    assert answer(store, 2) == "stored"


def test_an_open_study_never_changes(store: Store) -> None:
    same = Opening(STUDIES[1], BATCH)
    assert store.open_study(same, b"another secret").result() == "same"
    found = store.find_study(same.id)
    assert found is not None
    assert found.secret == SECRET
    for changed in (
        Opening(STUDIES[1], BATCH, override="why"),
        Opening(STUDIES[1], BATCH, redirect="https://a.b"),
    ):
        assert store.open_study(changed, SECRET).result() == "study-frozen"
    assert store.find_study(same.id) == found


def test_a_signing_key_belongs_to_one_study(store: Store) -> None:
    assert store.open_study(Opening(STUDIES[2], BATCH, (N,)), SECRET).result() == "keys-unknown"
    store.offer_key(Primes(N, b"p", b"q")).result()
    assert store.open_study(Opening(STUDIES[2], BATCH, (N,)), SECRET).result() == "opened"
    assert store.open_study(Opening(b"another", BATCH, (N,)), SECRET).result() == "keys-unknown"
    assert store.find_study(Opening(b"another", BATCH).id) is None


def test_an_invitation_serves_one_request_of_its_own_stratum(store: Store) -> None:
    invited = Invited(bytes(32), key=1)
    assert store.take_invitation(1, invited, b"one").result() == "invitation-unknown"
    store.invite(1, [invited]).result()
    assert store.take_invitation(1, invited._replace(key=0), b"one").result() == "ticket-invalid"
    assert store.take_invitation(1, invited, b"one").result() == "taken"
    assert store.take_invitation(1, invited, b"one").result() == "same"
    assert store.take_invitation(1, invited, b"two").result() == "invitation-used"
    assert store.invite(1, [invited]).result() == 0


def test_an_invitation_of_another_study_is_unknown(store: Store) -> None:
    store.open_study(Opening(STUDIES[2], BATCH), SECRET).result()
    store.invite(1, [Invited(bytes(32))]).result()
    assert store.take_invitation(2, Invited(bytes(32)), b"one").result() == "invitation-unknown"


def test_a_named_answer_needs_the_record_that_its_ticket_was_made_for(store: Store) -> None:
    one = offered(1, 1, is_named=True)
    store.invite(1, [Invited(bytes(32))]).result()
    assert store.keep_answer(1, one).result() == "ticket-invalid"
    assert store.name_answer(1, bytes(32), one.answer.answer_id).result() == "taken"
    assert store.name_answer(1, bytes(32), one.answer.answer_id).result() == "same"
    assert store.keep_answer(1, one).result() == "stored"
    assert store.records(1) == []
    store.close_study(1).result()
    assert store.records(1) == [(bytes(32), one.answer.query, 1)]


def test_a_named_answer_of_a_revoked_record_is_not_taken(store: Store) -> None:
    one = offered(1, 1, is_named=True)
    store.invite(1, [Invited(bytes(32))]).result()
    store.name_answer(1, bytes(32), one.answer.answer_id).result()
    assert store.revoke(1, [bytes(32)]).result() == ["used"]
    assert store.revoke(1, [bytes(32)], even_used=True).result() == ["revoked after use"]
    assert store.keep_answer(1, one).result() == "invitation-revoked"
    assert store.name_answer(1, bytes(32), one.answer.answer_id).result() == "invitation-revoked"


def test_a_withdrawn_answer_leaves_with_the_next_mix_and_never_comes_back(store: Store) -> None:
    for number in range(BATCH):
        answer(store, number)
    gone = named("answer", 0, 16)
    assert store.withdraw(1, gone, has_ticket=False).result() == "ticket-invalid"
    assert store.withdraw(1, gone).result() == "withdrawn"
    assert gone in names(store)
    assert answer(store, 0) == "withdrawn"
    assert store.withdraw(1, gone).result() == "withdrawn"
    for number in range(BATCH, 2 * BATCH):
        answer(store, number)
    assert gone not in names(store)
    assert len(names(store)) == 2 * BATCH - 1
    assert sum(cell.people for cell in store.tally(1)) == 2 * BATCH - 1


def test_an_upload_is_stored_once_and_told_the_same_again(store: Store) -> None:
    answer(store, 1)
    rows: list[Offered] = [
        offered(number, column) for number, column in ((1, 1), (1, 0), (2, 9), (3, 1), (3, 1))
    ]
    upload = Upload(bytes(16), bytes(32))
    first = store.keep_bulk(1, upload, rows, lambda kept: " ".join(kept).encode()).result()
    assert first == ("stored", b"same answer-differs column-out-of-range stored same")
    assert store.keep_bulk(1, upload, [], lambda kept: b"another").result() == ("same", first[1])
    other = upload._replace(hash=bytes(31) + b"1")
    assert store.keep_bulk(1, other, rows, lambda kept: b"").result()[0] == "answer-differs"
    store.close_study(1).result()
    assert [(cell.key, cell.people) for cell in store.tally(1)] == [(0, 1), (-1, 1)]


def test_keys_of_researchers_are_known_by_study_and_role(store: Store) -> None:
    assert not store.has_owner()
    store.add_access(b"hash", 1, "reader").result()
    assert not store.has_owner()
    store.add_access(b"other", 0, "owner").result()
    assert store.has_owner()
    assert store.find_access(b"hash") == (1, "reader")
    assert store.find_access(b"unknown") is None


def test_work_that_fails_takes_nothing_else_with_it(store: Store) -> None:
    """All are committed together; a broken one is found by trying each alone."""

    def reply(kept: list[Kept]) -> bytes:
        raise ZeroDivisionError

    waiting = [store.keep_answer(1, offered(number, 1)) for number in range(10, 50)]
    broken = store.keep_bulk(1, Upload(bytes(16), bytes(32)), [offered(99, 1)], reply)
    waiting += [store.keep_answer(1, offered(number, 1)) for number in range(50, 90)]
    assert {one.result() for one in waiting} == {"stored"}
    with pytest.raises(ZeroDivisionError):
        broken.result()
    store.close_study(1).result()
    assert len(names(store)) == 80
    assert named("answer", 99, 16) not in names(store)


def test_work_after_the_end_is_refused_and_not_forgotten(reopen: Reopen) -> None:
    store = reopen()
    reopen()
    with pytest.raises(NotStored):
        store.open_study(Opening(STUDIES[2], BATCH), SECRET).result()
