"""Tables, and what they share with decks and clocks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.actions import KIT
from tablewright.games.veil_runners.content import DERELICT
from tablewright.games.veil_runners.state import member
from tablewright.games.veil_runners.tables import roll_table
from tablewright.rules import Rule, rule
from tablewright.rules.kit import Chart
from tablewright.table import SeatView, Table

from .table import LEDGER, act, dist, mission


@pytest.mark.example("narrative.tools", 0)
def test_the_narrative_kit_is_tables_decks_and_clocks() -> None:
    """Each can be laid out ready-made. Players may roll and pick, and the kit's own actions are there."""
    s = mission()
    for what in ("Derelict stations", "Looking for survivors", "Collision course"):
        s = act(s, "lay_out", what=what).state
    assert (len(s.kit.charts), len(s.kit.decks), len(s.kit.clocks)) == (1, 1, 1)
    assert {act_.group for act_ in KIT} >= {"Charts", "Decks", "Clocks"}


@pytest.mark.example("narrative.effects", 0)
def test_a_card_may_damage_the_ship() -> None:
    """The wayfinder gives it that effect. When it is picked, the ship takes damage."""
    s = act(mission(), "make_deck", title="Drift", cards=["Debris"], knowledge="open").state
    s = act(s, "tie_card", card="drift/debris", effect="ship damage").state
    after = act(s, "draw_from_deck", [[1]], deck="drift")
    assert (after.state.ship.integrity, after.state.ship.focus) == ("lost", 1)


@pytest.mark.exercises("narrative.effects")
@pytest.mark.parametrize(("effect", "who"), [("focus for the crew", "ada"), ("focus for the ship", "ship")])
def test_an_outcome_may_hand_out_focus(effect: str, who: str) -> None:
    """A clock that ends well gives everyone, or the ship, a token."""
    s = act(mission(), "start_clock", title="Hope", kind="push", size="4", full=effect).state
    s = act(s, "advance_clock", clock="hope", sections=4).state
    assert (s.ship if who == "ship" else member(s, who)).focus == 1


@rule("tables.sizes")
def entry_of(chart: Chart) -> Rule[int]:
    place, _ = yield from roll_table(chart, "", ())
    return place


@pytest.mark.example("tables.sizes", 0, 1)
@pytest.mark.exercises("tables.what")
@pytest.mark.parametrize(("what", "entries"), [("Derelict stations", 6), ("Sights in the Veil", 36)])
def test_every_entry_is_equally_likely(what: str, entries: int) -> None:
    """1 in 6, or 1 in 36."""
    (chart,) = act(mission(), "lay_out", what=what).state.kit.charts
    seen = dist(entry_of(chart))
    assert len(seen) == entries
    assert {chance for _, chance in seen.items()} == {Fraction(1, entries)}


@pytest.mark.example("tables.roll", 0)
@pytest.mark.example("tables.derelict", 0)
@pytest.mark.parametrize(
    ("die", "entry"), [(4, "The crew is dead; the station is ruined"), (1, "Abandoned; the station is intact")]
)
def test_the_die_picks_the_entry(die: int, entry: str) -> None:
    """A 4 the fourth, a 1 the first."""
    s = act(mission(), "lay_out", what="Derelict stations").state
    assert act(s, "roll_on_chart", [[die]], chart="derelict-stations").told(f"{die}: {entry}")


@pytest.mark.example("tables.derelict", 1, 2)
def test_the_derelict_is_the_ledgers() -> None:
    """Ruined half of the time, the crew dead one time in three."""
    rows = LEDGER.tables["tables.derelict"].records()
    assert [row["structure"] in text for row, text in zip(rows, DERELICT, strict=True)] == [True] * 6
    assert Fraction(sum("ruined" in text for text in DERELICT), 6) == Fraction(1, 2)
    assert Fraction(sum("dead" in text for text in DERELICT), 6) == Fraction(1, 3)


@pytest.mark.example("tables.d66", 0, 1)
@pytest.mark.parametrize(("first", "second"), [(5, 3), (3, 5)])
def test_on_a_d66_the_first_die_picks_the_section(first: int, second: int) -> None:
    """5 then 3 is the third of the fifth. 3 then 5 the fifth of the third."""
    s = act(mission(), "lay_out", what="Sights in the Veil").state
    (chart,) = s.kit.charts
    entry = chart.rows[6 * (first - 1) + second - 1]
    after = act(s, "roll_on_chart", [[first], [second]], chart=chart.id)
    assert after.told(f"{first}{second}: {entry}")
    assert "tables.d66" in after.cited


@pytest.mark.example("tables.derelict.survivors", 0, 1)
def test_the_fifth_entry_asks_how_many_survive() -> None:
    """5 and then 4: four of them. Four or more one time in twelve."""
    s = act(mission(), "lay_out", what="Derelict stations").state
    after = act(s, "roll_on_chart", [[5], [4]], chart="derelict-stations")
    assert after.told("Signs of d6 survivors; the station is ruined")
    assert after.told("There are 4.")
    assert "tables.roll" in after.cited
    (chart,) = s.kit.charts
    assert dist(roll_table(chart, "", ())).chance(lambda found: found[1] >= 4) == Fraction(1, 12)


@pytest.mark.exercises("tables.roll")
def test_a_hidden_table_is_the_wayfinders_alone() -> None:
    """Neither the table nor what was rolled on it reaches a player."""
    table = Table.open(GAME, seed="hidden")
    table.act("way", "lay_out", {"what": "Derelict stations", "hidden": "yes"})
    table.act("way", "roll_in_secret", {"chart": "chart"})
    assert [line for line in table.log("ann") if line.text] == []
    assert "Derelict" not in str(SeatView(table, "ann").sheet)
    assert any("Derelict" in line.text for line in table.log("way"))
