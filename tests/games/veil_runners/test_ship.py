"""The ship: CORE systems, shunts, modules, tokens, damage."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.engine.markov.chain import build_chain
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veil_runners.content import SHIPS
from tablewright.games.veil_runners.modules import EXAMPLES, example
from tablewright.games.veil_runners.options import VeilRulings
from tablewright.games.veil_runners.pools import module_helps, module_works
from tablewright.games.veil_runners.scenarios import SCENARIOS, under_fire_start
from tablewright.games.veil_runners.ship_damage import ship_damage, ship_damage_die
from tablewright.games.veil_runners.ship_roll import ship_follows
from tablewright.games.veil_runners.shunts import COVERS, MAPPINGS
from tablewright.games.veil_runners.state import Result, Ship
from tablewright.rules import find_by_id

from .table import LEDGER, act, crew, dist, everyone, mission, module, odds, refused, run, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


def bare(**changes: object) -> Ship:
    """The ship without Integrity."""
    return mission().ship.but(integrity="lost", **changes)


# CORE systems and shunts


@pytest.mark.example("core.cpu", 0)
@pytest.mark.example("core.hul", 0)
@pytest.mark.example("core.nav", 0)
@pytest.mark.parametrize(("verb", "core"), [("detect", "CPU"), ("resist", "HUL"), ("avoid", "NAV")])
def test_each_core_system_is_for_something(verb: str, core: str) -> None:
    """Reading a signal is to detect, weathering a shock to resist, dodging to avoid: each in one system only."""
    assert [name for name, verbs in COVERS.items() if verb in verbs] == [core]
    assert {name: list(verbs) for name, verbs in COVERS.items()} == {
        row["name"]: row["verbs"] for row in LEDGER.tables["core.systems"].records()
    }


@pytest.mark.example("shunt.what", 0, 1)
def test_a_shunt_sets_any_of_the_fifteen_mappings() -> None:
    """From CPU 2, HUL 1, NAV 1 to each of them."""
    s = ship(mission(), cpu=2, hul=1, nav=1).but(scene="downtime")
    assert len(MAPPINGS) == 15
    for cpu, hul, nav in MAPPINGS:
        after = act(s, "shunt", cpu=cpu, hul=hul, nav=nav, pay="downtime").state.ship
        assert (after.cpu, after.hul, after.nav) == (cpu, hul, nav)


@pytest.mark.example("shunt.when.critical", 0, 1)
def test_a_critical_success_allows_a_shunt_once() -> None:
    """Of the ship or of the crew. A second shunt needs another payment."""
    for s in (
        act(mission(), "ship_roll", [[6, 6]], core="NAV").state,
        act(mission(), "crew_roll", [[6, 6, 1]], who="ada").state,
    ):
        after = act(s, "shunt", cpu=4, hul=0, nav=0, pay="critical").state
        assert after.ship.cpu == 4
        assert "no Critical Success" in refused(after, "shunt", cpu=0, hul=4, nav=0, pay="critical")
    plain = act(mission(), "crew_roll", [[6, 5, 1]], who="ada").state
    assert "no Critical Success" in refused(plain, "shunt", cpu=0, hul=4, nav=0, pay="critical")


def test_a_shunt_after_a_roll_waits_for_a_safe_moment_but_not_for_the_next_scene() -> None:
    """Out of danger the Critical still counts, with the scene's position. A new scene resets both."""
    s = act(mission().but(position="risky"), "crew_roll", [[6, 6, 1]], who="ada").state
    safe = act(s, "set_scene", scene="safe").state
    assert (safe.rolled, safe.position) == ("critical", "risky")
    for scene in ("action", "downtime"):
        after = act(s, "set_scene", scene=scene).state
        assert (after.rolled, after.position) == ("", "standard")


def test_a_table_may_keep_free_shunts_to_ship_rolls() -> None:
    """Then a crew member's Critical allows none, the ship's does."""
    s = mission(critical_shunt="ship rolls")
    crews = act(s, "crew_roll", [[6, 6, 1]], who="ada").state
    assert "no Critical Success" in refused(crews, "shunt", cpu=4, hul=0, nav=0, pay="critical")
    ships = act(s, "ship_roll", [[6, 6]], core="NAV").state
    assert act(ships, "shunt", cpu=4, hul=0, nav=0, pay="critical").state.ship.cpu == 4


