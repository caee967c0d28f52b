"""Combat: common actions, attack, defences, exchange, knock out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.attack import PARTS, Swing, attack_pool, make_swing, raw_damage, strike
from tablewright.games.veridia.common import run_reach, set_pool
from tablewright.games.veridia.contests import contest
from tablewright.games.veridia.defenses import Shell
from tablewright.games.veridia.exchange import exchange
from tablewright.games.veridia.maneuvers import defence_pool
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.people import armed
from tablewright.games.veridia.rolling import Result, pool, works
from tablewright.games.veridia.state import Character, Item, Suit, Veridia
from tablewright.games.veridia.weapons import in_hand, pairing

from .people import (
    act,
    chance,
    dice_of,
    dist,
    fight,
    first_question,
    offered,
    person,
    refused,
    rows,
    ruled,
    table,
    through,
)

F = Fraction


def order(s: Veridia) -> tuple[str, ...]:
    assert s.fight is not None
    return tuple(f.id for f in s.fight.order)


def names(*ids: str) -> Veridia:
    return fight(*(person(id) for id in ids))


# wait and move


@pytest.mark.example("combat.wait", 0)
def test_a_turn_can_be_put_off() -> None:
    """A waits two places: B, C, A; and the next round uses the rolled order again."""
    s = act(names("ada", "bo", "cy"), "wait", who="ada", places=2).state
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
    """4, an attack and 5 are fine; 10 at once, or 4 and 6, are not."""
    s = names("ada", "bo")
    assert "9 m more" in refused(s, "move", who="ada", meters=10)
    s = act(s, "move", who="ada", meters=4).state
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo").state
    assert "5 m more" in refused(s, "move", who="ada", meters=6)
    assert act(s, "move", who="ada", meters=5).f("ada").moved == 9


@pytest.mark.example("combat.run", 0, 1, 2)
def test_running_adds_successes_as_meters() -> None:
    """Three successes are 12 m, none are 9; five dice run 32/3 m on average."""
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
    """Alone it is simply done; in a set it needs a success of strength and athletics."""
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
    """Stand (3+2) and attack (4+3) share four dice; with two of them it works 5 times in 9."""
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
    """A sword with 4 and 2 rolls six dice; the rest by the table."""
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
    """None left misses, however heavy the weapon; six dice hit 665 times in 729."""
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
    """A sword with two successes against mail does 1; a dagger with one against plate nothing."""
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
    """Defend, attack in turn, or something else: asked before any die; afterwards it is too late."""
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
    """Three against two hit with one; two against two miss."""
    s = fight(person("ada", main="Axe"), person("bo", main="Club"))
    assert act(s, "attack", [attack, parry], ["parry"], who="ada", target="bo").said(words)
    assert dist(contest(7, 5)).chance(lambda c: c.margin > 0) == F(95351, 177147)


@pytest.mark.example("defend.parry", 0, 1)
@pytest.mark.example("defend.parry.weapon", 0, 1, 2)
@pytest.mark.example("quirk.balanced", 0)
def test_who_can_parry() -> None:
    """Reaction and parry with a weapon that strikes; not an arrow, not bare-handed, not with a bow."""
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
    """Reaction and parry; with a sword alone an arrow can only be dodged."""
    bo = person("bo", main="Club", off="Shield", reaction=3, skills={"parry": 2})
    assert defence_pool(table(bo), bo, "block").dice == 5
    archer = person("ada", main="Bow").but(items=(Item("bow", "Bow", drawn=True),))
    assert offered(fight(archer, bo), "attack", who="ada", target="bo", distance=20) == ("nothing", "dodge", "block")
    sword = person("bo", main="Sword")
    assert offered(fight(archer, sword), "attack", who="ada", target="bo", distance=20) == ("nothing", "dodge")


@pytest.mark.example("defend.block.unarmed", 0)
def test_a_punch_can_be_blocked_with_bare_hands() -> None:
    """Reaction and brawl; not against a sword."""
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
    """3 and 2 in mail are 3 dice; 3 and 3 in plate are 3."""
    mail = person("bo", armor="Medium armor", skills={"athletics": 2})
    plate = person("bo", armor="Plate armor", skills={"athletics": 3})
    assert defence_pool(table(mail), mail, "dodge").dice == 3
    assert defence_pool(table(plate), plate, "dodge").dice == 3


# exchange


def pair(one: Character | None = None, other: Character | None = None, **rulings: Any) -> Veridia:
    eric = one or person("eric", main="Sword", strength=4, skills={"melee": 3})
    mark = other or person("mark", main="Dagger", strength=3, skills={"melee": 3})
    return fight(eric, mark, rulings=ruled(**rulings))


@pytest.mark.example("exchange.when", 0, 1)
def test_when_an_exchange_is_possible() -> None:
    """Sword against grapple it is; against a bow shot it is not."""
    s = pair(other=person("mark", main="Dagger", skills={"brawl": 2}))
    assert "exchange by a grapple" in offered(s, "attack", who="eric", target="mark")
    archer = person("eric", main="Bow").but(items=(Item("bow", "Bow", drawn=True),))
    ways = offered(pair(archer), "attack", who="eric", target="mark", distance=20)
    assert not [way for way in ways if way.startswith("exchange")]


@pytest.mark.example("exchange.declare", 0)
def test_undeclared_the_attacks_are_separate() -> None:
    """Nobody declares: Eric's attack is undefended, and Mark's comes on his turn."""
    s = pair()
    done = act(s, "attack", [[9, 2, 3, 4, 5, 6, 7]], ["strike back", "no"], who="eric", target="mark")
    assert done.said("Eric hits with 1 success")
    at_mark = act(done.state, "end_turn", who="eric").state
    assert "main action" in refused(at_mark, "run", who="mark")  # he has said he would strike back
    back = act(at_mark, "attack", [[9, 10, 3, 4]], who="mark", target="eric")
    assert back.said("Mark hits with 2 successes")


@pytest.mark.example("exchange.no_refusal", 0)
@pytest.mark.example("exchange.now", 0)
@pytest.mark.example("exchange.slot", 0)
@pytest.mark.example("exchange.cancel", 0)
@pytest.mark.example("exchange.damage", 0)
@pytest.mark.example("exchange.example", 0)
def test_the_worked_exchange() -> None:
    """Eric declares: both roll at once, two against one, sword 2 + 1 - armor 1 is 2; Mark's attack is used up."""
    mark = person("mark", main="Dagger", strength=3, skills={"melee": 3}).but(suit=Suit("Robes", 1))
    s = fight(person("eric", main="Sword", strength=4, skills={"melee": 3}), person("cy"), mark)
    dice = [[9, 10, 1, 2, 3, 4, 5], [12, 2, 3, 4, 5]]
    done = act(s, "attack", dice, ["strike back", "yes"], who="eric", target="mark")
    assert [q.dice for q in done.asked if q.kind == "roll"] == [7, 5]  # the sword's balance gives Eric one
    assert done.c("mark").health == 11 - 2
    at_mark = act(act(done.state, "end_turn", who="eric").state, "end_turn", who="cy").state
    assert "main action" in refused(at_mark, "attack", who="mark", target="eric")


