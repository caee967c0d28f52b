"""Equipment: quality, enchantments, wear; weapons with their quirks; armors and garments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.armors import (
    ARMORS,
    GARMENTS,
    athletics_disadvantage,
    initiative_bonus,
    original,
    outer_armor,
    outer_resist,
    stage,
    works_still,
)
from tablewright.games.veridia.attack import attack_pool, make_swing, raw_damage, strike
from tablewright.games.veridia.defenses import Shell, pierced, shell, suffer
from tablewright.games.veridia.equipment import superior_price
from tablewright.games.veridia.initiative import initiative_pool
from tablewright.games.veridia.maneuvers import defence_pool
from tablewright.games.veridia.master import version_parts
from tablewright.games.veridia.missiles import reloaded
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import armed
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.skills import skill_pool
from tablewright.games.veridia.state import Character, Garment, Item, Suit, Veridia
from tablewright.games.veridia.turns import acting
from tablewright.games.veridia.upkeep import patched, why_not_patched
from tablewright.games.veridia.weapons import MELEE, MISSILE, UNARMED, damage_of, has, in_hand, kind_named
from tablewright.kernel import Refused

from .people import act, chance, dice_of, dist, fight, offered, person, read, refused, rows, ruled, table

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
    """A cheap lantern goes out; prices are whatever the table enters."""
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
    """Five months ago it can be reinforced; seven, and it is lost for good."""
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


# wear


def wear_after(damage: int, suit: Suit, inner: int = 0, **rulings: Any) -> int:
    s = table(person().but(suit=suit, inner_armor=inner, health_most=40, health=40), rulings=ruled(**rulings))
    return act(s, "cause_damage", who="ada", damage=damage).c("ada").suit.wear


@pytest.mark.example("wear.mark", 0, 1, 2)
@pytest.mark.example("wear.rating", 0, 1)
def test_armor_wears_when_a_blow_passes_its_rating() -> None:
    """Mail: 4 wears, 3 does not; an enchantment counts, inner armor does not."""
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
        (20, False, "Battered", 1),
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


@pytest.mark.example("wear.patch", 0, 1, 2)
@pytest.mark.example("wear.patch.limit", 0)
@pytest.mark.example("wear.patch.need", 0, 1, 2)
def test_patching_repairs_one_stage() -> None:
    """Damaged becomes new, battered is patched and never more, broken stays; plate needs 5 of everything."""
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
    mail = Suit("Medium armor", wear=12)
    assert why_not_patched(smith(2), mail) is not None
    assert why_not_patched(smith(4), mail) is None
    assert original(mail) == 3


@pytest.mark.example("wear.other", 0)
def test_a_weapon_may_break_on_a_critical_failure() -> None:
    """Five dice fail critically 989 times in 62208; a broken sword strikes like a fist."""
    assert chance(5, lambda r: r.critical) == F(989, 62208)
    s = act(table(person(main="Sword")), "break_item", who="ada", item="sword").state
    assert in_hand(s.characters[0]) == UNARMED


# weapons


@pytest.mark.example("weapon.melee", 0)
@pytest.mark.example("weapon.missile", 0)
def test_the_tables_of_weapons() -> None:
    """Every row, and both spellings of fighting without a weapon."""
    melee = {name: (k.damage, list(k.quirks), k.hands) for name, k in MELEE.items()}
    assert melee == {row["name"]: (row["damage"], row["quirks"], row["hands"]) for row in rows("weapon.melee")}
    missile = {
        name: (k.reach, k.damage, list(k.quirks), [k.size, k.reload] if k.size else []) for name, k in MISSILE.items()
    }
    listed = {r["name"]: (r["optimal_range"], r["damage"], r["quirks"], r["loaded"]) for r in rows("weapon.missile")}
    assert missile == listed
    assert kind_named("Unharmed") == "Unarmed"


@pytest.mark.example("quirk.armor_piercing", 0, 1, 2, 3)
def test_armor_piercing_ignores_half() -> None:
    """5 counts 3, 3 counts 2, 1 counts 1; by another ruling 5 counts 2."""
    assert [pierced(n, LEDGER) for n in (5, 3, 1)] == [3, 2, 1]
    assert pierced(5, ruled(piercing_rounds="what counts")) == 2
    c = person(main="Polearm")
    swing = make_swing(c, in_hand(c), 6, 0)
    assert dist(strike(swing, None, Shell(0, 5, 0, 5), LEDGER)).mean(lambda b: b.net) == 2


@pytest.mark.example("quirk.balanced", 1)
def test_balance_gives_nothing_to_a_plain_attack() -> None:
    """Only exchanges and parries."""
    c = person(main="Sword")
    assert attack_pool(table(c), c, person("bo"), in_hand(c)).dice == 3


@pytest.mark.example("quirk.barehanded", 0, 1)
def test_bare_hands_exchange_with_bare_hands_only() -> None:
    """Punch against sword: separate attacks. Punch against punch: an exchange is possible."""
    s = fight(person("ada"), person("bo", main="Sword"))
    ways = offered(s, "attack", who="ada", target="bo")
    assert "strike back" in ways
    assert "exchange" not in ways
    apart = act(s, "attack", [[9, 2, 3]], ["strike back"], who="ada", target="bo")  # nobody can declare
    assert apart.c("bo").health == 10
    assert "exchange" in offered(fight(person("ada"), person("bo")), "attack", who="ada", target="bo")


@pytest.mark.example("quirk.devastating", 0, 1, 2, 3)
def test_devastating_weapons_add_their_match() -> None:
    """9, 9, 12 are 6; 9, 9, 9 are 7; and the mean against mail."""
    axe, sword = (make_swing(c, in_hand(c), 6, 0) for c in (person(main="Axe"), person(main="Sword")))
    assert [raw_damage(axe, read(dice)) for dice in ([9, 9, 12], [9, 9, 9])] == [6, 7]
    means = [dist(strike(x, None, Shell(0, 3, 0, 3), LEDGER)).mean(lambda b: b.net) for x in (axe, sword)]
    assert means == [F(537643, 373248), F(793, 729)]


@pytest.mark.example("quirk.disposable", 0)
@pytest.mark.example("quirk.multipurpose", 0)
def test_a_javelin_is_gone_when_thrown() -> None:
    """And stays in hand when it stabs, with strength, melee and damage 2."""
    s = fight(person("ada", main="Javelin", strength=4, skills={"melee": 2, "throwing": 1}), person("bo"))
    thrown = act(s, "attack", [[2] * 5], ["nothing"], who="ada", target="bo", distance=15)
    assert in_hand(thrown.c("ada")) == UNARMED
    assert thrown.c("ada").items[0].dropped
    assert "on the ground" in refused(
        act(act(thrown.state, "end_turn", who="ada").state, "end_turn", who="bo").state,
        "unsheathe",
        who="ada",
        item="javelin",
    )
    stab = act(s, "attack", [[9, 2, 3, 4, 5, 6]], ["nothing"], who="ada", target="bo")
    assert stab.c("bo").health == 11 - 3
    assert stab.c("ada").main == "javelin"


def round_of(s: Veridia, name: str, *dice: list[int], **params: Any) -> Veridia:
    """Ada does something, and a round passes."""
    done = act(s, name, dice, ["nothing"] if name == "attack" else [], who="ada", **params)
    s = done.state
    while acting(s) != "ada" or (s.fight and s.fight.order[s.fight.turn].main):
        s = act(s, "end_turn", who=acting(s)).state
    return s


@pytest.mark.example("quirk.drawn", 0)
def test_a_bow_is_drawn_before_each_shot() -> None:
    """A turn to draw, a turn to shoot, and then it must be drawn again."""
    s = fight(person("ada", main="Bow"), person("bo"))
    shot: dict[str, Any] = {"target": "bo", "distance": 20}
    assert "made ready" in refused(s, "attack", who="ada", **shot)
    s = round_of(s, "make_ready")
    s = round_of(s, "attack", [2, 3, 4], **shot)
    assert "made ready" in refused(s, "attack", who="ada", **shot)
    ready = round_of(s, "make_ready")
    sheathed = act(ready, "unsheathe", who="ada").state
    assert not sheathed.characters[0].items[0].drawn


@pytest.mark.example("quirk.drawn.concurrent", 0, 1)
def test_drawing_and_shooting_in_one_turn() -> None:
    """4 and 7 share three dice; two to draw and one to shoot work 5 times in 27; a failed draw loses the shot."""
    ada = person("ada", main="Bow", strength=3, skills={"athletics": 1, "marksmanship": 4})
    s = fight(ada, person("bo"))
    args: dict[str, Any] = {"who": "ada", "actions": ["draw", "attack"], "target": "bo", "distance": 20}
    assert "3 dice to share" in refused(s, "concurrent", dice=[3, 1], **args)
    s = act(s, "concurrent", dice=[2, 1], **args).state
    assert chance(2, works) * chance(1, works) == F(5, 27)
    drawn = act(s, "make_ready", [[9, 2]], who="ada").state
    assert dice_of(drawn, "attack", ["nothing"], who="ada", target="bo", distance=20) == 1
    failed = act(s, "make_ready", [[2, 3]], who="ada").state
    assert "made ready" in refused(failed, "attack", who="ada", target="bo", distance=20)


@pytest.mark.example("quirk.dual_mode", 0)
def test_a_gun_sword_switches_in_the_same_turn() -> None:
    """Pistol to edge, a free action, and then the attack."""
    s = fight(person("ada", main="Gun-sword (pistol)"), person("bo"))
    s = act(s, "switch_mode", who="ada", item="gun-sword-pistol").state
    assert in_hand(s.characters[0]).kind == "Gun-sword (edge)"
    assert act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").c("bo").health == 11 - 2
    assert "one mode only" in refused(
        fight(person("ada", main="Axe"), person("bo")), "switch_mode", who="ada", item="axe"
    )


@pytest.mark.example("quirk.loaded", 0, 1, 2)
@pytest.mark.parametrize(
    ("kind", "shots", "turns"), [("Crossbow", 1, 3), ("Chain crossbow", 3, 6), ("Magi-rifle", 3, 4)]
)
def test_how_often_a_loaded_weapon_shoots(kind: str, shots: int, turns: int) -> None:
    """Crossbow 1 in 3 turns, chain crossbow 3 in 6, magi-rifle 3 in 4."""
    s = fight(person("ada", main=kind).but(crystals=9), person("bo"))
    shot: dict[str, Any] = {"target": "bo", "distance": 20}
    for _ in range(shots):
        s = round_of(s, "attack", [2, 3, 4], **shot)
    for _ in range(turns - shots):
        assert "reload" in refused(s, "attack", who="ada", **shot)
        s = round_of(s, "reload")
    assert round_of(s, "attack", [2, 3, 4], **shot)
    full = reloaded(Item("x", "Chain crossbow", loaded=2, reloading=2))
    assert (full.loaded, full.reloading) == (3, 0)


@pytest.mark.example("quirk.loaded.concurrent", 0, 1)
def test_reloading_in_a_set_needs_a_roll() -> None:
    """Agility 3 and machinery 2 are five dice; without a success the turn does not count."""
    ada = person("ada", main="Crossbow", agility=3, skills={"machinery": 2, "athletics": 4})
    ada = ada.but(items=tuple(i.but(loaded=0) for i in ada.items))
    s = fight(ada, person("bo"))
    s = act(s, "concurrent", who="ada", actions=["reload", "run"], dice=[4, 0]).state
    assert "There are 4 dice" in refused(
        fight(ada, person("bo")), "concurrent", who="ada", actions=["reload", "run"], dice=[5, 0]
    )
    assert act(s, "reload", [[9, 2, 3, 4]], who="ada").c("ada").items[0].reloading == 1
    assert act(s, "reload", [[2, 2, 3, 4]], who="ada").c("ada").items[0].reloading == 0


@pytest.mark.example("quirk.magitech", 0)
def test_magitech_needs_crystals() -> None:
    """Without any it cannot fire; how many a shot takes is the table's to say."""
    s = fight(person("ada", main="Magi-pistol"), person("bo"))
    assert "crystals" in refused(s, "attack", who="ada", target="bo", distance=20)
    s = act(s, "set_supplies", who="ada", crystals=2).state
    shot: dict[str, Any] = {"who": "ada", "target": "bo", "distance": 20}
    assert act(s, "attack", [[2, 3, 4]], ["nothing"], **shot).c("ada").crystals == 2
    dear = s.but(rulings=ruled(crystals_per_shot=2))
    assert act(dear, "attack", [[2, 3, 4]], ["nothing"], **shot).c("ada").crystals == 0


