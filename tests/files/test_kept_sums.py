"""Sums of public columns are kept like counts: killed runs go on, and every number is added by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import tacit
from asking import asked
from tacit.files.counting import Counting
from tacit.files.kept import keep_tally
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.tallying.measures import Term, Unit
from tacit.tallying.sums import SumTally

STUDY = asked()
COUNTING = Counting(STUDY, Beside("w", ("y",), ("region",)))

# Kills itself, for real, when so many bytes were read.
KILLED = """
import os, signal, sys
from pathlib import Path
from asking import asked
from tacit.files import kept
from tacit.files.counting import Counting
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
kept.ROWS_BETWEEN = 1000
left = int(sys.argv[1])
def advance(size):
    global left
    left -= size
    if left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
counting = Counting(asked(), Beside("w", ("y",), ("region",)))
kept.keep_tally(counting, Path(sys.argv[2]), [Path(name) for name in sys.argv[3:]], Refusals(), advance)
"""


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, with the tests' own modules."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def drawn(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    scheme = STUDY.scheme
    return rng.integers(0, scheme.queries, rows), rng.integers(0, scheme.rows.columns, rows)


def keep(files: list[Path], advance: list[int] | None = None) -> SumTally:
    told: list[int] = [] if advance is None else advance
    found = keep_tally(COUNTING, Path("kept.parquet"), files, Refusals(), told.append)
    assert isinstance(found, SumTally)
    return found


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(tmp_path)
    rng, size = np.random.default_rng(9), 120_000
    queries, columns = drawn(size, 9)
    table = pa.table(
        {
            "query": queries,
            "column": columns,
            "w": rng.integers(1, 900, size) / 100,
            "y": pa.array(rng.integers(-90, 90, size) / 8, mask=rng.random(size) < 0.1),
            "region": np.array(["north", "south"])[rng.integers(0, 2, size)],
        }
    )
    pa.parquet.write_table(table, "a.parquet", row_group_size=40_000)
    pa.csv.write_csv(table.slice(0, 60_000), "b.csv")
    return [Path("a.parquet"), Path("b.csv")]


@pytest.mark.parametrize("share", [0.2, 0.6, 0.9])
def test_a_run_that_is_killed_goes_on_where_it_stood(share: float, files: list[Path]) -> None:
    expected = COUNTING.count(files, Refusals(), lambda size: None)
    size = sum(path.stat().st_size for path in files)
    done = run(KILLED, str(int(share * size)), "kept.parquet", *map(str, files))
    assert done.returncode == -signal.SIGKILL
    assert not Path("kept.parquet").exists()
    assert keep(files) == expected
    assert keep(files) == expected
    assert COUNTING.saved([Path("kept.parquet")], Refusals(), lambda size: None) == expected


def test_sums_do_not_depend_on_what_a_number_comes_with() -> None:
    """Thirds beside millions: each is rounded by itself, in whatever batches and order they come."""
    values = [1 / 3, 2_000_000.25, 1e-9, 0.1, None, 40_000.0, 2 / 3, 123.456789]
    queries, columns = (each[: len(values)] for each in drawn(len(values), 4))
    table = pa.table({"query": queries, "column": columns, "w": [1.0] * 8, "y": values, "region": ["n"] * 8})
    whole = tacit.tally(STUDY, table, weights="w", outcomes="y", by="region")
    assert whole.measures.outcomes == (Unit("y", 9, is_rounded=True),)
    assert whole.measures.outcomes[0].is_rounded
    for order in ([0, 1, 2, 3, 4, 5, 6, 7], [7, 2, 5, 0, 1, 6, 3, 4]):
        parts = [tacit.tally(STUDY, table.take([at]), weights="w", outcomes="y", by="region") for at in order]
        assert sum(parts) == whole
    exact = sum(
        Fraction(round(value * 10**9), 10**9) for value in (1 / 3, 2 / 3, 1e-9, 0.1, 123.456789) if value
    )
    total = Fraction(whole.sums[Term(0, "y", 0)].total())
    assert total == 7
    added = Fraction(whole.sums[Term(1, "y", 1)].total(), 10 ** whole.measures.digits(Term(1, "y", 1)))
    assert added == exact + Fraction("2000000.25") + 40_000


def test_a_full_tally_is_read_back_with_every_digit(files: list[Path]) -> None:
    """Sums beyond 64 bits, and one that was rounded."""
    table = pa.table(
        {"query": [1] * 9, "column": [1] * 9, "w": [2e9] * 9, "y": [2e9] * 8 + [1 / 3], "region": ["a"] * 9}
    )
    pa.parquet.write_table(table, "large.parquet")
    whole = keep([Path("large.parquet")])
    assert whole.sums[Term(2, "y", 2)].total() > 1 << 100
    again = COUNTING.saved([Path("kept.parquet")], Refusals(), lambda size: None)
    assert again == whole
    assert isinstance(again, SumTally)
    assert again.measures.outcomes[0].is_rounded
