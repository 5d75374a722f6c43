"""tacit open: freeze a study, and let people answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacit.cli.output import as_json, print_json, print_text
from tacit.cli.server import server_options
from tacit.errors import refuse

if TYPE_CHECKING:
    from tacit.planning.plan import Plan
    from tacit.research.server import Address, Server
    from tacit.study.study import Study

OPENED, HOPELESS, CLOSED = 0, 1, 1


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The manifest's file.  [default: STUDY as .json]"
)
@click.option("--override", default="", metavar="REASON", help="Open a hopeless study; people are shown why.")
@click.option("--redirect", default="", metavar="URL", help="Where people's browsers go after the receipt.")
@click.option("--stratum", "strata", multiple=True, help="A stratum of invitations; again for each.")
@click.option("--preview", is_flag=True, help="Show what would be asked; no server is told anything.")
@server_options
@as_json
def command(
    study: Path,
    out: Path | None,
    override: str,
    redirect: str,
    strata: tuple[str, ...],
    server: str,
    key_file: Path,
    *,
    preview: bool,
    as_json: bool,
) -> int:
    """Freeze a study, and let people answer. It never changes again.

    STUDY is a study file. The scheme and, for blind tickets, the server's signing keys are fixed, and the
    manifest is written beside the study: it is what people's devices check.

    \b
    Examples:
      tacit open study.toml --preview
      tacit open study.toml
      tacit open study.toml --server https://survey.example.org
      tacit open study.toml --stratum north --stratum south
    Exit code 1: the plan is hopeless, the server refuses, or the study is closed.
    """
    from tacit.files.whole import whole_file
    from tacit.planning.plan import plan
    from tacit.research.server import Address, server_at
    from tacit.study.file import read_study

    read = read_study(study)
    if preview:
        print_text(_preview(read))
        return OPENED
    found = plan(read)
    if found.verdict == "hopeless" and not override:
        _say_hopeless(found)
        return HOPELESS
    if found.verdict != "hopeless" and override:
        raise refuse(
            "--override", "must be left out: the plan is not hopeless, and people would be told that it is"
        )
    file = out or study.with_suffix(".json")
    asked = server_at(server, key_file)
    frozen = _frozen(read, asked, strata)
    _check_free(file, frozen)
    address = Address(asked, frozen.id)
    given = {name: text for name, text in (("override", override), ("redirect", redirect)) if text}
    with whole_file(file) as written:
        written.write(frozen.manifest)
        address.ask_with("/v1/studies", given, frozen.manifest)
    state = address.ask("/state")["state"]
    if as_json:
        print_json({"study": frozen.id, "state": state, "address": address.link, "manifest": str(file)})
    elif state == "open":
        _say_opened(frozen, address, file)
    else:
        print_text(f"{frozen.title} was opened before, and is closed for good: it takes no more answers.")
    return OPENED if state == "open" else CLOSED


def _frozen(study: Study, server: Server, strata: tuple[str, ...]) -> Study:
    """The study with its scheme and keys fixed; one that is a manifest stays as it is."""
    from tacit.study.collect import Key

    blind = study.collect.tickets == "blind"
    if study.frozen is not None:
        if blind and not study.keys:
            rule = "was frozen without a server's keys, which blind tickets need; open the study file itself"
            raise refuse("STUDY", rule)
        return study
    if strata and not blind:
        raise refuse("--stratum", "needs blind tickets")
    if len(strata) == 1:
        raise refuse("--stratum", "must be given for each stratum, and there must be two at least")
    names: tuple[str | None, ...] = strata or (None,)
    moduli = server.ask("/v1/keys", {"count": len(names)})["keys"] if blind else []
    keys = tuple(Key(n, name) for n, name in zip(moduli, names, strict=False))
    return replace(study, frozen=study.scheme, keys=keys)


def _check_free(file: Path, frozen: Study) -> None:
    """A manifest that is in use is never written over: its people's links would lead nowhere."""
    from tacit.errors import StudyInvalid
    from tacit.study.file import read_study

    if not file.exists() or file.read_bytes() == frozen.manifest:
        return
    try:
        there = read_study(file)
    except StudyInvalid:
        raise refuse("--out", f"{file} is there already and is no manifest; give another name") from None
    if replace(there, keys=()) == replace(frozen, keys=()) and there.keys:
        rule = (
            f"{file} is there already: the study was opened before, and `tacit invite {file}` goes on with it"
        )
        raise refuse("--out", f"{rule}; to collect it anew, apart from that, give another name")
    rule = f"{file} is there already, of another study or of this one before it was changed"
    raise refuse("--out", f"{rule}; give another name")


def _say_hopeless(found: Plan) -> None:
    people = f"{found.people:,} people" if found.people else "so few people"
    print_text(
        f"Not opened: the plan is hopeless, {people} would tell next to nothing about a usual group.\n"
        "`tacit plan STUDY` says how many it takes, or at which epsilon; --override REASON opens it all the\n"
        "same, and everybody who is asked is shown the reason."
    )


def _say_opened(study: Study, address: Address, file: Path) -> None:
    print_text(f"{study.title} is open, and never changes again.\n")
    print_text(f"  study     {study.id}")
    print_text(f"  manifest  {file}")
    print_text(f"  address   {address.link}")
    print_text(f"  board     {address.board}\n")
    if study.collect.tickets == "open":
        print_text("Anyone may answer at that address, more than once too: open tickets do not prevent it.")
    else:
        print_text(f"Next:  tacit invite {file} --people N --out links.csv")


def _preview(study: Study) -> str:
    """What people are asked, and what is promised to them."""
    question = study.question
    kinds = {
        "range": f"a number from {question.low} to {question.high}",
        "scale": f"a whole number from {question.low} to {question.high}",
        "choice": "one of: " + ", ".join(question.options),
        "none": "(only the group is asked)",
    }
    lines = [
        study.title,
        "",
        f"{question.text or 'No question.'}  {kinds[question.kind]}",
        f"{study.groups.text}  one of: {', '.join(study.group_names)}",
        "",
        f"Promise: {study.privacy.promise}, epsilon {study.privacy.epsilon}.",
        f"Tickets: {study.collect.tickets}.",
        f"Until {study.not_after}. Questions to {study.owner}.",
        "",
        "Nothing was sent, and nothing is open yet.",
    ]
    return "\n".join(lines)
