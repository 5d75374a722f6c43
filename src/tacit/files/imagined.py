"""Whether files say that nobody gave their answers: the seeds of imagined people, in answers and tallies."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tacit.files.parquet import schema_of

SEEDS_KEY = b"tacit.seed"


def seeds_in(paths: Iterable[Path]) -> list[int]:
    """The seeds of those files that say that nobody gave their answers, each once."""
    return sorted({seed for path in paths for seed in _seeds_in(path)})


def seeds_note(seeds: Iterable[int]) -> dict[bytes, str]:
    """What a Parquet file says of answers that nobody gave; nothing where there are none."""
    named = ",".join(map(str, sorted(set(seeds))))
    return {SEEDS_KEY: named} if named else {}


def _seeds_in(path: Path) -> list[int]:
    """None, too, of a file that is damaged: whoever reads it for its answers says so."""
    schema = schema_of(path) if path.name.lower().endswith(".parquet") and path.is_file() else None
    named = ((schema.metadata if schema else None) or {}).get(SEEDS_KEY, b"")
    return [int(seed) for seed in named.split(b",") if seed.isdigit()]
