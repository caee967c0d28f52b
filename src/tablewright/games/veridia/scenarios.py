"""What the lab can run: duels, group fights, one blow of any weapon against any armor."""

from __future__ import annotations

from typing import Annotated

from tablewright.kernel import Param, Refused, Rule, Scenario, State, rule

from .armors import ARMORS
from .attack import Swing, attack_pool, make_swing, strike
from .attributes import ATTRIBUTES
from .defenses import Shell, shell
from .experience import price, raised
from .handover import able_of, enemies, take_turn, winner
from .health import most
from .options import LEDGER
from .people import TEMPLATES, armed, opponent
from .policies import POLICIES
from .skills import basic_skills
from .state import Character, Fight, Fighter, Suit, Veridia
from .weapons import WEAPONS, in_hand

Who = Annotated[str, Param("Which kind of fighter", among=lambda _: tuple(TEMPLATES))]
Weapon = Annotated[str | None, Param("With another weapon", among=lambda _: tuple(WEAPONS))]
Armor = Annotated[str | None, Param("In other armor", among=lambda _: tuple(ARMORS))]
Better = Annotated[str | None, Param("The first one knows more of", among=lambda _: (*ATTRIBUTES, *basic_skills()))]


class Bout(State, frozen=True):
    """A fight in the lab: the table, and what is not to change while it lasts."""

    table: Veridia
    wear: bool = False
    cost: int = 0
    """Experience that the first fighter has more than the template."""


def equipped(template: str, id: str, side: str, weapon: str | None, armor: str | None) -> Character:
    c = opponent(template, id, template.capitalize()).but(side=side)
    if weapon is not None:
        c = armed(c, weapon if weapon != "Unarmed" else "", armor=c.suit.kind).but(ammunition=20, crystals=20)
    return c.but(suit=Suit(armor)) if armor is not None else c


def duel_start(
    one: Who = "duelist",
    other: Who = "orc raider",
    weapon: Weapon = None,
    other_weapon: Weapon = None,
    armor: Armor = None,
    other_armor: Armor = None,
    better: Better = None,
    points: Annotated[int, Param("So many points more of it", min=0, max=6)] = 0,
    wear: Annotated[bool, Param("Count armor wear during the duel")] = False,
) -> Bout:
    """Two fighters at close quarters; the first has the initiative."""
    first = equipped(one, "one", "one", weapon, armor)
    cost = 0
    for _ in range(points if better else 0):
        cost += price(first, better or "melee")
        first = raised(first, better or "melee")
    second = equipped(other, "other", "other", other_weapon, other_armor)
    return bout((first, second), wear, cost)


def bout(people: tuple[Character, ...], wear: bool = False, cost: int = 0) -> Bout:
    order = tuple(c.id for c in people)
    fight = Fight(tuple(Fighter(id) for id in order), order)
    return Bout(Veridia(LEDGER, people, fight), wear, cost)


def skirmish_start(
    side: Who = "duelist",
    number: Annotated[int, Param("How many of them", min=1, max=6)] = 1,
    against: Who = "road bandit",
    against_number: Annotated[int, Param("Against how many", min=1, max=6)] = 2,
) -> Bout:
    """A group against a group; turns alternate between the sides."""
    ones = [opponent(side, f"one-{i}", f"{side} {i}").but(side="one") for i in range(1, number + 1)]
    others = [opponent(against, f"other-{i}", f"{against} {i}").but(side="other") for i in range(1, against_number + 1)]
    people: list[Character] = []
    for i in range(max(number, against_number)):
        people += ones[i : i + 1] + others[i : i + 1]
    return bout(tuple(people))


def from_table(s: Veridia) -> Bout:
    """The fight on the table, as it stands."""
    if s.fight is None or winner(s) is not None:
        raise Refused("There is no fight on the table that is still open.")
    here = {f.id for f in s.fight.order} | {c.mount for c in s.characters}
    people = tuple(c for c in s.characters if c.id in here)
    return Bout(Veridia(s.rulings, people, s.fight.but(bonus=False)), wear=True)


