"""Pausing: anyone may, at any time."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import ActingSeat, Param, Rule, action, tell

from .peers import name_of
from .state import Venus


@action("pause.anyone", title="Pause the game", instant=True, group="The table")
def pause(
    s: Venus, why: Annotated[str, Param("A reason, if you like")] = "", me: Annotated[str, ActingSeat()] = ""
) -> Rule[Venus]:
    """Stop the game, with or without a reason. Turns, scenes and calls for dice then wait."""
    name = name_of(s, me)
    yield tell(
        "pause.anyone",
        "{who} pauses the game. {why}" if why.strip() else "{who} pauses the game.",
        who=name,
        why=why.strip(),
    )
    return s.but(paused=f"by {name}")


@action(
    "pause.anyone",
    title="Play on",
    instant=True,
    group="The table",
    when=lambda s: None if s.paused else "the game is not paused.",
)
def play_on(s: Venus) -> Rule[Venus]:
    """End the pause."""
    yield tell("pause.anyone", "Play goes on.")
    return s.but(paused="")


ACTIONS = (pause, play_on)
