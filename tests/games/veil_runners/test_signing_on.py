"""Signing on: names, tools and modules of crew and ship, and leaving."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.content import CREWS
from tablewright.games.veil_runners.options import VeilRulings
from tablewright.games.veil_runners.setting_up import new_mission
from tablewright.rules import Refused
from tablewright.table import Table
from tablewright.table.seat.seat_view import SeatView

from .table import LEDGER, act, refused

FRESH = new_mission(VeilRulings())


@pytest.mark.exercises("role.crew")
def test_a_crew_member_is_renamed_by_who_plays_them() -> None:
    """Ann renames Ada, the wayfinder any member, Ben not. The id stays, so nothing else changes."""
    table = Table.open(GAME, seed="names")
    table.act("ann", "rename_crew", {"who": "ada", "name": "  Ada   Lune "})
    table.act("way", "rename_crew", {"who": "bo", "name": "Old Bo"})
    with pytest.raises(Refused, match="Ada Lune is played by ann"):
        table.act("ben", "rename_crew", {"who": "ada", "name": "Eva"})
    assert [(m.id, m.name) for m in table.state.crew] == [("ada", "Ada Lune"), ("bo", "Old Bo"), ("cyl", "Cyl")]


@pytest.mark.exercises("role.crew")
def test_a_player_retires_their_own_and_the_wayfinder_anybody() -> None:
    """Ben cannot retire Ada. Ann can, and the wayfinder retires Cyl."""
    table = Table.open(GAME, seed="retiring")
    with pytest.raises(Refused, match="Ada is played by ann"):
        table.act("ben", "leave_crew", {"who": "ada"})
    table.act("ann", "leave_crew", {"who": "ada"})
    table.act("way", "leave_crew", {"who": "cyl"})
    assert [m.name for m in table.state.crew] == ["Bo"]


@pytest.mark.exercises("module.examples", "module.slots")
@pytest.mark.parametrize("row", LEDGER.tables["module.examples"].records(), ids=lambda row: str(row["name"]))
def test_a_module_of_the_book_comes_with_its_note_type_and_uses(row: dict[str, Any]) -> None:
    """A module picked from the list has the book's values in any slot, with no other field."""
    fitted = act(FRESH, "fit_module", slot="2", module=row["name"]).state.ship.modules[1]
    assert (fitted.id, fitted.name, fitted.kind) == ("2", row["name"], row["type"])
    uses = None if row["uses"] == "unlimited" else row["uses"]
    assert (fitted.core, fitted.uses, fitted.most) == (row["core"] or None, uses, uses)
    assert fitted.note


def test_a_module_of_ones_own_is_asked_for_only_what_its_type_has() -> None:
    """Uses for an additional module, a CORE system for a specialised one, neither for a book's."""
    draft = SeatView(Table.open(GAME, seed="yard"), "ann").draft

    def asked(**values: Any) -> list[str]:
        return [f.name for f in draft("fit_module", {"slot": "1", **values}).fields]

    assert asked() == ["slot", "module", "name", "kind", "note"]
    assert asked(kind="additional") == ["slot", "module", "name", "kind", "uses", "note"]
    assert asked(kind="specialised") == ["slot", "module", "name", "kind", "core", "note"]
    assert asked(module="CLOAK") == ["slot", "module"]
    assert act(FRESH, "fit_module", slot="1").state.ship.modules[0].name == "UNNAMED MODULE"
    lens = act(FRESH, "fit_module", slot="1", name="LENS", kind="specialised").state.ship.modules[0]
    assert (lens.core, lens.uses) == ("CPU", None)


@pytest.mark.exercises("crew.sheet.systems")
def test_who_names_no_tools_takes_those_of_the_next_ready_made() -> None:
    """The fourth aboard takes those of the fourth. A ready-made name brings its own."""
    zed = act(FRESH, "add_crew", name="Zed")["zed"]
    assert (zed.primary, zed.secondary) == (CREWS[3].primary, CREWS[3].secondary)
    last = act(FRESH, "add_crew", name=f" {CREWS[-1].name.upper()} ").state.crew[-1]
    assert (last.primary, last.secondary) == (CREWS[-1].primary, CREWS[-1].secondary)


@pytest.mark.exercises("adv.upgrade.limit")
@pytest.mark.parametrize(("limit", "most"), [("each list", 2), ("in all", 1)])
def test_nobody_starts_with_more_upgrades_than_may_be_had(limit: str, most: int) -> None:
    """Two of each list, or two in all."""
    s = new_mission(VeilRulings(upgrade_limit=limit))  # type: ignore[arg-type]  # as a form has it
    suit = ("Oversized Systems", "Auxiliary Arm")
    qualities = ("Expert", "Forceful", "Defender")
    for n in range(1, 4):
        params: dict[str, Any] = {"who": "ada", "qualities": qualities[:n], "suit": suit[:n]}
        if n > most:
            assert "more than 2 upgrades" in refused(s, "start_with", **params)
        else:
            assert act(s, "start_with", **params)["ada"].qualities == qualities[:n]


@pytest.mark.exercises("equipment.examples", "crew.sheet.tool-notes")
def test_a_tool_of_the_book_comes_with_its_note() -> None:
    """By the list, or by name when a member joins. An invented one keeps its player's name."""
    taken = act(FRESH, "choose_tool", who="bo", slot="secondary", tool="MEDKIT")["bo"].secondary
    assert (taken.name, taken.note) == ("MEDKIT", "treats crew mates")
    zed = act(FRESH, "add_crew", name="Zed", primary="thermal laser", secondary="Lute")["zed"]
    assert (zed.primary.note, zed.secondary.name, zed.secondary.note) == ("cuts ordinary material", "Lute", "")
    assert act(FRESH, "choose_tool", who="bo", slot="primary")["bo"].primary.name == "UNNAMED TOOL"
    slots = SeatView(Table.open(GAME, seed="tools"), "ann").draft("choose_tool").field("slot").choices
    assert [(c.label, c.note) for c in slots] == [
        ("primary", "2 dice; now IMPACT DRILL"),
        ("secondary", "1 die; now MEDKIT"),
    ]
