"""Every template is right as it stands, and says what each of its lines does."""

from __future__ import annotations

import re
import tomllib
from datetime import date

import pytest

from tacit.errors import Refused
from tacit.study.advice import advice
from tacit.study.file import parse_toml
from tacit.study.tables import PARTS, TOP, keys_of
from tacit.study.template import TEMPLATES, summary, template

DAY = date(2030, 1, 31)


def text_of(name: str) -> str:
    return template(name, not_after=DAY)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_a_study_as_it_stands(name: str) -> None:
    study = parse_toml(text_of(name).encode())
    assert study.not_after == DAY
    assert study.scheme.total > 1
    assert study.collect.people


@pytest.mark.parametrize("name", TEMPLATES)
def test_little_in_a_template_deserves_a_second_look_but_the_example_s_owner(name: str) -> None:
    """Devices cannot decline, nor who throws a die: the rest is well chosen."""
    given = {problem.field for problem in advice(parse_toml(text_of(name).encode()), today=date(2029, 1, 1))}
    expected = {
        "telemetry": {"collect.tickets", "groups.decline"},
        "class": {"groups.decline"},
    }
    assert given == {"owner"} | expected.get(name, set())


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_line_of_a_template_has_its_note_and_fits(name: str) -> None:
    for line in text_of(name).splitlines():
        assert len(line) <= 120
        is_setting = re.match(r"(# )?\w+ = ", line) and not re.match(r"(department|age) = ", line)
        assert not is_setting or "  #" in line or " # " in line[2:], line


def test_the_basic_template_shows_every_key_that_there_is() -> None:
    text = text_of("basic")
    for table in ("", *PARTS):
        for key in keys_of(table):
            assert re.search(rf"^(# )?{key} = ", text, flags=re.MULTILINE), f"[{table}] {key}"


def test_what_the_basic_template_switches_off_can_be_switched_on() -> None:
    """Each note that is a setting, taken alone, is read as one; what does not fit is said to conflict."""
    lines = text_of("basic").splitlines()
    for at, line in enumerate(lines):
        if re.match(r"# \w+ = ", line):
            switched = "\n".join([*lines[:at], line.removeprefix("# "), *lines[at + 1 :]])
            assert tomllib.loads(switched)
            try:
                parse_toml(switched.encode())
            except Refused as refused:
                said = [str(problem) for problem in refused.problems]
            else:
                said = []
            assert not any("is not a" in message for message in said), line


def test_summaries_are_one_short_line_each() -> None:
    assert len({summary(name) for name in TEMPLATES}) == len(TEMPLATES) == 6
    assert all(0 < len(summary(name)) < 110 for name in TEMPLATES)


def test_top_keys_come_before_tables() -> None:
    for name in TEMPLATES:
        head = text_of(name).partition("\n[")[0]
        assert all(f"\n{key} = " in head for key in TOP)


def test_an_unknown_template_is_refused_with_what_was_meant() -> None:
    names = '"basic", "trial", "poll", "telemetry", "class" or "scale"'
    with pytest.raises(Refused, match=f'^template must be {names}; got "trail"; did you mean "trial"\\?$'):
        text_of("trail")
