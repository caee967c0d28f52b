"""Guides through actions with an order: making a Seeker, a milestone, the end of a night."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablewright.rules import Guide, GuideStep, Viewer, cites, find_by_id
from tablewright.rules.widgets import Offer

from .creation_steps import NEXT
from .encounters import end_encounter, end_scene
from .growth import milestone
from .items import KINDS, needs_name
from .people import Seeker
from .people import Step as Stand
from .pips import in_stats
from .players import played_by
from .ready_made import bears, take_ready_made
from .rest import rest
from .seeker_creation import (
    begin_seeker,
    choose_start,
    name_item,
    roll_hp,
    roll_pocket,
    roll_start,
    roll_stats,
    set_stats,
    take_coin,
)
from .state import Veil

ORDER: tuple[Stand, ...] = tuple(NEXT)
"""The steps of creation in order, then the empty step of a finished Seeker."""


@cites("create.order")
def being_made(s: Veil, eyes: Viewer) -> Iterator[str]:
    """The Seekers this viewer is making. A player without a Seeker gets the empty id of a new one."""
    yield from (draft.id for draft in s.drafts if eyes.master or draft.player == eyes.id)
    if not eyes.master and played_by(s, eyes.id) is None:
        yield ""


def draft(s: Veil, of: str) -> Seeker:
    return find_by_id(s.drafts, of, "Seeker being made")


def after(step: Stand) -> Callable[[Veil, str], bool]:
    """A test: creation has passed this step."""
    return lambda s, of: bool(of) and ORDER.index(draft(s, of).step) > ORDER.index(step)


def said(step: Stand, words: Callable[[Seeker], str]) -> Callable[[Veil, str], str]:
    """Words about a Seeker, shown once a step is done."""
    return lambda s, of: words(draft(s, of)) if after(step)(s, of) else ""


def nameless(s: Veil, of: str) -> Iterator[Offer]:
    for item in draft(s, of).items:
        if needs_name(item):
            yield Offer("name_item", {"who": of, "item": item.id}, f"Name the {KINDS[item.kind]}")


CREATION = Guide(
    "creation",
    "Make a Seeker",
    "In the book's order; each step is chosen or rolled.",
    (
        GuideStep(
            "Begin",
            "A name. Everything else follows.",
            (begin_seeker,),
            lambda _, of: bool(of),
            lambda s, of: draft(s, of).name if of else "",
        ),
        GuideStep(
            "Stats",
            "3, 2, 1 and 1 as you like, or a line of the table as it falls.",
            (roll_stats, set_stats),
            after("stats"),
            said("stats", lambda x: in_stats(x.stats)),
            chance=(roll_stats,),
        ),
        GuideStep(
            "Hit Points",
            "A d6 and three times Strength; with them the Hit Track.",
            (roll_hp,),
            after("hp"),
            said("hp", lambda x: f"{x.full}"),
        ),
        GuideStep(
            "Pocket",
            "A d6: luck and momentum.",
            (roll_pocket,),
            after("pocket"),
            said("pocket", lambda x: f"{x.pocket}"),
        ),
        GuideStep(
            "First entry",
            "A weapon, defensive gear, a Miracle or Spells: chosen or rolled.",
            (roll_start, choose_start),
            after("first pick"),
            said("first pick", lambda x: bears(x) if x.step == "second pick" else ""),
            chance=(roll_start,),
        ),
        GuideStep(
            "Second entry",
            "Another of the same list.",
            (roll_start, choose_start),
            after("second pick"),
            said("second pick", bears),
            chance=(roll_start,),
        ),
        GuideStep(
            "Names",
            "Weapons and defensive gear have names, and look like something.",
            (name_item,),
            lambda s, of: after("second pick")(s, of) and not any(needs_name(item) for item in draft(s, of).items),
            offers=nameless,
            optional=True,
        ),
        GuideStep(
            "Coin and gear", "A d6 of Coin, two Dungeon Gear, and the Seeker is ready.", (take_coin,), after("coin")
        ),
    ),
    being_made,
    ready=lambda _s, _: (Offer(take_ready_made.name),),
)


def in_quiet(s: Veil, eyes: Viewer) -> Iterator[str]:
    """Open to the Guide between encounters, while a Seeker lives."""
    if eyes.master and s.living and not s.fighting:
        yield ""


GROWTH = Guide(
    "growth",
    "Milestones",
    "Whoever has reached one rises by a level.",
    (GuideStep("Milestone", "The Guide says who; their player says which stat rises.", (milestone,)),),
    in_quiet,
    by_chance=False,
)


def tonight(s: Veil, eyes: Viewer) -> Iterator[str]:
    """Open to the Guide while a Seeker lives."""
    if eyes.master and s.living:
        yield ""


SESSION = Guide(
    "session",
    "End the night",
    "Nothing is left in the air till next time.",
    (
        GuideStep(
            "End the encounter", "Whoever still stands goes their way.", (end_encounter,), lambda s, _: not s.fighting
        ),
        GuideStep(
            "End the scene",
            "What lasts for a scene is over.",
            (end_scene,),
            lambda s, _: not s.insights and not any(item.dawn for seeker in s.seekers for item in seeker.items),
        ),
        GuideStep("Rest", "Eight hours in a safe place, if there is one; then the moon looks down.", (rest,)),
    ),
    tonight,
    by_chance=False,
)

PATHS = (CREATION, GROWTH, SESSION)
