"""Chapter How To Play: deciding, the roll, pips, Advantage and Slip Checks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.advantage import Edge, edge_of, two_dice
from tablewright.games.moonveil.checks import called_for
from tablewright.games.moonveil.dice_checks import dc_roll, succeeds
from tablewright.games.moonveil.hit_track import defense, evade
from tablewright.games.moonveil.movement import passing_edge
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips, Seeker
from tablewright.games.moonveil.pips import mark, mark_all, unmarked
from tablewright.games.moonveil.pocket_roll import Use, pocket_roll, ways_on
from tablewright.games.moonveil.slip_checks import slip_die
from tablewright.rules import Refused
from tablewright.table import Table

from .rolls import called, swap_chance
from .table import Played, act, best_chance, chance, fight, foe, item, live, seeker, veil

LEDGER = find_game("moonveil").ledger


EDGES: dict[str, Edge] = {"plain": 0, "advantage": 1, "disadvantage": -1}


def rolled(one: Seeker, dc: int, dice: list[tuple[int, ...]], *answers: str, **params: Any) -> Played:
    """A roll called for and made."""
    return act(called(one, dc, **params), "make_roll", who=one.id, dice=dice, answers=answers)


def succeeded(played: Played) -> bool:
    (outcome,) = (line.text for line in played.lines if line.kind == "outcome")
    return outcome.startswith("success")


def frac(text: str) -> Fraction:
    return Fraction(text)


@pytest.mark.example("play.roll-when-open", 0)
def test_one_possible_outcome_needs_no_dice() -> None:
    """The Guide lets the roll go: nothing is thrown, nothing is pending."""
    played = act(called(seeker(), 9), "no_roll")
    assert played.rolls == []
    assert played.state.check is None


@pytest.mark.example("play.order-decide-then-roll", 0)
@pytest.mark.exercises("role.guide.dice", "roll.trigger")
def test_the_dc_is_settled_before_the_roll() -> None:
    """DC 9, rolled 5+3: failure. While the player still thinks, no other DC can be called."""
    assert not succeeded(rolled(seeker(), 9, [(5, 3)], "keep", stat="strength"))
    table = Table.open(GAME, seed="dc")
    table.act("guide", "call_for_roll", {"who": "ilse", "dc": 9, "stat": "strength"})
    table.act("ann", "make_roll", {"who": "ilse"})
    with pytest.raises(Refused, match="must wait: the table waits for ilse"):
        table.act("guide", "call_for_roll", {"who": "ilse", "dc": 4})


def test_what_the_results_mean_is_said_before_and_after() -> None:
    """The Guide's words for success and failure stand in the log, and the one that came true again after the roll."""
    played = rolled(seeker(), 5, [(5, 3)], "keep", stat="strength", success="The rope holds.", failure="It snaps.")
    assert played.text.endswith("8 against DC 5: success.\nThe rope holds.")


@pytest.mark.example("roll.total", 0, 1)
def test_a_total_is_the_sum_of_two_dice() -> None:
    """5 and 2 are 7. Strength 3 adds nothing to 4 and 4."""
    assert live(lambda: pocket_roll("x", 0, Use(2, 0, (7,)), "").begin(), [(5, 2)], ["keep"]).result.total == 7
    strong = seeker(stats=Pips(3, 2, 1, 1))
    assert "8 against DC 9: failure" in rolled(strong, 9, [(4, 4)], "keep", stat="strength").text


@pytest.mark.example("roll.unfavorable", 0)
def test_keeping_costs_nothing() -> None:
    """No pip is marked and the Pocket stays."""
    after = rolled(seeker(), 9, [(5, 3)], "keep", stat="strength").hero
    assert (after.pocket, after.marked) == (3, Pips())


@pytest.mark.exercises("roll.unfavorable")
def test_a_success_may_be_improved_too() -> None:
    """The player judges what is unwelcome: a made roll still offers swap and reroll."""
    played = rolled(seeker(pocket=4), 4, [(5, 3)], "swap 5", stat="strength")
    assert succeeded(played)
    assert played.hero.pocket == 5


