"""The comparison as a picture: variance over epsilon, at equal people and at equal bits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.comparison.compare import BEST, FOR_SUMS, OURS, PER_BIT, Curve
from tacit.errors import MissingExtra, refuse

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".svg", ".png", ".pdf")
LINES = {OURS: 2.2, FOR_SUMS: 1.2, PER_BIT: 1.2}
OUR_DASHES: dict[str, Any] = {OURS: "-", FOR_SUMS: "--", PER_BIT: ":"}
COLOURS = ("#2456a6", "#d1603d", "#3a7d44", "#8a5fa8", "#a6761d", "#5b6770", "#c2527f")
DASHES: tuple[Any, ...] = (
    "-",
    "--",
    "-.",
    ":",
    (0, (5, 1, 1, 1, 1, 1)),
    (0, (1, 1)),
    (0, (7, 2)),
    (0, (3, 1)),
)
MARKERS = "osD^vPX"
STYLE: Any = {"font.family": "DejaVu Sans", "font.size": 9, "svg.hashsalt": "tacit", "svg.fonttype": "none"}


def write_plot(path: Path, curves: Sequence[Curve], *, title: str, epsilon: float, quantity: str) -> None:
    """Both panels as one SVG, PNG or PDF; the file appears whole or not at all."""
    if path.suffix.lower() not in ENDINGS:
        raise refuse("--plot", f"must end with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}; got {path.name}")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("plot", "a plot") from error
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 5.2), layout="constrained")
        left, right = figure.subplots(1, 2)
        _panel(left, curves, epsilon, per_bit=False)
        _panel(right, curves, epsilon, per_bit=True)
        left.set_title("at equal people", loc="left")
        right.set_title("at equal bits in all", loc="left")
        left.set_ylabel(f"variance of {quantity}, per person, over all groups")
        right.set_ylabel("the same, times bits per answer")
        figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
        lines, names = left.get_legend_handles_labels()
        figure.legend(lines, names, loc="outside lower center", ncols=3, frameon=False)
        beside = path.with_name(f".{path.name}.unfinished{path.suffix}")
        try:
            figure.savefig(beside, dpi=160, metadata=_metadata(path))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def _panel(axis: Axes, curves: Sequence[Curve], epsilon: float, *, per_bit: bool) -> None:
    """One line per scheme; ours thick, the limit grey."""
    others = [curve.scheme for curve in curves if curve.scheme not in (BEST, *LINES)]
    looks = dict(zip(others, zip(COLOURS, DASHES, MARKERS, strict=True), strict=False))
    for curve in curves:
        at = [point[0] for point in curve.points]
        height = [variance * (bits if per_bit else 1) for _, variance, bits in curve.points]
        if curve.scheme == BEST:
            if not per_bit:
                axis.plot(at, height, color="#bbbbbb", linewidth=6, label=BEST, zorder=1)
        elif curve.scheme in LINES:
            look = {"linewidth": LINES[curve.scheme], "linestyle": OUR_DASHES[curve.scheme]}
            axis.plot(at, height, color="black", label=curve.scheme, zorder=5, **look)
        else:
            colour, dash, marker = looks[curve.scheme]
            axis.plot(
                at,
                height,
                color=colour,
                linestyle=dash,
                marker=marker,
                markersize=4,
                markevery=3,
                linewidth=1.2,
                label=curve.scheme,
                zorder=3,
            )
    axis.axvline(epsilon, color="#888888", linewidth=0.8, linestyle=(0, (2, 2)))
    axis.set_yscale("log")
    axis.set_xlabel("epsilon (dotted: this study's)")
    axis.grid(visible=True, which="major", color="#e6e6e6", linewidth=0.6)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def _metadata(path: Path) -> dict[str, Any]:
    """No date: the same numbers make the same bytes."""
    return {"Date": None} if path.suffix.lower() == ".svg" else {}
