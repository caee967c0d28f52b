"""Turns, rounds, scenes, split scenes, pause."""

from __future__ import annotations

import pytest

from tablewright.games.venus_engine.scenes import order_from
from tablewright.rules import Refused, Seat
from tablewright.rules.widgets import CardWidget
from tablewright.table.seat.seat_view import SeatView

from .play import Play


def turns(play: Play, passes: int) -> list[str]:
    """The seats with the turn, now and after each pass."""
    seen = [play.s.turn]
    for _ in range(passes):
        play.act("fc", "pass_turn")
        seen.append(play.s.turn)
    return seen


def in_scene() -> Play:
    play = Play()
    play.act("fc", "set_scene", title="The quay")
    return play


@pytest.mark.example("turn.pass-order", 0)
def test_the_turn_passes_round_the_table_as_people_sit() -> None:
    """The FC opens, then Ann, Bob and Cat."""
    assert turns(in_scene(), 3) == ["fc", "ann", "bob", "cat"]


@pytest.mark.example("turn.fc-opens", 0)
def test_the_first_turn_is_the_fcs() -> None:
    """No seat has the turn before the FC sets a scene, and then the FC has it."""
    assert Play().s.turn == ""
    assert in_scene().s.turn == "fc"


@pytest.mark.example("turn.actions", 0)
@pytest.mark.example("turn.end", 0)
def test_a_turn_without_dice_is_a_turn() -> None:
    """Ann only talks, and passes: no dice, and it is Bob's turn."""
    play = in_scene()
    play.act("fc", "pass_turn")
    play.act("ann", "pass_turn")
    assert play.s.turn == "bob"


@pytest.mark.exercises("turn.actions")
def test_an_attribute_can_be_used_on_a_turn() -> None:
    """The log announces its use. Another character's attribute is refused."""
    play = in_scene()
    assert play.act("ann", "use_attribute", who="ida", attribute="grapnel", how="It holds.") == [
        "Ida Quill uses Grapnel. It holds."
    ]
    with pytest.raises(Refused, match="attribute cannot be 'kite'"):
        play.act("ann", "use_attribute", who="ida", attribute="kite")


@pytest.mark.exercises("turn.end")
def test_only_whose_turn_it_is_and_the_fc_pass_it() -> None:
    """Bob cannot pass Ann's turn. The FC can, for the sake of pace."""
    play = in_scene()
    play.act("fc", "pass_turn")
    with pytest.raises(Refused, match="It is Ann's turn"):
        play.act("bob", "pass_turn")
    play.act("fc", "pass_turn")
    assert play.s.turn == "bob"


@pytest.mark.exercises("turn.end", "rollwhen.agenda")
def test_with_a_turn_goes_the_agenda_of_whoever_had_it() -> None:
    """The others keep what they have said they want, before and behind in the order."""
    play = in_scene()
    for seat, who in (("ann", "ida"), ("bob", "bo"), ("cat", "cleo")):
        play.act(seat, "state_agenda", who=who, agenda="Find the door")
    for left in ({"ida", "bo", "cleo"}, {"bo", "cleo"}, {"cleo"}):
        play.act("fc", "pass_turn")
        assert {c.id for c in play.s.characters if c.agenda} == left


@pytest.mark.example("round.complete", 0, 1)
def test_a_round_is_over_when_everybody_had_a_turn() -> None:
    """With Cat's turn to come it is not over. When she passes, it is."""
    play = in_scene()
    assert turns(play, 3)[-1] == "cat"
    with pytest.raises(Refused, match="Cat has the turn"):
        play.act("fc", "next_round")
    assert play.act("cat", "pass_turn")[-1] == "Everybody has had a turn: round 1 is over."
    assert play.s.turn == ""


@pytest.mark.parametrize(
    ("fc_turn", "order"), [("counts", ["fc", "ann", "bob", "cat", ""]), ("does not count", ["ann", "bob", "cat", ""])]
)
@pytest.mark.exercises("round.complete")
def test_the_table_decides_whether_the_fc_is_in_the_ring(fc_turn: str, order: list[str]) -> None:
    """A house ruling takes the FC's turn out of the round."""
    play = Play(fc_turn=fc_turn)
    play.act("fc", "set_scene", title="The quay")
    assert turns(play, len(order) - 1) == order


