"""The manifest: the bytes that a study has for ever, and every other byte refused (PROTOCOL.md P1)."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import BOUND, CHOICE, CROSS, NONE, THREE, TWO, starts, study, tables
from tacit.errors import StudyInvalid
from tacit.scheme.odds import UNIT
from tacit.study import canonical
from tacit.study.collect import Key
from tacit.study.file import parse_toml
from tacit.study.manifest import parse_manifest, study_id
from tacit.study.study import Study
from tacit.study.tables import study_from
from tacit.study.template import TEMPLATES, template

# By hand: every member in its place, decimals as text, the integers of SCHEME.md A and B for 3 items.
BY_HAND = (
    '{"batch":20,"embed":[],"groups":{"decline":true,"labels":["a","b"],"text":"Which describes you?"},'
    '"keys":[],"not_after":"2030-01-31","owner":"trial@clinic.org","people":50,'
    '"privacy":{"epsilon":"1","promise":"group and value"},"publish_answers":false,'
    '"question":{"high":"10","kind":"range","low":"-0.5","text":"How strong?"},'
    '"scheme":{"columns":3,"count_share":[1,9],"items":3,"keep":45605201,"levels":2,'
    '"opposite":16777216,"other":16777216,"pool":12,"rows":"dealt"},'
    '"tacit":1,"tickets":"blind","title":"Réactions","wishes":{"ask":"mean"}}'
).encode()

KEY = base64.urlsafe_b64encode(b"\xc0" + bytes(254) + b"\x01").decode().rstrip("=")
OTHER_KEY = base64.urlsafe_b64encode(b"\xc1" + bytes(254) + b"\x01").decode().rstrip("=")


def refusals(members: object) -> list[str]:
    """What is said about a manifest with these members."""
    with pytest.raises(StudyInvalid) as refused:
        parse_manifest(canonical.encode(members))
    return [str(problem) for problem in refused.value.problems]


def members(changes: dict[str, Any]) -> dict[str, Any]:
    """A manifest's members."""
    found: dict[str, Any] = json.loads(study(changes).manifest)
    return found


def changed(path: str, value: object) -> dict[str, Any]:
    """The members of the manifest by hand with one of them changed."""
    found: dict[str, Any] = json.loads(BY_HAND)
    *tables, name = path.split(".")
    inner = found
    for table in tables:
        inner = inner[table]
    inner[name] = value
    return found


def test_a_study_has_the_bytes_that_were_written_by_hand() -> None:
    made = study({"title": "Réactions", "question.low": "-0.5", "groups.decline": True, "collect.people": 50})
    assert made.manifest == BY_HAND


def test_the_id_is_the_hash_of_the_bytes() -> None:
    made = parse_manifest(BY_HAND)
    expected = base64.urlsafe_b64encode(hashlib.sha256(BY_HAND).digest()).decode().rstrip("=")
    assert made.id == study_id(BY_HAND) == expected
    assert len(expected) == 43


def test_a_manifest_gives_back_the_study_and_its_integers() -> None:
    made = parse_manifest(BY_HAND)
    assert (made.title, made.owner, made.not_after) == ("Réactions", "trial@clinic.org", date(2030, 1, 31))
    assert (made.question.low, made.question.high) == (Decimal("-0.5"), Decimal(10))
    assert (made.groups.labels, made.groups.decline) == (("a", "b"), True)
    assert made.frozen is made.scheme
    assert (made.scheme.odds.keep, made.scheme.odds.other) == (45605201, UNIT)
    assert made.manifest == BY_HAND


ROUND_TRIPS: dict[str, dict[str, Any]] = {
    "range": {},
    "scale with levels": {"question.kind": "scale", "scheme.levels": 3},
    "two options": {**TWO, "groups.decline": True},
    "three options": THREE,
    "only the group": {**NONE, "question.text": ""},
    "crossed, shares": {**CROSS, "groups.shares": ["0.1", "0.2", "0.3", "0.4"]},
    "shares of the answered": {
        "groups.shares": ["0.25", "0.75"],
        "groups.decline": True,
        "groups.shares_of": "answered",
    },
    "group": {"privacy.promise": "group", "scheme.rows": "direct"},
    "mean within": BOUND,
    "mean within, without noise": {**BOUND, "privacy.mean_within": "0.2", "scheme.ask": "sum"},
    "a die": {**TWO, "scheme.device": "die", "privacy.epsilon": "1.1"},
    "all wishes": {"scheme.rows": "dealt", "scheme.columns": 3, "scheme.max_bits": 2, "scheme.ask": "sum"},
    "all of collect": {
        "collect.tickets": "open",
        "collect.people": 9,
        "collect.batch": 7,
        "collect.embed": ["https://a.org"],
        "collect.publish_answers": True,
    },
    "long numbers": {"privacy.epsilon": "1.23456789012345678901234567890", "question.low": "-1e3"},
    "odd text": {
        "title": "\u2014 \U0001f489 \"\\/ 'é'",
        "question.text": "a\nb",
        "groups.labels": ["<", "{}"],
    },
}


