"""Measurements as JSON and as Markdown, so that a run can be kept and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tacit.benchmarking.parts import PARTS
from tacit.benchmarking.runner import Effort, Measured, Table

Results = Mapping[str, Sequence[Measured | Table]]


def to_json(results: Results, versions: Mapping[str, str], effort: Effort) -> dict[str, object]:
    """The document of `bench --json`."""
    return {
        "versions": dict(versions),
        "effort": dict(vars(effort)),
        "parts": {
            name: {
                "measured": [each.to_json() for each in found if isinstance(each, Measured)],
                "tables": [each.to_json() for each in found if isinstance(each, Table)],
            }
            for name, found in results.items()
        },
    }


def to_markdown(results: Results, versions: Mapping[str, str]) -> str:
    """One section for each part."""
    machine = ", ".join(f"{name} {at}" for name, at in versions.items())
    lines = ["# Measured by `tacit bench`", "", machine, ""]
    for name, found in results.items():
        lines += [f"## {name}: {PARTS[name].about}", ""]
        rows = [_row(each) for each in found if isinstance(each, Measured)]
        lines += ["| what | measured | promised | |", "|---|---:|---|---|", *rows, ""] if rows else []
        for table in found:
            lines += _table(table) if isinstance(table, Table) else []
    return "\n".join(lines)


def number(value: object) -> str:
    """Three digits that matter; words as they are."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _row(each: Measured) -> str:
    verdict = {None: "", True: "met", False: "**missed**"}[each.is_met]
    return f"| {each.name} | {number(each.value)} {each.unit} | {each.promise} | {verdict} |"


def _table(table: Table) -> list[str]:
    head = [f"**{table.title}**", "", f"| {' | '.join(table.columns)} |", f"|{'---|' * len(table.columns)}"]
    rows = [f"| {' | '.join(map(number, row))} |" for row in table.rows]
    return [*head, *rows, "", table.note, ""]
