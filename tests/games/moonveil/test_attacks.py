"""Attacks: targets, the four tiers, every weapon and piece of defensive gear."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.moonveil.bestiary import BEASTS
from tablewright.games.moonveil.blows import Blow, Swing, Tier, marks_of, swing_roll, tier_of
from tablewright.games.moonveil.death import lowered
from tablewright.games.moonveil.hit_track import Lines, defense, evade, limit, lines
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.pocket_roll import Use
from tablewright.games.moonveil.state import Pips, Turn, Weapon
from tablewright.games.moonveil.workings import ALL
from tablewright.kernel import Dist, Refused
from tablewright.run.exact import Exact, spend_nothing
from tablewright.run.shelf import find

from .table import Played, act, fight, foe, seeker, veil

RULINGS = MoonveilRulings()
LEDGER = find("moonveil").ledger
SPENT = Pips(strength=2, dexterity=2)


def struck(weapon: Weapon = "plain", drawn: Lines | None = None) -> Dist[Any]:
    """What a plain attack comes to: no swap, no reroll."""
    drawn = drawn or Lines(4, 7, 10)
    call = swing_roll(Swing("x", "X", drawn, weapon), 0, Use(1, 0, marks_of(RULINGS, drawn)), RULINGS)
    return Exact(spend_nothing).dist(call)


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


# weapons


@pytest.mark.example("weapon.edged", 0, 1, 2, 3)
def test_edged_never_does_less_than_three() -> None:
    """Weak 3, Miss 0, 4 and 3 are 4; 107/36 on average against Pocket 6 instead of 59/36."""
    assert damage(attack("edged", (4, 2))) == 3
    assert damage(attack("edged", (2, 2))) == 0
    assert damage(attack("edged", (4, 3))) == 4
    drawn = Lines(4, 10, 10)
    averages = [struck(weapon, drawn).mean(lambda r: r.damage) for weapon in ("edged", "plain")]
    assert averages == [Fraction(107, 36), Fraction(59, 36)]


@pytest.mark.example("weapon.piercing", 0, 1, 2)
@pytest.mark.example("attack.strong-includes-critical", 1)
def test_piercing_adds_one_to_a_strong_hit() -> None:
    """5 is 6, a Weak Hit stays 1, a Critical 6 is 7 and a Critical 5 is 6."""
    assert damage(attack("piercing", (5, 3))) == 6
    assert damage(attack("piercing", (4, 2))) == 1
    assert damage(attack("piercing", (6, 4))) == 7
    assert damage(attack("piercing", (5, 5))) == 6


@pytest.mark.example("weapon.heavy", 0, 1)
def test_heavy_adds_a_die_to_a_critical() -> None:
    """6 and 4 with a 3 are 9; a Strong Hit of 5 stays 5."""
    assert damage(attack("heavy", (6, 4), 3)) == 9
    assert damage(attack("heavy", (5, 3))) == 5


@pytest.mark.example("weapon.silent-range", 0, 1)
@pytest.mark.example("attack.ranged", 0)
def test_range_reaches_two_moves() -> None:
    """Enemies at 0, 1 and 2 Moves can be chosen, at 3 not; the attacker picks."""
    foes = tuple(foe(f"e{n}", at=n) for n in range(4))
    s = fight(seeker("hero", "range"), *foes)
    shot = act(s, "attack", who="hero", weapon="range", dice=[(5, 3)], answers=["e2", "keep"])
    assert [option.key for option in shot.asked[0].options] == ["e0", "e1", "e2"]
    assert shot.asked[0].by == ("hero",)
    assert shot.state.enemy("e2").hp == 15
    with pytest.raises(Refused, match="out of reach"):
        act(s, "attack", who="hero", weapon="range", target="e3")


@pytest.mark.exercises("weapon.silent-range", "power.when")
def test_a_ranged_weapon_is_ranged_even_nearby() -> None:
    """At 0 Moves Power and Finesse still do not apply."""
    s = fight(seeker("hero", "range"), foe())
    for power in (True, False):
        with pytest.raises(Refused, match="is for melee attacks"):
            act(s, "attack", who="hero", weapon="range", power=power, finesse=not power)


@pytest.mark.example("weapon.tricky", 0, 1)
@pytest.mark.example("attack.strong-includes-critical", 0)
def test_tricky_trips_on_a_strong_hit() -> None:
    """Pocket 5 and a 2: Pocket 2, after the damage. Not on a Weak Hit; on a Critical too; not if it fell."""
    strong = attack("tricky", (6, 3), 2, pocket=5)
    assert (strong.foe.pocket, damage(strong)) == (2, 6)
    told = strong.text.splitlines()
    assert told.index("Foe takes 6 damage.") < told.index("Foe slips: Pocket 5 becomes 2.")
    assert attack("tricky", (4, 2), pocket=5).foe.pocket == 5
    assert attack("tricky", (6, 4), 1, pocket=5).foe.pocket == 1
    s = fight(seeker("hero", "tricky", marked=SPENT), foe(hp=2))
    assert act(s, "attack", who="hero", weapon="tricky", dice=[(6, 4)], answers=["keep"]).foe.hp == 0


@pytest.mark.example("weapon.bomb", 0)
def test_a_bomb_waits_for_the_guide() -> None:
    """Before anything is rolled the Guide names the dice, and confirms who is in the area."""
    s = fight(seeker("hero", "bomb"), foe(at=1), foe("other", at=1), foe("near", at=0))
    played = act(s, "throw_bomb", who="hero", bomb="bomb", at=1, dice=[(6, 5, 1)], answers=["3d6", "other", ALL])
    assert [q.by for q in played.asked if q.kind == "choose"] == [("guide",)] * 3
    assert played.asked[0].question == "A bomb: how much damage?"
    assert [enemy.hp for enemy in played.state.enemies] == [8, 20, 20]
    assert played.hero.items == ()
    with pytest.raises(Refused, match="2 Moves at most"):
        act(s, "throw_bomb", who="hero", bomb="bomb", at=3)


# defensive gear


@pytest.mark.example("gear.helmet", 0)
def test_a_helmet_raises_limit() -> None:
    """Limit 11: a plain roll is critical 1/12 instead of 1/6."""
    plain, helmed = seeker(), seeker("hero", "helmet")
    assert [limit(veil(one), one) for one in (plain, helmed)] == [10, 11]
    odds = [
        struck(drawn=lines(veil(one), one)).chance(lambda r: r.tier is Tier.CRITICAL_HIT) for one in (plain, helmed)
    ]
    assert odds == [Fraction(1, 6), Fraction(1, 12)]


@pytest.mark.example("gear.shield", 0, 1, 2)
@pytest.mark.parametrize(("pocket", "numbers"), [(4, (5, 9, 10)), (3, (4, 7, 10)), (6, (5, 11, 10))])
def test_a_shield_helps_with_a_high_pocket(pocket: int, numbers: tuple[int, int, int]) -> None:
    """From Pocket 4 on Evade is 5, and Defense with it."""
    one = seeker("hero", "shield", pocket=pocket)
    s = veil(one)
    assert (evade(s, one), defense(s, one), limit(s, one)) == numbers


@pytest.mark.example("gear.armor", 0, 1, 2, 3)
def test_armor_lowers_every_damage_by_one() -> None:
    """Weak 0, Strong 5 is 4, an Edged Weak 3 is 2, nothing stays nothing."""
    assert struck_by(foe(), (4, 2), kinds=("armor",)).hero.hp == 10
    assert struck_by(foe(), (5, 4), kinds=("armor",)).hero.hp == 6
    assert struck_by(foe(weapon="edged"), (4, 2), kinds=("armor",)).hero.hp == 8
    one = seeker("hero", "armor")
    assert lowered(veil(one), one, 0) == 0


@pytest.mark.example("gear.cloak", 0, 1)
def test_a_cloak_may_reroll_the_pocket_on_a_move() -> None:
    """Pocket 2, a Move, a 5: Pocket 5; declined, Pocket 5 stays. Footing is no Move travelled."""
    s = fight(seeker("hero", "cloak", pocket=2), foe(at=3))
    assert act(s, "move", who="hero", dice=[5], answers=["yes"]).hero.pocket == 5
    kept = fight(seeker("hero", "cloak", pocket=5), foe(at=3))
    assert act(kept, "move", who="hero", answers=["no"]).hero.pocket == 5
    assert act(s, "footing", who="hero", dice=[4]).questions == []


# targets


@pytest.mark.example("attack.steps", 0)
@pytest.mark.example("attack.melee", 0)
def test_no_target_no_roll() -> None:
    """An enemy 1 Move away cannot be struck in melee: refused before any die."""
    with pytest.raises(Refused, match="no enemy is nearby, 0 Moves away"):
        act(fight(seeker(), foe(at=1)), "attack", who="hero")


@pytest.mark.example("attack.melee.chooser", 0, 1)
def test_in_melee_the_attacked_side_picks() -> None:
    """Two goblins: the Guide picks. Two Seekers: the players pick."""
    s = fight(seeker(), foe("goblin"), foe("goblin-2"))
    played = act(s, "attack", who="hero", dice=[(5, 3)], answers=["goblin-2", "keep"])
    assert played.asked[0].by == ("guide",)
    assert [enemy.hp for enemy in played.state.enemies] == [20, 15]
    with pytest.raises(Refused, match="the other side picks"):
        act(s, "attack", who="hero", target="goblin")
    s = fight(seeker(marked=SPENT), seeker("ann", marked=SPENT), foe(actions=1), phase="enemies")
    hit = act(s, "enemy_strikes", enemy="foe", dice=[(5, 3)], answers=["ann"])
    assert hit.asked[0].by == ("hero", "ann")
    with pytest.raises(Refused, match="the players pick"):
        act(s, "enemy_strikes", enemy="foe", target="ann")
    assert [one.hp for one in hit.state.seekers] == [10, 5]


# tiers


@pytest.mark.example("attack.roll", 0)
@pytest.mark.example("attack.miss", 0, 1, 2)
@pytest.mark.example("attack.precedence", 0, 1, 2, 3)
@pytest.mark.parametrize(
    ("drawn", "total", "tier"),
    [
        ((4, 7, 10), 6, Tier.WEAK_HIT),
        ((4, 7, 10), 4, Tier.MISS),
        ((4, 7, 10), 5, Tier.WEAK_HIT),
        ((5, 11, 10), 10, Tier.CRITICAL_HIT),
        ((4, 10, 10), 10, Tier.CRITICAL_HIT),
        ((5, 11, 10), 9, Tier.WEAK_HIT),
        ((4, 8, 10), 3, Tier.MISS),
    ],
)
def test_which_tier(drawn: tuple[int, int, int], total: int, tier: Tier) -> None:
    """Limit first, then Evade, then Defense, whatever is left is Weak."""
    assert tier_of(RULINGS, total, Lines(*drawn)) is tier
    assert struck().chance(lambda r: r.tier is Tier.MISS) == Fraction(1, 6)


@pytest.mark.example("attack.weak", 0, 1)
def test_a_weak_hit_does_one() -> None:
    """Defense 8 and total 7: 1 damage. Against Pocket 1 no total is Weak."""
    played = attack(None, (4, 3), pocket=4)
    assert "Weak Hit" in played.text
    assert damage(played) == 1
    assert struck(drawn=Lines(4, 5, 10)).chance(lambda r: r.tier is Tier.WEAK_HIT) == 0


@pytest.mark.example("attack.strong", 0, 1)
@pytest.mark.example("attack.critical", 0, 1)
@pytest.mark.parametrize(
    ("dice", "words", "much"),
    [((5, 3), "Strong Hit", 5), ((4, 4), "Strong Hit", 4), ((6, 4), "Critical Hit", 6), ((5, 5), "Critical Hit", 5)],
)
def test_strong_and_critical_do_the_larger_die(dice: tuple[int, int], words: str, much: int) -> None:
    """Against Defense 8 and Limit 10."""
    played = attack(None, dice, pocket=4)
    assert words in played.text
    assert damage(played) == much


@pytest.mark.example("attack.bigger-die", 0, 1)
def test_the_larger_of_the_final_dice() -> None:
    """2 and 3 with Pocket 6 for the 2: total 9, 6 damage; with Advantage 1, 3, 5 keep 5 and 3: 5."""
    s = fight(seeker(pocket=6, marked=SPENT), foe(pocket=4))
    swapped = act(s, "attack", who="hero", dice=[(2, 3)], answers=["swap 2"])
    assert "rolls 9" in swapped.text
    assert damage(swapped) == 6
    found = act(s, "deduce", who="hero", enemy="foe", answers=["yes"]).state
    turn = found.having(found.seekers[0].but(turn=s.seekers[0].turn))
    assert damage(act(turn, "attack", who="hero", dice=[(1, 3, 5)], answers=["keep"])) == 5


@pytest.mark.example("attack.effects", 0)
def test_effects_by_tier() -> None:
    """Heavy on a Critical, Piercing on a Strong Hit, Edged on any hit: each changes its tier and no lower one."""
    rolls = {"weak": (4, 2), "strong": (5, 3), "critical": (5, 5)}

    def more(weapon: str) -> dict[str, int]:
        dice = {
            tier: ((faces, 2) if weapon == "heavy" and tier == "critical" else (faces,))
            for tier, faces in rolls.items()
        }
        return {tier: damage(attack(weapon, *dice[tier])) - damage(attack(None, rolls[tier])) for tier in rolls}

    assert more("heavy") == {"weak": 0, "strong": 0, "critical": 2}
    assert more("piercing") == {"weak": 0, "strong": 1, "critical": 1}
    assert more("edged") == {"weak": 2, "strong": 0, "critical": 0}


@pytest.mark.example("attack.enemy-stats", 0)
def test_a_new_enemy_has_a_seekers_base_numbers() -> None:
    """Pocket die 5: Evade 4, Defense 9, Limit 10; without HP the form refuses."""
    made = act(veil(seeker()), "make_enemy", name="Goblin", hp=6, dice=[5])
    assert lines(made.state, made.foe) == Lines(4, 9, 10)
    with pytest.raises(Refused, match="needs hp"):
        act(veil(seeker()), "make_enemy", name="Goblin")
    with pytest.raises(Refused, match="Evade must be below Limit"):
        act(veil(seeker()), "make_enemy", name="Goblin", hp=6, evade=8, limit=8)


@pytest.mark.example("attack.enemy-rolls", 0)
def test_enemies_use_the_same_thresholds() -> None:
    """3 and 2 against Evade 4 and Pocket 1: a Strong Hit for 3, and the Guide is not asked to improve it."""
    played = struck_by(foe(), (3, 2), pocket=1)
    assert "Strong Hit" in played.text
    assert played.hero.hp == 7
    assert played.questions == []


@pytest.mark.example("attack.odds", 0, 1)
def test_the_table_of_attacks() -> None:
    """All rows of the ledger: each tier's chance and the average damage."""
    for row in LEDGER.tables["odds.attack"].records():
        drawn = Lines(row["evade"], row["defense"], row["limit"])
        dist = struck(drawn=drawn)
        tiers = dist.map(lambda r: r.tier)
        names = (
            ("miss", Tier.MISS),
            ("weak", Tier.WEAK_HIT),
            ("strong", Tier.STRONG_HIT),
            ("critical", Tier.CRITICAL_HIT),
        )
        for name, tier in names:
            assert tiers[tier] == Fraction(row[name])
        assert dist.mean(lambda r: r.damage) == Fraction(row["average_damage"])


