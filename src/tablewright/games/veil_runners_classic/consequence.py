"""The consequence of a roll: told by the wayfinder, before or after dice are returned, and shared by helpers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, tell

from .crew import lose_personal_die
from .rolling_dice import Result
from .state import WAYFINDER, Aftermath, Run, dice_in_hand, name_of, over, settled
from .taking_damage import take_damage
from .tokens import lose, missing_tokens
from .wording import all_of, dice_words

Harm = Literal["damage", "engineering", "supplies", "reserves", "personal die"]


@cites("roll.consequence", "shunt.standard")
def not_tellable(s: Run) -> str | None:
    """The reason why no consequence can be told now, or None."""
    after = s.aftermath
    if over(s):
        return over(s)
    if after is None or after.told:
        return "no roll waits for its consequence."
    if after.shunt == "standard" and after.hand:
        return f"after a standard shunt the crew first returns {dice_words(after.hand)}."
    return None


@cites("roll.help.risk")
def reached_by(s: Run, after: Aftermath, picked: tuple[str, ...]) -> tuple[str, ...]:
    """The members a consequence reaches: the roller and each helper.

    The wayfinder may pick some of them if the house allows it.
    """
    everyone = (after.who, *after.helpers)
    if not picked:
        return everyone
    if not set(picked) <= set(everyone):
        raise Refused(f"It can only reach those in the roll: {all_of([name_of(s, who) for who in everyone])}.", "on")
    if s.rulings.shared_risk == "all" and set(picked) != set(everyone):
        raise Refused(f"Helpers share the risk: it reaches {all_of([name_of(s, who) for who in everyone])}.", "on")
    return tuple(who for who in everyone if who in picked)


@cites("roll.help.risk")
def is_bad(after: Aftermath, what: str, harm: tuple[Harm, ...]) -> bool:
    """True for bad news, which helpers share: a cost by the rules, or any news of a roll that was no full success."""
    return bool(harm) or (bool(what) and after.result is not Result.SUCCESS)


#: The effect of each harm, in the wayfinder's words.
HARMS: Mapping[Harm, tuple[str, str]] = {
    "damage": ("the ship takes damage", "integrity first, then engineering or a system crash"),
    "engineering": ("engineering is lost", "systems rolls suffer"),
    "supplies": ("supplies are lost", "each day costs everyone a personal die"),
    "reserves": ("reserves are lost", "nothing left to trade with"),
    "personal die": ("a personal die is lost", "by each of those it reaches"),
}


def harms(s: Run) -> Iterator[FieldOption]:
    """Harms that can still happen. Tokens already gone cannot be lost."""
    gone = missing_tokens(s)
    yield from (FieldOption(harm, *HARMS[harm]) for harm in get_args(Harm) if harm not in gone)


def in_the_roll(s: Run) -> tuple[str, ...]:
    return (s.aftermath.who, *s.aftermath.helpers) if s.aftermath else ()


def may_pick(s: Run, given: Mapping[str, Any]) -> bool:
    """True if the consequence can reach some of those in the roll and not others."""
    return s.rulings.shared_risk == "picked" and len(in_the_roll(s)) > 1


@action(
    "roll.consequence", "roll.help.risk", title="Tell the consequence", by=WAYFINDER, when=not_tellable, group="Rolls"
)
def tell_consequence(
    s: Run,
    what: Annotated[
        str, Param("What comes of the roll", main=True, examples=("A warship turns its guns on you.",))
    ] = "",
    harm: Annotated[tuple[Harm, ...], Param("What it costs by the rules", among=harms, main=True)] = (),
    on: Annotated[
        tuple[str, ...],
        Param("Whom it reaches: all in the roll, if left out", among=in_the_roll, applies=may_pick, label="whom"),
    ] = (),
) -> Rule[Run]:
    """Tell the result of the roll. It may damage the ship, or have no further effect."""
    after = s.aftermath
    if after is None:
        raise Refused("No roll waits for its consequence.")
    reached = reached_by(s, after, on)
    yield tell("roll.consequence", "{what}", what=what or "Nothing more comes of it.")
    if after.helpers and is_bad(after, what, harm):
        yield tell("roll.help.risk", "It reaches {names}.", names=all_of([name_of(s, who) for who in reached]))
    s = s.but(aftermath=after.but(told=True))
    for kind in dict.fromkeys(harm):
        s = yield from suffer(s, kind, reached)
    if dice_in_hand(s) and not over(s):
        yield tell("shunt.reactive", "Now the crew returns {dice}.", dice=dice_words(dice_in_hand(s)))
    return settled(s)


def suffer(s: Run, harm: Harm, reached: tuple[str, ...]) -> Rule[Run]:
    """Apply one kind of harm to the ship, to the crew's tokens, or to each member it reaches."""
    if harm == "damage":
        return (yield from take_damage(s))
    if harm != "personal die":
        return (yield from lose(s, harm))
    for who in reached:
        s = yield from lose_personal_die(s, who, "roll.consequence")
    return s
