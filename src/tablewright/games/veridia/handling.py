"""Things in hand: drawing and putting away, picking up, switching modes, making ready, reloading."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, replace_by_id, tell, unique_id

from .armors import SHIELD
from .choices import Given, called, no_free_action, not_now, people, thing, whose
from .common import PLAYED, done_or_rolled
from .fight import main_action
from .missiles import reloaded, unready
from .state import Character, Item, Veridia, put, the
from .turns import must_act_now, no_fight, settle_turn, spend_free
from .weapons import MODES, UNARMED, article, has, kind_of, spoken, why_not_held

MOST_THINGS = 30


def own(c: Character, item: str) -> Item:
    """The thing of this id. Refused with a list of all things the character has."""
    found = c.item(item)
    if found is None:
        have = ", ".join(called(c, i) for i in c.items) or "nothing"
        raise Refused(f"{c.name} has no such thing. They have: {have}.", "item")
    return found


Handler = Annotated[str, Param("Who acts", among=people(not_now, no_free_action), mine=True, label="who")]


def to_take(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """All things of a character. Those on the ground must be picked up first."""
    picks = {i.id: thing(c, i, on_the_ground(i)) for c in reversed(whose(s, given)) for i in c.items}
    return tuple(picks.values())


def on_the_ground(item: Item) -> str | None:
    return f"The {spoken(item)} lies on the ground: pick it up." if item.dropped else None


def no_shield(s: Veridia, given: Given) -> bool:
    """True if the form asks for a hand. A shield fits only one."""
    found = [i for c in whose(s, given) for i in c.items if i.id == given.get("item")]
    return not (found and all(i.kind == SHIELD for i in found))


@action("combat.unsheath", "quirk.two_handed", "dual.what", title="Draw or put away", by=PLAYED, group="Turn")
def unsheathe(
    s: Veridia,
    who: Handler,
    item: Annotated[
        str | None, Param("What to take in hand; nothing empties it", among=to_take, label="take", main=True)
    ] = None,
    hand: Annotated[Literal["main", "off"], Param("Which hand", main=True, applies=no_shield)] = "main",
) -> Rule[Veridia]:
    """Take something in hand, or empty the hand, as a free action. A shield goes into the off hand."""
    must_act_now(s, who)
    c = the(s, who)
    taken = own(c, item) if item else None
    if taken is not None and taken.kind == SHIELD:
        hand = "off"
    if taken is not None and taken.dropped:
        raise Refused(on_the_ground(taken) or "", "item")
    before = c.item(c.main if hand == "main" else c.off)
    if (taken.id if taken else "") == (before.id if before else ""):
        words = f"{c.name} has the {spoken(before)} there already." if before else f"{c.name}'s {hand} hand is empty."
        raise Refused(words, "item")
    other = c.item(c.off if hand == "main" else c.main)
    if taken is not None and other is not None and taken.id == other.id:
        other = None
    pair = (taken, other) if hand == "main" else (other, taken)
    why = why_not_held(*pair)
    if why:
        raise Refused(why, "item")
    s = yield from spend_free(s, who)
    words = "{name} takes the {item} in hand." if taken else "{name} puts the {item} away."
    yield tell("combat.unsheath", words, name=c.name, item=spoken(taken or before or UNARMED))
    c = unready(c).but(main=pair[0].id if pair[0] else "", off=pair[1].id if pair[1] else "")
    return (yield from settle_turn(put(s, c), who))


def modes(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    picks = {i.id: thing(c, i, one_mode(i)) for c in reversed(whose(s, given)) for i in c.items}
    return tuple(picks.values())


def one_mode(item: Item) -> str | None:
    return None if has(item, "dual mode") else f"{article(item).capitalize()} has one mode only."


@action("quirk.dual_mode", title="Switch mode", by=PLAYED, group="Turn")
def switch_mode(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=people(not_now, no_free_action), mine=True, label="who")],
    item: Annotated[str, Param("Which weapon", among=modes, label="weapon")],
) -> Rule[Veridia]:
    """Switch a gun-sword from edge to pistol or back, as a free action."""
    must_act_now(s, who)
    c = the(s, who)
    found = own(c, item)
    why = one_mode(found)
    if why:
        raise Refused(why, "item")
    s = yield from spend_free(s, who)
    yield tell("quirk.dual_mode", "{name} switches to {mode}.", name=c.name, mode=MODES[found.kind].lower())
    s = put(s, c.but(items=replace_by_id(c.items, found.but(kind=MODES[found.kind]))))
    return (yield from settle_turn(s, who))


def lying(s: Veridia) -> tuple[FieldOption, ...]:
    """Everything on the ground, with its owner."""
    found = [(c, i) for c in s.characters for i in c.items if i.dropped]
    times = Counter(i.id for _, i in found)
    return tuple(
        FieldOption(i.id if times[i.id] == 1 else f"{c.id}/{i.id}", called(c, i), f"{c.name}'s") for c, i in found
    )


def nothing_lies(s: Veridia) -> str | None:
    return no_fight(s) or (None if lying(s) else "Nothing lies on the ground.")


def hands_full(s: Veridia, c: Character) -> str | None:
    return f"{c.name}'s hands are full." if c.main and c.off else None


@action(
    "combat.pickup",
    "combat.pickup.concurrent",
    "quirk.disposable",
    "combat.pickup.whose",
    title="Pick up",
    by=PLAYED,
    when=nothing_lies,
    group="Turn",
)
def pick_up(
    s: Veridia,
    who: Annotated[str, main_action("pick up", hands_full)],
    item: Annotated[str, Param("What lies there", among=lying, label="thing")],
) -> Rule[Veridia]:
    """Pick up a thing, of any owner. It takes the turn, or strength and athletics in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    owner, found = lying_thing(s, item)
    why = hands_full(s, c) or why_not_held(*((found, c.item(c.off)) if not c.main else (c.item(c.main), found)))
    if why:
        raise Refused(why, "item")
    s, ok = yield from done_or_rolled(s, who, "pick up", "Pick up", "combat.pickup.concurrent")
    if ok:
        words = "{name} picks up the {item}." if owner.id == who else "{name} picks up {owner}'s {item}."
        yield tell("combat.pickup", words, name=c.name, item=spoken(found), owner=owner.name)
        s, id = handed(s, owner.id, who, found.id)
        hand = "off" if c.main or found.kind == SHIELD else "main"
        s = put(s, the(s, who).but(**{hand: id}))
    return (yield from settle_turn(s, who))


