"""Sources of KISSes: insights, stunts and specialties."""

from __future__ import annotations

import pytest

from tablewright.rules import Refused

from .kisses import at_the_kiss, task
from .play import Play


@pytest.mark.example("insight.kiss", 0)
def test_each_insight_kisses_a_die() -> None:
    """Two insights, two dice. The same one does not count twice."""
    play = task().change("ida", lots=0)
    play.act("ann", "bring_insight", who="ida", fact="the-chain", lets="Does it bear on this?")
    play.act("ann", "bring_insight", who="ida", fact="the-warden", lets="Does it bear on this?")
    with pytest.raises(Refused, match="in use already"):
        play.act("ann", "bring_insight", who="ida", fact="the-warden")
    assert at_the_kiss(play, [1, 1, 1]).options("KISS") == ["0:none:none:0", "1:none:none:0", "2:none:none:0"]


@pytest.mark.exercises("insight.kiss")
def test_insights_come_in_any_order() -> None:
    """An insight in use blocks only itself."""
    for facts in (("the-chain", "the-warden"), ("the-warden", "the-chain")):
        play = task()
        for fact in facts:
            play.act("ann", "bring_insight", who="ida", fact=fact, lets="Does it bear on this?")
        assert play.s.call is not None
        assert [pointed.id for pointed in play.s.call.insights] == list(facts)


@pytest.mark.example("insight.kinds", 0)
def test_a_fact_set_up_by_an_allys_wits_check_is_an_insight() -> None:
    """Cleo passes a check of Wits. The fact is established, and once approved it KISSes a die of Ida's."""
    play = Play().call("check", "cleo", "wits")
    with pytest.raises(Refused, match="passing a check of Wits or of Resolve"):
        play.act("cat", "establish_fact", text="The lock is old.", source="set up by a check")
    play.act("cat", "roll_check", who="cleo", dice=[[20]])
    play.act("cat", "establish_fact", text="The lock is old.", source="set up by a check")
    play.call("task", "ida", "finesse")
    play.act("ann", "bring_insight", who="ida", fact="the-lock-is-old", lets="Does it bear on this?")
    assert play.s.call is not None
    assert [p.words for p in play.s.call.insights] == ["The lock is old."]


@pytest.mark.example("insight.approval", 0)
def test_a_refused_insight_kisses_nothing() -> None:
    """The Peers refuse: no reroll from it."""
    play = task().change("ida", lots=0)
    play.act(
        "ann",
        "bring_insight",
        who="ida",
        fact="the-chain",
        say={"bob": "objection", "After": "dropped"},
        lets="Does it bear on this?",
    )
    assert at_the_kiss(play, [1, 1, 1]).options("KISS") == ["0:none:none:0"]


@pytest.mark.example("insight.before", 0)
def test_facts_come_before_the_dice() -> None:
    """With the task's dice on the table, a check or a new fact is too late."""
    play = at_the_kiss(task().change("cleo", agenda="To know"), [1, 1, 1])
    with pytest.raises(Refused, match="must wait"):
        play.act("fc", "call_check", who="cleo", ability="wits")
    with pytest.raises(Refused, match="must wait"):
        play.act("cat", "establish_fact", text="The lock is old.")


@pytest.mark.example("stunt.kiss", 0)
def test_one_stunt_one_own_die() -> None:
    """The first KISSes one of Ida's dice and no ally's. A second stunt is refused."""
    play = task().change("ida", lots=0).change("bo", lots=0)
    play.act("ann", "stunt", who="ida", how="A leap.")
    with pytest.raises(Refused, match="One stunt each"):
        play.act("ann", "stunt", who="ida", how="Another.")
    assert at_the_kiss(play, [1, 1, 1], 1, 6).options("KISS") == ["0:none:none:0", "1:none:none:0"]


@pytest.mark.example("stunt.ally", 0)
def test_each_ally_may_do_a_stunt_for_their_own_die() -> None:
    """With two allies stunts throw three dice again, for free and without a question."""
    play = task().change("ida", lots=0)
    for player, who in (("ann", "ida"), ("bob", "bo"), ("cat", "cleo")):
        play.act(player, "stunt", who=who, how="Look!")
    at_the_kiss(play, [5, 5, 1], 1, 1)
    assert play.options("KISS")[-1] == "1:bo,cleo:none:0"
    play.answer("ann", "KISS", "1:bo,cleo:none:0")
    assert [(q.by[0], q.dice) for _, q in play.asked()] == [("ida", 1), ("bo", 1), ("cleo", 1)]


