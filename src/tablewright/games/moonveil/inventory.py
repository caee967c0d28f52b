"""Items & Inventory: things carried, Dungeon Gear, carrying allies."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    Choose,
    FieldOption,
    Param,
    Refused,
    Rule,
    action,
    cites,
    find_by_id,
    replace_by_id,
    tell,
    unique_id,
)

from . import picks
from .capacity import ALLY, MOST_SLOTS, need_room, slots
from .items import in_kind, item_ids
from .people import Item, ItemKind, Seeker
from .places import NEARBY, distance
from .state import Veil, living_ids

Who = Annotated[str, Param("Which Seeker", among=living_ids, mine=True, label="Seeker")]
ItemId = Annotated[str, Param("Which thing", among=picks.things, label="thing")]
Slots = Annotated[int, Param("How many slots it fills; most things 1, bulky ones 2 or more", min=1, max=12)]


MOST_TRIFLES = 40


def without(seeker: Seeker, item: Item) -> Seeker:
    return seeker.but(items=tuple(other for other in seeker.items if other.id != item.id))


@action("inv.track", "inv.slot", "inv.large", "cap.max", title="Gain a thing", by="guide", group="Inventory")
def gain_item(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids, label="Seeker")],
    name: Annotated[str, Param("What it is", examples=("Chest", "Lantern", "Moonshard"), label="thing")],
    slots: Slots = 1,
    note: Annotated[str, Param("More about it")] = "",
    kind: Annotated[
        ItemKind, Param("A weapon or defensive gear has the effect of its kind", among=picks.kinds)
    ] = "thing",
) -> Rule[Veil]:
    """Give a Seeker something. Say how bulky it is, and its kind if it is more than a thing."""
    seeker, words = s.seeker(who), " ".join(name.split())[:60]
    if not words:
        raise Refused("A thing needs a name.")
    need_room(seeker, slots)
    plural = "" if slots == 1 else "s"
    yield tell("inv.track", "{who} takes {name}: {n} slot{s}.", who=seeker.name, name=words, n=slots, s=plural)
    item = Item(unique_id(words, item_ids(s)), kind, words, note[:400], slots)
    return s.having(seeker.but(items=(*seeker.items, item)))


@action("inv.extra", title="Coin and trifles", by="guide", group="Inventory")
def gain_extra(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids, label="Seeker")],
    coin: Annotated[int, Param("Coin gained, or spent if below 0", min=-100, max=100, label="Coin", main=True)] = 0,
    trifle: Annotated[
        str, Param("Something small: a letter, a key", examples=("a letter", "a brass key"), main=True)
    ] = "",
    gone: Annotated[bool, Param("The trifle is given away or used up")] = False,
) -> Rule[Veil]:
    """Give or take Coin, keys and letters. They are carried free."""
    seeker, words = s.seeker(who), " ".join(trifle.split())[:60]
    if seeker.coin + coin < 0:
        raise Refused(f"{seeker.name} has only {seeker.coin} Coin.")
    if not coin and not words:
        raise Refused("Say how much Coin, or which trifle.")
    extras = without_trifle(seeker, words) if gone else (*seeker.extras, *((words,) if words else ()))
    if len(extras) > MOST_TRIFLES:
        raise Refused(f"{seeker.name} has {MOST_TRIFLES} trifles already. Let one go first.")
    gains = [f"{coin} Coin"] * (coin > 0) + [words] * (bool(words) and not gone)
    losses = [f"{-coin} Coin"] * (coin < 0) + [words] * gone
    for verb, what in (("gets", gains), ("parts with", losses)):
        if what:
            yield tell("inv.extra", "{who} {verb} {what}.", who=seeker.name, verb=verb, what=" and ".join(what))
    return s.having(seeker.but(coin=seeker.coin + coin, extras=extras))


def without_trifle(seeker: Seeker, words: str) -> tuple[str, ...]:
    if words not in seeker.extras:
        raise Refused(f"{seeker.name} has no such trifle. There is: {', '.join(seeker.extras) or 'none'}.")
    at = seeker.extras.index(words)
    return seeker.extras[:at] + seeker.extras[at + 1 :]


@cites("inv.track")
def put_down(s: Veil, seeker: Seeker, item: Item) -> Veil:
    return s.having(without(seeker, item)).but(floor=(*s.floor, item))


@action("inv.track", title="Put a thing down", by="seeker", instant=True, group="Inventory")
def drop_item(s: Veil, who: Who, item: ItemId) -> Rule[Veil]:
    """Put something down where you are. Anyone may pick it up."""
    seeker = s.seeker(who)
    thing = find_by_id(seeker.items, item, f"thing of {seeker.name}")
    yield tell("inv.track", "{who} puts down {what}.", who=seeker.name, what=in_kind(thing))
    return put_down(s, seeker, thing)


def nothing_lies(s: Veil) -> str | None:
    return None if picks.lying(s, {}) else "nothing lies here to be picked up."


@action(
    "inv.track", "cap.max", "carry.gear", title="Pick a thing up", by="seeker", when=nothing_lies, group="Inventory"
)
def take_item(
    s: Veil, who: Who, item: Annotated[str, Param("Which thing", among=picks.lying, label="thing")]
) -> Rule[Veil]:
    """Pick something up from the ground or from a fallen Seeker. It counts its slots from now on."""
    seeker = s.seeker(who)
    fallen = next((x for x in s.seekers if (x.dead or x.asleep) and item in [i.id for i in x.items]), None)
    thing = find_by_id(fallen.items if fallen else s.floor, item, "thing on the ground")
    need_room(seeker, thing.slots)
    yield tell("inv.track", "{who} takes {what}.", who=seeker.name, what=in_kind(thing))
    if fallen:
        s = s.having(without(fallen, thing))
        seeker = s.seeker(who)
    else:
        s = s.but(floor=tuple(other for other in s.floor if other.id != item))
    return s.having(seeker.but(items=(*seeker.items, thing)))


@action("inv.track", "cap.max", title="Hand a thing over", by="seeker", group="Inventory")
def give_item(
    s: Veil, who: Who, item: ItemId, to: Annotated[str, Param("Who gets it", among=picks.others)]
) -> Rule[Veil]:
    """Give something to another Seeker."""
    giver, getter = s.seeker(who), s.seeker(to)
    thing = find_by_id(giver.items, item, f"thing of {giver.name}")
    need_room(getter, thing.slots)
    yield tell("inv.track", "{who} hands {what} to {to}.", who=giver.name, what=in_kind(thing), to=getter.name)
    return s.having(without(giver, thing)).having(getter.but(items=(*getter.items, thing)))


def with_gear(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers, with how much Dungeon Gear each has left."""
    left = {x.id: sum(item.kind == "dungeon gear" for item in x.items) for x in s.living}
    return tuple(FieldOption(x.id, "", f"{left[x.id]} left", "" if left[x.id] else no_gear(x)) for x in s.living)


