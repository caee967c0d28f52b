"""The crew: suits, damage, Down and Out, Exposed, healing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.markov.chain import build_chain
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veil_runners.content import TOOLS
from tablewright.games.veil_runners.crew_damage import crew_damage_die, suffer
from tablewright.games.veil_runners.exposed import exposed
from tablewright.games.veil_runners.happenings import crew_damage
from tablewright.games.veil_runners.healing import treat
from tablewright.games.veil_runners.options import VeilRulings
from tablewright.games.veil_runners.pools import crew_pool
from tablewright.games.veil_runners.scenarios import SCENARIOS, hits_start
from tablewright.games.veil_runners.state import Mission, Result, member

from .table import LEDGER, act, chances, crew, dist, everyone, mission, odds, refused, run, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


def safe(s: Mission | None = None) -> Mission:
    return (s or mission()).but(scene="safe")


# Suits


@pytest.mark.example("suit.lost", 1)
@pytest.mark.example("crew.damage.vitality", 0, 1)
def test_a_system_that_was_lost_before_costs_vitality() -> None:
    """Life Support lost and hit again: 3 falls to 2. Working it absorbs the hit, even at Vitality 1."""
    hurt = run(suffer(crew(mission(), life_support=False), "ada"), [[1]])
    assert member(hurt, "ada").vitality == 2
    saved = member(run(suffer(crew(mission(), vitality=1), "ada"), [[1]]), "ada")
    assert (saved.life_support, saved.vitality) == (False, 1)


@pytest.mark.example("equipment.examples", 0)
def test_the_slot_and_not_the_tool_sets_the_dice() -> None:
    """A medkit as primary is worth two, as secondary one. The four examples are there to choose from."""
    assert set(TOOLS) == {row["name"] for row in LEDGER.tables["equipment.examples"].records()}
    s = safe(crew(crew(mission(), "cyl", focus=1), vitality=1))
    assert len(act(s, "heal", [[6, 1, 1, 1, 1]], who="cyl", patient="ada", tools=["primary"]).dice[0]) == 5
    assert crew_pool(s, member(mission(), "ada"), ["secondary"]).dice == 4


@pytest.mark.example("suit.repair", 0)
@pytest.mark.example("heal.suit", 0)
def test_healing_repairs_no_suits() -> None:
    """Two Vitality come back, the primary tool does not."""
    s = safe(crew(crew(mission(), "bo", focus=1), vitality=1, primary_works=False))
    ada = act(s, "heal", [[6, 6, 1]], who="bo", patient="ada")["ada"]
    assert (ada.vitality, ada.primary_works) == (3, False)


@pytest.mark.example("crew.vitality.max", 0)
def test_vitality_stops_at_three() -> None:
    """2 and 2 are 3."""
    s = safe(crew(crew(mission(), "bo", focus=1), vitality=2))
    assert act(s, "heal", [[6, 6, 1]], who="bo", patient="ada")["ada"].vitality == 3


# Taking damage


@pytest.mark.example("crew.damage.focus", 0, 1)
@pytest.mark.parametrize(("before", "after"), [(2, 3), (3, 3)])
def test_damage_earns_a_token_first(before: int, after: int) -> None:
    """Up to three."""
    assert act(crew(mission(), focus=before), "hit_crew", [[1]], who=["ada"])["ada"].focus == after


@pytest.mark.example("crew.damage.die", 0)
def test_one_plain_die_decides_what_is_hit() -> None:
    """Tools, Vitality and tokens have no part in it."""
    after = act(crew(mission(), focus=3), "hit_crew", [[4]], who=["ada"])
    assert after.dice == [(4,)]
    assert [line for line in after.lines if line.kind == "choice"] == []


@pytest.mark.example("crew.damage.life", 0)
@pytest.mark.example("crew.damage.primary", 0)
@pytest.mark.example("crew.damage.secondary", 0)
@pytest.mark.parametrize(
    ("die", "system"),
    [
        (1, "life_support"),
        (2, "life_support"),
        (3, "primary_works"),
        (4, "primary_works"),
        (5, "secondary_works"),
        (6, "secondary_works"),
    ],
)
def test_two_faces_for_each_system(die: int, system: str) -> None:
    """The system is lost, Vitality is not."""
    ada = act(mission(), "hit_crew", [[die]], who=["ada"])["ada"]
    lost = [name for name in ("life_support", "primary_works", "secondary_works") if not getattr(ada, name)]
    assert (lost, ada.vitality) == ([system], 3)


@pytest.mark.example("crew.damage.table", 0)
@pytest.mark.parametrize("row", LEDGER.tables["crew.damage"].records(), ids=lambda row: str(row["system"]))
def test_each_system_is_hit_one_time_in_three(row: dict[str, object]) -> None:
    """Chances equal the ledger's table."""
    assert dist(crew_damage_die("ada", 0, ()))[str(row["system"]), 0] == Fraction(1, 3)


