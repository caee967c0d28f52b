"""Special Actions and Rest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.advantage import edge_of, one_die
from tablewright.games.moonveil.checks import reasons
from tablewright.games.moonveil.dice_checks import dc_roll
from tablewright.games.moonveil.hit_track import defense
from tablewright.games.moonveil.people import Magic, Pips, Seeker, Turn
from tablewright.games.moonveil.pocket_roll import Use
from tablewright.games.moonveil.rest import rest_total
from tablewright.games.moonveil.state import Moon
from tablewright.rules import Choose, Refused, Seat

from .table import Played, act, chance, fight, foe, item, seeker, veil


def rested(one: Seeker, *dice: int, take: str | None = None, **given: Any) -> Played:
    """A Rest without a moon."""
    answers = [take] if take is not None else []
    return act(veil(one, moon_on=False), "rest", dice=dice and [dice], answers=answers, **given)


@pytest.mark.example("special.cost", 0)
def test_what_special_actions_cost() -> None:
    """Quick Move an Action, Footing a Move, Deduction an Action and Arcane, Rally an Action and Willpower."""
    s = fight(seeker(), foe())

    def paid(name: str, **given: Any) -> tuple[int, int, Pips]:
        one = act(s, name, who="hero", **given).hero
        return one.turn.actions, one.turn.moves, one.marked

    assert paid("quick_move") == (0, 2, Pips())
    assert paid("footing", dice=[4]) == (1, 0, Pips())
    assert paid("deduce", answers=["yes"]) == (0, 1, Pips(arcane=1))
    assert paid("rally", dice=[4]) == (0, 1, Pips(willpower=1))


@pytest.mark.exercises("special.exploration", "footing.exploration")
def test_outside_encounters_the_guide_grants_the_time() -> None:
    """Granted it happens, refused nothing is spent."""
    s = veil(seeker())
    granted = act(s, "footing", who="hero", dice=[6], answers=["yes"])
    assert granted.asked[0].by == ("guide",)
    assert granted.hero.pocket == 6
    for name in ("footing", "rally", "deduce"):
        assert act(s, name, who="hero", answers=["no"]).state == s


@pytest.mark.example("quick.move", 0)
def test_a_quick_move_is_two_moves_and_no_action() -> None:
    """Refused outside combat."""
    turn = act(fight(seeker(), foe()), "quick_move", who="hero").hero.turn
    assert (turn.moves, turn.actions) == (2, 0)
    with pytest.raises(Refused, match="no encounter"):
        act(veil(seeker()), "quick_move", who="hero")


@pytest.mark.example("footing.effect", 0, 1, 2)
def test_footing_rerolls_the_pocket() -> None:
    """Pocket 5 and a 2: 2, it must be kept. 7/2 on average, one half to raise a 3."""
    assert act(fight(seeker(pocket=5), foe()), "footing", who="hero", dice=[2]).hero.pocket == 2
    die = one_die("x", 0, "Footing")
    assert ExactCounter().dist(die).mean() == Fraction(7, 2)
    assert chance(die, lambda n: n > 3) == Fraction(1, 2)


@pytest.mark.example("footing.encounter", 0)
def test_footing_twice_with_a_quick_move() -> None:
    """A Move, a Quick Move, another Move: two rerolls, then nothing is left."""
    s = act(fight(seeker(), foe()), "footing", who="hero", dice=[1]).state
    s = act(act(s, "quick_move", who="hero").state, "footing", who="hero", dice=[6]).state
    assert s.seekers[0].pocket == 6
    with pytest.raises(Refused, match="no Move left"):
        act(s, "footing", who="hero")


@pytest.mark.example("stagger.roll", 0, 1, 2)
def test_stagger() -> None:
    """Against Defense 7 a 7 makes the target slip, a 6 does nothing. 7/12, and no damage either way."""
    s = fight(seeker(), foe(pocket=3))
    assert defense(s, s.enemies[0]) == 7
    done = act(s, "stagger", who="hero", target="foe", dice=[(4, 3), 1], answers=["keep"])
    assert (done.foe.pocket, done.foe.hp, done.hero.turn.actions) == (1, 20, 0)
    failed = act(s, "stagger", who="hero", target="foe", dice=[(4, 2)], answers=["keep"])
    assert failed.foe == s.enemies[0]
    assert chance(dc_roll("x", 0, Use(1, 0, (7,)), 7, ""), lambda c: c.success) == Fraction(7, 12)
    with pytest.raises(Refused, match=r"needs a target at 0 Moves\. Nearby: nobody"):
        act(fight(seeker(), foe(at=1)), "stagger", who="hero", target="foe")


@pytest.mark.example("deduction.cost", 0)
def test_deduction_needs_arcane() -> None:
    """With all Arcane marked it is not available."""
    with pytest.raises(Refused, match="Deduction needs an unmarked Arcane pip"):
        act(veil(seeker(marked=Pips(arcane=2))), "deduce", who="hero")


@pytest.mark.example("deduction.effect", 0)
def test_an_advantage_over_an_enemy() -> None:
    """The party's next attacks on it are 3d6, lowest removed, until the encounter ends or the Guide says so."""
    s = act(fight(seeker(), seeker("ann"), foe()), "deduce", who="hero", enemy="foe", answers=["yes"]).state
    shot = act(s, "attack", who="ann", dice=[(1, 4, 5)], answers=["keep"])
    assert "rolls 9" in shot.text
    assert act(s, "end_encounter").state.insights == ()
    assert act(s, "end_insight", insight="insight").state.insights == ()


