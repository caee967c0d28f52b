"""Kismet between sessions: a chapter closes with a debrief, which brings Lots and Ego."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cite, tell

from .learning import earn_ego, earn_lot
from .peers import granted, peers_of
from .state import Venus

#: Reasons for a Lot each, if the table grants them.
REASONS: dict[str, str] = cite(
    "lot.earn.debrief", {"portrayal": "was portrayed well", "aesthetic": "lived up to an aesthetic attribute"}
)
#: Reasons for Ego.
PRINCIPLES: dict[str, str] = cite("ego.earn.debrief", {"principles": "upheld their principles"})


def not_debriefed(s: Venus) -> list[FieldOption]:
    """Players' characters, each debriefed once."""
    return [
        FieldOption(
            c.id, c.name, " ".join(c.principles), f"{c.name} has been debriefed already." * (c.id in s.debriefed)
        )
        for c in s.characters
        if not c.npc
    ]


def no_chapter_end(s: Venus) -> str | None:
    if s.debriefing:
        return "the debrief is going on already."
    return "a roll has been called for: finish it or call it off first." if s.call is not None else None


@action("lot.earn.debrief", title="End the chapter", by="fc", group="Chapters", when=no_chapter_end)
def end_chapter(s: Venus) -> Rule[Venus]:
    """Declare the chapter over. The debrief begins."""
    yield tell("lot.earn.debrief", "Chapter {n} is over: the debrief.", n=s.chapter)
    return s.but(debriefing=True, debriefed=(), scenes=(), now="", turn="", offers=())


@action(
    "lot.earn.debrief",
    "ego.earn.debrief",
    title="Debrief a character",
    by=("player", "fc"),
    group="Chapters",
    when=lambda s: None if s.debriefing else "the chapter is not over.",
)
def debrief(
    s: Venus,
    who: Annotated[str, Param("Whose debrief", among=not_debriefed)],
    portrayed: Annotated[bool, Param("Portrayed well, for a Lot?", label="portrayed well", main=True)] = False,
    aesthetic: Annotated[
        bool, Param("Lived up to an aesthetic attribute, for a Lot?", label="lived up to an aesthetic", main=True)
    ] = False,
    principles: Annotated[
        bool, Param("Upheld their principles, for Ego?", label="upheld their principles", main=True)
    ] = False,
) -> Rule[Venus]:
    """Debrief a character. Each reason granted by the player's Peers earns a Lot, and principles upheld earn Ego."""
    if who in s.debriefed:
        raise Refused(f"{s.character(who).name} has been debriefed already.")
    character = s.character(who)
    reasons = zip((*REASONS, *PRINCIPLES), (portrayed, aesthetic, principles), strict=True)
    claimed = tuple(reason for reason, claim in reasons if claim)
    stood: tuple[str, ...] = ()
    if claimed:
        stood = yield from granted(peers_of(s, character.player), f"{character.name} claims", claimed, s.rulings.peers)
    for reason in stood:
        yield tell(
            "lot.earn.debrief" if reason in REASONS else "ego.earn.debrief",
            "{who} {reason}.",
            who=character.name,
            reason={**REASONS, **PRINCIPLES}[reason],
        )
        if reason in REASONS:
            s = yield from earn_lot(s, who, "lot.earn.debrief")
        else:
            s = yield from earn_ego(s, who, "ego.earn.debrief")
    if not stood:
        yield tell("lot.earn.debrief", "{who} comes away with nothing this time.", who=character.name)
    return s.but(debriefed=(*s.debriefed, who))


@action("lot.overflow", "lot.earn.debrief", title="Begin a session", by="fc", group="Chapters")
def begin_session(s: Venus) -> Rule[Venus]:
    """Begin a new session. Lots earned are counted afresh, and after a debrief a new chapter begins."""
    chapter = s.chapter + s.debriefing
    yield tell("lot.overflow", "A new session begins, in chapter {n}.", n=chapter)
    fresh = tuple(c.but(earned=0) for c in s.characters)
    return s.but(characters=fresh, chapter=chapter, debriefing=False, debriefed=(), goals=())


@action(
    "lot.earn.debrief",
    title="Begin a chapter",
    by="fc",
    group="Chapters",
    when=lambda s: None if s.debriefing else "the chapter is not over.",
)
def begin_chapter(s: Venus) -> Rule[Venus]:
    """Begin the next chapter of the same session, after the debrief. The count of Lots earned continues."""
    yield tell("lot.earn.debrief", "Chapter {n} begins.", n=s.chapter + 1)
    return s.but(chapter=s.chapter + 1, debriefing=False, debriefed=(), goals=())


ACTIONS = (end_chapter, debrief, begin_chapter, begin_session)
