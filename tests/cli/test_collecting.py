"""`tacit serve`, `open`, `invite`, `status`, `close`, `export`, figures from a server: in real processes."""

from __future__ import annotations

import csv
import json
import signal
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tacit.client.device import Device
from tacit.client.exchange import NoResponse, Request, Response, Send
from tacit.client.https import over_https
from tacit.errors import NotReceived, Stopped
from terminal import GRACE, TACIT, Done, environment, run
from written_study import how_strong

COLLECT = '[collect]\ntickets = "blind"\npeople = 4000\nbatch = 2\n'
STUDY = how_strong('labels = ["yes", "no"]', more=COLLECT)


@dataclass
class Desk:
    """A folder in which somebody works, and the server that they started."""

    folder: Path
    process: subprocess.Popen[str]
    origin: str
    said: list[str]

    def tacit(self, *arguments: str) -> Done:
        return run(*arguments, folder=self.folder, more={"TACIT_SERVER": self.origin})

    def good(self, *arguments: str) -> str:
        done = self.tacit(*arguments)
        assert (done.code, done.err) == (0, ""), done.err
        return done.out

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def people(self, name: str) -> list[dict[str, str]]:
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def answer(self, link: str, name: str) -> None:
        Device(self.folder / "devices" / name, patience=20).visit(link).answer(group="yes", value=3)


def start(folder: Path, *more: str) -> Desk:
    process = subprocess.Popen(
        [TACIT, "serve", "--port", "0", *more],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(3)]
    assert said[0].startswith("Collecting on "), said
    return Desk(folder, process, said[0].split()[2].rstrip(";"), said)


def stop(desk: Desk) -> str:
    desk.process.send_signal(signal.SIGINT)
    out, _ = desk.process.communicate(timeout=GRACE)
    return out


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = start(tmp_path)
    desk.write("study.toml", STUDY)
    yield desk
    if desk.process.poll() is None:
        stop(desk)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """An open study, for tests that change nothing."""
    desk = start(tmp_path_factory.mktemp("kept"))
    desk.write("study.toml", STUDY)
    desk.good("open", "study.toml")
    yield desk
    stop(desk)


@pytest.fixture
def opened(desk: Desk) -> Desk:
    desk.good("open", "study.toml")
    return desk


def test_the_key_is_in_a_file_of_its_own_and_nowhere_in_what_is_said(desk: Desk) -> None:
    key_file = desk.folder / "tacit.key"
    key = key_file.read_text().strip()
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert desk.said[2] == "The researcher's key was written to tacit.key; only you can read it.\n"
    assert key not in "".join(desk.said)
    assert key not in stop(desk)
    assert desk.process.returncode == 0
    again = start(desk.folder)
    assert again.said[2].startswith("The researcher's key was written, at the first start, to tacit.key")
    assert key_file.read_text().strip() == key
    stop(again)


def test_ctrl_c_stops_the_server_in_one_sentence(desk: Desk) -> None:
    assert stop(desk) == "Stopped. Everything that was acknowledged is stored.\n"
    assert desk.process.returncode == 0


def test_a_study_from_its_file_to_its_figures(desk: Desk) -> None:
    address = json.loads(desk.good("open", "study.toml", "--json"))["address"]
    desk.write("people.csv", 'name,note\nAda,"one, two"\nBob,=1+1\nZoë,\n')
    said = desk.good("invite", "study.json", "--list", "people.csv", "--out", "links.csv")
    assert said.startswith("3 invitations are in links.csv.\n")
    assert said.endswith("each person their own; then  tacit status study.json  or  tacit board study.json\n")
    people = desk.people("links.csv")
    assert [(row["name"], row["note"]) for row in people] == [
        ("Ada", "one, two"),
        ("Bob", "=1+1"),
        ("Zoë", ""),
    ]
    assert all(row["link"].startswith(f"{address}#i=") for row in people)
    for row in people:
        desk.answer(row["link"], row["name"])
    status = json.loads(desk.good("status", "study.json", "--json"))
    assert (status["invited"], status["started"], status["answered"]) == (3, 2, 2)
    shown = desk.good("status", address)
    assert "Reaction: open" in shown
    assert "up to 1 more answers may wait" in shown
    figures = json.loads(desk.good("estimate", address, "--json"))
    assert figures["answers"] == 2
    response = figures["response"]
    assert (response["invited"], response["answered"], response["never"]) == (3, 2, 1)
    assert desk.good("close", "study.json", "--yes").startswith("Reaction is closed.")
    assert desk.good("export", "study.json", "--out", "answers.csv") == (
        "3 answers are in answers.csv.\n\nNext:  tacit estimate study.json answers.csv\n"
    )
    assert json.loads(desk.good("estimate", "study.json", "answers.csv", "--json"))["answers"] == 3
    links = (desk.folder / "links.csv").read_bytes()
    refused = desk.tacit("export", "study.json", "--out", "links.csv")
    assert (refused.code, "links.csv holds something else and was left as it is" in refused.err) == (2, True)
    assert (desk.folder / "links.csv").read_bytes() == links
    desk.write("answers.csv", "of last week")
    assert "3 answers" in desk.good("export", "study.json", "--out", "answers.csv", "--force")
    assert (desk.folder / "answers.csv").read_text() != "of last week"
    assert "still open" not in desk.good("estimate", address)
    closed = desk.good("status", "study.json")
    assert closed.startswith("Reaction: closed\n")
    assert "may wait" not in closed


