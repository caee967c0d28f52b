"""Order of initiative, turns, durations and rounds."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veridia.initiative import Initiative, initiative_pool, roll_initiative
from tablewright.games.veridia.state import Veridia
from tablewright.games.veridia.turns import SECONDS, acting, begin_turn

from .people import act, dist, fight, offered, person, refused, ruled, table, through

F = Fraction


def duel(first: int, second: int) -> tuple[Fraction, Fraction]:
    """The chance that the first of two initiative rolls is ahead, and that both are level."""
    a, b = dist(roll_initiative(first)), dist(roll_initiative(second))
    ahead = sum((p * q for (x, p), (y, q) in product(a.items(), b.items()) if x > y), F(0))
    return ahead, sum((p * q for (x, p), (y, q) in product(a.items(), b.items()) if x == y), F(0))


# order of initiative


@pytest.mark.example("init.when", 0)
@pytest.mark.example("init.roll", 0)
@pytest.mark.exercises("init.free_order")
def test_a_fight_begins_with_initiative() -> None:
    """Three successes act before one. Outside a fight there are no turns."""
    s = table(person("bo", agility=1, reaction=1), person("ada", agility=1, reaction=2))
    assert acting(s) == ""
    begun = act(s, "begin_fight", [[9, 2], [9, 10, 11]], who=["bo", "ada"])
    assert begun.state.fight.rolled == ("ada", "bo")
    assert acting(begun.state) == "ada"
    assert act(begun.state, "end_fight").state.fight is None


@pytest.mark.example("init.roll", 1, 2)
def test_how_often_successes_are_level() -> None:
    """Six dice against six, and against five."""

    def level(one: int, other: int) -> Fraction:
        a: Distribution[Initiative]
        a, b = (dist(roll_initiative(n)).map(lambda i: i.score) for n in (one, other))
        return sum((p * b[score] for score, p in a.items()), F(0))

    assert level(6, 6) == F(42635, 177147)
    assert level(6, 5) == F(14540, 59049)


@pytest.mark.exercises("init.roll", "gear.boots")
@pytest.mark.parametrize(("counts", "score"), [("sum", 2 + 9 + 11), ("successes", 2)])
def test_initiative_is_what_the_dice_come_to(counts: str, score: int) -> None:
    """Successes, or by a house ruling the sum, and a point for boots of celerity. No dice are 0."""
    rulings = ruled(initiative_counts=counts)
    for bonus in (0, 1):
        found = through(lambda: roll_initiative(3, bonus, rulings=rulings).begin(), [[2, 9, 11]]).state  # noqa: B023 (played at once)
        assert found.score == score + bonus
        assert through(lambda: roll_initiative(0, bonus, rulings=rulings).begin()).state.score == bonus  # noqa: B023 (played at once)


@pytest.mark.example("init.tie.match", 0, 1, 2, 3)
def test_level_successes_go_to_the_better_match() -> None:
    """Any match beats none, then the higher number."""
    s = table(person("ada", agility=1, reaction=2), person("bo", agility=1, reaction=2))
    assert act(s, "begin_fight", [[9, 9, 3], [10, 12, 1]], who=["ada", "bo"]).state.fight.rolled == ("ada", "bo")
    assert act(s, "begin_fight", [[10, 10, 3], [12, 12, 1]], who=["ada", "bo"]).state.fight.rolled == ("bo", "ada")
    ahead, level = duel(6, 5)
    assert (ahead, level) == (F(1914017041, 3869835264), F(109257637, 644972544))


@pytest.mark.example("init.tie.die", 0, 1, 2)
def test_still_level_throws_a_die_each() -> None:
    """The 9 acts before the 4. Equal dice are thrown again, so a tie goes either way."""
    s = table(person("ada", agility=1, reaction=1), person("bo", agility=1, reaction=1))
    dice = [[2, 3], [4, 5], [4], [9]]
    assert act(s, "begin_fight", dice, who=["ada", "bo"]).state.fight.rolled == ("bo", "ada")
    again = [[2, 3], [4, 5], [4], [4], [7], [2]]
    assert act(s, "begin_fight", again, who=["ada", "bo"]).state.fight.rolled == ("ada", "bo")
    ahead, level = duel(6, 5)
    assert ahead + level / 2 == F(34207, 59049)
    assert duel(6, 6)[1] == F(84355695011, 557256278016)


def test_after_many_equal_throws_it_is_drawn_by_lot() -> None:
    """Three equal throws in a row end it: the lot is as fair as throwing on."""
    s = table(person("ada", agility=1, reaction=1), person("bo", agility=1, reaction=1))
    dice = [[2, 3], [4, 5], *([[4]] * 6), [2, 1]]
    assert act(s, "begin_fight", dice, who=["ada", "bo"]).state.fight.rolled == ("bo", "ada")


def test_by_another_ruling_the_sum_counts() -> None:
    """8 and 8 are more than 9 and 1, 5 and 7 more than 4 and 7."""
    s = table(
        person("ada", agility=1, reaction=1),
        person("bo", agility=1, reaction=1),
        rulings=ruled(initiative_counts="sum"),
    )
    for dice in ([[9, 1], [8, 8]], [[4, 7], [5, 7]]):
        assert act(s, "begin_fight", dice, who=["ada", "bo"]).state.fight.rolled == ("bo", "ada")


def rounds(s: Veridia, turns: int, dice: list[list[int]] | None = None) -> Veridia:
    """The fight after so many turns."""
    left = list(dice or [])
    for i in range(turns):
        s = act(s, "end_turn", left if i == turns - 1 else (), who=acting(s)).state
    return s


@pytest.mark.example("init.keep", 0)
def test_the_order_is_kept_for_the_whole_fight() -> None:
    """In round 4 it is that of round 1. By another ruling it is rolled anew."""
    s = rounds(fight(person("ada"), person("bo")), 6)
    assert s.fight is not None
    assert (s.fight.round, s.fight.rolled) == (4, ("ada", "bo"))
    each = fight(person("ada"), person("bo"), rulings=ruled(initiative_rolled="each round"))
    again = rounds(each, 2, [[1, 1, 1, 1, 1, 2], [9, 9, 9, 9, 9, 9]])
    assert again.fight is not None
    assert again.fight.rolled == ("bo", "ada")


@pytest.mark.example("init.penalty", 0, 1)
def test_wounds_take_dice_from_initiative() -> None:
    """Hurt leaves 4 of 6 dice. Impaired leaves none of 4, which acts after any success."""
    hurt = person(agility=3, reaction=3).but(health=7)
    assert initiative_pool(table(hurt), hurt).dice == 4
    impaired = person("bo", agility=2, reaction=2).but(health=4)
    assert initiative_pool(table(impaired), impaired).dice == 0
    s = table(impaired, person("ada", agility=1, reaction=1))
    assert act(s, "begin_fight", [[9, 2]], who=["bo", "ada"]).state.fight.rolled == ("ada", "bo")


# turns


@pytest.mark.example("turn.start", 0)
@pytest.mark.example("turn.once_per_round", 0, 1)
def test_a_reaction_opens_the_turn_and_uses_it() -> None:
    """Bo dodges before his place: his turn has begun.

    After a plain attack there is no dodge, with dice kept there is.
    """
    s = fight(person("ada"), person("bo"), person("cy"))
    dodged = act(s, "attack", [[2, 3, 4], [9, 2, 3]], ["dodge"], who="ada", target="bo")
    assert dodged.f("bo").began
    assert dodged.f("bo").main == "dodge"
    at_bo = act(dodged.state, "end_turn", who="ada").state
    assert "main action" in refused(at_bo, "attack", who="bo", target="ada")
    after = act(act(at_bo, "end_turn", who="bo").state, "attack", [[2, 3, 4]], who="cy", target="ada")
    assert after.f("ada").main == "attack"  # she was not even asked
    split = act(s, "concurrent", who="ada", actions=["attack", "dodge"], dice=[1, 1], target="bo").state
    struck = act(split, "attack", [[2]], ["nothing"], who="ada", target="bo").state
    later = act(struck, "end_turn", who="ada").state
    kept = act(later, "attack", [[9, 3, 4], [10]], ["dodge"], who="bo", target="ada")
    assert kept.said("Bo misses.")


def test_by_another_ruling_defending_is_free() -> None:
    """Then Ada may dodge after attacking, and Bo may still attack after dodging."""
    s = fight(person("ada"), person("bo"), rulings=ruled(defence_costs_turn=False))
    s = act(s, "attack", [[2, 3, 4], [9, 2, 3]], ["dodge"], who="ada", target="bo").state
    s = act(s, "end_turn", who="ada").state
    assert "dodge" in offered(s, "attack", who="bo", target="ada")


@pytest.mark.example("turn.start.instant", 0)
@pytest.mark.example("instant.any_time", 0)
@pytest.mark.example("instant.no_limit", 0)
def test_instant_actions_take_nothing() -> None:
    """Five of them in another's turn: one's own has not begun."""
    s = fight(person("ada"), person("bo"))
    for _ in range(5):
        done = act(s, "instant_action", who="bo", what="a trait")
        s = done.state
    assert not done.f("bo").began
    assert acting(s) == "ada"


@pytest.mark.example("turn.free_slot", 0, 1)
@pytest.mark.example("free.one", 0)
@pytest.mark.example("free.second", 0)
@pytest.mark.example("turn.main_slot", 1)
@pytest.mark.example("combat.unsheath", 0)
@pytest.mark.example("turn.end", 0)
def test_a_turn_holds_one_free_action_beside_the_main_one() -> None:
    """Draw and attack ends the turn. Draw and switch spends it, and no third action fits."""
    s = fight(person("ada", carried=("Gun-sword (edge)", "Sword")), person("bo"))
    drawn = act(s, "unsheathe", who="ada", item="sword")
    assert acting(drawn.state) == "ada"
    struck = act(drawn.state, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo")
    assert acting(struck.state) == "bo"
    twice = act(drawn.state, "switch_mode", who="ada", item="gun-sword-edge")
    assert acting(twice.state) == "bo"
    assert twice.f("ada").main == "a second free action"


@pytest.mark.example("free.no_roll", 0)
def test_free_actions_are_not_rolled() -> None:
    """Impaired, and the sword is drawn all the same."""
    s = fight(person("ada", carried=("Sword",)).but(health=4), person("bo"))
    assert act(s, "unsheathe", who="ada", item="sword").c("ada").main == "sword"
    assert act(s, "free_action", who="ada", what="drop the torch").said("drop the torch")


@pytest.mark.example("turn.main_slot", 0, 2)
@pytest.mark.example("attack.turn", 0)
@pytest.mark.example("concurrent.allowed", 0)
def test_the_main_slot_is_filled_once() -> None:
    """Parry and then attack is refused, two attacks are, a set of attack and dodge is fine."""
    s = fight(person("ada"), person("bo", main="Sword"))
    parried = act(s, "attack", [[2, 3, 4], [9, 2, 3, 4]], ["parry"], who="ada", target="bo").state
    assert "main action" in refused(act(parried, "end_turn", who="ada").state, "attack", who="bo", target="ada")
    struck = act(s, "attack", [[2, 3, 4]], ["nothing"], who="ada", target="bo").state
    assert "main action" in refused(struck, "attack", who="ada", target="bo")
    both = act(s, "concurrent", who="ada", actions=["attack", "dodge"], dice=[1, 1], target="bo")
    assert [(k.action, k.dice) for k in both.f("ada").kept] == [("attack", 1), ("dodge", 1)]


def test_a_character_may_pass() -> None:
    """Doing nothing ends the turn."""
    s = fight(person("ada"), person("bo"))
    assert acting(act(s, "end_turn", who="ada").state) == "bo"


# durations


def effects(s: Veridia) -> int:
    assert s.fight is not None
    return len(s.fight.effects)


@pytest.mark.example("duration.expire", 0)
def test_two_turns_cover_two_turns() -> None:
    """Placed before her turn of round 3, it covers rounds 3 and 4 and ends as her turn of round 5 starts."""
    s = rounds(fight(person("ada"), person("bo")), 4)
    s = act(s, "add_effect", on="bo", name="dazed", turns=2, dice=-1).state
    seen = {}
    for number in (3, 4, 5):
        s = act(s, "end_turn", who="ada").state
        s = act(s, "free_action", who="bo", what="look around").state
        seen[number] = effects(s)
        s = act(s, "end_turn", who="bo").state
    assert seen == {3: 1, 4: 1, 5: 0}


@pytest.mark.example("duration.one", 0, 1)
def test_one_turn_lasts_until_the_next_turn_starts() -> None:
    """Put on Bo between his turns it covers the next. Put on in his turn it is gone when the next starts."""
    s = rounds(fight(person("ada"), person("bo")), 2)
    s = act(s, "add_effect", on="bo", name="dazed").state
    s = act(rounds(s, 1), "free_action", who="bo", what="look around").state
    assert effects(s) == 1
    s = act(rounds(s, 2), "free_action", who="bo", what="look around").state
    assert effects(s) == 0
    own = rounds(fight(person("ada"), person("bo")), 1)
    own = act(own, "free_action", who="bo", what="focus").state
    own = act(own, "add_effect", on="bo", name="focused", dice=1).state
    assert effects(rounds(own, 2)) == 1
    assert effects(act(rounds(own, 2), "free_action", who="bo", what="go").state) == 0


@pytest.mark.exercises("turn.start")
def test_whoever_takes_no_part_in_a_fight_has_no_turn_to_begin() -> None:
    """Nor has anyone outside a fight."""
    s = fight(person("ada"), person("bo"))
    s = s.but(characters=(*s.characters, person("eve")))
    for state, who in ((s, "eve"), (s.but(fight=None), "ada")):
        begun = through(partial(begin_turn, state, who))
        assert (begun.state, begun.lines) == (state, ())
    assert through(partial(begin_turn, s, "ada")).f("ada").began


@pytest.mark.exercises("duration.expire")
def test_that_something_is_over_is_told_in_the_turn_of_whom_it_was_on() -> None:
    """When their turn starts, and not when another's does."""
    s = rounds(fight(person("ada"), person("bo"), person("cy")), 1)
    s = act(s, "free_action", who="bo", what="focus").state
    s = act(s, "add_effect", on="bo", name="focused", dice=1).state
    for turns, who, told in ((1, "cy", False), (2, "ada", False), (3, "bo", True)):
        assert act(rounds(s, turns), "free_action", who=who, what="go").said("focused on Bo is over.") is told
        assert not act(rounds(s, turns), "free_action", who=who, what="go").said("focused on Ada is over.")


