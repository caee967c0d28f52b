"""Gambits: Power, Finesse, Defensive Action."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil.blows import Swing, marks_of, swing_roll
from tablewright.games.moonveil.dice_checks import dc_roll
from tablewright.games.moonveil.gambits import DEFENSE_DC, GAMBITS, around
from tablewright.games.moonveil.hit_track import Lines, defense
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips, Turn
from tablewright.games.moonveil.pocket_roll import Use
from tablewright.rules import Refused
from tablewright.rules.effects.policy import first_free_option

from .table import Played, act, best_chance, chance, fight, foe, seeker


def power(*dice: Any, answers: tuple[str, ...] = ("keep",), foes: Any = None, **changes: Any) -> Played:
    """A Power attack by a Seeker whose Pocket is of no use."""
    s = fight(seeker(**changes), *(foes or (foe(),)))
    return act(s, "attack", who="hero", power=True, dice=dice, answers=answers)


def finesse(
    *dice: Any, answers: tuple[str, ...] = ("keep", "recover the Move"), foes: Any = None, **changes: Any
) -> Played:
    s = fight(seeker(**changes), *(foes or (foe(),)))
    return act(s, "attack", who="hero", finesse=True, dice=dice, answers=answers)


def defended(*dice: Any, answers: tuple[str, ...] = ("yes", "keep"), weapon: str = "plain", **changes: Any) -> Played:
    """An enemy's attack answered with a Defensive Action."""
    s = fight(seeker(**changes), foe(actions=1, weapon=weapon), phase="enemies")
    return act(s, "enemy_strikes", enemy="foe", dice=dice, answers=answers)


@pytest.mark.example("gambit.wager", 0)
def test_there_are_three_gambits() -> None:
    """Power, Finesse and Defensive Action can be declared, and each wagers its stat."""
    assert list(GAMBITS) == ["Power", "Finesse", "Defensive Action"]
    lost = [
        power((4, 4), 1).hero.marked,
        finesse(3, (4, 4)).hero.marked,
        defended((5, 4), (1, 1)).hero.marked,
    ]
    stats = [GAMBITS[name] for name in GAMBITS]
    assert [marked.of(stat) for marked, stat in zip(lost, stats, strict=True)] == [2, 2, 2]


@pytest.mark.example("gambit.combine", 0)
def test_power_and_finesse_on_one_attack() -> None:
    """Total 8: all Strength and all Dexterity marked."""
    s = fight(seeker(), foe())
    played = act(
        s, "attack", who="hero", power=True, finesse=True, dice=[3, (5, 3), 2], answers=["keep", "recover the Move"]
    )
    assert played.hero.marked == Pips(strength=2, dexterity=2)


@pytest.mark.example("power.when", 0, 1)
def test_power_needs_strength_and_melee() -> None:
    """Power is refused with all Strength marked, and at range."""
    spent = seeker(stats=Pips(3, 1, 1, 2), marked=Pips(strength=3))
    with pytest.raises(Refused, match="unmarked Strength pip"):
        act(fight(spent, foe()), "attack", who="hero", power=True)
    with pytest.raises(Refused, match="for melee attacks"):
        act(fight(seeker("hero", "range"), foe()), "attack", who="hero", weapon="range", power=True)


@pytest.mark.example("power.bonus", 0, 1, 2, 3)
def test_the_bonus_is_at_most_the_damage() -> None:
    """Strong 4 and a 6 add 4, Weak 1 and a 5 add 1, a Miss adds none. 479/216 on average against Pocket 3."""
    assert power((4, 4), 6).foe.hp == 20 - 8
    assert power((3, 2), 5, answers=("keep",)).foe.hp == 20 - 2
    assert power((2, 1)).foe.hp == 20
    drawn = Lines(4, 7, 10)
    swing = Swing("x", "X", drawn, power=True)
    dist = ExactCounter(first_free_option).dist(
        swing_roll(swing, 0, Use(1, 0, marks_of(MoonveilRulings(), drawn)), MoonveilRulings())
    )
    assert dist.mean(lambda r: r.bonus) == Fraction(479, 216)


