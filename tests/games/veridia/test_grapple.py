"""Grapples: getting hold, what a hold does, and getting free."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from tablewright.games.veridia.attack import hit_difficulty
from tablewright.games.veridia.contests import contest
from tablewright.games.veridia.grapple import FOLLOW_UPS, Spend, bash_damage, price, ways_to_spend
from tablewright.games.veridia.holds import grapple_pool, held_penalty
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.state import Character, Grapple, Veridia
from tablewright.games.veridia.turns import acting
from tablewright.games.veridia.wrestling import escape_difficulty

from .people import act, chance, dice_of, dist, fight, offered, person, refused, rows, ruled, table

# grapple


def grappled(dice: list[int], spend: str = "", **target: Any) -> Any:
    """Ada takes hold of Bo with these dice and spends the successes. Bo does not answer."""
    ada = person("ada", strength=3, skills={"brawl": len(dice) - 3})
    s = fight(ada, person("bo", **target))
    return act(s, "grapple", [dice], ["nothing", *([spend] if spend else [])], who="ada", target="bo")


def on_turn(s: Veridia, who: str) -> Veridia:
    """Turns passed until it is theirs again."""
    s = act(s, "end_turn", who=acting(s)).state
    while acting(s) != who:
        s = act(s, "end_turn", who=acting(s)).state
    return s


@pytest.mark.example("grapple.roll", 0)
def test_a_grapple_holds_on_one_success() -> None:
    """Strength 3 and brawl 3 are six dice: 665 in 729."""
    ada = person("ada", strength=3, skills={"brawl": 3})
    assert dice_of(fight(ada, person("bo")), "grapple", ["nothing"], who="ada", target="bo") == 6
    assert chance(6, works) == F(665, 729)
    held = grappled([9, 2, 3, 4, 5, 6], "nothing").state
    assert held.fight.grapples[0].holder == "ada"
    assert not grappled([8, 2, 3, 4, 5, 6]).state.fight.grapples


@pytest.mark.exercises("grapple.roll", "roll.critical")
@pytest.mark.parametrize(
    ("dice", "told", "critical"), [([1, 1, 2], "Ada fails critically.", True), ([8, 2, 3], "Ada gets no hold.", False)]
)
def test_a_grapple_fails_by_its_own_rule_or_critically(dice: list[int], told: str, critical: bool) -> None:
    """The log cites the rule that applies."""
    done = grappled(dice)
    assert done.said(told)
    assert ("roll.critical" in done.cites) is critical


@pytest.mark.exercises("grapple.roll")
@pytest.mark.parametrize(("first", "second"), [("bo", "cy"), ("cy", "bo")])
def test_two_grapples_begin_and_end_each_for_itself(first: str, second: str) -> None:
    """Two hold two. Letting go frees only one's own target."""
    s = fight(person("ada"), person("dan"), person("bo", side="foes"), person("cy", side="foes"))
    for holder, target in (("ada", first), ("dan", second)):
        s = act(s, "grapple", [[9, 2, 3]], ["nothing", "nothing"], who=holder, target=target).state
        s = act(s, "end_turn", who=holder).state if acting(s) == holder else s
    assert s.fight is not None
    assert {g.id: g.holder for g in s.fight.grapples} == {first: "ada", second: "dan"}
    let_go = act(on_turn(s, "ada"), "release", who="ada").state
    assert {g.id: g.holder for g in let_go.fight.grapples} == {second: "dan"}


@pytest.mark.example("grapple.exchange", 0)
def test_a_grapple_may_be_answered_with_a_sword() -> None:
    """Both lose a die, the sword's balance gives one back, and the loser is hit."""
    s = fight(person("ada", skills={"brawl": 3}), person("bo", main="Sword", skills={"melee": 2}))
    done = act(s, "grapple", [[2] * 5, [9, 2, 3, 4, 5]], ["exchange"], who="ada", target="bo")
    assert [q.dice for q in done.asked if q.kind == "roll"] == [5, 5]
    assert done.c("ada").health == 11 - 3


@pytest.mark.example("grapple.defend", 0, 1, 2)
@pytest.mark.parametrize(("dice", "spend", "grip"), [([11, 11, 9], "lock for 2", 1), ([11, 11, 2], "lock for 1", 0)])
def test_a_grapple_can_be_dodged(dice: list[int], spend: str, grip: int) -> None:
    """A success of the dodge cancels first. Parry and shield block are no answer."""
    s = fight(person("ada"), person("bo", main="Sword", off="Shield"), rulings=ruled(grapple_difficulty="none"))
    ways = offered(s, "grapple", who="ada", target="bo")
    assert "dodge" in ways
    assert not {"parry", "block"} & set(ways)
    done = act(s, "grapple", [dice, [9, 2, 3]], ["dodge", spend], who="ada", target="bo")
    assert done.state.fight.grapples[0].grip == grip
    assert dist(contest(6, 4)).chance(lambda c: c.margin > 0) == F(10655, 19683)


