"""`tacit.tally`: answers in any form become a tally, with sums of what is public beside them where asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, overload

import pyarrow as pa

from tacit.errors import refuse
from tacit.files import tallies
from tacit.files.finding import found_files
from tacit.files.linked import sum_answers
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.study.given import expect_study
from tacit.study.study import Study
from tacit.tallying.sums import SumTally
from tacit.tallying.tally import Tally

Names = str | Sequence[str]


@overload
def tally(study: Study, /, *answers: Any, skip_bad: bool = False) -> Tally: ...  # noqa: ANN401
@overload
def tally(
    study: Study,
    /,
    *answers: Any,  # noqa: ANN401
    weights: str | None = None,
    by: Names = (),
    cluster: str | None = None,
    outcomes: Names = (),
    skip_bad: bool = False,
) -> SumTally: ...
def tally(
    study: Study,
    /,
    *answers: Any,
    weights: str | None = None,
    by: Names = (),
    cluster: str | None = None,
    outcomes: Names = (),
    skip_bad: bool = False,
) -> Tally | SumTally:
    """How many answers fell on each (query, column); and sums of public columns, where some are named.

    Answers are two lists or arrays (queries, columns), a list of what `tacit.answer` returns, a table with
    the columns `query` and `column` (Arrow, pandas, polars, a dict of arrays), or files; without further
    columns named, files and tables may hold counts, as saved tallies do. One that cannot be counted refuses
    them all, unless `skip_bad`; then `refused` says how many were left out, and why.

    `weights` is how many people an answer stands for, `by` divides the answers into public strata, `cluster`
    says who was drawn together, `outcomes` are numbers to add up per hidden group.
    """
    expect_study(study)
    beside = Beside(weights, names(outcomes), names(by), cluster)
    if not beside.columns:
        plain = [pa.table(each) if isinstance(each, dict) else each for each in answers]
        return tallies.tally(study, *plain, skip_bad=skip_bad)
    refusals = Refusals()
    found = sum_answers(study, sources(answers), beside, refusals)
    if refusals and not skip_bad:
        raise refusals.to_error("skip_bad=True")
    return found


def names(given: Names) -> tuple[str, ...]:
    """One name, or several."""
    return (given,) if isinstance(given, str) else tuple(given)


def sources(answers: Sequence[Any]) -> Sequence[Path] | object:
    """Files, or one table that has names for its columns."""
    if answers and all(isinstance(each, str | Path) for each in answers):
        return found_files(answers)
    if len(answers) == 1 and (isinstance(answers[0], dict) or hasattr(answers[0], "__arrow_c_stream__")):
        table: object = answers[0]
        return table
    raise refuse("answers", "must be files or one table, so that columns beside the answers have names")
