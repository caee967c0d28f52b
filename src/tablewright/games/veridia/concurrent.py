"""Concurrent actions: several in one turn, with one pool to share among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from tablewright.kernel import Choose, Param, Refused, Rule, action, cites, tell

from .armors import has_shield
from .attack import attack_pool
from .common import IN_A_SET, PLAYED, set_pool
from .fight import Hand, fighters, targets
from .health import must_be_able
from .maneuvers import defence_pool, grapple_pool, parrying_weapon
from .rolling import Tally, dice_in_words
from .skills import skill_pool, uses
from .state import Character, Kept, Veridia, fighter, put_fighter, the
from .turns import begin_turn, no_fight
from .weapons import can_parry, in_hand

SetAction = Literal[
    "attack",
    "grapple",
    "dodge",
    "parry",
    "block",
    "run",
    "pick up",
    "stand up",
    "draw",
    "reload",
    "break free",
    "skill",
]


@cites("concurrent.smallest", "concurrent.minus")
def shared(pools: Iterable[int]) -> int:
    """The dice to share: the smallest pool, less one for every action after the first."""
    sizes = list(pools)
    return max(0, min(sizes) - (len(sizes) - 1))


@cites("concurrent.no_repeat", "concurrent.split")
def why_not_shared(actions: tuple[str, ...], dice: tuple[int, ...], most: int) -> str | None:
    """Why a set, or the way its dice are split, is not legal. An action may get no dice: then it fails."""
    if len(actions) < 2:
        return "A concurrent set has two actions or more."
    if len(set(actions)) < len(actions):
        return "The same action cannot be taken twice in one set."
    if len(dice) != len(actions):
        return f"Say how many dice each of the {len(actions)} actions gets: {most} in all."
    if min(dice) < 0 or sum(dice) > most:
        return f"There are {dice_in_words(most)} to share, not {sum(dice)}."
    return None


def pool_in_set(s: Veridia, c: Character, doing: str, target: str | None, hand: str, distance: int, use: str) -> Tally:
    """An action's own pool, with its advantages and disadvantages."""
    if doing == "attack":
        if not target:
            raise Refused("An attack in a set needs its target now, for its pool to be known.")
        return attack_pool(s, c, the(s, target), in_hand(c, hand), distance)
    if doing == "grapple":
        return grapple_pool(s, c, the(s, target) if target else None)
    if doing == "parry" and not can_parry(parrying_weapon(c)):
        raise Refused(f"{c.name} has nothing in hand to parry with.")
    if doing == "block" and not has_shield(c):
        raise Refused(f"{c.name} has no shield in hand.")
    if doing in ("dodge", "parry", "block"):
        return defence_pool(s, c, doing)
    if doing in IN_A_SET:
        return set_pool(s, c, doing)
    if doing == "skill":
        return skill_pool(s, c, *uses()[use])
    return skill_pool(s, c, *(("agility", "athletics") if doing == "run" else ("strength", "brawl")))


@action(
    "concurrent.allowed",
    "concurrent.no_repeat",
    "concurrent.smallest",
    "concurrent.minus",
    "concurrent.split",
    "concurrent.declare",
    title="Do several things at once",
    by=PLAYED,
    instant=True,
    when=no_fight,
    group="Turn",
)
def concurrent(
    s: Veridia,
    who: Annotated[str, Param("Who acts", among=fighters, mine=True)],
    actions: Annotated[tuple[SetAction, ...], Param("What is done in this turn, two or more")],
    dice: Annotated[tuple[int, ...], Param("The dice each gets, in the same order", min=0, max=20)],
    target: Annotated[str | None, Param("Whom an attack is for", among=targets)] = None,
    hand: Hand = "main",
    distance: Annotated[int, Param("Meters to the target", min=0, max=400)] = 0,
    use: Annotated[str, Param("What a skill is used for", among=lambda _: tuple(uses()))] = "lie",
) -> Rule[Veridia]:
    """Declares a set and how its dice are shared; each action of it is then taken with the dice set aside.

    It may be declared before one's place in the order, as when somebody attacks: that opens the turn early.
    """
    c, f = the(s, who), fighter(s, who)
    assert f is not None
    must_be_able(s, c)
    if f.over or f.surprised:
        raise Refused(f"{c.name} has no turn to use now.")
    if f.main:
        raise Refused(f"{c.name} has used this turn's main action: {f.main}.")
    pools = {doing: pool_in_set(s, c, doing, target, hand, distance, use) for doing in actions}
    most = shared(tally.dice for tally in pools.values()) if len(actions) > 1 else 0
    why = why_not_shared(actions, dice, most)
    if why:
        raise Refused(why)
    if "skill" in actions and not (
        yield from Choose(
            "gm", "Can these be done at the same moment?", (True, False), cites="concurrent.allowed", about=actions
        )
    ):
        yield tell("concurrent.allowed", "That cannot be done at the same moment.")
        return s
    s = yield from begin_turn(s, who)
    f = fighter(s, who) or f
    shares = ", ".join(f"{doing} {n}" for doing, n in zip(actions, dice, strict=True))
    words = "{name} does several things at once, {most} to share: {shares}."
    yield tell("concurrent.split", words, name=c.name, most=dice_in_words(most), shares=shares)
    aimed = {"attack", "grapple"} if target else set()
    kept = tuple(Kept(doing, n, target or "" if doing in aimed else "") for doing, n in zip(actions, dice, strict=True))
    return put_fighter(s, f.but(main="a concurrent set", kept=kept))
