"""Turns played by a policy: for opponents without a player, for a fight handed over, and for the lab."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from tablewright.rules import Choose, FieldOption, Outcome, Param, Rule, Tell, action, cites, rule, tell, with_policy

from . import grapple as hold
from .attack import CLOSE, attack_pool
from .common import end_turn, meters_left, move, stand_up
from .concurrent import concurrent, shared
from .distances import apart
from .fight import attack
from .handling import make_ready, reload, unsheathe
from .health import unable
from .holds import grapple_pool
from .maneuvers import defence_pool
from .policies import MANNERS, TACTIC, for_people
from .sides import PARTY
from .state import Character, Item, Veridia, fighter, played, the
from .turns import acting, fighting, no_fight
from .weapons import UNARMED, has, in_hand, is_weapon, kind_of, shoots, strikes, why_not_held
from .wrestling import break_free, press_grapple
from .wrestling import grapple as grapple_action

MOST_TURNS = 200


def manners(_: Veridia) -> tuple[FieldOption, ...]:
    """The policies, each with its manner."""
    return tuple(FieldOption(name, name, does) for name, does in MANNERS.items())


PolicyName = Annotated[
    Literal["bold", "careful", "reckless"], Param("How they fight", among=manners, label="how", main=True)
]


def able_of(s: Veridia, side: str) -> list[Character]:
    """Fighters of a side who can act."""
    return [c for c in s.characters if c.side == side and fighter(s, c.id) and unable(s, c) is None]


def enemies(s: Veridia, who: str) -> list[Character]:
    """Fighters of other sides who can act."""
    side = the(s, who).side
    return [c for c in s.characters if c.side != side and fighter(s, c.id) and unable(s, c) is None]


def winner(s: Veridia) -> str | None:
    """The side left: "nobody" without any, and None while two can still fight."""
    if s.fight is None:
        return "nobody"
    sides = {c.side for c in s.characters if fighter(s, c.id) and unable(s, c) is None}
    return None if len(sides) > 1 else next(iter(sides), "nobody")


def chosen_target(s: Veridia, who: str) -> Character | None:
    """The present opponent, or the one to strike back at, else the weakest."""
    foes = [c for c in enemies(s, who) if c.cover < 4]
    f = fighter(s, who)
    for name in (f.answers, f.foe) if f else ():
        found = next((c for c in foes if c.id == name), None)
        if found is not None:
            return found
    return min(foes, key=lambda c: (c.health, c.id), default=None)


@rule("turn.main_slot", "attack.turn")
def take_turn(s: Veridia) -> Rule[Veridia]:
    """Play the whole present turn, with the choices of a policy."""
    who = acting(s)
    s = yield from main_action(s, who)
    return (yield from end_turn(s, who)) if s.fight and acting(s) == who and unable(s, the(s, who)) is None else s


def main_action(s: Veridia, who: str) -> Rule[Veridia]:
    """Take the sensible main action: stand up, break free, make ready, or attack."""
    c, f, target = the(s, who), fighter(s, who), chosen_target(s, who)
    if f is None or (f.main and not f.answers):
        return s
    if hold.held(s, who) and not f.answers:
        return (yield from break_free(s, who))
    if hold.held_by(s, who) and not f.answers:
        return (yield from press_grapple(s, who))
    if c.prone and not f.answers:
        return (yield from stand_up(s, who))
    if target is None or f.answers not in ("", target.id):
        return s
    spare = spare_weapon(c)
    if in_hand(c) == UNARMED and spare is not None and f.free == 0:
        s = yield from unsheathe(s, who, spare.id)
    item = in_hand(the(s, who))
    if shoots(item) and not strikes(item):
        return (yield from shoot_or_prepare(s, who, target, item))
    return (yield from close_in(s, who, target))


def spare_weapon(c: Character) -> Item | None:
    """Another weapon to strike with that fits the hands now."""
    held = (c.main, c.off)
    able = (i for i in c.items if i.id not in held and is_weapon(i) and strikes(i) and not i.dropped)
    return next((i for i in able if why_not_held(i, c.item(c.off)) is None), None)


def shoot_or_prepare(s: Veridia, who: str, target: Character, item: Item) -> Rule[Veridia]:
    """Shoot if the weapon is ready, else make it ready. Without ammunition take another weapon."""
    c = the(s, who)
    if has(item, "drawn") and not item.drawn:
        return (yield from make_ready(s, who))
    if has(item, "loaded") and (item.loaded <= 0 or item.reloading):
        return (yield from reload(s, who))
    dry = s.rulings.count_ammunition and c.ammunition <= 0 and not has(item, "magitech")
    if dry or (has(item, "magitech") and c.crystals < max(1, s.rulings.crystals_per_shot)):
        other = spare_weapon(c)
        return (yield from unsheathe(s, who, other.id if other else None))
    known = apart(s, who, target.id)
    return (yield from attack(s, who, target.id, "main", min(20, kind_of(item).reach) if known is None else known))


@cites("combat.distance", "combat.move")
def walk_up(s: Veridia, who: str, to: str, far: int) -> Rule[Veridia]:
    """Walk toward a target, as far as the turn allows."""
    meters = 0 if the(s, who).prone else min(far, meters_left(s, who))
    return (yield from move(s, who, meters, False, to)) if meters else s


def pools_against(s: Veridia, who: str, target: str) -> tuple[int, int]:
    """The dice of an attack at close quarters, and of a dodge."""
    c = the(s, who)
    return attack_pool(s, c, the(s, target), in_hand(c)).dice, defence_pool(s, c, "dodge").dice


@rule("turn.main_slot", "concurrent.split", "grapple.roll")
def tactic(s: Veridia, who: str, target: str) -> Rule[str]:
    """Choose a tactic at close quarters: attack, attack with a dodge kept back, or grapple."""
    c, f, pools = the(s, who), fighter(s, who), pools_against(s, who, target)
    ways = ["attack"]
    if f is not None and not f.answers:
        ways += ["attack and dodge"] if shared(pools) > 1 else []
        free = hold.held(s, target) is None and not c.bound and grapple_pool(s, c, the(s, target)).dice
        ways += ["grapple"] if free else []
    return (yield from Choose(who, TACTIC, tuple(ways), cites="turn.main_slot", about=pools))


@cites("concurrent.split", "grapple.roll")
def close_in(s: Veridia, who: str, target: Character) -> Rule[Veridia]:
    """Walk to the target, and once there carry out the best tactic."""
    far = apart(s, who, target.id) or 0
    if far > CLOSE:
        s = yield from walk_up(s, who, target.id, far)
        if (apart(s, who, target.id) or 0) > CLOSE:
            return s
    way = yield from tactic(s, who, target.id)
    if way == "grapple":
        return (yield from grapple_action(s, who, target.id))
    if way == "attack and dodge":
        share = shared(pools_against(s, who, target.id))
        back = share // 2
        s = yield from concurrent(s, who, ("attack", "dodge"), (share - back, back), target.id)
    return (yield from attack(s, who, target.id))


# Without questions to people


def nobodys(s: Veridia) -> frozenset[str]:
    """Characters without a player at the table."""
    return frozenset(c.id for c in s.characters if not played(s, c))


@action("turn.main_slot", title="Play this turn for them", by="gm", when=no_fight, group="Encounter")
def play_turn(s: Veridia, policy: PolicyName = "bold") -> Rule[Veridia]:
    """Play the present turn by the policy. Players still answer for their characters when attacked."""
    who = the(s, acting(s))
    yield tell("turn.main_slot", "{name} acts by policy: {policy}.", name=who.name, policy=policy)
    decides = for_people(policy, nobodys(s) | {who.id})
    return (yield from with_policy(take_turn(s).begin(), decides))


def a_players_turn(s: Veridia) -> str | None:
    """The reason why opponents cannot be played on, or None: there is no fight, or it is a player's turn."""
    why = no_fight(s)
    if why or not played(s, the(s, acting(s))):
        return why
    return f"It is {the(s, acting(s)).name}'s turn, whom a player plays."