@pytest.mark.example("roll.one-or-both", 0, 1, 2)
def test_each_option_once() -> None:
    """Swap and reroll together are legal. No second swap is offered after a swap, no second reroll after a reroll."""
    played = rolled(seeker(), 9, [(5, 1), (6, 2)], "reroll", "swap 2", stat="strength")
    assert succeeded(played)
    first, second = ([o.key for o in q.options] for q in played.asked if q.kind == "choose")
    assert first == ["keep", "swap 1", "swap 5", "reroll", "swap 5, reroll"]
    assert second == ["keep", "swap 2", "swap 6"]
    swapped_first = rolled(seeker(), 12, [(5, 1), (6, 2)], "swap 5, reroll", stat="strength")
    assert len(swapped_first.questions) == 1


@pytest.mark.example("roll.swap", 0, 1, 2, 3, 4, 5)
def test_the_swap_and_what_it_is_worth() -> None:
    """5 and 1 with Pocket 4 for the 1 are 9. The chances with best use of the Pocket."""
    assert "9 against DC 9: success" in rolled(seeker(pocket=4), 9, [(5, 1)], "swap 1", stat="strength").text
    assert swap_chance(10, 6) == Fraction(3, 4)
    assert chance(dc_roll("x", 0, Use(6, 0, (10,)), 10, ""), lambda c: c.success) == Fraction(1, 6)
    assert swap_chance(10, 4) == Fraction(1, 3)
    assert [swap_chance(10, pocket) for pocket in (1, 2, 3)] == [Fraction(1, 6)] * 3
    assert swap_chance(8, 5) == Fraction(8, 9)
    assert swap_chance(9, 3) == Fraction(7, 18)


@pytest.mark.example("roll.swap.exchange", 0, 1)
def test_the_die_taken_out_is_the_new_pocket() -> None:
    """Pocket 4 for a 1 makes 9 and lowers Defense by 3. Pocket 2 for a 6 makes 5 and leaves Pocket 6."""
    one = seeker(pocket=4, marked=Pips(strength=2))
    played = rolled(one, 9, [(5, 1)], "swap 1", stat="strength")
    assert played.hero.pocket == 1
    assert defense(veil(one), one) - defense(played.state, played.hero) == 3
    raised = rolled(seeker(pocket=2, marked=Pips(strength=2)), 5, [(6, 3)], "swap 6", stat="strength")
    assert "5 against DC 5" in raised.text
    assert raised.hero.pocket == 6


@pytest.mark.example("roll.swap.defense", 0)
def test_a_swap_moves_defense_and_the_shield_at_once() -> None:
    """Shield and Pocket 4 are Defense 9. A swap that leaves Pocket 2 makes Evade 4 and Defense 6."""
    one = seeker("hero", "shield", pocket=4, marked=Pips(strength=2))
    assert defense(veil(one), one) == 9
    played = rolled(one, 12, [(2, 6)], "swap 2", stat="strength")
    assert (evade(played.state, played.hero), defense(played.state, played.hero)) == (4, 6)


@pytest.mark.example("roll.reroll", 0, 1)
def test_a_reroll_marks_a_pip() -> None:
    """DC 9 with one reroll after failure and no swap is 155/324. Without a pip left it is not offered."""

    def rerolls(ask: Any) -> str:
        return "reroll" if "reroll" in ask.options and sum(ask.about[0]) < 9 else "keep"

    assert chance(dc_roll("x", 0, Use(1, 1, (9,)), 9, ""), lambda c: c.success, rerolls) == Fraction(155, 324)
    spent = rolled(seeker(marked=Pips(dexterity=2)), 9, [(5, 1)], "keep", stat="dexterity")
    assert "reroll" not in [o.key for q in spent.asked for o in q.options]
    fresh = rolled(seeker(pocket=6), 9, [(6, 1), (6, 2)], "reroll", "keep", stat="dexterity")
    assert fresh.hero.marked == Pips(dexterity=1)