@pytest.mark.example("crew.damage.odds", 0, 1, 2, 3)
def test_the_chance_to_be_down_after_n_hits() -> None:
    """Exact, hit by hit. 452/81 hits on average."""
    here: Distribution[Mission] = Distribution.sure(hits_start(VeilRulings()))
    for row in LEDGER.tables["crew.down-odds"].records():
        steps = [(w, Distribution.sure(s) if s.ending else dist(suffer(s, "ada"))) for s, w in here.weights.items()]
        here = Distribution.mix(here.total, steps)
        assert here.chance(lambda s: s.crew[0].down) == Fraction(row["down_by_then"])
        seen = odds(mission(), "hit_crew", who=["ada"], hits=row["hits"]).plain
        assert seen.chance(lambda end: end == "Ada goes down") == Fraction(row["down_by_then"])
    assert build_chain(SCENARIOS[1], hits_start(VeilRulings())).mean_length() == pytest.approx(452 / 81)


# Down and Out


@pytest.mark.example("down.when", 0, 1)
def test_without_vitality_one_is_down_and_out() -> None:
    """Losing the last Vitality counts, losing all systems alone does not."""
    after = act(crew(mission(), vitality=1, secondary_works=False), "hit_crew", [[5]], who=["ada"])
    assert (after["ada"].vitality, after["ada"].down) == (0, True)
    assert after.told("Ada is Down and Out.")
    stripped = crew(mission(), life_support=False, primary_works=False, secondary_works=False)
    assert not member(stripped, "ada").down
    assert act(stripped, "crew_roll", [[6, 1, 1]], who="ada").result is SUCCESS


@pytest.mark.example("down.can", 0)
@pytest.mark.example("down.cannot", 0, 1, 2)
def test_the_down_and_out_can_talk_and_be_carried() -> None:
    """Advice over the radio is possible with no dice, levers and consoles are not. Others may move them."""
    s = crew(mission(), vitality=0)
    advice = act(s, "crew_roll", [[5, 6]], who="ada", talking=True)
    assert (advice.dice, advice.result) == ([(5, 6)], DRAWBACK)
    assert "they can talk" in refused(s, "crew_roll", who="ada")
    assert "they can talk" in refused(s, "crew_roll", who="ada", tools=["secondary"])
    assert "words alone" in refused(s, "crew_roll", who="ada", tools=["primary"], talking=True)
    assert "carrier cannot be 'ada'" in refused(s, "ship_roll", core="CPU", carrier="ada")
    assert act(s, "move_crew", who=["ada"], where="hold")["ada"].where == "hold"


@pytest.mark.example("down.damage", 0, 1)
def test_more_damage_to_somebody_down() -> None:
    """A token and perhaps a system is lost. Vitality stays at 0."""
    s = crew(mission(), vitality=0, life_support=False)
    ada = act(s, "hit_crew", [[2]], who=["ada"])["ada"]
    assert (ada.focus, ada.vitality, ada.dead) == (1, 0, False)
    ada = act(s, "hit_crew", [[4]], who=["ada"])["ada"]
    assert (ada.focus, ada.primary_works) == (1, False)


