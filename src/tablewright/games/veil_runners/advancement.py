"""Advancement: an upgrade for the ship, an upgrade or mission prep for each of the crew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from tablewright.rules import (
    Choose,
    FieldOption,
    Outcome,
    Param,
    Refused,
    Rule,
    action,
    cite,
    cites,
    find_by_id,
    replace_by_id,
    roll,
    rule,
    tell,
)

from .modules import (
    OWN,
    UNNAMED,
    FromBook,
    OwnCore,
    OwnKind,
    OwnName,
    OwnNote,
    OwnUses,
    Wanted,
    WhichSlot,
    wanted_module,
)
from .state import CREW, Member, Mission, Quality, SuitUpgrade, living, member, with_member, with_ship

List = Literal["quality", "suit upgrade"]
Item = Quality | SuitUpgrade

QUALITIES: tuple[Quality, ...] = cite("quality.table", get_args(Quality))
SUIT_UPGRADES: tuple[SuitUpgrade, ...] = cite("upgrade.table", get_args(SuitUpgrade))
LISTS: dict[List, tuple[str, ...]] = cite("adv.upgrade.list", {"quality": QUALITIES, "suit upgrade": SUIT_UPGRADES})
MOST_ITEMS = cite("adv.upgrade.limit", 2)

#: The effect of each item, by name.
DOES: dict[str, str] = {
    "Resourceful": "always 3 dice and tools, whatever Vitality is",
    "Relentless": "acts with 1 die and tools while Down and Out; damage then is death",
    "Expert": "one die more in a chosen field",
    "Forceful": "Focus Tokens reroll dice instead of raising them",
    "Defender": "a token and a Vitality roll to shield a crew mate nearby",
    "Reckless": "may take damage instead of rolling, for a Success",
    "Auxiliary Arm": "a tool worth one die on the suit's Life Support",
    "Oversized Systems": "the secondary tool is worth two dice",
    "Adaptive Plating": "Focus Tokens move the damage die to another system",
    "Ablative Armour": "an Integrity Token of one's own, which the first damage takes",
    "Limiter Override": "one die more on every crew roll, all of them Desperate",
    "Recirculation Kit": "one Focus Token more for a Fiasco",
}

Prep = Literal["Focus", "Ingenuity Token", "Foresight Token", "Care Token", "Willpower Token", "Sheer Dread"]
PREPS: tuple[Prep, ...] = cite("prep.table", get_args(Prep))
PREP_FOCUS = cite("prep.focus", 3)


def between(s: Mission) -> str | None:
    return None if s.phase == "after" else "crew and ship advance after a mission."


def nothing_for_the_ship(s: Mission) -> str | None:
    return between(s) or (None if s.ship_upgrades else "only a successful mission allows the ship an upgrade.")


@action("adv.ship", title="Upgrade the ship", by=CREW, when=nothing_for_the_ship, group="Advancement")
def upgrade_ship(
    s: Mission,
    slot: WhichSlot,
    module: FromBook = OWN,
    name: OwnName = UNNAMED,
    kind: OwnKind = "additional",
    core: OwnCore = None,
    uses: OwnUses = None,
    note: OwnNote = "",
) -> Rule[Mission]:
    """Replace one of the ship's modules, as the table agrees. The CORE dice stay four."""
    old = find_by_id(s.ship.modules, slot, "module")
    new = wanted_module(slot, Wanted(module, name, kind, core, uses, note))
    yield tell("adv.ship", "{new} takes the place of {old}.", new=new.name, old=old.name)
    return with_ship(s, modules=replace_by_id(s.ship.modules, new)).but(ship_upgrades=s.ship_upgrades - 1)


def advancing_ids(s: Mission) -> tuple[str, ...]:
    return tuple(m.id for m in s.crew if not m.advanced and not m.dead)


Advancing = Annotated[str, Param("Who advances", among=advancing_ids, mine=True)]


@cites("adv.crew", "adv.crew.choice")
def may_advance(s: Mission, who: str) -> Member:
    """The member, if they may still advance: once after each mission, won or lost, by an Upgrade or Mission Prep."""
    m = member(s, who)
    if m.advanced or m.dead:
        raise Refused(f"{m.name} has advanced after this mission." if m.advanced else f"{m.name} is dead.")
    return m


def items_of(m: Member, kind: List) -> tuple[str, ...]:
    return m.qualities if kind == "quality" else m.suit


