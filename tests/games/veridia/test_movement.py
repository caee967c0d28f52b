"""How far somebody gets in a turn, on foot, running, or carried."""

from __future__ import annotations

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.state import Veridia

from .people import act, fight, person, refused


def broken(s: Veridia) -> list[str]:
    return [why for limit in GAME.limits if (why := limit.broken(s))]


def riding() -> Veridia:
    """Ada on a horse, in her turn."""
    s = fight(person("ada").but(mount="duke"), person("bo"))
    return s.but(characters=(*s.characters, person("duke")))


@pytest.mark.exercises("mount.speed", "combat.run")
def test_running_takes_nothing_from_who_is_carried() -> None:
    """A rider who urges the mount on keeps the mount's meters, and what was ridden already breaks no limit."""
    s = act(riding(), "move", who="ada", meters=23).state
    done = act(s, "run", [[9, 10, 3]], who="ada")
    assert done.said("27 m in this turn")
    assert broken(done.state) == []
    assert act(done.state, "move", who="ada", meters=4).f("ada").moved == 27
    assert broken(act(done.state, "ride", who="ada").state) == []


@pytest.mark.exercises("mount.speed", "combat.move")
def test_who_gets_down_walks_only_what_a_walker_has_left() -> None:
    """After 1 m on horseback there are 8 m on foot, after 23 m none."""
    for ridden, left in ((1, 8), (23, 0)):
        s = act(riding(), "move", who="ada", meters=ridden).state
        s = act(s, "ride", who="ada").state
        assert f"{left} m more" in refused(s, "move", who="ada", meters=left + 1)
