"""An estimate as blocks of rows: one block per figure, the groups below each other, then the margins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tacit.estimation.beside import Truths
from tacit.estimation.figures import GroupFigures, StudyFigures, TrueFigures
from tacit.estimation.intervals import Interval

COUNT = "count"


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
    def rows(self) -> list[Row]:
        """All rows, section by section."""
        return [row for section in self.sections for row in section.rows]


def blocks_of(estimate: StudyFigures, truths: Truths, declined: TrueFigures | None = None) -> list[Block]:
    """What a reader is shown, in reading order; `truths` is empty where nothing is known."""
    pages = _Pages(estimate, truths, declined)
    blocks = [pages.of(COUNT, "count", with_declined=True)]
    if pages.is_histogram:
        blocks.append(pages.options())
    elif pages.option:
        title = f'share of "{pages.option}"'
        blocks.append(replace(pages.of(title, "mean"), is_share=True))
    else:
        about = next((group.about for group in estimate.groups if group.about), 0.0)
        blocks.append(pages.of("mean", "mean"))
        blocks.append(pages.of(f"sum of (value - {about:.12g})" if about else "sum", "sum"))
    if not any(block.rows for block in blocks[1:]):
        blocks.insert(1, replace(pages.of("share", "share", with_declined=True), is_share=True))
    return [block for block in blocks if block.rows]


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

    def of(self, title: str, name: str, *, with_declined: bool = False) -> Block:
        """The figure of this name, of every group, margin and stratum that has it; then who declined."""
        sections = []
        for margin, groups in self.estimate.every_group():
            rows = [row for each in groups for row in _row(each, name, self.truths.get((margin, each.group)))]
            if with_declined and not margin:
                rows += _row(self.estimate.declined, name, self.declined)
            sections.append(Section(f"by {margin}" if margin else "", tuple(rows)))
        for stratum in self.estimate.strata:
            rows = [row for each in stratum.groups for row in _row(each, name)]
            rows += _row(stratum.declined, name) if with_declined else []
            sections.append(Section(stratum.name, tuple(rows)))
        return Block(title, tuple(section for section in sections if section.rows))

    def options(self) -> Block:
        """The histogram of every group, margin and stratum."""
        sections = []
        for margin, groups in self.estimate.every_group():
            for group in groups:
                told = self.truths.get((margin, group.group))
                shares = [share for _, share in told.options] if told else [None] * len(group.options)
                pairs = zip(group.options, shares, strict=True)
                rows = tuple(Row(option.option, option.share, share) for option, share in pairs)
                sections.append(Section(f"{group.group}" + (f", by {margin}" if margin else ""), rows))
        for stratum in self.estimate.strata:
            for group in stratum.groups:
                rows = tuple(Row(option.option, option.share) for option in group.options)
                sections.append(Section(f"{group.group}, {stratum.name}", rows))
        return Block("share within the group", tuple(sections), is_share=True, is_histogram=True)


def _row(figures: GroupFigures | None, name: str, truth: TrueFigures | None = None) -> list[Row]:
    """The figure of this name as a row; none where there is none."""
    figure = getattr(figures, name, None)
    if figures is None or figure is None:
        return []
    return [Row(figures.group, figure, getattr(truth, name, None))]