def lying_thing(s: Veridia, key: str) -> tuple[Character, Item]:
    """A thing on the ground and its owner. Refused if it is no longer there."""
    for c in s.characters:
        for item in c.items:
            if item.dropped and key in (item.id, f"{c.id}/{item.id}"):
                return c, item
    raise Refused("That does not lie on the ground.", "item")


@cites("combat.pickup.whose")
def handed(s: Veridia, owner: str, to: str, item: str) -> tuple[Veridia, str]:
    """The table after a thing moved to another's belt, and its id there."""
    giver, found = the(s, owner), own(the(s, owner), item)
    if owner == to:
        return put(s, giver.but(items=replace_by_id(giver.items, found.but(dropped=False)))), item
    left = {hand: "" for hand in ("main", "off") if getattr(giver, hand) == item}
    s = put(s, giver.but(items=tuple(i for i in giver.items if i.id != item), **left))
    taker = the(s, to)
    if len(taker.items) >= MOST_THINGS:
        raise Refused(f"{taker.name} carries {MOST_THINGS} things already, and cannot carry more.")
    id = unique_id(spoken(found), (i.id for i in taker.items))
    return put(s, taker.but(items=(*taker.items, found.but(id=id, dropped=False, drawn=False)))), id


def nothing_to_draw(s: Veridia, c: Character) -> str | None:
    """The reason why there is no weapon in hand to make ready, or None."""
    item = c.item(c.main)
    if item is None or not has(item, "drawn"):
        return f"{c.name} has no bow or sling in hand."
    return f"{c.name}'s {spoken(item)} is ready already." if item.drawn else None


@action("quirk.drawn", "quirk.drawn.concurrent", title="Make ready", by=PLAYED, when=no_fight, group="Turn")
def make_ready(s: Veridia, who: Annotated[str, main_action("draw", nothing_to_draw)]) -> Rule[Veridia]:
    """Draw a bow or sling for one shot. It takes the turn, or strength and athletics in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    item, why = c.item(c.main), nothing_to_draw(s, c)
    if item is None or why:
        raise Refused(why or "", "who")
    s, ok = yield from done_or_rolled(s, who, "draw", "Draw", "quirk.drawn.concurrent")
    if ok:
        yield tell("quirk.drawn", "{name}'s {item} is ready.", name=c.name, item=spoken(item))
        s = put(s, c.but(items=replace_by_id(c.items, item.but(drawn=True))))
    return (yield from settle_turn(s, who))


def why_not_loaded(item: Item | None) -> str | None:
    """The reason why the weapon in a hand cannot be reloaded, or None."""
    if item is None or not kind_of(item).size:
        return "Nothing there is loaded."
    full = item.loaded >= kind_of(item).size and not item.reloading
    return f"The {spoken(item)} is full." if full else None


def nothing_to_load(s: Veridia, c: Character) -> str | None:
    reasons = [why_not_loaded(c.item(id)) for id in (c.main, c.off)]
    return f"{c.name} has nothing in hand to reload." if all(reasons) else None


def hands_to_load(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    c = whose(s, given)[0]
    pairs = (("main", c.item(c.main)), ("off", c.item(c.off)))
    return tuple(FieldOption(hand, f"{hand} hand: {spoken(i)}" if i else f"{hand} hand") for hand, i in pairs)


def two_to_load(s: Veridia, given: Given) -> bool:
    return any(c.off and not why_not_loaded(c.item(c.off)) for c in whose(s, given))


@action("quirk.loaded", "quirk.loaded.concurrent", title="Reload", by=PLAYED, when=no_fight, group="Turn")
def reload(
    s: Veridia,
    who: Annotated[str, main_action("reload", nothing_to_load)],
    hand: Annotated[
        Literal["main", "off"], Param("Which hand", among=hands_to_load, applies=two_to_load, main=True)
    ] = "main",
) -> Rule[Veridia]:
    """Reload for a turn. It takes the turn, or agility and machinery in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    item = c.item(c.main if hand == "main" else c.off)
    why = why_not_loaded(item)
    if item is None or why:
        raise Refused(why or "", "hand")
    s, ok = yield from done_or_rolled(s, who, "reload", "Reload", "quirk.loaded.concurrent")
    if ok:
        after = reloaded(item)
        words = "{name} reloads: the {item} is {state}."
        state = "loaded" if not after.reloading else f"not ready yet, {after.reloading} of {kind_of(item).reload} turns"
        yield tell("quirk.loaded", words, name=c.name, item=spoken(item), state=state)
        s = put(s, c.but(items=replace_by_id(c.items, after)))
    return (yield from settle_turn(s, who))


HANDLING = (unsheathe, pick_up, switch_mode, make_ready, reload)
