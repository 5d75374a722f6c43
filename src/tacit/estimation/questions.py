"""What can be asked of an estimate once it is there: differences, and what other numbers say beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from tacit.errors import refuse
from tacit.estimation.comparison import GroupComparison, all_pairs, check_told, compare_groups
from tacit.estimation.consistent import ConsistentFigures, consistent_figures
from tacit.estimation.contrast import NOTHING
from tacit.estimation.evidence import Evidence
from tacit.estimation.figures import StudyFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.overall import overall
from tacit.estimation.partition import Indices, groups
from tacit.estimation.reading import interval_of
from tacit.estimation.response import Response, response_of
from tacit.estimation.shrinkage import Shrunk, shrunk_figures
from tacit.estimation.slopes import Figure, Slope, quotient
from tacit.estimation.student import Confidence
from tacit.estimation.truth_gap import Gap, truth_gap
from tacit.estimation.vectors import Vectors, is_counted
from tacit.estimation.what import what_of
from tacit.study.given import is_number
from tacit.study.spelling import join
from tacit.study.units import units_of


@dataclass(frozen=True)
class Questions(StudyFigures):
    """Figures, with the evidence that further questions are answered from."""

    evidence: Evidence | None = field(default=None, repr=False, compare=False)

    def difference(
        self,
        first: str,
        second: str,
        figure: Figure | None = None,
        *,
        option: str | None = None,
        outcome: str | None = None,
        margin: float | None = None,
    ) -> GroupComparison:
        """The first group against the second: difference, ratio and tests.

        Of means, where the question or the outcome has them, else of shares or sums; of more than two options
        one must be named. With a margin it is tested, too, whether they differ by less.
        """
        whats = what_of(self._evidence.study, figure, option=option, outcome=outcome)
        if len(whats) > 1:
            options = join([str(what.option) for what in whats], "or")
            raise refuse("option", f'must be named ({options}), or figure="count" for the groups\' sizes')
        found = compare_groups(self._evidence, [(first, second)], whats, level=self.level, margin=margin)
        check_told(found, margin)
        return found[0]

    def differences(
        self,
        pairs: Sequence[tuple[str, str]] | None = None,
        figure: Figure | None = None,
        *,
        option: str | None = None,
        outcome: str | None = None,
        margin: float | None = None,
        simultaneous: bool = True,
    ) -> list[GroupComparison]:
        """These pairs of groups, or all; intervals and tests that hold together, unless asked otherwise.

        Of more than two options, by the share of each, unless one is named.
        """
        evidence = self._evidence
        whats = what_of(evidence.study, figure, option=option, outcome=outcome)
        asked = all_pairs(evidence.study) if pairs is None else pairs
        return compare_groups(
            evidence, asked, whats, level=self.level, margin=margin, simultaneous=simultaneous
        )

    def every_difference(
        self,
        pairs: Sequence[tuple[str, str]] | None = None,
        figure: Figure | None = None,
        *,
        margin: float | None = None,
        simultaneous: bool = True,
    ) -> list[GroupComparison]:
        """The same of every public outcome and of what was asked: what commands and reports compare.

        A figure that is named is that of the outcomes, where there are any.
        """
        names: list[str | None] = [outcome.outcome for outcome in self.outcomes]
        has_own = any(group.options or group.mean or group.sum for group in self.groups)
        if not names or (has_own and figure is None):
            names.append(None)
        found = [
            each
            for name in names
            for each in self.differences(
                pairs, figure, outcome=name, margin=margin, simultaneous=simultaneous
            )
        ]
        check_told(found, margin)
        return found

    @property
    def has_known_shares(self) -> bool:
        """Whether the study says how large the groups are."""
        return self._evidence.study.groups.shares is not None

    def consistent(self) -> tuple[ConsistentFigures, ...]:
        """Figures that add up to everybody, with nothing below zero: nearest to the raw ones, and biased."""
        return consistent_figures(self, self._evidence.everybody, units_of(self._evidence.study.question))

    def shrunk(self) -> tuple[Shrunk, ...]:
        """Figures of four groups or more, drawn towards their middle: biased, without intervals."""
        return shrunk_figures(self)

    def response(self, *, invited: int | None = None, skipped: int | None = None) -> Response:
        """Who declined, skipped and never answered, and how far off that can make the figures at worst."""
        units = units_of(self._evidence.study.question)
        return response_of(self, units, invited=invited, skipped=skipped)

    def truth_gap(self, shares: Sequence[float] | None = None) -> tuple[Gap, ...]:
        """Every group's share against the known one: the study's, or these."""
        study, evidence = self._evidence.study, self._evidence
        known = self._known_shares(shares)
        partition = groups(study.groups)
        each = evidence.each(partition.members, with_declined=study.groups.decline)
        if not is_counted(study):
            return ()
        found = [
            interval_of(_share_of_answered(vectors, members), self._confidence)
            for vectors, members in zip(each, partition.members, strict=True)
        ]
        return truth_gap(partition.labels, found, known, self._confidence, each[0].joint.freedom)

    def overall(
        self,
        shares: Sequence[float] | None = None,
        *,
        option: str | None = None,
        outcome: str | None = None,
    ) -> Interval | None:
        """The mean over a population in which the groups have known shares (post-stratified).

        Of a question with more than two options, the share of the one that is named. None where a group's
        figure is not resolved, or there is none.
        """
        study, at = self._evidence.study, None
        if option is not None:
            (what,) = what_of(study, "share", option=option)
            at = study.question.options.index(what.option or "")
        known = self._known_shares(shares)
        return overall(self._evidence, known, self._confidence, outcome=outcome, option=at)

    def overalls(self, shares: Sequence[float] | None = None) -> dict[str, Interval]:
        """All of these that there are, by name: the question's own, then the outcomes'.

        They are not resolved where one of the groups' is not.
        """
        options = self._evidence.study.question.options
        names: list[tuple[str, str | None, str | None]] = []
        if len(options) > 2:
            names += [(f'share of "{option}"', option, None) for option in options]
        elif self.groups[0].mean is not None:
            names.append((f'share of "{options[1]}"' if options else "mean", None, None))
        names += [(f"mean of {each.outcome}", None, each.outcome) for each in self.outcomes]
        return {
            name: self.overall(shares, option=at, outcome=outcome) or NOTHING for name, at, outcome in names
        }

    def _known_shares(self, shares: Sequence[float] | None) -> list[float]:
        asked = self._evidence.study.groups
        if shares is None and asked.shares is None:
            raise refuse("shares", "are not in the study; give one share per group")
        given: Sequence[float | Decimal] = shares if shares is not None else asked.shares or ()
        if not all(map(is_number, given)):
            raise refuse("shares", "must be numbers, one for each group, in the order of the study")
        known = [float(share) for share in given]
        if len(known) != len(asked.labels):
            rule = f"must be one per group, {len(asked.labels)}; got {len(known)}"
            raise refuse("shares", rule)
        if min(known) < 0 or abs(sum(known) - 1) > 1e-6:
            raise refuse("shares", f"must be at least 0 and add to 1; these add to {sum(known):.6g}")
        return known

    @property
    def _confidence(self) -> Confidence:
        return Confidence(self.level, self.comparisons)

    @property
    def _evidence(self) -> Evidence:
        if self.evidence is None:
            raise refuse("evidence", "is gone: ask an estimate that was made from a tally here")
        return self.evidence


def _share_of_answered(vectors: Vectors, members: Indices) -> Slope:
    """Of those who did not decline to say."""
    declined = vectors.declined
    answered = vectors.everybody if declined is None else vectors.everybody - declined
    return quotient(vectors.joint, vectors.counts(members), answered)
