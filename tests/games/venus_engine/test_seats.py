"""Seats and their characters: joining, leaving, handing over, looking on, an empty table."""

from __future__ import annotations

import pytest

from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.peers import peers_of
from tablewright.games.venus_engine.seating import give, sit
from tablewright.games.venus_engine.starter import PEOPLE
from tablewright.rules import Refused, Seat
from tablewright.rules.seat import SPECTATOR
from tablewright.table import SeatView, Table
from tests.games.seats import offered, offers, shown, told

from .play import Play

DAN, DEE, EVE = Seat("dan", "player", "Dan"), Seat("dee", "peer", "Dee"), Seat("eve", SPECTATOR.name, "Eve")


def opened(*more: Seat) -> Table:
    return Table.open(GAME, seats=(*GAME.seats, *more), seed="seats")


def called_check() -> Play:
    """Ida's check has been called for, and stakes are stated."""
    return Play().change("ida", agenda="Climb").call("check", "ida", "wits")


@pytest.mark.exercises("peers.who", "turn.pass-order", "lot.start")
def test_a_fourth_player_sits_in_the_ring_with_a_character_of_their_own() -> None:
    """Dan comes after the others, is their Peer, and makes Tam, who starts with ten Lots and is his."""
    table = opened()
    table.join(DAN)
    assert [p.name for p in table.state.people] == ["Fay", "Ann", "Bob", "Cat", "Dan"]
    assert "dan" in peers_of(table.state, "ann")
    assert "make_character" in {offer.action for offer in offers(table, "dan")}
    table.act("dan", "make_character", {"name": "Tam"})
    tam = table.state.character("tam")
    assert (tam.player, tam.npc, tam.lots) == ("dan", False, 10)
    assert "make_character" not in {offer.action for offer in offers(table, "dan")}


def test_the_fc_makes_a_character_for_whoever_sits_there_now() -> None:
    """For Dan, who has just sat down, and not for Cat, who has left. Without a player it is the FC's own."""
    table = opened(DAN)
    table.leave("cat")
    table.act("fc", "make_character", {"name": "Tam", "player": "dan"})
    assert GAME.cast(table.state)["tam"] == "dan"
    with pytest.raises(Refused, match="Choose from: whoever makes them, Ann, Bob, Dan"):
        table.act("fc", "make_character", {"name": "Una", "player": "cat"})
    table.act("fc", "make_character", {"name": "Una"})
    assert (table.state.character("una").npc, GAME.cast(table.state)["una"]) == (True, "fc")


@pytest.mark.exercises("round.complete")
def test_a_newcomer_is_in_the_scene_from_its_next_round_on() -> None:
    """All share one scene, so Dan is in it too, from the next round on. With split scenes he waits."""
    play = Play()
    play.act("fc", "set_scene", title="The quay")
    play.table.join(DAN)
    (scene,) = play.s.scenes
    assert (scene.who, scene.todo) == (("ann", "bob", "cat", "dan"), ("fc", "ann", "bob", "cat"))
    split = Play()
    split.act("fc", "set_scene", title="The quay", who=["ann"])
    split.act("fc", "set_scene", title="The mast", who=["bob", "cat"])
    split.table.join(DAN)
    assert [scene.who for scene in split.s.scenes] == [("ann",), ("bob", "cat")]


@pytest.mark.exercises("round.complete")
@pytest.mark.parametrize("apart", ["ann", "cat"])
def test_where_somebody_is_apart_a_newcomer_waits(apart: str) -> None:
    """With a player outside the only scene, a newcomer is in none."""
    play = Play()
    there = [who for who in ("ann", "bob", "cat") if who != apart]
    play.act("fc", "set_scene", title="The quay", who=there)
    play.table.join(Seat("bea", "player", "Bea"))
    assert [scene.who for scene in play.s.scenes] == [tuple(there)]


@pytest.mark.exercises("peers.observer")
def test_whoever_listens_in_judges_and_plays_nobody() -> None:
    """Dee is a Peer and has no turn. She can play no character."""
    table = opened(DEE)
    assert "dee" in peers_of(table.state, "ann")
    with pytest.raises(Refused, match="Who listens in as a Peer plays nobody, and so not Ida Quill"):
        table.hand_over("ann", "ida", "dee")


