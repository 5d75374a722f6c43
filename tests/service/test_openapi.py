"""The document that describes the routes: it names all of them, and a running server does as it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from served.addresses import addresses
from served.described import Document, Planted, loaded
from served.processes import serving
from tacit.service.openapi import openapi_document
from tacit.service.operations import OPERATIONS, Operation

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = 40
POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
# No schema can say which manifest is canonical, or which ticket was signed; keys take a second each to make.
DRAWN = [one for one in OPERATIONS if one.name not in ("open", "make_keys")]
NEEDS_KEY = {one.name: one.needs_key for one in OPERATIONS}
REFUSING = [one for one in OPERATIONS if one.body or "{" in one.path]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planted]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield Planted(served)
        assert (served.folder / "log").read_text() == ""


def test_the_document_names_every_route_and_no_other() -> None:
    described = [(operation.method.upper(), operation.path) for operation in OPERATIONS]
    assert sorted(described) == sorted(addresses())
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)


def test_the_document_is_openapi_and_stands_beside_the_docs_as_it_is_served(planted: Planted) -> None:
    loaded(json.loads(openapi_document())).validate()
    served = planted.served.ask("GET", "/v1/openapi.json")
    assert (served.status, served.headers["content-type"]) == (200, "application/json")
    assert served.body == openapi_document()
    assert (DOCS / "openapi.json").read_bytes() == served.body, "write it again: make docs"


def found(planted: Planted, document: Document, name: str, mode: GenerationMode) -> Counter[int]:
    """The statuses that came back; a failure where one reply is not what the document says."""
    schema = loaded(document)
    every = [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]
    (operation,) = [one for one in every if one.definition.raw["operationId"] == name]
    key = {"Authorization": f"Bearer {planted.served.key}"} if NEEDS_KEY[name] else {}
    statuses = Counter[int]()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        reply = case.call(base_url=planted.served.origin, headers=key)
        statuses[reply.status_code] += 1
        case.validate_response(reply, excluded_checks=[positive_data_acceptance])

    ask()
    return statuses


@pytest.mark.parametrize("operation", DRAWN, ids=lambda one: one.name)
def test_what_the_document_allows_is_answered_as_it_says(operation: Operation, planted: Planted) -> None:
    statuses = found(planted, planted.document(), operation.name, POSITIVE)
    assert set(statuses) & set(operation.replies), statuses


@pytest.mark.parametrize("operation", REFUSING, ids=lambda one: one.name)
def test_what_the_document_does_not_allow_is_refused_as_it_says(
    operation: Operation, planted: Planted
) -> None:
    statuses = found(planted, planted.document(), operation.name, NEGATIVE)
    assert {status // 100 for status in statuses} == {4}, statuses


def drop_a_refusal(document: Document) -> None:
    del document["paths"]["/v1/studies/{study}/answers"]["post"]["responses"]["403"]


def promise_a_member(document: Document) -> None:
    document["components"]["schemas"]["Receipt"]["required"].append("time")


def say_another_type(document: Document) -> None:
    replies = document["paths"]["/v1/studies/{study}/answers"]["post"]["responses"]
    for status in ("200", "201"):
        replies[status]["content"] = {"text/plain": {}}


def name_another_problem(document: Document) -> None:
    problem = document["components"]["responses"]["ticket-invalid"]["content"]["application/problem+json"]
    problem["schema"]["allOf"][1]["properties"]["type"]["enum"] = ["urn:tacit:error:forbidden"]


@pytest.mark.parametrize("lie", [drop_a_refusal, promise_a_member, say_another_type, name_another_problem])
def test_a_lie_in_the_document_is_found(lie: Callable[[Document], None], planted: Planted) -> None:
    document = planted.document()
    lie(document)
    with pytest.raises(FailureGroup):
        found(planted, document, "answer", POSITIVE)
