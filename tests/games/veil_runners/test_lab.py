"""Policies, scenarios, and what a table of house rulings changes."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.crew_damage import crew_damage_die
from tablewright.games.veil_runners.happenings import crew_damage
from tablewright.games.veil_runners.healing import heal_price
from tablewright.games.veil_runners.options import VeilRulings
from tablewright.games.veil_runners.policies import POLICIES, best_for_the_roll, best_reroll, bold, careful
from tablewright.games.veil_runners.positions import foresight_now
from tablewright.games.veil_runners.rolls import pool_roll
from tablewright.games.veil_runners.scenarios import fitness, mission_ending, mission_start, next_obstacle
from tablewright.games.veil_runners.state import SYSTEMS, Result
from tablewright.lab.execution.runner import run_scenario
from tablewright.rules import Refused

from .table import act, crew, everyone, mission, refused

BOX = find_game("veil-runners")
FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


def test_policies_differ_in_what_they_buy() -> None:
    """With two dice and two tokens: the careful have fewest Fiascos, the best-for-the-roll most Criticals."""
    seen = {
        name: ExactCounter(policy).dist(pool_roll("ada", 2, 2)).map(lambda p: p[0]) for name, policy in POLICIES.items()
    }
    assert seen["careful"][FIASCO] == seen["best-for-the-roll"][FIASCO] < seen["bold"][FIASCO]
    assert seen["best-for-the-roll"][CRITICAL] > seen["careful"][CRITICAL]
    assert seen["bold"][SUCCESS] > seen["careful"][SUCCESS]


def test_the_careful_move_damage_to_what_still_works() -> None:
    """A 2 with Life Support lost goes to the primary tool."""
    hits = ExactCounter(careful).dist(crew_damage_die("ada", 1, ("life support",)))
    assert hits["life support", 0] * 6 == 1
    assert hits["primary tool", 1] * 6 == 1


def test_where_nothing_works_the_careful_save_their_tokens() -> None:
    """All three systems are lost already: the damage stays where it fell."""
    hits = ExactCounter(careful).dist(crew_damage_die("ada", 1, SYSTEMS))
    assert {spent for _, spent in hits} == {0}


def test_the_careful_pay_and_foresee_and_the_bold_bleed() -> None:
    """The price of healing, and a Desperate drawback."""
    price = heal_price("ada", True, "heal.fiasco")
    assert ExactCounter(careful).dist(price)["token"] == ExactCounter(bold).dist(price)["damage"] == 1
    s = crew(mission(), foresight=1)
    saved = ExactCounter(careful).dist(foresight_now(s, "ada", DRAWBACK, "desperate"))
    assert saved.chance(lambda seen: seen[1] == "standard") == 1
    risked = ExactCounter(bold).dist(foresight_now(s, "ada", DRAWBACK, "desperate"))
    assert risked.chance(lambda seen: seen[1] == "desperate") == 1


def test_a_goal_reached_as_the_catastrophe_comes_is_too_late() -> None:
    """A drawback may fill both clocks at once."""
    s = mission_start(VeilRulings(), obstacles=2, doom=2)
    both = s.but(kit=s.kit.but(clocks=tuple(clock.but(filled=2) for clock in s.kit.clocks)))
    assert mission_ending(both) == "catastrophe"


def test_the_bold_step_in_and_the_careful_do_not() -> None:
    """Told apart by the rule the question cites."""
    s = crew(mission(), "bo", qualities=("Defender",), focus=1)
    steady, shielded = (ExactCounter(policy).dist(crew_damage(s, "ada")) for policy in (careful, bold))
    assert steady.chance(lambda s: s.crew[0].focus > 0) == 1
    assert shielded.chance(lambda s: s.crew[0].focus > 0) < 1


@pytest.mark.parametrize(
    ("top", "n", "no_dice", "most", "reroll"),
    [
        ((6, 1), 2, False, 1, 1),  # the six stays, the other die can only gain
        ((5, 1), 2, False, 2, 1),  # the five is worth more than a new die
        ((5, 2), 5, False, 3, 3),
        ((3, 2), 2, False, 2, 2),
        ((4, 5), 2, True, 2, 0),  # the lowest is read: a new die would more likely be worse
        ((1, 6), 2, True, 2, 1),
    ],
)
def test_the_best_for_the_roll_reroll_what_pays(
    top: tuple[int, ...], n: int, no_dice: bool, most: int, reroll: int
) -> None:
    """A Forceful roller rerolls what is better rerolled, and keeps what is not."""
    assert best_reroll(top, n, no_dice, most) == reroll


def test_nobody_rerolls_better_than_the_best_for_the_roll() -> None:
    """On average, with three dice and two tokens."""
    call = pool_roll("ada", 3, 2, True)
    best, *others = (
        ExactCounter(policy).dist(call).map(lambda priced: int(priced[0])).mean()
        for policy in (best_for_the_roll, careful, bold)
    )
    assert all(best >= other for other in others)


@pytest.mark.parametrize("name", ["under-fire", "taking-hits", "mission"])
def test_scenarios_are_solved_not_sampled(name: str) -> None:
    """Default scenarios fit a chain, and the endings' chances total one."""
    trial = run_scenario(BOX, name, {}, policy="careful", cores=1)
    assert trial.by == "chain"
    assert sum(trial.chances.values()) == pytest.approx(1)