def lists(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """Both lists, each with this member's items. The first item is a free pick, later ones are rolled for."""
    m = member(s, given["who"])
    for kind in LISTS:
        owned = ", ".join(items_of(m, kind))
        yield FieldOption(
            kind,
            "a quality" if kind == "quality" else "a suit upgrade",
            f"a die; has {owned}" if owned else "a free pick",
        )


def may_become_expert(s: Mission, given: Mapping[str, Any]) -> bool:
    who = given.get("who")
    return given.get("kind") == "quality" and who is not None and "Expert" not in member(s, who).qualities


@action("adv.crew", "adv.crew.choice", "adv.upgrade.list", title="Upgrade", by=CREW, when=between, group="Advancement")
def upgrade(
    s: Mission,
    who: Advancing,
    kind: Annotated[List, Param("From which list", among=lists, label="list")],
    expertise: Annotated[
        str,
        Param("The field, should it be Expert", examples=("hacking", "biology"), max=40, applies=may_become_expert),
    ] = "",
) -> Rule[Mission]:
    """Gain a quality or a suit upgrade: the first of its list freely, later ones by a die."""
    m = may_advance(s, who)
    gained = yield from new_item(who, kind, items_of(m, kind))
    yield Outcome(gained, 0, "adv.upgrade.list")
    m = gain(m, kind, gained, expertise).but(advanced=True)
    yield tell("adv.upgrade.list", "{name} gains {item}: {does}.", name=m.name, item=gained, does=DOES[gained])
    return with_member(s, (yield from within_limit(m, kind, s.rulings.upgrade_limit == "in all")))


@rule("adv.upgrade.first", "adv.upgrade.roll", "adv.upgrade.owned")
def new_item(who: str, kind: List, owned: tuple[str, ...]) -> Rule[str]:
    """Pick the first item of a list freely. Later roll a die, and pick freely again if that item is owned."""
    fresh = tuple(item for item in LISTS[kind] if item not in owned)
    if not owned:
        return (yield from Choose(who, f"Which {kind}?", fresh, label=item_words, cites="adv.upgrade.first"))
    (die,) = yield from roll(1, by=who, why=kind.capitalize())
    shown = LISTS[kind][die - 1]
    if shown not in owned:
        return shown
    return (yield from Choose(who, f"Which {kind}?", fresh, label=item_words, cites="adv.upgrade.owned"))


def item_words(item: str) -> str:
    return f"{item} ({DOES[item]})"


def gain(m: Member, kind: List, item: Any, expertise: str = "") -> Member:
    if kind == "quality":
        field = " ".join(expertise.split()) if item == "Expert" else m.expertise
        return m.but(qualities=(*m.qualities, item), expertise=field)
    return m.but(suit=(*m.suit, item), armour=m.armour or item == "Ablative Armour")


def lose(m: Member, item: str) -> Member:
    return m.but(
        qualities=tuple(q for q in m.qualities if q != item),
        suit=tuple(u for u in m.suit if u != item),
        armour=m.armour and item != "Ablative Armour",
    )


@rule("adv.upgrade.limit")
def within_limit(m: Member, kind: List, in_all: bool) -> Rule[Member]:
    """Give up one item if there are more than two, the new one if you like.

    The limit is two of each list, or two in all.
    """
    counted = (*m.qualities, *m.suit) if in_all else items_of(m, kind)
    if len(counted) <= MOST_ITEMS:
        return m
    gone = yield from Choose(
        m.id, "That is more than two: lose which?", counted, label=item_words, cites="adv.upgrade.limit"
    )
    yield tell("adv.upgrade.limit", "{name} gives up {item}.", name=m.name, item=gone)
    return lose(m, gone)


#: The effect of each preparation, in the table's order.
PREP_NOTES: dict[Prep, str] = {
    "Focus": f"{PREP_FOCUS} Focus Tokens",
    "Ingenuity Token": "a Standard roll succeeds without dice",
    "Foresight Token": "a Desperate roll becomes Standard",
    "Care Token": "a roll to heal succeeds without dice",
    "Willpower Token": "fills or empties a segment of a clock",
    "Sheer Dread": "one Focus Token more for each Fiasco of a crew roll",
}


def preparations(s: Mission) -> Iterator[FieldOption]:
    yield FieldOption(None, "roll twice", "two entries, as the dice fall")
    yield from (FieldOption(prep, prep, PREP_NOTES[prep]) for prep in PREPS)


@action(
    "adv.crew.choice", "prep.choose", "prep.twice", title="Mission prep", by=CREW, when=between, group="Advancement"
)
def mission_prep(
    s: Mission,
    who: Advancing,
    entry: Annotated[
        Prep | None, Param("What is prepared; none means rolling twice", among=preparations, label="what", main=True)
    ] = None,
) -> Rule[Mission]:
    """Prepare something for the next mission only: one entry of six by choice, or two by dice."""
    m = may_advance(s, who)
    entries = (PREPS.index(entry) + 1,) if entry is not None else (yield from two_preps(who))
    what = prep_words(entries)
    cite = "prep.twice" if entry is None else "prep.choose"
    yield tell(cite, "{name} prepares: {what}.", name=m.name, what=what)
    return with_member(s, m.but(prep=entries, advanced=True))


def prep_words(entries: tuple[int, ...]) -> str:
    names = [PREPS[n - 1] for n in entries]
    return f"{names[0]}, twice" if len(names) > len(set(names)) else " and ".join(names)


@rule("prep.twice")
def two_preps(who: str) -> Rule[tuple[int, ...]]:
    """Roll two dice for two entries. The same entry twice counts twice."""
    return (yield from roll(2, by=who, why="Mission prep"))


def no_expert(s: Mission) -> str | None:
    return None if any("Expert" in m.qualities for m in s.crew) else "nobody in the crew is an Expert."


def experts(s: Mission) -> tuple[FieldOption, ...]:
    return tuple(
        FieldOption(m.id, m.name, m.expertise, "" if "Expert" in m.qualities else f"{m.name} is no Expert.")
        for m in living(s)
    )


@action("quality.expert", title="Name a field", by=CREW, when=no_expert, instant=True, group="Advancement")
def name_field(
    s: Mission,
    who: Annotated[str, Param("Whose", among=experts, mine=True)],
    expertise: Annotated[str, Param("What they are expert in", examples=("hacking", "biology"), max=40)],
) -> Rule[Mission]:
    """Name the field an Expert is expert in."""
    m, field = member(s, who), " ".join(expertise.split())
    if not field:
        raise Refused("Name the field, such as hacking or biology.", "expertise")
    yield tell("quality.expert", "{name} is expert in {field}.", name=m.name, field=field)
    return with_member(s, m.but(expertise=field))
