"""An estimate as blocks of rows: one block per figure, the groups below each other, then the margins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tacit.estimation.beside import Truths
from tacit.estimation.figures import GroupFigures, StratumFigures, StudyFigures, TrueFigures
from tacit.estimation.intervals import Interval
from tacit.study.spelling import join

COUNT = "count"
WITHIN = "share within the group"


@dataclass(frozen=True)
class Row:
    """A label with a figure; the truth where it is known, the p-value of a difference, a test's verdict."""

    label: str
    figure: Interval
    truth: float | None = None
    p: float | None = None
    verdict: str = ""


@dataclass(frozen=True)
class Section:
    """Rows under a heading; the heading of the groups themselves is empty."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Block:
    """One figure of everything. Shares are shown as percentages.

    `reference` is the figure of two groups that do not differ, `margin` how far from it still counts as not
    differing; `is_histogram` says that the rows of a section are parts of one whole.
    """

    title: str
    sections: tuple[Section, ...]
    is_share: bool = False
    reference: float | None = None
    is_histogram: bool = False
    margin: float | None = None

    @property
    def unit(self) -> str:
        """What stands behind its title: shares are shown in percent, their differences in points."""
        if not self.is_share:
            return ""
        return " (points)" if self.reference == 0 else " (%)"

    @property
    def rows(self) -> list[Row]:
        """All rows, section by section."""
        return [row for section in self.sections for row in section.rows]


def blocks_of(estimate: StudyFigures, truths: Truths, declined: TrueFigures | None = None) -> list[Block]:
    """What a reader is shown, in reading order; `truths` is empty where nothing is known.

    Strata have blocks of their own, for they are smaller and need another axis.
    """
    pages = _Pages(estimate, truths, declined)
    blocks = pages.of(COUNT, "count", with_declined=True)
    if pages.is_histogram:
        found = [pages.options(), pages.options_by_stratum()]
    elif pages.option:
        found = [replace(each, is_share=True) for each in pages.of(f'share of "{pages.option}"', "mean")]
    else:
        about = next((group.about for group in estimate.groups if group.about), 0.0)
        found = pages.of("mean", "mean")
        found += pages.of(f"sum of (value - {about:.12g})" if about else "sum", "sum")
    if not any(block.rows for block in found):
        found = [replace(each, is_share=True) for each in pages.of("share", "share", with_declined=True)]
    return [block for block in (*blocks, *found) if block.rows]


def by_strata(title: str, strata: Sequence[StratumFigures]) -> str:
    """The title of a figure of every stratum."""
    columns = join(list(strata[0].labels), "and") if strata else ""
    return f"{title} by {columns}"


@dataclass(frozen=True)
class _Pages:
    estimate: StudyFigures
    truths: Truths
    declined: TrueFigures | None

    @property
    def is_histogram(self) -> bool:
        return any(len(group.options) > 2 for group in self.estimate.groups)

    @property
    def option(self) -> str | None:
        """Of two options the one whose share is the mean."""
        options = self.estimate.groups[0].options
        return options[1].option if len(options) == 2 else None

    def of(self, title: str, name: str, *, with_declined: bool = False) -> list[Block]:
        """The figure of this name, of every group and margin that has it, then of every stratum."""
        sections = []
        for margin, groups in self.estimate.every_group():
            rows = [row for each in groups for row in _row(each, name, self.truths.get((margin, each.group)))]
            if with_declined and not margin:
                rows += _row(self.estimate.declined, name, self.declined)
            sections.append(Section(f"by {margin}" if margin else "", tuple(rows)))
        apart = []
        for stratum in self.estimate.strata:
            rows = [row for each in stratum.groups for row in _row(each, name)]
            rows += _row(stratum.declined, name) if with_declined else []
            apart.append(Section(stratum.heading, tuple(rows)))
        titles = (title, by_strata(title, self.estimate.strata))
        return [
            Block(name, tuple(section for section in some if section.rows))
            for name, some in zip(titles, (sections, apart), strict=True)
        ]

    def options(self) -> Block:
        """The histogram of every group and margin."""
        sections = []
        for margin, groups in self.estimate.every_group():
            for group in groups:
                told = self.truths.get((margin, group.group))
                shares = [share for _, share in told.options] if told else [None] * len(group.options)
                pairs = zip(group.options, shares, strict=True)
                rows = tuple(Row(option.option, option.share, share) for option, share in pairs)
                sections.append(Section(f"{group.group}" + (f", by {margin}" if margin else ""), rows))
        return _histogram(WITHIN, sections)

    def options_by_stratum(self) -> Block:
        """The histogram of every group in every stratum."""
        sections = [
            Section(
                f"{stratum.heading}: {group.group}",
                tuple(Row(option.option, option.share) for option in group.options),
            )
            for stratum in self.estimate.strata
            for group in stratum.groups
        ]
        return _histogram(by_strata(WITHIN, self.estimate.strata), sections)


def _histogram(title: str, sections: Sequence[Section]) -> Block:
    return Block(title, tuple(sections), is_share=True, is_histogram=True)


def _row(figures: GroupFigures | None, name: str, truth: TrueFigures | None = None) -> list[Row]:
    """The figure of this name as a row; none where there is none."""
    figure = getattr(figures, name, None)
    if figures is None or figure is None:
        return []
    return [Row(figures.group, figure, getattr(truth, name, None))]
