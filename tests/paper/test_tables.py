"""The numbers of PAPER, sections 3.1, 3.2, 5 and 8, found again by `tacit.paper.tables`."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf, sqrt

import pytest

from tacit.paper import Crossovers, QueryAndAnswer, RandomizedGroup, tables
from tacit.paper.cells import as_number, written
from tacit.paper.instances import FAMILIES, nothing_known
from tacit.paper.own_case import one_case, one_crossing, own_instance

# laws, k, m, epsilon: lambda*, alpha, lambda_gr*, lambda_vl*, beta3
SPOTS = """
uniform, 3, 2, 1: 0 5 0.423883115 0 5.0321472
skew, 2, 1, 0.5: 0.337545498 17.945519 0.470007424 0.202924685 9.0848003
split, 2, 1, 0.5: 0.295901115 11.00297 0.470007424 0.114902369 5.0014852
erratum 9, 2, 2, 0.5: 0.443851672 27.942364 0.470007424 0.172353553 12.938651
skew, 3, 2, 0.5: 0.556663471 110.56388 0.652411651 0.375220386 80.696773
skew, 5, 3, 1: 0.389801833 77.718585 0.720278491 0.104280172 73.313891
same, 10, 2, 0.5: 0.364097378 91.939962 0.891936460 0.314777312 633.41014
split, 10, 5, 1: 0.348048549 281.47505 0.857546720 0 531.14335
skew, 100, 5, 1: 0.457701893 4543.7662 0.986155921 0.139457032 80376.37
nothing known, 2, 1, 1: 0.26894142 8.365389 0.39322387 0.11920292 3.682694
nothing known, 10, 3, 1: 0.64781257 952.0491 0.92216770 0.40358200 2995.570
"""

# epsilon: (a) Q&A, RG, (b) Q&A, RG, (c) Q&A, RG
FIGURE_2 = """
0.1: 0.002 0.0105136224 0.147084059 0.252426773 1.28033187 1.53520171
0.5: 0.002 0.00632376304 0.00502140241 0.00967731821 0.0534685173 0.0600425159
1: 0.002 0.00348437666 0.002 0.00518127836 0.0142557102 0.0139890387
2: 0.002 0.00115594482 0.002 0.00165934978 0.00433630998 0.00262315528
3: 0.002 0.000408211556 0.002 0.000577048583 0.00260758537 0.000827497963
5: 0.002 0.0000540851757 0.002 0.0000758209418 0.002 0.000107441024
"""

# m cmin cmax e^eps: right lambda, printed lambda, alpha right, alpha printed, e^eps obtained with printed
BOUNDS = """
2 1/10 2/5 2: 1/3 5/9 13.88 72.53 26/19
2 1/10 2/5 5: 0 7/36 2.5 6.69125 13/5
2 1/5 3/10 2: 0 5/6 2.5 - 23/22
2 2/11 5/11 6/5: 13/21 1 163.44 - 3/2
3 3/20 9/50 11/10: 15/38 147/38 29.05 - -
1 1/5 4/5 2: 2/9 2/9 5.48 5.48 2
"""

# k m e^eps: right (lambda_gr, lambda_vl); statement -> e^eps; appendix -> e^eps
COROLLARIES = """
2 2 2: 16/33 3/34 2; 1/2 3/32 40/19; 16/37 3/34 42/17
2 2 6/5: 240/473 267/466 6/5; 5/8 89/96 -; 240/509 267/466 1614/1165
3 2 2: 16/23 3/14 2; 8/11 1/4 20/9; 48/73 3/14 50/21
5 3 3/2: 144/173 305/841 3/2; 1392/1591 305/597 8265/4168; 4176/5413 305/841 3711/1682
2 1 3/2: 12/25 7/39 3/2; 12/25 7/39 3/2; 12/25 7/39 3/2
"""


def lines_of(block: str) -> list[tuple[str, str]]:
    return [
        (given, numbers)
        for given, _, numbers in (line.partition(": ") for line in block.strip().splitlines())
    ]


def agrees(found: object, printed: str) -> bool:
    """Fractions exactly, decimals to their last printed digit."""
    if printed == "-":
        return found is None
    assert isinstance(found, (Fraction, float)), found
    if "." not in printed:
        return found == Fraction(printed)
    last_place = Fraction(1, 10 ** len(printed.partition(".")[2]))
    return abs(Fraction(found) - Fraction(printed)) <= last_place * Fraction(501, 1000)


def test_the_spot_values_are_found_again() -> None:
    rows = tables.spots().rows
    for row, (given, numbers) in zip(rows, lines_of(SPOTS), strict=True):
        assert list(map(str, row[:4])) == given.split(", ")
        found = row[4], row[5], row[6], row[7], row[8]
        for cell, printed in zip(found, numbers.split(), strict=True):
            assert agrees(cell, printed), (given, cell, printed)


def test_figure_2_has_its_numbers() -> None:
    *rows, last = tables.comparison().rows
    for row, (epsilon, numbers) in zip(rows, lines_of(FIGURE_2), strict=True):
        assert row[0] == float(epsilon)
        assert all(agrees(cell, printed) for cell, printed in zip(row[1:], numbers.split(), strict=True))
    crossings = [cell for cell in last[1:] if cell is not None]
    assert crossings == pytest.approx([1.492789425, 1.829261662, 0.942189798], abs=1e-9)


def test_figure_2_stops_lying_where_the_paper_has_its_kinks() -> None:
    """lambda = 0 from, lambda_vl = 0 from: (b) 0.693147, 0.423649; (c) 4.499810, 2.297560."""
    for first, second, of_query, of_group in (
        ("3/5", "3/10", Fraction(2), Fraction(7, 3)),
        ("9/10", "1/100", Fraction(90), Fraction(99)),
    ):
        laws = tuple((1 - Fraction(p), Fraction(p)) for p in (first, second))
        just_below = Fraction(999999, 1000000)
        assert QueryAndAnswer.for_ratio(2, 1, of_query, laws).lie == 0
        assert QueryAndAnswer.for_ratio(2, 1, of_query * just_below, laws).lie > 0
        root = sqrt(of_group)
        assert RandomizedGroup.for_ratio(2, 1, root * 1.000001, laws).lie_value == 0
        assert RandomizedGroup.for_ratio(2, 1, root * 0.999999, laws).lie_value > 0


def test_figure_4_has_its_corners_and_shows_what_is_printed() -> None:
    rows = tables.region().rows
    right = {2.5: (7.585818, 4.104250), 1.0: (26.894142, 18.393972), 0.5: (37.754067, 30.326533)}
    for epsilon, corner, _, axis, _ in rows:
        assert isinstance(epsilon, float)
        assert (float(corner), float(axis)) == pytest.approx(right[epsilon], abs=5e-7)  # type: ignore[arg-type]
    assert [(row[2], row[4]) for row in rows] == [("7.5", "4.5"), ("26.9", "18.4"), ("37.7", "30.3")]


def test_erratum_2_in_full() -> None:
    for row, (given, numbers) in zip(tables.lies_for_bounds().rows, lines_of(BOUNDS), strict=True):
        assert list(map(str, row[:4])) == given.split()
        for cell, printed in zip(row[4:], numbers.split(), strict=True):
            assert agrees(cell, printed), (given, cell, printed)


def test_errata_4_and_5_in_full() -> None:
    rows = iter(tables.lies_of_corollary().rows)
    for given, numbers in lines_of(COROLLARIES):
        for version, printed in zip(("right", "statement", "appendix"), numbers.split("; "), strict=True):
            row = next(rows)
            assert (row[0], f"{row[1]} {row[2]} {row[4]}") == (version, given)
            assert all(agrees(cell, number) for cell, number in zip(row[5:], printed.split(), strict=True))


def test_the_limits_name_whole_bits_and_people_too() -> None:
    rows = {row[:2]: row[2:] for row in tables.limits().rows}
    assert rows[(2, 2)] == (Fraction(3, 4), Fraction(3, 4), Fraction(1, 2))
    assert rows[(3, 5)][1] == Fraction(15, 16)
    assert rows[(4, 2)] == (2, 2, 1)
    assert float(rows[(3, 13)][0]) > 1 > float(rows[(3, 14)][0])  # type: ignore[arg-type]


def test_crossovers_advance_once_per_cell() -> None:
    steps: list[int] = []
    table = tables.crossings(advance=steps.append)
    assert sum(steps) == tables.crossing_steps() == 75
    assert all(isinstance(cell, Crossovers) for row in table.rows for cell in row[2:])


def test_every_table_is_json_as_it_is() -> None:
    for table in (tables.spots(), tables.comparison(), tables.lies_for_bounds(), tables.limits()):
        document = json.loads(json.dumps(table.to_json(), allow_nan=False))
        assert len(document["rows"]) == len(table.rows)
        assert all(set(row) == set(table.columns) for row in document["rows"])


def test_cells_read_well_for_people_and_exactly_for_machines() -> None:
    third, long = Fraction(1, 3), Fraction(10**9 + 1, 10**10)
    assert [written(cell, 4) for cell in (third, long, None, True, 7, "x", 12345.6, 1e12, 0.00001)] == [
        *("1/3", "0.1", "-", "yes", "7", "x", "12346", "1e+12", "1e-05")
    ]
    assert [as_number(cell) for cell in (third, Fraction(4, 2), inf, None, False)] == [
        1 / 3,
        2,
        None,
        None,
        False,
    ]


def test_a_case_of_ones_own_is_the_two_schemes_side_by_side() -> None:
    case = own_instance("skew", 3, 2)
    table = one_case(3, 2, "1", case, 5000)
    query = QueryAndAnswer.for_epsilon(3, 2, "1", case.laws)
    found = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [row["scheme"] for row in found] == ["Q&A", "RG"]
    assert found[0]["lie_value"] == query.lie
    assert found[0]["lie_group"] is None
    assert found[0]["people"] == 2500
    assert found[0]["error"] == query.error(case.laws, case.shares) / 2500
    assert found[0]["alpha, beta_3"] == query.error(case.laws, case.shares)
    assert found[1]["bits"] == 4


def test_a_case_of_which_nothing_is_known_is_the_worst() -> None:
    table = one_case(2, 1, "0.1", nothing_known(2, 1), 100)
    assert [row[-1] for row in table.rows] == [True, True]
    crossing = one_crossing(2, 1, nothing_known(2, 1))
    assert crossing.rows == ((0.0, None, "RG"),)


def test_families_have_the_size_asked_for() -> None:
    for name in FAMILIES:
        for groups, m in ((2, 1), (7, 4)):
            laws = own_instance(name, groups, m).laws
            assert laws is None or [len(row) for row in laws] == [2 * m] * groups
            assert laws is None or all(sum(row) == 1 for row in laws)