@pytest.mark.exercises("stunt.ally", "npc.reframe")
def test_an_ally_of_the_fcs_may_do_a_stunt_too() -> None:
    """Pim the tinker aids, and the FC describes his flourish: his die is thrown again for nothing."""
    play = task(offers=()).change("ida", lots=0)
    play.act("fc", "offer_aid", who="pim", job="tinker")
    play.act("fc", "stunt", who="pim", how="Sparks everywhere.")
    play.start("ann", "perform_task", who="ida", job="rigger", accept=["pim"], dice=[[5, 5, 5], [1]])
    assert play.options("KISS") == ["0:none:none:0", "0:pim:none:0"]


@pytest.mark.example("stunt.no-approval", 0)
def test_nobody_approves_a_stunt() -> None:
    """A stunt counts at once. Characters outside the task are refused."""
    play = task()
    play.act("ann", "stunt", who="ida", how="A leap.")
    assert not play.asked()
    assert at_the_kiss(play.change("ida", lots=0), [1, 1, 1]).options("KISS")[-1] == "1:none:none:0"
    alone = task(offers=())
    with pytest.raises(Refused, match="neither performs nor aids"):
        alone.act("bob", "stunt", who="bo", how="Me too.")


@pytest.mark.example("stunt.veto", 0)
@pytest.mark.parametrize("ruling", ["another may be tried", "is used up"])
def test_the_fc_strikes_a_stunt_down(ruling: str) -> None:
    """Vetoed, it KISSes no die. By a ruling another may be tried."""
    play = Play(vetoed_stunt=ruling).call("task", "ida", "finesse").change("ida", lots=0)
    play.act("ann", "stunt", who="ida", how="Flying.")
    at_the_kiss(play, [1, 1, 1])
    play.table.act("fc", "veto_stunt", {"who": "ida"})
    assert play.options("KISS") == ["0:none:none:0"]
    if ruling == "is used up":
        with pytest.raises(Refused, match="uses it up"):
            play.table.act("ann", "stunt", {"who": "ida", "how": "A leap."})
    else:
        play.table.act("ann", "stunt", {"who": "ida", "how": "A leap."})
        assert play.options("KISS")[-1] == "1:none:none:0"


@pytest.mark.example("specialty.kiss", 0)
def test_each_attribute_kisses_a_die() -> None:
    """Three attributes, three dice. An ally's attribute serves as well."""
    play = task().change("ida", lots=0)
    for who, what in (("ida", "grapnel"), ("ida", "patience"), ("bo", "kite")):
        play.act(play[who].player, "point_to", who=who, attribute=what, lets="does it help here?")
    with pytest.raises(Refused, match="helps already"):
        play.act("ann", "point_to", who="ida", attribute="grapnel")
    at_the_kiss(play, [1, 1, 1], 6)
    assert play.options("KISS")[-1] == "3:none:none:0"


@pytest.mark.exercises("specialty.kiss", "task.aid.accept")
def test_what_a_declined_ally_points_to_helps_nobody() -> None:
    """Bo points to his kite. With his aid accepted it KISSes a die of Ida's, declined it does not."""
    for accepted, most in ((["bo"], "1:none:none:0"), ([], "0:none:none:0")):
        play = task().change("ida", lots=0)
        play.act("bob", "point_to", who="bo", attribute="kite", lets="does it help here?")
        dice = [[1, 1, 1], [6]] if accepted else [[1, 1, 1]]
        play.start("ann", "perform_task", who="ida", job="rigger", accept=accepted, dice=dice)
        assert play.options("KISS")[-1] == most


@pytest.mark.example("specialty.cap", 0)
def test_four_attributes_at_most() -> None:
    """The fifth is refused: four dice."""
    play = task().change("ida", lots=0)
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=6),))
    for what in ("grapnel", "patience", "sure-feet", "red-scarf"):
        play.act("ann", "point_to", who="ida", attribute=what, lets="does it help here?")
    with pytest.raises(Refused, match="Four attributes are the most"):
        play.act("bob", "point_to", who="bo", attribute="kite")
    assert at_the_kiss(play, [1] * 6).options("KISS")[-1] == "4:none:none:0"


@pytest.mark.example("specialty.approval", 0)
def test_each_attribute_needs_approval() -> None:
    """Two dice after one of three attributes was refused."""
    play = task().change("ida", lots=0)
    play.act("ann", "point_to", who="ida", attribute="grapnel", lets="does it help here?")
    play.act(
        "ann",
        "point_to",
        who="ida",
        attribute="red-scarf",
        say={"cat": "objection", "After": "dropped"},
        lets="does it help here?",
    )
    play.act("ann", "point_to", who="ida", attribute="patience", lets="does it help here?")
    assert at_the_kiss(play, [1, 1, 1]).options("KISS")[-1] == "2:none:none:0"
