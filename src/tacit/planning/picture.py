"""A plan's curves as a chart, as a part of a document, and in words for whoever cannot see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.drawing import chart
from tacit.drawing.chart import Chart
from tacit.drawing.curves import HEIGHT, ROW, WIDTH, Curve, Panel, key, panel
from tacit.drawing.markup import Markup, element
from tacit.drawing.picture import Plot
from tacit.planning.curves import Curves, key_of
from tacit.planning.figures import PlanFigures
from tacit.planning.words import short, subject_of, taken_for
from tacit.writing.markdown import escaped

KEY = 250  # wide, with the longest names that there are
ENDS = "Lines begin where the group is resolved."


def plot_of(plan: PlanFigures) -> Plot:
    """For a notebook or a file."""
    drawn = chart_of(plan)
    return chart.plot_of(drawn, plan.study.title, " ".join(in_words(drawn)))


def chart_of(plan: PlanFigures) -> Chart:
    """What there is to draw, whoever draws it."""
    unit = " (points)" if plan.is_share else ""
    heading = f"How exactly the {subject_of(plan)} is known: ±, half of a 95% interval{unit}"
    panels = Curves(plan).panels
    taken = taken_for(plan)
    return Chart(heading, tuple(panels), tuple(key_of(panels)), f"{ENDS} {taken[:1].upper()}{taken[1:]}.")


def in_words(drawn: Chart) -> Iterator[str]:
    """A sentence per curve, its heights at the ticks below it."""
    yield f"{drawn.heading}."
    for each in drawn.panels:
        yield from _curves_in_words(each)


@dataclass(frozen=True)
class Picture:
    """The chart in a document, where panels go below each other if there is no room."""

    plan: PlanFigures

    def to_html(self, name: str) -> Markup:
        """Each panel a picture of its own, with its words."""
        drawn = chart_of(self.plan)
        panels = [
            _alone(" ".join(_curves_in_words(each)), panel(each), WIDTH, HEIGHT) for each in drawn.panels
        ]
        told = f"lines: {', '.join(line.name for line in drawn.lines)}"
        names = _alone(told, key(drawn.lines), KEY, ROW * len(drawn.lines))
        beside = element("div", {"class": "key"}, names, element("p", None, drawn.note))
        caption = element("figcaption", None, drawn.heading)
        return element("figure", {"class": "curves", "id": name}, caption, *panels, beside)

    def to_markdown(self) -> Iterator[str]:
        """What the lines show, in words."""
        heading, *sentences = in_words(chart_of(self.plan))
        yield from (f"**{escaped(heading.removesuffix('.'))}**", "")
        yield from (f"- {escaped(sentence)}" for sentence in sentences)
        yield ""


def _alone(words: str, drawn: Markup, width: int, height: int) -> Markup:
    """A picture that says what it shows."""
    box = {"class": "panel", "viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    return element("svg", {**box, "role": "img"}, element("title", None, words), drawn)


def _curves_in_words(on: Panel) -> Iterator[str]:
    for curve in on.curves:
        yield f"{on.title[:1].upper()}{on.title[1:]}, {curve.name}: {_heights(on, curve)}."


def _heights(on: Panel, curve: Curve) -> str:
    told = []
    for tick, label in zip(on.across.ticks, on.across.labels, strict=True):
        height = _height(curve, tick)
        told.append(f"{label} not resolved" if height is None else f"{label} ±{short(height)}")
    return "; ".join(told)


def _height(curve: Curve, at: float) -> float | None:
    """Of the line between the two points beside it; None where there are none."""
    for (left, first), (right, last) in zip(curve.points, curve.points[1:], strict=False):
        if left <= at <= right:
            return first + (last - first) * (at - left) / (right - left)
    return None
