"""The least that Starlette can say, in a process of its own: python -m tacit.benchmarking.collecting.hello"""

from __future__ import annotations

import click
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tacit.service.run import Running, listen, origin_of


async def hello(request: Request) -> PlainTextResponse:
    """Five letters."""
    return PlainTextResponse("hello")


def main() -> None:
    """Served as uvicorn does where it is left alone; prints where."""
    listening = listen("127.0.0.1", 0)
    app = Starlette(routes=[Route("/", hello)])
    config = uvicorn.Config(app, log_config=None, log_level="warning", access_log=False)
    origin = origin_of(listening, "127.0.0.1", is_tls=False)
    Running(config, lambda: click.echo(f"on {origin};")).run(sockets=[listening])


if __name__ == "__main__":
    main()
