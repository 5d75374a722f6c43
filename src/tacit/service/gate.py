"""What a study must be before people are asked: collected online, not over, and not hopeless."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlsplit

from tacit.errors import Problem, StudyInvalid
from tacit.study.study import Study

MISSING = (
    "must say why a study is opened whose plan is hopeless: it tells next to nothing about a usual group"
)
NEEDLESS = "must be left out: the plan is not hopeless, and people would be told that it is"


def check_opening(study: Study, override: str, redirect: str, today: date) -> None:
    """Refuse what must not be opened. `override` says why a hopeless study is; people are shown it."""
    problems = []
    if study.privacy.mean_within is not None:
        rule = "is for answers collected offline: devices refuse to answer such a study"
        problems.append(Problem("privacy.mean_within", rule))
    if today > study.not_after:
        problems.append(Problem("not_after", "must not be over already"))
    if study.collect.tickets == "blind" and not study.keys:
        problems.append(Problem("keys", "must hold a key that this server made, for blind tickets"))
    if redirect and not _is_address(redirect):
        rule = "must be an address as in https://example.org/thanks, without a # part"
        problems.append(Problem("redirect", rule))
    if not problems and is_hopeless(study) is not bool(override):
        problems.append(Problem("override", NEEDLESS if override else MISSING))
    if problems:
        raise StudyInvalid(problems)


def is_hopeless(study: Study) -> bool:
    """Whether the plan says that it cannot be done, with the people that the study expects."""
    from tacit.planning.plan import plan

    return plan(study).verdict == "hopeless"


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return False
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host in ("localhost", "127.0.0.1"))
    return is_safe and bool(host) and not parts.fragment and "@" not in parts.netloc and " " not in text
