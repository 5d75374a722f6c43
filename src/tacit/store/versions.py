"""Which schema a database has: made or brought up to date at start, refused if a newer tacit made it."""

from __future__ import annotations

from tacit.errors import NotStored
from tacit.store.database import Connection, Database
from tacit.store.writer import transact

TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"


def bring_up_to_date(database: Database, connection: Connection) -> None:
    """All steps that are lacking, in one transaction."""
    scripts = database.schemas()

    def work(connection: Connection) -> None:
        version = _version(connection)
        if version > len(scripts):
            raise NotStored(
                f"the database has schema {version}, and this tacit knows schemas up to {len(scripts)}; "
                f"start a tacit that knows schema {version}"
            )
        for script in scripts[version:]:
            database.run_script(connection, script)
        connection.execute("UPDATE schema_version SET version = :version", {"version": len(scripts)})

    transact(database, connection, "bring the schema up to date", work, writes=True)


def _version(connection: Connection) -> int:
    connection.execute(TABLE)
    row = connection.execute("SELECT version FROM schema_version").fetchone()
    if row is None:
        connection.execute("INSERT INTO schema_version (version) VALUES (0)")
        return 0
    return int(row[0])
