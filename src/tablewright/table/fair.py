"""Fair dice: the table commits to a seed before the first roll, and every die can be checked once it is revealed.

A die is HMAC-SHA256(seed, "entry/place/die/try"), read as a 64-bit number; numbers past the last whole multiple of
the sides are thrown away and tried again, so that no face is likelier than another.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

WIDE = 1 << 64


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What the table shows before the first die: SHA-256 of the seed."""
    return hashlib.sha256(seed.encode()).hexdigest()


def die(seed: str, entry: int, place: str, nth: int, sides: int) -> int:
    """One die: the nth of the throw at this place of this journal entry."""
    whole = WIDE - WIDE % sides
    again = 0
    while True:
        message = f"{entry}/{place}/{nth}/{again}".encode()
        number = int.from_bytes(hmac.digest(seed.encode(), message, "sha256")[:8])
        if number < whole:
            return number % sides + 1
        again += 1


def dice(seed: str, entry: int, place: str, n: int, sides: int) -> tuple[int, ...]:
    return tuple(die(seed, entry, place, i, sides) for i in range(n))


def cards(seed: str, entry: int, place: str, k: int, size: int) -> tuple[int, ...]:
    """k different places out of `size`, in the order drawn."""
    left = list(range(1, size + 1))
    return tuple(left.pop(die(seed, entry, place, i, len(left)) - 1) for i in range(k))
