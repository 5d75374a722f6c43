"""Everything that tacit refuses, in one tree.

TacitError
├── Refused            a parameter breaks a rule; `problems` names every field, rule and value
│   └── StudyInvalid   ... in a study file or manifest
├── AnswersInvalid     answers that cannot be counted (out of range, truncated, of another study)
├── Stopped            a server refused for good what a device sent; `name` says why
├── NotReceived        a server has not acknowledged yet; the device keeps what it was to send
├── NotStored          a database could not make something durable, or cannot be used
├── MissingExtra       an optional part is not installed
└── MissingProgram     a program beside Python is not installed, or too old
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class TacitError(Exception):
    """Something that the caller can put right; the message says how."""


@dataclass(frozen=True)
class Problem:
    """One broken rule: where, what the rule is (and what came instead)."""

    field: str
    rule: str

    def __str__(self) -> str:
        return f"{self.field} {self.rule}"


class Refused(TacitError):
    """One or more parameters break a rule."""

    def __init__(self, problems: Sequence[Problem] | Problem) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))


class StudyInvalid(Refused):
    """A study file or manifest breaks one or more rules."""


class AnswersInvalid(TacitError):
    """Answers that cannot be counted."""


class Stopped(TacitError):
    """A server refused for good what a device sent: sending it again would change nothing."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        super().__init__(reason)


class NotReceived(TacitError):
    """A server has not acknowledged yet; the device keeps what it was to send, and sends it again."""


class NotStored(TacitError):
    """A database could not make something durable, or cannot be used; nothing was acknowledged."""


class MissingExtra(TacitError):
    """An optional part of tacit is needed and not installed."""

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f"{what} needs an optional part: pip install 'tacit[{extra}]'")


class MissingProgram(TacitError):
    """A program beside Python is needed, and not there; the message says what to install."""


def refuse(field: str, rule: str) -> Refused:
    """The one-problem form: `raise refuse("epsilon", "must be above 0; got -1")`."""
    return Refused(Problem(field, rule))
