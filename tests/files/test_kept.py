"""A kept tally holds every answer once, whatever happened on the way: kills, full disks, changed files."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from asking import asked
from tacit.errors import AnswersInvalid, Refused
from tacit.files import kept
from tacit.files.answers import write_answers
from tacit.files.counting import Counting
from tacit.files.kept import beside, keep_tally
from tacit.files.refusals import Refusals
from tacit.files.tallies import tally_files, write_tally
from tacit.tallying.tally import Tally

STUDY = asked()
PLAIN = Counting(STUDY)
ROWS = 300_000  # three pieces of Parquet, and two of CSV

# Kills itself, for real, when so many bytes were read.
KILLED = """
import os, signal, sys
from pathlib import Path
from asking import asked
from tacit.files import kept
from tacit.files.counting import Counting
from tacit.files.refusals import Refusals
kept.ROWS_BETWEEN = int(sys.argv[1])
left = int(sys.argv[2])
def advance(size):
    global left
    left -= size
    if left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
paths = [Path(name) for name in sys.argv[4:]]
kept.keep_tally(Counting(asked()), Path(sys.argv[3]), paths, Refusals(), advance, skip_bad=True)
"""


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, with the tests' own modules."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def killed_run(rows_between: int, after: int, *paths: str) -> None:
    """A run that was killed after so many bytes."""
    done = run(KILLED, str(rows_between), str(after), "kept.parquet", *paths)
    assert done.returncode == -signal.SIGKILL, done.stderr


def drawn(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    scheme = STUDY.scheme
    return rng.integers(0, scheme.queries, rows), rng.integers(0, scheme.rows.columns, rows)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def paths(folder: Path) -> list[Path]:
    """Answers of every kind, with rows that are none among them."""
    write_answers(Path("a.parquet"), STUDY, [drawn(ROWS, 1)])
    lines = [f"{query},{column}" for query, column in zip(*drawn(ROWS, 2), strict=True)]
    lines[-1000], lines[-2000] = "1,999", "one,1"
    Path("b.csv").write_text("\n".join(["query,column", *lines, ""]), encoding="utf-8")
    with gzip.open("c.ndjson.gz", "wt", compresslevel=1) as file:
        file.writelines(f'{{"query": {q}, "column": {c}}}\n' for q, c in zip(*drawn(50_000, 3), strict=True))
    return [Path("a.parquet"), Path("b.csv"), Path("c.ndjson.gz")]


def kept_tally(paths: list[Path], file: str = "kept.parquet", *, skip_bad: bool = True) -> Tally:
    found = keep_tally(PLAIN, Path(file), paths, Refusals(), skip_bad=skip_bad)
    assert isinstance(found, Tally)
    return found


def in_one_go(paths: list[Path]) -> tuple[Tally, Refusals]:
    refusals = Refusals()
    return tally_files(STUDY, paths, refusals), refusals


def saved(file: str = "kept.parquet") -> Tally:
    return tally_files(STUDY, [Path(file)], Refusals())


class TestGrowing:
    def test_it_holds_what_one_fold_of_all_files_finds(self, paths: list[Path]) -> None:
        expected, refusals = in_one_go(paths)
        found = kept_tally(paths)
        assert found == expected == saved()
        assert found.refused == expected.refused == saved().refused == refusals.counts

    def test_day_by_day_is_all_at_once(self, paths: list[Path]) -> None:
        for upto in range(1, len(paths) + 1):
            found = kept_tally(paths[:upto])
        assert found == in_one_go(paths)[0]
        assert found.refused == in_one_go(paths)[0].refused

    def test_what_it_holds_is_not_read_again(self, paths: list[Path]) -> None:
        first = kept_tally(paths)
        told: list[int] = []
        refusals = Refusals()
        again = keep_tally(PLAIN, Path("kept.parquet"), paths, refusals, told.append)
        assert again == first
        assert again.refused == first.refused
        assert not refusals  # they were told, and agreed to, the first time
        assert told == [sum(path.stat().st_size for path in paths)]

    def test_its_own_file_in_the_folder_is_not_counted(self, paths: list[Path]) -> None:
        first = kept_tally(paths)
        assert kept_tally([*paths, Path("kept.parquet")]) == first

    def test_files_keep_their_names_when_called_from_elsewhere(
        self, paths: list[Path], folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = kept_tally(paths)
        (folder / "sub").mkdir()
        monkeypatch.chdir("sub")
        again = keep_tally(PLAIN, Path("../kept.parquet"), [folder / path for path in paths], Refusals())
        assert again == first

    def test_many_saves_on_the_way_change_nothing(
        self, paths: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(kept, "ROWS_BETWEEN", 1)
        monkeypatch.setattr(kept, "ROWS_PER_CELL", 0)
        assert kept_tally(paths) == in_one_go(paths)[0]

    def test_no_answers_at_all_are_a_tally_too(self, folder: Path) -> None:
        Path("none.csv").write_text("query,column\n", encoding="utf-8")
        assert kept_tally([Path("none.csv")]).answers == 0
        assert saved().answers == 0


class TestKilled:
    @pytest.mark.parametrize("share", [0.02, 0.3, 0.55, 0.8, 0.999])
    def test_a_run_that_was_killed_goes_on_to_the_same_integers(
        self, share: float, paths: list[Path]
    ) -> None:
        size = sum(path.stat().st_size for path in paths)
        killed_run(100_000, int(share * size), *map(str, paths))
        assert not Path("kept.parquet").exists()
        refusals = Refusals()
        found = keep_tally(PLAIN, Path("kept.parquet"), paths, refusals, skip_bad=True)
        expected, all_refusals = in_one_go(paths)
        assert found == expected == saved()
        assert found.refused == expected.refused
        assert refusals.lines() == all_refusals.lines()
        assert not beside(Path("kept.parquet")).exists()

    def test_the_tests_above_do_go_on_from_the_middle_of_a_file(self, paths: list[Path]) -> None:
        killed_run(100_000, 1_100_000, "b.csv")
        half = tally_files(STUDY, [beside(Path("kept.parquet"))], Refusals())
        assert 0 < half.answers < ROWS

    def test_bad_rows_before_and_after_the_kill_are_told_once(self, folder: Path) -> None:
        lines = ["1,999", *["1,1"] * 400_000, "1,999"]
        Path("b.csv").write_text("\n".join(["query,column", *lines, ""]), encoding="utf-8")
        killed_run(1000, 1_100_000, "b.csv")
        refusals = Refusals()
        keep_tally(PLAIN, Path("kept.parquet"), [Path("b.csv")], refusals, skip_bad=True)
        assert refusals.lines() == ["b.csv: column out of range 0..2 (lines 2 and 400,003)"]

    def test_a_kill_leaves_the_tally_of_before_as_it_was(self, paths: list[Path]) -> None:
        first = kept_tally(paths[:1])
        killed_run(100_000, 1_100_000, "a.parquet", "b.csv")
        assert saved() == first
        assert kept_tally(paths) == in_one_go(paths)[0]

    def test_going_on_with_other_files_is_refused(self, paths: list[Path]) -> None:
        killed_run(1000, 1_100_000, "b.csv")
        with pytest.raises(Refused) as refused:
            kept_tally(paths[:1])
        assert str(refused.value) == (
            ".kept.unfinished.parquet holds b.csv, which is not among the answers now; "
            "name it too, or to count all anew, delete .kept.unfinished.parquet"
        )

    def test_pieces_of_another_size_are_cut_where_the_other_run_stood(
        self, paths: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As a later version may read other amounts at a time."""
        killed_run(1000, 1_100_000, "a.parquet", "b.csv")
        monkeypatch.setattr("tacit.files.parquet.BATCH", 100_003)
        monkeypatch.setattr("tacit.files.text.BLOCK", 700_001)
        assert kept_tally(paths) == in_one_go(paths)[0]


