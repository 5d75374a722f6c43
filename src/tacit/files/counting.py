"""The two ways to count answers: plainly, or with sums of public columns; each in batches that add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tacit.errors import AnswersInvalid
from tacit.files.linked import LinkedAnswers, good_answers, no_measures, rows_of
from tacit.files.piece import Piece
from tacit.files.public import Beside
from tacit.files.reading import Advance, good_rows, pieces_of, unit_of
from tacit.files.refusals import Refusals
from tacit.files.summed import holds_sums, read_sums, save_sums
from tacit.files.tallies import save_tally, tally_counts, tally_files
from tacit.files.whole import shown
from tacit.study.study import Study
from tacit.tallying.folding import fold_lots
from tacit.tallying.sift import Sifted
from tacit.tallying.sums import SumTally, empty_sums
from tacit.tallying.tally import Tally, empty_tally, fold_batches

AnyTally = Tally | SumTally
Batch = Sifted | LinkedAnswers


@dataclass(frozen=True)
class Counting:
    """How a study's answers are counted: with sums, where public columns are named."""

    study: Study
    beside: Beside = field(default_factory=Beside)

    @property
    def has_sums(self) -> bool:
        return bool(self.beside.columns)

    def empty(self) -> AnyTally:
        """No answers yet."""
        scheme = self.study.scheme
        return empty_sums(scheme, no_measures(self.beside)) if self.has_sums else empty_tally(scheme)

    def pieces(self, path: Path, advance: Advance) -> Iterator[Piece]:
        """A file's rows, with the columns that are needed."""
        return pieces_of(path, self.study, advance, public=self.beside.columns)

    def good(self, pieces: Iterable[Piece], path: Path, refusals: Refusals) -> Iterator[Batch]:
        """What can be counted of a file."""
        if self.has_sums:
            return good_answers(self.study, pieces, path, unit_of(path), self.beside, refusals)
        return good_rows(pieces, path, unit_of(path), self.study, refusals)

    def fold(self, batches: Iterable[Any], start: AnyTally) -> AnyTally:
        """The tally with these answers added; `start` is used up."""
        if isinstance(start, SumTally):
            return fold_lots(start, rows_of(batches, self.beside))
        return fold_batches(
            self.study.scheme, ((each.queries, each.columns) for each in batches), start=start
        )

    def count(self, paths: Sequence[Path], refusals: Refusals, advance: Advance) -> AnyTally:
        """The tally of files of answers."""
        found = self.empty()
        for path in paths:
            found = self.fold(self.good(self.pieces(path, advance), path, refusals), found)
        return replace(found, refused=dict(refusals.counts), study=self.study.id)

    def saved(self, paths: Sequence[Path], refusals: Refusals, advance: Advance) -> AnyTally:
        """The tally in tallies that were kept."""
        if self.has_sums:
            return read_sums(self.study, paths, self.beside, refusals, advance)
        return tally_files(self.study, paths, refusals, advance)

    def counted(self, paths: Sequence[Path], refusals: Refusals, advance: Advance) -> AnyTally:
        """The tally in what databases counted."""
        if self.has_sums:
            return read_sums(self.study, paths, self.beside, refusals, advance)
        return tally_counts(self.study, paths, refusals, advance)

    def save(self, file: Path, tally: AnyTally, notes: Mapping[bytes, str]) -> None:
        """Keep the tally, whole or not at all."""
        if isinstance(tally, SumTally):
            save_sums(file, self.study, tally, notes)
        else:
            save_tally(file, self.study, tally, notes)

    def check_kept(self, file: Path) -> None:
        """Refuses to go on with a tally of sums as if it were one of counts: the sums would be lost."""
        if not self.has_sums and holds_sums(file):
            rule = "holds sums beside its counts, which would be lost; name their columns again (--weights, "
            raise AnswersInvalid(f"{shown(file)} {rule}--outcome, --by, --cluster), or another file")


def added(one: AnyTally, other: AnyTally) -> AnyTally:
    """Both tallies' answers; both are of one way of counting."""
    if isinstance(one, SumTally) and isinstance(other, SumTally):
        return one + other
    if isinstance(one, Tally) and isinstance(other, Tally):
        return one + other
    raise TypeError("counts and sums cannot be added")


def rows_in(tally: AnyTally) -> int:
    """How many rows it takes to keep the tally."""
    return tally.cells.size if isinstance(tally, SumTally) else tally.occupied()[0].size
