"""Connections that never bring the whole head of a request are closed, and others are served meanwhile."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from served.processes import Served, serving
from tacit.service.arrival import MOST_HEAD

START = b"GET /v1 HTTP/1.1\r\nHost: x\r\n"
WHOLE = START + b"\r\n"
TACIT = b'{"tacit":[1]}'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served
        assert (served.folder / "log").read_text() == ""


def connected(served: Served) -> socket.socket:
    host, _, port = served.origin.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=60)


def heard(connection: socket.socket, until: bytes = b"\0") -> bytes:
    """All that comes, until this or the end."""
    received = b""
    try:
        while until not in received and (more := connection.recv(1 << 16)):
            received += more
    except ConnectionResetError:  # closed with something unread
        pass
    return received


@pytest.mark.parametrize("begun", [b"", b"G", START, START + b"X: " + b"x" * 1000])
def test_a_head_that_does_not_arrive_is_not_waited_for(begun: bytes, served: Served) -> None:
    """Ten seconds, which these tests' server has shortened."""
    with connected(served) as connection:
        connection.sendall(begun)
        assert heard(connection) == b""


@pytest.mark.parametrize("begun", [START, b"\r\n"])
def test_the_second_head_of_a_connection_is_not_waited_for_either(begun: bytes, served: Served) -> None:
    with connected(served) as connection:
        connection.sendall(WHOLE)
        assert heard(connection, TACIT).endswith(TACIT)
        connection.sendall(begun)
        assert heard(connection) == b""


def test_a_connection_may_rest_between_two_requests(served: Served) -> None:
    with connected(served) as connection:
        connection.sendall(WHOLE)
        assert heard(connection, TACIT).endswith(TACIT)
        connection.settimeout(1.0)  # twice as long as a head may take
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.sendall(WHOLE)
        assert heard(connection, TACIT).endswith(TACIT)


def test_a_head_without_end_is_cut_off_and_a_long_one_is_not(served: Served) -> None:
    with connected(served) as connection:
        connection.sendall(START + b"X: " + b"x" * (MOST_HEAD - 1000) + b"\r\n\r\n")
        assert heard(connection, TACIT).endswith(TACIT)
    with connected(served) as connection, pytest.raises(OSError, match=r"pipe|reset"):
        connection.sendall(START + b"X: " + b"x" * (1 << 26))  # in less time than a head may take


def test_others_are_served_while_many_say_nothing(served: Served) -> None:
    with ExitStack() as idle:
        for _ in range(200):
            idle.enter_context(connected(served)).sendall(b"POST ")
        assert served.ask("GET", "/v1").body == TACIT


@pytest.mark.parametrize("point", ["add access: begun", "add access: done", "add access: committed"])
def test_a_first_start_that_is_cut_short_leaves_a_key_that_works(point: str, tmp_path: Path) -> None:
    served = Served(tmp_path)
    with pytest.raises(AssertionError):  # it never said where it is
        served.start(point)
    assert served.wait_until_dead() == -9
    key = served.key
    with serving(tmp_path) as again:
        assert again.key == key
        again.open("open")


@pytest.mark.parametrize(
    ("content", "mode"), [("", 0o600), ("tacit_short", 0o600), ("tacit_" + "A" * 43, 0o644)]
)
def test_a_file_that_is_no_key_of_ours_is_left_as_it_is(content: str, mode: int, tmp_path: Path) -> None:
    file = tmp_path / "tacit.key"
    file.write_text(content)
    file.chmod(mode)
    served = Served(tmp_path)
    with pytest.raises(AssertionError):
        served.start()
    assert served.wait_until_dead() == 1
    said = (tmp_path / "log").read_text()
    assert "--key-file must be a file that can be made" in said
    assert "it is there already, and is no key that only you can read" in said
    assert file.read_text() == content


def test_a_head_that_stops_after_whole_requests_is_not_waited_for(served: Served) -> None:
    """Requests that come whole need no timer; the next one that does not has one."""
    with connected(served) as connection:
        for _ in range(3):
            connection.sendall(WHOLE)
            assert heard(connection, TACIT).endswith(TACIT)
        connection.sendall(WHOLE + START)
        assert heard(connection).endswith(TACIT)


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_a_body_may_come_with_its_head_or_in_pieces(pieces: int, served: Served) -> None:
    study = served.open("open", title=f"In {pieces} pieces")
    head = f"POST /v1/studies/{study.id}/tickets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    sent = head.encode() + b"Content-Length: 2\r\n\r\n{}"
    with connected(served) as connection:
        for at in range(pieces):
            connection.sendall(sent[at * len(sent) // pieces : (at + 1) * len(sent) // pieces])
        assert heard(connection, b'"}').startswith(b"HTTP/1.1 200 OK")
    with connected(served) as connection:
        connection.sendall(sent[:-1])
        assert heard(connection, b'"}').startswith(b"HTTP/1.1 408 ")
