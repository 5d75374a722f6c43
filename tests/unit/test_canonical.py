"""Canonical JSON: one form per value, held against bytes written by hand from RFC 8785."""

from __future__ import annotations

import base64
import hashlib
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import StudyInvalid
from tacit.study.canonical import DEEPEST, INTEGER_LIMIT, decode, digest, encode, is_base64url

# Values and their one form. Escaped is only what JSON demands: the short way, else in lower-case hex.
WRITTEN: list[tuple[object, bytes]] = [
    (None, b"null"),
    (True, b"true"),
    (False, b"false"),
    (0, b"0"),
    (-1, b"-1"),
    (INTEGER_LIMIT - 1, b"9007199254740991"),
    (1 - INTEGER_LIMIT, b"-9007199254740991"),
    ("", b'""'),
    ("a/b", b'"a/b"'),
    ('"\\', b'"\\"\\\\"'),
    ("\b\t\n\f\r", b'"\\b\\t\\n\\f\\r"'),
    ("\x00\x0b\x1f\x7f", b'"\\u0000\\u000b\\u001f\x7f"'),
    ("é反\U0001f489\u2028", '"é反\U0001f489\u2028"'.encode()),
    ([], b"[]"),
    ([1, [2, []], "3"], b'[1,[2,[]],"3"]'),
    ({}, b"{}"),
    ({"b": 1, "a": 2, "B": 3, "aa": 4, "": 5}, b'{"":5,"B":3,"a":2,"aa":4,"b":1}'),
    ({"a": {"z": [], "y": None}, "0": "0.5"}, b'{"0":"0.5","a":{"y":null,"z":[]}}'),
    # The order of RFC 8785's own example, as far as its names are ASCII.
    ({"\r": 1, "1": 2, "</script>": 3, "{": 4}, b'{"\\r":1,"1":2,"</script>":3,"{":4}'),
]


@pytest.mark.parametrize(("value", "written"), WRITTEN, ids=[repr(written) for _, written in WRITTEN])
def test_a_value_has_these_bytes_and_no_others(value: object, written: bytes) -> None:
    assert encode(value) == written
    assert decode(written) == value
    assert type(decode(written)) is type(value)


NOT_CANONICAL = [
    b" 1",
    b"1\n",
    b"-0",
    b"[1, 2]",
    b'{"b":1,"a":2}',
    b'{"a" :1}',
    b'"\\u0041"',
    b'"\\/"',
    b'"\\u00E9"',
    b'"\\u000A"',
    b'"\\u001F"',
    b'"\\u007f"',
    b'"\\u2028"',
]


@pytest.mark.parametrize("received", NOT_CANONICAL, ids=repr)
def test_another_spelling_of_the_same_value_is_refused(received: bytes) -> None:
    with pytest.raises(StudyInvalid, match="is not canonical: its bytes differ from RFC 8785's form"):
        decode(received)


REFUSED = [
    (b"", "is not JSON: expecting value, character 0"),
    (b"{", "is not JSON: expecting property name enclosed in double quotes, character 1"),
    (b"[1,]", "is not JSON"),
    (b"{}{}", "is not JSON: extra data, character 2"),
    (b"\xef\xbb\xbf{}", "is not JSON: unexpected UTF-8 BOM"),
    (b'"\xff"', "is not UTF-8: byte 1 cannot be read"),
    (b'"\xed\xa0\x80"', "is not UTF-8: byte 1 cannot be read"),
    (b"1.5", "holds a number that is not whole; every other number must be a decimal text"),
    (b"1.0", "holds a number that is not whole; every other number must be a decimal text"),
    (b"1e2", "holds a number that is not whole; every other number must be a decimal text"),
    (b"NaN", "holds a number that is not whole; every other number must be a decimal text"),
    (b"-Infinity", "holds a number that is not whole; every other number must be a decimal text"),
    (b"9007199254740992", "holds an integer of 2^53 or more in size"),
    (b"-9007199254740992", "holds an integer of 2^53 or more in size"),
    (b"1" * 5000, "is not JSON of this form: it nests too deeply or holds a huge number"),
    (b"[" * 10**5, "is not JSON of this form: it nests too deeply or holds a huge number"),
    (b"[" * (DEEPEST + 2) + b"]" * (DEEPEST + 2), "nests deeper than 32 levels"),
    (b'{"a":1,"a":1}', "gives the member 'a' twice"),
    (b'{"' + b"a" * 99 + b'":1,"' + b"a" * 99 + b'":2}', f"gives the member '{'a' * 40}' twice"),
    ('{"é":1}'.encode(), "has a member name that is not ASCII"),
    (b'"\\ud800"', "holds half a surrogate pair, which is not text"),
]


