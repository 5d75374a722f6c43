"""tacit status: how far a study has come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tacit.cli.output import as_json, print_json, print_table, print_text
from tacit.cli.server import opened, server_options

COUNTS = {
    "invited": "invited",
    "started": "started: their invitation is used",
    "answered": "answered",
    "bulk": "came in bulk, from a collector",
    "withdrawn": "withdrawn",
    "revoked": "invitations taken back, unused",
    "revoked_after_use": "invitations replaced after use: may have answered twice",
}


@click.command()
@click.argument("study")
@server_options
@as_json
def command(study: str, server: str, key_file: Path, *, as_json: bool) -> None:
    """How many were invited, started and answered, by day.

    STUDY is the manifest that `tacit open` wrote, or the study's address. All counts change together, when
    a batch of answers is mixed: to see them change one by one would show who answered what.

    \b
    Examples:
      tacit status study.json
      tacit status https://survey.example.org/s/ID --json
    """
    address, _ = opened(study, server, key_file)
    found = address.ask("/status")
    if as_json:
        print_json(found)
        return
    _show(found)


def _show(found: dict[str, Any]) -> None:
    is_open = found["state"] == "open"
    until = f", until {found['not_after']} at the latest" if is_open else ""
    print_text(f"{found['title']}: {found['state']}{until}\n")
    for name, words in COUNTS.items():
        if found[name] or name in ("invited", "started", "answered"):
            print_text(f"{found[name]:>9,}  {words}")
    if found["days"]:
        names = sorted({one["what"] for one in found["days"]})
        days = sorted({one["day"] for one in found["days"]})
        counts = {(one["day"], one["what"]): one["count"] for one in found["days"]}
        rows = [[day, *(f"{counts.get((day, name), 0):,}" for name in names)] for day in days]
        print_table(["day", *names], rows)
    if is_open:
        waiting = f"up to {found['batch'] - 1} more answers may wait, until the next mix"
        print_text(f"Counts are of full batches: {waiting}.")
    else:
        print_text("Every answer that was acknowledged is counted.")
    if found["override"]:
        print_text(f"Opened although the plan is hopeless: {found['override']}")
