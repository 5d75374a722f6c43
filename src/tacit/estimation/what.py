"""What is compared: which figure, of the groups themselves, of an option, or of a public outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tacit.errors import refuse
from tacit.estimation.slopes import Figure
from tacit.estimation.vectors import has_sizes, is_centred, is_counted
from tacit.study.spelling import did_you_mean, join
from tacit.study.study import Study
from tacit.study.units import units_of

USUAL: tuple[Figure, ...] = ("mean", "share", "sum", "count")


@dataclass(frozen=True)
class What:
    """Which figure is compared: of the groups themselves, of one option, or of a public outcome.

    Some sums can only be told of the value less `about`.
    """

    figure: Figure
    option: str | None = None
    outcome: str | None = None
    about: float = 0.0

    def __str__(self) -> str:
        if self.outcome is not None:
            return f"{self.figure} of {self.outcome}"
        if self.option is not None:
            return f'{self.figure} of "{self.option}"'
        return f"{self.figure} of (value - {self.about:.12g})" if self.about else self.figure


def what_of(
    study: Study, figure: Figure | None, *, option: str | None = None, outcome: str | None = None
) -> list[What]:
    """What is meant: unless it is said, what the question asks for.

    Means or, where there are none, sums; of two options the share of the second, of more of them the share of
    each; shares of groups where only the group was asked.
    """
    options = study.question.options
    if option is not None and option not in options:
        near = did_you_mean(option, options)
        raise refuse("option", f"must be one of {join(options, 'or') or 'none'}; got {option}{near}")
    told = figures_told(study, option=option, outcome=outcome)
    if figure is not None and figure not in told:
        raise refuse("figure", f"must be {join(told, 'or')} here; got {figure}")
    if figure is None and option is None and outcome is None and options:
        chosen = options[1:] if len(options) == 2 else options
        return [What(_usual(figures_told(study, option=each)), each) for each in chosen]
    found = What(figure or _usual(told), option, outcome)
    units = units_of(study.question) if is_centred(study) and outcome is None and option is None else None
    return [replace(found, about=units.mid) if units and found.figure == "sum" else found]


def figures_told(study: Study, *, option: str | None = None, outcome: str | None = None) -> Sequence[Figure]:
    """Which figures answers to this study give."""
    if outcome is not None:
        return ("count", "sum", "mean")
    if option is not None:
        return ("count", "share") if has_sizes(study) else ("count",)
    found: list[Figure] = ["count", "share"] if is_counted(study) else []
    if units_of(study.question) is not None:
        found += ["sum", "mean"] if has_sizes(study) else ["sum"]
    return found


def _usual(told: Sequence[Figure]) -> Figure:
    """What people ask for when they do not say what: not how large something is, if it can be helped."""
    return next(figure for figure in USUAL if figure in told)
