"""tacit serve: collect answers."""

from __future__ import annotations

import os
from ipaddress import ip_address
from pathlib import Path

import click

from tacit.cli.numbers import Whole
from tacit.cli.output import print_text
from tacit.errors import MissingExtra, refuse

FILE = click.Path(path_type=Path)


@click.command()
@click.option(
    "--database", default="tacit.db", show_default=True, metavar="FILE", help="SQLite, made if need be."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=Whole(0, 65535), help="0: any that is free.")
@click.option(
    "--key-file", type=FILE, help="Where the researcher's key goes.  [default: tacit.key beside it]"
)
@click.option("--certificate", type=FILE, metavar="FILE", help="For TLS: the chain, as PEM.")
@click.option("--private-key", type=FILE, metavar="FILE", help="For TLS: its key, as PEM.")
@click.option("--behind-proxy", is_flag=True, help="TLS is a proxy's, and this port is reached by it alone.")
def command(
    database: str,
    host: str,
    port: int,
    key_file: Path | None,
    certificate: Path | None,
    private_key: Path | None,
    *,
    behind_proxy: bool,
) -> None:
    """Collect answers: run the server, until Ctrl-C.

    Everything is in one SQLite file. The first start makes a researcher's key, in a file that only you can
    read; `tacit open` and its kin find it there. No request is logged.

    \b
    Examples:
      tacit serve
      tacit serve --database trial.db --port 8080
      tacit serve --host 0.0.0.0 --certificate chain.pem --private-key key.pem
    """
    try:
        from tacit.service.run import Certificate, ensure_owner, listen, origin_of, run
    except ImportError:
        raise MissingExtra("serve", "tacit serve") from None
    import logging
    import signal

    from tacit.store.sqlite import SQLite
    from tacit.store.store import Store

    path = _sqlite_file(database)
    key_file = key_file or path.with_name("tacit.key")
    tls = _certificate(certificate, private_key)
    if not (tls or behind_proxy or _is_here(host)):
        rule = f"{host} can be reached by others: give --certificate and --private-key, or --behind-proxy"
        raise refuse("--host", rule)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    # As an init system ends it: with the same sentence, and with the database put in order.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    listening = listen(host, port)
    store = Store(SQLite(path))
    try:
        is_new = ensure_owner(store, key_file, os.urandom)
        origin = origin_of(listening, host, is_tls=tls is not None)

        def say() -> None:
            print_text(f"Collecting on {origin}; Ctrl-C stops it, and loses nothing.")
            print_text(f"Answers are kept in {path}.")
            made = "was written to" if is_new else "was written, at the first start, to"
            print_text(f"The researcher's key {made} {key_file}; only you can read it.")

        run(store, listening, certificate=Certificate(*tls) if tls else None, ready=say)
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
    print_text("Stopped. Everything that was acknowledged is stored.")


def _sqlite_file(database: str) -> Path:
    """The file; `sqlite:///FILE` is understood, and other databases are not yet."""
    scheme, separator, rest = database.partition("://")
    if not separator:
        return Path(database)
    if scheme != "sqlite":
        raise refuse("--database", "must be the name of an SQLite file, or sqlite:///FILE")
    return Path(rest.removeprefix("/"))


def _certificate(chain: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    if (chain is None) != (key is None):
        raise refuse("--certificate", "and --private-key must be given together")
    for file in (chain, key):
        if file and not file.is_file():
            raise refuse("--certificate", f"and --private-key must be files; {file} is none")
    return (chain, key) if chain and key else None


def _is_here(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
