"""manifests.json: what a device admits, and what it must refuse, by the field that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal

from collected.keys import SIGNING_KEY
from tacit.client.admission import admit, epsilon_of, topic_of
from tacit.errors import StudyInvalid
from tacit.protocol.encoding import to_base64url
from tacit.study import canonical
from tacit.study.spelling import plain
from vectors.studies import named_studies
from vectors.writing import Case, File, agreed

Members = dict[str, object]
Change = Callable[[Members], object]

TWO_TO_53 = 1 << 53
N = SIGNING_KEY.n
ABSENT = object()


def manifest_file() -> File:
    """Every case of `named_studies`, and each way of being wrong once."""
    return {
        "about": "PROTOCOL.md P1. id: what the link names. refused: the field that is wrong. "
        "hex: the bytes, where they are not UTF-8. A limit above 3 is for a device that allows it.",
        "admitted": [_admitted(name) for name in named_studies()],
        "refused": [*_by_member(), *_by_spelling(), *_by_limit()],
    }


def _admitted(name: str) -> Case:
    study = named_studies()[name]
    admit(study.manifest, study.id)
    return {
        "name": name,
        "id": study.id,
        "epsilon": plain(epsilon_of(study)),
        "topic": topic_of(study),
        "queries": study.scheme.queries,
        "weight": study.scheme.total,
        "manifest": study.manifest.decode(),
    }


def _refused(name: str, field: str, raw: bytes, *, study_id: str = "", most_epsilon: str = "3") -> Case:
    study_id = study_id or canonical.digest(raw)
    try:
        admit(raw, study_id, Decimal(most_epsilon))
    except StudyInvalid as invalid:
        agreed(name, field, invalid.problems[0].field)
    else:
        raise AssertionError(f"{name}: must be refused, and is admitted")
    case: dict[str, object] = {"name": name, "id": study_id, "refused": field, "most_epsilon": most_epsilon}
    try:
        return {**case, "manifest": raw.decode()}
    except UnicodeDecodeError:
        return {**case, "hex": raw.hex()}


def _by_member() -> Iterator[Case]:
    """One member changed, in canonical form and under its own hash."""
    for name, field, study, path, value in MEMBERS:
        members = json.loads(named_studies()[study].manifest)
        *outer, last = path.split(".")
        place = members
        for part in outer:
            place = place[int(part)] if part.isdecimal() else place[part]
        key = int(last) if last.isdecimal() else last
        if value is ABSENT:
            del place[key]
        else:
            place[key] = value
        yield _refused(name, field, canonical.encode(members))


def _by_spelling() -> Iterator[Case]:
    """The same study, or nearly, in other bytes."""
    good = named_studies()["range"].manifest.decode()
    for name, old, new in SPELLINGS:
        if old not in good:
            raise AssertionError(f"{name}: {old!r} does not stand in the manifest")
        yield _refused(name, "manifest", good.replace(old, new, 1).encode())
    yield _refused("not UTF-8", "manifest", good.encode().replace(b"Vaccine", b"V\xffccine"))
    yield _refused(
        "half a surrogate pair, in UTF-8", "manifest", good.encode().replace(b"V", b"\xed\xa0\x80", 1)
    )
    yield _refused(
        "an accent in two characters", "manifest", good.replace("Vaccine", "Vaccine\u0301").encode()
    )
    for name, raw in (
        ("nothing", ""),
        ("a list", "[]"),
        ("a text", '"tacit"'),
        ("null", "null"),
        ("words", "hello"),
    ):
        yield _refused(name, "manifest", raw.encode())
    yield _refused("33 levels deep", "manifest", (b"[" * 34) + (b"]" * 34))
    yield _refused("5000 levels deep", "manifest", (b"[" * 5_000) + (b"]" * 5_000))
    other = named_studies()["open"].id
    yield _refused("another study's bytes", "id", good.encode(), study_id=other)
    yield _refused(
        "one byte more than the id says", "id", f"{good} ".encode(), study_id=canonical.digest(good.encode())
    )


def _by_limit() -> Iterator[Case]:
    """What is a study, and not one for this device."""
    for name, limit in (
        ("range", "0.9999"),
        ("epsilon of 3", "2.9999"),
        ("promise group", "1.4"),
        ("a die", "1.6094"),
    ):
        raw = named_studies()[name].manifest
        admit(raw, canonical.digest(raw), Decimal(limit) + Decimal("0.1001"))
        yield _refused(f"{name}: above a limit of {limit}", "privacy.epsilon", raw, most_epsilon=limit)


def key_text(n: int, size: int = 256) -> str:
    return to_base64url(n.to_bytes(size, "big"))


LABELS = ["diabetic", "not diabetic"]

# name, field that is refused, the study that is changed, member, new value
MEMBERS: list[tuple[str, str, str, str, object]] = [
    ("version 2", "tacit", "range", "tacit", 2),
    ("version as text", "tacit", "range", "tacit", "1"),
    ("version true", "tacit", "range", "tacit", True),
    ("no version", "tacit", "range", "tacit", ABSENT),
    ("an unknown member", "note", "range", "note", "please"),
    ("an unknown member named after the prototype", "__proto__", "range", "__proto__", {}),
    ("an unknown member of the question", "question.unit", "range", "question.unit", "cm"),
    ("an unknown member of the groups", "groups.hidden", "range", "groups.hidden", True),
    ("an unknown member of the promise", "privacy.delta", "range", "privacy.delta", "0.1"),
    ("an unknown wish", "scheme.bias", "range", "wishes.bias", 1),
    ("an unknown integer of the scheme", "scheme", "range", "scheme.bias", 1),
    ("an unknown member of a key", "keys", "range", "keys.0.e", 3),
    ("no title", "title", "range", "title", ABSENT),
    ("no keys", "keys", "range", "keys", ABSENT),
    ("no scheme", "scheme", "range", "scheme", ABSENT),
    ("no pool", "scheme.pool", "range", "scheme.pool", ABSENT),
    ("no epsilon", "privacy.epsilon", "range", "privacy.epsilon", ABSENT),
    ("a title that is a number", "title", "range", "title", 7),
    ("an empty title", "title", "range", "title", ""),
    ("a title of 201 characters", "title", "range", "title", "x" * 201),
    ("a title that turns what follows around", "title", "range", "title", "abc\u202edef"),
    ("a title with a line break", "title", "range", "title", "abc\ndef"),
    ("a title with space around it", "manifest", "range", "title", " abc "),
    ("an owner that is no address", "owner", "range", "owner", "somebody"),
    ("a day that is none", "not_after", "range", "not_after", "2027-02-29"),
    ("a day with a time", "not_after", "range", "not_after", "2027-02-28T00:00:00Z"),
    ("an unknown kind", "question.kind", "range", "question.kind", "colour"),
    ("no text", "question.text", "range", "question.text", ABSENT),
    ("low above high", "question.high", "range", "question.low", "11"),
    ("low equal to high", "question.high", "range", "question.low", "10"),
    ("low that is no number", "question.low", "range", "question.low", "zero"),
    ("high with a zero too many", "manifest", "range", "question.high", "10.0"),
    ("high with an exponent", "manifest", "range", "question.high", "1e1"),
    ("high as a number", "manifest", "range", "question.high", 10),
    ("ends of 16 digits", "question.high", "range", "question.high", "10.00000000000001"),
    ("no low", "question.low", "range", "question.low", ABSENT),
    ("a scale with half a step", "question.low", "scale", "question.low", "0.5"),
    ("options beside a range", "question.options", "range", "question.options", ["a", "b"]),
    ("a low beside options", "question.low", "two options", "question.low", "0"),
    ("one option", "question.options", "two options", "question.options", ["yes"]),
    ("two options alike", "question.options[1]", "two options", "question.options", ["yes", "YES"]),
    ("one group", "groups.labels", "range", "groups.labels", ["diabetic"]),
    ("groups that are a text", "groups.labels", "range", "groups.labels", "diabetic"),
    ("two groups alike", "groups.labels[1]", "range", "groups.labels", ["diabetic", "Diabetic"]),
    (
        "two groups alike but for what cannot be seen",
        "groups.labels[1]",
        "range",
        "groups.labels",
        ["a", "a\u200b"],
    ),
    ("a group that is empty", "groups.labels[1]", "range", "groups.labels", ["diabetic", ""]),
    ("a group that is a number", "groups.labels[1]", "range", "groups.labels", ["diabetic", 2]),
    (
        "a group like declining",
        "groups.labels",
        "range with decline",
        "groups.labels",
        ["a", "I would rather not say"],
    ),
    ("decline as text", "groups.decline", "range", "groups.decline", "no"),
    ("groups that the crossing does not make", "groups.labels", "crossed groups", "groups.labels", LABELS),
    ("shares above 1", "groups.shares", "shares", "groups.shares", ["0.11", "0.9"]),
    ("a share too few", "groups.shares", "shares", "groups.shares", ["1"]),
    ("a share of 0", "groups.shares[0]", "shares", "groups.shares", ["0", "1"]),
    ("epsilon 0", "privacy.epsilon", "range", "privacy.epsilon", "0"),
    ("epsilon 20.1", "privacy.epsilon", "range", "privacy.epsilon", "20.1"),
    ("epsilon as a number", "manifest", "range", "privacy.epsilon", 1),
    ("less epsilon than the odds use", "scheme.keep", "range", "privacy.epsilon", "0.9999"),
    ("an unknown promise", "privacy.promise", "range", "privacy.promise", "all"),
    (
        "unequal odds under the wrong promise",
        "scheme.keep",
        "promise group",
        "privacy.promise",
        "group and value",
    ),
    ("a mean within", "privacy.mean_within", "promise group, plain odds", "privacy.mean_within", "0.5"),
    ("a mean within, without the promise", "privacy.mean_within", "range", "privacy.mean_within", "0.5"),
    ("unknown tickets", "collect.tickets", "range", "tickets", "free"),
    ("a batch of 0", "collect.batch", "range", "batch", 0),
    ("a batch of 1001", "collect.batch", "range", "batch", 1001),
    ("an origin with a path", "collect.embed[0]", "range", "embed", ["https://example.org/x"]),
    ("an origin without TLS", "collect.embed[0]", "range", "embed", ["http://example.org"]),
    ("an origin twice", "collect.embed", "range", "embed", ["https://a.example"] * 2),
    ("answers published maybe", "collect.publish_answers", "range", "publish_answers", 1),
    ("people 0", "collect.people", "range", "people", 0),
    ("blind tickets without a key", "keys", "range", "keys", []),
    ("a key beside open tickets", "keys", "open", "keys", [{"n": key_text(N), "stratum": None}]),
    (
        "17 keys",
        "keys",
        "range",
        "keys",
        [{"n": key_text(N + 2 * at), "stratum": f"{at}"} for at in range(17)],
    ),
    ("one key twice", "keys", "range", "keys", [{"n": key_text(N), "stratum": name} for name in "ab"]),
    (
        "one stratum twice",
        "keys",
        "range",
        "keys",
        [{"n": key_text(N + 2 * at), "stratum": "a"} for at in (0, 1)],
    ),
    ("a key of 1024 bits", "keys.n", "range", "keys.0.n", key_text(N >> 1024 | 1, 128)),
    ("a key of 2047 bits", "keys.n", "range", "keys.0.n", key_text(N >> 1 | 1)),
    ("a key of 2056 bits", "keys.n", "range", "keys.0.n", key_text(N << 8 | 1, 257)),
    ("an even key", "keys.n", "range", "keys.0.n", key_text(N - 1)),
    ("a key with padding", "keys.n", "range", "keys.0.n", key_text(N) + "=="),
    ("a key with bits left over", "keys.n", "range", "keys.0.n", key_text(N)[:-1] + "_"),
    ("an exponent of 3", "keys", "range", "keys", [{"n": key_text(N), "stratum": None, "e": 3}]),
    ("keep equal to other", "scheme.keep", "range", "scheme.keep", 1 << 24),
    ("keep below other", "scheme.keep", "range", "scheme.keep", 1),
    ("keep that is one too large", "scheme.keep", "range", "scheme.keep", 45605202),
    ("keep as text", "scheme.keep", "range", "scheme.keep", "45605201"),
    ("keep true", "scheme.keep", "range", "scheme.keep", True),
    ("opposite above keep", "scheme.keep", "range", "scheme.opposite", 1 << 26),
    ("opposite below 0", "scheme.opposite", "range", "scheme.opposite", -1),
    ("opposite of 0", "scheme.keep", "promise group", "scheme.opposite", 0),
    ("opposite unlike other with one level", "scheme.opposite", "three options", "scheme.opposite", 5),
    ("other of 0", "scheme.other", "range", "scheme.other", 0),
    ("other of 0 with two columns", "scheme.keep", "shares", "scheme.other", 0),
    ("other below 0", "scheme.other", "range", "scheme.other", -1),
    ("weights of 2^53", "scheme.columns", "range", "scheme.keep", TWO_TO_53 - 3 * (1 << 24)),
    ("a column too many", "scheme.columns", "range", "scheme.columns", 5),
    ("columns above 999999", "scheme.columns", "hashed into 53", "scheme.columns", 1000003),
    ("one column", "scheme.columns", "range", "scheme.columns", 1),
    ("columns that are no prime", "scheme.columns", "hashed into 53", "scheme.columns", 51),
    ("another pool", "scheme.pool", "hashed into 53", "scheme.pool", 53),
    ("a pool of half the multipliers too many", "scheme.pool", "open, dealt into four", "scheme.pool", 160),
    ("unknown rows", "scheme", "range", "scheme.rows", 3),
    ("rows that are not known", "scheme.rows", "range", "scheme.rows", "drawn"),
    ("an item too many", "scheme.columns", "range", "scheme.items", 3),
    ("more items than groups", "scheme.items", "hashed into three, with count questions", "scheme.items", 71),
    ("one level for a range", "scheme.columns", "range", "scheme.levels", 1),
    (
        "a share of count questions with direct rows",
        "scheme.count_share",
        "range",
        "scheme.count_share",
        [1, 3],
    ),
    ("a share not in lowest terms", "scheme.count_share", "range", "scheme.count_share", [0, 2]),
    ("a share of 1", "scheme.count_share", "shares", "scheme.count_share", [1, 1]),
    ("a share below 0", "scheme.count_share", "shares", "scheme.count_share", [-1, 3]),
    ("a share of three numbers", "scheme.count_share", "shares", "scheme.count_share", [1, 3, 1]),
    ("rows that were not wished for", "scheme.rows", "range", "wishes.rows", "dealt"),
    ("a wish for more bits than 20", "scheme.max_bits", "range", "wishes.max_bits", 21),
    ("levels for options", "scheme.levels", "two options", "wishes.levels", 2),
    ("more levels than steps", "scheme.levels", "scale of three levels", "wishes.levels", 6),
    ("a die whose faces are not six", "scheme.keep", "a die", "scheme.keep", 4),
    ("a coin", "scheme.device", "two options", "wishes.device", "coin"),
    ("an unknown aim", "scheme.ask", "range", "wishes.ask", "median"),
]

SPELLINGS: list[tuple[str, str, str]] = [
    ("a space after a colon", '"batch":20', '"batch": 20'),
    ("a line break at the beginning", '{"batch"', '\n{"batch"'),
    ("a byte order mark", '{"batch"', '\ufeff{"batch"'),
    ("members in another order", '"batch":20,"embed":[]', '"embed":[],"batch":20'),
    ("a member twice", '"batch":20', '"batch":20,"batch":20'),
    ("an escape that is not needed", "Vaccine", "V\\u0061ccine"),
    ("a mark that is escaped without need", "reaction?", "reaction\\u003f"),
    ("half a surrogate pair, escaped", "Vaccine", "V\\ud800ccine"),
    ("a number with a point", '"batch":20', '"batch":20.0'),
    ("a number with an exponent", '"batch":20', '"batch":2e1'),
    ("minus zero", '"count_share":[0,1]', '"count_share":[-0,1]'),
    ("a number of 2^53", '"batch":20', '"batch":9007199254740992'),
    ("a number below -2^53", '"batch":20', '"batch":-9007199254740993'),
    ("not a number", '"batch":20', '"batch":NaN'),
    ("a member name beyond ASCII", '"batch":20', '"batch":20,"bätch":20'),
    ("a comma at the end", '"embed":[]', '"embed":[],'),
    ("a comment", '"batch":20', '"batch":20/*!*/'),
    ("cut off", '"title"', '"tit'),
]
