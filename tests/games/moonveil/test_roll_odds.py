"""Chapter How To Play: the odds of rolls, and laws that always hold."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tablewright.engine.exact.action_odds import Odds, action_odds_of
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.advantage import Edge
from tablewright.games.moonveil.blows import Tier
from tablewright.games.moonveil.dice_checks import dc_roll, rank_of
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips, Weapon
from tablewright.games.moonveil.pocket_roll import Use, pocket_swap
from tablewright.games.moonveil.policies import POLICIES
from tests.engine.contract.readers import agree

from .rolls import called, swap_chance
from .table import fight, foe, seeker


def good(found: Odds) -> Fraction:
    return sum((p for value, p in found.best.items() if value.success), Fraction(0))


def test_the_odds_show_the_best_use_and_what_is_left() -> None:
    """DC 10 with Pocket 6 and a pip: 15/16, a pip spent when nothing else helps. Outcomes name the Pocket left."""
    found = action_odds_of(GAME, called(seeker(pocket=6), 10, stat="dexterity"), "make_roll", {"who": "hero"})
    assert good(found) == Fraction(15, 16)
    assert found.spent == 1 - Fraction(3, 4)
    assert [name for name, _, _ in found.rows()][:2] == [
        "success, 4 to 6 left in the pocket",
        "success, 1 to 3 left in the pocket",
    ]


def test_best_play_keeps_a_high_pocket_when_the_roll_is_made_anyway() -> None:
    """DC 4 with Pocket 1: a high die is swapped into the Pocket as long as the rest still succeeds."""
    found = action_odds_of(GAME, called(seeker(pocket=1), 4, stat="dexterity"), "make_roll", {"who": "hero"})
    high = found.best.chance(lambda value: value.high)
    assert high > Fraction(1, 3)
    assert found.plain.chance(lambda value: value.high) == 0
    assert found.spent < Fraction(1, 10)


@pytest.mark.parametrize("weapon", ["plain", "edged", "heavy"])
def test_a_harder_blow_is_the_better_one_for_an_enemy(weapon: Weapon) -> None:
    """Of two that do the same damage the one of the higher tier."""
    s = fight(seeker(marked=seeker().stats), foe(weapon=weapon, actions=1), phase="enemies")
    ranks = action_odds_of(GAME, s, "enemy_strikes", {"enemy": "foe"}).ranks()
    assert list(ranks) == sorted(ranks, key=lambda blow: (blow.damage, blow.tier), reverse=True)
    assert len(set(ranks.values())) == len(ranks)


def test_a_hit_that_armor_swallows_is_still_better_than_a_miss() -> None:
    """Though nothing is lost by it: where Armor may cancel all of a blow, a miss is the least there is."""
    s = fight(seeker(marked=seeker().stats), foe(armor=3), rulings=MoonveilRulings(armor_least=0))
    ranks = action_odds_of(GAME, s, "attack", {"who": "hero"}).ranks()
    assert [blow.tier for blow in ranks][-2:] == [Tier.WEAK_HIT, Tier.MISS]


@pytest.mark.exercises("roll.swap.exchange")
def test_a_swap_only_moves_dice() -> None:
    """The roll's dice and the Pocket are the same three numbers before and after any swap."""
    for low, high, pocket in product(range(1, 7), repeat=3):
        dice = tuple(sorted((low, high)))
        for out in dice:
            swapped, after = pocket_swap(dice, out, Use(pocket, 0, ()))
            assert sorted((*swapped, after)) == sorted((*dice, pocket))


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_live_exact_and_bulk_agree_on_a_pocket_roll(edge: Edge) -> None:
    """Compared under a policy that swaps and rerolls when it helps."""
    agree(dc_roll("x", edge, Use(4, 1, (9,)), 9, ""), POLICIES["bold"], plays=1_500)


def test_a_pip_can_only_help() -> None:
    """For every DC and Pocket, best play with a pip to mark is at least as good as without, and a higher Pocket too."""
    for dc in range(2, 13):
        without = [swap_chance(dc, pocket) for pocket in range(1, 7)]
        assert without == sorted(without)
        assert all(swap_chance(dc, pocket, 1) >= without[pocket - 1] for pocket in range(1, 7))


def test_a_success_counts_before_a_pip_and_a_pip_before_the_pocket() -> None:
    """Rolls rank by success, then by pips kept, then by the Pocket."""
    ways = product((False, True), range(4), range(1, 7))
    ranks = [
        rank_of(seeker(stats=Pips(3, 0, 0, 0), marked=Pips(3 - n), pocket=at), "strength", yes) for yes, n, at in ways
    ]
    assert ranks == sorted(set(ranks))
    assert rank_of(seeker(pocket=4), None, 1) > rank_of(seeker(pocket=3), None, 1)
