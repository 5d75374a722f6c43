"""tacit answer: one real, randomised answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.numbers import WHOLE
from tacit.cli.output import as_json, print_json
from tacit.cli.sending import device_options, send, take_back
from tacit.cli.server import address_text, is_address
from tacit.errors import Refused, TacitError, refuse

if TYPE_CHECKING:
    from tacit.answering.card import Group
    from tacit.study.study import Study

LABELS_SHOWN = 20


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.option("--group", metavar="G", help="Your group, by its label.")
@click.option("--value", metavar="V", help="Your value: a number, or the label of an option.")
@click.option("--decline", is_flag=True, help="Rather not say, where the study offers that.")
@click.option("--ask", is_flag=True, help="Ask here for group and value, so that no command line holds them.")
@click.option("--query", type=WHOLE, metavar="Q", help="The query that you were given.  [default: drawn now]")
@device_options
@as_json
def command(
    study: Path,
    group: str | None,
    value: str | None,
    query: int | None,
    device: str,
    *,
    decline: bool,
    ask: bool,
    again: bool,
    keep_ticket: bool,
    withdraw: bool,
    as_json: bool,
) -> None:
    """Give one real answer: a query, and a column drawn with the odds that the study promises.

    STUDY is a study file or a frozen manifest, and the two numbers are yours to send; or it is the link of
    an invitation, and they are sent where it leads, once, until a receipt comes. All chance comes from the
    random bytes of this computer's system. Your group and value are written nowhere; but the shell in which
    you type them may remember them, so better let --ask ask you.

    Answer once: every further answer to a study says as much about you as the first.

    \b
    Examples:
      tacit answer study.toml --ask
      tacit answer study.toml --group diabetic --value 7
      tacit answer study.toml --decline --query 23 --json
      tacit answer 'https://survey.example.org/s/ID#i=INVITATION' --ask
    Exit code 1: the study's last day is over, or the server refuses or is silent.
    Where it was silent, the same command sends the same answer again.
    """
    from tacit.answering.answer import answer, check_query, draw_query
    from tacit.study.file import read_study

    def choose(asked: Study) -> tuple[Group, str | None]:
        _check_day(asked)
        if ask:
            return _asked(asked, group, value, decline=decline)
        return _chosen(asked, group, value, decline=decline), value

    if is_address(study):
        if query is not None:
            raise refuse("--query", "goes with a study file: where a link leads, the ticket decides it")
        link, folder = address_text(study), Path(device).expanduser()
        if withdraw:
            take_back(link, folder, as_json=as_json)
        else:
            send(link, folder, choose, again=again, keep_ticket=keep_ticket, as_json=as_json)
        return
    for option, is_given in (("--again", again), ("--keep-ticket", keep_ticket), ("--withdraw", withdraw)):
        if is_given:
            raise refuse(option, "goes with the link of an invitation")
    read = read_study(study)
    number = draw_query(read) if query is None else check_query(read, query)
    chosen, held = choose(read)
    sent = answer(read, number, group=chosen, value=held)
    if as_json:
        print_json({"study": read.id, "query": sent.query, "column": sent.column})
        return
    click.echo(f"query   {sent.query}\ncolumn  {sent.column}\n")
    click.echo(_promise(read))
    click.echo("Send these two numbers and nothing else; then do not answer this study again.")


def _check_day(study: Study) -> None:
    if study.not_after < datetime.now(UTC).date():
        raise TacitError(f"this study's last day was {study.not_after}: it takes no more answers")


def _chosen(study: Study, group: str | None, value: str | None, *, decline: bool) -> Group:
    """Whom the options name."""
    from tacit.answering.card import DECLINE

    if decline:
        if group is not None or value is not None:
            raise refuse("--decline", "stands alone: leave out --group and --value")
        return DECLINE
    if group is None:
        offered = ", or --decline" if study.groups.decline else ""
        raise refuse("--group", f"is missing; give one of the study's labels{offered}, or let --ask ask you")
    return group


def _asked(study: Study, group: str | None, value: str | None, *, decline: bool) -> tuple[Group, str | None]:
    """What is typed in, without a trace in any history; nothing is asked of whoever declines."""
    if group is not None or value is not None or decline:
        raise refuse("--ask", "asks for everything: leave out --group, --value and --decline")
    from tacit.answering.card import card_of
    from tacit.study.spelling import plain

    chosen = _prompt(study.groups.text, study.group_names, "group", check=study.group_index)
    if study.group_index(chosen) == study.declined or study.question.kind == "none":
        return chosen, None
    question = study.question
    ends = [plain(end) for end in (question.low, question.high) if end is not None]
    what = f"value, {' to '.join(ends)}" if ends else "value"
    return chosen, _prompt(
        question.text, question.options, what, check=lambda typed: card_of(study, chosen, typed)
    )


def _prompt(text: str, options: tuple[str, ...], what: str, *, check: Callable[[str], object]) -> str:
    """What somebody chooses, by its label or the number before it; asks again until `check` accepts."""
    shown = options[:LABELS_SHOWN]
    # A label that is a number itself must not be mistaken for the number of another.
    numbered = {} if any(map(str.isdecimal, options)) else {str(at): each for at, each in enumerate(shown, 1)}
    click.echo(text, err=True)
    for label in [f"{at:>2}  {each}" for at, each in numbered.items()] if numbered else shown:
        click.echo(f"  {label}", err=True)
    if len(options) > LABELS_SHOWN:
        click.echo(f"  ... and {len(options) - LABELS_SHOWN:,} more, by their labels", err=True)
    while True:
        typed = _typed(what)
        chosen = numbered.get(typed.strip(), typed)
        try:
            check(chosen)
        except Refused as refused:
            click.echo(f"{refused}; try again", err=True)
        else:
            return chosen


def _typed(what: str) -> str:
    try:
        typed: str = click.prompt(what, type=str, err=True)
    except click.Abort:
        click.echo(err=True)  # what is said next has a line of its own
        raise
    return typed


def _promise(study: Study) -> str:
    from tacit.study.protection import promise_of

    return promise_of(study)
