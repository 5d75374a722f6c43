"""How pictures are drawn and kept: the same bytes every time, in memory until all of them are there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tacit.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GREY = "#6b6b6b"
RC: Any = {
    "svg.hashsalt": "tacit",
    "svg.fonttype": "none",  # words stay words: small, and found by a search
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "path.simplify": False,
}


@contextmanager
def drawing() -> Iterator[None]:
    """Within it matplotlib draws as we say, whatever a reader has set."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("plot", "drawing the paper's figures") from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # a reader's own matplotlibrc must not change the bytes
        matplotlib.rcParams.update(RC)
        yield


def as_files(name: str, figure: Figure, rows: Sequence[Sequence[str]]) -> dict[str, bytes]:
    """The picture twice and its numbers, by file name."""
    svg, png, table = io.BytesIO(), io.BytesIO(), io.StringIO()
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    figure.savefig(png, format="png", dpi=160, metadata={"Software": None})
    csv.writer(table, lineterminator="\n").writerows(rows)
    return {
        f"{name}.svg": svg.getvalue(),
        f"{name}.png": png.getvalue(),
        f"{name}.csv": table.getvalue().encode("utf-8"),
    }
