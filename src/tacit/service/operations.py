"""The routes of the API, one by one: what each is asked, what it says, and how it may refuse.

A test holds this table to the routes that the service has, and another one sends what it allows, and what it
does not, to a running server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tacit.service.bulk import MEDIA_TYPE as RECORDS
from tacit.service.schemas import (
    ANY_OBJECT,
    HASH,
    OUTCOMES,
    ROLES,
    STATES,
    TIMES,
    WORDS,
    Schema,
    base64url,
    list_of,
    members,
    one_of_words,
    ref,
    text,
)
from tacit.service.wire import JSON
from tacit.study.collect import MOST_KEYS

CSV = "text/csv; charset=utf-8"
KEY = text("tacit_[A-Za-z0-9_-]{43}")
STUDY = "/v1/studies/{study}"
SAME = "The same was there already; nothing changed."

WITH_KEY = ("unauthorised", "forbidden")
WITH_BODY = ("malformed", "request-timeout", "content-too-large", "unsupported-media-type")


class Body(NamedTuple):
    """What is sent, or said; without a schema nothing is."""

    schema: Schema | None
    media_type: str = JSON
    says: str = "Done."


class Operation(NamedTuple):
    """One method of one address."""

    method: str
    path: str
    name: str
    says: str
    replies: Mapping[int, Body]
    refusals: Sequence[str] = ()
    body: Body | None = None
    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()

    @property
    def needs_key(self) -> bool:
        """Whether a researcher's key or session is asked for."""
        return "forbidden" in self.refusals and self.name != "log_in"

    @property
    def all_refusals(self) -> list[str]:
        """The names of every problem that can come instead."""
        unknown = ["study-unknown"] if "{study}" in self.path else []
        return [*self.refusals, *(WITH_BODY if self.body else ()), *unknown, "not-stored"]


def done(schema: Schema, status: int = 200, says: str = "Done.") -> dict[int, Body]:
    """The one reply in JSON."""
    return {status: Body(schema, says=says)}


def twice(schema: Schema, says: str) -> dict[int, Body]:
    """One reply for the first time, and one for each repetition."""
    return {201: Body(schema, says=says), 200: Body(schema, says=SAME)}