@pytest.mark.example("round.next", 0)
def test_another_round_of_the_same_scene() -> None:
    """Same scene, one round further, and one more."""
    play = in_scene()
    turns(play, 4)
    play.act("fc", "next_round")
    assert (len(play.s.scenes), play.s.scene(play.s.now).round, play.s.turn) == (1, 2, "fc")
    turns(play, 4)
    play.act("fc", "next_round")
    assert play.s.scene(play.s.now).round == 3


@pytest.mark.example("round.next", 1)
def test_a_cut_opens_a_new_scene_at_round_one() -> None:
    """The old scene is gone, as all players are in the new one."""
    play = in_scene()
    turns(play, 4)
    play.act("fc", "set_scene", title="The roofs")
    assert [(o.title, o.round) for o in play.s.scenes] == [("The roofs", 1)]


@pytest.mark.example("scene.offer", 0)
def test_a_scene_is_offered_only_between_scenes() -> None:
    """In the middle of one it is not possible yet."""
    with pytest.raises(Refused, match="the scene has not ended yet"):
        in_scene().act("bob", "offer_scene", title="The race")


def between_scenes() -> Play:
    play = in_scene()
    play.act("fc", "end_scene")
    play.act("bob", "offer_scene", title="The race")
    return play


@pytest.mark.example("scene.permission", 0)
def test_a_refused_volunteer_gets_nothing() -> None:
    """The FC sets the scene instead: the offer is off the table, and Bo has no Ego."""
    play = between_scenes()
    with pytest.raises(Refused, match="for the facilitator"):
        play.act("bob", "allow_scene", player="bob")
    play.act("fc", "set_scene", title="The roofs")
    assert (play.s.turn, play["bo"].ego, play.s.offers) == ("fc", False, ())


@pytest.mark.exercises("scene.permission")
def test_the_fc_picks_one_of_several_volunteers() -> None:
    """Both offers stand until one is allowed."""
    play = between_scenes()
    play.act("cat", "offer_scene", title="A toast")
    assert [o.id for o in play.s.offers] == ["bob", "cat"]
    play.act("fc", "allow_scene", player="cat")
    assert (play.s.scene(play.s.now).title, play["bo"].ego, play["cleo"].ego) == ("A toast", False, True)


@pytest.mark.example("scene.opener-starts", 0)
def test_whoever_introduces_a_scene_takes_its_first_turn() -> None:
    """Bob introduces: Bob, Cat, the FC, Ann."""
    play = between_scenes()
    play.act("fc", "allow_scene", player="bob")
    assert turns(play, 3) == ["bob", "cat", "fc", "ann"]
    assert order_from(play.s, "bob") == ("bob", "cat", "fc", "ann")


@pytest.mark.example("ego.earn.scene", 0, 1)
@pytest.mark.example("ego.binary", 0)
@pytest.mark.parametrize("had", [False, True])
def test_introducing_a_scene_earns_ego_once(had: bool) -> None:
    """Without Ego the player gains it. With Ego there is no second, and the log says so."""
    play = between_scenes().change("bo", ego=had)
    said = play.act("fc", "allow_scene", player="bob")
    assert play["bo"].ego is True
    assert ("Bo Lantern has Ego already." if had else "Bo Lantern earns Ego.") in said


@pytest.mark.example("split.apart", 0)
def test_scenes_apart_are_tracked_side_by_side() -> None:
    """Ann in the past, Bob and Cat in the present: two scenes, each with its own people."""
    play = in_scene()
    play.act("fc", "set_scene", title="Years ago", text="The past", who=["ann"])
    assert {o.title: o.who for o in play.s.scenes} == {"The quay": ("bob", "cat"), "Years ago": ("ann",)}


@pytest.mark.exercises("split.apart")
def test_of_several_scenes_one_is_now() -> None:
    """The present one of two scenes is marked. A single scene is not."""
    play = in_scene()
    assert [card.title for card in cards(play)] == ["The quay"]
    play.act("fc", "set_scene", title="Years ago", who=["ann"])
    assert [card.title for card in cards(play)] == ["The quay", "Years ago (now)"]


