"""What pictures of plans must agree with: the plans themselves, read off with a ruler."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from asking import asked
from parsed import Element, xml_of
from tacit.drawing.curves import Panel
from tacit.planning.curves import THICK, Curves
from tacit.planning.figures import GroupForecast
from tacit.planning.plan import Plan, plan
from tacit.study.study import Study

SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 0.3  # of what is drawn, what a ruler can tell
SHARES = ("0.02", "0.08", "0.2", "0.3", "0.4")
STUDIES = [
    asked("range", groups="ab", title="equal groups"),
    asked("range", groups="abcde", shares=SHARES, epsilon="2", title="unequal groups"),
    asked("choice", options=("no", "yes"), groups="ab", epsilon="3", title="two options"),
    asked(
        "choice", options=("x", "y", "z"), groups="ab", shares=("0.3", "0.7"), decline=True, title="options"
    ),
    asked("none", groups="abc", epsilon="2", title="groups alone"),
    asked("range", ask="sum", epsilon="0.4", title="sums"),
    asked("range", promise="group", mean_within="0.6", title="bounded means"),
]
PEOPLE = 30_000


def by_name(found: Plan, name: str) -> GroupForecast:
    """The group that a line is of; of groups that are alike, the first."""
    named = [group for group in (*found.groups, *found.rarer) if name.startswith(group.group)]
    return max(named, key=lambda group: len(group.group), default=found.groups[0])


def check_curves(study: Study) -> None:
    """Every point is what a plan with so many people, or at this epsilon, says; the dots are this plan's."""
    found = plan(study, PEOPLE)
    people, epsilon = Curves(found).panels
    points = 100.0 if found.is_share else 1.0
    for panel, at in ((people, "people"), (epsilon, "epsilon")):
        for curve in panel.curves:
            is_sampled = curve.look.width != THICK
            for x, height in curve.points[:: max(1, len(curve.points) // 5)]:
                by_people = at == "people"
                there = plan(study, round(x)) if by_people else plan(study, PEOPLE, epsilon=f"{x:.2f}")
                if there.measure != found.measure:
                    continue  # at a larger epsilon this study says more
                judged = by_name(there, curve.name).judged
                assert judged is not None, (curve.name, at, x)
                known = judged.population if is_sampled else judged.first
                assert height == pytest.approx(points * known), (curve.name, at, x)
    assert people.here is not None
    assert epsilon.here is not None
    assert people.here[0] == PEOPLE
    assert epsilon.here[0] == float(study.privacy.epsilon)
    for panel in (people, epsilon):
        due = [points * group.judged.first for group in _shown(found, panel) if group.judged]
        assert sorted(mark.at[1] for mark in panel.marks) == pytest.approx(sorted(due))


def _shown(found: Plan, panel: Panel) -> Iterator[GroupForecast]:
    return (by_name(found, curve.name) for curve in panel.curves if curve.look.width == THICK)


def check_begins(study: Study) -> None:
    """Lines begin where the group is resolved: with one person fewer nothing would be known of it."""
    people = Curves(plan(study, PEOPLE)).panels[0]
    for curve in people.curves:
        first = round(curve.points[0][0])
        if first > people.across.low + 1:
            assert by_name(plan(study, first), curve.name).judged is not None
            assert by_name(plan(study, first - 1), curve.name).judged is None


@dataclass(frozen=True)
class Ruler:
    """From a place on paper to a value, by two labelled ticks of a logarithmic axis."""

    places: tuple[float, float]
    values: tuple[float, float]

    def value(self, place: float) -> float:
        low, high = map(math.log, self.values)
        part = (place - self.places[0]) / (self.places[1] - self.places[0])
        return math.exp(low + part * (high - low))

    @classmethod
    def of(cls, ticks: list[tuple[float, float]]) -> Ruler:
        (first, low), *_, (last, high) = sorted(ticks)
        return cls((first, last), (low, high))


def check_picture(study: Study) -> None:
    """Lines, dots and levels lie where the labels of the ticks say."""
    found = plan(study, PEOPLE)
    root = xml_of(str(found.plot()))
    drawn = [each for each in root.findall(f"{SVG}svg") if each.find(f"{SVG}path[@class='grid']") is not None]
    panels = Curves(found).panels
    assert len(drawn) == len(panels) == 2
    for picture, panel in zip(drawn, panels, strict=True):
        across, up = _rulers(picture)
        lines = [each for each in picture.findall(f"{SVG}path") if each.get("class") == "curve"]
        assert len(lines) == len(panel.curves)
        for line, curve in zip(lines, panel.curves, strict=True):
            places = [tuple(map(float, each.split())) for each in str(line.get("d"))[1:].split("L")]
            assert len(places) == len(curve.points)
            for (x, y), point in zip(places, curve.points, strict=True):
                assert across.value(x) == pytest.approx(point[0], rel=0.01)
                assert up.value(y) == pytest.approx(point[1], rel=0.01)
        dots = picture.findall(f"{SVG}circle")
        for dot, mark in zip(dots, panel.marks, strict=True):
            assert across.value(float(str(dot.get("cx")))) == pytest.approx(mark.at[0], rel=0.01)
            assert up.value(float(str(dot.get("cy")))) == pytest.approx(mark.at[1], rel=0.01)
        levels = [each for each in picture.findall(f"{SVG}path") if each.get("class") == "level"]
        told = [up.value(float(str(each.get("d")).split("H")[0].split()[1])) for each in levels]
        scale = (100.0 if found.is_share else 1.0) * found.width
        assert sorted(told) == pytest.approx([0.1 * scale, 0.25 * scale], rel=0.01)


def _rulers(picture: Element) -> tuple[Ruler, Ruler]:
    """By the labels, which stand where their faint lines are."""
    lines = [str(each.get("d")) for each in picture.findall(f"{SVG}path") if each.get("class") == "grid"]
    upright = [float(line[1:].split()[0]) for line in lines if "V" in line]
    level = [float(line.split("H")[0].split()[1]) for line in lines if "H" in line]
    texts = [
        (float(str(each.get("x"))), float(str(each.get("y"))), str(each.text))
        for each in picture.findall(f"{SVG}text")
        if re.fullmatch(r"[\d.,]+", str(each.text))
    ]
    across = [(x, _number(text)) for x, _, text in texts if any(abs(x - line) < SMALLEST for line in upright)]
    up = [
        (y - 4, _number(text)) for _, y, text in texts if any(abs(y - 4 - line) < SMALLEST for line in level)
    ]
    return Ruler.of(across), Ruler.of(up)


def _number(text: str) -> float:
    return float(text.replace(",", ""))
