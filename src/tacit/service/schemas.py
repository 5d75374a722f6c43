"""JSON Schemas of what travels, for the document that describes the routes; PROTOCOL.md is what they say."""

from __future__ import annotations

from typing import Any

from tacit.protocol.links import CODE_SYMBOLS, INVITATION_BYTES, SYMBOLS
from tacit.protocol.tickets import ANSWER_ID_BYTES, TICKET_BYTES
from tacit.study.collect import MODULUS_BYTES, MOST_KEYS

Schema = dict[str, Any]

ROLES = ("owner", "reader", "collector")
STATES = ("open", "closed")
COUNTED = ("invited", "started", "answered", "bulk", "withdrawn", "revoked", "revoked_after_use")
OUTCOMES = ("revoked", "revoked after use", "used", "unknown", "revoked before")

# The last sign of base64url carries 2 or 4 bits; in the one form of the same bytes the others are 0.
_LAST = {0: "", 1: "[A-Za-z0-9_-][AQgw]", 2: "[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]"}


def base64url(size: int) -> Schema:
    """So many bytes, without padding, in their one form."""
    return text(rf"[A-Za-z0-9_-]{{{size // 3 * 4}}}{_LAST[size % 3]}")


def text(pattern: str) -> Schema:
    """A text that is all of this pattern."""
    return {"type": "string", "pattern": f"^{pattern}$"}


def members(given: dict[str, Schema], *, optional: tuple[str, ...] = ()) -> Schema:
    """An object with exactly these members."""
    required = [name for name in given if name not in optional]
    return {"type": "object", "properties": given, "required": required, "additionalProperties": False}


def one_of_words(*words: str) -> Schema:
    """One of these."""
    return {"type": "string", "enum": list(words)}


def list_of(schema: Schema) -> Schema:
    """Any number of these."""
    return {"type": "array", "items": schema}


def ref(name: str) -> Schema:
    """One of SCHEMAS."""
    return {"$ref": f"#/components/schemas/{name}"}


HASH = base64url(32)
TIMES: Schema = {"type": "integer", "minimum": 0}
WORDS: Schema = {"type": "string"}
DAY = text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
ANY_OBJECT: Schema = {"type": "object"}
TICKET: Schema = {
    "anyOf": [{"title": kind} | base64url(size) for kind, size in TICKET_BYTES.items()],
    "description": "Of the length that the study's tickets have.",
}

SCHEMAS: dict[str, Schema] = {
    "Invitation": {
        "anyOf": [base64url(INVITATION_BYTES), text(f"[{SYMBOLS}]{{{CODE_SYMBOLS}}}")],
        "description": "16 random bytes, or the ten symbols of a printed code.",
    },
    "Ticket": TICKET,
    "TicketRequest": {
        "anyOf": [
            {"title": "blind"}
            | members(
                {
                    "blinded": base64url(MODULUS_BYTES),
                    "invitation": ref("Invitation"),
                    "key": {"type": "integer", "minimum": 0, "maximum": MOST_KEYS - 1},
                }
            ),
            {"title": "named"} | members({"invitation": ref("Invitation")}),
            {"title": "open"} | members({}),
        ],
        "description": "What is asked for depends on the study's tickets.",
    },
    "TicketReply": {"anyOf": [members({"signature": base64url(MODULUS_BYTES)}), members({"ticket": TICKET})]},
    "Answer": members({"column": text("[0-9]{6}"), "ticket": ref("Ticket")}),
    "Receipt": members({"answer": base64url(ANSWER_ID_BYTES)}),
    "Withdrawal": members({"ticket": ref("Ticket")}),
    "State": members(
        {"state": one_of_words(*STATES), "override": WORDS, "redirect": WORDS},
        optional=("override", "redirect"),
    ),
    "Days": list_of(members({"day": DAY, "what": WORDS, "count": TIMES})),
    "Status": members(
        {
            "study": HASH,
            "title": WORDS,
            "state": one_of_words(*STATES),
            "tickets": one_of_words(*TICKET_BYTES),
            "batch": TIMES,
            "not_after": DAY,
            "override": WORDS,
            **dict.fromkeys(COUNTED, TIMES),
            "days": ref("Days"),
        }
    ),
    "Tally": members(
        {
            "study": HASH,
            "answers": TIMES,
            "bulk": TIMES,
            "strata": list_of({"type": ["string", "null"]}),
            "counts": list_of(
                {
                    "type": "array",
                    "items": {"type": "integer"},
                    "minItems": 4,
                    "maxItems": 4,
                    "description": "query, column, signing key (-1: in bulk), answers",
                }
            ),
        }
    ),
    "Board": {
        "type": "object",
        "required": ["study", "title", "state", "days", "days_left", "role"],
        "properties": {"study": HASH, "days": ref("Days"), "days_left": TIMES, "role": one_of_words(*ROLES)},
    },
    "Estimate": {
        "type": "object",
        "required": ["study", "answers", "level", "groups"],
        "properties": {"study": HASH, "answers": TIMES, "groups": list_of(ANY_OBJECT)},
    },
    "Uploaded": members(
        {
            "accepted": TIMES,
            "repeated": TIMES,
            "refused": list_of(members({"index": TIMES, "type": WORDS})),
        }
    ),
    "Problem": members(
        {
            "type": WORDS,
            "title": WORDS,
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "What to do; never what came in."},
            "errors": list_of(members({"field": WORDS, "rule": WORDS})),
        },
        optional=("errors",),
    ),
}
