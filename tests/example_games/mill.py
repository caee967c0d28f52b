"""A toy whose rules change: one game in any number of versions."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from tablewright.rules import (
    Choose,
    Game,
    Outcome,
    Param,
    Refused,
    Role,
    Rule,
    Rulings,
    Seat,
    State,
    action,
    roll,
    tell,
)
from tablewright.rules.widgets import FieldWidget, Panel


class Mill(State, frozen=True):
    flour: int = 0
    turns: int = 0


class Stocked(State, frozen=True):
    """A state with a new field that has a default."""

    flour: int = 0
    turns: int = 0
    sacks: int = 3


class Weighed(State, frozen=True):
    """A state that no older one fits."""

    pounds: float
    turns: int


class Ways(msgspec.Struct, frozen=True):
    """The changes of a version."""

    told: str = "a line"
    """`a line`, `more`, `other words` or `nothing`."""
    asked: str = "once"
    """`once`, `twice`, `before` (once more, before the dice) or `never`."""
    each: int = 1
    """Flour for every point of the dice."""
    broken: bool = False


def mill(version: str = "1", state: type[State] = Mill, setup: Any = None, **ways: Any) -> Game:
    """The mill in one of its versions."""
    now = Ways(**ways)

    @action("mill.grind", title="Grind")
    def grind(s: Any, sacks: Annotated[int, Param("Sacks", min=1, max=3)] = 1) -> Rule[Any]:
        """Turn the wheel. The miller may let it turn finer."""
        if now.told == "more":
            yield tell("mill.grind", "The sluice opens.")
        if now.asked == "before":
            yield from Choose("miller", "Is it open?", (False, True))
        dice = yield from roll(2, by="miller", why="The wheel")
        if now.broken:
            raise ZeroDivisionError("the stones are cracked")
        if now.told != "nothing":
            words = "The wheel creaks." if now.told == "other words" else "The wheel turns."
            yield tell("mill.grind", words)
        finer = now.asked != "never" and (yield from Choose("miller", "Finer?", (False, True)))
        if now.asked == "twice":
            yield from Choose("miller", "Sure?", (False, True))
        if now.told == "more":
            yield tell("mill.grind", "That was that.")
        yield Outcome(sum(dice))
        if state is Weighed:
            return s.but(pounds=s.pounds + sum(dice), turns=s.turns + 1)
        return s.but(flour=s.flour + (sum(dice) * now.each * sacks) // (1 + finer), turns=s.turns + 1)

    @action("mill.rest", title="Rest")
    def rest(s: Any) -> Rule[Any]:
        """Rest without any throw."""
        yield tell("mill.rest", "All is still.")
        if s.turns > 99:
            raise Refused("There is no rest.")
        return s.but(turns=s.turns + 1)

    return Game(
        name="mill",
        title="Mill",
        version=version,
        roles=(Role("owner", "owns it", master=True, fewest=1, most=1), Role("miller", "grinds", most=3)),
        state=state,
        rulings=Rulings,
        setup=setup or (lambda _: state()),
        actions=(grind, rest),
        sheet=lambda s, seat: (Panel("Mill", (FieldWidget("Turns", str(s.turns)),)),),
        seats=(Seat("ola", "owner", "Ola"), Seat("mia", "miller", "Mia")),
    )
