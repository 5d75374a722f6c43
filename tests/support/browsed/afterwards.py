"""What can be done beside answering: withdraw, forget, share a device, go on; codes, and known topics."""

from __future__ import annotations

from browsed.journeys import TWO_INVITATIONS, Journey
from browsed.person import Person
from browsed.stage import Stage, check_nothing_was_answered, check_one_answer
from tacit.protocol.links import with_check

CODE = b"0123456789"


def a_receipt_that_was_asked_for_withdraws(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        person.press("keep")
        person.press("send")
        person.reads("received")
        check_one_answer(scene)
        person.tab.reload()
        person.reads("answered")
        person.press("withdraw", "summary")
        person.press("withdraw", "button")
        person.reads("withdrawn")
        assert scene.stored == []
        again = Person(person.tab)
        again.tab.goto("about:blank")
        again.tab.goto(scene.link)
        again.reads("withdrawn")
        assert not again.does_read("answered")


def no_receipt_is_kept_unasked(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.answer()
        ticket = scene.network.to("/answers")[0].json()["ticket"]
        assert not person.does_read("receipt")
        assert [place for place, text in person.tab.kept.items() if ticket in text] == []


def what_is_forgotten_is_gone_and_what_is_not_received_stays(stage: Stage) -> None:
    with stage.study(invitations=TWO_INVITATIONS) as scene, stage.device() as device:
        first = Person(device.tab(scene.links[0]))
        first.answer()
        second = Person(device.tab(scene.links[1]))
        second.reads("person")
        second.press("person_yes")
        second.prepare("not diabetic", "1")
        second.tab.close()
        first.press("forget")
        first.press("forget_do")
        first.reads("forgotten")
        kept = first.tab.kept["databases"]
        assert kept.count('"state":"sent"') == 1
        assert '"state":"received"' not in kept
        again = Person(device.tab(scene.links[1]))
        again.reads("prepared_again")
        again.press("send")
        again.reads("received")
        check_one_answer(scene, invitations=2)
        again.press("forget")
        again.press("forget_do")
        again.reads("forgotten")
        assert scene.study.id not in again.tab.kept["databases"]


def a_shared_device_keeps_nothing_after_receipt(stage: Stage) -> None:
    with stage.study() as scene:
        shared = scene.link.replace("#", "?kiosk#")
        with stage.person(scene, shared) as person:
            person.answer()
            person.reads("received_kiosk")
            assert scene.study.id not in person.tab.kept["databases"]
            assert scene.study.id not in person.tab.kept["history"]
            check_one_answer(scene)


def a_code_is_typed_from_paper(stage: Stage) -> None:
    with (
        stage.study(invitations=(CODE,)) as scene,
        stage.person(scene, scene.link.partition("#")[0]) as person,
    ):
        person.reads("code_text")
        person.tab.fill(person.word("code_label"), "not a code")
        person.press("code_enter")
        person.reads("code_wrong")
        person.tab.fill(person.word("code_label"), with_check(CODE).lower())
        person.press("code_enter")
        person.answer()
        check_one_answer(scene)


def a_known_topic_is_answered_again_only_if_that_is_meant(stage: Stage) -> None:
    with stage.study("open") as first, stage.study("open") as second, stage.device() as device:
        link = second.link.replace(second.network.origin, first.network.origin)
        Person(device.tab(first.link)).answer()
        person = Person(device.tab(link))
        person.reads("topic")
        check_nothing_was_answered(second)
        person.press("topic_yes")
        person.answer("not diabetic", "1")
        assert len(second.stored) == 1


def people_are_led_on_where_the_study_says(stage: Stage) -> None:
    with stage.study(redirect="https://plain.example/thanks") as scene, stage.person(scene) as person:
        person.answer()
        person.press("stay")
        assert person.tab.evaluate("document.querySelector('a.first').href") == "https://plain.example/thanks"
        check_one_answer(scene)


AFTERWARDS: list[Journey] = [
    a_receipt_that_was_asked_for_withdraws,
    no_receipt_is_kept_unasked,
    what_is_forgotten_is_gone_and_what_is_not_received_stays,
    a_shared_device_keeps_nothing_after_receipt,
    a_code_is_typed_from_paper,
    a_known_topic_is_answered_again_only_if_that_is_meant,
    people_are_led_on_where_the_study_says,
]
