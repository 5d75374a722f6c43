"""What is allowed in a study, and perhaps not meant: said before anyone is asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from tacit.errors import Problem
from tacit.study.promise import promised_odds
from tacit.study.spelling import plain, show
from tacit.study.study import Study

HIDES_LITTLE = Decimal(3)
ASKS_FOR_MANY = Decimal("0.1")
SMALL_SHARE = Decimal("0.01")
EXAMPLES = ("example.org", "example.com", "example.net")
SHARES_NAMED = 3


def advice(study: Study, today: date) -> list[Problem]:
    """Each field that deserves a second look, and why, in the order of the file."""
    return [
        Problem(field, reason)
        for part in (_top(study, today), _groups(study), _privacy(study), _collect(study))
        for field, reason in part
    ]


def _top(study: Study, today: date) -> Iterator[tuple[str, str]]:
    if study.owner.rpartition("@")[2].lower() in EXAMPLES:
        yield "owner", f"is an example, {show(study.owner)}: nobody can ask you anything there"
    if study.not_after < today:
        yield "not_after", f"lies in the past ({study.not_after}): nobody can answer any more"


def _groups(study: Study) -> Iterator[tuple[str, str]]:
    groups = study.groups
    if not groups.decline:
        why = "whoever would rather not say must stay away or give a wrong answer"
        yield "groups.decline", f"is not offered: {why}"
    small = [at for at, share in enumerate(groups.shares or ()) if share < SMALL_SHARE]
    for at in small[:SHARES_NAMED]:
        share, label = plain((groups.shares or ())[at]), show(groups.labels[at])
        yield f"groups.shares[{at}]", f"is very small ({share}): next to nothing will be learnt about {label}"
    if len(small) > SHARES_NAMED:
        yield "groups.shares", f"has {len(small) - SHARES_NAMED:,} more such small shares"


def _privacy(study: Study) -> Iterator[tuple[str, str]]:
    privacy = study.privacy
    if privacy.epsilon > HIDES_LITTLE:
        odds = promised_odds(study.scheme, privacy)
        why = f"one answer may move the odds by {odds}, and a careful device refuses it"
        yield "privacy.epsilon", f"hides little at {plain(privacy.epsilon)}: {why}"
    elif privacy.epsilon < ASKS_FOR_MANY:
        yield "privacy.epsilon", f"is very small ({plain(privacy.epsilon)}): it takes a huge number of people"
    if privacy.mean_within is not None:
        why = "devices refuse it, since it trusts a bound that can be wrong"
        yield "privacy.mean_within", f"is for answers that are collected offline: {why}"


def _collect(study: Study) -> Iterator[tuple[str, str]]:
    collect = study.collect
    if collect.tickets == "open":
        yield "collect.tickets", 'are "open": nothing keeps anybody from answering more than once'
    if study.question.kind == "none" and collect.tickets == "blind":
        why = 'hides whose answer is whose, so outcomes cannot be linked: that takes "named"'
        yield "collect.tickets", f'"blind" {why}'
    if collect.publish_answers:
        why = "everybody can download what each ticket answered; the odds are then all that protects"
        yield "collect.publish_answers", f"is on: {why}"
