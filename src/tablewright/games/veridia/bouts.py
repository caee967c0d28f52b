"""Fights in the lab: duels, groups and the fight on the table, turn by turn and by the rules of the table."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from tablewright.rules import DrawCards, Param, Refused, Rule, State, cites, rule, with_policy

from .armors import ARMORS
from .attack import attack_pool, hit_difficulty, make_swing, raw_damage
from .attributes import ATTRIBUTES
from .defenses import shell, suffer
from .experience import bought, price
from .handover import able_of, enemies, take_turn, winner
from .health import most, unable
from .initiative import roll_order
from .options import LEDGER, VeridiaRulings
from .outfits import armed
from .people import TEMPLATES, opponent, party
from .policies import for_people
from .rolling import Result
from .skills import basic_skills
from .state import Character, Suit, Veridia
from .turns import start_fight
from .weapons import UNARMED, WEAPONS, in_hand

PolicyName = Literal["bold", "careful", "reckless"]
One = Annotated[str, Param("Who fights: a kind of fighter, or somebody of the party", among=lambda _: everybody())]
Other = Annotated[str, Param("Against whom: a kind of fighter, or somebody of the party", among=lambda _: everybody())]
OFF = "the other hand keeps its own, if left free"
OWN, NOTHING, NOBODY = "their own", "nothing", "nobody"
Weapon = Annotated[
    str | None,
    Param(f"The first one's weapon; {OFF}", among=lambda _: tuple(WEAPONS), none=OWN),
]
OtherWeapon = Annotated[
    str | None,
    Param(f"The other one's weapon; {OFF}", among=lambda _: tuple(WEAPONS), none=OWN),
]
Armor = Annotated[str | None, Param("The first one's armor", among=lambda _: tuple(ARMORS), none=OWN)]
OtherArmor = Annotated[str | None, Param("The other one's armor", among=lambda _: tuple(ARMORS), none=OWN)]
Leader = Annotated[
    str | None, Param("One more on the first side, of another kind", among=lambda _: everybody(), none=NOBODY)
]
OtherLeader = Annotated[
    str | None, Param("One more on the other side, of another kind", among=lambda _: everybody(), none=NOBODY)
]
Better = Annotated[
    str | None, Param("The first one knows more of", among=lambda _: (*ATTRIBUTES, *basic_skills()), none=NOTHING)
]
Others = Annotated[PolicyName, Param("How the other side fights; the first fights as the lab is told")]
First = Annotated[Literal["rolled", "one", "other"], Param("Who has the initiative")]
FirstSide = Annotated[Literal["by lot", "one", "other"], Param("Which side begins")]


class Bout(State, frozen=True):
    """A fight in the lab. Before the first step there is no order of turns and no fight on its table."""

    table: Veridia
    rulings: VeridiaRulings = LEDGER
    first: str = "rolled"
    others: str = "bold"
    """The policy of all fighters who are not on the first one's side."""
    wear: bool = False
    cost: int = 0
    """The experience the first fighter has beyond the template."""

    @property
    def under_rulings(self) -> Veridia:
        """The table with the house rulings of the lab."""
        return self.table.but(rulings=self.rulings)


@cache
def heroes() -> dict[str, Character]:
    return {c.id: c for c in party()}


def everybody() -> tuple[str, ...]:
    """Names of all fighters of the lab."""
    return (*TEMPLATES, *heroes())


def fighter_called(name: str, id: str, side: str, title: str = "") -> Character:
    """A fresh opponent of a kind, or a member of the party."""
    known = heroes().get(name)
    c = known.but(id=id, player="") if known else opponent(name, id, title or name.capitalize())
    return c.but(side=side)


def equipped(name: str, id: str, side: str, weapon: str | None, armor: str | None) -> Character:
    c = fighter_called(name, id, side)
    if weapon is not None and weapon != in_hand(c).kind:
        c = rearmed(c, weapon).but(ammunition=20, crystals=20)
    return c.but(suit=Suit(armor)) if armor is not None else c


@cites("combat.unsheath", "quirk.two_handed", "quirk.versatile")
def rearmed(c: Character, weapon: str) -> Character:
    """The character with another weapon in the main hand.

    The off hand keeps what it holds unless the weapon needs both. An unarmed fighter has both hands empty.
    """
    off = c.item(c.off)
    beside = off.kind if off is not None and WEAPONS[weapon].hands == "one" else ""
    return armed(c, weapon if weapon != UNARMED.kind else "", beside, c.suit.kind)


def duel_start(
    rulings: VeridiaRulings,
    one: One = "duelist",
    other: Other = "orc raider",
    weapon: Weapon = None,
    other_weapon: OtherWeapon = None,
    armor: Armor = None,
    other_armor: OtherArmor = None,
    better: Better = None,
    points: Annotated[int, Param("So many points more of it", min=0, max=6)] = 0,
    first: First = "rolled",
    others: Others = "bold",
    wear: Annotated[bool, Param("Count armor wear during the duel")] = False,
) -> Bout:
    """Two fighters at close quarters."""
    taught, cost = learned(equipped(one, "one", "one", weapon, armor), better, points)
    people = (taught, equipped(other, "other", "other", other_weapon, other_armor))
    return Bout(Veridia(rulings, people), rulings, first, others, wear, cost)


