"""verify: prove a study's promise again, from the very integers that will be used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tacit.scheme.exact import is_at_most_exponential
from tacit.scheme.randomize import randomize
from tacit.study.given import expect_study
from tacit.study.promise import describe_promise, promised_ratio
from tacit.study.study import Study
from tacit.verification.cells import Advance, Extent, disagreement, malformed
from tacit.verification.claim import Claim
from tacit.verification.device import Send, devices_of
from tacit.verification.draws import most_draws, sample
from tacit.verification.pairs import is_enumerable, uneven_pair
from tacit.verification.ratios import Ratios, enumerated_ratios, ratios_by_classes
from tacit.verification.result import Verification

__all__ = ["Verification", "steps", "verify", "verify_claim"]


def steps(study: Study) -> int:
    """About how far `advance` will count."""
    return len(Extent(study.scheme).compared) + most_draws(study.scheme) * len(devices_of(study))


def verify(study: Study, *, advance: Advance = lambda _steps: None) -> Verification:
    """The promise that the study makes to everybody who answers it, as `tacit.answer` keeps it."""
    expect_study(study)
    return verify_claim(Claim.of(study), sends=devices_of(study), study=study.id, advance=advance)


def verify_claim(
    claim: Claim,
    *,
    sends: Sequence[Send] = (),
    study: str | None = None,
    advance: Advance = lambda _steps: None,
) -> Verification:
    """The same for a scheme and a promise that need no study; `sends` are the ways of the device."""
    scheme, privacy = claim.scheme, claim.privacy
    sends = sends or [partial(randomize, scheme)]
    extent = Extent(scheme)
    malformation = malformed(extent)
    misplaced = disagreement(extent, sends[0], advance)
    pairs_compared = is_enumerable(extent)
    uneven = uneven_pair(extent) if pairs_compared else None
    ratios = enumerated_ratios(claim, extent.placed) if extent.is_full else ratios_by_classes(claim)
    sampled = [sample(scheme, send, advance) for send in sends]
    failures = (
        malformation,
        misplaced,
        *(way.failure for way in sampled),
        _understated(claim, ratios),
    )
    return Verification(
        study=study,
        promise=describe_promise(scheme, privacy, has_values=claim.has_values),
        epsilon=privacy.epsilon,
        ratio=ratios.promised,
        ratio_value_known=ratios.value_known,
        ratio_value=ratios.value,
        is_within=ratios.promised is not None and is_at_most_exponential(ratios.promised, privacy.epsilon),
        is_about_means=claim.within is not None,
        well_formed=malformation is None,
        pairs_compared=pairs_compared,
        uneven=uneven,
        is_full=extent.is_full,
        queries=scheme.queries,
        checked=len(extent.queries),
        compared=len(extent.compared),
        cards=extent.cards,
        columns=scheme.rows.columns,
        total=scheme.total,
        draws=sum(way.draws for way in sampled),
        drawn_cards=sampled[0].cards,
        ways=len(sampled),
        failures=tuple(failure for failure in failures if failure),
    )


def _understated(claim: Claim, ratios: Ratios) -> str | None:
    """Whether people are told smaller odds than there are."""
    stated = promised_ratio(claim.scheme, claim.privacy)
    if stated is None or (ratios.promised is not None and ratios.promised <= stated):
        return None
    return f"people are told odds of at most {stated}, and there are odds of {ratios.promised or 'any size'}"
