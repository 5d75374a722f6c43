"""What must hold of every figure: of a perfect tally it is the truth, with the variance enumerated."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from asking import asked
from estimated.cases import PLAIN, Case
from proofs.enumerated import Enumerated, Floats, at
from tacit.estimation.estimate import estimate
from tacit.estimation.intervals import Bounds, Interval
from tacit.scheme.rows import Hashed
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study
from tacit.study.units import is_two_valued, units_of
from tacit.tallying.tally import Tally

Z = 1.959963984540054


def near(value: float) -> object:
    return pytest.approx(value, rel=1e-9, abs=1e-5)


def check_bounds(bounds: Bounds | None, estimate: float, variance: float) -> None:
    assert bounds is not None
    assert bounds.sd is not None
    assert bounds.sd**2 == near(variance)
    assert (bounds.low, bounds.high) == (near(estimate - Z * bounds.sd), near(estimate + Z * bounds.sd))


def check_additive(figure: Interval | None, truth: float, people: float, population: float) -> None:
    """An estimate that adds up: its interval is z standard deviations to each side."""
    assert figure is not None
    assert figure.estimate == near(truth)
    check_bounds(figure.people, truth, people)
    check_bounds(figure.population, truth, population)


def check_fieller(
    figure: Interval, top: float, bottom: float, bounds: Bounds, variance: object, ends: tuple[float, float]
) -> None:
    """The interval holds the ratios R for which (top - R bottom)^2 <= z^2 variance(R), within the range."""
    assert callable(variance)
    point = top / bottom
    assert figure.estimate == near(point)
    assert bounds.sd == near(math.sqrt(variance(point)) / bottom)
    assert bounds.low is not None
    assert bounds.high is not None
    for end, limit in ((bounds.low, ends[0]), (bounds.high, ends[1])):
        gap, noise = (top - end * bottom) ** 2, Z**2 * variance(end)
        if end == limit:
            assert gap <= noise * (1 + 1e-9)
        else:
            assert gap == pytest.approx(noise, rel=1e-6)


def check_counts(case: Case) -> None:
    (found, copies), n = case.perfect, len(case.people)
    declined = [(found.declined, [case.cells.scheme.rows.items - 1])] if found.declined else []
    for figures, items in [*case.labelled, *declined]:
        if not case.cells.counts.any():
            assert figures.count is figures.share is figures.mean is None
            continue
        _, counts = case.scores(items)
        size, people = len(case.members(items)), case.cells.noise(case.people, counts)
        population = case.cells.sampled(case.people, counts)
        check_additive(figures.count, size * copies, people * copies, population * copies)
        whole = n * copies
        share = (size / n, people * copies / whole**2, population * copies / whole**2)
        check_additive(figures.share, *share)


def check_sums(case: Case) -> None:
    """Of these people's sums in a range the variance leaves out only how far values lie apart."""
    (_, copies), units = case.perfect, units_of(case.study.question)
    assert units is not None
    has_counts = bool(case.cells.counts.any())
    is_centred = case.study.needs.ask == "sum" or not has_counts
    for figures, items in case.labelled:
        sums, counts = case.scores(items)
        score = units.half * sums + (0.0 if is_centred else units.mid) * counts
        values = [float(person.value) for person in case.members(items)]
        unknown = sum(value**2 for value in values)
        if is_two_valued(case.study.question) and has_counts:
            unknown = 0.0
        elif values and has_counts:
            unknown -= sum(values) ** 2 / len(values)
        people = case.cells.noise(case.people, score) + units.half**2 * unknown
        truth = case.cells.expected(case.people, score)
        population = max(case.cells.sampled(case.people, score), people)
        check_additive(figures.sum, truth * copies, people * copies, population * copies)
        assert figures.about == (units.mid if is_centred else 0.0)


