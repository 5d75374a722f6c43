"""Operations against a running server, one by one, each compared with the model.

["fault", HOW, WHERE, operation]: the next transaction that the operation begins fails (HOW is "raise": as a
full disk would) or takes the process with it ("die") at WHERE: "begun" and "done" are before the commit.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from http.client import HTTPException
from pathlib import Path
from typing import Any

from served.model import BATCH, KIND_OF, OUTSIDE, Model, Name, Operation, Outcome, problem
from served.people import Person, crowd
from served.processes import Reply, Served, frozen, path_of
from served.worker import FAULT
from tacit.protocol import bodies
from tacit.protocol.encoding import id_bytes, to_base64url
from tacit.protocol.problems import PREFIX
from tacit.protocol.queries import query_of
from tacit.protocol.tickets import TICKET_BYTES, invitation_hash
from tacit.study.study import Study

COUNTED = ("invited", "started", "answered", "withdrawn", "revoked", "revoked_after_use")
MALFORMED = b'{"column":1}'


class Play:
    """A server with nothing on it yet, and the people of all operations."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.model = Model()
        key = served.known_key()
        self.studies: dict[int, Study] = {
            number: frozen(kind, batch=BATCH, keys=(key,) if kind == "blind" else ())
            for number, kind in KIND_OF.items()
        }
        self.people: dict[tuple[int, int, int], Person] = {}
        self.queries: dict[tuple[int, Name], int] = {}

    @property
    def fault(self) -> Path:
        """The file that the server looks for at every point."""
        return self.served.folder / FAULT

    def play(self, operations: list[Operation]) -> None:
        """All of them; then close everything, and look once more."""
        for operation in operations:
            self.step(operation)
        for number in sorted(self.model.studies):
            self.step(["close", number])
            self.look(number)

    def step(self, operation: Operation) -> None:
        """One operation; the server says and shows what the model does."""
        match operation:
            case ["restart"]:
                self.served.stop()
                self.served.start("faults")
            case ["fault", how, where, faulted]:
                self.fail(how, where, faulted)
            case ["look", number]:
                self.look(number)
            case _:
                assert self.perform(operation) == self.model.perform(operation), operation
                self.note(operation)

    def fail(self, how: str, where: str, operation: Operation) -> None:
        """It is done or not, by where it failed; in both cases nothing was acknowledged."""
        written = self.fault.with_suffix(".new")  # the server may look at any moment, and must see all of it
        written.write_text(f"{how} {where}")
        written.rename(self.fault)
        after = copy.deepcopy(self.model)
        wanted = after.perform(operation)
        try:
            found: Outcome | None = self.perform(operation)
        except (OSError, HTTPException):
            found = None
            assert how == "die"
            assert self.served.wait_until_dead() == -9
            self.served.start("faults")
        if self.fault.exists():  # the operation was refused before any transaction
            self.fault.unlink()
            assert found == wanted, operation
            self.model = after
        else:
            assert found == (None if how == "die" else problem("not-stored")), operation
            if where == "committed":
                for number, kept in self.model.studies.items():  # no device got a ticket
                    after.studies[number].held = kept.held
                self.model = after

    def perform(self, operation: Operation) -> Outcome:
        """Send it."""
        word, number, *given = operation
        study = self.studies[number]
        match [word, *given]:
            case ["ticket", invited, device]:
                return outcome_of(self.person(number, invited, device).ask(self.served))
            case ["answer", invited, device, column]:
                sent = self.ticket_of(number, invited, device)
                digits = "999999" if column == OUTSIDE else f"{column:06d}"
                body = json.dumps({"column": digits, "ticket": to_base64url(sent)}).encode()
                return outcome_of(self.served.ask("POST", path_of(study, "/answers"), body))
            case ["withdraw", invited, device]:
                body = bodies.withdrawal_body(self.ticket_of(number, invited, device))
                return outcome_of(self.served.ask("POST", path_of(study, "/withdrawals"), body))
            case ["malformed"]:
                return outcome_of(self.served.ask("POST", path_of(study, "/answers"), MALFORMED))
            case ["open"]:
                return self.research("/v1/studies", study.manifest)
            case ["change"] if number not in self.model.studies:
                return outcome_of(self.served.ask("GET", path_of(study, "/state")))
            case ["change"]:
                return self.research(
                    "/v1/studies?redirect=https%3A%2F%2Felsewhere.example%2F", study.manifest
                )
            case ["invite", numbers]:
                rows = [{"hash": text, "key": 0} for text in self.hashes(number, numbers)]
                return self.research(path_of(study, "/invitations"), {"invitations": rows})
            case ["revoke", numbers, even_used]:
                members = {"hashes": self.hashes(number, numbers), "force": even_used}
                return self.research(path_of(study, "/invitations/revoke"), members)
            case ["close"]:
                return self.research(path_of(study, "/close"), {})
        raise AssertionError(operation)

    def look(self, number: int) -> None:
        """All that a researcher can see, and all that anybody can."""
        study, kept = self.studies[number], self.model.studies.get(number)
        state = self.served.ask("GET", path_of(study, "/state"))
        if kept is None:
            assert outcome_of(state) == problem("study-unknown")
            return
        assert state.json() == {"state": "open" if kept.is_open else "closed"}
        status = self.served.research("GET", path_of(study, "/status"))
        assert {name: status[name] for name in COUNTED} == {name: kept.shown[name] for name in COUNTED}
        tally = self.served.research("GET", path_of(study, "/tally"))["counts"]
        cells = Counter((self.queries[number, name], column) for name, column in kept.released.items())
        assert {(query, column): count for query, column, _, count in tally} == cells
        unused = self.served.research("GET", path_of(study, "/invitations"))["unused"]
        assert set(unused) == set(self.hashes(number, sorted(kept.unused)))

    def note(self, operation: Operation) -> None:
        """Which query the ticket has that a device got."""
        if operation[0] == "ticket" and operation[1] in self.model.studies:
            _, number, invited, device = operation
            name = self.model.studies[number].held.get((invited, device))
            study, person = self.studies[number], self.person(number, invited, device)
            if name is not None:
                self.queries[number, name] = query_of(study.scheme, id_bytes(study.id), person.ticket)

    def person(self, number: int, invited: int, device: int) -> Person:
        """Somebody with this invitation, on one of their devices."""
        if (number, invited, device) not in self.people:
            (person,) = crowd(self.studies[number], 1, start=invited)
            person.name = f"{person.name} on {device}"
            if KIND_OF[number] == "open":
                person.invitation = b""
            self.people[number, invited, device] = person
        return self.people[number, invited, device]

    def ticket_of(self, number: int, invited: int, device: int) -> bytes:
        """What the device has; if nothing, what it makes up."""
        made_up = bytes([invited]) * TICKET_BYTES[KIND_OF[number]]
        return self.person(number, invited, device).ticket or made_up

    def hashes(self, number: int, invited: list[int]) -> list[str]:
        people = [crowd(self.studies[number], 1, start=one)[0] for one in invited]
        return [to_base64url(invitation_hash(person.invitation)) for person in people]

    def research(self, path: str, members: object) -> Outcome:
        body = members if isinstance(members, bytes) else json.dumps(members).encode()
        return outcome_of(self.served.ask("POST", path, body, key=self.served.key))


def outcome_of(reply: Reply) -> Outcome:
    """The status, and the name of the problem."""
    document: Any = reply.json()
    return reply.status, str(document.get("type", "")).removeprefix(PREFIX)
