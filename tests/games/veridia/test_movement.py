"""Distances of a turn: on foot, running, or carried."""

from __future__ import annotations

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.distances import apart
from tablewright.games.veridia.state import Veridia
from tablewright.rules import Viewer

from .people import act, fight, person, refused, ruled


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


# how far apart


def far_apart(**rulings: str) -> Veridia:
    """Ada with a bow she has drawn, 30 m from Bo, and her turn comes round again."""
    ada = person("ada", main="Bow", carried=("Club",))
    s = fight(ada.but(items=tuple(i.but(drawn=True) for i in ada.items)), person("bo"), rulings=ruled(**rulings))
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo", distance=30).state
    s = act(s, "end_turn", who="ada").state
    s = act(s, "end_turn", who="bo").state
    back: Veridia = act(s, "unsheathe", who="ada", item="club").state
    return back


@pytest.mark.example("combat.distance", 0)
def test_distances_are_kept_in_mind_where_the_table_wants_it() -> None:
    """30 m less 9 m walked are 21: too far for a club, until they are walked too."""
    s = far_apart(distances="remembered")
    assert "30 m" in str(GAME.sheet(s, Viewer("gm", "gm", master=True))[0])
    near = act(s, "move", who="ada", meters=9, toward="bo").state
    assert apart(near, "bo", "ada") == 21
    assert "at close quarters" in refused(near, "attack", who="ada", target="bo")
    said = act(s, "say_distance", who="bo", other="ada", meters=2).state
    done = act(said, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo")
    assert apart(done.state, "ada", "bo") == 2


@pytest.mark.exercises("combat.distance")
def test_each_two_have_a_distance_of_their_own() -> None:
    """The distance of Ada and Bo does not change either's to Cy. A later number replaces the first."""
    s = fight(person("ada"), person("bo"), person("cy"), rulings=ruled(distances="remembered"))
    for who, other, meters in (("ada", "bo", 5), ("bo", "cy", 7), ("cy", "ada", 9), ("bo", "ada", 6)):
        s = act(s, "say_distance", who=who, other=other, meters=meters).state
    assert [apart(s, *two) for two in (("ada", "bo"), ("bo", "cy"), ("ada", "cy"))] == [6, 7, 9]
    assert s.fight is not None
    assert len(s.fight.apart) == 3


@pytest.mark.example("combat.distance", 1)
def test_distances_are_said_each_time_unless_ruled_otherwise() -> None:
    """Distances are not kept: an attack without one is at close quarters, and none can be entered apart from it."""
    s = far_apart()
    assert s.fight is not None
    assert s.fight.apart == ()
    assert act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo").said("Ada attacks Bo: 3 dice")
    assert "each attack says" in refused(s, "say_distance", who="ada", other="bo", meters=3)
    assert "toward" not in [f.name for f in GAME.action("move").fields if f.applies(s, {"who": "ada"})]


@pytest.mark.exercises("combat.distance")
def test_stepping_away_is_kept_in_mind() -> None:
    """Out of close combat by 4 m: so far they are apart, both ways."""
    s = fight(person("ada"), person("bo"), rulings=ruled(distances="remembered"))
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo").state
    away = act(s, "move", who="ada", meters=4, away=True).state
    assert apart(away, "bo", "ada") == 4


@pytest.mark.exercises("combat.distance")
@pytest.mark.parametrize(("meters", "left"), [(8, 0), (20, 11)])
def test_by_policy_people_walk_up_to_whom_they_strike(meters: int, left: int) -> None:
    """A policy walks as far as the turn allows, and strikes only a target within reach."""
    s = fight(person("ada", side="foes"), person("bo"), rulings=ruled(distances="remembered"))
    s = act(s, "say_distance", who="ada", other="bo", meters=meters).state
    done = act(s, "play_turn", [[2, 3, 4]] if not left else [], policy="reckless")
    assert apart(done.state, "ada", "bo") == left
    assert done.said("attacks Bo") is (left == 0)