@pytest.mark.example("down.all", 0, 1)
def test_the_mission_ends_when_nobody_stands() -> None:
    """Three of three, not two of three."""
    s = everyone(mission(), vitality=1, life_support=False)
    two = act(s, "hit_crew", [[1], [1]], who=["ada", "bo"]).state
    assert two.ending == ""
    three = act(two, "hit_crew", [[1]], who=["cyl"])
    assert three.state.ending == "everyone down"
    assert three.told("that ends the mission")


def test_at_some_tables_the_relentless_keep_it_going() -> None:
    """Everyone is down, but Ada can still act."""
    for holds, ending in ((False, "everyone down"), (True, "")):
        s = everyone(mission(relentless_holds=holds), vitality=0)
        s = crew(crew(s, qualities=("Relentless",)), "cyl", vitality=1, life_support=False)
        assert act(s, "hit_crew", [[1]], who=["cyl"]).state.ending == ending


# Healing


@pytest.mark.example("heal.when", 0)
def test_healing_waits_until_it_is_safe() -> None:
    """With a death clock over the room it is refused, until the wayfinder calls it safe."""
    s = crew(crew(mission(), focus=1), "bo", vitality=1)
    s = act(s, "start_clock", title="Fire", kind="death").state
    assert "out of danger" in refused(s, "heal", who="ada", patient="bo")
    s = act(s, "set_scene", scene="safe").state
    assert act(s, "heal", [[6, 1, 1]], who="ada", patient="bo")["bo"].vitality == 2


@pytest.mark.example("heal.who", 0)
def test_nobody_heals_themself() -> None:
    """Another member must."""
    s = safe(crew(mission(), focus=1, vitality=1))
    assert "patient cannot be 'ada'. Choose from: Bo, Cyl." in refused(s, "heal", who="ada", patient="ada")


@pytest.mark.example("heal.cost", 0, 1)
def test_an_attempt_costs_a_token() -> None:
    """Without a token it is refused. Of two, one is left for the dice."""
    s = safe(crew(mission(), "bo", vitality=1))
    assert "has no Focus Token" in refused(s, "heal", who="ada", patient="bo")
    after = act(crew(s, focus=2), "heal", [[5, 1, 1]], ["success,1"], who="ada", patient="bo")
    assert (after.result, after["ada"].focus) == (SUCCESS, 0)


@pytest.mark.example("heal.critical", 0, 1)
@pytest.mark.example("heal.success", 0, 1)
@pytest.mark.parametrize(
    ("dice", "before", "after"), [([6, 6, 1], 0, 2), ([6, 6, 1], 2, 3), ([6, 1, 1], 1, 2), ([6, 1, 1], 3, 3)]
)
def test_vitality_regained(dice: list[int], before: int, after: int) -> None:
    """Two for a Critical, one for a Success, never above three."""
    s = safe(crew(crew(mission(), focus=1), "bo", vitality=before))
    assert act(s, "heal", [dice], who="ada", patient="bo")["bo"].vitality == after


@pytest.mark.example("heal.drawback", 0, 1)
def test_a_drawback_heals_at_a_price() -> None:
    """A drawback restores one Vitality for another token or damage. Without a token it is damage."""
    s = safe(crew(crew(mission(), focus=2), "bo", vitality=0))
    paid = act(s, "heal", [[4, 1, 1]], ["token"], who="ada", patient="bo")
    assert (paid["bo"].vitality, paid["ada"].focus, paid["ada"].life_support) == (1, 0, True)
    bled = act(s, "heal", [[4, 1, 1], [1]], ["damage"], who="ada", patient="bo")
    assert (bled["bo"].vitality, bled["ada"].life_support) == (1, False)
    poor = act(crew(s, focus=1), "heal", [[4, 1, 1], [1]], who="ada", patient="bo")
    assert (poor["bo"].vitality, poor["ada"].life_support) == (1, False)


