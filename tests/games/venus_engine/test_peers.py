"""The FC and the Peers, their decisions, and the times for dice."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.engine.live.interpreter import run_rule as live
from tablewright.games.venus_engine.peers import granted, peers_of, stands
from tablewright.games.venus_engine.state import Person
from tablewright.rules import Refused

from .play import Play


@pytest.mark.example("peers.who", 0, 1)
@pytest.mark.exercises("peers.relative")
def test_peers_are_all_the_others() -> None:
    """Of Ann: the FC, Bob and Cat. Of the FC: the players."""
    s = Play().s
    assert peers_of(s, "ann") == ("fc", "bob", "cat")
    assert peers_of(s, "fc") == ("ann", "bob", "cat")


@pytest.mark.example("peers.observer", 0)
def test_whoever_listens_in_is_everybodys_peer() -> None:
    """Dee does not play, and is a Peer of each of the others. She takes no turn."""
    s = Play().s
    s = s.but(people=(*s.people, Person("dee", "Dee", "peer")))
    assert all("dee" in peers_of(s, p.id) for p in s.people if p.id != "dee")
    play = Play(s)
    play.act("fc", "set_scene", title="The quay")
    assert "dee" not in play.s.scene(play.s.now).todo


@pytest.mark.exercises("peers.decide", "check.absolute.judge")
@pytest.mark.parametrize(
    ("how", "asked"), [("nobody objects", ["bob", "cat"]), ("majority", ["bob", "cat"]), ("fc rules", [])]
)
def test_nobody_is_asked_about_their_own_proposal(how: str, asked: list[str]) -> None:
    """The FC proposes a difficulty: the roller's other Peers are asked, or none if the FC rules alone."""
    play = Play(peers=how).change("ida", agenda="Climb")
    play.start("fc", "call_check", who="ida", ability="wits")
    assert [q.by[0] for _, q in play.asked()] == asked


def votes(how: Any, *said: str, after: str = "") -> Any:
    """The decision on a proposal to three Peers with these answers."""
    peers = ("fc", "bob", "cat")
    if how in {"first word", "fc rules"}:
        answers: dict[str, Any] = {"0": said[0]}
    else:
        answers = {f"0.{i}": word for i, word in enumerate(said)}
    answers |= {"1": after} if after else {}
    return live(stands(peers, "Does it stand?", how).begin(), answers)


@pytest.mark.example("peers.decide", 0)
@pytest.mark.exercises("peers.decide")
def test_a_proposal_stands_when_nobody_objects() -> None:
    """All three let it stand: approved, and nothing further is asked."""
    assert votes("nobody objects", "stands", "stands", "stands").result is True


@pytest.mark.exercises("peers.decide")
def test_an_objection_opens_a_talk_that_the_fc_records() -> None:
    """A single objection is enough to ask. The FC records the result by hand, either way."""
    open_ = votes("nobody objects", "stands", "objection", "stands")
    assert [(q.by, q.question) for q in open_.questions] == [(("fc",), "After talking it over: Does it stand?")]
    for after, stood in (("dropped", False), ("stands", True)):
        assert votes("nobody objects", "stands", "objection", "stands", after=after).result is stood


@pytest.mark.parametrize(
    ("how", "said", "stood"),
    [
        ("majority", ("stands", "objection", "stands"), True),
        ("majority", ("objection", "objection", "stands"), False),
        ("first word", ("stands",), True),
        ("first word", ("dropped",), False),
        ("fc rules", ("dropped",), False),
    ],
)
@pytest.mark.exercises("peers.decide")
def test_other_ways_for_peers_to_decide(how: str, said: tuple[str, ...], stood: bool) -> None:
    """By majority, by the first to speak, or by the FC alone, as the table rules."""
    assert votes(how, *said).result is stood


@pytest.mark.exercises("peers.decide")
def test_a_tie_is_the_fcs_to_break() -> None:
    """Two Peers, one for and one against: the FC is asked."""
    run = stands(("bob", "cat"), "Does it stand?", "majority")
    progress = live(run.begin(), {"0.0": "stands", "0.1": "objection"})
    assert [q.by for q in progress.questions] == [("fc",)]


