"""Blocks of what stands beside the groups' own figures: outcomes, comparisons, and figures that lean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.blocks import Block, Row, Section
from tacit.estimation.comparison import GroupComparison
from tacit.estimation.consistent import ConsistentFigures
from tacit.estimation.figures import OutcomeFigures, OutcomeOfGroup, StudyFigures
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.shrinkage import Shrunk

SHARE = "share"


def outcome_blocks(estimate: StudyFigures) -> Iterator[Block]:
    """Per outcome its means, and who lacks it where anybody does."""
    for at, outcome in enumerate(estimate.outcomes):
        by_stratum = [(stratum.name, stratum.outcomes[at]) for stratum in estimate.strata]
        yield _outcome_block(f"mean of {outcome.outcome}", outcome, by_stratum, "mean")
        if outcome.missing:
            yield _outcome_block(f"without {outcome.outcome}", outcome, by_stratum, "missing")


def comparison_blocks(comparisons: Sequence[GroupComparison]) -> Iterator[Block]:
    """Differences, then ratios, of every figure that was compared."""
    for what in dict.fromkeys(each.what for each in comparisons):
        some = [each for each in comparisons if each.what == what]
        is_share = what.figure == SHARE
        differences = tuple(
            Row(f"{each.first} - {each.second}", each.difference, p=_p(each)) for each in some
        )
        yield Block(f"difference of {what}", (Section("", differences),), is_share=is_share, reference=0.0)
        ratios = tuple(Row(f"{each.first} / {each.second}", each.ratio) for each in some)
        yield Block(f"ratio of {what}", (Section("", ratios),), reference=1.0)
        if any(each.margin for each in some):
            rows = tuple(_equivalence(each) for each in some)
            title = f"{what}: less than {some[0].margin:g} apart"
            yield Block(title, (Section("", rows),), is_share=is_share, reference=0.0)


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


def _outcome_block(
    title: str, outcome: OutcomeFigures, strata: Sequence[tuple[str, OutcomeFigures]], name: str
) -> Block:
    sections = [
        Section(f"by {margin}" if margin else "", _rows(groups, name))
        for margin, groups in outcome.every_group()
    ]
    sections += [Section(heading, _rows(found.groups, name)) for heading, found in strata]
    return Block(title, tuple(section for section in sections if section.rows))


def _rows(groups: Sequence[OutcomeOfGroup], name: str) -> tuple[Row, ...]:
    pairs = [(group.group, getattr(group, name)) for group in groups]
    return tuple(Row(label, figure) for label, figure in pairs if figure is not None)


def _equivalence(found: GroupComparison) -> Row:
    test = found.compared.population
    return Row(
        f"{found.first}, {found.second}", found.difference, p=None if test is None else test.p_equivalent
    )


def _p(found: GroupComparison) -> float | None:
    return None if found.compared.population is None else found.compared.population.p