def test_opening_twice_is_as_good_as_once_and_a_changed_draft_is_another_study(opened: Desk) -> None:
    before = (opened.folder / "study.json").read_bytes()
    assert "is open, and never changes again" in opened.good("open", "study.json")
    opened.write("study.toml", STUDY.replace("How strong?", "How weak?"))
    refused = opened.tacit("open", "study.toml")
    assert refused.code == 2
    assert "study.json is there already, of another study or of this one before it was changed" in refused.err
    opened.good("open", "study.toml", "--out", "other.json")
    assert (opened.folder / "study.json").read_bytes() == before
    changed = opened.tacit("open", "study.json", "--redirect", "https://example.org/thanks")
    assert (changed.code, changed.err.split(".")[0]) == (1, "error: An open study cannot be changed")


def test_opening_a_study_file_again_points_to_the_study_that_it_opened(opened: Desk) -> None:
    refused = opened.tacit("open", "study.toml")
    assert refused.code == 2
    assert (
        "study.json is there already: the study was opened before, and `tacit invite study.json` goes on"
        in (refused.err)
    )
    opened.write("taken.json", "a list of mine")
    other = opened.tacit("open", "study.toml", "--out", "taken.json")
    assert "taken.json is there already and is no manifest" in other.err
    assert (opened.folder / "taken.json").read_text() == "a list of mine"


def test_a_manifest_without_keys_says_what_to_open_in_its_place(desk: Desk) -> None:
    desk.good("check", "study.toml", "--manifest", "frozen.json")
    refused = desk.tacit("open", "frozen.json")
    assert refused.code == 2
    assert (
        "STUDY was frozen without a server's keys, which blind tickets need; open the study file"
        in refused.err
    )


def test_what_needs_no_keys_can_be_opened_again_until_it_is_closed(desk: Desk) -> None:
    desk.write("study.toml", STUDY.replace('"blind"', '"open"'))
    first = desk.good("open", "study.toml")
    assert desk.good("open", "study.json") == first
    desk.good("close", "study.json", "--yes")
    shown = desk.good("status", "study.json")
    assert "Every answer that was acknowledged is counted." in shown
    assert "may wait" not in shown
    again = desk.tacit("open", "study.json")
    closed = "Reaction was opened before, and is closed for good: it takes no more answers.\n"
    assert (again.code, again.out) == (1, closed)
    assert json.loads(desk.tacit("open", "study.json", "--json").out)["state"] == "closed"


def test_a_hopeless_study_opens_only_with_a_reason_which_everybody_sees(desk: Desk) -> None:
    desk.write("tiny.toml", STUDY.replace("people = 4000", "people = 20"))
    needless = desk.tacit("open", "study.toml", "--override", "To be sure.")
    assert (needless.code, "the plan is not hopeless" in needless.err) == (2, True)
    refused = desk.tacit("open", "tiny.toml")
    assert refused.code == 1
    assert "Not opened: the plan is hopeless, 20 people" in refused.out
    assert not (desk.folder / "tiny.json").exists()
    found = json.loads(desk.good("open", "tiny.toml", "--override", "A lesson for a class.", "--json"))
    assert "although the plan is hopeless: A lesson for a class." in desk.good("status", found["address"])
    desk.good("invite", "tiny.json", "--people", "2", "--out", "links.csv")
    for number, row in enumerate(desk.people("links.csv")):
        desk.answer(row["link"], str(number))
    figures = desk.good("estimate", found["address"])
    assert "opened although its plan was hopeless, because: A lesson" in " ".join(figures.split())
    desk.good("report", found["address"], "--out", "report.md")
    assert "because: A lesson for a class." in (desk.folder / "report.md").read_text()


