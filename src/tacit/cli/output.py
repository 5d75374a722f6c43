"""How every command prints: JSON for machines, tables and progress bars for people."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import fill
from time import monotonic
from typing import TextIO

import click

PATIENCE = 10  # seconds before somebody wants to know how many more

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def print_json(value: object) -> None:
    """One JSON document on standard output; NaN is a bug and raises."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def print_text(text: str, *, on: TextIO | None = None, indent: int | None = None) -> None:
    """Text line by line; on a terminal, whatever does not fit goes on below, indented as its line is.

    Elsewhere lines stay whole, for `grep` and the like. `indent` says by how much instead.
    """
    stream = on or sys.stdout
    for line in text.split("\n"):
        if stream.isatty():
            line = _wrapped(line, get_terminal_size().columns, indent)
        click.echo(line, file=stream)


def _wrapped(line: str, width: int, indent: int | None) -> str:
    start = re.match(r" *(- )?", line)
    below = " " * (len(start[0]) if start and indent is None else indent or 0)
    return fill(line, width, subsequent_indent=below, break_long_words=False, break_on_hyphens=False)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str = "", text_columns: int = 1
) -> None:
    """A table: the first `text_columns` columns to the left, numbers to the right."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for index, name in enumerate(columns):
        table.add_column(name, justify="left" if index < text_columns else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = max(console.width, 160)
    if title:
        console.print(title, style="bold")  # not as the table's own title, which would wrap at its width
    console.print(table)


@contextmanager
def progress(
    label: str, total: int, *, in_bytes: bool = False, clock: Callable[[], float] = monotonic
) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal's standard error, elsewhere one line if it takes long.

    Call the given function with each advance.
    """
    if not sys.stderr.isatty():
        yield _Forecast(label, total, clock).advance
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    done = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda advance: bar.update(task, advance=advance)


class _Forecast:
    """Says once how long the rest will take, where nobody sees a bar."""

    def __init__(self, label: str, total: int, clock: Callable[[], float]) -> None:
        self.label, self.total, self.clock = label, total, clock
        self.start, self.done, self.is_told = clock(), 0, False

    def advance(self, step: int) -> None:
        """So much more is done."""
        self.done += step
        if self.is_told or not 0 < self.done < self.total:
            return
        seconds = self.clock() - self.start
        if seconds >= PATIENCE:
            rest = seconds * (self.total - self.done) / self.done
            share = f"{self.done / self.total:.0%} after {seconds:.0f} s"
            click.echo(f"{self.label}: {share}, about {rest:,.0f} s to go", err=True)
            self.is_told = True
