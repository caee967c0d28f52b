"""The table, the sheets, and making ship and crew."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.content import CREWS, SHIPS
from tablewright.games.veil_runners.options import VeilRulings
from tablewright.games.veil_runners.setting_up import dice_supply, new_mission, table_size
from tablewright.games.veil_runners.signing_on import give
from tablewright.games.veil_runners.state import member
from tablewright.rules import Refused, Seat
from tablewright.rules.kit import Clock
from tablewright.rules.widgets import Panel, PoolWidget, TokenWidget, TrackWidget
from tablewright.table import SeatView, Table

from .table import act, crew, everyone, mission, refused

FRESH = new_mission(VeilRulings())


def table_of(players: int) -> Table:
    """A table with a crew member for each of so many players."""
    names = ("ann", "ben", "cat", "dan", "eve", "fay", "gus")[:players]
    seats = [Seat("way", "wayfinder"), *(Seat(name, "crew") for name in names)]
    table = Table.open(GAME, seats=seats, seed="size")
    for seat in seats[4:]:
        table.act(seat.id, "bring_crew", {"name": f"Runner {seat.id}"})
    return table


def panels(table: Table, seat: str = "ann") -> dict[str, Panel]:
    return {panel.of or panel.title: panel for panel in SeatView(table, seat).sheet}


@pytest.mark.example("intro.table-size", 0, 1, 2, 3)
def test_three_to_six_play_and_other_tables_are_warned_not_stopped() -> None:
    """3 and 6 are as intended. 2 get a warning, and so does a table of 7, which plays."""
    assert table_size(3) == table_size(6) == ""
    assert "3 or more" in table_size(2)
    assert "6 or fewer" in table_size(7)
    assert len(table_of(6).state.crew) == 6
    seven = table_of(7)
    assert len(seven.state.crew) == 7
    assert any("6 or fewer" in line.text for line in seven.log("ann"))
    assert any("6 or fewer" in getattr(word, "text", "") for word in panels(seven)["The mission"].words)


@pytest.mark.example("role.crew", 0)
@pytest.mark.example("role.ship", 0)
def test_each_player_has_a_crew_sheet_and_all_share_one_ship() -> None:
    """Four players see four crew sheets and one ship, five see five. A second member is refused."""
    for players in (4, 5):
        shown = [panel for panel in SeatView(table_of(players), "ann").sheet if panel.of]
        assert [panel.of for panel in shown].count("ship") == 1
        assert len(shown) == players + 1
        with pytest.raises(Refused, match="You play Ada already"):
            table_of(players).act("ann", "bring_crew", {"name": "Zed"})


@pytest.mark.example("needs.dice", 0)
def test_the_dice_to_bring() -> None:
    """Six for each of four players and ten for the ship. The wayfinder reads it during preparation."""
    assert dice_supply(4) == 34
    fields = panels(table_of(4), "way")["The mission"].words
    assert any(getattr(word, "value", "") == "34 six-sided ones" for word in fields)


@pytest.mark.example("needs.online.dice", 0)
def test_every_die_is_shown() -> None:
    """2, 5 and 6 lie in the log one by one."""
    assert act(mission(), "crew_roll", [[2, 5, 6]], who="ada").dice == [(2, 5, 6)]


@pytest.mark.example("needs.online.board", 0)
def test_the_largest_clock_fits() -> None:
    """Twelve sections can be counted and filled."""
    s = act(mission(), "start_clock", title="Far away", kind="death", size="12").state
    s = act(s, "advance_clock", clock="far-away", sections=12).state
    assert s.kit.clocks == (Clock("far-away", "Far away", 12, "death", 12),)


@pytest.mark.example("ship.core.names", 0)
def test_a_ship_roll_uses_one_of_three_core_systems() -> None:
    """CPU, HUL and NAV, and nothing else."""
    (core,) = [f for f in GAME.action("ship_roll").fields if f.name == "core"]
    assert core.values == ("CPU", "HUL", "NAV")
    assert "system cannot be 'FTL'" in refused(mission(), "ship_roll", core="FTL")


@pytest.mark.example("ship.core.slot-cap", 0, 1)
@pytest.mark.example("core.dice", 0, 1, 2)
@pytest.mark.parametrize(
    ("cpu", "hul", "nav", "legal"),
    [(4, 0, 0, True), (2, 1, 1, True), (2, 2, 1, False), (2, 1, 0, False), (5, 0, 0, False)],
)
def test_four_dice_are_placed_and_up_to_four_fit_in_a_system(cpu: int, hul: int, nav: int, legal: bool) -> None:
    """All four, no more, no fewer."""
    if legal:
        made = act(FRESH, "make_ship", name="Heron", cpu=cpu, hul=hul, nav=nav).state.ship
        assert (made.cpu, made.hul, made.nav) == (cpu, hul, nav)
    else:
        why = refused(FRESH, "make_ship", name="Heron", cpu=cpu, hul=hul, nav=nav)
        assert "0 to 4" in why or "between 0 and 4" in why


@pytest.mark.example("ship.modules.slots", 0)
def test_four_slots_can_be_fitted() -> None:
    """#1 to #4 take a module each. A fifth slot is refused."""
    s = FRESH
    for slot in "1234":
        s = act(s, "fit_module", slot=slot, name=f"THING {slot}").state
    assert [(m.id, m.name) for m in s.ship.modules] == [(n, f"THING {n}") for n in "1234"]
    assert "slot cannot be '5'" in refused(s, "fit_module", slot="5", name="MORE")


