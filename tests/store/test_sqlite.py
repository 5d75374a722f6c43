"""What SQLite's files are and hold: readable by their owner only, without traces, made by no newer tacit."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from kept.model import BATCH, SECRET, STUDIES, named, offered, store_at
from tacit.errors import NotStored
from tacit.store.invitations import Invited
from tacit.store.sqlite import SQLite
from tacit.store.store import Store
from tacit.store.studies import Opening, Primes

COLUMNS = {
    "studies": "number id manifest batch state secret override redirect",
    "signing_keys": "n study place p q",
    "access_keys": "hash study role",
    "invitations": "study hash state h_blinded key answer_id",
    "answers": "study answer_id query column key released",
    "tombstones": "study answer_id",
    "counters": "study day name waiting shown",
    "uploads": "study id hash reply",
    "schema_version": "version",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tacit.db"


def opened(path: Path) -> Store:
    store = store_at(path)
    store.open_study(Opening(STUDIES[1], BATCH), SECRET).result()
    return store


def files_of(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


def test_no_column_is_stored_that_is_not_named_here(path: Path) -> None:
    opened(path).close()
    connection = sqlite3.connect(path)
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {
        table: " ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
        for table in tables
    }
    connection.close()
    assert found == COLUMNS


def test_every_column_says_what_it_holds() -> None:
    (script,) = SQLite(Path("unused")).schemas()
    lines = [
        line
        for line in script.splitlines()
        if line.startswith("  ") and not line.strip().startswith(("PRIMARY KEY (", "CHECK ("))
    ]
    silent = [line.split()[0] for line in lines if "-- " not in line]
    assert set(silent) == {"study", "q"}  # q is told of with p


def test_files_can_be_read_by_their_owner_only(path: Path) -> None:
    before = os.umask(0)
    try:
        store = opened(path)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes == {"tacit.db": 0o600, "tacit.db-wal": 0o600, "tacit.db-shm": 0o600}


def test_settings_are_those_that_durability_and_forgetting_need(path: Path) -> None:
    connection = SQLite(path).connect()
    found = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "secure_delete", "temp_store")
    }
    connection.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "temp_store": 2}


def test_after_a_mix_the_log_is_empty_and_rows_lie_in_the_order_of_their_names(path: Path) -> None:
    store = opened(path)
    numbers = [3, 1, 2, 0, 5, 4]
    assert len(numbers) % BATCH == 0
    for number in numbers:
        store.keep_answer(1, offered(number, 1)).result()
    store.settle().result()
    written = files_of(path)
    store.close()
    assert written["tacit.db-wal"] == b""
    content = written["tacit.db"]
    places = [content.index(name) for name in sorted(named("answer", number, 16) for number in numbers)]
    assert places in (sorted(places), sorted(places, reverse=True))
    assert all(content.count(named("answer", number, 16)) == 1 for number in numbers)


def test_what_is_withdrawn_or_erased_is_in_no_file(path: Path) -> None:
    store = store_at(path)
    n, p, q, secret = (named(word, 1, 128) for word in ("n", "p", "q", "secret"))
    store.offer_key(Primes(n, p, q)).result()
    store.open_study(Opening(STUDIES[1], BATCH, (n,)), secret).result()
    store.keep_answer(1, offered(1, 1)).result()
    assert any(secret in content for content in files_of(path).values())
    assert any(p in content for content in files_of(path).values())
    store.close_study(1).result()
    for content in files_of(path).values():
        assert not any(part in content for part in (p, q, secret))
    store.close()


def test_a_newer_schema_is_refused_with_the_version_that_is_needed(path: Path) -> None:
    opened(path).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE schema_version SET version = 7")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(
        NotStored, match="has schema 7, and this tacit knows schemas up to 1; start a tacit that"
    ):
        store_at(path)
    assert path.read_bytes() == before


def test_a_schema_that_fails_half_way_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SQLite(path).schemas()[0]
    monkeypatch.setattr(SQLite, "schemas", lambda self: [whole + "CREATE TABLE broken (;\n);"])
    with pytest.raises(NotStored, match="schema"):
        store_at(path)
    monkeypatch.undo()
    store = opened(path)
    assert store.tally(1) == []
    store.close()


@pytest.mark.parametrize("content", [b"my notes" * 1000, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(NotStored):
        store_at(path)
    assert path.read_bytes() == content


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotStored, match=r"nowhere/tacit\.db cannot be opened: .*No such file"):
        store_at(tmp_path / "nowhere" / "tacit.db")


def test_a_full_disk_acknowledges_nothing_that_is_not_stored_and_heals_by_itself(path: Path) -> None:
    store = opened(path)
    pages = store.writer.connection.execute("PRAGMA page_count").fetchone()[0]
    store.writer.connection.execute(f"PRAGMA max_page_count = {pages}")
    stored, refused = [], []
    for number in range(100, 400):
        waiting = store.keep_answer(1, offered(number, 1))
        try:
            stored.append((number, waiting.result()))
        except NotStored as failed:
            refused.append(str(failed))
    assert refused
    assert set(refused) == {"keep answer: database or disk is full"}
    assert {outcome for _, outcome in stored} == {"stored"}
    store.writer.connection.execute("PRAGMA max_page_count = 1000000")
    for number in range(100, 400):
        store.keep_answer(1, offered(number, 1)).result()
    store.close_study(1).result()
    assert len(store.released_answers(1)) == 300
    store.close()


def test_a_database_that_cannot_be_written_refuses_and_still_reads(path: Path) -> None:
    store = opened(path)
    store.writer.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(NotStored, match="keep answer: attempt to write a readonly database"):
        store.keep_answer(1, offered(1, 1)).result()
    assert store.tally(1) == []
    store.close()


def test_another_process_that_writes_is_waited_for(path: Path) -> None:
    store = opened(path)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    waiting = store.keep_answer(1, offered(1, 1))
    release = threading.Timer(0.05, lambda: other.execute("COMMIT"))
    release.start()
    assert waiting.result() == "stored"
    release.join()
    other.close()
    store.close()


def test_two_stores_on_one_file_agree(path: Path) -> None:
    first, second = opened(path), store_at(path)
    assert first.invite(1, [Invited(bytes(32))]).result() == 1
    assert second.take_invitation(1, Invited(bytes(32)), b"one").result() == "taken"
    assert first.take_invitation(1, Invited(bytes(32)), b"two").result() == "invitation-used"
    assert first.keep_answer(1, offered(1, 1)).result() == "stored"
    assert second.keep_answer(1, offered(1, 0)).result() == "answer-differs"
    second.close_study(1).result()
    assert first.keep_answer(1, offered(2, 1)).result() == "study-closed"
    first.close()
    second.close()
