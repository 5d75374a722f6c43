"""Problem documents, as they must look to the last byte."""

from __future__ import annotations

from served.processes import Reply
from tacit.protocol.problems import KINDS, MEDIA_TYPE, PREFIX
from tacit.service.refusals import ADVICE
from tacit.study import canonical


def name_of(reply: Reply) -> str:
    """The problem that a reply tells. It has this one shape, and nobody keeps it."""
    document = reply.json()
    name = str(document["type"]).removeprefix(PREFIX)
    members: dict[str, object] = {
        "type": PREFIX + name,
        "title": KINDS[name].title,
        "status": reply.status,
        "detail": ADVICE[name],
    }
    if "errors" in document:
        assert document["errors"]
        assert all(set(error) == {"field", "rule"} for error in document["errors"])
        members["errors"] = document["errors"]
    assert reply.body == canonical.encode(members)
    assert reply.status == KINDS[name].status
    assert (reply.headers["content-type"], reply.headers["cache-control"]) == (MEDIA_TYPE, "no-store")
    assert ("retry-after" in reply.headers) == (name in ("too-many", "not-stored"))
    return name
