"""Fighting at range: the weapon's preparation, the costs of a shot, drawing and reloading."""

from __future__ import annotations

from tablewright.rules import Refused, cites, replace_by_id

from .state import Character, Item, Veridia, put, the
from .weapons import has, kind_of, shoots, spoken


@cites("quirk.drawn", "quirk.loaded", "quirk.magitech", "ammo.optional")
def why_not_ready(s: Veridia, c: Character, item: Item) -> str | None:
    """The reason why a shot needs preparing first, or None."""
    name = spoken(item)
    if has(item, "drawn") and not item.drawn:
        return f"The {name} must be made ready for a turn before each shot."
    if has(item, "loaded") and (item.loaded <= 0 or item.reloading):
        left = kind_of(item).reload - item.reloading
        return f"The {name} is empty: reload it first, which takes {left} more turn{'s' if left > 1 else ''}."
    if has(item, "magitech") and c.crystals < max(1, s.rulings.crystals_per_shot):
        return f"The {name} runs on crystals, and {c.name} has too few."
    if needs_ammunition(item) and s.rulings.count_ammunition and c.ammunition <= 0:
        return f"{c.name} has nothing left to shoot."
    return None


def must_be_ready(s: Veridia, c: Character, item: Item, melee: bool) -> None:
    """Refuse a shot that needs preparing first."""
    why = None if melee or not shoots(item) else why_not_ready(s, c, item)
    if why:
        raise Refused(why, "hand")


def needs_ammunition(item: Item) -> bool:
    return shoots(item) and not has(item, "disposable") and not has(item, "magitech")


@cites("quirk.disposable", "quirk.drawn", "quirk.loaded", "ammo.optional", "quirk.magitech")
def shot(s: Veridia, who: str, item: Item, melee: bool) -> Veridia:
    """Subtract the costs of a shot. A strike at close quarters has none."""
    c = the(s, who)
    if melee or not shoots(item):
        return s
    after = item.but(drawn=False, loaded=max(0, item.loaded - int(has(item, "loaded"))))
    c = c.but(items=replace_by_id(c.items, after))
    if has(item, "disposable"):
        c = out_of_hand(c, after)
    if has(item, "magitech"):
        c = c.but(crystals=max(0, c.crystals - s.rulings.crystals_per_shot))
    if needs_ammunition(item) and s.rulings.count_ammunition:
        c = c.but(ammunition=max(0, c.ammunition - 1))
    return put(s, c)


def out_of_hand(c: Character, item: Item) -> Character:
    """The character with an item dropped to the ground, to be picked up by anyone."""
    hands = {hand: "" for hand in ("main", "off") if getattr(c, hand) == item.id}
    return c.but(items=replace_by_id(c.items, item.but(dropped=True)), **hands)


@cites("quirk.loaded")
def reloaded(item: Item) -> Item:
    """The weapon after a turn of reloading. The last turn fills it."""
    kind = kind_of(item)
    turns = item.reloading + 1
    return item.but(reloading=0, loaded=kind.size) if turns >= kind.reload else item.but(reloading=turns)


def unready(c: Character) -> Character:
    """Let a drawn weapon down, because the hands do something else."""
    return c.but(items=tuple(item.but(drawn=False) if item.drawn else item for item in c.items))
