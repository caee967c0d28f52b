"""Sheets of each seat: contents, offers and secrets."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.ready_made import TROUBLE, TRUTH
from tablewright.games.veil_runners_classic.sheet import reference_panel
from tablewright.games.veil_runners_classic.state import Run
from tablewright.rules import Seat
from tablewright.rules.widgets import Panel, iter_offers
from tablewright.rules.widgets import TableWidget as Words
from tablewright.table import SeatView, Table
from tablewright.table.transcript.plain_text import panels_to_text

from .table import act, ready

WAY, ANN, GUEST = Seat("way", "wayfinder"), Seat("ann", "crew"), Seat("eve", "spectator")


def text(s: Run, seat: Seat) -> str:
    return panels_to_text(GAME.view(s, seat))


def offered(s: Run, seat: Seat) -> set[str]:
    return {offer.action for panel in GAME.view(s, seat) for offer in iter_offers(panel)}


def test_the_ship_shows_tokens_systems_and_modules() -> None:
    """The sheet uses a player's words."""
    shown = text(ready((3, 0, 1), engineering=False), ANN)
    for line in (
        "Integrity: yes",
        "Engineering: no",
        "Telemetry: 3d6",
        "Engines: 0d6",
        "1 die of 5 lost.",
        "2 cargo winch",
    ):
        assert line in shown


def test_what_is_offered_is_what_can_be_done() -> None:
    """Remap in downtime, an emergency shunt under pressure while there is a token, a roll's dice once they may go."""
    assert "remap" in offered(ready(), ANN)
    pressed = ready(downtime=False)
    assert {"remap", "emergency_shunt"} & offered(pressed, ANN) == {"emergency_shunt"}
    assert not {"remap", "emergency_shunt"} & offered(ready(downtime=False, engineering=False), ANN)
    rolled = act(ready((2, 2, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1]]).s
    assert not {"systems_roll", "return_dice"} & offered(rolled, ANN)
    assert "In hand: 2d6" in text(rolled, ANN)
    assert "The wayfinder tells the consequence now." in text(rolled, ANN)
    assert "tell_consequence" in offered(rolled, WAY)
    assert "tell_consequence" not in offered(rolled, ANN)
    told = act(rolled, "tell_consequence").s
    assert "tell_consequence" not in offered(told, WAY)
    assert "return_dice" in offered(told, ANN)
    assert "The crew returns dice now." in text(told, ANN)


def test_the_sheet_says_how_dice_can_be_moved() -> None:
    """Freely, by an emergency shunt, or not at all."""
    assert "Remapping: free, in downtime" in text(ready(), ANN)
    assert "Remapping: locked, but for an emergency shunt" in text(ready(downtime=False), ANN)
    assert "Remapping: locked\n" in text(ready(downtime=False, engineering=False), ANN)


def test_the_wayfinder_takes_and_gives_all_four_tokens_on_the_sheet() -> None:
    """The ship's tokens and the crew's. A missing one is offered back."""
    s = ready(engineering=False)
    given = {
        (offer.action, offer.params["token"])
        for panel in GAME.view(s, WAY)
        for offer in iter_offers(panel)
        if "token" in offer.params
    }
    lost = {("lose_token", token) for token in ("integrity", "supplies", "reserves")}
    assert given == lost | {("regain_token", "engineering")}


def test_only_what_is_possible_is_listed() -> None:
    """At a fresh table downtime can end but not begin. Going ashore and the next adventure are not listed."""
    table = Table.open(GAME, seed="listed")
    names = {action.name for action in SeatView(table, "way").legal_actions}
    assert {"end_downtime", "dock", "emergency_shunt", "use_reserves", "overload"} <= names
    assert not {"begin_downtime", "go_ashore", "next_adventure", "return_dice", "tell_consequence"} & names


