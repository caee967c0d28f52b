"""Magic of enemies, by the same entries, DCs and Verge. Enemies have no stats to reroll with and gather no Guilt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from tablewright.rules import (
    FieldOption,
    Outcome,
    Param,
    Refused,
    Rule,
    Tone,
    action,
    cites,
    find_by_id,
    replace_by_id,
    rule,
    tell,
)

from . import picks
from .advantage import Edge, edge_against, one_die, two_dice
from .death import take_damage
from .encounters import in_encounter, spend_enemy
from .enemy_turns import More
from .hiding import shown
from .magic import Grade, Woven, around, dc_of, grade_of, graded, to_do, verge
from .mishaps import HARMLESS_FROM
from .people import Enemy
from .pocket_roll import Rolled, Use, improve
from .starting_list import SLEEPSAND, Working, working
from .state import Veil, creatures
from .workings import take_effect

GROUPS: dict[Grade, tuple[str, Tone]] = {
    Grade.SUCCESS: ("its magic works", "bad"),
    Grade.FAILURE: ("its magic fizzles", "good"),
    Grade.TERRIBLE_FAILURE: ("it goes terribly wrong", "great"),
}


def no_magic(s: Veil) -> str | None:
    return in_encounter(s) or (None if any(foe.magic for foe in s.standing) else "no enemy knows any magic.")


def casters(s: Veil) -> Iterator[FieldOption]:
    """Enemies who know magic, hidden ones too."""
    for pick in picks.all_enemies(s):
        foe = s.enemy(pick.value)
        if foe.magic:
            left = any(not magic.lost for magic in foe.magic)
            yield FieldOption(pick.value, pick.label, pick.note, "" if left else f"{foe.name} has lost all its magic.")


def known(s: Veil, given: picks.Given) -> Iterator[FieldOption]:
    """The magic an enemy knows, with its DC. Lost magic is listed with the reason."""
    foe = next((foe for foe in s.standing if foe.id == given.get("enemy")), None)
    for magic in foe.magic if foe else ():
        kind = working(magic.id)
        yield FieldOption(
            kind.id, kind.name, f"DC {dc_of(s, kind)}: {kind.text}", is_lost(kind, foe) if magic.lost else ""
        )


def is_lost(magic: Working, foe: Enemy | None) -> str:
    return f"{magic.name} is lost to {foe.name}." if foe else ""


def sleepers(s: Veil, given: picks.Given) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(one.id, one.name) for one in creatures(s) if one.id != given.get("enemy"))


def is_sleepsand(_: Veil, given: picks.Given) -> bool:
    return given.get("magic") == SLEEPSAND.id


@rule("enemy.magic", "cast.roll", "cast.verge")
def enemy_casting(
    who: str, edge: Edge, pocket: int, dc: int, verge: int, swap: str, why: str
) -> Rule[tuple[Grade, int]]:
    """Roll for an enemy against the entry's DC.

    Return the grade and the Pocket left. Only some tables let enemies swap.
    """
    rolled = Rolled((yield from two_dice(who, edge, why)), pocket)
    if swap:
        rolled = yield from improve(who, edge, Use(pocket, 0, (dc,), exchange=swap == "exchange"), False, rolled.dice)
    grade = grade_of(rolled.total, dc, verge)
    yield graded(rolled.total, dc, verge, grade)
    return grade, rolled.pocket


@cites("enemy.magic", "cast.fail", "cast.which-table", "mishap.2")
def backfires(s: Veil, foe: Enemy, magic: Working, terrible: bool) -> Rule[Veil]:
    """Lose the magic. At or below the Verge a Spell may also hurt its caster.

    Pips and Guilt mean nothing to an enemy.
    """
    yield tell("cast.fail", "{magic} fizzles, and is lost to {who}.", magic=magic.name, who=foe.name)
    gone = find_by_id(foe.magic, magic.id, "magic").but(lost=True)
    foe = foe.but(magic=replace_by_id(foe.magic, gone))
    s = s.having(foe)
    if not terrible or magic.form != "spell":
        return s
    if (yield from one_die(foe.id, 0, "Arcane Mishap")) >= HARMLESS_FROM:
        yield tell("mishap.3plus", "Nothing comes of it.")
        return s
    return (yield from take_damage(s, foe, (yield from one_die(foe.id, 0, "Mishap: damage")), "mishap.2"))


@action("enemy.magic", "cast.roll", title="An enemy casts", by="guide", when=no_magic, group="Enemies")
def enemy_casts(
    s: Veil,
    enemy: Annotated[str, Param("Which", among=casters, mine=True)],
    magic: Annotated[str, Param("Which Spell or Miracle", among=known, label="Spell or Miracle")],
    target: Annotated[
        str | None, Param("Whom Sleepsand is for", among=sleepers, main=True, applies=is_sleepsand)
    ] = None,
    at: Annotated[int | None, around("its own")] = None,
    intent: Annotated[str, to_do("seal the door")] = "",
    more: More = False,
) -> Rule[Veil]:
    """Roll 2d6 against the DC of magic the enemy knows. It costs the enemy its Action."""
    foe, kind = spend_enemy(s, s.enemy(enemy), actions=1, more=more), working(magic)
    if find_by_id(foe.magic, magic, f"magic of {foe.name}").lost:
        raise Refused(is_lost(kind, foe), "magic")
    words = " ".join(intent.split())[:200]
    if kind == SLEEPSAND and target is None:
        raise Refused("Sleepsand needs a target: name a Seeker or an enemy.", "target")
    if kind.open and not words:
        raise Refused(f"{kind.name} is open-ended: say first what it is to do.", "intent")
    s = yield from shown(s.having(foe), enemy)
    foe = s.enemy(enemy)
    swaps = s.rulings.swap if s.rulings.enemies_swap else ""
    edge, dc = edge_against(s, foe), dc_of(s, kind)
    grade, pocket = yield from enemy_casting(foe.id, edge, foe.pocket, dc, verge(s), swaps, kind.name)
    group, tone = GROUPS[grade]
    yield Outcome(Woven(grade, pocket, 0), grade, "cast.roll", group=group, tone=tone)
    foe = foe.but(pocket=pocket, position="even")
    s = s.having(foe)
    if grade is not Grade.SUCCESS:
        return (yield from backfires(s, foe, kind, grade is Grade.TERRIBLE_FAILURE))
    yield tell("cast.success", "{who} casts {magic}.", who=foe.name, magic=kind.name)
    return (yield from take_effect(s, foe, kind, at, target, words))


ACTIONS = (enemy_casts,)
