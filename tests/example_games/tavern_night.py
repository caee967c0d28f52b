"""A small game with all that a seat deals with: own and other characters, foes, things, secrets, votes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Annotated, Any

from tablewright.rules import (
    Choose,
    FieldOption,
    Game,
    Gather,
    Measure,
    Outcome,
    Param,
    Refused,
    Role,
    Rule,
    Rulings,
    Seat,
    State,
    Viewer,
    WriteText,
    action,
    find_by_id,
    replace_by_id,
    roll,
    tell,
)
from tablewright.rules.widgets import FieldWidget, Offer, Panel


class Item(State, frozen=True):
    id: str
    name: str
    broken: bool = False


class Guest(State, frozen=True):
    id: str
    name: str
    player: str = ""
    foe: bool = False
    health: int = 5
    luck: int = 2
    items: tuple[Item, ...] = ()
    strong: bool = False


class Inn(State, frozen=True):
    guests: tuple[Guest, ...]
    hidden: str = ""
    trap: int = 0
    """The difficulty of the stairs, known to the keeper only."""
    frozen: bool = False


class Hit(IntEnum):
    MISS = 0
    GRAZE = 1
    HIT = 2


GROUPS = {Hit.MISS: "misses", Hit.GRAZE: "hits", Hit.HIT: "hits"}


def own(s: Inn) -> tuple[FieldOption, ...]:
    """The acting guests, with a reason for those who are down."""
    return tuple(FieldOption(g.id, why_not="" if g.health else f"{g.name} is down.") for g in s.guests)


def others(s: Inn, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """All other guests, with a reason for those who are down."""
    for g in s.guests:
        if g.id != given.get("who"):
            yield FieldOption(g.id, note=f"{g.health} health", why_not="" if g.health else f"{g.name} is down already.")


def things(s: Inn, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """The things the acting guest carries."""
    for item in find_by_id(s.guests, str(given["who"]), "guest").items:
        yield FieldOption(item.id, why_not=f"The {item.name} is broken." if item.broken else "")


def carries(s: Inn, given: Mapping[str, Any]) -> bool:
    return bool(find_by_id(s.guests, str(given["who"]), "guest").items)


def is_strong(s: Inn, given: Mapping[str, Any]) -> bool:
    return find_by_id(s.guests, str(given["who"]), "guest").strong


def ice(s: Inn) -> str | None:
    return "the yard is frozen over" if s.frozen else None


Who = Annotated[str, Param("Who acts", among=own, mine=True)]


@action("inn.strike", title="Strike", by=("guest", "keeper"), when=ice, group="Brawl")
def strike(
    s: Inn,
    who: Who,
    whom: Annotated[str, Param("Whom", among=others, label="target")],
    thing: Annotated[str | None, Param("With what", among=things, applies=carries, main=True)] = None,
    hard: Annotated[bool, Param("With all your strength", applies=is_strong)] = False,
) -> Rule[Inn]:
    """Strike another guest, who may spend luck to duck."""
    one, other = find_by_id(s.guests, who, "guest"), find_by_id(s.guests, whom, "guest")
    if thing == "feather" and hard:
        raise Refused("Nobody strikes hard with a feather.", "thing")
    yield tell("inn.strike", "{one} strikes at {other}.", one=one.name, other=other.name)
    (die,) = yield from roll(1, by=who, why="To hit")
    hit = Hit.HIT if die >= 5 else Hit.GRAZE if die >= 3 else Hit.MISS
    if hit and one.luck and (yield from Choose(who, "Push, for 1 luck?", (False, True), (0, 1), cites="inn.luck")):
        one = one.but(luck=one.luck - 1)
        hit = Hit.HIT
    if hit and other.luck and (yield from Choose(whom, "Duck, for 1 luck?", (False, True), (0, 1), cites="inn.luck")):
        other = other.but(luck=other.luck - 1)
        hit = Hit.MISS
    yield Outcome(hit, cites="inn.strike", group=GROUPS[hit], tone="good" if hit else "bad")
    other = other.but(health=max(0, other.health - hit))
    return s.but(guests=replace_by_id(replace_by_id(s.guests, one), other))


@action("inn.throw", title="Throw pebbles", by="guest", group="Brawl")
def pebbles(s: Inn, how_many: Annotated[int, Param("How many", min=1, max=20)] = 3) -> Rule[Inn]:
    """Count those that hit the post."""
    dice = yield from roll(how_many, why="Pebbles")
    yield Outcome(sum(d >= 4 for d in dice), cites="inn.throw", unit="hits")
    return s


@action("inn.climb", title="Climb the stairs", by="guest", group="House")
def climb(s: Inn, who: Who) -> Rule[Inn]:
    """Climb stairs that are harder than they look."""
    (die,) = yield from roll(1, by=who, why="Up")
    yield Outcome("up" if die > s.trap else "down", die > s.trap, cites="inn.climb")
    return s


@action("inn.vote", title="Call a vote", by="guest", group="House")
def vote(s: Inn) -> Rule[Inn]:
    """Call a vote, which one objection ends."""
    players = [g for g in s.guests if g.player]
    asks = tuple(Choose(g.id, "Shall it be?", ("yes", "no"), secret=True, cites="inn.vote") for g in players)
    said = yield from Gather(asks, settles=lambda answer: answer == "no")
    yield Outcome("carried" if "no" not in said else "lost", "no" not in said, cites="inn.vote")
    return s


@action("inn.price", title="Name a price", by="guest", group="House")
def price(s: Inn) -> Rule[Inn]:
    """Let the keeper word a price, and rule whether it is fair."""
    text = yield from WriteText("keeper", "What does it cost?", cites="inn.price")
    fair = yield from Choose("keeper", "Is that fair?", ("yes", "no"), cites="inn.price")
    yield Outcome(fair, 1 if fair == "yes" else 0, cites="inn.price")
    yield tell("inn.price", "It costs {text}.", text=text)
    return s


@action("inn.wave", title="Wave", instant=True, group="House")
def wave(s: Inn) -> Rule[Inn]:
    """Wave, at any time."""
    yield tell("inn.wave", "Somebody waves.")
    return s


def measures(s: Inn) -> Iterator[Measure]:
    for g in s.guests:
        yield Measure(f"{g.id}.health", "Health", g.health, g.id)
        yield Measure(f"{g.id}.luck", "Luck", g.luck, g.id, spent=True, worth=0.5)


def foremost(s: Inn, eyes: Viewer) -> Iterator[Offer]:
    yield from (Offer("strike", {"who": g.id}) for g in s.guests if g.id in eyes.plays)
    yield Offer("wave")


def side(s: Inn, name: str) -> str:
    if name == "keeper":
        return ""
    known = next((g for g in s.guests if g.id == name), None)
    return "foes" if known is not None and known.foe else "guests"


def conceal(s: Inn, eyes: Viewer) -> Inn:
    return s if eyes.master else s.but(hidden="", trap=0)


def give(s: Inn, who: str, to: str) -> Inn:
    return s.but(guests=replace_by_id(s.guests, find_by_id(s.guests, who, "guest").but(player=to)))


GUESTS = (
    Guest("ada", "Ada", "ann", items=(Item("poker", "Poker"), Item("jug", "Jug", broken=True)), strong=True),
    Guest("bo", "Bo", "ben"),
    Guest("ogre", "The ogre", foe=True, health=3),
)

GAME = Game(
    name="inn",
    title="The Inn",
    version="1",
    roles=(Role("keeper", "runs it", master=True, most=1), Role("guest", "stays", most=4)),
    state=Inn,
    rulings=Rulings,
    setup=lambda _: Inn(GUESTS, hidden="the cellar key", trap=4),
    actions=(strike, pebbles, climb, vote, price, wave),
    sheet=lambda s, eyes: (Panel("Guests", tuple(FieldWidget(g.name, str(g.health)) for g in s.guests)),),
    cast=lambda s: {g.id: g.player for g in s.guests},
    names=lambda s: {g.id: g.name for g in s.guests},
    conceal=conceal,
    secrets=lambda s, eyes: () if eyes.master else (s.hidden,),
    measures=measures,
    suggestions=foremost,
    side=side,
    hand_over=give,
    seats=(Seat("kim", "keeper", "Kim"), Seat("ann", "guest", "Ann"), Seat("ben", "guest", "Ben")),
)
