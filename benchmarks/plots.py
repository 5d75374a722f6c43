"""python benchmarks/plots.py RESULTS.json FOLDER: the pictures of docs/benchmarks.md, from kept results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, NullLocator, ScalarFormatter

Row = dict[str, Any]

STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "svg.hashsalt": "tacit",
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
INK, GREY = "#2456a6", "#9aa3ad"
OTHERS = ("#d1603d", "#3a7d44", "#8a5fa8", "#a6761d", "#5b6770", "#c2527f")
MARKERS = "osD^vP"


def rows_of(results: dict[str, Any], part: str) -> list[Row]:
    """The rows of a part's table."""
    rows: list[Row] = results["parts"][part]["tables"][0]["rows"]
    return rows


def draw_sums(results: dict[str, Any]) -> Any:  # noqa: ANN401 - a figure
    """Error of all sums over epsilon, in two panels: values at the ends, and spread evenly."""
    rows = rows_of(results, "sums")
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.8), sharey=True, layout="constrained")
    for panel, law in zip(panels, ("at the ends", "spread evenly"), strict=True):
        here = [row for row in rows if row["values"] == law]
        ours = _lowest([row for row in here if row["scheme"].startswith("tacit")])
        panel.plot(*ours, color="black", linewidth=2.4, label="tacit", zorder=5)
        names = dict.fromkeys(row["scheme"] for row in here if not row["scheme"].startswith("tacit"))
        for name, colour, marker in zip(names, OTHERS, MARKERS, strict=False):
            line = _lowest([row for row in here if row["scheme"] == name])
            panel.plot(*line, color=colour, marker=marker, markersize=4, linewidth=1.1, label=name)
        panel.set_title(f"values {law}", loc="left")
        panel.set_xlabel("epsilon")
        panel.set_yscale("log")
    panels[0].set_ylabel("variance of 10 sums, per person")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    return figure


def draw_speed(results: dict[str, Any]) -> Any:  # noqa: ANN401 - a figure
    """How many people a second each library estimates from, 1,000 items."""
    rows = [row for row in rows_of(results, "peers") if row["items"] == 1000]
    rows.sort(key=lambda row: float(row["estimate, 1000/s"]))
    figure, axis = plt.subplots(figsize=(9, 4.6), layout="constrained")
    _bars(axis, [row["library"] for row in rows], [1e3 * float(row["estimate, 1000/s"]) for row in rows])
    axis.set_xlabel("people per second, from all reports to all shares; 1,000 items")
    return figure


def draw_bits(results: dict[str, Any]) -> Any:  # noqa: ANN401 - a figure
    """Error of a count against the bits of an answer, at epsilon 1."""
    rows = [row for row in rows_of(results, "accuracy") if row["epsilon"] == 1.0 and row["error"] is not None]
    figure, axis = plt.subplots(figsize=(9, 3.6), layout="constrained")
    for row in rows:
        is_ours = row["library"].startswith("tacit")
        axis.scatter(row["bits"], row["error"], color=INK if is_ours else GREY, s=44 if is_ours else 26)
        axis.annotate(
            row["library"], (row["bits"], row["error"]), (5, 4), textcoords="offset points", fontsize=8
        )
    axis.set_xscale("log", base=2)
    axis.set_yscale("log")
    for part, ticks in ((axis.xaxis, (1, 2, 4, 8, 16, 32, 64, 128)), (axis.yaxis, (3, 5, 10, 20, 40))):
        part.set_major_locator(FixedLocator(ticks))
        part.set_minor_locator(NullLocator())
        part.set_major_formatter(ScalarFormatter())
    axis.set_xlabel("bits of an answer")
    axis.set_ylabel("squared error of a share, times people")
    return figure


def draw_memory(results: dict[str, Any]) -> Any:  # noqa: ANN401 - a figure
    """Peak memory of a process that folds a file, as the file grows."""
    rows = rows_of(results, "files")
    figure, axis = plt.subplots(figsize=(9, 3.2), layout="constrained")
    answers = [row["answers"] for row in rows]
    axis.plot(answers, [row["peak memory, MB"] for row in rows], color=INK, marker="o", label="peak memory")
    axis.plot(answers, [row["file, MB"] for row in rows], color=GREY, linestyle="--", label="the file itself")
    axis.set_xscale("log")
    axis.set_xlabel("answers in the Parquet file")
    axis.set_ylabel("MB")
    axis.set_ylim(0)
    axis.legend(frameon=False)
    return figure


PLOTS = {"sums": draw_sums, "peers": draw_speed, "accuracy": draw_bits, "files": draw_memory}


def _lowest(rows: list[Row]) -> tuple[list[float], list[float]]:
    """The smallest variance at each epsilon."""
    best: dict[float, float] = {}
    for row in rows:
        best[row["epsilon"]] = min(row["theory"], best.get(row["epsilon"], float("inf")))
    return list(best), list(best.values())


def _bars(axis: Axes, names: list[str], values: list[float]) -> None:
    colours = [INK if name.startswith("tacit") else GREY for name in names]
    axis.barh(names, values, color=colours, height=0.7)
    axis.set_xscale("log")
    axis.set_xlim(min(values) / 3)
    axis.grid(visible=True, which="major", axis="x", color="#e6e6e6", linewidth=0.6)
    axis.set_axisbelow(True)


def main() -> None:
    """Draw whatever the results hold."""
    source, folder = map(Path, sys.argv[1:])
    results = json.loads(source.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        for name, draw in PLOTS.items():
            if name in results["parts"]:
                figure = draw(results)
                figure.savefig(folder / f"bench-{name}.svg", metadata={"Date": None})
                plt.close(figure)


if __name__ == "__main__":
    main()
