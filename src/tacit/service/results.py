"""What researchers see: documents made of what the store has released."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tacit.protocol.encoding import to_base64url
from tacit.service.attended import Attended
from tacit.store.answers import BULK, Answer, Cell, Record
from tacit.store.counters import Count
from tacit.study.study import Study

COUNTED = ("invited", "started", "answered", "bulk", "withdrawn", "revoked", "revoked after use")
RECORDS_HEADER = b"record,query,column\n"


def status(found: Attended, counts: Sequence[Count]) -> dict[str, Any]:
    """How far a study has come."""
    totals: Counter[str] = Counter()
    for one in counts:
        totals[one.name] += one.times
    return {
        "study": found.study.id,
        "title": found.study.title,
        "state": found.stored.state,
        "tickets": found.kind,
        "batch": found.study.collect.batch,
        "not_after": found.study.not_after.isoformat(),
        "override": found.stored.override,
        **{name.replace(" ", "_"): totals[name] for name in COUNTED},
        "days": days(counts),
    }


def days(counts: Sequence[Count]) -> list[dict[str, Any]]:
    """Counts by day, oldest first."""
    return [{"day": one.day, "what": one.name, "count": one.times} for one in counts]


def tally(found: Attended, cells: Sequence[Cell]) -> dict[str, Any]:
    """Counts of the released answers; those that came in bulk are said apart."""
    return {
        "study": found.study.id,
        "answers": sum(cell.people for cell in cells),
        "bulk": sum(cell.people for cell in cells if cell.key == BULK),
        "strata": [key.stratum for key in found.study.keys],
        "counts": [[cell.query, cell.column, cell.key, cell.people] for cell in cells],
    }


def estimate(study: Study, cells: Sequence[Cell]) -> dict[str, Any]:
    """Every group's figures."""
    import numpy as np

    from tacit.estimation.estimate import estimate as estimated
    from tacit.tallying.tally import fold_counts

    queries, columns, people = (
        np.array([getattr(cell, name) for cell in cells], dtype=np.int64)
        for name in ("query", "column", "people")
    )
    return estimated(study, fold_counts(study.scheme, [(queries, columns, people)])).to_json()


def answers_header(study: Study) -> bytes:
    """The first line of the answers as CSV."""
    return b"query,column,via,stratum\n" if _has_strata(study) else b"query,column,via\n"


def answers_lines(study: Study, answers: Sequence[Answer]) -> bytes:
    """Answers as CSV; the names by which they are ordered are left out."""
    strata = [key.stratum or "" for key in study.keys] if _has_strata(study) else []
    return "".join(_line(answer, strata) for answer in answers).encode()


def records_lines(records: Sequence[Record]) -> bytes:
    """Answers beside the hashes of their invitations, as `tacit invite` wrote them for a named study."""
    return "".join(f"{to_base64url(one.hash)},{one.query},{one.column}\n" for one in records).encode()


def _has_strata(study: Study) -> bool:
    return any(key.stratum for key in study.keys)


def _line(answer: Answer, strata: Sequence[str]) -> str:
    via = "bulk" if answer.key == BULK else "device"
    fields = [str(answer.query), str(answer.column), via]
    if strata:
        fields.append(_quoted(strata[answer.key]) if answer.key != BULK else "")
    return ",".join(fields) + "\n"


def _quoted(text: str) -> str:
    """A label as CSV; one that a spreadsheet would take for a formula is made text."""
    safe = f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
    return '"' + safe.replace('"', '""') + '"'