@pytest.mark.example("heal.fiasco", 0)
def test_the_token_earned_by_the_fiasco_can_pay_for_it() -> None:
    """The last token went into the attempt. The Fiasco's token pays instead of damage."""
    s = safe(crew(crew(mission(), focus=1), "bo", vitality=1))
    after = act(s, "heal", [[1, 1, 1]], ["token"], who="ada", patient="bo")
    assert (after["bo"].vitality, after["ada"].focus, after["ada"].life_support) == (1, 0, True)


@pytest.mark.exercises("heal.fiasco", "crew.vitality.max")
@pytest.mark.parametrize(
    ("result", "vitality", "why"),
    [(Result.FIASCO, 1, "heal.fiasco"), (Result.SUCCESS, 3, "crew.vitality.max"), (Result.SUCCESS, 1, "heal.success")],
)
def test_a_patient_who_regains_nothing_is_told_why(result: Result, vitality: int, why: str) -> None:
    """The attempt failed, or the patient has three Vitality already."""
    s = crew(mission(), "bo", vitality=vitality)
    (line,) = run_rule(treat(s, "bo", result).begin(), {}).lines
    assert line.cites == why


@pytest.mark.example("heal.position", 0, 1)
def test_a_forced_desperate_hurts_the_healer_besides_the_price() -> None:
    """Limiters overridden and a 5: damage, and then a token or damage again. An ordinary healer only pays."""
    s = safe(crew(crew(mission(), focus=1, suit=("Limiter Override",)), "bo", vitality=1))
    after = act(s, "heal", [[5, 1, 1, 1], [1], [3]], ["damage"], who="ada", patient="bo")
    assert (after["ada"].life_support, after["ada"].primary_works, after["bo"].vitality) == (False, False, 2)
    plain = safe(crew(crew(mission(), focus=1), "bo", vitality=1))
    assert len(act(plain, "heal", [[5, 1, 1], [1]], who="ada", patient="bo").dice) == 2
    mild = safe(crew(crew(mission(healing_damage=False), focus=1, suit=("Limiter Override",)), "bo", vitality=1))
    assert len(act(mild, "heal", [[5, 1, 1, 1], [1]], who="ada", patient="bo").dice) == 2


def test_a_healer_whom_the_damage_kills_pays_no_more() -> None:
    """Relentless, down, limiters overridden: a 5 heals Bo, and is the last thing Ada does."""
    s = safe(crew(crew(mission(), focus=2, vitality=0, qualities=("Relentless",), suit=("Limiter Override",)), "bo"))
    after = act(crew(s, "bo", vitality=1), "heal", [[5, 1]], ["drawback,0"], who="ada", patient="bo")
    assert (after["bo"].vitality, after["ada"].dead) == (2, True)
    assert not after.told("another token")


@pytest.mark.exercises("clocks.cat.when", "shunt.when.critical")
def test_healing_is_a_roll_like_any_other() -> None:
    """A drawback feeds a catastrophe clock, a Critical allows a shunt."""
    s = safe(crew(crew(mission(), focus=2), "bo", vitality=1))
    s = act(s, "start_clock", title="Doom", kind="catastrophe").state
    troubled = act(s, "heal", [[4, 1, 1]], ["token"], who="ada", patient="bo")
    assert troubled.state.kit.clocks[0].filled == 1
    assert act(s, "heal", [[6, 6, 1]], who="ada", patient="bo").state.rolled == "critical"


@pytest.mark.example("heal.revive", 0)
def test_whoever_has_vitality_again_can_act() -> None:
    """From Down and Out to their feet."""
    s = safe(crew(crew(mission(), focus=1), "bo", vitality=0))
    after = act(s, "heal", [[6, 1, 1]], who="ada", patient="bo")
    assert (after["bo"].vitality, after["bo"].down) == (1, False)
    assert act(after.state, "crew_roll", [[6]], who="bo").result is SUCCESS


