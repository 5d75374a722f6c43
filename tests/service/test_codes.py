"""Codes that log in once: in place of a key where one must be printed or put into an address."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from served.processes import Reply, Served, path_of, serving
from tacit.service.codes import LASTS_SECONDS, MOST, Codes

KEY = bytes(range(32))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


def log_in(served: Served, code: str, **headers: str) -> Reply:
    body = json.dumps({"key": code}).encode()
    return served.ask("POST", "/v1/session", body, headers={"Origin": served.origin} | headers)


def code_for(served: Served, key: str) -> str:
    reply = served.ask("POST", "/v1/session/codes", b"{}", key=key)
    assert reply.status == 201
    code = reply.json()["code"]
    assert isinstance(code, str)
    return code


def test_a_code_logs_in_once_with_the_key_of_whoever_asked_for_it(served: Served) -> None:
    study = served.open("open", title="Looked at")
    reader = served.research("POST", path_of(study, "/access"), {"role": "reader"}, status=201)["key"]
    code = code_for(served, reader)
    first = log_in(served, code)
    assert (first.status, first.body) == (201, b"{}")
    cookie = {"Cookie": first.headers["set-cookie"].partition(";")[0], "Origin": served.origin}
    assert served.ask("GET", path_of(study, "/board"), headers=cookie).json()["role"] == "reader"
    assert served.ask("POST", path_of(study, "/close"), b"{}", headers=cookie).status == 403
    again = log_in(served, code)
    assert (again.status, "set-cookie" in again.headers) == (401, False)


def test_a_code_is_no_key(served: Served) -> None:
    code = code_for(served, served.key)
    assert served.ask("GET", "/v1/session", key=code).status == 401
    assert log_in(served, code).status == 201


def test_another_sites_page_can_neither_use_a_code_nor_use_it_up(served: Served) -> None:
    code = code_for(served, served.key)
    assert log_in(served, code, Origin="https://elsewhere.example.org").status == 403
    assert log_in(served, code).status == 201


@pytest.mark.parametrize(
    "code", ["", "once_", "once_" + "A" * 22, "once_" + "A" * 21 + "=", "tacit_" + "A" * 22]
)
def test_what_was_not_drawn_here_logs_nobody_in(code: str, served: Served) -> None:
    assert log_in(served, code).status == 401


def test_nobody_without_a_key_is_given_a_code(served: Served) -> None:
    assert served.ask("POST", "/v1/session/codes", b"{}").status == 401


def test_a_code_lasts_for_minutes() -> None:
    now = 0.0
    codes = Codes(lambda: now)
    first, second = codes.draw(KEY), codes.draw(KEY)
    now = LASTS_SECONDS - 1
    assert codes.use(first) == KEY
    assert codes.use(first) is None
    now = LASTS_SECONDS
    assert codes.use(second) is None


def test_only_so_many_codes_are_known_and_each_by_its_hash() -> None:
    codes = Codes(lambda: 0.0)
    drawn = [codes.draw(KEY) for _ in range(MOST + 1)]
    assert codes.use(drawn[0]) is None
    assert not any(code.encode() in name for name in codes.known for code in drawn)
    assert [codes.use(code) for code in drawn[1:]] == [KEY] * MOST
