"""Whether a device takes part in a study at all: the checks of PROTOCOL.md P1 that are its own.

`parse_manifest` refuses every manifest that is not one; here is refused what a device must not answer, even
though others may count it. The field of the first problem is the reason's name, in JavaScript too.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from tacit.errors import Problem, StudyInvalid
from tacit.scheme.exact import is_at_most_exponential
from tacit.study import canonical
from tacit.study.manifest import parse_manifest, study_id
from tacit.study.promise import promised_ratio
from tacit.study.spelling import plain
from tacit.study.study import Study

MOST_EPSILON = Decimal(3)
STEP = Decimal("0.0001")


def admit(received: bytes, expected_id: str, most_epsilon: Decimal = MOST_EPSILON) -> Study:
    """The study that these bytes are, if they are those that the link names and the device may answer it."""
    if study_id(received) != expected_id:
        raise StudyInvalid(Problem("id", "is not the hash of the bytes that came: they are another study"))
    study = parse_manifest(received)
    problems = []
    if study.privacy.mean_within is not None:
        rule = "is for answers collected offline: it trusts a bound that can be wrong"
        problems.append(Problem("privacy.mean_within", rule))
    elif study.scheme.odds.other < 1:
        rule = "must be kept against other columns: other must be at least 1; got 0"
        problems.append(Problem("scheme.keep", rule))
    if study.collect.tickets == "blind" and not study.keys:
        problems.append(Problem("keys", "must name at least one key for blind tickets; got none"))
    if not problems and not is_at_most_exponential(_ratio(study), most_epsilon):
        rule = f"must be at most {plain(most_epsilon)} on this device; got {plain(epsilon_of(study))}"
        problems.append(Problem("privacy.epsilon", rule))
    if problems:
        raise StudyInvalid(problems)
    return study


def epsilon_of(study: Study) -> Decimal:
    """What one answer costs: the smallest epsilon of four decimals that bounds the odds really used."""
    ratio = _ratio(study)
    steps = int(math.log(ratio) / float(STEP)) - 1
    while not is_at_most_exponential(ratio, steps * STEP):
        steps += 1
    return (steps * STEP).normalize() if steps % 10000 else Decimal(steps // 10000)


def topic_of(study: Study) -> str:
    """What a study asks, of which groups: two studies of one topic ask for the same secret."""
    members = [study.question.to_manifest(), study.groups.to_manifest()]
    return canonical.digest(canonical.encode(members))


def _ratio(study: Study) -> Fraction:
    """The worst odds between two people whom the promise protects; a manifest has them bounded."""
    ratio = promised_ratio(study.scheme, study.privacy)
    if ratio is None:
        raise StudyInvalid(Problem("scheme.opposite", "must be at least 1; got 0"))
    return ratio
