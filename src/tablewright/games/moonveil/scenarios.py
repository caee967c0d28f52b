"""Lab scenarios: duels, parties, days, the worth of things, and the fight on the table."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Param, Policy, Refused, Rule, Scenario, find_by_id, rule, tail_call
from tablewright.rules.kit import Kit

from .bestiary import BEASTS, from_beast
from .fight import fight_on, fight_over, settled
from .moon_list import MOON_LIST
from .options import MoonveilRulings
from .people import Enemy, Item, Pips, Seeker
from .policies import POLICIES
from .ready_made import ready_made
from .rest import rest
from .state import Veil

Beast = Literal[
    "gutter-imp",
    "pale-hound",
    "husk",
    "thorn-archer",
    "lantern-thief",
    "bell-knight",
    "silt-widow",
    "moonfed-ogre",
    "shard-warden",
]
Arm = Literal["bare hands", "edged", "piercing", "heavy", "range", "tricky"]
Guard = Literal["nothing", "helmet", "shield", "armor", "cloak"]


def beast(id: str, name: str, pocket: int, at: int) -> Enemy:
    return from_beast(find_by_id(BEASTS, name, "beast"), id, pocket, at)


def one_seeker(arm: Arm, guard: Guard, hp: int, pocket: int) -> Seeker:
    items: list[Item] = []
    if arm != "bare hands":
        items.append(Item("arm", arm, "Arm"))
    if guard != "nothing":
        items.append(Item("guard", guard, "Guard"))
    return Seeker("seeker", "Seeker", "", Pips(2, 1, 1, 1), hp=hp, full=hp, pocket=pocket, items=tuple(items))


def duel(
    rulings: MoonveilRulings,
    arm: Annotated[Arm, Param("The Seeker's weapon")] = "edged",
    guard: Annotated[Guard, Param("The Seeker's defence")] = "nothing",
    hp: Annotated[int, Param("The Seeker's Hit Points", min=1, max=30)] = 8,
    pocket: Annotated[int, Param("The Seeker's Pocket", min=1, max=6)] = 4,
    enemy: Annotated[Beast, Param("Whom they meet")] = "gutter-imp",
    enemy_pocket: Annotated[int, Param("The enemy's Pocket", min=1, max=6)] = 3,
) -> Veil:
    """A Seeker with Strength 2 and the other stats at 1, face to face with one enemy."""
    seekers = (one_seeker(arm, guard, hp, pocket),)
    return Veil(rulings, seekers, enemies=(beast("foe", enemy, enemy_pocket, 0),))


MIXED: tuple[Beast, ...] = ("gutter-imp", "thorn-archer", "husk", "pale-hound", "lantern-thief", "bell-knight")


def party(
    rulings: MoonveilRulings,
    seekers: Annotated[int, Param("How many Seekers", min=1, max=4)] = 2,
    enemies: Annotated[int, Param("How many enemies", min=1, max=6)] = 3,
    away: Annotated[int, Param("How many Moves between them", min=0, max=3)] = 1,
) -> Veil:
    """The ready-made Seekers (a fourth with bare hands) against a mixed group."""
    extra = Seeker("otto", "Otto", "", Pips(3, 1, 1, 2), hp=12, full=12, pocket=4)
    people = tuple(x.but(player="") for x in (*ready_made(), extra))[:seekers]
    foes = tuple(beast(f"foe-{n}", name, 3, away) for n, name in enumerate(MIXED[:enemies], 1))
    return Veil(rulings, people, enemies=foes)


class Day(Veil, frozen=True):
    """A party with encounters ahead of it."""

    left: int = 0
    waiting: tuple[Enemy, ...] = ()
    """The enemies of each encounter."""


def day(
    rulings: MoonveilRulings,
    seekers: Annotated[int, Param("How many Seekers", min=1, max=4)] = 2,
    encounters: Annotated[int, Param("How many encounters, with a Rest after each", min=1, max=6)] = 2,
    enemies: Annotated[int, Param("How many enemies in each", min=1, max=6)] = 2,
) -> Day:
    """A day of encounters, with a Rest and a new Moon Effect between them."""
    first = party(rulings, seekers, enemies)
    foes = first.enemies
    return Day(rulings, first.seekers, enemies=foes, moon_list=MOON_LIST, left=encounters, waiting=foes)


@rule("rest.conditions", "moon.daily")
def day_goes_on(s: Day) -> Rule[Day]:
    """Play a turn of the encounter. After a won one come a Rest, the moon and the next enemies."""
    if s.foes:
        return tail_call(fight_on(s))  # type: ignore[return-value]  # a Day stays one
    calm = s.but(round=0, phase="", left=s.left - 1, seekers=tuple(x.but(at=0) for x in s.living))
    if not calm.left:
        return calm
    rested = yield from rest(calm)
    return rested.but(enemies=s.waiting, day=1)  # type: ignore[return-value]  # see above


def day_over(s: Day) -> str | None:
    if not s.living:
        return "the Seekers are dead"
    return "the day is done" if not s.left else None


def from_table(s: Veil) -> Veil:
    """The encounter on the table, without what a fight doesn't need."""
    if not s.foes or not s.living:
        raise Refused("There is no fight to go on from: place enemies, and have Seekers alive.")
    bare = s.but(moon_list=(), check=None, drafts=(), kit=Kit())
    return settled(bare) if s.fighting else settled(bare).but(round=0)


def standing(s: Veil) -> dict[str, float]:
    return {
        "Seekers alive": len(s.living),
        "Hit Points of Seekers": sum(seeker.hp for seeker in s.living),
        "enemies standing": len(s.foes),
    }


def still_up(s: Veil) -> list[str]:
    return [*(seeker.name for seeker in s.living), *(foe.name for foe in s.standing)]


def alive(s: Veil) -> float:
    return len(s.living) / max(1, len(s.seekers))


def some(*names: str) -> dict[str, Policy]:
    return {name: POLICIES[name] for name in names}


SCENARIOS = (
    Scenario(
        name="duel",
        title="A duel",
        doc="One Seeker against one enemy, face to face. Small enough to be counted exactly.",
        start=duel,
        step=fight_on,
        ending=fight_over,
        policies=some("plain", "careful"),
        count=standing,
        value=alive,
        standing=still_up,
        between=(0.0, 1.0),
        cites="enc.end",
    ),
    Scenario(
        name="worth",
        title="The worth of a weapon, a defence, a gambit",
        doc="The same duel at close quarters. Change one thing and compare; the policies are the gambits.",
        start=duel,
        step=fight_on,
        ending=fight_over,
        policies=some("power", "finesse", "dodging"),
        count=standing,
        value=alive,
        standing=still_up,
        between=(0.0, 1.0),
        cites="gambit.wager",
    ),
    Scenario(
        name="party",
        title="A party against a mixed group",
        doc="One to four Seekers against up to six enemies. From the table: how this fight is likely to go from here.",
        start=party,
        step=fight_on,
        ending=fight_over,
        policies=some("careful", "bold"),
        count=standing,
        value=alive,
        standing=still_up,
        between=(0.0, 1.0),
        from_table=from_table,
        cites="enc.end",
    ),
    Scenario(
        name="day",
        title="A day in the Moonveil",
        doc="Encounters with a Rest and a new Moon Effect between them.",
        start=day,
        step=day_goes_on,
        ending=day_over,
        policies=some("careful"),
        count=standing,
        value=alive,
        standing=still_up,
        between=(0.0, 1.0),
        cites="moon.daily",
    ),
)
