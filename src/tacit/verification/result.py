"""The verification: what was found, ready for a terminal, a notebook or JSON."""

from __future__ import annotations

from tacit.verification.findings import Findings, written
from tacit.verification.words import as_text


class Verification(Findings):
    """The promise of a study, proved again."""

    def to_json(self) -> dict[str, object]:
        """The document that `verify --json` prints."""
        return {
            "study": self.study,
            "epsilon": float(self.epsilon),
            "ratio": written(self.ratio),
            "holds": self.holds,
            "queries": self.queries,
            "draws": self.draws,
            "promise": self.promise,
            "ratio_value_known": written(self.ratio_value_known),
            "ratio_value": written(self.ratio_value),
            "method": self.method,
            "cards": self.cards,
            "columns": self.columns,
            "checked": self.checked,
            "well_formed": self.well_formed,
            "unbiased": self.unbiased,
            "failures": list(self.failures),
        }

    def __str__(self) -> str:
        return as_text(self)
