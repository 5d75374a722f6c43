"""`tacit invite`: links, codes and sheets, for people and strata; taken back and replaced."""

from __future__ import annotations

import json
import stat

import pytest

from desk import STUDY, Desk
from tacit.errors import Stopped


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