@pytest.mark.exercises("power.bonus")
def test_the_bonus_counts_weapon_effects() -> None:
    """An Edged Weak Hit ordinarily does 3, so a bonus of 3 is possible."""
    s = fight(seeker("hero", "edged"), foe())
    played = act(s, "attack", who="hero", weapon="edged", power=True, dice=[(4, 2), 5], answers=["keep"])
    assert played.foe.hp == 20 - 6


@pytest.mark.example("power.apply", 0, 1)
def test_focused_or_spread() -> None:
    """A hit for 4 with bonus 3 does 7, 3 and 3 when spread, 7, 0 and 0 when focused."""
    foes = (foe("a"), foe("b"), foe("c"), foe("far", at=1))
    for pick, hp in (("each nearby enemy", [13, 17, 17, 20]), ("target", [13, 20, 20, 20])):
        played = power((4, 4), 3, answers=("a", "keep", pick), foes=foes)
        assert [enemy.hp for enemy in played.state.enemies] == hp


@pytest.mark.exercises("power.apply", "gear.armor")
def test_armor_lowers_the_sum_once() -> None:
    """4 and 3 against an armored enemy are 6, not 5."""
    assert power((4, 4), 3, foes=(foe(armor=1),)).foe.hp == 14


@pytest.mark.example("power.wager", 0, 1, 2)
def test_power_is_paid_below_ten() -> None:
    """9 marks all Strength even on a Strong Hit. 10 against Limit 11 marks none. 5/6 to lose on a plain roll."""
    assert power((5, 4), 1).hero.marked.strength == 2
    ten = power((6, 4), 1, foes=(foe(limit=11),))
    assert "Strong Hit" in ten.text
    assert ten.hero.marked.strength == 0
    drawn = Lines(4, 7, 10)
    swing = swing_roll(Swing("x", "X", drawn, power=True), 0, Use(1, 0, ()), MoonveilRulings())
    assert chance(swing, lambda r: not r.safe) == Fraction(5, 6)


@pytest.mark.example("finesse.when", 0)
def test_finesse_needs_dexterity() -> None:
    """Dexterity 1 with 1 marked: not available."""
    spent = seeker(stats=Pips(2, 1, 1, 1), marked=Pips(dexterity=1))
    with pytest.raises(Refused, match="Finesse needs an unmarked Dexterity pip"):
        act(fight(spent, foe()), "attack", who="hero", finesse=True)


@pytest.mark.example("finesse.choose", 0)
def test_with_finesse_the_attacker_picks() -> None:
    """Two enemies nearby: the Seeker's player is asked, not the Guide."""
    played = finesse(3, (6, 4), answers=("b", "keep", "recover the Move"), foes=(foe("a"), foe("b")))
    assert played.asked[0].by == ("hero",)
    assert [enemy.hp for enemy in played.state.enemies] == [20, 14]


@pytest.mark.example("finesse.slip", 0)
def test_the_target_slips_before_the_attack() -> None:
    """Pocket 5, slip 2: Defense 6, and a total of 6 is a Strong Hit."""
    played = finesse(2, (4, 2), foes=(foe(pocket=5),))
    assert defense(played.state, played.foe) == 6
    assert "rolls 6: Strong Hit" in played.text


@pytest.mark.example("finesse.after", 0, 1, 2)
def test_after_finesse() -> None:
    """The Move comes back, but never as a second one, or the enemy is driven 1 Move away unless it fell."""
    moved = finesse(3, (6, 4), turn=Turn(True, "first", 1, 0))
    assert moved.hero.turn.moves == 1
    assert finesse(3, (6, 4)).hero.turn.moves == 1
    pushed = finesse(3, (6, 4), answers=("keep", "push ahead"))
    assert abs(pushed.foe.at - pushed.hero.at) == 1
    fallen = finesse(3, (6, 4), answers=("keep",), foes=(foe(hp=3),), turn=Turn(True, "first", 1, 0))
    assert fallen.hero.turn.moves == 1


