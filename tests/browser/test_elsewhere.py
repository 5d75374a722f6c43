"""The page where others host it, and inside the pages of others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browsed.browsers import Browser
from browsed.files import serving_files
from browsed.person import Person
from browsed.scene import Scene
from browsed.stage import Stage, check_one_answer
from served.processes import Served
from tacit.protocol.encoding import to_base64url
from tacit.web.release import read_release

# A host that sets no policy of its own: the one that the files bring must do.
NO_POLICY = "frame-ancestors 'none'"
AROUND = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Around</title>
<link rel="icon" href="data:,"><script src="told.js"></script>
<iframe title="A question" src="{src}"></iframe>"""
TOLD = "const told = []; addEventListener('message', ({ data, origin }) => told.push([origin, data]));"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The origin of a party that hosts the files of this release, and nothing else."""
    for name, content in read_release().files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with serving_files(tmp_path, policy=NO_POLICY) as origin:
        yield origin


def hosted(scene: Scene, elsewhere: str, language: str = "index") -> str:
    """The first person's link, by way of the other host."""
    server = to_base64url(scene.network.origin.encode())
    invitation = scene.link.partition("#")[2]
    return f"{elsewhere}/s/{language}.html#h={server}&s={scene.study.id}&{invitation}"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_same_files_answer_when_another_party_hosts_them(
    language: str, browser: Browser, served: Served, elsewhere: str
) -> None:
    stage = Stage(browser, served)
    link_language = "index" if language == "en" else language
    with stage.study() as scene, stage.device() as device:
        person = Person(device.tab(hosted(scene, elsewhere, link_language)), language)
        person.prepare()
        assert person.tab.evaluate("location.hash").startswith("#h=")
        assert "i=" not in person.tab.evaluate("location.hash")
        person.tab.reload()
        person.reads("prepared_again")
        person.press("send")
        person.reads("received")
        check_one_answer(scene)
        assert {one.path.partition(scene.study.id)[2] for one in scene.network.passed} == {
            *("", "/state", "/tickets", "/answers")
        }
        assert (person.tab.violations, person.tab.errors) == ([], [])
        assert {url.partition("/s/")[0] for _, url in person.tab.requests if "/s/" in url} == {elsewhere}


@pytest.fixture
def around(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder in which a page of others can stand, and its origin."""
    (tmp_path / "told.js").write_text(TOLD, encoding="utf-8")
    with serving_files(tmp_path, policy="default-src * data: 'unsafe-inline'") as origin:
        yield tmp_path, origin


def test_a_page_that_the_study_names_shows_it_and_is_told_who_is_done_and_nothing_else(
    browser: Browser, served: Served, around: tuple[Path, str]
) -> None:
    folder, origin = around
    stage = Stage(browser, served)
    with stage.study(embed=(origin,)) as scene, stage.device() as device:
        framed = scene.link.replace("/s/", "/e/")
        (folder / "around.html").write_text(AROUND.format(src=framed), encoding="utf-8")
        outer = device.tab(f"{origin}/around.html")
        person = Person(outer.inside())
        person.answer()
        check_one_answer(scene)
        assert outer.evaluate("told") == [
            [scene.network.origin, {"tacit": 1, "study": scene.study.id, "state": "received"}]
        ]


@pytest.mark.parametrize("path", ["/e/", "/s/"])
def test_no_other_page_shows_it(
    path: str, browser: Browser, served: Served, around: tuple[Path, str]
) -> None:
    folder, origin = around
    stage = Stage(browser, served)
    embed = (origin,) if path == "/s/" else ("https://survey.example.org",)
    with stage.study(embed=embed) as scene, stage.device() as device:
        framed = scene.link.replace("/s/", path)
        (folder / "around.html").write_text(AROUND.format(src=framed), encoding="utf-8")
        device.tab(f"{origin}/around.html")
        assert [one.path for one in scene.network.passed] == [f"{path}{scene.study.id}"]
