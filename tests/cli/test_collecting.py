"""`tacit serve`, `open`, `invite`, `status`, `close`, `export`, figures from a server: in real processes."""

from __future__ import annotations

import json
import signal
import stat

import pytest

from desk import STUDY, Desk, start, stop


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


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_or_an_init_system_stops_the_server_in_one_sentence(how: signal.Signals, desk: Desk) -> None:
    assert stop(desk, how) == "Stopped. Everything that was acknowledged is stored.\n"
    assert desk.process.returncode == 0
    assert not list(desk.folder.glob("tacit.db-*"))  # the log of changes is in the database, and gone


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