@pytest.mark.example("attack.unarmed", 0)
def test_bare_hands_will_do() -> None:
    """An unarmed Strong Hit with a 4 does 4."""
    assert damage(attack(None, (4, 3))) == 4


def test_an_outcome_says_tier_and_damage() -> None:
    """As a player reads it in the odds."""
    assert Blow(Tier.STRONG_HIT, 5).name == "Strong Hit, 5 damage"
    assert Blow(Tier.MISS, 0).name == "Miss"


def test_a_thing_is_no_weapon() -> None:
    """A helmet is not to strike with, and the sentence says what is."""
    s = fight(seeker("hero", "helmet"), foe())
    with pytest.raises(Refused, match="weapon cannot be 'helmet'"):
        act(s, "attack", who="hero", weapon="helmet")


def test_the_bestiary_is_fit_to_fight() -> None:
    """Every beast can be placed, has its lines in order, and can be struck down."""
    for beast in BEASTS:
        placed = act(veil(seeker()), "place_enemy", beast=beast.id, dice=[3])
        assert placed.foe.evade < placed.foe.limit <= 12
        assert placed.foe.hp == beast.hp
    both = act(act(veil(), "place_enemy", beast="husk", dice=[3]).state, "place_enemy", beast="husk", dice=[4]).state
    assert [enemy.name for enemy in both.enemies] == ["Husk", "Husk 2"]