@pytest.mark.exercises("peers.decide")
@pytest.mark.parametrize(
    ("peers", "against", "stood"),
    [(2, 1, None), (3, 1, True), (3, 2, False), (4, 1, True), (4, 2, None), (4, 3, False), (5, 2, True), (5, 3, False)],
)
def test_by_majority_more_than_half_decide(peers: int, against: int, stood: bool | None) -> None:
    """With fewer than half against it a proposal or claim stands, with more it falls. With half the FC decides."""
    people = tuple(f"p{n}" for n in range(peers))
    votes = {f"0.{n}": "objection" if n < against else "stands" for n in range(peers)}
    claimed = {f"0.{n}": "portrayal" if n < against else "none" for n in range(peers)}
    proposal = live(stands(people, "Does it stand?", "majority").begin(), votes)
    claim = live(granted(people, "Ida claims", ("portrayal",), "majority").begin(), claimed)
    assert (proposal.done, claim.done) == (stood is not None, stood is not None)
    if stood is not None:
        assert (proposal.result, claim.result) == (stood, ("portrayal",) * stood)


@pytest.mark.exercises("peers.decide")
def test_who_is_asked_follows_the_ruling() -> None:
    """Anyone's word, or only the FC's."""
    assert [q.by for q in live(stands(("fc", "bob"), "?", "first word").begin(), {}).questions] == [("fc", "bob")]
    assert [q.by for q in live(stands(("fc", "bob"), "?", "fc rules").begin(), {}).questions] == [("fc",)]


@pytest.mark.exercises("peers.decide")
def test_several_claims_are_one_question_each() -> None:
    """Bo objects to one of two claims. The other stands at once, this one after a talk or not at all."""
    run = granted(("bob", "cat"), "Ida:", ("portrayal", "principles"), "nobody objects")
    answers = {"0.0": "portrayal", "0.1": "none"}
    assert [q.question for q in live(run.begin(), answers).questions] == ["After talking it over, “portrayal” is …"]
    assert live(run.begin(), {**answers, "1": "dropped"}).result == ("principles",)
    by_majority = granted(("bob", "cat", "fc"), "Ida:", ("portrayal", "principles"), "majority")
    said = {"0.0": "portrayal", "0.1": "none", "0.2": "portrayal"}
    assert live(by_majority.begin(), said).result == ("principles",)
    alone = granted(("bob", "cat"), "Ida:", ("portrayal", "principles"), "fc rules")
    assert live(alone.begin(), {"0.0.0": "stands", "0.1.0": "dropped"}).result == ("portrayal",)


@pytest.mark.exercises("peers.decide")
def test_approvals_never_hold_up_a_roll() -> None:
    """While Peers think about a specialty, the player may go on without it. The FC may answer for them."""
    play = Play().call("task", "ida", "finesse")
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[1, 2, 3]])
    play.start("ann", "point_to", who="ida", attribute="grapnel")
    assert sorted(q.by[0] for _, q in play.asked()) == ["bob", "cat", "fc", "ida"]
    for _ in range(3):
        play.answer("fc", "does it help", "stands")
    assert play.options("KISS which dice?")[1] == "1:none:none:0"
    play.answer("ann", "KISS which dice?", "0:none:none:0")
    assert play.question("Turn something").by == ("fc",)


@pytest.mark.exercises("fc.not-final", "fc.rulings")
def test_rulings_are_kept_contested_and_changed() -> None:
    """Anyone may contest a ruling at any time. The FC records the result of the talk."""
    play = Play()
    play.act("fc", "make_ruling", text="Storms are hazards.")
    with pytest.raises(Refused, match="for the facilitator"):
        play.act("ann", "change_ruling", ruling="ruling", text="No.")
    play.act("ann", "contest_ruling", ruling="ruling", why="Indoors too?")
    assert play.s.house[0].contested == "Indoors too?"
    play.act("fc", "change_ruling", ruling="ruling", text="Storms are hazards outdoors.")
    assert (play.s.house[0].text, play.s.house[0].contested) == ("Storms are hazards outdoors.", "")
    play.act("fc", "change_ruling", ruling="ruling")
    assert play.s.house == ()


