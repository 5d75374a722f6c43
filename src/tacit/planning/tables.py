"""The plan as text for a terminal and as HTML for a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from tacit.planning.figures import Detection, GroupForecast, PlanFigures, Precision
from tacit.planning.forecast import Measure, Z
from tacit.planning.words import brief, notes, pair_of, short, subject_of, subtitle, verdict_first
from tacit.study.spelling import plain

WIDTH = 80
MOST_ROWS = 10
LONGEST_OF_TWO = 15
NOT_RESOLVED = "not resolved"
HEADINGS: dict[Measure, str] = {
    "mean": "mean",
    "option share": "share",
    "linked mean": "linked",
    "sum per person": "sum/person",
}

Table = list[list[str]]
Titled = tuple[str, Table, str]  # a title, head and rows, what follows


def as_text(plan: PlanFigures) -> str:
    """Plain text that fits on a terminal of 80 columns."""
    parts = [_wrapped(sentence) for sentence in verdict_first(plan)]
    parts += ["\n".join([_wrapped(plan.study.title), _wrapped(subtitle(plan))])]
    parts += ["\n".join(_lines(title, table, after)) for title, table, after in tables_of(plan)]
    parts.append("\n".join(_wrapped(note, "  ") for note in notes(plan)))
    if plan.alternatives:
        parts.append("\n".join(_lines("other schemes", _alternatives(plan), "")))
    return "\n\n".join(parts)


def as_html(plan: PlanFigures) -> str:
    """HTML for a notebook; whatever people wrote is escaped."""
    parts = [
        f"<h4>{escape(plan.study.title)}</h4>",
        *(f"<p><b>{escape(sentence)}</b></p>" for sentence in verdict_first(plan)),
        f"<p>{escape(subtitle(plan))}</p>",
    ]
    tables = tables_of(plan)
    if plan.alternatives:
        tables.append(("other schemes", _alternatives(plan), ""))
    for title, (head, *rows), after in tables:
        caption = f"<caption>{escape(title)}</caption>" if title else ""
        top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
        parts.append(f"<table>{caption}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>")
        parts += [f"<p>{escape(after)}</p>"] if after else []
    return "".join([*parts, *(f"<p>{escape(note)}</p>" for note in notes(plan))])


def tables_of(plan: PlanFigures) -> list[Titled]:
    """For the groups, every margin, and differences."""
    apart = list(difference_tables(plan))
    return apart if plan.people is None else [*group_tables(plan), *apart]


def group_tables(plan: PlanFigures, most: int = MOST_ROWS) -> list[Titled]:
    """The groups, the rarest first, then every margin: so many rows of each."""
    if plan.study.groups.shares is None:
        rare_first = sorted([*plan.rarer, *_alike(plan.groups, "each group")], key=lambda group: group.share)
        tables = [("", _table(plan, rare_first), "")]
        margins = {f"by {axis}": _alike(margin, "each") for axis, margin in plan.margins.items()}
    else:
        rare_first = sorted(plan.groups, key=lambda group: group.share)
        tables = [("", *_folded(plan, rare_first, most))]
        margins = {f"by {axis}": list(margin) for axis, margin in plan.margins.items()}
    return tables + [(title, *_folded(plan, margin, most)) for title, margin in margins.items()]


def difference_tables(plan: PlanFigures) -> Iterator[Titled]:
    """Per figure, which differences are told, and what it takes to tell the one that was asked for."""
    has_people, wanted = plan.people is not None, plan.detect
    head = ["two groups"] + ["at least"] * has_people
    if wanted is not None:
        head += [f"{short(wanted)} takes"] + ["or epsilon", "power now"] * has_people
    if not has_people and wanted is None:
        return
    for figure in dict.fromkeys(each.figure for each in plan.detections):
        subject = "group's share" if figure == "group share" else subject_of(plan)
        rows = [_difference(plan, each) for each in plan.detections if each.figure == figure]
        yield f"differences of the {subject} told with {100 * plan.power:.4g}% power", [head, *rows], ""


def _difference(plan: PlanFigures, found: Detection) -> list[str]:
    row = [pair_of(plan, found, LONGEST_OF_TWO)]
    if plan.people is not None:
        row.append("none" if found.smallest is None else short(found.smallest))
    if found.people is not None:
        row.append(f"{found.people:,}")
    if found.chance is not None:
        row += ["none" if found.epsilon is None else plain(found.epsilon), f"{found.chance:.0%}"]
    return row


def _alike(groups: Sequence[GroupForecast], name: str) -> list[GroupForecast]:
    """Groups that are taken to be equal, as one row: the noisiest of them."""
    noisiest = max(groups, key=lambda group: group.judged.first if group.judged else float("inf"))
    return [GroupForecast(**{**vars(noisiest), "group": f"{name} of {len(groups):,}"})]


def _folded(plan: PlanFigures, groups: Sequence[GroupForecast], most: int) -> tuple[Table, str]:
    """The first rows, and how many more there are."""
    more = len(groups) - most
    after = f"and {more:,} more; --json has all" if more > 0 else ""
    return _table(plan, groups[:most]), after


def _table(plan: PlanFigures, groups: Sequence[GroupForecast]) -> Table:
    has_values = any(group.sum_sd for group in groups)
    has_counts = any(group.count_sd for group in groups)
    is_histogram = plan.measure == "option share"
    has_both = any(g.judged and g.judged.population > 1.005 * g.judged.first for g in groups)
    heading = HEADINGS[plan.measure]
    head = ["group", "share", "people"]
    head += ["count ±"] * has_counts + ["sum ±"] * has_values + ["option ±"] * is_histogram
    head += [f"{heading} ±"] + ["population ±"] * has_both
    rows = []
    for group in groups:
        row = [brief(group.group), _percent(group.share), short(round(group.people or 0))]
        row += [_halfwidth(group.count_sd)] * has_counts + [_halfwidth(group.sum_sd)] * has_values
        row += [_halfwidth(group.option_count_sd)] * is_histogram
        row += [short(group.judged.first) if group.judged else NOT_RESOLVED]
        row += [short(group.judged.population) if group.judged else ""] * has_both
        rows.append(row)
    return [head, *rows]


def _alternatives(plan: PlanFigures) -> Table:
    rows = [
        [
            other.scheme.rows.name,
            f"{other.scheme.rows.columns:,}",
            f"{other.scheme.bits}",
            f"{other.people:,.2f} x" if other.people < 100 else f"{other.people:,.0f} x",
        ]
        for other in plan.alternatives
    ]
    return [["rows", "columns", "bits", "people needed"], *rows]


def _lines(title: str, table: Table, after: str) -> list[str]:
    """A table with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return [*([title] if title else []), *lines, *([after] if after else [])]


def _percent(share: float) -> str:
    return f"{share:.1%}" if share >= 0.001 else f"{float(f'{100 * share:.1g}'):f}".rstrip("0") + "%"


def _halfwidth(sd: Precision | None) -> str:
    return "-" if sd is None else short(Z * sd.first)


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent)
