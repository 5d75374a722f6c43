"""tacit tally: count answers, keep the counts, add them up, or have a database count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.gather import PATH, Sources, gather, source_options
from tacit.cli.output import as_json, print_json
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.study.study import Study
    from tacit.tallying.tally import Tally

DATABASES = ("duckdb", "postgresql", "bigquery", "spark")


@click.command()
@click.argument("study", type=PATH)
@click.argument("answers", nargs=-1, type=PATH)
@source_options
@click.option("--sql", metavar="DATABASE", help=f"Print the statement that counts: {', '.join(DATABASES)}.")
@click.option("--table", metavar="NAME", help="The table of answers in it (with --sql).  [default: answers]")
@as_json
def command(
    study: Path, answers: tuple[Path, ...], sql: str | None, table: str | None, *, as_json: bool
) -> None:
    """Count answers by query and column: all that an estimate needs, in little room.

    ANSWERS are files with the columns query and column, folders of them, and tallies that were kept, which
    are added up. The result is the same however the answers were divided.

    \b
    Examples:
      tacit tally study.toml answers/ --tally all.parquet
      tacit tally study.toml monday.parquet tuesday.parquet --tally all.parquet
      tacit tally study.toml --sql postgresql --table answers
      psql --csv -c "$(tacit tally study.toml --sql postgresql)" > counts.csv
      tacit estimate study.toml --counts counts.csv
    Exit code 1: a row or a file cannot be counted (unless --skip-bad).
    """
    from tacit.study.file import read_study

    read = read_study(study)
    sources = Sources.typed(answers)
    if sql is not None:
        _print_statement(read, study, sql, table, sources)
        return
    if table is not None:
        raise refuse("--table", "goes with --sql")
    if not (answers or sources.counts):
        raise refuse("ANSWERS", "must name a file or a folder of answers (or give --counts, or --sql)")
    _print(read, gather(read, sources), sources, as_json=as_json)


def _print_statement(study: Study, path: Path, database: str, table: str | None, sources: Sources) -> None:
    from tacit.study.spelling import printable
    from tacit.tallying.statement import counting_statement

    if sources:
        raise refuse("--sql", "prints a statement and reads no answers; leave out the files")
    statement = counting_statement(database, "answers" if table is None else table)
    click.echo(f"-- {printable(study.title)}")
    click.echo(f"-- Its result as CSV is for: tacit estimate {path} --counts FILE")
    click.echo(statement)


def _print(study: Study, tally: Tally, sources: Sources, *, as_json: bool) -> None:
    occupied = int(tally.occupied()[0].size)
    cells = tally.queries * tally.columns
    if as_json:
        print_json(
            {
                "study": study.id,
                "answers": tally.answers,
                "cells": {"occupied": occupied, "all": cells},
                "refused": dict(tally.refused),
                "tally": None if sources.tally_file is None else str(sources.tally_file),
            }
        )
        return
    where = f"on {occupied:,} of {cells:,} pairs of query and column"
    click.echo(f"{study.title}: {tally.answers:,} answers {where}")
    if tally.refused:
        from tacit.files.refusals import in_words

        click.echo(f"left out in all: {in_words(tally.refused)}")
    if sources.tally_file:
        click.echo(f"{sources.tally_file} holds them; next: tacit estimate STUDY {sources.tally_file}")
