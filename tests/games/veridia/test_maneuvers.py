"""Grapples, fighting at range, mounts, two weapons, cover, surprise, crowding."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from tablewright.games.veridia.attack import COVER, attack_pool, crowd, hit_difficulty, maximum_range, range_penalty
from tablewright.games.veridia.encounters import fright_pool
from tablewright.games.veridia.maneuvers import defence_pool
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.state import Character, Item
from tablewright.games.veridia.turns import acting
from tablewright.games.veridia.weapons import dual_wields, in_hand, why_not_held

from .people import act, chance, dice_of, fight, offered, person, refused, rows, ruled, table

# fighting at range


def archer(**more: Any) -> Character:
    c = person("ada", main="Bow", strength=3, skills={"marksmanship": 4}, **more)
    return c.but(items=tuple(i.but(drawn=True) for i in c.items))


@pytest.mark.example("range.optimal", 0, 1)
@pytest.mark.example("range.penalty", 0, 1, 2)
def test_every_full_six_meters_past_the_optimum_cost_a_die() -> None:
    """A bow at 60 and 65 m loses none, at 66 m one die. At 78 m seven dice are four."""
    bow = Item("bow", "Bow")
    assert [range_penalty(bow, meters, LEDGER) for meters in (60, 65, 66)] == [0, 0, 1]
    assert range_penalty(Item("x", "Throwing axe"), 12, LEDGER) == 0
    assert dice_of(fight(archer(), person("bo")), "attack", ["nothing"], who="ada", target="bo", distance=78) == 4
    assert chance(4, works) == F(65, 81)
    assert range_penalty(bow, 65, ruled(range_steps="started")) == 1


@pytest.mark.example("range.maximum", 0, 1, 2, 3)
def test_the_maximum_range_leaves_one_die() -> None:
    """A bow with seven dice reaches 96 m, a throwing dagger with four 30 m. No shot goes beyond."""
    assert maximum_range(Item("x", "Bow"), 7) == 96
    assert maximum_range(Item("x", "Throwing dagger"), 4) == 30
    assert maximum_range(Item("x", "Bow"), 1) == 60
    s = fight(archer(), person("bo"))
    assert dice_of(s, "attack", ["nothing"], who="ada", target="bo", distance=96) == 1
    assert chance(1, works) == F(1, 3)
    assert "too far" in refused(s, "attack", who="ada", target="bo", distance=97)


@pytest.mark.example("ammo.optional", 0)
def test_arrows_are_counted_if_the_table_wants_it() -> None:
    """Uncounted they never run out. Counted, each shot takes one."""
    s = fight(archer(), person("bo"))
    assert act(s, "attack", [[2] * 7], ["nothing"], who="ada", target="bo", distance=20).c("ada").ammunition == 0
    counted = fight(archer().but(ammunition=1), person("bo"), rulings=ruled(count_ammunition=True))
    shot = act(counted, "attack", [[2] * 7], ["nothing"], who="ada", target="bo", distance=20)
    assert shot.c("ada").ammunition == 0
    out = fight(archer(), person("bo"), rulings=ruled(count_ammunition=True))
    assert "nothing left to shoot" in refused(out, "attack", who="ada", target="bo", distance=20)


# mounts


def rider(**more: Any) -> tuple[Character, Character]:
    skills = {"melee": 5, "animal-handling": 3} | more.pop("skills", {})
    return person("ada", skills=skills, **more).but(mount="horse"), person("horse", strength=5)


@pytest.mark.example("mount.scare", 0)
@pytest.mark.example("mount.fall", 0)
def test_a_frightened_mount_may_throw_its_rider() -> None:
    """Agility 2 and animal handling 2 are four dice. Thrown 16 times in 81."""
    ada, horse = rider(agility=2, skills={"animal-handling": 2})
    s = table(ada, horse)
    assert fright_pool(s, ada) == 4
    assert chance(4, lambda r: not works(r)) == F(16, 81)
    thrown = act(s, "scare_mount", [[2, 3, 4, 5]], who="ada").c("ada")
    assert (thrown.mount, thrown.prone) == ("", True)
    assert act(s, "scare_mount", [[9, 3, 4, 5]], who="ada").c("ada").mount == "horse"


@pytest.mark.example("mount.cap", 0, 1, 2)
@pytest.mark.parametrize(("melee", "handling", "dice"), [(5, 3, 7), (2, 3, 6), (5, 0, 4)])
def test_on_horseback_skills_are_capped(melee: int, handling: int, dice: int) -> None:
    """By animal handling, or by riding if the table rules so."""
    ada, horse = rider(main="Axe", strength=4, skills={"melee": melee, "animal-handling": handling, "ride": 1})
    s = fight(ada, person("bo"))
    s = s.but(characters=(*s.characters, horse))
    assert dice_of(s, "attack", ["nothing"], who="ada", target="bo") == dice
    riding = s.but(rulings=ruled(mounted_skill="ride"))
    assert dice_of(riding, "attack", ["nothing"], who="ada", target="bo") == 5


def test_mounting_and_dismounting() -> None:
    """A free horse can be ridden, and is then on its rider's side. A ridden one cannot, nor can a person."""
    s = table(person("ada"), person("bo"), person("horse").but(race="beast", side="foes"))
    s = act(s, "ride", who="ada", mount="horse").state
    assert "cannot ride" in refused(s, "ride", who="bo", mount="horse")
    assert act(s, "ride", who="ada").c("ada").mount == ""
    assert next(c for c in s.characters if c.id == "horse").side == "party"
    assert "cannot be 'bo'" in refused(s, "ride", who="ada", mount="bo")
    assert "is an animal" in refused(s, "ride", who="horse", mount="bo")