@pytest.mark.example("quirk.nimble", 0, 1)
def test_nimble_weapons_like_the_agile() -> None:
    """Agility 4 over strength 3: a die on attack, parry and exchange. Equal: none."""
    quick = person(main="Dagger", agility=4, strength=3)
    item, s = in_hand(quick), table(quick)
    assert attack_pool(s, quick, person("bo"), item).dice == 4
    assert attack_pool(s, quick, person("bo"), item, exchange=True).dice == 3
    assert defence_pool(s, quick, "parry").dice == 4
    even = person(main="Dagger")
    assert attack_pool(table(even), even, person("bo"), in_hand(even)).dice == 3


@pytest.mark.example("quirk.threatening", 0, 2)
def test_a_spear_keeps_attackers_away() -> None:
    """Seven dice are five; in an exchange four."""
    ada = person("ada", main="Axe", strength=4, skills={"melee": 3})
    spear = person("bo", main="Spear")
    s = fight(ada, spear)
    assert dice_of(s, "attack", ["nothing"], who="ada", target="bo") == 5
    assert attack_pool(s, ada, spear, in_hand(ada), exchange=True).dice == 4
    lenient = s.but(rulings=ruled(threatening_in_exchange=False))
    for table_, dice in ((s, 4), (lenient, 6)):
        done = act(table_, "attack", [[2] * dice, [3, 4]], ["exchange"], who="ada", target="bo")
        assert [q.dice for q in done.asked if q.kind == "roll"] == [dice, 2]


