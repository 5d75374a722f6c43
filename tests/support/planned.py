"""What a forecast must agree with: enumerated populations, and every way that values can lie."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from proofs.crowds import Enumerated, Person, crowd, values_of
from proofs.scores import Scored
from tacit.planning.joint import Union, aligned_anywhere, aligned_within
from tacit.planning.known import KnownSizes
from tacit.planning.values import Values, constant, ends
from tacit.planning.variances import Noise, Variances, linked_factor
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.units import Units

PLAIN = Odds(5, 2, 2)
HALF, MID = Fraction(2), Fraction(3)
UNITS = Units(float(MID), float(HALF))  # values from 1 to 5
PLACES = [-1 + step / 12 for step in range(25)]


def is_near(found: float | None, exact: Fraction) -> bool:
    return found == pytest.approx(float(exact), rel=1e-10, abs=1e-13)


def claim(found: Noise, people: Fraction, population: Fraction) -> None:
    assert is_near(found.people, people), (found, float(people))
    assert is_near(found.population, population), (found, float(population))


def check_a_group(scheme: Scheme) -> None:
    """Of these people: what is left when each one's value is known. Of the population: all of it."""
    every, variances, people = Enumerated(scheme), Variances(scheme), crowd(scheme.rows.items)
    for group in range(scheme.rows.items):
        share, values = values_of(people, group, scheme.rows.levels)
        union, mean = Union(float(share)), Fraction(values.mean)

        def residual(own: Scored, mean: Fraction = mean, share: Fraction = share) -> Fraction:
            return (own[0] - mean * own[1]) / share

        claim(variances.count(union), *every.variances(people, lambda own: own[1], [group]))
        claim(
            variances.sum(union, values, UNITS, is_centred=True),
            *every.variances(people, lambda own: HALF * own[0], [group]),
        )
        claim(
            variances.sum(union, values, UNITS, is_centred=False),
            *every.variances(people, lambda own: HALF * own[0] + MID * own[1], [group]),
        )
        claim(variances.mean(union, values), *every.variances(people, residual, [group]))


def check_linked(scheme: Scheme) -> None:
    """+1 for half of every group and -1 for the others: the score times the outcome, over the count."""
    every, variances, items = Enumerated(scheme), Variances(scheme), scheme.rows.items
    share = Fraction(1, items)
    noise = raw = Fraction(0)
    for item, outcome in itertools.product(range(items), (-1, 1)):
        person = Person(share / 2, item)
        first, second = every.moments(person, lambda own, y=outcome: y * own[1] / share, [0])
        noise += person.share * (second - first**2)
        raw += person.share * second
    claim(variances.linked_mean(Union(float(share))), noise, raw)


def check_linked_apart(scheme: Scheme) -> None:
    """An outcome that some of each group have: never noisier than is said of groups that are so far apart."""
    every, variances, items = Enumerated(scheme), Variances(scheme), scheme.rows.items
    share, beyond = Fraction(1, items), False
    for rates in itertools.product((Fraction(0), Fraction(2, 5), Fraction(1)), repeat=3):
        rate_of = [rates[0], *(rates[1 + item % 2] for item in range(1, items))]
        noise = raw = Fraction(0)
        for item, outcome in itertools.product(range(items), (0, 1)):
            part = rate_of[item] if outcome else 1 - rate_of[item]
            person = Person(share * part, item)
            first, second = every.moments(person, lambda own, z=outcome - rates[0]: z * own[1] / share, [0])
            noise += person.share * (second - first**2)
            raw += person.share * second
        away = max(abs(rate - rates[0]) for rate in rate_of)
        alike = variances.linked_mean(Union(float(share))).times(1 / 4)
        bound = alike.times(linked_factor(float(away)))
        assert float(noise) <= (bound.people or 0) * (1 + 1e-9)
        assert float(raw) <= bound.population * (1 + 1e-9)
        beyond |= float(raw) > 1.2 * alike.population
    assert beyond, "groups that differ were never noisier than groups that do not"


