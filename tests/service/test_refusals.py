"""Every route refuses in one shape, repeats nothing of what came in, and reads no more than it must."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from served.addresses import Address, addresses
from served.processes import Reply, Served, serving
from served.told import name_of
from tacit.protocol.bodies import MOST_BYTES
from tacit.protocol.problems import KINDS
from tacit.service import bulk, researchers
from tacit.service.operations import OPERATIONS, Operation
from tacit.service.refusals import ADVICE
from tacit.study.study import Study

PLANTED = "planted-9a4e1c"
UPLOAD = "A" * 22
WITH_BODY = [operation for operation in OPERATIONS if operation.body]
WAITING = [one for one in WITH_BODY if one.name != "put"]  # for which a minute is waited
SHORT = [one for one in WITH_BODY if one.name in ("ticket", "answer", "withdraw", "log_in", "make_code")]


class Scene:
    """A server with one study."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.study: Study = served.open("named")

    def path(self, pattern: str) -> str:
        return pattern.replace("{study}", self.study.id).replace("{upload}", UPLOAD)

    def headers(self, **more: str) -> dict[str, str]:
        """Of somebody who may do everything."""
        owner = {"Authorization": f"Bearer {self.served.key}", "Origin": self.served.origin}
        return owner | {name.replace("_", "-"): text for name, text in more.items()}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield Scene(served)
        assert (served.folder / "log").read_text() == ""


def planted(scene: Scene, address: Address) -> Iterator[Reply]:
    """Replies to requests that hold the planted word wherever a request can hold one."""
    path, method = scene.path(address.path), address.method
    has_body = method in ("POST", "PUT")
    plain = b"{}" if has_body else None

    def ask(path: str, body: bytes | None = plain, **headers: str) -> Reply:
        return scene.served.ask(method, path, body, headers=scene.headers(**headers))

    yield ask(f"{path}?{PLANTED}={PLANTED}")
    yield ask(f"{path}/{PLANTED}")
    yield ask(address.path.replace("{study}", PLANTED).replace("{upload}", UPLOAD))
    yield ask(scene.path(address.path.replace("{upload}", PLANTED)))
    yield ask(path, Authorization=f"Bearer {PLANTED}")
    yield ask(path, Authorization=PLANTED, Cookie=f"__Host-tacit={PLANTED}")
    yield ask(path, Origin=f"http://{PLANTED}")
    yield ask(
        path, Accept_Language=PLANTED, If_None_Match=PLANTED, User_Agent=PLANTED, Referer=f"http://{PLANTED}/"
    )
    yield ask(path, X_Forwarded_For=PLANTED, X_Request_Id=PLANTED, Host=f"{PLANTED}.example.org")
    if has_body:
        for body in (
            PLANTED.encode(),
            json.dumps(PLANTED).encode(),
            json.dumps({PLANTED: PLANTED}).encode(),
            json.dumps([{PLANTED: [PLANTED]}]).encode(),
            *(json.dumps({name: PLANTED}).encode() for name in ("key", "role", "count", "ticket", "tacit")),
            json.dumps({"invitations": [{"hash": PLANTED, "key": 0}]}).encode(),
            json.dumps({"hashes": [PLANTED], "force": True}).encode(),
            json.dumps({"column": PLANTED, "ticket": PLANTED}).encode(),
        ):
            yield ask(path, body)
            yield ask(path, body, Content_Type="application/vnd.tacit.answers")
        yield ask(path, plain, Content_Type=f"text/{PLANTED}")


@pytest.mark.parametrize("address", addresses(), ids=" ".join)
def test_nothing_that_came_in_is_repeated_and_every_refusal_has_one_shape(
    address: Address, scene: Scene
) -> None:
    refused = 0
    for reply in planted(scene, address):
        assert PLANTED.encode() not in reply.body
        assert PLANTED not in json.dumps(reply.headers)
        assert reply.status not in range(500, 600)
        if reply.status >= 400:
            assert name_of(reply) in KINDS
            refused += 1
    assert refused


@pytest.mark.parametrize("address", addresses(), ids=" ".join)
def test_another_method_is_told_which_ones_there_are(address: Address, scene: Scene) -> None:
    reply = scene.served.ask("PATCH", scene.path(address.path), b"{}", headers=scene.headers())
    assert name_of(reply) == "method-not-allowed"
    assert address.method in reply.headers["allow"].split(", ")


def test_every_problem_says_what_to_do() -> None:
    assert list(ADVICE) == list(KINDS)
    assert all(advice.endswith(".") and len(advice) < 120 for advice in ADVICE.values())


def most_of(operation: Operation) -> int:
    """How long a body may be."""
    if operation in SHORT:
        return MOST_BYTES
    return bulk.MOST_BYTES if operation.name == "put" else researchers.LARGE


def announced(scene: Scene, operation: Operation, length: str, sent: bytes = b"") -> bytes:
    """The reply to a body that is announced, and of which this much comes."""
    assert operation.body
    host, _, port = scene.served.origin.removeprefix("http://").partition(":")
    given = scene.headers(Host=f"{host}:{port}", Content_Type=operation.body.media_type)
    head = "".join(f"{name}: {text}\r\n" for name, text in given.items())
    start = f"{operation.method.upper()} {scene.path(operation.path)} HTTP/1.1\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(f"{start}{head}{length}\r\n\r\n".encode() + sent)
        received = b""
        while b"urn:tacit:error" not in received and (more := connection.recv(65536)):
            received += more
        return received


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda one: one.name)
def test_a_body_that_is_too_long_is_refused_before_it_comes(operation: Operation, scene: Scene) -> None:
    reply = announced(scene, operation, f"Content-Length: {most_of(operation) + 1}")
    assert reply.startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("operation", WAITING, ids=lambda one: one.name)
def test_a_body_that_does_not_come_is_not_waited_for(operation: Operation, scene: Scene) -> None:
    """Ten seconds, which these tests' server has shortened; and of a body that is as long as it may be."""
    reply = announced(scene, operation, f"Content-Length: {most_of(operation)}", b"{")
    assert reply.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("operation", SHORT, ids=lambda one: one.name)
def test_a_body_that_grows_too_long_unannounced_is_refused(operation: Operation, scene: Scene) -> None:
    chunk = b"800\r\n" + b" " * 2048 + b"\r\n"
    assert announced(scene, operation, "Transfer-Encoding: chunked", chunk * 3).startswith(b"HTTP/1.1 413")
    whole = chunk * 2 + b"0\r\n\r\n"
    assert announced(scene, operation, "Transfer-Encoding: chunked", whole).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda one: one.name)
def test_a_body_of_another_type_is_refused(operation: Operation, scene: Scene) -> None:
    path = scene.path(operation.path)
    for given in ("text/plain", "", "application/jsonp", "multipart/form-data"):
        headers = scene.headers(Content_Type=given)
        reply = scene.served.ask(operation.method.upper(), path, b"{}", headers=headers)
        assert name_of(reply) == "unsupported-media-type", given