@pytest.mark.example("grapple.difficulty", 0)
@pytest.mark.exercises("grapple.difficulty", "gear.shield.difficulty", "cover.table")
def test_shield_and_cover_are_in_the_way_of_a_grapple() -> None:
    """A shield voids one success of the grapple, half cover two more. A house ruling leaves both out."""
    ada, bo = person("ada", skills={"brawl": 3}), person("bo", off="Shield", side="foes")
    dice = [[9, 10, 2, 3, 4, 5]]
    done = act(fight(ada, bo), "grapple", dice, ["nothing", "lock for 1"], who="ada", target="bo")
    assert done.said("6 dice (3 strength, 3 brawl) at +1 difficulty")
    assert not act(
        fight(ada, bo.but(cover=2)), "grapple", dice, ["nothing"], who="ada", target="bo"
    ).state.fight.grapples
    free = fight(ada, bo, rulings=ruled(grapple_difficulty="none"))
    assert act(free, "grapple", dice, ["nothing", "lock for 2"], who="ada", target="bo").said("+2 difficulty")


@pytest.mark.exercises("grapple.defend", "roll.critical")
def test_a_dodge_that_fails_critically_is_told() -> None:
    """Two ones and no success: the hold is taken, and the table hears why."""
    s = fight(person("ada"), person("bo"))
    done = act(s, "grapple", [[9, 2, 3], [1, 1, 4]], ["dodge", "nothing"], who="ada", target="bo")
    assert done.said("Bo's dodge fails critically.")
    assert done.state.fight.grapples[0].holder == "ada"


@pytest.mark.example("grapple.hand", 0)
def test_bound_arms_cannot_grapple() -> None:
    """A hand must be free for a moment."""
    s = act(fight(person("ada"), person("bo")), "set_condition", who="ada", condition="bound").state
    assert "bound" in refused(s, "grapple", who="ada", target="bo")


@pytest.mark.example("grapple.held", 0, 1)
def test_full_hands_hinder() -> None:
    """Strength 4 and brawl 3 with a sword are five dice, with a polearm three."""
    by_hand = {"nothing": "", "one-handed weapon": "Sword", "versatile weapon": "Spear", "two-handed weapon": "Polearm"}
    for row in rows("grapple.held"):
        assert held_penalty(person(main=by_hand[row["in_hand"]])) == row["dice_lost"]
    for weapon, dice in (("Sword", 5), ("Polearm", 3)):
        c = person(main=weapon, strength=4, skills={"brawl": 3})
        assert grapple_pool(table(c), c).dice == dice
    assert held_penalty(person(main="Sword", off="Dagger")) == 2


@pytest.mark.example("grapple.spend", 0, 1)
def test_one_follow_up_and_a_lock() -> None:
    """4 successes: 3 to knock down and 1 to lock. Never two follow-ups."""
    ways = ways_to_spend(4, person(strength=2))
    assert Spend("knock down", 3, 1) in ways
    assert all(way.follow in ("", *FOLLOW_UPS) for way in ways)
    assert all(way.paid + way.lock <= 4 for way in ways)


@pytest.mark.example("grapple.grip", 0, 1, 2)
@pytest.mark.parametrize(("dice", "grip"), [([9, 10, 2], 0), ([9, 9, 9], 2)])
def test_the_match_is_the_grip(dice: list[int], grip: int) -> None:
    """No match is 0, a triple is 2. At least 1 comes up 1819 times in 5832 with six dice."""
    assert grappled(dice, "nothing").state.fight.grapples[0].grip == grip
    assert chance(6, lambda r: r.size > 1) == F(1819, 5832)


@pytest.mark.example("grapple.escape", 0, 1, 2)
@pytest.mark.parametrize(("dice", "grip"), [([9, 2, 3], 0), ([9, 9, 2], 1), ([9, 9, 9], 2)])
def test_breaking_free_is_against_the_grip(dice: list[int], grip: int) -> None:
    """Each point of grip is a difficulty."""
    s = grappled(dice, "nothing").state
    s = on_turn(s, "bo")
    assert escape_difficulty(s, "bo") == grip
    free = act(s, "break_free", [[12, 12, 12]], who="bo")
    assert free.state.fight.grapples == ()
    assert act(s, "break_free", [[12, 12, 2] if grip == 2 else [2, 3, 4]], who="bo").state.fight.grapples
    assert [chance(5, works, g) for g in (0, 1, 2)] == [F(211, 243), F(131, 243), F(17, 81)]


@pytest.mark.exercises("grapple.escape", "diff.stack")
def test_what_hinders_besides_is_added_to_the_grip() -> None:
    """1 for the grip and 1 for a side effect are 2. The lock, which hinders all else, is left out."""
    s = on_turn(grappled([9, 9, 2], "lock for 2").state, "bo")
    assert escape_difficulty(s, "bo") == 1
    dazed = act(s, "add_effect", on="bo", name="dazed", turns=2, difficulty=1).state
    assert escape_difficulty(dazed, "bo") == 2


