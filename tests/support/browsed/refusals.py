"""What cannot be answered, or not safely: one kind sentence, what to do, and nothing sent."""

from __future__ import annotations

from browsed.browsers import PLAIN_HOST
from browsed.journeys import Journey
from browsed.person import Person
from browsed.scene import Scene
from browsed.stage import Stage, check_nothing_was_answered, check_one_answer
from served.processes import path_of
from tacit.protocol.encoding import to_base64url
from tacit.protocol.tickets import invitation_hash

NO_HISTORY = """
History.prototype.replaceState = () => { throw new DOMException("refused", "SecurityError"); };
"""


def check_refused(scene: Scene, person: Person, word: str) -> None:
    """The person is told, and what to do; the server was sent nothing but questions."""
    person.reads(word)
    assert person.does_read(f"{word}_do")
    assert {one.method for one in scene.network.passed} <= {"GET"}
    check_nothing_was_answered(scene)


def a_link_that_was_cut_off_is_said_to_be(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene, scene.link[:-1]) as person:
        check_refused(scene, person, "trouble_link")


def a_study_that_is_not_there_is_said_not_to_be(stage: Stage) -> None:
    with stage.study() as scene:
        other = scene.link.replace(scene.study.id, to_base64url(bytes(32)))
        with stage.person(scene, other) as person:
            check_refused(scene, person, "trouble_study-unknown")


def a_closed_study_is_said_to_be(stage: Stage) -> None:
    with stage.study() as scene:
        scene.close()
        with stage.person(scene) as person:
            check_refused(scene, person, "trouble_study-closed")


def a_study_that_tells_too_much_is_not_begun(stage: Stage) -> None:
    with stage.study(epsilon="3.5") as scene, stage.person(scene) as person:
        check_refused(scene, person, "trouble_epsilon")
        assert "3.5" in person.tab.text


def a_page_without_encryption_is_not_begun(stage: Stage) -> None:
    with stage.study() as scene:
        plain = scene.link.replace("localhost", PLAIN_HOST)
        with stage.person(scene, plain) as person:
            assert person.tab.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
            check_refused(scene, person, "trouble_crypto")


def an_unknown_invitation_is_said_to_be(stage: Stage) -> None:
    with stage.study() as scene:
        unknown = scene.link.replace(to_base64url(bytes(16)), to_base64url(bytes([7]) * 16))
        with stage.person(scene, unknown) as person:
            person.choose("diabetic", "7")
            person.press("go_on")
            person.reads("trouble_invitation-unknown")
            check_nothing_was_answered(scene)


def an_invitation_that_was_taken_back_is_said_to_be(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.choose("diabetic", "7")
        hashes = [to_base64url(invitation_hash(bytes(16)))]
        path = path_of(scene.study, "/invitations/revoke")
        scene.served.research("POST", path, {"hashes": hashes, "force": False})
        person.press("go_on")
        person.reads("trouble_invitation-revoked")
        check_nothing_was_answered(scene)


def another_study_than_the_link_names_is_refused(stage: Stage) -> None:
    with stage.study() as scene:
        lie = scene.study.manifest.replace(b"diabetic", b"diabetes")
        scene.network.say(f"/v1/studies/{scene.study.id}", 1000, 200, lie)
        with stage.person(scene) as person:
            check_refused(scene, person, "trouble_id")


def a_wrong_form_is_told_and_nothing_is_sent(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.reads("form")
        person.press("go_on")
        person.reads("wrong_group")
        person.choose("diabetic", "11")
        person.press("go_on")
        person.reads("wrong_range")
        assert scene.network.to("/tickets") == []
        person.answer("diabetic", "10")
        check_one_answer(scene)


REFUSALS: list[Journey] = [
    a_link_that_was_cut_off_is_said_to_be,
    a_study_that_is_not_there_is_said_not_to_be,
    a_closed_study_is_said_to_be,
    a_study_that_tells_too_much_is_not_begun,
    a_page_without_encryption_is_not_begun,
    an_unknown_invitation_is_said_to_be,
    an_invitation_that_was_taken_back_is_said_to_be,
    another_study_than_the_link_names_is_refused,
    a_wrong_form_is_told_and_nothing_is_sent,
]


def without_storage_the_note_lives_in_the_tab(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.reads("tab_only")
        person.prepare()
        scene.network.lose("/answers", 1000)
        person.press("send")
        person.reads("saved_tab")
        assert not person.does_read("saved_text")
        scene.network.lose("/answers", 0)
        person.try_now()
        person.reads("received")
        check_one_answer(scene)


def without_storage_a_reload_sends_the_same(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene) as person:
        person.prepare()
        shown = person.bytes_shown
        scene.network.lose("/answers", 1000)
        person.press("send")
        person.reads("saved_tab")
        person.tab.reload()
        person.reads("prepared_again")
        assert person.bytes_shown == shown
        scene.network.lose("/answers", 0)
        person.press("send")
        person.reads("received")
        check_one_answer(scene)


def without_storage_another_tab_cannot_answer_again(stage: Stage) -> None:
    with stage.study() as scene, stage.device() as device:
        Person(device.tab(scene.link)).answer()
        other = Person(device.tab(scene.link))
        other.choose("not diabetic", "1")
        other.press("go_on")
        other.reads("trouble_invitation-used")
        check_one_answer(scene)


def with_nowhere_for_a_note_it_does_not_begin(stage: Stage) -> None:
    with stage.study() as scene, stage.person(scene, early=NO_HISTORY) as person:
        check_refused(scene, person, "trouble_storage")


WITHOUT_STORAGE: list[Journey] = [
    without_storage_the_note_lives_in_the_tab,
    without_storage_a_reload_sends_the_same,
    without_storage_another_tab_cannot_answer_again,
    with_nowhere_for_a_note_it_does_not_begin,
]
