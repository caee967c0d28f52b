"""The Slip Check, from How To Play."""

from __future__ import annotations

from tablewright.rules import Choose, Rule, cites, rule, tell

from .advantage import Edge, burden, one_die
from .people import Enemy, Seeker
from .pips import mark, unmarked
from .state import Veil


@rule("slip.roll", "slip.reroll", "slip.enemy")
def slip_die(who: str, edge: Edge, pocket: int, pips: int) -> Rule[tuple[int, int]]:
    """Roll a die against the Pocket. The lower number is the new Pocket. A Dexterity pip rerolls the die, once."""
    die = yield from one_die(who, edge, "Slip Check")
    if not pips or die >= pocket:
        return min(die, pocket), 0
    question = "Mark Dexterity and reroll the Slip die?"
    again = yield from Choose(who, question, (False, True), (0, 1), cites="slip.reroll", about=(die, pocket))
    if again:
        die = yield from one_die(who, edge, "Slip Check, once more")
    return min(die, pocket), int(again)


@cites("slip.when", "slip.enemy")
def slip_check(s: Veil, one: Seeker | Enemy) -> Rule[Veil]:
    """Test the footing of a Seeker or an enemy. Enemies have no stats, so they cannot reroll."""
    pips = unmarked(one, "dexterity") if isinstance(one, Seeker) else 0
    pocket, marked = yield from slip_die(one.id, burden(s, one), one.pocket, min(1, pips))
    if pocket < one.pocket:
        yield tell("slip.roll", "{who} slips: Pocket {old} becomes {new}.", who=one.name, old=one.pocket, new=pocket)
    else:
        yield tell("slip.roll", "{who} does not slip: Pocket {old}.", who=one.name, old=pocket)
    slipped = one.but(pocket=pocket)
    return s.having(mark(slipped, "dexterity", marked) if isinstance(slipped, Seeker) else slipped)
