"""Ours beside other libraries: how fast each randomises and estimates, what it holds, and how exact it is."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.answering.answer import answer
from tacit.benchmarking.inputs import SEED, scheme_for, study_with, uniform_answers
from tacit.benchmarking.peers import Peer, peers
from tacit.benchmarking.runner import Effort, Measured, Table, best_seconds
from tacit.estimation.scores import Scores
from tacit.scheme.scheme import Scheme
from tacit.simulation.draw import Cards, draw_answers
from tacit.tallying.decode import decode
from tacit.tallying.tally import fold

Floats = npt.NDArray[np.float64]

OURS = "tacit"
PEOPLE = 8_000_000
# So many reports, and seconds for randomising and estimating, roughly; the more, the fairer to whoever
# must do something once for all of them.
MOST_REPORTS, SECONDS = 100_000, 0.6
MOST_IN_FULL, SECONDS_IN_FULL = 300_000, 2.0
MOST_HELD = 500e6  # bytes
SPEED_COLUMNS = (
    "library",
    "items",
    "bits",
    "randomise, 1000/s",
    "estimate, 1000/s",
    "ours : it",
    "bytes held",
)
EXACT_COLUMNS = ("library", "epsilon", "bits", "error", "error, cut")
ITEMS, TRUTH_SEED = 100, 7

# Which of them a promise names; the first is of whichever is fastest.
AT_LEAST = {"pure-ldp FLH": 100, "pure-ldp OLH": 50_000}
AT_LEAST_FASTEST = 25


def peer_speed(effort: Effort) -> Iterator[Measured | Table]:
    """People per second; theirs from the lists that they take, ours from arrays and from a list."""
    rows: list[tuple[object, ...]] = []
    for items in (10, 100, 1000) if effort.is_full else (1000,):
        rate = _our_rate(items, effort)
        rows += _our_rows(items, rate)
        rates = {}
        for peer in peers(items, 1.0):
            randomized, estimated, held = _their_rates(peer, items, effort)
            if not peer.is_estimated_by_us:
                rates[peer.name] = estimated
            numbers = (randomized / 1e3, estimated / 1e3, rate / estimated, held)
            rows.append((peer.name, items, peer.bits, *numbers))
        if items == 1000 and rates:
            fastest = max(rates, key=lambda name: rates[name])
            name = f"estimating, k = 1,000 : {fastest}, the fastest"
            yield Measured(name, rate / rates[fastest], at_least=AT_LEAST_FASTEST)
            for name, bound in AT_LEAST.items():
                if name in rates:
                    yield Measured(f"estimating, k = 1,000 : {name}", rate / rates[name], at_least=bound)
    note = (
        "epsilon 1; thousands of people per second. Estimating takes all reports to all shares; OpenDP "
        "has no estimator for RR: ours is one call of numpy. Held: what a report takes in memory."
    )
    yield Table("Speed beside other libraries", SPEED_COLUMNS, tuple(rows), note)


def peer_accuracy(effort: Effort) -> Iterator[Table]:
    """Squared error of one share of 100, times people: of ours and of every library's, as it comes out."""
    runs, people = (4, 50_000) if effort.is_full else (1, 10_000)
    rng = np.random.default_rng(TRUTH_SEED)
    shares = 1 / np.arange(1, ITEMS + 1)
    truth = rng.choice(ITEMS, people, p=shares / shares.sum())
    rows: list[tuple[object, ...]] = []
    for epsilon in ("0.5", "1", "3") if effort.is_full else ("1",):
        for most in (None, 1):
            scheme = scheme_for(ITEMS, epsilon, levels=1, max_bits=most)
            errors = [_errors(_our_shares(scheme, truth, rng), truth) for _ in range(10 * runs)]
            rows.append((OURS, float(epsilon), scheme.bits, *np.mean(errors, axis=0).tolist()))
        for peer in peers(ITEMS, float(epsilon)):
            errors = [_errors(_their_shares(peer, truth), truth) for _ in range(runs)]
            error, cut = np.mean(errors, axis=0).tolist()
            rows.append((peer.name, float(epsilon), peer.bits, None if peer.is_clipped else error, cut))
    note = (
        f"{people:,} people, {runs} runs of each of theirs and {10 * runs} of ours: one run is off by 15%. "
        "Cut: shares below 0 set to 0 and all made to add to 1, as two of the libraries always do."
    )
    yield Table("Accuracy beside other libraries, 100 items", EXACT_COLUMNS, tuple(rows), note)


def _our_rate(items: int, effort: Effort) -> float:
    scheme = scheme_for(items, "1", levels=1)
    queries, columns = uniform_answers(scheme, PEOPLE)
    run = partial(_our_counts, scheme, queries, columns)
    return PEOPLE / best_seconds({"": run}, effort.rounds)[""]


