"""A plan in sentences: the verdict first, what it would take, and all that the numbers rest on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal

from tacit.planning.figures import Detection, Needed, PlanFigures
from tacit.planning.forecast import Measure, Z
from tacit.planning.variances import linked_factor
from tacit.study.advice import HIDES_LITTLE
from tacit.study.spelling import join, plain, show
from tacit.study.units import is_two_valued, units_of

WANTED = {"every_group": "every group", "median_group": "the group of median share"}
MOST_NAMED = 5
LONGEST_LABEL = 26


def short(value: float) -> str:
    """Few digits: whole numbers from 1,000 on, three significant ones below."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 1e-3 or value == 0 else f"{value:.1e}"


def brief(label: str, longest: int = LONGEST_LABEL) -> str:
    """A label that leaves room for figures."""
    return label if len(label) <= longest else label[: longest - 1] + "…"


def subject_of(plan: PlanFigures) -> str:
    """What the study is judged by."""
    if plan.study.question.is_two_valued and plan.measure == "mean":
        return f"share of {show(brief(plan.study.question.options[1]))}"
    subjects: dict[Measure, str] = {
        "mean": "mean",
        "option share": "share of any option",
        "linked mean": "share with any linked outcome",
        "sum per person": "sum per person",
    }
    return subjects[plan.measure]


def headline(plan: PlanFigures) -> str:
    """The verdict, why, and what would change it."""
    if plan.people is None:
        takes = (
            f"a useful plan (±{short(plan.useful.within)} in {_median(plan)}) takes {plan.useful.people:,}"
        )
        return f"How many people will answer? Say so with --people N: {takes}."
    median = plan.groups[plan.median]
    subject = f"the {subject_of(plan)} in {_median(plan)}"
    if median.judged is None:
        are = "is" if plan.people == 1 else "are"
        why = f"{_people(plan.people)} {are} too few to say anything about {subject}"
    else:
        known, part = short(median.judged.first), median.judged.first / plan.width
        of_range = f"{100 * part:.1f} points" if plan.is_share else f"{part:.1%} of the range"
        why = f"with {plan.people:,} people {subject} is known to ±{known}, {of_range}"
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


def cannot(plan: PlanFigures) -> Iterator[str]:
    """What was asked for and these people do not give: to be said before anything else."""
    for each in plan.unmet:
        whose = pair_of(plan, each, LONGEST_LABEL)
        told = f"with {_people(plan.people or 0)} a difference of {short(plan.detect or 0.0)} between {whose}"
        power = f"is told with {_percent(each.chance or 0.0)} power, not {_percent(plan.power)}"
        takes = _takes(Needed(plan.detect or 0.0, each.people or 0, each.epsilon))
        yield f"{told} {power}. {takes}."


def pair_of(plan: PlanFigures, found: Detection, longest: int) -> str:
    """Which two groups: any of those that are taken to be alike."""
    if found.which == "any" and len(plan.groups) > len(found.groups):
        return f"any two of {len(plan.groups):,}"
    return " and ".join(brief(label, longest) for label in found.groups)


def verdict_first(plan: PlanFigures) -> Iterator[str]:
    """What cannot be done, then what can."""
    yield from (f"Cannot be done: {sentence}" for sentence in cannot(plan))
    yield headline(plan)


def _percent(share: float) -> str:
    """Never rounded up to what was wanted."""
    return f"{math.floor(1000 * share + 1e-9) / 10:g}%"


def named(labels: Sequence[str]) -> str:
    """The first of them, and how many more."""
    more = [f"{len(labels) - MOST_NAMED:,} more"] if len(labels) > MOST_NAMED else []
    return join([*map(brief, labels[:MOST_NAMED]), *more], "and")


