"""Pages as they are served: for ever or never, compressed, under a policy; against a real server process."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from served.processes import Served, serving
from tacit.web.release import read_release

PAGE = "/s/" + "A" * 43
RELEASE = read_release()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as process:
        yield process


def policy_of(header: str) -> dict[str, str]:
    pairs = (part.strip().partition(" ") for part in header.split(";"))
    return {name: value for name, _, value in pairs}


def test_the_page_is_never_kept_and_does_what_its_policy_allows(served: Served) -> None:
    reply = served.ask("GET", PAGE)
    assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["cross-origin-opener-policy"] == "same-origin"
    assert policy_of(reply.headers["content-security-policy"]) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
    }


def test_the_page_may_not_be_read_by_pages_of_others(served: Served) -> None:
    assert "access-control-allow-origin" not in served.ask("GET", PAGE).headers


def test_the_page_is_the_same_for_every_study_and_does_not_repeat_its_address(served: Served) -> None:
    first, other = served.ask("GET", PAGE), served.ask("GET", "/s/<script>alert(1)")
    assert first.body == other.body == RELEASE.files["s/index.html"]


def test_every_file_is_served_as_it_is_listed(served: Served) -> None:
    for name, content in RELEASE.files.items():
        reply = served.ask("GET", f"/{name}")
        assert (reply.status, reply.body) == (200, content), name


def test_assets_are_kept_for_ever(served: Served) -> None:
    for name in RELEASE.files:
        is_asset = name.startswith("assets/")
        due = "public, max-age=31536000, immutable" if is_asset else "no-store"
        assert served.ask("GET", f"/{name}").headers["cache-control"] == due, name


def test_who_reads_gzip_gets_it_and_the_same_content(served: Served) -> None:
    for name in (f"{RELEASE.assets}/answer.js", "s/index.html"):
        reply = served.ask("GET", f"/{name}", headers={"Accept-Encoding": "br, gzip;q=0.8"})
        assert reply.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in reply.headers["vary"]
        assert gzip.decompress(reply.body) == RELEASE.files[name]
        assert "content-encoding" not in served.ask("GET", f"/{name}").headers


@pytest.mark.parametrize("name", ["answer.js", "../pyproject.toml", "%2e%2e/tokens.css", "", "x" * 3000])
def test_nothing_but_files_of_the_release_is_served(name: str, served: Served) -> None:
    assert served.ask("GET", f"/assets/{name}").status == 404


@pytest.mark.parametrize(
    ("asked", "accepted", "given"),
    [
        ("", "", "en"),
        ("", "ar", "ar"),
        ("", "ar-EG,ar;q=0.9,en;q=0.8", "ar"),
        ("", "ar;q=0.3, en;q=0.5", "en"),
        ("", "ar;q=0, fr", "en"),
        ("", "tlh, *", "en"),
        ("", "\u00e4;q=9,,;;q", "en"),
        ("?lang=ar", "en", "ar"),
        ("?lang=xx", "ar", "ar"),
    ],
)
def test_the_language_is_chosen_in_the_first_response(
    asked: str, accepted: str, given: str, served: Served
) -> None:
    headers = {"Accept-Language": accepted} if accepted else {}
    reply = served.ask("GET", PAGE + asked, headers=headers)
    assert reply.headers["content-language"] == given
    assert "accept-language" in reply.headers["vary"]
    assert re.search(rb'<html lang="(\w+)" dir="(\w+)">', reply.body, re.ASCII) is not None
    assert reply.body.startswith(f'<!doctype html>\n<html lang="{given}"'.encode())


def test_a_page_asks_for_nothing_from_elsewhere() -> None:
    for name, content in RELEASE.files.items():
        places = re.findall(rb"""(?:href|src|action)\s*=\s*["']?([^"'\s>]+)|url\(|@import""", content)
        if name.endswith((".html", ".css")):
            assert {place for place in places if not place.startswith(b"../assets/")} <= {b"data:,"}, name


def test_no_title_tells_what_is_asked(tmp_path: Path) -> None:
    """Histories and screens shared show it."""
    titles = {
        name: re.findall(r"<title>(.*?)</title>", content.decode())
        for name, content in RELEASE.files.items()
        if name.startswith("s/")
    }
    assert titles == {"s/index.html": ["A question"], "s/ar.html": ["سؤال"]}


def test_only_pages_that_the_study_names_may_frame_it(served: Served) -> None:
    hosts = ("https://survey.example.org", "https://panel.example.org:8443")
    named = served.open("open", title="Framed", embed=hosts)
    alone = served.open("open", title="Not framed")
    policies = {
        study.id: policy_of(served.ask("GET", f"/e/{study.id}").headers["content-security-policy"])
        for study in (named, alone)
    }
    assert policies[named.id]["frame-ancestors"] == " ".join(hosts)
    assert policies[alone.id]["frame-ancestors"] == "'none'"
    assert served.ask("GET", f"/e/{named.id}").body == RELEASE.files["s/index.html"]
    assert served.ask("GET", "/e/unknown").status == 404
