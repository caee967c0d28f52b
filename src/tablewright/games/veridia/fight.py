"""Actions of a fight, in the order of the chapter: attack, grapple, and their consequences."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from tablewright.rules import FieldOption, Outcome, Param, Refused, Rule, State, action, cites, rule, tail_call, tell

from . import choices
from . import grapple as hold
from .attack import PARTS, Guard, Swing, at_close_quarters, attack_pool, engage, hit_difficulty, make_swing, strike
from .defenses import Shell, shell
from .distances import how_far, last_known, set_apart
from .exchange import answering_swing, both_engaged, declared, exchange
from .health import penalty
from .maneuvers import (
    DEFENCES,
    NOTHING,
    Options,
    after_blow,
    announce,
    dice_to_answer,
    spend_answer,
    ways_to_answer,
)
from .missiles import must_be_ready, shot, why_not_ready
from .outcomes import of_blow, of_exchange, of_knockout
from .rolling import from_set, harder
from .skills import hindered
from .state import Character, Item, Veridia, fighter, the
from .turns import must_act_now, no_fight, opened, settle_turn, spend_main
from .weapons import in_hand, in_hands, shoots, strikes


def fighters(s: Veridia) -> tuple[str, ...]:
    return tuple(f.id for f in s.fight.order) if s.fight else ()


def turn(*reasons: choices.Why) -> Param:
    """A field for the acting fighter, with reasons for those who cannot act now."""
    return Param("Who acts", among=choices.in_fight(choices.not_now, *reasons), mine=True, label="who")


def main_action(action: str, *reasons: choices.Why) -> Param:
    """A field for the acting fighter, who needs the turn's main action."""
    return turn(choices.no_main_action(action), *reasons)


Who = Annotated[str, turn()]
Hand = Annotated[
    Literal["main", "off"],
    Param(
        "Which hand's weapon", among=choices.hands, applies=choices.two_armed, label="with what is in the", main=True
    ),
]
Advantage = Annotated[
    int, Param("Dice more or less by circumstances, as the table agrees", min=-6, max=6, label="dice by circumstances")
]
Harder = Annotated[
    int, Param("Difficulty by circumstances, as the game master says", min=0, max=6, label="added difficulty")
]


def nothing_ready(s: Veridia, c: Character) -> str | None:
    """The reason why there is no attack: all weapons in hand shoot, and need preparing first."""
    reasons = [why_not_ready(s, c, item) if shoots(item) and not strikes(item) else None for item in in_hands(c)]
    return reasons[0] if all(reasons) else None


def parts_of_the_body(_: Veridia) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(part, part, f"+{n} difficulty") for part, n in PARTS.items())


@rule("attack.answer", "defend.which", "defend.announce", "mount.target")
def answered(s: Veridia, swing: Swing, target: str, item: Item, melee: bool) -> Rule[str]:
    """Ask the target for an answer before anything is rolled.

    Ways without a die are not offered. A mount, or a target outside the fight, has no answer.
    """
    t, f = the(s, target), fighter(s, target)
    ways = [way for way in ways_to_answer(s, target, swing.by, item, melee, swing.grapple) if way != NOTHING]
    known = tuple((way, n) for way in ways if (n := dice_to_answer(s, target, swing.by, way)))
    offered = (NOTHING, *(way for way, _ in known))
    kept = tuple(k.action for k in f.kept) if f else ()
    question = f"{swing.against}. What does {t.name} do?"
    about = Options(swing.dice, known, penalty(s, t) > 0, kept, not s.rulings.defence_costs_turn)
    return (yield from announce(target, question, offered, about))


def guard_of(s: Veridia, target: str, who: str, way: str) -> Guard | None:
    """The defence, counted with the target's turn opened for it."""
    if way not in DEFENCES:
        return None
    t = the(s, target)
    return Guard(t.id, t.name, way.capitalize(), dice_to_answer(s, target, who, way), hindered(opened(s, target), t))


@action(
    "attack.turn",
    "attack.roll",
    "attack.hit",
    "dual.choose",
    "aim.table",
    "knockout.roll",
    "mount.target",
    title="Attack",
    by=("gm", "player"),
    when=no_fight,
    group="Fight",
)
def attack(
    s: Veridia,
    who: Annotated[str, main_action("attack", nothing_ready)],
    target: Annotated[str, Param("Against whom", among=choices.targets_of("attack"), label="target")],
    hand: Hand = "main",
    distance: Annotated[
        int | None,
        Param(
            "Meters away; up to 2 is close quarters",
            min=0,
            max=400,
            label="meters away",
            main=True,
            budget=last_known,
        ),
    ] = None,
    aim: Annotated[
        Literal["torso", "arm", "leg", "head", "hand", "foot", "eye", "ear"] | None,
        Param("A part of the body", among=parts_of_the_body, label="aimed at"),
    ] = None,
    knock_out: Annotated[bool, Param("Try to knock out instead of wounding", label="to knock out")] = False,
    elemental: Annotated[
        bool, Param("Fire, frost, lightning: resist stops it, armor does not", label="elemental damage")
    ] = False,
    advantage: Advantage = 0,
    difficulty: Harder = 0,
) -> Rule[Veridia]:
    """Strike or shoot at a target with the weapon in hand. They may answer first."""
    way = Blows(hand, how_far(s, who, target, distance), aim, knock_out, elemental, advantage, difficulty)
    s, headline = yield from attacking(s, who, target, way)
    yield headline
    return (yield from settle_turn(s, who))