def subtitle(plan: PlanFigures) -> str:
    """What is planned, in a line."""
    study = plan.study
    people = "people not said" if plan.people is None else _people(plan.people)
    shares = "shares known" if study.groups.shares else "assumed equally large"
    groups = f"{len(plan.groups):,} groups, {shares}"
    weights = f" · design effect {plan.design_effect:g}" if plan.design_effect > 1 else ""
    return f"{people} · {groups} · epsilon {plain(study.privacy.epsilon)}{weights}"


def notes(plan: PlanFigures) -> Iterator[str]:
    """Everything that a reader must know beside the numbers."""
    for which, needed in wanted_of(plan):
        yield _wanted(plan, which, needed)
    yield from assumptions(plan)
    yield from about_the_scheme(plan)


def wanted_of(plan: PlanFigures) -> Iterator[tuple[str, Needed]]:
    """In which groups something is wanted, and what it takes."""
    for which, needed in plan.wanted.items():
        # Where all groups are taken to be equal, the median one is any.
        if plan.study.groups.shares or which == "every_group":
            yield WANTED[which], needed


def assumptions(plan: PlanFigures) -> Iterator[str]:
    """What the numbers are of, and what they take for granted."""
    yield from _about_intervals(plan)
    yield from _about_differences(plan)
    yield from _about_weights(plan)
    yield from _about_groups(plan)
    yield from _about_declining(plan)


def about_the_scheme(plan: PlanFigures) -> Iterator[str]:
    """How answers are made, how good that is, and what could be made of it."""
    yield _about_the_scheme(plan)
    yield _about_the_limit(plan)
    yield from _about_levels(plan)
    yield _about_inventions(plan)


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count:,} people"


def _takes(needed: Needed) -> str:
    if needed.epsilon is None:
        return f"It takes {needed.people:,} people, and with these no epsilon is enough"
    return f"It takes {needed.people:,} people, or {_epsilon(needed.epsilon)} with these"


def _epsilon(epsilon: Decimal) -> str:
    """With a word of warning where it is no way out."""
    hides_little = " (which hides little)" if epsilon > HIDES_LITTLE else ""
    return f"epsilon {plain(epsilon)}{hides_little}"


def _wanted(plan: PlanFigures, which: str, needed: Needed) -> str:
    people = f"±{short(needed.within)} in {which} takes {needed.people:,} people"
    if plan.people is None:
        return f"{people}."
    if needed.epsilon is None:
        return f"{people}; with these no epsilon is enough."
    return f"{people}, or {_epsilon(needed.epsilon)} with these."


def _median(plan: PlanFigures) -> str:
    if plan.study.groups.shares is None:
        return "a group"
    return f"the group of median share ({brief(plan.groups[plan.median].group)})"


def _about_intervals(plan: PlanFigures) -> Iterator[str]:
    study = plan.study
    yield f"± is half of a 95% interval, {taken_for(plan)}."
    if study.question.is_two_valued:
        second = show(brief(study.question.options[1]))
        yield f"The sum counts those who say {second}, the mean is their share."
    if plan.measure == "linked mean":
        yield (
            "Linked: the share of a group's people with an outcome that you have of everybody, as with a "
            "vaccine's answer in a trial. Any number of outcomes costs no more privacy. Where a group's "
            "share is D away from the other groups', its ± is up to sqrt(1 + 4 D^2) times as large: "
            f"{_wider(0.2)} times at D = 0.2, {_wider(0.6)} times at 0.6."
        )
    if plan.measure == "option share":
        yield "Option: how many people of the group chose an option, and which share of the group they are."
    units = units_of(study.question)
    if study.groups.shares and (plan.measure == "option share" or (units and plan.measure == "mean")):
        what = "Sums and means" if units else "Shares of options"
        yield (
            f"{what} are about the population: known shares do not say how many of these people are in a "
            "group."
        )
    if units and plan.is_sum_centred:
        yield f"Sums are of the value less {short(units.mid)}, the middle of the range."
    if plan.measure == "sum per person":
        # Known shares are of those who do not decline, and these must be counted.
        cure = "columns = 3" if study.groups.shares else 'ask = "mean"'
        yield (
            "These answers count nobody, so there are no means; the plan is judged by sums, divided by how "
            f"many people a group is expected to have. For means write {cure} under [scheme]."
        )