def check_means(case: Case) -> None:
    (_, copies), units, cells = case.perfect, units_of(case.study.question), case.cells
    assert units is not None
    for figures, items in case.labelled:
        if not cells.counts.any():
            continue
        assert figures.mean is not None
        members = case.members(items)
        if not members:
            assert (figures.mean.estimate, figures.mean.is_resolved) == (None, False)
            continue
        sums, counts = case.scores(items)

        def square(at_mean: float, sums: Floats = sums, counts: Floats = counts) -> float:
            scaled = (at_mean - units.mid) / units.half
            return cells.expected(case.people, (sums - scaled * counts) ** 2) * units.half**2 * copies

        def noise(at_mean: float, sums: Floats = sums, counts: Floats = counts) -> float:
            scaled = (at_mean - units.mid) / units.half
            return cells.noise(case.people, sums - scaled * counts) * units.half**2 * copies

        truth = units.mid + units.half * float(sum(person.value for person in members)) / len(members)
        size, ends = len(members) * copies, (units.low, units.high)
        people = noise if is_two_valued(case.study.question) else square
        assert figures.mean.people is not None
        check_fieller(figures.mean, truth * size, size, figures.mean.people, people, ends)
        check_fieller(figures.mean, truth * size, size, figures.mean.population, square, ends)


def check_options(case: Case) -> None:
    _, copies = case.perfect
    for figures, items in case.labelled:
        assert [option.option for option in figures.options] == ["no", "yes"]
        sums, counts = case.scores(items)
        for option, sign in zip(figures.options, (-1, 1), strict=True):
            score = (counts + sign * sums) / 2
            size = sum(person.value == sign for person in case.members(items))
            people, population = (f(case.people, score) for f in (case.cells.noise, case.cells.sampled))
            check_additive(option.count, size * copies, people * copies, population * copies)
        no, yes = (option.share for option in figures.options)
        assert yes == figures.mean
        if yes.estimate is not None:
            assert no.estimate == near(1 - yes.estimate)
            assert no.population.low == near(1 - (yes.population.high or 0))
            assert no.population.sd == yes.population.sd


def check_histogram(case: Case) -> None:
    (_, copies), cells = case.perfect, case.cells
    for figures, members in case.labelled:
        items = [3 * group + option for group in members for option in range(3)]
        whole, size = case.scores(items)[1], len(case.members(items))
        people, population = cells.noise(case.people, whole), cells.sampled(case.people, whole)
        check_additive(figures.count, size * copies, people * copies, population * copies)
        assert figures.sum is figures.mean is None
        for at_option, option in enumerate(figures.options):
            chosen = [3 * group + at_option for group in members]
            part, chose = case.scores(chosen)[1], len(case.members(chosen))
            people, population = cells.noise(case.people, part), cells.sampled(case.people, part)
            check_additive(option.count, chose * copies, people * copies, population * copies)
            if not size:
                assert not option.share.is_resolved
                continue

            def noise(share: float, part: Floats = part, whole: Floats = whole) -> float:
                return cells.noise(case.people, part - share * whole) * copies

            def square(share: float, part: Floats = part, whole: Floats = whole) -> float:
                return cells.expected(case.people, (part - share * whole) ** 2) * copies

            assert option.share.people is not None
            fixed = (chose * copies, size * copies)
            check_fieller(option.share, *fixed, option.share.people, noise, (0, 1))
            check_fieller(option.share, *fixed, option.share.population, square, (0, 1))


def check_known(case: Case) -> None:
    (found, copies), units, n = case.perfect, units_of(case.study.question), len(case.people)
    assert units is not None
    assert case.study.groups.shares is not None
    last = len(case.study.groups.labels)
    gone = len(case.members([last]))
    declined = case.scores([last])[1] if case.study.groups.decline else np.zeros(len(case.cells.sums))
    for item, share in enumerate(map(float, case.study.groups.shares)):
        figures, sums = found.groups[item], case.scores([item])[0]
        size = share * (n - gone)
        total = float(sum(person.value for person in case.members([item])))
        assert figures.sum is not None
        assert figures.mean is not None
        assert figures.sum.people is figures.mean.people is None
        truth = units.half * total + units.mid * size
        score = units.half * sums - units.mid * share * declined
        variance = case.cells.sampled(case.people, score) + units.mid**2 * size * (1 - share)
        assert figures.sum.estimate == near(truth * copies)
        check_bounds(figures.sum.population, truth * copies, variance * copies)

        def drawn(at_mean: float, sums: Floats = sums, share: float = share, item: int = item) -> float:
            scaled = (at_mean - units.mid) / units.half
            score = units.half * (sums + scaled * share * declined)
            return case.cells.sampled(case.people, score) * copies

        mean = units.mid + units.half * total / size
        fixed = (mean * size * copies, size * copies, figures.mean.population)
        check_fieller(figures.mean, *fixed, drawn, (units.low, units.high))


