"""The question's own units: where the middle of the range is, and how wide half of it is."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.study.question import Question


@dataclass(frozen=True)
class Units:
    """A value x is mid + half x', with x' in [-1, 1]."""

    mid: float
    half: float

    @property
    def low(self) -> float:
        """The smallest value."""
        return self.mid - self.half

    @property
    def high(self) -> float:
        """The largest value."""
        return self.mid + self.half


def units_of(question: Question) -> Units | None:
    """The units of a question that has numbers; of two options the second counts as 1. None: it has none."""
    if question.kind == "choice" and len(question.options) == 2:
        return Units(0.5, 0.5)
    if question.low is None or question.high is None:
        return None
    low, high = question.low, question.high
    return Units(float((low + high) / 2), float((high - low) / 2))


def is_two_valued(question: Question) -> bool:
    """Whether everybody's value is one of the two ends, so that nothing is rounded."""
    if question.kind == "choice":
        return len(question.options) == 2
    if question.kind == "scale" and question.low is not None and question.high is not None:
        return question.high - question.low == 1
    return False
