"""The API as one OpenAPI 3.1 document, served at /v1/openapi.json and kept beside the docs."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tacit.protocol.problems import KINDS, MEDIA_TYPE, PREFIX
from tacit.service.bulk import UPLOAD_BYTES
from tacit.service.operations import OPERATIONS, Body, Operation
from tacit.service.schemas import HASH, SCHEMAS, WORDS, Schema, base64url, ref
from tacit.service.sessions import COOKIE
from tacit.version import __version__

PARAMETERS: dict[str, Schema] = {
    "study": {"in": "path", "required": True, "schema": HASH},
    "upload": {"in": "path", "required": True, "schema": base64url(UPLOAD_BYTES)},
    "override": {"in": "query", "schema": {"type": "string", "maxLength": 500}},
    "redirect": {"in": "query", "schema": {"type": "string", "maxLength": 500}},
    "Origin": {"in": "header", "required": True, "schema": WORDS},
    "If-None-Match": {"in": "header", "schema": WORDS},
}


def openapi_document() -> bytes:
    """The document, as it is served."""
    return json.dumps(_document(), indent=1, ensure_ascii=False).encode() + b"\n"


def _document() -> dict[str, Any]:
    paths: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for operation in OPERATIONS:
        paths[operation.path][operation.method] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tacit",
            "version": __version__,
            "summary": "Collects answers that are randomised on people's devices.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": dict(paths),
        "components": {
            "schemas": SCHEMAS,
            "responses": _problems(),
            "parameters": {name: {"name": name, **given} for name, given in PARAMETERS.items()},
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _described(operation: Operation) -> dict[str, Any]:
    in_path = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    names = [*in_path, *operation.query, *operation.headers]
    described: dict[str, Any] = {"operationId": operation.name, "summary": operation.says}
    if operation.needs_key:
        described["security"] = [{"key": []}, {"session": []}]
    if names:
        described["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in names]
    if operation.body:
        described["requestBody"] = {"required": True} | _content(operation.body)
    replies = {
        str(status): {"description": body.says} | _content(body) for status, body in operation.replies.items()
    }
    return described | {"responses": replies | _refused(operation.all_refusals)}


def _refused(names: Sequence[str]) -> dict[str, Any]:
    """By status, the reply that tells one of these problems."""
    found = _by_status(names)
    return {
        str(status): {"$ref": f"#/components/responses/{_joined(found[status])}"} for status in sorted(found)
    }


def _problems() -> dict[str, Any]:
    """Every such reply that some operation has."""
    every = [found for one in OPERATIONS for found in _by_status(one.all_refusals).items()]
    return {_joined(names): _problem(status, names) for status, names in sorted(every)}


def _problem(status: int, names: Sequence[str]) -> dict[str, Any]:
    which = {"type": {"enum": [PREFIX + name for name in names]}, "status": {"const": status}}
    schema = {"allOf": [ref("Problem"), {"properties": which}]}
    reply = {"description": " ".join(KINDS[name].title for name in names)}
    return reply | {"content": {MEDIA_TYPE: {"schema": schema}}}


def _by_status(names: Sequence[str]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for name in names:
        found[KINDS[name].status].append(name)
    return found


def _joined(names: Sequence[str]) -> str:
    return "-or-".join(names)


def _content(body: Body) -> dict[str, Any]:
    return {} if body.schema is None else {"content": {body.media_type: {"schema": body.schema}}}
