"""tacit verify: re-prove the promise by enumeration."""

from __future__ import annotations

from pathlib import Path

import click

from tacit.cli.output import as_json, print_json, print_text, progress

HOLDS, HOLDS_NOT = 0, 1


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@as_json
def command(study: Path, *, as_json: bool) -> int:
    """Prove a study's promise again, from the integers that will be used.

    STUDY is a study file or a frozen manifest. Goes through every query and column (of very large studies,
    through every class of them) with exact fractions, and through the edges of the sampler's draws. Says
    what it went through and what it cannot prove.

    \b
    Examples:
      tacit verify study.toml
      tacit verify manifest.json --json
    Exit code 1: the promise does not hold, or estimates would be biased.
    """
    from tacit.study.file import read_study
    from tacit.verification.verify import steps, verify

    read = read_study(study)
    with progress("verifying", steps(read)) as advance:
        found = verify(read, advance=advance)
    if as_json:
        print_json(found.to_json())
    else:
        print_text(f"{read.title}\n{found}")
    return HOLDS if found.holds and found.unbiased is not False else HOLDS_NOT