def _our_rows(items: int, rate: float) -> Iterator[tuple[object, ...]]:
    """From arrays, as files give them; and from a Python list, which costs its conversion."""
    scheme = scheme_for(items, "1", levels=1)
    cards = Cards(np.arange(PEOPLE, dtype=np.uint64) % np.uint64(items), np.zeros(PEOPLE, dtype=np.uint64))
    rng = np.random.default_rng(SEED)
    drawn = PEOPLE / best_seconds({"": lambda: draw_answers(scheme, cards, rng)}, 1)[""]
    held = sum(array.nbytes for array in uniform_answers(scheme, PEOPLE)) / PEOPLE
    yield (f"{OURS}, arrays", items, scheme.bits, drawn / 1e3, rate / 1e3, 1.0, held)
    study = study_with(items, 'kind = "none"')
    label, queries = study.groups.labels[0], study.scheme.queries
    one = _per_second(lambda count: [answer(study, at % queries, group=label) for at in range(count)], 20_000)
    answers = list(zip(*(array[:200_000].tolist() for array in uniform_answers(scheme, PEOPLE)), strict=True))

    def from_list(count: int) -> object:
        pairs = np.array(answers[:count])
        return _our_counts(scheme, pairs[:, 0], pairs[:, 1])

    listed = _per_second(from_list, len(answers))
    size = _held(answers[:500])
    yield (f"{OURS}, one by one", items, scheme.bits, one / 1e3, listed / 1e3, rate / listed, size)


def _our_counts(scheme: Scheme, queries: Any, columns: Any) -> Floats:  # noqa: ANN401 - integers of any type
    totals = Scores(scheme, decode(scheme, fold(scheme, queries, columns))).totals
    return np.array([each.count for each in totals])


def _our_shares(scheme: Scheme, truth: npt.NDArray[np.int64], rng: np.random.Generator) -> Floats:
    cards = Cards(truth.astype(np.uint64), np.zeros(truth.size, dtype=np.uint64))
    return _our_counts(scheme, *draw_answers(scheme, cards, rng)) / truth.size


def _their_shares(peer: Peer, truth: npt.NDArray[np.int64]) -> Floats:
    with warnings.catch_warnings(action="ignore"):
        return np.asarray(peer.estimate([peer.randomize(item) for item in truth.tolist()]), dtype=np.float64)


def _errors(shares: Floats, truth: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Squared error times people, as it is and once cut."""
    wanted = np.bincount(truth, minlength=ITEMS) / truth.size
    cut = np.maximum(shares, 0)
    cut /= cut.sum()
    error, cut_error = (float(((found - wanted) ** 2).mean()) * truth.size for found in (shares, cut))
    return error, cut_error


def _their_rates(peer: Peer, items: int, effort: Effort) -> tuple[float, float, float]:
    """People per second randomised and estimated, and bytes that a report takes."""
    with warnings.catch_warnings(action="ignore"):
        few = [peer.randomize(at % items) for at in range(50)]
        peer.estimate(few)  # some compile when they are first called
        each = _seconds_each(lambda count: [peer.randomize(at % items) for at in range(count)])
        each += _seconds_each(lambda count: peer.estimate((few * -(-count // 50))[:count]))
        most, seconds_for = (MOST_IN_FULL, SECONDS_IN_FULL) if effort.is_full else (MOST_REPORTS, SECONDS)
        room = MOST_HELD / _held([peer.randomize(at % items) for at in range(50)])
        people = int(min(most, room, max(500, seconds_for / each)))
        reports = [peer.randomize(at % items) for at in range(people)]
        seconds = best_seconds(
            {
                "randomise": lambda: [peer.randomize(at % items) for at in range(people)],
                "estimate": lambda: peer.estimate(reports),
            },
            max(1, effort.rounds - 1),
        )
    return people / seconds["randomise"], people / seconds["estimate"], _held(reports[:500])


def _seconds_each(run: Callable[[int], object]) -> float:
    """What one more report costs, whatever a call costs by itself."""
    fewer, more = (count / _per_second(run, count) for count in (100, 500))
    return max(more - fewer, 1e-5) / 400


def _per_second(run: Callable[[int], object], count: int) -> float:
    run(count)
    start = perf_counter()
    run(count)
    return count / (perf_counter() - start)


def _held(reports: list[Any]) -> float:
    """Bytes that each report takes, its place in the list included."""
    seen: dict[int, int] = {}

    def size(value: Any) -> int:  # noqa: ANN401 - whatever a library takes for a report
        if id(value) in seen:
            return 0
        seen[id(value)] = sys.getsizeof(value)
        if isinstance(value, tuple | list):
            return seen[id(value)] + sum(map(size, value))
        is_view = isinstance(value, np.ndarray) and value.base is not None
        return seen[id(value)] + (value.nbytes if is_view else 0)

    return size(reports) / len(reports)