OPERATIONS = (
    Operation("get", "/healthz", "health", "Whether the server and its database answer.",
              done(members({"ok": {"const": True}}))),
    Operation("get", "/v1", "versions", "Which versions of the protocol are spoken here.",
              done(members({"tacit": list_of({"type": "integer"})}))),
    Operation("get", "/v1/openapi.json", "openapi", "This document.", done(ANY_OBJECT)),
    # What people's devices ask for.
    Operation("get", STUDY, "manifest", "The manifest: the very bytes that the study's id is the hash of.",
              done(ANY_OBJECT)),
    Operation("get", f"{STUDY}/state", "state", "Whether the study takes answers.", done(ref("State"))),
    Operation("post", f"{STUDY}/tickets", "ticket", "A ticket for an invitation, or for anyone.",
              done(ref("TicketReply")),
              ("ticket-invalid", "invitation-unknown", "invitation-used", "study-closed",
               "invitation-revoked", "too-many"),
              Body(ref("TicketRequest"))),
    Operation("post", f"{STUDY}/answers", "answer", "Store an answer; the reply waits for the disk.",
              twice(ref("Receipt"), "The answer is stored."),
              ("column-out-of-range", "ticket-invalid", "answer-differs", "study-closed",
               "invitation-revoked", "withdrawn"),
              Body(ref("Answer"))),
    Operation("post", f"{STUDY}/withdrawals", "withdraw", "Take an answer out of every later result.",
              done(members({})), ("ticket-invalid", "study-closed"), Body(ref("Withdrawal"))),
    # Logging in, for pages of this server.
    Operation("post", "/v1/session", "log_in", "Change a key for a cookie; Origin must be this server's.",
              done(members({}), 201), WITH_KEY, Body(members({"key": WORDS})), headers=("Origin",)),
    Operation("get", "/v1/session", "look", "Which role the reader has, and in which studies.",
              done(members({"role": one_of_words(*ROLES), "studies": list_of(
                  members({"study": HASH, "title": WORDS, "state": one_of_words(*STATES)}))})), WITH_KEY),
    Operation("delete", "/v1/session", "log_out", "Forget the session; Origin must be this server's.",
              done(members({})), ("forbidden",), headers=("Origin",)),
    Operation("post", "/v1/session/codes", "make_code", "A code that logs a browser in once.",
              done(members({"code": text("once_[A-Za-z0-9_-]{22}")}), 201), WITH_KEY, Body(members({}))),
    # What researchers ask for.
    Operation("post", "/v1/keys", "make_keys", "Signing keys, for the manifest of a study to be opened.",
              done(members({"keys": list_of(base64url(256))}), 201), WITH_KEY,
              Body(members({"count": {"type": "integer", "minimum": 1, "maximum": MOST_KEYS}}))),
    Operation("post", "/v1/studies", "open", "Open a study: the body is its manifest, in canonical form.",
              twice(members({"study": HASH}), "The study is open."), (*WITH_KEY, "study-frozen"),
              Body(ANY_OBJECT), query=("override", "redirect")),
    Operation("post", f"{STUDY}/access", "give_access", "A new key for this study; it is told once.",
              done(members({"key": KEY}), 201), WITH_KEY, Body(members({"role": one_of_words(*ROLES)}))),
    Operation("post", f"{STUDY}/invitations", "invite", "Let these take part: hashes of invitations.",
              done(members({"added": TIMES})), (*WITH_KEY, "study-closed"),
              Body(members({"invitations": list_of(members({
                  "hash": HASH,
                  "key": {"type": "integer", "minimum": 0, "maximum": MOST_KEYS - 1}}))}))),
    Operation("get", f"{STUDY}/invitations", "unused", "The hashes that nobody had used at the last mix.",
              done(members({"unused": list_of(HASH)})), WITH_KEY),
    Operation("post", f"{STUDY}/invitations/revoke", "revoke", "Take invitations back; used ones by force.",
              done(members({"outcomes": list_of(one_of_words(*OUTCOMES))})), WITH_KEY,
              Body(members({"hashes": list_of(HASH), "force": {"type": "boolean"}}))),
    Operation("post", f"{STUDY}/close", "close", "No more answers; all is released, and keys are erased.",
              done(members({"state": {"const": "closed"}})), WITH_KEY),
    Operation("get", f"{STUDY}/status", "status", "How far the study has come.",
              done(ref("Status")), WITH_KEY),
    Operation("get", f"{STUDY}/audit", "audit", "What happened, by day.",
              done(members({"study": HASH, "days": ref("Days")})), WITH_KEY),
    Operation("get", f"{STUDY}/tally", "tally", "How many released answers each (query, column) has.",
              done(ref("Tally")), WITH_KEY),
    Operation("get", f"{STUDY}/estimate", "estimate", "Every group's figures, from released answers.",
              done(ref("Estimate")), (*WITH_KEY, "malformed")),
    Operation("get", f"{STUDY}/answers", "answers", "Released answers as CSV, in the order of their names.",
              {200: Body(WORDS, CSV, "In named studies beside their records.")}, WITH_KEY),
    Operation("get", f"{STUDY}/board", "board", "All that a board shows, from what was released.",
              {200: Body(ref("Board")), 304: Body(None, says="If-None-Match names what is there still.")},
              WITH_KEY, headers=("If-None-Match",)),
    Operation("put", f"{STUDY}/batches/{{upload}}", "put", "Store answers in bulk: records of 28 bytes.",
              twice(ref("Uploaded"), "Each record is stored, or said why not."),
              (*WITH_KEY, "answer-differs", "study-closed"),
              Body({"type": "string", "format": "binary"}, RECORDS)),
)  # fmt: skip
