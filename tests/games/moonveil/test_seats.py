"""Seats and their Seekers: joining, leaving, handing over, looking on, an empty table."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.moon_list import MOON_LIST
from tablewright.rules import Refused, Seat
from tablewright.rules.seat import SPECTATOR
from tablewright.table import SeatView, Table
from tests.games.seats import offered, offers, shown, told

DAN, EVE = Seat("dan", "seeker", "Dan"), Seat("eve", SPECTATOR.name, "Eve")
STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("set_stats", {"strength": 3, "dexterity": 2, "arcane": 1, "willpower": 1}),
    ("roll_hp", {}),
    ("roll_pocket", {}),
    ("choose_start", {"entry": "edged"}),
    ("choose_start", {"entry": "shield"}),
    ("take_coin", {}),
)


def opened(*more: Seat) -> Table:
    return Table.open(GAME, seats=(*GAME.seats, *more), seed="seats")


def make_seeker(table: Table, seat: str, name: str) -> str:
    """Make a Seeker from the first step to the last, and return the id."""
    table.act(seat, "begin_seeker", {"name": name})
    who: str = table.state.drafts[-1].id
    for action, params in STEPS:
        table.act(seat, action, {"who": who, **params})
    return who


@pytest.mark.exercises("role.seeker", "create.order")
def test_a_fourth_player_makes_a_seeker_of_their_own() -> None:
    """Dan's sheet asks for one. He makes Wren step by step and sees her in full, the others in brief."""
    table = opened()
    table.join(DAN)
    assert "begin_seeker" in {offer.action for offer in offers(table, "dan")}
    wren = make_seeker(table, "dan", "Wren")
    assert GAME.cast(table.state)[wren] == "dan"
    assert offered(table, "dan", wren) == {"footing", "name_item", "use_gear"}
    assert "Ilse: 13 of 13 HP" in shown(table, "dan")
    with pytest.raises(Refused, match="Wren is still alive: one Seeker a player"):
        table.act("dan", "begin_seeker", {"name": "Robin"})


def test_a_seeker_called_like_their_player_is_not_mistaken_for_them() -> None:
    """Dan's Seeker Dan gets another id than Dan's seat."""
    table = opened(DAN)
    table.act("dan", "begin_seeker", {"name": "Dan"})
    assert [draft.id for draft in table.state.drafts] == ["dan-2"]


@pytest.mark.exercises("role.seeker")
def test_a_seeker_is_let_go_and_taken_up_by_whoever_has_none() -> None:
    """Ann lets Ilse go. Ben, who plays Corvin, may not take her. Dan may, and then rolls for her."""
    table = opened(DAN)
    table.hand_over("ann", "ilse", "")
    assert "played by nobody" in shown(table, "guide")
    with pytest.raises(Refused, match="One Seeker a player: who takes Ilse has to let Corvin go first"):
        table.hand_over("ben", "ilse", "ben")
    table.hand_over("dan", "ilse", "dan")
    assert told(table, "cat")[-1] == "Ilse is played by Dan now."
    table.act("guide", "call_for_roll", {"who": "ilse", "dc": 7})
    assert ("make_roll" in offered(table, "dan", "ilse"), "make_roll" in offered(table, "ann", "ilse")) == (True, False)
    table.act("dan", "make_roll", {"who": "ilse"})


def test_a_seeker_is_handed_over_even_while_being_made() -> None:
    """Dan begins Wren and gives her to Ann, who has given Ilse away. Ann makes the next step."""
    table = opened(DAN)
    table.act("dan", "begin_seeker", {"name": "Wren"})
    with pytest.raises(Refused, match="who takes Wren has to let Ilse go first"):
        table.hand_over("dan", "wren", "ann")
    with pytest.raises(Refused, match="who takes Ilse has to let Wren go first"):
        table.hand_over("ann", "ilse", "dan")
    table.hand_over("guide", "ilse", "")
    table.hand_over("dan", "wren", "ann")
    with pytest.raises(Refused, match="Wren is played by ann"):
        table.act("dan", "roll_stats", {"who": "wren"})
    table.act("ann", "roll_stats", {"who": "wren"})


