"""Sheets of each seat, refusals and their words, and limits broken by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.enemy_turns import habitual_step
from tablewright.games.moonveil.people import Item, Magic, Pips, Turn
from tablewright.games.moonveil.state import Ground, Moon, Veil
from tablewright.rules import Refused, Seat
from tablewright.rules.widgets import iter_offers
from tablewright.table.transcript.plain_text import panels_to_text

from .table import act, fight, foe, item, seeker, veil

PLAYER, GUIDE = Seat("p-hero", "seeker"), Seat("guide", "guide")


def shown(s: Veil, seat: Seat = PLAYER) -> str:
    return panels_to_text(GAME.view(s, seat))


# sheets


@pytest.mark.exercises("penance.slots", "carry.ally", "cap.encumbered")
def test_the_sheet_shows_burdens() -> None:
    """The sheet shows Guilt, a carried ally, and that it is too much."""
    text = shown(veil(seeker(guilt=3, carries="ally"), seeker("ally", hp=0)))
    for words in ("Guilt: 3 slots", "Carries: Ally, 6 slots", "Encumbered: Disadvantage on everything."):
        assert words in text


def test_the_sheet_shows_magic_lost_and_weapons_lit() -> None:
    """Magic lost until a Rest offers no casting. A weapon under Dawn Arm is marked."""
    lit = Item("edged", "edged", "Thornkiss", dawn=True)
    s = veil(seeker(items=(lit,), magic=(Magic("egress", True), Magic("magic-orb")), asleep=True))
    text = shown(s)
    assert "Egress: no (Spell, lost until a Rest" in text
    assert "under Dawn Arm: +d6" in text
    assert "Asleep." in text
    casts = [o.params["magic"] for panel in GAME.view(s, PLAYER) for o in iter_offers(panel) if o.action == "cast"]
    assert casts == ["magic-orb"]


def test_who_has_no_seeker_is_invited_to_make_one() -> None:
    """Invited after a death, and as a newcomer. Not while a Seeker is alive."""
    dead = veil(seeker(hp=0))
    assert "Nobody yet: make a new Seeker" in shown(dead)
    assert "Hero: dead" in shown(dead)
    assert "Nobody yet" not in shown(veil(seeker()))


@pytest.mark.exercises("roll.dc", "deduction.effect")
def test_a_called_roll_and_an_insight_are_on_the_table() -> None:
    """With the offer to make the roll."""
    s = act(veil(seeker()), "call_for_roll", who="hero", dc=9, stat="arcane", position="weak").state
    s = act(s, "deduce", who="hero", about="the lock", answers=["yes", "yes"]).state
    text = shown(s)
    assert "A roll is called for (position weak)" in text
    assert "Hero: DC 9 Arcane" in text
    assert "An Advantage over the lock" in text


def test_the_guide_sees_everybody_and_everything() -> None:
    """All Seekers in full, enemies with an attack to offer, the ground, the moon's list."""
    s = fight(seeker(), seeker("ann"), foe(weapon="tricky", busy=True, asleep=True), floor=(item("helmet"),))
    text = shown(s, GUIDE)
    assert "Companions" not in text
    assert "20 of 20 HP, at place 0, asleep, busy" in text
    assert "On the ground" in text
    assert "11 | Glare" in text
    assert "11 | Glare" not in shown(s)
    offers = [o.action for panel in GAME.view(s, GUIDE) for o in iter_offers(panel)]
    assert "enemy_strikes" in offers


# refusals


QUIET, FIGHT = veil(seeker("hero", "helmet", "edged"), foe()), fight(seeker("hero", "helmet", "edged"), foe())
SLEEPER = veil(seeker(asleep=True, magic=(Magic("magic-orb"),)))