class TestBadRows:
    def test_without_leave_the_file_stays_as_it_was(self, paths: list[Path]) -> None:
        first = kept_tally(paths[:1])
        refusals = Refusals()
        keep_tally(PLAIN, Path("kept.parquet"), paths, refusals)
        assert refusals.counts == {"column out of range 0..2": 1, "query is not a whole number": 1}
        assert saved() == first
        assert beside(Path("kept.parquet")).exists()

    def test_with_leave_given_later_nothing_is_read_again(self, paths: list[Path]) -> None:
        kept_tally(paths, skip_bad=False)
        refusals, told = Refusals(), list[int]()
        found = keep_tally(PLAIN, Path("kept.parquet"), paths, refusals, told.append, skip_bad=True)
        expected, all_refusals = in_one_go(paths)
        assert found == expected
        assert refusals.lines() == all_refusals.lines()
        assert len(told) == 1

    def test_a_damaged_file_is_read_once_it_was_put_right(self, paths: list[Path]) -> None:
        whole = Path("a.parquet").read_bytes()
        Path("a.parquet").write_bytes(whole[:-100])
        refusals = Refusals()
        keep_tally(PLAIN, Path("kept.parquet"), paths, refusals)
        assert refusals.counts["file cut short"] == 1
        Path("a.parquet").write_bytes(whole)
        found = kept_tally(paths)
        assert found == in_one_go(paths)[0]
        assert "file cut short" not in found.refused