def test_an_effect_changes_what_is_rolled() -> None:
    """Two dice less and one difficulty more, as long as it lasts."""
    s = fight(person("ada", main="Sword", skills={"melee": 2}), person("bo"))
    s = act(s, "add_effect", on="ada", name="blinded", turns=2, dice=-2, difficulty=1).state
    done = act(s, "attack", [[9, 12, 2]], ["nothing"], who="ada", target="bo")
    assert done.said("hits with 1 success")


# leaving


@pytest.mark.exercises("init.when")
@pytest.mark.parametrize(("leaves", "left", "now"), [("bo", ("ada", "cy"), "ada"), ("ada", ("bo", "cy"), "bo")])
def test_whoever_leaves_takes_nobody_along(leaves: str, left: tuple[str, ...], now: str) -> None:
    """The others keep their order and their turn. The leaver's turn passes to the next."""
    s = fight(person("ada"), person("bo"), person("cy"))
    after = act(s, "leave_fight", who=leaves).state
    assert tuple(f.id for f in after.fight.order) == after.fight.rolled == left
    assert acting(after) == now
    assert "end it instead" in refused(after, "leave_fight", who="cy")


# rounds


@pytest.mark.example("round.end", 0, 1)
def test_a_round_ends_when_all_have_finished() -> None:
    """Three of four finished: it goes on. Four of four: the next."""
    s = fight(*(person(name) for name in ("ada", "bo", "cy", "dee")))
    three = rounds(s, 3)
    assert three.fight is not None
    assert three.fight.round == 1
    four = rounds(three, 1)
    assert four.fight is not None
    assert four.fight.round == 2


@pytest.mark.example("round.length", 0)
def test_ten_rounds_are_a_minute() -> None:
    """About six seconds each, as the log says."""
    assert 10 * SECONDS == 60
    s = rounds(fight(person("ada"), person("bo")), 19)
    assert act(s, "end_turn", who="bo").said("Round 11 begins, about 60 seconds in.")
