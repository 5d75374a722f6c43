"""`tacit serve` with a certificate: a whole study over TLS with both clients, and nothing without trust."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from collected.javascript import CLIENT, node
from desk import start, stop
from served.processes import SUPPORT
from tacit.client.device import Device
from tacit.errors import TacitError
from terminal import run
from written_study import how_strong

# Made for these tests, for localhost, until 2848. Nobody trusts it who is not told to.
CERTIFICATE = SUPPORT / "served" / "localhost.pem"
PRIVATE_KEY = SUPPORT / "served" / "localhost.key.pem"
COLLECT = '[collect]\ntickets = "blind"\npeople = 4000\nbatch = 2\n'
STUDY = how_strong('labels = ["yes", "no"]', title="Over TLS", more=COLLECT)


@dataclass
class Desk:
    """A folder, and the server that was started there."""

    folder: Path
    origin: str

    def tacit(self, *arguments: str) -> str:
        """A command that trusts the certificate, and must succeed."""
        more = {"TACIT_SERVER": self.origin, "SSL_CERT_FILE": str(CERTIFICATE)}
        done = run(*arguments, folder=self.folder, more=more)
        assert (done.code, done.err) == (0, ""), done.err
        return done.out

    def links(self, count: int) -> list[str]:
        """So many invitations."""
        self.tacit("invite", "study.json", "--people", str(count), "--out", "links.csv")
        lines = (self.folder / "links.csv").read_text(encoding="utf-8").splitlines()[1:]
        return [word for line in lines for word in line.split(",") if word.startswith("https://")]


@contextmanager
def serving_over_tls(folder: Path) -> Iterator[Desk]:
    files = ["--certificate", str(CERTIFICATE), "--private-key", str(PRIVATE_KEY)]
    started = start(folder, *files)
    try:
        yield Desk(folder, started.origin)
    finally:
        rest = stop(started)
    assert rest == "Stopped. Everything that was acknowledged is stored.\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with serving_over_tls(tmp_path) as desk:
        (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
        desk.tacit("open", "study.toml")
        yield desk


def in_javascript(link: str, **more: str) -> dict[str, str]:
    command = [node(), "test/visits.js", link, "yes", "3"]
    done = subprocess.run(
        command, cwd=CLIENT, capture_output=True, text=True, env=os.environ | more, check=True
    )
    said: dict[str, str] = json.loads(done.stdout)
    return said


def test_a_whole_study_with_both_clients(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = desk.links(2)
    assert set(in_javascript(first, NODE_EXTRA_CA_CERTS=str(CERTIFICATE))) == {"answer"}
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    Device(tmp_path / "device", patience=20).visit(second).answer(group="no", value=3)
    desk.tacit("close", "study.json", "--yes")
    assert '"answered": 2' in desk.tacit("status", "study.json", "--json")


def test_nothing_is_sent_to_a_server_that_is_not_trusted(desk: Desk, tmp_path: Path) -> None:
    (link,) = desk.links(1)
    with pytest.raises(TacitError, match=r"no connection|certificate"):
        Device(tmp_path / "device", patience=0).visit(link)
    assert "no connection" in in_javascript(link)["refused"]
    assert '"started": 0' in desk.tacit("status", "study.json", "--json")


def test_browsers_are_told_to_come_back_over_tls_only_and_what_speaks_none_is_not_answered(
    desk: Desk,
) -> None:
    host, _, port = desk.origin.removeprefix("https://").partition(":")
    trusting = ssl.create_default_context(cafile=CERTIFICATE)
    connection = HTTPSConnection(host, int(port), context=trusting)
    connection.request("GET", "/v1")
    reply = connection.getresponse()
    assert (reply.status, reply.headers["strict-transport-security"]) == (200, "max-age=31536000")
    connection.close()
    with socket.create_connection((host, int(port)), timeout=60) as plain:
        plain.sendall(b"GET /v1 HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"HTTP" not in plain.recv(1 << 16)
