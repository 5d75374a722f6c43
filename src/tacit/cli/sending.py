"""Answering where a study is collected: from a link to a receipt, by this computer's own note."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.output import print_json, print_text
from tacit.cli.shared import stacked

if TYPE_CHECKING:
    from tacit.answering.card import Group
    from tacit.client.device import Receipt, Visit
    from tacit.study.study import Study

Choose = Callable[["Study"], tuple["Group", str | None]]

FOLDER = "~/.tacit"

device_options = stacked(
    click.option(
        "--device",
        default=FOLDER,
        show_default=True,
        envvar="TACIT_DEVICE",
        metavar="FOLDER",
        help="With a link: where this computer notes what it has answered; also from TACIT_DEVICE.",
    ),
    click.option(
        "--again", is_flag=True, help="With a link: answer although this computer has answered such a study."
    ),
    click.option("--keep-ticket", is_flag=True, help="With a link: keep what can withdraw the answer."),
    click.option("--withdraw", is_flag=True, help="With a link: take the answer back, by its kept ticket."),
)


def send(link: str, device: Path, choose: Choose, *, again: bool, keep_ticket: bool, as_json: bool) -> None:
    """Answer once; whatever was drawn before is sent again, as it was."""
    visit = visited(link, device)
    receipt = visit.resume(keeps_ticket=keep_ticket)
    if receipt is None:
        click.echo(_about(visit), err=True)
        group, value = choose(visit.study)
        receipt = visit.answer(group=group, value=value, is_confirmed=again, keeps_ticket=keep_ticket)
    if as_json:
        print_json({"study": receipt.study, "answer": receipt.answer, "day": receipt.day})
    else:
        print_text(_received(receipt, visit, device))


def take_back(link: str, device: Path, *, as_json: bool) -> None:
    """Withdraw the answer that this link led to."""
    visit = visited(link, device)
    visit.withdraw()
    if as_json:
        print_json({"study": visit.study.id, "withdrawn": True})
    else:
        print_text("Withdrawn: it is in no later result. It was seen, and nobody can answer in its place.")


def visited(link: str, device: Path) -> Visit:
    """The study behind a link, checked; the server learns no more than that somebody looks."""
    from tacit.client.device import Device

    return Device(device).visit(link)


def _about(visit: Visit) -> str:
    """What is asked, by whom, and what it costs, before anything is typed."""
    from tacit.study.protection import promise_of

    study = visit.study
    lines = [
        study.title,
        f"Asked by {study.owner}, until {study.not_after}; sent to {visit.link.server}.",
        promise_of(study),
        f"Study {study.id}: compare it with the one in your letter.",
    ]
    if visit.override:
        lines.append(f"Its own plan calls it hopeless; it is asked all the same, because: {visit.override}")
    return "\n".join([*lines, ""])


def _received(receipt: Receipt, visit: Visit, device: Path) -> str:
    kept = "; the ticket that can withdraw it is kept there" if receipt.ticket else ""
    return (
        f"Received: {visit.link.server} has stored your answer.\n\n"
        f"  answer  {receipt.answer}\n"
        f"  day     {receipt.day}\n\n"
        f"A note in {device} keeps this computer from answering again{kept}."
    )
