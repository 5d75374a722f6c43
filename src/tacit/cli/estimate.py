"""tacit estimate: from answers to every group's figures."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from tacit.cli.estimating import Typed, estimate_options, estimated
from tacit.cli.gather import PATH
from tacit.cli.output import as_json, print_json
from tacit.cli.telling import Told, tell

if TYPE_CHECKING:
    from tacit.cli.estimating import Estimated

WIDTH = 80


@click.command()
@click.argument("study", type=PATH)
@click.argument("answers", nargs=-1, type=PATH)
@estimate_options
@as_json
def command(study: Path, answers: tuple[Path, ...], *, as_json: bool) -> None:
    """Counts, sums, means and shares of every group, each with two intervals.

    STUDY is a study file, a frozen manifest, or the address of a study that a server collects (the key is in
    tacit.key, or in the file that TACIT_KEY_FILE names). ANSWERS are files with the columns query and column
    (.parquet, .csv, .ndjson, also .csv.gz and .ndjson.gz), folders of them, and tallies that were kept.

    \b
    Examples:
      tacit estimate study.toml answers.parquet
      tacit estimate study.json monday.csv tuesday.csv --skip-bad
      tacit estimate study.toml answers/ --json --level 0.99
      tacit estimate study.toml answers.parquet --truth people.csv
      tacit estimate study.toml answers/ --tally all.parquet
      tacit estimate study.toml --counts counts.csv
      tacit estimate https://survey.example.org/s/ID
      tacit estimate trial.toml a.parquet --outcome reaction --compare yes no
      tacit estimate poll.toml a.csv --weights w --by region --pairs
    Exit code 1: a row or a file cannot be counted (unless --skip-bad), or there
    is no answer at all.
    """
    with estimated(Typed.typed(study, answers)) as found:
        asked = tell(found.analysis, found.study, found.estimate)
        if as_json:
            models = {"models": [model.to_json() for model in found.models]} if found.models else {}
            print_json(found.estimate.to_json(found.truth) | asked.members | models)
        else:
            _show(found, asked)


def _show(found: Estimated, asked: Told) -> None:
    """Tables, then what must be known beside them."""
    width = get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    blocks = [*asked.blocks, *(block for model in found.models for block in model.blocks)]
    notes = [*found.collected, *asked.sentences, *(note for model in found.models for note in model.notes)]
    click.echo(found.estimate.to_text(found.truth, width=width, beside=blocks, notes=notes))
