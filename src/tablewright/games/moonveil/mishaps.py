"""Arcane Mishaps and Penance: the cost of a casting that goes terribly wrong."""

from __future__ import annotations

from tablewright.rules import Choose, Rule, State, cite, cites, rule, tell

from .advantage import Edge, burden, one_die
from .death import take_damage
from .inventory import shed
from .people import Pips
from .pips import in_stats, left_of, spread_over
from .state import Veil

HARMLESS_FROM = cite("mishap.3plus penance.3plus", 3)


@rule("mishap.die", "mishap.3plus", "mishap.2", "mishap.1")
def mishap_dice(who: str, edge: Edge) -> Rule[tuple[int, int]]:
    """Roll a die without swap or reroll: 3 or better is harmless, 2 is d6 damage, 1 is d6 damage and d6 pips."""
    die = yield from one_die(who, edge, "Arcane Mishap")
    if die >= HARMLESS_FROM:
        return 0, 0
    damage = yield from one_die(who, 0, "Mishap: damage")
    return damage, (yield from one_die(who, 0, "Mishap: pips")) if die == 1 else 0


class Toll(State, frozen=True):
    """The damage of a Mishap, and the pips it marks."""

    damage: int = 0
    pips: Pips = Pips()


@rule("mishap.1", "mishap.2", "mishap.3plus", "pips.cap")
def toll(who: str, edge: Edge, left: Pips) -> Rule[Toll]:
    """Roll the Mishap.

    The caster takes the damage and spreads the pips over the stats. Pips beyond those left are lost.
    """
    damage, pips = yield from mishap_dice(who, edge)
    return Toll(damage, (yield from marked_by(who, left, pips)) if pips else Pips())


@rule("mishap.1", "pips.cap")
def marked_by(who: str, left: Pips, pips: int) -> Rule[Pips]:
    """Let the caster spread the pips a Mishap marks."""
    ways = spread_over(left, pips)
    n = sum(ways[0].all())
    question = f"The Mishap marks {n} {'pip' if n == 1 else 'pips'}: which?"
    return (yield from Choose(who, question, ways, label=in_stats, cites="mishap.1")) if len(ways) > 1 else ways[0]


@cites("mishap.1", "mishap.2", "mishap.3plus")
def mishap(s: Veil, who: str) -> Rule[Veil]:
    """Mark the pips, then deal the damage."""
    seeker = s.seeker(who)
    taken = yield from toll(who, burden(s, seeker), left_of(seeker))
    if not taken.damage:
        yield tell("mishap.3plus", "Nothing comes of it.")
        return s
    marks = any(taken.pips.all())
    if marks:
        yield tell("mishap.1", "{who} marks: {way}.", who=seeker.name, way=in_stats(taken.pips))
        seeker = seeker.but(marked=Pips(*(a + b for a, b in zip(seeker.marked.all(), taken.pips.all(), strict=True))))
    return (yield from take_damage(s.having(seeker), seeker, taken.damage, "mishap.1" if marks else "mishap.2"))


@rule("penance.die", "penance.3plus", "penance.2", "penance.1")
def penance_die(who: str, edge: Edge, guilt: int) -> Rule[int]:
    """The Guilt after a Penance roll: 3 or better leaves it, 2 adds one, 1 doubles it or brings the first."""
    die = yield from one_die(who, edge, "Penance")
    if die >= HARMLESS_FROM:
        return guilt
    return guilt + 1 if die == 2 else max(1, 2 * guilt)


@cites("penance.guilt", "penance.slots", "penance.encumbered")
def penance(s: Veil, who: str) -> Rule[Veil]:
    seeker = s.seeker(who)
    guilt = yield from penance_die(who, burden(s, seeker), seeker.guilt)
    if guilt == seeker.guilt:
        yield tell("penance.3plus", "{who} is forgiven.", who=seeker.name)
        return s
    yield tell("penance.slots", "{who} bears {n} Guilt.", who=seeker.name, n=guilt)
    return (yield from shed(s.having(seeker.but(guilt=guilt)), who))
