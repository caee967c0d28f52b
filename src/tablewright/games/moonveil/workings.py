"""Effects of each Spell and Miracle once cast, and of bombs, which strike friend and foe alike."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import (
    Choose,
    FieldOption,
    Outcome,
    Param,
    Refused,
    Rule,
    action,
    cites,
    find_by_id,
    replace_by_id,
    tell,
)

from . import picks
from .advantage import burden, one_die, several
from .death import healed, take_damage
from .encounters import paid
from .items import in_kind
from .people import Enemy, Seeker
from .places import FARTHEST, REACH, is_weapon
from .starting_list import DAWN_ARM, HEALING_CIRCLE, MAGIC_ORB, SLEEPSAND, SOLUTIONS, Working
from .state import Veil, creature, creatures

ALL = "yes, that is everyone"
Dice = Literal["3d6", "2d6", "4d6", "5d6", "6d6"]


@cites("miracle.dawn-arm", "spell.sleepsand", "spell.solutions", "spell.escape")
def needs(s: Veil, seeker: Seeker, magic: Working, target: str | None, intent: str) -> None:
    """Refuse a casting without the target or purpose it needs before the roll."""
    if magic == DAWN_ARM:
        arms = {item.id: item for one in s.living for item in one.items if is_weapon(item)}
        if target not in arms:
            names = ", ".join(in_kind(item) for item in arms.values())
            raise Refused(f"Dawn Arm is cast on a weapon. There is: {names or 'none'}.", "target")
    elif magic == SLEEPSAND:
        if target is None or target not in [one.id for one in creatures(s)]:
            raise Refused("Sleepsand needs a target: name an enemy or a Seeker.", "target")
    elif magic.open and not intent:
        raise Refused(f"{magic.name} is open-ended: say first what it is to do.", "intent")


@cites("miracle.healing-circle", "spell.magic-orb", "weapon.bomb")
def in_area(s: Veil, at: int, cites: str) -> Rule[tuple[str, ...]]:
    """All creatures at 0 Moves from the spot, friend or foe. The Guide may leave some out or draw others in."""
    names = {one.id: one.name for one in creatures(s)}
    there = tuple(one.id for one in creatures(s) if one.at == at)
    unsettled = tuple(names)
    while unsettled:
        labels = {id: f"without {name}" if id in there else f"{name} as well" for id, name in names.items()}
        question = f"In the area: {', '.join(names[id] for id in there) or 'nobody'}. Is that right?"
        inside = tuple(id for id in unsettled if id in there)
        options = (ALL, *inside, *(id for id in unsettled if id not in there))
        pick = yield from Choose("guide", question, options, label=(labels | {ALL: ALL}).__getitem__, cites=cites)
        if pick == ALL:
            break
        there = tuple(id for id in names if (id in there) != (id == pick))
        unsettled = tuple(id for id in unsettled if id != pick)
    return there


@cites("cast.success")
def take_effect(
    s: Veil, caster: Seeker | Enemy, magic: Working, at: int | None, target: str | None, intent: str
) -> Rule[Veil]:
    place = caster.at if at is None else at
    if magic == HEALING_CIRCLE:
        return (yield from healing_circle(s, caster, place))
    if magic == MAGIC_ORB:
        return (yield from magic_orb(s, caster, place))
    if magic == DAWN_ARM:
        return (yield from (dawn_arm(s, str(target)) if isinstance(caster, Seeker) else enemy_dawn(s, caster)))
    if magic == SLEEPSAND:
        return (yield from sleepsand(s, str(target)))
    cited = "spell.solutions" if magic in SOLUTIONS else "spell.escape"
    yield tell(cited, "{magic}: {intent}.", magic=magic.name, intent=intent)
    return s


@cites("miracle.healing-circle")
def healing_circle(s: Veil, caster: Seeker | Enemy, at: int) -> Rule[Veil]:
    """Roll one d6, the same for everyone in the area. It heals no further than full HP."""
    there = yield from in_area(s, at, "miracle.healing-circle")
    die = yield from one_die(caster.id, burden(s, caster), "Healing Circle")
    for id in there:
        one = creature(s, id)
        better = one.but(hp=healed(s, one, die))
        yield tell("miracle.healing-circle", "{who} has {hp} Hit Points.", who=better.name, hp=better.hp)
        s = s.having(better)
    return s


@cites("spell.magic-orb")
def magic_orb(s: Veil, caster: Seeker | Enemy, at: int) -> Rule[Veil]:
    """Roll 2d6 damage once, for friend and foe in the area. No attack roll: Evade and Defense do not matter."""
    there = yield from in_area(s, at, "spell.magic-orb")
    damage = yield from several(caster.id, 2, burden(s, caster), "Magic Orb")
    for id in there:
        s = yield from take_damage(s, creature(s, id), damage, "spell.magic-orb")
    return s


@cites("miracle.dawn-arm")
def dawn_arm(s: Veil, weapon: str) -> Rule[Veil]:
    """Add a fresh d6 to every hit of the weapon, until the end of the encounter or scene."""
    owner = next(one for one in s.living if weapon in [item.id for item in one.items])
    item = find_by_id(owner.items, weapon, "weapon")
    yield tell("miracle.dawn-arm", "{weapon} shines like the dawn.", weapon=in_kind(item))
    return s.having(owner.but(items=replace_by_id(owner.items, item.but(dawn=True))))


@cites("miracle.dawn-arm", "enemy.magic")
def enemy_dawn(s: Veil, foe: Enemy) -> Rule[Veil]:
    """Put Dawn Arm on an enemy's weapon."""
    yield tell("miracle.dawn-arm", "What {who} strikes with shines like the dawn.", who=foe.name)
    return s.having(s.enemy(foe.id).but(dawn=True))


