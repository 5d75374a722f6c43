"""The document's contents: what it says, in reading order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tacit.estimation.notes import percent
from tacit.reporting.findings import Findings
from tacit.reporting.meaning import meaning
from tacit.reporting.methods import methods
from tacit.reporting.protection import unprotected
from tacit.reporting.provenance import provenance_chapter
from tacit.reporting.registration import AS_REGISTERED, registration_chapter
from tacit.reporting.results import (
    differences_chapter,
    figures_chapter,
    known_shares_chapter,
    leaning_chapter,
    models_chapter,
    outcomes_chapter,
    response_chapter,
)
from tacit.reporting.shown import Figures, Legend
from tacit.reporting.unsaid import unsaid
from tacit.study.protection import belief_of, grounds_of, promise_of
from tacit.study.spelling import plain
from tacit.writing.parts import Chapter, Contents, Points, Quote, Text
from tacit.writing.questions import questions_of

NOBODY = "Imagined answers: nobody gave them. This is how a report of real ones would look."


def contents_of(found: Findings, ending: str) -> Contents:
    """For a file with this ending, which its own command names."""
    study = found.study
    return Contents(
        title=_marked(found, study.title),
        questions=questions_of(study),
        promise=promise_of(study),
        facts=tuple(_facts(found)),
        unsaid=tuple(unsaid(found.estimate, found.comparisons, found.seeds)),
        chapters=_explained([chapter for chapter in _chapters(found, ending) if chapter is not None]),
        above=NOBODY if found.seeds else "",
    )


def _explained(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """The marks of all pictures are explained above the first."""
    drawn = [part.block for chapter in chapters for part in chapter.parts if isinstance(part, Figures)]
    first = next(
        (chapter for chapter in chapters if any(isinstance(each, Figures) for each in chapter.parts)), None
    )
    return tuple(
        replace(each, parts=(Legend(tuple(drawn)), *each.parts)) if each is first else each
        for each in chapters
    )


def _marked(found: Findings, text: str) -> str:
    """What may be read apart from the rest of the page says by itself that nobody answered."""
    return f"Imagined: {text}" if found.seeds else text


def methods_of(found: Findings) -> str:
    """The paragraph to paste."""
    return methods(found.study, found.estimate, found.comparisons, found.answers_id, found.models)


def _facts(found: Findings) -> Iterator[tuple[str, str]]:
    study, estimate = found.study, found.estimate
    yield "answers", f"{estimate.answers:,}"
    yield "private groups", f"{len(study.groups.labels):,}"
    yield "epsilon", plain(study.privacy.epsilon)
    yield "intervals", percent(estimate.level) + (", all at once" if estimate.comparisons > 1 else "")
    if found.departures is not None:
        yield "analysis", "not as registered" if found.departures else AS_REGISTERED


def _chapters(found: Findings, ending: str) -> Iterator[Chapter | None]:
    study, estimate, comparisons = found.study, found.estimate, found.comparisons
    yield figures_chapter(estimate, found.truth)
    yield outcomes_chapter(estimate)
    yield differences_chapter(study, estimate, comparisons)
    yield models_chapter(found.models)
    if found.collected:
        yield Chapter("collected", "How the answers came in", (Points(found.collected),))
    yield response_chapter(found.response)
    yield known_shares_chapter(study, found.gaps, found.overall, found.asked.known)
    yield leaning_chapter(found.asked, found.consistent, found.shrunk)
    yield registration_chapter(found.departures)
    yield Chapter("methods", "Methods, ready to paste", (Quote(_marked(found, methods_of(found))),))
    meant = Points(tuple(meaning(study, estimate, comparisons)))
    yield Chapter("meaning", "What the numbers mean, and what they do not", (meant,))
    promise = (Quote(promise_of(study)), Text(belief_of(study)), Text(grounds_of(study)))
    limits = (Text("What that does not cover:"), Points(tuple(unprotected(study, estimate, found.models))))
    yield Chapter("protection", "What is protected, and what is not", (*promise, *limits))
    yield provenance_chapter(study, found.command(ending), found.answers_id, found.seeds)