@pytest.mark.example("exchange.others_later", 0)
def test_the_rest_of_a_set_keeps_its_place() -> None:
    """Mark's attack of his set goes into the exchange; his run comes on his place."""
    s = fight(person("eric", main="Sword"), person("mark", main="Dagger", skills={"melee": 3}))
    s = act(s, "concurrent", who="mark", actions=["attack", "run"], dice=[2, 0], target="eric").state
    done = act(s, "attack", [[2, 3, 4], [9]], ["exchange"], who="eric", target="mark")
    assert done.said("Mark wins the exchange")
    assert [k.action for k in done.f("mark").kept] == ["run"]
    at_mark = act(done.state, "end_turn", who="eric").state
    assert "main action" in refused(at_mark, "attack", who="mark", target="eric")
    assert act(at_mark, "run", who="mark").f("mark").reach == 9


@pytest.mark.example("exchange.penalty", 0, 1, 2)
def test_an_exchange_costs_a_die() -> None:
    """4 + 3 are 6 dice, 3 + 3 are 5, without quirks."""
    one = person("eric", main="Axe", strength=4, skills={"melee": 3})
    other = person("mark", main="Axe", strength=3, skills={"melee": 3})
    dice = [[2] * 6, [3] * 5]
    done = act(pair(one, other), "attack", dice, ["exchange"], who="eric", target="mark")
    assert done.said("nobody is hit")
    found = dist(contest(6, 5))
    assert found.chance(lambda c: c.margin > 0) == F(2993, 6561)
    assert found.chance(lambda c: c.margin == 0) == F(14540, 59049)
    assert found.chance(lambda c: c.margin < 0) == F(17572, 59049)


@pytest.mark.parametrize(("ruling", "dice"), [("one die more", 2), ("included", 3)])
def test_an_exchange_with_dice_of_a_set(ruling: str, dice: int) -> None:
    """It costs another die, unless the table rules that the set has paid already."""
    eric = person("eric", main="Axe", strength=4, skills={"melee": 3, "athletics": 4})
    s = pair(eric, exchange_in_set=ruling)
    s = act(s, "concurrent", who="eric", actions=["attack", "dodge"], dice=[3, 3], target="mark").state
    done = act(s, "attack", [[2] * dice, [3] * 5], ["exchange"], who="eric", target="mark")
    assert done.said("nobody is hit")


@pytest.mark.example("exchange.cancel", 1)
def test_a_level_exchange_hits_nobody() -> None:
    """Two against two."""
    s = pair()
    done = act(s, "attack", [[9, 9, 2, 3, 4, 5, 6], [10, 11, 2, 3, 4]], ["exchange"], who="eric", target="mark")
    assert (done.c("eric").health, done.c("mark").health) == (11, 11)


