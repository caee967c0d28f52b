"""The FC, the facilitator, rules where the rules are silent, and rulings can be contested."""

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

from .peers import name_of
from .picks import where
from .state import TableRuling, Venus, sentence

MOST_RULINGS = 100


def ruling_ids(s: Venus) -> tuple[str, ...]:
    return tuple(r.id for r in s.house)


def ruling_picks(s: Venus) -> list[FieldOption]:
    return [FieldOption(r.id, r.text, f"contested: {r.contested}" if r.contested else "") for r in s.house]


RulingId = Annotated[str, Param("Which ruling", among=ruling_picks)]


@action("fc.rulings", title="Make a ruling", by="fc", instant=True, group="The table")
def make_ruling(
    s: Venus, text: Annotated[str, Param("The ruling", examples=("A storm is a hazard outdoors only.",))]
) -> Rule[Venus]:
    """Write down how the table handles something the rules do not cover."""
    if len(s.house) >= MOST_RULINGS:
        raise Refused("There are enough rulings: change an old one.")
    ruling = TableRuling(unique_id("ruling", ruling_ids(s)), sentence(text))
    yield tell("fc.rulings", "The FC rules: {text}", text=ruling.text)
    return s.but(house=(*s.house, ruling))


no_ruling = where(ruling_picks, "there is no ruling yet.")


@action("fc.not-final", title="Contest a ruling", instant=True, group="The table", when=no_ruling)
def contest_ruling(
    s: Venus,
    ruling: RulingId,
    why: Annotated[str, Param("Why it should be talked about", examples=("We did it otherwise last time.",))],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Venus]:
    """Ask to talk a ruling over. No word is final, so anyone may."""
    found = find_by_id(s.house, ruling, "ruling")
    yield tell(
        "fc.not-final", "{me} contests a ruling ({text}): {why}", me=name_of(s, me), text=found.text, why=sentence(why)
    )
    return s.but(house=replace_by_id(s.house, found.but(contested=sentence(why))))


@action("fc.not-final", title="Change a ruling", by="fc", instant=True, group="The table", when=no_ruling)
def change_ruling(
    s: Venus,
    ruling: RulingId,
    text: Annotated[str, Param("How it reads from now on; nothing takes it back", label="new wording", main=True)] = "",
) -> Rule[Venus]:
    """Record the result of the talk: a new wording, the old one upheld, or no ruling."""
    found = find_by_id(s.house, ruling, "ruling")
    if not text.strip():
        yield tell("fc.not-final", "The ruling is taken back: {text}", text=found.text)
        return s.but(house=tuple(r for r in s.house if r.id != ruling))
    yield tell("fc.not-final", "The ruling now reads: {text}", text=sentence(text))
    return s.but(house=replace_by_id(s.house, found.but(text=sentence(text), contested="")))


ACTIONS = (make_ruling, contest_ruling, change_ruling)
