"""The consequence of a roll: told by the wayfinder, before or after dice are returned, and shared by helpers."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from tablewright.kernel import Param, Refused, Rule, action, cites, tell

from .crew import lose_personal_die
from .state import WAYFINDER, Aftermath, Run, crew_ids, dice_in_hand, name_of, over, settled
from .taking_damage import take_damage
from .tokens import lose, missing_tokens
from .wording import all_of, dice_words

Harm = Literal["damage", "engineering", "supplies", "reserves", "personal die"]


@cites("roll.consequence", "shunt.standard")
def not_tellable(s: Run) -> str | None:
    """Why no consequence can be told now."""
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
    """Whom a consequence reaches: whoever rolled and each helper, or those the wayfinder picks if the house allows."""
    everyone = (after.who, *after.helpers)
    if not picked:
        return everyone
    if not set(picked) <= set(everyone):
        raise Refused(f"It can only reach those in the roll: {all_of([name_of(s, who) for who in everyone])}.")
    if s.rulings.shared_risk == "all" and set(picked) != set(everyone):
        raise Refused(f"Helpers share the risk: it reaches {all_of([name_of(s, who) for who in everyone])}.")
    return tuple(who for who in everyone if who in picked)


def harms(s: Run) -> tuple[Harm, ...]:
    """What there is to lose: tokens that are gone already are not."""
    return tuple(harm for harm in get_args(Harm) if harm not in missing_tokens(s))


@action(
    "roll.consequence", "roll.help.risk", title="Tell the consequence", by=WAYFINDER, when=not_tellable, group="Rolls"
)
def tell_consequence(
    s: Run,
    what: Annotated[str, Param("What comes of the roll", examples=("A warship turns its guns on you.",))] = "",
    harm: Annotated[tuple[Harm, ...], Param("What it costs by the rules", among=harms)] = (),
    on: Annotated[tuple[str, ...], Param("Whom it reaches: all in the roll, if left out", among=crew_ids)] = (),
) -> Rule[Run]:
    """The wayfinder says what the roll leads to: ship damage is one possibility, nothing more is another."""
    after = s.aftermath
    if after is None:
        raise Refused("No roll waits for its consequence.")
    reached = reached_by(s, after, on)
    yield tell("roll.consequence", "{what}", what=what or "Nothing more comes of it.")
    if after.helpers and (what or harm):
        yield tell("roll.help.risk", "It reaches {names}.", names=all_of([name_of(s, who) for who in reached]))
    s = s.but(aftermath=after.but(told=True))
    for kind in dict.fromkeys(harm):
        s = yield from suffer(s, kind, reached)
    if dice_in_hand(s) and not over(s):
        yield tell("shunt.reactive", "Now the crew returns {dice}.", dice=dice_words(dice_in_hand(s)))
    return settled(s)


def suffer(s: Run, harm: Harm, reached: tuple[str, ...]) -> Rule[Run]:
    """One kind of harm, to the ship, to what the crew has, or to each of those it reaches."""
    if harm == "damage":
        return (yield from take_damage(s))
    if harm != "personal die":
        return (yield from lose(s, harm))
    for who in reached:
        s = yield from lose_personal_die(s, who, "roll.consequence")
    return s
