"""Rules between the parts of a study: each part is right in itself, and yet they do not fit."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from tacit.errors import Refused
from tacit.scheme.exact import is_at_most_exponential
from tacit.scheme.odds import DIE_FACES
from tacit.scheme.rows import ROWS
from tacit.scheme.rows.base import MOST_COLUMNS
from tacit.scheme.rows.dealt import MOST_ITEMS
from tacit.scheme.scheme import Scheme
from tacit.study.collect import Collect
from tacit.study.groups import MOST_GROUPS, Groups
from tacit.study.inspection import Inspection
from tacit.study.privacy import Privacy
from tacit.study.promise import is_kept
from tacit.study.question import Question
from tacit.study.registered import Registered
from tacit.study.spelling import did_you_mean, join, plain, show
from tacit.study.wishes import Wishes

# One die with s columns has the odds 7 - s to 1: the logarithms, rounded up.
LEAST_DIE_EPSILONS = {5: Decimal("0.694"), 4: Decimal("1.099"), 3: Decimal("1.387"), 2: Decimal("1.61")}
LEAST_DIE_EPSILON = LEAST_DIE_EPSILONS[5]


def shape_of(question: Question, groups: Groups, wishes: Wishes) -> tuple[int, int]:
    """How many items the rows tell apart, and how many levels each has; two where nobody says."""
    count = len(groups.labels)
    if question.is_histogram:
        return count * len(question.options) + groups.decline, 1
    return count + groups.decline, 1 if question.kind == "none" else wishes.levels or 2


def name_conflicts(
    inspection: Inspection,
    *,
    question: Question | None,
    groups: Groups | None,
    privacy: Privacy | None,
    collect: Collect | None,
    wishes: Wishes | None,
    frozen: Scheme | None,
    has_keys: bool,
    analysis: Registered | None = None,
) -> None:
    """Add every problem between parts; a part that is wrong in itself is None."""
    if has_keys and collect and collect.tickets != "blind":
        inspection.add("keys", f'are only for tickets = "blind"; got {show(collect.tickets)}')
    if question and privacy:
        _check_mean_within(inspection, question, privacy, wishes)
    if question and wishes:
        _check_levels(inspection, question, wishes)
    if wishes and wishes.device:
        shape = shape_of(question, groups, wishes) if question and groups else None
        _check_die(inspection, question, privacy, wishes, shape)
        if groups and groups.decline and shape and shape[1] > 1 and question and question.options:
            rule = "cannot be one die where people may decline and there are 2 options"
            why = "whoever declines would throw a coin, too"
            inspection.add("scheme.device", f"{rule}: {why}; take one of the two out")
    if groups and analysis:
        _check_compared(inspection, groups, analysis)
    if question and analysis:
        _check_margin(inspection, question, analysis)
    if question and groups and wishes:
        items, levels = shape_of(question, groups, wishes)
        if items > MOST_GROUPS + 1:
            options = f"{len(groups.labels)} groups times {len(question.options)} options"
            inspection.add("question.options", f"must make at most {MOST_GROUPS} pairs; got {options}")
            return
        _check_rows(inspection, items, levels, wishes)
        if frozen:
            _check_frozen(inspection, items, levels, wishes, frozen)
    if frozen and privacy and not is_kept(frozen, privacy):
        rule = f"breaks the promise: its odds are above e^epsilon, epsilon = {plain(privacy.epsilon)}"
        inspection.add("scheme.keep", f"{rule}; freeze the study file again")


def _check_compared(inspection: Inspection, groups: Groups, analysis: Registered) -> None:
    """Only groups, and labels of crossed lists, can be compared."""
    known = (*groups.labels, *(label for _, labels in groups.cross for label in labels))
    for at, pair in enumerate(analysis.compare):
        for label in pair:
            if label not in known:
                near = did_you_mean(label, known)
                inspection.add(f"analysis.compare[{at}]", f"names no group of the study: {show(label)}{near}")


def _check_margin(inspection: Inspection, question: Question, analysis: Registered) -> None:
    """Any two groups lie within the whole range: no report could tell of a margin as wide."""
    if analysis.margin is None or analysis.outcomes or question.kind == "none":
        return
    low, high = question.low, question.high
    width = Decimal(1) if low is None or high is None else high - low
    if analysis.margin >= width:
        rule = f"must be below {plain(width)}, within which any two groups lie; got {plain(analysis.margin)}"
        inspection.add("analysis.margin", rule)


def _check_mean_within(
    inspection: Inspection, question: Question, privacy: Privacy, wishes: Wishes | None
) -> None:
    if privacy.mean_within is None:
        return
    if not (question.is_numeric or question.is_two_valued):
        rule = "needs a question with a mean: a range, a scale or a choice of 2 options"
        inspection.add("privacy.mean_within", rule)
    elif wishes and wishes.levels and wishes.levels > 2:
        inspection.add("privacy.mean_within", f"needs two levels; take out levels = {wishes.levels}")


def _check_levels(inspection: Inspection, question: Question, wishes: Wishes) -> None:
    if wishes.levels is None:
        return
    if not question.is_numeric:
        rule = f'is only for kind "range" or "scale"; take it out of a study of kind {show(question.kind)}'
        inspection.add("scheme.levels", rule)
    elif question.points and wishes.levels > question.points:
        rule = f"must be at most {question.points}, the values of the scale; got {wishes.levels}"
        inspection.add("scheme.levels", rule)


def _check_die(
    inspection: Inspection,
    question: Question | None,
    privacy: Privacy | None,
    wishes: Wishes,
    shape: tuple[int, int] | None,
) -> None:
    if question and question.is_numeric:
        rule = 'needs kind "none" or "choice": rounding a number would take a second die'
        inspection.add("scheme.device", rule)
    if privacy and privacy.mean_within is not None:
        inspection.add("scheme.device", "cannot keep mean_within; take one of the two out")
    if privacy and privacy.epsilon < LEAST_DIE_EPSILON:
        rule = f"must be at least {LEAST_DIE_EPSILON} (the logarithm of 2) for one die"
        inspection.add("privacy.epsilon", f"{rule}; got {plain(privacy.epsilon)}")
    elif privacy:
        _check_die_columns(inspection, privacy.epsilon, wishes, shape)


def _check_die_columns(
    inspection: Inspection, epsilon: Decimal, wishes: Wishes, shape: tuple[int, int] | None
) -> None:
    """As many columns as the die has at this epsilon must be what somebody wants and what rows can have."""
    due = next(
        columns
        for columns in sorted(LEAST_DIE_EPSILONS)
        if is_at_most_exponential(Fraction(DIE_FACES + 1 - columns), epsilon)
    )
    if wishes.columns not in (None, due):
        rule = f"must be {due} for one die at epsilon {plain(epsilon)}; got {wishes.columns}"
        inspection.add("scheme.columns", rule)
    elif wishes.max_bits is not None and due > 1 << wishes.max_bits:
        rule = f"must be at least {(due - 1).bit_length()} for the {due} columns of one die"
        inspection.add("scheme.max_bits", f"{rule} at epsilon {plain(epsilon)}; got {wishes.max_bits}")
    elif shape and not _has_rows(*shape, due, wishes.rows):
        can = [
            f"{least} ({columns} columns)"
            for columns, least in LEAST_DIE_EPSILONS.items()
            if _has_rows(*shape, columns, wishes.rows)
        ]
        cards = f"{wishes.rows or 'any'} rows of {math.prod(shape)} cards"
        if can:
            rule = f"takes {due} columns of one die, not for {cards}; got {plain(epsilon)}"
            inspection.add("privacy.epsilon", f"{rule}, take {join(can, 'or')}")
        else:
            inspection.add("scheme.device", f"is for at most 5 columns, not for {cards}; take rows out")


def _check_rows(inspection: Inspection, items: int, levels: int, wishes: Wishes) -> None:
    cards = f"{items} x {levels} = {items * levels}" if levels > 1 else str(items)
    if wishes.rows == "dealt" and items > MOST_ITEMS:
        rule = (
            f'"dealt" is for at most {MOST_ITEMS} groups, pairs of group and option, and declining together'
        )
        inspection.add("scheme.rows", f'{rule}; got {items} (leave it out, or use "hashed")')
    elif wishes.rows == "dealt" and levels > 2:
        inspection.add("scheme.rows", f'"dealt" is for at most 2 levels; got {levels}')
    elif wishes.rows == "direct" and wishes.max_bits is not None and items * levels > 1 << wishes.max_bits:
        rule = f'"direct" needs one column per card: {cards}, more than max_bits = {wishes.max_bits} can say'
        inspection.add("scheme.rows", rule)
    elif wishes.rows == "direct" and items * levels > MOST_COLUMNS:
        inspection.add("scheme.rows", f'"direct" is for at most {MOST_COLUMNS} cards; got {cards}')
    elif wishes.rows == "dealt" and wishes.columns is not None and wishes.columns >= items * levels:
        rule = (
            f'must be below {items * levels}, the number of cards, with rows = "dealt"; got {wishes.columns}'
        )
        inspection.add("scheme.columns", rule)
    elif wishes.rows and wishes.columns:
        try:
            ROWS[wishes.rows](items, levels, wishes.columns)
        except Refused as refused:
            inspection.problems.extend(refused.problems)
    elif wishes.columns is not None and wishes.columns < levels:
        inspection.add("scheme.columns", f"must be at least {levels}, the levels; got {wishes.columns}")
    elif wishes.max_bits is not None and levels > 1 << wishes.max_bits:
        rule = f"must be at most {1 << wishes.max_bits} with max_bits = {wishes.max_bits}; got {levels}"
        inspection.add("scheme.levels", rule)
    elif wishes.columns is not None and wishes.rows is None and wishes.columns > items * levels:
        rule = f"must be at most {items * levels}, one for each card; got {wishes.columns}"
        inspection.add("scheme.columns", rule)
    elif wishes.columns is not None and not _has_rows(items, levels, wishes.columns, wishes.rows):
        limit = f"more than {MOST_ITEMS} groups" if items > MOST_ITEMS else "more than two levels"
        rule = f"must be a prime number, as 2, 3, 5 or 7, with {limit}; got {wishes.columns}"
        inspection.add("scheme.columns", rule)


def _has_rows(items: int, levels: int, columns: int, wished: str | None) -> bool:
    """Whether the wished rows, or any, can have so many columns."""
    for name, rows in ROWS.items():
        if wished in (None, name):
            try:
                rows(items, levels, columns)
            except Refused:
                continue
            return True
    return False


def _check_frozen(inspection: Inspection, items: int, levels: int, wishes: Wishes, frozen: Scheme) -> None:
    """A frozen scheme must be one for this study, within its wishes."""
    rows = frozen.rows
    expected: list[tuple[str, object, object]] = [
        ("items", rows.items, items),
        ("levels", rows.levels, levels),
        ("rows", rows.name, wishes.rows or rows.name),
        ("columns", rows.columns, wishes.columns or rows.columns),
    ]
    for key, got, due in expected:
        if got != due:
            inspection.add(f"scheme.{key}", f"must be {show(due)} for this study; got {show(got)}")
    if wishes.device and frozen.total != DIE_FACES:
        rule = f"must make the weights of all columns add to {DIE_FACES} for one die"
        inspection.add("scheme.keep", f"{rule}; they add to {frozen.total}")
    if wishes.max_bits is not None and frozen.bits > wishes.max_bits:
        inspection.add("scheme.columns", f"must fit into {wishes.max_bits} bits; got {rows.columns}")