@pytest.mark.example("roll.reroll.stat", 0, 1)
def test_the_stat_must_fit() -> None:
    """A Strength pip for a Dexterity roll is refused. For a roll without a stat the Guide decides."""
    with pytest.raises(Refused, match="a reroll marks Dexterity, not Strength"):
        act(called(seeker(), 10, stat="dexterity"), "make_roll", who="hero", mark="strength")
    s = fight(seeker(pocket=2), foe())
    agreed = act(s, "attack", who="hero", dice=[(1, 1), (5, 3)], answers=["reroll", "keep"])
    assert agreed.hero.marked.strength == 1  # suggested for melee, so no question
    for answer, marked in (("yes", Pips(arcane=1)), ("no", Pips(strength=1))):
        answers = [answer, "reroll", "keep"]
        odd = act(s, "attack", who="hero", mark="arcane", dice=[(1, 1), (5, 3)], answers=answers)
        assert odd.asked[0].by == ("guide",)
        assert odd.hero.marked == marked


def test_only_who_was_called_on_rolls() -> None:
    """Other Seekers learn whose roll it is."""
    s = called(seeker(), 10).but(seekers=(seeker(), seeker("other")))
    assert {pick.value: pick.why_not for pick in called_for(s)} == {
        "hero": "",
        "other": "No roll waits for Other. It is Hero's. The Guide calls for one first.",
    }


@pytest.mark.example("roll.order", 0)
def test_swap_first_then_reroll() -> None:
    """6 and 1 with Pocket 2: the 6 becomes the Pocket, a pip rerolls. The new dice count, and no swap is left."""
    played = rolled(seeker(pocket=2), 8, [(6, 1), (3, 4)], "swap 6, reroll", stat="strength")
    assert "7 against DC 8: failure" in played.text
    assert (played.hero.pocket, played.hero.marked.strength) == (6, 1)
    assert played.questions == ["Keep it? It takes 8."]


@pytest.mark.exercises("roll.order", "roll.one-or-both")
def test_a_swap_before_the_reroll_is_offered_where_it_leaves_something() -> None:
    """Offered for a higher Pocket, or a higher total where the better stands. Never two swaps or two rerolls."""

    def both(use: Use) -> list[str]:
        return [way for way in ways_on(use, (2, 5), True) if way.startswith("swap") and way.endswith("reroll")]

    assert both(Use(3, 1, ())) == both(Use(1, 1, ())) == ["swap 5, reroll"]
    assert both(Use(6, 1, ())) == []
    assert both(Use(3, 1, (), exchange=False)) == []
    assert both(Use(3, 1, (), must_take=False)) == ["swap 2, reroll", "swap 5, reroll"]
    assert ways_on(Use(3, 1, ()), (2, 5), False) == ("keep", "swap 2", "swap 5")
    assert ways_on(Use(5, 0, ()), (5, 5), False) == ("keep",)


@pytest.mark.exercises("roll.order")
def test_where_the_better_total_stands_the_swap_counts_in_it() -> None:
    """2 and 1 with Pocket 6 for the 1 are 8. Thrown again to 3 and 1, the 8 stands and the Pocket is 1."""
    s = called(seeker(pocket=6), 8, stat="strength").but(rulings=MoonveilRulings(reroll="better"))
    played = act(s, "make_roll", who="hero", dice=[(2, 1), (3, 1)], answers=["swap 1, reroll"])
    assert "8 against DC 8: success" in played.text
    assert (played.hero.pocket, played.hero.marked.strength) == (1, 1)


@pytest.mark.example("roll.dc", 0, 1, 2, 3)
def test_a_dc_is_reached_from_its_number_on() -> None:
    """9 succeeds at DC 9, 8 does not. 5/18 at DC 9, 7/12 at DC 7."""
    assert succeeds(9, 9)
    assert not succeeds(8, 9)
    plain = [chance(dc_roll("x", 0, Use(1, 0, (dc,)), dc, ""), lambda c: c.success) for dc in (9, 7)]
    assert plain == [Fraction(5, 18), Fraction(7, 12)]