@pytest.mark.exercises("peers.observer")
@pytest.mark.parametrize("player", ["bob", "eve"])
def test_whoever_plays_takes_a_character_whoever_listens_in(player: str) -> None:
    """Dee's presence keeps no other player from taking a character."""
    table = opened(DEE, Seat("eve", "player", "Eve"))
    table.hand_over("ann", "ida", player)
    assert table.state.character("ida").player == player


def test_a_seat_that_is_renamed_is_called_so_in_the_story() -> None:
    """Bob is Robert now, on the sheet and in the names of the game."""
    table = opened()
    table.rename("bob", "Robert")
    table.act("bob", "pause")
    assert "Paused by Robert." in shown(table, "ann")


@pytest.mark.exercises("peers.who")
def test_sitting_down_twice_changes_nothing() -> None:
    """Told of the same people again, the ring, its order and the scene are as they were."""
    play = Play()
    play.act("fc", "set_scene", title="The quay")
    s = play.s.but(people=(PEOPLE[0], PEOPLE[2], PEOPLE[1], PEOPLE[3]))
    assert sit(s, GAME.seats) == s
    joined = sit(s, (*GAME.seats, DAN, EVE))
    assert sit(joined, (*GAME.seats, DAN, EVE)) == joined
    assert [p.id for p in joined.people] == ["fc", "bob", "ann", "cat", "dan"]


def test_coming_and_going_does_not_disturb_a_roll_that_waits() -> None:
    """Ida's check is open on its dice. Dan sits down, Cat leaves, and the same question is still open."""
    play = called_check()
    play.start("ann", "roll_check", who="ida", dice=[[5]])
    play.table.join(DAN)
    play.table.leave("cat")
    assert play.options("Bring in the bonus factors?") == ["0", "-1"]


@pytest.mark.exercises("peers.decide")
def test_a_vote_is_put_to_those_who_are_there() -> None:
    """Bob has agreed. Dan sits down and is asked as well, Cat leaves and is asked no more."""
    play = Play().change("ida", agenda="Climb")
    play.start("fc", "call_check", who="ida", ability="wits")
    play.answer("bob", "does that stand", "stands")
    play.table.join(DAN)
    play.table.leave("cat")
    assert [q.by for _, q in play.asked()] == [("dan",)]
    play.answer("dan", "does that stand", "stands")
    assert play.s.call is not None


def test_a_character_is_handed_over_let_go_and_taken_up() -> None:
    """Ann gives Ida to Bob, who then has two and lets her go. Dan takes her, and the check is his to roll."""
    play = called_check()
    play.table.join(DAN)
    with pytest.raises(Refused, match="Bo Lantern is not Ann's to hand over"):
        play.table.hand_over("ann", "bo", "ann")
    play.table.hand_over("ann", "ida", "bob")
    play.table.hand_over("bob", "ida", "")
    assert GAME.cast(play.s)["ida"] == ""
    play.table.hand_over("dan", "ida", "dan")
    assert told(play.table, "cat")[-1] == "Ida Quill is played by Dan now."
    assert offered(play.table, "dan", "ida") == {"roll_check"}
    assert offered(play.table, "ann", "ida") == set()


@pytest.mark.exercises("fc.world", "npc.no-task", "lot.start")
def test_one_of_the_fcs_becomes_a_players_and_the_other_way_round() -> None:
    """Pim is the FC's to give: with Dan he has Lots and may be called to a task. Back with the FC he may not."""
    play = Play()
    play.table.join(DAN)
    with pytest.raises(Refused, match="Pim the tinker is not Dan's to hand over"):
        play.table.hand_over("dan", "pim", "dan")
    play.table.hand_over("fc", "pim", "dan")
    assert (play["pim"].npc, play["pim"].lots) == (False, 10)
    play.act("dan", "state_agenda", who="pim", agenda="Mend the chain")
    play.act("fc", "call_task", who="pim", ability="finesse", because="tension", obvious=True)
    with pytest.raises(Refused, match="A roll has been called for Pim the tinker"):
        play.table.hand_over("fc", "pim", "fc")
    play.act("fc", "call_off")
    play.table.hand_over("fc", "pim", "fc")
    assert play["pim"].npc
    with pytest.raises(Refused, match="Only players perform tasks"):
        play.act("fc", "call_task", who="pim", ability="finesse", because="tension", obvious=True)


