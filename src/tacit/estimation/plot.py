"""Blocks of figures as pictures: a dot and its intervals per row, on one axis per block."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence

from tacit.drawing.axis import Axis, axis_over, log_axis_over
from tacit.drawing.dots import Dot, Ends, grid, row
from tacit.drawing.markup import Markup, element, joined
from tacit.drawing.picture import FONT, Plot, picture
from tacit.estimation.blocks import Block, Row, Section
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.tables import cells_of, columns_of, places_of

WIDTH, LABELS, EDGE, MARGIN = 760, 230, 24, 10
TITLE, HEADING, ROW, GAP = 34, 22, 24, 14
LONGEST_LABEL = 32
MOST_ROWS = 100
LEGEND = "Dot: estimate. Thick bar: these people (privacy noise alone). Thin line: population (and sampling)."
TRUTH = " Diamond: truth."
UNITS = {"": "", " (%)": "%", " (points)": " points"}


def plot_of(title: str, blocks: Sequence[Block]) -> Plot:
    """All blocks below each other, with their words for whoever cannot see them."""
    parts: list[Markup] = []
    y = float(GAP)
    for block in blocks:
        drawn, y = _block(block, y)
        parts.append(drawn)
    has_truth = any(row.truth is not None for block in blocks for row in block.rows)
    legend, y = _text(LEGEND + TRUTH * has_truth, 0, y + FONT, size=11), y + 2 * FONT
    told = " ".join(sentence for block in blocks for sentence in in_words(block))
    return picture(title, told, (-MARGIN, 0, WIDTH + 2 * MARGIN, y), [*parts, legend])


def axis_of(block: Block) -> Axis:
    """An axis for every figure of the block; one that is not resolved may go on beyond it."""
    figures = [row.figure for row in block.rows]
    if any(figure.is_resolved for figure in figures):
        figures = [figure for figure in figures if figure.is_resolved]
    scale = scale_of(block)
    values = [value * scale for figure in figures for value in _values(figure)]
    values += [row.truth * scale for row in block.rows if row.truth is not None]
    if block.is_histogram or block.reference == 0:
        values.append(0.0)
    if (margin := margin_of(block)) is not None:
        values += [-margin, margin]
    if block.reference == 1:
        above = [value for value in values if value > 0]
        if all(figure.estimate is None or figure.estimate > 0 for figure in figures):
            return log_axis_over([*above, 1.0])
        values.append(1.0)
    return axis_over(values)


def dot_of(block: Block, row: Row) -> Dot:
    """A row's mark, in the units that are shown."""
    scale, figure = scale_of(block), row.figure
    return Dot(
        None if figure.estimate is None else figure.estimate * scale,
        _ends(figure.people, scale),
        _ends(figure.population, scale),
        None if row.truth is None else row.truth * scale,
        0.0 if block.is_histogram else None,
    )


def scale_of(block: Block) -> float:
    """Shares are shown as percentages."""
    return 100.0 if block.is_share else 1.0


def margin_of(block: Block) -> float | None:
    """How far apart groups may be, in the units that are shown."""
    return None if block.margin is None else block.margin * scale_of(block)


def in_words(block: Block) -> Iterator[str]:
    """A sentence per row, as its picture shows it."""
    columns, places = columns_of(block), places_of(block)
    for section in block.sections:
        where = f"{section.heading}, " if section.heading else ""
        for each in section.rows:
            yield f"{block.title}, {where}{each.label}: {row_in_words(each, block, columns, places)}."


def row_in_words(row: Row, block: Block, columns: Sequence[str], places: int) -> str:
    """`7.21, these people 6.9 to 7.5, population 6.8 to 7.6`."""
    cells = cells_of(row, columns, places, is_share=block.is_share)
    unit = "" if row.figure.estimate is None else UNITS[block.unit]
    named = [
        f"{cell}{unit}" if column == "estimate" else f"{column} {cell}"
        for column, cell in zip(columns, cells, strict=True)
        if cell
    ]
    return ", ".join(sorted(named, key=lambda cell: cell.startswith("truth")))


def _values(figure: Interval) -> list[float]:
    """All that is drawn of a figure and is a number."""
    bounds = [each for each in (figure.people, figure.population) if each is not None]
    found = [figure.estimate, *(end for each in bounds for end in (each.low, each.high))]
    return [value for value in found if value is not None and math.isfinite(value)]


def _ends(bounds: Bounds | None, scale: float) -> Ends | None:
    if bounds is None or bounds.low is None or bounds.high is None:
        return None
    return bounds.low * scale, bounds.high * scale


def _block(block: Block, y: float) -> tuple[Markup, float]:
    """A title, the axis, and the rows; where the next block may begin."""
    axis = axis_of(block)
    title = f"{block.title}{block.unit}"
    parts = [_text(title, 0, y + FONT, weight="600"), _axis(axis, y + FONT)]
    y += TITLE
    shown, left_out = _first(block)
    columns, places = columns_of(block), places_of(block)
    for section in shown:
        if section.heading:
            parts.append(_text(_short(section.heading, 2 * LONGEST_LABEL), 0, y + FONT, size=12))
            y += HEADING
        for each in section.rows:
            label = Markup("") if not each.label else _label(each.label, y)
            words = element("title", None, f"{each.label}: {row_in_words(each, block, columns, places)}")
            marks = joined(
                [words, grid(axis, block.reference, margin_of(block)), row(dot_of(block, each), axis)]
            )
            parts += [label, element("svg", _place(y, ROW), marks)]
            y += ROW
    if left_out:
        parts.append(_text(f"... and {left_out:,} more", 0, y + FONT, size=12))
        y += HEADING
    return element("g", None, *parts), y + GAP


def _first(block: Block) -> tuple[list[Section], int]:
    """As many rows as a picture can hold, and how many more there are."""
    room, sections = MOST_ROWS, []
    for section in block.sections:
        if room > 0:
            sections.append(Section(section.heading, section.rows[:room]))
            room -= len(section.rows)
    return sections, max(-room, 0) + sum(len(each.rows) for each in block.sections[len(sections) :])


def _axis(axis: Axis, y: float) -> Markup:
    """The ticks' labels."""
    marks = [
        element("text", {"x": f"{axis.place(tick):.4g}%", "y": 0, "text-anchor": "middle"}, label)
        for tick, label in zip(axis.ticks, axis.labels, strict=True)
    ]
    place = {"x": LABELS, "y": y, "width": WIDTH - LABELS - EDGE, "overflow": "visible", "font-size": 11}
    return element("svg", place, *marks)


def _place(y: float, height: float) -> dict[str, object]:
    width = WIDTH - LABELS - EDGE
    return {"x": LABELS, "y": y, "width": width, "height": height, "overflow": "visible"}


def _label(label: str, y: float) -> Markup:
    """To the right, so that it ends where its row begins, whichever way it is read."""
    place = {"x": LABELS - EDGE, "y": y + ROW / 2 + 4, "text-anchor": "end"}
    return element("text", {**place, "style": "unicode-bidi:isolate"}, _short(label, LONGEST_LABEL))


def _text(text: str, x: float, y: float, *, weight: str | None = None, size: int = FONT) -> Markup:
    return element("text", {"x": x, "y": y, "font-weight": weight, "font-size": size}, text)


def _short(text: str, longest: int) -> str:
    """As much of it as fits; wide characters take the room of two."""
    room = longest
    for at, character in enumerate(text):
        room -= 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if room < 0:
            return text[: at - 1] + "…"
    return text
