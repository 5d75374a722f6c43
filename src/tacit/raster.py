"""Panels of curves as PNG, for programs that show no SVG: matplotlib draws what `drawing.curves` says."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tacit.drawing.axis import Axis
from tacit.drawing.chart import Chart
from tacit.drawing.curves import HALO_WIDTH, NOTHING, Look, Panel
from tacit.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GREY, FAINT = "#555555", "#dddddd"
WIDTH, HEIGHT, KEY = 4.9, 4.0, 0.24  # inches: a panel, and a line of the key
DOTS_PER_INCH = 160
Looks = dict[str, Any]

LOOKS: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "font.size": 9,
    "text.parse_math": False,  # a label with $ in it is no formula
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
}


@contextmanager
def drawing(what: str, more: dict[str, str]) -> Iterator[None]:
    """Within it matplotlib draws as we say, whatever a reader has set; `more` are further settings."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise MissingExtra("plot", what) from error
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a label in a script that the font lacks
        mpl.rcdefaults()  # a reader's own matplotlibrc must not change the bytes
        mpl.rcParams.update(LOOKS | more)
        yield


def png(chart: Chart) -> bytes:
    """The chart as a picture of 160 dots to the inch: the same bytes every time."""
    with drawing("a picture as PNG", {"axes.titleweight": "bold"}):
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D

        figure = Figure(
            figsize=(WIDTH * len(chart.panels), HEIGHT + KEY * (len(chart.lines) + 1)), layout="constrained"
        )
        figure.suptitle(chart.heading, x=0.01, ha="left", fontweight="bold", fontsize=11)
        axes = figure.subplots(1, len(chart.panels), squeeze=False)[0]
        for each, on in zip(chart.panels, axes, strict=True):
            _draw(each, on)
        handles = [Line2D([], [], label=each.name, **_looks(each.look)) for each in chart.lines]
        handles.append(Line2D([], [], linestyle="none", label=chart.note))
        figure.legend(handles=handles, loc="outside lower left", frameon=False, handlelength=4)
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return file.getvalue()


def _draw(panel: Panel, on: Axes) -> None:
    for curve in panel.curves:
        across, up = zip(*curve.points, strict=True) if curve.points else ((), ())
        on.plot(across, up, **_looks(curve.look))
    on.set_title(panel.title, pad=18)
    on.set_xlabel(panel.below, loc="right")
    _scale(on.xaxis, panel.across, on.set_xscale, on.set_xlim)
    _scale(on.yaxis, panel.up, on.set_yscale, on.set_ylim)
    on.grid(visible=True, color=FAINT, linewidth=0.6)
    on.set_axisbelow(True)
    _write(panel, on)


def _scale(axis: Any, drawn: Axis, scale: Any, limits: Any) -> None:  # noqa: ANN401 - either one of two
    scale("log" if drawn.is_log else "linear")
    axis.set_ticks(drawn.ticks, labels=drawn.labels)
    axis.set_ticks([], minor=True)
    limits(drawn.low, drawn.high)


def _write(panel: Panel, on: Axes) -> None:
    """Levels, the place of the study, its dots, and what there is to read beside them."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=HALO_WIDTH, foreground="white")]
    for level in panel.levels:
        if panel.up.holds(level.height):
            on.axhline(level.height, color=GREY, linewidth=0.8, linestyle=(0, (1, 3)))
            place, side, indent = (0, "left", 4) if panel.is_named_at_left(level) else (1, "right", 0)
            at: Looks = {"xy": (place, level.height), "xycoords": ("axes fraction", "data")}
            at |= {"xytext": (indent, 3), "ha": side}
            on.annotate(level.name, **at, textcoords="offset points", path_effects=halo)
    if panel.here is not None and panel.across.holds(panel.here[0]):
        on.axvline(panel.here[0], color=GREY, linewidth=0.9, linestyle=(0, (4, 3)))
        above: Looks = {"xy": (panel.here[0], 1), "xycoords": ("data", "axes fraction"), "xytext": (0, 5)}
        on.annotate(panel.here[1], **above, textcoords="offset points", ha="center")
    for mark in panel.marks:
        on.plot(*mark.at, marker="o", markersize=6, color="black")
        side, offset = ("right", (-7, -13)) if mark.is_below else ("left", (7, 6))
        told: Looks = {"xytext": offset, "textcoords": "offset points", "ha": side, "fontweight": "bold"}
        on.annotate(mark.name, mark.at, **told, path_effects=halo)
    if not any(curve.points for curve in panel.curves):
        on.text(0.04, 0.05, NOTHING, transform=on.transAxes)


def _looks(look: Look) -> Looks:
    style = (0, tuple(each / look.width for each in look.dashes)) if look.dashes else "-"
    return {"color": "black", "linewidth": 0.75 * look.width, "linestyle": style}
