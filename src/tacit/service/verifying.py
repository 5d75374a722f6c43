"""Whether a blind ticket was signed here, by a compiled library: one is verified for each answer.

`protocol.tickets` says the same in whole numbers of Python, which take six times as long.
"""

from __future__ import annotations

from collections.abc import Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, PSS
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from cryptography.hazmat.primitives.hashes import SHA384

from tacit.protocol.blind import EXPONENT
from tacit.protocol.pss import SALT_BYTES
from tacit.protocol.tickets import NONCE_BYTES, TICKET_BYTES, ticket_message

HASH = SHA384()
PADDING = PSS(MGF1(HASH), SALT_BYTES)


class Verifier:
    """The keys of one study; a ticket names the one that signed it."""

    def __init__(self, moduli: Sequence[int], id32: bytes) -> None:
        self.keys = [RSAPublicNumbers(EXPONENT, n).public_key() for n in moduli]
        self.id32 = id32

    def is_ticket(self, ticket: bytes) -> bool:
        """Whether one of the study's keys signed it."""
        if len(ticket) != TICKET_BYTES["blind"] or ticket[0] >= len(self.keys):
            return False
        nonce, signature = ticket[1 : 1 + NONCE_BYTES], ticket[1 + NONCE_BYTES :]
        try:
            self.keys[ticket[0]].verify(signature, ticket_message(self.id32, nonce), PADDING, HASH)
        except InvalidSignature:
            return False
        return True