@pytest.mark.example("mount.target", 0)
def test_the_mount_is_a_target_of_its_own() -> None:
    """An archer aims at the horse, and no defence is offered."""
    ada, horse = rider()
    s = fight(archer().but(id="cy"), ada)
    s = s.but(characters=(*s.characters, horse))
    done = act(s, "attack", [[9, 2, 3, 4, 5, 6, 7]], who="cy", target="horse", distance=20)
    assert done.c("horse").health == 11 - 3
    assert done.c("ada").health == 11


@pytest.mark.example("mount.unseat", 0)
def test_knocking_down_unseats_a_rider() -> None:
    """Four successes against strength 3: off the horse and prone."""
    ada, horse = rider(strength=3)
    s = fight(person("bo", skills={"brawl": 1}), ada)
    s = s.but(characters=(*s.characters, horse))
    done = act(s, "grapple", [[9, 10, 11, 12]], ["nothing", "knock down for 4"], who="bo", target="ada")
    assert (done.c("ada").mount, done.c("ada").prone) == ("", True)
    assert done.said("pulled off the mount")


# two weapons


@pytest.mark.example("dual.what", 0, 1, 2)
def test_what_dual_wielding_is() -> None:
    """Sword and dagger. Not with a great sword, not with a shield."""
    assert dual_wields(person(main="Sword", off="Dagger"))
    assert why_not_held(Item("a", "Great sword"), Item("b", "Dagger")) is not None
    assert not dual_wields(person(main="Sword", off="Shield"))
    s = table(person(main="Great sword", carried=("Dagger",)))
    assert "both hands" in refused(s, "unsheathe", who="ada", item="dagger", hand="off")


@pytest.mark.example("dual.parry", 0, 1)
@pytest.mark.example("dual.exchange", 0)
def test_two_weapons_give_dice() -> None:
    """Two to a parry, one to an exchange. Balance comes on top."""
    daggers = person(main="Dagger", off="Dagger", reaction=3, skills={"parry": 2})
    assert defence_pool(table(daggers), daggers, "parry").dice == 7
    sword = person(main="Sword", off="Dagger", reaction=3, strength=4, skills={"parry": 2, "melee": 3})
    assert defence_pool(table(sword), sword, "parry").dice == 8
    assert attack_pool(table(sword), sword, person("bo"), in_hand(sword), exchange=True).dice == 8


@pytest.mark.example("dual.choose", 0)
def test_either_weapon_strikes() -> None:
    """Sword for 2, dagger for 1, and one attack only."""
    s = fight(person("ada", main="Sword", off="Dagger"), person("bo"))
    for hand, health in (("main", 11 - 3), ("off", 11 - 2)):
        done = act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo", hand=hand)
        assert done.c("bo").health == health
        assert "main action" in refused(done.state, "attack", who="ada", target="bo")


# cover and surprise


@pytest.mark.example("cover.table", 0, 1)
def test_cover_makes_hitting_harder() -> None:
    """+1 for each quarter. A target wholly hidden cannot be hit."""
    assert {f"{k}/4": v for k, v in COVER.items() if k} == {
        row["covered"]: row["difficulty"] for row in rows("cover.table")
    }
    assert [chance(6, works, n) for n in (2, 3)] == [F(233, 729), F(73, 729)]
    s = fight(person("ada"), person("bo"))
    s = act(s, "take_cover", who="bo", quarters=2).state
    assert act(s, "attack", [[9, 10, 2]], ["nothing"], who="ada", target="bo").said("misses")
    hidden = act(s, "take_cover", who="bo", quarters=4).state
    assert "wholly hidden" in refused(hidden, "attack", who="ada", target="bo")