@pytest.mark.example("shunt.when.engineering", 0, 1)
@pytest.mark.example("token.engineering.shunt", 0)
def test_engineering_pays_for_a_shunt_at_any_time() -> None:
    """The token is gone, and ship rolls are Desperate from now on."""
    s = act(mission(), "shunt", cpu=0, hul=0, nav=4, pay="engineering").state
    assert (s.ship.nav, s.ship.engineering) == (4, "spent")
    assert act(s, "ship_roll", [[6, 1, 1, 1]], core="NAV").told("; desperate")
    assert "Engineering is gone" in refused(s, "shunt", cpu=4, hul=0, nav=0, pay="engineering")


@pytest.mark.example("shunt.when.downtime", 0)
def test_shunts_are_free_in_downtime_as_often_as_one_likes() -> None:
    """Twice in a row in downtime, never in an action scene."""
    s = act(mission(), "set_scene", scene="downtime").state
    s = act(s, "shunt", cpu=4, hul=0, nav=0, pay="downtime").state
    s = act(s, "shunt", cpu=0, hul=4, nav=0, pay="downtime").state
    assert (s.ship.hul, s.ship.engineering, s.ship.focus) == (4, "held", 0)
    assert "no downtime" in refused(mission(), "shunt", cpu=0, hul=4, nav=0, pay="downtime")


# Modules


@pytest.mark.example("module.slots", 0)
@pytest.mark.example("ship.damage.module", 0, 1)
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_the_damage_die_finds_the_module_of_its_number(die: int) -> None:
    """Slot 3 for a 3, and only that."""
    after = run(ship_damage(mission().but(ship=bare())), [[die]])
    assert [m.id for m in after.ship.modules if m.destroyed] == [str(die)]


@pytest.mark.example("module.type.additional", 0, 1)
@pytest.mark.example("module.destroyed", 1)
def test_a_limited_module_counts_its_uses() -> None:
    """Three become two. Without uses it is refused. Destroyed it keeps the uses it had."""
    s = act(mission(), "use_module", slot="3").state
    assert find_by_id(s.ship.modules, "3").uses == 2
    spent = module(s, "3", uses=0)
    assert "MICROJUMP has no uses left" in refused(spent, "use_module", slot="3")
    broken = module(s, "3", destroyed=True)
    other = module(broken, "4", kind="additional", uses=1, most=1)
    assert "MICROJUMP is destroyed" in refused(other, "use_module", slot="3")
    assert find_by_id(act(broken, "repair_module", slot="3").state.ship.modules, "3").uses == 2


@pytest.mark.example("module.type.passive", 0, 1)
@pytest.mark.example("module.destroyed", 2)
def test_passive_modules_go_on_when_destroyed_and_still_wreck_the_ship() -> None:
    """Med bays and cargo hull work. A second hit on them is the end."""
    for name in ("MEDBAYS", "CARGOHULL"):
        assert module_works(example(name, "4").but(destroyed=True))
    assert not module_works(example("AFTERBURNERS", "2").but(destroyed=True))
    s = module(mission().but(ship=bare()), "4", destroyed=True)
    assert run(ship_damage(s), [[4]]).ending == "wrecked"


@pytest.mark.example("module.examples", 0)
def test_the_seven_examples() -> None:
    """Types and uses match the ledger, and the bioscanner helps in its system."""
    rows = LEDGER.tables["module.examples"].records()
    made = [(m.name, m.kind, m.core or "", m.most or "unlimited") for m in EXAMPLES]
    assert made == [(r["name"], r["type"], r["core"], r["uses"]) for r in rows]
    assert module_helps(example("BIOSCANNER", "1"), "CPU")
    assert len(act(mission(), "ship_roll", [[6, 1]], core="CPU", modules=["1"]).dice[0]) == 2


# Tokens


@pytest.mark.example("token.life.lost", 0)
@pytest.mark.example("token.life.spend", 0)
def test_life_support_is_given_up_for_those_aboard() -> None:
    """The three aboard are healed and then Exposed. A member elsewhere is neither."""
    away = mission().crew[0].but(id="dov", name="Dov", player="", vitality=1, where="station")
    s = everyone(mission(), vitality=1).but(crew=(*everyone(mission(), vitality=1).crew, away))
    after = act(s, "spend_life_support")
    assert [m.vitality for m in after.state.crew] == [3, 3, 3, 1]
    assert after.told("Exposed aboard: Ada, Bo, Cyl.")
    assert act(after.state, "crew_roll", [[6, 1, 1]], who="ada").told("desperate (Exposed: no Life Support aboard)")
    assert act(after.state, "crew_roll", [[6]], who="dov").told("; standard.")