@pytest.mark.exercises("rollwhen.agenda", "rollwhen.tension")
def test_dice_wait_for_an_agenda() -> None:
    """No agenda, no roll. It lasts for the turn and is asked anew in the next."""
    play = Play()
    play.act("fc", "set_scene", title="The quay")
    play.act("fc", "pass_turn")
    with pytest.raises(Refused, match="First of all Ida Quill says what they want"):
        play.act("fc", "call_check", who="ida", ability="wits")
    play.act("ann", "state_agenda", who="ida", agenda="Find the door")
    play.act("fc", "call_check", who="ida", ability="wits", because="the FC asks about intent", lets="does that stand?")
    assert play.s.call is not None
    play.act("fc", "call_off")
    play.act("ann", "pass_turn")
    assert play["ida"].agenda == ""


@pytest.mark.example("rollwhen.check-or-task", 0)
def test_the_fc_decides_between_check_and_task() -> None:
    """Ann would rather have a task. The FC calls for a check, and a check it is."""
    play = Play()
    play.act("ann", "state_agenda", who="ida", agenda="Find the door", prefers="task")
    said = play.act("fc", "call_check", who="ida", ability="wits", lets="does that stand?")
    assert "Ida Quill would rather have rolled a task; the FC decides." in said
    assert play.s.call is not None
    assert play.s.call.kind == "check"


@pytest.mark.exercises("rollwhen.check-or-task")
@pytest.mark.parametrize("prefers", ["check", "task"])
@pytest.mark.parametrize("kind", ["check", "task"])
def test_it_is_said_where_the_fc_calls_for_the_other_roll(prefers: str, kind: str) -> None:
    """Not where the FC calls for the one they would rather have."""
    play = Play().change("ida", agenda="Find the door", prefers=prefers)
    lets = "does that stand?" if kind == "check" else ()
    said = play.act("fc", f"call_{kind}", who="ida", ability="wits", lets=lets)
    words = f"Ida Quill would rather have rolled a {prefers}; the FC decides."
    assert said.count(words) == (prefers != kind)


@pytest.mark.example("rollwhen.nothing-at-stake", 0)
@pytest.mark.parametrize("call", ["call_check", "call_task"])
def test_nothing_is_rolled_when_nothing_is_at_stake(call: str) -> None:
    """Neither a check nor a task."""
    play = Play()
    play.act("ann", "state_agenda", who="ida", agenda="Find the door")
    with pytest.raises(Refused, match="Nothing is rolled when nothing is at stake"):
        play.act("fc", call, who="ida", ability="wits", because="nothing is at stake")
    assert play.s.call is None


@pytest.mark.exercises("rollwhen.tension")
def test_one_roll_at_a_time() -> None:
    """A second call waits until the first is done or called off."""
    play = Play().change("ida", agenda="x").call("check", "ida", "wits")
    with pytest.raises(Refused, match="called for already"):
        play.act("fc", "call_task", who="ida", ability="wits")


@pytest.mark.exercises("peers.decide")
@pytest.mark.parametrize(("against", "asked"), [(0, False), (1, True), (2, False)])
def test_by_majority_a_tie_over_a_claim_is_the_fcs_to_break(against: int, asked: bool) -> None:
    """With one objection of two Peers the FC is asked, and either answer counts. With two the claim falls."""
    answers: dict[str, Any] = {f"0.{i}": "portrayal" if i < against else "none" for i in range(2)}

    def found(after: str = "") -> Any:
        given = answers | ({"1": after} if after else {})
        return live(granted(("fc", "bob"), "Ida claims", ("portrayal",), "majority").begin(), given)

    open_ = found()
    assert [q.by for q in open_.questions] == ([("fc",)] if asked else [])
    if not asked:
        assert open_.result == (() if against else ("portrayal",))
        return
    assert found(after="stands").result == ("portrayal",)
    assert found(after="dropped").result == ()


@pytest.mark.exercises("peers.who")
def test_whoever_leaves_in_the_middle_of_their_turn_has_passed_it() -> None:
    """Ann has the turn and leaves: it is Bob's, and the scene no longer has her."""
    play = Play()
    play.act("fc", "set_scene", title="The quay")
    play.act("fc", "pass_turn")
    assert play.s.turn == "ann"
    play.table.leave("ann")
    assert play.s.turn == "bob"
    assert "ann" not in (*play.s.scene(play.s.now).who, *peers_of(play.s, "bob"))
