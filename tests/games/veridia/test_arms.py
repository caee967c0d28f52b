"""Weapons, armors and garments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.armors import (
    ARMORS,
    GARMENTS,
    initiative_bonus,
    outer_resist,
)
from tablewright.games.veridia.attack import attack_pool, make_swing, raw_damage, strike
from tablewright.games.veridia.defenses import Shell, pierced, shell, suffer
from tablewright.games.veridia.initiative import initiative_pool
from tablewright.games.veridia.maneuvers import defence_pool
from tablewright.games.veridia.master import version_parts
from tablewright.games.veridia.missiles import reloaded
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.outfits import armed
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.skills import skill_pool
from tablewright.games.veridia.state import Garment, Item, Veridia
from tablewright.games.veridia.turns import acting
from tablewright.games.veridia.weapons import MELEE, MISSILE, UNARMED, in_hand, kind_named
from tablewright.rules import Refused

from .people import act, chance, dice_of, dist, fight, offered, person, read, refused, rows, ruled, table

F = Fraction


# weapons


@pytest.mark.example("weapon.melee", 0)
@pytest.mark.example("weapon.missile", 0)
def test_the_tables_of_weapons() -> None:
    """Every row, and both spellings of fighting without a weapon."""
    melee = {name: (k.damage, list(k.quirks), k.hands) for name, k in MELEE.items()}
    assert melee == {row["name"]: (row["damage"], row["quirks"], row["hands"]) for row in rows("weapon.melee")}
    assert {k.reach for k in MELEE.values()} == {0}
    missile = {
        name: (k.reach, k.damage, list(k.quirks), [k.size, k.reload] if k.size else []) for name, k in MISSILE.items()
    }
    listed = {r["name"]: (r["optimal_range"], r["damage"], r["quirks"], r["loaded"]) for r in rows("weapon.missile")}
    assert missile == listed
    assert kind_named("Unharmed") == "Unarmed"
    assert kind_named("Shield") == "Shield"
    with pytest.raises(Refused, match="No weapon is called Flail"):
        kind_named("Flail")


@pytest.mark.example("quirk.armor_piercing", 0, 1, 2, 3)
def test_armor_piercing_ignores_half() -> None:
    """5 counts 3, 3 counts 2, 1 counts 1. By another ruling 5 counts 2."""
    assert [pierced(n, LEDGER) for n in (5, 3, 1)] == [3, 2, 1]
    assert pierced(5, ruled(piercing_rounds="what counts")) == 2
    c = person(main="Polearm")
    swing = make_swing(c, in_hand(c), 6, 0)
    assert dist(strike(swing, None, Shell(0, 5, 0, 5), LEDGER)).mean(lambda b: b.net) == 2


@pytest.mark.example("quirk.balanced", 1)
def test_balance_gives_nothing_to_a_plain_attack() -> None:
    """Balance helps only exchanges and parries."""
    c = person(main="Sword")
    assert attack_pool(table(c), c, person("bo"), in_hand(c)).dice == 3


@pytest.mark.example("quirk.barehanded", 0, 1)
def test_bare_hands_exchange_with_bare_hands_only() -> None:
    """Punch against sword: separate attacks. Punch against punch: an exchange is possible."""
    s = fight(person("ada"), person("bo", main="Sword"))
    ways = offered(s, "attack", who="ada", target="bo")
    assert "strike back" in ways
    assert "exchange" not in ways
    apart = act(s, "attack", [[9, 2, 3]], ["strike back"], who="ada", target="bo")  # neither can declare
    assert apart.c("bo").health == 10
    assert "exchange" in offered(fight(person("ada"), person("bo")), "attack", who="ada", target="bo")


@pytest.mark.example("quirk.devastating", 0, 1, 2, 3)
def test_devastating_weapons_add_their_match() -> None:
    """9, 9, 12 are 6, and 9, 9, 9 are 7. The mean against mail follows."""
    axe, sword = (make_swing(c, in_hand(c), 6, 0) for c in (person(main="Axe"), person(main="Sword")))
    assert [raw_damage(axe, read(dice)) for dice in ([9, 9, 12], [9, 9, 9])] == [6, 7]
    means = [dist(strike(x, None, Shell(0, 3, 0, 3), LEDGER)).mean(lambda b: b.net) for x in (axe, sword)]
    assert means == [F(537643, 373248), F(793, 729)]


@pytest.mark.example("quirk.disposable", 0)
@pytest.mark.example("quirk.multipurpose", 0)
def test_a_javelin_is_gone_when_thrown() -> None:
    """A javelin stays in hand when it stabs, with strength, melee and damage 2."""
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
    """4 and 7 share three dice. Two to draw and one to shoot work 5 times in 27, and a failed draw loses the shot."""
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
    for left in range(turns - shots, 0, -1):
        more = "1 more turn." if left == 1 else f"{left} more turns."
        assert f"reload it first, which takes {more}" in refused(s, "attack", who="ada", **shot)
        s = round_of(s, "reload")
    assert round_of(s, "attack", [2, 3, 4], **shot)
    full = reloaded(Item("x", "Chain crossbow", loaded=2, reloading=2))
    assert (full.loaded, full.reloading) == (3, 0)
    late = reloaded(Item("x", "Crossbow", reloading=5))
    assert (late.loaded, late.reloading) == (1, 0)


@pytest.mark.example("quirk.loaded.concurrent", 0, 1)
def test_reloading_in_a_set_needs_a_roll() -> None:
    """Agility 3 and machinery 2 are five dice. Without a success the turn does not count."""
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
    """Without any it cannot fire. The table sets how many a shot takes."""
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
    """Seven dice are five. In an exchange four."""
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
    """Melee and initiative in plate are unchanged, running is not."""
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
    cloaked = act(table(person()), "wear_garment", who="ada", kind="Elemental resistant cloak").state
    assert "already" in refused(cloaked, "wear_garment", who="ada", kind="Elemental resistant cloak")
    assert outer_resist(act(cloaked, "wear_garment", who="ada", kind="Elemental resistant tunic").c("ada")) == 2
    assert act(s, "cause_damage", who="ada", damage=3, kind="elemental").c("ada").health == 10
    assert suffer(3, shell(s.characters[0]), LEDGER).health == 3


@pytest.mark.example("gear.boots", 0)
def test_boots_of_celerity_give_a_point() -> None:
    """Two successes count as three. By another ruling a die is thrown."""
    booted = person("ada", agility=1, reaction=1).but(garments=(Garment("boots", "Boots of celerity"),))
    s = table(person("bo", agility=1, reaction=2), booted)
    assert act(s, "begin_fight", [[9, 10, 2], [9, 10]], who=["bo", "ada"]).state.fight.rolled == ("ada", "bo")
    die = s.but(rulings=ruled(boots="die"))
    assert initiative_pool(die, booted).dice == 3
    assert initiative_bonus((Garment("boots", "Boots of celerity", 7),)) == 0


@pytest.mark.example("gear.shield.difficulty", 0, 1)
def test_a_shield_makes_hitting_harder() -> None:
    """473 in 729 with six dice instead of 665. By another ruling only missiles are hindered."""
    assert [chance(6, works, n) for n in (1, 0)] == [F(473, 729), F(665, 729)]
    s = fight(person("ada"), person("bo", off="Shield"))
    assert act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").said("misses")
    only = s.but(rulings=ruled(shield_difficulty="missiles"))
    assert act(only, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").said("hits")


@pytest.mark.example("meta.version", 0)
def test_versions_have_three_numbers() -> None:
    """2.1.3 is major 2, minor 1, errata 3. This book states none."""
    assert version_parts("2.1.3") == (2, 1, 3)
    assert version_parts("unknown") is None
