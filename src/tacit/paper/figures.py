"""The paper's Figures 2 and 4 drawn again, as SVG, PNG and CSV; files by name, the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.paper.drawing import GREY, as_files, drawing
from tacit.paper.figure_numbers import (
    ANSWERS,
    ROUNDS,
    SEED,
    TOTAL_BITS,
    Panel,
    Point,
    Region,
    SchemeName,
    comparison_panels,
    comparison_rows,
    region_rows,
    regions,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


@dataclass(frozen=True)
class Style:
    """How a scheme looks; without colour, weight, dashes and marker still tell the two apart."""

    colour: str
    width: float
    lying: tuple[float, ...]
    marker: str
    face: str
    label: str


STYLES: dict[SchemeName, Style] = {
    "Q&A": Style("#12355b", 2.4, (3.4, 1.5), "o", "#12355b", "Query and Aggregate (Q&A)"),
    "RG": Style("#d1603d", 1.3, (1.2, 1.6), "s", "none", "Randomized Group (RG)"),
}
FILLS = (("#d7e3f1", "-"), ("#a9c8a4", "--"), ("#8b7ab2", ":"))


def draw_comparison(
    seed: int = SEED, rounds: int = ROUNDS, *, advance: Callable[[int], None] = lambda _rounds: None
) -> dict[str, bytes]:
    """Figure 2: error against epsilon at 500 bits in total."""
    with drawing():
        panels = comparison_panels(seed, rounds, advance=advance)
        return as_files("figure2", _comparison(panels), comparison_rows(panels))


def draw_regions(seed: int = SEED) -> dict[str, bytes]:
    """Figure 4: which laws keep epsilon without a lie."""
    with drawing():
        shapes = regions(seed)
        return as_files("figure4", _regions(shapes), region_rows(shapes))


def _comparison(panels: Sequence[Panel]) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.2, 4.5), layout="constrained")
    axes = figure.subplots(1, len(panels), sharex=True, sharey=True)
    for axis, panel in zip(axes, panels, strict=True):
        _panel(axis, panel)
        axis.tick_params(which="minor", left=axis is axes[0])
    axes[0].set_ylabel(f"relative mean square error, {TOTAL_BITS} bits in total")
    figure.supxlabel("privacy parameter ε  (smaller is more private)", fontsize=9)
    _legend(figure)
    return figure


def _panel(axis: Axes, panel: Panel) -> None:
    axis.set_title(f"({panel.name})  p₁(1) = {panel.first:g},  p₂(1) = {panel.second:g}")
    axis.set_yscale("log")
    axis.set_xlim(0, 5.1)
    axis.set_ylim(3e-5, 3)
    axis.grid(visible=True, which="major", color="#e4e4e4", linewidth=0.6)
    axis.set_axisbelow(True)
    axis.axhline(1, color=GREY, linewidth=0.8)
    note = "no better than answering 0"
    axis.text(5.08, 1.12, note, ha="right", va="bottom", fontsize=7.5, color=GREY)
    for crossing in panel.crossings:
        axis.axvline(crossing, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)))
        axis.text(crossing + 0.07, 4.2e-5, f"equal at ε = {crossing:.2f}", fontsize=7.5, color=GREY)
    for scheme, style in STYLES.items():
        for lying in (True, False):
            points = _stretch([point for point in panel.curves if point.scheme == scheme], lying=lying)
            line = (0, style.lying) if lying else "-"
            xs, ys = [point.epsilon for point in points], [point.error for point in points]
            axis.plot(xs, ys, color=style.colour, linewidth=style.width, linestyle=line)
        _dots(axis, [point for point in panel.dots if point.scheme == scheme], style)


def _stretch(points: Sequence[Point], *, lying: bool) -> list[Point]:
    """The points with (or without) lies about values; those without begin where the others end."""
    chosen = [index for index, point in enumerate(points) if point.lies_about_values == lying]
    if not chosen:
        return []
    first = chosen[0] if lying else max(0, chosen[0] - 1)
    return list(points[first : chosen[-1] + 1])


def _dots(axis: Axes, points: Sequence[Point], style: Style) -> None:
    xs = [point.epsilon for point in points]
    ys = [point.simulated for point in points if point.simulated is not None]
    (line,) = axis.plot(xs, ys, zorder=3)
    _mark(line, style)


def _mark(line: Line2D, style: Style) -> None:
    line.set_linestyle("none")
    line.set_marker(style.marker)
    line.set_markersize(5.5)
    line.set_markeredgecolor(style.colour)
    line.set_markerfacecolor(style.face)


def _legend(figure: Figure) -> None:
    from matplotlib.lines import Line2D

    entries = []
    for style in STYLES.values():
        colour, width, lying = style.colour, style.width, (0, style.lying)
        dots = Line2D([], [], label="… simulated")
        _mark(dots, style)
        entries += [
            Line2D([], [], color=colour, linewidth=width, label=style.label),
            Line2D([], [], color=colour, linewidth=width, linestyle=lying, label="… with lies about values"),
            dots,
        ]
    figure.legend(handles=entries, ncols=2, loc="outside upper center", frameon=False, handlelength=3.2)


def _regions(shapes: Sequence[Region]) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon

    figure = Figure(figsize=(5.2, 5.2), layout="constrained")
    axis = figure.subplots()
    for shape, (fill, line) in zip(shapes, FILLS, strict=True):
        axis.add_patch(
            Polygon(
                [(vertex.first, vertex.second) for vertex in shape.vertices],
                closed=True,
                facecolor=fill,
                edgecolor="#1a1a1a",
                linestyle=line,
                linewidth=1.2,
            )
        )
        xs = [vertex.seen_first for vertex in shape.vertices]
        ys = [vertex.seen_second for vertex in shape.vertices]
        axis.plot(
            xs, ys, linestyle="none", marker="o", markersize=5, markerfacecolor="white", color="#1a1a1a"
        )
        lowest = min(vertex.second for vertex in shape.vertices)
        axis.text(0.5, lowest + 0.045, f"ε = {shape.epsilon:g}", ha="center", va="bottom", fontsize=10)
    axis.plot([0.5], [0.5], marker="+", color="#1a1a1a", markersize=9)
    axis.text(0.5, 0.525, "perfect privacy", ha="center", va="bottom", fontsize=8)
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1)
    axis.set_aspect("equal")
    axis.set_xlabel("chance of value +1 in group 1,  p₁(1)")
    axis.set_ylabel("chance of value +1 in group 2,  p₂(1)")
    axis.set_title("Laws that Q&A protects without a lie", pad=20)
    note = f"circles: laws as seen in {ANSWERS:,} simulated answers of each group"
    axis.text(0, 1.015, note, ha="left", va="bottom", fontsize=7.5, color=GREY)
    return figure