def test_a_smaller_goal_is_easier() -> None:
    """Three sections are reached more often than six."""
    won = [run_scenario(BOX, "mission", {"obstacles": n}, policy="bold", cores=1).chances["success"] for n in (3, 6)]
    assert won[0] > won[1]


def test_house_rulings_change_the_odds_of_a_mission() -> None:
    """A push clock that wants a clean Success makes it harder."""
    lenient, strict = (
        run_scenario(BOX, "mission", {"obstacles": 4}, policy="careful", rulings={"drawback_pushes": pushes}, cores=1)
        for pushes in (True, False)
    )
    assert strict.chances["success"] < lenient.chances["success"]


def test_desperate_missions_cost_more_than_standard_ones() -> None:
    """Fewer stand at the end."""
    standard, desperate = (
        run_scenario(BOX, "mission", {"position": position, "obstacles": 3}, policy="careful", cores=1)
        for position in ("standard", "desperate")
    )
    assert standard.left["vitality"] > desperate.left["vitality"]


def test_armour_makes_one_last_a_hit_longer() -> None:
    """Exactly one."""
    plain, armoured = (run_scenario(BOX, "taking-hits", {"armour": a}, cores=1).mean_length for a in (False, True))
    assert armoured == pytest.approx(plain + 1)


def test_a_scenario_goes_on_from_the_table() -> None:
    """The mission of the table's own crew against its own clock. Refused when there is none."""
    s = act(mission(), "start_clock", title="Out", kind="push", size="4").state
    scenario = GAME.scenario("mission")
    assert scenario.from_table is not None
    start = scenario.from_table(s)
    assert [clock.title for clock in start.kit.clocks] == ["Out"]
    with pytest.raises(Refused, match="push clock"):
        scenario.from_table(mission())


def test_a_mission_goes_on_with_clocks_that_run_and_people_who_can_act() -> None:
    """A full clock is left out. Refused if no one can act, or if the only goal is reached."""
    scenario = GAME.scenario("mission")
    assert scenario.from_table is not None
    s = act(mission(), "start_clock", title="Out", kind="push", size="4").state
    two = act(s, "start_clock", title="Storm", kind="catastrophe", size="4").state
    out, storm = two.kit.clocks
    stormy = two.but(kit=two.kit.but(clocks=(out, storm.but(filled=storm.size))))
    assert [clock.title for clock in scenario.from_table(stormy).kit.clocks] == ["Out"]
    for stuck in (everyone(s, vitality=0), s.but(kit=s.kit.but(clocks=(out.but(filled=out.size),)))):
        with pytest.raises(Refused, match="push clock"):
            scenario.from_table(stuck)


