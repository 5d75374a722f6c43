"""ids.json: canonical JSON of small values, and its hash."""

from __future__ import annotations

from tacit.study import canonical
from vectors.writing import File, agreed

VALUES: list[tuple[object, str]] = [
    (None, "null"),
    (True, "true"),
    (0, "0"),
    (-1, "-1"),
    ((1 << 53) - 1, "9007199254740991"),
    (1 - (1 << 53), "-9007199254740991"),
    ("", '""'),
    ([], "[]"),
    ({}, "{}"),
    ({"b": 1, "a": 2, "B": 3, "_": 4, "a0": 5}, '{"B":3,"_":4,"a":2,"a0":5,"b":1}'),
    ('"\\/', '"\\"\\\\/"'),
    ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"'),
    ("\x00\x1f\x7f", '"\\u0000\\u001f\x7f"'),
    ("é\u2028\u20ac\U0001f600", '"é\u2028€\U0001f600"'),
    ([[1, {"x": []}], "y"], '[[1,{"x":[]}],"y"]'),
]


def ids_file() -> File:
    """What a device hashes: the id of a manifest, the topic of a study."""
    return {
        "about": "RFC 8785 with integers below 2^53 only. id: base64url of SHA-256 of the UTF-8 bytes.",
        "canonical": [
            {
                "text": agreed("canonical", text, canonical.encode(value).decode()),
                "id": canonical.digest(text.encode()),
            }
            for value, text in VALUES
        ],
    }
