"""Rolls and outcomes: counting, throwing, spending, reading, and what follows."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from tablewright.engine.live.interpreter import run_rule
from tablewright.games.veil_runners.focus import earn_for_roll, token_words
from tablewright.games.veil_runners.pools import check_tools, crew_pool, ship_pool
from tablewright.games.veil_runners.rolls import forceful_roll, pool_roll, price, result_of, within_reach
from tablewright.games.veil_runners.state import Result, member
from tablewright.rules import Refused, find_by_id

from .table import act, crew, mission, module, refused, run, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


# Counting dice


@pytest.mark.example("roll.pool.ship", 0)
@pytest.mark.example("roll.pool.ship.modules", 0, 1, 2)
@pytest.mark.example("module.type.specialised", 0, 1)
@pytest.mark.example("module.destroyed", 0)
def test_ship_dice_come_from_a_core_system_and_its_working_modules() -> None:
    """NAV 2 alone, 3 with afterburners. Not when they are destroyed, and never on a HUL roll."""
    s = mission()
    burners = find_by_id(s.ship.modules, "2")
    assert ship_pool(s, "NAV").dice == 2
    assert str(ship_pool(s, "NAV", [burners])) == "2 NAV + 1 AFTERBURNERS"
    assert ship_pool(s, "NAV", [burners.but(destroyed=True)]).dice == 2
    assert ship_pool(s, "HUL", [burners]).dice == ship_pool(s, "HUL").dice
    dark = ship(s, cpu=0, hul=2)
    assert ship_pool(dark, "CPU", [find_by_id(s.ship.modules, "1")]).dice == 1
    assert "is destroyed" in refused(module(s, "2", destroyed=True), "ship_roll", core="NAV", modules=["2"])
    assert "modules cannot be '2'" in refused(s, "ship_roll", core="HUL", modules=["2"])


@pytest.mark.example("roll.pool.crew", 0)
@pytest.mark.example("roll.pool.crew.equipment", 0, 1)
@pytest.mark.example("suit.primary", 0)
@pytest.mark.example("suit.secondary", 0)
@pytest.mark.example("suit.lost", 0)
def test_crew_dice_are_vitality_and_working_tools_that_fit() -> None:
    """Two alone, six with both tools, three with a lost primary, five and four with one tool each."""
    s = mission()
    ada = member(s, "ada")
    assert crew_pool(s, ada.but(vitality=2)).dice == 2
    assert str(crew_pool(s, ada, ["primary", "secondary"])) == "3 Vitality + 2 IMPACT DRILL + 1 MEDKIT"
    assert crew_pool(s, ada, ["primary", "secondary"]).dice == 6
    hurt = ada.but(vitality=2, primary_works=False)
    assert crew_pool(s, hurt, ["primary", "secondary"]).dice == 3
    assert crew_pool(s, ada, ["primary"]).dice == 5
    assert crew_pool(s, ada, ["secondary"]).dice == 4
    assert "has lost the primary tool" in refused(
        crew(s, primary_works=False), "crew_roll", who="ada", tools=["primary"]
    )


@pytest.mark.example("needs.dice-cap", 0, 1, 2)
def test_dice_above_six_are_counted_and_left_lying() -> None:
    """Of eight or seven dice six are rolled. A table without the cap rolls them all."""
    s = crew(mission(), qualities=("Expert",), suit=("Limiter Override",))
    both = crew_pool(s, member(mission(), "ada"), ["primary", "secondary"])
    assert (both.counted, both.dice) == (6, 6)
    assert "are rolled" not in str(both)
    all_in = crew_pool(s, member(s, "ada"), ["primary", "secondary"], expert=True)
    assert (all_in.counted, all_in.dice) == (8, 6)
    assert str(all_in).endswith("+ 1 Limiter Override (6 of 8 are rolled)")
    played = act(s, "crew_roll", [[6, 1, 1, 1, 1, 1]], who="ada", tools=["primary", "secondary"], expertise=True)
    assert len(played.dice[0]) == 6
    modules = [find_by_id(s.ship.modules, "2").but(id=n) for n in "123"]
    fast = ship_pool(ship(s, cpu=0, hul=0, nav=4), "NAV", modules)
    assert (fast.counted, fast.dice) == (7, 6)
    free = mission(dice_cap=False)
    assert ship_pool(ship(free, cpu=0, hul=0, nav=4), "NAV", modules).dice == 7


def test_what_is_named_twice_counts_once() -> None:
    """A tool, or a module."""
    drilled = act(mission(), "crew_roll", [[6, 1, 1, 1, 1]], who="ada", tools=["primary", "primary"])
    assert len(drilled.dice[0]) == 5
    assert len(act(mission(), "ship_roll", [[6, 1, 1]], core="NAV", modules=["2", "2"]).dice[0]) == 3


# No dice at all


@pytest.mark.example("roll.pool.zero", 0, 1, 2)
@pytest.mark.example("roll.outcome.critical.zero-dice", 0, 1)
def test_without_dice_two_are_thrown_and_the_lowest_is_read() -> None:
    """6 and 4 read 4, 1 and 6 a Fiasco. Two sixes are no Critical, thrown or bought. A module's die ends all that."""
    s = ship(mission(), cpu=0, hul=2)
    assert act(s, "ship_roll", [[6, 4]], core="CPU").result is DRAWBACK
    assert act(s, "ship_roll", [[1, 6]], core="CPU").result is FIASCO
    assert act(s, "ship_roll", [[6, 6]], core="CPU").result is SUCCESS
    bought = act(ship(s, focus=1), "ship_roll", [[5, 6]], ["success,1"], core="CPU")
    assert (bought.result, bought.state.ship.focus) == (SUCCESS, 0)
    assert act(s, "ship_roll", [[5]], core="CPU", modules=["1"]).result is DRAWBACK


