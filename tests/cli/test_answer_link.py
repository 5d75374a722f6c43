"""`tacit answer LINK`: sent where the link leads, once; what was drawn and not received is sent again."""

from __future__ import annotations

import json

import pytest

from desk import STUDY, Desk
from tacit.client.device import Device
from tacit.client.exchange import NoResponse, Request, Response, Send
from tacit.client.https import over_https
from tacit.errors import NotReceived


def test_an_answer_goes_where_its_link_leads_and_only_once(opened: Desk) -> None:
    opened.good("invite", "study.json", "--people", "2", "--codes", "--out", "links.csv")
    first, second = (row["link"] for row in opened.people("links.csv"))
    given = ["--group", "yes", "--value", "3", "--device", "note"]
    done = opened.tacit("answer", first, *given, "--keep-ticket")
    assert done.code == 0, done.err
    assert done.out.startswith(f"Received: {opened.origin} has stored your answer.")
    assert "the ticket that can withdraw it is kept there" in done.out
    told = " ".join(done.err.split())
    assert told.startswith(f"Reaction Asked by owner@example.org, until 2999-12-31; sent to {opened.origin}.")
    assert "the odds between any two" in told
    assert "hopeless" not in told
    again = opened.tacit("answer", first, *given)
    assert (again.code, "was answered with this invitation" in again.err) == (2, True)
    same = opened.tacit("answer", second, *given)
    assert (same.code, "confirm that it is meant" in same.err) == (2, True)
    receipt = json.loads(opened.tacit("answer", second, *given, "--again", "--json").out)
    assert set(receipt) == {"study", "answer", "day"}
    assert json.loads(opened.good("status", "study.json", "--json"))["answered"] == 2
    assert opened.good("answer", first, "--withdraw", "--device", "note").startswith("Withdrawn: ")
    opened.good("close", "study.json", "--yes")
    opened.good("export", "study.json", "--out", "answers.csv")
    assert len(opened.people("answers.csv")) == 1
    files = b"".join(path.read_bytes() for path in (opened.folder / "note").rglob("*") if path.is_file())
    assert b"yes" not in files


def test_what_was_drawn_and_not_received_is_sent_again_as_it_was(opened: Desk) -> None:
    opened.good("invite", "study.json", "--people", "1", "--out", "links.csv")
    (person,) = opened.people("links.csv")
    lost = Device(opened.folder / "note", send=losing(over_https), patience=0)
    with pytest.raises(NotReceived):
        lost.visit(person["link"]).answer(group="yes", value=3)
    done = opened.tacit("answer", person["link"], "--device", "note")  # nothing is asked, nothing is drawn
    assert (done.code, done.err, done.out.startswith("Received: ")) == (0, "", True)


def losing(send: Send) -> Send:
    """The network, with every reply to an answer lost."""

    def sent(request: Request) -> Response:
        reply = send(request)
        if request.url.endswith("/answers"):
            raise NoResponse("lost")
        return reply

    return sent


def test_whoever_answers_by_a_link_sees_why_a_hopeless_study_is_asked(desk: Desk) -> None:
    desk.write("tiny.toml", STUDY.replace("people = 4000", "people = 20").replace('"blind"', '"open"'))
    address = json.loads(desk.good("open", "tiny.toml", "--override", "A lesson.", "--json"))["address"]
    done = desk.tacit("answer", address, "--group", "no", "--value", "3", "--device", "note")
    assert (done.code, "asked all the same, because: A lesson." in " ".join(done.err.split())) == (0, True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--query", "3"], "--query goes with a study file"),
        (["--group", "yes"], "value is missing"),
        ([], "--group is missing"),
        (["--group", "maybe", "--value", "3"], "maybe"),
        (["--group", "yes", "--value", "99"], "99"),
        (["--withdraw"], "ticket must have been kept"),
    ],
)
def test_what_cannot_be_sent_is_said_and_uses_no_invitation(more: list[str], said: str, opened: Desk) -> None:
    opened.good("invite", "study.json", "--people", "1", "--out", "links.csv")
    (person,) = opened.people("links.csv")
    done = opened.tacit("answer", person["link"], "--device", "note", *more)
    assert (done.code, said in done.err) == (2, True), done.err
    opened.good("invite", "study.json", "--revoke", "links.csv")  # else it would be used already
