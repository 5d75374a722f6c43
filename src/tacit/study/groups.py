"""The private groups: given as labels, or as the product of crossed axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from tacit.study.inspection import Inspection
from tacit.study.spelling import LONGEST_LABEL, exact_sum, fold, in_full, plain, show, spell

DECLINED = "I would rather not say"
BETWEEN = " / "
MOST_GROUPS = 100_000
MOST_TEXT = 2000
MOST_LABEL_TEXT = 1 << 22  # of all labels together: a manifest holds them in full

Axes = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Groups:
    """The private groups. Crossed groups keep their axes, in order, beside the product's labels.

    With `cross`, labels may be left out. `shares_of` says of whom the shares are: of all people, or of
    those who do not decline.
    """

    text: str
    labels: tuple[str, ...] = ()
    cross: Axes = ()
    shares: tuple[Decimal, ...] | None = None
    decline: bool = False
    shares_of: Literal["all", "answered"] = "all"

    def __post_init__(self) -> None:
        inspection = Inspection("groups")
        missing = '; write what people are asked, as in "Which describes you?"'
        text = inspection.text("text", self.text, most=MOST_TEXT, has_lines=True, missing=missing)
        object.__setattr__(self, "text", text)
        labels = self._check_labels(inspection) if self.cross == () else self._check_axes(inspection)
        inspection.flag("decline", self.decline)
        if (size := sum(map(len, labels))) > MOST_LABEL_TEXT:
            key = "labels" if self.cross == () else "cross"
            inspection.add(key, f"must make at most {MOST_LABEL_TEXT} characters of labels; got {size}")
        if self.decline is True and fold(DECLINED) in map(fold, labels):
            inspection.add("labels", f"must not hold {show(DECLINED)}: decline = true adds it")
        self._check_shares(inspection, labels)
        inspection.settle()
        object.__setattr__(self, "labels", labels)

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes; axes are a list, since members have no order."""
        members: dict[str, object] = {
            "text": self.text,
            "labels": list(self.labels),
            "decline": self.decline,
        }
        if self.cross:
            members["cross"] = [[axis, list(labels)] for axis, labels in self.cross]
        if self.shares is not None:
            members |= {"shares": [plain(share) for share in self.shares], "shares_of": self.shares_of}
        return members

    def _check_labels(self, inspection: Inspection) -> tuple[str, ...]:
        if self.labels in ((), []):
            rule = (
                'is missing; name at least 2 groups, as in ["diabetic", "not diabetic"], or cross two lists'
            )
            inspection.add("labels", rule)
            return ()
        if isinstance(self.labels, list | tuple) and len(self.labels) > MOST_GROUPS:
            inspection.add("labels", f"must name at most {MOST_GROUPS} groups; got {len(self.labels)}")
            return ()
        return inspection.labels("labels", self.labels, least=2, what="groups")

    def _check_axes(self, inspection: Inspection) -> tuple[str, ...]:
        before = len(inspection.problems)
        pairs = self._pairs(inspection)
        axes: Axes = tuple(
            (
                inspection.text(f"cross[{at}]", axis, most=LONGEST_LABEL),
                inspection.labels(f"cross.{spell(axis)}", labels, least=2, what="labels"),
            )
            for at, (axis, labels) in enumerate(pairs)
        )
        inspection.distinct("cross", [axis for axis, _ in axes])
        if len(inspection.problems) == before and len(axes) < 2:
            rule = f"must cross at least 2 lists; got {len(axes)} (for one list write labels = [...])"
            inspection.add("cross", rule)
        cells = math.prod(len(labels) for _, labels in axes)
        if cells > MOST_GROUPS:
            inspection.add("cross", f"must make at most {MOST_GROUPS} groups; got {cells}")
        if len(inspection.problems) > before:
            return ()
        object.__setattr__(self, "cross", axes)
        product = tuple(BETWEEN.join(cell) for cell in itertools.product(*(labels for _, labels in axes)))
        if self.labels not in ((), [], product, list(product)):
            inspection.add("labels", "must be left out beside [groups.cross], which makes the labels itself")
        if len(set(map(fold, product))) < len(product):
            inspection.add("cross", f"makes one label twice; avoid {show(BETWEEN)} inside labels")
        return product

    def _pairs(self, inspection: Inspection) -> list[tuple[str, object]]:
        """The axes, from a table (study file) or from pairs (manifest, Python)."""
        given: object = self.cross
        if isinstance(given, Mapping):
            return [(str(axis), labels) for axis, labels in given.items()]
        if isinstance(given, list | tuple) and all(
            isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in given
        ):
            return [(pair[0], pair[1]) for pair in given]
        inspection.add("cross", f'must be a table of lists, as in age = ["<40", "40+"]; got {show(given)}')
        return []

    def _check_shares(self, inspection: Inspection, labels: tuple[str, ...]) -> None:
        has_kind = inspection.one_of("shares_of", self.shares_of, ("all", "answered"))
        if self.shares is None:
            if has_kind and self.shares_of != "all":
                inspection.add("shares_of", "needs shares beside it; got none")
            return
        before = len(inspection.problems)
        given = inspection.sequence("shares", self.shares, "numbers")
        is_list = len(inspection.problems) == before
        shares = [inspection.number(f"shares[{at}]", share) for at, share in enumerate(given)]
        numbers = tuple(share for share in shares if share is not None)
        for at, share in enumerate(shares):
            if share is not None and share <= 0:
                rule = f"must be above 0; got {plain(share)} (leave an empty group out)"
                inspection.add(f"shares[{at}]", rule)
        inspection.shorten("shares", before)
        if is_list and labels and len(given) != len(labels):
            inspection.add("shares", f"must have one share per group: {len(labels)}; got {len(given)}")
        if len(inspection.problems) == before and (total := exact_sum(numbers)) != 1:
            inspection.add("shares", f"must add to exactly 1; these add to {in_full(total)}{_gap(total)}")
        if self.decline is True and has_kind and self.shares_of == "all":
            rule = 'must be shares of those who do not decline; if they are, add shares_of = "answered"'
            inspection.add("shares", rule)
        object.__setattr__(self, "shares", numbers)


def _gap(total: Fraction) -> str:
    """How far off, and the usual reason."""
    if abs(total - 100) <= 1:
        return "; write 25% as 0.25"
    side = "too little" if total < 1 else "too much"
    return f", {in_full(abs(total - 1))} {side}"
