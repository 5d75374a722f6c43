"""Hidden groups' shares against shares that are known from elsewhere: who seems to be missing, or to hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.estimation.contrast import Test
from tacit.estimation.figures import Json, interval_json
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.student import Confidence, two_sided

WHY_FEWER = (
    "people of this group may have answered less often, or said they belong to another one (or declined), "
    "or the known share may be of other people"
)
WHY_MORE = (
    "people of this group may have answered more often, others may have said they belong to it, "
    "or the known share may be of other people"
)


@dataclass(frozen=True)
class Gap:
    """One group: its estimated share, the known one, and whether noise and sampling can explain the gap."""

    group: str
    share: Interval
    known: float
    difference: float
    test: Test
    is_beyond_chance: bool

    def to_json(self) -> Json:
        """The member of `truth_gap`."""
        return {
            "group": self.group,
            "share": interval_json(self.share, {}, ""),
            "known": self.known,
            "difference": self.difference,
            "z": self.test.z,
            "p": self.test.p,
            "beyond_chance": self.is_beyond_chance,
        }


def truth_gap(
    labels: Sequence[str],
    shares: Sequence[Interval],
    known: Sequence[float],
    confidence: Confidence,
    freedom: int | None = None,
) -> tuple[Gap, ...]:
    """Every group's gap; some group is beyond chance by chance as rarely as the level says, not each."""
    each = Confidence(confidence.level, len(labels))
    found = []
    for label, share, true in zip(labels, shares, known, strict=True):
        if share.estimate is None or not share.population.sd:
            continue
        gap = share.estimate - true
        z = gap / share.population.sd
        test = Test(z, each.adjusted(two_sided(z, freedom)))
        found.append(Gap(label, share, true, gap, test, abs(z) > each.z(freedom)))
    return tuple(found)


def sentences(gaps: Sequence[Gap]) -> list[str]:
    """For people: which groups, how far, and what may explain it; or that nothing stands out."""
    beyond = sorted((gap for gap in gaps if gap.is_beyond_chance), key=lambda gap: -abs(gap.test.z))
    if not gaps:
        return ["These answers do not tell shares, so nothing can be held against the known ones."]
    if not beyond:
        return ["No group's share is further from the known one than noise and sampling explain."]
    return [
        f"{gap.group}: {100 * (gap.share.estimate or 0.0):.1f}% of answers, {100 * gap.known:.1f}% known; "
        f"{100 * abs(gap.difference):.1f} points {'fewer' if gap.difference < 0 else 'more'}"
        f"{_within(gap)}. What may explain it: {WHY_FEWER if gap.difference < 0 else WHY_MORE}."
        for gap in beyond
    ]


def _within(gap: Gap) -> str:
    bounds: Bounds = gap.share.population
    if bounds.low is None or bounds.high is None:
        return ""
    low, high = sorted(100 * (end - gap.known) for end in (bounds.low, bounds.high))
    return f" ({low:+.1f} to {high:+.1f})"