REFUSALS: list[tuple[Veil, str, dict[str, Any], str]] = [
    (QUIET, "attack", {"who": "hero"}, "there is no encounter"),
    (QUIET, "make_roll", {"who": "hero"}, "has not called for a roll"),
    (QUIET, "gain_item", {"who": "hero", "name": " "}, "needs a name"),
    (QUIET, "gain_extra", {"who": "hero"}, "Say how much Coin"),
    (QUIET, "give_item", {"who": "hero", "item": "helmet", "to": "hero"}, "to cannot be"),
    (QUIET, "set_down", {"who": "hero"}, "carries nobody"),
    (QUIET, "use_gear", {"who": "hero", "tool": "rope"}, "no Dungeon Gear left"),
    (QUIET, "deduce", {"who": "hero", "enemy": "foe", "lift": "a narrow gap"}, "One insight at a time"),
    (QUIET, "make_enemy", {"name": " ", "hp": 3}, "needs a name"),
    (QUIET, "edit_moon", {"place": 11, "title": " "}, "needs a title"),
    (QUIET, "leave_moonveil", {}, "no Moon Effect is in force"),
    (SLEEPER, "rally", {"who": "hero"}, "is asleep"),
    (SLEEPER, "cast", {"who": "hero", "magic": "magic-orb"}, "is asleep"),
    (FIGHT, "begin_encounter", {}, "an encounter goes on"),
    (FIGHT, "end_scene", {}, "an encounter goes on"),
    (FIGHT, "wait", {"who": "hero", "_turn": Turn(False, "", 1, 1)}, "can still act before the enemies"),
    (FIGHT, "enemy_moves", {"enemy": "foe", "step": 0}, "cannot be 0"),
    (FIGHT, "move", {"who": "hero", "_at": 6}, "nothing further ahead"),
]


@pytest.mark.parametrize(("s", "name", "params", "words"), REFUSALS, ids=[f"{n}: {w}" for _, n, _, w in REFUSALS])
def test_what_is_refused_says_what_would_be_legal(s: Veil, name: str, params: dict[str, Any], words: str) -> None:
    """With a sentence for the person who asked."""
    changes = {key[1:]: value for key, value in params.items() if key.startswith("_")}
    s = s.having(s.seekers[0].but(**changes))
    given = {key: value for key, value in params.items() if not key.startswith("_")}
    with pytest.raises(Refused, match=words):
        act(s, name, **given)


def test_a_roll_is_for_whom_it_was_called() -> None:
    """Another Seeker learns whose roll it is."""
    s = act(veil(seeker(), seeker("ann")), "call_for_roll", who="ann", dc=9).state
    with pytest.raises(Refused, match=r"No roll waits for Hero\. It is Ann's"):
        act(s, "make_roll", who="hero")


# limits


@pytest.mark.parametrize(
    ("cites", "s"),
    [
        ("pips.cap", veil(seeker(marked=Pips(strength=3)))),
        ("cap.max", veil(seeker(items=(item("thing", slots=13),)))),
        ("create.hp.full", veil(seeker(hp=11))),
        ("attack.precedence", veil(seeker(), foe(evade=10))),
        ("enc.turn", fight(seeker(turn=Turn(True, "", 2, 1)))),
    ],
)
def test_a_limit_broken_by_hand_is_named(cites: str, s: Veil) -> None:
    """No other limit is reported. A sound table breaks none."""
    assert [limit.cites for limit in GAME.limits if limit.broken(s)] == [cites]
    assert [limit.cites for limit in GAME.limits if limit.broken(veil(seeker(), foe()))] == []


# enemies by habit and by hand


@pytest.mark.exercises("init.enemies")
@pytest.mark.parametrize(
    ("habit", "at", "step"),
    [
        ("charge", 3, -1),
        ("charge", 0, 0),
        ("charge", -2, 1),
        ("guard", 3, 0),
        ("shoot", 4, -1),
        ("shoot", 1, 1),
        ("shoot", 2, 0),
    ],
)
def test_habits(habit: str, at: int, step: int) -> None:
    """Chargers close in, guards stay, shooters keep two Moves away."""
    s = fight(seeker(), foe(habit=habit, at=at))
    assert habitual_step(s, s.enemies[0]) == step