@pytest.mark.example("ship.tokens.names", 0)
@pytest.mark.example("ship.tokens.start", 0)
def test_every_new_ship_holds_its_three_tokens() -> None:
    """Life Support, Integrity and Engineering, shown and held."""
    shown = [word for word in panels(table_of(3))["ship"].words if isinstance(word, TokenWidget)]
    assert [(word.label, word.on) for word in shown] == [
        ("Life Support", True),
        ("Integrity", True),
        ("Engineering", True),
    ]
    assert {(s.life_support, s.integrity, s.engineering) for s in SHIPS.values()} == {("held", "held", "held")}


@pytest.mark.example("ship.focus.slots", 0)
@pytest.mark.example("crew.sheet.focus", 0)
def test_ship_and_crew_have_room_for_three_focus_tokens() -> None:
    """Both tracks run from 0 to 3."""
    shown = panels(table_of(3))
    for of in ("ship", "ada"):
        (track,) = [word for word in shown[of].words if isinstance(word, TrackWidget) and word.label == "Focus"]
        assert (track.value, track.most) == (0, 3)


@pytest.mark.example("crew.sheet.vitality", 0)
@pytest.mark.example("crew.sheet.systems", 0)
@pytest.mark.example("crew.vitality.start", 0)
def test_a_new_member_is_whole() -> None:
    """Three Vitality, all three systems working."""
    after = act(FRESH, "add_crew", name="Zed")
    zed = after["zed"]
    assert (zed.vitality, zed.life_support, zed.primary_works, zed.secondary_works) == (3, True, True, True)


@pytest.mark.example("crew.sheet.tool-notes", 0)
def test_a_tool_has_a_name_and_a_note() -> None:
    """An impact drill as primary tool, and what it is for."""
    after = act(FRESH, "choose_tool", who="bo", slot="primary", name="IMPACT DRILL", note="opens bulkheads")
    assert (after["bo"].primary.name, after["bo"].primary.note) == ("IMPACT DRILL", "opens bulkheads")


@pytest.mark.example("crew.sheet.extras", 0)
def test_a_box_for_personal_integrity_appears_only_with_the_armour() -> None:
    """The box appears on the sheet of the member who takes Ablative Armour."""
    s = act(mission(), "end_mission", result="failure").state
    s = act(s, "upgrade", say=["Ablative Armour"], who="ada", kind="suit upgrade").state
    seat = GAME.seats[1]
    labels = {p.of: [getattr(w, "label", "") for w in p.words] for p in GAME.view(s, seat)}
    assert "Personal Integrity" in labels["ada"]
    assert "Personal Integrity" not in labels["bo"]


def test_ready_made_ships_can_be_taken_before_the_mission_but_not_during_it() -> None:
    """The first roll closes the yard, or the first action scene."""
    assert act(FRESH, "take_ship", ship="Old Grudge").state.ship.name == "Old Grudge"
    s = act(FRESH, "crew_roll", [[6, 1, 2]], who="ada").state
    assert "under way" in refused(s, "take_ship", ship="Old Grudge")
    begun = act(FRESH, "set_scene", scene="action").state
    assert "under way" in refused(begun, "take_ship", ship="Old Grudge")


