"""Enemies by habit, decisions of the lab's policies, and dice with Advantage beyond two."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil.advantage import Edge, one_die, several
from tablewright.games.moonveil.enemies import MOST_ENEMIES
from tablewright.games.moonveil.enemy_turns import habitual_step, nearest
from tablewright.games.moonveil.moon_list import MOON_LIST
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips
from tablewright.games.moonveil.picks import wager
from tablewright.games.moonveil.places import FARTHEST
from tablewright.games.moonveil.policies import POLICIES
from tablewright.games.moonveil.scenarios import Day, day_goes_on
from tablewright.games.moonveil.workings import in_throw
from tablewright.rules import Choose, FieldOption, Refused
from tablewright.rules.effects.policy import first_free_option

from .table import act, fight, foe, seeker, spell


def test_the_nearest_seeker_is_nearest_on_the_row() -> None:
    """On either side of an enemy, and across the start."""
    assert nearest(fight(seeker("far", at=1), seeker("near", at=4)), foe(at=3)).id == "near"
    assert nearest(fight(seeker("far", at=4), seeker("near", at=1)), foe(at=2)).id == "near"
    assert nearest(fight(seeker("far", at=-4), seeker("near", at=3)), foe(at=1)).id == "near"


@pytest.mark.parametrize(
    ("habit", "at", "step"),
    [
        ("charge", 2, -1),
        ("charge", -2, 1),
        ("charge", 0, 0),
        ("guard", 2, 0),
        ("shoot", 3, -1),
        ("shoot", 2, 0),
        ("shoot", 1, 1),
        ("shoot", -1, -1),
        ("shoot", 0, 1),
    ],
)
def test_habits(habit: Any, at: int, step: int) -> None:
    """Chargers close in, shooters stay two Moves away, guards stay. The Seeker stands at 0."""
    s = fight(seeker(), foe(at=at, habit=habit))
    assert habitual_step(s, s.enemies[0]) == step


def test_a_shooter_draws_back_as_far_as_the_row_goes() -> None:
    """To its last place on either side, and no farther."""
    for end in (FARTHEST, -FARTHEST):
        out = 1 if end > 0 else -1
        s = fight(seeker(at=end - 2 * out), foe(at=end - out, habit="shoot"))
        assert habitual_step(s, s.enemies[0]) == out
        cornered = fight(seeker(at=end - out), foe(at=end, habit="shoot"))
        assert habitual_step(cornered, cornered.enemies[0]) == 0


def asked(cites: str, *options: Any) -> Choose[Any]:
    return Choose("hero", "?", options, cites=cites)


def test_who_dodges_takes_every_defensive_action_and_nothing_else() -> None:
    """Other questions are answered as plainly as can be."""
    dodging, plain = POLICIES["dodging"], POLICIES["plain"]
    assert dodging(asked("defact.when", False, True)) is True
    assert plain(asked("defact.when", False, True)) is False
    cloak = asked("gear.cloak", False, True)
    assert dodging(cloak) == plain(cloak)


def test_single_dice_with_advantage_and_disadvantage() -> None:
    """Roll one more die and drop the lowest or the highest."""
    means: tuple[tuple[Edge, int], ...] = ((0, 126), (1, 161), (-1, 91))
    for edge, mean in means:
        assert ExactCounter(first_free_option).dist(one_die("x", edge, "")).mean() * 36 == mean


def test_several_dice_with_advantage_and_disadvantage() -> None:
    """The sum of the two highest, of two, of the two lowest."""
    dice = {edge: ExactCounter(first_free_option).dist(several("x", 2, edge, "")) for edge in (0, 1, -1)}
    assert dice[0].chance(lambda n: n == 12) * 36 == 1
    assert dice[1].chance(lambda n: n == 12) * 216 == 16
    assert dice[-1].chance(lambda n: n == 12) * 216 == 1
    assert dice[-1].chance(lambda n: n == 2) * 216 == 16


def test_a_bomb_may_be_thrown_to_any_place_within_reach() -> None:
    """All places the table draws are listed, with a reason for those beyond two Moves."""
    s = fight(seeker("hero", "bomb", at=4))
    picks = {pick.value: pick.why_not for pick in in_throw(s, {"who": "hero"})}
    assert sorted(picks) == list(range(min(picks), -min(picks) + 1))
    assert [at for at, why_not in picks.items() if not why_not] == [at for at in picks if 2 <= at <= 6]


def test_no_more_enemies_appear_than_a_table_can_follow() -> None:
    """Nor where a hand has put more of them there."""
    crowd = tuple(foe(f"foe-{n}") for n in range(MOST_ENEMIES + 1))
    for enemies in (crowd, crowd[1:]):
        with pytest.raises(Refused, match=f"There are {MOST_ENEMIES} enemies already"):
            act(fight(seeker(), *enemies), "make_enemy", name="Goblin", hp=6)
    assert len(act(fight(seeker(), *crowd[2:]), "make_enemy", name="Goblin", hp=6, dice=[3]).state.enemies) == 24


def test_an_enemy_is_hidden_only_if_the_guide_says_so() -> None:
    """Changing something else about it leaves it in sight."""
    assert not act(fight(seeker(), foe()), "change_enemy", enemy="foe", busy=True).foe.hidden
    assert act(fight(seeker(), foe()), "change_enemy", enemy="foe", hide=True).foe.hidden


def test_a_wager_is_a_yes_or_a_no() -> None:
    """Yes and no are listed with or without a Seeker. Yes is refused to a Seeker without a pip."""
    among = wager("strength", "Power", "more damage")
    for given in ({}, {"who": "hero"}):
        assert [pick.value for pick in among(fight(seeker()), given)] == [False, True]
    spent: tuple[FieldOption, ...] = among(fight(seeker(marked=Pips(strength=2))), {"who": "hero"})
    assert [bool(pick.why_not) for pick in spent] == [False, True]


def test_an_enemys_casting_is_swapped_at_most_and_never_rolled_again() -> None:
    """Enemies have no pips to mark."""
    s = fight(
        seeker(marked=seeker().stats),
        foe(magic=(spell("sleepsand"),), actions=1, pocket=6),
        phase="enemies",
        rulings=MoonveilRulings(enemies_swap=True),
    )
    with pytest.raises(AssertionError, match="no answer left") as refused:
        act(s, "enemy_casts", enemy="foe", magic="sleepsand", target="hero", dice=[(1, 2)])
    assert "swap" in str(refused.value)
    assert "reroll" not in str(refused.value)


def test_a_days_encounters_are_counted_down_one_by_one() -> None:
    """Three to come, and one is over: two are left, and the enemies are back."""
    calm = MOON_LIST[0].but(lever="told", amount=0)
    moons = tuple(calm.but(place=moon.place) for moon in MOON_LIST)
    one = seeker(marked=Pips())
    three = Day(MoonveilRulings(), (one,), enemies=(foe(hp=0),), moon_list=moons, left=3, waiting=(foe(),))
    dist = ExactCounter(POLICIES["plain"]).dist(day_goes_on(three))
    assert {(day.left, len(day.foes)) for day in dist} == {(2, 1)}
    last = ExactCounter(POLICIES["plain"]).dist(day_goes_on(three.but(left=1)))
    assert {(day.left, len(day.foes)) for day in last} == {(0, 0)}
