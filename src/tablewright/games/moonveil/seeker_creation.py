"""Seeker Creation, step by step in the book's order. Each step is chosen or rolled."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    Choose,
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
    unique_id,
)

from .creation_steps import (
    FAMILY,
    NEXT,
    at_step,
    drafts_at,
    entries,
    in_entry,
    no_draft,
    points,
    things_of,
)
from .hit_track import defense, evade, limit
from .items import KINDS, in_kind, item_ids
from .people import STATS, Item, Magic, Pips, Seeker
from .pips import in_stats
from .players import all_ids, may_begin, taken_ids
from .starting_list import ARRAY, ENTRIES, SPREADS, Start, spread_at, start_at, start_called
from .state import Veil

HP_PER_STRENGTH = cite("create.hp", 3)
PICKS = cite("create.start.two", 2)
GEAR = cite("create.dungeon-gear", 2)
BOMB_NOTE = "One use. The Guide names what it does."


def drafted(s: Veil, draft: Seeker) -> Veil:
    return s.but(drafts=replace_by_id(s.drafts, draft))


@cites("dice.d66")
def d66(who: str, why: str) -> Rule[tuple[int, int]]:
    """Roll two dice, one after the other."""
    (first,) = yield from roll(1, by=who, why=f"{why}: first die")
    (second,) = yield from roll(1, by=who, why=f"{why}: second die")
    return first, second


@cites("death.new", "create.level")
def first_level(s: Veil, me: str) -> int:
    """The level of a new Seeker: 1, after a dead one too unless the table rules otherwise."""
    dead = [seeker.level for seeker in s.seekers if seeker.player == me and seeker.dead]
    return dead[-1] if dead and s.rulings.replacement == "same level" else 1


Name = Annotated[str, Param("The Seeker's name", examples=("Ilse", "Corvin", "Maud"))]


def named(s: Veil, name: str, me: str) -> tuple[str, str]:
    words = " ".join(name.split())[:40]
    if not words:
        raise Refused("A Seeker needs a name.")
    return unique_id(words, taken_ids(s, me)), words


@action("create.order", "death.new", title="Begin a Seeker", by="seeker", group="Creation")
def begin_seeker(s: Veil, name: Name, me: Annotated[str, ActingSeat()] = "") -> Rule[Veil]:
    """Begin a new Seeker, to be made step by step."""
    may_begin(s, me)
    id, words = named(s, name, me)
    yield tell("create.order", "{name} begins. First: {next}.", name=words, next=NEXT["stats"])
    return s.but(drafts=(*s.drafts, Seeker(id, words, me, level=first_level(s, me), step="stats")))


@action(
    "create.stats.array",
    "create.stats.choose-method",
    title="Set the stats by hand",
    by="seeker",
    when=no_draft,
    group="Creation",
)
def set_stats(
    s: Veil,
    who: Annotated[str, drafts_at("stats")],
    strength: Annotated[int, points("strength")],
    dexterity: Annotated[int, points("dexterity")],
    arcane: Annotated[int, points("arcane")],
    willpower: Annotated[int, points("willpower")],
) -> Rule[Veil]:
    """Distribute 3, 2, 1 and 1 instead of rolling."""
    draft, stats = at_step(s, who, "stats"), Pips(strength, dexterity, arcane, willpower)
    if stats not in SPREADS:
        raise Refused(
            f"{'/'.join(map(str, stats.all()))} is not {'/'.join(map(str, ARRAY))}: one stat 3, one 2, two 1."
        )
    yield tell("create.stats.array", "{name}: {stats}.", name=draft.name, stats=in_stats(stats))
    return drafted(s, draft.but(stats=stats, step="hp"))


@rule("create.stats.d66", "dice.d66")
def rolled_stats(who: str) -> Rule[Pips]:
    return spread_at(*(yield from d66(who, "Stats")))


@action(
    "create.stats.d66",
    "create.stats.choose-method",
    title="Roll the stats",
    by="seeker",
    when=no_draft,
    group="Creation",
)
def roll_stats(s: Veil, who: Annotated[str, drafts_at("stats")]) -> Rule[Veil]:
    """Roll d66 on the table of stats. The line is used as rolled."""
    draft = at_step(s, who, "stats")
    stats = yield from rolled_stats(who)
    high = max(STATS, key=stats.of)
    yield Outcome(in_stats(stats), -STATS.index(high), "create.stats.d66", group=f"{high.title()} highest")
    yield tell("create.stats.d66", "{name}: {stats}.", name=draft.name, stats=in_stats(stats))
    return drafted(s, draft.but(stats=stats, step="hp"))


@rule("create.hp")
def starting_hp(who: str, strength: int, level: int = 1) -> Rule[int]:
    """Roll a d6 and add three times Strength."""
    return sum((yield from roll(level, by=who, why="Hit Points"))) + HP_PER_STRENGTH * strength


@action("create.hp", "create.hp.full", title="Roll Hit Points", by="seeker", when=no_draft, group="Creation")
def roll_hp(s: Veil, who: Annotated[str, drafts_at("hp")]) -> Rule[Veil]:
    """Roll a d6 and add three times Strength. Evade, Limit and the lines of the Hit Track are drawn with it."""
    draft = at_step(s, who, "hp")
    hp = yield from starting_hp(who, draft.stats.strength, draft.level)
    yield Outcome(hp, None, "create.hp", unit="Hit Points")
    words = "{name} has {hp} Hit Points. On the Hit Track: Evade {evade}, Limit {limit}."
    yield tell("create.hp create.hittrack", words, name=draft.name, hp=hp, evade=evade(s, draft), limit=limit(s, draft))
    return drafted(s, draft.but(hp=hp, full=hp, step="pocket"))


@action("create.pocket", "defense.formula", title="Roll the Pocket", by="seeker", when=no_draft, group="Creation")
def roll_pocket(s: Veil, who: Annotated[str, drafts_at("pocket")]) -> Rule[Veil]:
    """Roll a d6 for the Pocket: luck and momentum, and with Evade the Defense."""
    draft = at_step(s, who, "pocket")
    (die,) = yield from roll(1, by=who, why="Pocket")
    draft = draft.but(pocket=die, step="first pick")
    yield Outcome(die, None, "create.pocket", unit="in the Pocket")
    words = "{name} starts with Pocket {die}: Defense {n}."
    yield tell("create.pocket", words, name=draft.name, die=die, n=defense(s, draft))
    return drafted(s, draft)


@cites("create.start.duplicates")
def gain(s: Veil, draft: Seeker, start: Start) -> Rule[Veil]:
    """Add the entry's item or magic. For magic known already, another of the same family may be taken."""
    known = {magic.id for magic in draft.magic}
    if start.magic and known >= set(start.magic):
        others = tuple(e.id for e in ENTRIES if e.family == start.family and not known >= set(e.magic))
        question = "Known already. Which other of the same family?"
        ask = Choose(draft.id, question, others, label=in_entry, cites="create.start.duplicates")
        start = start_called((yield from ask))
    if start.item is not None:
        item = Item(unique_id(start.item, item_ids(s)), start.item, note=BOMB_NOTE if start.item == "bomb" else "")
        draft = draft.but(items=(*draft.items, item))
        yield tell("create.start.table", "{name} gets: {what}.", name=draft.name, what=in_kind(item))
    else:
        draft = draft.but(magic=(*draft.magic, *(Magic(id) for id in start.magic)))
        yield tell("create.start.table", "{name} knows: {what}.", name=draft.name, what=in_entry(start.id))
    return drafted(s, draft.but(step="second pick" if draft.step == "first pick" else "coin"))


