"""tacit page-hashes: what the files of the pages are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from tacit.cli.output import as_json, print_json, print_text

SAME, OTHER = 0, 1
MOST_SHOWN = 8


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the files there, to host."
)
@click.option("--compare", default="", metavar="URL", help="Compare with what is served there.")
@as_json
def command(out: Path | None, compare: str, *, as_json: bool) -> int:
    """List the SHA-256 of every file of the pages: of the same release, the same everywhere.

    What is printed is what `sha256sum -c` reads. Whoever does not want to trust a server with its page
    compares it, or hosts the page: docs/answer-page.md says how.

    \b
    Examples:
      tacit page-hashes
      tacit page-hashes --compare https://survey.example.org
      tacit page-hashes --out public
    Exit code 1: another file is served, or none.
    """
    from tacit.web.release import read_release

    release = read_release()
    if out:
        _write(release.files, out)
    wrong = _differences(release.files, compare) if compare else {}
    if as_json:
        print_json({"files": release.hashes(), "differences": wrong})
    elif compare:
        _say(wrong, len(release.files), compare)
    elif out:
        print_text(f"{len(release.files)} files are in {out}; docs/answer-page.md says how to host them.")
    else:
        print_text(release.listing().rstrip("\n"))
    return OTHER if wrong else SAME


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _differences(files: Mapping[str, bytes], url: str) -> dict[str, str]:
    """Which files are not served as they are here, and why."""
    from tacit.errors import Refused, Stopped, refuse
    from tacit.protocol.links import parse_origin
    from tacit.research.server import Server

    try:
        server = Server(parse_origin(url.rstrip("/")))
    except Refused as refused:
        raise refuse("--compare", refused.problems[0].rule) from None
    wrong = {}
    for name, content in files.items():
        try:
            if server.send("GET", f"/{name}") != content:
                wrong[name] = "other bytes"
        except Stopped:
            wrong[name] = "not there"
    return wrong


def _say(wrong: Mapping[str, str], count: int, url: str) -> None:
    if not wrong:
        print_text(f"{url} serves the {count} files of this release, byte for byte.")
        print_text("It did so now, to this machine; it can serve others to other people.")
        return
    print_text(f"{url} serves other pages than this release ({len(wrong)} of {count} files):")
    pages_first = sorted(wrong, key=lambda name: (name.startswith("assets/"), name))
    for name in pages_first[:MOST_SHOWN]:
        print_text(f"  {wrong[name]:12} {name}")
    if len(wrong) > MOST_SHOWN:
        print_text(f"  ... and {len(wrong) - MOST_SHOWN} more, which --json lists")
