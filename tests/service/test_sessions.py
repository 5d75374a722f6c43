"""Researchers in a browser: a cookie stands for their key, on pages of this server only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from starlette.requests import Request

from served.processes import Reply, Served, path_of, serving
from tacit.service.refusals import Declined
from tacit.service.sessions import COOKIE, LASTS_SECONDS, MOST, Sessions, is_own

KEY = bytes(32)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


def log_in(served: Served, key: str, origin: str | None = "") -> Reply:
    """From a page of the server, unless another origin is given; None: none is sent."""
    headers = {} if origin is None else {"Origin": origin or served.origin}
    return served.ask("POST", "/v1/session", json.dumps({"key": key}).encode(), headers=headers)


def cookie_of(reply: Reply) -> str:
    return reply.headers["set-cookie"].partition(";")[0]


def with_cookie(
    served: Served, method: str, path: str, cookie: str, body: bytes | None = None, origin: str = ""
) -> int:
    headers = {"Cookie": cookie} | ({"Origin": origin} if origin else {})
    return served.ask(method, path, body, headers=headers).status


def test_a_cookie_does_what_its_key_does_until_its_owner_logs_out(served: Served) -> None:
    study = served.open("open", title="Read in a browser")
    cookie = cookie_of(log_in(served, served.key))
    status = path_of(study, "/status")
    assert with_cookie(served, "GET", status, cookie) == 200
    assert with_cookie(served, "POST", path_of(study, "/close"), cookie, b"{}", served.origin) == 200
    left = served.ask("DELETE", "/v1/session", headers={"Cookie": cookie, "Origin": served.origin})
    assert (left.status, left.headers["set-cookie"]) == (
        200,
        f"{COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0",
    )
    assert with_cookie(served, "GET", status, cookie) == 401


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites_and_is_not_the_key(served: Served) -> None:
    reply = log_in(served, served.key)
    assert (reply.status, reply.body) == (201, b"{}")
    name, _, rest = reply.headers["set-cookie"].partition("=")
    value, *rules = rest.split("; ")
    assert name == "__Host-tacit"
    assert len(value) == 43
    assert value not in served.key
    assert rules == ["Path=/", "Secure", "HttpOnly", "SameSite=Strict", f"Max-Age={LASTS_SECONDS}"]
    assert value != cookie_of(log_in(served, served.key)).partition("=")[2]


def test_a_reader_is_told_its_role_and_its_studies_only(served: Served) -> None:
    first, second = (served.open("open", title=title) for title in ("First of two", "Second of two"))
    given = served.research("POST", path_of(first, "/access"), {"role": "reader"}, status=201)["key"]
    cookie = cookie_of(log_in(served, given))
    look = served.ask("GET", "/v1/session", headers={"Cookie": cookie}).json()
    assert look == {
        "role": "reader",
        "studies": [{"study": first.id, "title": "First of two", "state": "open"}],
    }
    assert with_cookie(served, "GET", path_of(second, "/status"), cookie) == 403
    assert with_cookie(served, "POST", path_of(first, "/close"), cookie, b"{}", served.origin) == 403
    all_of_them = served.research("GET", "/v1/session")
    assert all_of_them["role"] == "owner"
    assert [one["title"] for one in all_of_them["studies"]][:2] == ["Second of two", "First of two"]


@pytest.mark.parametrize("key", ["", "tacit_", "tacit_" + "A" * 43, 7, None])
def test_what_is_no_key_opens_nothing(key: object, served: Served) -> None:
    body = json.dumps({"key": key}).encode()
    reply = served.ask("POST", "/v1/session", body, headers={"Origin": served.origin})
    assert reply.status == 401
    assert "set-cookie" not in reply.headers


FOREIGN = ["null", "https://evil.example.org", "http://localhost:1", "http://127.0.0.1"]


@pytest.mark.parametrize("origin", [None, *FOREIGN])
def test_pages_of_others_cannot_log_anybody_in(origin: str | None, served: Served) -> None:
    reply = log_in(served, served.key, origin)
    assert reply.status == 403
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_others_can_do_nothing_with_the_cookie(origin: str, served: Served) -> None:
    study = served.open("open", title=f"Asked for from {origin}")
    cookie = cookie_of(log_in(served, served.key))
    for method, path, body in (
        ("GET", path_of(study, "/status"), None),
        ("POST", path_of(study, "/close"), b"{}"),
        ("POST", path_of(study, "/access"), b'{"role":"owner"}'),
        ("DELETE", "/v1/session", None),
    ):
        assert with_cookie(served, method, path, cookie, body, origin) == 403, path
    assert with_cookie(served, "POST", path_of(study, "/close"), cookie, b"{}") == 403
    assert with_cookie(served, "GET", path_of(study, "/status"), cookie) == 200


def test_routes_of_participants_read_no_cookie(served: Served) -> None:
    study = served.open("open", title="For everybody")
    cookie = cookie_of(log_in(served, served.key))
    for origin in ("https://page.example.org", served.origin):
        assert with_cookie(served, "POST", path_of(study, "/tickets"), cookie, b"{}", origin) == 200


def test_a_key_that_is_sent_counts_and_not_the_cookie_beside_it(served: Served) -> None:
    cookie = cookie_of(log_in(served, served.key))
    for wrong in ("Bearer tacit_" + "A" * 43, "Bearer", "Basic abc", ""):
        headers = {"Cookie": cookie, "Authorization": wrong}
        assert served.ask("GET", "/v1/session", headers=headers).status == 401, wrong


def test_a_restart_logs_everybody_out(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        cookie = cookie_of(log_in(served, served.key))
        assert with_cookie(served, "GET", "/v1/session", cookie) == 200
        served.stop()
        served.start()
        assert with_cookie(served, "GET", "/v1/session", cookie) == 401


def asked_with(cookie: str) -> Request:
    headers = [(b"cookie", cookie.partition(";")[0].encode())]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def test_a_session_ends_by_itself() -> None:
    now = [0.0]
    sessions = Sessions(lambda: now[0])
    request = asked_with(sessions.begin(KEY))
    now[0] = LASTS_SECONDS - 1
    assert sessions.key_of(request) == KEY
    now[0] = LASTS_SECONDS
    assert sessions.key_of(request) is None


def test_the_oldest_session_makes_room() -> None:
    ticks = count()
    sessions = Sessions(lambda: next(ticks))
    cookies = [sessions.begin(KEY) for _ in range(MOST + 1)]
    assert sessions.key_of(asked_with(cookies[0])) is None
    assert sessions.key_of(asked_with(cookies[1])) == KEY
    assert len(sessions.known) == MOST


def test_a_cookie_that_nobody_was_given_is_none() -> None:
    sessions = Sessions(lambda: 0.0)
    sessions.begin(KEY)
    for cookie in ("", f"{COOKIE}=", f"{COOKIE}=x", "tacit=x"):
        assert sessions.key_of(asked_with(cookie)) is None
    foreign = asked_with(f"{COOKIE}=x")
    foreign.scope["headers"].append((b"origin", b"https://a.example.org"))
    with pytest.raises(Declined, match="forbidden"):
        sessions.key_of(foreign)


@pytest.mark.parametrize(
    ("origin", "host", "expected"),
    [
        ("https://a.example.org", "a.example.org", True),
        ("https://a.example.org", "A.example.org", True),
        ("https://a.example.org:8443", "a.example.org:8443", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        (
            "http://a.example.org",
            "a.example.org",
            False,
        ),  # without TLS anybody on the way may have written it
        ("https://a.example.org", "b.example.org", False),
        ("https://a.example.org:8443", "a.example.org", False),
        ("http://localhost:8000", "127.0.0.1:8000", False),
        ("https://a.example.org/", "a.example.org", False),
        ("https://x@a.example.org", "a.example.org", False),
        ("null", "null", False),
        ("", "", False),
        ("https://", "", False),
    ],
)
def test_whose_page_it_is(origin: str, host: str, *, expected: bool) -> None:
    assert is_own(origin, host) is expected