def test_a_preview_tells_no_server_anything(desk: Desk) -> None:
    stop(desk)
    shown = desk.good("open", "study.toml", "--preview")
    assert "How strong?  a number from 0 to 10" in shown
    assert sorted(file.name for file in desk.folder.iterdir() if file.suffix in (".json", ".csv")) == []


def test_invitations_are_taken_back_while_unused_and_replaced_after_use_only_by_force(opened: Desk) -> None:
    opened.good("invite", "study.json", "--people", "3", "--codes", "--out", "codes.csv")
    first, second, third = opened.people("codes.csv")
    assert all(
        len(row["code"]) == 13 and row["link"].endswith(row["code"].replace("-", ""))
        for row in (first, third)
    )
    for row in (first, second):
        opened.answer(row["link"], row["person"])
    kept = opened.tacit("invite", "study.json", "--revoke", "codes.csv")
    assert (kept.code, kept.out.splitlines()[0]) == (1, "1 taken back, unused")
    assert kept.out.splitlines()[1].startswith("2 used already, and left as they are")
    with pytest.raises(Stopped, match="This invitation was taken back"):
        opened.answer(third["link"], "third")
    replaced = opened.good("invite", "study.json", "--replace", "codes.csv", "--force", "--out", "new.csv")
    assert "those people may answer twice" in replaced
    assert [row["person"] for row in opened.people("new.csv")] == ["1", "2"]
    assert json.loads(opened.good("status", "study.json", "--json"))["revoked_after_use"] == 2


def test_a_sheet_has_a_code_for_each_person_on_pages_of_its_own(opened: Desk) -> None:
    given = ["--people", "16", "--codes", "--out", "codes.csv", "--sheet", "sheet.svg"]
    said = opened.good("invite", "study.json", *given)
    people = opened.people("codes.csv")
    pages = [(opened.folder / name).read_bytes() for name in ("sheet.svg", "sheet-2.svg")]
    assert [page.count(b"<path ") for page in pages] == [15, 1]
    assert all(row["code"].encode() in b"".join(pages) for row in people)
    assert "The same as QR codes, to print: sheet.svg to sheet-2.svg." in said
    modes = {stat.S_IMODE((opened.folder / name).stat().st_mode) for name in ("codes.csv", "sheet.svg")}
    assert modes == {0o600}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--out", "codes.csv"], "--out codes.csv is there already"),
        (["--out", "new.txt"], "new.txt must end in .csv"),
        (["--out", "no/new.csv"], "--out must be in a folder that is there; no is none"),
        (["--out", "new.csv", "--sheet", "study.toml"], "study.toml must end in .svg"),
        (["--out", "new.csv", "--sheet", "no/s.svg"], "--sheet must be in a folder that is there"),
        (["--out", "new.csv", "--sheet", "old.svg"], "--sheet old.svg is there already"),
    ],
)
def test_nothing_is_taken_back_where_its_replacement_could_not_be_written(
    given: list[str], said: str, opened: Desk
) -> None:
    opened.good("invite", "study.json", "--people", "2", "--out", "codes.csv")
    opened.write("old.svg", "<svg/>")
    refused = opened.tacit("invite", "study.json", "--replace", "codes.csv", *given)
    assert (refused.code, said in refused.err) == (2, True), refused.err
    assert json.loads(opened.good("status", "study.json", "--json"))["revoked"] == 0
    assert "2 taken back, unused" in opened.good(
        "invite", "study.json", "--replace", "codes.csv", "--out", "n.csv"
    )
    assert len(opened.people("n.csv")) == 2


def test_strata_have_a_key_each_and_come_out_beside_the_answers(desk: Desk) -> None:
    desk.good("open", "study.toml", "--stratum", "north", "--stratum", "south")
    desk.write("people.csv", "stratum\nsouth\nnorth\n")
    desk.good("invite", "study.json", "--list", "people.csv", "--out", "links.csv")
    south, north = desk.people("links.csv")
    assert south["link"].endswith("&k=1")
    assert "&k=" not in north["link"]
    for row in (south, north):
        desk.answer(row["link"], row["stratum"])
    desk.good("export", "study.json", "--out", "answers.csv")
    assert sorted(row["stratum"] for row in desk.people("answers.csv")) == ["north", "south"]
    desk.write("bad.csv", "stratum\nwest\n")
    refused = desk.tacit("invite", "study.json", "--list", "bad.csv", "--out", "more.csv")
    rule = 'error: --list must have a column `stratum` that holds "north" or "south" in each row; '
    assert (refused.code, refused.err) == (2, f'{rule}got "west" in row 2\n')
    uncounted = desk.tacit("invite", "study.json", "--people", "3", "--out", "more.csv")
    assert (uncounted.code, uncounted.err) == (2, f"{rule}row 2 has none\n")


