"""What a server has released of a study, and what a report must say about how it came."""

from __future__ import annotations

from typing import Any

import numpy as np

from tacit.research.server import Address
from tacit.study.study import Study
from tacit.tallying.tally import Tally, fold_counts


def tally_of(study: Study, address: Address) -> Tally:
    """The counts of the released answers."""
    counts = address.ask("/tally")["counts"]
    queries, columns, _, people = np.array(counts, dtype=np.int64).reshape(-1, 4).T
    return fold_counts(study.scheme, [(queries, columns, people)])


def invited_in(status: dict[str, Any]) -> int | None:
    """How many people hold an invitation, used or not; None where others could answer, too."""
    if status["tickets"] == "open" or status["bulk"]:
        return None
    return int(status["invited"] - status["revoked"] - status["revoked_after_use"])


def what_to_know(status: dict[str, Any]) -> list[str]:
    """Sentences for whoever reads the figures."""
    said = []
    if status["state"] == "open":
        said.append(
            f"The study is still open: these are the answers of full batches of {status['batch']}, so far."
        )
    if status["override"]:
        said.append(f"It was opened although its plan was hopeless, because: {status['override']}")
    if status["bulk"]:
        said.append(
            f"{status['bulk']:,} answers came in bulk: no ticket vouches for them, only who sent them."
        )
    if status["revoked_after_use"]:
        said.append(
            f"{status['revoked_after_use']:,} invitations were replaced after use: so many people may have "
            "answered twice."
        )
    if status["tickets"] == "open":
        said.append("Anyone could answer, and more than once: open tickets do not prevent it.")
    return said
