"""tacit invite: links and codes for the people of a study."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from tacit.cli.numbers import Whole
from tacit.cli.output import as_json, print_json, print_text, progress
from tacit.cli.server import opened, server_options
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.research.invitations import Person
    from tacit.research.server import Address
    from tacit.study.study import Study

FILE = click.Path(path_type=Path)
DONE, NO = 0, 1
MOST = 10_000_000


@click.command()
@click.argument("study")
@click.option("--people", type=Whole(1, MOST), metavar="N", help="Invite so many.")
@click.option("--list", "listed", type=FILE, metavar="FILE", help="Invite the people of a CSV, one per row.")
@click.option("--codes", is_flag=True, help="Short codes that can be typed, instead of long links.")
@click.option("--out", type=FILE, metavar="FILE", help="The CSV to write: your columns, and the links.")
@click.option("--sheet", type=FILE, metavar="FILE", help="QR codes to print, as .svg; more pages beside it.")
@click.option(
    "--revoke", type=FILE, metavar="FILE", help="Take back the unused invitations of a CSV of ours."
)
@click.option(
    "--replace", type=FILE, metavar="FILE", help="As --revoke, and new ones in their place, to --out."
)
@click.option("--force", is_flag=True, help="Used ones too: those people can answer twice. It is counted.")
@server_options
@as_json
def command(
    study: str,
    people: int | None,
    listed: Path | None,
    out: Path | None,
    sheet: Path | None,
    revoke: Path | None,
    replace: Path | None,
    server: str,
    key_file: Path,
    *,
    codes: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Make invitations: one per person, each good for one answer.

    STUDY is the manifest that `tacit open` wrote, or the study's address. The links are drawn here; the
    server is told a hash of each, so that nobody there can answer in people's place. Whoever holds the
    CSV can: keep it as you keep the people's addresses.

    \b
    Examples:
      tacit invite study.json --people 500 --out links.csv
      tacit invite study.json --list people.csv --out links.csv --sheet qr.svg
      tacit invite study.json --revoke lost.csv
      tacit invite study.json --replace lost.csv --out new.csv
    Exit code 1: an invitation was used already, and stays (unless --force).
    """
    given = {"people": people, "listed": listed, "revoke": revoke, "replace": replace}
    chosen = [name for name, value in given.items() if value is not None]
    if len(chosen) != 1:
        raise refuse("--people", "or --list, --revoke or --replace must be given, and one of them only")
    if chosen != ["revoke"] and out is None:
        raise refuse("--out", "must name the CSV for the links: they are nowhere else")
    if force and chosen[0] in ("people", "listed"):
        raise refuse("--force", "goes with --revoke and --replace")
    _check_files(out, sheet)
    address, read = opened(study, server, key_file)
    outcomes: Counter[str] = Counter()
    if revoke or replace:
        rows, outcomes = _taken_back(address, revoke or replace or Path(), even_used=force)
    else:
        rows = _rows(people, listed)
    pages: list[Path] = []
    if out is not None and rows:
        pages = _write(read, address, rows, out, sheet, codes=codes)
    if as_json:
        print_json({"invited": len(rows) if out else 0, "outcomes": dict(outcomes)})
    else:
        _say_invited(study, len(rows) if out else 0, out, pages)
        _say_taken_back(outcomes)
    return NO if outcomes["used"] or outcomes["unknown"] else DONE


def _check_files(out: Path | None, sheet: Path | None) -> None:
    """Before anything is taken back or drawn: afterwards it would be too late."""
    from tacit.files.whole import ending_of

    for option, file, ending, what in (
        ("--out", out, ".csv", "invitations"),
        ("--sheet", sheet, ".svg", "a sheet"),
    ):
        if file is None:
            continue
        ending_of(file, [ending], what)
        if file.exists():
            raise refuse(option, f"{file} is there already; what is in it may be in use")
        if not file.absolute().parent.is_dir():
            raise refuse(option, f"must be in a folder that is there; {file.parent} is none")
    if sheet is not None and out is None:
        raise refuse("--sheet", "goes with --out, which names the CSV for the links")


def _rows(people: int | None, listed: Path | None) -> list[dict[str, str]]:
    from tacit.research.invitations import check_columns, read_rows

    if listed is None:
        return [{"person": str(number)} for number in range(1, (people or 0) + 1)]
    rows = read_rows(listed)
    check_columns(listed, rows)
    return rows


def _taken_back(
    address: Address, file: Path, *, even_used: bool
) -> tuple[list[dict[str, str]], Counter[str]]:
    """The rows of those that were taken back, and what became of all."""
    from tacit.research.invitations import read_people, revoke

    people = read_people(file, address.study)
    with progress("revoking", len(people)) as advance:
        outcomes = revoke(address, people, even_used=even_used, advance=advance)
    gone = ("revoked", "revoked after use")
    rows = [person.row for person, outcome in zip(people, outcomes, strict=True) if outcome in gone]
    return rows, Counter(outcomes)


def _write(
    study: Study,
    address: Address,
    rows: Sequence[dict[str, str]],
    out: Path,
    sheet: Path | None,
    *,
    codes: bool,
) -> list[Path]:
    """The file appears once the server knows all of them; the pages of the sheet."""
    from tacit.files.whole import whole_file
    from tacit.research.invitations import announce, as_csv, draw

    drawn = draw(study, address, rows, codes=codes, read=os.urandom)
    with whole_file(out) as file, progress("inviting", len(drawn)) as advance:
        _hide(file)
        file.write(as_csv(study, drawn))
        announce(address, drawn, advance)
    return [] if sheet is None else _write_sheets(study, drawn, sheet)


def _write_sheets(study: Study, people: Sequence[Person], sheet: Path) -> list[Path]:
    from tacit.files.whole import whole_file
    from tacit.research.sheet import PER_PAGE, sheets

    files = []
    with progress("drawing", len(people)) as advance:
        for number, page in enumerate(sheets(study.title, people), 1):
            file = sheet if number == 1 else sheet.with_name(f"{sheet.stem}-{number}.svg")
            with whole_file(file) as written:
                _hide(written)
                written.write(page)
            files.append(file)
            advance(PER_PAGE)
    return files


def _hide(file: BinaryIO) -> None:
    """Whoever can read it can answer in people's place."""
    os.fchmod(file.fileno(), 0o600)


def _say_invited(study: str, invited: int, out: Path | None, pages: Sequence[Path]) -> None:
    """Where they are, and what comes next."""
    if not invited:
        return
    print_text(f"{invited:,} {'invitation is' if invited == 1 else 'invitations are'} in {out}.")
    if pages:
        last = f" to {pages[-1]}" if len(pages) > 1 else ""
        print_text(f"The same as QR codes, to print: {pages[0]}{last}.")
    print_text("Whoever reads them can answer in people's place.\n")
    print_text(f"Next:  send each person their own; then  tacit status {study}  or  tacit board {study}")


def _say_taken_back(outcomes: Counter[str]) -> None:
    for outcome, count in sorted(outcomes.items()):
        print_text(f"{count:,} {OUTCOMES[outcome]}")


OUTCOMES = {
    "revoked": "taken back, unused",
    "revoked after use": "taken back although used: those people may answer twice; the report will say so",
    "revoked before": "had been taken back before",
    "used": "used already, and left as they are: a second one would be a second answer (--force)",
    "unknown": "unknown to the server",
}
