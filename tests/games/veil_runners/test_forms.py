"""Forms keep their word: names for ids, nothing unusable offered, reasons that are the rule's."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.state import Mission
from tablewright.table import Table
from tablewright.table.seat.seat_view import SeatView
from tests.games.forms import keep_their_word

from .table import crew, mission


def opened(*actions: tuple[str, str, dict[str, object]]) -> Table:
    table = Table.open(GAME, seed="forms")
    for seat, action, values in actions:
        SeatView(table, seat).act(action, values)
    return table


@pytest.mark.parametrize("seed", range(3))
def test_forms_keep_their_word(seed: int) -> None:
    """In random play a ready form is taken, what it offers is taken, what it calls impossible is refused."""
    keep_their_word(GAME, seed, named)


def named(s: Mission) -> dict[str, str]:
    known = {m.id: m.name for m in s.crew} | {c.id: c.title for c in s.kit.clocks}
    return known | {m.id: "" for m in s.ship.modules} | {d.id: "" for d in s.kit.decks} | {"ship": ""}


def test_only_who_has_a_token_heals_and_never_oneself() -> None:
    """Ada, with Focus, is offered Bo and Cyl with their Vitality, and only rolling. Bo's reason is given."""
    table = opened(("way", "set_scene", {"scene": "safe"}), ("way", "hand_out_focus", {"who": "Ada"}))
    draft = SeatView(table, "way").draft("heal", {"who": "Ada"})
    healers = {c.label: c.why_not for c in draft.field("who").choices}
    assert healers == {
        "Ada": "",
        "Bo": "Bo has no Focus Token, and an attempt costs one.",
        "Cyl": "Cyl has no Focus Token, and an attempt costs one.",
    }
    assert [(c.label, c.note) for c in draft.field("patient").choices] == [
        ("Bo", "Vitality 3 of 3"),
        ("Cyl", "Vitality 3 of 3"),
    ]
    assert "how" not in [f.name for f in draft.fields]


@pytest.mark.exercises("prep.foresight")
@pytest.mark.parametrize(("action", "values"), [("crew_roll", {"who": "ada"}), ("ship_roll", {"carrier": "ada"})])
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_foresight_is_offered_to_whoever_has_it(action: str, values: dict[str, str], tokens: int) -> None:
    """The forms of crew and ship rolls offer it only to members with a token."""
    (field,) = (field for field in GAME.action(action).fields if field.name == "foresight")
    assert field.applies(crew(mission(), foresight=tokens), values) == (tokens > 0)


def test_a_shunt_counts_its_dice_down_and_says_what_pays() -> None:
    """Two of four placed leave two. In downtime it is free, or Engineering pays."""
    draft = SeatView(opened(), "ann").draft("shunt", {"cpu": 1, "hul": 1})
    assert draft.field("nav").budget == "2 of 4 dice left to place"
    paid = {c.value: bool(c.why_not) for c in draft.field("pay").choices}
    assert paid == {"critical": True, "downtime": False, "focus": True, "engineering": False}


def test_a_group_chooses_tools_of_those_who_take_part() -> None:
    """Ada's and Bo's tools by name, without fields for missing arms and experts or for the ship."""
    draft = SeatView(opened(), "ann").draft("group_roll", {"who": "Ada,Bo"})
    assert [(c.label, c.note) for c in draft.field("primary").choices] == [
        ("Ada", "IMPACT DRILL"),
        ("Bo", "SUPERMANOEUVRE KIT"),
    ]
    assert [f.name for f in draft.fields] == ["who", "primary", "secondary", "ship"]
    ships = SeatView(opened(), "ann").draft("group_roll", {"who": "Ada,Bo", "ship": "NAV"})
    assert {c.label: c.why_not for c in ships.field("modules").choices}["AFTERBURNERS"] == ""
    assert [c.label for c in ships.field("ship_how").choices] == [
        "roll the dice",
        "spend Integrity",
        "spend Engineering",
    ]


def test_a_clock_asks_about_despair_only_where_it_may() -> None:
    """Desperate rolls are for death clocks. A hidden clock hides its outcome too. Full ones are not advanced."""
    view = SeatView(opened(), "way")
    names = [f.name for f in view.draft("start_clock", {"title": "Doors", "kind": "push"}).fields]
    assert "desperate" not in names
    death = [f.name for f in view.draft("start_clock", {"title": "Doors", "kind": "death", "hidden": True}).fields]
    assert "desperate" in death
    assert "outcome_hidden" not in death
    table = opened(("way", "start_clock", {"title": "Doors", "size": 4}))
    SeatView(table, "way").act("advance_clock", {"clock": "Doors", "sections": 4})
    assert SeatView(table, "way").draft("advance_clock").why_not == "Doors is full: it has ended."


def test_used_modules_and_wrecks_say_why_not() -> None:
    """MICROJUMP is the only one to use, so it is preselected. No module is destroyed, so none can be repaired."""
    view = SeatView(opened(), "ann")
    assert view.draft("use_module").values == {"slot": "3"}
    assert view.draft("repair_module").why_not == "No module is destroyed."


def test_a_roll_asks_about_clocks_only_where_naming_one_matters() -> None:
    """No clock, no field. A catastrophe follows any roll unless the house rules otherwise. A push clock is named."""

    def asked(*clocks: str, **rulings: str) -> bool:
        table = Table.open(GAME, seed="clocks", rulings=rulings)
        for kind in clocks:
            table.act("way", "start_clock", {"title": kind, "kind": kind})
        return "clocks" in [f.name for f in SeatView(table, "ann").draft("crew_roll").fields]

    assert not asked()
    assert not asked("catastrophe", "death")
    assert asked("push")
    assert asked("catastrophe", catastrophe="named rolls")
