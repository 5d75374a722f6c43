"""Answers a second, as ratios to the least that the same framework can do, on the same processor."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import repeat
from pathlib import Path

from tacit.benchmarking.collecting.load import Load, ask_steadily, drive
from tacit.benchmarking.collecting.studies import Kind, Studies, request
from tacit.benchmarking.runner import Effort, Measured

SERVERS, LOADS = 0, 1  # which processor is whose
HELLO = ["-m", "tacit.benchmarking.collecting.hello"]
SERVE = ["-c", "from tacit.cli.main import main; main()", "serve", "--port", "0", "--database"]

# How many each round sends, and what is promised of them as a share of hello.
ANSWERS: dict[Kind, tuple[int, float]] = {"open": (8000, 0.30), "named": (8000, 0.30), "blind": (5000, 0.25)}
UPLOADS, IN_ONE, BULK = 20, 1000, 2.0
HELLO_SECONDS, SIGNING_SECONDS = 1.0, 3.0
TICKETS_A_SECOND, MOST_A_SECOND = 50, 20_000


def collecting_speed(effort: Effort) -> Iterator[Measured]:
    """Servers as they are run, on one processor, and the load on another; the best of each case."""
    if not hasattr(select, "poll"):
        return
    with ExitStack() as stack:
        studies = Studies(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        sent: dict[str, list[bytes]] = {
            kind: studies.answers(kind, kind, count * effort.rounds) for kind, (count, _) in ANSWERS.items()
        }
        sent["bulk"] = studies.uploads("bulk", UPLOADS * effort.rounds, IN_ONE)
        waiting = studies.answers("open", "waiting", 2 * int(SIGNING_SECONDS * MOST_A_SECOND))
        tickets = studies.blind_requests("tickets", int(SIGNING_SECONDS * TICKETS_A_SECOND))
        studies.store.close()
        move_to = stack.enter_context(_places())
        move_to(SERVERS)
        hello = stack.enter_context(_served(HELLO))
        ours = stack.enter_context(_served([*SERVE, str(studies.database)]))
        move_to(LOADS)
        yield from _ratios(_in_turn(hello, ours, sent, effort.rounds))
        yield from _waits(ours, waiting, tickets)


def _in_turn(hello: int, ours: int, sent: dict[str, list[bytes]], rounds: int) -> dict[str, Load]:
    """The quickest load of each case; every answer must be one that was not there before."""
    greeting = request("GET", "/")
    best: dict[str, Load] = {}
    for turn in range(rounds):
        done = {"hello": drive(hello, repeat(greeting), seconds=HELLO_SECONDS)}
        for case, requests in sent.items():
            done[case] = drive(ours, requests[turn::rounds])
            assert set(done[case].statuses) == {201}  # noqa: S101
        for case, load in done.items():
            best[case] = max(best.get(case, load), load, key=lambda one: one.rate)
    return best


def _ratios(best: dict[str, Load]) -> Iterator[Measured]:
    hello = best["hello"]
    yield Measured("Starlette's hello", hello.rate / 1000, "k/s")
    yield Measured("the load's own processor while it says hello", 100 * hello.busy / hello.seconds, "%")
    for kind, (_, promised) in ANSWERS.items():
        ratio = best[kind].rate / hello.rate
        yield Measured(f"one durable {kind} answer per request : hello", ratio, at_least=promised)
    answers = IN_ONE * best["bulk"].rate / hello.rate
    yield Measured(f"{IN_ONE:,} answers per request, in answers : hello", answers, at_least=BULK)


def _waits(ours: int, answers: list[bytes], tickets: list[bytes]) -> Iterator[Measured]:
    """How long answers wait, and how long beside tickets that are being signed."""
    half = len(answers) // 2
    alone = drive(ours, answers[:half], seconds=SIGNING_SECONDS)
    with ProcessPoolExecutor(1) as beside:
        asking = beside.submit(ask_steadily, ours, tickets, TICKETS_A_SECOND)
        answering = drive(ours, answers[half:], seconds=SIGNING_SECONDS)
        signed = asking.result()
    assert set(signed.statuses) == {200}  # noqa: S101
    yield Measured("99% of open answers are received within", alone.wait(0.99), "ms")
    beside_tickets = f"the same while {signed.rate:.0f} tickets a second are signed"
    yield Measured(beside_tickets, answering.wait(0.99), "ms")
    yield Measured("answers a second beside those tickets : without", answering.rate / alone.rate)
    yield Measured("99% of those tickets are signed within", signed.wait(0.99), "ms")


@contextmanager
def _places() -> Iterator[Callable[[int], None]]:
    """Says on which processor this process goes on, and all that it starts from then; until the end.

    Where a system cannot say so, or has but one, they share.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield lambda _place: None
        return
    there = sorted(os.sched_getaffinity(0))
    try:
        yield lambda place: os.sched_setaffinity(0, {there[place % len(there)]})
    finally:
        os.sched_setaffinity(0, there)


@contextmanager
def _served(words: Sequence[str]) -> Iterator[int]:
    """A server process that says where it is; its port."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    try:
        said = process.stdout.readline() if process.stdout else ""
        yield int(said.partition("http://127.0.0.1:")[2].partition(";")[0])
    finally:
        process.terminate()
        process.wait()
        if process.stdout:
            process.stdout.close()
