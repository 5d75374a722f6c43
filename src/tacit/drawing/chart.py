"""Panels beside each other under one heading, with the names of their lines below: one picture."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.drawing.curves import HEIGHT, ROW, WIDTH, Curve, Panel, key, panel, text
from tacit.drawing.markup import element
from tacit.drawing.picture import Plot, picture

EDGE, BETWEEN = 10, 20
HEADING, NOTE = 34, 26


@dataclass(frozen=True)
class Chart:
    """What all curves are of, the panels, which lines there are to explain, and what else to know."""

    heading: str
    panels: tuple[Panel, ...]
    lines: tuple[Curve, ...]
    note: str


def plot_of(chart: Chart, title: str, words: str) -> Plot:
    """The chart as a picture, with words for whoever cannot see it."""
    across = WIDTH + BETWEEN
    parts = [text(chart.heading, 0, 16, size=14, weight="600")]
    parts += [
        element("svg", {"x": at * across, "y": HEADING, "overflow": "visible"}, panel(each))
        for at, each in enumerate(chart.panels)
    ]
    below = HEADING + HEIGHT + 12
    parts.append(element("svg", {"y": below, "overflow": "visible"}, key(chart.lines)))
    end = below + ROW * len(chart.lines) + NOTE
    parts.append(text(chart.note, 0, end - 8))
    return picture(title, words, (-EDGE, 0, len(chart.panels) * across - BETWEEN + 2 * EDGE, end), parts)
