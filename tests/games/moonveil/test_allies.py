"""Allies, friends in the way, and the Coin of the fallen."""

from __future__ import annotations

import pytest

from tablewright.games.moonveil.people import Pips
from tablewright.games.moonveil.state import Ground
from tablewright.rules import Refused
from tablewright.table.seat.seat_view import SeatView
from tablewright.table.transcript.plain_text import panels_to_text

from .seated import seated
from .table import act, fight, foe, seeker, veil

SPENT = Pips(2, 2, 2, 2)


@pytest.mark.example("ally.npc", 0)
def test_an_ally_has_a_seekers_numbers_and_nobody_plays_them() -> None:
    """6 Hit Points, Pocket 3, Defense 7. The Guide answers what they are asked."""
    s = act(veil(seeker()), "bring_ally", name="Oswin", hp=6, weapon="edged", dice=[3]).state
    ally = s.seekers[-1]
    assert (ally.hp, ally.pocket, ally.player, ally.stats) == (6, 3, "", Pips(1, 1, 1, 1))
    table = seated(s.but(round=1, phase="first", enemies=(foe(),)).having(ally.but(turn=seeker().turn)))
    assert "Oswin: 6 of 6 HP, Pocket 3, Defense 7, an ally" in panels_to_text(SeatView(table, "p-hero").sheet)
    SeatView(table, "guide").act("attack", {"who": "oswin", "weapon": ally.items[0].id})
    for running, question in table.play_state.waiting():
        table.roll("guide", running.number, question.at, [2, 2])
    asks = SeatView(table, "p-hero").prompts
    assert [(ask.asked, ask.is_mine) for ask in asks] == [(("Oswin",), False)]
    assert SeatView(table, "guide").prompts[0].is_mine


def test_a_name_is_kept_up_to_its_fortieth_letter() -> None:
    """Longer names are cut for sheets and logs. Several blanks become one."""
    name = "O  " + "s" * 40
    played = act(veil(seeker()), "bring_ally", name=name, hp=1, dice=[1])
    assert played.state.seekers[-1].name == "O " + "s" * 38


@pytest.mark.exercises("ally.npc", "init.roll", "carry.ally")
def test_an_ally_rolls_initiative_and_can_be_carried() -> None:
    """Two dice for two of them. Asleep, the ally fills 6 slots of their carrier."""
    s = act(veil(seeker(marked=SPENT), foe()), "bring_ally", name="Oswin", hp=6, pips=0, dice=[3]).state
    begun = act(s, "begin_encounter", dice=[4, 2])
    assert [one.turn.first for one in begun.state.seekers] == [True, False]
    s = s.having(s.seekers[-1].but(asleep=True))
    assert act(s, "carry", who="hero", ally="oswin").hero.carries == "oswin"


@pytest.mark.exercises("obst.hinder")
def test_a_friend_in_a_crowded_place_hinders_whoever_comes_there() -> None:
    """A Slip Check where the place is crowded and a friend stands in it, none where it is empty."""
    ground = Ground(crowded=(1,))
    hero, friend = seeker(pocket=5, marked=SPENT), seeker("friend", at=1)
    moved = act(fight(hero, friend, ground=ground), "move", who="hero", dice=[2])
    assert (moved.hero.at, moved.hero.pocket) == (1, 2)
    assert "Friend is in the way." in moved.text
    assert act(fight(hero, friend.but(at=0), ground=ground), "move", who="hero").hero.pocket == 5
    assert act(fight(hero, friend), "move", who="hero").hero.pocket == 5
    assert act(fight(hero, friend.but(hp=0), ground=ground), "move", who="hero").hero.pocket == 5


@pytest.mark.exercises("obst.hinder")
def test_several_friends_hinder_once() -> None:
    """All of them are named, and one die is thrown."""
    s = fight(seeker(pocket=5, marked=SPENT), seeker("friend", at=1), seeker("other", at=1))
    moved = act(s.but(ground=Ground(crowded=(1,))), "move", who="hero", dice=[2])
    assert "Friend and Other are in the way." in moved.text


@pytest.mark.exercises("obst.hinder", "slip.when")
def test_the_guide_says_who_or_what_hinders() -> None:
    """An ally by name, or anything in words, and then a Slip Check."""
    s = fight(seeker(pocket=5, marked=SPENT), seeker("friend"))
    played = act(s, "call_slip", who="hero", ally="friend", dice=[2])
    assert "Friend is in the way of Hero." in played.text
    assert played.hero.pocket == 2
    assert "Hero is hindered: wet stairs." in act(s, "call_slip", who="hero", why="wet stairs", dice=[6]).text
    with pytest.raises(Refused):
        act(s, "call_slip", who="hero", ally="hero")


@pytest.mark.exercises("inv.extra")
def test_coin_changes_hands() -> None:
    """3 of 5 Coin change hands. More than a Seeker has is refused."""
    s = veil(seeker(coin=5), seeker("friend", coin=1))
    after = act(s, "give_coin", who="hero", to="friend", coin=3).state
    assert [one.coin for one in after.seekers] == [2, 4]
    with pytest.raises(Refused, match="only 5 Coin"):
        act(s, "give_coin", who="hero", to="friend", coin=6)


@pytest.mark.exercises("inv.extra", "carry.gear")
def test_the_coin_of_the_dead_can_be_taken_by_who_is_there() -> None:
    """All of it, with the trifles, for no slot. In an encounter only where the dead lie."""
    dead = seeker("friend", hp=0, coin=4, extras=("a key",))
    after = act(veil(seeker(coin=1), dead), "take_purse", who="hero", of="friend").state
    assert [(one.coin, one.extras) for one in after.seekers] == [(5, ("a key",)), (0, ())]
    with pytest.raises(Refused, match="go there first"):
        act(fight(seeker(), dead.but(at=2), foe()), "take_purse", who="hero", of="friend")
    with pytest.raises(Refused, match="nobody who has fallen"):
        act(after, "take_purse", who="hero", of="friend")


@pytest.mark.exercises("enc.end")
def test_when_the_last_enemy_falls_the_encounter_offers_to_end() -> None:
    """The log announces the end, the Guide's first action is to end it, and every sheet shows it."""
    s = fight(seeker(marked=SPENT), foe(hp=1))
    assert SeatView(seated(s), "guide").suggestions[0].action != "end_encounter"
    played = act(s, "attack", who="hero", dice=[(3, 4)], answers=["keep"])
    assert "No enemy is left standing: the Guide can end the encounter." in played.text
    table = seated(played.state)
    assert SeatView(table, "guide").suggestions[0].action == "end_encounter"
    assert "Nobody stands against you" in str(SeatView(table, "p-hero").sheet)
