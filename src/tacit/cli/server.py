"""Where a study is collected, as it was typed; for every command that asks a server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tacit.cli.shared import stacked
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.research.server import Address
    from tacit.study.study import Study
    from tacit.tallying.tally import Tally

ORIGIN = "http://127.0.0.1:8000"
KEY_FILE = "tacit.key"

server_options = stacked(
    click.option(
        "--server",
        default=ORIGIN,
        show_default=True,
        envvar="TACIT_SERVER",
        metavar="URL",
        help="Where `tacit serve` runs; also from TACIT_SERVER.",
    ),
    click.option(
        "--key-file",
        default=KEY_FILE,
        show_default=True,
        envvar="TACIT_KEY_FILE",
        type=click.Path(path_type=Path),
        help="Holds the researcher's key; also from TACIT_KEY_FILE.",
    ),
)


def is_address(text: str | Path) -> bool:
    """Whether this is where a study is collected, and not a file."""
    return str(text).lower().startswith(("http:", "https:"))


def address_text(text: str | Path) -> str:
    """An address that click may have taken for a path, in which // is /."""
    scheme, _, rest = str(text).partition(":")
    return f"{scheme}://{rest.lstrip('/')}"


class Collected(NamedTuple):
    """A study that a server collects, its released answers, and what must be known about these.

    `invited` is how many were asked, where nobody else could answer.
    """

    study: Study
    tally: Tally
    sentences: list[str]
    invited: int | None


def collected(address_or_path: Path) -> Collected:
    """What a server has released; the key is in the file that TACIT_KEY_FILE names, or in tacit.key."""
    from tacit.research.results import invited_in, tally_of, what_to_know
    from tacit.research.server import address_of

    key_file = Path(os.environ.get("TACIT_KEY_FILE", KEY_FILE))
    address = address_of(address_text(address_or_path), key_file)
    study = address.server.study(address.study)
    tally, status = tally_of(study, address), address.ask("/status")
    return Collected(study, tally, what_to_know(status), invited_in(status))


def opened(study: str, server: str, key_file: Path) -> tuple[Address, Study]:
    """The open study that is meant: its address, or its manifest beside --server."""
    from tacit.research.server import Address, address_of, server_at
    from tacit.study.file import read_study

    if is_address(study):
        address = address_of(address_text(study), key_file)
        return address, address.server.study(address.study)
    read = read_study(study)
    if read.frozen is None:
        raise refuse("STUDY", f"must be open: the manifest that `tacit open {study}` writes, or its address")
    return Address(server_at(server, key_file), read.id), read