@pytest.mark.example("finesse.wager", 0, 1)
def test_finesse_is_paid_below_ten() -> None:
    """9 marks all Dexterity, 11 nothing."""
    assert finesse(3, (5, 4)).hero.marked.dexterity == 2
    assert finesse(3, (6, 5)).hero.marked.dexterity == 0


@pytest.mark.example("defact.when", 0)
def test_a_miss_needs_no_defense() -> None:
    """A Miss raises no question. A hit does, and the answer costs no Action."""
    missed = defended((2, 2), answers=())
    assert missed.questions == []
    assert defended((3, 2), (6, 4)).hero.turn.actions == 1
    spent = defended((5, 4), answers=(), marked=Pips(dexterity=2))
    assert spent.questions == []


@pytest.mark.example("defact.roll", 0, 1, 2)
def test_the_defensive_roll() -> None:
    """1/6 plain. 3/4 with Pocket 6. 15/16 with a reroll on top."""
    call = dc_roll("x", 0, Use(6, 0, (DEFENSE_DC,)), DEFENSE_DC, "")
    assert chance(call, lambda c: c.success) == Fraction(1, 6)
    assert best_chance(call, lambda c: c.success) == Fraction(3, 4)
    again = dc_roll("x", 0, Use(6, 1, (DEFENSE_DC,)), DEFENSE_DC, "")
    assert best_chance(again, lambda c: c.success) == Fraction(15, 16)


@pytest.mark.example("defact.success", 0)
def test_success_cancels_all_damage() -> None:
    """No damage of a hit for 6 is taken, and no pip marked. Tricky still trips."""
    played = defended((6, 4), (6, 4))
    assert (played.hero.hp, played.hero.marked) == (10, Pips())
    tripped = defended((6, 4), (6, 4), 1, answers=("yes", "keep", "no"), weapon="tricky")
    assert (tripped.hero.hp, tripped.hero.pocket) == (10, 1)


@pytest.mark.example("defact.fail", 0)
def test_failure_costs_damage_and_dexterity() -> None:
    """A hit for 4, Dexterity 3 with 1 marked: 4 damage, 3 marked. Armor still lowers it."""
    stats, marked = Pips(1, 3, 1, 2), Pips(dexterity=1)
    played = defended((4, 4), (4, 2), stats=stats, marked=marked)
    assert (played.hero.hp, played.hero.marked.dexterity) == (6, 3)
    s = fight(seeker("hero", "armor", stats=stats, marked=marked), foe(actions=1), phase="enemies")
    armored = act(s, "enemy_strikes", enemy="foe", dice=[(4, 4), (4, 2)], answers=["yes", "keep"])
    assert armored.hero.hp == 7


@pytest.mark.exercises("finesse.after")
def test_nobody_is_driven_off_the_edge() -> None:
    """At the last place there is only the way back. A Seeker who had passed the enemy must pass it again."""
    s = fight(seeker(at=6, past=("foe",)), foe(at=6))
    played = act(s, "attack", who="hero", finesse=True, dice=[3, (6, 4)], answers=["keep", "push back"])
    assert [option.key for option in played.asked[-1].options] == ["recover the Move", "push back"]
    assert (played.foe.at, played.hero.past) == (5, ())


@pytest.mark.exercises("defact.when")
def test_a_sleeper_does_not_defend() -> None:
    """A sleeper gets no question and takes the hit."""
    assert defended((5, 4), answers=(), asleep=True).hero.hp == 5


@pytest.mark.exercises("power.apply")
@pytest.mark.parametrize("target", ["a", "b", "c"])
def test_power_reaches_everybody_else_at_the_place(target: str) -> None:
    """Power reaches the other enemies at the place, for any target, and none elsewhere."""
    one = seeker()
    s = fight(one, foe("a"), foe("b"), foe("c"), foe("d", at=1))
    assert {enemy.id for enemy in around(s, one, s.enemy(target))} == {"a", "b", "c"} - {target}
