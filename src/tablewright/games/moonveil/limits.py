"""Invariants: laws that hold in every state of the table."""

from __future__ import annotations

from tablewright.rules import cites

from .hit_track import TOTALS
from .people import ONE_EACH
from .state import Veil


@cites("create.hp.full")
def above_full(s: Veil) -> str | None:
    """Report a creature above full HP, unless the table heals beyond it."""
    if s.rulings.healing == "beyond":
        return None
    for one in s.everyone:
        if one.hp > one.full:
            return f"{one.name} has {one.hp} of {one.full} Hit Points"
    return None


@cites("death.zero")
def less_than_none(s: Veil) -> str | None:
    """Report an enemy below 0 Hit Points. Only a Seeker's are counted below 0."""
    for enemy in s.enemies:
        if enemy.hp < 0:
            return f"{enemy.name} has {enemy.hp} Hit Points"
    return None


@cites("attack.enemy-stats")
def off_the_track(s: Veil) -> str | None:
    """Report an enemy whose lines lie off the track. Evade may be one less than the track's first total."""
    for enemy in s.enemies:
        if enemy.evade < TOTALS[0] - 1 or enemy.limit > TOTALS[-1]:
            return f"{enemy.name} has Evade {enemy.evade} and Limit {enemy.limit}"
    return None


@cites("enc.turn", "quick.move")
def lost_turns(s: Veil) -> str | None:
    """Report a turn with more than one Action and one Move. An Action can become a second Move."""
    for seeker in s.seekers:
        turn = seeker.turn
        if turn.actions > ONE_EACH or turn.moves + turn.actions > 2 * ONE_EACH or min(turn.actions, turn.moves) < 0:
            return f"{seeker.name} has {turn.actions} Actions and {turn.moves} Moves"
    return None