@rule("turn.main_slot", "round.end")
def next_turn(b: Bout) -> Rule[Bout]:
    """One turn by the rules of the table. Rounds are not counted, nor wear unless asked for: states stay few."""
    s = yield from take_turn(b.table)
    assert s.fight is not None
    s = s.but(fight=s.fight.but(round=1))
    if not b.wear:
        s = s.but(characters=tuple(c.but(suit=c.suit.but(wear=0)) if c.suit.wear else c for c in s.characters))
    return b.but(table=s)


def ending(b: Bout) -> str | None:
    """The side that is left; or a stalemate, when nobody left can hurt anybody."""
    left = winner(b.table)
    if left is not None:
        return f"{left} wins" if left != "nobody" else "nobody is left"
    return "stalemate" if not any(can_hurt(b.table, c) for c in fighting(b.table)) else None


def fighting(s: Veridia) -> list[Character]:
    return [c for side in dict.fromkeys(c.side for c in s.characters) for c in able_of(s, side)]


def can_hurt(s: Veridia, c: Character) -> bool:
    """Whether the best roll would get past somebody's armor."""
    item = in_hand(c)
    for foe in enemies(s, c.id):
        dice = attack_pool(s, c, foe, item).dice
        swing = make_swing(c, item, dice, 0)
        worst = shell(foe)
        if dice and dice + swing.damage + (dice - 1 if swing.devastating else 0) > worst.outer + worst.inner:
            return True
    return False


def left_over(b: Bout) -> dict[str, float]:
    """Health left on each side, as a share, and the experience the first one was ahead."""
    sides = dict.fromkeys(c.side for c in b.table.characters)
    out = {}
    for side in sides:
        people = [c for c in b.table.characters if c.side == side]
        alive = sum(c.health for c in people if not c.dead)
        out[f"health of {side}"] = alive / sum(most(c) for c in people)
    return out | ({"experience ahead": float(b.cost)} if b.cost else {})


def first_wins(b: Bout) -> float:
    return float(winner(b.table) == b.table.characters[0].side)


# one blow


class Trial(State, frozen=True):
    """An attack with a weapon against armor, and what it did once it has been made."""

    swing: Swing
    shell: Shell
    damage: int | None = None


def blow_start(
    weapon: Annotated[str, Param("With which weapon", among=lambda _: tuple(WEAPONS))] = "Sword",
    armor: Annotated[str, Param("Against which armor", among=lambda _: tuple(ARMORS))] = "Medium armor",
    dice: Annotated[int, Param("Dice of the attack", min=1, max=20)] = 6,
    difficulty: Annotated[int, Param("Difficulty to hit", min=0, max=6)] = 0,
) -> Trial:
    striker = armed(opponent("duelist", "one", "Striker"), weapon if weapon != "Unarmed" else "")
    target = opponent("duelist", "other", "Target").but(suit=Suit(armor))
    return Trial(make_swing(striker, in_hand(striker), dice, difficulty), shell(target))


@rule("attack.hit", "attack.damage", "attack.reduce")
def one_blow(t: Trial) -> Rule[Trial]:
    done = yield from strike(t.swing, None, t.shell, LEDGER)
    return t.but(damage=done.net)


def blow_ending(t: Trial) -> str | None:
    if t.damage is None:
        return None
    return "no damage" if not t.damage else "1 damage" if t.damage == 1 else f"{t.damage} damage"


SCENARIOS = (
    Scenario(
        name="duel",
        title="A duel",
        doc="Two fighters at close quarters until one is down. With a point more of something, what it is worth.",
        start=duel_start,
        step=next_turn,
        ending=ending,
        policies=POLICIES,
        count=left_over,
        value=first_wins,
        from_table=from_table,
        cites="attack.turn",
    ),
    Scenario(
        name="skirmish",
        title="A group fight",
        doc="Some against some others until one side is down.",
        start=skirmish_start,
        step=next_turn,
        ending=ending,
        policies={"bold": POLICIES["bold"]},
        count=left_over,
        value=first_wins,
        from_table=from_table,
        cites="round.end",
    ),
    Scenario(
        name="blow",
        title="One blow",
        doc="What an undefended attack does: sweep weapon and armor for a table of what each is worth.",
        start=blow_start,
        step=one_blow,
        ending=blow_ending,
        count=lambda t: {"damage": float(t.damage or 0)},
        value=lambda t: float(t.damage or 0),
        cites="odds.damage",
    ),
)
