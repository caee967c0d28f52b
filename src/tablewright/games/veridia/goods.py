"""Goods that change hands: given, dropped, sold, or taken from those who cannot object. And money."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, tell

from .assets import COIN, MOST_MONEY
from .choices import (
    Given,
    cannot_act,
    is_dead,
    no_free_action,
    no_main_action,
    not_now,
    others,
    people,
    thing,
    things,
    whose,
)
from .common import PLAYED
from .handling import handed, own
from .health import must_be_able, unable
from .missiles import out_of_hand
from .state import Character, Item, Veridia, fighter, put, the
from .turns import must_act_now, settle_turn, spend_free, spend_main
from .weapons import spoken


def carried(c: Character, item: Item) -> bool:
    return not item.dropped


def carries_nothing(s: Veridia, c: Character) -> str | None:
    return None if any(carried(c, i) for i in c.items) else f"{c.name} carries no weapon or shield."


Giver = Annotated[str, Param("Who", among=people(not_now, no_free_action, carries_nothing), mine=True, label="who")]
Thing = Annotated[str, Param("What", among=things(carried), label="thing")]
Taker = Annotated[str, Param("To whom", among=others("who", is_dead), label="to")]


def must_carry(c: Character, item: str) -> Item:
    found = own(c, item)
    if found.dropped:
        raise Refused(f"The {spoken(found)} lies on the ground.", "item")
    return found


@action("goods.give", title="Give a thing", by=PLAYED, group="Assets")
def give_thing(s: Veridia, who: Giver, item: Thing, to: Taker) -> Rule[Veridia]:
    """Hand a weapon or shield to another, who then has it at the belt. In a fight it is a free action."""
    if who == to:
        raise Refused("Give it to somebody else.", "to")
    must_act_now(s, who)
    found = must_carry(the(s, who), item)
    s = yield from spend_free(s, who)
    words = "{name} gives {to} the {item}."
    yield tell("goods.give", words, name=the(s, who).name, to=the(s, to).name, item=spoken(found))
    s, _ = handed(s, who, to, item)
    return (yield from settle_turn(s, who))


@action("goods.drop", title="Drop a thing", by=PLAYED, group="Turn")
def drop_thing(s: Veridia, who: Giver, item: Thing) -> Rule[Veridia]:
    """Drop a thing, so that anyone with the time can pick it up. In a fight it is a free action."""
    must_act_now(s, who)
    found = must_carry(the(s, who), item)
    s = yield from spend_free(s, who)
    yield tell("goods.drop", "{name} drops the {item}.", name=the(s, who).name, item=spoken(found))
    s = put(s, out_of_hand(the(s, who), found.but(drawn=False)))
    return (yield from settle_turn(s, who))


# taking


@cites("goods.loot")
def why_not_looted(s: Veridia, owner: Character) -> str | None:
    """The reason why nothing can be taken from this owner, or None: they can object, or have nothing."""
    if not owner.items:
        return f"{owner.name} has nothing."
    if unable(s, owner) is None and not owner.bound and all(carried(owner, i) for i in owner.items):
        return f"{owner.name} can still object: ask for it."
    return None


def owners(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Characters something can be taken from: those who cannot object, and owners of things on the ground."""
    return tuple(
        FieldOption(c.id, c.name, c.side, why_not_looted(s, c) or "")
        for c in s.characters
        if c.items and (c.id != given.get("who") or any(i.dropped for i in c.items))
    )


def to_loot(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Things that can be taken: all of an owner who cannot object, else those on the ground."""
    picks: dict[str, FieldOption] = {}
    for c in whose(s, given, "owner"):
        free = unable(s, c) is not None or c.bound
        picks |= {i.id: thing(c, i) for i in c.items if i.dropped or (free and c.id != given.get("who"))}
    return tuple(picks.values())


def nothing_to_take(s: Veridia) -> str | None:
    if all(why_not_looted(s, c) for c in s.characters):
        return "Nothing lies about, and whoever has something can still object: ask for it."
    return None


@action("goods.loot", title="Take or loot a thing", by=PLAYED, when=nothing_to_take, group="Assets")
def take_thing(
    s: Veridia,
    who: Annotated[str, Param("Who takes", among=people(not_now, no_main_action("pick up")), mine=True, label="who")],
    owner: Annotated[str, Param("Whose it is", among=owners, label="from")],
    item: Annotated[str, Param("What", among=to_loot, label="thing")],
) -> Rule[Veridia]:
    """Take a thing off the ground, or from an owner who cannot object. In a fight it takes the turn."""
    must_act_now(s, who)
    c, found = the(s, owner), own(the(s, owner), item)
    free = unable(s, c) is not None or c.bound
    if not found.dropped and (not free or owner == who):
        raise Refused(f"{c.name} can still object: ask for it." if owner != who else f"{c.name} has it.", "owner")
    if fighter(s, who) is not None:
        s, _ = yield from spend_main(s, who, "pick up")
    words = "{name} takes {owner}'s {item}." if owner != who else "{name} picks up the {item}."
    yield tell("goods.loot", words, name=the(s, who).name, owner=c.name, item=spoken(found))
    s, _ = handed(s, owner, who, item)
    return (yield from settle_turn(s, who))


# money


def fighting(s: Veridia) -> str | None:
    return "Nobody trades during a fight." if s.fight else None


@action("goods.sell", title="Sell a thing", by=PLAYED, when=fighting, group="Assets")
def sell_thing(
    s: Veridia,
    who: Annotated[str, Param("Who sells", among=people(cannot_act, carries_nothing), mine=True, label="who")],
    item: Thing,
    price: Annotated[int, Param("What it brings, as the table says", min=0, max=MOST_MONEY, label="price in deli")],
) -> Rule[Veridia]:
    """Sell a weapon or shield to a buyer outside the table."""
    c = the(s, who)
    must_be_able(s, c)
    found = must_carry(c, item)
    words = "{name} sells the {item} for {price} {coin}: {purse} at hand."
    yield tell("goods.sell", words, name=c.name, item=spoken(found), price=price, coin=COIN, purse=c.purse + price)
    left = {hand: "" for hand in ("main", "off") if getattr(c, hand) == item}
    return put(s, c.but(items=tuple(i for i in c.items if i.id != item), purse=c.purse + price, **left))


def no_money(s: Veridia, c: Character) -> str | None:
    return None if c.purse > 0 else f"{c.name} has no money."


def purse_of(s: Veridia, given: Given) -> str:
    return f"{the(s, given['who']).purse} {COIN} at hand" if given.get("who") else ""


@action("goods.give", "asset.liquidity", title="Give money", by=PLAYED, group="Assets")
def give_money(
    s: Veridia,
    who: Annotated[str, Param("Who gives", among=people(cannot_act, no_money), mine=True, label="who")],
    to: Taker,
    deli: Annotated[int, Param("How much", min=1, max=MOST_MONEY, budget=purse_of)],
) -> Rule[Veridia]:
    """Give coins from one purse to another."""
    a, b = the(s, who), the(s, to)
    must_be_able(s, a)
    if who == to:
        raise Refused("Give it to somebody else.", "to")
    if deli > a.purse:
        raise Refused(f"{a.name} has {a.purse} {COIN}.", "deli")
    yield tell("goods.give", "{name} gives {to} {n} {coin}.", name=a.name, to=b.name, n=deli, coin=COIN)
    return put(put(s, a.but(purse=a.purse - deli)), b.but(purse=b.purse + deli))


GOODS = (give_thing, drop_thing, take_thing, sell_thing, give_money)
