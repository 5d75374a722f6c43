"""What a server has released of a study, and what a report must say about how it came."""

from __future__ import annotations

import numpy as np

from tacit.research.server import Address
from tacit.study.study import Study
from tacit.tallying.tally import Tally, fold_counts


def tally_of(study: Study, address: Address) -> Tally:
    """The counts of the released answers."""
    counts = address.ask("/tally")["counts"]
    queries, columns, _, people = np.array(counts, dtype=np.int64).reshape(-1, 4).T
    return fold_counts(study.scheme, [(queries, columns, people)])


def what_to_know(address: Address) -> list[str]:
    """Sentences for whoever reads the figures."""
    status = address.ask("/status")
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
