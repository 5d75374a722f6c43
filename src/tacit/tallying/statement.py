"""The tally as one SQL statement: where answers lie in a database, only counts need travel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tacit.errors import refuse
from tacit.study.spelling import join, nearest, printable
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.wide import LARGEST

# How each database quotes a name. Names are quoted always: `column` is a word of SQL itself.
QUOTES = {"duckdb": '"', "postgresql": '"', "bigquery": "`", "spark": "`"}
# A decimal that holds every sum; BigQuery's DECIMAL has no room for 38 digits before the point.
TEXT = {"duckdb": "VARCHAR", "postgresql": "TEXT", "bigquery": "STRING", "spark": "STRING"}
FAULT = "fault"  # a column that says why a row's answers cannot be counted
TAKEN = ("query", "column", "count", FAULT)
POSTGRESQL_NAME = 63
WIDE_DECIMAL = {"bigquery": "BIGNUMERIC"}
QUOTED_NAME = re.compile(r'"((?:[^"]|"")*)"')


def counting_statement(
    dialect: str, table: str, measures: Measures | None = None, *, also_by: Sequence[str] = ()
) -> str:
    """Counts, and sums if measures are given, of one row per answer; grouped by `also_by`, too.

    What it finds is a tally, row for row: the columns query, column and count (or the sums by their names).
    """
    sums = {"count": "COUNT(*)"} if measures is None else measures.expressions()
    inner = [*measures.by, *([measures.cluster] if measures.cluster else [])] if measures else []
    keys = ["query", "column", *inner, *also_by]
    quoted = [quoted_name(dialect, key) for key in keys]
    named = [f"{_translated(dialect, sql)} AS {quoted_name(dialect, name)}" for name, sql in sums.items()]
    selected = ",\n       ".join([", ".join(quoted), *named])
    return f"SELECT {selected}\nFROM {_table(dialect, table)}\nGROUP BY {', '.join(quoted)}"


def summing_statement(dialect: str, table: str, measures: Measures, *, least_weight: int = 0) -> str:
    """Counts and sums of one row per answer, and of rows that cannot be used why: in the column `fault`.

    Numbers must have no more digits after the point than the measures say. NULL is what is missing.
    """
    quote_of(dialect)
    _check_names(dialect, measures)
    kept = [quoted_name(dialect, name) for name in ("query", "column")]
    labels = {
        name: f"TRIM(CAST({quoted_name(dialect, name)} AS {TEXT[dialect]}))" for name in _labels(measures)
    }
    numbers = [quoted_name(dialect, unit.name) for unit in _units(measures)]
    faults = [
        f"WHEN {condition} THEN {literal(dialect, reason)}"
        for condition, reason in _faults(dialect, measures, labels, least_weight)
    ]
    fault = quoted_name(dialect, FAULT)
    named = [f"{text} AS {quoted_name(dialect, name)}" for name, text in labels.items()]
    cases = "\n              ".join([*faults, f"ELSE '' END AS {fault}"])
    inner = ", ".join([*kept, *named, *numbers])
    good = [f"CASE WHEN {fault} = '' THEN {number} END AS {number}" for number in numbers]
    outer = ", ".join([*kept, *(quoted_name(dialect, name) for name in labels), *good, fault])
    told = "\n".join(
        [
            f"(\n  SELECT {outer}",
            f"  FROM (\n    SELECT {inner},\n         CASE {cases}",
            f"    FROM {_table(dialect, table)}\n  ) AS {quoted_name(dialect, 'told')}",
            f") AS {quoted_name(dialect, 'clean')}",
        ]
    )
    counted = counting_statement(dialect, "clean", measures, also_by=[FAULT])
    return counted.replace(f"FROM {quoted_name(dialect, 'clean')}", f"FROM {told}")


def literal(dialect: str, value: str) -> str:
    """A string of SQL."""
    if dialect in ("bigquery", "spark"):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return "'" + value.replace("'", "''") + "'"


def _faults(
    dialect: str, measures: Measures, labels: Mapping[str, str], least_weight: int
) -> Iterator[tuple[str, str]]:
    """What keeps a row from being counted, and how files would name it; the first that holds counts."""
    for unit in _units(measures):
        column, shown = quoted_name(dialect, unit.name), printable(unit.name)
        if unit == measures.weight:
            yield f"{column} IS NULL", f"{shown} is missing"
            yield f"{column} < {least_weight}", f"{shown} is below {least_weight}"
        yield f"ABS({column}) > {LARGEST // 10**unit.digits}", f"{shown} is too large to be added exactly"
        scale = f"1{'0' * unit.digits}"
        rounded = f"ROUND({column} * {scale}) / {scale}"
        yield f"{rounded} <> {column}", f"{shown} has more than {unit.digits} digits after the point"
    for name, text in labels.items():
        yield f"{text} IS NULL OR {text} = ''", f"{printable(name)} is missing"


def _units(measures: Measures) -> list[Unit]:
    return [*([measures.weight] if measures.weight else []), *measures.outcomes]


def _labels(measures: Measures) -> list[str]:
    return [*measures.by, *([measures.cluster] if measures.cluster else [])]


def _check_names(dialect: str, measures: Measures) -> None:
    """Refuses names that would be taken for others in the table of sums."""
    for name in (*(unit.name for unit in _units(measures)), *_labels(measures)):
        if name.lower() in TAKEN:
            rule = f"cannot be added up by a database: the statement's own columns are {join(TAKEN, 'and')}"
            raise refuse(f"`{printable(name)}`", f"{rule}; rename it in a view")
    longest = max(measures.expressions(), key=lambda name: len(name.encode()))
    if dialect == "postgresql" and len(longest.encode()) > POSTGRESQL_NAME:
        rule = f"makes a name longer than the {POSTGRESQL_NAME} bytes that PostgreSQL keeps of one"
        raise refuse(f"`{printable(longest)}`", f"{rule}; give the column a shorter name in a view")


def quoted_name(dialect: str, name: str) -> str:
    """A column's name as the database wants it."""
    quote = quote_of(dialect)
    if dialect == "bigquery":
        return quote + name.replace("\\", "\\\\").replace(quote, f"\\{quote}") + quote
    return quote + name.replace(quote, quote * 2) + quote


def quote_of(dialect: str) -> str:
    """The mark around names; refuses databases that are not known."""
    if dialect not in QUOTES:
        near = nearest(dialect, QUOTES)
        hint = f"; did you mean {near}?" if near else ""
        raise refuse("the database", f"must be {join(list(QUOTES), 'or')}; got {dialect}{hint}")
    return QUOTES[dialect]


def _table(dialect: str, table: str) -> str:
    """A table, maybe `schema.table`; for DuckDB files, too."""
    if not table.strip():
        raise refuse("the table", "must have a name")
    if dialect == "duckdb" and ("/" in table or "*" in table or table.lower().endswith((".parquet", ".csv"))):
        return "'" + table.replace("'", "''") + "'"
    if dialect == "bigquery":
        return quoted_name(dialect, table)
    return ".".join(quoted_name(dialect, part) for part in table.split("."))


def _translated(dialect: str, sql: str) -> str:
    """An expression of standard SQL in the words of this database."""
    sql = QUOTED_NAME.sub(lambda name: quoted_name(dialect, name[1].replace('""', '"')), sql)
    return sql.replace("DECIMAL(38, 0)", WIDE_DECIMAL.get(dialect, "DECIMAL(38, 0)"))
