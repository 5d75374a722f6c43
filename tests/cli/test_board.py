"""`tacit board`: an address that logs a browser in once, in a real process."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from served.processes import path_of, serving
from terminal import run


def test_the_address_opens_the_board_of_a_study_and_logs_in_once(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        study = served.open("open", title="Watched")
        (tmp_path / "study.json").write_bytes(study.manifest)
        more = {"TACIT_SERVER": served.origin}
        done = run("board", "study.json", folder=tmp_path, more=more)
        assert (done.code, done.err) == (0, "")
        address, code = re.fullmatch(r"(\S+)#k=(once_\S{22})\nIt logs .*\n", done.out).groups()  # type: ignore[union-attr]
        assert address == f"{served.origin}/board/{study.id}"
        assert served.key not in done.out
        body = json.dumps({"key": code}).encode()
        said = [
            served.ask("POST", "/v1/session", body, headers={"Origin": served.origin}).status for _ in "ab"
        ]
        assert said == [201, 401]
        assert served.ask("GET", path_of(study, "/board"), key=served.key).status == 200
        told = json.loads(run("board", "--json", folder=tmp_path, more=more).out)
        assert told["board"] == f"{served.origin}/board"
        assert told["login"].startswith(f"{served.origin}/board#k=once_")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("study.toml",), "study.toml"),
        (("--key-file", "nowhere"), "--key-file"),
        (("--server", "x"), "server"),
    ],
)
def test_what_is_wrong_is_named(given: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = run("board", *given, folder=tmp_path)
    assert (done.code, says in done.err) == (2, True), done.err
