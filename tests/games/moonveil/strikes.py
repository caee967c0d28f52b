"""Attacks by Seekers and by enemies."""

from __future__ import annotations

from typing import Any

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.moonveil.blows import Swing, marks_of, swing_roll
from tablewright.games.moonveil.hit_track import Lines
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips, Weapon
from tablewright.games.moonveil.pocket_roll import Use
from tablewright.rules.effects.policy import first_free_option

from .table import Played, act, fight, foe, seeker

RULINGS = MoonveilRulings()


SPENT = Pips(strength=2, dexterity=2)


def struck(weapon: Weapon = "plain", drawn: Lines | None = None) -> Distribution[Any]:
    """The distribution of a plain attack, without swap or reroll."""
    drawn = drawn or Lines(4, 7, 10)
    call = swing_roll(Swing("x", "X", drawn, weapon), 0, Use(1, 0, marks_of(RULINGS, drawn)), RULINGS)
    return ExactCounter(first_free_option).dist(call)


def attack(weapon: str | None, *dice: Any, pocket: int = 3, answers: Any = ("keep",), **given: Any) -> Played:
    """A Seeker attacks an enemy of this Pocket with this weapon."""
    kinds = (weapon,) if weapon else ()
    one = seeker("hero", *kinds, marked=SPENT)
    s = fight(one, foe(pocket=pocket))
    return act(s, "attack", who="hero", weapon=weapon, dice=dice, answers=answers, **given)


def damage(played: Played) -> int:
    return 20 - played.foe.hp


def struck_by(enemy: Any, *dice: Any, answers: tuple[str, ...] = (), **changes: Any) -> Played:
    """An enemy attacks a Seeker who has no Dexterity left."""
    one = seeker("hero", *changes.pop("kinds", ()), **{"marked": SPENT, **changes})
    s = fight(one, enemy.but(actions=1), phase="enemies")
    return act(s, "enemy_strikes", enemy=enemy.id, dice=dice, answers=answers)
