"""Attacks: weapons and defensive gear."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.games.moonveil.blows import Struck, Tier
from tablewright.games.moonveil.death import lowered
from tablewright.games.moonveil.headlines import landed
from tablewright.games.moonveil.hit_track import Lines, defense, evade, limit, lines
from tablewright.games.moonveil.workings import ALL
from tablewright.rules import Refused

from .strikes import SPENT, attack, damage, struck, struck_by
from .table import act, fight, foe, seeker, veil


@pytest.mark.example("weapon.edged", 0, 1, 2, 3)
def test_edged_never_does_less_than_three() -> None:
    """Weak 3, Miss 0, 4 and 3 are 4. 107/36 on average against Pocket 6 instead of 59/36."""
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
    """6 and 4 with a 3 are 9. A Strong Hit of 5 stays 5."""
    assert damage(attack("heavy", (6, 4), 3)) == 9
    assert damage(attack("heavy", (5, 3))) == 5


@pytest.mark.example("weapon.silent-range", 0, 1)
@pytest.mark.example("attack.ranged", 0)
def test_range_reaches_two_moves() -> None:
    """Enemies at 0, 1 and 2 Moves can be chosen, at 3 not. The attacker picks."""
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
    """Pocket 5 and a 2: Pocket 2, after the damage. It works on a Critical too, not on a Weak Hit or on the fallen."""
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
    """Pocket 2, a Move, a 5: Pocket 5. Declined, the Pocket stays. Footing does not count as a Move."""
    s = fight(seeker("hero", "cloak", pocket=2), foe(at=3))
    assert act(s, "move", who="hero", dice=[5], answers=["yes"]).hero.pocket == 5
    kept = fight(seeker("hero", "cloak", pocket=5), foe(at=3))
    assert act(kept, "move", who="hero", answers=["no"]).hero.pocket == 5
    assert act(s, "footing", who="hero", dice=[4]).questions == []


@pytest.mark.exercises("attack.roll")
def test_of_two_attacks_alike_the_one_with_the_better_pocket_is_better() -> None:
    """After what it does and how well it lands: the headlines of an attack are in that order."""
    one, it = seeker(), foe(hp=20)
    s = fight(one, it)
    rising = [
        Struck(Tier.MISS, 0, 1),
        Struck(Tier.MISS, 0, 6),
        Struck(Tier.WEAK_HIT, 2, 1),
        Struck(Tier.WEAK_HIT, 2, 6),
        Struck(Tier.STRONG_HIT, 2, 1),
        Struck(Tier.STRONG_HIT, 3, 1),
        Struck(Tier.STRONG_HIT, 3, 4),
    ]
    ranks = [landed(s, one, it, struck, (False, False)).rank or 0 for struck in rising]
    assert ranks == sorted(set(ranks))