@pytest.mark.exercises("roll.pool.crew.equipment", "suit.lost")
def test_a_tool_counts_once_and_only_while_it_works() -> None:
    """Named twice it counts once. Once its system is lost, it is refused."""
    s = crew(mission(), secondary_works=False)
    ada = member(s, "ada")
    assert check_tools(s, ada, ("primary", "primary"), False) == ("primary",)
    with pytest.raises(Refused, match="Ada has lost the secondary tool"):
        check_tools(s, ada, ("primary", "secondary"), False)


# Throwing and spending


@pytest.mark.example("roll.steps", 0)
def test_count_roll_spend_read() -> None:
    """Three dice are counted, 3 3 5 fall, a token makes the 5 a 6, and that is a Success."""
    after = act(crew(mission(), focus=1), "crew_roll", [[3, 3, 5]], ["success,1"], who="ada")
    assert [line.kind for line in after.lines] == ["tell", "roll", "choice", "outcome"]
    assert after.lines[0].text == "Ada: 3 Vitality; standard."
    assert (after.result, after["ada"].focus) == (SUCCESS, 0)


@pytest.mark.example("roll.step.roll", 0)
def test_the_pool_is_thrown_together() -> None:
    """A pool of four is four dice, any faces."""
    for faces in ([1, 1, 1, 1], [1, 2, 3, 6], [6, 6, 6, 6]):
        assert act(mission(), "crew_roll", [faces], who="ada", tools=["secondary"]).dice == [tuple(faces)]


@pytest.mark.exercises("roll.step.focus", "focus.use.raise")
@pytest.mark.parametrize(
    ("hand", "wanted", "tokens"),
    [
        ((1, 5, 6), CRITICAL, 1),
        ((2, 2, 2), CRITICAL, 8),
        ((6,), CRITICAL, None),
        ((1, 3, 2), SUCCESS, 3),
        ((4,), DRAWBACK, 0),
    ],
)
def test_of_many_dice_the_highest_are_raised(hand: tuple[int, ...], wanted: Result, tokens: int | None) -> None:
    """Two dice for a Critical, which one die alone never is, and one die for any other result."""
    assert price(hand, wanted) == tokens


def test_tokens_are_counted_in_words() -> None:
    """None, one, two."""
    assert [token_words(n) for n in (0, 1, 2)] == ["no Focus Tokens", "1 Focus Token", "2 Focus Tokens"]


def offered(dice: list[int], focus: int) -> dict[Result, int]:
    """The results tokens can make of these dice, with their prices."""
    return dict(within_reach(focus, False)(dice, 6))


@pytest.mark.example("roll.step.focus", 0, 1, 2, 3)
@pytest.mark.example("focus.use.raise", 0)
@pytest.mark.example("roll.outcome.critical", 1)
def test_each_result_within_reach_is_offered_at_its_cheapest() -> None:
    """A token on the better die is enough, and a second buys nothing. A six cannot be raised."""
    assert offered([4, 5], 2) == {DRAWBACK: 0, SUCCESS: 1}
    assert offered([5, 5], 2) == {DRAWBACK: 0, SUCCESS: 1, CRITICAL: 2}
    assert offered([3, 1], 1) == {FIASCO: 0, DRAWBACK: 1}
    assert offered([6], 1) == {SUCCESS: 0}
    assert offered([3, 5], 1) == {DRAWBACK: 0, SUCCESS: 1}
    assert run(pool_roll("ada", 2, 1), [[5, 6]], ["critical,1"]) == (CRITICAL, 1)


