"""Encounters: Rounds, initiative, movement and obstacles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.moonveil.dice_checks import dc_roll
from tablewright.games.moonveil.encounters import initiative
from tablewright.games.moonveil.movement import PASS_DC, passing_edge
from tablewright.games.moonveil.people import Pips, Turn
from tablewright.games.moonveil.places import distance, foes_nearby
from tablewright.games.moonveil.pocket_roll import Use
from tablewright.games.moonveil.state import Ground, Veil
from tablewright.rules import Refused

from .table import act, best_chance, chance, fight, foe, item, seeker, veil

CLUMSY = Pips(dexterity=2)


def blocked(*foes: Any, **changes: Any) -> Veil:
    """A Seeker without Dexterity to spend, beside enemies who bar the way."""
    one = seeker(marked=CLUMSY, **changes)
    return fight(one, *(foes or (foe(bars=True),)))


@pytest.mark.example("enc.rounds", 0)
@pytest.mark.example("init.roll", 0)
def test_every_round_opens_with_initiative() -> None:
    """3 Seekers and 2 Rounds are 6 dice. The second Round has new ones for all."""
    s = veil(seeker("ann"), seeker("bea"), seeker("cob"), foe())
    one = act(s, "begin_encounter", dice=[4, 5, 6])
    s = act(act(one.state, "go_on").state, "go_on").state
    two = act(s, "go_on", dice=[6, 5, 4])
    assert (one.state.round, two.state.round) == (1, 2)
    dice = [why for why, _ in (*one.rolls, *two.rolls)]
    assert dice == ["Initiative"] * 6


@pytest.mark.example("enc.end", 0)
def test_the_guide_ends_the_encounter() -> None:
    """No further initiative: going on is refused, turns are cleared."""
    s = act(fight(seeker(), foe()), "end_encounter").state
    assert (s.round, s.seekers[0].turn) == (0, Turn())
    with pytest.raises(Refused, match="there is no encounter"):
        act(s, "go_on")


@pytest.mark.example("enc.turn", 0, 1, 2)
def test_one_action_and_one_move() -> None:
    """Move then attack is legal, two attacks are not, a Quick Move makes two Moves."""
    s = fight(seeker(), foe(at=1, hp=40))
    moved = act(s, "move", who="hero").state
    struck = act(moved, "attack", who="hero", dice=[(5, 3)], answers=["keep"]).state
    with pytest.raises(Refused, match="has an Action left"):
        act(struck, "attack", who="hero", dice=[(5, 3)])
    quick = act(s, "quick_move", who="hero").state
    twice = act(act(quick, "move", who="hero").state, "move", who="hero").state
    assert twice.seekers[0].at == 2
    with pytest.raises(Refused, match="has a Move left"):
        act(twice, "move", who="hero")


@pytest.mark.example("init.reroll", 0)
def test_initiative_is_rerolled_once_for_dexterity() -> None:
    """3/4 to act first. The pip is marked."""
    assert best_chance(initiative("x", 0, 1, 0), lambda r: r[0]) == Fraction(3, 4)
    played = act(veil(seeker(), foe()), "begin_encounter", dice=[1, 2], answers=["yes"])
    assert (played.hero.turn.first, played.hero.marked.dexterity) == (False, 1)


@pytest.mark.example("init.first", 0, 1)
@pytest.mark.example("init.after", 0)
def test_four_or_more_acts_first() -> None:
    """A 4 acts before the enemies, a 3 after them. Each has one half."""
    for die, first in ((4, True), (3, False)):
        s = act(veil(seeker(marked=CLUMSY), seeker("other"), foe()), "begin_encounter", dice=[die, 6]).state
        assert s.seekers[0].turn.first is first
        if first:
            assert act(s, "attack", who="hero", dice=[(5, 3)], answers=["keep"]).hero.turn.begun == "first"
        else:
            with pytest.raises(Refused, match="Hero acts after the enemies this Round"):
                act(s, "attack", who="hero", dice=[(5, 3)])
    assert chance(initiative("x", 0, 0, 0), lambda r: r[0]) == Fraction(1, 2)


@pytest.mark.exercises("init.first")
def test_who_could_act_first_may_wait_once() -> None:
    """A Seeker who has not acted can act in the last phase, one who has acted cannot."""
    s = act(fight(seeker(), seeker("other"), foe()), "attack", who="other", dice=[(5, 3)], answers=["keep"]).state
    last = act(act(s, "go_on").state, "go_on").state
    assert last.phase == "last"
    assert act(last, "attack", who="hero", dice=[(5, 3)], answers=["keep"]).hero.turn.begun == "last"
    with pytest.raises(Refused, match="Other has already acted before the enemies"):
        act(last, "move", who="other")
    waited = act(fight(seeker(), foe()), "wait", who="hero").state
    assert not waited.seekers[0].turn.first


@pytest.mark.example("init.enemies", 0)
def test_the_enemies_act_in_the_middle() -> None:
    """Seekers with 5 and 2, three enemies: first the one, then all three, then the other."""
    s = veil(seeker("ann"), seeker("bea", marked=CLUMSY), *(foe(f"e{n}", hp=4) for n in range(3)))
    s = act(s, "begin_encounter", dice=[5, 2]).state
    assert (s.phase, s.seekers[0].turn.first, s.seekers[1].turn.first) == ("first", True, False)
    with pytest.raises(Refused, match="middle of the Round"):
        act(s, "enemy_strikes", enemy="e0")
    s = act(s, "go_on").state
    assert [enemy.actions for enemy in s.enemies] == [1, 1, 1]
    with pytest.raises(Refused, match="no Seeker whose time it is"):
        act(s, "attack", who="ann")
    s = act(s, "enemies_act", dice=[(1, 1)] * 3, answers=["ann"] * 3).state
    assert [enemy.actions for enemy in s.enemies] == [0, 0, 0]
    s = act(s, "go_on").state
    assert s.phase == "last"
    assert act(s, "attack", who="bea", dice=[(1, 1)], answers=["e1", "keep"]).state.seekers[1].turn.actions == 0


@pytest.mark.exercises("init.enemies")
def test_an_enemy_has_one_action_unless_the_guide_gives_more() -> None:
    """A second attack is refused unless the Guide gives the enemy more."""
    s = fight(seeker(marked=CLUMSY), foe(actions=1), phase="enemies")
    s = act(s, "enemy_strikes", enemy="foe", dice=[(1, 1)]).state
    with pytest.raises(Refused, match="has had its Action"):
        act(s, "enemy_strikes", enemy="foe", dice=[(1, 1)])
    assert act(s, "enemy_strikes", enemy="foe", more=True, dice=[(1, 1)]).hero.hp == 10


@pytest.mark.exercises("init.enemies")
def test_an_enemy_moves_and_strikes_in_either_order() -> None:
    """An enemy has one Action and one Move each, and may spend them in either order."""
    s = fight(seeker(marked=CLUMSY), foe(actions=1, moves=1), phase="enemies")
    struck = act(s, "enemy_strikes", enemy="foe", dice=[(1, 1)])
    assert (struck.foe.actions, struck.foe.moves) == (0, 1)
    moved = act(struck.state, "enemy_moves", enemy="foe", step=1)
    assert (moved.foe.actions, moved.foe.moves, moved.foe.at) == (0, 0, 1)
    away = s.but(enemies=(s.enemies[0].but(at=1),))
    near = act(away, "enemy_moves", enemy="foe", step=-1)
    assert (near.foe.actions, near.foe.moves, near.foe.at) == (1, 0, 0)
    assert act(near.state, "enemy_strikes", enemy="foe", dice=[(1, 1)]).foe.actions == 0
    with pytest.raises(Refused, match="has had its Move"):
        act(near.state, "enemy_moves", enemy="foe", step=1)


@pytest.mark.example("init.same-phase", 0)
def test_within_a_phase_any_order() -> None:
    """Seekers with 4 and 6: either may go first."""
    s = act(veil(seeker("ann"), seeker("bea"), foe()), "begin_encounter", dice=[4, 6]).state
    for who in ("ann", "bea"):
        assert act(s, "attack", who=who, dice=[(1, 1)], answers=["keep"]).state.seeker(who).turn.actions == 0


@pytest.mark.example("move.measure", 0)
def test_distance_is_counted_in_moves() -> None:
    """Two Moves away, one Move made: one Move away."""
    s = fight(seeker(), foe(at=2))
    after = act(s, "move", who="hero").state
    assert [distance(state.seekers[0], state.enemies[0]) for state in (s, after)] == [2, 1]


@pytest.mark.example("move.nearby", 0)
def test_nearby_is_zero_moves() -> None:
    """At distance 0 melee is possible."""
    s = fight(seeker(), foe(at=0), foe("far", at=1))
    assert [enemy.id for enemy in foes_nearby(s, s.seekers[0])] == ["foe"]
    assert act(s, "attack", who="hero", dice=[(5, 3)], answers=["keep"]).foe.hp == 15


@pytest.mark.example("obst.pass", 0, 1, 2)
def test_passing_is_a_dc_10_roll() -> None:
    """10 passes, 9 fails. 1/6 plain. Swap and a Dexterity reroll are allowed."""
    passed = act(blocked(pocket=1), "move", who="hero", dice=[(6, 4)], answers=["keep"])
    assert passed.hero.at == 1
    failed = act(blocked(pocket=1), "move", who="hero", dice=[(5, 4), (1, 1)], answers=["keep"])
    assert failed.hero.at == 0
    call = dc_roll("x", 0, Use(1, 0, (PASS_DC,)), PASS_DC, "")
    assert chance(call, lambda c: c.success) == Fraction(1, 6)
    nimble = fight(seeker(pocket=6), foe(bars=True))
    again = act(nimble, "move", who="hero", dice=[(1, 1), (4, 1)], answers=["reroll", "swap 1"])
    assert (again.hero.at, again.hero.marked.dexterity, again.hero.pocket) == (1, 1, 1)


@pytest.mark.example("obst.advantage", 0)
@pytest.mark.example("obst.disadvantage", 0, 1)
def test_busy_many_and_narrow() -> None:
    """77/216 past a busy enemy, 11/216 past two. Two blockers in a narrow gap are still one Disadvantage."""
    busy = foe(bars=True, busy=True)
    s = blocked(busy)
    assert passing_edge(s, s.seekers[0], (busy,)) == 1
    assert chance(dc_roll("x", 1, Use(1, 0, (10,)), 10, ""), lambda c: c.success) == Fraction(77, 216)
    two = (foe(bars=True), foe("other", bars=True))
    assert passing_edge(s, s.seekers[0], two) == -1
    assert chance(dc_roll("x", -1, Use(1, 0, (10,)), 10, ""), lambda c: c.success) == Fraction(11, 216)
    tight = blocked(*two).but(ground=Ground(narrow=(0,)))
    played = act(tight, "move", who="hero", dice=[(6, 6, 4)], answers=["keep"])
    assert (len(played.rolls[0][1]), played.hero.at) == (3, 1)


@pytest.mark.example("obst.fail", 0)
def test_one_free_attack() -> None:
    """The Guide picks one of two blockers, who attacks once. The Move is spent, and the Seeker stays."""
    s = blocked(foe(bars=True), foe("other", bars=True), pocket=1)
    played = act(s, "move", who="hero", dice=[(1, 1, 1), (5, 3)], answers=["other"])
    assert [why for why, _ in played.rolls] == ["Passing", "Enemy attack"]
    assert (played.hero.at, played.hero.turn.moves, played.hero.hp) == (0, 0, 5)


@pytest.mark.example("obst.bypass", 0)
def test_room_to_walk_around() -> None:
    """In the open a Move passes the enemy without check or free attack. A second Move goes on."""
    s = blocked().but(ground=Ground(roomy=(0,)))
    played = act(s, "move", who="hero", passing="room")
    assert played.rolls == []
    assert (played.hero.at, played.hero.past) == (0, ("foe",))
    quick = act(act(s, "quick_move", who="hero").state, "move", who="hero", passing="room").state
    assert act(quick, "move", who="hero").hero.at == 1
    with pytest.raises(Refused, match="not enough room"):
        act(blocked(), "move", who="hero", passing="room")


@pytest.mark.example("obst.hinder", 0)
def test_difficult_ground() -> None:
    """Pocket 5 and a 2: the Seeker moves on with Pocket 2."""
    s = fight(seeker(pocket=5, marked=CLUMSY), foe(at=3))
    s = act(s, "describe_ground", rough=[1]).state
    played = act(s, "move", who="hero", dice=[2])
    assert (played.hero.at, played.hero.pocket) == (1, 2)


@pytest.mark.exercises("obst.advantage", "deduction.effect")
def test_an_insight_helps_past_an_enemy() -> None:
    """A Deduction about an enemy helps as much as the Guide calling it busy."""
    s = act(blocked(), "change_enemy", enemy="foe", busy=True).state
    assert s.enemies[0].busy
    s = act(blocked(), "deduce", who="hero", enemy="foe", answers=["yes"]).state
    assert passing_edge(s, s.seekers[0], s.foes) == 1
    heavy = s.having(s.seekers[0].but(items=(item("thing", slots=10),)))
    assert passing_edge(heavy, heavy.seekers[0], heavy.foes) == 0


def test_a_sleeper_neither_bars_nor_acts() -> None:
    """A sleeping enemy bars no way and has no turn. A sleeping Seeker rolls no initiative."""
    s = blocked(foe(bars=True, asleep=True))
    assert act(s, "move", who="hero").hero.at == 1
    with pytest.raises(Refused, match="is asleep"):
        act(s.but(phase="enemies"), "enemy_strikes", enemy="foe")
    begun = act(veil(seeker(asleep=True), seeker("ann"), foe()), "begin_encounter", dice=[6])
    assert len(begun.rolls) == 1


def test_an_encounter_needs_somebody_on_both_sides() -> None:
    """Refused without an enemy, and without a living Seeker."""
    with pytest.raises(Refused, match="nobody to encounter"):
        act(veil(seeker()), "begin_encounter")
    with pytest.raises(Refused, match="No Seeker is alive"):
        act(veil(seeker(hp=0), foe()), "begin_encounter")


@pytest.mark.exercises("enc.rounds", "init.enemies")
def test_a_sleepers_last_turn_does_not_open_a_phase() -> None:
    """A Seeker who acted first and fell asleep does not delay the enemies in the next Round."""
    s = fight(seeker(asleep=True), seeker("ann", marked=CLUMSY), foe(), phase="last")
    begun = act(s, "go_on", dice=[2]).state
    assert (begun.phase, begun.seekers[0].turn) == ("enemies", Turn())


@pytest.mark.exercises("carry.ally", "move.measure")
def test_who_is_carried_comes_along() -> None:
    """A carried ally moves with the carrier. An ally 1 Move away cannot be lifted in a fight."""
    s = fight(seeker(), seeker("ally", asleep=True), foe(at=3))
    s = act(s, "carry", who="hero", ally="ally").state
    assert act(s, "move", who="hero").state.seeker("ally").at == 1
    with pytest.raises(Refused, match="Ally lies at place 2, Hero is at 0"):
        act(fight(seeker(), seeker("ally", hp=0, at=2), foe()), "carry", who="hero", ally="ally")


@pytest.mark.exercises("obst.advantage", "obst.pass")
def test_a_change_leaves_the_rest_of_an_enemy_alone() -> None:
    """Made busy, an enemy that barred nothing still bars nothing."""
    s = act(fight(seeker(), foe(bars=False)), "change_enemy", enemy="foe", busy=True).state
    assert (s.enemies[0].busy, s.enemies[0].bars) == (True, False)
    assert act(s, "change_enemy", enemy="foe", bars=True).foe.busy


@pytest.mark.exercises("obst.pass")
def test_an_enemy_bars_the_way_on_and_not_the_way_one_came() -> None:
    """An enemy bars the way ahead when walking in, the other way when walking out. Retreat is free."""
    s = fight(seeker(marked=CLUMSY, pocket=1, at=1), foe(bars=True, at=1))
    assert act(s, "move", who="hero", way="back").rolls == []
    outbound = s.having(s.seekers[0].but(at=2))
    back = act(outbound, "move", who="hero", way="back").state
    again = back.having(back.seekers[0].but(turn=Turn(True, "", 1, 1)))
    assert act(again, "move", who="hero", way="ahead").rolls == []
    barred = act(again, "move", who="hero", way="back", dice=[(6, 4)], answers=["keep"])
    assert (barred.rolls[0][0], barred.hero.at) == ("Passing", 0)
    assert act(back, "end_encounter").hero.facing == "ahead"


@pytest.mark.exercises("init.first", "enc.rounds")
def test_when_all_have_acted_the_next_round_begins() -> None:
    """With no Seeker left for the last phase, new initiative follows the enemies' turn."""
    s = fight(seeker(turn=Turn(True, "first", 0, 0)), foe(), phase="enemies")
    assert act(s, "go_on", dice=[5]).state.round == 2


@pytest.mark.exercises("obst.advantage", "obst.disadvantage")
def test_one_of_two_being_busy_is_no_advantage() -> None:
    """Past two enemies of whom one watches: Disadvantage."""
    two = (foe(bars=True, busy=True), foe("other", bars=True))
    s = blocked(*two)
    assert passing_edge(s, s.seekers[0], two) == -1