@pytest.mark.example("heal.odds", 0, 1)
@pytest.mark.parametrize(
    ("tools", "wanted"),
    [
        (["primary"], "critical 763/3888, success 3125/7776, drawback 1441/3888, fiasco 1/32"),
        ([], "critical 2/27, success 25/72, drawback 49/108, fiasco 1/8"),
    ],
)
def test_the_odds_of_healing(tools: list[str], wanted: str) -> None:
    """Cyl with the medkit and without it. Her one token is the price of the attempt."""
    s = safe(crew(crew(mission(), "cyl", focus=1), vitality=0))
    seen = odds(s, "heal", who="cyl", patient="ada", tools=tools)
    assert {result: seen.plain[result] for result in Result} == chances(wanted)


# Exposed


@pytest.mark.example("exposed.when", 0, 1)
def test_aboard_the_ships_life_support_decides() -> None:
    """With Life Support no one is Exposed, without it everyone is."""
    s = mission()
    assert not exposed(s, member(s, "ada"))
    lost = act(s, "lose_token", token="Life Support").state
    assert exposed(lost, member(lost, "ada"))


@pytest.mark.example("exposed.spacewalk", 0)
@pytest.mark.example("exposed.offline", 0)
@pytest.mark.example("exposed.hazard", 0)
@pytest.mark.example("suit.life.exposed", 0)
@pytest.mark.parametrize(
    ("where", "hazard"),
    [
        ("hull", "space walk"),
        ("station", "life support offline"),
        ("corridor", "fire"),
        ("reactor", "radiation"),
        ("vent", "deadly place"),
    ],
)
def test_deadly_places_make_crew_rolls_desperate(where: str, hazard: str) -> None:
    """A 5 at a Standard position does damage in any suit. At some tables a working suit protects."""
    s = act(mission(), "move_crew", who=["ada"], where=where, hazard=hazard).state
    after = act(s, "crew_roll", [[5, 1, 1], [3]], who="ada")
    assert after.told(f"desperate (Exposed: {hazard})")
    assert (after.result, after["ada"].primary_works) == (DRAWBACK, False)
    shielded = act(mission(suit_protects=True), "move_crew", who=["ada"], where=where, hazard=hazard).state
    assert act(shielded, "crew_roll", [[5, 1, 1]], who="ada").told("; standard.")
    open_suit = crew(shielded, life_support=False)
    assert act(open_suit, "crew_roll", [[5, 1, 1], [3]], who="ada").told("; desperate")


@pytest.mark.example("exposed.end", 0)
def test_exposed_ends_with_the_place() -> None:
    """From a fire into a safe hold."""
    s = act(mission(), "move_crew", who=["ada"], where="corridor", hazard="fire").state
    s = act(s, "move_crew", who=["ada"], where="hold").state
    assert not exposed(s, member(s, "ada"))
    assert act(s, "crew_roll", [[5, 1, 1]], who="ada").told("; standard.")


def test_the_ships_state_does_not_matter_to_whoever_is_elsewhere() -> None:
    """On a station with air one is not Exposed, Life Support or not."""
    s = act(ship(mission(), life_support="lost"), "move_crew", who=["ada"], where="station").state
    assert not exposed(s, member(s, "ada"))


def test_damage_without_a_defender_asks_nobody() -> None:
    """A plain hit has one die and no question."""
    assert member(run(crew_damage(mission(), "ada"), [[1]]), "ada").life_support is False


@pytest.mark.exercises("heal.position", "roll.position")
def test_healing_heeds_the_position_called() -> None:
    """Called Risky, a Fiasco hurts the healer besides the price, and the call is used up.

    The scene's does not count.
    """
    s = safe(crew(mission(), focus=2)).but(position="desperate")
    calm = act(s, "heal", [[1, 1, 1]], ["token"], who="ada", patient="bo")
    assert calm["ada"].life_support
    called = act(s, "call_position", position="risky", who=["ada"]).state
    after = act(called, "heal", [[1, 1, 1], [1]], ["token"], who="ada", patient="bo")
    assert (after["ada"].life_support, after["ada"].position) == (False, None)
    mild = called.but(rulings=called.rulings.but(healing_damage=False))
    assert act(mild, "heal", [[1, 1, 1]], ["token"], who="ada", patient="bo")["ada"].life_support