@pytest.mark.exercises("role.seeker", "death.new")
def test_a_seeker_leaves_for_good_by_their_player() -> None:
    """Not during an encounter, and not by Ben. After it Ilse is gone, with the roll she was called on for."""
    table = opened()
    with pytest.raises(Refused, match="Ilse is played by ann"):
        table.act("ben", "leave_veil", {"who": "ilse"})
    table.act("guide", "call_for_roll", {"who": "ilse", "dc": 7})
    table.edit("guide", "round", 1)
    with pytest.raises(Refused, match="Ilse cannot go in the middle of an encounter"):
        table.act("ann", "leave_veil", {"who": "ilse"})
    table.edit("guide", "round", 0)
    table.act("ann", "leave_veil", {"who": "ilse"})
    assert ("ilse" in GAME.cast(table.state), table.state.check) == (False, None)
    assert "begin_seeker" in {offer.action for offer in offers(table, "ann")}


def test_whoever_carried_a_seeker_who_leaves_has_empty_arms() -> None:
    """Corvin carries Ilse, who is dead. When her sheet is put away he carries no one."""
    table = opened()
    table.edit("guide", "seekers.ilse.hp", 0)
    table.act("ben", "carry", {"who": "corvin", "ally": "ilse"})
    assert table.state.seeker("corvin").carries == "ilse"
    table.act("ann", "leave_veil", {"who": "ilse"})
    assert table.state.seeker("corvin").carries == ""
    assert SeatView(table, "ben").sheet


def test_the_guide_plays_the_seeker_of_whoever_left() -> None:
    """When Cat leaves, the Guide rolls for Maud and Ann cannot. When Cat is back, Maud is hers."""
    table = opened()
    table.leave("cat")
    table.act("guide", "call_for_roll", {"who": "maud", "dc": 7})
    with pytest.raises(Refused, match="Maud is played by somebody who has left"):
        table.act("ann", "make_roll", {"who": "maud"})
    table.act("guide", "make_roll", {"who": "maud"})
    table.join(Seat("cat", "seeker"))
    assert "footing" in offered(table, "cat", "maud")


def test_any_number_may_come_and_go_but_the_guide_stays() -> None:
    """The book gives no number of players: all of them may leave."""
    table = opened(DAN)
    for id in ("ann", "ben", "cat", "dan"):
        table.leave(id)
    with pytest.raises(Refused, match="guide cannot leave: the game needs 1 for guide"):
        table.leave("guide")


def test_who_looks_on_sees_the_seekers_in_brief_and_does_nothing() -> None:
    """Eve reads the public sheets and not the Guide's. She gets no actions and no questions."""
    table = opened(EVE)
    table.act("guide", "call_for_roll", {"who": "ilse", "dc": 7})
    table.act("ann", "make_roll", {"who": "ilse"})
    text = shown(table, "eve")
    assert "Ilse\n  Hit Points: 13 of 13\n  Pocket: 1d6, showing 4\n  Defense: 9\n" in text
    assert "Gutter Imp" in text
    assert "drowned chapel" not in text
    assert (offers(table, "eve"), SeatView(table, "eve").legal_actions, table.prompts_for("eve")) == ([], (), [])
    with pytest.raises(Refused, match="Eve only looks on"):
        table.act("eve", "begin_seeker", {"name": "Wren"})
    with pytest.raises(Refused, match="Eve only looks on and cannot play Ilse"):
        table.hand_over("ann", "ilse", "eve")


@pytest.mark.exercises("create.order", "moon.table")
def test_an_empty_table_is_set_up_to_the_first_encounter() -> None:
    """An empty table has only the moon's list. Two players make Seekers, the Guide places an enemy, Rounds begin."""
    table = Table.open(GAME, seats=(*GAME.seats[:2], DAN), seed="empty", empty=True)
    s = table.state
    assert (s.seekers, s.drafts, s.enemies, s.kit.notes, s.moon_list) == ((), (), (), (), MOON_LIST)
    with pytest.raises(Refused, match="nobody to encounter"):
        table.act("guide", "begin_encounter")
    for seat, name in (("ann", "Wren"), ("dan", "Robin")):
        make_seeker(table, seat, name)
    table.act("guide", "place_enemy", {"beast": "husk"})
    table.act("guide", "begin_encounter")
    assert table.state.fighting or table.play_state.pending
    assert any(item.kind == "roll" for item in table.log("dan"))


