"""All files of vectors/v1 that are made here, by name."""

from __future__ import annotations

from vectors.ids import ids_file
from vectors.manifests import manifest_file
from vectors.scheme import answers_file, randomize_file, rounding_file, rows_file
from vectors.tickets import blind_file, queries_file, tickets_file
from vectors.wire import bodies_file, links_file, problems_file, retry_file
from vectors.writing import written

MAKERS = {
    "ids.json": ids_file,
    "manifests.json": manifest_file,
    "rows.json": rows_file,
    "randomize.json": randomize_file,
    "rounding.json": rounding_file,
    "answers.json": answers_file,
    "blind.json": blind_file,
    "tickets.json": tickets_file,
    "queries.json": queries_file,
    "links.json": links_file,
    "bodies.json": bodies_file,
    "problems.json": problems_file,
    "retry.json": retry_file,
}


def all_files() -> dict[str, str]:
    """Each file's text."""
    return {name: written(make()) for name, make in MAKERS.items()}
