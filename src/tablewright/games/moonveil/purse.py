"""Purses: Coin and trifles handed between Seekers, or taken from the fallen."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, tell

from . import picks
from .people import Seeker
from .places import NEARBY, distance
from .state import Veil, living_ids


def in_purse(seeker: Seeker) -> str:
    """The Coin and trifles of a Seeker, in words."""
    return ", ".join((f"{seeker.coin} Coin", *seeker.extras))


def givers(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers, with a reason for each who has no Coin."""
    return tuple(FieldOption(x.id, "", f"{x.coin} Coin", "" if x.coin else f"{x.name} has no Coin.") for x in s.living)


@cites("inv.extra")
def too_much(seeker: Seeker) -> str:
    return f"{seeker.name} has only {seeker.coin} Coin."


def coins(s: Veil, given: picks.Given) -> str:
    one = picks.the(s, given)
    return f"{one.coin} Coin to give" if one else ""


@action("inv.extra", title="Hand Coin over", by="seeker", group="Inventory")
def give_coin(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=givers, mine=True, label="Seeker")],
    to: Annotated[str, Param("Who gets it", among=picks.others)],
    coin: Annotated[int, Param("How much", min=1, max=100, label="Coin", budget=coins)],
) -> Rule[Veil]:
    """Give Coin to another Seeker. It weighs nothing."""
    giver, getter = s.seeker(who), s.seeker(to)
    if coin > giver.coin:
        raise Refused(too_much(giver), "coin")
    yield tell("inv.extra", "{who} hands {n} Coin to {to}.", who=giver.name, n=coin, to=getter.name)
    return s.having(giver.but(coin=giver.coin - coin)).having(getter.but(coin=getter.coin + coin))


def fallen(s: Veil, given: picks.Given) -> tuple[FieldOption, ...]:
    """Seekers dead or asleep who have something on them, with a reason for each out of reach."""
    one = picks.the(s, given)
    there = [x for x in s.seekers if (x.dead or x.asleep) and (x.coin or x.extras) and x.id != given.get("who")]
    return tuple(FieldOption(x.id, x.name, in_purse(x), out_of_reach(s, one, x) if one else "") for x in there)


@cites("move.nearby")
def out_of_reach(s: Veil, seeker: Seeker, lying: Seeker) -> str:
    """The reason why a fallen Seeker is out of reach: in an encounter one has to be nearby."""
    far = s.fighting and distance(seeker, lying) > NEARBY
    return f"{lying.name} lies at place {lying.at}, {seeker.name} is at {seeker.at}: go there first." if far else ""


def no_purse(s: Veil) -> str | None:
    return None if fallen(s, {}) else "nobody who has fallen has Coin or trifles on them."


@action("inv.extra", "carry.gear", title="Empty a purse", by="seeker", when=no_purse, group="Inventory")
def take_purse(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=living_ids, mine=True, label="Seeker")],
    of: Annotated[str, Param("Whose", among=fallen, label="of")],
) -> Rule[Veil]:
    """Take all Coin and trifles of a Seeker who is dead or asleep. They fill no slot."""
    seeker, lying = s.seeker(who), s.seeker(of)
    why_not = out_of_reach(s, seeker, lying)
    if seeker.asleep or why_not:
        raise Refused(why_not or f"{seeker.name} is asleep.")
    yield tell("inv.extra", "{who} takes what {of} had: {what}.", who=seeker.name, of=lying.name, what=in_purse(lying))
    richer = seeker.but(coin=seeker.coin + lying.coin, extras=(*seeker.extras, *lying.extras))
    return s.having(richer).having(lying.but(coin=0, extras=()))


ACTIONS = (give_coin, take_purse)