class TestTwice:
    def test_a_file_that_has_changed_is_refused(self, paths: list[Path]) -> None:
        first = kept_tally(paths)
        with Path("b.csv").open("a") as file:
            file.write("1,1\n")
        with pytest.raises(Refused) as refused:
            kept_tally(paths)
        assert str(refused.value) == (
            "b.csv has changed since kept.parquet counted it; to count all anew, delete kept.parquet"
        )
        assert saved() == first

    def test_a_file_under_another_name_is_refused(self, paths: list[Path]) -> None:
        kept_tally(paths)
        Path("a.parquet").rename("z.parquet")
        with pytest.raises(Refused, match=r"^z\.parquet is the same as a\.parquet, which kept\.parquet"):
            kept_tally([Path("z.parquet")])

    def test_small_files_may_be_alike(self, folder: Path) -> None:
        for name in ("one.csv", "two.csv"):
            Path(name).write_text("query,column\n1,1\n", encoding="utf-8")
        assert kept_tally([Path("one.csv"), Path("two.csv")]).answers == 2

    def test_tallies_with_a_file_in_common_are_not_added(self, paths: list[Path]) -> None:
        kept_tally(paths[:2], "one.parquet")
        kept_tally(paths[1:], "two.parquet")
        both = [Path("one.parquet"), Path("two.parquet")]
        with pytest.raises(Refused, match=r"^two\.parquet holds b\.csv, as one\.parquet does"):
            in_one_go(both)
        with pytest.raises(Refused, match=r"^two\.parquet holds b\.csv, as one\.parquet does"):
            kept_tally(both)

    def test_a_tally_of_a_file_is_not_added_to_the_file(self, paths: list[Path]) -> None:
        kept_tally(paths[:1], "one.parquet")
        kept_tally(paths)
        with pytest.raises(Refused, match=r"one\.parquet holds a\.parquet, as kept\.parquet does"):
            kept_tally([Path("one.parquet")])


class TestMerging:
    @pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    def test_tallies_merge_in_any_order(self, order: list[int], paths: list[Path]) -> None:
        for number, path in enumerate(paths):
            kept_tally([path], f"{number}.parquet")
        found = kept_tally([Path(f"{number}.parquet") for number in order])
        expected = in_one_go(paths)[0]
        assert found == expected == saved()
        assert Counter(found.refused) == Counter(expected.refused)
        # And it knows its files by now.
        assert kept_tally(paths) == expected

    def test_counts_of_a_database_go_in_beside_answers(self, paths: list[Path]) -> None:
        Path("counts.csv").write_text("query,column,count\n2,1,1000\n0,0,5\n", encoding="utf-8")
        lots = [([Path("counts.csv")], PLAIN.counted)]
        found = keep_tally(PLAIN, Path("kept.parquet"), paths, Refusals(), at_once=lots, skip_bad=True)
        again = keep_tally(PLAIN, Path("kept.parquet"), paths, Refusals(), at_once=lots, skip_bad=True)
        assert found.answers == in_one_go(paths)[0].answers + 1005
        assert again == found


class TestWrongFiles:
    def test_a_tally_of_another_study_is_not_added_to(self, paths: list[Path]) -> None:
        other = asked(title="Another")
        write_tally(Path("kept.parquet"), other, tally_files(other, [], Refusals()))
        with pytest.raises(AnswersInvalid, match=r"kept\.parquet is of another study"):
            kept_tally(paths)

    def test_answers_are_no_tally(self, paths: list[Path]) -> None:
        with pytest.raises(AnswersInvalid, match=r"a\.parquet is no tally that can be read; name another"):
            kept_tally(paths[1:], "a.parquet")

    def test_a_full_disk_leaves_no_half_file(self, paths: list[Path]) -> None:
        first = kept_tally(paths[:1])
        before = sorted(Path().iterdir())
        limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
        done = run(f"{limit}\n{KILLED}", "50000", "999999999", "kept.parquet", "a.parquet", "b.csv")
        assert done.returncode == 1
        assert ".kept.unfinished.parquet cannot be written: File too large" in done.stderr
        assert sorted(Path().iterdir()) == before
        assert saved() == first