def cards(play: Play) -> list[CardWidget]:
    """The scenes on Ann's sheet."""
    (panel,) = [panel for panel in SeatView(play.table, "ann").sheet if panel.title == "The scene"]
    return [word for word in panel.words if isinstance(word, CardWidget)]


def split(method: str) -> Play:
    """X with Bob and Cat, Y with Ann. The FC is in both. X is in focus, at the beginning of its round."""
    play = Play()
    play.act("fc", "set_scene", title="X")
    play.act("fc", "set_scene", title="Y", who=["ann"])
    play.act("fc", "cut_scenes", method=method)
    play.act("fc", "cut_to", scene="x")
    return play


def places(play: Play, steps: int) -> list[tuple[str, str]]:
    seen = []
    for _ in range(steps):
        seen.append((play.s.now, play.s.turn))
        play.act("fc", "pass_turn" if play.s.turn else "next_round")
    return seen


@pytest.mark.example("split.method", 0)
def test_a_round_in_each_scene_in_turn() -> None:
    """A round in X, a round in Y, a round in X again."""
    seen = places(split("a round each"), 12)
    order = [now for i, (now, turn) in enumerate(seen) if turn and (i == 0 or seen[i - 1][0] != now)]
    assert order[:3] == ["x", "y", "x"]


@pytest.mark.exercises("split.method")
def test_one_scene_is_finished_while_the_other_waits() -> None:
    """Round after round in X, while Y stays where it was."""
    play = split("one at a time")
    assert {now for now, _ in places(play, 8)} == {"x"}
    assert play.s.scene("y").round == 1


@pytest.mark.exercises("split.method", "pacing.fc")
def test_when_one_scene_ends_the_fc_cuts_to_the_other() -> None:
    """X is over. Y is where it was left, with the FC's turn first."""
    play = split("one at a time")
    play.act("fc", "end_scene")
    assert (play.s.now, [o.id for o in play.s.scenes]) == ("", ["y"])
    play.act("fc", "cut_to", scene="y")
    assert (play.s.now, play.s.turn) == ("y", "fc")


@pytest.mark.exercises("split.method")
def test_the_usual_turn_order_cuts_back_and_forth() -> None:
    """The turn goes round the whole table, and the scene in focus is that of whose turn it is."""
    seen = places(split("usual order"), 10)
    assert seen[:5] == [("x", "fc"), ("y", "ann"), ("x", "bob"), ("x", "cat"), ("x", "")]
    assert [turn for _, turn in seen[5:9]] == ["fc", "ann", "bob", "cat"]


@pytest.mark.example("pause.anyone", 0)
def test_anyone_pauses_at_any_time() -> None:
    """Cat pauses in the middle of the FC's turn. Turns and calls wait until play goes on."""
    play = in_scene().change("ida", agenda="The vault")
    play.act("cat", "pause", why="The door.")
    with pytest.raises(Refused, match=r"the game is paused \(by Cat\)"):
        play.act("fc", "pass_turn")
    with pytest.raises(Refused, match="paused"):
        play.act("fc", "call_check", who="ida", ability="wits")
    play.act("bob", "play_on")
    play.act("fc", "pass_turn")
    assert play.s.turn == "ann"


@pytest.mark.exercises("pause.anyone")
def test_a_pause_does_not_disturb_a_roll_that_waits() -> None:
    """The question is still open after the pause, on the same dice."""
    play = Play().call("check", "ida", "wits")
    play.start("ann", "roll_check", who="ida", dice=[[5]])
    play.table.act("bob", "pause", {})
    assert play.s.paused == "by Bob"
    assert play.options("Bring in the bonus factors?") == ["0", "-1"]


@pytest.mark.exercises("turn.pass-order", "peers.observer")
def test_whoever_sits_down_is_in_the_ring_and_whoever_leaves_is_not() -> None:
    """Cat leaves, and no turn waits for her. She comes back after the others."""
    play = in_scene()
    play.table.leave("cat")
    assert turns(play, 3) == ["fc", "ann", "bob", ""]
    play.table.join(Seat("cat", "player", "Cat"))
    assert [p.id for p in play.s.people] == ["fc", "ann", "bob", "cat"]
    with pytest.raises(Refused, match="already"):
        play.table.join(Seat("cat", "player", "Cat"))
