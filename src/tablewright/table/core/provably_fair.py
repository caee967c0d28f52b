"""Fair dice: the table commits to a seed before the first throw, and every die can be checked once it is shown.

A die is HMAC-SHA256(seed, "throw/nonce/2d6/die/try"), its first eight bytes read as a number; numbers past the last
whole multiple of the sides are thrown away and tried again, so that no face is likelier than another. Throws are
numbered from 1 as they fall, whatever else happens at the table; the nonce came with what somebody did to make them
fall. Whoever knows the seed but not the nonce cannot tell a die before it falls, and talking does not change it. What
was thrown is part of it, so that no die can be left out afterwards.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from tablewright.rules import Refused

MAX_DIE = 1 << 64
MAX_NONCE = 64
MAX_SEED = 200
MAX_CARDS = 100_000
"""More than any deck has: what a file says was drawn from must not fill the memory."""


def new_seed() -> str:
    return secrets.token_hex(32)


def check_seed(seed: str) -> str:
    """The seed, if it is one: it is written down on one line, and somebody may have to type it."""
    if not 0 < len(seed) <= MAX_SEED or not seed.isprintable():
        raise Refused(f"A seed is one line of 1 to {MAX_SEED} letters.")
    return seed


def new_nonce() -> str:
    return secrets.token_hex(8)


def commitment(seed: str) -> str:
    """What the table shows before the first die: SHA-256 of the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def die(seed: str, what: str, nth: int, sides: int) -> int:
    """One die: the nth of what is thrown."""
    return _die(seed.encode(), what, nth, sides)


def _die(key: bytes, what: str, nth: int, sides: int) -> int:
    whole = MAX_DIE - MAX_DIE % sides
    again = 0
    while True:
        number = int.from_bytes(hmac.digest(key, f"{what}/{nth}/{again}".encode(), "sha256")[:8])
        if number < whole:
            return number % sides + 1
        again += 1


def dice(seed: str, throw: int, nonce: str, n: int, sides: int) -> tuple[int, ...]:
    key, what = seed.encode(), f"{throw}/{nonce}/{n}d{sides}"
    return tuple(_die(key, what, i, sides) for i in range(n))


def cards(seed: str, throw: int, nonce: str, k: int, size: int) -> tuple[int, ...]:
    """k different places out of `size`, in the order drawn."""
    return random_places(seed, f"{throw}/{nonce}/{k}of{size}", k, size)


def random_places(seed: str, what: str, k: int, size: int) -> tuple[int, ...]:
    """Each a die with as many sides as places are left."""
    left, key = list(range(1, size + 1)), seed.encode()
    return tuple(left.pop(_die(key, what, i, len(left)) - 1) for i in range(k))
