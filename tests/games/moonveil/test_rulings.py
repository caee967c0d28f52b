"""House rulings: each one changes what it says, and its default is the ledger's reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.advantage import burden
from tablewright.games.moonveil.blows import tier_of
from tablewright.games.moonveil.capacity import capacity
from tablewright.games.moonveil.hit_track import Lines
from tablewright.games.moonveil.magic import verge
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips
from tablewright.rules import Refused

from .table import act, fight, foe, item, seeker, spell, veil

Try = Callable[[MoonveilRulings], Any]
SPENT = Pips(2, 2, 2, 2)


def attack(rulings: MoonveilRulings, *dice: Any, answers: Any = ("keep",), weapon: Any = None, **given: Any) -> Any:
    kinds = (weapon,) if weapon else ()
    one = seeker("hero", *kinds, pocket=given.pop("pocket", 3), marked=given.pop("marked", SPENT))
    foes = given.pop("foes", (foe(),))
    s = fight(one, *foes, rulings=rulings)
    return act(s, "attack", who="hero", weapon=weapon, dice=dice, answers=answers, **given)


def struck(rulings: MoonveilRulings, *dice: Any, answers: Any = (), enemy: Any = None, **changes: Any) -> Any:
    one = seeker("hero", *changes.pop("kinds", ()), **{"marked": SPENT, **changes})
    s = fight(
        one, seeker("ann", marked=SPENT, at=changes.get("at", 0)), (enemy or foe()).but(actions=1), rulings=rulings
    )
    return act(s.but(phase="enemies"), "enemy_strikes", enemy="foe", dice=dice, answers=answers)


def rerolled(rulings: MoonveilRulings) -> int:
    """A roll of 7, thrown again to 4."""
    played = attack(rulings, (5, 2), (3, 1), answers=("reroll", "keep"), marked=Pips())
    return int(20 - played.foe.hp)


def gambits(rulings: MoonveilRulings) -> str:
    try:
        attack(rulings, 3, (6, 5), 1, answers=("keep", "recover the Move"), power=True, finesse=True, marked=Pips())
    except Refused:
        return "one"
    return "both"


def spread(rulings: MoonveilRulings) -> list[int]:
    played = attack(
        rulings,
        (4, 4),
        3,
        answers=("a", "keep", "each nearby enemy"),
        power=True,
        marked=Pips(),
        foes=(foe("a"), foe("b")),
    )
    return [20 - enemy.hp for enemy in played.state.enemies]


def finesse_missed(rulings: MoonveilRulings) -> int:
    """The number of questions after a Finesse attack that missed."""
    answers = ("keep",) if rulings.finesse_needs_hit else ("keep", "push ahead")
    return len(attack(rulings, 3, (1, 2), answers=answers, finesse=True, marked=Pips(strength=2)).questions)


def defended(rulings: MoonveilRulings) -> int:
    """The Pocket after a Tricky hit turned aside."""
    s = fight(seeker(marked=Pips(dexterity=1)), foe(weapon="tricky", actions=1), phase="enemies", rulings=rulings)
    tripped = rulings.defense_cancels == "damage"
    dice: list[Any] = [(6, 4), (6, 4)] + ([1] if tripped else [])
    answers = ["yes", "keep"] + (["no"] if tripped else [])
    return act(s, "enemy_strikes", enemy="foe", dice=dice, answers=answers).hero.pocket


def failed_pass(rulings: MoonveilRulings) -> int:
    s = fight(seeker(marked=SPENT), foe(bars=True), rulings=rulings)
    return act(s, "move", who="hero", dice=[(3, 2), (1, 1)], answers=["keep"]).hero.at


def healed(rulings: MoonveilRulings) -> int:
    return act(veil(seeker(), rulings=rulings), "rally", who="hero", dice=[4], answers=["yes"]).hero.hp


def grown(rulings: MoonveilRulings) -> int:
    dice = [] if rulings.growth == "Strength only" else [4]
    return act(veil(seeker(), rulings=rulings), "milestone", who="hero", dice=dice, answers=["strength"]).hero.full


def failed_miracle(rulings: MoonveilRulings) -> int:
    one = seeker(magic=(spell("healing-circle"),), marked=SPENT)
    dice: list[Any] = [(4, 2)] + ([2] if rulings.guilt == "every failure" else [])
    s = veil(one, rulings=rulings)
    return act(s, "cast", who="hero", magic="healing-circle", dice=dice, answers=["keep"]).hero.guilt


def replaced(rulings: MoonveilRulings) -> int:
    s = veil(seeker(hp=0, level=4), rulings=rulings)
    return act(s, "begin_seeker", seat="p-hero", name="Next").state.drafts[0].level


def who_picks(rulings: MoonveilRulings) -> tuple[str, ...]:
    """The people asked when an enemy strikes two Seekers in melee."""
    return tuple(struck(rulings, (1, 1), answers=("hero",)).asked[0].by)


def enemy_swaps(rulings: MoonveilRulings) -> int:
    """The damage of an enemy with Pocket 6 that rolls 1 and 4."""
    answers = ("hero", "swap 1") if rulings.enemies_swap else ("hero",)
    return int(10 - struck(rulings, (1, 4), answers=answers, enemy=foe(pocket=6)).state.seeker("hero").hp)


def single_die(rulings: MoonveilRulings) -> int:
    heavy = seeker(items=(item("thing", slots=11),))
    return burden(veil(heavy, rulings=rulings), heavy)


def carried(rulings: MoonveilRulings) -> int:
    tired = seeker(marked=Pips(willpower=2))
    return capacity(veil(tired, rulings=rulings), tired)


def hidden(rulings: MoonveilRulings) -> tuple[bool, ...]:
    """Hidden flags of an enemy placed in hiding and of one gone from sight. Empty where the table forbids both."""
    try:
        s = act(veil(foe(), rulings=rulings), "place_enemy", beast="husk", hidden=True, dice=[3]).state
    except Refused:
        with pytest.raises(Refused, match="no enemy lies hidden"):
            act(veil(foe(), rulings=rulings), "change_enemy", enemy="foe", hide=True)
        return ()
    return tuple(enemy.hidden for enemy in act(s, "change_enemy", enemy="foe", hide=True).state.enemies)


def borne(rulings: MoonveilRulings) -> tuple[int, bool, bool, tuple[str, ...]]:
    """The gear and magic this table leaves to an enemy that has everything."""
    gear: dict[str, Any] = {"armor": 1, "shield": True, "cloak": True, "magic": ["magic-orb"], "pocket": 3}
    made = act(veil(rulings=rulings), "make_enemy", name="Foe", hp=5, **gear).foe
    return made.armor, made.shield, made.cloak, tuple(magic.id for magic in made.magic)


def brought(rulings: MoonveilRulings) -> list[str]:
    try:
        done = act(veil(rulings=rulings), "bring_ally", name="Oswin", hp=6, dice=[3])
    except Refused:
        return []
    return [seeker.name for seeker in done.state.seekers]


CASES: list[tuple[str, Any, Any, Try]] = [
    ("swap", "exchange", 1, lambda r: attack(r, (5, 1), answers=("swap 1",), pocket=4).hero.pocket),
    ("swap", "copy", 4, lambda r: attack(r, (5, 1), answers=("swap 1",), pocket=4).hero.pocket),
    ("reroll", "new", 0, rerolled),
    ("reroll", "better", 5, rerolled),
    ("thresholds", "limit", "CRITICAL_HIT", lambda r: tier_of(r, 10, Lines(5, 11, 10)).name),
    ("thresholds", "defense", "WEAK_HIT", lambda r: tier_of(r, 10, Lines(5, 11, 10)).name),
    ("at_evade", "miss", "MISS", lambda r: tier_of(r, 4, Lines(4, 7, 10)).name),
    ("at_evade", "hit", "WEAK_HIT", lambda r: tier_of(r, 4, Lines(4, 7, 10)).name),
    ("critical_is_strong", True, 13, lambda r: attack(r, (6, 5), weapon="piercing").foe.hp),
    ("critical_is_strong", False, 14, lambda r: attack(r, (6, 5), weapon="piercing").foe.hp),
    ("edged", "every hit", 17, lambda r: attack(r, (4, 2), weapon="edged").foe.hp),
    ("edged", "strong hits", 19, lambda r: attack(r, (4, 2), weapon="edged").foe.hp),
    ("armor_least", 0, 10, lambda r: struck(r, (4, 2), answers=("hero",), kinds=("armor",)).state.seeker("hero").hp),
    ("armor_least", 1, 9, lambda r: struck(r, (4, 2), answers=("hero",), kinds=("armor",)).state.seeker("hero").hp),
    ("melee_target", "attacked side", ("hero", "ann"), who_picks),
    ("melee_target", "guide", ("foe",), who_picks),
    ("enemies_swap", False, 1, enemy_swaps),
    ("enemies_swap", True, 6, enemy_swaps),
    ("gambits_together", True, "both", gambits),
    ("gambits_together", False, "one", gambits),
    ("power_spread", "with the target", [7, 3], spread),
    ("power_spread", "others only", [4, 3], spread),
    ("finesse_needs_hit", False, 2, finesse_missed),
    ("finesse_needs_hit", True, 1, finesse_missed),
    ("defense_cancels", "damage", 1, defended),
    ("defense_cancels", "everything", 3, defended),
    ("failed_pass", "stays", 0, failed_pass),
    ("failed_pass", "gets through", 1, failed_pass),
    ("encumbered", "every roll", -1, single_die),
    ("encumbered", "Pocket Rolls", 0, single_die),
    ("capacity", "Willpower", 8, carried),
    ("capacity", "unmarked Willpower", 6, carried),
    ("healing", "up to full", 10, healed),
    ("healing", "beyond", 14, healed),
    ("verge", 4, 4, lambda r: verge(veil(rulings=r))),
    ("verge", 6, 6, lambda r: verge(veil(rulings=r))),
    ("guilt", "terrible failures", 0, failed_miracle),
    ("guilt", "every failure", 1, failed_miracle),
    ("growth", "die and Strength", 17, grown),
    ("growth", "Strength only", 13, grown),
    ("growth", "die only", 14, grown),
    ("replacement", "level 1", 1, replaced),
    ("replacement", "same level", 4, replaced),
    ("hidden_enemies", True, (True, True), hidden),
    ("hidden_enemies", False, (), hidden),
    ("enemy_gear", True, (1, True, True, ("magic-orb",)), borne),
    ("enemy_gear", False, (0, False, False, ("magic-orb",)), borne),
    ("enemy_magic", True, (1, True, True, ("magic-orb",)), borne),
    ("enemy_magic", False, (1, True, True, ()), borne),
    ("allies", True, ["Oswin"], brought),
    ("allies", False, [], brought),
]


@pytest.mark.parametrize(("name", "value", "expected", "tried"), CASES, ids=[f"{n}={v}" for n, v, _, _ in CASES])
def test_a_ruling_rules(name: str, value: Any, expected: Any, tried: Try) -> None:
    """Played once under each of its values."""
    assert tried(MoonveilRulings(**{name: value})) == expected


def test_every_ruling_is_tried_with_its_default_first() -> None:
    """No ruling is without a case, and the first case of each is the ledger's reading."""
    first: dict[str, Any] = {}
    for name, value, _, _ in CASES:
        first.setdefault(name, value)
    assert first == {ruling.name: ruling.default for ruling in GAME.ruling_form.fields}
