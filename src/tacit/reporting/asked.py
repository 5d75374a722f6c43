"""What a report is asked for beside an estimate's own figures."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.errors import Problem, Refused, refuse
from tacit.estimation.slopes import Figure

Pair = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Which groups to compare, and what else to say.

    `pairs` None and `has_every_pair` false: all pairs, where groups are few. `figure` is what is compared,
    `margin` how little groups may differ to count as equal; `invited` and `skipped` are how many people were
    asked and how many left the question out, `known` the groups' shares as known from elsewhere.
    """

    pairs: tuple[Pair, ...] | None = None
    has_every_pair: bool = False
    figure: Figure | None = None
    margin: float | None = None
    invited: int | None = None
    skipped: int | None = None
    known: tuple[float, ...] | None = None
    has_consistent: bool = False
    has_shrunk: bool = False

    def __post_init__(self) -> None:
        if self.pairs is not None and self.has_every_pair:
            raise refuse("compare", "names pairs, and every pair is asked for; take one")
        problems = [
            Problem(name, f"must be at least 0; got {count}")
            for name, count in (("invited", self.invited), ("skipped", self.skipped))
            if count is not None and count < 0
        ]
        if self.margin is not None and not self.margin > 0:
            problems.append(Problem("margin", f"must be above 0; got {self.margin:g}"))
        if problems:
            raise Refused(problems)
