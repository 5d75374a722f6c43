"""Options that several commands have: kept beside a command's own parameters, which they would outnumber."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

KEPT = "tacit.options"

Decorator = Callable[[Any], Any]


def shared(*names: str, **settings: Any) -> Decorator:  # noqa: ANN401 - click's own settings
    """An option that is kept; `kept` finds it again."""
    return click.option(*names, expose_value=False, callback=_keep, **settings)


def stacked(*options: Decorator) -> Decorator:
    """All of them, in the help in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def kept(names: Iterable[str]) -> dict[str, Any]:
    """What was typed for these options of the command that runs."""
    found = click.get_current_context().meta[KEPT]
    return {name: found[name] for name in names}


def _keep(context: click.Context, option: click.Parameter, value: object) -> None:
    context.meta.setdefault(KEPT, {})[option.name] = value