@pytest.mark.exercises("token.life.lost")
@pytest.mark.parametrize("where", ["a rock", "station"])
def test_whoever_is_exposed_elsewhere_is_not_exposed_aboard(where: str) -> None:
    """Ada is Exposed by her surroundings. Life Support fails Bo and Cyl."""
    moved = act(mission(), "move_crew", who=["ada"], where=where, hazard="fire")
    assert moved.told(f"Ada is off the ship ({where}) and Exposed: fire.")
    assert act(moved.state, "lose_token", token="Life Support").told("Exposed aboard: Bo, Cyl.")


def test_a_table_may_spare_those_who_spend_life_support() -> None:
    """Spent Life Support exposes no one there, lost Life Support does."""
    s = mission(life_support_spent="spares")
    spent = act(s, "spend_life_support").state
    assert act(spent, "crew_roll", [[6, 1, 1]], who="ada").told("; standard.")
    lost = act(s, "lose_token", token="Life Support").state
    assert act(lost, "crew_roll", [[6, 1, 1]], who="ada").told("; desperate")


@pytest.mark.example("token.life.heal.down", 0)
def test_the_down_and_out_wake_whole_but_for_their_suits() -> None:
    """From 0 to 3 Vitality. Suits stay as they are."""
    s = crew(mission(), vitality=0, life_support=False)
    after = act(s, "spend_life_support")
    assert (after["ada"].vitality, after["ada"].down, after["ada"].life_support) == (3, False, False)
    assert [line for line in after.lines if line.kind == "choice"] == []


@pytest.mark.example("token.life.heal.other", 0, 1)
def test_the_others_choose_vitality_or_one_system() -> None:
    """At 2 with the primary lost: one or the other. At 3 with two lost: one of the two."""
    s = crew(mission(), vitality=2, primary_works=False)
    ada = act(s, "spend_life_support", say=["vitality"])["ada"]
    assert (ada.vitality, ada.primary_works) == (3, False)
    ada = act(s, "spend_life_support", say=["primary tool"])["ada"]
    assert (ada.vitality, ada.primary_works) == (2, True)
    two = crew(mission(), primary_works=False, life_support=False)
    ada = act(two, "spend_life_support", say=["life support"])["ada"]
    assert (ada.life_support, ada.primary_works) == (True, False)


@pytest.mark.example("token.integrity.first", 0, 1)
@pytest.mark.example("ship.damage.integrity", 0)
@pytest.mark.example("ship.damage.roll", 0)
def test_integrity_takes_the_first_damage() -> None:
    """No die the first time, one the second."""
    first = act(mission(), "hit_ship")
    assert (first.dice, first.state.ship.integrity) == ([], "lost")
    assert len(act(first.state, "hit_ship", [[6]]).dice) == 1


@pytest.mark.example("token.integrity.spend", 0, 1)
@pytest.mark.example("ship.damage.roll", 1)
def test_integrity_may_be_spent_for_a_critical_instead() -> None:
    """No dice and no damage, at any position. The next damage rolls at once."""
    s = mission().but(position="desperate")
    after = act(s, "ship_roll", core="NAV", how="integrity")
    assert (after.result, after.dice, after.state.ship.integrity) == (CRITICAL, [], "spent")
    assert act(after.state, "shunt", cpu=4, hul=0, nav=0, pay="critical").state.ship.cpu == 4
    assert len(act(after.state, "hit_ship", [[6]]).dice) == 1
    assert "Integrity is gone" in refused(after.state, "ship_roll", core="NAV", how="integrity")


@pytest.mark.example("token.engineering.lost", 0, 1)
def test_without_engineering_ship_rolls_are_desperate_and_crew_rolls_are_not() -> None:
    """A 5 damages the ship. A crew member's 5 does not hurt."""
    s = act(mission(), "lose_token", token="Engineering").state
    after = act(s, "ship_roll", [[5, 1]], core="NAV")
    assert (after.result, after.state.ship.integrity) == (DRAWBACK, "lost")
    assert act(s, "crew_roll", [[5, 1, 1]], who="ada")["ada"].focus == 0


@pytest.mark.example("token.engineering.repair", 0)
def test_engineering_repairs_one_module() -> None:
    """Of two destroyed ones the second works again."""
    s = module(module(mission(), "2", destroyed=True), "3", destroyed=True)
    after = act(s, "repair_module", slot="3").state.ship
    assert [m.id for m in after.modules if m.destroyed] == ["2"]
    assert after.engineering == "spent"
    assert "BIOSCANNER is not destroyed" in refused(s, "repair_module", slot="1")


