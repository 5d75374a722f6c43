"""The optional [analysis] table: what will be looked at, said before anybody answers."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tacit.study.inspection import Inspection
from tacit.study.spelling import LONGEST_LABEL, plain, show

LISTS = ("outcomes", "covariates", "by_group", "by")
NUMBERS = ("margin", "level")


@dataclass(frozen=True)
class Registered:
    """Endpoints and how they are compared, as columns beside the answers and pairs of groups.

    A report then says that it is as registered, or names each departure.
    """

    outcomes: tuple[str, ...] = ()
    compare: tuple[tuple[str, str], ...] = ()
    margin: Decimal | None = None
    covariates: tuple[str, ...] = ()
    by_group: tuple[str, ...] = ()
    weights: str | None = None
    by: tuple[str, ...] = ()
    cluster: str | None = None
    level: Decimal | None = None

    def __post_init__(self) -> None:
        inspection = Inspection("analysis")
        has_outcomes = bool(self.outcomes)
        for key in LISTS:
            given = inspection.labels(key, getattr(self, key), least=0, what="columns")
            object.__setattr__(self, key, given)
        object.__setattr__(self, "compare", self._checked_pairs(inspection))
        for key in ("weights", "cluster"):
            if getattr(self, key) is not None:
                name = inspection.text(key, getattr(self, key), most=LONGEST_LABEL)
                object.__setattr__(self, key, name)
        for key in NUMBERS:
            if getattr(self, key) is not None:
                object.__setattr__(self, key, inspection.number(key, getattr(self, key)))
        self._check_together(inspection, has_outcomes=has_outcomes)
        inspection.settle()

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes; what was not said is left out."""
        members: dict[str, object] = {key: list(getattr(self, key)) for key in LISTS if getattr(self, key)}
        if self.compare:
            members["compare"] = [list(pair) for pair in self.compare]
        for key in ("weights", "cluster"):
            if getattr(self, key) is not None:
                members[key] = getattr(self, key)
        for key in NUMBERS:
            if getattr(self, key) is not None:
                members[key] = plain(getattr(self, key))
        return members

    def _checked_pairs(self, inspection: Inspection) -> tuple[tuple[str, str], ...]:
        pairs = []
        for at, pair in enumerate(inspection.sequence("compare", self.compare, "pairs of groups")):
            if not (isinstance(pair, list | tuple) and len(pair) == 2):
                rule = f'must be two groups in square brackets, as in ["a", "b"]; got {show(pair)}'
                inspection.add(f"compare[{at}]", rule)
                continue
            first, second = (inspection.text(f"compare[{at}]", each, most=LONGEST_LABEL) for each in pair)
            if first and first == second:
                inspection.add(f"compare[{at}]", f"must be two different groups; got {show(first)} twice")
            pairs.append((first, second))
        return tuple(pairs)

    def _check_together(self, inspection: Inspection, *, has_outcomes: bool) -> None:
        if (self.covariates or self.by_group) and not has_outcomes:
            key = "covariates" if self.covariates else "by_group"
            inspection.add(key, "needs outcomes, which a model is to explain")
        if self.margin is not None and self.margin <= 0:
            inspection.add("margin", f"must be above 0; got {plain(self.margin)}")
        if self.margin is not None and not self.compare:
            inspection.add("margin", "needs compare: it says how far two groups may be apart")
        if self.level is not None and not Decimal("0.5") <= self.level < 1:
            inspection.add("level", f"must be at least 0.5 and below 1; got {plain(self.level)}")
