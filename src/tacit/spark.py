"""Answers that lie in Spark, counted where they are: one GROUP BY of Spark SQL, and only counts travel.

No Python runs on the workers. With a session of your own: `tacit.spark.tally(dataframe, study)`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, overload

import pyarrow as pa

from tacit.errors import AnswersInvalid, MissingExtra, MissingProgram, Problem, Refused
from tacit.files.counting import AnyTally, Counting
from tacit.files.linked import no_measures
from tacit.files.parquet import study_schema
from tacit.files.piece import check_names
from tacit.files.public import Beside, beyond
from tacit.files.reading import Advance, size_of
from tacit.files.refusals import PAIR, BadFile, Refusals
from tacit.files.summed import sum_tally
from tacit.files.tallies import tally_table
from tacit.files.tally import Names, names
from tacit.study.spelling import printable
from tacit.study.study import Study
from tacit.tallying.measures import MOST_DIGITS, Measures, Unit
from tacit.tallying.statement import FAULT, counting_statement, literal, quoted_name
from tacit.tallying.sums import SumTally, empty_sums
from tacit.tallying.tally import MOST_DENSE_CELLS, Tally, empty_tally
from tacit.tallying.wide import LARGEST

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# So many pairs of query and column that are no answers are told apart; a table with more is another table.
MOST_STRAY = 1_000_000
STANDARD_ERROR = 2
ANSWERS = "answers"
ROUNDED = "rounded "  # before a column's name: whether its number had to be
NEEDS_JAVA = "Spark needs Java 17 or newer; on Debian: apt-get install default-jre-headless, or set JAVA_HOME"


@overload
def tally(dataframe: DataFrame, study: Study, *, skip_bad: bool = False) -> Tally: ...
@overload
def tally(
    dataframe: DataFrame,
    study: Study,
    *,
    weights: str | None = None,
    by: Names = (),
    cluster: str | None = None,
    outcomes: Names = (),
    skip_bad: bool = False,
) -> SumTally: ...
def tally(
    dataframe: DataFrame,
    study: Study,
    *,
    weights: str | None = None,
    by: Names = (),
    cluster: str | None = None,
    outcomes: Names = (),
    skip_bad: bool = False,
) -> Tally | SumTally:
    """How many rows of the frame fell on each (query, column): equal to `tacit.tally` of the same rows.

    The frame has the columns `query` and `column`, and maybe `study`; others are looked at where they are
    named: weights, public strata and clusters, outcomes to add up. A row that cannot be counted refuses them
    all, unless `skip_bad`; then `refused` says how many were left out.
    """
    beside = Beside(weights, names(outcomes), names(by), cluster)
    refusals = Refusals()
    found: Tally | SumTally
    if beside.columns:
        found = sum_frame(dataframe, study, beside, refusals)
    else:
        found = tally_frame(dataframe, study, refusals)
    if refusals and not skip_bad:
        raise refusals.to_error("skip_bad=True")
    return found


def tally_frame(dataframe: DataFrame, study: Study, refusals: Refusals, source: str = "the frame") -> Tally:
    """The tally of the frame; whatever cannot be counted goes to `refusals`."""
    try:
        check_names(dataframe.columns)
    except BadFile as bad:
        refusals.add_file(source, bad)
        return empty_tally(study.scheme)
    return tally_table(study, _counted(dataframe, study), refusals, source=source, unit=PAIR)


def sum_frame(
    dataframe: DataFrame, study: Study, beside: Beside, refusals: Refusals, source: str = "the frame"
) -> SumTally:
    """The tally with sums of the frame; whatever cannot be counted goes to `refusals`."""
    _check_columns(dataframe, beside, source)
    clean = dataframe.selectExpr(*_clean(dataframe, beside))
    measures = Measures(
        *(_unit(clean, beside.weights) if beside.weights else None,),
        tuple(_unit(clean, name) for name in beside.outcomes),
        beside.by,
        beside.cluster,
    )
    table = _counted(clean, study, measures)
    return sum_tally(study, table, measures, refusals, source)


def tally_parquet(
    study: Study, paths: Sequence[Path], refusals: Refusals, advance: Advance = lambda size: None
) -> Tally:
    """The tally of Parquet files, counted by a Spark that is there or else started for this."""
    found = empty_tally(study.scheme)
    with session() as spark:
        for alike in _alike(study, paths, refusals):
            frame = spark.read.parquet(*map(_address, alike))
            found += tally_frame(frame, study, refusals, source=_named(alike))
            advance(size_of(alike))
    return found


def counted_by_spark(
    counting: Counting, paths: Sequence[Path], refusals: Refusals, advance: Advance
) -> AnyTally:
    """The tally of Parquet files, with sums where there are some to make."""
    if counting.has_sums:
        return sum_parquet(counting.study, paths, counting.beside, refusals, advance)
    return tally_parquet(counting.study, paths, refusals, advance)


def sum_parquet(
    study: Study, paths: Sequence[Path], beside: Beside, refusals: Refusals, advance: Advance
) -> SumTally:
    """The same with sums of public columns."""
    found = empty_sums(study.scheme, no_measures(beside))
    with session() as spark:
        for alike in _alike(study, paths, refusals):
            frame = spark.read.parquet(*map(_address, alike))
            found += sum_frame(frame, study, beside, refusals, source=_named(alike))
            advance(size_of(alike))
    return replace(found, refused=dict(refusals.counts))


def _alike(study: Study, paths: Sequence[Path], refusals: Refusals) -> list[list[Path]]:
    """Files that are whole and of this study, in lots of the same types: Spark reads no others together."""
    lots: defaultdict[pa.Schema, list[Path]] = defaultdict(list)
    for path in paths:
        try:
            lots[study_schema(path, study.id).remove_metadata()].append(path)
        except BadFile as bad:
            refusals.add_file(path, bad)
    return list(lots.values())


@contextmanager
def session() -> Iterator[SparkSession]:
    """The active session, or one that ends with the block. Spark's own settings say where it runs."""
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MissingExtra("spark", "--engine spark") from error
    active = SparkSession.getActiveSession()
    if active is None and not (os.environ.get("SPARK_REMOTE") or has_java()):
        raise MissingProgram(NEEDS_JAVA)
    settings = {"spark.log.level": "ERROR", "spark.ui.enabled": "false"}
    with _hushed() as said:
        try:
            spark = active or SparkSession.builder.appName("tacit").config(map=settings).getOrCreate()
        except PySparkException as error:
            why = _first_said(said) or _first_line(error)
            raise MissingProgram(f"Spark did not start: {why}. {NEEDS_JAVA}") from error
    try:
        yield spark
    except PySparkException as error:
        raise AnswersInvalid(f"Spark: {_first_line(error)}") from error
    finally:
        if active is None:
            spark.stop()


