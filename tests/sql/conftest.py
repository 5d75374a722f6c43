"""One PostgreSQL for all tests of SQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.postgresql import Postgresql, programs, running_postgresql


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed; `make engines` installs it")
    with running_postgresql(where) as server:
        yield server