@pytest.mark.example("roll.dc.table", 0, 1, 2)
@pytest.mark.exercises("adv.extra-die")
def test_the_table_of_chances() -> None:
    """Every DC, plain, with Advantage and with Disadvantage, as the ledger tables it."""
    for row in LEDGER.tables["odds.dc"].records():
        for name, edge in EDGES.items():
            found = chance(two_dice("x", edge, ""), lambda dice, dc=row["dc"]: succeeds(sum(dice), dc))  # type: ignore[misc]
            assert found == frac(row[name])


@pytest.mark.example("roll.swap.table", 0, 1)
def test_the_table_of_swaps() -> None:
    """Every DC and Pocket of the book's table, with a swap as soon as it rescues the roll."""
    for row in LEDGER.tables["odds.swap"].records():
        assert [swap_chance(row["dc"], pocket) for pocket in range(1, 7)] == [
            frac(row[f"pocket_{pocket}"]) for pocket in range(1, 7)
        ]


@pytest.mark.example("roll.multi", 0)
def test_an_attack_is_held_against_three_numbers() -> None:
    """Total 8: Strong against Defense 7, Weak against Defense 10. No DC is named."""
    for pocket, words in ((3, "Strong Hit"), (6, "Weak Hit")):
        played = act(fight(seeker(), foe(pocket=pocket)), "attack", who="hero", dice=[(5, 3)], answers=["keep"])
        assert f"rolls 8: {words}" in played.text
        assert "DC" not in played.text


@pytest.mark.example("pips.meaning", 0)
def test_a_stat_is_so_many_pips() -> None:
    """Dexterity 2: two pips, then none."""
    one = seeker(stats=Pips(1, 2, 1, 1))
    left = [unmarked(mark(one, "dexterity", n), "dexterity") for n in range(4)]
    assert left == [2, 1, 0, 0]


@pytest.mark.example("pips.cap", 0, 1)
def test_no_more_marks_than_pips() -> None:
    """Arcane 1 with 1 marked stays. Strength 3 with 1 marked, told to mark all, has 3."""
    full = seeker(stats=Pips(1, 1, 1, 1), marked=Pips(arcane=1))
    assert mark(full, "arcane") == full
    assert mark_all(seeker(stats=Pips(3, 1, 1, 1), marked=Pips(strength=1)), "strength").marked.strength == 3


@pytest.mark.example("pips.have", 0, 1)
def test_a_marked_pip_is_spent() -> None:
    """Strength 2 allows Power with 1 marked pip, and not with 2."""
    with pytest.raises(Refused, match="Power needs an unmarked Strength pip"):
        act(fight(seeker(marked=Pips(strength=2)), foe()), "attack", who="hero", power=True)
    played = act(
        fight(seeker(marked=Pips(strength=1)), foe()),
        "attack",
        who="hero",
        power=True,
        dice=[(6, 4), 2],
        answers=["keep"],
    )
    assert "power.apply" in played.cited


@pytest.mark.example("adv.extra-die", 0)
@pytest.mark.example("adv.trigger", 0)
def test_the_guide_grants_an_extra_die() -> None:
    """A strong position: 3d6 thrown, the lowest removed, two kept."""
    played = rolled(seeker(), 11, [(2, 5, 6)], "keep", stat="strength", position="strong")
    assert played.rolls == [("DC 11", (2, 5, 6))]
    assert "11 against DC 11: success" in played.text


@pytest.mark.example("adv.advantage", 0, 1)
@pytest.mark.example("adv.disadvantage", 0, 1)
def test_lowest_or_highest_removed() -> None:
    """2, 5, 6 are 11 with Advantage and 7 with Disadvantage. The chances at DC 9."""
    for edge, total, odd in ((1, 11, Fraction(113, 216)), (-1, 7, Fraction(23, 216))):
        call = two_dice("x", edge, "")  # type: ignore[arg-type]
        assert sum(live(call.begin, [(2, 5, 6)]).result) == total
        assert chance(call, lambda dice: sum(dice) >= 9) == odd


