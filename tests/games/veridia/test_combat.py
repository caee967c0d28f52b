"""Wait, move, attack and defences."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.attack import make_swing, raw_damage, strike
from tablewright.games.veridia.common import run_reach
from tablewright.games.veridia.contests import contest
from tablewright.games.veridia.defenses import Shell
from tablewright.games.veridia.maneuvers import defence_pool
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.outfits import armed
from tablewright.games.veridia.rolling import Result, pool, works
from tablewright.games.veridia.state import Character, Item, Veridia
from tablewright.games.veridia.weapons import in_hand, pairing

from .people import act, chance, dice_of, dist, fight, first_question, offered, person, refused, rows, ruled, table

F = Fraction


def order(s: Veridia) -> tuple[str, ...]:
    assert s.fight is not None
    return tuple(f.id for f in s.fight.order)


def names(*ids: str) -> Veridia:
    return fight(*(person(id) for id in ids))


# wait and move


@pytest.mark.example("combat.wait", 0)
def test_a_turn_can_be_put_off() -> None:
    """A waits two places: B, C, A. The next round uses the rolled order again."""
    waited = act(names("ada", "bo", "cy"), "wait", who="ada", places=2)
    assert waited.lines == ("Ada waits.", "It is Bo's turn.")
    s = waited.state
    assert order(s) == ("bo", "cy", "ada")
    for who in ("bo", "cy", "ada"):
        s = act(s, "end_turn", who=who).state
    assert order(s) == ("ada", "bo", "cy")
    assert "Only 2 are still to act" in refused(names("ada", "bo", "cy"), "wait", who="ada", places=3)


@pytest.mark.example("combat.wait.limit", 0, 1)
def test_nobody_waits_past_the_faster_one_who_waits_for_them() -> None:
    """A waits after B: B may not wait after A. With C between, B may wait after C but not after A."""
    s = act(names("ada", "bo"), "wait", who="ada").state
    assert "higher initiative" in refused(s, "wait", who="bo")
    s = act(names("ada", "bo", "cy"), "wait", who="ada", places=2).state
    assert order(act(s, "wait", who="bo", places=1).state) == ("cy", "bo", "ada")
    assert "higher initiative" in refused(s, "wait", who="bo", places=2)


@pytest.mark.example("combat.move", 0)
@pytest.mark.example("combat.move.split", 0, 1)
def test_nine_meters_a_turn_before_and_after() -> None:
    """4, an attack and 5 are fine. 10 at once, or 4 and 6, are not."""
    s = names("ada", "bo")
    assert "9 m more" in refused(s, "move", who="ada", meters=10)
    s = act(s, "move", who="ada", meters=4).state
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo").state
    assert "5 m more" in refused(s, "move", who="ada", meters=6)
    assert act(s, "move", who="ada", meters=5).f("ada").moved == 9


@pytest.mark.example("combat.run", 0, 1, 2)
def test_running_adds_successes_as_meters() -> None:
    """Three successes are 12 m, none are 9. Five dice run 32/3 m on average."""
    s = fight(person("ada", agility=3, skills={"athletics": 2}), person("bo"))
    far = act(s, "run", [[9, 10, 11, 2, 3]], who="ada")
    assert far.f("ada").reach == 12
    assert act(far.state, "move", who="ada", meters=12).f("ada").moved == 12
    assert act(s, "run", [[2, 3, 4, 5, 6]], who="ada").f("ada").reach == 9
    assert dist(pool(5)).mean(lambda r: run_reach(r.successes, LEDGER)) == F(32, 3)
    assert run_reach(3, ruled(run_distance="on top")) == 21


def dropped(**skills: int) -> Veridia:
    s = fight(person("ada", main="Javelin", skills=skills), person("bo"))
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo", distance=9).state
    s = act(s, "end_turn", who="ada").state
    back: Veridia = act(s, "end_turn", who="bo").state
    return back


@pytest.mark.example("combat.pickup", 0)
@pytest.mark.example("combat.pickup.concurrent", 0, 1)
def test_picking_up_takes_the_turn_or_a_roll() -> None:
    """Alone it needs no roll. In a set it needs a success of strength and athletics."""
    s = dropped()
    assert in_hand(s.characters[0]).kind == "Unarmed"
    done = act(s, "pick_up", who="ada", item="javelin")
    assert (done.c("ada").main, done.f("ada").main) == ("javelin", "pick up")
    both = act(s, "concurrent", who="ada", actions=["pick up", "dodge"], dice=[2, 0]).state
    assert act(both, "pick_up", [[9, 2]], who="ada", item="javelin").c("ada").main == "javelin"
    assert act(both, "pick_up", [[8, 2]], who="ada", item="javelin").c("ada").main == ""


@pytest.mark.example("combat.stand", 0)
@pytest.mark.example("combat.stand.concurrent", 0, 1)
def test_standing_up_takes_the_turn_or_a_roll() -> None:
    """Stand (3+2) and attack (4+3) share four dice. With two of them it works 5 times in 9."""
    ada = person("ada", main="Great sword", strength=4, agility=3, skills={"melee": 3, "athletics": 2})
    s = fight(ada, person("bo"))
    s = act(s, "set_condition", who="ada", condition="prone").state
    stood = act(s, "stand_up", who="ada")
    assert (stood.c("ada").prone, stood.f("ada").main) == (False, "stand up")
    args: dict[str, Any] = {"who": "ada", "actions": ["stand up", "attack"], "target": "bo"}
    assert "4 dice to share" in refused(s, "concurrent", dice=[2, 3], **args)
    both = act(s, "concurrent", dice=[2, 2], **args).state
    assert first_question(both, "stand_up", who="ada").dice == 2
    assert chance(2, works) == F(5, 9)
    assert act(both, "stand_up", [[2, 3]], who="ada").c("ada").prone


# attack


def swordsman(**more: Any) -> Character:
    return person("ada", main="Sword", strength=4, skills={"melee": 2}, **more)


@pytest.mark.example("attack.roll", 0, 1)
@pytest.mark.example("attack.roll.by_weapon", 0, 1)
def test_the_weapon_says_what_is_rolled() -> None:
    """A sword with 4 and 2 rolls six dice. The others follow the table."""
    assert dice_of(fight(swordsman(), person("bo")), "attack", ["nothing"], who="ada", target="bo") == 6
    pairs = {
        "melee weapon": "Axe",
        "unarmed": "Unarmed",
        "bow": "Bow",
        "crossbow (all kinds)": "Chain crossbow",
        "magitech weapon": "Magi-rifle",
        "gun": "Gun-sword (pistol)",
        "sling": "Sling",
        "javelin or axe, thrown": "Throwing axe",
        "dagger, thrown": "Throwing dagger",
    }
    for row in rows("attack.roll.by_weapon"):
        item = Item("x", pairs[row["weapon_kind"]])
        assert pairing(item, melee=item.kind in {"Axe", "Unarmed"}) == (row["attribute"], row["skill"])
    assert pairing(Item("x", "Javelin"), melee=False) == ("strength", "throwing")
    assert pairing(Item("x", "Javelin"), melee=True) == ("strength", "melee")


@pytest.mark.example("attack.hit", 0, 1, 2)
def test_one_success_hits() -> None:
    """None left misses, with the heaviest weapon too. Six dice hit 665 times in 729."""
    s = fight(person("ada", main="Great sword"), person("bo"))
    assert act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").c("bo").health == 11 - 5
    missed = act(s, "attack", [[8, 2, 3]], ["nothing"], who="ada", target="bo")
    assert missed.c("bo").health == 11
    assert missed.said("misses")
    assert chance(6, works) == F(665, 729)


@pytest.mark.example("attack.damage", 0, 1, 2)
@pytest.mark.parametrize(("weapon", "successes", "damage"), [("Sword", 3, 5), ("", 1, 1), ("Great sword", 1, 5)])
def test_damage_is_successes_and_weapon(weapon: str, successes: int, damage: int) -> None:
    """Before any defence."""
    c = person(main=weapon)
    assert raw_damage(make_swing(c, in_hand(c), 6, 0), Result(successes)) == damage


@pytest.mark.example("attack.physical", 0)
def test_a_shot_is_physical() -> None:
    """A magi-pistol's meets armor, and no elemental resist."""
    target = person("bo", armor="Light armor").but(outer_resist=5)
    s = fight(person("ada", main="Magi-pistol").but(crystals=3), target)
    done = act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo", distance=10)
    assert done.c("bo").health == 11 - 1


