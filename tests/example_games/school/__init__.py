"""A small game with a guide: a pupil is begun, sorted by choice or by a die, equipped, and perhaps has a pet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from tablewright.rules import (
    ActingSeat,
    Choose,
    FieldOption,
    Game,
    Guide,
    GuideStep,
    Param,
    Role,
    Rule,
    Rulings,
    Seat,
    State,
    Viewer,
    action,
    find_by_id,
    replace_by_id,
    roll,
    tell,
    unique_id,
)
from tablewright.rules.widgets import Offer

HOUSES = ("Owl", "Fox", "Toad")
PRICES = {"wand": 4, "hat": 2, "quill": 1}


class Pupil(State, frozen=True):
    id: str
    name: str
    player: str
    house: str = ""
    coins: int = 5
    things: tuple[str, ...] = ()
    pet: str = ""
    enrolled: bool = False


class School(State, frozen=True):
    pupils: tuple[Pupil, ...] = ()
    terms: int = 0


def pupil(s: School, who: str) -> Pupil:
    return find_by_id(s.pupils, who, "pupil")


def put(s: School, new: Pupil) -> School:
    return s.but(pupils=replace_by_id(s.pupils, new))


def wares(s: School, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    coins = pupil(s, given["who"]).coins
    for thing, price in PRICES.items():
        yield FieldOption(thing, thing, f"{price} coins", "" if price <= coins else f"The {thing} costs {price}.")


def coins_left(s: School, given: Mapping[str, Any]) -> str:
    return f"{pupil(s, given['who']).coins} coins left"


Who = Annotated[str, Param("Who", among=lambda s: tuple(p.id for p in s.pupils if not p.enrolled), mine=True)]


@action("school.begin", title="Begin", by="player")
def begin(
    s: School, name: Annotated[str, Param("Name", examples=("Wilma", "Tib"))], me: Annotated[str, ActingSeat()] = ""
) -> Rule[School]:
    """Begin a new pupil."""
    yield tell("school.begin", "{name} comes to school.", name=name)
    return s.but(pupils=(*s.pupils, Pupil(unique_id(name, (p.id for p in s.pupils)), name, me)))


@action("school.house", title="Choose a house", by="player")
def choose_house(s: School, who: Who, house: Annotated[str, Param("Which", among=lambda _: HOUSES)]) -> Rule[School]:
    """Choose any house."""
    yield tell("school.house", "{house}!", house=house)
    return put(s, pupil(s, who).but(house=house))


@action("school.house", title="Ask the hat", by="player")
def ask_hat(s: School, who: Who) -> Rule[School]:
    """Roll a die for the house. The pupil may object."""
    (die,) = yield from roll(1, 3, by=who, why="House")
    stays = yield from Choose(who, "Is that so?", (True, False))
    yield tell("school.house", "The hat has spoken.")
    return put(s, pupil(s, who).but(house=HOUSES[die - 1] if stays else "Toad"))


@action("school.shop", title="Buy", by="player")
def buy(s: School, who: Who, thing: Annotated[str, Param("What", among=wares, budget=coins_left)]) -> Rule[School]:
    """Buy a thing for its price."""
    p = pupil(s, who)
    yield tell("school.shop", "{thing} for {n}.", thing=thing, n=PRICES[thing])
    return put(s, p.but(coins=p.coins - PRICES[thing], things=(*p.things, thing)))


@action("school.pet", title="Bring a pet", by="player")
def bring_pet(s: School, who: Who, pet: Annotated[str, Param("Which", examples=("a newt",))]) -> Rule[School]:
    """Bring a pet, if you like."""
    yield tell("school.pet", "{pet}.", pet=pet)
    return put(s, pupil(s, who).but(pet=pet))


@action("school.enrol", title="Enrol", by="player")
def enrol(s: School, who: Who) -> Rule[School]:
    """Begin school."""
    yield tell("school.enrol", "{name} is enrolled.", name=pupil(s, who).name)
    return put(s, pupil(s, who).but(enrolled=True))


@action("school.begin", title="Take Wilma", by="player")
def take_wilma(s: School, me: Annotated[str, ActingSeat()] = "") -> Rule[School]:
    """Take a ready-made pupil."""
    yield tell("school.begin", "Wilma comes to school.")
    return s.but(pupils=(*s.pupils, Pupil(unique_id("Wilma", ()), "Wilma", me, "Owl", 0, ("wand",), enrolled=True)))


@action("school.term", title="End the term", by="head")
def end_term(s: School) -> Rule[School]:
    """End the term, any number of times."""
    yield tell("school.term", "The term ends.")
    return s.but(terms=s.terms + 1)


def newcomers(s: School, eyes: Viewer) -> Iterator[str]:
    own = [p for p in s.pupils if p.player == eyes.id]
    yield from (p.id for p in own if not p.enrolled)
    if not own and not eyes.master:
        yield ""


CREATION = Guide(
    "creation",
    "Come to school",
    "From the door to the desk.",
    (
        GuideStep(
            "Name", "What they are called.", (begin,), lambda _, of: bool(of), lambda s, of: of and pupil(s, of).name
        ),
        GuideStep(
            "House",
            "Chosen, or by the hat.",
            (choose_house, ask_hat),
            lambda s, of: bool(of) and bool(pupil(s, of).house),
            lambda s, of: of and pupil(s, of).house,
            chance=(ask_hat,),
        ),
        GuideStep(
            "Things",
            "A wand at least, or what the money is good for.",
            (buy,),
            lambda s, of: bool(of) and bool(pupil(s, of).things),
            lambda s, of: of and ", ".join(pupil(s, of).things),
            lambda s, of: f"{pupil(s, of).coins} coins left" if of else "",
        ),
        GuideStep("Pet", "Or none.", (bring_pet,), lambda s, of: bool(of) and bool(pupil(s, of).pet), optional=True),
        GuideStep("Ready", "School begins.", (enrol,), lambda s, of: bool(of) and pupil(s, of).enrolled),
    ),
    newcomers,
    ready=lambda _s, _: (Offer(take_wilma.name),),
)
TERM = Guide(
    "term",
    "End the term",
    "Till after the holidays.",
    (GuideStep("Holidays", "Everybody goes home.", (end_term,)),),
    lambda _, eyes: ("",) if eyes.master else (),
)


def foremost(s: School, eyes: Viewer) -> Iterator[Offer]:
    for path in (CREATION, TERM):
        for of in path.when(s, eyes):
            yield from path.now(s, of)


GAME = Game(
    name="school",
    title="School",
    version="1",
    roles=(Role("head", "Runs it.", master=True, fewest=1, most=1), Role("player", "Plays a pupil.")),
    state=School,
    rulings=Rulings,
    setup=lambda _: School(),
    actions=(begin, choose_house, ask_hat, buy, bring_pet, enrol, take_wilma, end_term),
    sheet=lambda _s, _: (),
    cast=lambda s: {p.id: p.player for p in s.pupils},
    names=lambda s: {p.id: p.name for p in s.pupils},
    suggestions=foremost,
    seats=(Seat("kim", "head"), Seat("ann", "player"), Seat("ben", "player")),
    guides=(CREATION, TERM),
)
