"""Who did not answer: declined, skipped and never answered are three things, each counted where it can be.

And how far off that can make a figure at worst, which no noise or sample size says anything about.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacit.errors import refuse
from tacit.estimation.figures import GroupFigures, Json, StudyFigures, interval_json
from tacit.estimation.intervals import Interval
from tacit.study.given import expect_whole
from tacit.study.units import Units


@dataclass(frozen=True)
class WorstCase:
    """One group's share and mean, were all who did not say it as far as can be from those who did."""

    group: str
    share: tuple[float, float] | None
    mean: tuple[float, float] | None

    def to_json(self) -> Json:
        """The member of `worst_case`."""
        return {
            "group": self.group,
            "share": None if self.share is None else {"low": self.share[0], "high": self.share[1]},
            "mean": None if self.mean is None else {"low": self.mean[0], "high": self.mean[1]},
        }


@dataclass(frozen=True)
class Response:
    """How many were invited, answered, skipped the question, and were never heard of.

    `never` and `rate` are None where nobody said how many were invited. Those who declined are among those
    who answered: nobody knows who, but which share of the answers they are is an estimate.
    """

    invited: int | None
    answered: int
    skipped: int | None
    never: int | None
    declined: Interval | None
    worst: tuple[WorstCase, ...]

    @property
    def rate(self) -> float | None:
        """Answers out of invitations, those who declined included."""
        return None if self.invited is None else self.answered / self.invited

    def to_json(self) -> Json:
        """The member `response` of `estimate --json`."""
        return {
            "invited": self.invited,
            "answered": self.answered,
            "skipped": self.skipped,
            "never": self.never,
            "rate": self.rate,
            "declined": interval_json(self.declined, {}, ""),
            "worst_case": [each.to_json() for each in self.worst],
        }


def response_of(
    estimate: StudyFigures, units: Units | None, *, invited: int | None, skipped: int | None
) -> Response:
    """The three kinds of silence, and what they could hide."""
    for name, count in (("invited", invited), ("skipped", skipped)):
        if count is not None:
            expect_whole(name, count, least=0)
    heard = estimate.answers + (skipped or 0)
    if invited is not None and invited < heard:
        rule = f"must be at least the {heard:,} who answered or skipped; got {invited:,}"
        raise refuse("invited", rule)
    never = None if invited is None else invited - heard
    declined = estimate.declined.share if estimate.declined else None
    silent = float((skipped or 0) + (never or 0))
    gone = max(declined.estimate or 0.0, 0.0) * estimate.answers if declined else 0.0
    worst = tuple(_worst(group, estimate.answers, silent, gone, units) for group in estimate.groups)
    return Response(invited, estimate.answers, skipped, never, declined, worst)


def _worst(
    group: GroupFigures, answers: int, silent: float, declined: float, units: Units | None
) -> WorstCase:
    """All who did not say their group could be in it or not, and hold either end of the range."""
    share, hidden = group.share, silent + declined
    if share is None or share.estimate is None:
        return WorstCase(group.group, None, None)
    members, everybody = min(max(share.estimate, 0.0), 1.0) * answers, answers + silent
    shares = (members / everybody, min((members + hidden) / everybody, 1.0))
    if units is None or group.mean is None or group.mean.estimate is None or members + hidden <= 0:
        return WorstCase(group.group, shares, None)
    total = group.mean.estimate * members
    ends = ((total + hidden * end) / (members + hidden) for end in (units.low, units.high))
    low, high = ends
    return WorstCase(group.group, shares, (low, high))


def sentences(found: Response) -> list[str]:
    """For people: who is silent, and what that could hide."""
    told = []
    if found.invited is not None and found.rate is not None:
        told.append(f"{found.answered:,} of {found.invited:,} who were invited answered ({found.rate:.1%}).")
    if found.skipped:
        told.append(f"{found.skipped:,} saw the question and passed it by.")
    if found.never is not None:
        told.append(f"{found.never:,} were never heard of.")
    if found.declined is not None and found.declined.estimate is not None:
        told.append(f"About {max(found.declined.estimate, 0.0):.1%} of those who answered declined to say.")
    for each in found.worst:
        if each.share is not None:
            low, high = each.share
            ends = f"{low:.1%} to {high:.1%} of everybody"
            if each.mean is not None:
                ends += f", with a mean of {each.mean[0]:.3g} to {each.mean[1]:.3g}"
            told.append(f"{each.group}: at worst, whatever the silent ones are, {ends}.")
    return told
