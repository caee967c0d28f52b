"""Magic: casting Spells and Miracles."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated

from tablewright.rules import (
    Choose,
    FieldOption,
    Outcome,
    Param,
    Refused,
    Rule,
    State,
    Tell,
    Tone,
    action,
    cites,
    find_by_id,
    replace_by_id,
    rule,
    tell,
)

from . import picks
from .advantage import Edge, edge_of
from .dice_checks import rank_of, succeeds
from .encounters import paid
from .mishaps import mishap, penance
from .people import Seeker
from .places import FARTHEST, is_weapon
from .pocket_roll import Use, after_roll, pocket_roll, use_of
from .starting_list import DAWN_ARM, HEALING_CIRCLE, MAGIC_ORB, SLEEPSAND, WORKINGS, Working, working
from .state import Veil, creatures
from .workings import needs, take_effect


@cites("cast.verge")
def verge(s: Veil) -> int:
    """The Verge, one number for the whole table. It does not follow Shields or Evade."""
    return max(1, s.rulings.verge + s.pull("verge"))


@cites("cast.roll")
def dc_of(s: Veil, magic: Working) -> int:
    return min(12, max(2, magic.dc + s.pull(magic.form)))


class Grade(IntEnum):
    """The grade of a casting."""

    TERRIBLE_FAILURE = 0
    FAILURE = 1
    SUCCESS = 2

    @property
    def words(self) -> str:
        return self.name.replace("_", " ").title()


GROUPS: dict[Grade, tuple[str, Tone]] = {
    Grade.SUCCESS: ("succeeds", "good"),
    Grade.FAILURE: ("fizzles", "bad"),
    Grade.TERRIBLE_FAILURE: ("goes terribly wrong", "bad"),
}


class Woven(State, frozen=True):
    """A casting's result: its grade, and the Pocket and pips it left."""

    grade: Grade
    pocket: int
    marked: int

    @property
    def name(self) -> str:
        return self.grade.words


@rule("cast.roll", "cast.success", "cast.fail", "cast.terrible", "cast.verge")
def casting(who: str, edge: Edge, use: Use, dc: int, verge: int, why: str) -> Rule[Woven]:
    """A Pocket Roll against the entry's DC. A failure at the Verge or below it is a terrible one."""
    rolled = yield from pocket_roll(who, edge, use, why)
    grade = grade_of(rolled.total, dc, verge)
    yield graded(rolled.total, dc, verge, grade)
    return Woven(grade, rolled.pocket, rolled.marked)


@cites("cast.success", "cast.fail", "cast.terrible")
def grade_of(total: int, dc: int, verge: int) -> Grade:
    """Success at the DC or above it, else failure. A failure at the Verge or below it is a terrible one."""
    return Grade.SUCCESS if succeeds(total, dc) else Grade.TERRIBLE_FAILURE if total <= verge else Grade.FAILURE


def graded(total: int, dc: int, verge: int, grade: Grade) -> Tell:
    """The grade of a casting's total, in words."""
    words = "{total} against DC {dc}: {word}."
    if grade is Grade.TERRIBLE_FAILURE:
        words = "{total} against DC {dc}, at the Verge of {verge} or below it: {word}."
    cited = "cast.terrible" if grade is Grade.TERRIBLE_FAILURE else "cast.roll"
    return tell(cited, words, total=total, dc=dc, verge=verge, word=grade.words)


@cites("cast.success", "cast.fail", "cast.terrible", "cast.which-table")
def fizzles(s: Veil, who: str, magic: Working, terrible: bool) -> Rule[Veil]:
    """Lose the magic until the next Rest. At or below the Verge a Mishap or a Penance comes on top."""
    seeker = s.seeker(who)
    yield tell("cast.fail", "{magic} fizzles and is lost until a Rest.", magic=magic.name)
    lost = find_by_id(seeker.magic, magic.id, "magic").but(lost=True)
    s = s.having(seeker.but(magic=replace_by_id(seeker.magic, lost)))
    if magic.form == "spell":
        return (yield from mishap(s, who)) if terrible else s
    return (yield from penance(s, who)) if terrible or s.rulings.guilt == "every failure" else s


def casters(s: Veil) -> Iterator[FieldOption]:
    """Seekers, with a reason for each who knows no magic or cannot act."""
    for pick in picks.acting(s):
        seeker = s.seeker(pick.value)
        none = "" if seeker.magic else f"{seeker.name} knows no Spell and no Miracle."
        yield FieldOption(pick.value, why_not=none or pick.why_not)


def known(s: Veil, given: picks.Given) -> Iterator[FieldOption]:
    """The magic a caster knows, with its DC. Lost magic is listed with the time it comes back."""
    one = picks.the(s, given)
    for id in dict.fromkeys(magic.id for seeker in ((one,) if one else s.living) for magic in seeker.magic):
        magic = working(id)
        lost = one is not None and find_by_id(one.magic, id).lost
        note = f"{magic.form.title()}, DC {dc_of(s, magic)} {magic.stat.title()}: {magic.text}"
        yield FieldOption(id, magic.name, note, is_lost(magic, one) if one and lost else "")


def is_lost(magic: Working, seeker: Seeker) -> str:
    return f"{magic.name} is lost until {seeker.name} rests."


