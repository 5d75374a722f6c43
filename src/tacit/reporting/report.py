"""`tacit.report`: a study's estimate as a document, in every form that it can be read in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacit.errors import refuse
from tacit.estimation.beside import TrueStudy
from tacit.estimation.model import LinearModel
from tacit.estimation.result import Estimate
from tacit.estimation.slopes import Figure
from tacit.files.whole import ending_of, shown, write_whole
from tacit.reporting.asked import Asked, Pair
from tacit.reporting.contents import contents_of
from tacit.reporting.findings import Findings
from tacit.reporting.flat import codebook_csv, figures_csv
from tacit.reporting.machine import as_json, json_text
from tacit.reporting.unsaid import unsaid
from tacit.reporting.workbook import workbook
from tacit.study.given import expect, expect_study
from tacit.study.study import Study
from tacit.writing import html, markdown

CODEBOOK = ".codebook.csv"
Make = Callable[[Findings], bytes]

MAKERS: dict[str, Make] = {
    ".html": lambda found: html.page(contents_of(found, ".html")).encode("utf-8"),
    ".md": lambda found: markdown.text(contents_of(found, ".md")).encode("utf-8"),
    ".csv": figures_csv,
    ".xlsx": workbook,
    ".json": lambda found: json_text(found).encode("utf-8"),
}
ENDINGS = tuple(MAKERS)


@dataclass(frozen=True)
class Report:
    """What there is to say, and the ways to write it down. A notebook shows it."""

    findings: Findings

    @property
    def unsaid(self) -> list[str]:
        """What these answers cannot say; it stands at the top of every form."""
        return list(unsaid(self.findings.estimate, self.findings.comparisons, self.findings.seeds))

    def to_html(self) -> str:
        """A page that needs nothing else."""
        return html.page(contents_of(self.findings, ".html"))

    def to_markdown(self) -> str:
        """The same words and tables as Markdown."""
        return markdown.text(contents_of(self.findings, ".md"))

    def to_json(self) -> dict[str, object]:
        """The estimate's document, and all that the report says beside it."""
        return as_json(self.findings)

    def write(self, *paths: str | Path, force: bool = True) -> list[Path]:
        """Write one file per path, of the kind that its ending names, all of them or none; returns them.

        Beside a .csv file goes its codebook. Without `force`, a file that holds something else is left alone,
        and nothing is written.
        """
        check_paths([Path(path) for path in paths])
        made = {
            each: make(self.findings) for path in map(Path, paths) for each, make in makers_for(path).items()
        }
        write_whole(made, force=force)
        return list(made)

    def _repr_html_(self) -> str:
        return self.findings.estimate._repr_html_()


def report(
    study: Study,
    estimate: Estimate,
    *,
    compare: Iterable[Pair] | None = None,
    pairs: bool = False,
    figure: Figure | None = None,
    margin: float | None = None,
    invited: int | None = None,
    skipped: int | None = None,
    known: Sequence[float] | None = None,
    consistent: bool = False,
    shrink: bool = False,
    models: Sequence[LinearModel] = (),
    truth: TrueStudy | None = None,
    collected: Sequence[str] = (),
    seeds: Sequence[int] = (),
) -> Report:
    """The report of a study's estimate; what can be asked is what `tacit estimate` can be asked.

    Groups are compared: those of `compare`, or with `pairs` every two, else every two where groups are few.
    `margin` is how little they may differ to count as equal. `invited` and `skipped` are how many people were
    asked, and how many passed the question by. `known` are the groups' shares as known from elsewhere.
    `collected` are sentences about how the answers came in; `seeds` say that nobody gave them.
    """
    expect_study(study)
    expect(estimate, Estimate, "estimate", "`tacit.estimate`")
    asked = Asked(
        pairs=None if compare is None else tuple((first, second) for first, second in compare),
        has_every_pair=pairs,
        figure=figure,
        margin=margin,
        invited=invited,
        skipped=skipped,
        known=None if known is None else tuple(known),
        has_consistent=consistent,
        has_shrunk=shrink,
    )
    return Report(Findings.of(study, estimate, asked, truth, models, collected, seeds))


def makers_for(path: Path) -> dict[Path, Make]:
    """The files that a path stands for, and what makes each."""
    ending = ending_of(path, ENDINGS, "a report")
    if ending != ".csv":
        return {path: MAKERS[ending]}
    if path.name.lower().endswith(CODEBOOK):
        raise refuse(shown(path), "is a codebook's name; name the figures, the codebook goes beside them")
    return {path: figures_csv, path.with_name(path.name[: -len(ending)] + CODEBOOK): codebook_csv}


def check_paths(paths: Sequence[Path]) -> None:
    """Refuses, before anything is read, what could not be written in the end."""
    taken: set[Path] = set()
    for path in (each for given in paths for each in makers_for(given)):
        if path.resolve() in taken:
            raise refuse(shown(path), "is named twice; every form of the report needs a file of its own")
        taken.add(path.resolve())
