"""What programs hand over from Python: refused in words where it is of the wrong kind."""

from __future__ import annotations

from decimal import Decimal
from numbers import Integral, Real
from typing import TypeGuard

from tacit.errors import refuse
from tacit.study.spelling import show
from tacit.study.study import Study


def expect(value: object, kinds: type | tuple[type, ...], field: str, where_from: str) -> None:
    """Refuses what is of another kind; `where_from` says what makes one."""
    if not isinstance(value, kinds):
        raise refuse(field, f"must be what {where_from} returns; got {_kind(value)}")


def expect_study(value: object) -> None:
    """Refuses what is no study, as the name of its file."""
    expect(value, Study, "study", "`tacit.load`")


def expect_number(field: str, value: object) -> None:
    """Refuses what is no number; NaN is one, and left to the bounds."""
    if not is_number(value):
        raise refuse(field, f"must be a number; got {_kind(value)}")


def expect_whole(field: str, value: object, *, least: int) -> None:
    """Refuses what is no count."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise refuse(field, f"must be a whole number; got {_kind(value)}")
    if value < least:
        raise refuse(field, f"must be at least {least}; got {value}")


def is_number(value: object) -> TypeGuard[float | Decimal]:
    """Whether it can be compared with bounds: true and false are no numbers here."""
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)


def _kind(value: object) -> str:
    if isinstance(value, str):
        return f"the text {show(value)}"
    if value is None or is_number(value) or isinstance(value, bool):
        return show(value)
    return f"an object of type {type(value).__name__}"
