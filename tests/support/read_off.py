"""Reports read as people read them: numbers off pictures with a ruler, files beside each other."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from asking import asked
from parsed import Node, html_of, sheets_of
from reported import HOSTILE, LINKED, STUDIES, answers_to, estimated
from tacit.errors import Refused
from tacit.estimation.estimate import estimate
from tacit.estimation.result import Estimate
from tacit.files.tally import tally
from tacit.reporting.report import Report, report
from tacit.study.promise import promised_ratio
from tacit.study.protection import belief_of
from tacit.study.study import Registered
from tacit.tallying.fingerprint import fingerprint

SMALLEST = 0.006  # of an axis: what a ruler can tell


@dataclass(frozen=True)
class Seen:
    """One row of a picture: where its dot, its thick bar and its thin line lie, by the ticks' labels."""

    label: str
    dot: float | None
    inner: tuple[float, float] | None
    outer: tuple[float, float] | None
    reach: float


def seen_in(table: Node) -> Iterator[Seen]:
    """Every row, measured with the axis above it as a ruler."""
    ticks = [
        (percent(tick.attributes["x"]), float(tick.text.replace(",", "")))
        for tick in table.first("thead").every("text")
    ]
    assert len(ticks) >= 2
    for row in table.every("tr"):
        pictures = list(row.every("svg", named="marks"))
        if pictures:
            yield _seen(row.first("th").text, pictures[0], ticks)


def percent(text: str) -> float:
    assert text.endswith("%")
    return float(text[:-1])


def _seen(label: str, picture: Node, ticks: list[tuple[float, float]]) -> Seen:
    def value(place: float) -> float:
        places, values = zip(*ticks, strict=True)
        steps = np.diff(values)
        if np.allclose(steps, steps[0]):
            return float(np.interp(place, places, values))
        return float(math.exp(np.interp(place, places, np.log(values))))

    dots = [value(percent(each.attributes["cx"])) for each in picture.every("circle", named="dot")]
    bars = [each.attributes for each in picture.every("rect", named="inner")]
    lines = [each.attributes for each in picture.every("line", named="outer")]
    inner = [(value(percent(bar["x"])), value(percent(bar["x"]) + percent(bar["width"]))) for bar in bars]
    outer = [(value(percent(line["x1"])), value(percent(line["x2"]))) for line in lines]
    return Seen(
        label,
        dots[0] if dots else None,
        inner[0] if inner else None,
        outer[0] if outer else None,
        abs(ticks[-1][1] - ticks[0][1]),
    )


def numbers_in(cell: str) -> list[float]:
    """`1,999 to 2,626`, `7.21`."""
    return [float(part.replace(",", "")) for part in cell.split(" to ")] if cell else []


def check_pictures(page: Node) -> None:
    """What a ruler reads off every picture is what the cells beside it say."""
    measured = 0
    for table in page.every("table", named="forest"):
        rows = [row for row in table.every("tr") if list(row.every("svg", named="marks"))]
        for row, seen in zip(rows, seen_in(table), strict=True):
            cells = {cell.attributes["data-column"]: cell.text for cell in row.every("td", named="number")}
            if cells["estimate"] == "not resolved":
                assert seen.dot is None, seen
                continue
            told = [*numbers_in(cells["estimate"])]
            drawn = [seen.dot]
            for column, ends in (("these people", seen.inner), ("population", seen.outer)):
                if cells.get(column):
                    told += numbers_in(cells[column])
                    drawn += list(ends or ())
            assert len(told) == len(drawn), (seen, cells)
            for number, place in zip(told, drawn, strict=True):
                assert place is not None
                allowed = SMALLEST * max(seen.reach, abs(number)) + 0.51 * _last_digit(cells["estimate"])
                assert abs(number - place) <= allowed, (seen, cells)
                measured += 1
    assert measured > 10


def _last_digit(cell: str) -> float:
    return float(10 ** -len(cell.partition(".")[2]))


def pictures() -> None:
    """With a ruler."""
    for name in ("range", "histogram", "known", "two options"):
        check_pictures(html_of(fresh(name).to_html()))
    few = asked(epsilon="1", groups=("a", "b"))
    check_pictures(html_of(report(few, estimate(few, tally(few, *answers_to(few, 30)))).to_html()))


def fresh(name: str) -> Report:
    """A report that nobody has kept."""
    return report(STUDIES[name], estimated(name, 3000), consistent=True, shrink=True)


def pages() -> None:
    """Hostile labels come out as they went in; every picture has words; nothing else is an element."""
    text = fresh("hostile").to_html()
    found = html_of(text)
    assert found.first("h1").text == HOSTILE
    assert {each.text for each in found.every("th", named="label")} >= set(STUDIES["hostile"].groups.labels)
    for row in found.every("tr"):
        for picture in row.every("svg", named="marks"):
            assert all(cell.text in picture.first("title").text for cell in row.every("td", named="number"))


def figures() -> None:
    """The flat rows are the JSON document's figures."""
    for name in ("range", "crossed"):
        found = fresh(name)
        rows = {
            (row["margin"], row["group"], row["figure"]): row
            for row in found.findings.records()
            if row["table"] == "estimate" and not row["option"]
        }
        document = json.loads(json.dumps(found.to_json()["estimate"]))
        for margin, groups in {"": document["groups"], **document.get("margins", {})}.items():
            for group in groups:
                for figure in ("count", "sum", "mean"):
                    told, row = group[figure], rows.get((margin, group["group"], figure), {})
                    assert [row.get(key) for key in ("estimate", "sd", "low", "high")] == [
                        told[key] for key in ("estimate", "sd", "low", "high")
                    ]
                    assert row.get("population_high") == told["population"]["high"]
                    assert row.get("population_low") == told["population"]["low"]