def test_players_are_offered_their_own_rolls_and_the_wayfinder_the_wayfinders() -> None:
    """Ann plays Lars. Rating and time are for the wayfinder."""
    rolls = [o for p in GAME.view(ready(), ANN) for o in iter_offers(p) if o.action == "personal_roll"]
    assert [offer.params for offer in rolls] == [{"who": "lars"}]
    assert not {"rate", "end_downtime", "lose_token"} & offered(ready(), ANN)
    assert {"rate", "end_downtime", "lose_token"} <= offered(ready(), WAY)


def test_ones_own_character_comes_first() -> None:
    """Cyd sees Pike before the others, who keep their order."""
    crew = [panel.title for panel in GAME.view(ready(), Seat("cyd", "crew")) if panel.of != "ship" and panel.of]
    assert crew == ["Pike", "Lars of the Stars", "Sable Okonkwo"]


def test_help_on_offer_is_on_the_sheet() -> None:
    """Everyone sees who helps whom, and at which target."""
    s = act(ready((2, 2, 1), 2), "offer_help", who="pike", to="lars", skill=True).s
    assert "Pike helps Lars of the Stars: Amateur (target 5)." in text(s, ANN)
    assert "Next action: Risky (2)" in text(s, ANN)


@pytest.mark.parametrize("secret", [TRUTH.text, TROUBLE.rows[0]])
def test_the_wayfinders_papers_are_the_wayfinders(secret: str) -> None:
    """The truth of the job and the chart of trouble are on no other sheet, and are declared as secrets."""
    s = ready()
    assert secret in text(s, WAY)
    assert secret not in text(s, ANN)
    assert secret in GAME.secrets(s, GAME.viewer(s, ANN))
    assert secret not in GAME.secrets(s, GAME.viewer(s, WAY))


def test_somebody_who_only_watches_is_offered_nothing() -> None:
    """A guest sees the ship all the same."""
    panels = GAME.view(ready(), GUEST)
    assert any(panel.title == "The Night Shift" for panel in panels)
    assert [offer for panel in panels for offer in iter_offers(panel)] == []
    assert all(isinstance(panel, Panel) for panel in panels)


@pytest.mark.exercises("shunt.table", "damage.table", "roll.difficulty.table", "roll.target.table")
def test_the_tables_are_read_as_the_book_has_them() -> None:
    """Shunts by roll and result, the crash die, ratings and targets."""
    rows = {table.label: table.rows for table in reference_panel().words if isinstance(table, Words)}
    shunts = ("reactive", "standard", "stabilise", "standard", "stabilise", "system fault")
    results = ("success", "partial success", "failure")
    rolls = [(roll, result) for roll in ("normal", "desperate") for result in results]
    assert rows["Shunts"] == tuple((*roll, shunt) for roll, shunt in zip(rolls, shunts, strict=True))
    assert [die for die, _ in rows["Crash die"]] == ["1 to 4", "5 or 6"]
    assert rows["Difficulty"] == (("Normal", "1"), ("Risky", "2"), ("Reckless", "3"), ("Impossible", "4, 5, 6"))
    assert rows["Proficiency"] == (("None", "6"), ("Amateur", "5"), ("Skilled", "4"), ("Expert", "3"))


def test_a_destroyed_ship_says_so() -> None:
    """A ship that flies has no such note."""
    notes = [panel.note for wreck in (False, True) for panel in GAME.view(wrecked(wreck), ANN) if panel.of == "ship"]
    assert notes == ["", "destroyed"]


def wrecked(destroyed: bool) -> Run:
    s = ready()
    return s.but(ship=s.ship.but(destroyed=destroyed))


def test_tokens_are_the_wayfinders_to_take_and_give() -> None:
    """Tokens there may be lost, tokens gone may come back. A player is offered neither."""
    s = ready(engineering=False)
    assert {"lose_token", "regain_token"} <= offered(s, WAY)
    assert not {"lose_token", "regain_token"} & offered(s, ANN)
    assert "systems_roll" in offered(s, ANN)
    assert "systems_roll" not in offered(s, GUEST)