@pytest.mark.example("token.engineering.juryrig", 0)
def test_engineering_gives_a_module_another_function() -> None:
    """A cloak becomes a decoy. A destroyed one would stay destroyed."""
    s = mission().but(ship=SHIPS["Moth Behind Glass"])
    after = act(s, "juryrig_module", slot="2", name="DECOY", uses=2).state.ship
    decoy = find_by_id(after.modules, "2")
    assert (decoy.name, decoy.uses, decoy.destroyed, after.engineering) == ("DECOY", 2, False, "spent")
    broken = act(module(s, "2", destroyed=True), "juryrig_module", slot="2", name="DECOY").state.ship
    assert find_by_id(broken.modules, "2").destroyed


@pytest.mark.example("token.engineering.success", 0)
def test_engineering_may_be_spent_for_a_success_instead() -> None:
    """Not a Critical, no dice, and ship rolls are Desperate afterwards."""
    after = act(mission(), "ship_roll", core="CPU", how="engineering")
    assert (after.result, after.dice, after.state.ship.engineering) == (SUCCESS, [], "spent")
    assert act(after.state, "ship_roll", [[6]], core="CPU").told("; desperate")


# Damage


@pytest.mark.example("ship.damage.focus", 0, 1)
@pytest.mark.parametrize(("before", "after"), [(1, 2), (3, 3)])
def test_damage_earns_the_ship_a_token_first(before: int, after: int) -> None:
    """Up to three."""
    assert act(ship(mission(), focus=before), "hit_ship").state.ship.focus == after


@pytest.mark.example("ship.damage.safe", 0, 1)
@pytest.mark.example("ship.damage.table", 0)
def test_five_and_six_are_safe() -> None:
    """In one third of the rolls no module is destroyed."""
    s = mission().but(ship=bare())
    for die in (5, 6):
        assert run(ship_damage(s), [[die]]).ship.modules == s.ship.modules
    assert dist(ship_damage_die())[""] == Fraction(1, 3)


@pytest.mark.example("ship.damage.wrecked", 0, 1)
@pytest.mark.example("wrecked.end", 0)
def test_a_destroyed_module_hit_again_wrecks_the_ship() -> None:
    """Repaired in between it is only destroyed again. Wrecked ends the mission at once."""
    s = module(mission().but(ship=bare()), "2", destroyed=True)
    after = act(s, "hit_ship", [[2]])
    assert after.state.ending == "wrecked"
    assert "the mission is over" in refused(after.state, "crew_roll", who="ada")
    repaired = act(s, "repair_module", slot="2").state
    again = act(repaired, "hit_ship", [[2]]).state
    assert (again.ending, find_by_id(again.ship.modules, "2").destroyed) == ("", True)


@pytest.mark.example("ship.damage.odds", *range(8))
def test_the_chance_to_be_wrecked_within_n_hits() -> None:
    """Exact, hit by hit, as the ledger tables it. 373/64 hits on average."""
    here: Distribution[object] = Distribution.sure(under_fire_start(VeilRulings()))
    for row in LEDGER.tables["ship.wreck-odds"].records():
        here = Distribution.mix(
            here.total,
            [(w, dist(ship_damage(s)) if s.ending == "" else Distribution.sure(s)) for s, w in here.weights.items()],  # type: ignore[attr-defined, arg-type]
        )
        assert here.chance(lambda s: s.ending == "wrecked") == Fraction(row["wrecked_by_then"])  # type: ignore[attr-defined]
        seen = odds(mission(), "hit_ship", hits=row["damage_events"]).plain
        assert seen.chance(lambda end: end == "Wrecked") == Fraction(row["wrecked_by_then"])
    assert build_chain(SCENARIOS[0], under_fire_start(VeilRulings())).mean_length() == pytest.approx(373 / 64)


@pytest.mark.exercises("roll.damage.target", "roll.fiasco.order")
def test_a_fiasco_of_the_ship_earns_its_token_and_then_hurts_the_ship() -> None:
    """The ship takes the damage and earns another token, but no one aboard does. At Standard it is one token."""
    hit = run(ship_follows(mission(), "ada", Result.FIASCO, "risky"))
    assert (hit.ship.integrity, hit.ship.focus) == ("lost", 2)
    assert hit.crew == mission().crew
    calm = run(ship_follows(mission(), None, Result.FIASCO, "standard"))
    assert calm.ship == mission().ship.but(focus=1)