def test_whoever_runs_the_table_has_the_fcs_characters() -> None:
    """With another FC, Warden Oss is that FC's, and players cannot take him."""
    table = Table.open(GAME, seats=(Seat("gil", "fc", "Gil"), DAN), seed="seats")
    assert GAME.cast(table.state)["warden"] == "gil"
    with pytest.raises(Refused, match="Warden Oss is not Dan's to hand over"):
        table.hand_over("dan", "warden", "dan")


def test_a_character_leaves_the_story_by_their_player() -> None:
    """Bob cannot end Ida's part. Ann can, once no roll is called for her."""
    play = called_check()
    with pytest.raises(Refused, match="Ida Quill is played by Ann"):
        play.act("bob", "leave_story", who="ida")
    with pytest.raises(Refused, match="Ida Quill takes part in a roll"):
        play.act("ann", "leave_story", who="ida")
    play.act("ann", "roll_check", who="ida", dice=[[20]])
    play.act("ann", "leave_story", who="ida")
    assert ("ida" in GAME.cast(play.s), play.s.last) == (False, None)
    assert SeatView(play.table, "ann").sheet


@pytest.mark.exercises("fc.world")
def test_the_fc_plays_the_character_of_whoever_left() -> None:
    """When Ann leaves, the FC rolls Ida's check and Bob cannot. When Ann is back, Ida is hers."""
    play = called_check()
    play.table.leave("ann")
    with pytest.raises(Refused, match="Ida Quill is played by somebody who has left"):
        play.act("bob", "roll_check", who="ida")
    play.act("fc", "roll_check", who="ida", dice=[[20]])
    play.table.join(Seat("ann", "player", "Ann"))
    assert "Climbs what others look up at." in shown(play.table, "ann")


@pytest.mark.exercises("ego.earn.debrief")
def test_upheld_principles_are_one_characters_own() -> None:
    """Bob plays Bo and Ida. Ida's debrief earns Ego for Ida, and none for Bo."""
    play = Play()
    play.table.hand_over("ann", "ida", "bob")
    play.act("fc", "end_chapter")
    play.act("bob", "debrief", who="ida", principles=True, lets="Do you object?")
    assert (play["ida"].ego, play["bo"].ego) == (True, False)


def test_who_looks_on_is_nobodys_peer_and_does_nothing() -> None:
    """Eve sees the scene and no hidden clock. She gets no actions and no questions, and judges nothing."""
    table = opened(EVE)
    table.act("fc", "start_clock", {"title": "The tide", "hidden": True})
    table.act("fc", "set_scene", {"title": "The quay"})
    table.act("ann", "state_agenda", {"who": "ida", "agenda": "Climb"})
    table.act("fc", "call_check", {"who": "ida", "ability": "wits", "because": "tension"})
    assert "The quay" in shown(table, "eve")
    assert "The tide" not in shown(table, "eve")
    assert "eve" not in peers_of(table.state, "ann")
    assert (offers(table, "eve"), SeatView(table, "eve").legal_actions, table.prompts_for("eve")) == ([], (), [])
    for action in ("pause", "word_consequence"):
        with pytest.raises(Refused, match="Eve only looks on"):
            table.act("eve", action, {})
    with pytest.raises(Refused, match="Eve only looks on and cannot play Ida Quill"):
        table.hand_over("ann", "ida", "eve")


@pytest.mark.exercises("turn.fc-opens", "lot.start")
def test_an_empty_table_is_set_up_to_the_first_roll() -> None:
    """Two players make characters, the FC sets a score and gives a job, and a check is rolled."""
    table = Table.open(GAME, seats=(GAME.seats[0], GAME.seats[1], DAN), seed="empty", empty=True)
    s = table.state
    assert (s.characters, s.facts, s.scenes, s.kit.notes) == ((), (), (), ())
    assert [p.name for p in s.people] == ["Fay", "Ann", "Dan"]
    table.act("ann", "make_character", {"name": "Ilse"})
    table.act("dan", "make_character", {"name": "Tam"})
    table.act("fc", "change_score", {"who": "tam", "ability": "wits", "score": 3, "why": "assembly"})
    table.act("fc", "give_job", {"who": "tam", "name": "Broker", "abilities": ["wits", "resolve"]})
    table.act("fc", "set_scene", {"title": "The quay"})
    table.act("dan", "state_agenda", {"who": "tam", "agenda": "Find the boat"})
    table.act("fc", "call_check", {"who": "tam", "ability": "wits", "because": "tension", "stakes": "It sails."})
    for running, question in table.play_state.waiting():
        assert question.question == "Simple (10) for Tam's Wits: does that stand?"
        table.answer("fc", running.number, question.at, "stands")
    table.act("dan", "roll_check", {"who": "tam"})
    assert any(item.kind == "roll" for item in table.log("ann"))


