"""Guides through actions with an order: making a character, spending experience, the end of a session."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablewright.rules import Guide, GuideStep, Viewer, cites
from tablewright.rules.widgets import Offer

from .advancement import add_skill, advance, give_experience, take_back, to_buy
from .by_chance import draw_outfit, leave_to_chance
from .creation import finish_character, new_character, step_of, write_concept
from .encounters import end_fight
from .equipment import get_item, wear_armor
from .experience import fixed_points
from .people import take_ready_made
from .state import Character, Veridia, the
from .traits import add_trait, take_background
from .weapons import spoken


def offer(action: str, title: str = "", /, **params: object) -> Offer:
    return Offer(action, dict(params), title)


# making a character


@cites("create.steps")
def being_made(s: Veridia, eyes: Viewer) -> Iterator[str]:
    """The characters this viewer is making. A player without one gets the empty id of a new one."""
    own = [c for c in s.characters if c.player == eyes.id or (eyes.master and not c.player)]
    yield from (c.id for c in own if c.creating)
    begun = any(c.player for c in s.characters) if eyes.master else bool(own)
    if not begun:
        yield ""


def said(words: Callable[[Character], str]) -> Callable[[Veridia, str], str]:
    """Words about the character being made, once there is one."""
    return lambda s, of: words(the(s, of)) if of else ""


def has(words: Callable[[Character], str]) -> Callable[[Veridia, str], bool]:
    """A test: this part of the character is set."""
    return lambda s, of: bool(of) and bool(words(the(s, of)))


def after(step: int) -> Callable[[Veridia, str], bool]:
    return lambda s, of: bool(of) and step_of(the(s, of)) > step


def spending(s: Veridia, of: str) -> Iterator[Offer]:
    c = the(s, of)
    yield offer("advance", f"{c.name}: spend experience ({c.experience} left)", who=of)
    yield offer("leave_to_chance", f"{c.name}: leave the rest to chance", who=of)
    yield offer("take_back", f"{c.name}: take a point back", who=of)


def history(s: Veridia, of: str) -> Iterator[Offer]:
    name = the(s, of).name
    yield offer("take_background", f"{name}: take a background", who=of)
    yield offer("add_trait", f"{name}: add a trait", who=of)


def outfit(s: Veridia, of: str) -> Iterator[Offer]:
    c = the(s, of)
    yield offer("get_item", f"{c.name}: get a weapon ({c.purse} deli)", who=of)
    yield offer("wear_armor", f"{c.name}: put on armor", who=of)
    yield offer("draw_outfit", f"{c.name}: as one of the ready-made", who=of)


def about(c: Character) -> str:
    return ", ".join(trait.name for trait in (c.background, *c.traits) if trait is not None)


def equipped(c: Character) -> str:
    armor = (c.suit.kind.lower(),) if c.suit.kind != "Robes" else ()
    return ", ".join((*(spoken(item) for item in c.items), *armor))


CREATION = Guide(
    "creation",
    "Make a character",
    "From the lowest of a race to somebody who is ready to play.",
    (
        GuideStep(
            "Begin",
            "Name and race. Every attribute is at the lowest of the race, and there is experience to spend.",
            (new_character,),
            lambda _, of: bool(of),
            said(lambda c: f"{c.name}, {c.race}"),
        ),
        GuideStep(
            "Concept",
            "Who they are, in a few words.",
            (write_concept,),
            has(lambda c: c.concept),
            said(lambda c: c.concept),
            offers=lambda s, of: (offer("write_concept", f"{the(s, of).name}: who they are", who=of),),
            optional=True,
        ),
        GuideStep(
            "Experience",
            "Attributes, virtues, skills and specialties, each point at its own price.",
            (advance, leave_to_chance, take_back, add_skill),
            after(3),
            said(lambda c: f"{c.earned - c.experience} spent" if c.experience < c.earned else ""),
            said(lambda c: f"{c.experience} experience left"),
            spending,
            (leave_to_chance,),
            optional=True,
        ),
        GuideStep(
            "Background and traits",
            "One background at most, with its starting money, and any traits the table agrees to.",
            (take_background, add_trait),
            has(about),
            said(about),
            said(lambda c: f"{c.experience} experience left"),
            history,
            optional=True,
        ),
        GuideStep(
            "Equipment",
            "Weapons and armor for the starting money.",
            (get_item, wear_armor, draw_outfit),
            has(equipped),
            said(equipped),
            said(lambda c: f"{c.purse} deli"),
            outfit,
            (draw_outfit,),
            optional=True,
        ),
        GuideStep(
            "Ready",
            "Creation is over; whoever made them plays them, and what is left of experience stays.",
            (finish_character,),
            lambda s, of: bool(of) and not the(s, of).creating,
            offers=lambda s, of: (offer("finish_character", f"{the(s, of).name} is ready to play", who=of),),
        ),
    ),
    being_made,
    ready=lambda _s, _: (offer(take_ready_made.name),),
)


# growing


def affordable(c: Character) -> bool:
    """True if a point can be bought with the experience left."""
    return bool(c.experience) and any(not to_buy(c, point).why_not for point in fixed_points())


def growing(s: Veridia, eyes: Viewer) -> Iterator[str]:
    """The viewer's finished characters who can pay for a point, outside a fight."""
    if s.fight is None:
        yield from (c.id for c in s.characters if c.player == eyes.id and not c.creating and affordable(c))


GROWTH = Guide(
    "growth",
    "Spend experience",
    "What was earned buys points, as in creation.",
    (
        GuideStep(
            "Raise something",
            "Attributes, courage, skills and specialties, each point at its own price.",
            (advance, add_skill),
            lambda s, of: not affordable(the(s, of)),
            left=said(lambda c: f"{c.experience} experience left"),
            offers=lambda s, of: (
                offer("advance", f"Spend experience ({the(s, of).experience} left)", who=of),
                offer("add_skill", who=of),
            ),
            chance=(advance,),
        ),
    ),
    growing,
)


# the end of a session


@cites("reward.experience")
def for_the_master(s: Veridia, eyes: Viewer) -> Iterator[str]:
    """Open to the game master while there are players' characters."""
    if eyes.master and any(c.player for c in s.characters):
        yield ""


SESSION = Guide(
    "session",
    "End the session",
    "Fights are over, and what was done is worth experience.",
    (
        GuideStep("End the fight", "Nobody fights on till next time.", (end_fight,), lambda s, _: s.fight is None),
        GuideStep(
            "Experience",
            "For everybody who played: two to five points suit most campaigns.",
            (give_experience,),
            offers=lambda s, _: (
                offer("give_experience", who=[c.id for c in s.characters if c.player and not c.dead]),
            ),
        ),
    ),
    for_the_master,
    by_chance=False,
)

PATHS = (CREATION, GROWTH, SESSION)
