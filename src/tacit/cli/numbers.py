"""Numbers as people type them, and what is said of whatever is none."""

from __future__ import annotations

import re

import click

_WHOLE = re.compile(r"[-+]?(\d+|\d{1,3}(,\d{3})+)")


class Whole(click.ParamType[int]):
    """A whole number within bounds, with or without commas between thousands."""

    name = "N"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; click shows whatever is said of others."""
        text = str(value)
        if not _WHOLE.fullmatch(text):
            self.fail(f"{text!r} is not a whole number, as 10000 or 10,000.", param, ctx)
        number = int(text.replace(",", ""))
        if self.least is not None and number < self.least:
            self.fail(f"{number} is not at least {self.least}.", param, ctx)
        if self.most is not None and number > self.most:
            self.fail(f"{number:,} is not at most {self.most:,}.", param, ctx)
        return number


class Number(click.ParamType[float]):
    """A number, with a point where it has decimals; bounds are up to whoever asked."""

    name = "X"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; click shows whatever is said of others."""
        try:
            return float(str(value))
        except ValueError:
            hint = "; write a decimal with a point" if "," in str(value) else ""
            self.fail(f"{str(value)!r} is not a number, as 0.5{hint}.", param, ctx)


WHOLE = Whole()
NUMBER = Number()