@pytest.mark.example("quirk.two_handed", 0)
def test_a_great_sword_leaves_no_hand_for_a_shield() -> None:
    """Both hands are needed."""
    s = table(person(main="Great sword", carried=("Shield",)))
    assert "both hands" in refused(s, "unsheathe", who="ada", item="shield", hand="off")


@pytest.mark.example("quirk.versatile", 0, 1)
def test_a_longsword_wants_both_hands() -> None:
    """Seven dice, or five with one hand."""
    both = person(main="Longsword", strength=4, skills={"melee": 3})
    one = armed(both, "Longsword", "Shield")
    assert attack_pool(table(both), both, person("bo"), in_hand(both)).dice == 7
    assert attack_pool(table(one), one, person("bo"), in_hand(one)).dice == 5
    assert defence_pool(table(one), one, "parry").dice == 3 + 1 - 2


# armors and garments


@pytest.mark.example("armor.table", 0, 1)
def test_the_table_of_armors() -> None:
    """Plate 5 and 3 dice, heavy 4 and 3 dice."""
    listed = {
        r["name"]: (r["reduction"], r["athletics_disadvantage"], tuple(r["examples"])) for r in rows("armor.table")
    }
    assert {name: tuple(kind) for name, kind in ARMORS.items()} == listed
    assert ARMORS["Plate armor"][:2] == (5, 3)