def no_gear(seeker: Seeker) -> str:
    return f"{seeker.name} has no Dungeon Gear left."


@action("dgear.use", "dgear.slot", title="Use Dungeon Gear", by="seeker", group="Inventory")
def use_gear(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=with_gear, mine=True, label="Seeker")],
    tool: Annotated[str, Param("What it turns out to be", examples=("rope", "a ladder", "rations"))],
) -> Rule[Veil]:
    """Turn one Dungeon Gear into a common tool, permanently.

    The Guide judges whether such a tool could sensibly be bought.
    """
    seeker, words = s.seeker(who), " ".join(tool.split())[:60]
    gear = next((item for item in seeker.items if item.kind == "dungeon gear"), None)
    if gear is None:
        raise Refused(no_gear(seeker))
    if not words:
        raise Refused("Say which tool it is.")
    question = f"Dungeon Gear as {words}: common, and to be bought?"
    if not (yield from Choose("guide", question, (True, False), cites="dgear.use")):
        yield tell("dgear.use", "Nobody sells {what}: it stays Dungeon Gear.", what=words)
        return s
    yield tell("dgear.use", "{who} pulls out {what}.", who=seeker.name, what=words)
    return s.having(seeker.but(items=replace_by_id(seeker.items, gear.but(kind="thing", name=words))))