def learned(c: Character, point: str | None, steps: int) -> tuple[Character, int]:
    """A character with so many points more, and the experience they took. Refused beyond legal levels."""
    cost, had = 0, c.experience
    for _ in range(steps if point else 0):
        needs = price(c, point or "")
        c = bought(c.but(experience=needs), point or "")
        cost += needs
    return c.but(experience=had), cost


def skirmish_start(
    rulings: VeridiaRulings,
    side: One = "duelist",
    number: Annotated[int, Param("How many of them", min=1, max=6)] = 1,
    against: Other = "road bandit",
    against_number: Annotated[int, Param("Against how many", min=1, max=6)] = 2,
    leader: Leader = None,
    against_leader: OtherLeader = None,
    first: FirstSide = "by lot",
    others: Others = "bold",
) -> Bout:
    """A group against a group. Turns alternate between the sides."""
    ones = group("one", side, number, leader)
    foes = group("other", against, against_number, against_leader)
    return Bout(Veridia(rulings, (*ones, *foes)), rulings, first, others)


def group(side: str, kind: str, number: int, leader: str | None) -> tuple[Character, ...]:
    kinds = [kind] * number + ([leader] if leader else [])
    return tuple(fighter_called(kind, f"{side}-{i}", side, f"{kind} {i}") for i, kind in enumerate(kinds, 1))


def from_table(s: Veridia) -> Bout:
    """The present fight on the table."""
    if s.fight is None or winner(s) is not None:
        raise Refused("There is no fight on the table that is still open.")
    here = {f.id for f in s.fight.order} | {c.mount for c in s.characters}
    people = tuple(c for c in s.characters if c.id in here)
    return Bout(Veridia(s.rulings, people, s.fight.but(bonus=False)), s.rulings, wear=True)


@rule("init.roll", "turn.main_slot", "round.end")
def next_step(b: Bout) -> Rule[Bout]:
    """Find out who begins, then play a turn at a time.

    Rounds are not counted, nor wear unless asked for, to keep states few.
    """
    if b.table.fight is None:
        order = yield from order_of(b)
        return b.but(table=start_fight(b.under_rulings, order))
    decides = for_people(b.others, frozenset(c.id for c in b.table.characters if c.side != first_side(b)))
    s = yield from with_policy(take_turn(b.under_rulings).begin(), decides)
    assert s.fight is not None
    s = s.but(fight=s.fight.but(round=1))
    if not b.wear:
        s = s.but(characters=tuple(c.but(suit=c.suit.but(wear=0)) if c.suit.wear else c for c in s.characters))
    return b.but(table=s)


@cites("init.roll")
def order_of(b: Bout) -> Rule[tuple[str, ...]]:
    """The order of turns: initiative as at the table, or one side begins and the sides alternate."""
    if b.first == "rolled":
        return (yield from roll_order(b.under_rulings, tuple(c.id for c in b.table.characters)))
    begins = b.first
    if begins == "by lot":
        (begins,) = yield from DrawCards(("one", "other"))
    mine = [c.id for c in b.table.characters if c.side == begins]
    theirs = [c.id for c in b.table.characters if c.side != begins]
    order: list[str] = []
    for i in range(max(len(mine), len(theirs))):
        order += mine[i : i + 1] + theirs[i : i + 1]
    return tuple(order)


def first_side(b: Bout) -> str:
    return b.table.characters[0].side


def ending(b: Bout) -> str | None:
    """The side left, or a stalemate when no fighter left can hurt another."""
    if b.table.fight is None:
        return None
    left = winner(b.table)
    if left is not None:
        return f"{left} wins" if left != "nobody" else "nobody is left"
    s = b.under_rulings
    return "stalemate" if not any(can_hurt(s, c) for c in fighting(s)) else None


def fighting(s: Veridia) -> list[Character]:
    return [c for side in dict.fromkeys(c.side for c in s.characters) for c in able_of(s, side)]


def can_hurt(s: Veridia, c: Character) -> bool:
    """True if the best roll of all would get past an enemy's defences."""
    item = in_hand(c)
    for foe in enemies(s, c.id):
        hard = hit_difficulty(s, c, foe, melee=True).difficulty if foe.cover < 4 else 100
        dice = max(attack_pool(s, c, foe, item, exchange=exchange).dice for exchange in (False, True)) - hard
        best = Result(dice, dice, 12)
        swing = make_swing(c, item, dice, hard)
        done = suffer(raw_damage(swing, best), shell(foe), s.rulings, piercing=swing.piercing)
        if dice > 0 and (done.barrier or done.health):
            return True
    return False


def left_over(b: Bout) -> dict[str, float]:
    """Health left on each side, as a share, and the experience the first fighter was ahead."""
    sides = dict.fromkeys(c.side for c in b.table.characters)
    out = {}
    for side in sides:
        people = [c for c in b.table.characters if c.side == side]
        alive = sum(c.health for c in people if not c.dead)
        out[f"health of {side}, as a share"] = alive / sum(most(c) for c in people)
    return out | ({"experience ahead": float(b.cost)} if b.cost else {})


def still_up(b: Bout) -> list[str]:
    return [f"{c.side}: {c.name}" for c in b.table.characters if unable(b.table, c) is None]


def first_wins(b: Bout) -> float:
    return float(b.table.fight is not None and winner(b.table) == first_side(b))
