"""Enemies with gear and with magic."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.moonveil.bestiary import BEASTS, Beast, from_beast
from tablewright.games.moonveil.death import lowered
from tablewright.games.moonveil.hit_track import lines
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Enemy
from tablewright.rules import Refused
from tablewright.table.seat.seat_view import SeatView

from .seated import group, seated
from .strikes import struck
from .table import Played, act, fight, foe, seeker, spell, veil

ALL = "yes, that is everyone"
SCHOLAR = from_beast(next(beast for beast in BEASTS if beast.id == "moth-scholar"), "scholar", 3, 0)


def cast(caster: Enemy, magic: str, *dice: Any, answers: tuple[str, ...] = (), **params: Any) -> Played:
    """An enemy's Action in the enemies' phase, a Seeker beside it."""
    s = fight(seeker(marked=seeker().stats), caster.but(actions=1), phase="enemies")
    return act(s, "enemy_casts", enemy=caster.id, magic=magic, dice=dice, answers=answers, **params)


BLOWS = {
    "gutter-imp": 1.5,
    "pale-hound": 1.8,
    "husk": 2.0,
    "thorn-archer": 1.5,
    "lantern-thief": 2.3,
    "bell-knight": 3.9,
    "silt-widow": 2.7,
    "font-guard": 2.4,
    "grey-stalker": 2.7,
    "moth-scholar": 1.8,
    "moonfed-ogre": 4.1,
    "shard-warden": 10.6,
}


@pytest.mark.exercises("attack.enemy-stats")
@pytest.mark.parametrize("beast", BEASTS, ids=lambda beast: beast.id)
def test_a_beast_stands_as_many_plain_blows_as_it_did(beast: Beast) -> None:
    """With a Pocket of 3, by the average attack. Two Seekers need five Rounds for a Warden."""
    s, it = veil(), from_beast(beast, "it", 3)
    mean = struck("plain", lines(s, it)).mean(lambda blow: lowered(s, it, blow.damage) if blow.tier else 0)
    assert round(it.hp / float(mean), 1) == BLOWS[beast.id]


@pytest.mark.example("enemy.gear", 0)
@pytest.mark.exercises("gear.shield")
def test_an_enemys_shield_flickers_with_its_pocket() -> None:
    """A Slip Check takes the Pocket from 4 to 3, and Evade from 5 to 4 with it."""
    s = fight(seeker(marked=seeker().stats), foe(shield=True, pocket=4))
    table = seated(s)
    assert "Evade 5, Defense 9" in str(SeatView(table, "p-hero").sheet)
    s = act(s, "stagger", who="hero", target="foe", dice=[(4, 5), 3], answers=["keep"]).state
    assert "Evade 4, Defense 7" in str(SeatView(seated(s), "p-hero").sheet)


@pytest.mark.example("enemy.gear", 1)
@pytest.mark.exercises("gear.cloak")
def test_an_enemys_cloak_rerolls_its_pocket_on_a_move_if_the_guide_wants() -> None:
    """The Guide is asked once a Move, and not at all without a Cloak."""
    s = fight(seeker(), foe(cloak=True, moves=1), phase="enemies")
    assert act(s, "enemy_moves", enemy="foe", step=1, dice=[6], answers=["yes"]).foe.pocket == 6
    assert act(s, "enemy_moves", enemy="foe", step=1, answers=["no"]).foe.pocket == 3
    plain = fight(seeker(), foe(moves=1), phase="enemies")
    assert act(plain, "enemy_moves", enemy="foe", step=1).foe.at == 1


@pytest.mark.exercises("enemy.gear")
def test_an_enemy_can_be_made_with_any_gear_and_magic() -> None:
    """Shield, Cloak, Armor and two Spells, as the Guide says."""
    made = act(
        fight(seeker()),
        "make_enemy",
        name="Abbot",
        hp=9,
        pocket=4,
        shield=True,
        cloak=True,
        armor=1,
        magic=("sleepsand", "magic-orb"),
    ).foe
    assert (made.shield, made.cloak, made.armor) == (True, True, 1)
    assert [known.id for known in made.magic] == ["sleepsand", "magic-orb"]
    shown = str(SeatView(seated(fight(seeker(), made)), "p-hero").sheet)
    assert "knows Sleepsand and Magic Orb" in shown


@pytest.mark.example("enemy.magic", 0)
def test_an_enemys_orb_spares_nobody() -> None:
    """10 against DC 10, then 2d6 to everyone there, with the caster. Its Action is spent."""
    played = cast(SCHOLAR, "magic-orb", (6, 4), (1, 2), answers=(ALL,))
    assert (played.hero.hp, played.foe.hp, played.foe.actions) == (7, 3, 0)


@pytest.mark.example("enemy.magic", 1)
def test_an_enemys_terrible_failure_hurts_it() -> None:
    """3 is at the Verge: the Spell is lost, the Mishap die shows 2, and 4 damage follow. No pips, no question."""
    played = cast(SCHOLAR, "magic-orb", (1, 2), 2, 4)
    assert played.foe.hp == 2
    assert [known.lost for known in played.foe.magic] == [True, False]
    with pytest.raises(Refused, match="Magic Orb is lost to Moth Scholar"):
        act(played.state, "enemy_casts", enemy="scholar", magic="magic-orb", more=True)


@pytest.mark.exercises("enemy.magic", "mishap.3plus")
def test_a_harmless_mishap_and_a_failed_miracle_cost_the_entry_alone() -> None:
    """A 3 on the Mishap list is harmless. Miracles have no Mishap, and enemies gather no Guilt."""
    assert cast(SCHOLAR, "magic-orb", (2, 2), 3).foe.hp == 6
    cantor = foe("cantor", magic=(spell("healing-circle"),))
    played = cast(cantor, "healing-circle", (1, 1))
    assert (played.foe.hp, played.foe.magic[0].lost) == (20, True)


@pytest.mark.exercises("enemy.magic", "spell.sleepsand")
def test_an_enemys_sleepsand_puts_a_seeker_to_sleep() -> None:
    """12 against DC 12. Without a target it is refused."""
    assert cast(SCHOLAR, "sleepsand", (6, 6), target="hero").hero.asleep
    with pytest.raises(Refused, match="needs a target"):
        cast(SCHOLAR, "sleepsand")


@pytest.mark.exercises("enemy.magic", "miracle.dawn-arm")
def test_an_enemys_dawn_arm_adds_a_die_to_its_hits_until_the_encounter_ends() -> None:
    """A Strong Hit for 5 and 2 more. Afterwards the light is gone."""
    cantor = foe("cantor", magic=(spell("dawn-arm"),))
    s = cast(cantor, "dawn-arm", (5, 5)).state
    struck = act(s, "enemy_strikes", enemy="cantor", more=True, dice=[(3, 5), 2])
    assert struck.hero.hp == 3
    assert not act(struck.state, "end_encounter").foe.dawn


@pytest.mark.exercises("enemy.magic", "adv.trigger")
def test_a_position_reaches_an_enemys_casting_and_is_used_up() -> None:
    """Three dice in a weak position, of which the highest goes."""
    played = cast(SCHOLAR.but(position="weak"), "magic-orb", (6, 6, 2))
    assert "8 against DC 10: Failure" in played.text
    assert played.foe.position == "even"


@pytest.mark.exercises("enemy.magic")
def test_enemies_swap_in_castings_only_where_a_table_lets_them() -> None:
    """By default there is no question. With the ruling the Pocket's 6 makes 10 of 4 and 2."""
    assert cast(SCHOLAR.but(pocket=6), "magic-orb", (4, 2)).questions == []
    s = fight(
        seeker(marked=seeker().stats),
        SCHOLAR.but(actions=1, pocket=6),
        phase="enemies",
        rulings=MoonveilRulings(enemies_swap=True),
    )
    played = act(s, "enemy_casts", enemy="scholar", magic="magic-orb", dice=[(4, 2), (1, 1)], answers=["swap 2", ALL])
    assert (played.hero.hp, played.foe.pocket) == (8, 2)


@pytest.mark.exercises("enemy.magic")
def test_odds_of_an_enemys_casting_are_said_from_where_the_seekers_stand() -> None:
    """DC 10 in six of 36. A success is a bad outcome for the Seekers."""
    s = fight(seeker(marked=seeker().stats), SCHOLAR.but(actions=1), phase="enemies")
    found = SeatView(seated(s), "guide").odds("enemy_casts", {"enemy": "scholar", "magic": "magic-orb"})
    works = group(found, "its magic works")
    assert works.chance[0] == pytest.approx(1 / 6)
    assert works.tone == "bad"


@pytest.mark.exercises("enemy.magic", "rest.magic")
def test_a_night_gives_enemies_their_magic_back() -> None:
    """A Rest returns lost magic to enemies too."""
    s = fight(seeker(), foe(magic=(spell("egress").but(lost=True),)), round=0, phase="", moon_on=False)
    assert not act(s, "rest", dice=[1], answers=["10"]).foe.magic[0].lost
