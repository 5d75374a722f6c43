"""The methods paragraph: what was done, from the study's real numbers, ready to paste."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.comparison import GroupComparison, margin_told
from tacit.estimation.figures import StudyFigures, Weighing
from tacit.estimation.model import LinearModel
from tacit.estimation.notes import ALIKE, is_wide, percent
from tacit.study.promise import promised_odds
from tacit.study.spelling import join, plain
from tacit.study.study import Study
from tacit.study.units import is_two_valued
from tacit.version import __version__
from tacit.writing.questions import one_line


def methods(
    study: Study,
    estimate: StudyFigures,
    comparisons: Sequence[GroupComparison],
    answers_id: str,
    models: Sequence[LinearModel] = (),
) -> str:
    """Sentences in the order of the flow: asked, randomised, estimated, compared, modelled, computed."""
    sentences = [
        _asked(study, estimate),
        *_randomised(study),
        *_estimated(study, estimate),
        *_intervals(study, estimate),
        *_compared(comparisons),
        *_linked(estimate),
        *_modelled(models),
        f"Computed with tacit {__version__} (study {study.id}, answers {answers_id}).",
    ]
    return " ".join(sentences)


def is_rounded(study: Study) -> bool:
    """Whether values are rounded at random, which costs "these people" some width."""
    return study.question.is_numeric and not is_two_valued(study.question)


def drawn_as(estimate: StudyFigures) -> str:
    """How the people are taken to have been drawn."""
    weighing = estimate.weighing
    if weighing is not None and weighing.sampling == "simple":
        return f"as a random part of {weighing.people:,} people"
    if weighing is not None and weighing.sampling == "poisson":
        return "as drawn each apart, with the chance 1 / weight"
    how = ["as drawn at random from a large population"]
    if weighing is not None and weighing.by:
        how.append(f"within each {' and '.join(weighing.by)}")
    if weighing is not None and weighing.cluster:
        how.append(f"in clusters of {weighing.cluster}")
    return ", ".join(how)


def _asked(study: Study, estimate: StudyFigures) -> str:
    groups, question = study.groups, study.question
    crossed = f" ({' x '.join(f'{len(labels)} of {axis}' for axis, labels in groups.cross)})"
    told = f"{len(groups.labels):,} private groups{crossed if groups.cross else ''}"
    decline = "; whoever would rather not say could say so" if groups.decline else ""
    about = f'{told} ("{one_line(groups.text)}"{decline})'
    answers = f"{estimate.answers:,} randomised answer{'' if estimate.answers == 1 else 's'}"
    if question.kind == "none":
        return f"Estimates are from {answers} about {about}, and nothing else."
    if question.kind == "choice":
        value = f"one of {len(question.options)} options"
    else:
        ends = " to ".join(plain(end) for end in (question.low, question.high) if end is not None)
        value = f"{'a whole number' if question.kind == 'scale' else 'a number'} from {ends}"
    return f'Estimates are from {answers} about {about} and {value} ("{one_line(question.text)}").'


def _randomised(study: Study) -> Iterator[str]:
    scheme = study.scheme
    rows = scheme.rows
    if is_rounded(study):
        levels = "one end of the range" if rows.levels == 2 else f"one of {rows.levels} equally spaced levels"
        yield f"Values were rounded at random, up or down and without bias, to {levels}."
    if rows.name == "direct":
        laid = f"each of {_cards(study)} has a column of its own"
    else:
        queries = f"a public random query ({rows.name} rows, {scheme.queries:,} of them)"
        laid = f"{queries} puts each of {_cards(study)} into one of {rows.columns:,} columns"
    bits = f"{scheme.bits} bit{'s' if scheme.bits > 1 else ''}"
    yield (
        "Each was randomised on the person's own device before it was sent (local differential privacy, "
        f'epsilon {plain(study.privacy.epsilon)}, promise "{study.privacy.promise}"): {laid}, and the answer '
        f"({bits}) is a column drawn with {_weights(study)}; the odds that are protected move by at most "
        f"{promised_odds(scheme, study.privacy)}."
    )
    if scheme.count_share:
        yield f"A part of the queries, {scheme.count_share}, put all levels of a group into one column."


def _estimated(study: Study, estimate: StudyFigures) -> Iterator[str]:
    counted = "how often each pair of query and column came"
    if estimate.weighing and estimate.weighing.weights:
        counted = f"the sums of weights for each pair of query and column ({estimate.weighing.weights})"
    totals = join(_totals(estimate), "and")
    yield f"From {counted}, {totals} were estimated per group, without bias."
    if any(group.mean or group.options for group in estimate.groups) or estimate.outcomes:
        what = "Shares of options within a group" if study.is_histogram else "Means"
        if study.is_histogram and estimate.outcomes:
            what = "Means and shares of options within a group"
        yield f"{what} are ratios of two such totals."
    if study.groups.shares is not None:
        yield "Groups were taken to be as large as their shares, which are known."
    if estimate.weighing:
        yield from _weighed(estimate.weighing)


def _intervals(study: Study, estimate: StudyFigures) -> Iterator[str]:
    weighing = estimate.weighing
    together = ""
    if estimate.comparisons > 1:
        together = f", {estimate.comparisons:,} of each figure holding together (Sidak)"
    law = "the normal law"
    if weighing is not None and weighing.clusters is not None:
        law = (
            'the normal law, for "population" Student\'s t with as many degrees of freedom as clusters allow'
        )
    yield (
        f'Intervals ({percent(estimate.level)}{together}) are of two kinds: "these people" allows for the '
        'randomisation alone, "population" also for sampling, taking those who answered '
        f"{drawn_as(estimate)}. They use {law}, and Fieller's method where a figure is a ratio."
    )
    if is_wide(estimate):
        yield f'For sums and means "these people" is conservative: {ALIKE}.'


def _compared(comparisons: Sequence[GroupComparison]) -> Iterator[str]:
    if not comparisons:
        return
    most = max(each.comparisons for each in comparisons)
    together = f", {most:,} comparisons of one figure holding together (Sidak)" if most > 1 else ""
    yield (
        "Differences and ratios of groups have intervals made of both figures' own limits and their "
        f"covariance (Zou and Donner's method{together}); p-values are two-sided and about the population."
    )
    margin = margin_told(comparisons)
    if margin is not None:
        yield (
            "Equivalence is the claim that two groups differ by less than "
            f"{margin:g}; it is tested by two one-sided tests at 5%."
        )


def _linked(estimate: StudyFigures) -> Iterator[str]:
    names = [outcome.outcome for outcome in estimate.outcomes]
    if names:
        one = len(names) == 1
        yield (
            f"The outcome{'' if one else 's'} {join(names, 'and')} {'is' if one else 'are'} known from "
            "elsewhere and linked to the answers. Nobody was asked for more than before, so this costs no "
            "further privacy."
        )


def _modelled(models: Sequence[LinearModel]) -> Iterator[str]:
    for model in models[:1]:
        told = [f"on {join(model.covariates, 'and')}, alike in all groups"] if model.covariates else []
        told += [f"on {join(model.by_group, 'and')}, in each group its own"] if model.by_group else []
        yield (
            f"Linear models of {join([each.outcome for each in models], 'and')} have a level for each group "
            f"and slopes {' and '.join(told)}. They are least squares in which who is in a group is replaced "
            "by its unbiased estimate from each answer; intervals are of the sandwich kind, and those about "
            "these people leave out what is expected of people whose groups are seen."
        )


def _weighed(weighing: Weighing) -> Iterator[str]:
    if weighing.weights:
        yield f"Unequal weights multiply the variance by {weighing.design_effect:.2f} (the design effect)."
    if weighing.clusters is not None:
        strata = f", within strata of {' and '.join(weighing.by)}" if weighing.by else ""
        yield f"Sampling variances are between {weighing.clusters:,} clusters ({weighing.cluster}){strata}."
    elif weighing.by:
        yield f"Sampling variances are within strata of {' and '.join(weighing.by)}."


def _totals(estimate: StudyFigures) -> list[str]:
    group = estimate.groups[0]
    found = ["counts"] if group.count is not None else []
    if group.options:
        found.append("counts of each option")
    elif group.sum is not None:
        found.append(f"sums of the value less {group.about:.12g}" if group.about else "sums of the value")
    return [*found, *(f"sums of {outcome.outcome}" for outcome in estimate.outcomes)]


def _cards(study: Study) -> str:
    """What lies in columns."""
    cards, asked = study.scheme.rows.cards, study.question.kind
    what = "groups" if asked == "none" else "cards"
    each = {"none": "", "choice": "a group with an option"}.get(asked, "a group with a level")
    told = ", ".join(filter(None, (each, "declining included" if study.groups.decline else "")))
    return f"{cards:,} {what} ({told})" if told else f"{cards:,} {what}"


def _weights(study: Study) -> str:
    odds = study.scheme.odds
    if odds.is_plain:
        return f"weight {odds.keep:,} for the own one and {odds.other:,} for each other"
    return (
        f"weight {odds.keep:,} for the own one, {odds.opposite:,} for that of the group's other level and "
        f"{odds.other:,} for each other"
    )
