"""The report as one JSON document: the estimate's own, and beside it all that the other forms say."""

from __future__ import annotations

import json

from tacit.estimation.figures import interval_json
from tacit.reporting.contents import contents_of, methods_of
from tacit.reporting.findings import Findings
from tacit.study import canonical
from tacit.study.protection import promise_of
from tacit.version import __version__


def as_json(found: Findings) -> dict[str, object]:
    """Sentences where people read, numbers where programs do."""
    study, contents = found.study, contents_of(found, ".json")
    points = {
        chapter.name: [point for part in chapter.parts for point in getattr(part, "points", ())]
        for chapter in contents.chapters
    }
    document: dict[str, object] = {
        "tacit": __version__,
        "study": study.id,
        "answers": found.answers_id,
        "title": study.title,
        "manifest": canonical.decode(study.manifest),
        "unsaid": list(contents.unsaid),
        "simulated": list(found.seeds),
        "promise": promise_of(study),
        "estimate": found.estimate.to_json(found.truth),
        "comparisons": [each.to_json() for each in found.comparisons],
        "response": found.response.to_json(),
        "collected": list(found.collected),
    }
    if found.departures is not None:
        document["registered"] = {"as_registered": not found.departures, "departures": found.departures}
    asked, has_shares = found.asked, found.asked.known or study.groups.shares
    for name, members, is_asked in (
        ("models", found.models, bool(found.models)),
        ("truth_gap", found.gaps, has_shares is not None),
        ("consistent", found.consistent, bool(found.consistent)),
        ("shrunk", found.shrunk, asked.has_shrunk),
    ):
        if is_asked:
            document[name] = [member.to_json() for member in members]
    if has_shares is not None:
        document["overall"] = {name: interval_json(each, {}, "") for name, each in found.overall.items()}
    return document | {
        "methods": methods_of(found),
        "notes": points["results"],
        "meaning": points["meaning"],
        "limits": points["protection"],
        "command": found.command(".json"),
    }


def json_text(found: Findings) -> str:
    """With a line break at its end; NaN is a bug and raises."""
    return json.dumps(as_json(found), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
