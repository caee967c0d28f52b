"""Qualities and suit upgrades, each with its exact timing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.advancement import LISTS
from tablewright.games.veil_runners.content import CREWS
from tablewright.games.veil_runners.crew_damage import crew_damage_die, suffer
from tablewright.games.veil_runners.happenings import crew_damage
from tablewright.games.veil_runners.policies import bold
from tablewright.games.veil_runners.pools import crew_pool, ship_pool
from tablewright.games.veil_runners.signing_on import give
from tablewright.games.veil_runners.state import Mission, Quality, Result, SuitUpgrade, member
from tablewright.table import Table

from .table import LEDGER, act, crew, everyone, mission, odds, refused, run

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


def with_quality(*qualities: Quality, **changes: Any) -> Mission:
    return crew(mission(), qualities=qualities, **changes)


def with_suit(*suit: SuitUpgrade, **changes: Any) -> Mission:
    return crew(mission(), suit=suit, **changes)


@pytest.mark.example("quality.table", 0)
@pytest.mark.example("upgrade.table", 0)
@pytest.mark.parametrize(("table", "kind"), [("qualities", "quality"), ("suit-upgrades", "suit upgrade")])
def test_the_lists_are_in_the_books_order(table: str, kind: str) -> None:
    """Reckless is the sixth quality, Adaptive Plating the third suit upgrade."""
    assert list(LISTS[kind]) == [row["name"] for row in LEDGER.tables[table].records()]  # type: ignore[index]
    assert (LISTS["quality"][5], LISTS["suit upgrade"][2]) == ("Reckless", "Adaptive Plating")


@pytest.mark.example("quality.resourceful", 0, 1)
def test_the_resourceful_always_roll_three_and_tools() -> None:
    """Five at Vitality 1 with the drill, three at Vitality 2 without a tool. But Down and Out is down."""
    s = with_quality("Resourceful", vitality=1)
    assert len(act(s, "crew_roll", [[6, 1, 1, 1, 1]], who="ada", tools=["primary"]).dice[0]) == 5
    assert len(act(crew(s, vitality=2), "crew_roll", [[6, 1, 1]], who="ada").dice[0]) == 3
    assert "Down and Out" in refused(crew(s, vitality=0), "crew_roll", who="ada")


@pytest.mark.example("quality.relentless", 0, 1)
def test_the_relentless_act_while_down() -> None:
    """1 die, and 2 more with the drill. 3 and tools if Resourceful as well."""
    s = with_quality("Relentless", vitality=0)
    assert len(act(s, "crew_roll", [[6, 1, 1]], who="ada", tools=["primary"]).dice[0]) == 3
    assert len(act(s, "crew_roll", [[6]], who="ada").dice[0]) == 1
    both = with_quality("Relentless", "Resourceful", vitality=0)
    assert crew_pool(both, member(both, "ada")).dice == 3


@pytest.mark.example("quality.relentless.death", 0, 1)
def test_damage_kills_the_relentless_only_while_down() -> None:
    """A Risky 3 while down is death, at Vitality 2 it is ordinary. Armour takes it like any damage."""
    s = with_quality("Relentless", vitality=0).but(position="risky")
    after = act(s, "crew_roll", [[3]], who="ada")
    assert after["ada"].dead
    assert after.told("the crew sheet is burned")
    assert "who cannot be 'ada'" in refused(after.state, "crew_roll", who="ada")
    assert not act(crew(s, vitality=2), "crew_roll", [[3, 1], [1]], who="ada")["ada"].dead
    armoured = crew(s, suit=("Ablative Armour",), armour=True)
    assert not act(armoured, "crew_roll", [[3]], who="ada")["ada"].dead


def test_a_player_whose_member_died_brings_another() -> None:
    """A dead member does not count as the player's crew member."""
    s = with_quality("Relentless", vitality=0, dead=True)
    assert member(give(act(s, "add_crew", name="Zed").state, "zed", "ann"), "zed").player == "ann"


@pytest.mark.example("quality.expert", 0, 1)
def test_an_experts_field_is_worth_a_die() -> None:
    """Four when it applies, three when not. Ship rolls only where the table allows it."""
    s = with_quality("Expert", expertise="hacking")
    after = act(s, "crew_roll", [[6, 1, 1, 1]], who="ada", expertise=True)
    assert after.lines[0].text == "Ada: 3 Vitality + 1 hacking; standard."
    assert len(act(s, "crew_roll", [[6, 1, 1]], who="ada").dice[0]) == 3
    assert "is no Expert" in refused(mission(), "crew_roll", who="ada", expertise=True)
    assert "adds nothing to ship rolls" in refused(s, "ship_roll", core="CPU", carrier="ada", expertise=True)
    lenient = crew(mission(expert_on_ship=True), qualities=("Expert",))
    assert ship_pool(lenient, "NAV").dice == 2
    assert len(act(lenient, "ship_roll", [[6, 1]], core="CPU", carrier="ada", expertise=True).dice[0]) == 2
    assert ship_pool(s, "CPU", expert=True).dice == 1