@pytest.mark.exercises("deduction.effect")
def test_a_disadvantage_lifted() -> None:
    """A weak position no longer counts. A burden cannot be reasoned away."""
    s = act(veil(seeker()), "deduce", who="hero", lift="a weak position", answers=["yes", "yes"]).state
    one = s.seekers[0]
    assert edge_of(s, one, "strength", (), ("a weak position",)) == 0
    assert edge_of(s, one, "strength", (), ("a narrow gap",)) == -1
    heavy = one.but(items=(item("thing", slots=11),))
    assert edge_of(s.having(heavy), heavy, "strength", (), ("a weak position",)) == -1
    with pytest.raises(Refused, match="lift cannot be 'Encumbered'"):
        act(veil(seeker()), "deduce", who="hero", lift="Encumbered")


@pytest.mark.example("deduction.refund", 0)
def test_a_useless_insight_is_refunded() -> None:
    """The pip is unmarked, and the Action is there again."""
    s = fight(seeker(), foe())
    played = act(s, "deduce", who="hero", enemy="foe", answers=["no"])
    assert (played.hero.marked, played.hero.turn.actions) == (Pips(), 1)
    assert played.state.insights == ()


@pytest.mark.example("rally.cost", 0, 1)
def test_rally_costs_willpower() -> None:
    """Willpower 1 with 1 marked: no. Willpower 2: two Rallies between Rests."""
    with pytest.raises(Refused, match="Rally needs an unmarked Willpower pip"):
        act(veil(seeker(stats=Pips(2, 2, 2, 1), marked=Pips(willpower=1))), "rally", who="hero")
    s = veil(seeker(hp=2))
    for _ in range(2):
        s = act(s, "rally", who="hero", dice=[1], answers=["yes"]).state
    assert s.seekers[0].marked.willpower == 2
    with pytest.raises(Refused, match="A Rest erases"):
        act(s, "rally", who="hero")


@pytest.mark.example("rally.pips", 0)
def test_rally_refreshes_three_stats() -> None:
    """3, 2, 1 and 0 marked: then 0, 0, 0 and Willpower 1."""
    one = seeker(stats=Pips(3, 2, 1, 1), marked=Pips(3, 2, 1, 0))
    assert act(veil(one), "rally", who="hero", dice=[1], answers=["yes"]).hero.marked == Pips(0, 0, 0, 1)


@pytest.mark.example("rally.hp", 0, 1)
@pytest.mark.example("create.hp.full", 0)
@pytest.mark.parametrize(("hp", "full", "die", "after"), [(5, 13, 4, 9), (12, 13, 4, 13), (10, 12, 5, 12)])
def test_rally_restores_up_to_full(hp: int, full: int, die: int, after: int) -> None:
    """5 of 13 and a 4 are 9. 12 of 13 stop at 13. 10 of 12 and a 5 are 12."""
    assert act(veil(seeker(hp=hp, full=full)), "rally", who="hero", dice=[die], answers=["yes"]).hero.hp == after


@pytest.mark.example("rest.conditions", 0, 1)
def test_what_a_rest_needs() -> None:
    """No food, no safe place or an encounter: no Rest. A Dungeon Gear is eaten up."""
    with pytest.raises(Refused, match="needs a meal"):
        rested(seeker(), meal="none")
    with pytest.raises(Refused, match="needs a safe place"):
        rested(seeker(), safe=False)
    with pytest.raises(Refused, match="encounter goes on"):
        act(fight(seeker(), foe()), "rest")
    fed = rested(seeker("hero", "dungeon gear"), 4, take="10", meal="Dungeon Gear")
    assert fed.hero.items == ()
    with pytest.raises(Refused, match="no Dungeon Gear to eat"):
        rested(seeker(), meal="Dungeon Gear")


