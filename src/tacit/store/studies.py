"""Studies: opened once, never changed, closed once; and the keys that they sign with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from tacit.store.database import Connection

State = Literal["open", "closed"]
Opened = Literal["opened", "same", "study-frozen", "keys-unknown"]

FIND = "SELECT number, manifest, state, secret, override, redirect FROM studies WHERE id = :id"
LIST = "SELECT number, id FROM studies ORDER BY number DESC"
KEYS = "SELECT n, p, q FROM signing_keys WHERE study = :study AND p IS NOT NULL ORDER BY place"
OFFER = "INSERT INTO signing_keys (n, study, place, p, q) VALUES (:n, NULL, NULL, :p, :q)"
CLAIM = "UPDATE signing_keys SET study = :study, place = :place WHERE n = :n AND study IS NULL"
OPEN = """
INSERT INTO studies (id, manifest, batch, state, secret, override, redirect)
VALUES (:id, :manifest, :batch, 'open', :secret, :override, :redirect)
"""
STATE = "SELECT state FROM studies WHERE number = :study"
CLOSE = "UPDATE studies SET state = 'closed', secret = NULL WHERE number = :study"
ERASE = "UPDATE signing_keys SET p = NULL, q = NULL WHERE study = :study"


@dataclass(frozen=True)
class Opening:
    """What a study is opened with; `moduli` are those of its signing keys, in order."""

    manifest: bytes
    batch: int
    moduli: tuple[bytes, ...] = ()
    override: str = ""
    redirect: str = ""

    @property
    def id(self) -> bytes:
        """The 32 bytes that name the study."""
        return hashlib.sha256(self.manifest).digest()


@dataclass(frozen=True)
class Primes:
    """A signing key, as it is kept; `repr` shows nothing secret."""

    n: bytes
    p: bytes = field(repr=False)
    q: bytes = field(repr=False)


@dataclass(frozen=True)
class Stored:
    """A study as it is kept. Secret and primes are gone once it is closed."""

    number: int
    manifest: bytes = field(repr=False)
    state: State
    secret: bytes | None = field(repr=False)
    override: str
    redirect: str
    primes: tuple[Primes, ...] = field(repr=False)


def offer(connection: Connection, primes: Primes) -> None:
    """Keep a signing key for a study that is still to be opened."""
    connection.execute(OFFER, {"n": primes.n, "p": primes.p, "q": primes.q})


def find(connection: Connection, id32: bytes) -> Stored | None:
    """The study with this id."""
    row = connection.execute(FIND, {"id": id32}).fetchone()
    if row is None:
        return None
    number, manifest, state, secret, override, redirect = row
    primes = tuple(Primes(*key) for key in connection.execute(KEYS, {"study": number}).fetchall())
    return Stored(number, manifest, state, secret, override, redirect, primes)


def numbers(connection: Connection) -> list[tuple[int, bytes]]:
    """Number and id of each study, the newest first."""
    return [(number, id32) for number, id32 in connection.execute(LIST).fetchall()]


def open_study(connection: Connection, opening: Opening, secret: bytes) -> Opened:
    """Open it, once; with the same words again nothing happens, and with others it is refused."""
    known = find(connection, opening.id)
    if known is not None:
        same = (known.override, known.redirect) == (opening.override, opening.redirect)
        return "same" if same else "study-frozen"
    if not _are_offered(connection, opening.moduli):
        return "keys-unknown"
    connection.execute(
        OPEN,
        {
            "id": opening.id,
            "manifest": opening.manifest,
            "batch": opening.batch,
            "secret": secret,
            "override": opening.override,
            "redirect": opening.redirect,
        },
    )
    number = connection.execute(FIND, {"id": opening.id}).fetchone()[0]
    for place, n in enumerate(opening.moduli):
        connection.execute(CLAIM, {"study": number, "place": place, "n": n})
    return "opened"


def is_open(connection: Connection, study: int) -> bool:
    """Whether it takes answers."""
    row = connection.execute(STATE, {"study": study}).fetchone()
    return row is not None and row[0] == "open"


def close(connection: Connection, study: int) -> None:
    """No more answers; nobody can make or sign a ticket again."""
    connection.execute(CLOSE, {"study": study})
    connection.execute(ERASE, {"study": study})


def _are_offered(connection: Connection, moduli: Sequence[bytes]) -> bool:
    free = "SELECT 1 FROM signing_keys WHERE n = :n AND study IS NULL"
    return all(connection.execute(free, {"n": n}).fetchone() for n in moduli)