@pytest.mark.parametrize("changes", ROUND_TRIPS.values(), ids=ROUND_TRIPS)
def test_a_study_comes_back_from_its_manifest_exactly(changes: dict[str, Any]) -> None:
    made = study(changes)
    back = parse_manifest(made.manifest)
    assert back == replace(made, frozen=made.scheme)
    assert back.manifest == made.manifest
    assert back.needs == made.needs


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_comes_back_exactly(name: str) -> None:
    made = parse_toml(template(name, not_after=date(2030, 1, 31)).encode())
    assert parse_manifest(made.manifest) == replace(made, frozen=made.scheme)


def test_keys_come_back_with_their_strata() -> None:
    made = replace(study(), keys=(Key(KEY), Key(OTHER_KEY, "north")))
    assert parse_manifest(made.manifest) == replace(made, frozen=made.scheme)
    assert json.loads(made.manifest)["keys"] == [
        {"n": KEY, "stratum": None},
        {"n": OTHER_KEY, "stratum": "north"},
    ]


decimals = st.decimals(-(10**6), 10**6, places=4, allow_nan=False)
labels = st.lists(
    st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12),
    min_size=2,
    max_size=6,
    unique_by=lambda text: text.casefold(),
)


@st.composite
def random_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Tables of any kind, as a file might hold them; some are refused."""
    low, high = sorted((draw(decimals), draw(decimals)))
    kinds: list[dict[str, Any]] = [
        {"question.low": low, "question.high": high + 1},
        {"question.kind": "scale", "question.low": int(low), "question.high": int(high) + 1},
        {**CHOICE, "question.options": draw(labels)},
        NONE,
    ]
    optional: dict[str, Any] = {
        "groups.decline": draw(st.booleans()),
        "collect.tickets": draw(st.sampled_from(["blind", "open", "named"])),
        "collect.people": draw(st.integers(1, 10**6)),
        "scheme.ask": draw(st.sampled_from(["mean", "sum"])),
        "scheme.max_bits": draw(st.integers(2, 5)),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(optional)), unique=True))
    return tables(
        {
            **draw(st.sampled_from(kinds)),
            **{path: optional[path] for path in chosen},
            "groups.labels": draw(labels),
            "privacy.epsilon": draw(st.decimals("0.001", 20, places=5)),
            "title": draw(st.text(st.characters(categories=["L", "Zs", "S"]), min_size=1, max_size=20)),
        }
    )


@given(random_tables())
def test_any_study_that_can_be_had_comes_back_exactly(given_tables: dict[str, Any]) -> None:
    try:
        made = study_from(given_tables)
        manifest = made.manifest
    except StudyInvalid:
        return
    back = parse_manifest(manifest)
    assert back == replace(made, frozen=made.scheme)
    assert back.manifest == manifest


def as_toml(given_tables: dict[str, Any]) -> str:
    """The tables as somebody might write them by hand; JSON's text and lists are TOML's too."""
    lines = []
    tops = {name: value for name, value in given_tables.items() if not isinstance(value, dict)}
    for name, table in {"": tops, **{n: t for n, t in given_tables.items() if n not in tops}}.items():
        lines += [f"[{name}]"] if name else []
        for key, value in table.items():
            is_bare = isinstance(value, Decimal | date)
            lines.append(f"{key} = {value if is_bare else json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)


@given(random_tables())
def test_a_file_says_what_its_tables_say(given_tables: dict[str, Any]) -> None:
    try:
        manifest = study_from(given_tables).manifest
    except StudyInvalid:
        return
    assert parse_toml(as_toml(given_tables).encode()).manifest == manifest


# What a client must refuse, one by one.
TAMPERED: list[tuple[dict[str, Any], str]] = [
    (changed("tacit", 2), "tacit must be 1, the version; got 2"),
    (changed("tacit", True), "tacit must be 1, the version; got true"),
    (changed("tacit", "1"), 'tacit must be 1, the version; got "1"'),
    (changed("scheme.keep", 45605202), "scheme.keep breaks the promise: its odds are above e^epsilon"),
    (changed("scheme.other", 16777215), "scheme.count_share must be 0 with direct rows, with one level, and"),
    (changed("scheme.opposite", 16777215), "scheme.count_share must be 0 with direct rows"),
    (changed("privacy.epsilon", "0.9"), "scheme.keep breaks the promise: its odds are above e^epsilon"),
    (changed("scheme.keep", 16777216), "scheme.keep must be above other (16777216) and opposite (16777216)"),
    (changed("scheme.other", 0), "scheme.other must be at least 1; got 0"),
    (changed("scheme.other", -1), "scheme.other must be at least 0; got -1"),
    (
        changed("scheme.keep", 2**53 - 1),
        "scheme.columns make the weights add to 9007199288295423, which must",
    ),
    (changed("scheme.pool", 13), "scheme.pool must be 12 for these rows; got 13"),
    (changed("scheme.pool", 0), "scheme.pool must be 12 for these rows; got 0"),
    (changed("scheme.items", 2), "scheme.pool must be 8 for these rows; got 12"),
    (changed("scheme.levels", 1), "scheme.pool must be 3 for these rows; got 12"),
    (changed("scheme.columns", 1_000_000), "scheme.columns must lie within 2..999999; got 1000000"),
    (changed("scheme.columns", 7), "scheme.columns must be at most 6 for these dealt rows; got 7"),
    (changed("scheme.rows", "random"), "scheme.rows must be one of direct, dealt, hashed; got 'random'"),
    (changed("scheme.rows", 1), "scheme must be an object with rows and their integers"),
    (changed("scheme.rows", "hashed"), "scheme.pool must be 3 for these rows; got 12"),
    (changed("scheme.keep", "45605201"), "scheme.keep must be a whole number; got '45605201'"),
    (changed("scheme.keep", True), "scheme.keep must be a whole number; got True"),
    (changed("scheme.count_share", [2, 18]), "scheme.count_share must be [numerator, denominator] in lowest"),
    (changed("scheme.count_share", [1, 0]), "scheme.count_share must be [numerator, denominator] in lowest"),
    (changed("scheme.count_share", "1/9"), "scheme.count_share must be [numerator, denominator] in lowest"),
    (changed("scheme.count_share", [1, 1]), "scheme.count_share must be at least 0 and below 1; got 1"),
    (changed("scheme", []), "scheme must be an object with rows and their integers"),
    (changed("groups.labels", ["a", "b", "c"]), "scheme.items must be 4 for this study; got 3"),
    (changed("groups.decline", False), "scheme.items must be 2 for this study; got 3"),
    (changed("question.high", 10), "manifest is not in the one form that this study has"),
    (changed("question.high", "10.0"), "manifest is not in the one form that this study has"),
    (changed("title", " Réactions"), "manifest is not in the one form that this study has"),
    (changed("groups.labels", ["a", "e\u0301"]), "manifest is not in the one form that this study has"),
    (changed("groups.shares_of", "all"), "manifest is not in the one form that this study has"),
    (changed("wishes", {}), "manifest is not in the one form that this study has"),
    (changed("not_after", "2030-1-31"), 'not_after must be a day as in 2027-01-31; got "2030-1-31"'),
    (changed("batch", 1001), "collect.batch must lie within 1..1000; got 1001"),
    (changed("tickets", "paper"), 'collect.tickets must be "blind", "open" or "named"; got "paper"'),
    (changed("embed", ["*"]), 'collect.embed[0] must be as in "https://survey.example.org", with no path'),
    (changed("keys", {}), "keys must be a list of objects with n and stratum"),
    (changed("keys", [{"n": KEY}]), "keys must be a list of objects with n and stratum"),
    (changed("keys", [{"n": KEY, "stratum": None, "e": 3}]), "keys must be a list of objects with n and"),
    (changed("keys", [{"n": "AAAA", "stratum": None}]), 'keys.n must be 256 bytes as base64url; got "AAAA"'),
    (changed("keys", [{"n": f"{KEY}=", "stratum": None}]), "keys.n must be 256 bytes as base64url; got"),
    (changed("keys", [{"n": "A" * 341 + "Q", "stratum": None}]), "keys.n must be an odd number of 2048 bits"),
    (changed("keys", [{"n": "w" + "A" * 341, "stratum": None}]), "keys.n must be an odd number of 2048 bits"),
    (changed("keys", [{"n": KEY, "stratum": ""}]), "keys.stratum must not be empty"),
    (changed("keys", [{"n": KEY, "stratum": None}] * 2), "keys must differ in n; two are alike"),
    (changed("keys", [{"n": KEY, "stratum": None}] * 17), "keys must be at most 16; got 17"),
]


@pytest.mark.parametrize(("manifest", "rule"), TAMPERED, ids=starts(TAMPERED))
def test_a_manifest_that_was_tampered_with_is_refused(manifest: dict[str, Any], rule: str) -> None:
    assert refusals(manifest)[0].startswith(rule)


def test_keys_are_for_blind_tickets_only() -> None:
    wrong = changed("keys", [{"n": KEY, "stratum": None}]) | {"tickets": "open"}
    assert refusals(wrong) == ['keys are only for tickets = "blind"; got "open"']


def test_smaller_odds_than_the_promise_allows_are_allowed() -> None:
    """Whoever freezes a study may hide more than they promise."""
    made = parse_manifest(canonical.encode(changed("scheme.keep", 45605200)))
    assert made.scheme.odds.keep == 45605200
    assert made.id != study_id(BY_HAND)


@pytest.mark.parametrize("table", ["", "question", "groups", "privacy", "wishes", "scheme"])
def test_an_unknown_member_is_refused_wherever_it_stands(table: str) -> None:
    (said,) = refusals(changed(f"{table}.extra".removeprefix("."), 1))
    assert "extra" in said
    assert "not a member" in said or "unknown member" in said or "not a key" in said


@pytest.mark.parametrize("name", sorted(set(json.loads(BY_HAND)) - {"people"}))
def test_a_member_that_is_missing_is_named(name: str) -> None:
    left = json.loads(BY_HAND)
    del left[name]
    said = "is missing; it must be 1, the version" if name == "tacit" else "is missing"
    assert refusals(left) == [f"{name} {said}"]


@pytest.mark.parametrize("name", sorted(json.loads(BY_HAND)["scheme"]))
def test_an_integer_of_the_scheme_that_is_missing_is_named(name: str) -> None:
    left = json.loads(BY_HAND)
    del left["scheme"][name]
    start = "scheme must be an object with rows" if name == "rows" else f"scheme.{name} is missing"
    assert refusals(left)[0].startswith(start)


def test_unknown_and_missing_members_are_all_named_at_once() -> None:
    wrong = json.loads(BY_HAND) | {"extra": 1, "a b": 2}
    del wrong["keys"], wrong["title"]
    assert refusals(wrong) == [
        '"a b" is not a member of a manifest',
        "extra is not a member of a manifest",
        "title is missing",
        "keys is missing",
    ]


@pytest.mark.parametrize("value", [None, True, 1, "manifest", [], [{}]])
def test_what_is_no_object_is_no_manifest(value: object) -> None:
    assert refusals(value) == ["manifest must be a JSON object"]


@pytest.mark.parametrize(
    "received",
    [
        BY_HAND + b"\n",
        BY_HAND.replace(b'"batch":20,', b'"batch": 20,'),
        BY_HAND.replace("é".encode(), b"\\u00e9"),
        BY_HAND.replace(b'{"batch":20,"embed":[],', b'{"embed":[],"batch":20,'),
        b"\xef\xbb\xbf" + BY_HAND,
    ],
)
def test_bytes_that_say_the_same_otherwise_are_refused(received: bytes) -> None:
    with pytest.raises(StudyInvalid, match=r"^manifest is not"):
        parse_manifest(received)


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in nested members and lists."""
    yield path
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, member in inner:
            yield from places(member, (*path, name))


STRANGE: list[object] = [None, True, 0, -1, 2**53 - 1, "", "x", "0.5", "\n", [], [[]], [0, 1], {}, {"a": 1}]


def with_strange(whole: dict[str, Any], path: tuple[str | int, ...], strange: object) -> object:
    """The same with something strange at one place."""
    if not path:
        return strange
    found: Any = copy.deepcopy(whole)
    inner = reduce(getitem, path[:-1], found)
    inner[path[-1]] = strange
    return found


FULL = members(
    {
        **CROSS,
        "groups.shares": ["0.1", "0.2", "0.3", "0.4"],
        "collect.people": 9,
        "collect.embed": ["https://a.org"],
    }
)


@pytest.mark.parametrize("path", list(places(FULL)), ids=lambda path: ".".join(map(str, path)) or "whole")
def test_strange_values_anywhere_are_refused_or_another_study(path: tuple[str | int, ...]) -> None:
    """Nothing but StudyInvalid, however wrong the types; and never two manifests for one study."""
    for strange in STRANGE:
        received = canonical.encode(with_strange(FULL, path, strange))
        try:
            made: Study | None = parse_manifest(received)
        except StudyInvalid:
            made = None
        assert made is None or made.manifest == received
