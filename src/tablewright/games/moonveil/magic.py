"""Magic: casting Spells and Miracles, Arcane Mishaps, Penance."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tablewright.kernel import (
    Choose,
    Outcome,
    Param,
    Refused,
    Rule,
    State,
    action,
    cite,
    cites,
    find,
    rule,
    swap,
    tell,
)
from tablewright.kernel.measure import Tone

from .advantage import Edge, burden, edge_of, one_die
from .death import take_damage
from .dice_checks import rank_of, succeeds
from .encounters import paid
from .inventory import shed
from .pips import left_of, spread_over
from .places import FARTHEST, weapon_ids
from .pocket_roll import Use, after_roll, pocket_roll, use_of
from .seeker_creation import in_stats
from .starting_list import Working, working
from .state import Pips, Veil, creatures, living_ids
from .workings import needs, take_effect

HARMLESS_FROM = cite("mishap.3plus penance.3plus", 3)


@cites("cast.verge")
def verge(s: Veil) -> int:
    """One number for the table; it does not follow Shields or Evade."""
    return max(1, s.rulings.verge + s.pull("verge"))


@cites("cast.roll")
def dc_of(s: Veil, magic: Working) -> int:
    return min(12, max(2, magic.dc + s.pull(magic.form)))


@rule("mishap.die", "mishap.3plus", "mishap.2", "mishap.1")
def mishap_dice(who: str, edge: Edge) -> Rule[tuple[int, int]]:
    """One die, no swap and no reroll: 3 or better is nothing, 2 is d6 damage, 1 is d6 damage and d6 pips."""
    die = yield from one_die(who, edge, "Arcane Mishap")
    if die >= HARMLESS_FROM:
        return 0, 0
    damage = yield from one_die(who, 0, "Mishap: damage")
    return damage, (yield from one_die(who, 0, "Mishap: pips")) if die == 1 else 0


class Toll(State, frozen=True):
    """What a Mishap takes."""

    damage: int = 0
    pips: Pips = Pips()


@rule("mishap.1", "mishap.2", "mishap.3plus", "pips.cap")
def toll(who: str, edge: Edge, left: Pips) -> Rule[Toll]:
    """The harm is the caster's, who spreads pips over the stats as they like; what cannot be marked is lost."""
    damage, pips = yield from mishap_dice(who, edge)
    return Toll(damage, (yield from marked_by(who, left, pips)) if pips else Pips())


@rule("mishap.1", "pips.cap")
def marked_by(who: str, left: Pips, pips: int) -> Rule[Pips]:
    """The pips a Mishap marks, where the caster puts them."""
    ways = spread_over(left, pips)
    n = sum(ways[0].all())
    question = f"The Mishap marks {n} {'pip' if n == 1 else 'pips'}: which?"
    return (yield from Choose(who, question, ways, label=in_stats, cites="mishap.1")) if len(ways) > 1 else ways[0]


@cites("mishap.1", "mishap.2", "mishap.3plus")
def mishap(s: Veil, who: str) -> Rule[Veil]:
    """Pips first, then the damage."""
    seeker = s.seeker(who)
    taken = yield from toll(who, burden(s, seeker), left_of(seeker))
    if not taken.damage:
        yield tell("mishap.3plus", "Nothing comes of it.")
        return s
    marks = any(taken.pips.all())
    if marks:
        yield tell("mishap.1", "{who} marks: {way}.", who=seeker.name, way=in_stats(taken.pips))
        seeker = seeker.but(marked=Pips(*(a + b for a, b in zip(seeker.marked.all(), taken.pips.all(), strict=True))))
    return (yield from take_damage(s.having(seeker), seeker, taken.damage, "mishap.1" if marks else "mishap.2"))


@rule("penance.die", "penance.3plus", "penance.2", "penance.1")
def penance_die(who: str, edge: Edge, guilt: int) -> Rule[int]:
    """The Guilt after a Penance roll: 3 or better leaves it, 2 adds one, 1 doubles it or brings the first."""
    die = yield from one_die(who, edge, "Penance")
    if die >= HARMLESS_FROM:
        return guilt
    return guilt + 1 if die == 2 else max(1, 2 * guilt)


@cites("penance.guilt", "penance.slots", "penance.encumbered")
def penance(s: Veil, who: str) -> Rule[Veil]:
    seeker = s.seeker(who)
    guilt = yield from penance_die(who, burden(s, seeker), seeker.guilt)
    if guilt == seeker.guilt:
        yield tell("penance.3plus", "{who} is forgiven.", who=seeker.name)
        return s
    yield tell("penance.slots", "{who} bears {n} Guilt.", who=seeker.name, n=guilt)
    return (yield from shed(s.having(seeker.but(guilt=guilt)), who))


