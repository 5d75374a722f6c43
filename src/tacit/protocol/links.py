"""Links and printed codes: how an invitation reaches a person (PROTOCOL.md P2).

    https://HOST/s/{id}#i={invitation}                  from the server that collects (&k=N: signing key N)
    https://HOST/s/{id}#c={printed code}                a code of ten symbols and one that checks them
    https://HOST/s/{id}                                 an open study
    https://PAGE/#h={server origin}&s={id}&i={invitation}  from a page that somebody else hosts

Everything secret stands behind the #, which browsers keep to themselves. An invitation is 16 random bytes, or
the ten ASCII symbols of a code.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tacit.errors import refuse
from tacit.protocol.encoding import from_base64url, to_base64url
from tacit.scheme.randomize import Source
from tacit.study.canonical import is_base64url
from tacit.study.collect import MOST_KEYS

Invitation = bytes

INVITATION_BYTES = 16
CODE_SYMBOLS = 10
MOST_CHARACTERS = 2048
MOST_ORIGIN = 300
MOST_PORT = 65535
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
DEFAULT_PORTS = {"https": ":443", "http": ":80"}

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHECKS = f"{SYMBOLS}*~$=U"
LOOKALIKES = str.maketrans("OIL", "011")

_HOST = r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]"
_ORIGIN = rf"(?P<scheme>[Hh][Tt][Tt][Pp][Ss]?)://(?P<host>{_HOST})(?P<port>:[1-9][0-9]{{0,4}})?"
_SERVER = re.compile(_ORIGIN, re.ASCII)
_STUDY = re.compile(_ORIGIN + r"/s/(?P<study>[A-Za-z0-9_-]{43})(\?[^#]*)?", re.ASCII)
_KEY = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_PRINTABLE = re.compile(r"[!-~]+", re.ASCII)


@dataclass(frozen=True)
class Link:
    """Where a study is collected, and with which invitation (None: an open study)."""

    server: str
    study: str
    invitation: Invitation | None = None
    key: int = 0


def parse_link(text: str) -> Link:
    """The link that a person was given; messages never repeat it, since it is secret."""
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        raise refuse("link", f"must have at most {MOST_CHARACTERS} characters")
    if not _PRINTABLE.fullmatch(text):
        raise refuse("link", "must be one web address, without spaces; is a part of it missing?")
    place, _, fragment = text.partition("#")
    given = _fragment(fragment)
    if "h" in given or "s" in given:
        server, study = _from_page(given)
    else:
        found = _STUDY.fullmatch(place)
        if not found or not is_base64url(found["study"], 32):
            raise refuse("link", "must be as in https://HOST/s/STUDY#i=INVITATION, with the study's 43 signs")
        server, study = _origin(found), found["study"]
    return Link(server, study, _invitation(given), _key(given))


def parse_origin(text: str) -> str:
    """A server's origin in its one form: small letters, no default port; TLS but on this machine."""
    found = _SERVER.fullmatch(text)
    if not found:
        raise refuse("server", 'must be an origin as in "https://survey.example.org", with no path')
    return _origin(found)


def link_text(link: Link) -> str:
    """The link in its one form, on the page of the server that collects."""
    fragment = []
    if link.invitation is not None:
        is_code = len(link.invitation) == CODE_SYMBOLS
        text = with_check(link.invitation) if is_code else invitation_text(link.invitation)
        fragment.append(f"{'c' if is_code else 'i'}={text}")
    if link.key:
        fragment.append(f"k={link.key}")
    return f"{link.server}/s/{link.study}" + ("#" + "&".join(fragment) if fragment else "")


def draw_code(read: Source) -> Invitation:
    """Ten symbols of five random bits each."""
    return bytes(ord(SYMBOLS[byte & 31]) for byte in read(CODE_SYMBOLS))


def with_check(code: Invitation) -> str:
    """The code and the symbol that catches a slip of the pen: its number modulo 37."""
    symbols = code.decode("ascii")
    number = 0
    for symbol in symbols:
        number = number * 32 + SYMBOLS.index(symbol)
    return symbols + CHECKS[number % 37]


def parse_code(text: str) -> Invitation:
    """The code that somebody typed: small letters, hyphens, and O, I and L for 0 and 1 are understood."""
    symbols = text.upper().replace("-", "").replace(" ", "")
    if text.isascii() and len(symbols) == CODE_SYMBOLS + 1:
        code = symbols[:CODE_SYMBOLS].translate(LOOKALIKES)
        check = symbols[CODE_SYMBOLS].translate(LOOKALIKES)
        if all(symbol in SYMBOLS for symbol in code) and with_check(code.encode())[-1] == check:
            return code.encode()
    rule = f"must be the {CODE_SYMBOLS + 1} symbols that are printed; is one of them mistyped?"
    raise refuse("code", rule)


def invitation_text(invitation: Invitation) -> str:
    """An invitation as bodies spell it: 22 characters of base64url, or the ten symbols of a code."""
    return invitation.decode("ascii") if len(invitation) == CODE_SYMBOLS else to_base64url(invitation)


def invitation_of(text: object) -> Invitation:
    """The invitation that a body spells."""
    if isinstance(text, str) and len(text) == CODE_SYMBOLS:
        if all(symbol in SYMBOLS for symbol in text):
            return text.encode()
        raise refuse("invitation", f"must be {CODE_SYMBOLS} symbols of a code")
    return from_base64url("invitation", text, INVITATION_BYTES)


def _fragment(fragment: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in filter(None, fragment.split("&")):
        name, _, value = part.partition("=")
        if name not in ("i", "c", "k", "h", "s") or name in given or not value:
            raise refuse("link", "must have nothing behind the # but i, c, k, h and s, each once")
        given[name] = value
    return given


def _from_page(given: dict[str, str]) -> tuple[str, str]:
    study, server = given.get("s", ""), given.get("h", "")
    if not is_base64url(study, 32):
        raise refuse("link", "must name the study by 43 signs behind s=")
    size = len(server) * 3 // 4
    raw = from_base64url("link", server, size if 0 < size <= MOST_ORIGIN else 1)
    if not raw.isascii():
        raise refuse("link", "must name the server behind h= by its origin")
    return parse_origin(raw.decode("ascii")), study


def _origin(found: re.Match[str]) -> str:
    scheme, host, port = found["scheme"].lower(), found["host"].lower(), found["port"] or ""
    if scheme == "http" and host not in LOCAL_HOSTS:
        raise refuse("link", "must begin with https://: what is sent without TLS can be read on its way")
    if port and int(port[1:]) > MOST_PORT:
        raise refuse("link", f"must have a port within 1..{MOST_PORT}")
    return f"{scheme}://{host}{'' if port == DEFAULT_PORTS[scheme] else port}"


def _invitation(given: dict[str, str]) -> Invitation | None:
    if "i" in given and "c" in given:
        raise refuse("link", "must have an invitation or a code, not both")
    if "c" in given:
        return parse_code(given["c"])
    return from_base64url("invitation", given["i"], INVITATION_BYTES) if "i" in given else None


def _key(given: dict[str, str]) -> int:
    text = given.get("k", "0")
    if not _KEY.fullmatch(text) or int(text) >= MOST_KEYS:
        raise refuse("link", f"must name a key within 0..{MOST_KEYS - 1} behind k=")
    return int(text)
