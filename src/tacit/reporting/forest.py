"""A block as a table with a picture in every row: label, dot and intervals, numbers; long ones are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.drawing.axis import Axis
from tacit.drawing.dots import Dot, grid, margin_mark, reference_mark, row, truth_mark
from tacit.drawing.markup import Markup, element, joined
from tacit.estimation.blocks import Block, Row, Section
from tacit.estimation.plot import axis_of, dot_of, margin_of, row_in_words
from tacit.estimation.tables import cells_of, columns_of, places_of

MOST_OPEN = 40  # rows; of more, the first are shown
OPEN = 30
SHORT = 15  # rows that are kept on one sheet of paper
MOST_ROWS = 2000
KEY = Axis((0.0, 100.0))


def legend(blocks: Sequence[Block]) -> Markup:
    """What the marks of these blocks mean."""
    items = [
        element("li", None, _picture(f"mark of: {words}", mark, "key"), element("span", None, words))
        for words, mark in _marks(blocks)
    ]
    return element("ul", {"class": "legend", "aria-label": "How to read the pictures"}, *items)


def _marks(blocks: Sequence[Block]) -> Iterator[tuple[str, Markup]]:
    """Those that are there."""
    rows = [each for block in blocks for each in block.rows]
    yield "estimate", row(Dot(50.0), KEY)
    if any(each.figure.people for each in rows):
        yield "these people: the noise of privacy alone", row(Dot(50.0, inner=(10.0, 90.0)), KEY)
    yield "population: sampling comes on top", row(Dot(50.0, outer=(10.0, 90.0)), KEY)
    if any(not each.figure.is_resolved for each in rows):
        yield "not resolved", row(Dot(None), KEY)
    if any(each.truth is not None for each in rows):
        yield "truth", truth_mark(50.0, KEY)
    if any(block.reference is not None for block in blocks):
        yield "no difference", reference_mark(50.0, KEY)
    if any(block.margin is not None for block in blocks):
        yield "margin", margin_mark(50.0, KEY)


def block_table(block: Block, name: str) -> Markup:
    """A heading, the table, and whatever is folded below it."""
    heading = element("h3", {"id": name, "dir": "auto"}, title_of(block))
    drawing = _Drawing(block, axis_of(block), columns_of(block), places_of(block))
    rows = len(block.rows)
    if rows <= MOST_OPEN:
        size = "block short" if rows <= SHORT else "block"
        return element("div", {"class": size}, heading, drawing.table(block.sections, name))
    first, others, left_out = split(block.sections, OPEN, MOST_ROWS)
    folded = [element("summary", None, f"{rows - OPEN:,} more"), drawing.table(others, name)]
    if left_out:
        where = f"{left_out:,} more rows are in the .csv, .xlsx and .json forms of this report."
        folded.append(element("p", None, where))
    details = element("details", None, *folded)
    return element("div", {"class": "block"}, heading, drawing.table(first, name), details)


def title_of(block: Block) -> str:
    """Its title as a heading, with the unit of shares."""
    title = block.title[:1].upper() + block.title[1:]
    return f"{title}{block.unit}"


def split(sections: Sequence[Section], first: int, most: int) -> tuple[list[Section], list[Section], int]:
    """The first rows, the others up to so many in all, and how many are left out."""
    shown: list[Section] = []
    folded: list[Section] = []
    seen = 0
    for section in sections:
        cut, end = max(first - seen, 0), max(most - seen, 0)
        for to, rows in ((shown, section.rows[:cut]), (folded, section.rows[cut:end])):
            if rows:
                to.append(Section(section.heading, rows))
        seen += len(section.rows)
    return shown, folded, max(seen - most, 0)


class _Drawing:
    """What all tables of one block share: an axis, columns and decimal places."""

    def __init__(self, block: Block, axis: Axis, columns: Sequence[str], places: int) -> None:
        self.block, self.axis, self.columns, self.places = block, axis, columns, places

    def table(self, sections: Sequence[Section], name: str) -> Markup:
        """Rows under an axis, section by section."""
        bodies = [
            element("tbody", {"role": "rowgroup", "class": _kept(section)}, *self._rows(section))
            for section in sections
        ]
        shape = {"class": f"forest columns-{len(self.columns)}", "role": "table", "aria-labelledby": name}
        return element("table", shape, self._head(), *bodies)

    def _head(self) -> Markup:
        header = {"role": "columnheader", "scope": "col"}
        cells = [
            element("th", {**header, "class": "label"}, element("span", {"class": "unseen"}, "of")),
            element("th", {**header, "class": "plot"}, self._axis()),
            *(
                element("th", {**header, "class": f"number {_name(column)}"}, column)
                for column in self.columns
            ),
        ]
        return element("thead", {"role": "rowgroup"}, element("tr", {"role": "row"}, *cells))

    def _axis(self) -> Markup:
        labels = self.axis.labels
        words = f"axis from {labels[0]} to {labels[-1]}" + (
            ", equal steps for equal ratios" if self.axis.is_log else ""
        )
        ticks = [
            element("text", {"x": f"{self.axis.place(tick):.4g}%", "y": "13", "text-anchor": "middle"}, label)
            for tick, label in zip(self.axis.ticks, labels, strict=True)
        ]
        return _picture(words, joined(ticks), "axis")

    def _rows(self, section: Section) -> Iterator[Markup]:
        if section.heading:
            across = {
                "role": "columnheader",
                "scope": "rowgroup",
                "colspan": len(self.columns) + 2,
                "dir": "auto",
            }
            yield element("tr", {"role": "row", "class": "heading"}, element("th", across, section.heading))
        for each in section.rows:
            yield self._row(each)

    def _row(self, each: Row) -> Markup:
        marks = joined(
            [
                grid(self.axis, self.block.reference, margin_of(self.block)),
                row(dot_of(self.block, each), self.axis),
            ]
        )
        words = f"{each.label}: {row_in_words(each, self.block, self.columns, self.places)}"
        cells = cells_of(each, self.columns, self.places, is_share=self.block.is_share)
        filled = [
            element("td", {"role": "cell", "class": f"number {_name(column)}", "data-column": column}, cell)
            for column, cell in zip(self.columns, cells, strict=True)
        ]
        label = element(
            "th", {"role": "rowheader", "scope": "row", "class": "label", "dir": "auto"}, each.label
        )
        picture = element("td", {"role": "cell", "class": "plot"}, _picture(words, marks, "marks"))
        return element("tr", {"role": "row"}, label, picture, *filled)


def _kept(section: Section) -> str | None:
    """Few rows under a heading stay on one sheet of paper."""
    return "short" if section.heading and len(section.rows) <= SHORT else None


def _name(column: str) -> str:
    return column.replace(" ", "-")


def _picture(words: str, marks: Markup, name: str) -> Markup:
    """With its words, for whoever cannot see it."""
    return element("svg", {"class": name, "role": "img"}, element("title", None, words), marks)
