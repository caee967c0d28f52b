"""Guides through actions with an order: signing on, fitting out, repairs at a station, the next adventure."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Guide, GuideStep, Viewer, cites
from tablewright.rules.widgets import Offer

from .adventure import end_adventure, next_adventure
from .crew import PARTS, join_crew, recover
from .fitting_out import make_ship, undescribed, unnamed
from .modules import fit_module, no_refit, refit_module
from .ready_made import LARS, PIKE, SABLE
from .state import Run, over
from .tokens import missing_tokens, regain_token

# signing on


@cites("character.parts")
def without_crew(s: Run, eyes: Viewer) -> Iterator[str]:
    """Open to a player without a character, and to the wayfinder of an empty ship."""
    if not over(s) and not (s.crew if eyes.master else eyes.plays):
        yield ""


@cites("character.example")
def ready_crew(s: Run, _: str) -> Iterator[Offer]:
    """The ready-made characters who are not aboard, with all four parts written."""
    aboard = {m.name for m in s.crew}
    for parts in (LARS, SABLE, PIKE):
        written = dict(zip(PARTS, parts, strict=True))
        if written["name"] not in aboard:
            yield Offer("join_crew", dict(written), f"{written['name']}: {written['background']}")


CREATION = Guide(
    "creation",
    "Join the crew",
    "Somebody in four parts.",
    (GuideStep("Four parts", "A name, a background, a skill and a flaw.", (join_crew,), lambda _, of: bool(of)),),
    without_crew,
    ready=ready_crew,
)


# the ship


@cites("modules.number", "systems.dice")
def unmade(s: Run, eyes: Viewer) -> Iterator[str]:
    """Open to the wayfinder while the ship of an empty table is not made."""
    if eyes.master and not over(s) and s.downtime and (unnamed(s) or undescribed(s)):
        yield ""


SHIP = Guide(
    "ship",
    "Fit out the ship",
    "One ship for all of the crew: five system dice and four modules.",
    (
        GuideStep(
            "Name and dice",
            "What it is called, and how its dice are shared out among the systems.",
            (make_ship,),
            lambda s, _: not unnamed(s),
            lambda s, _: "" if unnamed(s) else f"{s.ship.name}: {s.ship.dice.words()}",
            chance=(make_ship,),
            optional=True,
        ),
        GuideStep(
            "Modules",
            "What each of the four is, and what it does.",
            (fit_module,),
            lambda s, _: not undescribed(s),
            lambda s, _: ", ".join(m.name for m in s.ship.modules if m.id not in undescribed(s)),
            lambda s, _: f"{len(undescribed(s))} to describe" if undescribed(s) else "",
            lambda s, _: [Offer("fit_module", {"number": place}) for place in undescribed(s)[:1]],
        ),
    ),
    unmade,
)


# making good


def whole(s: Run) -> bool:
    """True if no member lacks a personal die."""
    return all(m.dice >= s.rulings.personal_dice for m in s.crew)


@cites("tokens.regain", "supplies.lost", "modules.repair")
def in_port(s: Run, eyes: Viewer) -> Iterator[str]:
    """Open to the wayfinder at a station, while anything is missing."""
    lacking = missing_tokens(s) or not whole(s) or not no_refit(s)
    if eyes.master and not over(s) and s.place == "a station" and lacking:
        yield ""


GROWTH = Guide(
    "growth",
    "Make good in port",
    "Nobody grows in this edition; what was lost comes back, as the table says.",
    (
        GuideStep(
            "Tokens",
            "A safe harbour is a good place for them to return.",
            (regain_token,),
            lambda s, _: not missing_tokens(s),
            left=lambda s, _: ", ".join(missing_tokens(s)),
            chance=(regain_token,),
            optional=True,
        ),
        GuideStep(
            "Modules",
            "Wrecks are put back in working order.",
            (refit_module,),
            lambda s, _: bool(no_refit(s)),
            chance=(refit_module,),
            optional=True,
        ),
        GuideStep(
            "Personal dice",
            "Whoever is hurt recovers.",
            (recover,),
            lambda s, _: whole(s),
            chance=(recover,),
            optional=True,
        ),
    ),
    in_port,
)


# from adventure to adventure


def with_crew(s: Run, eyes: Viewer) -> Iterator[str]:
    """Open to the wayfinder while there is a crew."""
    if eyes.master and s.crew:
        yield ""


SESSION = Guide(
    "session",
    "End the adventure",
    "How it ends, and how the next begins.",
    (
        GuideStep(
            "How it ends",
            "The text does not say when an adventure is over: you do.",
            (end_adventure,),
            lambda s, _: over(s) is not None,
            lambda s, _: over(s) or "",
        ),
        GuideStep(
            "The next adventure",
            "In downtime, with all five system dice; a new ship, if the last is gone.",
            (next_adventure,),
        ),
    ),
    with_crew,
    by_chance=False,
)

PATHS = (CREATION, SHIP, GROWTH, SESSION)