@pytest.mark.example("armor.athletics", 1, 2)
def test_armor_hinders_athletics_and_nothing_else() -> None:
    """Melee and initiative in plate are unchanged; running is not."""
    plate, bare = (person(armor=armor, skills={"melee": 2, "athletics": 2}) for armor in ("Plate armor", "Robes"))
    for attribute, skill, less in (("strength", "melee", 0), ("agility", "athletics", 3), ("strength", "athletics", 3)):
        dice = [skill_pool(table(c), c, attribute, skill).dice for c in (bare, plate)]
        assert dice[0] - dice[1] == less
    assert initiative_pool(table(plate), plate).dice == initiative_pool(table(bare), bare).dice


@pytest.mark.example("gear.table", 0)
def test_tunic_and_cloak_add_up() -> None:
    """Elemental reduction 2."""
    listed = {row["name"]: row["elemental_reduction"] for row in rows("gear.table") if row["name"] != "Shield"}
    assert {name: kind.elemental for name, kind in GARMENTS.items()} == listed
    s = table(person())
    for kind in ("Elemental resistant tunic", "Elemental resistant cloak"):
        s = act(s, "wear_garment", who="ada", kind=kind).state
    assert outer_resist(s.characters[0]) == 2
    assert act(s, "cause_damage", who="ada", damage=3, kind="elemental").c("ada").health == 10
    assert suffer(3, shell(s.characters[0]), LEDGER).health == 3


@pytest.mark.example("gear.boots", 0)
def test_boots_of_celerity_give_a_point() -> None:
    """Two successes count as three; by another ruling a die is thrown."""
    booted = person("ada", agility=1, reaction=1).but(garments=(Garment("boots", "Boots of celerity"),))
    s = table(person("bo", agility=1, reaction=2), booted)
    assert act(s, "begin_fight", [[9, 10, 2], [9, 10]], who=["bo", "ada"]).state.fight.rolled == ("ada", "bo")
    die = s.but(rulings=ruled(boots="die"))
    assert initiative_pool(die, booted).dice == 3
    assert initiative_bonus((Garment("boots", "Boots of celerity", 7),)) == 0


@pytest.mark.example("gear.shield.difficulty", 0, 1)
def test_a_shield_makes_hitting_harder() -> None:
    """473 in 729 with six dice instead of 665; by another ruling only missiles are hindered."""
    assert [chance(6, works, n) for n in (1, 0)] == [F(473, 729), F(665, 729)]
    s = fight(person("ada"), person("bo", off="Shield"))
    assert act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").said("misses")
    only = s.but(rulings=ruled(shield_difficulty="missiles"))
    assert act(only, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").said("hits")


@pytest.mark.example("meta.version", 0)
def test_versions_have_three_numbers() -> None:
    """2.1.3 is major 2, minor 1, errata 3; this book states none."""
    assert version_parts("2.1.3") == (2, 1, 3)
    assert version_parts("unknown") is None
