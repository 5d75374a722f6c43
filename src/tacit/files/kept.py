"""A tally that is kept in a file while it grows: what it holds is not read again.

Until everything that was asked for is in, it stands beside its file, under a name of its own; a run that was
cut short, however rudely, goes on from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

import pyarrow.compute as pc

from tacit.errors import AnswersInvalid, Problem, Refused
from tacit.files.counting import AnyTally, Batch, Counting, added, rows_in
from tacit.files.imagined import seeds_in, seeds_note
from tacit.files.parquet import open_parquet, schema_of
from tacit.files.piece import Piece
from tacit.files.reading import Advance
from tacit.files.refusals import Refusals
from tacit.files.sources import SMALL, SOURCES_KEY, Source, check_apart, source_of, sources_in, to_note
from tacit.files.tallies import is_tally
from tacit.files.whole import shown

REFUSALS_KEY = b"tacit.refusals"
# Saved after so many rows, and no sooner than counting has taken much longer than saving will.
ROWS_BETWEEN = 1 << 25
ROWS_PER_CELL = 8

Batches = Iterator[Batch]
Read = Callable[[Sequence[Path], Refusals, Advance], AnyTally]
Lot = tuple[Sequence[Path], Read]


def keep_tally(
    counting: Counting,
    file: Path,
    paths: Sequence[Path],
    refusals: Refusals,
    advance: Advance = lambda size: None,
    *,
    at_once: Sequence[Lot] = (),
    skip_bad: bool = False,
) -> AnyTally:
    """The tally in `file` with the answers in `paths`: only what it does not hold yet is read.

    `at_once` are more files, in lots, each with what reads a lot to its end. Whatever cannot be counted goes
    to `refusals`; unless `skip_bad`, `file` stays as it was then, and what could be counted waits beside it.
    """
    work = _Work(counting, file)
    named = [*paths, *(path for lot, _ in at_once for path in lot)]
    unread = work.unread([path for path in named if path.resolve() != file.resolve()])
    advance(sum(path.stat().st_size for path in named if path not in unread))
    tallies = [path for path in paths if path in unread and is_tally(path)]
    lots: list[Lot] = [*(([path], counting.saved) for path in tallies), *at_once]
    work.check_apart(path for lot, _ in lots for path in lot if path in unread)
    for lot, read in lots:
        work.add({path: unread[path] for path in lot if path in unread}, read, refusals, advance)
    answers = [path for path in paths if path in unread and path not in tallies]
    work.read({path: unread[path] for path in answers}, refusals, advance)
    refusals.add(work.refusals)
    counted = work.before + refusals.counts
    if refusals and not skip_bad:
        work.save()
    else:
        counting.save(file, replace(work.tally, refused=counted), work.notes())
        work.beside.unlink(missing_ok=True)
    return replace(work.tally, refused=dict(counted), study=counting.study.id)


def beside(file: Path) -> Path:
    """Where a tally stands that is not finished."""
    return file.with_name(f".{file.name.removesuffix('.parquet')}.unfinished.parquet")


def held_before(file: Path) -> int:
    """How many answers the tally holds, finished or not, before a run adds to it."""
    kept_in = beside(file) if beside(file).exists() else file
    if not kept_in.exists() or not is_tally(kept_in):
        return 0
    with open_parquet(kept_in) as read:
        return pc.sum(read.read(columns=["count"])["count"]).as_py() or 0


@dataclass
class _Reading:
    """The file that is being read: how far, and what could not be counted."""

    source: Source
    refusals: Refusals = field(default_factory=Refusals)

    def beyond(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """The pieces after the rows that were read before, each noted when it is handed over."""
        before = self.source.rows or 0
        for piece in pieces:
            if piece.last > before:
                self.source = replace(self.source, rows=piece.last)
                yield piece.after(before) if before else piece
                before = 0


class _Work:
    """One run of `keep_tally`. `refusals` are of the sources; `before` are those of runs that ended well."""

    def __init__(self, counting: Counting, file: Path) -> None:
        self.counting = counting
        self.file = file
        self.beside = beside(file)
        self.kept_in = self.beside if self.beside.exists() else file
        self.tally = counting.empty()
        self.sources: dict[str, Source] = {}
        self.seeds = set(seeds_in([self.kept_in]))
        self.before = Counter[str]()
        self.refusals = Refusals()
        self.reading: _Reading | None = None
        if self.kept_in.exists():
            self._load()

    def unread(self, paths: Sequence[Path]) -> dict[Path, Source]:
        """The files that are not in the tally to their end. Refuses what might count double."""
        now = {path: source_of(path, self.file) for path in paths}
        faults = {str(path): self._fault(source) for path, source in now.items()}
        problems = [Problem(shown(path), fault) for path, fault in faults.items() if fault]
        problems += self._left_out({source.name for source in now.values()})
        if problems:
            raise Refused(problems)
        found = {path: self.sources.get(source.name, source) for path, source in now.items()}
        return {path: source for path, source in found.items() if source.name not in self._whole}

    def check_apart(self, tallies: Iterable[Path]) -> None:
        """Refuses tallies that were made of a file that another one, or ours, was made of."""
        inner = {str(path): sources_in(path, self.file) for path in tallies}
        check_apart({str(self.file): list(self.sources.values()), **inner})

    def add(self, lot: dict[Path, Source], read: Read, refusals: Refusals, advance: Advance) -> None:
        """Count files at once, tallies with all that they were made of."""
        if not lot:
            return
        here = Refusals()
        found = read(list(lot), here, advance)
        if here.sentences:
            # A whole file was left out: when it was put right it can be read as if it were new.
            refusals.add(here)
            return
        self.tally = added(self.tally, found)
        self.before += Counter(found.refused) - here.counts
        self.refusals.add(here)
        inner = (sources_in(path, self.file) for path in lot)
        self.sources |= {each.name: each for each in chain(lot.values(), *inner)}
        self.seeds.update(seeds_in(lot))

    def read(self, answers: dict[Path, Source], refusals: Refusals, advance: Advance) -> None:
        """Count files row by row, saving from time to time."""
        batches = self._batches(answers, refusals, advance)
        while True:
            part = _Part(batches, max(ROWS_BETWEEN, ROWS_PER_CELL * rows_in(self.tally)))
            self.tally = self.counting.fold(part, self.tally)
            if part.is_last:
                return
            self.save()

    def save(self) -> None:
        """Everything that a later run needs to go on."""
        refusals = Refusals()
        refusals.add(self.refusals)
        refusals.add(self.reading.refusals if self.reading else Refusals())
        told = {REFUSALS_KEY: json.dumps(refusals.to_json())}
        self.counting.save(self.beside, replace(self.tally, refused=self.before), self.notes() | told)

    def notes(self) -> dict[bytes, str]:
        """All sources, the one that is being read among them; and whose answers nobody gave."""
        reading = [self.reading.source] if self.reading else []
        sources = {source.name: source for source in [*self.sources.values(), *reading]}
        return {SOURCES_KEY: to_note(sources.values()), **seeds_note(self.seeds)}

    def _load(self) -> None:
        schema = schema_of(self.kept_in)
        if schema is None or not is_tally(self.kept_in):
            raise AnswersInvalid(f"{self._name} is no tally that can be read; name another")
        refusals = Refusals()
        self.counting.check_kept(self.kept_in)
        self.tally = self.counting.saved([self.kept_in], refusals, lambda size: None)
        if refusals:
            raise AnswersInvalid("; ".join(refusals.lines()))
        self.before = Counter(self.tally.refused)
        self.sources = {source.name: source for source in sources_in(self.kept_in, self.file)}
        if REFUSALS_KEY in schema.metadata:
            self.refusals = Refusals.from_json(json.loads(schema.metadata[REFUSALS_KEY]))

    @property
    def _whole(self) -> set[str]:
        return {name for name, source in self.sources.items() if source.rows is None}

    def _fault(self, source: Source) -> str | None:
        """What speaks against counting a file that looks like this."""
        held = self.sources.get(source.name)
        if held is not None and not held.is_alike(source):
            return f"has changed since {self._name} counted it; {self._start_anew}"
        same = [each.name for each in self.sources.values() if each.is_alike(source)]
        if held is None and same and source.size >= SMALL:
            return f"is the same as {shown(same[0])}, which {self._name} holds; it would count double"
        return None

    def _left_out(self, names: set[str]) -> Iterator[Problem]:
        """A run that was cut short was asked for files that this one is not asked for."""
        if self.kept_in != self.beside:
            return
        finished = {source.name for source in sources_in(self.file, self.file)}
        for name in sorted(set(self.sources) - finished - names):
            rule = f"holds {shown(name)}, which is not among the answers now"
            yield Problem(self._name, f"{rule}; name it too, or {self._start_anew}")

    @property
    def _name(self) -> str:
        return shown(self.kept_in)

    @property
    def _start_anew(self) -> str:
        return f"to count all anew, delete {self._name}"

    def _batches(self, answers: dict[Path, Source], refusals: Refusals, advance: Advance) -> Batches:
        for path, source in answers.items():
            self.reading = reading = _Reading(source)
            self.seeds.update(seeds_in([path]))
            pieces = reading.beyond(self.counting.pieces(path, advance))
            yield from self.counting.good(pieces, path, reading.refusals)
            self.reading = None
            if reading.refusals.sentences and not reading.source.rows:
                # Nothing of it is in the tally: when it was put right it can be read as if it were new.
                refusals.add(reading.refusals)
                continue
            self.refusals.add(reading.refusals)
            self.sources[source.name] = replace(reading.source, rows=None)


class _Part:
    """So many rows of the batches, at least; `is_last` says afterwards that no more came."""

    def __init__(self, batches: Batches, enough: int) -> None:
        self.batches = batches
        self.enough = enough
        self.is_last = False

    def __iter__(self) -> Batches:
        rows = 0
        for batch in self.batches:
            yield batch
            rows += batch.queries.size
            if rows >= self.enough:
                return
        self.is_last = True
