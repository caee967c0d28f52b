"""Checking the dice of a session once its seed has been shown."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from . import fair
from .journal import AnyEntry, Closed, Committed, Fall, Opened, Reopened, Rolled, deed, falls


class Verified(msgspec.Struct, frozen=True):
    """What came of checking: what is wrong (nothing, if every die is the one the seed gives), and what was seen."""

    wrong: tuple[str, ...]
    throws: int = 0
    dice: int = 0
    by_hand: int = 0
    older: int = 0
    """Throws that this seed does not speak of: of a session whose seed was never shown, or by an earlier version."""


def verify(entries: Iterable[AnyEntry]) -> Verified:
    """Checks every die of a closed journal, session by session, each by the seed that was shown at its end."""
    journal = list(entries)
    opened, last = (journal[0], deed(journal[-1])) if journal else (None, None)
    if not isinstance(opened, Opened):
        return Verified(("The journal has no opening.",))
    if not isinstance(last, Closed):
        return Verified(("The seed has not been shown: the session is not closed.",))
    seeds = shown(journal)
    if seeds is None:
        return Verified(("The seed shown is not the one the table committed to.",))
    wrong, throws, dice, by_hand, older, expected = list[str](), 0, 0, 0, 0, 0
    for number, (entry, seed) in enumerate(zip(journal, seeds, strict=True)):
        by_hand += isinstance(entry, Rolled)
        nonce = getattr(deed(entry), "nonce", "")
        for fall in falls(entry):
            expected += 1
            if fall.throw != expected:
                wrong.append(f"Entry {number}: throw {fall.throw} should be throw {expected}.")
            elif not seed:
                older += 1
            else:
                throws, dice = throws + 1, dice + len(fall.faces)
                given = by_seed(seed, nonce, fall)
                if given != fall.faces:
                    wrong.append(f"Entry {number}: {fall.faces} is not what the seed gives, which is {given}.")
    return Verified(tuple(wrong), throws, dice, by_hand, older)


def shown(journal: list[AnyEntry]) -> list[str] | None:
    """The seed of the session each entry belongs to; none, where it was never shown. None, if one is not the one."""
    out: list[str] = []
    commitment = ""
    for number, entry in enumerate(journal):
        done = deed(entry)
        if isinstance(done, Opened | Committed | Reopened):
            out += [""] * (number - len(out))
            commitment = done.commitment
        elif isinstance(done, Closed):
            if fair.commitment(done.seed) != commitment:
                return None
            out += [done.seed] * (number + 1 - len(out))
    return out + [""] * (len(journal) - len(out))


def by_seed(seed: str, nonce: str, fall: Fall) -> tuple[int, ...] | None:
    """What a throw must show."""
    n, sides = len(fall.faces), fall.sides
    if fall.drawn:
        return fair.cards(seed, fall.throw, nonce, n, sides) if n <= sides <= fair.MOST_CARDS else None
    return fair.dice(seed, fall.throw, nonce, n, sides) if sides > 0 else None