class Blows(State, frozen=True):
    """The manner of an attack."""

    hand: str = "main"
    distance: int = 0
    aim: str | None = None
    knock_out: bool = False
    elemental: bool = False
    advantage: int = 0
    difficulty: int = 0


Done: TypeAlias = tuple[Veridia, Outcome]
"""The table after an action, and its headline."""


@rule("attack.turn", "attack.roll", "dual.choose", "aim.table")
def attacking(s: Veridia, who: str, target: str, how: Blows) -> Rule[Done]:
    """Play an attack from the declaration to its end. The answer comes before anything is rolled."""
    c, t = the(s, who), the(s, target)
    if who == target:
        raise Refused("Attack somebody else.", "target")
    must_act_now(s, who)
    item = in_hand(c, how.hand)
    melee = at_close_quarters(item, how.distance)
    must_be_ready(s, c, item, melee)
    s, kept = yield from spend_main(s, who, "attack", target)
    s = set_apart(s, who, target, how.distance)
    hard = harder(hit_difficulty(s, c, t, melee, how.aim), how.difficulty)
    full = attack_pool(s, c, t, item, how.distance, advantage=how.advantage)
    shown = full if kept is None else from_set(kept)
    yield tell(
        "attack.roll",
        "{name} {does} {target}{away}: {pool}{hard}.",
        name=c.name,
        does="tries to knock out" if how.knock_out else "attacks",
        target=t.name,
        away=f" from {how.distance} m" if not melee else "",
        pool=shown,
        hard=hard,
    )
    if how.aim:
        yield tell("aim.table", "The strike is aimed at the {part}: +{n} of it.", part=how.aim, n=PARTS[how.aim])
    s = shot(s, who, item, melee)
    swing = make_swing(c, item, shown.dice, hard.difficulty).but(elemental=how.elemental)
    way = yield from answered(s, swing, target, item, melee)
    if (yield from declared(s, who, way, item, target, False)):
        own = attack_pool(s, c, t, item, exchange=True, advantage=how.advantage).dice
        swing = swing.but(dice=exchange_dice(s, own, kept), why=swing.why.replace("Attack", "Exchange"))
        return tail_call(clash(s, who, target, swing, way, how.knock_out))
    return tail_call(struck(s, target, swing, way, melee, how.knock_out))


@cites("attack.physical", "defense.resist")
def shell_against(c: Character, swing: Swing) -> Shell:
    """The armor against a blow, or the resist if its damage is elemental."""
    return shell(c, "elemental" if swing.elemental else "physical")


@rule("attack.hit", "knockout.roll", "defend.contested")
def struck(s: Veridia, target: str, swing: Swing, way: str, melee: bool, knock_out: bool) -> Rule[Done]:
    """Play the blow against the announced defence."""
    guard, t = guard_of(s, target, swing.by, way), the(s, target)
    s = yield from spend_answer(s, target, way, swing.by)
    blow = yield from strike(swing, guard, shell_against(t, swing), s.rulings, knock_out)
    headline = of_knockout(s, t, blow) if knock_out else of_blow(s, t, blow)
    if melee:
        s = engage(s, swing.by, target)
    return (yield from after_blow(s, target, blow, knock_out)), headline


@cites("exchange.penalty", "concurrent.split")
def exchange_dice(s: Veridia, own: int, kept: int | None) -> int:
    """The dice of an attack in an exchange: its pool for it, or those of a concurrent set less one."""
    if kept is None:
        return own
    return max(0, kept - 1) if s.rulings.exchange_in_set == "one die more" else kept


@rule("exchange.now", "exchange.slot", "exchange.no_refusal")
def clash(s: Veridia, who: str, target: str, swing: Swing, way: str, knock_out: bool) -> Rule[Done]:
    """Spend the slot of the exchange, and resolve it at once."""
    if way == "strike back":
        way = "exchange"
    other = answering_swing(s, target, who, way)
    s = yield from spend_answer(s, target, way, who)
    a, b = the(s, who), the(s, target)
    yield tell("exchange.declare", "{one} and {other} exchange blows.", one=a.name, other=b.name)
    return tail_call(clashed(s, who, target, swing, other, knock_out))


@rule("exchange.damage", "exchange.maneuver")
def clashed(s: Veridia, who: str, target: str, swing: Swing, other: Swing, knock_out: bool) -> Rule[Done]:
    """Let two attacks meet. The winner's takes effect."""
    a, b = the(s, who), the(s, target)
    found = yield from exchange(swing, other, shell_against(a, other), shell_against(b, swing), s.rulings, knock_out)
    headline = of_exchange(s, found, a, b, knock_out)
    s = both_engaged(s, who, target)
    winner, loser = (who, target) if found.winner > 0 else (target, who)
    if found.blow is not None:
        s = yield from after_blow(s, loser, found.blow, knock_out and found.winner > 0)
    if found.hold is None:
        return s, headline
    s = hold.grappled(s, winner, loser, found.hold.grip)
    return tail_call(hold.spent(s, winner, loser, found.hold.successes, headline))


FIGHT_ACTIONS = (attack,)