class Grade(IntEnum):
    """How a casting went."""

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
    """What matters of a casting once it is rolled."""

    grade: Grade
    pocket: int
    marked: int

    @property
    def name(self) -> str:
        return f"{self.grade.words}, Pocket {self.pocket} left"


@rule("cast.roll", "cast.success", "cast.fail", "cast.terrible", "cast.verge")
def casting(who: str, edge: Edge, use: Use, dc: int, verge: int, why: str) -> Rule[Woven]:
    """A Pocket Roll against the entry's DC; a failure at the Verge or below it is a terrible one."""
    rolled = yield from pocket_roll(who, edge, use, why)
    total = rolled.total
    grade = Grade.SUCCESS if succeeds(total, dc) else Grade.TERRIBLE_FAILURE if total <= verge else Grade.FAILURE
    words = "{total} against DC {dc}: {word}."
    if grade is Grade.TERRIBLE_FAILURE:
        words = "{total} against DC {dc}, at the Verge of {verge} or below it: {word}."
    cited = "cast.terrible" if grade is Grade.TERRIBLE_FAILURE else "cast.roll"
    yield tell(cited, words, total=total, dc=dc, verge=verge, word=grade.words)
    return Woven(grade, rolled.pocket, rolled.marked)


@cites("cast.success", "cast.fail", "cast.terrible", "cast.which-table")
def fizzles(s: Veil, who: str, magic: Working, terrible: bool) -> Rule[Veil]:
    """It is lost until the next Rest; at or below the Verge a Mishap or a Penance comes on top."""
    seeker = s.seeker(who)
    yield tell("cast.fail", "{magic} fizzles and is lost until a Rest.", magic=magic.name)
    known = find(seeker.magic, magic.id, "magic")
    s = s.having(seeker.but(magic=swap(seeker.magic, known.but(lost=True))))
    if magic.form == "spell":
        return (yield from mishap(s, who)) if terrible else s
    return (yield from penance(s, who)) if terrible or s.rulings.guilt == "every failure" else s


def known_ids(s: Veil) -> tuple[str, ...]:
    return tuple(dict.fromkeys(magic.id for seeker in s.living for magic in seeker.magic))


@cites("cast.roll", "cast.success", "magic.stat-named")
def seeker_cast(s: Veil, who: str, id: str, at: int | None, target: str | None, intent: str) -> Rule[Veil]:
    """A Pocket Roll against the entry's DC; the Action, in an encounter. Success leaves the entry available."""
    seeker, magic = s.seeker(who), working(id)
    if find(seeker.magic, id, f"magic of {seeker.name}").lost:
        raise Refused(f"{magic.name} is lost until {seeker.name} rests.")
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
    """What an open-ended Spell can do is settled with the Guide before the roll."""
    if not magic.open:
        return True
    question = f"{magic.name}: {intent}. Agreed?"
    return (yield from Choose("guide", question, (True, False), cites="spell.solutions"))


def creature_or_weapon(s: Veil) -> tuple[str, ...]:
    return (*(one.id for one in creatures(s)), *weapon_ids(s))


@action("cast.roll", "magic.forms", title="Cast", by="seeker", group="Magic")
def cast(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids, mine=True)],
    magic: Annotated[str, Param("Which Spell or Miracle", among=known_ids)],
    target: Annotated[
        str | None, Param("Whom Sleepsand is for, or the weapon Dawn Arm is for", among=creature_or_weapon)
    ] = None,
    at: Annotated[
        int | None, Param("The place an area is around; your own, if left out", min=-FARTHEST, max=FARTHEST)
    ] = None,
    intent: Annotated[str, Param("What an open-ended Spell is to do", examples=("burst the lock",))] = "",
) -> Rule[Veil]:
    """Roll 2d6 against the DC of a Spell or Miracle."""
    return (yield from seeker_cast(s, who, magic, at, target, " ".join(intent.split())[:200]))


@action("penance.removal", title="Atone", by="guide", group="Magic")
def atone(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids)],
    much: Annotated[int, Param("How much Guilt it lifts", min=1, max=20)] = 1,
    act: Annotated[str, Param("The act of atonement", examples=("Buried the pilgrims.",))] = "",
) -> Rule[Veil]:
    """No rule removes Guilt: the Guide names an act that does."""
    seeker = s.seeker(who)
    if not seeker.guilt:
        raise Refused(f"{seeker.name} bears no Guilt.")
    left = max(0, seeker.guilt - much)
    words = "{who} atones: {n} Guilt left. {act}" if act else "{who} atones: {n} Guilt left."
    yield tell("penance.removal", words, who=seeker.name, n=left, act=act)
    return s.having(seeker.but(guilt=left))


ACTIONS = (cast, atone)
