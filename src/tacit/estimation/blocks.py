"""An estimate as blocks of rows: one block per figure, the groups below each other, then the margins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tacit.estimation.beside import Truths
from tacit.estimation.figures import StudyFigures, TrueFigures
from tacit.estimation.intervals import Interval

DECLINED = "(declined)"
COUNT = "count"


@dataclass(frozen=True)
class Row:
    """A label with a figure, and the truth where it is known; a difference has a p-value."""

    label: str
    figure: Interval
    truth: float | None = None
    p: float | None = None


@dataclass(frozen=True)
class Section:
    """Rows under a heading; the heading of the groups themselves is empty."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Block:
    """One figure of everything. Shares are shown as percentages.

    `reference` is the figure of two groups that do not differ; `is_histogram` says that the rows of a section
    are parts of one whole.
    """

    title: str
    sections: tuple[Section, ...]
    is_share: bool = False
    reference: float | None = None
    is_histogram: bool = False

    @property
    def rows(self) -> list[Row]:
        """All rows, section by section."""
        return [row for section in self.sections for row in section.rows]


def blocks_of(estimate: StudyFigures, truths: Truths, declined: TrueFigures | None = None) -> list[Block]:
    """What a reader is shown, in reading order; `truths` is empty where nothing is known."""
    pages = _Pages(estimate, truths)
    blocks = [_with_declined(pages.of(COUNT, "count"), estimate, declined)]
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
        shares = replace(pages.of("share", "share"), is_share=True)
        blocks.insert(1, _with_declined(shares, estimate, declined))
    return [block for block in blocks if block.rows]


@dataclass(frozen=True)
class _Pages:
    estimate: StudyFigures
    truths: Truths

    @property
    def is_histogram(self) -> bool:
        return any(len(group.options) > 2 for group in self.estimate.groups)

    @property
    def option(self) -> str | None:
        """Of two options the one whose share is the mean."""
        options = self.estimate.groups[0].options
        return options[1].option if len(options) == 2 else None

    def of(self, title: str, name: str) -> Block:
        """The figure of this name, of every group and margin that has it."""
        sections = []
        for margin, groups in self.estimate.every_group():
            rows = [
                Row(group.group, figure, getattr(self.truths.get((margin, group.group)), name, None))
                for group in groups
                if (figure := getattr(group, name)) is not None
            ]
            sections.append(Section(f"by {margin}" if margin else "", tuple(rows)))
        for stratum in self.estimate.strata:
            figures = [(group.group, getattr(group, name)) for group in stratum.groups]
            rows = [Row(label, figure) for label, figure in figures if figure is not None]
            sections.append(Section(stratum.name, tuple(rows)))
        return Block(title, tuple(section for section in sections if section.rows))

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
        return Block("share within the group", tuple(sections), is_share=True, is_histogram=True)


def _with_declined(block: Block, estimate: StudyFigures, truth: TrueFigures | None) -> Block:
    """With a row for those who would rather not say, below the groups."""
    name = "share" if block.is_share else "count"
    figure = getattr(estimate.declined, name, None)
    if figure is None or not block.sections:
        return block
    first, *others = block.sections
    row = Row(DECLINED, figure, getattr(truth, name, None))
    return replace(block, sections=(replace(first, rows=(*first.rows, row)), *others))
