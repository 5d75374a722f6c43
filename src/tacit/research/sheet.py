"""A sheet of QR codes to print and cut: A4 pages as SVG, which every browser prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tacit.errors import MissingExtra
from tacit.protocol.links import link_text
from tacit.research.invitations import Person

ACROSS, DOWN = 3, 5
PER_PAGE = ACROSS * DOWN
WIDTH, HEIGHT, MARGIN = 210, 297, 10
SIDE = 40
QUIET = 4


def sheets(title: str, people: Sequence[Person]) -> Iterator[bytes]:
    """The pages."""
    pages = range(0, len(people), PER_PAGE)
    for number, start in enumerate(pages, 1):
        yield _page(title, people[start : start + PER_PAGE], number, len(pages)).encode()


def _page(title: str, people: Sequence[Person], number: int, pages: int) -> str:
    first = (number - 1) * PER_PAGE + 1
    wide, high = (WIDTH - 2 * MARGIN) / ACROSS, (HEIGHT - 2 * MARGIN) / DOWN
    cells = (
        _cell(person, first + at, MARGIN + wide * (at % ACROSS), MARGIN + high * (at // ACROSS), wide)
        for at, person in enumerate(people)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="3.4" text-anchor="middle">\n'
        f"<title>{escape(title)}: invitations, page {number} of {pages}</title>\n"
        f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(cells) + "\n</svg>\n"
    )


def _cell(person: Person, row: int, left: float, top: float, wide: float) -> str:
    """One code to cut out; `row` is where the person stands in the file of invitations."""
    middle = left + wide / 2
    below = f"{row} · {person.code or 'scan with a camera'}"
    return (
        f'<g transform="translate({middle - SIDE / 2:.2f} {top:.2f})">{_code(link_text(person.link))}</g>'
        f'<text x="{middle:.2f}" y="{top + SIDE + 4:.2f}">{escape(below)}</text>'
    )


def _code(text: str) -> str:
    """A QR code as one path, its quiet zone around it."""
    try:
        import segno
    except ImportError:
        raise MissingExtra("serve", "a sheet of QR codes") from None
    matrix = segno.make(text, error="m", micro=False).matrix
    scale = SIDE / (len(matrix) + 2 * QUIET)
    runs = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(matrix)
        for x, dark in enumerate(row)
        if dark
    )
    return f'<path transform="scale({scale:.5f})" d="{runs}"/>'