@pytest.mark.exercises("create.order", "role.seeker")
def test_a_path_leads_from_nobody_to_a_seeker_of_ones_own() -> None:
    """Each step shows its result. Naming things is optional. The Seeker belongs to their maker."""
    table = Table.open(GAME, seats=(Seat("guide", "guide"), DAN), seed="seats", empty=True)
    assert SeatView(table, "dan").guide("creation").steps[0].stage == "now"
    table.act("dan", "begin_seeker", {"name": "Ilse"})
    for action, params in STEPS[:5]:
        table.act("dan", action, {"who": "ilse", **params})
    guide = SeatView(table, "dan").guide("creation", "ilse")
    draft = table.state.drafts[0]
    assert [(step.stage, step.chosen) for step in guide.steps] == [
        ("done", "Ilse"),
        ("done", "Strength 3, Dexterity 2, Arcane 1, Willpower 1"),
        ("done", str(draft.full)),
        ("done", str(draft.pocket)),
        ("done", ""),
        ("done", "Edged weapon, Shield"),
        ("now", ""),
        ("open", ""),
    ]
    assert [offer.title for offer in guide.steps[6].offers] == ["Name the Edged weapon", "Name the Shield"]
    table.act("dan", "take_coin", {"who": "ilse"})
    assert [(x.name, x.player) for x in table.state.seekers] == [("Ilse", "dan")]
    assert SeatView(table, "dan").guides == ()


@pytest.mark.exercises("create.order", "role.seeker")
def test_everybody_is_led_through_the_seeker_they_make() -> None:
    """Players see the guide of the Seeker they make, the Guide those of all."""
    seats = (Seat("guide", "guide"), Seat("cat", "seeker"), DAN)
    table = Table.open(GAME, seats=seats, seed="seats", empty=True)
    for seat, name in (("cat", "Wren"), ("dan", "Robin")):
        table.act(seat, "begin_seeker", {"name": name})
    led = {
        seat: [guide.subject for guide in SeatView(table, seat).guides if guide.subject]
        for seat in ("cat", "dan", "guide")
    }
    assert led == {"cat": ["wren"], "dan": ["robin"], "guide": ["wren", "robin"]}


@pytest.mark.exercises("create.order", "role.seeker")
def test_a_ready_made_seeker_joins_whoever_has_none() -> None:
    """The Seeker brings fresh things even if the same lie about. A player with a Seeker takes no other."""
    table = Table.open(GAME, seats=(Seat("guide", "guide"), DAN), seed="seats", empty=True)
    table.act("dan", "take_ready_made", {"which": "ilse"})
    (ilse,) = table.state.seekers
    assert (ilse.id, ilse.player, ilse.hp, ilse.coin, len(ilse.items)) == ("ilse", "dan", 13, 3, 4)
    assert "Ilse joins: Strength 3, Dexterity 2, Arcane 1, Willpower 1; Thornkiss, The Lid." in told(table, "dan")
    with pytest.raises(Refused, match="one Seeker a player"):
        table.act("dan", "take_ready_made", {"which": "corvin"})
    everyone = opened(DAN)
    assert SeatView(everyone, "dan").draft("take_ready_made").why_not == "All ready-made Seekers are in this story."


@pytest.mark.exercises("growth.trigger", "rest.conditions")
def test_the_guide_is_led_to_milestones_and_through_the_end_of_a_night() -> None:
    """Milestones wait for the end of the encounter. A Rest comes last, and may be taken again."""
    table = opened()
    assert [guide.name for guide in SeatView(table, "guide").guides] == ["growth", "session"]
    table.edit("guide", "round", 1)
    assert [guide.name for guide in SeatView(table, "guide").guides] == ["session"]
    assert [step.stage for step in SeatView(table, "guide").guide("session").steps] == ["now", "done", "later"]
    assert SeatView(table, "ann").guides == ()