@contextmanager
def _hushed() -> Iterator[BinaryIO]:
    """Keeps what is written to standard error meanwhile, and by programs started meanwhile for good.

    Spark greets with a page of warnings that are of no use to whoever only wants to count.
    """
    with TemporaryFile() as kept:
        sys.stderr.flush()
        shown = os.dup(STANDARD_ERROR)
        os.dup2(kept.fileno(), STANDARD_ERROR)
        try:
            yield kept
        finally:
            os.dup2(shown, STANDARD_ERROR)
            os.close(shown)


def has_java() -> bool:
    """Whether there is a Java where Spark looks for one."""
    home = os.environ.get("JAVA_HOME")
    return Path(home, "bin", "java").exists() if home else shutil.which("java") is not None


def _counted(dataframe: DataFrame, study: Study, measures: Measures | None = None) -> pa.Table:
    """query, column, count or sums, as many rows as there are pairs."""
    also_by = [name for name in ("study", FAULT) if name in dataframe.columns]
    statement = counting_statement("spark", ANSWERS, measures, also_by=also_by)
    statement = statement.replace(f"`{ANSWERS}`", f"{{{ANSWERS}}}")
    cells = study.scheme.queries * study.scheme.rows.columns
    most = cells + MOST_STRAY if measures is None else max(cells, MOST_DENSE_CELLS) + MOST_STRAY
    counted = dataframe.sparkSession.sql(statement, **{ANSWERS: dataframe})
    table: Any = counted.limit(most + 1).toArrow()
    if table.num_rows > most:
        raise AnswersInvalid(
            f"more than {MOST_STRAY:,} different pairs of query and column are no answers of this study; "
            "is this the right table?"
        )
    return table


