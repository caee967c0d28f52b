"""Exchanges, knock-outs and aimed strikes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veridia.attack import PARTS, Swing, attack_pool, strike
from tablewright.games.veridia.common import set_pool
from tablewright.games.veridia.contests import contest
from tablewright.games.veridia.defenses import Shell
from tablewright.games.veridia.exchange import exchange
from tablewright.games.veridia.options import LEDGER
from tablewright.games.veridia.rolling import works
from tablewright.games.veridia.state import Character, Item, Suit, Veridia
from tablewright.games.veridia.weapons import in_hand

from .people import act, chance, dist, fight, offered, person, refused, rows, ruled, table, through

F = Fraction


# exchange


def pair(one: Character | None = None, other: Character | None = None, **rulings: Any) -> Veridia:
    eric = one or person("eric", main="Sword", strength=4, skills={"melee": 3})
    mark = other or person("mark", main="Dagger", strength=3, skills={"melee": 3})
    return fight(eric, mark, rulings=ruled(**rulings))


@pytest.mark.example("exchange.when", 0, 1)
def test_when_an_exchange_is_possible() -> None:
    """Possible for a sword against a grapple, not against a bow shot."""
    s = pair(other=person("mark", main="Dagger", skills={"brawl": 2}))
    assert "exchange by a grapple" in offered(s, "attack", who="eric", target="mark")
    archer = person("eric", main="Bow").but(items=(Item("bow", "Bow", drawn=True),))
    ways = offered(pair(archer), "attack", who="eric", target="mark", distance=20)
    assert not [way for way in ways if way.startswith("exchange")]


@pytest.mark.example("exchange.declare", 0)
def test_undeclared_the_attacks_are_separate() -> None:
    """Without a declaration Eric's attack is undefended, and Mark's comes on his turn."""
    s = pair()
    done = act(s, "attack", [[9, 2, 3, 4, 5, 6, 7]], ["strike back", "no"], who="eric", target="mark")
    assert done.said("Eric hits with 1 success")
    at_mark = act(done.state, "end_turn", who="eric").state
    assert "main action" in refused(at_mark, "run", who="mark")  # he has announced to strike back
    back = act(at_mark, "attack", [[9, 10, 3, 4]], who="mark", target="eric")
    assert back.said("Mark hits with 2 successes")


@pytest.mark.example("exchange.no_refusal", 0)
@pytest.mark.example("exchange.now", 0)
@pytest.mark.example("exchange.slot", 0)
@pytest.mark.example("exchange.cancel", 0)
@pytest.mark.example("exchange.damage", 0)
@pytest.mark.example("exchange.example", 0)
def test_the_worked_exchange() -> None:
    """Eric declares: both roll at once, two against one, sword 2 + 1 - armor 1 is 2. Mark's attack is used up."""
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
    """Mark's attack of his set goes into the exchange. His run comes in his place."""
    s = fight(person("eric", main="Sword"), person("mark", main="Dagger", skills={"melee": 3}))
    s = act(s, "concurrent", who="mark", actions=["attack", "run"], dice=[2, 0], target="eric").state
    done = act(s, "attack", [[2, 3, 4], [9]], ["exchange"], who="eric", target="mark")
    assert done.said("Mark wins the exchange")
    assert done.outcome is not None
    assert done.outcome.group == "gets the worse of it"
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
    assert done.outcome is not None
    assert done.outcome.value == "level: nobody is hit"
    found = dist(contest(6, 5))
    assert found.chance(lambda c: c.margin > 0) == F(2993, 6561)
    assert found.chance(lambda c: c.margin == 0) == F(14540, 59049)
    assert found.chance(lambda c: c.margin < 0) == F(17572, 59049)


@pytest.mark.parametrize(("ruling", "dice"), [("one die more", 2), ("included", 3)])
def test_an_exchange_with_dice_of_a_set(ruling: str, dice: int) -> None:
    """The exchange costs another die, unless the table rules that the set has paid already."""
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
    """A grapple with 4 against 1 holds with 3 to spend. An aimed strike pays its difficulty first."""
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
    """Net 4 with a double at 3 left kills. Without a match it knocks out and 3 are kept."""
    killed, out = struck([9, 9, 10, 11, 2, 3], 3), struck([9, 10, 11, 12, 2, 3], 3)
    assert killed.dead
    assert (out.knocked_out, out.health, out.dead) == (True, 3, False)
    assert chance(6, lambda r: r.size > 1) == F(1819, 5832)
    lenient = struck([9, 9, 10, 11, 2, 3], 3, knockout_match="one a match")
    assert (lenient.health, lenient.dead) == (2, False)


# aimed strikes


@pytest.mark.example("aim.table", 0, 1, 2, 3)
def test_aiming_is_harder_the_smaller_the_part() -> None:
    """Torso, arm and leg +1, head, hand and foot +2, eye and ear +3."""
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
