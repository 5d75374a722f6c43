"""The estimate as text for a terminal and as HTML for a notebook: numbers first."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tacit.estimation.figures import GroupFigures, StudyFigures
from tacit.estimation.intervals import Bounds, Interval

DIGITS = 3
NOT_RESOLVED = "not resolved"


def columns_of(groups: Sequence[GroupFigures]) -> list[str]:
    """The figures that at least one group has, in reading order."""
    names = [name for name in ("count", "share", "sum", "mean") if any(getattr(g, name) for g in groups)]
    return [name for name in names if name != "share" or "mean" not in names]


def row_of(group: GroupFigures, names: Sequence[str]) -> list[str]:
    """A table row: the label, then per figure its estimate with both intervals."""
    row = [group.group]
    for name in names:
        row += cells_of(getattr(group, name))
    return row


def cells_of(figure: Interval | None) -> list[str]:
    """Estimate, interval for these people, interval for the population."""
    if figure is None:
        return ["", "", ""]
    estimate = NOT_RESOLVED if figure.estimate is None else number(figure.estimate)
    return [estimate, interval(figure.people), interval(figure.population)]


def interval(bounds: Bounds | None) -> str:
    """An interval in words: low to high."""
    if bounds is None or bounds.low is None or bounds.high is None:
        return "-"
    return f"{number(bounds.low)} to {number(bounds.high)}"


def number(value: float) -> str:
    """Few digits: whole numbers from 1,000 on, three significant ones below."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    text = f"{value:.{DIGITS}g}" if abs(value) >= 1e-3 or value == 0 else f"{value:.{DIGITS}f}"
    return "0" if text in {"-0.000", "0.000", "-0"} else text


def headings(names: Sequence[str]) -> list[str]:
    """The columns of `row_of`."""
    return ["group", *(heading for name in names for heading in (name, "these people", "population"))]


def notes_of(estimate: StudyFigures) -> list[str]:
    """What a reader must know beside the numbers."""
    percent = f"{estimate.level:.0%}" if estimate.level < 0.995 else f"{estimate.level:.1%}"
    notes = [f"{estimate.answers:,} answers. {percent} intervals: {_meaning(estimate)}"]
    if any(group.mean and not group.mean.is_resolved for group in estimate.groups):
        notes.append(
            "Not resolved: the group's count may be zero, so its mean could be anything in the range."
        )
    if any(group.sum and group.about for group in estimate.groups):
        about = next(group.about for group in estimate.groups if group.about)
        notes.append(f"Sums are of the value less {number(about)}, the middle of the range.")
    if estimate.refused:
        reasons = "; ".join(f"{count:,} {reason}" for reason, count in estimate.refused.items())
        notes.append(f"Left out: {reasons}.")
    return notes


def as_text(estimate: StudyFigures) -> str:
    """Plain text with aligned columns."""
    parts = [estimate.title]
    for title, groups in _tables(estimate):
        names = columns_of(groups)
        rows = [headings(names), *(row_of(group, names) for group in groups)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(_align(cell, w, i) for i, (cell, w) in enumerate(zip(row, widths, strict=True)))
            for row in rows
        ]
        parts.append("\n".join([title, *lines] if title else lines))
    return "\n\n".join([*parts, "\n".join(notes_of(estimate))])


def as_html(estimate: StudyFigures) -> str:
    """HTML tables for a notebook; labels are escaped."""
    parts = [f"<h4>{escape(estimate.title)}</h4>"]
    for title, groups in _tables(estimate):
        names = columns_of(groups)
        head = "".join(f"<th>{escape(name)}</th>" for name in headings(names))
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row_of(group, names)) + "</tr>"
            for group in groups
        )
        caption = f"<caption>{escape(title)}</caption>" if title else ""
        parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    return "".join([*parts, *(f"<p>{escape(note)}</p>" for note in notes_of(estimate))])


def option_rows(groups: Sequence[GroupFigures]) -> list[list[str]]:
    """One row per group and option: count and share within the group."""
    return [
        [group.group, option.option, *cells_of(option.count), *cells_of(option.share)]
        for group in groups
        for option in group.options
    ]


def _tables(estimate: StudyFigures) -> list[tuple[str, Sequence[GroupFigures]]]:
    tables: list[tuple[str, Sequence[GroupFigures]]] = [("", estimate.groups)]
    tables += [(f"by {axis}", margin) for axis, margin in estimate.margins.items()]
    return tables + ([("", [estimate.declined])] if estimate.declined else [])


def _align(cell: str, width: int, index: int) -> str:
    return cell.ljust(width) if index == 0 else cell.rjust(width)


def _meaning(estimate: StudyFigures) -> str:
    together = "holding for all groups together; " if estimate.comparisons > 1 else ""
    return f"{together}'these people' allow for privacy noise, 'population' for privacy noise and sampling."
