"""What is to be proved: that this scheme keeps this promise for people of these groups."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tacit.errors import refuse
from tacit.scheme.scheme import Scheme
from tacit.study.privacy import Privacy
from tacit.study.study import Study


@dataclass(frozen=True)
class Claim:
    """A scheme, a promise, and whose the items are.

    Each group has `options` items, one after another. With `has_decline` the last item is that of those who
    would rather not say: where it has levels, theirs is a fair coin.
    """

    scheme: Scheme
    privacy: Privacy
    options: int = 1
    has_decline: bool = False

    def __post_init__(self) -> None:
        items = self.scheme.rows.items - self.has_decline
        if self.options < 1 or items % self.options or items // self.options + self.has_decline < 2:
            raise refuse("options", f"must split {items} items into groups of equal size; got {self.options}")

    @classmethod
    def of(cls, study: Study) -> Claim:
        """What the study says to the people who answer it."""
        options = len(study.question.options) if study.is_histogram else 1
        return cls(study.scheme, study.privacy, options, study.declined is not None)

    @property
    def has_values(self) -> bool:
        """Whether people hold more than a group."""
        return self.scheme.rows.levels > 1 or self.options > 1

    @property
    def within(self) -> Fraction | None:
        """The bound on the groups' means that the promise rests on, if it does."""
        bound, levels = self.privacy.mean_within, self.scheme.rows.levels
        return None if bound is None or levels != 2 else Fraction(bound)
