"""Things in hand: drawing and putting away, picking up, switching modes, making ready, reloading."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Param, Refused, Rule, action, swap, tell

from .armors import SHIELD
from .common import PLAYED, done_or_rolled
from .fight import Who
from .missiles import reloaded, unready
from .state import Character, Item, Veridia, put, the
from .turns import must_act_now, no_fight, settle_turn, spend_free
from .weapons import MODES, article, has, kind_of, spoken, why_not_held


def item_ids(s: Veridia) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.id for c in s.characters for item in c.items))


ItemId = Annotated[str, Param("Which of the things they have", among=item_ids)]


def own(c: Character, item: str) -> Item:
    found = c.item(item)
    if found is None:
        have = ", ".join(i.id for i in c.items) or "nothing"
        raise Refused(f"{c.name} has no {item}. They have: {have}.")
    return found


@action("combat.unsheath", "quirk.two_handed", "dual.what", title="Draw or put away", by=PLAYED, group="Turn")
def unsheathe(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=lambda s: tuple(c.id for c in s.characters), mine=True)],
    item: Annotated[str | None, Param("What to take in hand; nothing empties it", among=item_ids)] = None,
    hand: Annotated[Literal["main", "off"], Param("Which hand")] = "main",
) -> Rule[Veridia]:
    """A free action: takes something in hand, or empties the hand."""
    must_act_now(s, who)
    c = the(s, who)
    taken = own(c, item) if item else None
    if taken is not None and taken.dropped:
        raise Refused(f"The {spoken(taken)} lies on the ground: pick it up.")
    other = c.item(c.off if hand == "main" else c.main)
    if taken is not None and other is not None and taken.id == other.id:
        other = None
    pair = (taken, other) if hand == "main" else (other, taken)
    why = why_not_held(*pair)
    if why:
        raise Refused(why)
    s = yield from spend_free(s, who)
    words = "{name} takes the {item} in hand." if taken else "{name} empties a hand."
    yield tell("combat.unsheath", words, name=c.name, item=spoken(taken) if taken else "")
    c = unready(c).but(main=pair[0].id if pair[0] else "", off=pair[1].id if pair[1] else "")
    return (yield from settle_turn(put(s, c), who))


@action("quirk.dual_mode", title="Switch mode", by=PLAYED, group="Turn")
def switch_mode(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=lambda s: tuple(c.id for c in s.characters), mine=True)],
    item: ItemId,
) -> Rule[Veridia]:
    """A free action: a gun-sword from edge to pistol or back."""
    must_act_now(s, who)
    c = the(s, who)
    found = own(c, item)
    if not has(found, "dual mode"):
        raise Refused(f"{article(found).capitalize()} has one mode only.")
    s = yield from spend_free(s, who)
    yield tell("quirk.dual_mode", "{name} switches to {mode}.", name=c.name, mode=MODES[found.kind].lower())
    s = put(s, c.but(items=swap(c.items, found.but(kind=MODES[found.kind]))))
    return (yield from settle_turn(s, who))


def lying(s: Veridia) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i.id for c in s.characters for i in c.items if i.dropped))


@action(
    "combat.pickup",
    "combat.pickup.concurrent",
    "quirk.disposable",
    title="Pick up",
    by=PLAYED,
    when=no_fight,
    group="Turn",
)
def pick_up(s: Veridia, who: Who, item: Annotated[str, Param("What lies there", among=lying)]) -> Rule[Veridia]:
    """Takes the turn; in a concurrent set it needs strength and athletics."""
    must_act_now(s, who)
    c = the(s, who)
    found = own(c, item)
    if not found.dropped:
        raise Refused(f"The {spoken(found)} does not lie on the ground.")
    hands = (found, c.item(c.off)) if not c.main else (c.item(c.main), found)
    if c.main and c.off:
        raise Refused(f"{c.name}'s hands are full.")
    if why_not_held(*hands):
        raise Refused(why_not_held(*hands) or "")
    s, ok = yield from done_or_rolled(s, who, "pick up", "Pick up", "combat.pickup.concurrent")
    if ok:
        yield tell("combat.pickup", "{name} picks up the {item}.", name=c.name, item=spoken(found))
        hand = "off" if c.main or found.kind == SHIELD else "main"
        s = put(s, c.but(items=swap(c.items, found.but(dropped=False)), **{hand: item}))
    return (yield from settle_turn(s, who))


@action("quirk.drawn", "quirk.drawn.concurrent", title="Make ready", by=PLAYED, when=no_fight, group="Turn")
def make_ready(s: Veridia, who: Who) -> Rule[Veridia]:
    """Draws a bow or sling for one shot: takes the turn, or strength and athletics in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    item = c.item(c.main)
    if item is None or not has(item, "drawn") or item.drawn:
        raise Refused("Only a bow or sling in hand, and not ready yet, is made ready.")
    s, ok = yield from done_or_rolled(s, who, "draw", "Draw", "quirk.drawn.concurrent")
    if ok:
        yield tell("quirk.drawn", "{name}'s {item} is ready.", name=c.name, item=spoken(item))
        s = put(s, c.but(items=swap(c.items, item.but(drawn=True))))
    return (yield from settle_turn(s, who))


@action("quirk.loaded", "quirk.loaded.concurrent", title="Reload", by=PLAYED, when=no_fight, group="Turn")
def reload(
    s: Veridia, who: Who, hand: Annotated[Literal["main", "off"], Param("Which hand")] = "main"
) -> Rule[Veridia]:
    """A turn of reloading: takes the turn, or agility and machinery in a concurrent set."""
    must_act_now(s, who)
    c = the(s, who)
    item = c.item(c.main if hand == "main" else c.off)
    if item is None or not kind_of(item).size or (item.loaded >= kind_of(item).size and not item.reloading):
        raise Refused("Only a loaded weapon in hand that is not full is reloaded.")
    s, ok = yield from done_or_rolled(s, who, "reload", "Reload", "quirk.loaded.concurrent")
    if ok:
        after = reloaded(item)
        words = "{name} reloads: the {item} is {state}."
        state = "loaded" if not after.reloading else f"not ready yet, {after.reloading} of {kind_of(item).reload} turns"
        yield tell("quirk.loaded", words, name=c.name, item=spoken(item), state=state)
        s = put(s, c.but(items=swap(c.items, after)))
    return (yield from settle_turn(s, who))


HANDLING = (unsheathe, pick_up, switch_mode, make_ready, reload)