def test_ready_made_crews_come_with_their_tools() -> None:
    """Six of them, and Dov brings his own."""
    assert len({m.primary.name for m in CREWS}) > 3
    dov = act(FRESH, "add_crew", name="Dov")["dov"]
    assert (dov.primary.name, dov.secondary.name) == ("GRAPPLE LINE", "IMPACT DRILL")


def test_the_wayfinder_adds_crew_for_players_to_take_over() -> None:
    """Added members have no player until one plays them. The wayfinder may add several."""
    table = Table.open(GAME, seed="crew")
    for name in ("Dov", "Esk"):
        table.act("way", "add_crew", {"name": name})
    assert [m.player for m in table.state.crew[3:]] == ["", ""]
    table.act("ann", "crew_roll", {"who": "dov"})
    with pytest.raises(Exception, match="You play Ada already"):
        table.act("ann", "bring_crew", {"name": "Zed"})


def test_somebody_unplayed_can_be_taken_over() -> None:
    """A member can be handed on, but no player has two."""
    s = give(crew(FRESH, "bo", player=""), "bo", "zoe")
    assert member(s, "bo").player == "zoe"
    with pytest.raises(Refused, match="who takes Bo has to let Ada go first"):
        give(s, "bo", "ann")


@pytest.mark.example("roll.types", 0)
@pytest.mark.exercises("roll.type.decide", "core.fit")
def test_there_are_ship_rolls_and_crew_rolls_and_people_pick() -> None:
    """The sheets offer both kinds, and the caller picks."""
    panels = SeatView(table_of(3), "ann").sheet
    words = [word for panel in panels for word in panel.words if isinstance(word, PoolWidget)]
    assert {word.offer.action for word in words if word.offer} == {"ship_roll", "crew_roll"}


@pytest.mark.example("roll.type.thumb", 0, 1)
def test_the_ship_is_flown_with_its_dice_and_a_hatch_opened_with_ones_own() -> None:
    """Ada at the stick rolls the two NAV dice. Ada with the drill rolls five of her own."""
    assert len(act(mission(), "ship_roll", [[6, 1]], core="NAV", carrier="ada").dice[0]) == 2
    assert len(act(mission(), "crew_roll", [[6, 1, 1, 2, 3]], who="ada", tools=["primary"]).dice[0]) == 5


@pytest.mark.example("focus.start", 0)
def test_a_session_begins_without_focus() -> None:
    """Two tokens of last time are gone, the ship's too. A table may agree to keep them."""
    s = everyone(mission(), focus=2)
    after = act(s, "begin_session").state
    assert {m.focus for m in after.crew} | {after.ship.focus} == {0}
    kept = everyone(mission(session_focus="kept"), focus=2)
    assert act(kept, "begin_session")["ada"].focus == 2


@pytest.mark.exercises("role.flow")
def test_the_wayfinder_presents_the_situation_and_players_cannot() -> None:
    """The situation is on every sheet."""
    table = table_of(3)
    table.act("way", "present", {"text": "A wreck, dead ahead."})
    assert any(getattr(word, "text", "") == "A wreck, dead ahead." for word in panels(table)["The mission"].words)
    with pytest.raises(Exception, match="is for the wayfinder"):
        table.act("ann", "present", {"text": "I own a moon."})


@pytest.mark.exercises("focus.start", "prep.focus")
def test_a_session_does_not_take_what_was_prepared() -> None:
    """Ada's three prepared tokens stay when a session begins in their mission, Bo's go.

    Spent ones do not come back. Once the mission is over, they are ordinary tokens.
    """
    s = act(mission(), "end_mission", result="failure").state
    s = act(s, "mission_prep", who="ada", entry="Focus").state
    s = crew(act(s, "begin_mission").state, "bo", focus=2)
    fresh = act(s, "begin_session")
    assert (fresh["ada"].focus, fresh["bo"].focus) == (3, 0)
    assert fresh.told("but for those prepared: Ada 3")
    assert act(crew(s, focus=1), "begin_session")["ada"].focus == 1
    over = act(s, "end_mission", result="failure").state
    assert act(over, "begin_session")["ada"].focus == 0