def test_whoever_is_fittest_goes_first() -> None:
    """A working primary tool is worth two points of Vitality. Then tokens count, then the systems left."""
    ada = mission().crew[0]
    assert [fitness(m)[0] for m in (ada, ada.but(vitality=1), ada.but(primary_works=False))] == [5, 3, 3]
    ranked = [ada, ada.but(life_support=False), ada.but(vitality=2, focus=3), ada.but(primary_works=False, focus=1)]
    assert sorted([*reversed(ranked)], key=fitness, reverse=True) == ranked
    assert fitness(ada.but(focus=1)) > fitness(ada)


@pytest.mark.parametrize(("filled", "works", "dice"), [(0, True, 5), (1, True, 3), (2, True, 5), (0, False, 3)])
def test_every_other_obstacle_suits_the_primary_tool(filled: int, works: bool, dice: int) -> None:
    """Two dice more for it, as long as it works."""
    s = mission_start(VeilRulings())
    goal, doom = s.kit.clocks
    s = everyone(s.but(kit=s.kit.but(clocks=(goal.but(filled=filled), doom))), primary_works=works)
    assert run_rule(next_obstacle(s).begin(), {}).questions[0].dice == dice


def test_of_the_tables_crew_the_first_who_stands_takes_the_hits() -> None:
    """Ada is Down and Out, so it is Bo, alone."""
    scenario = GAME.scenario("taking-hits")
    assert scenario.from_table is not None
    assert [m.id for m in scenario.from_table(mission()).crew] == ["ada"]
    assert [m.id for m in scenario.from_table(crew(mission(), vitality=0)).crew] == ["bo"]
    with pytest.raises(Refused, match="Nobody is standing"):
        scenario.from_table(everyone(mission(), vitality=0))


@pytest.mark.parametrize("name", ["under-fire", "taking-hits"])
def test_so_do_the_others(name: str) -> None:
    """Scenarios start from the table, with its tokens and lost systems. Refused once the mission is over."""
    scenario = GAME.scenario(name)
    assert scenario.from_table is not None
    hurt = crew(mission(), vitality=1, life_support=False)
    start = scenario.from_table(hurt)
    assert start.crew[0] == hurt.crew[0]
    with pytest.raises(Refused, match="over"):
        scenario.from_table(act(hurt, "end_mission", result="failure").state)


def test_a_saved_token_has_a_value() -> None:
    """Best play for the mission is at least as good as making the most of each roll."""
    greedy, best = (
        run_scenario(BOX, "mission", {"obstacles": 4}, policy=policy, cores=1).chances["success"]
        for policy in ("best-for-the-roll", "best")
    )
    assert best >= greedy


def test_one_tool_a_roll_at_some_tables() -> None:
    """Both are refused there, either is fine."""
    s = mission(both_tools=False)
    assert "one tool helps a roll" in refused(s, "crew_roll", who="ada", tools=["primary", "secondary"])
    assert len(act(s, "crew_roll", [[6, 1, 1, 1, 1]], who="ada", tools=["primary"]).dice[0]) == 5
    assert (
        len(act(mission(), "crew_roll", [[6, 1, 1, 1, 1, 1]], who="ada", tools=["primary", "secondary"]).dice[0]) == 6
    )


def test_every_house_ruling_is_cited_and_asked_as_a_question() -> None:
    """Fifteen of them."""
    fields = GAME.ruling_form.fields
    assert len(fields) == 15
    assert all(field.doc.endswith("?") and field.cites in BOX.ledger for field in fields)


def test_a_mission_is_worth_nothing_or_all() -> None:
    """Success and failure are the bounds between which best play is searched."""
    scenario = GAME.scenario("mission")
    s = mission_start(VeilRulings())
    lost, won = (s.but(ending=ending) for ending in ("failure", "success"))
    assert scenario.value is not None
    assert (scenario.value(lost), scenario.value(won)) == scenario.between


def test_what_the_lab_takes_for_granted() -> None:
    """A mission of three without tokens, at Risky, with six sections to push and six until disaster."""
    s = mission_start(VeilRulings())
    assert [(clock.kind, clock.size, clock.filled) for clock in s.kit.clocks] == [("push", 6, 0), ("catastrophe", 6, 0)]
    assert (len(s.crew), {m.focus for m in s.crew}, s.position) == (3, {0}, "risky")
