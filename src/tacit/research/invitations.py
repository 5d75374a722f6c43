"""Invitations, drawn where the researcher is: the server is told their hashes, and nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.errors import Refused, refuse
from tacit.protocol.encoding import to_base64url
from tacit.protocol.links import (
    INVITATION_BYTES,
    Invitation,
    Link,
    draw_code,
    link_text,
    parse_link,
    with_check,
)
from tacit.protocol.tickets import invitation_hash
from tacit.research.server import Address
from tacit.scheme.randomize import Source
from tacit.study.spelling import join, show, show_path
from tacit.study.study import Study

AT_ONCE = 5000
OURS = ("link", "code", "record")
STRATUM = "stratum"
LARGEST = 1 << 26
Advance = Callable[[int], None]


@dataclass(frozen=True)
class Person:
    """One row: what the researcher's own list says, and the invitation that stands beside it."""

    row: dict[str, str]
    link: Link

    @property
    def invitation(self) -> Invitation:
        """The secret."""
        return self.link.invitation or b""

    @property
    def code(self) -> str:
        """A printed code in groups that can be read out; '' for invitations that are links only."""
        if len(self.invitation) == INVITATION_BYTES:
            return ""
        code = with_check(self.invitation)
        return f"{code[:5]}-{code[5:10]}-{code[10:]}"

    @property
    def hash(self) -> str:
        """What the server knows it by; in named studies, also what its answer is exported beside."""
        return to_base64url(invitation_hash(self.invitation))


def draw(
    study: Study, address: Address, rows: Sequence[dict[str, str]], *, codes: bool, read: Source
) -> list[Person]:
    """An invitation for each row, in its stratum."""
    if study.collect.tickets == "open":
        raise refuse("STUDY", f"is open to anyone: give people {address.link}")
    drawn = []
    for number, row in enumerate(rows, 1):
        secret = draw_code(read) if codes else read(INVITATION_BYTES)
        key = _key_of(study, row, number)
        drawn.append(Person(row, Link(address.server.origin, address.study, secret, key)))
    return drawn


def announce(address: Address, people: Sequence[Person], advance: Advance) -> None:
    """Tell the server the hashes."""
    for part in _parts(people):
        rows = [{"hash": person.hash, "key": person.link.key} for person in part]
        address.ask("/invitations", {"invitations": rows})
        advance(len(part))


def revoke(address: Address, people: Sequence[Person], *, even_used: bool, advance: Advance) -> list[str]:
    """Take these back; what became of each."""
    outcomes: list[str] = []
    for part in _parts(people):
        hashes = [person.hash for person in part]
        outcomes += address.ask("/invitations/revoke", {"hashes": hashes, "force": even_used})["outcomes"]
        advance(len(part))
    return outcomes


def read_rows(file: Path) -> list[dict[str, str]]:
    """The researcher's own list: a CSV with a header; one row per person."""
    name = show_path(file)
    try:
        if file.stat().st_size > LARGEST:
            raise refuse(name, f"must be a list of people of at most {LARGEST >> 20} MiB")
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse(name, "must be UTF-8 text; save it as CSV UTF-8") from None
    except OSError as failed:
        raise refuse(name, f"cannot be read: {failed.strerror or failed}") from None
    reader = csv.DictReader(io.StringIO(text, newline=""), restkey="", strict=True)
    try:
        rows = list(reader)
    except csv.Error as failed:
        raise refuse(name, f"is not CSV: line {reader.line_num}: {failed}") from None
    header = list(reader.fieldnames or [])
    if not rows or len(set(header)) < len(header) or "" in header:
        raise refuse(name, "must have a header with different names, and a row for each person")
    for number, row in enumerate(rows, 2):
        if "" in row or None in row.values():
            raise refuse(name, f"must have as many cells as the header has names; row {number} has not")
    return rows


def read_people(file: Path, study: str) -> list[Person]:
    """The invitations that an earlier `tacit invite` wrote."""
    rows = read_rows(file)
    if "link" not in rows[0]:
        raise refuse(show_path(file), "must have a column `link`, as the files of `tacit invite` have")
    people = []
    for number, row in enumerate(rows, 2):
        try:
            link = parse_link(row["link"])
        except Refused:
            raise refuse(
                show_path(file), f"must have links in its column `link`; row {number} has none"
            ) from None
        if link.study != study or link.invitation is None:
            raise refuse(show_path(file), f"must have invitations to this study; row {number} has another")
        people.append(Person({name: text for name, text in row.items() if name not in OURS}, link))
    return people


def as_csv(study: Study, people: Sequence[Person]) -> bytes:
    """For a mail merge: the columns that were given, then the link, and a code where there is one."""
    has_codes = any(person.code for person in people)
    ours = [
        "link",
        *(["code"] if has_codes else []),
        *(["record"] if study.collect.tickets == "named" else []),
    ]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, [*people[0].row, *ours], extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for person in people:
        added: dict[str, Any] = {"link": link_text(person.link), "code": person.code, "record": person.hash}
        writer.writerow(person.row | added)
    return out.getvalue().encode()


def check_columns(file: Path, rows: Sequence[dict[str, str]]) -> None:
    """A list that has columns of ours already was made by us: its people have links."""
    taken = [name for name in OURS if name in rows[0]]
    if taken:
        rule = f"has a column `{taken[0]}` already: were these people invited before? Rename it if not"
        raise refuse(show_path(file), rule)


def _key_of(study: Study, row: dict[str, str], number: int) -> int:
    strata = [key.stratum for key in study.keys]
    if not any(strata):
        return 0
    given = row.get(STRATUM, "")
    if given not in strata:
        named = join([show(each) for each in strata], "or")
        got = f"got {show(given)} in row {number + 1}" if given else f"row {number + 1} has none"
        raise refuse("--list", f"must have a column `stratum` that holds {named} in each row; {got}")
    return strata.index(given)


def _parts(people: Sequence[Person]) -> Iterator[Sequence[Person]]:
    return (people[start : start + AT_ONCE] for start in range(0, len(people), AT_ONCE))
