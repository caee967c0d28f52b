"""Clocks."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.clocks import SIZES, add_clock
from tablewright.games.veil_runners.content import CLOCKS
from tablewright.games.veil_runners.exposed import exposed
from tablewright.games.veil_runners.state import Effect, Mission, Result, living_ids, member
from tablewright.rules.kit import Clock
from tablewright.table import Table

from .decks import pick, picked, plain_deck
from .table import LEDGER, act, crew, everyone, mission, refused, run, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


def clocked(kind: str, filled: int, size: int = 6, full: Effect = "story", desperate: bool = False) -> Mission:
    return add_clock(mission(), Clock("c", "C", size, kind, filled, "It happens."), full, desperate)


def filled(s: Mission) -> int:
    return s.kit.clocks[0].filled


DICE = {FIASCO: [1, 1, 1], DRAWBACK: [4, 1, 1], SUCCESS: [6, 1, 1], CRITICAL: [6, 6, 1]}


@pytest.mark.example("clocks.what", 0)
def test_a_new_clock_is_empty() -> None:
    """0 of 6."""
    (clock,) = act(mission(), "start_clock", title="Doors").state.kit.clocks
    assert (clock.filled, clock.size) == (0, 6)


@pytest.mark.example("clocks.size.short", 0)
@pytest.mark.example("clocks.size.normal", 0)
@pytest.mark.example("clocks.size.long", 0)
@pytest.mark.example("clocks.size.extended", 0)
def test_clocks_come_in_the_books_sizes() -> None:
    """4, 6, 8, and 10 or 12 as the wayfinder chooses. Other sizes are refused."""
    assert {name: list(sizes) for name, sizes in SIZES.items()} == {
        row["name"]: row["sections"] for row in LEDGER.tables["clocks.sizes"].records()
    }
    for sizes in SIZES.values():
        for size in sizes:
            assert act(mission(), "start_clock", title="T", size=str(size)).state.kit.clocks[0].size == size
    assert "Choose from: 4, 6, 8, 10, 12" in refused(mission(), "start_clock", title="T", size="5")


@pytest.mark.example("clocks.fill", 0)
@pytest.mark.example("clocks.push.success", 0, 1)
@pytest.mark.example("clocks.push.critical", 0, 1)
@pytest.mark.example("clocks.push.when", 0)
@pytest.mark.exercises("clocks.push")
@pytest.mark.parametrize(
    ("before", "result", "aimed", "after"),
    [
        (1, SUCCESS, True, 2),
        (1, DRAWBACK, True, 2),
        (1, CRITICAL, True, 3),
        (3, CRITICAL, True, 4),
        (1, FIASCO, True, 1),
        (1, SUCCESS, False, 1),
    ],
)
def test_push_clocks_follow_rolls_aimed_at_them(before: int, result: Result, aimed: bool, after: int) -> None:
    """1 for a Success of any kind, 2 for a Critical, none for rolls with another aim."""
    s = clocked("push", before, 4)
    rolled = act(s, "crew_roll", [DICE[result]], who="ada", clocks=["c"] if aimed else [])
    assert filled(rolled.state) == after
    assert rolled.told("It happens.") is (after == 4)


def test_a_table_may_want_a_clean_success_for_a_push_clock() -> None:
    """Then a drawback moves nothing."""
    strict = clocked("push", 1, 4).but(rulings=mission(drawback_pushes=False).rulings)
    assert filled(act(strict, "crew_roll", [DICE[DRAWBACK]], who="ada", clocks=["c"]).state) == 1


@pytest.mark.example("clocks.cat.when", 0)
@pytest.mark.example("clocks.cat.drawback", 0)
@pytest.mark.example("clocks.cat.fiasco", 0, 1)
@pytest.mark.exercises("clocks.cat")
@pytest.mark.parametrize(
    ("before", "result", "after"), [(4, SUCCESS, 4), (4, DRAWBACK, 5), (4, FIASCO, 6), (5, FIASCO, 6), (4, CRITICAL, 4)]
)
def test_catastrophe_clocks_follow_any_trouble(before: int, result: Result, after: int) -> None:
    """The ship's rolls count too. At some tables only rolls that name the clock do."""
    s = clocked("catastrophe", before)
    assert filled(act(s, "crew_roll", [DICE[result]], who="ada").state) == after
    by_ship = act(s, "ship_roll", [sorted(DICE[result])[-2:]], core="NAV").state
    assert filled(by_ship) == after
    narrow = s.but(rulings=mission(catastrophe="named rolls").rulings)
    assert filled(act(narrow, "crew_roll", [DICE[result]], who="ada").state) == before
    assert filled(act(narrow, "crew_roll", [DICE[result]], who="ada", clocks=["c"]).state) == after


