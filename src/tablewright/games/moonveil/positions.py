"""Strong and weak positions: the Guide's Advantage or Disadvantage for the next roll of a creature."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Param, Rule, action, tell

from .hiding import who_hears
from .people import Enemy, Position, Seeker
from .state import Veil, creature


def everybody(s: Veil) -> tuple[FieldOption, ...]:
    """Seekers and enemies, hidden ones too."""
    seekers = tuple(FieldOption(seeker.id, seeker.name, in_position(seeker)) for seeker in s.living)
    return (*seekers, *(FieldOption(foe.id, foe.name, in_position(foe)) for foe in s.standing))


def in_position(one: Seeker | Enemy) -> str:
    hidden = ["hidden"] if isinstance(one, Enemy) and one.hidden else []
    judged = [f"in a {one.position} position"] if one.position != "even" else []
    return ", ".join(hidden + judged)


def positions(_: Veil) -> tuple[FieldOption, ...]:
    """The positions, each with its effect."""
    return (
        FieldOption("strong", "strong: Advantage"),
        FieldOption("even", "even"),
        FieldOption("weak", "weak: Disadvantage"),
    )


@action(
    "adv.trigger",
    "adv.cancel",
    title="Judge a position",
    by="guide",
    instant=True,
    group="Rolls",
    late="The dice of that roll have fallen: a position is judged before it.",
)
def judge_position(
    s: Veil,
    who: Annotated[str, Param("Whose", among=everybody)],
    position: Annotated[Position, Param("Strong gives Advantage on the next roll, weak Disadvantage", among=positions)],
    why: Annotated[str, Param("What makes it so", examples=("higher ground", "blinded"), main=True)] = "",
) -> Rule[Veil]:
    """Give a Seeker or an enemy Advantage or Disadvantage on the next roll: attack, casting, check or Defensive Action.

    You can judge it while a player still thinks about a Defensive Action.
    """
    one, because = creature(s, who), " ".join(why.split())[:200]
    gives = {"strong": "Advantage on the next roll", "weak": "Disadvantage on the next roll", "even": "a plain roll"}
    yield tell(
        "adv.trigger",
        "{who} is in {a} {position} position: {gives}." + (" ({why})" if because else ""),
        audience=who_hears(one),
        who=one.name,
        a="an" if position == "even" else "a",
        position=position,
        gives=gives[position],
        why=because,
    )
    return s.having(one.but(position=position))


ACTIONS = (judge_position,)
