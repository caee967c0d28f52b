"""Concurrent actions: several in one turn, with one pool to share among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cites, tell

from .armors import has_shield
from .attack import attack_parts, attack_pool
from .checks import uses_for
from .choices import Given, hands, in_fight, targets, two_armed, whose
from .common import IN_A_SET, PLAYED, set_pool, stands
from .distances import how_far, last_known
from .health import unable
from .holds import grapple_pool
from .maneuvers import defence_pool, parrying_weapon
from .rolling import Tally, dice_in_words, tally
from .skills import skill_pool, uses_of
from .state import Character, Item, Kept, Veridia, fighter, put_fighter, the
from .turns import begin_turn, no_fight, opened
from .weapons import can_parry, has, in_hand, kind_of, strikes
from .wrestling import not_held

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
    """The reason why a set, or the split of its dice, is not legal. An action may get no dice: then it fails."""
    if len(actions) < 2:
        return "A concurrent set has two actions or more."
    if len(set(actions)) < len(actions):
        return "The same action cannot be taken twice in one set."
    if len(dice) != len(actions):
        return f"Say how many dice each of the {len(actions)} actions gets: {most} in all."
    if min(dice) < 0 or sum(dice) > most:
        return f"There are {dice_in_words(most)} to share, not {sum(dice)}."
    return None


@cites("turn.main_slot", "concurrent.declare")
def no_set(s: Veridia, c: Character) -> str | None:
    """The reason why a fighter cannot begin a set now, or None. It may be begun before their place in the order."""
    f = fighter(s, c.id)
    if f is None or unable(s, c):
        return unable(s, c) or f"{c.name} takes no part in the fight."
    if f.over or f.surprised:
        return f"{c.name} has no turn to use now."
    return f"{c.name} has used this turn's main action: {f.main}." if f.main else None


def set_actions(s: Veridia, given: Given) -> tuple[FieldOption, ...]:
    """Possible actions of a set, with the dice of each alone, or the reason why not."""
    named = whose(s, given)
    if len(named) > 1:
        return tuple(FieldOption(doing, doing.capitalize()) for doing in get_args(SetAction))
    (c,) = named
    return tuple(in_set(opened(s, c.id), c, doing) for doing in get_args(SetAction))


@cites("concurrent.allowed")
def pointless(s: Veridia, c: Character, doing: str) -> str | None:
    """The reason why an action makes no sense in this fighter's turn, with or without others."""
    match doing:
        case "stand up":
            return stands(s, c)
        case "break free":
            return not_held(s, c)
        case "draw":
            return None if any(has(i, "drawn") for i in held_in_hands(c)) else f"{c.name} has no bow or sling in hand."
        case "reload":
            loads = any(kind_of(i).size for i in held_in_hands(c))
            return None if loads else f"{c.name} has nothing in hand to reload."
    return None


def held_in_hands(c: Character) -> list[Item]:
    return [item for item in (c.item(c.main), c.item(c.off)) if item is not None]


def in_set(s: Veridia, c: Character, doing: str) -> FieldOption:
    if doing in ("attack", "grapple", "skill"):
        return FieldOption(doing, doing.capitalize())
    try:
        return FieldOption(
            doing, doing.capitalize(), f"{dice_in_words(pool_in_set(s, c, doing, None, 'main', 0, '').dice)} by itself"
        )
    except Refused as refused:
        return FieldOption(doing, doing.capitalize(), "", str(refused))


def to_share(s: Veridia, given: Given) -> str:
    """The number of dice to share, or the most it can be while parts of the set are open."""
    doing = given.get("actions") or ()
    named = whose(s, given)
    if len(named) > 1 or len(doing) < 2:
        return ""
    (c,) = named
    known = [d for d in doing if d not in ("attack", "skill")]
    pools = [pool_in_set(opened(s, c.id), c, d, None, "main", 0, "").dice for d in known]
    foes = [t for t in s.characters if t.side != c.side and fighter(s, t.id)]
    if "attack" in doing:
        pools += [attack_parts_sum(opened(s, c.id), c, foes)]
    if not pools:
        return ""
    most = dice_in_words(shared([*pools, *[99] * (len(doing) - len(pools))]))
    return f"at most {most} to share" if len(pools) < len(doing) or "attack" in doing else f"{most} to share"