def check_known_histogram() -> None:
    scheme = Scheme(Hashed(7, 1, 3), PLAIN)
    study = asked(
        "choice",
        groups=("a", "b"),
        options=("x", "y", "z"),
        shares=("0.4", "0.6"),
        decline=True,
        frozen=scheme,
        epsilon="3",
    )
    case = Case("", study, tuple(at(item, 0, 1) for item in (0, 0, 1, 3, 4, 5, 5, 6, 6)))
    (found, copies), declined = case.perfect, case.scores([6])[1]
    for group, share in enumerate((0.4, 0.6)):
        for option, figures in enumerate(found.groups[group].options):
            item = 3 * group + option
            part, chose, size = case.scores([item])[1], len(case.members([item])), share * 7
            assert figures.share.people is None

            def drawn(ratio: float, part: Floats = part, share: float = share) -> float:
                return case.cells.sampled(case.people, part + ratio * share * declined) * copies

            fixed = (chose * copies, size * copies, figures.share.population)
            check_fieller(figures.share, *fixed, drawn, (0, 1))


def check_two_people(study: Study) -> None:
    """Every pair of answers through the whole estimate: nothing is rounded or left out on the way."""
    cells, people = Enumerated(study.scheme), (at(0, 1), at(1, -1))
    units = units_of(study.question)
    assert units is not None
    laws = [cells.law(person) for person in people]
    shape = (study.scheme.queries, study.scheme.rows.columns)
    moments = np.zeros((2, 2, 2))
    for first, second in product(range(laws[0].size), repeat=2):
        chance = laws[0][first] * laws[1][second]
        if not chance:
            continue
        both = np.bincount([first, second], minlength=laws[0].size)
        found = estimate(study, Tally(*shape, both))
        for group in range(2):
            count, total = found.groups[group].count, found.groups[group].sum
            assert count is not None
            assert total is not None
            for which, value in enumerate((count.estimate or 0.0, total.estimate or 0.0)):
                moments[group, which] += chance * value, chance * value**2
    for group, value in enumerate((units.high, units.low)):
        sums, counts = cells.sums[:, group], cells.counts[:, group]
        for which, (truth, score) in enumerate(
            ((1.0, counts), (value, units.half * sums + units.mid * counts))
        ):
            mean, square = moments[group, which]
            assert mean == near(truth)
            assert square - mean**2 == near(cells.noise(people, score))


def check_single_answers(case: Case) -> None:
    """Whatever the one answer is: somebody else would have given it nearly as likely."""
    scheme = case.study.scheme
    shape, size = (scheme.queries, scheme.rows.columns), scheme.queries * scheme.rows.columns
    for cell in range(0, size, -(-size // 40)):
        found = estimate(case.study, Tally(*shape, np.bincount([cell], minlength=size)))
        for figures in (*found.groups, *(each for margin in found.margins.values() for each in margin)):
            options = [figure for option in figures.options for figure in (option.count, option.share)]
            for figure in (figures.count, figures.share, figures.sum, figures.mean, *options):
                if figure is None:
                    continue
                for bounds in filter(None, (figure.people, figure.population)):
                    assert bounds.low is not None
                    assert bounds.high is not None
                    assert bounds.sd is None or bounds.sd > 0
                    assert bounds.high - bounds.low > 0 or figure.is_clipped
