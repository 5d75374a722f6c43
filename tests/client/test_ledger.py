"""What one device tells over all studies: a limit that holds, and topics that are asked once."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collected.devices import NOON, Clock, device_at
from collected.server import Server
from collected.studies import study_of
from tacit.client.admission import epsilon_of, topic_of
from tacit.client.folder import Folder
from tacit.client.ledger import Entry, Ledger
from tacit.errors import Refused


def entry(note: str, epsilon: str = "1", topic: str | None = None) -> Entry:
    return Entry(note, f"study of {note}", topic or f"topic of {note}", "2026-11-19", epsilon)


def server_of(at: int, epsilon: str = "1") -> Server:
    """A study of its own topic."""
    return Server(study_of(labels=(f"a{at}", f"b{at}"), epsilon=epsilon))


def test_answers_add_up_until_the_limit_and_the_next_one_uses_no_invitation(tmp_path: Path) -> None:
    for at in range(3):
        server = server_of(at)
        device_at(tmp_path, server, most_spent="3").visit(server.link()).answer(group=f"a{at}", value=1)
    last = server_of(3)
    device = device_at(tmp_path, last, most_spent="3")
    assert device.ledger.spent() == 3
    with pytest.raises(Refused, match="would take what this device has told to 4, above its limit 3"):
        device.visit(last.link()).answer(group="a3", value=1)
    assert last.bodies_to("/tickets") == []
    device_at(tmp_path, last, most_spent="4").visit(last.link()).answer(group="a3", value=1)


def test_the_same_topic_is_refused_until_it_is_confirmed(tmp_path: Path) -> None:
    """A clone with another title has another id, and asks the same."""
    first, clone = Server(study_of()), Server(study_of(title="A quite different study"))
    assert first.study.id != clone.study.id
    device_at(tmp_path, first).visit(first.link()).answer(group="diabetic", value=7)
    visit = device_at(tmp_path, clone).visit(clone.link())
    with pytest.raises(Refused, match="asks what was answered from this device on 2026-11-19"):
        visit.answer(group="diabetic", value=7)
    assert clone.bodies_to("/tickets") == []
    visit.answer(group="diabetic", value=7, is_confirmed=True)
    assert visit.device.ledger.spent() == 2


def test_a_second_invitation_to_the_same_study_is_another_person_and_must_be_confirmed(
    tmp_path: Path,
) -> None:
    server = Server(study_of(), invitations=(bytes(16), bytes(range(16))))
    device = device_at(tmp_path, server)
    device.visit(server.link(bytes(16))).answer(group="diabetic", value=7)
    with pytest.raises(Refused, match="another person"):
        device.visit(server.link()).answer(group="not diabetic", value=2)
    device.visit(server.link()).answer(group="not diabetic", value=2, is_confirmed=True)
    assert len(server.answers) == 2


def test_topics_differ_by_what_is_asked_and_not_by_how_it_is_collected() -> None:
    topic = topic_of(study_of())
    assert len(topic) == 43
    for same in (study_of(title="Other"), study_of(epsilon="2"), study_of(tickets="open")):
        assert topic_of(same) == topic
    assert topic_of(study_of(labels=("diabetic", "other"))) != topic
    assert topic_of(study_of(decline=True)) != topic


@pytest.mark.parametrize("epsilon", ["0.001", "0.5", "1", "1.5", "2.7183", "3"])
def test_an_answer_costs_its_epsilon(epsilon: str) -> None:
    assert epsilon_of(study_of(epsilon=epsilon)) == Decimal(epsilon)


def test_an_epsilon_of_many_digits_is_rounded_up() -> None:
    assert epsilon_of(study_of(epsilon="0.123456")) == Decimal("0.1235")


def test_only_the_odds_that_are_really_used_count() -> None:
    """One die cannot spend all of epsilon: the odds are 5 to 1, ln 5 = 1.60944."""
    from tacit.study.study import Question, Wishes

    question = Question("Yes?", "choice", options=("yes", "no"))
    assert epsilon_of(study_of(question, epsilon="2.5", wishes=Wishes(device="die"))) == Decimal("1.6095")


@given(
    st.lists(
        st.tuples(
            st.integers(0, 9), st.sampled_from(["0.1", "0.25", "1", "2.5", "3"]), st.integers(-900, 900)
        ),
        max_size=25,
    ),
    st.sampled_from(["1", "2.6", "5"]),
)
def test_no_order_of_answers_and_no_clock_takes_the_sum_above_the_limit(
    tries: list[tuple[int, str, int]], most: str
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Folder(Path(folder)), Decimal(most))
        spent: dict[str, Decimal] = {}
        for note, epsilon, day in tries:
            name = f"{note}"
            one = Entry(name, name, name, f"{NOON.toordinal() + day}", epsilon)
            fits = sum(spent.values(), Decimal(epsilon)) <= Decimal(most)
            try:
                ledger.spend(one, is_confirmed=False)
            except Refused:
                assert name not in spent
                assert not fits
            else:
                assert name in spent or fits
                spent.setdefault(name, Decimal(epsilon))
            assert ledger.spent() == sum(spent.values()) <= Decimal(most)


def test_whoever_loses_the_race_for_a_number_reads_and_checks_again(tmp_path: Path) -> None:
    """Two answers that fit one by one, and not together: while one checks, the other is entered."""
    folder = Folder(tmp_path)
    rival = Ledger(folder, Decimal(1))

    class Slow(Folder):
        def make(self, name: str, content: bytes) -> bool:
            if not folder.names():
                rival.spend(entry("rival"), is_confirmed=False)
            return super().make(name, content)

    with pytest.raises(Refused, match="above its limit 1"):
        Ledger(Slow(tmp_path), Decimal(1)).spend(entry("slow"), is_confirmed=False)
    assert [one.note for one in rival.entries()] == ["rival"]


def test_a_note_is_entered_once(tmp_path: Path) -> None:
    ledger = Ledger(Folder(tmp_path), Decimal(1))
    for _ in range(3):
        ledger.spend(entry("one"), is_confirmed=False)
        ledger.check(entry("one"), is_confirmed=False)
    assert ledger.entries() == [entry("one")]


def test_a_clock_that_was_set_back_gives_nothing_back(tmp_path: Path) -> None:
    for at, year in enumerate((2026, 2031, 1999)):
        server = server_of(at)
        clock = Clock(NOON.replace(year=year))
        device = device_at(tmp_path, server, most_spent="2", clock=clock)
        visit = device.visit(server.link())
        if at < 2:
            visit.answer(group=f"a{at}", value=1)
        else:
            with pytest.raises(Refused, match="above its limit 2"):
                visit.answer(group=f"a{at}", value=1)
    assert [one.day for one in device.ledger.entries()] == ["2026-11-19", "2031-11-19"]


@pytest.mark.parametrize("damage", [b"", b"{}", b"[1]", b"\xff"])
def test_a_damaged_entry_is_not_counted_as_nothing(damage: bytes, tmp_path: Path) -> None:
    server = server_of(0)
    device = device_at(tmp_path, server)
    device.visit(server.link()).answer(group="a0", value=1)
    (kept,) = tmp_path.glob("ledger/*")
    kept.write_bytes(damage)
    with pytest.raises(Refused, match="folder holds an entry that cannot be read"):
        device.ledger.spent()
    other = server_of(1)
    with pytest.raises(Refused, match="cannot be read"):
        device_at(tmp_path, other).visit(other.link()).answer(group="a1", value=1)
    assert other.bodies_to("/tickets") == []