@pytest.mark.exercises("attack.odds", "attack.precedence")
@pytest.mark.parametrize(
    ("drawn", "rulings", "marks"),
    [
        (Lines(4, 7, 10), RULINGS, (5, 7, 10)),
        (Lines(4, 5, 10), RULINGS, (5, 10)),
        (Lines(5, 11, 10), RULINGS, (6, 10)),
        (Lines(5, 11, 10), MoonveilRulings(thresholds="defense"), (6, 11)),
        (Lines(4, 7, 10), MoonveilRulings(at_evade="hit"), (4, 7, 10)),
    ],
)
def test_the_totals_worth_reaching(drawn: Lines, rulings: MoonveilRulings, marks: tuple[int, ...]) -> None:
    """Only those at which the tier rises, as the table rules it."""
    assert marks_of(rulings, drawn) == marks


@pytest.mark.exercises("gear.armor")
def test_an_enemys_armor_is_told() -> None:
    """4 against Armor 1: 3, and the log says why."""
    s = fight(seeker(marked=SPENT), foe(armor=1))
    played = act(s, "attack", who="hero", dice=[(4, 4)], answers=["keep"])
    assert "Foe takes 3 damage: 1 less than 4." in played.text


def test_a_refusal_names_who_is_within_reach() -> None:
    """By name, not by id."""
    near, far = foe("e-1", name="Gutter Imp"), foe("e-2", name="Husk", at=3)
    with pytest.raises(Refused, match=r"Husk is out of reach\. Within it: Gutter Imp\."):
        act(fight(seeker("hero", "range"), near, far), "attack", who="hero", weapon="range", target="e-2")


