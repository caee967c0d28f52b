"""Weapons in the lab: the result of one blow, and the worth of each weapon against each armor as a table."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from tablewright.rules import Param, Rule, State, rule

from .armors import ARMORS
from .attack import Swing, make_swing, raw_damage, strike
from .contests import contest
from .defenses import Shell, shell, suffer
from .options import LEDGER, VeridiaRulings
from .outfits import armed
from .people import opponent
from .rolling import FAILED, Result, in_words, pool, works
from .state import Suit
from .weapons import WEAPONS, in_hand

Dice = Annotated[int, Param("Dice of the attack", min=1, max=20)]
Hard = Annotated[int, Param("Difficulty to hit", min=0, max=6)]
Defence = Annotated[int, Param("Dice of a parry, block or dodge against it; 0 is no defence", min=0, max=20)]


@cache
def swing_with(weapon: str, dice: int = 0, difficulty: int = 0) -> Swing:
    striker = armed(opponent("duelist", "one", "Striker"), weapon if weapon != "Unarmed" else "")
    return make_swing(striker, in_hand(striker), dice, difficulty)


@cache
def shell_of(armor: str) -> Shell:
    return shell(opponent("duelist", "other", "Target").but(suit=Suit(armor)))


# one blow


class Trial(State, frozen=True):
    """An attack with a weapon against armor, and its result once it has been made."""

    swing: Swing
    shell: Shell
    rulings: VeridiaRulings = LEDGER
    damage: int | None = None


def blow_start(
    rulings: VeridiaRulings,
    weapon: Annotated[str, Param("With which weapon", among=lambda _: tuple(WEAPONS))] = "Sword",
    armor: Annotated[str, Param("Against which armor", among=lambda _: tuple(ARMORS))] = "Medium armor",
    dice: Dice = 6,
    difficulty: Hard = 0,
) -> Trial:
    return Trial(swing_with(weapon, dice, difficulty), shell_of(armor), rulings)


@rule("attack.hit", "attack.damage", "attack.reduce")
def one_blow(t: Trial) -> Rule[Trial]:
    done = yield from strike(t.swing, None, t.shell, t.rulings)
    return t.but(damage=done.net)


def blow_ending(t: Trial) -> str | None:
    if t.damage is None:
        return None
    return "no damage" if not t.damage else f"{t.damage} damage"


# all weapons against all armors


class Armory(State, frozen=True):
    """A single roll, to be read with every weapon against every armor."""

    dice: int
    difficulty: int = 0
    defence: int = 0
    weapon: str | None = None
    armor: str | None = None
    rulings: VeridiaRulings = LEDGER
    result: Result | None = None


def armory_start(
    rulings: VeridiaRulings,
    dice: Dice = 6,
    difficulty: Hard = 0,
    defence: Defence = 0,
    weapon: Annotated[str | None, Param("This weapon only", among=lambda _: tuple(WEAPONS))] = None,
    armor: Annotated[str | None, Param("This armor only", among=lambda _: tuple(ARMORS))] = None,
) -> Armory:
    return Armory(dice, difficulty, defence, weapon, armor, rulings)


@rule("attack.roll", "defend.contested", "contest.cancel")
def one_roll(a: Armory) -> Rule[Armory]:
    """Roll once for all pairs. The mean of each pair is the same as if it had rolled alone."""
    if not a.defence:
        return a.but(result=(yield from pool(a.dice, a.difficulty, rulings=a.rulings)))
    found = yield from contest(a.dice, a.defence, a.difficulty, rulings=a.rulings)
    return a.but(result=found.winning if found.margin > 0 else FAILED)


def armory_ending(a: Armory) -> str | None:
    if a.result is None:
        return None
    return in_words(Result(a.result.successes)) if works(a.result) else "miss"


def table_of_worth(a: Armory) -> dict[str, float]:
    """Damage past the defences, for each weapon against each armor."""
    result = a.result or FAILED
    return {
        f"damage, {weapon.lower()} against {armor.lower()}": float(damage(weapon, armor, result, a.rulings))
        for weapon in ([a.weapon] if a.weapon else WEAPONS)
        for armor in ([a.armor] if a.armor else ARMORS)
    }


@cache
def damage(weapon: str, armor: str, result: Result, rulings: VeridiaRulings) -> int:
    """The damage of a roll with this weapon against this armor."""
    if not works(result):
        return 0
    swing = swing_with(weapon)
    return suffer(raw_damage(swing, result), shell_of(armor), rulings, piercing=swing.piercing).health
