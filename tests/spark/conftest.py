"""One small Spark for all tests of it: two threads, and no Python on the workers' side."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tacit.spark import has_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SETTINGS = {
    "spark.master": "local[2]",
    "spark.ui.enabled": "false",
    "spark.log.level": "ERROR",
    "spark.sql.shuffle.partitions": "5",
    # Whatever wanted a Python worker would fail.
    "spark.pyspark.python": "no-such-python",
    "spark.pyspark.driver.python": "no-such-python",
}


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All on one worker: a second Spark would cost more than it saves."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    if importlib.util.find_spec("pyspark") is None or not has_java():
        pytest.skip("Spark or Java is not installed; `make engines` installs both")
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("tacit tests").config(map=SETTINGS).getOrCreate()
    yield session
    session.stop()
