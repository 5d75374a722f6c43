"""Pictures of plans: every point is a plan of its own, shapes alone tell lines apart, words say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asking import asked
from mutation import mutant, power_of
from pages import ROOT, text_of
from parsed import xml_of
from plotted import PEOPLE, STUDIES, SVG, check_begins, check_curves, check_picture
from tacit.drawing.axis import log_axis_between
from tacit.drawing.curves import Curve, Level, Look, Panel
from tacit.planning.curves import SAMPLED, THICK, Curves
from tacit.planning.picture import chart_of, in_words
from tacit.planning.plan import plan
from tacit.raster import png
from tacit.study.file import read_study
from tacit.study.study import Study

each_study = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.title)
TRIAL = re.compile(r"^```toml trial.toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
HOSTILE = '<b>"&amp;</b>'


@each_study
def test_lines_are_told_apart_by_shape_alone(study: Study) -> None:
    for panel in Curves(plan(study, PEOPLE)).panels:
        looks = [(curve.look.width, curve.look.dashes) for curve in panel.curves]
        assert len(set(looks)) == len(looks)
    colours = re.findall(r'(?:stroke|fill)="([^"]+)"', str(plan(study, PEOPLE).plot()))
    assert set(colours) <= {"currentColor", "none", "var(--paper, Canvas)"}


def test_levels_are_named_where_no_line_runs() -> None:
    """A line that ends at a level crosses its name at the right, one that begins there at the left."""
    across, up = log_axis_between(1, 100), log_axis_between(1, 100)
    level = Level(10.0, "useful below")
    falls = [(float(x), max(11.0, 1100 / x**1.2)) for x in range(1, 101)]
    stays = [(float(x), 11.0 / x) for x in range(1, 101)]
    ends, begins = (
        Panel("", "", across, up, (Curve("", tuple(points), Look(1)),)) for points in (falls, stays)
    )
    assert ends.is_named_at_left(level)
    assert not begins.is_named_at_left(level)


@each_study
def test_every_line_is_named_in_the_key_and_said_in_words(study: Study) -> None:
    drawn = chart_of(plan(study, PEOPLE))
    named = [line.name for line in drawn.lines if line.name != SAMPLED]
    assert named == [curve.name for curve in drawn.panels[0].curves if curve.look.width == THICK]
    thin = [curve for panel in drawn.panels for curve in panel.curves if curve.look.width != THICK]
    assert (SAMPLED in [line.name for line in drawn.lines]) == bool(thin)
    sentences = list(in_words(drawn))
    assert len(sentences) == 1 + sum(len(panel.curves) for panel in drawn.panels)
    root = xml_of(str(plan(study, PEOPLE).plot()))
    assert root.findtext(f"{SVG}desc") == " ".join(sentences)


def test_words_say_what_is_drawn_at_every_tick() -> None:
    found = plan(STUDIES[0], 24_000)
    words = list(in_words(chart_of(found)))
    assert words[0] == "How exactly the mean is known: ±, half of a 95% interval."
    assert words[1].startswith("By people, at epsilon 1, each of 2 equal groups: 1,000 ±1.57;")
    assert words[2].startswith("By people, at epsilon 1, a group of 10%: 1,000 not resolved; 3,000 ±4.53;")
    assert "By epsilon, with 24,000 people, each of 2 equal groups: 0.1 ±3.8;" in words[3]


def test_of_many_groups_the_rarest_the_typical_and_the_largest_are_drawn() -> None:
    names = [curve.name for curve in Curves(plan(STUDIES[1], PEOPLE)).panels[0].curves]
    assert [name for name in names if "," not in name] == ["a (2%)", "c (20%)", "e (40%)"]


def test_without_people_there_is_one_panel_around_those_that_are_enough() -> None:
    found = plan(STUDIES[0])
    (panel,) = Curves(found).panels
    assert panel.across.low < found.useful.people < panel.across.high
    assert panel.here is None
    assert panel.marks == ()


def test_where_nothing_is_resolved_it_says_so_and_shows_the_people_that_it_takes() -> None:
    found = plan(asked(groups=[f"g{at}" for at in range(300)]), 1000)
    people, epsilon = Curves(found).panels
    assert people.across.high >= found.useful.people
    assert people.curves[0].points
    assert not epsilon.curves[0].points
    assert str(found.plot()).count("nothing is resolved here") == 1


def test_the_study_lies_on_the_epsilon_axis_however_large_or_small_it_is() -> None:
    for epsilon in ("0.02", "12"):
        panel = Curves(plan(asked(groups="ab", epsilon=epsilon), PEOPLE)).panels[1]
        assert panel.across.low <= float(epsilon) <= panel.across.high


def test_what_people_wrote_stays_what_they_wrote() -> None:
    found = plan(asked(groups=(HOSTILE, "b"), shares=("0.3", "0.7"), title=HOSTILE), PEOPLE)
    root = xml_of(str(found.plot()))
    assert root.findtext(f"{SVG}title") == HOSTILE
    assert f"{HOSTILE} (30%)" in [each.text for each in root.iter(f"{SVG}text")]


def test_a_notebook_shows_the_table_and_the_picture() -> None:
    found = plan(STUDIES[0], PEOPLE)
    assert found._repr_html_().endswith(str(found.plot()))
    assert found.plot()._repr_svg_() == str(found.plot())


def test_the_picture_in_the_documentation_is_what_is_drawn(tmp_path: Path) -> None:
    page = ROOT / "docs" / "planning.md"
    (study,) = TRIAL.findall(text_of(page))
    (tmp_path / "trial.toml").write_text(study, encoding="utf-8")
    drawn = plan(read_study(tmp_path / "trial.toml"), 24_000).plot()
    kept = (ROOT / "docs" / "figures" / "plan.svg").read_text(encoding="utf-8")
    assert kept == f"{drawn}\n", "draw it anew: tacit plan trial.toml --people 24,000 --plot plan.svg"


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (80.0, 72_000.0, ["100", "300", "1,000", "3,000", "10,000", "30,000"]),
        (0.1, 8.0, ["0.1", "0.2", "0.5", "1", "2", "5"]),
        (1.0, 10.0, ["1", "2", "5", "10"]),
        (1.0, 1e9, ["1", "100", "10,000", "1,000,000", "100,000,000"]),
    ],
)
def test_an_axis_of_a_given_length_has_round_ticks_on_it(low: float, high: float, labels: list[str]) -> None:
    axis = log_axis_between(low, high)
    assert axis.labels == labels
    assert (axis.low, axis.high) == (low, high)
    assert (axis.place(low), axis.place(high)) == (0.0, 100.0)


@each_study
def test_a_png_is_the_same_bytes_every_time(study: Study) -> None:
    first = png(chart_of(plan(study, PEOPLE)))
    assert first.startswith(b"\x89PNG")
    assert png(chart_of(plan(study, PEOPLE))) == first


def _curves() -> None:
    for study in STUDIES:
        check_curves(study)


def _begins() -> None:
    for study in STUDIES:
        check_begins(study)


def _pictures() -> None:
    for study in STUDIES[:3]:
        check_picture(study)


P, D = "tacit.planning.curves", "tacit.drawing.curves"
PROOFS = {"curves": _curves, "begins": _begins, "pictures": _pictures}
MUTANTS = [
    mutant(
        "the population's line drawn twice",
        f"{P}:Curves._curves",
        "halfwidth(noise.judged.first, people)",
        "halfwidth(noise.judged.population, people)",
        caught_by="curves",
    ),
    mutant(
        "shares drawn as parts of 1",
        f"{P}:Curves.scale",
        "100.0 if self.plan.is_share else 1.0",
        "1.0",
        caught_by="curves, pictures",
    ),
    mutant(
        "half as many people by epsilon",
        f"{P}:Curves._by_epsilon",
        "shown.find(each), people)",
        "shown.find(each), people // 2)",
        caught_by="curves",
    ),
    mutant(
        "lines begin where the group is surely there",
        f"{P}:Curves._least",
        "max(noise.least_people, known)",
        "noise.least_people",
        caught_by="begins",
    ),
    mutant(
        "unresolved groups are drawn",
        f"{P}:Curves._is_resolved",
        "people >= noise.least_people and",
        "",
        caught_by="begins, curves",
    ),
    mutant(
        "the first group for the typical one",
        f"{P}:_at",
        "forecast.group(place)",
        "forecast.group(0)",
        caught_by="begins, curves",
    ),
    mutant(
        "dots on the thin lines",
        f"{P}:_marks",
        "curve.look.width == THICK",
        "curve.look.width != THICK",
        caught_by="curves",
    ),
    mutant(
        "points a little to the right",
        f"{D}:_curve",
        "drawn.left(x)",
        "drawn.left(x) + 2",
        caught_by="pictures",
    ),
    mutant(
        "labels of other ticks",
        f"{D}:_frame",
        "zip(drawn.up.ticks, drawn.up.labels",
        "zip(drawn.up.ticks, drawn.up.labels[::-1]",
        caught_by="pictures",
    ),
    mutant(
        "dots at half their height",
        f"{D}:_marks",
        "drawn.top(mark.at[1])",
        "drawn.top(mark.at[1] / 2)",
        caught_by="pictures",
    ),
    mutant(
        "useful up to a quarter",
        f"{P}:Curves._levels",
        "USEFUL * width",
        "WEAK * width",
        caught_by="pictures",
    ),
]
TestPower = power_of(PROOFS, MUTANTS)
