"""Seats and their characters: joining, leaving, handing over, looking on, an empty table."""

from __future__ import annotations

import pytest

from tablewright.games.veridia import GAME
from tablewright.games.veridia.handover import nobodys
from tablewright.rules import Refused, Seat
from tablewright.rules.seat import SPECTATOR
from tablewright.table import SeatView, Table
from tests.games.seats import offered, offers, shown, told

DAN, EVE = Seat("dan", "player", "Dan"), Seat("eve", SPECTATOR.name, "Eve")


def opened(*more: Seat) -> Table:
    return Table.open(GAME, seats=(*GAME.seats, *more), seed="seats")


def with_hobb(*more: Seat) -> Table:
    """Grim Hobb has come in, whom the game master plays."""
    table = opened(*more)
    table.act("gm", "add_opponents", {"template": "duelist", "name": "Grim Hobb", "secret": "carries the stolen seal"})
    return table


def fought(table: Table, who: str) -> Table:
    """A fight of this one and Grim Hobb, up to the first turn."""
    table.act("gm", "begin_fight", {"who": [who, "grim-hobb"]})
    assert not table.play_state.waiting()
    return table


@pytest.mark.exercises("create.steps", "create.minimum")
def test_a_fourth_player_makes_a_character_of_their_own() -> None:
    """Dan's sheet asks for one. He makes Tavo, buys strength, and sees all of him."""
    table = opened()
    table.join(DAN)
    assert "new_character" in {offer.action for offer in offers(table, "dan")}
    table.act("dan", "new_character", {"name": "Tavo", "concept": "a ferryman"})
    assert GAME.cast(table.state)["tavo"] == "dan"
    assert "new_character" not in {offer.action for offer in offers(table, "dan")}
    table.act("dan", "advance", {"who": "tavo", "point": "strength"})
    assert "Tavo: experience" in shown(table, "dan")
    assert "Tavo: experience" not in shown(table, "ann")


def test_the_master_makes_a_character_for_whoever_sits_there_now() -> None:
    """For Dan, who has just sat down, and not for Cat, who has left. Without a player they can be taken up."""
    table = opened(DAN)
    table.leave("cat")
    table.act("gm", "new_character", {"name": "Tavo", "player": "dan"})
    with pytest.raises(Refused, match="Choose from: ann, bob, dan"):
        table.act("gm", "new_character", {"name": "Una", "player": "cat"})
    table.act("gm", "new_character", {"name": "Una"})
    assert (GAME.cast(table.state)["tavo"], GAME.cast(table.state)["una"]) == ("dan", "")
    table.hand_over("dan", "una", "dan")
    assert GAME.cast(table.state)["una"] == "dan"


def test_a_game_master_of_any_name_plays_whom_nobody_plays() -> None:
    """Gil runs this table: Gil's new character has no player yet, and opponents are Gil's."""
    table = Table.open(GAME, seats=(Seat("gil", "gm", "Gil"), DAN), seed="seats")
    table.act("gil", "new_character", {"name": "Una"})
    table.act("gil", "add_opponents", {"template": "wolf"})
    assert (GAME.cast(table.state)["una"], GAME.cast(table.state)["wolf"]) == ("", "gil")


@pytest.mark.exercises("table.group")
def test_an_opponent_is_the_masters_and_becomes_anybodys_only_by_the_master() -> None:
    """Bob can neither act for Grim Hobb nor take him. The master gives him, and Bob sees his dice, not his secret."""
    table = fought(with_hobb(), "mirel")
    with pytest.raises(Refused, match="Grim Hobb is played by The game master"):
        table.act("bob", "take_cover", {"who": "grim-hobb", "quarters": 1})
    with pytest.raises(Refused, match="Grim Hobb is not Bob's to hand over"):
        table.hand_over("bob", "grim-hobb", "bob")
    table.hand_over("gm", "grim-hobb", "bob")
    assert "Side-sword" in shown(table, "bob").split("Grim Hobb: belongings")[1]
    assert "stolen seal" not in shown(table, "bob")
    table.act("bob", "take_cover", {"who": "grim-hobb", "quarters": 1})
    assert [limit.broken(table.state) for limit in GAME.limits if limit.broken(table.state)] == []


@pytest.mark.exercises("attr.range")
def test_an_animal_may_be_played_as_it_is() -> None:
    """Cat takes Ember, whose strength no human has: no limit is broken by that, and the sheet calls her a beast."""
    table = opened()
    table.hand_over("cat", "ember", "cat")
    assert "Ember (beast)" in shown(table, "cat")
    assert [limit.broken(table.state) for limit in GAME.limits if limit.broken(table.state)] == []


def test_a_character_is_handed_over_let_go_and_taken_up() -> None:
    """Ann gives Mirel to Bob, who then plays two and lets her go. The master reads all of her, and Dan takes her."""
    table = opened(DAN)
    with pytest.raises(Refused, match="Dorrak is not Ann's to hand over"):
        table.hand_over("ann", "dorrak", "ann")
    table.hand_over("ann", "mirel", "bob")
    assert {who for who, player in GAME.cast(table.state).items() if player == "bob"} == {"mirel", "dorrak"}
    table.hand_over("bob", "mirel", "")
    assert "Mirel Voss: abilities" in shown(table, "gm")
    table.hand_over("dan", "mirel", "dan")
    assert told(table, "cat")[-1] == "Mirel Voss is played by Dan now."
    assert ("attack" in offered(table, "dan", "mirel"), "attack" in offered(table, "ann", "mirel")) == (True, False)


