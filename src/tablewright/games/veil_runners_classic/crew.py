"""The crew: four parts written by each player, personal dice, grit, and days with or without supplies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from tablewright.rules import (
    ActingSeat,
    FieldOption,
    Param,
    Refused,
    Rule,
    action,
    cite,
    cites,
    rule,
    tell,
    unique_id,
)

from .state import CREW, WAYFINDER, Member, Run, able, crew_ids, crowd, member, over, with_member
from .wording import dice_words

PARTS: tuple[str, ...] = cite("character.parts", ("name", "background", "skill", "flaw"))
MOST_CREW = 12
MOST_GRIT = 9

Whom = Annotated[str, Param("Who", among=crew_ids)]


@cites("character.parts")
def in_parts(name: str, background: str, skill: str, flaw: str) -> dict[str, str]:
    """The four parts, each in a line of at most 200 letters, and empty if nothing is written."""
    given = {"name": name, "background": background, "skill": skill, "flaw": flaw}
    return {part: " ".join(text.split())[:200] for part, text in given.items()}


@cites("character.parts", "personal.number", "grit")
def new_member(s: Run, player: str, name: str, background: str, skill: str, flaw: str) -> Member:
    """A new member with the dice and grit of the house. Refused unless all four parts are written."""
    parts = in_parts(name, background, skill, flaw)
    for part, text in parts.items():
        if not text:
            raise Refused(f"A character needs a name, a background, a skill and a flaw: write the {part}.", part)
    # A character with the id of a seat or a role could answer that seat's questions, and the other way round.
    taken = (CREW, WAYFINDER, player, *(id for m in s.crew for id in (m.id, m.player)))
    id = unique_id(parts["name"], taken)
    return Member(id=id, player=player, dice=s.rulings.personal_dice, grit=s.rulings.grit_at_start, **parts)


@action("character.parts", "crew.change", title="Join the crew", by=(CREW, WAYFINDER), group="Crew")
def join_crew(
    s: Run,
    name: Annotated[str, Param("Name", examples=("Oona Vex",))],
    background: Annotated[str, Param("Background", examples=("flew ore haulers until the mine closed",))],
    skill: Annotated[str, Param("Skill", examples=("reads a course at a glance",))],
    flaw: Annotated[str, Param("What throws them off", examples=("cannot leave a dare alone",))],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Run]:
    """Add a character of yours to the crew: a name, a background, a skill and a flaw."""
    if len(s.crew) >= MOST_CREW:
        raise Refused(f"The ship has bunks for {MOST_CREW}.")
    new = new_member(s, me, name, background, skill, flaw)
    yield tell("character.parts", "{name} joins the crew.", name=new.name)
    s = s.but(crew=(*s.crew, new))
    if crowd(s):
        yield tell("players.number", "{warning}", warning=crowd(s))
    return s


def as_written(part: str) -> Callable[[Run, Mapping[str, Any]], str]:
    """The present text of a part, shown beside the empty field."""
    return lambda s, given: f"now: {getattr(member(s, given['who']), part)}" if "who" in given else ""


@action("character.parts", "crew.change", title="Rewrite a character", by=(CREW, WAYFINDER), group="Crew")
def rewrite(
    s: Run,
    who: Annotated[str, Param("Who", among=crew_ids, mine=True)],
    name: Annotated[str, Param("Another name", budget=as_written("name"), main=True)] = "",
    background: Annotated[str, Param("Another background", budget=as_written("background"), main=True)] = "",
    skill: Annotated[str, Param("Another skill", budget=as_written("skill"), main=True)] = "",
    flaw: Annotated[str, Param("Another flaw", budget=as_written("flaw"), main=True)] = "",
) -> Rule[Run]:
    """Change a character's name or another part. Fields left empty stay as they are."""
    parts = {part: text for part, text in in_parts(name, background, skill, flaw).items() if text}
    if not parts:
        raise Refused("Say what changes: the name, the background, the skill or the flaw.", "name")
    old = member(s, who)
    new = old.but(**parts)
    if new.name != old.name:
        yield tell("crew.change", "{old} is called {new} from now on.", old=old.name, new=new.name)
    for part in PARTS[1:]:
        if part in parts:
            yield tell(
                "crew.change", "The {part} of {name} is now: {text}.", part=part, name=new.name, text=parts[part]
            )
    return with_member(s, new)


