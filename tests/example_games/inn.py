"""A toy for laws: guests with players, secrets for a guest's ears, chairs that know their seats."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablewright.rules import (
    ActingSeat,
    Choose,
    DrawCards,
    Game,
    Gather,
    Outcome,
    Param,
    Refused,
    Role,
    Rule,
    Rulings,
    Seat,
    State,
    WriteText,
    action,
    find_by_id,
    replace_by_id,
    roll,
    rule,
    tell,
)
from tablewright.rules.widgets import FieldWidget, Panel


class Guest(State, frozen=True):
    id: str
    player: str
    coins: int = 3


class Chair(State, frozen=True):
    id: str
    greeted: int = 0


class Inn(State, frozen=True):
    guests: tuple[Guest, ...]
    chairs: tuple[Chair, ...] = ()
    night: int = 0
    told: tuple[str, ...] = ()


Who = Annotated[str, Param("Who", among=lambda s: [g.id for g in s.guests], mine=True)]


@rule("inn.double")
def doubled(who: str, stake: int) -> Rule[int]:
    """Keep the stake, or roll another die for twice as much."""
    if not (yield from Choose(who, "Double?", (False, True), (0, 1))):
        return stake
    (die,) = yield from roll(1, by=who, why="Double")
    return 2 * stake if die > 3 else -stake


@action("inn.wager", title="Wager", when=lambda s: "It is late." if s.night >= 3 else None)
def wager(s: Inn, who: Who, stake: Annotated[int, Param("Coins", min=1, max=3)] = 1) -> Rule[Inn]:
    """Roll two dice, and perhaps a third."""
    guest = find_by_id(s.guests, who)
    if guest.coins < stake:
        raise Refused(f"{who} has {guest.coins} coins.")
    yield tell("inn.wager", "{who} puts down {n}.", who=who, n=stake)
    dice = yield from roll(2, by=who, why="Wager")
    won = yield from doubled(who, stake if sum(dice) > 7 else -stake)
    yield Outcome(won)
    return s.but(guests=replace_by_id(s.guests, guest.but(coins=max(0, guest.coins + won))))


@action("inn.whisper", title="Whisper")
def whisper(s: Inn, who: Who) -> Rule[Inn]:
    """Tell words and a card to one guest alone."""
    yield tell("inn.whisper", "Psst, {who}, night {n}.", audience=(who,), who=who, n=s.night)
    (card,) = yield from DrawCards(("ace", "king", "jack"), 1, by=who, why="A card", audience=(who,))
    keep = yield from Choose(who, "Keep it?", (False, True), audience=(who,))
    return s.but(told=(*s.told, card)[-3:]) if keep else s


@action("inn.vote", title="Vote")
def vote(s: Inn) -> Rule[Inn]:
    """Ask all guests at once, in secret."""
    picks = yield from Gather(tuple(Choose(g.id, f"{g.id}?", ("stay", "go"), secret=True) for g in s.guests))
    yield tell("inn.vote", "{n} go.", n=sum(pick == "go" for pick in picks))
    return s.but(night=s.night + picks.count("go"))


@action("inn.rumour", title="Tell a rumour", instant=True)
def rumour(s: Inn, me: Annotated[str, ActingSeat()]) -> Rule[Inn]:
    """Tell a rumour in your own words."""
    text = yield from WriteText(me, "What do they say?")
    yield tell("inn.rumour", "They say: {text}", text=text)
    return s.but(told=(*s.told, text)[-3:])


@action("inn.greet", title="Greet", instant=True)
def greet(s: Inn, me: Annotated[str, ActingSeat()]) -> Rule[Inn]:
    """Greet the person in this seat."""
    chair = find_by_id(s.chairs, me, "chair")
    yield tell("inn.greet", "Hello, {me}.", me=me)
    return s.but(chairs=replace_by_id(s.chairs, chair.but(greeted=chair.greeted + 1)))


@action("inn.stand", title="Stand up", instant=True)
def stand(s: Inn, me: Annotated[str, ActingSeat()]) -> Rule[Inn]:
    """Carry the chair away, though its owner stays."""
    yield tell("inn.stand", "{me} stands up.", me=me)
    return s.but(chairs=tuple(chair for chair in s.chairs if chair.id != me))


@action("inn.nightfall", title="Nightfall", instant=True)
def nightfall(s: Inn) -> Rule[Inn]:
    """Let it get late, which ends wagers."""
    (hours,) = yield from roll(1, 4, why="Hours")
    yield tell("inn.nightfall", "It is {n} hours later.", n=hours)
    return s.but(night=(s.night + hours) % 6)


@action("inn.cheat", title="Cheat")
def cheat(s: Inn) -> Rule[Inn]:
    """Refuse once the dice lie."""
    dice = yield from roll(2)
    if sum(dice) < 10:
        raise Refused("Somebody saw that.")
    return s.but(night=0)


@action("inn.depart", title="Depart")
def depart(s: Inn, who: Who) -> Rule[Inn]:
    """Remove a guest, with a word for their player."""
    yield tell("inn.depart", "Farewell, {who}.", audience=(who,), who=who)
    return s.but(guests=tuple(guest for guest in s.guests if guest.id != who))


def sit(s: Inn, seats: tuple[Seat, ...]) -> Inn:
    """The inn with these seats. Each leaver takes their chair along, each newcomer gets a new one."""
    there = {chair.id: chair for chair in s.chairs}
    return s.but(chairs=tuple(there.get(seat.id, Chair(seat.id)) for seat in seats))


def give(s: Inn, who: str, player: str) -> Inn:
    return s.but(guests=replace_by_id(s.guests, find_by_id(s.guests, who).but(player=player)))


INN = Game(
    name="inn",
    title="Inn",
    version="1",
    roles=(Role("keeper", "runs it", master=True, fewest=1, most=1), Role("player", "plays", most=3)),
    state=Inn,
    rulings=Rulings,
    setup=lambda _: Inn((Guest("ada", "ann"), Guest("bo", "ben"))),
    empty=lambda _: Inn(()),
    actions=(wager, whisper, vote, rumour, greet, stand, nightfall, cheat, depart),
    sheet=lambda s, seat: (Panel("Inn", (FieldWidget("Night", str(s.night)),)),),
    cast=lambda s: {guest.id: guest.player for guest in s.guests},
    hand_over=give,
    on_seats_changed=sit,
    seats=(Seat("kim", "keeper", "Kim"), Seat("ann", "player", "Ann"), Seat("ben", "player")),
)
#: The same game without a master.
PEERS = msgspec.structs.replace(
    INN,
    name="peers",
    roles=(Role("player", "plays", most=4),),
    seats=(Seat("ann", "player", "Ann"), Seat("ben", "player")),
)
