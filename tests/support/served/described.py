"""The OpenAPI document with names of a running server in it, so that what is drawn meets something there."""

from __future__ import annotations

import json
from typing import Any

import schemathesis
from hypothesis import strategies as st
from schemathesis.schemas import BaseSchema

from served.people import Person, crowd, invite
from served.processes import Served, path_of
from tacit.protocol.encoding import to_base64url
from tacit.protocol.links import invitation_text
from tacit.protocol.tickets import TICKET_BYTES, invitation_hash
from tacit.service.bulk import MEDIA_TYPE, RECORD
from tacit.study.study import Study

Document = dict[str, Any]

SMALL = st.integers(0, 9)
RECORDS = st.lists(st.builds(RECORD.pack, st.binary(min_size=16, max_size=16), SMALL, SMALL))
schemathesis.openapi.media_type(MEDIA_TYPE, st.one_of(st.binary(), RECORDS.map(b"".join)))


@schemathesis.serializer(MEDIA_TYPE)
def _as_it_is(_context: object, value: bytes) -> bytes:
    return value


class Planted:
    """A server with studies of every kind, an open one that may be closed, and a closed one."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.open = served.open("open", title="Open to all")
        self.named = served.open("named", title="Named")
        self.blind = served.open("blind", title="By invitation")
        self.closed = served.open("open", title="Closed")
        self.ending = [served.open("open", title=f"Ending {number}") for number in range(3)]
        self.people: list[Person] = []
        for study in (self.named, self.blind):
            invited = crowd(study, 8)
            invite(served, invited)
            self.people += invited
        self.people += [Person(f"stranger {number}", self.open) for number in range(8)]
        for at, person in enumerate(self.people):
            if at % 4:  # the others have used nothing yet
                person.ask(served)
        for person in [Person(f"stranger {number}", self.closed) for number in range(4)]:
            person.answer(served)
            self.people.append(person)
        served.research("POST", path_of(self.closed, "/close"), {})

    def document(self) -> Document:
        """What the server says, with these names among the values of each kind."""
        document: Document = self.served.ask("GET", "/v1/openapi.json").json()
        schemas, parameters = document["components"]["schemas"], document["components"]["parameters"]
        parameters["study"]["schema"] = names_of(self.open, self.named, self.blind, self.closed)
        parameters["Origin"]["schema"] = {"enum": [self.served.origin, "https://elsewhere.example.org"]}
        for path, studies in {
            "/close": (*self.ending, self.closed),
            "/answers": (self.open, self.closed),
            "/withdrawals": (self.open, self.closed),
        }.items():
            operation = document["paths"][f"/v1/studies/{{study}}{path}"]["post"]
            operation["parameters"] = [dict(parameters["study"], schema=names_of(*studies))]
        open_to_all = [person for person in self.people if person.ticket and not person.invitation]
        invited = [person for person in self.people if person.invitation]
        hashes = {to_base64url(invitation_hash(person.invitation)) for person in invited}
        forged = [to_base64url(bytes(size)) for size in TICKET_BYTES.values()]
        tickets = [to_base64url(person.ticket) for person in open_to_all]
        schemas["Ticket"] = {"enum": [*tickets[::2], *forged]}
        schemas["Withdrawal"]["properties"]["ticket"] = {"enum": [*tickets[1::2], *forged]}
        known = {invitation_text(person.invitation) for person in invited}
        schemas["Invitation"] = {"enum": [*sorted(known), invitation_text(bytes(16)), "0123456789"]}
        schemas["Answer"]["properties"]["column"] = {"enum": ["000000", "000001", "999999"]}
        revoked = members_of(document, "/v1/studies/{study}/invitations/revoke")["hashes"]
        revoked["items"] = {"enum": [*sorted(hashes), to_base64url(bytes(32))]}
        members_of(document, "/v1/session")["key"] = {"enum": [self.served.key, "tacit_" + "A" * 43, ""]}
        for operations in document["paths"].values():  # who may do what is for the tests of roles
            for operation in operations.values():
                operation.pop("security", None)
        return document


def names_of(*studies: Study) -> Document:
    return {"enum": [study.id for study in studies]}


def members_of(document: Document, path: str) -> Document:
    """The members of the body that is posted there."""
    content = document["paths"][path]["post"]["requestBody"]["content"]
    members: Document = content["application/json"]["schema"]["properties"]
    return members


def loaded(document: Document) -> BaseSchema:
    """As schemathesis reads it."""
    return schemathesis.openapi.from_dict(json.loads(json.dumps(document)))