def sprung(dice: list[int]) -> Any:
    s = table(person("ada"), person("cy"), person("bo", main="Spear"))
    return act(s, "ambush", [dice], attackers=["ada", "cy"], victims=["bo"])


@pytest.mark.exercises("cover.table")
@pytest.mark.parametrize(
    ("quarters", "how"), [(0, "in the open"), (1, "1/4 hidden"), (3, "3/4 hidden"), (4, "wholly hidden")]
)
def test_how_much_of_somebody_is_hidden_is_said(quarters: int, how: str) -> None:
    """In quarters of the body."""
    assert act(fight(person("ada"), person("bo")), "take_cover", who="bo", quarters=quarters).said(f"Bo is {how}.")


@pytest.mark.example("surprise.when", 0)
@pytest.mark.example("surprise.round", 0)
def test_an_ambush_gives_a_round() -> None:
    """Three dice fail 8 times in 27. Both ambushers have a turn before initiative is rolled."""
    assert chance(3, lambda r: not works(r)) == F(8, 27)
    done = sprung([2, 3, 4])
    assert done.f("bo").surprised
    s = act(done.state, "end_turn", who="ada").state
    assert acting(s) == "cy"
    over = act(s, "end_turn", [[9] * 6, [2, 3, 4, 5, 6, 7], [9, 2, 3, 4, 5, 6]], who="cy").state
    assert over.fight.rolled == ("ada", "bo", "cy")
    assert not over.fight.bonus
    assert not over.fight.order[1].surprised


@pytest.mark.example("surprise.no_contest", 0)
@pytest.mark.example("surprise.no_exchange", 0)
@pytest.mark.example("quirk.threatening", 1)
def test_the_surprised_can_only_suffer() -> None:
    """No dodge, parry, block or exchange, and no threat from the spear. Those who noticed may answer."""
    caught = sprung([2, 3, 4]).state
    done = act(caught, "attack", [[9, 2, 3]], who="ada", target="bo")
    assert [q.kind for q in done.asked] == ["roll"]
    ready = sprung([9, 3, 4]).state
    assert "dodge" in offered(ready, "attack", who="ada", target="bo")
    assert dice_of(ready, "attack", ["nothing"], who="ada", target="bo") == 1


# tips


@pytest.mark.example("tip.melee_cover", 0)
@pytest.mark.parametrize("hard", [0, 1, 2, 3])
def test_shooting_into_a_melee_is_harder(hard: int) -> None:
    """The table sets the difficulty, by default +1."""
    s = fight(person("cy"), archer(), person("bo"), rulings=ruled(melee_cover=hard))
    bo, ada = s.characters[2], s.characters[1]
    assert hit_difficulty(s, ada, bo, False).difficulty == 0
    s = act(s, "attack", [[2, 3, 4]], ["nothing"], who="cy", target="bo").state
    assert hit_difficulty(s, ada, bo, False).difficulty == hard
    assert LEDGER.melee_cover == 1


@pytest.mark.example("tip.crowd", 0)
def test_three_against_one_are_in_each_others_way() -> None:
    """Two dice off each, or only off the later ones, or none. Fighters without an opponent lose none."""
    people = tuple(person(name) for name in ("ada", "cy", "dee", "bo"))
    s = fight(*people, rulings=ruled(crowding="all"))
    for who in ("ada", "cy", "dee"):
        ways = ["nothing"] if who else []
        dice = dice_of(s, "attack", ["nothing"], who=who, target="bo")
        s = act(s, "attack", [[2] * dice], ways, who=who, target="bo").state
        s = act(s, "end_turn", who=who).state
    assert [crowd(s, who, "bo") for who in ("ada", "cy", "dee")] == [2, 2, 2]
    assert crowd(fight(*people, rulings=ruled(crowding="all")), "ada", "") == 0
    assert crowd(s.but(fight=None), "ada", "bo") == 0
    later = s.but(rulings=ruled(crowding="later"))
    assert [crowd(later, who, "bo") for who in ("ada", "cy", "dee")] == [0, 1, 2]
    assert crowd(s.but(rulings=ruled(crowding="off")), "ada", "bo") == 0
    s = act(s, "end_turn", who="bo").state
    assert dice_of(s, "attack", ["nothing"], who="ada", target="bo") == 1
    away = act(s, "move", who="ada", meters=5, away=True).state
    assert crowd(away, "cy", "bo") == 1
