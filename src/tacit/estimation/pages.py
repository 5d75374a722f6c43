"""Blocks of what stands beside the groups' own figures: outcomes, comparisons, and figures that lean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tacit.estimation.blocks import Block, Row, Section, by_strata
from tacit.estimation.comparison import ONE_SIDED, GroupComparison
from tacit.estimation.consistent import ConsistentFigures
from tacit.estimation.figures import OutcomeOfGroup, StudyFigures
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.notes import percent
from tacit.estimation.shrinkage import Shrunk
from tacit.study.spelling import join

SHARE = "share"


def outcome_blocks(estimate: StudyFigures) -> Iterator[Block]:
    """Per outcome its means, and who lacks it where anybody does."""
    for at, outcome in enumerate(estimate.outcomes):
        strata = [(stratum.heading, stratum.outcomes[at]) for stratum in estimate.strata]
        names = [("mean", f"mean of {outcome.outcome}")]
        names += [("missing", f"without {outcome.outcome}")] if outcome.missing else []
        for name, title in names:
            own = [(f"by {margin}" if margin else "", groups) for margin, groups in outcome.every_group()]
            yield _outcome_block(title, own, name)
            if strata:
                apart = [(heading, found.groups) for heading, found in strata]
                yield _outcome_block(by_strata(title, estimate.strata), apart, name)


def comparison_blocks(comparisons: Sequence[GroupComparison]) -> Iterator[Block]:
    """Of every figure that was compared: differences, whether they are small, and ratios.

    Those of a question's options stand together, an option below the other.
    """
    for page in _pages(comparisons):
        whats = list(dict.fromkeys(each.what for each in page))
        named = str(whats[0]) if len(whats) == 1 else f"{whats[0].figure}s of options"
        is_share = whats[0].figure == SHARE
        margin = page[0].margin
        yield _page(f"difference of {named}", page, _difference, is_share=is_share, reference=0.0)
        if margin is not None:
            apart = f"{100 * margin:,.10g} points" if is_share else f"{margin:,.10g}"
            at_once = " all at once" if page[0].comparisons > 1 else ""
            title = f"{named}: less than {apart} apart, by {percent(1 - 2 * ONE_SIDED)} intervals{at_once}"
            small = _page(title, page, _equivalence, is_share=is_share, reference=0.0)
            yield replace(small, margin=margin)
        if not whats[0].about:
            yield _page(f"ratio of {named}", page, _ratio, is_share=False, reference=1.0)


def comparison_notes(comparisons: Sequence[GroupComparison], level: float) -> Iterator[str]:
    """What p-values mean, which of them hold together, and when two groups are equivalent."""
    if not comparisons:
        return
    yield "p is the chance of so large a difference in a sample if the population has none."
    together = sorted({each.comparisons for each in comparisons if each.comparisons > 1})
    if together:
        many = join([f"{count:,}" for count in together], "or")
        yield (
            f"The {many} intervals of a figure hold all at once, at {percent(level)}, and its p-values are "
            "adjusted to that (Sidak)."
        )
    if any(each.margin is not None for each in comparisons):
        yield (
            f"Equivalent: the interval lies within the margin, so that both one-sided tests at "
            f'{percent(ONE_SIDED)} hold. "Not shown" does not mean that the groups differ.'
        )


def overall_blocks(overall: Mapping[str, Interval]) -> Iterator[Block]:
    """Figures of everybody, were groups as large as their known shares; those of options in one table."""
    shares = {name: figure for name, figure in overall.items() if name.startswith(SHARE)}
    if shares:
        rows = tuple(
            Row(name.removeprefix(f"{SHARE} of ").strip('"'), figure) for name, figure in shares.items()
        )
        yield Block("share of everybody, groups at their known shares", (Section("", rows),), is_share=True)
    for name, figure in overall.items():
        if name not in shares:
            row = Row("everybody, groups at their known shares", figure)
            yield Block(name, (Section("", (row,)),))


def consistent_block(found: Sequence[ConsistentFigures]) -> Block:
    """Counts that add up, without intervals."""
    rows = tuple(Row(each.group, alone(each.count, each.raw_sd)) for each in found)
    return Block("count, adding up", (Section("", rows),))


def shrunk_blocks(found: Sequence[Shrunk]) -> Iterator[Block]:
    """Figures drawn towards the middle, without intervals."""
    for each in found:
        rows = tuple(map(Row, each.groups, map(alone, each.estimates, each.raw_sds)))
        yield Block(f"{each.figure}, shrunk", (Section("", rows),), is_share=each.figure.startswith(SHARE))


def alone(estimate: float, raw_sd: float | None) -> Interval:
    """A figure without any interval, shown with as many digits as the raw one deserves."""
    return Interval(estimate, None, Bounds(raw_sd, None, None))


def _outcome_block(title: str, pages: Sequence[tuple[str, Sequence[OutcomeOfGroup]]], name: str) -> Block:
    sections = (Section(heading, _rows(groups, name)) for heading, groups in pages)
    return Block(title, tuple(section for section in sections if section.rows))


def _rows(groups: Sequence[OutcomeOfGroup], name: str) -> tuple[Row, ...]:
    pairs = [(group.group, getattr(group, name)) for group in groups]
    return tuple(Row(label, figure) for label, figure in pairs if figure is not None)


def _pages(comparisons: Sequence[GroupComparison]) -> list[list[GroupComparison]]:
    """By figure, in the order in which they came; all options of a question make one."""
    found: dict[object, list[GroupComparison]] = {}
    for each in comparisons:
        what = each.what
        found.setdefault(what if what.option is None else what.figure, []).append(each)
    return list(found.values())


def _page(
    title: str,
    page: Sequence[GroupComparison],
    row: Callable[[GroupComparison], Row],
    *,
    is_share: bool,
    reference: float,
) -> Block:
    """A section per option, where there are several."""
    whats = list(dict.fromkeys(each.what for each in page))
    sections = tuple(
        Section(
            (what.option or "") if len(whats) > 1 else "",
            tuple(row(each) for each in page if each.what == what),
        )
        for what in whats
    )
    return Block(title, sections, is_share=is_share, reference=reference)


def _difference(found: GroupComparison) -> Row:
    test = found.compared.population
    return Row(f"{found.first} - {found.second}", found.difference, p=None if test is None else test.p)


def _ratio(found: GroupComparison) -> Row:
    return Row(f"{found.first} / {found.second}", found.ratio)


def _equivalence(found: GroupComparison) -> Row:
    test = found.compared.population
    p = None if test is None else test.p_equivalent
    return Row(f"{found.first}, {found.second}", found.deciding, p=p, verdict=found.verdict)
