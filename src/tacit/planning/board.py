"""A plan as a document for an ethics board: the promise, then what the study will tell, on two pages."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from tacit.planning.figures import Needed, PlanFigures
from tacit.planning.picture import Picture
from tacit.planning.power import USUAL
from tacit.planning.tables import Titled, difference_tables, group_tables
from tacit.planning.words import (
    about_the_scheme,
    assumptions,
    cannot,
    headline,
    named,
    short,
    subject_of,
    wanted_of,
)
from tacit.study.beliefs import at_least, at_most, plainly
from tacit.study.protection import beliefs_of, grounds_of, guess_in_words, promise_of, unprotected
from tacit.study.spelling import plain
from tacit.study.study import Study
from tacit.version import __version__
from tacit.writing.parts import Chapter, Command, Contents, Part, Points, Table, Text
from tacit.writing.questions import questions_of

MOST_ROWS = 6  # of one table, on two pages
MOST_CANNOT = 3  # differences that are not told, in sentences
ABOVE = "Plan of a study: what it promises, and what it will tell"
CANNOT = "What cannot be done"
LOOK = "board"
HOW = (
    "Each person's own device mixes chance into the answer before anything is sent. Nobody, the researchers "
    "included, ever receives a true answer; only all answers together say something, and it is about groups."
)


def contents_of(plan: PlanFigures, ending: str) -> Contents:
    """For a file with this ending, which its own command names."""
    study = plan.study
    return Contents(
        title=study.title,
        questions=questions_of(study),
        promise=promise_of(study),
        facts=tuple(_facts(plan)),
        unsaid=tuple(_cannot(plan)),
        chapters=(
            Chapter("promise", "What each person is promised", tuple(_promised(study))),
            Chapter("limits", "What is not protected", (Points(tuple(unprotected(study))),)),
            Chapter("forecast", "What the study will tell", tuple(_forecast(plan))),
            Chapter("assumptions", "What the forecast takes for granted", (Points(tuple(_granted(plan))),)),
            Chapter("check", "How to check this document", tuple(_check(plan, ending))),
        ),
        above=ABOVE,
        look=LOOK,
        unsaid_heading=CANNOT,
    )


def _facts(plan: PlanFigures) -> Iterator[tuple[str, str]]:
    yield "people", "not said" if plan.people is None else f"{plan.people:,}"
    yield "private groups", f"{len(plan.groups):,}"
    yield "epsilon", plain(plan.study.privacy.epsilon)
    yield "answer", f"{plan.scheme.bits} bit{'' if plan.scheme.bits == 1 else 's'}"
    if plan.verdict is not None:
        yield "forecast", plan.verdict


def _cannot(plan: PlanFigures) -> Iterator[str]:
    """The gravest first; nothing where everything can be done."""
    sentences = [sentence[:1].upper() + sentence[1:] for sentence in cannot(plan)]
    yield from sentences[:MOST_CANNOT]
    if len(sentences) > MOST_CANNOT:
        yield f"{len(sentences) - MOST_CANNOT:,} more differences of that size: what they take stands below."
    if plan.verdict == "hopeless":
        yield headline(plan)
    elif plan.unresolved:
        yield f"Nothing can be said of the values of {named(plan.unresolved)}: too few among so many."


def _promised(study: Study) -> Iterator[Part]:
    yield Text(HOW)
    yield Text(guess_in_words(study))
    rows = [
        (belief.about, plainly(belief.before), at_most(belief.most), at_least(belief.least))
        for belief in beliefs_of(study)
    ]
    columns = ("that", "before", "after one answer, at most", "at least")
    yield Table("How far one answer can move what somebody thinks", columns, tuple(rows))
    yield Text(grounds_of(study))


def _forecast(plan: PlanFigures) -> Iterator[Part]:
    if plan.verdict != "hopeless":
        yield Text(headline(plan))
    if plan.people is not None:
        yield from _tables("±, half of a 95% interval", group_tables(plan, MOST_ROWS))
    yield Table(f"To know the {subject_of(plan)}", *_needed(plan), has_numbers=True)
    yield from _tables("", list(difference_tables(plan)))
    yield Picture(plan)


def _tables(first: str, found: list[Titled]) -> Iterator[Part]:
    for title, (head, *rows), after in found:
        caption = ", ".join(filter(None, (title[:1].upper() + title[1:] or first, after)))
        yield Table(caption, tuple(head), tuple(map(tuple, rows)), has_numbers=True)


def _needed(plan: PlanFigures) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """People, or epsilon with the people that there are: to be useful, and for what is wanted."""
    columns = ["to", "people"] + ["or epsilon, with these people"] * (plan.people is not None)
    wanted = [("a usual group, to be useful", plan.useful), *wanted_of(plan)]
    rows = []
    for which, needed in wanted:
        row = [f"±{short(needed.within)} in {which}", f"{needed.people:,}"]
        rows.append(tuple(row + [_epsilon(needed)] * (plan.people is not None)))
    return tuple(columns), tuple(rows)


def _epsilon(needed: Needed) -> str:
    return "none is enough" if needed.epsilon is None else plain(needed.epsilon)


def _granted(plan: PlanFigures) -> Iterator[str]:
    yield "People say the truth, and answer once; those who answer are drawn at random from the population."
    yield from assumptions(plan)
    yield from about_the_scheme(plan)


def _check(plan: PlanFigures, ending: str) -> Iterator[Part]:
    facts = (
        ("asked by", f"{plan.study.owner}, until {plan.study.not_after}"),
        ("tacit", __version__),
        ("study", plan.study.id),
    )
    yield Table("What it was made from", ("", ""), facts)
    if plan.study.collect.tickets == "blind" and not plan.study.keys:
        yield Text(
            "Once it is opened, the study also holds the keys that its server signs with, and is named anew: "
            "the name that people can compare is the one that tacit open prints."
        )
    yield Text(
        "The name of the study is the hash of all that it says. With that study, this command writes the "
        "same bytes:"
    )
    yield Command(command_of(plan, ending))


def command_of(plan: PlanFigures, ending: str) -> str:
    """What to type to get this document again; the study is named by its hash, not by where it lay."""
    words = ["tacit", "plan", "STUDY"]
    if plan.people is not None:
        words += ["--people", str(plan.people)]
    words += ["--epsilon", plain(plan.study.privacy.epsilon)]
    for needed in list(plan.wanted.values())[:1]:
        words += ["--within", f"{needed.within:.10g}"]
    if plan.detect is not None:
        words += ["--detect", f"{plan.detect:.10g}"]
    if plan.power != USUAL:
        words += ["--power", f"{plan.power:.10g}"]
    for found in plan.detections:
        if found.which == "asked" and found.figure == plan.measure:
            words += ["--compare", *found.groups]
    if plan.design_effect != 1:
        words += ["--design-effect", f"{plan.design_effect:.10g}"]
    return shlex.join([*words, "--out", f"plan{ending}"])