@pytest.mark.example("clocks.complete", 0, 1)
@pytest.mark.parametrize("sections", [1, 2])
def test_a_full_clock_has_its_outcome_once(sections: int) -> None:
    """5 and 1, or 5 and 2, are 6 of 6. The rest is lost, and the clock never moves again."""
    after = act(clocked("catastrophe", 5), "advance_clock", clock="c", sections=sections)
    assert filled(after.state) == 6
    assert after.told("It happens.")
    again = act(after.state, "crew_roll", [DICE[FIASCO]], who="ada")
    assert not again.told("It happens.")


@pytest.mark.example("clocks.death.stop", 0)
def test_a_clock_can_be_stopped_or_slowed() -> None:
    """A removed clock has no outcome, a clock turned back has longer to go."""
    s = clocked("death", 3, full="ship damage")
    stopped = act(s, "remove_clock", clock="c")
    assert stopped.state.kit.clocks == ()
    assert stopped.state.ship.integrity == "held"
    assert filled(act(s, "turn_back_clock", clock="c").state) == 2


@pytest.mark.example("clocks.death.time", 0)
@pytest.mark.example("clocks.augury.time", 0)
@pytest.mark.exercises("clocks.death", "clocks.augury")
@pytest.mark.parametrize("kind", ["death", "augury"])
def test_time_fills_death_and_augury_clocks(kind: str) -> None:
    """Each step of time adds 1. Rolls do not fill them, and time leaves the other kinds alone."""
    s = clocked(kind, 1)
    assert filled(act(s, "pass_time").state) == 2
    assert filled(act(s, "crew_roll", [DICE[FIASCO]], who="ada").state) == 1
    assert "no death or augury clock" in refused(clocked("push", 1), "pass_time")


@pytest.mark.example("clocks.examples", 0, 1)
def test_the_example_clocks() -> None:
    """An airlock to push in 4, a power core as a catastrophe of 6, and an asteroid that hits the ship."""
    rows = {row["name"]: row for row in LEDGER.tables["clocks.examples"].records()}
    for name in ("Repair the airlock", "Unstable power core", "Collision course"):
        clock = CLOCKS[name][0]
        assert (clock.kind, clock.size) == (rows[name]["type"], rows[name]["sections"])
    core = act(mission(), "lay_out", what="Unstable power core").state
    core = act(core, "advance_clock", clock="unstable-power-core", sections=6).state
    assert all(exposed(core, member(core, id)) for id in living_ids(core))
    rock = act(mission(), "lay_out", what="Collision course").state
    rock = act(rock, "advance_clock", clock="collision-course", sections=4).state
    assert rock.ship.integrity == "lost"


def test_an_augury_keeps_its_outcome_from_the_crew() -> None:
    """The crew sees the clock and not its outcome."""
    s = act(mission(), "lay_out", what="A strange signal comes closer").state
    shown = {seat.id: str(GAME.view(s, seat)) for seat in GAME.seats}
    assert "Whoever sends it is here." in shown["way"]
    assert "Whoever sends it is here." not in shown["ann"]
    assert "strange signal" in shown["ann"]


def test_a_hidden_clock_moves_unseen() -> None:
    """A Fiasco feeds it, and no player reads of it."""
    table = Table.open(GAME, seed="x", fair_dice=False)
    table.act("way", "start_clock", {"title": "Hunter", "kind": "catastrophe", "hidden": "yes"})
    number = table.act("ann", "crew_roll", {"who": "ada"})
    ((_, question),) = table.play_state.waiting()
    table.roll("ann", number, question.at, [1, 1, 1])
    assert filled(table.state) == 2
    assert not any("Hunter" in line.text for line in table.log("ann"))
    assert any("Hunter" in line.text for line in table.log("way"))


def test_only_death_clocks_do_something_while_they_run() -> None:
    """Another kind that should is refused."""
    assert "Only a death clock" in refused(mission(), "start_clock", title="T", kind="push", desperate=True)


def test_a_clock_that_makes_rolls_desperate_is_felt_and_so_it_is_seen() -> None:
    """Such a clock may hide only its outcome, because players read the position of their rolls."""
    hide: dict[str, Any] = {"title": "Dread", "kind": "death", "desperate": True}
    assert "felt by everyone" in refused(mission(), "start_clock", hidden=True, **hide)
    s = act(mission(), "start_clock", outcome_hidden=True, full="ship damage", **hide).state
    assert "desperate (Dread)" in str(GAME.view(s, GAME.seats[1]))
    (seen,) = GAME.visible_state(s, GAME.seats[1]).kit.clocks
    assert (seen.marks, seen.brings, s.kit.clocks[0].brings) == (("desperate",), (), ("ship damage",))