def check_counts_of_unions(scheme: Scheme) -> None:
    """People evenly in all groups; every union of three items, and in it a part of two."""
    rows = scheme.rows
    every, joint = Enumerated(scheme), Variances(scheme).counts
    wholes = list(itertools.combinations(range(rows.items), 3))
    squares = products = Fraction(0)
    for whole, item in itertools.product(wholes, range(rows.items)):
        person = Person(Fraction(1, rows.items), item)
        squares += person.share * every.product(person, whole, whole)
        products += person.share * every.product(person, whole[:2], whole)
    part, union = Union(2 / rows.items, 2), Union(3 / rows.items, 3)
    assert is_near(joint.square(union), squares / len(wholes))
    assert is_near(joint.product(part, union), products / len(wholes))


def check_values_of_unions(scheme: Scheme) -> None:
    """Two groups taken together, all of one value; the people of the others are around the middle."""
    every, variances, items = Enumerated(scheme), Variances(scheme), scheme.rows.items
    size, value = Fraction(1, items), Fraction(1, 2)
    sums, means = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    pairs = list(itertools.combinations(range(items), 2))
    for pair in pairs:
        inside = [Person(size, item, value) for item in pair]
        outside = [
            Person(size / 2, item, side * value)
            for item in range(items)
            for side in (-1, 1)
            if item not in pair
        ]
        people = [*inside, *outside]
        of_sum = every.variances(people, lambda own: HALF * own[0] + MID * own[1], pair)
        of_mean = every.variances(people, lambda own: (own[0] - value * own[1]) / (2 * size), pair)
        sums = [a + b / len(pairs) for a, b in zip(sums, of_sum, strict=True)]
        means = [a + b / len(pairs) for a, b in zip(means, of_mean, strict=True)]
    union, values = Union(float(2 * size), 2), constant(float(value), scheme.rows.levels)
    claim(variances.sum(union, values, UNITS, is_centred=False), *sums)
    claim(variances.mean(union, values), *means)


