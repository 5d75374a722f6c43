"""tacit: GROUP BY over a column that nobody hands over.

study = tacit.load("study.toml")
plan = tacit.plan(study, people=5000)
answer = tacit.answer(study, query, group="diabetic", value=7)
tally = tacit.tally(study, queries, columns)
result = tacit.estimate(study, tally)
tacit.report(study, result).write("report.html")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tacit.version import __version__ as __version__

if TYPE_CHECKING:
    from tacit import paper
    from tacit.answering.answer import Answer, answer, draw_query
    from tacit.answering.card import DECLINE
    from tacit.errors import TacitError
    from tacit.estimation.comparison import GroupComparison
    from tacit.estimation.estimate import estimate
    from tacit.estimation.model import LinearModel
    from tacit.estimation.result import Estimate
    from tacit.estimation.sampling import Sampling
    from tacit.files.model import model
    from tacit.files.tally import tally
    from tacit.planning.plan import Plan, plan
    from tacit.reporting.report import Report, report
    from tacit.study.file import read_study as load
    from tacit.study.study import Study
    from tacit.tallying.sums import SumTally
    from tacit.tallying.tally import Tally
    from tacit.verification.verify import Verification, verify

# Loaded when asked for: `import tacit` must stay instant, and a device that only answers needs no numpy.
_HOMES = {
    "load": "tacit.study.file:read_study",
    "Study": "tacit.study.study:Study",
    "plan": "tacit.planning.plan:plan",
    "Plan": "tacit.planning.plan:Plan",
    "verify": "tacit.verification.verify:verify",
    "Verification": "tacit.verification.verify:Verification",
    "draw_query": "tacit.answering.answer:draw_query",
    "answer": "tacit.answering.answer:answer",
    "Answer": "tacit.answering.answer:Answer",
    "DECLINE": "tacit.answering.card:DECLINE",
    "tally": "tacit.files.tally:tally",
    "SumTally": "tacit.tallying.sums:SumTally",
    "Sampling": "tacit.estimation.sampling:Sampling",
    "model": "tacit.files.model:model",
    "LinearModel": "tacit.estimation.model:LinearModel",
    "GroupComparison": "tacit.estimation.comparison:GroupComparison",
    "Tally": "tacit.tallying.tally:Tally",
    "estimate": "tacit.estimation.estimate:estimate",
    "Estimate": "tacit.estimation.result:Estimate",
    "report": "tacit.reporting.report:report",
    "Report": "tacit.reporting.report:Report",
    "TacitError": "tacit.errors:TacitError",
    "paper": "tacit.paper",
}

__all__ = [
    "DECLINE",
    "Answer",
    "Estimate",
    "GroupComparison",
    "LinearModel",
    "Plan",
    "Report",
    "Sampling",
    "Study",
    "SumTally",
    "TacitError",
    "Tally",
    "Verification",
    "answer",
    "draw_query",
    "estimate",
    "load",
    "model",
    "paper",
    "plan",
    "report",
    "tally",
    "verify",
]


def __getattr__(name: str) -> object:
    """The public names, each from its own module, when they are first used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'tacit' has no attribute {name!r}")
    module, _, member = _HOMES[name].partition(":")
    home = import_module(module)
    found: object = getattr(home, member) if member else home
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