def test_what_a_hidden_clock_will_do_is_the_wayfinders_to_know() -> None:
    """A player's view of the state does not hold it, the wayfinder's does."""
    s = act(mission(), "start_clock", title="Doom", kind="death", full="ship damage", hidden=True).state
    way, ann = (GAME.visible_state(s, seat).kit.clocks for seat in GAME.seats[:2])
    assert ([clock.brings for clock in way], ann) == ([("ship damage",)], ())


def test_the_med_bay_treats_those_who_are_there() -> None:
    """Members aboard the ship are left out if others are on the station."""
    s = act(everyone(picked("Med bay", "Generator"), vitality=1), "restore_power").state
    s = act(s, "move_crew", who=["ada", "bo"], where="station").state
    assert [m.vitality for m in act(s, "use_medbay").state.crew] == [3, 3, 1]


def test_what_happens_to_the_ship_can_end_the_mission_through_a_clock() -> None:
    """The asteroid hits a module that was destroyed before."""
    s = ship(clocked("death", 5, full="ship damage"), integrity="lost")
    s = ship(s, modules=tuple(m.but(destroyed=True) for m in s.ship.modules))
    assert act(s, "pass_time", [[1]]).state.ending == "wrecked"


def test_a_wreck_stops_the_clocks() -> None:
    """The roll that wrecks the ship moves no clock any more."""
    s = ship(clocked("catastrophe", 1), integrity="lost").but(position="risky")
    s = ship(s, modules=tuple(m.but(destroyed=True) for m in s.ship.modules))
    over = act(s, "ship_roll", [[1, 1], [1]], core="NAV").state
    assert (over.ending, filled(over)) == ("wrecked", 1)


def test_a_clock_that_ends_the_mission_stops_the_others() -> None:
    """The fire of a station disappears with it. The other clocks stay as they were."""
    s = act(picked("Fire"), "start_clock", title="Collision", kind="death", size="4", full="ship damage").state
    s = act(s, "advance_clock", clock="collision", sections=3).state
    s = act(s, "start_clock", title="Signal", kind="augury", size="4").state
    (fire,) = (clock for clock in s.kit.clocks if clock.id == "fire")
    order = sorted(s.kit.clocks, key=lambda clock: clock.id)  # the collision comes first
    s = ship(s.but(kit=s.kit.but(clocks=tuple(order))), integrity="lost")
    s = ship(s, modules=tuple(m.but(destroyed=True) for m in s.ship.modules))
    over = act(s, "pass_time", [[1]]).state
    assert (over.ending, fire.filled) == ("wrecked", 0)
    assert {clock.id: clock.filled for clock in over.kit.clocks} == {"collision": 4, "signal": 0}


def test_distributions_over_decks_total_one() -> None:
    """Two cards of a part-known deck."""
    seen: Distribution[Any] = ExactCounter().dist(pick(plain_deck(4), 2))
    assert seen.whole()
    assert run(pick(plain_deck(4), 1), [[1]]) == ("Card 0",)


@pytest.mark.exercises("narrative.effects", "clocks.complete")
def test_a_full_clock_may_hurt_the_crew() -> None:
    """Everyone takes damage once: three dice, three systems. A clock already full does no more damage."""
    s = clocked("catastrophe", 5, full="crew damage")
    after = act(s, "crew_roll", [[4, 1, 1], [1], [3], [5]], who="ada")
    systems = [(m.life_support, m.primary_works, m.secondary_works) for m in after.state.crew]
    assert systems == [(False, True, True), (True, False, True), (True, True, False)]
    assert [m.focus for m in after.state.crew] == [1, 1, 1]
    assert act(after.state, "crew_roll", [[4, 1, 1]], who="ada")["bo"].life_support


def test_a_defender_steps_in_when_a_clock_hurts() -> None:
    """Damage by a clock is damage like any other."""
    s = crew(clocked("death", 5, full="crew damage"), "bo", qualities=("Defender",), focus=1)
    after = act(s, "pass_time", [[6, 6, 1], [1], [1]], ["yes", "no"])
    assert (after["ada"].life_support, after["bo"].life_support, after["cyl"].life_support) == (True, False, False)