def _address(path: Path) -> str:
    """Spark's own folder may be another one, and it takes a name for a pattern."""
    return "file://" + re.sub(r"([\\*?{}\[\]])", r"\\\1", str(path.resolve()))


def _check_columns(dataframe: DataFrame, beside: Beside, source: str) -> None:
    """Refuses at once all columns that are not there."""
    try:
        check_names(dataframe.columns)
    except BadFile as bad:
        raise AnswersInvalid(f"{source} {bad}") from None
    missing = [name for name in beside.columns if name not in dataframe.columns]
    if missing:
        raise Refused([Problem(f"`{printable(name)}`", f"is no column of {source}") for name in missing])


def _clean(dataframe: DataFrame, beside: Beside) -> list[str]:
    """Numbers as numbers, labels as text, and the first fault of each row, as `tacit.tally` names it."""
    kept = ["query", "column", *(["study"] if "study" in dataframe.columns else [])]
    found = [quoted_name("spark", name) for name in kept]
    faults: list[tuple[str, str]] = []
    for name in dict.fromkeys([*([beside.weights] if beside.weights else []), *beside.outcomes]):
        column, shown = quoted_name("spark", name), printable(name)
        text, number = f"TRIM(CAST({column} AS STRING))", f"TRY_CAST({column} AS DOUBLE)"
        is_there = f"({column} IS NOT NULL AND {text} != '' AND NOT ISNAN(COALESCE({number}, 0)))"
        is_number = f"COALESCE(ABS({number}) < DOUBLE('Infinity'), FALSE)"
        faults.append((f"{is_there} AND NOT {is_number}", f"{shown} is not a number"))
        if name == beside.weights:
            faults.append((f"NOT {is_there}", f"{shown} is missing"))
            least = beside.least_weight
            faults.append((f"{number} < {least}", f"{shown} is below {least}"))
        faults.append((f"{is_there} AND ABS({number}) > {LARGEST}", beyond(shown)))
        counted = f"CASE WHEN {is_there} AND ABS({number}) <= {LARGEST} THEN {_rounded(number)} END"
        found.append(f"CAST({counted} AS DECIMAL(20, {MOST_DIGITS})) AS {column}")
        found.append(f"{counted} <> {number} AS {quoted_name('spark', ROUNDED + name)}")
    for name in beside.labels:
        column = quoted_name("spark", name)
        text = f"TRIM(COALESCE(CAST({column} AS STRING), ''))"
        faults.append((f"{text} = ''", f"{printable(name)} is missing"))
        found.append(f"{text} AS {column}")
    cases = " ".join(f"WHEN {condition} THEN {literal('spark', reason)}" for condition, reason in faults)
    return [*found, f"CASE {cases} ELSE '' END AS {FAULT}"]


def _rounded(number: str) -> str:
    """The number in the finest unit that it fits into, whatever others there are."""
    steps = [f"1e{at}" for at in range(MOST_DIGITS, 0, -1)]
    fitting = " ".join(
        f"WHEN ABS({number}) * {step} <= {LARGEST} THEN ROUND({number} * {step}) / {step}" for step in steps
    )
    return f"CASE {fitting} ELSE ROUND({number}) END"


def _unit(clean: DataFrame, name: str) -> Unit:
    """The coarsest unit that holds every value, as files find it, by one statement."""
    column = quoted_name("spark", name)
    digits = " ".join(f"WHEN ROUND({column}, {at}) = {column} THEN {at}" for at in range(MOST_DIGITS + 1))
    needed = f"MAX(CASE WHEN {column} IS NULL THEN 0 {digits} END)"
    rounded = f"MAX({quoted_name('spark', ROUNDED + name)})"
    (row,) = clean.where(f"{FAULT} = ''").selectExpr(needed, rounded).collect()
    return Unit(name, row[0] or 0, bool(row[1]))


def _named(paths: Sequence[Path]) -> str:
    return str(paths[0]) if len(paths) == 1 else f"{len(paths):,} files such as {paths[0]}"


def _first_said(kept: BinaryIO) -> str:
    """What went wrong; what follows went wrong because of it."""
    kept.seek(0)
    lines = kept.read().decode("utf-8", "replace").strip().splitlines()
    return printable(lines[0].strip().rstrip(".")) if lines else ""


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")
