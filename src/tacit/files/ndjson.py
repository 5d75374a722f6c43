"""Lines of JSON as answers, one object each."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.csv

from tacit.files.piece import Piece, check_names, check_public
from tacit.files.refusals import BadFile
from tacit.files.text import BadLine, Line

# pyarrow.json crashes the process on a line that is `null`, so plain lines are read as the CSV inside them.
_PLAIN = re.compile(rb'(?:\{"query": ?[0-9]{1,18}, ?"column": ?[0-9]{1,18}\}\r?(?:\n|\Z))*')
_AROUND_NUMBERS = b'{}":querycolmn \r'


@dataclass
class Ndjson:
    """Objects with the members query and column, and public ones; of these `seen` says which there were."""

    public: tuple[str, ...] = ()
    seen: dict[str, None] = field(default_factory=dict)
    has_counts = False

    def fast(self, block: bytes, lines: int) -> Piece | None:
        if self.public or not _PLAIN.fullmatch(block):
            return None
        if not block:
            return Piece(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), range(0))
        numbers = pa.csv.read_csv(
            pa.BufferReader(block.translate(None, _AROUND_NUMBERS)),
            read_options=pa.csv.ReadOptions(column_names=["query", "column"], use_threads=False),
            convert_options=pa.csv.ConvertOptions(column_types={"query": pa.int64(), "column": pa.int64()}),
        )
        return Piece(numbers["query"].to_numpy(), numbers["column"].to_numpy(), range(lines))

    def line(self, line: bytes) -> Line:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise BadLine("line that is no JSON object")
        # A study of null is not this study.
        study = row["study"] or "" if "study" in row else None
        if self.public:
            self.seen |= dict.fromkeys(row)
        public = tuple(_text(row.get(name)) for name in self.public)
        return Line(row.get("query"), row.get("column"), study=study, public=public)

    def check_seen(self, source: str) -> None:
        """Refuses, at the end of a file, public columns that no line had: a line may well lack one."""
        check_public(list(self.seen), self.public, source)


def _text(value: object) -> str | None:
    """Numbers as the text that spells them; what a line lacks, or is null, is missing."""
    return value if value is None or isinstance(value, str) else json.dumps(value)


def open_ndjson(block: bytes, form: Ndjson) -> tuple[Ndjson, int]:
    """The format, from a look at the first line."""
    first = block.lstrip().split(b"\n", 1)[0]
    if first.startswith(b"["):
        sentence = "holds one JSON list; write one object on each line instead"
        raise BadFile("file of another kind", sentence)
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        row = None
    if isinstance(row, dict):
        check_names(list(row))
    elif not first.startswith(b"{"):
        raise BadFile("file of another kind", "holds no JSON objects; answers in lines of CSV end in .csv")
    return form, 0
