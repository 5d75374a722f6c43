"""The comparison as a picture: every scheme beside the best possible, at equal people and at equal bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from tacit.comparison.compare import FOR_SUMS, OURS, PER_BIT, Curve
from tacit.errors import refuse
from tacit.raster import drawing
from tacit.scheme.needs import Needs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png", ".pdf")
GREY = "#6b6b6b"
MARKED_EVERY = 5


@dataclass(frozen=True)
class Look:
    """A curve's looks; without colour, width, dashes and markers still tell all of them apart."""

    colour: str
    width: float = 1.3
    dashes: tuple[float, ...] = ()
    marker: str = ""
    is_filled: bool = False


OUR_LOOKS = {
    OURS: Look("black", width=3.0),
    FOR_SUMS: Look("black", width=1.6, dashes=(5, 2)),
    PER_BIT: Look("black", width=1.6, dashes=(1, 1.4)),
}
THEIR_LOOKS = (
    Look("#12355b", marker="o", is_filled=True),
    Look("#d1603d", marker="s"),
    Look("#2f7d4f", marker="D"),
    Look("#8a5fa8", marker="^", is_filled=True),
    Look("#a6761d", marker="v"),
    Look("#4d7ea8", marker="P", is_filled=True),
    Look("#b03a6a", marker="X"),
)


def write_plot(path: Path, curves: Sequence[Curve], *, title: str, needs: Needs, quantity: str) -> None:
    """Both panels as one SVG, PNG or PDF; the file appears whole or not at all."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise refuse("--plot", f"must end with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}; got {path.name}")
    from tacit.files.whole import whole_file

    # Words of an SVG stay words: small, and found by a search.
    with drawing("a plot", {"svg.hashsalt": "tacit", "svg.fonttype": "none"}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(10.4, 5.4), layout="constrained")
        figure.suptitle(fill(title, 100), x=0.01, ha="left", fontweight="bold")
        best = f"best possible for {needs.promise} (grey)"
        words = f"People needed for {quantity} as precise,\nin multiples of the {best}"
        _draw(figure, curves, float(needs.epsilon), words)
        with whole_file(path) as file:
            figure.savefig(file, format=ending[1:], dpi=160, metadata=_metadata(ending))


def _draw(figure: Figure, curves: Sequence[Curve], epsilon: float, words: str) -> None:
    left, right = figure.subplots(1, 2, sharex=True)
    looks = _looks(curves)
    for axis, hidden, in_bits in ((left, PER_BIT, False), (right, FOR_SUMS, True)):
        shown = [curve for curve in curves if curve.scheme != hidden]
        heights = [_heights(curve, in_bits=in_bits) for curve in shown]
        for curve, line in zip(shown, heights, strict=True):
            _line(axis, line, curve, looks[curve.scheme])
        _frame(axis, epsilon, [min(line) for line in heights])
    left.axhline(1, color="#bbbbbb", linewidth=6, zorder=1)
    left.set_title(words, pad=16)
    right.set_title("Bits that they send in all: people,\nas on the left, times bits per answer", pad=16)
    _legend(figure, [curve.scheme for curve in curves], (left, right))


def _legend(figure: Figure, names: Sequence[str], axes: Sequence[Axes]) -> None:
    """One for both panels, ours first."""
    lines = {line.get_label(): line for axis in axes for line in axis.get_lines()}
    handles = [lines[name] for name in names]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False, handlelength=3.4)


def _heights(curve: Curve, *, in_bits: bool) -> list[float]:
    return [point.people * (point.bits if in_bits else 1) for point in curve.points]


def _looks(curves: Sequence[Curve]) -> dict[str, Look]:
    others = [curve.scheme for curve in curves if curve.scheme not in OUR_LOOKS]
    return OUR_LOOKS | dict(zip(others, THEIR_LOOKS, strict=False))


def _line(axis: Axes, heights: Sequence[float], curve: Curve, look: Look) -> None:
    """Markers of different curves begin at different places, so that they do not hide each other."""
    places = [each.marker for each in THEIR_LOOKS]
    start = places.index(look.marker) % MARKED_EVERY if look.marker else 0
    (line,) = axis.plot([point.epsilon for point in curve.points], heights, label=curve.scheme)
    line.set(color=look.colour, linewidth=look.width, linestyle=(0, look.dashes) if look.dashes else "-")
    line.set(marker=look.marker or "none", markersize=5, markevery=(start, MARKED_EVERY))
    line.set(markerfacecolor=look.colour if look.is_filled else "white", markeredgecolor=look.colour)
    line.set_zorder(4 if look.colour == "black" else 3)


def _frame(axis: Axes, epsilon: float, lowest: Sequence[float]) -> None:
    """High enough for every curve to be seen somewhere."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axis.set_yscale("log")
    axis.set_ylim(min(0.7, 0.8 * min(lowest)), max(30, 2 * max(lowest)))
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda height, _place: f"{height:g} ×"))
    axis.yaxis.set_minor_locator(NullLocator())
    axis.set_xlim(0, max(6.05, 1.01 * epsilon))
    axis.set_xlabel("epsilon  (smaller is more private)")
    axis.grid(visible=True, which="major", color="#e4e4e4", linewidth=0.6)
    axis.set_axisbelow(True)
    axis.axvline(epsilon, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)), zorder=2)
    above = axis.get_xaxis_transform()
    axis.text(epsilon, 1.01, "this study", transform=above, ha="center", fontsize=7.5, color=GREY)


def _metadata(ending: str) -> dict[str, Any]:
    """No date: the same numbers make the same bytes."""
    return {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}.get(
        ending, {"CreationDate": None}
    )
