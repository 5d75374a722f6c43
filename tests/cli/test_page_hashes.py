"""tacit page-hashes: what the pages are, written, listed and compared with what somebody serves."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from served.processes import Served, serving
from tacit.web.release import read_release
from terminal import run

RELEASE = read_release()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody listens."""


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[str]:
    """Another host, which serves the folder `public`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "public")))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as process:
        yield process


def test_what_is_printed_checks_what_is_written(tmp_path: Path) -> None:
    assert run("page-hashes", "--out", "public", folder=tmp_path).code == 0
    listing = run("page-hashes", folder=tmp_path).out
    checked = subprocess.run(
        ["sha256sum", "--check", "--quiet"], cwd=tmp_path / "public", input=listing, text=True, check=False
    )
    assert checked.returncode == 0
    assert len(listing.splitlines()) == len([*(tmp_path / "public").rglob("*.*")])


def test_a_server_of_ours_serves_this_release(tmp_path: Path, served: Served) -> None:
    done = run("page-hashes", "--compare", served.origin, folder=tmp_path)
    assert (done.code, "byte for byte" in done.out) == (0, True)


def test_a_byte_that_differs_elsewhere_is_found(tmp_path: Path, hosted: str) -> None:
    run("page-hashes", "--out", "public", folder=tmp_path)
    assert run("page-hashes", "--compare", hosted, folder=tmp_path).code == 0
    (tmp_path / "public" / "s" / "index.html").write_bytes(b"other")
    (tmp_path / "public" / "s" / "ar.html").unlink()
    done = run("page-hashes", "--compare", hosted, "--json", folder=tmp_path)
    assert done.code == 1
    assert json.loads(done.out)["differences"] == {"s/index.html": "other bytes", "s/ar.html": "not there"}
    said = run("page-hashes", "--compare", hosted, folder=tmp_path)
    assert (said.code, "other bytes  s/index.html" in said.out) == (1, True)


def test_json_has_every_file(tmp_path: Path) -> None:
    assert json.loads(run("page-hashes", "--json", folder=tmp_path).out) == {
        "files": RELEASE.hashes(),
        "differences": {},
    }


@pytest.mark.parametrize("url", ["survey.example.org", "http://survey.example.org", "https://a/b"])
def test_an_address_that_is_no_origin_is_wrong_use(url: str, tmp_path: Path) -> None:
    done = run("page-hashes", "--compare", url, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: --compare must ")


def test_another_release_is_told_in_a_few_lines(tmp_path: Path, hosted: str) -> None:
    (tmp_path / "public").mkdir()
    said = run("page-hashes", "--compare", hosted, folder=tmp_path)
    assert (said.code, len(said.out.splitlines())) == (1, 10)
    assert said.out.splitlines()[1] == "  not there    board/ar.html"
    assert said.out.endswith(f"... and {len(RELEASE.files) - 8} more, which --json lists\n")
