"""Over a real socket: what is sent, what is not followed, and devices in processes of their own."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from collected.server import Server
from collected.sockets import listening
from collected.studies import study_of
from tacit.client.device import Device
from tacit.client.exchange import NoResponse, Request, Response
from tacit.client.https import LARGEST, over_https
from tacit.errors import Refused

ANSWERING = """
import sys
from tacit.client import Device
from tacit.errors import TacitError
folder, link, group, value = sys.argv[1:]
try:
    print(Device(folder).visit(link).answer(group=group, value=int(value)).answer)
except TacitError as error:
    print(error)
"""


def answering(folder: Path, link: str, group: str, value: int) -> subprocess.Popen[str]:
    """A device in a process of its own."""
    command = [sys.executable, "-c", ANSWERING, str(folder), link, group, str(value)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_four_processes_that_share_a_folder_send_one_answer(tmp_path: Path) -> None:
    server = Server(study_of(epsilon="3"))
    with listening(server) as origin:
        link = f"{origin}/s/{server.study.id}#i=AAECAwQFBgcICQoLDA0ODw"
        processes = [
            answering(tmp_path, link, ("diabetic", "not diabetic")[at % 2], 3 * at) for at in range(4)
        ]
        said = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert len(set(server.bodies_to("/answers"))) == 1
    assert len(set(server.bodies_to("/tickets"))) == 1
    assert len(server.answers) == 1
    receipts = {line for line in said if len(line) == 22}
    assert len(receipts) == 1
    assert all(line in receipts or "was answered with this invitation" in line for line in said), said


def test_killed_devices_answer_once(tmp_path: Path) -> None:
    """`kill -9` while the server holds each of the requests back; the next process carries on."""
    server = Server(study_of(epsilon="3"))
    running: list[subprocess.Popen[str]] = []
    left = ["/tickets", "/answers", "/answers", "/tickets"]

    def deadly(request: Request) -> Response:
        response = server(request)
        if left and request.url.endswith(left[-1]):
            left.pop()
            running[-1].kill()
        return response

    with listening(deadly) as origin:
        link = f"{origin}/s/{server.study.id}#i=AAECAwQFBgcICQoLDA0ODw"
        said = ""
        for at in range(4):
            running.append(answering(tmp_path, link, ("diabetic", "not diabetic")[at % 2], 3 * at))
            said = running[-1].communicate(timeout=60)[0].strip()
            if said:
                break
    assert left == ["/tickets"], "three processes were killed"
    assert len(said) == 22
    assert len(set(server.bodies_to("/answers"))) == 1
    assert len(server.bodies_to("/answers")) == 3
    assert len(set(server.bodies_to("/tickets"))) == 1
    assert len(server.answers) == 1


def test_importing_the_client_loads_no_numpy_and_nothing_that_must_be_installed() -> None:
    script = "import sys, tacit.client; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    foreign = loaded - set(sys.stdlib_module_names) - {"tacit", "__main__"}
    assert {name for name in foreign if not name.startswith(("_", "sitecustomize"))} == set()


def test_what_is_sent_tells_nothing_but_the_program(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        command = (
            "from tacit.client.exchange import Request\nfrom tacit.client.https import over_https\n"
            f"print(over_https(Request('POST', 'http://127.0.0.1:{port}/v1/x', b'{{}}')).status)"
        )
        process = subprocess.Popen([sys.executable, "-c", command], stdout=subprocess.PIPE, text=True)
        connection, _ = listener.accept()
        with connection:
            received = b""
            while not received.endswith(b"\r\n\r\n{}"):
                received += connection.recv(4096)
            connection.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        assert process.communicate(timeout=60)[0].strip() == "201"
    lines = received.decode().split("\r\n")
    assert lines[0] == "POST /v1/x HTTP/1.1"
    headers = {line.partition(":")[0].lower(): line.partition(": ")[2] for line in lines[1:-2]}
    assert headers == {
        "accept-encoding": "identity",
        "content-length": "2",
        "host": f"127.0.0.1:{port}",
        "user-agent": "tacit/1",
        "accept": "application/json",
        "content-type": "application/json",
        "connection": "close",
    }


def test_a_redirect_is_not_followed() -> None:
    """Else a server could pass a ticket on to another one."""
    seen: list[str] = []

    def elsewhere(request: Request) -> Response:
        seen.append(request.url)
        return Response(307, b"", {"Location": "/stolen"})

    with listening(elsewhere) as origin:
        response = over_https(Request("POST", f"{origin}/v1/studies/x/answers", b"{}"))
    assert response.status == 307
    assert seen == ["/v1/studies/x/answers"]


@pytest.mark.parametrize("status", [200, 201, 400, 404, 409, 410, 429, 503])
def test_every_status_comes_with_its_body_and_headers(status: int) -> None:
    said = Response(status, json.dumps({"status": status}).encode(), {"Retry-After": "5"})
    with listening(lambda request: said) as origin:
        response = over_https(Request("GET", f"{origin}/v1"))
    assert (response.status, response.body) == (status, said.body)
    assert response.headers["retry-after"] == "5"


def test_a_response_without_end_is_no_response() -> None:
    with (
        listening(lambda request: Response(200, bytes(LARGEST + 1))) as origin,
        pytest.raises(NoResponse, match="larger than any"),
    ):
        over_https(Request("GET", f"{origin}/v1"))


@pytest.mark.parametrize(
    "reply", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"]
)
def test_a_broken_response_is_no_response(reply: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer_once() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(reply)

        thread = threading.Thread(target=answer_once)
        thread.start()
        with pytest.raises(NoResponse):
            over_https(Request("GET", f"http://127.0.0.1:{listener.getsockname()[1]}/v1"))
        thread.join()


def test_nobody_listening_is_no_response() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(NoResponse, match="refused"):
        over_https(Request("GET", f"http://127.0.0.1:{port}/v1"))


@pytest.mark.parametrize("url", ["http://survey.example.org/v1", "ftp://localhost/v1", "file:///etc/passwd"])
def test_nothing_is_sent_without_tls_to_another_machine(url: str) -> None:
    with pytest.raises(Refused):
        over_https(Request("GET", url))


def test_a_device_is_made_of_a_folder_alone(tmp_path: Path) -> None:
    device = Device(tmp_path / "a" / "b")
    assert device.pending() == []
    assert device.ledger.spent() == 0