def test_a_character_leaves_the_story_by_their_player() -> None:
    """Bob cannot end Mirel's part, only the master can end Ember's. Ann ends Mirel's, outside a fight."""
    table = fought(with_hobb(), "dorrak")
    with pytest.raises(Refused, match=r"Mirel Voss is played by Ann|It is Grim Hobb's turn"):
        table.act("bob", "leave_story", {"who": "mirel"})
    with pytest.raises(Refused, match="Not while a fight goes on"):
        table.act("ann", "leave_story", {"who": "mirel"})
    table.act("gm", "end_fight")
    with pytest.raises(Refused, match="Nobody plays Ember: it is the game master who takes them away"):
        table.act("ann", "leave_story", {"who": "ember"})
    table.act("ann", "leave_story", {"who": "mirel"})
    table.act("gm", "remove_character", {"who": "ember"})
    assert set(GAME.cast(table.state)) == {"dorrak", "sefa", "grim-hobb"}


@pytest.mark.exercises("turn.main_slot")
def test_the_master_plays_the_character_of_whoever_left() -> None:
    """When Ann leaves, Bob cannot act for Mirel, and a policy may play her turn. When Ann is back, Mirel is hers."""
    table = fought(with_hobb(), "mirel")
    assert "mirel" not in nobodys(table.state)
    table.leave("ann")
    with pytest.raises(Refused, match=r"Mirel Voss is played by somebody who has left|It is Grim Hobb's turn"):
        table.act("bob", "end_turn", {"who": "mirel"})
    assert {"mirel", "grim-hobb"} <= nobodys(table.state)
    table.act("gm", "play_opponents")
    assert not table.play_state.waiting()
    table.join(Seat("ann", "player", "Ann"))
    assert "mirel" not in nobodys(table.state)
    assert "Mirel Voss: abilities" in shown(table, "ann")


@pytest.mark.exercises("table.dispute")
def test_a_dispute_is_put_to_those_who_are_there() -> None:
    """Dan, without a character yet, is asked. Cat, who has left, and Eve, who looks on, are not."""
    table = opened(EVE)
    table.join(DAN)
    table.leave("cat")
    table.act("gm", "settle_dispute", {"matter": "The jump?", "answer": "It succeeds."})
    assert [question.by for _, question in table.play_state.waiting()] == [("ann",), ("bob",), ("dan",)]


@pytest.mark.exercises("table.group")
def test_any_number_may_come_and_go_but_the_master_stays() -> None:
    """The suggested size is a hint on the master's sheet: all may join and all may leave."""
    table = opened()
    hint = "The game suggests 3 to 5 players"
    assert hint not in shown(table, "gm")
    for n in range(8):
        table.join(Seat(f"guest{n}", "player"))
    assert hint in shown(table, "gm")
    for id in [id for id in table.seats if id != "gm"]:
        table.leave(id)
    with pytest.raises(Refused, match="The game master cannot leave: the game needs 1 for gm"):
        table.leave("gm")


def test_who_looks_on_sees_the_looks_of_everybody_and_does_nothing() -> None:
    """Eve reads the order of the fight, no numbers and no secret. She gets no actions and no questions."""
    table = fought(with_hobb(EVE), "mirel")
    text = shown(table, "eve")
    assert "The fight" in text
    assert "Looks: healthy" in text
    assert "d12" not in text
    assert "stolen seal" not in text
    assert (offers(table, "eve"), SeatView(table, "eve").legal_actions, table.prompts_for("eve")) == ([], (), [])
    with pytest.raises(Refused, match="Eve only looks on"):
        table.act("eve", "new_character", {"name": "Tavo"})
    with pytest.raises(Refused, match="Eve only looks on and cannot play Mirel Voss"):
        table.hand_over("ann", "mirel", "eve")


@pytest.mark.exercises("create.steps", "create.experience")
def test_an_empty_table_is_set_up_to_the_first_roll() -> None:
    """Two players make characters and finish them, the master brings a wolf, and initiative is rolled."""
    table = Table.open(GAME, seats=(*GAME.seats[:2], DAN), seed="empty", empty=True)
    assert (table.state.characters, table.state.kit.notes) == ((), ())
    for seat, name in (("ann", "Tavo"), ("dan", "Una")):
        table.act(seat, "new_character", {"name": name, "concept": "a ferryman"})
        who = name.casefold()
        table.act(seat, "advance", {"who": who, "point": "strength", "steps": 2})
        table.act(seat, "advance", {"who": who, "point": "melee", "steps": 2})
        table.act(seat, "finish_character", {"who": who})
    table.act("gm", "add_opponents", {"template": "wolf"})
    table.act("gm", "begin_fight", {"who": ["tavo", "una", "wolf"]})
    assert any(item.kind == "roll" for item in table.log("ann"))