@action("crew.change", title="Retire from the crew", by=(CREW, WAYFINDER), group="Crew")
def leave_crew(s: Run, who: Annotated[str, Param("Who", among=crew_ids, mine=True)]) -> Rule[Run]:
    """Take a character out of the crew permanently. Players retire their own, the wayfinder any."""
    if s.aftermath and who in (s.aftermath.who, *s.aftermath.helpers):
        raise Refused("The last roll is not done with: tell its consequence first.")
    yield tell("crew.change", "{name} leaves the crew.", name=member(s, who).name)
    offers = tuple(offer for offer in s.offers if who not in (offer.id, offer.to))
    s = s.but(crew=tuple(m for m in s.crew if m.id != who), offers=offers)
    if crowd(s):
        yield tell("players.number", "{warning}", warning=crowd(s))
    return s


@action("grit", title="Set grit", by=WAYFINDER, group="Crew")
def set_grit(
    s: Run, who: Whom, tokens: Annotated[int, Param("How many", min=0, max=MOST_GRIT, label="grit")]
) -> Rule[Run]:
    """Set a character's grit by hand, because the text does not say how it is gained."""
    yield tell("grit", "{name} has {tokens} grit.", name=member(s, who).name, tokens=tokens)
    return with_member(s, member(s, who).but(grit=tokens))


@action("supplies.dice", title="A day ends", by=WAYFINDER, when=over, group="Time")
def end_day(s: Run) -> Rule[Run]:
    """End the day. Without supplies it costs each crew member a personal die."""
    yield tell("supplies.dice", "Day {day} ends.", day=s.day)
    return (yield from day_passes(s.but(day=s.day + 1)))


@rule("supplies.dice")
def day_passes(s: Run) -> Rule[Run]:
    """Lose a personal die each without supplies, down to none. With supplies the house may let one return."""
    if not s.supplies:
        for hungry in s.crew:
            s = yield from lose_personal_die(s, hungry.id, "supplies.dice")
    elif s.rulings.personal_dice_return == "day with supplies":
        for rested in s.crew:
            if rested.dice < s.rulings.personal_dice:
                s = yield from regain_personal_dice(s, rested.id, 1, "supplies.dice")
    return s


@rule("supplies.dice")
def lose_personal_die(s: Run, who: str, cites: str) -> Rule[Run]:
    """Lose a personal die, down to none. A house ruling may count a character without dice out."""
    hurt = member(s, who)
    if not hurt.dice:
        yield tell(cites, "{name} has no personal dice left to lose.", name=hurt.name)
        return s
    left = hurt.dice - 1
    yield tell(cites, "{name} loses a personal die: {left} left.", name=hurt.name, left=left or "none")
    s = with_member(s, hurt.but(dice=left))
    if not able(s, who):
        yield tell("supplies.dice", "{name} is down and out.", name=hurt.name)
    return s


@rule("supplies.dice")
def regain_personal_dice(s: Run, who: str, dice: int, cites: str) -> Rule[Run]:
    """Regain personal dice, up to the number one starts with."""
    healed = member(s, who)
    healed = healed.but(dice=min(s.rulings.personal_dice, healed.dice + dice))
    yield tell(cites, "{name} recovers: {dice}.", name=healed.name, dice=dice_words(healed.dice, "personal"))
    return with_member(s, healed)


def hurt_ones(s: Run) -> tuple[FieldOption, ...]:
    """Everyone aboard with the dice they have left. A character who lacks none is listed with the reason."""
    most = s.rulings.personal_dice
    whole = f"lacks no personal dice: {most} are all there are."
    return tuple(
        FieldOption(m.id, m.name, dice_words(m.dice, "personal"), f"{m.name} {whole}" if m.dice >= most else "")
        for m in s.crew
    )


@action("supplies.lost", title="Somebody recovers", by=WAYFINDER, group="Crew")
def recover(
    s: Run,
    who: Annotated[str, Param("Who", among=hurt_ones)],
    dice: Annotated[int, Param("Personal dice regained", min=1, max=6, main=True)] = 1,
) -> Rule[Run]:
    """Give personal dice back, when the table decides so. Without supplies it has to wait for a safe port."""
    if not s.supplies and s.place != "a station":
        raise Refused("Without supplies nobody is treated before a safe port: dock at a station first.")
    return (yield from regain_personal_dice(s, who, dice, "supplies.lost"))