def attack_parts_sum(s: Veridia, c: Character, foes: list[Character]) -> int:
    """The dice of an attack with the weapon in hand, on the easiest of these targets."""
    item = in_hand(c)
    against = foes or [c.but(id="", main="", off="")]
    return max(tally(attack_parts(s, c, t, item, strikes(item))).dice for t in against)


def attacks(s: Veridia, given: Given) -> bool:
    """True if the set has an attack or a grapple, which need a target."""
    return bool({"attack", "grapple"} & set(given.get("actions") or ()))


def pool_in_set(s: Veridia, c: Character, doing: str, target: str | None, hand: str, distance: int, use: str) -> Tally:
    """An action's own pool, with its advantages and disadvantages."""
    why = pointless(s, c, doing)
    if why:
        raise Refused(why, "actions")
    if doing == "attack":
        if not target:
            raise Refused("An attack in a set needs its target now, for its pool to be known.", "target")
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
        return skill_pool(s, c, *uses_of(c)[use])
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
    who: Annotated[str, Param("Who acts", among=in_fight(no_set), mine=True, label="who")],
    actions: Annotated[
        tuple[SetAction, ...], Param("What is done in this turn, two or more", among=set_actions, label="do at once")
    ],
    dice: Annotated[
        tuple[int, ...],
        Param("The dice each gets, in the same order", min=0, max=20, label="dice for each", budget=to_share),
    ],
    target: Annotated[
        str | None, Param("Whom an attack is for", among=targets, applies=attacks, label="target", main=True)
    ] = None,
    hand: Annotated[
        Literal["main", "off"],
        Param(
            "Which hand's weapon",
            among=hands,
            applies=lambda s, given: attacks(s, given) and two_armed(s, given),
            label="with what is in the",
        ),
    ] = "main",
    distance: Annotated[
        int | None,
        Param(
            "Meters to the target", min=0, max=400, applies=attacks, label="meters away", main=True, budget=last_known
        ),
    ] = None,
    use: Annotated[
        str,
        Param(
            "What a skill is used for",
            among=uses_for("who"),
            applies=lambda _, given: "skill" in (given.get("actions") or ()),
            label="use of the skill",
            main=True,
        ),
    ] = "lie",
) -> Rule[Veridia]:
    """Declare a set of actions and share its dice among them. Each is then taken with the dice set aside for it.

    You may declare it before your place in the order, as when you are attacked. Your turn then opens early.
    """
    c = the(s, who)
    why = no_set(s, c)
    if why:
        raise Refused(why, "who")
    asked, s = s, (yield from begin_turn(s, who))
    far = how_far(s, who, target, distance) if target else 0
    pools = {doing: pool_in_set(s, c, doing, target, hand, far, use) for doing in actions}
    most = shared(tally.dice for tally in pools.values()) if len(actions) > 1 else 0
    why = why_not_shared(actions, dice, most)
    if why:
        raise Refused(why, "dice" if len(actions) > 1 and len(set(actions)) == len(actions) else "actions")
    if "skill" in actions and not (
        yield from Choose(
            "gm",
            f"Can {c.name} do these at the same moment: {', '.join(actions)}?",
            (True, False),
            cites="concurrent.allowed",
            about=actions,
        )
    ):
        yield tell("concurrent.allowed", "That cannot be done at the same moment.")
        return asked
    f = fighter(s, who)
    assert f is not None
    shares = ", ".join(f"{doing} {n}" for doing, n in zip(actions, dice, strict=True))
    words = "{name} does several things at once, {most} to share: {shares}."
    yield tell("concurrent.split", words, name=c.name, most=dice_in_words(most), shares=shares)
    aimed = {"attack", "grapple"} if target else set()
    kept = tuple(
        Kept(doing, n, target or "" if doing in aimed else "", far if doing == "attack" else 0)
        for doing, n in zip(actions, dice, strict=True)
    )
    return put_fighter(s, f.but(main="a concurrent set", kept=kept))
