"""Elements as text: whatever is put into one comes out of a parser as it went in, and never as a tag."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parsed import xml_of
from tacit.drawing.markup import LOST, Markup, element, joined, start, writable

HOSTILE = '<script>alert("x")</script> & \' " ]]> <!-- \N{ARABIC LETTER ALEF}'


@given(st.text())
def test_text_comes_back_as_it_was_put_in(text: str) -> None:
    found = xml_of(element("p", {"title": text}, text))
    # A parser reads every line break as one character, and in attributes as a space.
    lines = writable(text).replace("\r\n", "\n").replace("\r", "\n")
    assert (found.text or "") == lines
    assert found.get("title", "").split() == writable(text).split()
    assert len(found) == 0


def test_a_hostile_text_makes_no_element() -> None:
    found = xml_of(element("p", {"title": HOSTILE}, HOSTILE, element("b", None, HOSTILE)))
    assert [each.tag for each in found.iter()] == ["p", "b"]
    assert found.get("title") == found.text == found[0].text == HOSTILE


def test_what_no_document_may_hold_is_marked() -> None:
    assert writable("a\x00b\ud800c\x1bd\ufffee") == LOST.join("abcde")
    assert writable("tab\tand\nline") == "tab\tand\nline"


def test_tags_are_kept_once_and_attributes_of_nothing_left_out() -> None:
    inner = element("b", {"id": None, "x": 1.5, "n": 3}, "1 < 2")
    assert inner == '<b x="1.5" n="3">1 &lt; 2</b>'
    assert joined(["<", inner]) == f"&lt;{inner}"
    assert isinstance(inner, Markup)
    assert start("col", {"class": "wide"}) == '<col class="wide">'
