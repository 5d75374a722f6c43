"""Answering on a network that fails, on devices of every kind: what people are told, and what the server has.

Each journey is a claim. It is played on a stage, where the page may have a planted mistake and must fail.
"""

from __future__ import annotations

from collections.abc import Callable

from browsed.person import Person
from browsed.stage import HURRIED, Stage, check_nothing_was_answered, check_one_answer

Journey = Callable[[Stage], None]

# Draws that always keep the own column: of two tabs that say different things, both draws differ.
KEPT_DRAWS = """
const { getRandomValues } = crypto;
crypto.getRandomValues = (array) => (array.length < 16 ? array.fill(0) : getRandomValues.call(crypto, array));
"""
TWO_INVITATIONS = (bytes(16), bytes([1]) * 16)


def an_answer_is_what_the_page_showed(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        person.press("bytes")
        shown = person.bytes_shown
        assert scene.network.to("/answers") == []
        person.press("send")
        person.reads("received")
        assert [one.body.decode() for one in scene.network.to("/answers")] == [shown]
        check_one_answer(scene)


def fifty_lost_replies_make_one_answer(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene, speed=HURRIED) as person:
        scene.network.lose("/tickets", 50)
        person.prepare()
        assert len({one.body for one in scene.network.to("/tickets")}) == 1
        scene.network.lose("/answers", 50)
        person.press("send")
        person.reads("received")
        assert len(scene.network.to("/answers")) > 50
        check_one_answer(scene)


def nothing_is_called_received_before_it_is(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        scene.network.lose("/answers", 1000)
        person.press("send")
        person.reads("saved")
        person.reads("waiting_offline")
        assert not person.does_read("received")
        scene.network.lose("/answers", 0)
        scene.network.say("/answers", 1000, 503)
        person.try_now()
        person.reads("waiting_busy")
        assert not person.does_read("received")
        scene.network.say("/answers", 1000, 200, b"<html>Log in to this network</html>")
        person.try_now()
        person.reads("waiting_strange")
        assert not person.does_read("received")
        scene.network.say("/answers", 0, 0)
        person.try_now()
        person.reads("received")
        check_one_answer(scene)


def another_acknowledgement_is_no_receipt(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        scene.network.say("/answers", 1, 201, b'{"answer":"AAAAAAAAAAAAAAAAAAAAAA"}')
        person.press("send")
        person.reads("trouble_answer-unknown")
        assert scene.stored == []
        person.tab.reload()
        person.reads("prepared_again")
        person.press("send")
        person.reads("received")
        check_one_answer(scene)


def before_it_is_drawn_nothing_is_called_saved(stage: Stage) -> None:
    with stage.study() as scene:
        manifest = f"/v1/studies/{scene.study.id}"
        scene.network.lose(manifest, 1000)
        scene.network.lose("/tickets", 1000)
        with stage.person(scene) as person:
            person.reads("waiting_offline")
            said = [person.tab.text]
            scene.network.lose(manifest, 0)
            person.try_now()
            person.choose("diabetic", "7")
            person.press("go_on")
            person.reads("waiting_offline")
            said.append(person.tab.text)
        for name in ("saved", "saved_text", "saved_tab"):
            assert not any(person.word(name) in text for text in said)
        check_nothing_was_answered(scene)


def a_reload_while_sending_sends_the_same(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        scene.network.lose("/answers", 1000)
        person.press("send")
        person.reads("saved")
        person.tab.reload()
        person.reads("prepared_again")
        scene.network.lose("/answers", 0)
        person.press("send")
        person.reads("received")
        check_one_answer(scene)


def a_reload_before_sending_draws_no_more(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        shown = {person.bytes_shown}
        for _ in range(6):
            person.tab.reload()
            person.reads("prepared_again")
            shown.add(person.bytes_shown)
        assert len(shown) == 1
        person.press("send")
        person.reads("received")
        assert {one.body.decode() for one in scene.network.to("/answers")} == shown
        check_one_answer(scene)


def a_reload_while_the_ticket_comes_asks_for_the_same(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        scene.network.lose("/tickets", 1000)
        person.choose("diabetic", "7")
        person.press("go_on")
        person.reads("waiting_offline")
        person.tab.reload()
        scene.network.lose("/tickets", 0)
        person.answer("not diabetic", "1")
        assert len({one.body for one in scene.network.to("/tickets")}) == 1
        check_one_answer(scene)


def a_closed_page_is_carried_on_from_the_link(stage: Stage) -> None:
    with stage.study() as scene, stage.device() as device:
        first = Person(device.tab(scene.link))
        first.prepare()
        scene.network.lose("/answers", 1000)
        first.press("send")
        first.reads("saved")
        first.tab.close()
        scene.network.lose("/answers", 0)
        later = Person(device.tab(scene.link))
        later.reads("prepared_again")
        later.press("send")
        later.reads("received")
        check_one_answer(scene)
        again = Person(device.tab(scene.link))
        again.reads("answered")
        check_one_answer(scene)


def two_tabs_at_once_make_one_answer(stage: Stage) -> None:
    with stage.study("named") as scene, stage.device(early=KEPT_DRAWS) as device:
        one, other = (Person(device.tab(scene.link)) for _ in range(2))
        one.choose("diabetic", "10")
        other.choose("not diabetic", "0")
        gate = scene.network.hold("/tickets")
        one.press("go_on")
        other.press("go_on")
        gate.wait(2)
        gate.open()
        for person in (one, other):
            person.reads("prepared")
        assert one.bytes_shown == other.bytes_shown
        gate = scene.network.hold("/answers")
        one.press("send")
        other.press("send")
        gate.wait(2)
        gate.open()
        for person in (one, other):
            person.reads("received")
        check_one_answer(scene)


def two_tabs_in_turn_make_one_answer(stage: Stage) -> None:
    with stage.study() as scene, stage.device(early=KEPT_DRAWS) as device:
        one, other = (Person(device.tab(scene.link)) for _ in range(2))
        other.choose("not diabetic", "0")
        one.prepare("diabetic", "10")
        other.press("go_on")
        other.reads("prepared_again")
        assert one.bytes_shown == other.bytes_shown
        one.press("send")
        one.reads("received")
        other.press("send")
        other.reads("answered")
        check_one_answer(scene)


def offline_for_a_while_it_waits_and_goes_on(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        person.tab.offline(is_offline=True)
        scene.network.is_cut = True
        person.press("send")
        person.reads("saved")
        person.reads("waiting_offline")
        check_nothing_was_answered(scene)
        scene.network.is_cut = False
        person.tab.offline(is_offline=False)
        person.reads("received")
        check_one_answer(scene)


def a_reload_forgets_what_was_chosen_and_typed(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.choose("diabetic", "7.31640625")
        assert "7.31640625" in person.tab.kept["forms"]
        person.tab.reload()
        person.reads("form")
        assert person.tab.kept["forms"] == '[""]'
        person.choose("diabetic", "7.31640625")
        person.tab.goto(f"{scene.network.origin}/v1")
        person.tab.back()
        person.reads("form")
        assert person.tab.kept["forms"] == '[""]'
        check_nothing_was_answered(scene)


def a_late_retry_after_close_gets_its_receipt(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        scene.network.lose("/answers", 1000)
        person.press("send")
        person.reads("saved")
        scene.close()
        scene.network.lose("/answers", 0)
        person.try_now()
        person.reads("received")
        check_one_answer(scene)


def what_comes_too_late_is_said_not_to_count(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        scene.close()
        person.press("send")
        person.reads("trouble_too-late")
        assert not person.does_read("received")
        assert scene.stored == []
        person.tab.goto(scene.link)
        assert person.reads("trouble_study-closed", "prepared_again") == "prepared_again"


def a_second_invitation_asks_whether_it_is_another_person(stage: Stage) -> None:
    with stage.study(invitations=TWO_INVITATIONS) as scene, stage.device() as device:
        Person(device.tab(scene.links[0])).answer()
        second = Person(device.tab(scene.links[1]))
        second.reads("person")
        check_one_answer(scene)
        second.press("person_no")
        second.reads("person_done")
        check_one_answer(scene)
        second = Person(device.tab(scene.links[1]))
        second.reads("person")
        second.press("person_yes")
        second.answer("not diabetic", "1")
        check_one_answer(scene, invitations=2)


def a_second_invitation_in_the_same_tab_is_not_the_first(stage: Stage) -> None:
    with stage.study(invitations=TWO_INVITATIONS) as scene, stage.device() as device:
        first = Person(device.tab(scene.links[0]))
        first.prepare()
        first.tab.goto(scene.links[1])
        first.reads("person_begun")
        check_nothing_was_answered(scene)


def what_was_begun_is_not_said_to_count(stage: Stage) -> None:
    with stage.study(invitations=TWO_INVITATIONS) as scene, stage.device() as device:
        first = Person(device.tab(scene.links[0]))
        first.prepare()
        second = Person(device.tab(scene.links[1]))
        second.reads("person_begun")
        second.press("person_no")
        second.reads("person_left")
        assert not second.does_read("person_done_text")
        check_nothing_was_answered(scene)
        first.press("send")
        first.reads("received")
        check_one_answer(scene)


def one_invitation_on_two_devices_counts_once(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as first, stage.person(scene) as second:
        first.answer()
        second.choose("not diabetic", "1")
        second.press("go_on")
        second.reads("trouble_invitation-used")
        check_one_answer(scene)


JOURNEYS: list[Journey] = [
    an_answer_is_what_the_page_showed,
    fifty_lost_replies_make_one_answer,
    nothing_is_called_received_before_it_is,
    another_acknowledgement_is_no_receipt,
    before_it_is_drawn_nothing_is_called_saved,
    a_reload_while_sending_sends_the_same,
    a_reload_before_sending_draws_no_more,
    a_reload_while_the_ticket_comes_asks_for_the_same,
    a_closed_page_is_carried_on_from_the_link,
    two_tabs_at_once_make_one_answer,
    two_tabs_in_turn_make_one_answer,
    offline_for_a_while_it_waits_and_goes_on,
    a_reload_forgets_what_was_chosen_and_typed,
    a_late_retry_after_close_gets_its_receipt,
    what_comes_too_late_is_said_not_to_count,
    a_second_invitation_asks_whether_it_is_another_person,
    a_second_invitation_in_the_same_tab_is_not_the_first,
    what_was_begun_is_not_said_to_count,
    one_invitation_on_two_devices_counts_once,
]
