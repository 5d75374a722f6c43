"""Documents that we wrote, read back by the standard library's own parsers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.etree import ElementTree

Element = ElementTree.Element

VOID = {"meta", "br", "col", "hr", "img", "input", "link"}
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"

Cell = str | float | bool


@dataclass
class Node:
    """An element of a page: its tag, its attributes, and what stands in it, in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text below it, spaces as a reader sees them."""
        return " ".join("".join(self._pieces()).split())

    def every(self, tag: str = "", *, named: str = "") -> Iterator[Node]:
        """Elements below it, by their tag, and by one of their classes."""
        for each in self.inside:
            if isinstance(each, Node):
                if tag in ("", each.tag) and (not named or named in each.attributes.get("class", "").split()):
                    yield each
                yield from each.every(tag, named=named)

    def first(self, tag: str = "", *, named: str = "") -> Node:
        """The first of them; there must be one."""
        return next(self.every(tag, named=named))

    def _pieces(self) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            else:
                yield from each._pieces()
                # Cells beside each other are not one word.
                yield "" if each.tag in ("bdi", "code", "q", "span") else " "


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert tag not in VOID, f"</{tag}> ends what has no end"
        assert self.open[-1].tag == tag, f"</{tag}> stands where <{self.open[-1].tag}> is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def html_of(text: str) -> Node:
    """A page as a tree; tags that are not closed in order raise."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == [reader.root], f"never closed: {[each.tag for each in reader.open[1:]]}"
    return reader.root


def xml_of(text: str | bytes) -> Element:
    """The root of an XML document; what is not well-formed raises."""
    return ElementTree.fromstring(text)  # noqa: S314 - it is ours


def sheets_of(workbook: bytes) -> dict[str, list[list[Cell | None]]]:
    """Every sheet of a workbook by its name, as rows of cells; a formula in any of them raises."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as file:
        assert file.testzip() is None
        parts = {name: xml_of(file.read(name)) for name in file.namelist()}
    shared = ["".join(each.itertext()) for each in parts.get("xl/sharedStrings.xml", Element("none"))]
    names = [str(each.get("name")) for each in parts["xl/workbook.xml"].iter(f"{SHEET}sheet")]
    return {
        name: [_cells(row, shared) for row in parts[f"xl/worksheets/sheet{at}.xml"].iter(f"{SHEET}row")]
        for at, name in enumerate(names, start=1)
    }


def _cells(row: Element, shared: list[str]) -> list[Cell | None]:
    found: list[Cell | None] = []
    for cell in row:
        assert cell.find(f"{SHEET}f") is None, f"{cell.get('r')} holds a formula"
        found += [None] * (_column(str(cell.get("r"))) - len(found))
        value, kind = cell.findtext(f"{SHEET}v"), cell.get("t")
        if value is None:
            found.append(None)
        else:
            found.append(shared[int(value)] if kind == "s" else value == "1" if kind == "b" else float(value))
    return found


def _column(place: str) -> int:
    """0 for A1."""
    column = 0
    for letter in place.rstrip("0123456789"):
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1
