"""Personalized consequences: the table words each purchase, and its effects are written down."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    FieldOption,
    Param,
    Refused,
    Rule,
    action,
    find_by_id,
    replace_by_id,
    tell,
    unique_id,
)

from .characters import Attribute, Character
from .peers import proposed
from .picks import where
from .spending import PRIMARY, SECONDARIES, TERTIARIES, opposite
from .state import Bought, Last, Venus, names_of, sentence
from .tasks import specials_of


def plainly(item: str, actor: Character) -> str:
    """A consequence in words. A special one has the wording of the sheet."""
    specials = {f"special-{a.id}": a.special for a in actor.attributes if a.special}
    words = {PRIMARY: "the main goal", **SECONDARIES, **TERTIARIES, **specials}
    return words.get(item, item.removeprefix("special-").replace("-", " "))


WORDED = "That has been worded already. The FC can strike a wording."


def consequence_picks(s: Venus, with_words: bool) -> list[FieldOption]:
    """The last task's purchases, with a reason for each that has, or lacks, a wording."""
    if s.last is None or s.last.kind != "task":
        return []
    actor, found = s.character(s.last.who), dict[str, FieldOption]()
    for b in s.last.bought:
        why = "" if bool(b.words) is with_words else "That has not been worded." if with_words else WORDED
        pick = FieldOption(b.id, plainly(b.id, actor), b.words, why)
        if b.id not in found or not why:
            found[b.id] = pick
    return list(found.values())


def unworded(s: Venus) -> list[FieldOption]:
    return consequence_picks(s, False)


def worded_already(s: Venus) -> list[FieldOption]:
    return consequence_picks(s, True)


def subverted(s: Venus) -> list[FieldOption]:
    """The consequences the FC turned in the last task."""
    if s.last is None:
        return []
    specials = dict(specials_of(s.character(s.last.who), s.last.ability))
    return [FieldOption(item, opposite(item, specials)) for item in s.last.turned]


@action(
    "personal.describe",
    "personal.relevant",
    "task.secondary.reading",
    title="Word a consequence",
    group="Consequences",
    when=where(unworded, "no task has left a consequence to be worded."),
)
def word_consequence(
    s: Venus,
    consequence: Annotated[str, Param("Which one", among=unworded)],
    words: Annotated[str, Param("How it looks in the scene", examples=("The crowd cheers.", "A silver key"))],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Venus]:
    """Word a consequence, literally or figuratively. Player, FC and Peers may, and the others check that it fits.

    A surprise is for the Peers to decide. A prize, once worded, becomes an asset of the character who acted.
    """
    last = s.last
    if last is None or last.kind != "task":
        raise Refused("There is no task whose consequences could be worded.")
    actor, text = s.character(last.who), sentence(words)
    item = next((b for b in last.bought if b.id == consequence and not b.words), None)
    if item is None:
        raise Refused(WORDED, "consequence")
    if consequence == "surprise":
        if me == actor.player:
            raise Refused("A surprise is decided by your Peers: let one of them word it.")
        proposal = f"The surprise: {text} Does it stand?"
        if not (yield from proposed(s, actor.player, proposal, me, "Another surprise, then.")):
            return s
    yield tell("personal.describe", "{what}: {words}", what=plainly(consequence, actor).capitalize(), words=text)
    if last.agenda:
        yield tell("personal.relevant", "(The agenda was: {agenda}.)", agenda=last.agenda.rstrip("."))
    s = s.but(last=last.but(bought=worded(last, consequence, text)))
    if consequence != "prize":
        return s
    yield tell("task.tertiary", "{who} has a new asset: {what}.", who=actor.name, what=text)
    asset = Attribute(unique_id(text, [a.id for a in actor.attributes]), text, "asset", "A prize.")
    return s.with_character(actor.but(attributes=(*actor.attributes, asset)))


def worded(last: Last, consequence: str, text: str) -> tuple[Bought, ...]:
    out, done = [], False
    for b in last.bought:
        hit = b.id == consequence and not b.words and not done
        out.append(b.but(words=text) if hit else b)
        done = done or hit
    return tuple(out)


@action(
    "personal.relevant",
    title="Strike a wording",
    by="fc",
    group="Consequences",
    when=where(worded_already, "no consequence of the last task has been worded."),
)
def strike_wording(s: Venus, consequence: Annotated[str, Param("Which one", among=worded_already)]) -> Rule[Venus]:
    """Strike a wording that follows neither from the action nor from the agenda, so that it is worded anew."""
    last = s.last
    if last is None or not find_by_id(last.bought, consequence, "consequence").words:
        raise Refused("That has not been worded.")
    yield tell("personal.relevant", "The wording is struck: {what}.", what=plainly(consequence, s.character(last.who)))
    item = find_by_id(last.bought, consequence, "consequence")
    return s.but(last=last.but(bought=replace_by_id(last.bought, item.but(words=""))))


@action(
    "task.subvert",
    "task.aid.tied",
    title="Word a subversion",
    by="fc",
    group="Consequences",
    when=where(subverted, "nothing was turned in the last task."),
)
def word_subversion(
    s: Venus,
    turned: Annotated[str, Param("Which one", label="subversion", among=subverted)],
    words: Annotated[str, Param("What happens", examples=("You bring shame on your house.",))],
    allies: Annotated[
        bool, Param("It hits those who aided as well", applies=lambda s, _: bool(s.last and s.last.allies))
    ] = False,
) -> Rule[Venus]:
    """Describe the opposite, for the character who acted and, if they aided, for their allies."""
    last = s.last
    if last is None or turned not in last.turned:
        raise Refused("Nothing was turned.")
    hit = (last.who, *last.allies) if allies else (last.who,)
    what = opposite(turned, dict(specials_of(s.character(last.who), last.ability)))
    yield tell(
        "task.subvert",
        "Turned against {names} ({what}): {words}",
        names=names_of(s, hit),
        what=what,
        words=sentence(words),
    )
    return s


ACTIONS = (word_consequence, strike_wording, word_subversion)
