"""Checking the dice of a session once its seed has been shown."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablewright.table.core import provably_fair
from tablewright.table.log import (
    AnyEvent,
    DiceEntered,
    DiceResult,
    SeedCommitted,
    SessionClosed,
    SessionReopened,
    TableOpened,
    dice_results,
    effective_event,
)


class Verification(msgspec.Struct, frozen=True):
    """What came of checking: what is wrong (nothing, if every die is the one the seed gives), and what was seen."""

    wrong: tuple[str, ...]
    throws: int = 0
    dice: int = 0
    by_hand: int = 0
    older: int = 0
    """Throws that this seed does not speak of: of a session whose seed was never shown, or by an earlier version."""


def verify_dice(entries: Iterable[AnyEvent]) -> Verification:
    """Checks every die of a closed journal, session by session, each by the seed that was shown at its end."""
    journal = list(entries)
    opened, last = (journal[0], effective_event(journal[-1])) if journal else (None, None)
    if not isinstance(opened, TableOpened):
        return Verification(("The journal has no opening.",))
    if not isinstance(last, SessionClosed):
        return Verification(("The seed has not been shown: the session is not closed.",))
    seeds = revealed_seeds(journal)
    if seeds is None:
        return Verification(("The seed shown is not the one the table committed to.",))
    wrong, throws, dice, by_hand, older, expected = list[str](), 0, 0, 0, 0, 0
    for number, (entry, seed) in enumerate(zip(journal, seeds, strict=True)):
        by_hand += isinstance(entry, DiceEntered)
        nonce = getattr(effective_event(entry), "nonce", "")
        for fall in dice_results(entry):
            expected += 1
            if fall.throw != expected:
                wrong.append(f"Entry {number}: throw {fall.throw} should be throw {expected}.")
            elif not seed:
                older += 1
            else:
                throws, dice = throws + 1, dice + len(fall.faces)
                given = expected_result(seed, nonce, fall)
                if given != fall.faces:
                    wrong.append(f"Entry {number}: {fall.faces} is not what the seed gives, which is {given}.")
    return Verification(tuple(wrong), throws, dice, by_hand, older)


def revealed_seeds(journal: list[AnyEvent]) -> list[str] | None:
    """The seed of the session each entry belongs to; none, where it was never shown. None, if one is not the one."""
    out: list[str] = []
    commitment = ""
    for number, entry in enumerate(journal):
        done = effective_event(entry)
        if isinstance(done, TableOpened | SeedCommitted | SessionReopened):
            out += [""] * (number - len(out))
            commitment = done.commitment
        elif isinstance(done, SessionClosed):
            if provably_fair.commitment(done.seed) != commitment:
                return None
            out += [done.seed] * (number + 1 - len(out))
    return out + [""] * (len(journal) - len(out))


def expected_result(seed: str, nonce: str, fall: DiceResult) -> tuple[int, ...] | None:
    """What a throw must show."""
    n, sides = len(fall.faces), fall.sides
    if fall.drawn:
        return provably_fair.cards(seed, fall.throw, nonce, n, sides) if n <= sides <= provably_fair.MAX_CARDS else None
    return provably_fair.dice(seed, fall.throw, nonce, n, sides) if sides > 0 else None
