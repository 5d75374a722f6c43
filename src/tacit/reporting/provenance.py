"""Where the numbers come from: names of what was used, and the command that makes this document again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from tacit.estimation.figures import StudyFigures, Weighing
from tacit.estimation.model import LinearModel
from tacit.reporting.asked import Asked
from tacit.study.study import Study
from tacit.version import __version__
from tacit.writing.parts import Chapter, Command, Table, Text

LEVEL = 0.95


def provenance_chapter(study: Study, command: str, answers_id: str, seeds: Sequence[int]) -> Chapter:
    """The last chapter: whoever has the same study and answers gets the same document."""
    scheme = study.scheme
    rows, odds = scheme.rows, scheme.odds
    weights = (odds.keep, odds.other) if odds.is_plain else (odds.keep, odds.opposite, odds.other)
    levels = f" of {rows.levels:,} levels" if rows.levels > 1 else ""
    facts = [
        ("tacit", __version__),
        ("study", study.id),
        ("answers", answers_id),
        ("rows", f"{rows.name}: {rows.items:,} items{levels}, {rows.columns:,} columns"),
        ("queries", f"{scheme.queries:,}" + _counting(study)),
        ("odds", " : ".join(f"{weight:,}" for weight in weights)),
    ]
    if seeds:
        facts.append(("simulated, seed", ", ".join(map(str, seeds))))
    why = (
        "With this study and these answers, this command writes the same bytes. The name of the study is the "
        "hash of all that it says, that of the answers a hash of all that was counted, in whatever files "
        "and order they come."
    )
    parts = (Table("What it was made from", ("", ""), tuple(facts)), Text(why), Command(command))
    return Chapter("check", "How to check this report", parts)


def command_of(
    study: Study, estimate: StudyFigures, asked: Asked, models: Sequence[LinearModel], ending: str
) -> str:
    """What to type; the study and the answers are named by their hashes, and not by where they lay."""
    words = ["tacit", "report", "STUDY", "ANSWERS", "--out", f"report{ending}"]
    if estimate.level != LEVEL:
        words += ["--level", f"{estimate.level:.10g}"]
    if estimate.comparisons > 1:
        words.append("--simultaneous")
    if estimate.weighing:
        words += _weighed(estimate.weighing)
    for outcome in estimate.outcomes:
        words += ["--outcome", outcome.outcome]
    words += _modelled(models)
    words += _asked(study, asked)
    return shlex.join(words)


def _modelled(models: Sequence[LinearModel]) -> Iterator[str]:
    """Their covariates, which all models share."""
    for model in models[:1]:
        for name in model.covariates:
            yield from ("--covariate", name)
        for name in model.by_group:
            yield from ("--by-group", name)


def _weighed(weighing: Weighing) -> Iterator[str]:
    if weighing.weights:
        yield from ("--weights", weighing.weights)
    for name in weighing.by:
        yield from ("--by", name)
    if weighing.cluster:
        yield from ("--cluster", weighing.cluster)
    if weighing.sampling == "simple":
        yield from ("--population", str(weighing.people))
    if weighing.sampling == "poisson":
        yield "--poisson"


def _asked(study: Study, asked: Asked) -> Iterator[str]:
    is_particular = asked.figure is not None or asked.margin is not None
    registered = study.analysis.compare if study.analysis else ()
    for first, second in asked.pairs or (registered if is_particular and not asked.has_every_pair else ()):
        yield from ("--compare", first, second)
    numbers = {
        "figure": asked.figure,
        "margin": asked.margin,
        "invited": asked.invited,
        "skipped": asked.skipped,
    }
    flags = {
        "pairs": asked.has_every_pair or (is_particular and not asked.pairs and not registered),
        "consistent": asked.has_consistent,
        "shrink": asked.has_shrunk,
    }
    for name, value in numbers.items():
        if value is not None:
            yield from (f"--{name}", f"{value:.10g}" if isinstance(value, float) else str(value))
    for label, share in zip(study.groups.labels, asked.known or (), strict=False):
        yield from ("--known", label, f"{share:.10g}")
    yield from (f"--{name}" for name, is_asked in flags.items() if is_asked)


def _counting(study: Study) -> str:
    share = study.scheme.count_share
    return f", {share} of them about the group alone" if share else ""
