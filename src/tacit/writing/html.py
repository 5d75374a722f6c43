"""A document as one HTML page: no script, nothing from elsewhere, readable on paper and in the dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from tacit.drawing.markup import Markup, element, joined, start
from tacit.version import __version__
from tacit.writing.parts import Chapter, Command, Contents, Part, Points, Question, Quote, Table, Text

# Whatever a label may hold, a browser runs nothing and fetches nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(contents: Contents) -> str:
    """The whole page."""
    style = Markup((files("tacit.writing") / "style.css").read_text(encoding="utf-8"))
    head = [
        start("meta", {"charset": "utf-8"}),
        start("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}),
        start("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        start("meta", {"name": "color-scheme", "content": "light dark"}),
        start("meta", {"name": "generator", "content": f"tacit {__version__}"}),
        element("title", None, contents.title),
        element("style", None, style),
    ]
    body = [_header(contents), *_unsaid(contents), _index(contents), *map(_chapter, contents.chapters)]
    main = element("main", {"class": contents.look}, *body)
    parts = [element("head", None, *head), element("body", None, main)]
    return f"<!doctype html>\n{element('html', {'lang': 'en'}, *parts)}\n"


def _header(contents: Contents) -> Markup:
    facts = [
        element("div", None, element("dt", None, name), element("dd", None, value))
        for name, value in contents.facts
    ]
    promise = element("p", {"class": "promise"}, contents.promise)
    parts = [*map(_question, contents.questions), element("dl", {"class": "facts"}, *facts), promise]
    above = [element("p", {"class": "above"}, contents.above)] if contents.above else []
    return element("header", None, *above, element("h1", {"dir": "auto"}, contents.title), *parts)


def _question(question: Question) -> Markup:
    """Each choice by itself, so that those in another direction of writing stay whole."""
    choices = [
        joined([" · " if at else " ", element("bdi", None, choice)])
        for at, choice in enumerate(question.choices)
    ]
    more = f" {question.more}" if question.more else ""
    return element("p", {"class": "asked"}, element("q", {"dir": "auto"}, question.text), *choices, more)


def _unsaid(contents: Contents) -> Iterator[Markup]:
    if contents.unsaid:
        points = [element("li", {"dir": "auto"}, sentence) for sentence in contents.unsaid]
        heading = element("h2", {"id": "unsaid"}, contents.unsaid_heading)
        place = {"class": "unsaid", "aria-labelledby": "unsaid"}
        yield element("section", place, heading, element("ul", None, *points))


def _index(contents: Contents) -> Markup:
    links = [
        element("li", None, element("a", {"href": f"#{chapter.name}"}, chapter.name))
        for chapter in contents.chapters
    ]
    return element("nav", {"aria-label": "Contents"}, element("ol", None, *links))


def _chapter(chapter: Chapter) -> Markup:
    parts = [_part(part, f"{chapter.name}-{number}") for number, part in enumerate(chapter.parts, start=1)]
    heading = element("h2", {"id": f"{chapter.name}-heading"}, chapter.heading)
    place = {"id": chapter.name, "aria-labelledby": f"{chapter.name}-heading"}
    return element("section", place, heading, *parts)


def _part(part: Part, name: str) -> Markup:
    match part:
        case Text(text):
            return element("p", {"dir": "auto"}, text)
        case Quote(text):
            return element("blockquote", None, element("p", {"dir": "auto"}, text))
        case Points(points):
            return element("ul", None, *(element("li", {"dir": "auto"}, point) for point in points))
        case Table():
            return _table(part)
        case Command(text):
            return element("pre", {"tabindex": "0"}, element("code", None, _command(text)))
        case _:
            return part.to_html(name)


def _command(text: str) -> Markup:
    """Lines end between words: at a hyphen, an option would come apart."""
    words = [element("span", {"class": "word"}, word) for word in text.split(" ")]
    return joined([joined([" " if at else "", word]) for at, word in enumerate(words)])


def _table(table: Table) -> Markup:
    rows = [
        element("tr", None, element("th", {"scope": "row", "dir": "auto"}, first), _cells(others))
        for first, *others in table.rows
    ]
    head = Markup("")
    if any(table.columns):
        names = [element("th", {"scope": "col"}, name) for name in table.columns]
        head = element("thead", None, element("tr", None, *names))
    caption = element("caption", None, table.caption)
    look = "plain numbers" if table.has_numbers else "plain"
    return element("table", {"class": look}, caption, head, element("tbody", None, *rows))


def _cells(cells: Sequence[str]) -> Markup:
    return joined(element("td", {"dir": "auto"}, cell) for cell in cells)
