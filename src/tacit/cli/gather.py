"""Answers as commands take them: files, counts of databases, a tally that is kept, and who counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.output import progress
from tacit.cli.shared import kept, shared, stacked
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.files.counting import AnyTally, Counting
    from tacit.files.kept import Lot
    from tacit.files.public import Beside
    from tacit.files.reading import Advance
    from tacit.files.refusals import Refusals
    from tacit.study.study import Study

PATH = click.Path(path_type=Path)

source_options = stacked(
    shared("--skip-bad", is_flag=True, help="Leave out rows that cannot be counted, and say how many."),
    shared(
        "--tally",
        "tally_file",
        metavar="FILE",
        type=PATH,
        help="Keep the counts in this .parquet file: what it holds is not read again, and a run that was cut "
        "short goes on where it stood.",
    ),
    shared(
        "--counts",
        metavar="FILE",
        multiple=True,
        type=PATH,
        help="Add what a database counted (`tacit tally --sql`), as .csv or .parquet.",
    ),
    shared(
        "--engine",
        type=click.Choice(["local", "spark"]),
        default="local",
        show_default=True,
        help="Who counts the rows of Parquet files.",
    ),
)

# The public columns beside the answers, for every command that adds them up.
beside_options = stacked(
    shared("--weights", metavar="COLUMN", help="How many people an answer stands for: a public column."),
    shared(
        "--by",
        metavar="COLUMN",
        multiple=True,
        help="Figures per public stratum, too; people were drawn within each.",
    ),
    shared(
        "--cluster",
        metavar="COLUMN",
        help="Who was drawn together; the population's intervals allow for it.",
    ),
    shared(
        "--outcome",
        "outcomes",
        metavar="COLUMN",
        multiple=True,
        help="A public outcome: its mean per hidden group.",
    ),
)


@dataclass(frozen=True)
class Sources:
    """Where the answers are, as it was typed."""

    answers: tuple[Path, ...]
    counts: tuple[Path, ...]
    tally_file: Path | None
    engine: str
    skip_bad: bool

    @classmethod
    def typed(cls, answers: tuple[Path, ...]) -> Sources:
        """With the options of the command that runs."""
        return cls(answers, **kept(("counts", "tally_file", "engine", "skip_bad")))

    def __bool__(self) -> bool:
        return bool(self.answers or self.counts or self.tally_file)


def gather(study: Study, sources: Sources, beside: Beside | None = None) -> AnyTally:
    """The tally of all of it, with sums of the columns `beside` the answers, if there are any.

    Whatever cannot be counted stops us, or is said, as --skip-bad says.
    """
    from tacit.files.counting import Counting
    from tacit.files.finding import found_files
    from tacit.files.public import Beside
    from tacit.files.reading import size_of
    from tacit.files.refusals import Refusals

    if sources.tally_file:
        _check_tally_file(sources.tally_file)
    paths = found_files([*sources.answers, *sources.counts])
    counts = [path for path in paths if path in set(sources.counts)]
    answers = [path for path in paths if path not in set(counts)]
    counting, refusals = Counting(study, beside or Beside()), Refusals()
    with progress("reading", size_of(paths), in_bytes=True) as advance:
        tally = _count(counting, answers, counts, sources, refusals, advance)
    if refusals and not sources.skip_bad:
        raise refusals.to_error("--skip-bad")
    say_left_out(refusals)
    return tally


def say_left_out(refusals: Refusals) -> None:
    """Where what was left out stood; how much it was stands below the tables, and in the JSON."""
    for line in refusals.lines():
        click.echo(f"left out: {line}", err=True)


def _count(
    counting: Counting,
    answers: list[Path],
    counts: list[Path],
    sources: Sources,
    refusals: Refusals,
    advance: Advance,
) -> AnyTally:
    from tacit.files.counting import added
    from tacit.files.kept import keep_tally
    from tacit.files.refusals import Refusals
    from tacit.files.tallies import is_tally

    lots: list[Lot] = [(counts, counting.counted)] if counts else []
    if sources.engine == "spark":
        from tacit.spark import counted_by_spark

        spread = [path for path in answers if not is_tally(path)]
        _check_parquet(spread)
        answers = [path for path in answers if path not in set(spread)]
        lots += [(spread, partial(counted_by_spark, counting))] if spread else []
    if sources.tally_file:
        return keep_tally(
            *(counting, sources.tally_file, answers, refusals, advance),
            at_once=lots,
            skip_bad=sources.skip_bad,
        )
    kept = [path for path in answers if is_tally(path)]
    plain = [path for path in answers if path not in set(kept)]
    lots += [(kept, counting.saved)] if kept else []
    lots += [(plain, counting.count)] if plain else []
    found = counting.empty()
    for lot, read in lots:
        here = Refusals()
        found = added(found, read(lot, here, advance))
        refusals.add(here)
    return replace(found, study=counting.study.id)


def _check_tally_file(path: Path) -> None:
    from tacit.files.whole import ending_of

    ending_of(path, [".parquet"], "a tally")
    if not path.parent.is_dir():
        raise refuse("--tally", f"names a folder that is not there: {path.parent}")


def _check_parquet(paths: list[Path]) -> None:
    """Spark would take a line that is cut short for a good one, so that only we read text."""
    others = [path for path in paths if not path.name.lower().endswith(".parquet")]
    if others:
        raise refuse("--engine spark", f"counts Parquet files; leave it out to read {others[0]}")
