"""Swamp: a game whose workers get stuck, swell or die, to see what else notices."""

from __future__ import annotations

import os
import signal

from tablewright.rules import Game, Outcome, Role, Rule, Seat, State, action, roll
from tablewright.rules.forms.ruling import Rulings


class Swamp(State, frozen=True):
    rulings: Rulings


@action("swamp.sink", title="Sink", by="walker")
def sink(s: Swamp) -> Rule[Swamp]:
    """Compute without end."""
    while s == s.but():
        pass
    yield from roll(1)
    return s


@action("swamp.swell", title="Swell", by="walker")
def swell(s: Swamp) -> Rule[Swamp]:
    """Grow beyond all bounds."""
    bytes(64 * 1024**3)
    yield from roll(1)
    return s


@action("swamp.die", title="Die", by="walker")
def die(s: Swamp) -> Rule[Swamp]:
    """Exit at once, and without a word."""
    os.kill(os.getpid(), signal.SIGKILL)
    yield from roll(1)
    return s


@action("swamp.stumble", title="Stumble", by="walker")
def stumble(s: Swamp) -> Rule[Swamp]:
    """Fail by a mistake in the rules."""
    yield from roll(1 // len("") if s.rulings else 1)
    return s


@action("swamp.wade", title="Wade", by="walker")
def wade(s: Swamp) -> Rule[Swamp]:
    """Succeed on firm ground."""
    (die,) = yield from roll(1)
    yield Outcome("through" if die > 2 else "stuck", 1 if die > 2 else 0, group="through" if die > 2 else "stuck")
    return s


GAME = Game(
    name="swamp",
    title="Swamp",
    version="1",
    roles=(Role("guide", "Knows the way.", master=True, fewest=1, most=1), Role("walker", "Walks.", most=4)),
    state=Swamp,
    rulings=Rulings,
    setup=Swamp,
    empty=Swamp,
    actions=(sink, swell, die, stumble, wade),
    sheet=lambda s, seat: (),
    seats=(Seat("guide", "guide"), Seat("ann", "walker"), Seat("bob", "walker")),
)