def fallen_ids(s: Veil, given: picks.Given) -> tuple[str, ...]:
    carried = {seeker.carries for seeker in s.seekers} | {given.get("who")}
    return tuple(x.id for x in s.seekers if (x.dead or x.asleep) and x.id not in carried)


def nobody_fallen(s: Veil) -> str | None:
    return None if fallen_ids(s, {}) else "nobody needs to be carried."


def carriers(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers, with a reason for each who carries no ally."""
    return tuple(FieldOption(x.id, why_not="" if x.carries else f"{x.name} carries nobody.") for x in s.living)


@action(
    "carry.ally", "carry.gear", "cap.max", title="Carry an ally", by="seeker", when=nobody_fallen, group="Inventory"
)
def carry(s: Veil, who: Who, ally: Annotated[str, Param("Who cannot walk", among=fallen_ids)]) -> Rule[Veil]:
    """Carry an ally who is dead or asleep. They fill 6 slots, and their gear stays behind."""
    seeker, fallen = s.seeker(who), s.seeker(ally)
    if seeker.asleep or seeker.carries or ally == who:
        raise Refused(f"{seeker.name} cannot carry {fallen.name} now.")
    if s.fighting and distance(seeker, fallen) > NEARBY:
        raise Refused(f"{fallen.name} lies at place {fallen.at}, {seeker.name} is at {seeker.at}: go there first.")
    need_room(seeker, ALLY)
    yield tell("carry.ally", "{who} carries {ally}: {n} slots.", who=seeker.name, ally=fallen.name, n=ALLY)
    return (
        s.having(fallen.but(items=(), carries="")).having(seeker.but(carries=ally)).but(floor=(*s.floor, *fallen.items))
    )


@action("carry.ally", title="Set an ally down", by="seeker", group="Inventory")
def set_down(
    s: Veil, who: Annotated[str, Param("Which Seeker", among=carriers, mine=True, label="Seeker")]
) -> Rule[Veil]:
    """Set down the ally you carry."""
    seeker = s.seeker(who)
    if not seeker.carries:
        raise Refused(f"{seeker.name} carries nobody.")
    yield tell("carry.ally", "{who} sets {ally} down.", who=seeker.name, ally=s.seeker(seeker.carries).name)
    return s.having(seeker.but(carries=""))


@cites("penance.encumbered", "cap.max")
def shed(s: Veil, who: str) -> Rule[Veil]:
    """Put down gear or a carried ally until twelve slots are enough. Guilt cannot be dropped."""
    while slots(s.seeker(who)) > MOST_SLOTS:
        seeker = s.seeker(who)
        options = (*(item.id for item in seeker.items), *((seeker.carries,) if seeker.carries else ()))
        if not options:
            break
        names = {item.id: in_kind(item) for item in seeker.items} | {x.id: x.name for x in s.seekers}
        question = "More than 12 slots: what is put down?"
        ask = Choose(who, question, options, label=lambda id, names=names: names[id], cites="penance.encumbered")  # type: ignore[misc]
        out = yield from ask
        yield tell("penance.encumbered", "{who} puts down {what}.", who=seeker.name, what=names[out])
        thing = next((item for item in seeker.items if item.id == out), None)
        s = put_down(s, seeker, thing) if thing else s.having(seeker.but(carries=""))
    return s


ACTIONS = (gain_item, gain_extra, drop_item, take_item, give_item, use_gear, carry, set_down)
