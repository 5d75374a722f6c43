"""Serving the pages: assets for ever, documents never kept, both compressed once (PROTOCOL.md P7)."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tacit.web.languages import choose
from tacit.web.release import Release

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
}
FOR_EVER = "public, max-age=31536000, immutable"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}; require-trusted-types-for 'script'"
)


class File(NamedTuple):
    """What is served, as it is and compressed."""

    plain: bytes
    packed: bytes
    media_type: str


class Pages:
    """The routes of the pages."""

    def __init__(self, release: Release, framers: Callable[[str], Awaitable[tuple[str, ...]]]) -> None:
        """`framers` says which origins may show a study's page inside theirs."""
        self.release = release
        self.framers = framers
        self.files = {
            name: File(content, gzip.compress(content, 9, mtime=0), TYPES[name.rpartition(".")[2]])
            for name, content in release.files.items()
        }

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/s/{study}", self.answer),
            Route("/e/{study}", self.embedded),
            Route("/board", self.board),
            Route("/board/{study}", self.board),
            Route("/assets/{name:path}", self.asset),
        ]

    async def answer(self, request: Request) -> Response:
        """The answer page: the same for every study, which the browser asks for and checks itself."""
        file = self.files.get(f"s/{request.path_params['study']}")
        return self.document(request, "answer") if file is None else reply(request, file, page_headers())

    async def embedded(self, request: Request) -> Response:
        """The answer page inside a page of others: of those alone that the study names."""
        framers = await self.framers(request.path_params["study"])
        return self.document(request, "answer", " ".join(framers) or "'none'")

    async def board(self, request: Request) -> Response:
        """The live board, and the list of studies: the same for all, which the browser asks for."""
        file = self.files.get(f"board/{request.path_params.get('study', '')}")
        return self.document(request, "board") if file is None else reply(request, file, page_headers())

    async def asset(self, request: Request) -> Response:
        """A file whose name says its content."""
        file = self.files.get(f"assets/{request.path_params['name']}")
        if file is None:
            raise HTTPException(404)
        return reply(request, file, {"cache-control": FOR_EVER})

    def document(self, request: Request, page: str, ancestors: str = "'none'") -> Response:
        """A page, in the language that was asked for, else in the browser's."""
        asked = request.query_params.get("lang", "")
        accepted = request.headers.get("accept-language", "")
        code = asked if asked in self.release.languages else choose(accepted, self.release.languages)
        headers = {"content-language": code, "vary": "accept-encoding, accept-language"}
        return reply(request, self.files[self.release.page(page, code)], page_headers(ancestors) | headers)


def page_headers(ancestors: str = "'none'") -> dict[str, str]:
    """What a document may do, and who may frame it; documents are never kept, since no header says so."""
    return {"content-security-policy": POLICY.format(ancestors=ancestors)}


def reply(request: Request, file: File, headers: dict[str, str]) -> Response:
    """The file, compressed for whoever reads that."""
    due = {"vary": "accept-encoding", "content-type": file.media_type, **headers}
    accepted = request.headers.get("accept-encoding", "").split(",")
    if "gzip" in {item.partition(";")[0].strip() for item in accepted}:
        return Response(file.packed, headers=due | {"content-encoding": "gzip"})
    return Response(file.plain, headers=due)