@action("turn.main_slot", title="Play the opponents", by="gm", when=a_players_turn, group="Encounter")
def play_opponents(s: Veridia, policy: PolicyName = "bold") -> Rule[Veridia]:
    """Play every turn up to the next of a player's character. Players still answer when attacked."""
    before = s
    for _ in fighting(s).order:
        if winner(s) is not None or played(s, the(s, acting(s))):
            break
        s = yield from without_headline(with_policy(take_turn(s).begin(), for_people(policy, nobodys(s))))
    yield of_harm(before, s)
    return s


def without_headline(run: Rule[Veridia]) -> Rule[Veridia]:
    """Play a turn without its headline, as part of a larger action."""
    answer: Any = None
    try:
        while True:
            effect = run.send(answer)
            answer = None if isinstance(effect, Outcome) else (yield effect)
    except StopIteration as done:
        return cast(Veridia, done.value)


def of_harm(before: Veridia, after: Veridia) -> Outcome:
    """The headline of some turns: the health the players' characters lost."""
    lost = sum(the(before, c.id).health - c.health for c in after.characters if c.player)
    return Outcome(lost, cites="turn.main_slot", unit="health lost by the party")


@action("round.end", title="Hand the fight over", by="gm", when=no_fight, group="Encounter")
def finish_fight(
    s: Veridia,
    policy: PolicyName = "bold",
    rounds: Annotated[int, Param("At most so many rounds", min=1, max=12)] = 6,
    players: Annotated[
        Literal["bold", "careful", "reckless"] | None, Param("How players' characters fight, if otherwise")
    ] = None,
) -> Rule[Veridia]:
    """Let a policy fight for everyone, without questions, until one side is left or the rounds are over."""
    others = nobodys(s) if players else frozenset(c.id for c in s.characters)
    theirs = for_people(players or policy, frozenset(c.id for c in s.characters) - others)
    last = (s.fight.round if s.fight else 0) + rounds
    turns = 0
    while winner(s) is None and s.fight and s.fight.round < last and turns < MOST_TURNS:
        turn = with_policy(take_turn(s).begin(), for_people(policy, others))
        s = yield from without_headline(with_policy(turn, theirs))
        turns += 1
    yield of_fight(winner(s))
    yield decision(winner(s))
    return s


def of_fight(left: str | None) -> Outcome:
    """The headline of a fight, as the players see it."""
    if left is None:
        return Outcome("the fight goes on", 0, "round.end", group="the fight goes on", tone="even")
    if left == PARTY:
        return Outcome(f"{left} is left standing", 1, "round.end", group=f"{left} wins", tone="good")
    words = "nobody is left standing" if left == "nobody" else f"{left} is left standing"
    return Outcome(words, -1, "round.end", group=words, tone="bad")


def decision(left: str | None) -> Tell:
    """The state of a fight when it is handed back, in words."""
    if left is None:
        return tell("round.end", "The fight goes on.")
    if left == "nobody":
        return tell("round.end", "The fight is decided: nobody is left standing.")
    return tell("round.end", "The fight is decided. Left standing: {side}.", side=left)


HANDOVER = (play_turn, play_opponents, finish_fight)
