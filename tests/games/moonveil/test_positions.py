"""Decisions of the Guide: Advantage or Disadvantage on any roll, and the gear of enemies."""

from __future__ import annotations

import pytest

from tablewright.games.moonveil.people import Pips
from tablewright.rules import Refused
from tablewright.table.seat.seat_view import SeatView

from .seated import seated, thrown
from .table import act, fight, foe, seeker, spell, veil

SPENT = Pips(2, 2, 2, 2)


@pytest.mark.exercises("adv.trigger", "adv.advantage")
def test_a_strong_position_helps_the_next_roll_alone() -> None:
    """An attack rolls three dice and drops the lowest. The attack after it has two."""
    s = fight(seeker(marked=SPENT), foe())
    s = act(s, "judge_position", who="hero", position="strong", why="higher ground").state
    hit = act(s, "attack", who="hero", dice=[(1, 5, 4)], answers=["keep"])
    assert hit.foe.hp == 15
    again = hit.state.having(hit.hero.but(turn=s.seekers[0].turn))
    assert act(again, "attack", who="hero", dice=[(1, 1)], answers=["keep"]).foe.hp == 15


@pytest.mark.exercises("adv.trigger", "adv.disadvantage")
@pytest.mark.parametrize("name", ["stagger", "cast"])
def test_a_weak_position_hampers_staggers_and_castings(name: str) -> None:
    """Three dice, and the highest goes: 6 and 6 are not enough with a 1."""
    s = fight(seeker(marked=SPENT, magic=(spell("egress"),)), foe())
    s = act(s, "judge_position", who="hero", position="weak").state
    if name == "stagger":
        played = act(s, "stagger", who="hero", target="foe", dice=[(1, 3, 6)], answers=["keep"])
        assert "stands firm" in played.text
    else:
        played = act(s, "cast", who="hero", magic="egress", intent="out", dice=[(1, 6, 6)], answers=["yes", "keep"])
        assert "7 against DC 9: Failure" in played.text


@pytest.mark.exercises("adv.trigger")
def test_an_enemy_and_whoever_defends_have_positions_too() -> None:
    """The enemy's attack and the Defensive Action against it have three dice each. Then both are even."""
    s = fight(seeker(pocket=1), foe(actions=1), phase="enemies")
    s = act(s, "judge_position", who="foe", position="strong").state
    s = act(s, "judge_position", who="hero", position="strong").state
    played = act(s, "enemy_strikes", enemy="foe", dice=[(1, 5, 3), (1, 5, 5)], answers=["yes", "keep"])
    assert played.hero.hp == 10
    assert [one.position for one in (played.hero, played.foe)] == ["even", "even"]


@pytest.mark.exercises("adv.trigger", "defact.roll")
def test_a_position_can_be_judged_while_somebody_thinks_about_a_defensive_action() -> None:
    """The question stays open, and its roll has three dice. The enemy's roll is not changed."""
    table = seated(fight(seeker(pocket=1), foe(actions=1), phase="enemies"))
    SeatView(table, "guide").act("enemy_strikes", {"enemy": "foe"})
    thrown(table, (5, 5))
    guide = SeatView(table, "guide")
    with pytest.raises(Refused, match="have fallen"):
        guide.act("judge_position", {"who": "foe", "position": "weak"})
    guide.act("judge_position", {"who": "hero", "position": "strong"})
    SeatView(table, "p-hero").answer("yes")
    ((_, question),) = table.play_state.waiting()
    assert (question.question, question.dice) == ("Defensive Action", 3)


@pytest.mark.exercises("adv.cancel")
def test_positions_and_insights_cancel() -> None:
    """An insight against a weak position: two dice."""
    s = fight(seeker(marked=Pips(2, 2, 0, 2)), foe())
    s = act(s, "deduce", who="hero", enemy="foe", answers=["yes"]).state
    s = s.having(s.seekers[0].but(turn=seeker().turn, marked=SPENT))
    s = act(s, "judge_position", who="hero", position="weak").state
    assert act(s, "attack", who="hero", dice=[(5, 4)], answers=["keep"]).foe.hp == 15


@pytest.mark.exercises("gear.shield")
def test_an_enemys_shield_comes_and_goes_with_its_pocket() -> None:
    """With Pocket 4 a total of 5 is a Miss at Evade 5. With Pocket 3 it is a Weak Hit at Evade 4."""
    for pocket, hp in ((4, 20), (3, 19)):
        s = fight(seeker(marked=SPENT), foe(shield=True, pocket=pocket))
        assert act(s, "attack", who="hero", dice=[(2, 3)], answers=["keep"]).foe.hp == hp
    made = act(fight(seeker()), "make_enemy", name="Guard", hp=5, pocket=4, shield=True)
    assert "Evade 5, Defense 9, Limit 10" in made.text


def test_the_guide_gives_advantage_in_one_tap() -> None:
    """A waiting roll names its Seeker. Otherwise the tap asks for one."""
    table = seated(veil(seeker(), seeker("ann"), enemies=(foe(),)))
    (tap, *_) = SeatView(table, "guide").quick_actions.actions
    assert (tap.action, [field.name for field in tap.fields]) == ("judge_position", ["who", "position"])
    SeatView(table, "guide").act("call_for_roll", {"who": "hero", "dc": 7})
    (tap, *_) = SeatView(table, "guide").quick_actions.actions
    assert (tap.action, tap.title, tap.values) == ("judge_position", "Position of Hero", {"who": "hero"})
    (strong, even, weak) = tap.fields[0].choices
    assert (strong.label, even.label, weak.label) == ("strong: Advantage", "even", "weak: Disadvantage")
    SeatView(table, "guide").act(tap.action, tap.values | {"position": strong.value})
    assert table.state.seekers[0].position == "strong"
