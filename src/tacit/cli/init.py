"""tacit init: write a commented study file."""

from __future__ import annotations

import shlex
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import click

from tacit.cli.output import print_text
from tacit.errors import refuse

DAYS_TO_ANSWER = 90
PEOPLE = 1000


@click.command()
@click.argument("file", type=click.Path(path_type=Path), default="study.toml", metavar="[FILE]")
@click.option("--template", "name", metavar="NAME", help="What to start from.  [default: basic]")
@click.option("--list", "only_list", is_flag=True, help="Name the templates and write nothing.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def command(file: Path, name: str | None, *, only_list: bool, force: bool) -> None:
    """Write a study file to start from: commented, and right as it stands.

    FILE is study.toml unless you say otherwise.

    \b
    Examples:
      tacit init
      tacit init --list
      tacit init --template poll poll.toml
    """
    from tacit.study.spelling import show_path
    from tacit.study.template import BASIC, TEMPLATES, summary, template

    if only_list:
        wide = max(map(len, TEMPLATES))
        for known in TEMPLATES:
            click.echo(f"{known:{wide}}  {summary(known)}")
        return
    text = template(name or BASIC, not_after=_today() + timedelta(days=DAYS_TO_ANSWER))
    write_study(file, text, force=force)
    path = shlex.quote(str(file))
    print_text(f"{show_path(file)} is written: change what you need, every line says what it does. Then:")
    click.echo(f"  tacit check {path}")
    click.echo(f"  tacit plan {path} --people {_people(text)}")


def write_study(file: Path, text: str, *, force: bool) -> None:
    """Put a study file in its place; never over another one unless it is forced."""
    from tacit.files.whole import whole_file
    from tacit.study.spelling import show_path

    name = show_path(file)
    if file.suffix.lower() == ".json":
        raise refuse(name, "must not end in .json, which is for frozen manifests; name it study.toml")
    if not force and file.exists() and not file.is_dir():
        raise refuse(
            name, "exists already and was left as it is; give another name, or --force to replace it"
        )
    with whole_file(file) as out:
        out.write(text.encode())


def _people(text: str) -> int:
    from tacit.study.file import parse_toml

    return parse_toml(text.encode()).collect.people or PEOPLE


def _today() -> date:
    return datetime.now(UTC).date()
