"""A plan in sentences: the verdict first, what it would take, and all that the numbers rest on."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.planning.figures import Needed, PlanFigures
from tacit.planning.forecast import Measure
from tacit.study.spelling import plain
from tacit.study.units import units_of

MOST_NAMED = 5
SUBJECTS: dict[Measure, str] = {
    "mean": "mean",
    "option share": "share of any option",
    "linked mean": "share with any linked outcome",
    "sum per person": "sum per person",
}


def short(value: float) -> str:
    """Few digits: whole numbers from 1,000 on, three significant ones below."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 1e-3 or value == 0 else f"{value:.1e}"


def headline(plan: PlanFigures) -> str:
    """The verdict, why, and what would change it."""
    if plan.people is None:
        takes = (
            f"a useful plan (±{short(plan.useful.within)} in {_median(plan)}) takes {plan.useful.people:,}"
        )
        return f"How many people will answer? Say so with --people N: {takes}."
    median = plan.groups[plan.median]
    subject = f"the {SUBJECTS[plan.measure]} in {_median(plan)}"
    if median.judged is None:
        why = f"{plan.people:,} people are too few to say anything about {subject}"
    else:
        known, part = short(median.judged.first), f"{median.judged.first / plan.width:.1%} of its range"
        why = f"with {plan.people:,} people {subject} is known to ±{known}, {part}"
    sentences = [f"{str(plan.verdict).capitalize()}: {why}."]
    if plan.verdict == "useful" and plan.population_verdict != "useful" and median.judged:
        wider = short(median.judged.population)
        sentences.append(
            f"That is about these people; about the population that they are drawn from "
            f"it is {plan.population_verdict} (±{wider})."
        )
    if plan.verdict != "useful":
        sentences.append(f"{_takes(plan.useful)}, to be useful (±{short(plan.useful.within)}).")
    return " ".join(sentences)


def subtitle(plan: PlanFigures) -> str:
    """What is planned, in a line."""
    study = plan.study
    people = "people not said" if plan.people is None else f"{plan.people:,} people"
    shares = "shares known" if study.groups.shares else "assumed equally large"
    groups = f"{len(plan.groups):,} groups, {shares}"
    return f"{people} · {groups} · epsilon {plain(study.privacy.epsilon)}"


def notes(plan: PlanFigures) -> Iterator[str]:
    """Everything that a reader must know beside the numbers."""
    yield from (_wanted(which, needed) for which, needed in plan.wanted.items())
    yield from _about_intervals(plan)
    yield from _about_groups(plan)
    yield from _about_declining(plan)
    yield _about_the_scheme(plan)
    yield _about_the_limit(plan)
    yield _about_inventions(plan)


def _takes(needed: Needed) -> str:
    if needed.epsilon is None:
        return f"It takes {needed.people:,} people, and with these no epsilon is enough"
    return f"It takes {needed.people:,} people, or epsilon {plain(needed.epsilon)} with these"


def _wanted(which: str, needed: Needed) -> str:
    people = f"±{short(needed.within)} in {which}: {needed.people:,} people"
    return f"{people}, or epsilon {plain(needed.epsilon)} with these." if needed.epsilon else f"{people}."


def _median(plan: PlanFigures) -> str:
    if plan.study.groups.shares is None:
        return "a group"
    return f"the group of median share ({plan.groups[plan.median].group})"


def _about_intervals(plan: PlanFigures) -> Iterator[str]:
    study = plan.study
    yield "± is half of a 95 % interval, at whatever values are worst."
    if plan.measure == "linked mean":
        yield (
            "Linked: the share of a group's people with an outcome that you have of everybody, as with a "
            "vaccine's answer in a trial. Any number of outcomes costs no more privacy."
        )
    if plan.measure == "option share":
        yield "Option: how many people of the group chose an option, and which share of the group they are."
    units = units_of(study.question)
    if units and plan.measure == "mean" and study.groups.shares:
        yield (
            "Sums and means are about the population: known shares do not say how many of these people "
            "are in a group. Counts are about these people."
        )
    if units and plan.is_sum_centred:
        yield f"Sums are of the value less {short(units.mid)}, the middle of the range."
    if plan.measure == "sum per person":
        why = "count nobody" if plan.groups[0].count_sd is None else "are for sums"
        yield (
            f"These answers {why}, so there are no means; the plan is judged by sums, divided by how many "
            'people a group is expected to have. For counts and means write ask = "mean" under [scheme].'
        )


def _about_groups(plan: PlanFigures) -> Iterator[str]:
    if plan.study.groups.shares is None:
        yield (
            "Nobody said how large the groups are, so they are taken to be equal; a rarer group is known "
            "less well. If you know their shares of the population, give them: shares = [...] under [groups]."
        )
    unresolved = plan.unresolved
    if unresolved:
        named = ", ".join(unresolved[:MOST_NAMED])
        more = f" and {len(unresolved) - MOST_NAMED:,} more" if len(unresolved) > MOST_NAMED else ""
        yield (
            f"Not resolved: {named}{more}. So few people among so many: their count may be zero, and "
            "nothing can be said of their values."
        )


def _about_declining(plan: PlanFigures) -> Iterator[str]:
    if not plan.study.groups.decline:
        return
    judged, then = plan.groups[plan.median].judged, plan.median_if_some_decline
    if judged and then:
        change = f"; if 1 in 10 does, ±{short(judged.first)} in {_median(plan)} becomes ±{short(then)}"
    else:
        change = ""
    yield f"As if nobody declined{change}."


def _about_the_scheme(plan: PlanFigures) -> str:
    scheme = plan.scheme
    rows = scheme.rows
    bits = f"{scheme.bits} bit{'s' if scheme.bits > 1 else ''} per answer"
    if rows.name == "direct":
        return f"Scheme: direct, a column for each of {rows.cards:,} cards, no query; {bits}."
    counting = f", {scheme.count_share} of them count only" if scheme.count_share else ""
    laid = f"{rows.cards:,} cards in {rows.columns:,} columns, {scheme.queries:,} queries{counting}"
    return f"Scheme: {rows.name}, {laid}; {bits}."


def _about_the_limit(plan: PlanFigures) -> str:
    needs = plan.study.needs
    what = "counts" if needs.levels == 1 else "sums"
    ratio = f"Its variance is {plan.ratio_to_optimum:.3f} times the least"
    limit = f"{ratio} that any scheme with this promise can have for {what}"
    reasons = []
    if needs.levels > 1 and needs.ask == "mean":
        reasons.append("this one gives counts and means too")
    if needs.max_bits is not None:
        reasons.append(f"this one has at most {needs.max_bits} bits")
    if needs.mean_within is not None:
        reasons.append("this one makes use of the bound on means, without which that limit holds")
    return f"{limit} ({'; '.join(reasons)})." if reasons else f"{limit}."


def _about_inventions(plan: PlanFigures) -> str:
    """PROTOCOL.md: nobody can keep a person from inventing an answer; what that does can be said."""
    influence = plan.influence
    moves = "a group's count by at most" if plan.scheme.rows.levels == 1 else "a group's sum by at most"
    unit = "people" if plan.scheme.rows.levels == 1 else "half-ranges"
    furthest = f"One invented answer moves {moves} {short(influence.furthest)} {unit}"
    if influence.answers_for_one_sd is None:
        return f"{furthest}."
    return f"{furthest}; about {influence.answers_for_one_sd:,} of them move it by one standard deviation."