@pytest.mark.exercises("roll.step.focus")
@pytest.mark.parametrize("no_dice", [False, True])
def test_the_prices_are_those_of_trying_every_way_to_spend(no_dice: bool) -> None:
    """Pools of one to four dice and up to three tokens: no result is missed, none is dearer than it must be."""
    for n in (2,) if no_dice else (1, 2, 3, 4):
        for dice in combinations_with_replacement(range(1, 7), n):
            tried: dict[Result, int] = {}
            for spent in range(4):
                for raises in combinations_with_replacement(range(n), spent):
                    raised = tuple(min(6, die + raises.count(i)) for i, die in enumerate(dice))
                    tried.setdefault(result_of(raised, no_dice), spent)
            natural = result_of(dice, no_dice)
            assert dict(within_reach(3, no_dice)(dice, 6)) == {r: cost for r, cost in tried.items() if r >= natural}


@pytest.mark.example("roll.focus.in-time", 0)
def test_a_token_earned_by_a_roll_comes_too_late_for_it() -> None:
    """Without tokens a Fiasco stays one: nothing is asked, and the token is there afterwards."""
    after = act(mission(), "crew_roll", [[3, 3, 3]], who="ada")
    assert [line.kind for line in after.lines if line.kind == "choice"] == []
    assert (after.result, after["ada"].focus) == (FIASCO, 1)


# Reading


@pytest.mark.example("roll.read.highest", 0, 1)
@pytest.mark.example("roll.outcome.fiasco", 0, 1)
@pytest.mark.example("roll.outcome.drawback", 0, 1)
@pytest.mark.example("roll.outcome.success", 0, 1)
@pytest.mark.example("roll.outcome.critical", 0)
@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ([2, 5, 6], SUCCESS),
        ([2, 2, 4], DRAWBACK),
        ([1, 3], FIASCO),
        ([3], FIASCO),
        ([5, 1], DRAWBACK),
        ([4], DRAWBACK),
        ([6, 5], SUCCESS),
        ([6], SUCCESS),
        ([6, 6, 1], CRITICAL),
    ],
)
def test_the_highest_die_is_read(dice: list[int], result: Result) -> None:
    """1 to 3, 4 and 5, 6, and two sixes."""
    assert act(crew(mission(), vitality=len(dice)), "crew_roll", [dice], who="ada").result is result


@pytest.mark.exercises("quality.forceful")
@pytest.mark.parametrize(
    ("hand", "focus", "most"),
    [([6, 1], 3, 1), ([5, 1], 3, 2), ([6, 5, 1], 3, 2), ([5, 4, 1], 2, 2), ([6], 3, 0), ([6, 1], 0, 0)],
)
def test_the_forceful_reroll_no_six(hand: list[int], focus: int, most: int) -> None:
    """Any other die can be rerolled, one for each token. If none can, there is no question and no cost."""
    thrown = run_rule(forceful_roll("ada", len(hand), focus).begin(), {"0": hand})
    offered = [option.key for question in thrown.questions for option in question.options]
    assert offered == ([str(n) for n in range(most + 1)] if most else [])
    assert thrown.done == (most == 0)
    if thrown.done:
        assert thrown.result == (SUCCESS, 0)


@pytest.mark.exercises("focus.earn.fiasco", "focus.cap", "upgrade.recirculation")
@pytest.mark.parametrize(
    ("held", "kit", "told"),
    [
        (0, False, "Ada earns a Focus Token for the Fiasco and has 1."),
        (1, False, "Ada earns a Focus Token for the Fiasco and has 2."),
        (2, True, "Ada earns a Focus Token for the Fiasco and has 3."),
        (1, True, "Ada earns 2 Focus Tokens for the Fiasco and has 3."),
        (3, True, "Ada can earn no more."),
    ],
)
def test_what_a_fiasco_earns_is_said_as_it_is(held: int, kit: bool, told: str) -> None:
    """A token, two with the kit, as many as there is room for, or none."""
    s = crew(mission(), focus=held, suit=("Recirculation Kit",) if kit else ())
    (line,) = run_rule(earn_for_roll(s, "ada", FIASCO).begin(), {}).lines
    assert line.text == told