@pytest.mark.example("rest.pips", 0)
@pytest.mark.example("rest.magic", 0)
@pytest.mark.example("penance.removal", 0)
def test_what_a_rest_brings_back() -> None:
    """Every pip and every lost casting comes back. Guilt stays."""
    one = seeker(marked=Pips(1, 1, 1, 1), magic=(Magic("magic-orb", True),), guilt=2)
    after = rested(one, 4, take="10").hero
    assert (after.marked, after.magic, after.guilt) == (Pips(), (Magic("magic-orb"),), 2)
    again = act(veil(after), "cast", who="hero", magic="magic-orb", dice=[(5, 5), (1, 1)], answers=["keep", "hero"])
    assert "Hero casts Magic Orb." in again.text


def take_it(ask: Choose[int]) -> int:
    """The total of a Rest. Fail on any other question."""
    assert ask.cites == "rest.hp.optional", f"nobody expected to be asked: {ask.question}"
    return ask.options[-1]


@pytest.mark.example("rest.hp", 0, 1, 2)
def test_the_rest_total() -> None:
    """Level 1, Strength 2, a 5: 11. Level 3, Strength 3, 2 4 6: 21. Level 2, Strength 1: 5 to 15, 10 on average."""
    assert rested(seeker(hp=1), 5, take="11").hero.hp == 11
    assert rested(seeker(level=3, stats=Pips(3, 2, 2, 2), hp=1), 2, 4, 6, take="21").hero.hp == 21
    dist = ExactCounter(take_it).dist(rest_total("x", 2, 1, 0, 99, 0))
    assert (min(dist), max(dist)) == (5, 15)
    assert dist.mean() == 10


@pytest.mark.example("rest.hp.optional", 0, 1)
def test_the_rest_total_is_optional() -> None:
    """HP 14 against 11 may be kept or taken. Taken, it is full HP too. Strength 3 with 12 HP gains in one half."""
    one = seeker(hp=14, full=15)
    kept = rested(one, 5, take="14").hero
    taken = rested(one, 5, take="11").hero
    assert [(x.hp, x.full) for x in (kept, taken)] == [(14, 15), (11, 11)]
    dist = ExactCounter(take_it).dist(rest_total("x", 1, 3, 0, 12, 0))
    assert dist.chance(lambda total: total > 12) == Fraction(1, 2)


def test_who_does_not_rest_gets_nothing_back() -> None:
    """Two of three rest. The third keeps watch."""
    s = veil(*(seeker(id, marked=Pips(1, 0, 0, 0)) for id in ("ann", "bea", "cob")), moon_on=False)
    after = act(s, "rest", who=["ann", "bea"], dice=[4, 4], answers=["10", "10"]).state
    assert [one.marked.strength for one in after.seekers] == [0, 0, 1]


def test_the_encounter_panel_says_what_is_left() -> None:
    """Phase, place and what each Seeker can still do."""
    s = fight(seeker(turn=Turn(True, "first", 0, 1)), foe())
    panel = GAME.view(s, Seat("p-hero", "seeker"))[0]
    assert panel.title == "Encounter"
    assert "before the enemies, 1 Move left" in str(panel.words[1])


@pytest.mark.exercises("deduction.effect", "adv.cancel")
def test_an_insight_into_a_challenge_helps_the_rolls_the_guide_names() -> None:
    """3d6 where the Guide says that it helps, plain where the position is weak as well, and nowhere else."""
    s = act(veil(seeker()), "deduce", who="hero", about="the lock", answers=["yes", "yes"]).state

    def dice(**given: Any) -> int:
        called = act(s, "call_for_roll", who="hero", dc=9, stat="dexterity", **given).state
        edge = edge_of(called, called.seekers[0], "dexterity", *reasons(called.check))  # type: ignore[arg-type]
        return 2 + abs(edge)

    assert [dice(insight="the lock"), dice(insight="the lock", position="weak"), dice()] == [3, 2, 2]
    called = act(s, "call_for_roll", who="hero", dc=9, stat="dexterity", insight="the lock").state
    played = act(called, "make_roll", who="hero", dice=[(1, 4, 5)], answers=["keep"])
    assert "9 against DC 9: success" in played.text


@pytest.mark.exercises("deduction.effect", "moon.scope")
def test_what_the_moon_weakens_can_be_reasoned_away() -> None:
    """For the whole party, by the title of the effect."""
    s = veil(seeker(), seeker("ann"), moons=(Moon(62, "Fogged Glass", "", "weak arcane", 1),))
    assert edge_of(s, s.seekers[1], "arcane") == -1
    s = act(s, "deduce", who="hero", lift="Fogged Glass", answers=["yes", "yes"]).state
    assert edge_of(s, s.seekers[1], "arcane") == 0
