"""Assets: liquidity, income and properties. Money is counted in deli. Months bring income and age enchantments."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cite, tell, unique_id

from .experience import Whose
from .state import Character, Property, Veridia, put, the

PARTS = cite("asset.parts", ("liquidity", "income", "properties"))
COIN = cite("asset.liquidity", "deli")
MOST_MONEY = 1_000_000


@action("asset.liquidity", "create.buy", title="Money in or out", by=("gm", "player"), group="Assets")
def pay(
    s: Veridia,
    who: Whose,
    deli: Annotated[int, Param("Deli gained, or spent if negative")],
    what: Annotated[str, Param("For what", main=True, examples=("a week at the inn", "the bounty"))] = "",
) -> Rule[Veridia]:
    """Add money, or spend it."""
    c = the(s, who)
    if abs(deli) > MOST_MONEY:
        raise Refused(f"Nobody has seen more than {MOST_MONEY} deli in one place.", "deli")
    if deli < 0 and c.purse + deli < 0:
        raise Refused(f"{c.name} has {c.purse} deli.", "deli")
    for_what = f" for {what}" if what else ""
    words = "{name} has {purse} deli{what}." if not deli else "{name} {verb} {n} deli{what}: {purse} at hand."
    verb = "gains" if deli > 0 else "spends"
    yield tell("asset.liquidity", words, name=c.name, verb=verb, n=abs(deli), what=for_what, purse=c.purse + deli)
    return put(s, c.but(purse=c.purse + deli))


@action("asset.income", title="Set income", by=("gm", "player"), group="Assets")
def set_income(s: Veridia, who: Whose, deli: Annotated[int, Param("Deli a month", min=0, max=1000)]) -> Rule[Veridia]:
    """Set the monthly income of a character."""
    yield tell("asset.income", "{name} has an income of {n} deli a month.", name=the(s, who).name, n=deli)
    return put(s, the(s, who).but(income=deli))


@action("asset.properties", "asset.liquidity.stored", title="Note a property", by=("gm", "player"), group="Assets")
def add_property(
    s: Veridia,
    who: Whose,
    name: Annotated[
        str, Param("What it is", examples=("a horse", "a spear, stored in the mill", "300 deli at the bank"))
    ],
    note: Annotated[str, Param("Anything worth knowing", examples=("lame on the left",))] = "",
) -> Rule[Veridia]:
    """Note a property: gear carried or stored, houses, companies, animals, money in a safe place."""
    c = the(s, who)
    if len(c.properties) >= 60 or not name.strip():
        raise Refused("A property needs a name, and sixty of them are enough.")
    thing = Property(unique_id(name, (p.id for p in c.properties)), name.strip()[:80], note)
    yield tell("asset.properties", "{name} owns {thing}.", name=c.name, thing=thing.name)
    return put(s, c.but(properties=(*c.properties, thing)))


def months_later(c: Character, months: int) -> Character:
    """A character some months later: income comes in, and enchantments are that much older."""
    return c.but(
        purse=c.purse + months * c.income,
        suit=c.suit.but(months=c.suit.months + months) if c.suit.enchantment else c.suit,
        items=tuple(i.but(months=i.months + months) if i.enchantment else i for i in c.items),
        garments=tuple(g.but(months=g.months + months) for g in c.garments),
    )


def in_a_fight(s: Veridia) -> str | None:
    return "A fight goes on." if s.fight else None


@action("asset.income", "magicitem.limit", title="Months pass", by="gm", when=in_a_fight, group="Assets")
def pass_months(s: Veridia, months: Annotated[int, Param("How many months", min=1, max=24)] = 1) -> Rule[Veridia]:
    """Let time pass for everyone: incomes are paid and enchantments age."""
    yield tell("asset.income", "{n} pass.", n="A month" if months == 1 else f"{months} months")
    return s.but(characters=tuple(months_later(c, months) for c in s.characters), day=s.day + 30 * months)


ASSETS = (pay, set_income, add_property, pass_months)
