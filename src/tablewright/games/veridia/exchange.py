"""The exchange: two attacks meet and are resolved at once, and the winner's takes effect."""

from __future__ import annotations

from typing import NamedTuple

from tablewright.rules import Choose, Rule, cites, rule, tell

from .attack import Blow, Swing, engage, hit_difficulty, land, make_swing
from .contests import contest
from .defenses import Shell
from .holds import grapple_difficulty
from .maneuvers import MAKE_EXCHANGE, dice_to_answer
from .options import VeridiaRulings
from .rolling import match_worth
from .state import Item, Veridia, fighter, the
from .turns import opened
from .weapons import can_exchange, in_hand


@cites("exchange.declare", "exchange.no_refusal")
def declared(s: Veridia, who: str, way: str, item: Item, target: str, grapple: bool) -> Rule[bool]:
    """True if an attack and its answer become an exchange.

    The defender may have said so, or the attacker is asked now.
    """
    if way.startswith("exchange"):
        return True
    if way != "strike back" or not (grapple or can_exchange(item, in_hand(the(s, target)))):
        return False
    f = fighter(s, who)
    if f is not None and f.surprised:
        return False
    question = f"{the(s, target).name} will attack in turn. Make it an exchange of blows at once, with a die less each?"
    return (yield from Choose(who, question, (False, True), cites=MAKE_EXCHANGE))


class Hold(NamedTuple):
    """A grapple that took hold: successes to spend, and the strength of the grip."""

    successes: int
    grip: int


class Clash(NamedTuple):
    """The result of an exchange: its winner (1 the attacker, -1 the other, 0 neither) and the winner's effect."""

    winner: int
    blow: Blow | None = None
    hold: Hold | None = None


@rule("exchange.cancel", "exchange.damage", "exchange.maneuver", "exchange.penalty", "exchange.now", "exchange.example")
def exchange(
    one: Swing, other: Swing, shell_one: Shell, shell_other: Shell, rulings: VeridiaRulings, dry: bool = False
) -> Rule[Clash]:
    """Cancel two attacks success for success. The winner's takes effect with the successes left."""
    found = yield from contest(
        one.dice, other.dice, one.difficulty, other.difficulty, one.by, other.by, one.why, other.why, rulings, True
    )
    for swing, failed in ((one, found.fumbled), (other, found.other_fumbled)):
        if failed:
            yield tell("roll.critical", "{name} fails critically.", name=swing.name)
    if not found.margin:
        yield tell("exchange.cancel", "{one} and {other} are level: nobody is hit.", one=one.name, other=other.name)
        return Clash(0)
    side = 1 if found.margin > 0 else -1
    winner, open_to = (one, shell_other) if side > 0 else (other, shell_one)
    yield tell("exchange.damage", "{name} wins the exchange.", name=winner.name)
    if winner.grapple:
        return Clash(side, hold=Hold(found.winning.successes, match_worth(found.size)))
    return Clash(side, (yield from land(winner, found.winning, open_to, rulings, dry and side > 0)))


def answering_swing(s: Veridia, target: str, attacker: str, way: str) -> Swing:
    """The attack made in answer, which opens the defender's turn."""
    dice, s = dice_to_answer(s, target, attacker, way), opened(s, target)
    c, a = the(s, target), the(s, attacker)
    if way == "exchange by a grapple":
        return Swing(c.id, c.name, "grapple", dice, grapple_difficulty(s, c, a).difficulty, grapple=True, why="Grapple")
    item = in_hand(c, "off" if way.endswith("off hand") else "main")
    return make_swing(c, item, dice, hit_difficulty(s, c, a, True).difficulty, why="Exchange")


def both_engaged(s: Veridia, who: str, target: str) -> Veridia:
    return engage(engage(s, who, target), target, who)