@cites("spell.sleepsand")
def sleepsand(s: Veil, target: str) -> Rule[Veil]:
    """Put one target to sleep until the Guide wakes it."""
    one = creature(s, target)
    yield tell("spell.sleepsand", "{who} falls asleep.", who=one.name)
    return s.having(one.but(asleep=True))


def bomb_ids(s: Veil) -> tuple[str, ...]:
    return tuple(item.id for seeker in s.living for item in seeker.items if item.kind == "bomb")


def no_bomb(s: Veil) -> str | None:
    return None if bomb_ids(s) else "nobody has a bomb."


def bombers(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers, with a reason for each who has no bomb or cannot act."""
    has = {x.id for x in s.living if any(item.kind == "bomb" for item in x.items)}
    none = {x.id: "" if x.id in has else f"{x.name} has no bomb." for x in s.living}
    return tuple(FieldOption(pick.value, why_not=none[pick.value] or pick.why_not) for pick in picks.acting(s))


def too_far() -> str:
    return f"A bomb flies {REACH} Moves at most."


def in_throw(s: Veil, given: picks.Given) -> tuple[FieldOption, ...]:
    """Every place the table draws, with the creatures there, and the reason if it is too far."""
    one = picks.the(s, given)
    return tuple(
        FieldOption(at, f"place {at}", picks.who_is_there(s, at), too_far() if one and abs(at - one.at) > REACH else "")
        for at in range(-FARTHEST, FARTHEST + 1)
    )


@action("weapon.bomb", title="Throw a bomb", by="seeker", when=no_bomb, group="Attacks")
def throw_bomb(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=bombers, mine=True, label="Seeker")],
    bomb: Annotated[str, Param("Which bomb", among=picks.bombs)],
    at: Annotated[
        int,
        Param("At which place, up to 2 Moves away", min=-FARTHEST, max=FARTHEST, among=in_throw, label="at place"),
    ],
) -> Rule[Veil]:
    """Do huge damage to an area, once. The Guide names the dice and the targets before anything is rolled."""
    seeker = paid(s, s.seeker(who), actions=1)
    item = find_by_id(seeker.items, bomb, f"thing of {seeker.name}")
    if item.kind != "bomb":
        raise Refused(f"{in_kind(item)} is no bomb.")
    if abs(at - seeker.at) > REACH:
        raise Refused(too_far(), "at")
    dice: tuple[Dice, ...] = ("3d6", "2d6", "4d6", "5d6", "6d6")
    named = yield from Choose("guide", "A bomb: how much damage?", dice, cites="weapon.bomb")
    s = s.having(seeker.but(items=tuple(x for x in seeker.items if x.id != bomb)))
    there = yield from in_area(s, at, "weapon.bomb")
    damage = yield from several(who, int(named[0]), burden(s, seeker), "Bomb")
    yield Outcome(damage, None, "weapon.bomb", unit="damage")
    yield tell("weapon.bomb", "{what} goes off.", what=in_kind(item).capitalize())
    for id in there:
        s = yield from take_damage(s, creature(s, id), damage, "weapon.bomb")
    return s


@action("spell.sleepsand", title="Wake somebody", by="guide", group="Magic")
def wake(
    s: Veil,
    who: Annotated[str, Param("Who wakes", among=lambda s: [one.id for one in creatures(s) if one.asleep])],
) -> Rule[Veil]:
    """Wake a sleeper. The Guide decides how long a sleep lasts."""
    one = creature(s, who)
    yield tell("spell.sleepsand", "{who} wakes.", who=one.name)
    carrier = next((seeker for seeker in s.seekers if seeker.carries == who), None)
    s = s.having(carrier.but(carries="")) if carrier else s
    return s.having(one.but(asleep=False))


ACTIONS = (throw_bomb, wake)
