"""tacit tally: count answers, keep the counts, add them up, or have a database count."""

from __future__ import annotations

import shlex
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from tacit.cli.gather import PATH, Sources, beside_options, gather, source_options
from tacit.cli.numbers import Whole
from tacit.cli.output import as_json, print_json
from tacit.cli.shared import kept
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.files.counting import AnyTally
    from tacit.files.public import Beside
    from tacit.study.study import Study

DATABASES = ("duckdb", "postgresql", "bigquery", "spark")
WIDTH = 80


@click.command()
@click.argument("study", type=PATH)
@click.argument("answers", nargs=-1, type=PATH)
@source_options
@beside_options
@click.option("--sql", metavar="DATABASE", help=f"Print the statement that counts: {', '.join(DATABASES)}.")
@click.option("--table", metavar="NAME", help="The table of answers in it (with --sql).  [default: answers]")
@click.option(
    "--digits",
    nargs=2,
    multiple=True,
    metavar="COLUMN N",
    type=(str, Whole(0, 9)),
    help="After the point of a weight or outcome (with --sql); whole numbers unless given.",
)
@as_json
def command(
    study: Path,
    answers: tuple[Path, ...],
    sql: str | None,
    table: str | None,
    digits: tuple[tuple[str, int], ...],
    *,
    as_json: bool,
) -> None:
    """Count answers by query and column: all that an estimate needs, in little room.

    ANSWERS are files with the columns query and column, folders of them, and tallies that were kept, which
    are added up. The result is the same however the answers were divided. With --weights, --outcome, --by
    and --cluster these public columns are added up beside the counts.

    \b
    Examples:
      tacit tally study.toml answers/ --tally all.parquet
      tacit tally study.toml monday.parquet tuesday.parquet --tally all.parquet
      tacit tally poll.toml answers/ --weights w --by region --tally all.parquet
      tacit tally study.toml --sql postgresql --table answers
      psql --csv -c "$(tacit tally study.toml --sql postgresql)" > counts.csv
      tacit estimate study.toml --counts counts.csv
      tacit tally poll.toml --sql duckdb --weights w --digits w 2 --by region
    Exit code 1: a row or a file cannot be counted (unless --skip-bad).
    """
    from tacit.files.public import Beside
    from tacit.study.file import read_study

    read = read_study(study)
    sources = Sources.typed(answers)
    beside = Beside(**kept(("weights", "outcomes", "by", "cluster")))
    if sql is not None:
        if sources:
            raise refuse("--sql", "prints a statement and reads no answers; leave out the files")
        _print_statement(read, study, sql, "answers" if table is None else table, beside, dict(digits))
        return
    for option, value in (("--table", table), ("--digits", digits)):
        if value:
            raise refuse(option, "goes with --sql")
    if not (answers or sources.counts):
        raise refuse("ANSWERS", "must name a file or a folder of answers (or give --counts, or --sql)")
    before = _held_before(sources.tally_file)
    _print(read, study, gather(read, sources, beside), sources, beside, before, as_json=as_json)


def _print_statement(
    study: Study, path: Path, database: str, table: str, beside: Beside, digits: dict[str, int]
) -> None:
    from tacit.study.spelling import printable
    from tacit.tallying.measures import Measures, Unit
    from tacit.tallying.statement import counting_statement, summing_statement

    for name in digits:
        if name not in (beside.weights, *beside.outcomes):
            raise refuse("--digits", f"names no weight and no outcome: {printable(name)}")
    if beside.columns:
        measures = Measures(
            Unit(beside.weights, digits.get(beside.weights, 0)) if beside.weights else None,
            tuple(Unit(name, digits.get(name, 0)) for name in beside.outcomes),
            beside.by,
            beside.cluster,
        )
        statement = summing_statement(database, table, measures)
    else:
        statement = counting_statement(database, table)
    click.echo(f"-- {printable(study.title)}")
    click.echo(f"-- Its result as CSV is for: {_next(path, '--counts', 'FILE', beside)}")
    click.echo(statement)


def _held_before(tally_file: Path | None) -> int:
    """How many answers are counted already."""
    from tacit.files.kept import held_before

    return held_before(tally_file) if tally_file else 0


def _print(
    study: Study,
    path: Path,
    tally: AnyTally,
    sources: Sources,
    beside: Beside,
    before: int,
    *,
    as_json: bool,
) -> None:
    from tacit.tallying.sums import SumTally

    plain = tally.counts() if isinstance(tally, SumTally) else tally
    occupied = int(plain.occupied()[0].size)
    cells = tally.queries * tally.columns
    new = tally.answers - before
    if as_json:
        print_json(
            {
                "study": study.id,
                "answers": tally.answers,
                "new": new,
                "cells": {"occupied": occupied, "all": cells},
                "refused": dict(tally.refused),
                "tally": None if sources.tally_file is None else str(sources.tally_file),
            }
        )
        return
    already = f" ({before:,} of them were there already, {new:,} are new)" if before else ""
    where = f"on {occupied:,} of {cells:,} pairs of query and column"
    click.echo(fill(f"{study.title}: {tally.answers:,} answers{already} {where}", WIDTH))
    if tally.refused:
        from tacit.files.refusals import in_words

        click.echo(fill(f"left out in all: {in_words(tally.refused)}", WIDTH))
    if sources.tally_file:
        click.echo(f"{sources.tally_file} holds them; next:")
        click.echo(f"  {_next(path, str(sources.tally_file), None, beside)}")


def _next(path: Path, first: str, second: str | None, beside: Beside) -> str:
    """The command that makes an estimate of it."""
    named = [*(("--weights", beside.weights) if beside.weights else ())]
    named += [word for name in beside.outcomes for word in ("--outcome", name)]
    named += [word for name in beside.by for word in ("--by", name)]
    named += ["--cluster", beside.cluster] if beside.cluster else []
    words = ["tacit", "estimate", str(path), first, *([second] if second else []), *named]
    return shlex.join(words)
