"""Python and JavaScript agree, byte for byte, on random studies and on random wrong ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collected.javascript import Speaker, speaking
from collected.keys import OTHER_KEY, SIGNING_KEY
from collected.random_studies import Answering, answerings
from collected.server import ORIGIN
from collected.sources import Given, Stream
from tacit.answering.answer import answer
from tacit.answering.card import DECLINE
from tacit.client.admission import admit, epsilon_of, topic_of
from tacit.client.asking import prepare
from tacit.client.notes import note_key
from tacit.errors import StudyInvalid
from tacit.protocol import bodies
from tacit.protocol.encoding import id_bytes, to_base64url
from tacit.protocol.links import Link, link_text
from tacit.protocol.queries import query_of
from tacit.protocol.signing import blind_sign
from tacit.protocol.tickets import answer_id, finish_blind
from tacit.study import canonical
from tacit.study.spelling import plain

DRAWS = 4000


@pytest.fixture(scope="module")
def javascript() -> Iterator[Speaker]:
    with speaking() as speaker:
        yield speaker


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(answering=answerings(), seed=st.integers(0, 2**32), invitation=st.binary(min_size=16, max_size=16))
def test_both_clients_send_the_same_bytes(
    javascript: Speaker, answering: Answering, seed: int, invitation: bytes
) -> None:
    study, stream = answering.study, Stream(str(seed))
    kind = study.collect.tickets
    link = Link(ORIGIN, study.id, None if kind == "open" else invitation, answering.key)
    text = link_text(link)
    given_facts = {"manifest": study.manifest.decode(), "id": study.id, "link": text}
    admitted = javascript.ask("admit", manifest=study.manifest.decode(), id=study.id)
    assert admitted == {"epsilon": plain(epsilon_of(study)), "topic": topic_of(study)}

    read = stream(32 + 48 + 64 * 256)
    asking = prepare(study, link, source := Given(read))
    used = read[: len(read) - len(source.left)]
    said = javascript.ask("prepare", **given_facts, read=used.hex())
    assert said == {"link": text, "note": note_key(link), "request": asking.request.decode()}

    reply = ticket = stream({"open": 48, "named": 32, "blind": 256}[kind])
    if asking.secrets:
        key = (SIGNING_KEY, OTHER_KEY)[answering.key]
        reply = blind_sign(key, bodies.read_blind_request(asking.request).blinded, stream)
        ticket = finish_blind(key.n, id_bytes(study.id), answering.key, asking.secrets, reply)
    query = query_of(study.scheme, id_bytes(study.id), ticket)
    who = DECLINE if answering.group is None else answering.group
    draws = stream(DRAWS)
    drawn = answer(study, query, group=who, value=answering.value, read=(source := Given(draws)))
    said = javascript.ask(
        "answer",
        **given_facts,
        read=used.hex(),
        reply=reply.hex(),
        group=answering.group,
        value=answering.value,
        draws=draws.hex(),
    )
    assert said == {
        "query": query,
        "column": drawn.column,
        "left": len(source.left),
        "body": bodies.answer_body(bodies.Sent(drawn.column, ticket)).decode(),
        "answer": to_base64url(answer_id(ticket)),
    }


ODD_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(
        [0, 1, 2, 3, -1, 5, 7, 53, 20, 21, 1000, 1001, 999_999, 10**6, 2**24, 2**24 + 1, 2**53 - 1]
    ),
    st.sampled_from(
        ["", "0", "1", "0.5", "1.0", "01", "-0", "1e0", " 1", "20", "20.01", "0.0001", "x", "é", "e\u0301"]
    ),
    st.sampled_from(
        ["direct", "dealt", "hashed", "group", "group and value", "blind", "open", "named", "mean"]
    ),
    st.sampled_from(
        ["range", "scale", "choice", "none", "all", "answered", "die", "a\u200b", "a\u202eb", "2027-02-30"]
    ),
    st.sampled_from([[], {}, [1, 3], [0, 1], [2, 6], ["a", "b"], ["a", "A"], ["a"], [None], {"n": 1}]).map(
        deepcopy
    ),
)


@st.composite
def changed(draw: st.DrawFn) -> tuple[bytes, str]:
    """A manifest with one or two members changed, taken away or added, and what was done."""
    members = json.loads(draw(answerings()).study.manifest)
    done = []
    for _ in range(draw(st.integers(1, 2))):
        place: Any = members
        path = []
        while True:
            name = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            path.append(str(name))
            inner = place[name]
            if not (isinstance(inner, dict | list) and inner and draw(st.integers(0, 3))):
                break
            place = inner
        what = draw(st.sampled_from(["change", "change", "change", "remove", "add"]))
        if what == "remove":
            del place[name]
        elif what == "add" and isinstance(place, dict):
            place[
                draw(st.sampled_from(["note", "low", "high", "options", "shares", "rows", "columns", "n"]))
            ] = draw(ODD_VALUES)
        else:
            place[name] = draw(ODD_VALUES)
        done.append(f"{what} {'.'.join(path)}")
        if not members:
            break
    return canonical.encode(members), "; ".join(done)


@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow])
@given(changed())
def test_both_clients_refuse_the_same_manifests(javascript: Speaker, case: tuple[bytes, str]) -> None:
    raw, done = case
    said = javascript.ask("admit", manifest=raw.decode(), id=canonical.digest(raw))
    try:
        study = admit(raw, canonical.digest(raw))
    except StudyInvalid as invalid:
        fields = [problem.field for problem in invalid.problems]
        assert "refused" in said, f"{done}: Python refuses {fields}"
    else:
        assert said == {"epsilon": plain(epsilon_of(study)), "topic": topic_of(study)}, done
