"""A figure as a mark on an axis: a dot, a thick bar for one interval, a thin line for the other.

Shapes tell everything apart, so that it can be read in black and white; colours come from whoever shows it.
Places along the axis are percentages, so that it fits any width.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.drawing.axis import Axis
from tacit.drawing.markup import Markup, element, joined

INK = "currentColor"
DOT = 4
BAR = 7
CAP = 4
Ends = tuple[float, float]


@dataclass(frozen=True)
class Dot:
    """What is drawn in one row. `inner` lies within `outer`; without `value`, the figure is not resolved.

    `bar_from` draws a bar from there to the value, as in a histogram.
    """

    value: float | None
    inner: Ends | None = None
    outer: Ends | None = None
    truth: float | None = None
    bar_from: float | None = None


def grid(axis: Axis, reference: float | None = None, margin: float | None = None) -> Markup:
    """A faint line at every tick, a dashed one where nothing differs, dotted ones a margin away from it."""
    lines = [_upright("grid", axis.place(tick), {"stroke-opacity": ".13"}) for tick in axis.ticks]
    if reference is not None and margin is not None:
        ends = (reference - margin, reference + margin)
        lines += [margin_mark(end, axis) for end in ends if axis.holds(end)]
    if reference is not None and axis.holds(reference):
        lines.append(reference_mark(reference, axis))
    return joined(lines)


def reference_mark(value: float, axis: Axis) -> Markup:
    """A dashed line where nothing differs."""
    return _upright("reference", axis.place(value), {"stroke-dasharray": "3 3", "stroke-opacity": ".75"})


def margin_mark(value: float, axis: Axis) -> Markup:
    """A dotted line at the end of what counts as no difference."""
    return _upright("margin", axis.place(value), {"stroke-dasharray": "1.5 2.5", "stroke-width": "1.5"})


def truth_mark(value: float, axis: Axis) -> Markup:
    """A diamond."""
    return _shape("truth", axis.place(value), "M0 -6L5 0L0 6L-5 0Z")


def row(dot: Dot, axis: Axis) -> Markup:
    """The marks of one row, half-way down."""
    return joined(_marks(dot, axis))


def _marks(dot: Dot, axis: Axis) -> Iterator[Markup]:
    if dot.value is None:
        low, high = dot.outer or (axis.low, axis.high)
        yield _level("unresolved", axis.place(low), axis.place(high), {"stroke-dasharray": "1 5"})
        return
    if dot.bar_from is not None:
        ends = sorted(axis.place(each) for each in (dot.bar_from, dot.value))
        yield _bar("column", ends[0], ends[1], height=13, opacity=".16")
    if dot.outer is not None:
        low, high = map(axis.place, dot.outer)
        yield _level("outer", low, high, {"stroke-width": "1.25"})
        yield from (_end(axis, end, is_low=end == dot.outer[0]) for end in dot.outer)
    if dot.inner is not None:
        low, high = map(axis.place, dot.inner)
        yield _bar("inner", low, high, height=BAR, opacity=".38")
    if axis.holds(dot.value):
        place = {"class": "dot", "cx": _percent(axis.place(dot.value)), "cy": "50%"}
        yield element("circle", {**place, "r": DOT, "fill": INK})
    if dot.truth is not None and axis.holds(dot.truth):
        yield truth_mark(dot.truth, axis)


def _end(axis: Axis, end: float, *, is_low: bool) -> Markup:
    """A cap; an arrow where the interval goes on beyond the axis."""
    if axis.holds(end):
        return _shape("cap", axis.place(end), f"M0 -{CAP}V{CAP}")
    arrow = f"M6 -{CAP}L0 0L6 {CAP}" if is_low else f"M-6 -{CAP}L0 0L-6 {CAP}"
    return _shape("beyond", axis.place(end), arrow)


def _shape(name: str, place: float, path: str) -> Markup:
    """A small shape of fixed size at a place that is a percentage."""
    looks = {"class": name, "d": path, "stroke": INK, "stroke-width": "1.25", "fill": "none"}
    shape = element("path", looks)
    return element("svg", {"x": _percent(place), "y": "50%", "overflow": "visible"}, shape)


def _upright(name: str, place: float, looks: dict[str, str]) -> Markup:
    at = _percent(place)
    ends = {"class": name, "x1": at, "x2": at, "y1": "0", "y2": "100%"}
    return element("line", {**ends, "stroke": INK, **looks})


def _level(name: str, low: float, high: float, looks: dict[str, str]) -> Markup:
    ends = {"class": name, "x1": _percent(low), "x2": _percent(high), "y1": "50%", "y2": "50%"}
    return element("line", {**ends, "stroke": INK, **looks})


def _bar(name: str, low: float, high: float, *, height: int, opacity: str) -> Markup:
    """Centred on the row, which a rectangle alone cannot be in percentages."""
    box = {"x": _percent(low), "width": _percent(high - low), "y": -height / 2, "height": height}
    bar = element("rect", {"class": name, **box, "fill": INK, "fill-opacity": opacity})
    return element("svg", {"y": "50%", "width": "100%", "overflow": "visible"}, bar)


def _percent(place: float) -> str:
    return f"{place:.4g}%"
