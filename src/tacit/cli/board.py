"""tacit board: where to watch a study fill."""

from __future__ import annotations

from pathlib import Path

import click

from tacit.cli.output import as_json, print_json, print_text
from tacit.cli.server import opened, server_options


@click.command()
@click.argument("study", default="")
@server_options
@as_json
def command(study: str, server: str, key_file: Path, *, as_json: bool) -> None:
    """Print an address that opens the live board in a browser, logged in.

    STUDY is the manifest that `tacit open` wrote, or the study's address; without it, the board lists all
    studies of the server. What stands behind the # logs in once, within ten minutes, with your key, which
    itself stays in its file. Send others the address without it, and a reader's key.

    \b
    Examples:
      tacit board study.json
      tacit board https://survey.example.org/s/ID
      tacit board
    """
    from tacit.research.server import logging_in, server_at

    if study:
        address, _ = opened(study, server, key_file)
        asked, board = address.server, address.board
    else:
        asked = server_at(server, key_file)
        board = f"{asked.origin}/board"
    found = logging_in(asked, board)
    if as_json:
        print_json({"board": board, "login": found})
        return
    click.echo(found)
    print_text("It logs one browser in, once, within ten minutes.")
