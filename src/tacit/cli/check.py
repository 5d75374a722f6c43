"""tacit check: name every error of a study at once, or say what the study is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.output import as_json, print_json, print_text
from tacit.errors import Problem, Refused
from tacit.study.spelling import show_path

if TYPE_CHECKING:
    from tacit.study.study import Registered, Study

WRONG_USE = 2
LABELS_SHOWN = 8
LONGEST_LIST = 300
TICKETS = {
    "blind": "blind: by invitation, and nothing stored links an invitation to its answer",
    "open": "open: anybody, with no invitation",
    "named": "named: each randomised answer is kept beside the person's record",
}


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.option(
    "--manifest", metavar="FILE", type=click.Path(path_type=Path), help="Freeze the study into this .json."
)
@click.option("--force", is_flag=True, help="Write over another manifest that is there.")
@as_json
def command(study: Path, manifest: Path | None, *, force: bool, as_json: bool) -> None:
    """Name everything that is wrong with a study at once, field by field; or say what the study is.

    STUDY is a study file, or a frozen manifest (.json). Warnings name what is allowed and perhaps not meant.

    \b
    Examples:
      tacit check study.toml
      tacit check study.toml --json
      tacit check study.toml --manifest study.json
    Exit code 2: the study is wrong; nothing was written.
    """
    try:
        read = _read(study)
    except Refused as refused:
        if not as_json:
            raise
        print_json({"valid": False, "problems": _listed(refused.problems)})
        raise SystemExit(WRONG_USE) from None
    if manifest is not None:
        _freeze(read, manifest, force=force)
    warnings = _warnings(read)
    if as_json:
        print_json(_json(read, warnings, manifest))
        return
    for name, text in _lines(read):
        print_text(f"{name:<9} {text}", indent=10)
    for warning in warnings:
        print_text(f"warning: {warning}", indent=9)
    if manifest is not None:
        print_text(f"{show_path(manifest)} holds the frozen study.")


def _read(path: Path) -> Study:
    """The study with its scheme chosen: a choice that fails is a problem of the study too."""
    from tacit.study.file import read_study

    study = read_study(path)
    _ = study.scheme
    return study


def _warnings(study: Study) -> list[Problem]:
    from tacit.planning.plan import plan
    from tacit.study.advice import advice

    warnings = advice(study, today=datetime.now(UTC).date())
    if study.collect.people is not None and plan(study).verdict == "hopeless":
        tells = f"{study.collect.people:,} people would tell next to nothing about a usual group"
        rule = f"makes the plan hopeless: {tells}; `tacit plan` says how many it takes"
        warnings.append(Problem("collect.people", rule))
    return warnings


def _freeze(study: Study, path: Path, *, force: bool) -> None:
    """Write the manifest whole or not at all, and never over something else unless it is forced."""
    from tacit.files.whole import ending_of, write_whole

    ending_of(path, [".json"], "a manifest")
    write_whole({path: study.manifest}, force=force)


def _json(study: Study, warnings: Sequence[Problem], manifest: Path | None) -> dict[str, object]:
    scheme = study.scheme
    answer: dict[str, object] = {
        "study": study.id,
        "valid": True,
        "problems": [],
        "warnings": _listed(warnings),
        "title": study.title,
        "kind": study.question.kind,
        "groups": len(study.groups.labels),
        "people": study.collect.people,
        "epsilon": float(study.privacy.epsilon),
        "promise": study.privacy.promise,
        "scheme": {**scheme.to_manifest(), "queries": scheme.queries, "bits": scheme.bits},
    }
    return answer if manifest is None else {**answer, "manifest": str(manifest)}


def _listed(problems: Sequence[Problem]) -> list[dict[str, str]]:
    return [{"field": problem.field, "rule": problem.rule} for problem in problems]


def _lines(study: Study) -> Iterator[tuple[str, str]]:
    """What the study is, line by line."""
    from tacit.study.protection import promise_of

    people = study.collect.people
    yield "study", study.title
    yield "id", study.id + _id_note(study)
    yield "asked", _asked(study)
    yield "groups", _groups(study)
    yield "promise", promise_of(study)
    yield "scheme", _scheme(study)
    yield "people", "not said" if people is None else f"{people:,} expected"
    yield "tickets", TICKETS[study.collect.tickets]
    yield "until", study.not_after.isoformat()
    if study.analysis:
        yield "analysis", _analysis(study.analysis)


def _id_note(study: Study) -> str:
    if study.frozen is None:
        return "  (every change to the file changes it)"
    return "  (frozen)"


def _asked(study: Study) -> str:
    from tacit.study.spelling import plain

    question = study.question
    text = " ".join(question.text.split())
    if question.kind == "none":
        return f"{text}  (only the group)".strip()
    if question.kind == "choice":
        return f"{text}  ({_some(question.options, 'options')})"
    low, high = (plain(end) for end in (question.low, question.high) if end is not None)
    steps = "whole steps" if question.kind == "scale" else "a number"
    return f"{text}  ({steps}, {low} to {high})"


def _groups(study: Study) -> str:
    from tacit.study.groups import DECLINED

    groups = study.groups
    crossed = " x ".join(f"{len(labels)} {axis}" for axis, labels in groups.cross)
    declined = f'; or "{DECLINED}"' if groups.decline else ""
    shares = "; shares known" if groups.shares else ""
    text = " ".join(groups.text.split())
    listed = _some(groups.labels, "groups", crossed)
    return f"{text}  ({listed}{declined}{shares})"


def _some(labels: Sequence[str], what: str, crossed: str = "") -> str:
    """`2 groups: a, b`, or the first of them and how many more there are."""
    count = f"{len(labels):,} {what}" + (f", {crossed}" if crossed else "")
    shown = " · ".join(labels[:LABELS_SHOWN])
    if len(shown) > LONGEST_LIST:
        shown = f"{shown[:LONGEST_LIST]}…"
    more = len(labels) - LABELS_SHOWN
    return f"{count}: {shown}" + (f" and {more:,} more" if more > 0 else "")


def _analysis(analysis: Registered) -> str:
    """What is registered, in short."""
    outcomes = [_some(analysis.outcomes, "outcomes")] if analysis.outcomes else []
    pairs = [" - ".join(pair) for pair in analysis.compare]
    return "; ".join([*outcomes, *([_some(pairs, "comparisons")] if pairs else [])]) or "registered"


def _scheme(study: Study) -> str:
    """The rows, the columns and the odds, in words."""
    scheme = study.scheme
    rows, odds = scheme.rows, scheme.odds
    cards = f"{rows.cards:,} cards ({_cards(study)})"
    bits = f"{scheme.bits} bit{'s' if scheme.bits > 1 else ''} per answer"
    if rows.name == "direct":
        laid = f"direct: a column for each of {cards}, {bits}, no query"
    else:
        laid = f"{rows.name}: {cards} into {rows.columns:,} columns, {bits}, {scheme.queries:,} queries"
    counting = f", {scheme.count_share} of them count only" if scheme.count_share else ""
    weights = f"{odds.keep:,} : {odds.other:,}"
    if not odds.is_plain:
        weights = f"{odds.keep:,} : {odds.opposite:,} (the group's other card) : {odds.other:,}"
    return f"{laid}{counting}; odds of the own column {weights}"


def _cards(study: Study) -> str:
    """What the cards stand for."""
    groups = f"{len(study.groups.labels):,} groups"
    if study.is_histogram:
        groups = f"{groups} x {len(study.question.options):,} options"
    if study.groups.decline:
        groups = f"{groups} and declining"
    levels, what = study.scheme.rows.levels, "options" if study.question.kind == "choice" else "levels"
    return f"{groups}, {levels} {what} each" if levels > 1 else groups
