"""A toy for tables: cards, secret picks, whispers, and rules that fail after their dice."""

from __future__ import annotations

from typing import Annotated, Any

from tablewright.rules import (
    ActingSeat,
    Choose,
    DrawCards,
    Game,
    Gather,
    Invariant,
    Outcome,
    Param,
    Refused,
    Role,
    Rule,
    Rulings,
    Seat,
    State,
    action,
    roll,
    rule,
    tell,
)
from tablewright.rules.widgets import FieldWidget, Panel
from tablewright.table import Table


class Hut(State, frozen=True):
    deck: tuple[str, ...] = ("ace", "king", "queen", "jack")
    hand: tuple[str, ...] = ()
    coins: int = 0
    hidden: tuple[str, ...] = ()


@action("hut.deal", title="Deal", by="guest")
def deal(s: Hut, k: Annotated[int, Param("How many", min=0, max=4)] = 2) -> Rule[Hut]:
    """Deal cards from the deck, seen by the host."""
    hand = yield from DrawCards(s.deck, k, by="host", why="A deal", audience=("host",))
    return s.but(hand=hand)


@action("hut.hide", title="Hide", by="host")
def hide(s: Hut) -> Rule[Hut]:
    """Ask both guests at once, in secret."""
    asks = tuple(Choose(who, f"{who}, where?", ("bed", "attic"), secret=True) for who in ("ann", "ben"))
    return s.but(hidden=(yield from Gather(asks)))


BEDS = {"cellar": "The cold cellar", "bed": "The warm bed", "attic": "Under the roof"}
GUESTS = {"baker": "The Baker of Sorn", "miller": "The Miller"}


@action("hut.sleep", title="Sleep", by="guest")
def sleep(s: Hut) -> Rule[Hut]:
    """Sleep somewhere. Each place has its own label."""
    return s.but(hidden=((yield from Choose("guest", "Where?", tuple(BEDS), label=lambda bed: BEDS[bed])),))


@action("hut.invite", title="Invite", by="host")
def invite(s: Hut, whom: Annotated[tuple[str, ...], Param("Whom", among=lambda _: tuple(GUESTS))]) -> Rule[Hut]:
    """Invite others by the names people know."""
    yield tell("hut.invite", "They are asked in.")
    return s.but(hand=whom)


@action("hut.whisper", title="Whisper", by="guest")
def whisper(s: Hut, me: Annotated[str, ActingSeat()]) -> Rule[Hut]:
    """Answer for Ann's ears, roll for the host's eyes, with a headline for both."""
    yield from Choose(me, "Truth?", (True, False), audience=("ann",))
    yield from roll(1, by=me, why="Doubt", audience=("host",))
    yield Outcome(1, cites="hut.whisper", audience=("host", "ann"))
    yield tell("hut.whisper", "There is whispering.")
    return s


@action("hut.dig", title="Dig", by="guest", when=lambda s: "The ground is frozen." if s.coins >= 3 else None)
def dig(s: Hut) -> Rule[Hut]:
    """Dig for a coin, or deeper for two."""
    deep = yield from Choose("guest", "Dig deeper?", (False, True))
    return s.but(coins=s.coins + (2 if deep else 1))


@action("hut.freeze", title="Freeze", by="host", instant=True)
def freeze(s: Hut) -> Rule[Hut]:
    """Freeze the ground."""
    yield tell("hut.freeze", "It is cold.")
    return s.but(coins=3)


@rule("hut.beg")
def beg() -> Rule[bool]:
    return (yield from Choose("guest", "Beg?", (False, True)))


@action("hut.feast", title="Feast", by="guest")
def feast(s: Hut) -> Rule[Hut]:
    """Ask a guest without coins to beg first. Then ask what they eat."""
    if not s.coins:
        yield from beg()
    else:
        yield tell("hut.feast", "There is money.")
    yield from Choose("guest", "Which?", ("soup", "bread"))
    return s.but(coins=0)


@action("hut.curse", title="Curse", by="guest")
def curse(s: Hut) -> Rule[Hut]:
    """Refuse once the dice lie."""
    if (yield from Choose("guest", "Sure?", (False, True))):
        yield from roll(1)
        raise Refused("The dice are cursed.")
    return s


@action("hut.burn", title="Burn", by="guest")
def burn(s: Hut) -> Rule[Hut]:
    """Run into a mistake of the rule."""
    (die,) = yield from roll(1)
    return s.but(coins=die // 0)


HUT = Game(
    name="hut",
    title="Hut",
    version="1",
    roles=(Role("host", "runs it", master=True, most=1), Role("guest", "visits", most=2), Role("crowd", "looks on")),
    state=Hut,
    rulings=Rulings,
    setup=lambda _: Hut(),
    actions=(deal, hide, sleep, invite, whisper, dig, freeze, feast, curse, burn),
    names=lambda _: GUESTS,
    sheet=lambda s, seat: (Panel("Hut", (FieldWidget("Coins", str(s.coins)),)),),
    limits=(Invariant("hut.coins", lambda s: f"{s.coins} coins are too many." if s.coins > 5 else None),),
    ending=lambda s: "the hut is full" if s.coins >= 9 else None,
    seats=(Seat("hob", "host"), Seat("ann", "guest", "Ann"), Seat("ben", "guest")),
)


def hut(seed: str = "s", fair_dice: bool = True) -> Table:
    return Table.open(HUT, seed=seed, fair_dice=fair_dice)


def ask(table: Table, seat: str) -> tuple[int, str]:
    """The action and place of a seat's first question."""
    running, question = table.prompts_for(seat)[0]
    return running.number, question.at


def everything(table: Table) -> tuple[Any, ...]:
    """All of the table that could change."""
    return table.journal, table.state, table.play_state, table.metadata, [table.feed(seat) for seat in table.seats]
