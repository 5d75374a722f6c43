"""Which differences between two groups a study will tell, and what it takes to tell a certain one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from tacit.planning.asked import Asked, Pair
from tacit.planning.figures import Detection
from tacit.planning.forecast import Forecast
from tacit.planning.needed import least_epsilon
from tacit.planning.pairs import PairNoise, Pairs
from tacit.planning.power import chance, people_to_detect, smallest

Noisy = Callable[[Pairs, int, int], PairNoise]


def detections(forecast: Forecast, asked: Asked) -> Iterator[Detection]:
    """Of what the study is judged by; where only groups are asked for, of their sizes, too."""
    pairs = list(_pairs(forecast.shares, asked.pairs))
    yield from (_detection(forecast, asked, which, pair, Pairs.between) for which, pair in pairs)
    if forecast.measure == "linked mean":
        yield from (_detection(forecast, asked, which, pair, Pairs.sizes) for which, pair in pairs)


def _pairs(shares: Sequence[float], asked: Sequence[Pair]) -> Iterator[tuple[str, Pair]]:
    """Those that were asked for; else the two rarest groups and the two largest."""
    if asked:
        yield from (("asked", pair) for pair in asked)
        return
    order = sorted(range(len(shares)), key=shares.__getitem__)
    rarest, largest = sorted(order[:2]), sorted(order[-2:])
    if shares[order[0]] == shares[order[-1]]:
        yield "any", (order[0], order[1])
        return
    yield "rarest", (rarest[0], rarest[1])
    if largest != rarest:
        yield "largest", (largest[0], largest[1])


def _detection(forecast: Forecast, asked: Asked, which: str, pair: Pair, noisy: Noisy) -> Detection:
    people, difference = asked.people, asked.detect

    def noise_of(found: Forecast) -> PairNoise:
        return noisy(Pairs(found, on_average=which == "any"), *pair)

    noise = noise_of(forecast)
    return Detection(
        figure="group share" if noisy is Pairs.sizes else forecast.measure,
        groups=noise.groups,
        which=which,
        smallest=None if people is None else smallest(noise, people, asked.power, forecast.width),
        people=None if difference is None else people_to_detect(noise, difference, asked.power),
        epsilon=_epsilon(forecast, asked, noise_of),
        chance=None if people is None or difference is None else chance(noise, people, difference),
    )


def _epsilon(forecast: Forecast, asked: Asked, noise_of: Callable[[Forecast], PairNoise]) -> Decimal | None:
    """The smallest epsilon that is enough; None where nothing is asked for, or none is."""
    people, difference = asked.people, asked.detect
    if people is None or difference is None:
        return None
    return least_epsilon(forecast, lambda found: chance(noise_of(found), people, difference) >= asked.power)
