"""The question: what the value of a person is."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from tacit.study.inspection import Inspection
from tacit.study.spelling import did_you_mean, join, plain, show

Kind = Literal["range", "scale", "choice", "none"]

KINDS = {
    "range": "any number between two ends",
    "scale": "whole steps",
    "choice": "options",
    "none": "only the group",
}
MOST_TEXT = 2000
# Both ends in units of their last digit: leaves room below 2^53 for exact rounding to levels.
WIDEST = 10**15


@dataclass(frozen=True)
class Question:
    """What people are asked for. `low` and `high` for range and scale, `options` for choice."""

    text: str
    kind: Kind
    low: Decimal | None = None
    high: Decimal | None = None
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        inspection = Inspection("question")
        has_kind = self._check_kind(inspection)
        if not (has_kind and self.kind == "none" and self.text in (None, "")):
            text = inspection.text(
                "text", self.text, most=MOST_TEXT, has_lines=True, missing="; write what people are asked"
            )
        else:
            text = ""
        object.__setattr__(self, "text", text)
        if has_kind:
            self._check_ends(inspection)
            self._check_options(inspection)
        else:
            for key, end in (("low", self.low), ("high", self.high)):
                if end is not None:
                    inspection.number(key, end)
        inspection.settle()

    @property
    def is_numeric(self) -> bool:
        """Whether people give a number between `low` and `high`."""
        return self.kind in ("range", "scale")

    @property
    def points(self) -> int | None:
        """How many values a scale has; None for anything else."""
        if self.kind != "scale" or self.low is None or self.high is None:
            return None
        return int(self.high) - int(self.low) + 1

    @property
    def is_two_valued(self) -> bool:
        """Whether the answer is one of exactly two options."""
        return self.kind == "choice" and len(self.options) == 2

    @property
    def is_histogram(self) -> bool:
        """Whether there are three options or more: every (group, option) pair is an item of its own."""
        return self.kind == "choice" and len(self.options) > 2

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes; what does not apply is left out."""
        members: dict[str, object] = {"kind": self.kind}
        if self.text:
            members["text"] = self.text
        if self.low is not None and self.high is not None:
            members |= {"low": plain(self.low), "high": plain(self.high)}
        if self.options:
            members["options"] = list(self.options)
        return members

    def _check_kind(self, inspection: Inspection) -> bool:
        given: object = self.kind
        if isinstance(given, str) and given in KINDS:
            return True
        kinds = join([f"{show(kind)} ({meaning})" for kind, meaning in KINDS.items()], "or")
        came = "is missing; it must be" if given is None else "must be"
        got = "" if given is None else f"; got {show(given)}"
        near = did_you_mean(given, KINDS) if isinstance(given, str) else ""
        inspection.add("kind", f"{came} {kinds}{got}{near}")
        return False

    def _check_ends(self, inspection: Inspection) -> None:
        ends = {"low": self.low, "high": self.high}
        if not self.is_numeric:
            for key, end in ends.items():
                if end is not None:
                    rule = (
                        f'is only for kind "range" or "scale"; take it out, or change kind {show(self.kind)}'
                    )
                    inspection.add(key, rule)
            return
        numbers = [self._end(inspection, key, end) for key, end in ends.items()]
        low, high = numbers
        if low is None or high is None:
            return
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        if low == high:
            inspection.add("high", f"must be above low; got {plain(high)} for both")
        elif low > high:
            inspection.add("high", f"must be above low ({plain(low)}); got {plain(high)}")
        elif _width(low, high) > WIDEST:
            inspection.add("high", "must need at most 15 digits together with low; round the ends")

    def _end(self, inspection: Inspection, key: str, end: object) -> Decimal | None:
        if end is None:
            inspection.add(key, f"is missing; kind {show(self.kind)} needs low and high, two numbers")
            return None
        number = inspection.number(key, end)
        if number is not None and self.kind == "scale" and number != int(number):
            rule = f'must be whole on a scale; got {plain(number)} (kind "range" takes fractions)'
            inspection.add(key, rule)
            return None
        return number

    def _check_options(self, inspection: Inspection) -> None:
        if self.kind != "choice":
            if self.options not in ((), []):
                rule = f'is only for kind "choice"; take it out, or change kind {show(self.kind)}'
                inspection.add("options", rule)
            return
        if self.options in ((), []):
            inspection.add("options", 'is missing; kind "choice" needs at least 2, as in ["yes", "no"]')
            return
        options = inspection.labels("options", self.options, least=2, what="options")
        object.__setattr__(self, "options", options)


def _width(low: Decimal, high: Decimal) -> int:
    """The distance of the ends, or their size if larger, in units of the last digit that either has."""
    places = max(-int(end.as_tuple().exponent) for end in (low, high))
    scaled = [int(Fraction(end) * 10**places) for end in (low, high)]
    return max(scaled[1] - scaled[0], *map(abs, scaled))