@cites("create.start.two")
def at_pick(s: Veil, who: str) -> Seeker:
    """The draft, if it may still pick one of its two starting entries."""
    draft = find_by_id(s.drafts, who, "Seeker being made")
    return at_step(s, who, "second pick" if draft.step == "second pick" else "first pick")


@action(
    "create.start.choose-or-roll",
    "create.start.two",
    title="Choose a starting entry",
    by="seeker",
    when=no_draft,
    group="Creation",
)
def choose_start(
    s: Veil,
    who: Annotated[str, drafts_at("first pick", "second pick")],
    entry: Annotated[str, Param("Which entry of the list", among=entries)],
) -> Rule[Veil]:
    """Pick one of the two starting entries from the list."""
    return (yield from gain(s, at_pick(s, who), start_called(entry)))


@rule("create.start.table", "dice.d66")
def rolled_start(who: str) -> Rule[Start]:
    return start_at(*(yield from d66(who, "Starting entry")))


@action(
    "create.start.choose-or-roll",
    "create.start.table",
    title="Roll a starting entry",
    by="seeker",
    when=no_draft,
    group="Creation",
)
def roll_start(s: Veil, who: Annotated[str, drafts_at("first pick", "second pick")]) -> Rule[Veil]:
    """Roll one of the two starting entries with d66."""
    draft = at_pick(s, who)
    start = yield from rolled_start(who)
    place = list(FAMILY).index(start.family)
    yield Outcome(in_entry(start.id), -place, "create.start.table", group=FAMILY[start.family])
    return (yield from gain(s, draft, start))


