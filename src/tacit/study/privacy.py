"""What is protected, and how well: epsilon and the promise."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from tacit.study.inspection import Inspection
from tacit.study.spelling import plain

PROMISES = ("group and value", "group")
LEAST_EPSILON, MOST_EPSILON = Decimal("0.001"), Decimal(20)


@dataclass(frozen=True)
class Privacy:
    """What is protected, and how well."""

    epsilon: Decimal
    promise: Literal["group and value", "group"] = "group and value"
    mean_within: Decimal | None = None

    def __post_init__(self) -> None:
        inspection = Inspection("privacy")
        self._check_epsilon(inspection)
        has_promise = inspection.one_of("promise", self.promise, PROMISES)
        if self.mean_within is not None:
            self._check_mean_within(inspection)
            if has_promise and self.promise != "group":
                rule = 'is only for promise = "group"; take it out, or change the promise'
                inspection.add("mean_within", rule)
        inspection.settle()

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes."""
        members: dict[str, object] = {"epsilon": plain(self.epsilon), "promise": self.promise}
        if self.mean_within is not None:
            members["mean_within"] = plain(self.mean_within)
        return members

    def _check_epsilon(self, inspection: Inspection) -> None:
        if self.epsilon is None:
            inspection.add("epsilon", "is missing; 1 is a usual start, smaller hides more")
            return
        epsilon = inspection.number("epsilon", self.epsilon)
        if epsilon is None:
            return
        object.__setattr__(self, "epsilon", epsilon)
        if epsilon <= 0:
            rule = f"must be above 0; got {plain(epsilon)} (1 is a usual start, smaller hides more)"
            inspection.add("epsilon", rule)
        elif epsilon < LEAST_EPSILON:
            rule = f"must lie within 0.001..20; got {plain(epsilon)}, at which no number of people is enough"
            inspection.add("epsilon", rule)
        elif epsilon > MOST_EPSILON:
            rule = f"must lie within 0.001..20; got {plain(epsilon)}, which would hide nothing"
            inspection.add("epsilon", rule)

    def _check_mean_within(self, inspection: Inspection) -> None:
        within = inspection.number("mean_within", self.mean_within)
        if within is not None and not 0 < within <= 1:
            rule = f"must be above 0 and at most 1, in half-ranges; got {plain(within)}"
            inspection.add("mean_within", rule)
        object.__setattr__(self, "mean_within", within)
