"""The addresses that the service has, read from the application itself."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple, cast

from starlette.routing import Route

from tacit.service.app import service
from tacit.service.wire import Outermost
from tacit.store.sqlite import SQLite
from tacit.store.store import Store


class Address(NamedTuple):
    """One method of one path."""

    method: str
    path: str


def addresses() -> list[Address]:
    """Every one that is not a page for people; GET stands for HEAD, too."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(SQLite(Path(folder) / "tacit.db"))
        router = cast(Outermost, service(store)).app
        store.close()
    routes = [route for route in router.routes if isinstance(route, Route)]
    assert len(routes) == len(router.routes)
    return [
        Address(method, route.path)
        for route in routes
        for method in sorted(route.methods or ())
        if method != "HEAD" and route.path.startswith(("/v1", "/healthz"))
    ]
