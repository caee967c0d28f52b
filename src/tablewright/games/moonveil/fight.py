"""A fight played by policies: what a Seeker can do with a turn, and what comes next."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import Choose, Rule, cites, rule, tail_call

from .attacks import seeker_attack
from .encounters import begin_round, next_phase, why_not_now
from .enemy_turns import enemy_turn
from .magic import seeker_cast
from .movement import seeker_move
from .people import Enemy, Item, Pips, Seeker, Turn
from .pips import unmarked
from .places import distance, foes_in_reach, foes_nearby, is_weapon
from .special_actions import regain_footing, seeker_rally, seeker_stagger
from .state import Veil

Plan = Literal[
    "strike",
    "shoot",
    "close in",
    "power",
    "finesse",
    "power and finesse",
    "orb",
    "heal",
    "stagger",
    "rally",
    "footing",
    "end",
]


def arm_of(seeker: Seeker, ranged: bool) -> Item | None:
    """The weapon at hand for melee or for range, one under Dawn Arm first."""
    arms = [item for item in seeker.items if is_weapon(item) and (item.kind == "range") == ranged]
    return max(arms, key=lambda item: item.dawn, default=None)


def casts(seeker: Seeker, id: str) -> bool:
    return any(magic.id == id and not magic.lost for magic in seeker.magic)


@cites("enc.turn", "gambit.wager")
def plans(s: Veil, seeker: Seeker) -> tuple[Plan, ...]:
    """The plans open to a Seeker now: the plain ones, then ending the turn, then those a policy must prefer."""
    plain: list[Plan] = []
    wanted: list[Plan] = []
    near, reach, shooter = foes_nearby(s, seeker), foes_in_reach(s, seeker), arm_of(seeker, True) is not None
    if seeker.turn.actions:
        plain += ["shoot"] if shooter and reach else ["strike"] if near else []
        wanted += gambit_plans(s, seeker) if near and not shooter else []
        wanted += ["orb"] if casts(seeker, "magic-orb") and orb_place(s, seeker) is not None else []
        wanted += ["heal"] if casts(seeker, "healing-circle") else []
        wanted += ["rally"] if unmarked(seeker, "willpower") else []
    if seeker.turn.moves and s.foes:
        plain += ["close in"] if not near and not (shooter and reach) else []
        wanted += ["footing"]
    return (*plain, "end", *wanted)


def gambit_plans(s: Veil, seeker: Seeker) -> list[Plan]:
    strong, quick = unmarked(seeker, "strength"), unmarked(seeker, "dexterity")
    out: list[Plan] = ["power"] if strong else []
    out += ["finesse"] if quick else []
    out += ["power and finesse"] if strong and quick and s.rulings.gambits_together else []
    return [*out, "stagger"]


def orb_place(s: Veil, seeker: Seeker) -> int | None:
    """The place where an orb meets most enemies and no friend, or None."""
    friends = {one.at for one in s.living}
    places = {foe.at for foe in foes_in_reach(s, seeker)} - friends
    return max(sorted(places), key=lambda at: sum(foe.at == at for foe in s.foes), default=None)


def circle_place(s: Veil) -> int:
    """The place where a circle meets most of the wounded and fewest wounded enemies."""

    def good(at: int) -> int:
        wounded = sum(one.at == at and one.hp < one.full for one in s.living)
        return wounded - sum(foe.at == at and foe.hp < foe.full for foe in s.foes)

    return max(sorted({one.at for one in s.living}), key=good)


def carry_out(s: Veil, who: str, plan: Plan) -> Rule[Veil]:
    seeker = s.seeker(who)
    if plan in ("strike", "power", "finesse", "power and finesse"):
        arm = arm_of(seeker, False)
        weapon = arm.id if arm else None
        return (yield from seeker_attack(s, who, weapon, None, "power" in plan, "finesse" in plan))
    if plan == "shoot":
        bow = arm_of(seeker, True)
        return (yield from seeker_attack(s, who, bow.id if bow else None))
    if plan == "close in":
        nearest: Enemy = min(s.foes, key=lambda foe: (distance(seeker, foe), foe.id))
        return (yield from seeker_move(s, who, "ahead" if nearest.at > seeker.at else "back", "roll"))
    if plan == "orb":
        return (yield from seeker_cast(s, who, "magic-orb", orb_place(s, seeker), None, ""))
    if plan == "heal":
        return (yield from seeker_cast(s, who, "healing-circle", circle_place(s), None, ""))
    if plan == "stagger":
        return (yield from seeker_stagger(s, who, foes_nearby(s, seeker)[0].id, None))
    if plan == "rally":
        return (yield from seeker_rally(s, who))
    return (yield from regain_footing(s, who))


@rule("enc.turn")
def seeker_turn(s: Veil, who: str) -> Rule[Veil]:
    """Play the rest of a turn, one plan after the other, until the Seeker ends it or can do no more."""
    seeker = s.seeker(who)
    options = plans(s, seeker) if seeker.alive and s.foes else ("end",)
    plan: Plan = "end"
    if len(options) > 1:
        plan = yield from Choose(who, "What now?", options, cites="enc.turn", about=(s, seeker))
    if plan != "end":
        return tail_call(one_thing(s, who, plan))
    return settled(s.having(seeker.but(turn=seeker.turn.but(begun=s.phase, actions=0, moves=0))))


@rule("enc.turn")
def one_thing(s: Veil, who: str, plan: Plan) -> Rule[Veil]:
    """Carry out one plan, then the rest of the turn."""
    return tail_call(seeker_turn(settled((yield from carry_out(s, who, plan))), who))


def to_act(s: Veil) -> Seeker | None:
    """The next Seeker whose turn it can be."""
    for seeker in s.living:
        if (seeker.turn.actions or seeker.turn.moves) and why_not_now(s, seeker) is None:
            return seeker
    return None


@rule("enc.rounds", "enc.end", "init.enemies")
def fight_on(s: Veil) -> Rule[Veil]:
    """Play the next turn of a fight, or go on to the next phase."""
    if not s.fighting:
        return settled((yield from begin_round(s)))
    if s.phase == "enemies":
        foe = next((foe for foe in s.foes if foe.actions and not foe.asleep), None)
        if foe is not None:
            return settled((yield from enemy_turn(s, foe.id)))
    elif (seeker := to_act(s)) is not None:
        return tail_call(seeker_turn(s, seeker.id))
    return settled((yield from next_phase(s)))


def settled(s: Veil) -> Veil:
    """The fight without what no longer matters to it, so that equivalent states are equal."""
    seekers = tuple(x.but(pocket=1, marked=Pips(), turn=Turn(), hp=0) if x.dead else x for x in s.seekers)
    return s.but(round=1, enemies=s.foes, seekers=seekers, floor=())


@cites("enc.end", "death.zero")
def fight_over(s: Veil) -> str | None:
    """The result of a fight once all Seekers are dead or no enemy stands, else None."""
    if not s.living:
        return "the Seekers are dead"
    if not s.foes:
        return "the Seekers win"
    return None
