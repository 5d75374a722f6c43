"""The tally as one SQL statement: where answers lie in a database, only counts need travel."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tacit.errors import refuse
from tacit.study.spelling import join, nearest
from tacit.tallying.measures import Measures

# How each database quotes a name. Names are quoted always: `column` is a word of SQL itself.
QUOTES = {"duckdb": '"', "postgresql": '"', "bigquery": "`", "spark": "`"}
# A decimal that holds every sum; BigQuery's DECIMAL has no room for 38 digits before the point.
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
