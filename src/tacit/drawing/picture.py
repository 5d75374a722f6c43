"""A picture as a whole: an SVG document that stands alone, in a notebook or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.drawing.dots import INK
from tacit.drawing.markup import Markup, element

FONT = 13
# Outside a page that says what its ink is, a picture must be seen on dark paper, too.
STYLE = (
    "svg.tacit-plot:root{color:#1b1b1b;background:#fff}"
    "@media (prefers-color-scheme:dark){svg.tacit-plot:root{color:#e6e6e6;background:#16181c}}"
)


@dataclass(frozen=True)
class Plot:
    """A picture that a notebook shows; `str` of it is an SVG document, for a file."""

    svg: str

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg


def picture(title: str, words: str, box: tuple[float, float, float, float], parts: Sequence[Markup]) -> Plot:
    """All parts in this box (left, top, width, height), with words for whoever cannot see them."""
    left, top, width, height = (f"{side:.0f}" for side in box)
    size = {"viewBox": f"{left} {top} {width} {height}", "width": width, "height": height}
    size["style"] = "max-width:100%;height:auto"
    looks = {"font-family": "system-ui, sans-serif", "font-size": FONT, "fill": INK}
    root = {"xmlns": "http://www.w3.org/2000/svg", "class": "tacit-plot", "role": "img", **size, **looks}
    head = (
        element("title", None, title),
        element("desc", None, words),
        element("style", None, Markup(STYLE)),
    )
    return Plot(element("svg", root, *head, *parts))
