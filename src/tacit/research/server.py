"""A server that collects, as a researcher's program sees it."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib import error, parse, request

from tacit.errors import NotReceived, Refused, Stopped, refuse
from tacit.protocol.links import parse_link, parse_origin
from tacit.protocol.problems import KINDS, read_problem
from tacit.study.manifest import parse_manifest, study_id
from tacit.study.spelling import show_path
from tacit.study.study import Study

TIMEOUT_SECONDS = 120
MEDIA_TYPE = "application/json"


@dataclass(frozen=True)
class Server:
    """Where it is, and the key of whoever asks."""

    origin: str
    key: str = field(default="", repr=False)

    def ask(self, path: str, members: object = None) -> Any:  # noqa: ANN401 - documents of many forms
        """The document at an address: sent to it are these members, if any."""
        body = None if members is None else json.dumps(members).encode()
        received = self.send("GET" if body is None else "POST", path, body)
        try:
            return json.loads(received)
        except ValueError:
            raise NotReceived(f"what {self.origin} says is none of tacit's replies") from None

    def study(self, identity: str) -> Study:
        """The study with this id, its bytes checked."""
        received = self.send("GET", f"/v1/studies/{identity}")
        if study_id(received) != identity:
            raise Stopped("id", f"{self.origin} sent another study than the one that was asked for")
        return parse_manifest(received)

    def send(self, method: str, path: str, body: bytes | None = None, media_type: str = MEDIA_TYPE) -> bytes:
        """What the server replies; Stopped where it refuses, NotReceived where there is no reply."""
        headers = {"User-Agent": "tacit/1"} | ({"Content-Type": media_type} if body is not None else {})
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        asked = request.Request(self.origin + path, data=body, headers=headers, method=method)  # noqa: S310
        opener = request.build_opener(request.HTTPSHandler(context=ssl.create_default_context()), _Straight())
        try:
            with opener.open(asked, timeout=TIMEOUT_SECONDS) as response:
                received: bytes = response.read()
        except error.HTTPError as refused:
            raise _stopped(refused.code, refused.read()) from None
        except (OSError, HTTPException) as failed:
            reason = getattr(failed, "reason", None) or failed
            raise NotReceived(
                f"no reply from {self.origin} ({reason}); is `tacit serve` running there?"
            ) from None
        return received


class _Straight(request.HTTPRedirectHandler):
    """A key goes to one server only."""

    def redirect_request(self, *asked: object) -> None:
        """None is followed."""
        return


@dataclass(frozen=True)
class Address:
    """A study on a server."""

    server: Server
    study: str

    @property
    def path(self) -> str:
        """Where its routes begin."""
        return f"/v1/studies/{self.study}"

    @property
    def link(self) -> str:
        """The link that everybody may have."""
        return f"{self.server.origin}/s/{self.study}"

    @property
    def board(self) -> str:
        """Where to watch it fill, for those who have a key."""
        return f"{self.server.origin}/board/{self.study}"

    def ask(self, route: str, members: object = None) -> Any:  # noqa: ANN401
        """The document at one of its routes."""
        return self.server.ask(f"{self.path}{route}", members)

    def ask_with(self, route: str, given: Mapping[str, str], body: bytes) -> Any:  # noqa: ANN401
        """As `ask`, with a body that is no JSON of ours."""
        return json.loads(self.server.send("POST", f"{route}?{parse.urlencode(given)}", body))


def logging_in(server: Server, board: str) -> str:
    """The address of a board, with a code that logs a browser in once; the key stays where it is."""
    return f"{board}#k={server.ask('/v1/session/codes', {})['code']}"


def server_at(origin: str, key_file: Path | None) -> Server:
    """The server at this origin, with the key in this file."""
    return Server(parse_origin(origin), "" if key_file is None else read_key(key_file))


def read_key(file: Path) -> str:
    """The researcher's key that `tacit serve` wrote."""
    try:
        key = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as failed:
        reason = getattr(failed, "strerror", None) or "it is no text"
        rule = f"must be the file that `tacit serve` wrote; {show_path(file)}: {reason}"
        raise refuse("--key-file", rule) from None
    if not key.startswith("tacit_") or len(key) != 49:
        raise refuse("--key-file", f"must hold a researcher's key; {show_path(file)} holds something else")
    return key


def address_of(text: str, key_file: Path | None) -> Address:
    """The study at an address, as in https://HOST/s/ID."""
    link = parse_link(text)
    return Address(server_at(link.server, key_file), link.study)


def _stopped(status: int, body: bytes) -> Stopped | Refused:
    """Why the server refuses, in its own words; what a request has wrong is told by field."""
    refusal = read_problem(status, body)
    kind = KINDS.get(refusal.name)
    if kind is None:
        return Stopped(refusal.name, f"the server said HTTP {status}")
    errors = json.loads(body).get("errors", [])
    fields = "; ".join(f"{one.get('field')} {one.get('rule')}" for one in errors if isinstance(one, dict))
    return Stopped(refusal.name, fields or f"{kind.title} {refusal.detail}")
