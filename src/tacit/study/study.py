"""The study: what is asked, of which groups, under which promise."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from tacit.errors import refuse
from tacit.scheme.choose import choose
from tacit.scheme.levels import best_levels
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme
from tacit.study import canonical
from tacit.study.collect import MOST_KEYS, Collect, Key
from tacit.study.conflicts import name_conflicts, shape_of
from tacit.study.groups import DECLINED, Groups
from tacit.study.inspection import Inspection
from tacit.study.privacy import Privacy
from tacit.study.question import Kind, Question
from tacit.study.registered import Registered
from tacit.study.spelling import did_you_mean, join, normal, show
from tacit.study.wishes import Wishes

__all__ = ["Collect", "Groups", "Key", "Kind", "Privacy", "Question", "Registered", "Study", "Wishes"]

VERSION = 1
MOST_TITLE = 200
LABELS_SHOWN = 8

_MAIL = re.compile(r"[^\s@<>\"]+@[^\s@<>\".]+(\.[^\s@<>\".]+)+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Study:
    """A study; `frozen` holds the scheme's integers once a manifest has fixed them."""

    title: str
    owner: str
    not_after: date
    question: Question
    groups: Groups
    privacy: Privacy
    collect: Collect = field(default_factory=Collect)
    wishes: Wishes = field(default_factory=Wishes)
    frozen: Scheme | None = None
    keys: tuple[Key, ...] = ()
    analysis: Registered | None = None

    def __post_init__(self) -> None:
        inspection = Inspection()
        missing = "; write what people will see above the question"
        object.__setattr__(
            self, "title", inspection.text("title", self.title, most=MOST_TITLE, missing=missing)
        )
        object.__setattr__(self, "owner", self._checked_owner(inspection))
        object.__setattr__(self, "not_after", self._checked_day(inspection))
        for name, part in (("question", Question), ("groups", Groups), ("privacy", Privacy)):
            if not isinstance(getattr(self, name), part):
                inspection.add(name, f"is missing; add a table [{name}]")
        if not isinstance(self.collect, Collect):
            inspection.add("collect", f"must be a Collect; got {show(self.collect)}")
        if not isinstance(self.wishes, Wishes):
            inspection.add("scheme", f"must be Wishes; got {show(self.wishes)}")
        elif self.frozen and isinstance(self.question, Question) and self.question.is_numeric:
            object.__setattr__(self, "wishes", _with_levels(self.wishes, self.frozen))
        if not isinstance(self.analysis, Registered | None):
            inspection.add("analysis", f"must be Registered; got {show(self.analysis)}")
        if self.analysis == Registered():
            object.__setattr__(self, "analysis", None)  # an empty table registers nothing
        if len(self.keys) > MOST_KEYS:
            inspection.add("keys", f"must be at most {MOST_KEYS}; got {len(self.keys)}")
        for member in ("n", "stratum"):
            if len({getattr(key, member) for key in self.keys}) < len(self.keys):
                inspection.add("keys", f"must differ in {member}; two are alike")
        name_conflicts(
            inspection,
            question=self.question,
            groups=self.groups,
            privacy=self.privacy,
            collect=self.collect,
            wishes=self.wishes,
            frozen=self.frozen,
            has_keys=bool(self.keys),
            analysis=self.analysis,
        )
        inspection.settle()

    @cached_property
    def scheme(self) -> Scheme:
        """The frozen scheme, or the planner's choice."""
        return self.frozen or choose(self.needs)

    @cached_property
    def needs(self) -> Needs:
        """What the scheme must do: items and row levels to tell apart, the promise, the wishes.

        A number that may lie anywhere in its range is rounded to as many levels as are best for that.
        """
        needs = self._needs
        is_open = self.question.is_numeric and not self.wishes.levels and needs.mean_within is None
        return replace(needs, levels=best_levels(needs)) if is_open and not self.frozen else needs

    @property
    def _needs(self) -> Needs:
        """The same with the levels that are wished for, or frozen, or else two."""
        items, levels = shape_of(self.question, self.groups, self.wishes)
        wishes, privacy, question = self.wishes, self.privacy, self.question
        # Known shares make counts needless, unless how many declined must be counted.
        counts_are_known = bool(self.groups.shares) and not self.groups.decline
        return Needs(
            items=items,
            levels=levels,
            epsilon=privacy.epsilon,
            promise=privacy.promise,
            mean_within=privacy.mean_within,
            ask="sum" if counts_are_known else wishes.ask,
            max_bits=wishes.max_bits,
            rows=wishes.rows,
            columns=wishes.columns,
            device=wishes.device,
            values="even" if question.is_numeric else "ends",
            points=question.points,
        )

    @property
    def levels(self) -> int:
        """How many different things one group's people can hold: levels of the rows, or options."""
        return len(self.question.options) if self.is_histogram else self.needs.levels

    @property
    def is_histogram(self) -> bool:
        """Whether every (group, option) pair is an item of its own, with one card."""
        return self.question.is_histogram

    @property
    def declined(self) -> int | None:
        """The index of the group of those who would rather not say, if it is offered."""
        return len(self.groups.labels) if self.groups.decline else None

    @cached_property
    def group_names(self) -> tuple[str, ...]:
        """What a person can choose from: the labels, and declining last if it is offered."""
        return (*self.groups.labels, *((DECLINED,) if self.groups.decline else ()))

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.group_names)}

    def group_index(self, label: str) -> int:
        """The index of a group's label, or of declining; refuses unknown ones."""
        index = self._indices.get(normal(label))
        if index is None:
            names = [show(name) for name in self.group_names[:LABELS_SHOWN]]
            if len(self.group_names) > LABELS_SHOWN:
                names.append(f"{len(self.group_names) - LABELS_SHOWN} more")
            near = did_you_mean(label, self.group_names)
            raise refuse("group", f"must be {join(names, 'or')}; got {show(label)}{near}")
        return index

    def card(self, group_index: int, level: int) -> tuple[int, int]:
        """The (item, row level) of somebody in this group at this level.

        For those who decline, the caller draws the level uniformly where rows have levels.
        """
        if not 0 <= group_index < len(self.group_names):
            raise refuse("group", f"must lie within 0..{len(self.group_names) - 1}; got {group_index}")
        if not 0 <= level < self.levels:
            raise refuse("level", f"must lie within 0..{self.levels - 1}; got {level}")
        if not self.is_histogram:
            return group_index, level
        options = len(self.question.options)
        return group_index * options + (0 if group_index == self.declined else level), 0

    @cached_property
    def manifest(self) -> bytes:
        """The canonical bytes of the study with its scheme fixed (PROTOCOL.md P1)."""
        members: dict[str, object] = {
            "tacit": VERSION,
            "title": self.title,
            "owner": self.owner,
            "not_after": self.not_after.isoformat(),
            "question": self.question.to_manifest(),
            "groups": self.groups.to_manifest(),
            "privacy": self.privacy.to_manifest(),
            "wishes": _with_levels(self.wishes, self.scheme).to_manifest(),
            "scheme": self.scheme.to_manifest(),
            "keys": [key.to_manifest() for key in self.keys],
        }
        if self.analysis:
            members["analysis"] = self.analysis.to_manifest()
        return canonical.encode(members | self.collect.to_manifest())

    @cached_property
    def id(self) -> str:
        """The study's name: the hash of its manifest."""
        return canonical.digest(self.manifest)

    def _checked_owner(self, inspection: Inspection) -> str:
        owner = inspection.text(
            "owner", self.owner, most=254, missing="; give an e-mail address for questions"
        )
        if owner and not _MAIL.fullmatch(owner):
            rule = f'must be an e-mail address as in "name@example.org"; got {show(owner)}'
            inspection.add("owner", rule)
        return owner

    def _checked_day(self, inspection: Inspection) -> date | None:
        given: object = self.not_after
        if given is None:
            inspection.add("not_after", "is missing; give the last day of the study, as in 2027-01-31")
        elif isinstance(given, datetime.datetime):
            inspection.add("not_after", f"must be a day without a time; got {show(given)}")
        elif isinstance(given, date):
            return given
        elif isinstance(given, str) and _DAY.fullmatch(given):
            try:
                return date.fromisoformat(given)
            except ValueError:
                inspection.add("not_after", f"must be a day of the calendar; got {show(given)}")
        else:
            inspection.add("not_after", f"must be a day as in 2027-01-31; got {show(given)}")
        return None


def _with_levels(wishes: Wishes, scheme: Scheme) -> Wishes:
    """Once a scheme is fixed, more levels than two are a wish, whoever chose them: so a manifest says it."""
    levels = scheme.rows.levels
    return replace(wishes, levels=levels) if levels > 2 and wishes.levels is None else wishes