def test_a_field_can_be_named_later() -> None:
    """Any Expert without a field may name one at any time."""
    assert act(with_quality("Expert"), "name_field", who="ada", expertise="biology")["ada"].expertise == "biology"
    assert GAME.action("name_field").instant
    assert "Ada is no Expert" in refused(mission(), "name_field", who="ada", expertise="biology")
    assert "Bo is no Expert" in refused(with_quality("Expert"), "name_field", who="bo", expertise="biology")


# Forceful


@pytest.mark.example("quality.forceful", 0)
def test_two_dice_rerolled_are_two_new_dice() -> None:
    """2 and 3 lie there, two tokens reroll both: the odds of two dice."""
    s = with_quality("Forceful", focus=2, vitality=2)
    seen = odds(s, "crew_roll", [[2, 3]], ["2"], who="ada").plain
    assert [seen[r] for r in Result] == [Fraction(1, 4), Fraction(4, 9), Fraction(5, 18), Fraction(1, 36)]


@pytest.mark.example("quality.forceful", 1, 2, 3)
def test_forceful_odds_from_the_start() -> None:
    """A token turns half of the Fiascos. Two on two dice make a Success or better in 671 of 1296."""
    low = odds(with_quality("Forceful", focus=1), "crew_roll", [[1, 2, 3]], ["1"], who="ada")
    assert low.plain[FIASCO] == Fraction(1, 2)
    assert odds(with_quality("Forceful", focus=1), "crew_roll", who="ada").best[FIASCO] == Fraction(1, 16)
    two = with_quality("Forceful", focus=2, vitality=2)
    action = GAME.action("crew_roll")
    aimed = rule_odds(lambda: action(two, who="ada"), aim=SUCCESS).best
    assert aimed[SUCCESS] + aimed[CRITICAL] == Fraction(671, 1296)


def test_forceful_results_are_final_and_raising_is_gone() -> None:
    """A rerolled 1 stays. The only question is how many dice."""
    s = with_quality("Forceful", focus=3, vitality=2)
    after = act(s, "crew_roll", [[5, 5], [1]], ["1"], who="ada")
    assert (after.result, after["ada"].focus) == (DRAWBACK, 2)
    assert [line.text for line in after.lines if line.kind == "choice"] == ["Reroll how many of the lowest dice? 1 die"]


def test_forceful_without_dice_still_reads_the_lowest() -> None:
    """1 and 6: the 1 is rerolled."""
    s = with_quality("Forceful", focus=1, vitality=0)
    after = act(s, "crew_roll", [[1, 6], [6]], ["1"], who="ada", talking=True)
    assert after.result is SUCCESS


# Defender


def guarded(**changes: Any) -> Mission:
    """Bo is a Defender with a token, beside Ada."""
    return crew(mission(), "bo", qualities=("Defender",), **({"focus": 1} | changes))


@pytest.mark.example("quality.defender", 0, 1)
def test_a_defender_needs_a_token_and_rolls_vitality() -> None:
    """At Vitality 2 two dice fall, with any tools. Without a token, from elsewhere or down there is no question."""
    alone = act(guarded(focus=0), "hit_crew", [[1]], who=["ada"])
    assert [line for line in alone.lines if line.kind == "choice"] == []
    after = act(guarded(vitality=2), "hit_crew", [[6, 6]], ["yes"], who=["ada"])
    assert after.dice == [(6, 6)]
    for hindered in (guarded(where="station"), guarded(vitality=0)):
        unasked = act(hindered, "hit_crew", [[1]], who=["ada"])
        assert [line for line in unasked.lines if line.kind == "choice"] == []


@pytest.mark.example("quality.defender.critical", 0)
def test_a_critical_defence_hurts_nobody() -> None:
    """No damage, and no token for the mate."""
    after = act(guarded(vitality=2), "hit_crew", [[6, 6]], ["yes"], who=["ada"])
    assert (after["ada"].life_support, after["ada"].focus, after["bo"].focus) == (True, 0, 0)


