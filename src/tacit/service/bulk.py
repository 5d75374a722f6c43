"""Answers in bulk: a relay or an import sends thousands at once, and they are counted apart (P7)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import struct
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tacit.errors import refuse
from tacit.protocol.encoding import from_base64url
from tacit.protocol.problems import PREFIX
from tacit.service.admittance import Admittance
from tacit.service.refusals import Declined
from tacit.service.wire import Limits, read_body, reply
from tacit.store.answers import BULK, Answer, Kept, Offered
from tacit.store.store import Store
from tacit.store.uploads import Upload
from tacit.study.study import Study

MEDIA_TYPE = "application/vnd.tacit.answers"
MOST_BYTES = 8 << 20
RECORD = struct.Struct(">16sQI")
UPLOAD_BYTES = 16


class Bulk:
    """The route of collectors."""

    def __init__(self, store: Store, admittance: Admittance, limits: Limits) -> None:
        self.store = store
        self.admittance = admittance
        self.limits = limits._replace(most=MOST_BYTES, seconds=max(limits.seconds, 60.0))

    def routes(self) -> list[Route]:
        """Where it is."""
        return [Route("/v1/studies/{study}/batches/{upload}", self.put, methods=["PUT"])]

    async def put(self, request: Request) -> Response:
        """Store an upload under the id that its sender chose; the same bytes again change nothing."""
        found = await self.admittance.admit(request, "collector")
        name = from_base64url("batch", request.path_params["upload"], UPLOAD_BYTES)
        body = await read_body(request, self.limits, MEDIA_TYPE)
        offered = await asyncio.to_thread(read_records, found.study, body)
        upload = Upload(name, hashlib.sha256(body).digest())
        outcome, said = await asyncio.wrap_future(
            self.store.keep_bulk(found.number, upload, offered, summary)
        )
        if outcome not in ("stored", "same"):
            raise Declined(outcome)
        return reply(said, 201 if outcome == "stored" else 200)


def read_records(study: Study, body: bytes) -> list[Offered]:
    """The answers of an upload, each marked where it is out of range."""
    if len(body) % RECORD.size:
        raise refuse("body", f"must be whole records of {RECORD.size} bytes")
    queries, columns = study.scheme.queries, study.scheme.rows.columns
    offered = []
    for name, query, column in RECORD.iter_unpack(body):
        is_within = query < queries and column < columns
        offered.append(Offered(Answer(name, query if is_within else 0, column, BULK), has_column=is_within))
    return offered


def summary(kept: Sequence[Kept]) -> bytes:
    """What is said of an upload."""
    refused = [
        {"index": index, "type": PREFIX + outcome}
        for index, outcome in enumerate(kept)
        if outcome not in ("stored", "same")
    ]
    return json.dumps(
        {"accepted": kept.count("stored"), "repeated": kept.count("same"), "refused": refused}
    ).encode()
