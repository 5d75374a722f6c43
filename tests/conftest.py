"""What holds for every test: no skips where everything is required, no chance in the choice of examples."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import settings

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

os.environ.setdefault("MPLBACKEND", "Agg")

# A shell that starts us in the background has Ctrl-C ignored, here and in every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time: a failure seen once is seen again, and none appears by luck.
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("house")


def is_all_required() -> bool:
    return os.environ.get("TACIT_REQUIRE_ALL") == "1"


def refuse_skip(report: Report) -> Report:
    """A skipped test is a failed one where everything is required: nothing may be lacking there."""
    if report.skipped and is_all_required() and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and TACIT_REQUIRE_ALL=1 requires every test to run: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return refuse_skip((yield))