@pytest.mark.exercises("move.measure", "init.enemies")
def test_the_guide_moves_and_removes_enemies() -> None:
    """An enemy has one Move in its phase. Once it has moved, Seekers must pass it again."""
    s = fight(seeker(past=("foe",)), foe(moves=1), phase="enemies")
    moved = act(s, "enemy_moves", enemy="foe", step=1)
    assert (moved.foe.at, moved.hero.past) == (1, ())
    with pytest.raises(Refused, match="has had its Move"):
        act(moved.state, "enemy_moves", enemy="foe")
    assert act(s, "remove_enemy", enemy="foe").state.enemies == ()


@pytest.mark.exercises("miracle.dawn-arm", "deduction.effect")
def test_a_scene_ends_outside_encounters_too() -> None:
    """Insights and the light of Dawn Arm end with the scene."""
    lit = Item("edged", "edged", "Thornkiss", dawn=True)
    s = act(veil(seeker(items=(lit,))), "deduce", who="hero", about="the lock", answers=["yes", "yes"]).state
    after = act(s, "end_scene")
    assert after.state.insights == ()
    assert not after.hero.items[0].dawn


@pytest.mark.exercises("cast.roll", "move.measure", "obst.hinder")
def test_the_sheet_shows_what_the_moon_and_the_ground_change() -> None:
    """Tonight's DC, the distance of every enemy, and places where moving is not simple."""
    s = fight(seeker(at=1, magic=(Magic("magic-orb"),)), foe(bars=True, at=1), foe("far", at=3))
    s = s.but(moons=(Moon(42, "Crossed Stars", "", "spell", 1),), ground=Ground(rough=(1, 2), roomy=(0,)))
    text = shown(s)
    for words in (
        "DC 11 Arcane",
        "20 of 20 HP, at place 1, nearby, in the way",
        "20 of 20 HP, at place 3, 2 Moves away",
        "Difficult ground: at place 1 and 2",
        "Room to go around: at place 0",
    ):
        assert words in text
    assert "at 3, 2 Moves away" not in shown(s, GUIDE)


@pytest.mark.exercises("create.hittrack", "create.stats.choose-method", "create.start.choose-or-roll")
def test_a_seeker_being_made_is_shown_both_ways_on() -> None:
    """Roll or choose, and the Hit Track as soon as there is a Pocket."""
    s = act(veil(), "begin_seeker", seat="p-hero", name="Wren").state
    offered = [o.action for panel in GAME.view(s, PLAYER) for o in iter_offers(panel)]
    assert {"roll_stats", "set_stats"} <= set(offered)
    s = act(s, "set_stats", who="wren", strength=3, dexterity=2, arcane=1, willpower=1).state
    assert "Hit Track" not in shown(s)
    rolled = act(s, "roll_hp", who="wren", dice=[4])
    assert "Wren has 13 Hit Points. On the Hit Track: Evade 4, Limit 10." in rolled.text
    s = act(rolled.state, "roll_pocket", who="wren", dice=[3]).state
    assert "Hit Track: 2 3 4 | 5 6 [7] 8 9 | 10 11 12, the die on 7 shows 3" in shown(s)
    offered = [o.action for panel in GAME.view(s, PLAYER) for o in iter_offers(panel)]
    assert {"roll_start", "choose_start"} <= set(offered)


@pytest.mark.exercises("role.guide.dice")
def test_a_called_roll_shows_what_its_results_will_mean() -> None:
    """On the sheet, before it is made."""
    s = act(veil(seeker()), "call_for_roll", who="hero", dc=9, success="It opens.", failure="It jams.").state
    assert "On a success: It opens." in shown(s)
    assert "On a failure: It jams." in shown(s)


@pytest.mark.exercises("init.enemies", "attack.ranged")
def test_left_to_itself_a_shooter_aims_at_the_weakest() -> None:
    """A shooter who has fallen asleep does nothing."""
    spent = Pips(dexterity=2)
    archer = foe(weapon="range", habit="guard", at=1, actions=1, moves=1)
    s = fight(seeker(marked=spent), seeker("ann", hp=7, marked=spent), archer, phase="enemies")
    assert act(s, "enemies_act", dice=[(5, 4)]).state.seeker("ann").hp == 2
    assert act(s.having(archer.but(asleep=True)), "enemies_act").rolls == []
