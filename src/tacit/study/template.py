"""Study files to start from: commented, and right as they stand."""

from __future__ import annotations

from datetime import date
from importlib.resources import files

from tacit.errors import refuse
from tacit.study.spelling import did_you_mean, join, show

BASIC = "basic"
TEMPLATES = (BASIC, "trial", "poll", "telemetry", "class", "scale")
NOT_AFTER = "NOT_AFTER"


def template(name: str, *, not_after: date) -> str:
    """The text of a study file; `not_after` is the study's last day."""
    return _text(name).replace(NOT_AFTER, not_after.isoformat())


def summary(name: str) -> str:
    """What a template is for, in one line: its first."""
    return _text(name).partition("\n")[0].partition(": ")[2]


def _text(name: str) -> str:
    if name not in TEMPLATES:
        names = join([show(known) for known in TEMPLATES], "or")
        raise refuse("template", f"must be {names}; got {show(name)}{did_you_mean(name, TEMPLATES)}")
    return (files("tacit.study") / "templates" / f"{name}.toml").read_text(encoding="utf-8")
