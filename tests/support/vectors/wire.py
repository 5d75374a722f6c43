"""links.json, bodies.json, problems.json and retry.json: what travels, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from collected.keys import SIGNING_KEY
from collected.server import INVITATION, ORIGIN
from tacit.client.retry import wait_milliseconds
from tacit.errors import Problem, Refused
from tacit.protocol import bodies
from tacit.protocol.encoding import to_base64url
from tacit.protocol.links import invitation_text, link_text, parse_code, parse_link, with_check
from tacit.protocol.problems import KINDS, action_of, problem_document, read_problem
from tacit.protocol.tickets import answer_id
from vectors.tickets import ID, INVITATIONS, blind_ticket
from vectors.writing import Case, File, agreed

BASE = f"{ORIGIN}/s/{ID}"
INVITED = to_base64url(INVITATION)
HOME = to_base64url(ORIGIN.encode())
LOCAL = to_base64url(b"http://localhost:8000")
CODE = with_check(b"0123456789")

# text, server, invitation as bodies spell it, key
LINKS: list[tuple[str, str, str | None, int]] = [
    (BASE, ORIGIN, None, 0),
    (f"{BASE}#", ORIGIN, None, 0),
    (f"  {BASE}#i={INVITED}\n", ORIGIN, INVITED, 0),
    (f"{BASE}#i={INVITED}&k=3", ORIGIN, INVITED, 3),
    (f"{BASE}#k=15&i={INVITED}", ORIGIN, INVITED, 15),
    (f"{BASE}?from=mail#i={INVITED}", ORIGIN, INVITED, 0),
    (f"{BASE}#c={CODE}", ORIGIN, "0123456789", 0),
    (f"{BASE}#c={CODE.lower()}&k=1", ORIGIN, "0123456789", 1),
    (f"{BASE}#c=o1234-56789-{CODE[-1]}", ORIGIN, "0123456789", 0),
    (f"HTTPS://Survey.Example.ORG/s/{ID}", ORIGIN, None, 0),
    (f"https://survey.example.org:443/s/{ID}", ORIGIN, None, 0),
    (f"https://survey.example.org:8443/s/{ID}", f"{ORIGIN}:8443", None, 0),
    (f"http://localhost:8000/s/{ID}#i={INVITED}", "http://localhost:8000", INVITED, 0),
    (f"http://127.0.0.1/s/{ID}", "http://127.0.0.1", None, 0),
    (f"http://[::1]:80/s/{ID}", "http://[::1]", None, 0),
    (f"https://[2001:db8::1]/s/{ID}", "https://[2001:db8::1]", None, 0),
    (f"https://page.example/answer/here?x#h={HOME}&s={ID}&i={INVITED}", ORIGIN, INVITED, 0),
    (f"https://page.example/#h={LOCAL}&s={ID}", "http://localhost:8000", None, 0),
]

BAD_LINKS: list[tuple[str, str]] = [
    ("nothing", ""),
    ("words", "my survey link"),
    ("no TLS", f"http://survey.example.org/s/{ID}"),
    ("no TLS, and a name that begins like this machine's", f"http://localhost.example.org/s/{ID}"),
    ("another scheme", f"javascript://survey.example.org/s/{ID}"),
    ("a user before the host", f"https://me@survey.example.org/s/{ID}"),
    ("no host", f"https:///s/{ID}"),
    ("port 0", f"https://survey.example.org:0/s/{ID}"),
    ("port 65536", f"https://survey.example.org:65536/s/{ID}"),
    ("a host beyond ASCII", f"https://sürvey.example.org/s/{ID}"),
    ("another path", f"https://survey.example.org/x/{ID}"),
    ("a path that goes on", f"{BASE}/answers"),
    ("an id that is cut off", BASE[:-1]),
    ("an id with bits left over", f"{BASE[:-1]}{'B' if BASE[-1] != 'B' else 'C'}"),
    ("an invitation in the query string", f"{ORIGIN}/s/?i={INVITED}"),
    ("an invitation that is cut off", f"{BASE}#i={INVITED[:-1]}"),
    ("an invitation with bits left over", f"{BASE}#i={INVITED[:-1]}x"),
    ("an invitation with padding", f"{BASE}#i={INVITED}=="),
    ("an empty invitation", f"{BASE}#i="),
    ("two invitations", f"{BASE}#i={INVITED}&i={INVITED}"),
    ("an invitation and a code", f"{BASE}#i={INVITED}&c={CODE}"),
    ("something unknown", f"{BASE}#i={INVITED}&utm_source=mail"),
    ("key 16", f"{BASE}#i={INVITED}&k=16"),
    ("key -1", f"{BASE}#i={INVITED}&k=-1"),
    ("key 01", f"{BASE}#i={INVITED}&k=01"),
    ("a space within", f"{BASE} #i={INVITED}"),
    ("a line break within", f"{BASE}\n#i={INVITED}"),
    ("a mistyped code", f"{BASE}#c=0123456798{CODE[-1]}"),
    ("a page without a server", f"https://page.example/#s={ID}"),
    ("a page without a study", f"https://page.example/#h={HOME}"),
    (
        "a page with a server without TLS",
        f"https://page.example/#h={to_base64url(b'http://a.example')}&s={ID}",
    ),
    (
        "a page with a server with a path",
        f"https://page.example/#h={to_base64url(b'https://a.example/x')}&s={ID}",
    ),
    (
        "a page with a server beyond ASCII",
        f"https://page.example/#h={to_base64url('https://ä.example'.encode())}&s={ID}",
    ),
    ("a page with a server that is no base64url", f"https://page.example/#h=!!!!&s={ID}"),
    ("3000 characters", f"{BASE}?{'x' * 3000}"),
]

BAD_CODES = [
    "",
    "0123456789",
    f"0123456798{CODE[-1]}",
    f"U123456789{CODE[-1]}",
    f"0123456789{CODE[-1]}0",
    "0123456789ı",
]


def links_file() -> File:
    """Links and codes as people get them, and what is none."""
    return {
        "about": "PROTOCOL.md P2. link: the one form on the server's own page. Study: the id of `range`.",
        "study": ID,
        "links": [_link(*given) for given in LINKS],
        "refused": [_refused(name, text, parse_link) for name, text in BAD_LINKS],
        "codes": [_code(one) for one in (*INVITATIONS[2:], b"0000000000", b"0000000010", b"ZZZZZZZZZZ")],
        "refused_codes": [_refused("code", text, parse_code)["text"] for text in BAD_CODES],
    }


def _link(text: str, server: str, invitation: str | None, key: int) -> Case:
    link = parse_link(text)
    found = None if link.invitation is None else invitation_text(link.invitation)
    agreed(text, (server, ID, invitation, key), (link.server, link.study, found, link.key))
    return {"text": text, "server": server, "invitation": invitation, "key": key, "link": link_text(link)}


def _refused(name: str, text: str, parse: Callable[[str], object]) -> dict[str, str]:
    try:
        parse(text)
    except Refused:
        return {"name": name, "text": text}
    raise AssertionError(f"{name}: {text!r} must be refused")


def _code(code: bytes) -> Case:
    printed = with_check(code)
    typed = f" {printed[:5]}-{printed[5:10]}-{printed[10:]}".lower()
    agreed(typed, code, parse_code(typed))
    return {"code": code.decode(), "printed": printed, "typed": typed}


TICKET = blind_ticket()
BLINDED = bytes([1]) * 256
SIGNED = SIGNING_KEY.n.to_bytes(256, "big")

B, T, S = to_base64url(BLINDED), to_base64url(TICKET), to_base64url(SIGNED)


def bodies_file() -> File:
    """Every body in its one spelling, and replies that a device must take for no response."""
    return {
        "about": "PROTOCOL.md P3 and P4. bytes: exactly what is sent.",
        "tickets": [
            {"kind": "open", "bytes": agreed("open", "{}", bodies.open_request().decode())},
            *(_named(one) for one in INVITATIONS),
            *(_blind(one, key) for one, key in zip(INVITATIONS, (0, 1, 9, 15), strict=True)),
        ],
        "answers": [_answer(column) for column in (0, 1, 7, 42, 999_998)],
        "withdrawals": [
            {
                "ticket": T,
                "bytes": agreed("withdrawal", f'{{"ticket":"{T}"}}', bodies.withdrawal_body(TICKET).decode()),
            }
        ],
        "replies": [*_good_replies()],
        "replies_bad": [*_bad_replies()],
        "requests_bad": [*_bad_requests()],
    }


def _named(invitation: bytes) -> Case:
    text = invitation_text(invitation)
    expected = f'{{"invitation":"{text}"}}'
    return {
        "kind": "named",
        "invitation": text,
        "bytes": agreed("named", expected, bodies.named_request(invitation).decode()),
    }


def _blind(invitation: bytes, key: int) -> Case:
    text = invitation_text(invitation)
    expected = f'{{"blinded":"{B}","invitation":"{text}","key":{key}}}'
    found = bodies.blind_request(bodies.BlindRequest(BLINDED, invitation, key)).decode()
    facts = {"kind": "blind", "invitation": text, "key": key, "blinded": B}
    return {**facts, "bytes": agreed("blind", expected, found)}


def _answer(column: int) -> Case:
    expected = f'{{"column":"{column:06d}","ticket":"{T}"}}'
    found = bodies.answer_body(bodies.Sent(column, TICKET)).decode()
    return {"column": column, "ticket": T, "bytes": agreed("answer", expected, found)}


READERS: dict[str, Callable[[bytes], bytes]] = {
    "signature": bodies.read_signature_reply,
    "open": lambda body: bodies.read_ticket_reply(body, "open"),
    "named": lambda body: bodies.read_ticket_reply(body, "named"),
    "answer": bodies.read_answer_reply,
}
NAME = to_base64url(answer_id(TICKET))


def _good_replies() -> Iterator[Case]:
    for kind, member, raw in (
        ("signature", "signature", SIGNED),
        ("open", "ticket", bytes(48)),
        ("named", "ticket", bytes(range(32))),
        ("answer", "answer", answer_id(TICKET)),
    ):
        text = f'{{"{member}":"{to_base64url(raw)}"}}'
        agreed(kind, raw, READERS[kind](text.encode()))
        yield {"kind": kind, "bytes": text, "read": to_base64url(raw)}
    spaced = f' {{ "answer" : "{NAME}" }}\n'
    agreed("spaces", answer_id(TICKET), READERS["answer"](spaced.encode()))
    yield {"kind": "answer", "bytes": spaced, "read": NAME}


def _bad_replies() -> Iterator[Case]:
    for kind, text in (
        ("answer", ""),
        ("answer", "<html>Please log in</html>"),
        ("answer", "null"),
        ("answer", "[]"),
        ("answer", "{}"),
        ("answer", f'"{NAME}"'),
        ("answer", f'{{"answer":"{NAME}","thanks":true}}'),
        ("answer", f'{{"answer":"{NAME}","answer":"{NAME}"}}'),
        ("answer", f'{{"answer":"{NAME[:-1]}"}}'),
        ("answer", f'{{"answer":"{NAME[:-1]}_"}}'),
        ("answer", f'{{"answer":"{NAME}=="}}'),
        ("answer", '{"answer":null}'),
        ("answer", '{"answer":7}'),
        ("answer", f'{{"answer":"{NAME}"}}{{}}'),
        ("answer", f'{{"answer":"{NAME}"' + " " * 4096 + "}"),
        ("signature", f'{{"ticket":"{S}"}}'),
        ("signature", f'{{"signature":"{to_base64url(bytes(255))}"}}'),
        ("open", f'{{"ticket":"{to_base64url(bytes(32))}"}}'),
        ("named", f'{{"ticket":"{to_base64url(bytes(48))}"}}'),
    ):
        _refused(kind, text, lambda given, kind=kind: READERS[kind](given.encode()))  # type: ignore[misc]
        yield {"kind": kind, "bytes": text}


REQUESTS: dict[str, Callable[[bytes], object]] = {
    "open": bodies.read_open_request,
    "named": bodies.read_named_request,
    "blind": bodies.read_blind_request,
    "answer": lambda body: bodies.read_answer(body, "blind"),
    "withdrawal": lambda body: bodies.read_withdrawal(body, "blind"),
}


def _bad_requests() -> Iterator[Case]:
    """For servers: what is refused as malformed."""
    for kind, text in (
        ("open", ""),
        ("open", '{"invitation":null}'),
        ("named", "{}"),
        ("named", f'{{"invitation":"{INVITED}","invitation":"{INVITED}"}}'),
        ("named", f'{{"invitation":"{INVITED[:-2]}"}}'),
        ("named", '{"invitation":"0123456789X"}'),
        ("named", '{"invitation":"012345678U"}'),
        ("named", '{"invitation":"012345678o"}'),
        ("blind", f'{{"blinded":"{B}","invitation":"{INVITED}"}}'),
        ("blind", f'{{"blinded":"{B}","invitation":"{INVITED}","key":16}}'),
        ("blind", f'{{"blinded":"{B}","invitation":"{INVITED}","key":-1}}'),
        ("blind", f'{{"blinded":"{B}","invitation":"{INVITED}","key":"0"}}'),
        ("blind", f'{{"blinded":"{B}","invitation":"{INVITED}","key":true}}'),
        ("blind", f'{{"blinded":"{B}","invitation":"{INVITED}","key":0.0}}'),
        ("blind", f'{{"blinded":"{B[:-4]}","invitation":"{INVITED}","key":0}}'),
        ("answer", f'{{"column":7,"ticket":"{T}"}}'),
        ("answer", f'{{"column":"7","ticket":"{T}"}}'),
        ("answer", f'{{"column":"0000007","ticket":"{T}"}}'),
        ("answer", f'{{"column":"-00007","ticket":"{T}"}}'),
        ("answer", f'{{"column":" 00007","ticket":"{T}"}}'),
        ("answer", f'{{"column":"00000٧","ticket":"{T}"}}'),
        ("answer", f'{{"column":"000007","ticket":"{T}","group":"diabetic"}}'),
        ("answer", f'{{"column":"000007","ticket":"{T[:-1]}"}}'),
        ("answer", f'{{"column":"000007","ticket":"{to_base64url(bytes(48))}"}}'),
        ("answer", f'{{"column":"000007","column":"000008","ticket":"{T}"}}'),
        ("answer", f'{{"column":"000007","ticket":"{T}"' + " " * 4096 + "}"),
        ("withdrawal", f'{{"ticket":"{T}","column":"000007"}}'),
    ):
        _refused(kind, text, lambda given, kind=kind: REQUESTS[kind](given.encode()))  # type: ignore[misc]
        yield {"kind": kind, "bytes": text}


DETAIL = "Ask whoever sent you the link."

# What a person's device does, for every name that it may meet.
STOPS = (
    "malformed column-out-of-range unauthorised forbidden ticket-invalid study-unknown invitation-unknown "
    "method-not-allowed invitation-used answer-differs study-frozen study-closed invitation-revoked "
    "withdrawn content-too-large unsupported-media-type"
)
RETRIES = "request-timeout too-many not-stored"


def problems_file() -> File:
    """Every problem document, and what looks like one."""
    actions = {**dict.fromkeys(STOPS.split(), "stop"), **dict.fromkeys(RETRIES.split(), "retry")}
    agreed("names", set(actions), set(KINDS))
    return {
        "about": "PROTOCOL.md P8. action: what a device does. http-STATUS: no document of ours.",
        "problems": [
            {
                "name": name,
                "status": kind.status,
                "title": kind.title,
                "detail": DETAIL,
                "action": agreed(name, actions[name], action_of(kind.status)),
                "document": problem_document(name, DETAIL).decode(),
            }
            for name, kind in KINDS.items()
        ],
        "with_errors": [_with_errors()],
        "others": [_other(status, body) for status, body in _other_bodies()],
    }


def _with_errors() -> Case:
    errors = [Problem("column", "must be a text of six digits")]
    text = problem_document("malformed", DETAIL, errors).decode()
    agreed("errors", "malformed", read_problem(400, text.encode()).name)
    return {
        "name": "malformed",
        "status": 400,
        "document": text,
        "errors": [["column", "must be a text of six digits"]],
    }


def _other_bodies() -> Iterator[tuple[int, str]]:
    good = problem_document("study-closed", DETAIL).decode()
    yield 410, ""
    yield 410, "Gone"
    yield 410, "[]"
    yield 409, good
    yield 409, good.replace("410", "409")
    yield 410, good.replace("study-closed", "study-lost")
    yield 410, good.replace("study-closed", "__proto__")
    yield 410, good.replace("urn:tacit:error:", "https://example.org/")
    yield 410, good.replace("urn:tacit:error:", "")
    yield 410, good.replace("410", "404")
    yield 410, good.replace(f'"{DETAIL}"', "7")
    yield 418, ""
    yield 500, "<html>Internal Server Error</html>"
    yield 502, ""
    yield 504, ""
    yield 302, ""
    yield 304, ""
    yield 204, ""


def _other(status: int, body: str) -> Case:
    expected = f"http-{status}"
    name = agreed(body, expected, read_problem(status, body.encode()).name)
    action = agreed(expected, "retry" if status >= 500 else "stop", action_of(status))
    return {"status": status, "document": body, "name": name, "action": action}


def retry_file() -> File:
    """How long a device waits after an attempt."""
    cases = [(attempt, byte) for attempt in (0, 1, 2, 11, 12, 40) for byte in (0, 1, 128, 255)]
    return {
        "about": "PROTOCOL.md P5 (4). attempt: 0 is the first. byte: the chance in it.",
        "waits": [
            {"attempt": attempt, "byte": byte, "milliseconds": wait_milliseconds(attempt, byte)}
            for attempt, byte in cases
        ],
    }