@pytest.mark.exercises("weapon.bomb", "special.exploration")
def test_a_bomb_needs_no_encounter() -> None:
    """While exploring it costs no Action; in an encounter it does; without one there is nothing to throw."""
    s = veil(seeker("hero", "bomb"), foe(at=1))
    assert act(s, "throw_bomb", who="hero", bomb="bomb", at=1, dice=[(2, 2, 2)], answers=["3d6", ALL]).foe.hp == 14
    spent = fight(seeker("hero", "bomb", turn=Turn(True, "first", 0, 1)), foe(at=1))
    with pytest.raises(Refused, match="has no Action left"):
        act(spent, "throw_bomb", who="hero", bomb="bomb", at=1)
    with pytest.raises(Refused, match="nothing to choose from"):
        act(veil(seeker()), "throw_bomb", who="hero", bomb="bomb", at=1)


@pytest.mark.exercises("weapon.tricky", "death.zero")
def test_the_dead_do_not_slip() -> None:
    """A Tricky hit that kills calls for no Slip Check."""
    killed = struck_by(foe(weapon="tricky"), (6, 4), hp=3)
    assert (killed.hero.dead, len(killed.rolls)) == (True, 1)


@pytest.mark.exercises("roll.reroll.stat")
def test_the_suggested_stat_needs_no_asking() -> None:
    """Strength in melee, whether it is named or not."""
    s = fight(seeker(), foe())
    assert act(s, "attack", who="hero", mark="strength", dice=[(5, 3)], answers=["keep"]).questions == ["Keep it?"]
