"""Running the service: a socket, a researcher's key in a file, a server that logs nothing of requests."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import uvicorn

from tacit.errors import refuse
from tacit.scheme.randomize import Source
from tacit.service.admittance import access_hash, draw_access_key, hash_of
from tacit.service.app import LIMITS, service
from tacit.service.arrival import arriving_within
from tacit.service.wire import Limits
from tacit.store.access import EVERY_STUDY
from tacit.store.store import Store

MOST_WAITING = 2048
GRACE_SECONDS = 5


class Certificate(NamedTuple):
    """Files for TLS; none where a proxy does it."""

    chain: Path
    key: Path


def listen(host: str, port: int) -> socket.socket:
    """A socket that people can connect to; port 0 takes one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(MOST_WAITING)
    except OSError as failed:
        listening.close()
        raise refuse(
            "--port", f"{port} on {host} cannot be listened on: {failed.strerror or failed}"
        ) from None
    return listening


def origin_of(listening: socket.socket, host: str, *, is_tls: bool) -> str:
    """The address to give to clients on this machine."""
    name = f"[{host}]" if ":" in host else host
    return f"{'https' if is_tls else 'http'}://{name}:{listening.getsockname()[1]}"


def ensure_owner(store: Store, file: Path, read: Source) -> bool:
    """Make the first researcher's key, in a file that only its owner reads; whether one was made."""
    if store.has_owner():
        return False
    key = _left_behind(file)
    if not key:
        key = draw_access_key(read)
        try:
            _write_key(file, key)
        except OSError as failed:
            taken = "it is there already, and is no key that only you can read"
            reason = taken if isinstance(failed, FileExistsError) else failed.strerror or failed
            raise refuse("--key-file", f"must be a file that can be made; {file}: {reason}") from None
    store.add_access(access_hash(key), EVERY_STUDY, "owner").result()
    return True


def _left_behind(file: Path) -> str:
    """The key that a first start wrote before it was cut short, in a file that only its owner can read."""
    try:
        if file.stat().st_mode & 0o077:
            return ""
        key = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return key if hash_of(key) else ""


def _write_key(file: Path, key: str) -> None:
    """It is on the disk, under its name, before the store knows it: else it could be known to nobody."""
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as opened:
        opened.write(f"{key}\n")
        opened.flush()
        os.fsync(opened.fileno())
    if os.name != "nt":  # Windows writes names down by itself
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def run(
    store: Store,
    listening: socket.socket,
    *,
    limits: Limits = LIMITS,
    certificate: Certificate | None = None,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve until the process is asked to end; what was acknowledged by then is stored."""
    config = uvicorn.Config(
        service(store, limits=limits, is_tls=certificate is not None),
        ssl_certfile=certificate.chain if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
        http=arriving_within(limits.seconds),
        ws="none",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = Running(config, ready)
    server.run(sockets=[listening])


class Running(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn does."""
        await super().startup(sockets)
        self.ready()