@pytest.mark.exercises("grapple.exchange", "exchange.when")
@pytest.mark.parametrize(
    ("hold", "free"), [(None, True), (Grapple("dan", "bo", 0), False), (Grapple("ada", "cy", 0), False)]
)
def test_a_grapple_answers_where_hands_and_attacker_are_free(hold: Grapple | None, free: bool) -> None:
    """Not for a fighter who holds another already, nor against an attacker whom another holds."""
    s = fight(person("ada"), person("bo", side="foes"), person("cy", side="foes"), person("dan"))
    assert s.fight is not None
    s = s.but(fight=s.fight.but(grapples=(hold,) if hold else ()))
    assert ("exchange by a grapple" in offered(s, "attack", who="ada", target="bo")) is free


@pytest.mark.example("grapple.lasts", 0)
def test_a_grapple_lasts_until_it_is_ended() -> None:
    """The hold survives a round without an action on it. Letting go or falling ends it."""
    s = on_turn(grappled([9, 2, 3], "nothing").state, "ada")
    assert s.fight is not None
    assert s.fight.grapples
    assert act(s, "release", who="ada").state.fight.grapples == ()
    assert act(s, "cause_damage", who="ada", damage=10).state.fight.grapples == ()


@pytest.mark.example("grapple.again", 0, 1)
def test_working_on_a_grapple() -> None:
    """Two successes more to spend. Without any it still holds, and no exchange is offered."""
    s = on_turn(grappled([9, 2, 3], "lock for 1").state, "ada")
    done = act(s, "press_grapple", [[9, 10, 2]], ["lock for 2"], who="ada")
    assert [q.kind for q in done.asked] == ["roll", "choose"]
    assert done.state.fight.grapples[0].lock == 3
    none = act(s, "press_grapple", [[2, 3, 4]], who="ada")
    assert none.state.fight.grapples[0].lock == 1


@pytest.mark.example("grapple.followups", 0, 1)
@pytest.mark.example("grapple.disarm", 0, 1, 2)
@pytest.mark.example("grapple.knockdown", 0, 1, 2)
def test_what_follow_ups_cost() -> None:
    """More than melee to disarm, more than strength to knock down."""
    assert {"lock", *FOLLOW_UPS} == {row["name"] for row in rows("grapple.followups")}
    fencer, novice = person(skills={"melee": 2}), person()
    assert price("disarm", fencer) == 3
    assert price("knock down", person(strength=3)) == 4
    assert price("knock down", person(strength=F(1, 2))) == 1

    def can(follow: str, successes: int, target: Character) -> bool:
        return any(way.follow == follow for way in ways_to_spend(successes, target))

    assert [can("disarm", n, fencer) for n in (2, 3)] == [False, True]
    assert can("disarm", 1, novice)
    assert [can("knock down", n, person(strength=3)) for n in (3, 4)] == [False, True]
    armed = grappled([9, 10, 11], "disarm for 3", main="Sword", skills={"melee": 2})
    assert armed.c("bo").main == ""
    assert armed.c("bo").items[0].dropped
    down = grappled([9, 10, 11, 12], "knock down for 4")
    assert down.c("bo").prone
    assert down.state.fight.grapples == ()
    tiny = grappled([9, 2, 3], "knock down for 1", strength=F(1, 2))
    assert tiny.c("bo").prone


@pytest.mark.example("grapple.lock", 0, 1, 2)
def test_a_lock_hinders_everything_but_breaking_free() -> None:
    """Two successes are +2 on attacks and dodges, nothing on the escape."""
    s = grappled([9, 10, 2], "lock for 2").state
    bo = s.characters[1]
    assert hit_difficulty(s, bo, s.characters[0], True).difficulty == 2
    assert escape_difficulty(s, "bo") == 0
    assert chance(5, works, 2) == F(17, 81)
    s = on_turn(s, "bo")
    missed = act(s, "attack", [[9, 10, 2]], who="bo", target="ada")
    assert missed.said("misses")


@pytest.mark.example("grapple.breach", 0, 1)
@pytest.mark.example("grapple.bash", 0, 1, 2)
def test_breach_and_bash() -> None:
    """Mail breached by 2 counts 1 against a bash and 3 against a friend's sword."""
    assert [bash_damage(1, 3), bash_damage(0, 1)] == [2, 0]
    ada = person("ada", main="Sword", strength=5, skills={"brawl": 3})
    cy = person("cy", main="Sword")
    s = fight(ada, cy, person("bo", armor="Medium armor"), rulings=ruled(crowding="off"))
    s = act(s, "grapple", [[9, 10, 2, 3, 4, 5]], ["nothing", "breach armor for 2"], who="ada", target="bo").state
    friend = act(act(s, "end_turn", who="ada").state, "attack", [[9, 10, 2]], ["nothing"], who="cy", target="bo")
    assert friend.said("4 damage, 1 of it")
    s = on_turn(s, "ada")
    bashed = act(s, "press_grapple", [[9, 10, 11, 12, 2, 3]], ["bash for 4"], who="ada")
    assert bashed.said("4 damage, 3 of it past the defences")
    assert bashed.c("bo").health == 11 - 3
