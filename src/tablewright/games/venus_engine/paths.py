"""Guides through actions with an order: assembling a character, a debrief, the next chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablewright.rules import Guide, GuideStep, Viewer, cites
from tablewright.rules.widgets import Offer

from .assembly import add_attribute, add_principle, make_character
from .bodies import describe_character
from .characters import SCORE_LEAST, Ability, Character
from .debrief import begin_chapter, begin_session, debrief, end_chapter
from .ready_made import take_ready_made
from .shaping import begin_with_job, set_ability
from .state import Venus

# assembling


@cites("lot.start", "caliber.meaning")
def in_assembly(s: Venus, eyes: Viewer) -> Iterator[str]:
    """The characters a player is assembling, while no roll is called for. A player without one gets an empty id."""
    own = [c for c in s.characters if c.id in eyes.plays and not c.npc]
    if s.call is None:
        yield from (c.id for c in own if not c.made and lacks(c))
    if not own and eyes.role == "player":
        yield ""


def plain(c: Character) -> list[Ability]:
    """The abilities still at their starting values."""
    return [a for a in c.abilities if (a.caliber, a.score) == ("bronze", SCORE_LEAST)]


def lacks(c: Character) -> bool:
    """True if a part of a character is still to be set."""
    return bool(plain(c)) or not (c.jobs and c.archetype and c.attributes and c.principles)


def has(what: Callable[[Character], object]) -> Callable[[Venus, str], bool]:
    return lambda s, of: bool(of) and bool(what(s.character(of)))


def said(words: Callable[[Character], str]) -> Callable[[Venus, str], str]:
    return lambda s, of: words(s.character(of)) if of else ""


def to_set(s: Venus, of: str) -> Iterator[Offer]:
    """An offer to set the first ability still at its starting values, or any if none is."""
    left = plain(s.character(of))
    if left:
        yield Offer("set_ability", {"who": of, "ability": left[0].id}, f"Set {left[0].name}")
    else:
        yield Offer("set_ability", {"who": of})


CREATION = Guide(
    "creation",
    "Assemble a character",
    "Until the first roll is called for them, whoever plays them shapes them.",
    (
        GuideStep(
            "Begin",
            "A name, the four abilities the text names, and Lots.",
            (make_character,),
            lambda _, of: bool(of),
            said(lambda c: f"{c.name}, {c.lots} Lots"),
        ),
        GuideStep(
            "Abilities",
            "Caliber is inborn, score is learned: as the table's tiers and ages say.",
            (set_ability,),
            has(lambda c: not plain(c)),
            said(lambda c: ", ".join(f"{a.name} {a.caliber} {a.score}" for a in c.abilities if a not in plain(c))),
            said(lambda c: f"{len(plain(c))} as they began" if plain(c) else ""),
            to_set,
            optional=True,
        ),
        GuideStep(
            "Job",
            "What they do, by two of their abilities.",
            (begin_with_job,),
            has(lambda c: c.jobs),
            said(lambda c: ", ".join(f"{job.name} {job.level}" for job in c.jobs)),
            chance=(begin_with_job,),
            optional=True,
        ),
        GuideStep(
            "Description",
            "Tier, age and archetype, for factors to name.",
            (describe_character,),
            has(lambda c: c.archetype),
            said(lambda c: ", ".join(filter(None, (c.tier, c.age, c.archetype)))),
            chance=(describe_character,),
            optional=True,
        ),
        GuideStep(
            "Attributes",
            "What helps them, or sets them apart.",
            (add_attribute,),
            has(lambda c: c.attributes),
            said(lambda c: ", ".join(a.name for a in c.attributes)),
            optional=True,
        ),
        GuideStep(
            "Principles",
            "What they hold to; upholding it brings Ego.",
            (add_principle,),
            has(lambda c: c.principles),
            said(lambda c: " ".join(c.principles)),
            chance=(add_principle,),
            optional=True,
        ),
    ),
    in_assembly,
    ready=lambda _s, _: (Offer(take_ready_made.name),),
)


# the debrief


@cites("lot.earn.debrief", "ego.earn.debrief")
def to_debrief(s: Venus, eyes: Viewer) -> Iterator[str]:
    """The viewer's characters still to be debriefed."""
    if s.debriefing:
        yield from (c.id for c in s.characters if c.id in eyes.plays and not c.npc and c.id not in s.debriefed)


GROWTH = Guide(
    "growth",
    "Debrief",
    "What was played well brings Lots, principles upheld bring Ego.",
    (
        GuideStep(
            "Claim",
            "Say what you claim; the Peers grant it.",
            (debrief,),
            lambda s, of: of in s.debriefed,
            offers=lambda s, of: (Offer("debrief", {"who": of}, f"Debrief {s.character(of).name}"),),
        ),
    ),
    to_debrief,
)


# from chapter to chapter


def of_the_fc(s: Venus, eyes: Viewer) -> Iterator[str]:
    """Open to the FC while no roll is called for."""
    if eyes.master and s.call is None and not s.paused and any(not c.npc for c in s.characters):
        yield ""


def undebriefed(s: Venus) -> list[Character]:
    return [c for c in s.characters if not c.npc and c.id not in s.debriefed]


SESSION = Guide(
    "session",
    "End the chapter",
    "The story pauses, everybody is debriefed, and it goes on.",
    (
        GuideStep("The end", "The chapter is over.", (end_chapter,), lambda s, _: s.debriefing),
        GuideStep(
            "Debriefs",
            "Each of the players' characters once.",
            (debrief,),
            lambda s, _: s.debriefing and not undebriefed(s),
            left=lambda s, _: f"{len(undebriefed(s))} to go" if s.debriefing else "",
            offers=lambda s, _: [Offer("debrief", {"who": c.id}, f"Debrief {c.name}") for c in undebriefed(s)],
            optional=True,
        ),
        GuideStep("What comes next", "Another chapter tonight, or a new session.", (begin_chapter, begin_session)),
    ),
    of_the_fc,
    by_chance=False,
)

PATHS = (CREATION, GROWTH, SESSION)