@pytest.mark.example("quality.defender.success", 0, 1)
@pytest.mark.parametrize("dice", [[6, 2], [5, 2]])
def test_a_defence_that_succeeds_takes_the_damage_over(dice: list[int]) -> None:
    """With a 6 or a 5: Bo is hit, Ada is not."""
    after = act(guarded(vitality=2), "hit_crew", [dice, [3]], ["yes"], who=["ada"])
    assert (after["bo"].primary_works, after["bo"].focus) == (False, 1)
    assert after["ada"] == mission().crew[0]


@pytest.mark.example("quality.defender.fiasco", 0)
def test_a_failed_defence_hurts_both() -> None:
    """The defender earns the Fiasco's token besides the damage's."""
    after = act(guarded(vitality=2), "hit_crew", [[1, 3], [3], [1]], ["yes"], who=["ada"])
    assert (after["bo"].primary_works, after["ada"].life_support) == (False, False)
    assert (after["bo"].focus, after["ada"].focus) == (2, 1)


@pytest.mark.exercises("quality.defender")
def test_a_forced_desperate_makes_defending_hurt_more() -> None:
    """Bo's limiters are overridden: a 5 takes the blow over and costs a second one."""
    s = guarded(vitality=1, suit=("Limiter Override",))
    after = act(s, "hit_crew", [[5, 1], [1], [3]], ["yes"], who=["ada"])
    assert (after["bo"].life_support, after["bo"].primary_works) == (False, False)


def test_foresight_serves_a_defender_too() -> None:
    """The same 5 with a Foresight Token: only the blow itself is taken."""
    s = guarded(vitality=1, suit=("Limiter Override",), foresight=1)
    after = act(s, "hit_crew", [[5, 1], [3]], ["yes", "yes"], who=["ada"])
    assert (after["bo"].life_support, after["bo"].primary_works, after["bo"].foresight) == (True, False, 0)


def test_a_defence_is_a_roll_that_can_be_done_without_dice() -> None:
    """An Ingenuity Token makes it a Success: Bo takes the blow over for certain. The Reckless pay with a second one."""
    after = act(guarded(ingenuity=1), "hit_crew", [[3]], ["yes", "ingenuity"], who=["ada"])
    assert (after["bo"].primary_works, after["bo"].ingenuity, after["ada"].focus) == (False, 0, 0)
    rash = crew(guarded(), "bo", qualities=("Defender", "Reckless"))
    after = act(rash, "hit_crew", [[1], [3]], ["yes", "reckless"], who=["ada"])
    assert (after["bo"].life_support, after["bo"].primary_works, after["ada"].life_support) == (False, False, True)
    rolled = act(guarded(ingenuity=1), "hit_crew", [[6, 6, 1]], ["yes", "roll"], who=["ada"])
    assert rolled["bo"].ingenuity == 1


@pytest.mark.exercises("shunt.when.critical")
def test_a_defenders_roll_allows_a_shunt_like_any_roll() -> None:
    """A Critical defence allows a free one, even inside another roll.

    A plain defence takes no Critical's shunt away.
    """
    hit = act(guarded(), "hit_crew", [[6, 6, 1]], ["yes"], who=["ada"]).state
    assert hit.rolled == "critical"
    within = act(guarded().but(position="risky"), "crew_roll", [[1, 1, 1], [6, 6, 1]], ["yes"], who="ada").state
    assert act(within, "shunt", cpu=4, hul=0, nav=0, pay="critical").state.ship.cpu == 4
    assert act(guarded(), "hit_crew", [[6, 5, 1], [1]], ["yes"], who=["ada"]).state.rolled == "roll"
    s = crew(guarded(), qualities=("Reckless",)).but(rulings=mission(group_critical="kept").rulings)
    together: dict[str, Any] = {"who": ["ada"], "ship": "NAV", "ship_how": "integrity"}
    after = act(s, "group_roll", [[6, 5, 1], [1]], ["reckless", "yes"], **together)
    assert (after.result, after["bo"].life_support, after.state.rolled) == (CRITICAL, False, "critical")


def test_each_defender_steps_in_once_for_the_same_blow() -> None:
    """Ada and Bo both defend: when Bo takes Ada's damage, Ada may step in for him, and then it ends, tokens or not."""
    s = crew(guarded(focus=3), qualities=("Defender",), focus=3)
    after = act(s, "hit_crew", [[6, 1, 1], [6, 1, 1], [1]], ["yes", "yes"], who=["ada"])
    assert (after["ada"].life_support, after["bo"].life_support) == (False, True)
    asked = [line.text for line in after.lines if line.kind == "choice" and "step in front" in line.text]
    assert asked == [f"Spend a token to step in front of {name}? yes" for name in ("Ada", "Bo")]