@pytest.mark.parametrize(("received", "rule"), REFUSED, ids=[repr(received[:40]) for received, _ in REFUSED])
def test_what_the_restricted_form_cannot_say_is_refused(received: bytes, rule: str) -> None:
    with pytest.raises(StudyInvalid) as refusal:
        decode(received)
    (problem,) = refusal.value.problems
    assert problem.field == "manifest"
    assert problem.rule.startswith(rule)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"é": 1}, "a member name that is not ASCII"),
        ({1: 1}, "a member name that is not ASCII"),
        (INTEGER_LIMIT, "2\\^53 or more"),
        ("\udfff", "half a surrogate pair"),
    ],
)
def test_what_cannot_be_said_is_not_written_either(value: object, message: str) -> None:
    with pytest.raises(StudyInvalid, match=message):
        encode(value)


@pytest.mark.parametrize("value", [0.5, Fraction(1, 2), b"", (1, 2), {1, 2}, object()])
def test_other_types_are_a_mistake_of_ours(value: object) -> None:
    with pytest.raises(TypeError, match="canonical JSON cannot hold"):
        encode([value])


names = st.text(st.characters(max_codepoint=127), max_size=5)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(1 - INTEGER_LIMIT, INTEGER_LIMIT - 1),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4)
)


@given(values)
def test_decoding_undoes_encoding_and_other_parsers_agree(value: object) -> None:
    written = encode(value)
    assert decode(written) == value
    assert json.loads(written) == value
    assert encode(decode(written)) == written


@given(st.dictionaries(names, st.integers(0, 9), max_size=6), st.data())
def test_the_order_in_which_members_were_made_is_no_matter(
    members: dict[str, int], drawn: st.DataObject
) -> None:
    reordered = dict(drawn.draw(st.permutations(list(members.items()))))
    assert encode(reordered) == encode(members)


def is_refused_or_the_one_form(received: bytes) -> bool:
    """Whether nothing can be made of the bytes but what has these very bytes."""
    try:
        return encode(decode(received)) == received
    except StudyInvalid:
        return True


@given(values, st.integers(0, 200), st.binary(max_size=2))
def test_canonical_bytes_with_something_else_in_them_are_other_canonical_bytes_or_none(
    value: object, at: int, other: bytes
) -> None:
    written = encode(value)
    at %= len(written)
    assert is_refused_or_the_one_form(written[:at] + other + written[at + 1 :])


@given(st.binary(max_size=40))
def test_any_bytes_are_canonical_or_refused(received: bytes) -> None:
    assert is_refused_or_the_one_form(received)


def test_the_digest_is_sha_256_in_43_characters() -> None:
    """The hash of nothing is known by heart."""
    assert digest(b"") == "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    expected = base64.urlsafe_b64encode(hashlib.sha256(b"tacit").digest()).decode().rstrip("=")
    assert digest(b"tacit") == expected
    assert len(expected) == 43


@pytest.mark.parametrize(
    ("text", "size", "is_right"),
    [
        ("", 0, True),
        ("AA", 1, True),
        ("AB", 1, False),  # its last four bits are not 0: another form of the same byte
        ("AAA", 2, True),
        ("AAE", 2, True),
        ("AAF", 2, False),
        ("AAAA", 3, True),
        ("AAAA", 2, False),
        ("AA==", 1, False),
        ("A", 0, False),
        ("A+", 1, False),
        ("-_", 1, False),
        ("-_8", 2, True),
        ("+/8", 2, False),
        ("A A", 2, False),
        ("AAé", 2, False),
        ("AA\n", 1, False),
    ],
)
def test_base64url_has_one_form_for_each_byte_string(text: str, size: int, is_right: bool) -> None:
    assert is_base64url(text, size) is is_right


@given(st.binary(max_size=48))
def test_every_byte_string_has_its_base64url(raw: bytes) -> None:
    text = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    assert is_base64url(text, len(raw))
    assert not is_base64url(text, len(raw) + 1)
