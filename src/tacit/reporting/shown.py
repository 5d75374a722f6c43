"""An estimate's figures as parts of a document: in a page with a picture per row, in Markdown as tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.drawing.markup import Markup
from tacit.estimation.blocks import Block
from tacit.estimation.tables import cells_of, columns_of, places_of
from tacit.reporting.forest import block_table, legend, title_of
from tacit.writing.markdown import escaped, table


@dataclass(frozen=True)
class Figures:
    """One figure of everything, as a table and a picture."""

    block: Block

    def to_html(self, name: str) -> Markup:
        """A table whose rows are drawn."""
        return block_table(self.block, name)

    def to_markdown(self) -> Iterator[str]:
        """The same numbers as a table."""
        block = self.block
        columns, places = columns_of(block), places_of(block)
        yield from (f"### {escaped(title_of(block))}", "")
        for section in block.sections:
            if section.heading:
                yield from (f"#### {escaped(section.heading)}", "")
            rows = [
                (row.label, *cells_of(row, columns, places, is_share=block.is_share)) for row in section.rows
            ]
            yield from table(("", *columns), rows)


@dataclass(frozen=True)
class Legend:
    """What the marks of these blocks' pictures mean."""

    blocks: tuple[Block, ...]

    def to_html(self, name: str) -> Markup:
        """The marks, each with its words."""
        return legend(self.blocks)

    def to_markdown(self) -> Iterator[str]:
        """Tables need none."""
        return iter(())