@pytest.mark.exercises("lot.start", "caliber.meaning")
def test_a_path_leads_from_nobody_to_a_character_of_ones_own() -> None:
    """Each step can be skipped. Finished steps show their result, and in the end none is left."""
    table = opened(DAN)
    table.act("dan", "make_character", {"name": "Tam"})
    assert [step.stage for step in SeatView(table, "dan").guide("creation", "tam").steps] == [
        "done",
        "now",
        *["open"] * 4,
    ]
    for ability in ("finesse", "swiftness", "wits", "resolve"):
        table.act("dan", "set_ability", {"who": "tam", "ability": ability, "caliber": "silver", "score": 2})
    table.act("dan", "begin_with_job", {"who": "tam", "name": "Diver", "abilities": ["finesse", "wits"]})
    table.act("dan", "describe_character", {"who": "tam", "tier": "mortal", "archetype": "drifter"})
    table.act("dan", "add_attribute", {"who": "tam", "name": "Lungs"})
    guide = SeatView(table, "dan").guide("creation", "tam")
    assert [step.chosen for step in guide.steps] == [
        "Tam, 10 Lots",
        "Finesse silver 2, Swiftness silver 2, Wits silver 2, Resolve silver 2",
        "Diver 1",
        "mortal, drifter",
        "Lungs",
        "",
    ]
    table.act("dan", "add_principle", {"who": "tam", "principle": "I go down once."})
    assert SeatView(table, "dan").guides == ()


@pytest.mark.exercises("lot.start")
def test_a_ready_made_character_joins_the_story() -> None:
    """Assembled, with ten Lots, and played by their player. The FC's waits for one, and each joins once."""
    table = Table.open(GAME, seats=(Seat("fc", "fc"), DAN), seed="seats", empty=True)
    table.act("dan", "take_ready_made", {"which": "ida"})
    table.act("fc", "take_ready_made", {"which": "bo"})
    ida, bo = table.state.characters
    assert (ida.id, ida.player, ida.lots, ida.made) == ("ida-quill", "dan", 10, True)
    assert (bo.player, bo.npc) == ("", False)
    with pytest.raises(Refused, match="Choose from: Cleo Varn"):
        table.act("fc", "take_ready_made", {"which": "bo"})


@pytest.mark.exercises("lot.earn.debrief")
def test_a_chapter_ends_with_a_debrief_for_everybody() -> None:
    """The FC is led through it, each player to their own."""
    table = opened()
    assert [step.stage for step in SeatView(table, "fc").guide("session").steps] == ["now", "later", "later"]
    table.act("fc", "end_chapter")
    assert [(g.name, g.subject) for g in SeatView(table, "ann").guides] == [("growth", "ida")]
    assert SeatView(table, "fc").guide("session").steps[1].left == "3 to go"
    table.act("ann", "debrief", {"who": "ida"})
    assert SeatView(table, "ann").guides == ()
    assert SeatView(table, "fc").guide("session").steps[1].left == "2 to go"
    table.act("fc", "begin_chapter")
    assert [step.stage for step in SeatView(table, "fc").guide("session").steps] == ["now", "later", "later"]


@pytest.mark.exercises("npc.no-task")
def test_only_whoever_is_to_roll_stays_with_their_player() -> None:
    """Ida's check has been called for: she cannot become the FC's now, and any other can."""
    s = called_check().s
    with pytest.raises(Refused, match="A roll has been called for Ida Quill"):
        give(s, "ida", s.fc)
    assert [give(s, who, s.fc).character(who).npc for who in ("bo", "pim")] == [True, True]
