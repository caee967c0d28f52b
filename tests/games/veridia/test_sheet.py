"""Sheets of each seat."""

from __future__ import annotations

import pytest

from tablewright.games.veridia import GAME
from tablewright.rules.widgets import iter_offers
from tablewright.table import SeatView, Table
from tablewright.table.transcript.plain_text import panels_to_text


def opened() -> Table:
    t = Table.open(GAME, seats=GAME.seats, seed="sheets")
    t.act("gm", "add_opponents", {"template": "duelist", "name": "Grim Hobb", "secret": "carries the stolen seal"})
    return t


def test_players_see_their_own_numbers_and_the_looks_of_others() -> None:
    """Ann reads Mirel's dice, and of Grim Hobb only what is visible."""
    t = opened()
    text = panels_to_text(SeatView(t, "ann").sheet)
    assert "Attack, sword: 10d12" in text
    hobb = text.split("Grim Hobb (foes)")[1]
    assert "Looks: healthy" in hobb
    assert "d12" not in hobb.split("Dice")[0]


def test_what_only_the_master_knows_stays_with_the_master() -> None:
    """The secret is on the master's sheet and on no other."""
    t = opened()
    assert "stolen seal" in panels_to_text(SeatView(t, "gm").sheet)
    for seat in ("ann", "bob", "cat"):
        assert "stolen seal" not in panels_to_text(SeatView(t, seat).sheet)
        assert "carries the stolen seal" in GAME.secrets(t.state, GAME.viewer(t.state, t.seats[seat]))


def test_a_character_in_creation_shows_prices_and_reasons() -> None:
    """Each next point has a price, or the reason why it cannot rise."""
    t = opened()
    t.act("bob", "new_character", {"name": "Anselm", "player": "bob"})
    t.act("bob", "advance", {"who": "anselm", "point": "strength", "steps": 4})
    text = panels_to_text(SeatView(t, "bob").sheet)
    assert "Strength | 5 | A human has strength 5 at most." in text
    assert "Agility | 1 | 4 experience" in text
    assert "Experience: 222 left of 250" in text


def test_the_four_levels_of_health_are_drawn() -> None:
    """After four points the healthy ones are gone."""
    t = opened()
    t.act("gm", "cause_damage", {"who": "mirel", "damage": 7})
    text = panels_to_text(SeatView(t, "ann").sheet)
    assert "Healthy: 0 of 4" in text
    assert "Hurt (-2 dice): 3 of 3" in text
    assert "Now hurt, 9 of 13" in text


def test_the_wounded_see_how_long_they_need() -> None:
    """The days of rest to full health stand there for who has lost some, and not while a fight goes on."""
    t = opened()
    assert "Full health" not in panels_to_text(SeatView(t, "ann").sheet)
    t.act("gm", "begin_fight", {"who": "mirel,grim-hobb"})
    t.act("gm", "cause_damage", {"who": "mirel", "damage": 15})
    assert "Full health" not in panels_to_text(SeatView(t, "ann").sheet)
    t.act("gm", "end_fight")
    assert "Full health: after 2 days of rest" in panels_to_text(SeatView(t, "ann").sheet)
    t.act("gm", "cause_damage", {"who": "sefa", "damage": 9})
    assert t.state.characters[2].health == 4
    assert "Full health: after a day of rest" in panels_to_text(SeatView(t, "cat").sheet)


@pytest.mark.exercises("asset.income")
def test_an_income_stands_on_the_sheet_of_who_has_one() -> None:
    """The sheet shows the deli a month, and no line without an income."""
    t = opened()
    t.act("gm", "set_income", {"who": "mirel", "deli": 0})
    assert "a month" not in panels_to_text(SeatView(t, "ann").sheet)
    t.act("gm", "set_income", {"who": "mirel", "deli": 30})
    assert "30 deli a month" in panels_to_text(SeatView(t, "ann").sheet)


def test_every_offer_is_an_action() -> None:
    """Every offer on every sheet names an existing action."""
    t = opened()
    names = {action.name for action in GAME.actions}
    for seat in t.seats:
        for panel in SeatView(t, seat).sheet:
            assert {offer.action for offer in iter_offers(panel)} <= names
