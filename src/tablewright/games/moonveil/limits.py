"""What is true of every state of the table."""

from __future__ import annotations

from tablewright.kernel import cites

from .people import ONE_EACH
from .state import Veil


@cites("create.hp.full")
def above_full(s: Veil) -> str | None:
    """Nothing lifts a Seeker above full HP, unless the table heals beyond it."""
    if s.rulings.healing == "beyond":
        return None
    for seeker in s.seekers:
        if seeker.hp > seeker.full:
            return f"{seeker.name} has {seeker.hp} of {seeker.full} Hit Points"
    return None


@cites("enc.turn", "quick.move")
def lost_turns(s: Veil) -> str | None:
    """One Action and one Move; an Action can become a second Move."""
    for seeker in s.seekers:
        turn = seeker.turn
        if turn.actions > ONE_EACH or turn.moves + turn.actions > 2 * ONE_EACH or min(turn.actions, turn.moves) < 0:
            return f"{seeker.name} has {turn.actions} Actions and {turn.moves} Moves"
    return None
