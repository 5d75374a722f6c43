"""tacit export: the released answers of a study, as a file."""

from __future__ import annotations

from pathlib import Path

import click

from tacit.cli.output import print_text
from tacit.cli.server import opened, server_options


@click.command()
@click.argument("study")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), metavar="FILE", help="A .csv to write."
)
@click.option("--force", is_flag=True, help="Write over another file that is there: an earlier export, say.")
@server_options
def command(study: str, out: Path, server: str, key_file: Path, *, force: bool) -> None:
    """Write the released answers to a file: query and column, and nothing about a person.

    STUDY is the manifest that `tacit open` wrote, or the study's address. `via` says which answers came in
    bulk. In a named study each answer has its record's hash, as the CSV of `tacit invite` has it.

    \b
    Examples:
      tacit export study.json --out answers.csv
      tacit estimate study.json answers.csv
    """
    from tacit.files.whole import ending_of, shown, write_whole

    ending_of(out, [".csv"], "answers")
    address, _ = opened(study, server, key_file)
    received = address.server.send("GET", f"{address.path}/answers")
    write_whole({out: received}, force=force)
    answers = received.count(b"\n") - 1
    print_text(f"{answers:,} {'answer is' if answers == 1 else 'answers are'} in {shown(out)}.")
    if answers:
        print_text(f"\nNext:  tacit estimate {study} {out}")
