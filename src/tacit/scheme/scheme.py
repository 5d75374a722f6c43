"""A scheme: rows, odds and the share of count questions. Everything public that an answer depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tacit.errors import Problem, Refused, refuse
from tacit.scheme.odds import Odds
from tacit.scheme.rows import ROWS, Rows

MOST_WEIGHT = 1 << 53
SHOWN = 60
MANIFEST_INTEGERS = ("items", "columns", "levels", "keep", "opposite", "other", "pool")
MANIFEST_MEMBERS = ("rows", *MANIFEST_INTEGERS, "count_share")


@dataclass(frozen=True)
class Scheme:
    """Rows that place the cards, odds that blur the column, and how often a count question is asked."""

    rows: Rows
    odds: Odds
    count_share: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        rows, odds = self.rows, self.odds
        if self.total >= MOST_WEIGHT:
            raise refuse("scheme.columns", f"make the weights add to {self.total}, which must be below 2^53")
        if odds.other < 1 and rows.columns > 2:
            raise refuse("scheme.other", f"must be at least 1; got {odds.other}")
        if not odds.is_plain and rows.levels != 2:
            raise refuse(
                "scheme.opposite", f"must equal other unless there are two levels; got {odds.opposite}"
            )
        if not 0 <= self.count_share < 1:
            raise refuse("scheme.count_share", f"must be at least 0 and below 1; got {self.count_share}")
        can_count = rows.name != "direct" and rows.levels > 1 and odds.is_plain and odds.other > 0
        if self.count_share and not can_count:
            rule = "must be 0 with direct rows, with one level, and when opposite and other differ or are 0"
            raise refuse("scheme.count_share", f"{rule}; got {self.count_share}")

    @cached_property
    def total(self) -> int:
        """W, the sum of the weights of all columns."""
        return self.odds.total(self.rows.levels, self.rows.columns)

    @cached_property
    def queries(self) -> int:
        """How many queries there are: value questions first, then count questions."""
        return self.rows.pool * (2 if self.count_share else 1)

    @cached_property
    def bits(self) -> int:
        """How many bits an answer has."""
        return (self.rows.columns - 1).bit_length()

    def column(self, query: int, item: int, level: int) -> int:
        """The card's column under this query."""
        rows = self.rows
        if query < rows.pool:
            return rows.column(query, item, level)
        return rows.count_column(query - rows.pool, item)

    def weights(self, query: int, item: int, level: int) -> list[int]:
        """The published table: the weight of each column when this card is held; the sum is `total`."""
        weights = [self.odds.other] * self.rows.columns
        if not self.odds.is_plain:
            weights[self.column(query, item, 1 - level)] = self.odds.opposite
        weights[self.column(query, item, level)] = self.odds.keep
        return weights

    def to_manifest(self) -> dict[str, object]:
        """The integers that a manifest publishes."""
        rows, odds, share = self.rows, self.odds, self.count_share
        integers = (rows.items, rows.columns, rows.levels, odds.keep, odds.opposite, odds.other, rows.pool)
        return {
            "rows": rows.name,
            **dict(zip(MANIFEST_INTEGERS, integers, strict=True)),
            "count_share": [share.numerator, share.denominator],
        }

    @classmethod
    def from_manifest(cls, members: Mapping[str, object]) -> Scheme:
        """The scheme that a manifest publishes; refuses whatever its own integers do not bear out."""
        problems = [
            Problem("scheme", f"has the unknown member {_brief(name)}")
            for name in members
            if name not in MANIFEST_MEMBERS
        ]
        problems += [
            Problem(f"scheme.{name}", "is missing") for name in MANIFEST_MEMBERS if name not in members
        ]
        problems += [
            Problem(f"scheme.{name}", f"must be a whole number; got {_brief(members[name])}")
            for name in MANIFEST_INTEGERS
            if name in members and type(members[name]) is not int
        ]
        if "rows" in members and members["rows"] not in ROWS:
            problems.append(
                Problem("scheme.rows", f"must be one of {', '.join(ROWS)}; got {_brief(members['rows'])}")
            )
        if problems:
            raise Refused(problems)
        numbers = {name: value for name, value in members.items() if isinstance(value, int)}
        rows = ROWS[str(members["rows"])](numbers["items"], numbers["levels"], numbers["columns"])
        if rows.pool != numbers["pool"]:
            raise refuse("scheme.pool", f"must be {rows.pool} for these rows; got {numbers['pool']}")
        odds = Odds(numbers["keep"], numbers["opposite"], numbers["other"])
        return cls(rows, odds, _share(members["count_share"]))


def _brief(value: object) -> str:
    """A value from outside, printable and not too long for a message."""
    text = ascii(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _share(pair: object) -> Fraction:
    """A fraction in lowest terms, from its [numerator, denominator]."""
    if isinstance(pair, list) and len(pair) == 2 and all(type(part) is int for part in pair) and pair[1] > 0:
        share = Fraction(pair[0], pair[1])
        if [share.numerator, share.denominator] == pair:
            return share
    raise refuse(
        "scheme.count_share", f"must be [numerator, denominator] in lowest terms; got {_brief(pair)}"
    )
