"""What travels, as laws: what is written is read back, whatever else comes is refused and not repeated."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from collected.sources import Given, Stream
from tacit.errors import Problem, Refused
from tacit.protocol import bodies
from tacit.protocol.encoding import from_base64url, id_bytes, to_base64url
from tacit.protocol.links import (
    CODE_SYMBOLS,
    SYMBOLS,
    Link,
    draw_code,
    link_text,
    parse_code,
    parse_link,
    parse_origin,
    with_check,
)
from tacit.protocol.problems import KINDS, action_of, problem_document, read_problem
from vectors.wire import READERS, REQUESTS

VECTORS = Path(__file__).parents[2] / "vectors" / "v1"

CODES = st.text(SYMBOLS, min_size=CODE_SYMBOLS, max_size=CODE_SYMBOLS).map(str.encode)
INVITATIONS = st.one_of(st.binary(min_size=16, max_size=16), CODES)
SERVERS = st.sampled_from(
    ["https://survey.example.org", "https://a.example:8443", "http://localhost:8000", "http://[::1]"]
)
LINKS = st.builds(
    Link,
    SERVERS,
    st.binary(min_size=32, max_size=32).map(to_base64url),
    st.one_of(st.none(), INVITATIONS),
    st.integers(0, 15),
)


@given(LINKS)
def test_a_link_that_is_written_is_read_back(link: Link) -> None:
    assert parse_link(link_text(link)) == link


@given(LINKS)
def test_what_is_secret_in_a_link_stands_behind_the_hash_sign(link: Link) -> None:
    place, _, fragment = link_text(link).partition("#")
    assert place == f"{link.server}/s/{link.study}"
    assert ("i=" in fragment or "c=" in fragment) == (link.invitation is not None)


@given(
    st.one_of(
        st.text(max_size=80), LINKS.map(link_text).flatmap(lambda text: st.permutations(text).map("".join))
    )
)
@example("https://survey.example.org/s/#i=")
def test_any_other_text_is_refused_and_not_repeated(text: str) -> None:
    try:
        link = parse_link(text)
    except Refused as error:
        said = str(error)
    else:
        text, said = "", ""
        assert parse_link(link_text(link)) == link
    assert len(text) < 12 or text not in said


def secrets_of(text: str) -> list[str]:
    """The parts of a link that nobody else may read."""
    return [
        part[2:] for part in text.partition("#")[2].split("&") if part[:2] in ("i=", "c=") and len(part) > 8
    ]


@pytest.mark.parametrize("case", json.loads((VECTORS / "links.json").read_text(encoding="utf-8"))["refused"])
def test_a_refused_link_does_not_show_its_secret(case: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        parse_link(case["text"])
    for secret in secrets_of(case["text"]):
        assert secret not in str(refused.value)


@given(CODES, st.integers(0, CODE_SYMBOLS), st.sampled_from(SYMBOLS + "*~$=U"))
def test_a_code_survives_typing_and_one_wrong_symbol_is_noticed(code: bytes, at: int, symbol: str) -> None:
    printed = with_check(code)
    assert parse_code(f"{printed[:4].lower()}-{printed[4:8]} {printed[8:]}") == code
    mistyped = printed[:at] + symbol + printed[at + 1 :]
    if mistyped != printed:
        with pytest.raises(Refused, match="is one of them mistyped"):
            parse_code(mistyped)


@given(CODES, st.integers(0, CODE_SYMBOLS - 2))
def test_two_neighbours_swapped_are_noticed(code: bytes, at: int) -> None:
    text = with_check(code)
    swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    if swapped != text:
        with pytest.raises(Refused):
            parse_code(swapped)


def test_what_is_easily_mistaken_is_understood() -> None:
    printed = with_check(b"0101010101")
    assert parse_code(f"oiolOLOIoi{printed[-1]}") == b"0101010101"


def test_a_code_has_five_random_bits_per_symbol() -> None:
    assert draw_code(Given(bytes(range(10)))) == b"0123456789"
    assert draw_code(Given(bytes([31, 32, 63, 64, 255, 10, 16, 17, 20, 26]))) == b"Z0Z0ZAGHMT"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://Survey.Example.org:443", "https://survey.example.org"),
        ("http://localhost:80", "http://localhost"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_an_origin_has_one_form(text: str, origin: str) -> None:
    assert parse_origin(text) == origin


JSON_TEXTS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["column", "ticket", "invitation", "blinded", "key", "answer"]), inner
        ),
    ),
).map(json.dumps)


@given(st.one_of(st.binary(max_size=200), JSON_TEXTS.map(str.encode)))
@example(b"[" * 4000)
@example(b'{"key":' + b"9" * 4000 + b"}")
@example(b'{"ticket":NaN}')
@example(b'{"ticket":"\\ud800"}')
def test_arbitrary_bodies_raise_only_our_refusal(body: bytes) -> None:
    for read in (*REQUESTS.values(), *READERS.values()):
        with suppress(Refused):
            read(body)


BAD_BODIES: list[tuple[str, Callable[[bytes], object], str]] = [
    (f"{kind} {at}", readers[case["kind"]], case["bytes"])
    for kind, readers in (("requests_bad", REQUESTS), ("replies_bad", READERS))
    for at, case in enumerate(json.loads((VECTORS / "bodies.json").read_text(encoding="utf-8"))[kind])
]


@pytest.mark.parametrize(
    ("read", "body"), [bad[1:] for bad in BAD_BODIES], ids=[bad[0] for bad in BAD_BODIES]
)
def test_a_refused_body_is_not_repeated(read: Callable[[bytes], object], body: str) -> None:
    with pytest.raises(Refused) as refused:
        read(body.encode())
    pieces = [body[at : at + 12] for at in range(0, max(len(body) - 12, 0), 6)]
    assert not [piece for piece in pieces if piece in str(refused.value)]


@given(st.integers(0, 999_999), st.binary(min_size=48, max_size=48))
def test_an_answer_is_read_back_and_all_have_one_length(column: int, ticket: bytes) -> None:
    body = bodies.answer_body(bodies.Sent(column, ticket))
    assert bodies.read_answer(body, "open") == (column, ticket)
    assert len(body) == len(bodies.answer_body(bodies.Sent(0, bytes(48))))


@given(st.binary(min_size=256, max_size=256), INVITATIONS, st.integers(0, 15))
def test_a_blind_request_is_read_back(blinded: bytes, invitation: bytes, key: int) -> None:
    asked = bodies.BlindRequest(blinded, invitation, key)
    assert bodies.read_blind_request(bodies.blind_request(asked)) == asked
    assert bodies.read_named_request(bodies.named_request(invitation)) == invitation


@given(st.binary(max_size=40))
def test_base64url_has_one_form(raw: bytes) -> None:
    text = to_base64url(raw)
    assert from_base64url("x", text, len(raw)) == raw
    others = [text + "=", text + "A", text[:-1], f" {text}", text.replace("_", "/").replace("-", "+")]
    for other in others:
        if other != text:
            with pytest.raises(Refused, match=f"x must be {len(raw)} bytes as base64url without padding"):
                from_base64url("x", other, len(raw))


def test_every_last_sign_with_bits_left_over_is_refused() -> None:
    """16 bytes are 128 bits in 22 signs of 6: the last sign has four bits that must be zero."""
    text = to_base64url(Stream("id")(16))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    taken = []
    for sign in alphabet:
        try:
            from_base64url("x", text[:-1] + sign, 16)
        except Refused:
            continue
        taken.append(sign)
    assert taken == ["A", "Q", "g", "w"]


def test_an_id_is_43_signs() -> None:
    assert id_bytes(to_base64url(bytes(range(32)))) == bytes(range(32))
    with pytest.raises(Refused, match="study must be 32 bytes"):
        id_bytes("short")


@pytest.mark.parametrize("name", KINDS)
def test_a_problem_document_has_exactly_four_members_and_is_read_back(name: str) -> None:
    body = problem_document(name, "Try again tomorrow.")
    members = json.loads(body)
    assert list(members) == ["detail", "status", "title", "type"]
    assert members["type"] == f"urn:tacit:error:{name}"
    assert read_problem(KINDS[name].status, body) == (name, KINDS[name].status, "Try again tomorrow.")


def test_a_list_of_fields_is_the_only_further_member() -> None:
    body = problem_document("malformed", "Correct these.", [Problem("title", "is missing")])
    assert json.loads(body)["errors"] == [{"field": "title", "rule": "is missing"}]


@given(st.integers(100, 599), st.one_of(st.binary(max_size=100), JSON_TEXTS.map(str.encode)))
@example(410, b"[" * 100_000)
def test_arbitrary_refusals_have_a_name_and_an_action(status: int, body: bytes) -> None:
    assert read_problem(status, body) == (f"http-{status}", status, "")
    assert action_of(status) in ("stop", "retry")


def test_a_detail_from_a_server_is_cut_short() -> None:
    assert len(read_problem(410, problem_document("study-closed", "x" * 10_000)).detail) == 500


@pytest.mark.parametrize(
    ("body", "override"),
    [
        (b'{"state":"open"}', ""),
        (b'{"state":"open","override":"A pilot.","redirect":"https://a.b"}', "A pilot."),
        (b'{"override":7}', ""),
        (b'{"override":"red \\u001b[31m"}', ""),
        (b'["override"]', ""),
    ],
)
def test_an_override_is_a_line_of_text_or_nothing(body: bytes, override: str) -> None:
    assert bodies.read_override(body) == override


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"<html>"])
def test_a_state_that_is_no_json_is_no_reply(body: bytes) -> None:
    with pytest.raises(Refused):
        bodies.read_override(body)