def cast_on(s: Veil, given: picks.Given) -> Iterator[FieldOption]:
    """Weapons for Dawn Arm, and creatures for Sleepsand."""
    if given.get("magic") != SLEEPSAND.id:
        for one in s.living:
            yield from picks.listed((item for item in one.items if is_weapon(item)), f", of {one.name}")
    if given.get("magic") != DAWN_ARM.id:
        yield from (FieldOption(one.id, one.name) for one in creatures(s) if one.id != given.get("who"))


def over_area(_: Veil, given: picks.Given) -> bool:
    return given.get("magic") in (HEALING_CIRCLE.id, MAGIC_ORB.id)


def on_one(_: Veil, given: picks.Given) -> bool:
    return given.get("magic") in (DAWN_ARM.id, SLEEPSAND.id)


def is_open(_: Veil, given: picks.Given) -> bool:
    return any(magic.id == given.get("magic") and magic.open for magic in WORKINGS)


def places(s: Veil) -> tuple[FieldOption, ...]:
    """Every place the table draws, with the creatures there."""
    return tuple(FieldOption(at, f"place {at}", picks.who_is_there(s, at)) for at in range(-FARTHEST, FARTHEST + 1))


@cites("cast.roll", "cast.success", "magic.stat-named")
def seeker_cast(s: Veil, who: str, id: str, at: int | None, target: str | None, intent: str) -> Rule[Veil]:
    """A Pocket Roll against the entry's DC, for the Action in an encounter.

    After a success the entry stays available.
    """
    seeker, magic = s.seeker(who), working(id)
    if find_by_id(seeker.magic, id, f"magic of {seeker.name}").lost:
        raise Refused(is_lost(magic, seeker), "magic")
    needs(s, seeker, magic, target, intent)
    seeker = paid(s, seeker, actions=1)
    if not (yield from agreed(magic, intent)):
        yield tell("spell.solutions", "The Guide and {who} agree on nothing: no roll.", who=seeker.name)
        return s
    dc, edge = dc_of(s, magic), edge_of(s, seeker, magic.stat)
    woven = yield from casting(who, edge, use_of(s, seeker, magic.stat, (dc,)), dc, verge(s), magic.name)
    seeker = after_roll(seeker, woven, magic.stat)
    (group, tone), rank = GROUPS[woven.grade], rank_of(seeker, magic.stat, woven.grade)
    yield Outcome(woven, rank, "cast.roll", group=group, tone=tone)
    s = s.having(seeker)
    if woven.grade is not Grade.SUCCESS:
        return (yield from fizzles(s, who, magic, woven.grade is Grade.TERRIBLE_FAILURE))
    yield tell("cast.success", "{who} casts {magic}.", who=seeker.name, magic=magic.name)
    return (yield from take_effect(s, seeker, magic, at, target, intent))


@cites("spell.solutions", "spell.escape")
def agreed(magic: Working, intent: str) -> Rule[bool]:
    """Settle with the Guide, before the roll, what an open-ended Spell can do."""
    if not magic.open:
        return True
    question = f"{magic.name}: {intent}. Agreed?"
    return (yield from Choose("guide", question, (True, False), cites="spell.solutions"))


def around(whose: str) -> Param:
    """A field for the place an area lies around."""
    return Param(
        f"The place an area is around; {whose}, if left out",
        min=-FARTHEST,
        max=FARTHEST,
        among=places,
        label="around place",
        main=True,
        applies=over_area,
    )


def to_do(*examples: str) -> Param:
    """A field for the purpose of an open-ended Spell, named before the roll."""
    return Param("What an open-ended Spell is to do", examples=examples, main=True, applies=is_open)


@action("cast.roll", "magic.forms", title="Cast", by="seeker", group="Magic")
def cast(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=casters, mine=True, label="Seeker")],
    magic: Annotated[str, Param("Which Spell or Miracle", among=known, label="Spell or Miracle")],
    target: Annotated[
        str | None,
        Param("Whom it is for, or which weapon", among=cast_on, main=True, applies=on_one),
    ] = None,
    at: Annotated[int | None, around("your own")] = None,
    intent: Annotated[str, to_do("burst the lock")] = "",
) -> Rule[Veil]:
    """Roll 2d6 against the DC of a Spell or Miracle."""
    return (yield from seeker_cast(s, who, magic, at, target, " ".join(intent.split())[:200]))


def no_guilt(seeker: Seeker) -> str:
    return f"{seeker.name} bears no Guilt."


def guilty(s: Veil) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(x.id, "", f"{x.guilt} Guilt", "" if x.guilt else no_guilt(x)) for x in s.living)


@action("penance.removal", title="Atone", by="guide", group="Magic")
def atone(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=guilty, label="Seeker")],
    much: Annotated[int, Param("How much Guilt it lifts", min=1, max=20, label="how much")] = 1,
    act: Annotated[str, Param("The act of atonement", examples=("Buried the pilgrims.",))] = "",
) -> Rule[Veil]:
    """Lift Guilt for an act of atonement you name. No rule removes it."""
    seeker = s.seeker(who)
    if not seeker.guilt:
        raise Refused(no_guilt(seeker))
    left = max(0, seeker.guilt - much)
    words = "{who} atones: {n} Guilt left. {act}" if act else "{who} atones: {n} Guilt left."
    yield tell("penance.removal", words, who=seeker.name, n=left, act=act)
    return s.having(seeker.but(guilt=left))


ACTIONS = (cast, atone)