def test_a_named_study_is_exported_beside_the_researchers_own_records(desk: Desk) -> None:
    desk.write("study.toml", STUDY.replace('"blind"', '"named"'))
    desk.good("open", "study.toml")
    desk.good("invite", "study.json", "--people", "2", "--out", "links.csv")
    people = desk.people("links.csv")
    for row in people:
        desk.answer(row["link"], row["person"])
    desk.good("export", "study.json", "--out", "answers.csv")
    exported = {row["record"] for row in desk.people("answers.csv")}
    assert exported == {row["record"] for row in people}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["invite", "study.json"],
            "--people or --list, --revoke or --replace must be given, and one of them only",
        ),
        (
            ["invite", "study.json", "--people", "3"],
            "--out must name the CSV for the links: they are nowhere else",
        ),
        (
            ["invite", "study.json", "--people", "3", "--out", "study.toml"],
            "must end in .csv to hold invitations",
        ),
        (
            ["invite", "study.toml", "--people", "3", "--out", "a.csv"],
            "STUDY must be open: the manifest that",
        ),
        (
            ["invite", "study.json", "--list", "no.csv", "--out", "a.csv"],
            "no.csv cannot be read: No such file",
        ),
        (["invite", "study.json", "--revoke", "a.csv", "--sheet", "a.svg"], "--sheet goes with --out"),
        (["invite", "study.json", "--people", "0", "--out", "a.csv"], "0 is not at least 1"),
        (
            ["invite", "study.json", "--people", "3", "--out", "a.csv", "--force"],
            "--force goes with --revoke",
        ),
        (
            ["close", "study.json"],
            "--yes must be given where nobody can be asked: a closed study stays closed",
        ),
        (["status", "study.json", "--key-file", "study.toml"], "--key-file must hold a researcher's key"),
        (
            ["status", "study.json", "--key-file", "none"],
            "must be the file that `tacit serve` wrote; none: No such",
        ),
        (["status", "study.json", "--server", "http://example.org"], "link must begin with https://"),
        (["status", "http://127.0.0.1/x"], "link must be as in https://HOST/s/STUDY"),
        (["export", "study.json", "--out", "a.txt"], "a.txt must end in .csv to hold answers"),
        (["open", "study.toml", "--stratum", "north", "--out", "b.json"], "--stratum must be given for each"),
        (
            ["serve", "--port", "0", "--host", "192.0.2.1"],
            "192.0.2.1 can be reached by others: give --certificate",
        ),
        (
            ["serve", "--port", "0", "--database", "postgresql://x/y"],
            "--database must be the name of an SQLite file",
        ),
        (
            ["serve", "--port", "0", "--certificate", "a"],
            "--certificate and --private-key must be given together",
        ),
    ],
)
def test_wrong_use_is_said_in_one_line(arguments: list[str], said: str, kept: Desk) -> None:
    done = kept.tacit(*arguments)
    assert done.code == 2, done
    assert said in done.err
    assert done.out == ""
    assert list(kept.folder.glob("*.csv")) == []


def test_a_server_that_is_not_there_or_a_key_that_is_not_known_is_said(kept: Desk) -> None:
    gone = kept.tacit("status", "study.json", "--server", "http://127.0.0.1:1")
    assert gone.code == 1
    assert "no reply from http://127.0.0.1:1" in gone.err
    assert "is `tacit serve` running there?" in gone.err
    kept.write("other.key", "tacit_" + "A" * 43)
    stranger = kept.tacit("status", "study.json", "--key-file", "other.key")
    assert (stranger.code, "This needs a key, and none that is known was given." in stranger.err) == (1, True)
    port = kept.origin.rpartition(":")[2]
    taken = kept.tacit("serve", "--port", port, "--database", "other.db")
    assert (taken.code, f"--port {port} on 127.0.0.1 cannot be listened on" in taken.err) == (2, True)


def test_a_refusal_of_the_server_leaves_no_file(opened: Desk) -> None:
    opened.good("close", "study.json", "--yes")
    refused = opened.tacit("invite", "study.json", "--people", "2", "--out", "links.csv")
    assert (refused.code, "This study is closed" in refused.err) == (1, True)
    assert not (opened.folder / "links.csv").exists()
    assert not list(opened.folder.glob("*part*"))


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
