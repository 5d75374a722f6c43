"""Making a signing key: two random primes of 1024 bits, found by trial division and Miller-Rabin."""

from __future__ import annotations

from tacit.protocol.blind import EXPONENT
from tacit.protocol.encoding import to_integer
from tacit.protocol.signing import SigningKey
from tacit.scheme.randomize import Source, below

PRIME_BITS = 1024
# The chance that a composite passes one round is at most 1/4, whatever the number (FIPS 186-5 asks for 5).
ROUNDS = 40
SMALL_PRIMES = [n for n in range(3, 2000, 2) if all(n % d for d in range(3, int(n**0.5) + 1, 2))]


def draw_key(read: Source) -> SigningKey:
    """A key whose modulus has exactly 2048 bits."""
    p = draw_prime(read)
    while (q := draw_prime(read)) == p:
        continue
    return SigningKey(p, q)


def draw_prime(read: Source) -> int:
    """A prime, not 1 modulo 65537; its two highest bits are set, so that a product has all its bits."""
    while True:
        drawn = to_integer(read(PRIME_BITS // 8)) | 3 << (PRIME_BITS - 2) | 1
        if (drawn - 1) % EXPONENT and is_probable_prime(drawn, read):
            return drawn


def is_probable_prime(number: int, read: Source) -> bool:
    """Whether an odd number above 2000 is prime; wrong for a composite at most once in 2^80 times."""
    if any(number % small == 0 for small in SMALL_PRIMES):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, 2 + below(number - 3, read), odd, twos) for _ in range(ROUNDS))


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False