def comparisons() -> None:
    """A difference is of the means that it is said to be of, the right way round."""
    found = fresh("two options").findings
    rows = [row for row in found.records() if row["table"] == "difference"]
    assert len(rows) == 3
    for row in rows:
        first, second = (_share(found.estimate, str(row[name])) for name in ("group", "against"))
        assert abs(float(row["estimate"] or 0) - (first - second)) < 1e-9
        assert row["comparisons"] == 3
    (pair,) = {
        (row["group"], row["against"], row["comparisons"])
        for row in fresh("histogram").findings.records()
        if row["table"] == "difference"
    }
    assert pair == ("a", "b", 3)


def verdicts() -> None:
    """Groups are equivalent where the interval beside the verdict lies within the margin."""
    found = estimated("known")
    for margin in np.arange(0.1, 6.0, 0.1).tolist():
        for each in found.differences(margin=margin):
            ends = each.deciding.population
            assert ends.low is not None
            assert ends.high is not None
            assert each.is_equivalent == (-margin < ends.low and ends.high < margin)


def _share(found: Estimate, group: str) -> float:
    share = found[group].options[1].share.estimate
    assert share is not None
    return share


def formulas() -> None:
    """No cell of the CSV begins a formula, and none of the workbook is one."""
    with TemporaryDirectory() as folder:
        files = fresh("hostile").write(Path(folder) / "r.csv", Path(folder) / "r.xlsx")
        texts = [path.read_bytes() for path in files]
    for content in texts[:2]:
        for row in csv.reader(io.StringIO(content.decode("utf-8"))):
            assert not any(cell[:1] in ("=", "+", "@", "\t") for cell in row)
            assert not any(
                cell[:1] == "-" and not cell[1:].replace(".", "").replace("e-", "").isdigit() for cell in row
            )
    labels = {row[3] for row in sheets_of(texts[2])["Figures"][1:]}
    assert labels == set(STUDIES["hostile"].groups.labels)


def guesses() -> None:
    """A guess of 1 in 10 goes no further than is said, and nearly as far."""
    for epsilon in ("0.5", "1", "2", "3"):
        study = asked(epsilon=epsilon)
        ratio = promised_ratio(study.scheme, study.privacy)
        assert ratio is not None
        told = [Fraction(number) / 100 for number in re.findall(r"([\d.]+)%", belief_of(study))]
        start, most, least = told
        high = start * ratio / (start * ratio + 1 - start)
        low = start / (start + (1 - start) * ratio)
        assert start == Fraction(1, 10)
        assert high <= most <= high + Fraction(1, 1000)
        assert low - Fraction(1, 1000) <= least <= low


def names() -> None:
    """Other answers have another name; the same in another order have the same."""
    queries, columns = answers_to(STUDIES["range"], 400)
    whole = tally(STUDIES["range"], queries, columns)
    moved = columns.copy()
    moved[7] = (moved[7] + 1) % STUDIES["range"].scheme.rows.columns
    turned = tally(STUDIES["range"], queries[::-1].copy(), columns[::-1].copy())
    assert fingerprint(whole) == fingerprint(turned)
    assert fingerprint(tally(STUDIES["range"], queries, moved)) != fingerprint(whole)
    query, column = answers_to(LINKED, 100)
    table = {"query": query, "column": column, "y": np.arange(100)}
    other = {**table, "y": np.arange(100)[::-1].copy()}
    assert fingerprint(tally(LINKED, table, outcomes="y")) != fingerprint(tally(LINKED, other, outcomes="y"))


def registrations() -> None:
    """As registered, and not."""
    pair = ("a", "b")
    for level, compare, departs in (
        (0.95, (pair,), False),
        (0.9, (pair,), True),
        (0.95, (("a", "c"),), True),
    ):
        study = asked(epsilon="3", analysis=Registered(compare=compare))
        found = estimate(study, tally(study, *answers_to(study, 2000)), level=level)
        made = report(study, found, compare=[pair]).findings
        assert bool(made.departures) == departs, made.departures


def whole_files() -> None:
    """All files or none, and nothing else."""
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "a.html"
        kept.write_text("mine", encoding="utf-8")
        for more in (Path(folder) / "no" / "b.md", Path(folder) / "b.pdf"):
            try:
                fresh("none").write(kept, more)
            except Refused:
                assert [path.name for path in Path(folder).iterdir()] == ["a.html"]
                assert kept.read_text(encoding="utf-8") == "mine"
            except OSError as error:
                raise AssertionError("what cannot be written was begun") from error
            else:
                raise AssertionError("what cannot be written was not refused")
        try:
            fresh("none").write(kept, force=False)
        except Refused:
            assert kept.read_text(encoding="utf-8") == "mine"
        else:
            raise AssertionError("another file was written over")


def first_things() -> None:
    """What cannot be said is said, and nothing else is called unknown."""
    study = asked(epsilon="0.5", groups=("a", "b"))
    few = report(study, estimate(study, tally(study, *answers_to(study, 9))))
    assert "9 answers are too few" in "".join(few.unsaid[:1])
    assert any(sentence.startswith("The mean of every group is not resolved") for sentence in few.unsaid)
    assert fresh("crossed").unsaid == []
    assert report(STUDIES["none"], estimated("none"), seeds=[3]).unsaid[:1] == [
        "Anything about people who answered: nobody did. These answers were simulated."
    ]


PROOFS = {
    proof.__name__: proof
    for proof in (
        *(pictures, pages, figures, comparisons, formulas, guesses, names, registrations, whole_files),
        verdicts,
        first_things,
    )
}