def test_nobody_is_asked_to_shield_the_dead_or_once_the_mission_is_over() -> None:
    """Ada dies defending, and the blow for her hits no one. After the last one fell there is no question."""
    s = crew(crew(guarded(focus=3), "ada", vitality=0, qualities=("Relentless", "Defender"), hazard="fire"), focus=3)
    dying = act(s, "hit_crew", [[5]], ["yes", "drawback,0", "no"], who=["cyl"])
    assert dying["ada"].dead
    assert [line.text for line in dying.lines if "in front of Ada" in line.text] == [
        "Spend a token to step in front of Ada? no"
    ]
    last = everyone(mission(), vitality=0)
    last = crew(crew(last, vitality=1, life_support=False), "bo", qualities=("Relentless", "Defender"), focus=1)
    over = act(last, "hit_crew", [[1]], ["no"], who=["ada", "cyl"])
    assert over.state.ending == "everyone down"
    assert not over.told("in front of Cyl")


def test_when_a_defence_fails_another_defender_may_still_save_the_mate() -> None:
    """Bo fails and is hurt. Cyl lets that happen and takes Ada's blow instead."""
    s = crew(guarded(), "cyl", qualities=("Defender",), focus=1)
    after = act(s, "hit_crew", [[1, 1, 2], [1], [6, 1, 1], [3]], ["yes", "no", "yes"], who=["ada"])
    assert (after["bo"].life_support, after["cyl"].primary_works) == (False, False)
    assert after["ada"] == mission().crew[0]


@pytest.mark.exercises("clocks.cat.when")
def test_a_failed_defence_is_trouble_for_a_catastrophe_clock() -> None:
    """A defence counts like any roll: two sections for the Fiasco."""
    s = act(guarded(), "start_clock", title="Doom", kind="catastrophe").state
    after = act(s, "hit_crew", [[1, 1, 2], [1], [1]], ["yes"], who=["ada"]).state
    assert after.kit.clocks[0].filled == 2


def test_the_defenders_player_is_asked_and_others_may_not_answer() -> None:
    """Ann's Ada is about to be hurt. The question is Ben's."""
    table = Table.open(GAME, seed="guard")
    table.edit("way", "crew.bo.qualities", ["Defender"])
    table.edit("way", "crew.bo.focus", 1)
    number = table.act("way", "hit_crew", {"who": ["ada"]})
    assert table.prompts_for("ann") == []
    ((_, question),) = table.prompts_for("ben")
    assert question.question == "Spend a token to step in front of Ada?"
    with pytest.raises(Exception, match="is for bo to answer"):
        table.answer("ann", number, question.at, "yes")


def test_defenders_all_round_are_counted_too() -> None:
    """Everyone defends everyone: the damage rule still ends, and nothing is lost on the way."""
    s = mission().but(crew=tuple(m.but(qualities=("Defender",), focus=1) for m in CREWS[:3]))
    assert ExactCounter(bold).dist(crew_damage(s, "ada")).whole()


# Reckless


@pytest.mark.example("quality.reckless", 0)
def test_the_reckless_take_damage_for_a_success() -> None:
    """No roll but the damage die: Life Support lost, a token, a Success. Even at the ship's controls."""
    s = with_quality("Reckless")
    after = act(s, "crew_roll", [[1]], who="ada", how="reckless")
    assert (after.result, after["ada"].life_support, after["ada"].focus) == (SUCCESS, False, 1)
    flown = act(s, "ship_roll", [[1]], core="NAV", carrier="ada", how="reckless")
    assert (flown.result, flown["ada"].life_support) == (SUCCESS, False)
    assert "how cannot be 'reckless'" in refused(mission(), "crew_roll", who="ada", how="reckless")


def test_the_success_stands_even_if_the_damage_fells_them() -> None:
    """Down and Out, but it worked."""
    s = with_quality("Reckless", vitality=1, life_support=False)
    after = act(s, "crew_roll", [[1]], who="ada", how="reckless")
    assert (after.result, after["ada"].down) == (SUCCESS, True)


# Suit upgrades


@pytest.mark.example("upgrade.auxiliary", 0, 1)
def test_the_auxiliary_arm_sits_on_life_support() -> None:
    """Four dice with it, three once Life Support is lost."""
    s = with_suit("Auxiliary Arm")
    assert len(act(s, "crew_roll", [[6, 1, 1, 1]], who="ada", tools=["auxiliary"]).dice[0]) == 4
    broken = crew(s, life_support=False)
    assert crew_pool(broken, member(broken, "ada"), ["auxiliary"]).dice == 3
    assert "has lost the life support" in refused(broken, "crew_roll", who="ada", tools=["auxiliary"])
    assert "tools cannot be 'auxiliary'" in refused(mission(), "crew_roll", who="ada", tools=["auxiliary"])


