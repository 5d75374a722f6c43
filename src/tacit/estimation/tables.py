"""Blocks of figures as text for a terminal and as HTML for a notebook: numbers first, notes below."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from textwrap import wrap

from tacit.estimation.blocks import Block, Row
from tacit.estimation.intervals import Bounds, Interval

WIDTH = 80
GAP = "  "
NOT_RESOLVED = "not resolved"
NARROWEST_LABEL = 12
MOST_PLACES = 12
INTERVALS = {"people": "these people", "population": "population"}


def as_text(title: str, blocks: Sequence[Block], notes: Iterable[str], *, width: int = WIDTH) -> str:
    """Aligned columns. A label that does not fit stands on a line of its own, never cut."""
    parts = [title, *("\n".join(_lines(block, width)) for block in blocks)]
    told = "\n".join("\n".join(wrap(note, width)) for note in notes)
    return "\n\n".join([*parts, told])


def as_html(title: str, blocks: Sequence[Block], notes: Iterable[str]) -> str:
    """A table per block; whatever people wrote is escaped."""
    parts = [f"<h4>{escape(title)}</h4>", *map(_table, blocks)]
    return "".join([*parts, *(f"<p>{escape(note)}</p>" for note in notes)])


def columns_of(block: Block) -> list[str]:
    """Headings of the columns beside the label: only those that some row fills."""
    names = ["truth"] if any(row.truth is not None for row in block.rows) else []
    shown = [name for name in INTERVALS if any(_has_ends(getattr(row.figure, name)) for row in block.rows)]
    tested = ["p"] if any(row.p is not None for row in block.rows) else []
    judged = ["verdict"] if any(row.verdict for row in block.rows) else []
    return [*names, "estimate", *(INTERVALS[name] for name in shown), *tested, *judged]


def cells_of(row: Row, columns: Sequence[str], places: int, *, is_share: bool) -> list[str]:
    """A row's cells below those headings."""
    scale = 100.0 if is_share else 1.0
    made = {
        "truth": "" if row.truth is None else number(row.truth * scale, places),
        "estimate": NOT_RESOLVED
        if row.figure.estimate is None
        else number(row.figure.estimate * scale, places),
        "these people": interval(row.figure.people, places, scale),
        "population": interval(row.figure.population, places, scale),
        "p": "" if row.p is None else chance(row.p),
        "verdict": row.verdict,
    }
    return [made[column] for column in columns]


def interval(bounds: Bounds | None, places: int, scale: float = 1.0) -> str:
    """An interval in words: low to high."""
    if bounds is None or bounds.low is None or bounds.high is None:
        return ""
    return f"{number(bounds.low * scale, places)} to {number(bounds.high * scale, places)}"


def chance(p: float) -> str:
    """A p-value in two digits."""
    return "< 0.0001" if p < 1e-4 else f"{p:.2g}"


def number(value: float, places: int) -> str:
    """So many decimal places, thousands apart, and no negative zero."""
    text = f"{value:,.{places}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text


def places_of(block: Block) -> int:
    """Decimal places, for the whole block: two digits of the smallest standard deviation in it."""
    scale = 100.0 if block.is_share else 1.0
    found = [_smallest_deviation(row.figure) * scale for row in block.rows]
    smallest = min((deviation for deviation in found if deviation > 0), default=1.0)
    return min(max(0, 1 - math.floor(math.log10(smallest))), MOST_PLACES)


def _has_ends(bounds: Bounds | None) -> bool:
    return bounds is not None and bounds.low is not None


def _smallest_deviation(figure: Interval) -> float:
    bounds = [each for each in (figure.people, figure.population) if each is not None]
    return min(filter(None, map(_deviation, bounds)), default=0.0)


def _deviation(bounds: Bounds) -> float:
    """Its own, or that which a normal figure with this interval would have about; 0 where it has none."""
    if bounds.sd is not None or bounds.low is None or bounds.high is None:
        return bounds.sd or 0.0
    width = bounds.high - bounds.low
    return width / 4 if math.isfinite(width) else 0.0


def _lines(block: Block, width: int) -> Iterator[str]:
    columns, places = columns_of(block), places_of(block)
    rows = [cells_of(row, columns, places, is_share=block.is_share) for row in block.rows]
    rows = _aligned(rows, columns)
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    room = max(NARROWEST_LABEL, width - sum(widths) - len(GAP) * len(widths))
    title = f"{block.title}{block.unit}"
    indent = "  " if any(section.heading for section in block.sections) else ""
    labels = [
        f"{indent if section.heading else ''}{row.label}"
        for section in block.sections
        for row in section.rows
    ]
    fitting = [len(label) for label in (title, *labels) if len(label) <= room]
    label_width = max(*fitting, NARROWEST_LABEL)
    yield _line(title, columns, label_width, widths)
    made = iter(zip(labels, rows, strict=True))
    for section in block.sections:
        if section.heading:
            yield section.heading
        for _ in section.rows:
            label, cells = next(made)
            yield _line(label, cells, label_width, widths)


def _line(label: str, cells: Sequence[str], label_width: int, widths: Sequence[int]) -> str:
    filled = GAP.join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    if len(label) > label_width:
        return f"{label}\n{' ' * label_width}{GAP}{filled}".rstrip()
    return f"{label:<{label_width}}{GAP}{filled}".rstrip()


def _aligned(rows: list[list[str]], columns: Sequence[str]) -> list[list[str]]:
    """The ends of intervals below each other."""
    for at, column in enumerate(columns):
        ends = [row[at].split(" to ") for row in rows]
        if column in INTERVALS.values() and any(len(pair) == 2 for pair in ends):
            wide = [max(len(pair[side]) for pair in ends if len(pair) == 2) for side in (0, 1)]
            for row, pair in zip(rows, ends, strict=True):
                if len(pair) == 2:
                    row[at] = f"{pair[0]:>{wide[0]}} to {pair[1]:>{wide[1]}}"
    return rows


def _table(block: Block) -> str:
    columns, places = columns_of(block), places_of(block)
    title = f"{block.title}{block.unit}"
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in (title, *columns))
    body = []
    for section in block.sections:
        if section.heading:
            body.append(
                f'<tr><th scope="rowgroup" colspan="{len(columns) + 1}">{escape(section.heading)}</th></tr>'
            )
        for row in section.rows:
            cells = cells_of(row, columns, places, is_share=block.is_share)
            filled = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            body.append(f'<tr><th scope="row">{escape(row.label)}</th>{filled}</tr>')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
