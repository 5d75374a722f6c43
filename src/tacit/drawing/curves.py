"""Curves over two axes: dashes and widths tell them apart, so that they can be read in black and white."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tacit.drawing.axis import Axis
from tacit.drawing.dots import INK
from tacit.drawing.markup import Markup, element, joined

WIDTH, HEIGHT = 370, 306
LEFT, TOP, RIGHT, BOTTOM = 46, 46, 12, 42
SMALL, DOT = 11, 4.5
ROW, SAMPLE = 20, 44
LETTER, INDENT = 6, 6
FINE = 8  # places looked at between two points of a curve
NOTHING = "nothing is resolved here"
HALO_WIDTH = 3
HALO = {"stroke": "var(--paper, Canvas)", "stroke-width": HALO_WIDTH, "paint-order": "stroke"}

Point = tuple[float, float]


@dataclass(frozen=True)
class Look:
    """How a line is drawn; `dashes` are lengths of strokes and gaps."""

    width: float
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Curve:
    """A line through these points, from left to right."""

    name: str
    points: tuple[Point, ...]
    look: Look


@dataclass(frozen=True)
class Level:
    """A faint line across, with its name above it."""

    height: float
    name: str


@dataclass(frozen=True)
class Mark:
    """A dot and its text, to the right above it, or to the left below."""

    at: Point
    name: str
    is_below: bool = False


@dataclass(frozen=True)
class Panel:
    """Curves over two axes. `here` is a place on the lower axis that is named."""

    title: str
    below: str
    across: Axis
    up: Axis
    curves: tuple[Curve, ...]
    levels: tuple[Level, ...] = ()
    here: tuple[float, str] | None = None
    marks: tuple[Mark, ...] = ()

    def left(self, value: float) -> float:
        """How far from the left edge a value of the lower axis lies."""
        return LEFT + (WIDTH - LEFT - RIGHT) * self.across.place(value) / 100

    def top(self, value: float) -> float:
        """How far from the upper edge a value of the other axis lies."""
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * self.up.place(value) / 100

    def is_named_at_left(self, level: Level) -> bool:
        """Whether fewer lines run where its name would begin at the left than where it ends at the right."""
        wide, above = LETTER * len(level.name), self.top(level.height)

        def crossings(start: float) -> int:
            low, high = above - SMALL - 6, above + 2
            return sum(start <= x <= start + wide and low <= y <= high for x, y in self._ink())

        return crossings(LEFT + INDENT) < crossings(WIDTH - RIGHT - wide)

    def _ink(self) -> Iterator[Point]:
        """Places along the curves, close to one another."""
        for curve in self.curves:
            places = [(self.left(x), self.top(y)) for x, y in curve.points]
            for (x, y), (right, below) in pairwise(places):
                yield from ((x + (right - x) * at / FINE, y + (below - y) * at / FINE) for at in range(FINE))


def panel(drawn: Panel) -> Markup:
    """Everything in it, WIDTH wide and HEIGHT high."""
    curves = [_curve(drawn, each) for each in drawn.curves if each.points]
    parts = [*_frame(drawn), *_levels(drawn), *_here(drawn), *curves, *_names(drawn), *_marks(drawn)]
    if not curves:
        parts.append(text(NOTHING, LEFT + 12, HEIGHT - BOTTOM - 14, looks=HALO))
    return joined(parts)


def key(curves: Sequence[Curve]) -> Markup:
    """A sample of each line beside its name, below each other, ROW high each."""
    rows = []
    for at, curve in enumerate(curves):
        y = ROW * at + ROW / 2
        sample = element("path", {"d": f"M0 {y:.0f}H{SAMPLE}", **_line(curve.look)})
        rows.append(joined([sample, text(curve.name, SAMPLE + 10, y + 4)]))
    return joined(rows)


def _frame(drawn: Panel) -> Iterator[Markup]:
    """The title, both axes with their ticks, and what the lower one is of."""
    low, high = HEIGHT - BOTTOM, WIDTH - RIGHT
    yield text(drawn.title, 0, 14, size=13, weight="600")
    yield element("path", {"d": f"M{LEFT} {TOP}V{low}H{high}", "stroke": INK, "fill": "none"})
    for tick, label in zip(drawn.up.ticks, drawn.up.labels, strict=True):
        y = drawn.top(tick)
        yield _rule(f"M{LEFT} {y:.1f}H{high}")
        yield text(label, LEFT - 7, y + 4, anchor="end")
    for tick, label in zip(drawn.across.ticks, drawn.across.labels, strict=True):
        x = drawn.left(tick)
        yield _rule(f"M{x:.1f} {TOP}V{low}")
        yield text(label, x, low + 16, anchor="middle")
    yield text(drawn.below, high, HEIGHT - 8, anchor="end")


def _levels(drawn: Panel) -> Iterator[Markup]:
    for level in drawn.levels:
        if drawn.up.holds(level.height):
            y = drawn.top(level.height)
            line = f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}"
            yield element("path", {"class": "level", "d": line, "stroke": INK, "stroke-dasharray": "1 4"})


def _names(drawn: Panel) -> Iterator[Markup]:
    """Of the levels, over whatever curve runs there."""
    for level in drawn.levels:
        if drawn.up.holds(level.height):
            is_left = drawn.is_named_at_left(level)
            x, anchor = (LEFT + INDENT, "start") if is_left else (WIDTH - RIGHT, "end")
            yield text(level.name, x, drawn.top(level.height) - 4, anchor=anchor, looks=HALO)


def _here(drawn: Panel) -> Iterator[Markup]:
    """An upright line with its name above it, which stays within the panel."""
    if drawn.here is None or not drawn.across.holds(drawn.here[0]):
        return
    x, name = drawn.left(drawn.here[0]), drawn.here[1]
    line = {"class": "here", "d": f"M{x:.1f} {TOP - 6}V{HEIGHT - BOTTOM}", "stroke": INK}
    yield element("path", {**line, "stroke-dasharray": "4 3"})
    yield text(name, x, TOP - 12, anchor="start" if x < WIDTH / 2 else "end")


def _curve(drawn: Panel, curve: Curve) -> Markup:
    places = [f"{drawn.left(x):.1f} {drawn.top(y):.1f}" for x, y in curve.points]
    return element("path", {"class": "curve", "d": f"M{'L'.join(places)}", **_line(curve.look)})


def _marks(drawn: Panel) -> Iterator[Markup]:
    """Dots, each with its text where a falling curve leaves room."""
    for mark in drawn.marks:
        left, top = drawn.left(mark.at[0]), drawn.top(mark.at[1])
        yield element(
            "circle", {"class": "dot", "cx": f"{left:.1f}", "cy": f"{top:.1f}", "r": DOT, "fill": INK}
        )
        if mark.is_below:
            yield text(mark.name, left - 8, top + 15, anchor="end", weight="600", looks=HALO)
        elif mark.name:
            yield text(mark.name, left + 8, top - 8, weight="600", looks=HALO)


def _line(look: Look) -> dict[str, object]:
    dashes = " ".join(f"{each:g}" for each in look.dashes) or None
    return {"stroke": INK, "stroke-width": look.width, "stroke-dasharray": dashes, "fill": "none"}


def _rule(path: str) -> Markup:
    return element("path", {"class": "grid", "d": path, "stroke": INK, "stroke-opacity": ".13"})


def text(
    words: str,
    x: float,
    y: float,
    *,
    anchor: str | None = None,
    size: int = SMALL,
    weight: str | None = None,
    looks: Mapping[str, object] | None = None,
) -> Markup:
    """A line of words that begins, has its middle, or ends here."""
    place = {
        "x": f"{x:.1f}",
        "y": f"{y:.1f}",
        "text-anchor": anchor,
        "font-size": size,
        "font-weight": weight,
    }
    return element("text", {**place, **(looks or {})}, words)