@pytest.mark.example("adv.cancel", 0, 1)
def test_at_most_one_extra_die() -> None:
    """An Encumbered Seeker past a busy enemy rolls plain. Two reasons for Disadvantage are one die."""
    burdened = seeker(items=(item("thing", slots=9),))
    busy = foe(busy=True, bars=True)
    s = fight(burdened, busy)
    assert passing_edge(s, burdened, (busy,)) == 0
    assert edge_of(s, burdened, "dexterity", (), ("a narrow gap", "several in the way")) == -1
    assert len(act(s, "move", who="hero", dice=[(5, 5)], answers=["keep"]).rolls[0][1]) == 2


@pytest.mark.example("adv.swap-after", 0, 1, 2)
def test_the_swap_comes_after_the_removal() -> None:
    """6, 4, 3 with Disadvantage and Pocket 6 for the 3 make 10 and leave Pocket 3."""
    weak = rolled(seeker(pocket=6), 10, [(6, 4, 3)], "swap 3", stat="strength", position="weak")
    assert "10 against DC 10: success" in weak.text
    assert weak.hero.pocket == 3
    assert swap_chance(10, 6, edge=-1) == Fraction(1, 2)
    assert swap_chance(10, 4, edge=1) == Fraction(13, 27)


@pytest.mark.example("slip.when", 0)
def test_what_calls_for_a_slip_check() -> None:
    """A Tricky weapon, Finesse, Stagger and a hampered Move each do."""
    tricky = fight(seeker("hero", "tricky", pocket=6), foe())
    plays = [
        act(tricky, "attack", who="hero", weapon="tricky", dice=[(6, 5), 1], answers=["keep"]),
        act(tricky, "attack", who="hero", finesse=True, dice=[1, (6, 5)], answers=["keep", "recover the Move"]),
        act(tricky, "stagger", who="hero", target="foe", dice=[(6, 5), 1], answers=["keep"]),
        act(act(tricky, "describe_ground", rough=["1"]).state, "move", who="hero", way="ahead", dice=[6]),
    ]
    for played in plays:
        assert any(why.startswith("Slip Check") for why, _ in played.rolls)


@pytest.mark.example("slip.roll", 0, 1, 2, 3, 4, 5)
def test_the_lower_of_die_and_pocket() -> None:
    """Pocket 4 against 2, 6 and 4. Pocket 1 never changes. The chances to drop."""

    def after(pocket: int, die: int) -> int:
        s = veil(seeker(pocket=pocket, marked=Pips(dexterity=2)))
        return act(s, "call_slip", who="hero", dice=[die]).hero.pocket

    assert [after(4, die) for die in (2, 6, 4)] == [2, 4, 4]
    assert {after(1, die) for die in range(1, 7)} == {1}
    drops = [chance(slip_die("x", 0, pocket, 0), lambda r, p=pocket: r[0] < p) for pocket in (4, 6)]  # type: ignore[misc]
    assert drops == [Fraction(1, 2), Fraction(5, 6)]


@pytest.mark.example("slip.reroll", 0, 1)
def test_a_slip_is_rerolled_once_for_dexterity() -> None:
    """Pocket 4, a 1, Dexterity marked, a 5: stays 4. With the reroll it drops one time in four."""
    played = act(veil(seeker(pocket=4)), "call_slip", who="hero", dice=[1, 5], answers=["yes"])
    assert (played.hero.pocket, played.hero.marked.dexterity) == (4, 1)
    assert 1 - best_chance(slip_die("x", 0, 4, 1), lambda r: r[0] == 4) == Fraction(1, 4)


@pytest.mark.example("slip.enemy", 0)
def test_enemies_slip_too() -> None:
    """Pocket 5 and a 3 leave Pocket 3 and Defense 2 lower. No reroll is offered."""
    s = fight(seeker(), foe(pocket=5))
    played = act(s, "stagger", who="hero", target="foe", dice=[(6, 6), 3], answers=["keep"])
    assert played.foe.pocket == 3
    assert defense(s, s.enemies[0]) - defense(played.state, played.foe) == 2
    assert played.questions == ["Keep it? It takes 9."]
