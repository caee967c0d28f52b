"""Quality, enchantments and wear."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.armors import (
    athletics_disadvantage,
    original,
    outer_armor,
    outer_resist,
    stage,
    works_still,
)
from tablewright.games.veridia.attack import attack_pool, make_swing, strike
from tablewright.games.veridia.defenses import Shell
from tablewright.games.veridia.equipment import superior_price
from tablewright.games.veridia.maneuvers import defence_pool
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.state import Character, Item, Suit
from tablewright.games.veridia.upkeep import patched, why_not_patched
from tablewright.games.veridia.weapons import UNARMED, damage_of, has, in_hand
from tablewright.rules import Refused

from .people import act, chance, dist, person, refused, rows, ruled, table

F = Fraction


def got(kind: str, **quality: Any) -> Item:
    """A thing as the action hands it over."""
    return act(table(person()), "get_item", who="ada", kind=kind, **quality).c("ada").items[0]


def worn(kind: str, **quality: Any) -> Suit:
    return act(table(person()), "wear_armor", who="ada", kind=kind, **quality).c("ada").suit


# quality


@pytest.mark.example("equip.inferior", 0)
@pytest.mark.example("equip.inferior.weapon", 0)
def test_a_poor_sword_has_a_drawback() -> None:
    """Without its balance: damage 2 and no die for parry or exchange."""
    poor = got("Sword", lacks=["balanced"])
    assert (damage_of(poor), has(poor, "balanced")) == (2, False)
    c = person(reaction=3, skills={"parry": 2}).but(items=(poor,), main=poor.id)
    assert defence_pool(table(c), c, "parry").dice == 5
    assert damage_of(got("Sword", damage=-1)) == 1
    assert act(table(person()), "get_item", who="ada", kind="Sword", dice=-1).said("Ada has a poor sword now")
    clumsy = person().but(items=(got("Sword", dice=-1),), main="sword")
    assert attack_pool(table(clumsy), clumsy, person("bo"), in_hand(clumsy)).dice == 2


@pytest.mark.example("equip.inferior.armor", 0)
@pytest.mark.example("equip.superior.armor", 0)
def test_armor_of_other_quality() -> None:
    """Mail of 2 or 4, or with one die more or less on athletics."""
    assert outer_armor(worn("Medium armor", protection=-1)) == 2
    assert athletics_disadvantage(worn("Medium armor", athletics=1)) == 3
    assert outer_armor(worn("Medium armor", protection=1)) == 4
    assert athletics_disadvantage(worn("Medium armor", athletics=-1)) == 1


@pytest.mark.example("equip.superior.weapon", 0)
def test_a_superior_sword() -> None:
    """Damage 3, or a die more to attack."""
    assert damage_of(got("Sword", damage=1)) == 3
    fine = person().but(items=(got("Sword", dice=1),), main="sword")
    assert attack_pool(table(fine), fine, person("bo"), in_hand(fine)).dice == 4


@pytest.mark.example("equip.inferior.other", 0)
@pytest.mark.exercises("equip.prices")
def test_other_poor_things_fail_when_the_master_says() -> None:
    """A cheap lantern goes out. Prices are set by the table."""
    assert act(table(person()), "item_fails", who="ada", what="the cheap lantern").said("the cheap lantern fails")
    bought = act(table(person().but(purse=50)), "get_item", who="ada", kind="Axe", price=35)
    assert bought.c("ada").purse == 15


@pytest.mark.example("equip.superior.price", 0)
def test_a_masterpiece_costs_thousands() -> None:
    """Ten deli for a common one: some thousands at least."""
    assert superior_price(10) >= 2000
    assert act(table(), "masterpiece_price", usual=10).said("From 2000 deli upward")


# enchantments


@pytest.mark.example("magicitem.limit", 0, 1)
@pytest.mark.example("gear.reinforce", 0)
def test_an_enchantment_lasts_six_months() -> None:
    """After five months it can be reinforced, after seven it is lost permanently."""
    assert [works_still(n) for n in (5, 6, 7)] == [True, True, False]
    s = act(table(person()), "wear_garment", who="ada", kind="Elemental resistant tunic").state
    five = act(s, "pass_months", months=5).state
    assert outer_resist(five.characters[0]) == 1
    assert act(five, "reinforce", who="ada", what="elemental-resistant-tunic").c("ada").garments[0].months == 0
    seven = act(s, "pass_months", months=7).state
    assert outer_resist(seven.characters[0]) == 0
    assert "lost for good" in refused(seven, "reinforce", who="ada", what="elemental-resistant-tunic")
    suit = Suit("Medium armor", enchantment=1, months=7)
    assert outer_armor(suit) == 3


@pytest.mark.exercises("magicitem.limit", "asset.income")
def test_months_age_what_is_enchanted_and_nothing_else() -> None:
    """Of two suits of a month only the enchanted one is three months old after two more, which are sixty days."""
    suits = [Suit("Medium armor", enchantment=n, months=1) for n in (1, 0)]
    s = table(*[person(id).but(suit=suit) for id, suit in zip(("ada", "bo"), suits, strict=True)])
    later = act(s, "pass_months", months=2).state
    assert [c.suit.months for c in later.characters] == [3, 1]
    assert later.day - s.day == 60


# wear


def wear_after(damage: int, suit: Suit, inner: int = 0, **rulings: Any) -> int:
    s = table(person().but(suit=suit, inner_armor=inner, health_most=40, health=40), rulings=ruled(**rulings))
    return act(s, "cause_damage", who="ada", damage=damage).c("ada").suit.wear


@pytest.mark.example("wear.mark", 0, 1, 2)
@pytest.mark.example("wear.rating", 0, 1)
def test_armor_wears_when_a_blow_passes_its_rating() -> None:
    """Mail: 4 wears, 3 does not. An enchantment counts, inner armor does not."""
    mail = Suit("Medium armor")
    assert [wear_after(n, mail) for n in (4, 3)] == [1, 0]
    swing = make_swing(person(main="Sword"), in_hand(person(main="Sword")), 6, 0)
    assert dist(strike(swing, None, Shell(0, 3, 0, 3), LEDGER)).chance(lambda b: b.wear) == F(473, 729)
    enchanted = Suit("Medium armor", enchantment=1)
    assert [wear_after(n, enchanted, inner=2) for n in (4, 5)] == [0, 1]
    assert wear_after(4, mail, wear_compares="after armor") == 0
    assert wear_after(7, mail, wear_compares="after armor") == 1


@pytest.mark.example("wear.stages", 0, 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("wear", "mended", "name", "protection"),
    [
        (9, False, "New", 3),
        (10, False, "Damaged", 2),
        (19, False, "Damaged", 2),
        (20, False, "Battered", 1),
        (39, False, "Battered", 1),
        (20, True, "Battered (patched)", 2),
        (40, False, "Broken", 0),
    ],
)
def test_the_stages_of_wear(wear: int, mended: bool, name: str, protection: int) -> None:
    """Mail from new to broken."""
    suit = Suit("Medium armor", wear=wear, patched=mended)
    assert (stage(suit).name, outer_armor(suit)) == (name, protection)
    row = next(row for row in rows("wear.stages") if row["stage"] == name)
    assert row["wear_min"] <= wear <= row["wear_max"]
    assert (stage(suit).penalty, stage(suit).usable) == (row["protection_penalty"], row["usable"])


def smith(level: int, tools: bool = True) -> Character:
    return person("bo", skills={"craftsmanship": level}).but(tools=tools)


@pytest.mark.exercises("equip.inferior.armor")
@pytest.mark.parametrize(("kind", "worse", "left"), [("Heavy armor", -1, 3), ("Light armor", -3, 0), ("Robes", -2, 0)])
def test_badly_made_armor_protects_less_and_never_less_than_nothing(kind: str, worse: int, left: int) -> None:
    """Both the original and the present protection."""
    done = act(table(person()), "wear_armor", who="ada", kind=kind, protection=worse)
    assert original(done.c("ada").suit) == left
    assert outer_armor(done.c("ada").suit) == left


@pytest.mark.example("wear.patch", 0, 1, 2)
@pytest.mark.example("wear.patch.limit", 0)
@pytest.mark.example("wear.patch.need", 0, 1, 2)
def test_patching_repairs_one_stage() -> None:
    """Damaged becomes new, battered is patched and never more, broken stays. Plate needs 5 of everything."""
    assert patched(Suit("Medium armor", wear=14)) == Suit("Medium armor")
    battered = Suit("Medium armor", wear=27)
    assert patched(battered) == battered.but(patched=True)
    for spent in (battered.but(patched=True), Suit("Medium armor", wear=9)):
        with pytest.raises(Refused):
            patched(spent)
    with pytest.raises(Refused):
        patched(Suit("Medium armor", wear=40))
    plate = person("ada", armor="Plate armor").but(suit=Suit("Plate armor", wear=12))
    done = act(table(plate, smith(5)), "patch_armor", who="bo", owner="ada")
    assert (done.state.day, done.c("ada").suit.wear) == (6, 0)
    assert "no craftsman's tools" in refused(table(plate, smith(5, False)), "patch_armor", who="bo", owner="ada")
    assert done.said("Bo works 5 days on Ada's armor: new.")
    robes = person("ada").but(suit=Suit("Robes", protection=1, wear=12))
    assert act(table(robes, smith(5)), "patch_armor", who="bo", owner="ada").said("Bo works 1 day on Ada's armor")
    mail = Suit("Medium armor", wear=12)
    assert why_not_patched(smith(2), mail) is not None
    assert why_not_patched(smith(4), mail) is None
    assert original(mail) == 3


@pytest.mark.example("wear.other", 0)
def test_a_weapon_may_break_on_a_critical_failure() -> None:
    """Five dice fail critically 989 times in 62208. A broken sword strikes like a fist."""
    assert chance(5, lambda r: r.critical) == F(989, 62208)
    s = act(table(person(main="Sword")), "break_item", who="ada", item="sword").state
    assert in_hand(s.characters[0]) == UNARMED