def damage_by(weapon: str, dice: int, armor: int) -> Fraction:
    c = person(main=weapon)
    swing = make_swing(c, in_hand(c), dice, 0)
    return dist(strike(swing, None, Shell(0, armor, 0, armor), LEDGER)).mean(lambda blow: blow.net)


@pytest.mark.example("attack.reduce", 0, 1, 2, 3)
@pytest.mark.example("attack.example", 0)
def test_armor_comes_off() -> None:
    """A sword with two successes against mail does 1, a dagger with one against plate does none."""
    s = fight(swordsman(), person("bo", armor="Medium armor"))
    done = act(s, "attack", [[5, 11, 1, 3, 10, 2]], ["nothing"], who="ada", target="bo")
    assert done.said("hits with 2 successes: 4 damage, 1 of it")
    assert done.c("bo").health == 10
    stab = fight(person("ada", main="Dagger"), person("bo", armor="Plate armor"))
    assert act(stab, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo").c("bo").health == 11
    assert damage_by("Sword", 6, 3) == F(793, 729)
    assert damage_by("Mace, Warhammer", 6, 3) == F(793, 729)


@pytest.mark.example("attack.order", 0)
def test_the_whole_order_of_a_hit() -> None:
    """Axe, 9 12 12 at +1: 5 damage, barrier 2, outer 2, inner 1, nothing is left."""
    target = person("bo", armor="Light armor").but(barrier=2, inner_armor=1)
    s = fight(person("ada", main="Axe"), target)
    done = act(s, "attack", [[9, 12, 12]], ["nothing"], who="ada", target="bo", difficulty=1)
    assert done.said("5 damage, none of it")
    assert (done.c("bo").barrier, done.c("bo").health) == (0, 11)


@pytest.mark.example("attack.answer", 0)
@pytest.mark.example("defend.announce", 0)
@pytest.mark.example("defend.which", 0)
def test_the_target_answers_before_the_roll() -> None:
    """Defend, attack in turn, or something else. The question comes before any die, and only then."""
    s = fight(person("eric", main="Sword"), person("mark", main="Dagger", off="Shield"))
    question = first_question(s, "attack", who="eric", target="mark")
    assert question.by == ("mark",)
    keys = [o.key for o in question.options]
    assert keys[:4] == ["nothing", "dodge", "parry", "block"]
    assert {"strike back", "exchange"} <= set(keys)
    done = act(s, "attack", [[9, 9, 9]], ["nothing"], who="eric", target="mark")
    assert [q.kind for q in done.asked] == ["choose", "roll"]


@pytest.mark.example("odds.damage", 0, 1)
@pytest.mark.parametrize("row", rows("odds.damage"), ids=lambda row: f"{row['weapon'][:12]}-{row['pool']}")
def test_the_mean_damage_of_every_weapon(row: dict[str, str]) -> None:
    """By pool and armor, exactly."""
    shown = {"gun-sword edge": "Gun-sword (edge)", "mace": "Mace, Warhammer", "warhammer": "Mace, Warhammer"}
    for name in row["weapon"].split(", "):
        kind = "" if name == "unarmed" else shown.get(name, name.capitalize())
        found = {f"armor_{a}": damage_by(kind, int(row["pool"]), a) for a in (0, 2, 3, 4, 5)}
        assert found == {column: F(row[column]) for column in found}


# defences


@pytest.mark.example("defend.contested", 0, 1, 2)
@pytest.mark.parametrize(
    ("attack", "parry", "words"), [([9, 9, 10], [9, 12, 2], "hits with 1"), ([9, 9, 2], [9, 12, 2], "misses")]
)
def test_a_defence_takes_successes_away(attack: list[int], parry: list[int], words: str) -> None:
    """Three against two hit with one. Two against two miss."""
    s = fight(person("ada", main="Axe"), person("bo", main="Club"))
    assert act(s, "attack", [attack, parry], ["parry"], who="ada", target="bo").said(words)
    assert dist(contest(7, 5)).chance(lambda c: c.margin > 0) == F(95351, 177147)


@pytest.mark.example("defend.parry", 0, 1)
@pytest.mark.example("defend.parry.weapon", 0, 1, 2)
@pytest.mark.example("quirk.balanced", 0)
def test_who_can_parry() -> None:
    """Reaction and parry with a weapon that strikes, but not an arrow, not bare-handed, and not with a bow."""
    bo = person("bo", main="Club", reaction=3, skills={"parry": 2})
    assert defence_pool(table(bo), bo, "parry").dice == 5
    sword = armed(bo, "Sword")
    assert defence_pool(table(sword), sword, "parry").dice == 6
    archer = person("ada", main="Bow").but(items=(Item("bow", "Bow", drawn=True),))
    assert "parry" not in offered(fight(archer, bo), "attack", who="ada", target="bo", distance=20)
    for held, may in (("Sword", True), ("", False), ("Bow", False), ("Javelin", True)):
        s = fight(person("ada", main="Sword"), person("bo", main=held))
        assert ("parry" in offered(s, "attack", who="ada", target="bo")) is may


@pytest.mark.example("defend.block", 0)
@pytest.mark.example("defend.block.missile", 0, 1)
@pytest.mark.example("gear.shield.block", 0)
@pytest.mark.example("defend.dodge", 1)
def test_a_shield_blocks_arrows_too() -> None:
    """Reaction and parry. With a sword alone an arrow can only be dodged."""
    bo = person("bo", main="Club", off="Shield", reaction=3, skills={"parry": 2})
    assert defence_pool(table(bo), bo, "block").dice == 5
    archer = person("ada", main="Bow").but(items=(Item("bow", "Bow", drawn=True),))
    assert offered(fight(archer, bo), "attack", who="ada", target="bo", distance=20) == ("nothing", "dodge", "block")
    sword = person("bo", main="Sword")
    assert offered(fight(archer, sword), "attack", who="ada", target="bo", distance=20) == ("nothing", "dodge")


@pytest.mark.example("defend.block.unarmed", 0)
def test_a_punch_can_be_blocked_with_bare_hands() -> None:
    """Reaction and brawl, but not against a sword."""
    bo = person("bo", reaction=3, skills={"brawl": 2})
    s = fight(person("ada"), bo)
    assert "block bare-handed" in offered(s, "attack", who="ada", target="bo")
    done = act(s, "attack", [[9, 2, 3], [9, 1, 2, 3, 4]], ["block bare-handed"], who="ada", target="bo")
    assert done.said("misses")
    armed_one = fight(person("ada", main="Sword"), bo)
    assert "block bare-handed" not in offered(armed_one, "attack", who="ada", target="bo")


@pytest.mark.example("defend.dodge", 0)
@pytest.mark.example("armor.athletics", 0)
def test_armor_hinders_a_dodge() -> None:
    """3 and 2 in mail are 3 dice. 3 and 3 in plate are 3."""
    mail = person("bo", armor="Medium armor", skills={"athletics": 2})
    plate = person("bo", armor="Plate armor", skills={"athletics": 3})
    assert defence_pool(table(mail), mail, "dodge").dice == 3
    assert defence_pool(table(plate), plate, "dodge").dice == 3