@action(
    "create.coin",
    "create.dungeon-gear",
    title="Take Coin and Dungeon Gear",
    by="seeker",
    when=no_draft,
    group="Creation",
)
def take_coin(s: Veil, who: Annotated[str, drafts_at("coin")]) -> Rule[Veil]:
    """Roll a d6 of Coin and take two Dungeon Gear. The Seeker is ready."""
    draft = at_step(s, who, "coin")
    (die,) = yield from roll(1, by=who, why="Coin")
    yield Outcome(die, None, "create.coin", unit="Coin")
    for _ in range(GEAR):
        gear = Item(
            unique_id("gear", (*item_ids(s), *(item.id for item in draft.items))), "dungeon gear", "Dungeon Gear"
        )
        draft = draft.but(items=(*draft.items, gear))
    yield tell(
        "create.coin",
        "{name} has {die} Coin and {gear} Dungeon Gear, and is ready.",
        name=draft.name,
        die=die,
        gear=GEAR,
    )
    drafts = tuple(other for other in s.drafts if other.id != who)
    return s.but(drafts=drafts, seekers=(*s.seekers, draft.but(coin=die, step="")))


@action("create.start.name", title="Name a thing", by="seeker", group="Creation")
def name_item(
    s: Veil,
    who: Annotated[str, Param("Whose it is", among=all_ids, mine=True, label="Seeker")],
    item: Annotated[str, Param("Which thing", among=things_of, label="thing")],
    name: Annotated[str, Param("Its name", examples=("Thornkiss", "The Lid"))],
    note: Annotated[
        str, Param("What it looks like", examples=("A sickle of black glass.",), label="description", main=True)
    ] = "",
) -> Rule[Veil]:
    """Describe a weapon or a piece of defensive gear and give it a name."""
    owner = find_by_id((*s.seekers, *s.drafts), who, "Seeker")
    thing, words = find_by_id(owner.items, item, f"thing of {owner.name}"), " ".join(name.split())[:60]
    if not words:
        raise Refused("A name has at least one letter.")
    yield tell(
        "create.start.name", "{who} names the {kind}: {name}.", who=owner.name, kind=KINDS[thing.kind], name=words
    )
    owner = owner.but(items=replace_by_id(owner.items, thing.but(name=words, note=note[:400] or thing.note)))
    return drafted(s, owner) if owner.step else s.having(owner)


ACTIONS = (
    begin_seeker,
    set_stats,
    roll_stats,
    roll_hp,
    roll_pocket,
    choose_start,
    roll_start,
    take_coin,
    name_item,
)