def check_which_options_are_aligned(columns: int) -> None:
    """Options follow one another: seen from one of them, two others lie on a line with it, or do not."""
    rows = Hashed(columns**2, 1, columns)
    for first, size in ((0, 3), (columns - 1, 3), (1, 4), (columns - 2, 4)):
        triples = list(itertools.combinations(range(first, first + size), 3))
        on_a_line = [len({item // columns for item in triple}) == 1 for triple in triples]
        assert aligned_within(rows, first, size) == pytest.approx(sum(on_a_line) / len(triples))


def check_aligned_options(size: int) -> None:
    """All people are in one group, so that all is seen from within; the other groups have further digits."""
    rows = Hashed(25, 1, 5)
    scheme = Scheme(rows, PLAIN)
    every, joint = Enumerated(scheme), Variances(scheme).counts
    aligned = aligned_within(rows, 0, size)
    assert aligned == 1 != aligned_anywhere(rows)
    people = [Person(Fraction(1, size), item) for item in range(size)]
    found = sum((p.share * every.product(p, range(size), range(size)) for p in people), Fraction(0))
    assert is_near(joint.square(Union(1.0, size, aligned)), found)
    assert not is_near(joint.square(Union(1.0, size)), found)


def check_an_option(rows: Rows, chosen: Fraction) -> None:
    """A group of three options, of which so many choose the first; averaged over where its items lie."""
    scheme = Scheme(rows, PLAIN)
    every, variances = Enumerated(scheme), Variances(scheme)
    share = Fraction(3, rows.items)
    outside = (1 - share) / (rows.items - 3)

    def residual(part: Scored, whole: Scored) -> Fraction:
        return (part[1] - chosen * whole[1]) / share

    noise = raw = Fraction(0)
    wholes = [whole for whole in itertools.permutations(range(rows.items), 3) if whole[1] < whole[2]]
    for whole in wholes:
        held = {whole[0]: chosen * share} | dict.fromkeys(whole[1:], (1 - chosen) * share / 2)
        people = [Person(held.get(item, outside), item) for item in range(rows.items)]
        found = every.variances(people, residual, whole[:1], whole)
        noise, raw = noise + found[0], raw + found[1]
    part = Union(float(chosen * share), 1)
    claim(variances.part(part, Union(float(share), 3)), noise / len(wholes), raw / len(wholes))


def spread_of(group: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """The first group's values; the others' are around the middle, where they pull at nothing."""
    if group == 0:
        return (Fraction(1, 4), Fraction(-1)), (Fraction(3, 4), Fraction(1, 2))
    return (Fraction(1, 2), Fraction(-2, 3)), (Fraction(1, 2), Fraction(2, 3))


def check_known_sizes(scheme: Scheme, declining: Fraction | None) -> None:
    """Sum and mean over as many people as the known share makes; the last item is those who decline."""
    every, gone = Enumerated(scheme), declining or Fraction(0)
    last = scheme.rows.items - 1
    groups = last if declining is not None else last + 1
    share = Fraction(1, groups)
    people = [
        Person((1 - gone) * share * part, group, value)
        for group in range(groups)
        for part, value in spread_of(group)
    ]
    people += [Person(gone / 2, last, Fraction(end)) for end in (-1, 1)] if gone else []
    known = KnownSizes(Variances(scheme), None if declining is None else float(gone))
    _, values = values_of(people, 0, scheme.rows.levels)
    mean, expected = Fraction(values.mean), (1 - gone) * share

    def size(declined: Scored) -> Fraction:
        return share if declining is None else share * (1 - declined[1])

    def residual(own: Scored, declined: Scored) -> Fraction:
        return (own[0] - mean * size(declined)) / expected

    def total(own: Scored, declined: Scored) -> Fraction:
        return HALF * own[0] + MID * size(declined)

    found = known.mean(float(share), 1, values)
    assert found.people is None, "who of these people is in the group stays unknown"
    assert is_near(found.population, every.variances(people, residual, [0], [last])[1])
    # How many of these people are in the group is drawn too, beside all that the answers say.
    drawn = MID**2 * expected * (1 - share)
    noise = every.variances(people, total, [0], [last])[1] + drawn
    assert is_near(known.sum(float(share), 1, values, UNITS).population, noise)


def check_known_histogram(declining: Fraction | None) -> None:
    every, gone = Enumerated(Scheme(Direct(5, 1, 5), PLAIN)), declining or Fraction(0)
    share, chosen = Fraction(2, 3), Fraction(1, 4)
    cells = [share * chosen, share * (1 - chosen), (1 - share) / 2, (1 - share) / 2]
    people = [Person((1 - gone) * cell, item) for item, cell in enumerate(cells)]
    people += [Person(gone, 4)] if gone else []
    known = KnownSizes(Variances(every.scheme), None if declining is None else float(gone))

    def residual(own: Scored, declined: Scored) -> Fraction:
        size = share if declining is None else share * (1 - declined[1])
        return (own[1] - chosen * size) / ((1 - gone) * share)

    found = every.variances(people, residual, [0], [4])[1]
    assert is_near(known.part(float(share), float(chosen), 1).population, found)


def check_worst(scheme: Scheme, share: float) -> None:
    """Whatever two values a group's people hold; and some of these are as bad, nearly."""
    variances, union = Variances(scheme), Union(share)
    every = _pairs_of_values(scheme.rows.levels)
    for is_centred in (True, False):
        found = [variances.sum(union, values, UNITS, is_centred=is_centred) for values in every]
        bound = variances.worst_sum(union, UNITS, is_two_valued=False, is_centred=is_centred)
        _check_bound(found, bound)
    found = [variances.mean(union, values) for values in every]
    _check_bound(found, variances.worst_mean(union, is_two_valued=False))


def check_worst_of_two_values(scheme: Scheme, share: float) -> None:
    variances, union = Variances(scheme), Union(share)
    every = [ends(-1 + step / 50) for step in range(101)]
    for is_centred in (True, False):
        found = [variances.sum(union, values, UNITS, is_centred=is_centred) for values in every]
        bound = variances.worst_sum(union, UNITS, is_two_valued=True, is_centred=is_centred)
        _check_bound(found, bound)
    _check_bound(
        [variances.mean(union, values) for values in every], variances.worst_mean(union, is_two_valued=True)
    )


def _pairs_of_values(levels: int) -> list[Values]:
    """Half of a group, or more of it, at one place and the rest at another."""
    found = []
    for first, second in itertools.combinations_with_replacement(PLACES, 2):
        low, high = constant(first, levels), constant(second, levels)
        for part in (0.5, 0.75):
            mixed = (
                part * a + (1 - part) * b
                for a, b in zip(vars(low).values(), vars(high).values(), strict=True)
            )
            found.append(Values(*mixed))
    return found


def _check_bound(found: list[Noise], bound: Noise) -> None:
    for which in ("people", "population"):
        most = max(getattr(noise, which) for noise in found)
        assert 0.99 * getattr(bound, which) <= most <= getattr(bound, which) * (1 + 1e-9), which