@pytest.mark.example("upgrade.oversized", 0, 1)
def test_an_oversized_secondary_is_worth_two() -> None:
    """Five with it alone. With both tools seven count and six are rolled."""
    s = with_suit("Oversized Systems")
    assert crew_pool(s, member(s, "ada"), ["secondary"]).dice == 5
    both = crew_pool(s, member(s, "ada"), ["primary", "secondary"])
    assert (both.counted, both.dice) == (7, 6)


@pytest.mark.example("upgrade.adaptive", 0, 1)
@pytest.mark.parametrize("die", [2, 5])
def test_adaptive_plating_moves_the_die_a_step_a_token(die: int) -> None:
    """A 2 becomes a 3, a 5 a 4: the primary tool is hit. The token this damage earned pays for it."""
    ada = act(with_suit("Adaptive Plating"), "hit_crew", [[die]], ["primary tool,1"], who=["ada"])["ada"]
    assert (ada.life_support, ada.primary_works, ada.secondary_works, ada.focus) == (True, False, True, 0)


@pytest.mark.example("upgrade.adaptive", 2)
def test_one_token_does_not_move_a_one_far_enough() -> None:
    """A 1 moved to 2 is Life Support still, so there is no question. Two tokens would do."""
    after = act(with_suit("Adaptive Plating"), "hit_crew", [[1]], who=["ada"])
    assert not after["ada"].life_support
    assert [line for line in after.lines if line.kind == "choice"] == []
    assert run(crew_damage_die("ada", 2, ()), [[1]], ["primary tool,2"]) == ("primary tool", 2)


@pytest.mark.example("upgrade.ablative", 0, 1)
def test_ablative_armour_takes_the_first_damage() -> None:
    """The first damage costs a token and no die. The second rolls a die as usual."""
    s = with_suit("Ablative Armour", armour=True)
    first = act(s, "hit_crew", who=["ada"])
    assert (first["ada"].focus, first["ada"].armour, first.dice) == (1, False, [])
    assert len(act(first.state, "hit_crew", [[1]], who=["ada"]).dice) == 1


@pytest.mark.example("upgrade.limiter.desperate", 0)
@pytest.mark.example("upgrade.limiter.die", 0, 1)
def test_limiter_override_adds_a_die_and_danger() -> None:
    """Four dice, and a 5 hurts in the safest place. Talking while down it is one die, not none."""
    s = with_suit("Limiter Override").but(scene="downtime")
    after = act(s, "crew_roll", [[5, 1, 1, 1], [1]], who="ada")
    assert (len(after.dice[0]), after["ada"].life_support) == (4, False)
    talk = act(crew(s, vitality=0), "crew_roll", [[6]], who="ada", talking=True)
    assert (talk.dice, talk.result) == ([(6,)], SUCCESS)


@pytest.mark.example("upgrade.recirculation", 0, 1, 2)
@pytest.mark.example("prep.dread", 0)
@pytest.mark.parametrize(
    ("suit", "dread", "dice", "focus"),
    [
        (("Recirculation Kit",), 0, [1, 1, 1], 2),
        (("Recirculation Kit",), 1, [1, 1, 1], 3),
        (("Recirculation Kit",), 0, [5, 1, 1], 0),
        ((), 1, [1, 1, 1], 2),
    ],
)
def test_what_a_fiasco_earns(suit: tuple[SuitUpgrade, ...], dread: int, dice: list[int], focus: int) -> None:
    """1 more with the kit, 1 more with dread, none for a drawback."""
    assert act(crew(mission(), suit=suit, dread=dread), "crew_roll", [dice], who="ada")["ada"].focus == focus


@pytest.mark.example("prep.dread", 1)
def test_dread_has_no_part_in_ship_rolls() -> None:
    """The ship's Fiasco is the ship's."""
    after = act(crew(mission(), dread=1), "ship_roll", [[1, 1]], core="NAV", carrier="ada")
    assert (after["ada"].focus, after.state.ship.focus) == (0, 1)


def test_a_plain_hit_goes_by_the_same_steps() -> None:
    """Without a Defender, damage is suffered directly."""
    assert run(suffer(mission(), "ada"), [[1]]) == run(crew_damage(mission(), "ada"), [[1]])