def taken_for(plan: PlanFigures) -> str:
    """What the figures are forecast at."""
    if plan.measure == "linked mean":
        return "of an outcome that is as common in all groups, however common it is"
    return "at whatever values are worst"


def _wider(away: float) -> str:
    return f"{math.sqrt(linked_factor(away)):.2f}"


def _about_differences(plan: PlanFigures) -> Iterator[str]:
    if plan.detections and (plan.people is not None or plan.detect is not None):
        yield (
            "Two groups are told apart when the 95% interval of their difference leaves zero out, sampling "
            "included."
        )
    if plan.measure == "linked mean":
        yield (
            "Of a linked outcome that is a number, differences are in standard deviations: twice what is "
            "said of shares."
        )


def _about_weights(plan: PlanFigures) -> Iterator[str]:
    effect = plan.design_effect
    if effect > 1:
        worth = (
            "" if plan.people is None else f": {plan.people:,} answers are worth {plan.people / effect:,.0f}"
        )
        yield (
            f"Weights with a design effect of {effect:g} (n times the sum of their squares, over the "
            f"square of their sum) make every variance {effect:g} times as large{worth}."
        )


def _about_groups(plan: PlanFigures) -> Iterator[str]:
    if plan.study.groups.shares is None:
        yield (
            "Nobody said how large the groups are, so they are taken to be equal; a rarer group is known "
            "less well. If you know their shares of the population, give them: shares = [...] under [groups]."
        )
    unresolved = plan.unresolved
    if len(unresolved) == len(plan.groups):
        yield "No group is resolved: nothing can be said of anybody's values."
    elif unresolved:
        yield f"Not resolved: {named(unresolved)}. So few among so many that their values stay unknown."


def _about_declining(plan: PlanFigures) -> Iterator[str]:
    if not plan.study.groups.decline:
        return
    judged, then = plan.groups[plan.median].judged, plan.median_if_some_decline
    if judged and then:
        change = f"; if 1 in 10 does, ±{short(judged.first)} in {_median(plan)} becomes ±{short(then)}"
    else:
        change = ""
    yield f"As if nobody declined{change}."
    if plan.declined_sd:
        yield f"How many decline will be known to ±{short(Z * plan.declined_sd.first)}."


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


def _about_levels(plan: PlanFigures) -> Iterator[str]:
    two = plan.two_levels
    if two:
        yield (
            f"Values are rounded to {plan.scheme.rows.levels} levels, for they may lie all over the range. "
            f"If all are at its ends, levels = 2 under [scheme] makes the variance of sums "
            f"{two.variance_at_ends:.2f} times as large; if not, up to {two.variance:.1f} times."
        )


def _about_inventions(plan: PlanFigures) -> str:
    """PROTOCOL.md: nobody can keep a person from inventing an answer; what that does can be said."""
    influence = plan.influence
    moves = "a group's count by at most" if plan.scheme.rows.levels == 1 else "a group's sum by at most"
    furthest = f"One invented answer moves {moves} {_reach(plan)}"
    if influence.answers_for_one_sd is None:
        return f"{furthest}."
    many = influence.answers_for_one_sd
    them = "one of them moves" if many == 1 else f"about {many:,} of them move"
    return f"{furthest}; {them} it by one standard deviation."


def _reach(plan: PlanFigures) -> str:
    """Of one answer, in the units in which the total is counted."""
    units, furthest = units_of(plan.study.question), plan.influence.furthest
    if plan.scheme.rows.levels == 1:
        return f"{short(furthest)} people"
    # The sum of two options counts those who took the second: a half-range is half a person.
    if units is None or is_two_valued(plan.study.question):
        return f"{short(furthest / 2)} people"
    return f"{short(furthest * units.half)} ({short(furthest)} half-ranges)"
