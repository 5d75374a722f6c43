"""What a forecast of differences must agree with: enumerated populations, averaged over pairs of groups."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from asking import asked
from planned import PLAIN, claim, is_near
from proofs.crowds import Combined, Enumerated, Person, rounded_square, values_of
from proofs.scores import Scored
from tacit.planning.forecast import Forecast
from tacit.planning.pairs import Pairs
from tacit.scheme.rows import Direct
from tacit.scheme.scheme import Scheme

HALF = 5  # of the range from 0 to 10
NAMES = "abcdefghi"
SHARES = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
EVEN = ((Fraction(1, 2), Fraction(-2, 3)), (Fraction(1, 2), Fraction(2, 3)))
HELD = (
    ((Fraction(1, 4), Fraction(-1)), (Fraction(3, 4), Fraction(1, 2))),
    ((Fraction(1, 3), Fraction(0)), (Fraction(2, 3), Fraction(4, 5))),
)
Pair = tuple[int, int]


def people_of(scheme: Scheme, pair: Pair, size: Fraction) -> list[Person]:
    """Groups of one size; the two hold values of their own, the others lie around the middle."""
    held = {item: HELD[pair.index(item)] if item in pair else EVEN for item in range(scheme.rows.items)}
    return [Person(size * part, item, value) for item, values in held.items() for part, value in values]


def average(
    scheme: Scheme, people: Callable[[Pair], Sequence[Person]], of: Combined, *beside: Iterable[int]
) -> tuple[Fraction, Fraction]:
    """Privacy noise alone, and with sampling, on average over all pairs of items."""
    every, pairs = Enumerated(scheme), list(itertools.permutations(range(scheme.rows.items), 2))
    found = [every.variances(people(pair), of, pair[:1], pair[1:], *beside) for pair in pairs]
    noise, population = (sum(each, Fraction(0)) / len(pairs) for each in zip(*found, strict=True))
    return noise, population


def even_square(scheme: Scheme) -> float:
    """The mean square of the levels that those around the middle are rounded to."""
    return float(sum(part * rounded_square(value, scheme.rows.levels) for part, value in EVEN))


def check_every_pair(scheme: Scheme) -> None:
    """Each pair by itself, among groups of unlike sizes: with hashed rows it matters who is on a line."""
    every, items = Enumerated(scheme), scheme.rows.items
    sizes = [Fraction(2 + item % 3, 1) for item in range(items)]
    shares = [size / sum(sizes) for size in sizes]
    study = asked(groups=NAMES[:items], frozen=scheme, **_said(scheme))
    forecast = Forecast(study, measure="mean", shares=tuple(map(float, shares)))
    for pair in itertools.permutations(range(items), 2):
        spread = {item: HELD[pair.index(item)] if item in pair else EVEN for item in range(items)}
        people = [
            Person(shares[item] * part, item, value)
            for item, values in spread.items()
            for part, value in values
        ]
        held = tuple(values_of(people, item, scheme.rows.levels)[1] for item in pair)
        means = [Fraction(values.mean) for values in held]

        def of(
            first: Scored, second: Scored, pair: Pair = pair, means: Sequence[Fraction] = means
        ) -> Fraction:
            ends = ((first, pair[0], means[0]), (second, pair[1], means[1]))
            one, two = ((score[0] - mean * score[1]) / shares[item] for score, item, mean in ends)
            return HALF * (one - two)

        found = Pairs(forecast).holding(*pair, held=(held[0], held[1]))
        claim(found.noise, *every.variances(people, of, pair[:1], pair[1:]))
        sizes_apart = every.variances(people, lambda one, two: one[1] - two[1], pair[:1], pair[1:])
        claim(Pairs(forecast).sizes(*pair).noise, *sizes_apart)


def check_means(scheme: Scheme) -> None:
    size = Fraction(1, scheme.rows.items)
    people = people_of(scheme, (0, 1), size)
    held = tuple(values_of(people, item, scheme.rows.levels)[1] for item in (0, 1))
    means = [Fraction(values.mean) for values in held]

    def of(first: Scored, second: Scored) -> Fraction:
        residuals = (each[0] - mean * each[1] for each, mean in zip((first, second), means, strict=True))
        return HALF * (next(residuals) - next(residuals)) / size

    study = asked(groups=NAMES[: scheme.rows.items], frozen=scheme, **_said(scheme))
    pairs = Pairs(Forecast(study, measure="mean"), on_average=True)
    found = pairs.holding(0, 1, held=(held[0], held[1]), rounded=even_square(scheme))
    claim(found.noise, *average(scheme, lambda pair: people_of(scheme, pair, size), of))


def check_sums(scheme: Scheme) -> None:
    """Per person expected, of the values less the middle."""
    size = Fraction(1, scheme.rows.items)
    people = people_of(scheme, (0, 1), size)
    held = tuple(values_of(people, item, scheme.rows.levels)[1] for item in (0, 1))
    study = asked(groups=NAMES[: scheme.rows.items], frozen=scheme, ask="sum", **_said(scheme))
    pairs = Pairs(Forecast(study, measure="sum per person"), on_average=True)
    found = pairs.holding(0, 1, held=(held[0], held[1]), rounded=even_square(scheme))

    def of(first: Scored, second: Scored) -> Fraction:
        return HALF * (first[0] - second[0]) / size

    claim(found.noise, *average(scheme, lambda pair: people_of(scheme, pair, size), of))


def check_linked(scheme: Scheme) -> None:
    """+1 for half of every group and -1 for the others, shown as a share; then how large the groups are."""
    every, items = Enumerated(scheme), scheme.rows.items
    share = Fraction(1, items)
    pairs = Pairs(Forecast(asked("none", groups=NAMES[:items], frozen=scheme)), on_average=True)
    noise = raw = Fraction(0)
    of_pairs = list(itertools.permutations(range(items), 2))
    for pair, item, outcome in itertools.product(of_pairs, range(items), (-1, 1)):

        def of(first: Scored, second: Scored, y: int = outcome) -> Fraction:
            return y * (first[1] - second[1]) / share / 2

        first, second = every.moments(Person(share / 2, item), of, pair[:1], pair[1:])
        noise += share / 2 * (second - first**2) / len(of_pairs)
        raw += share / 2 * second / len(of_pairs)
    claim(pairs.between(0, 1).noise, noise, raw)
    everybody = [Person(share, item) for item in range(items)]
    sizes = average(scheme, lambda pair: everybody, lambda first, second: first[1] - second[1])
    claim(pairs.sizes(0, 1).noise, *sizes)


def check_known_means(declining: Fraction | None) -> None:
    """Over as many people as known shares make; the last item is those who decline."""
    gone, groups, some = declining or Fraction(0), 3, declining is not None
    scheme = Scheme(Direct(groups + some, 2, 2 * (groups + some)), PLAIN)
    people = [
        Person((1 - gone) * share * part, group, value)
        for group, share in enumerate(SHARES)
        for part, value in (*HELD, EVEN)[group]
    ]
    held = tuple(values_of(people, group, 2)[1] for group in (0, 1))
    people += [Person(gone / 2, groups, Fraction(end)) for end in (-1, 1)] if gone else []
    means = [Fraction(values.mean) for values in held]

    def of(first: Scored, second: Scored, declined: Scored) -> Fraction:
        answering = 1 - declined[1] if some else Fraction(1)
        sides = zip((first, second), means, SHARES, strict=False)
        each = [(score[0] - mean * share * answering) / ((1 - gone) * share) for score, mean, share in sides]
        return HALF * (each[0] - each[1])

    shares = [str(float(share)) for share in SHARES]
    study = asked(groups=NAMES[:groups], frozen=scheme, shares=shares, decline=some)
    found = Pairs(Forecast(study, declining=float(gone))).holding(0, 1, held=(held[0], held[1])).noise
    assert found.people is None
    wanted = Enumerated(scheme).variances(people, of, [0], [1], [scheme.rows.items - 1])[1]
    assert is_near(found.population, wanted)


def check_options() -> None:
    """Two groups of three options; of one a quarter choose the first, of the other a half."""
    scheme, size, chosen = Scheme(Direct(6, 1, 6), PLAIN), Fraction(1, 2), (Fraction(1, 4), Fraction(1, 2))
    people = [
        Person(size * part, 3 * group + option)
        for group, first in enumerate(chosen)
        for option, part in enumerate((first, (1 - first) / 2, (1 - first) / 2))
    ]

    def of(one: Scored, every_one: Scored, two: Scored, every_two: Scored) -> Fraction:
        return (one[1] - chosen[0] * every_one[1] - two[1] + chosen[1] * every_two[1]) / size

    study = asked("choice", groups="ab", options=("x", "y", "z"), frozen=scheme)
    found = Pairs(Forecast(study)).holding(0, 1, chosen=(0.25, 0.5)).noise
    claim(found, *Enumerated(scheme).variances(people, of, [0], range(3), [3], range(3, 6)))


def check_known_options(declining: Fraction | None) -> None:
    gone, some, chosen = declining or Fraction(0), declining is not None, (Fraction(1, 4), Fraction(1, 2))
    shares, items = (Fraction(3, 5), Fraction(2, 5)), 6 + (declining is not None)
    scheme = Scheme(Direct(items, 1, items), PLAIN)
    people = [
        Person((1 - gone) * share * part, 3 * group + option)
        for group, (share, first) in enumerate(zip(shares, chosen, strict=True))
        for option, part in enumerate((first, (1 - first) / 2, (1 - first) / 2))
    ]
    people += [Person(gone, 6)] if gone else []

    def of(one: Scored, two: Scored, declined: Scored) -> Fraction:
        answering = 1 - declined[1] if some else Fraction(1)
        sides = zip((one, two), chosen, shares, strict=True)
        each = [(score[1] - part * share * answering) / ((1 - gone) * share) for score, part, share in sides]
        return each[0] - each[1]

    study = asked(
        "choice",
        groups="ab",
        options=("x", "y", "z"),
        frozen=scheme,
        shares=[str(float(share)) for share in shares],
        decline=some,
    )
    found = Pairs(Forecast(study, declining=float(gone))).holding(0, 1, chosen=(0.25, 0.5)).noise
    wanted = Enumerated(scheme).variances(people, of, [0], [3], [items - 1])[1]
    assert is_near(found.population, wanted)


def _said(scheme: Scheme) -> dict[str, Any]:
    """What a study must say to be asked by this scheme."""
    promise = "group and value" if scheme.odds.is_plain else "group"
    return {"promise": promise, "levels": scheme.rows.levels if scheme.rows.levels > 2 else None}
