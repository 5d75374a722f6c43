"""A server that lies to devices in Python and in JavaScript: they refuse, say why, and send nothing more."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from collected.javascript import CLIENT, node
from collected.studies import study_of
from served.liar import Liar, Lie, lying
from served.processes import Reply, Served, path_of, serving
from tacit.client.device import Device
from tacit.errors import TacitError
from tacit.protocol import bodies
from tacit.protocol.encoding import to_base64url
from tacit.study.study import Study

VECTORS = Path(__file__).parents[2] / "vectors" / "v1" / "manifests.json"
LOUD = "epsilon above what the device allows"
FOUR = study_of(epsilon="4")
MANIFESTS = {case["name"]: case for case in json.loads(VECTORS.read_text(encoding="utf-8"))["refused"]}
MANIFESTS[LOUD] = {"id": FOUR.id, "manifest": FOUR.manifest.decode(), "refused": "privacy.epsilon"}

Answer = Callable[[str, Path], dict[str, str]]


def in_python(link: str, folder: Path) -> dict[str, str]:
    try:
        return {"answer": Device(folder, patience=0).visit(link).answer(group="diabetic", value=3).answer}
    except TacitError as refused:
        return {"refused": str(refused)}


def in_javascript(link: str, folder: Path) -> dict[str, str]:
    command = [node(), "test/visits.js", link, "diabetic", "3"]
    done = subprocess.run(command, cwd=CLIENT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    said: dict[str, str] = json.loads(done.stdout)
    return said


CLIENTS = pytest.mark.parametrize("answer", [in_python, in_javascript])


@dataclass
class Scene:
    """An honest server with an open study and one by invitation."""

    served: Served
    open: Study
    blind: Study
    invited: int = 0

    def invitation(self) -> bytes:
        """One more."""
        self.invited += 1
        invitation = self.invited.to_bytes(16, "big")
        self.served.invite(self.blind, [invitation])
        return invitation

    def stored(self) -> int:
        """How many answers wait or are released, over all studies."""
        tallies = [self.served.research("GET", path_of(one, "/tally")) for one in (self.open, self.blind)]
        return sum(tally["answers"] for tally in tallies)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield Scene(served, served.open("open", batch=1), served.open("blind", batch=1))


def honest(_word: str, reply: Reply) -> bytes:
    return reply.body


def manifest(raw: bytes) -> Lie:
    """These bytes for the manifest."""
    return lambda word, reply: reply.body if word else raw


def changed(word: str, change: Callable[[bytes], bytes]) -> Lie:
    """What one route says."""
    return lambda asked, reply: change(reply.body) if asked == word else reply.body


@CLIENTS
@pytest.mark.parametrize("kind", ["open", "blind"])
def test_who_is_told_the_truth_answers(kind: str, answer: Answer, scene: Scene, tmp_path: Path) -> None:
    """Else the tests below would prove nothing."""
    study = scene.open if kind == "open" else scene.blind
    before = scene.stored()
    with lying(scene.served, study.id, honest) as liar:
        said = answer(link_to(liar, study, scene), tmp_path)
        assert set(said) == {"answer"}, said
    assert scene.stored() == before + 1


def link_to(liar: Liar, study: Study, scene: Scene) -> str:
    invitation = "" if study is scene.open else f"#i={to_base64url(scene.invitation())}"
    return f"{liar.origin}/s/{study.id}{invitation}"


@CLIENTS
@pytest.mark.parametrize(
    "name",
    [
        "another study's bytes",
        "one byte more than the id says",
        "an unknown member",
        "an unknown integer of the scheme",
        "a mean within",
        "columns above 999999",
        "a column too many",
        "another pool",
        "weights of 2^53",
        "a key of 1024 bits",
        LOUD,
    ],
)
def test_a_lie_about_the_study_is_refused_before_anything_is_sent(
    name: str, answer: Answer, scene: Scene, tmp_path: Path
) -> None:
    case = MANIFESTS[name]
    before = scene.stored()
    with lying(scene.served, scene.blind.id, manifest(case["manifest"].encode())) as liar:
        said = answer(f"{liar.origin}/s/{case['id']}#i={to_base64url(scene.invitation())}", tmp_path)
        assert said.get("refused", "").startswith(case["refused"] + " "), said
        assert liar.requests == [("GET", "")]
    assert scene.stored() == before


def other_bit(body: bytes) -> bytes:
    signed = bytearray(bodies.read_signature_reply(body))
    signed[-1] ^= 1
    return bodies.signature_reply(bytes(signed))


@CLIENTS
@pytest.mark.parametrize("lie", [other_bit, lambda body: bodies.signature_reply((1).to_bytes(256, "big"))])
def test_a_wrong_signature_is_refused_before_anything_is_drawn(
    lie: Callable[[bytes], bytes], answer: Answer, scene: Scene, tmp_path: Path
) -> None:
    before = scene.stored()
    with lying(scene.served, scene.blind.id, changed("tickets", lie)) as liar:
        said = answer(link_to(liar, scene.blind, scene), tmp_path)
        assert "the server signed wrongly" in said.get("refused", ""), said
        assert (liar.posts("tickets"), liar.posts("answers")) == (1, 0)
    assert scene.stored() == before


@CLIENTS
def test_a_ticket_of_another_length_is_no_ticket(answer: Answer, scene: Scene, tmp_path: Path) -> None:
    lie = changed("tickets", lambda _: bodies.ticket_reply(bytes(33)))
    with lying(scene.served, scene.open.id, lie) as liar:
        assert "refused" in answer(link_to(liar, scene.open, scene), tmp_path)
        assert liar.posts("answers") == 0


@CLIENTS
def test_somebody_elses_receipt_is_none(answer: Answer, scene: Scene, tmp_path: Path) -> None:
    lie = changed("answers", lambda _: bodies.answer_reply(bytes(16)))
    with lying(scene.served, scene.open.id, lie) as liar:
        assert "refused" in answer(link_to(liar, scene.open, scene), tmp_path)
        assert liar.posts("answers") == 1