@pytest.mark.example("exchange.damage", 1)
def test_an_axe_in_an_exchange() -> None:
    """10, 12, 12 against one success leave 12, 12: 2 + 2 + 1 are 5 before armor."""
    one = Swing("eric", "Eric", "axe", 3, 0, 2, devastating=True)
    other = Swing("mark", "Mark", "dagger", 1, 0, 1)
    found = through(lambda: exchange(one, other, Shell(), Shell(), LEDGER).begin(), [[10, 12, 12], [9]]).state
    assert (found.winner, found.blow.net) == (1, 5)


@pytest.mark.example("exchange.maneuver", 0, 1)
def test_maneuvers_in_an_exchange() -> None:
    """A grapple with 4 against 1 holds with 3 to spend; an aimed strike pays its difficulty first."""
    grappler = person("eric", strength=4, skills={"brawl": 3})
    s = pair(grappler)
    dice = [[9, 10, 11, 12, 2, 3], [9, 2, 3, 4, 5]]
    done = act(s, "grapple", dice, ["exchange", "lock for 3"], who="eric", target="mark")
    assert done.said("Mark is locked: +3")
    aimed = act(
        pair(), "attack", [[9, 9, 12, 2, 3, 4, 5], [9, 2, 3, 4, 5]], ["exchange"], who="eric", target="mark", aim="head"
    )
    assert aimed.said("nobody is hit")


# knock out


def struck(dice: list[int], left: int = 5, **rulings: Any) -> Any:
    target = person("bo", constitution=2, armor="Light armor", skills={"athletics": 3}).but(health=left)
    s = fight(
        person("ada", main="Sword", strength=3, skills={"melee": len(dice) - 3}), target, rulings=ruled(**rulings)
    )
    return act(s, "attack", [dice], ["nothing"], who="ada", target="bo", knock_out=True).c("bo")


@pytest.mark.example("knockout.roll", 0)
@pytest.mark.example("knockout.check", 0, 1, 2)
def test_a_knock_out_only_compares() -> None:
    """5 of 9 left: net 3 knocks out, net 2 does nothing."""
    out, not_out = struck([9, 10, 11, 2, 3, 4]), struck([9, 10, 3, 2, 3, 4])
    assert (out.knocked_out, out.health) == (True, 5)
    assert (not_out.knocked_out, not_out.health) == (False, 5)
    swing = Swing("ada", "Ada", "sword", 6, 0, 2)
    found = dist(strike(swing, None, Shell(0, 2, 0, 2), LEDGER, True))
    assert found.chance(lambda b: b.hit and 5 - b.net <= 2) == F(233, 729)
    s = fight(person("ada"), out)
    assert "knocked out" in refused(s, "instant_action", who="bo", what="anything")
    assert not act(s, "bring_round", who="bo").c("bo").knocked_out


@pytest.mark.example("knockout.match", 0, 1, 2)
def test_a_match_makes_it_real() -> None:
    """Net 4 with a double at 3 left kills; without a match it knocks out and 3 are kept."""
    killed, out = struck([9, 9, 10, 11, 2, 3], 3), struck([9, 10, 11, 12, 2, 3], 3)
    assert killed.dead
    assert (out.knocked_out, out.health, out.dead) == (True, 3, False)
    assert chance(6, lambda r: r.size > 1) == F(1819, 5832)
    lenient = struck([9, 9, 10, 11, 2, 3], 3, knockout_match="one a match")
    assert (lenient.health, lenient.dead) == (2, False)


# aimed strikes


@pytest.mark.example("aim.table", 0, 1, 2, 3)
def test_aiming_is_harder_the_smaller_the_part() -> None:
    """Torso, arm, leg +1; head, hand, foot +2; eye and ear +3."""
    assert {part: row["difficulty"] for row in rows("aim.table") for part in row["parts"]} == PARTS
    assert [chance(7, works, PARTS[part]) for part in ("eye", "head", "arm")] == [
        F(379, 2187),
        F(313, 729),
        F(179, 243),
    ]
    s = fight(person("ada", main="Great sword"), person("bo"))
    done = act(s, "attack", [[9, 10, 12]], ["nothing"], who="ada", target="bo", aim="head")
    assert done.said("at +2 difficulty")
    assert done.said("aimed at the head: +2 of it")
    assert done.c("bo").health == 11 - 5


def test_the_target_may_strike_back_with_the_off_hand() -> None:
    """Two weapons: either of them answers."""
    both = person("mark", main="Sword", off="Dagger")
    assert "exchange with the off hand" in offered(pair(other=both), "attack", who="eric", target="mark")


def test_pools_of_a_set_are_those_of_the_actions() -> None:
    """Reloading rolls agility and machinery."""
    c = person(agility=3, skills={"machinery": 2})
    assert set_pool(table(c), c, "reload").dice == 5
    assert attack_pool(table(c), c, person("bo"), in_hand(c)).dice == 3
