"""The process that signs: a signature takes milliseconds in which nothing else of Python could run.

The service hands it a key and a request, it hands back the signature, and it keeps neither. It ends when the
service does, however that ends: then nobody writes to it any more.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import BinaryIO

from tacit.errors import NotStored
from tacit.protocol.encoding import to_integer
from tacit.protocol.signing import SigningKey, blind_sign
from tacit.service.primes import PRIME_BITS, draw_key
from tacit.store.studies import Primes

SIGN, MAKE = b"s", b"m"
HALF = PRIME_BITS // 8
WHOLE = 2 * HALF
TRIES = 2


def serve(asked: BinaryIO, said: BinaryIO) -> None:
    """Sign, and make keys, until the asking ends."""
    while (word := asked.read(1)) != b"":
        if word == MAKE:
            key = draw_key(os.urandom)
            said.write(b"".join(prime.to_bytes(HALF, "big") for prime in (key.p, key.q)))
        else:
            p, q, blinded = asked.read(HALF), asked.read(HALF), asked.read(WHOLE)
            if len(blinded) < WHOLE:
                return
            said.write(blind_sign(SigningKey(to_integer(p), to_integer(q)), blinded, os.urandom))


class Signer:
    """Asks the process, one request at a time; starts another one if it is gone."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()

    async def sign(self, primes: Primes, blinded: bytes) -> bytes:
        """The signature of a request that was checked: a number below the modulus."""
        return await self._ask(SIGN + primes.p + primes.q + blinded)

    async def make_key(self) -> Primes:
        """A new key, after about a second."""
        made = await self._ask(MAKE)
        p, q = made[:HALF], made[HALF:]
        return Primes((to_integer(p) * to_integer(q)).to_bytes(WHOLE, "big"), p, q)

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process and process.stdin:
            process.stdin.close()
            await process.wait()

    async def _ask(self, asked: bytes) -> bytes:
        async with self.turn:
            for _ in range(TRIES):
                said = await self._exchange(asked)
                if said is not None:
                    return said
                await self.stop()
        raise NotStored("the process that signs cannot be kept alive")

    async def _exchange(self, asked: bytes) -> bytes | None:
        """What the process says; None: it is gone."""
        process = self.process = self.process or await _start()
        if process.stdin is None or process.stdout is None:
            return None
        try:
            process.stdin.write(asked)
            await process.stdin.drain()
            return await process.stdout.readexactly(WHOLE)
        except (OSError, asyncio.IncompleteReadError):
            return None


async def _start() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit.service.signer"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the service's; we end when it does
    with os.fdopen(1, "wb", buffering=0) as said, suppress(BrokenPipeError):
        serve(sys.stdin.buffer, said)
