"""tacit close: end a study."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tacit.cli.output import as_json, print_json, print_text
from tacit.cli.server import opened, server_options
from tacit.errors import refuse


@click.command()
@click.argument("study")
@click.option("--yes", is_flag=True, help="Do not ask.")
@server_options
@as_json
def command(study: str, server: str, key_file: Path, *, yes: bool, as_json: bool) -> None:
    """End a study: no more answers, for good.

    STUDY is the manifest that `tacit open` wrote, or the study's address. Answers that wait are released, the
    signing keys are erased, and the tables are rewritten without an order.

    \b
    Example:  tacit close study.json
    """
    address, read = opened(study, server, key_file)
    if not yes:
        if not sys.stdin.isatty():
            raise refuse("--yes", "must be given where nobody can be asked: a closed study stays closed")
        click.confirm(f"Close {read.title}? It cannot be opened again.", abort=True)
    found = address.ask("/close", {})
    if as_json:
        print_json(found)
    else:
        print_text(f"{read.title} is closed. All its answers are released, and its keys are erased.\n")
        print_text(f"Next:  tacit export {study} --out answers.csv")
