"""Views of a seat: approvals in the middle of a roll, odds, forms and quick actions."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.measures import measures, side
from tablewright.games.venus_engine.state import Last
from tablewright.rules import Refused
from tablewright.table.odds.summary import OddsSummary
from tablewright.table.seat.prompts import SeatPrompt, answerable_prompts
from tablewright.table.seat.seat_view import SeatView

from .checked import called
from .kisses import at_the_kiss
from .kisses import task as task_with_offers
from .play import Play
from .tasks import task

RIGGER = {"who": "ida", "job": "rigger"}


def at(play: Play, seat: str) -> SeatView:
    return SeatView(play.table, seat)


def asked(play: Play, seat: str, words: str) -> SeatPrompt:
    """The question with these words that this seat may answer."""
    found = [ask for ask in answerable_prompts(at(play, seat).prompts) if words in ask.question]
    assert found, f"{seat} is not asked {words!r}"
    return found[0]


def say(play: Play, seat: str, words: str, answer: str) -> None:
    ask = asked(play, seat, words)
    at(play, seat).answer(answer, ask.action_id, ask.path)


def cost(found: OddsSummary, label: str) -> tuple[float, float]:
    """The price of an action in a resource: spending nothing, and at best."""
    return next((c.mean for c in found.costs if c.label == label), (0.0, 0.0))


def change(found: OddsSummary, label: str) -> tuple[float, float]:
    return next((c.mean for c in found.changes if c.label == label), (0.0, 0.0))


def reached(found: OddsSummary) -> tuple[float, float]:
    return next(group.chance for group in found.groups if group.label == "reaches the goal")


# approvals in the middle of a roll


def short_check() -> Play:
    """Ida's check has fallen short by 3, and she is asked about bonus factors."""
    play = called(absolute="simple")
    play.start("ann", "roll_check", who="ida", dice=[[5]])
    at(play, "ann").act("bring_factor", {"who": "ida", "kind": "attribute", "what": "Grapnel"})
    return play


@pytest.mark.exercises("check.bonus.approval", "peers.who")
def test_everybody_asked_can_answer_an_approval_in_the_middle_of_a_check() -> None:
    """Bob, Cat and the FC each see the proposal beside the open roll. When all have answered it counts."""
    play = short_check()
    for seat in ("bob", "cat", "fc"):
        ask = next(
            a for a in answerable_prompts(at(play, seat).prompts) if a.asked == (GAME.display_names(play.s, seat),)
        )
        assert "Grapnel" in ask.question
        at(play, seat).answer("stands", ask.action_id, ask.path)
    assert play.s.call is not None
    assert [f.words for f in play.s.call.bonus] == ["Grapnel"]
    (ask,) = answerable_prompts(at(play, "ann").prompts)
    assert [option.label for option in ask.options] == ["let it fail", "roll 1 bonus die", "call the check off"]


@pytest.mark.exercises("peers.decide")
def test_an_answer_to_one_question_never_answers_another() -> None:
    """The vote does not touch the roll, Ann's own question is not the Peers', and one word for two is refused."""
    play = short_check()
    assert [a.question for a in answerable_prompts(at(play, "bob").prompts)] != []
    assert all("Grapnel" in a.question for a in answerable_prompts(at(play, "bob").prompts))
    assert all("short by 3" in a.question for a in answerable_prompts(at(play, "ann").prompts))
    with pytest.raises(Refused, match="Several things are asked"):
        at(play, "fc").answer("stands")
    say(play, "bob", "Grapnel", "stands")
    assert "short by 3" in asked(play, "ann", "Bring in").question


@pytest.mark.exercises("peers.decide")
def test_one_objection_ends_the_vote() -> None:
    """The other Peers are not asked any more. The FC records the result of the talk."""
    play = short_check()
    say(play, "cat", "Grapnel", "objection")
    assert not [a for a in answerable_prompts(at(play, "bob").prompts) if "Grapnel" in a.question]
    ask = asked(play, "fc", "After talking it over")
    assert "Grapnel" in ask.question


@pytest.mark.exercises("kiss.one-round", "stunt.kiss")
def test_what_comes_too_late_to_kiss_with_does_not_undo_the_task() -> None:
    """Ida has chosen her dice and Bo's consent is open: a stunt now is refused, and the task goes on."""
    play = at_the_kiss(task_with_offers(), [1, 1, 4], 1)
    say(play, "ann", "KISS which", "throw 2 of your own dice and Bo Lantern's die again, for 3 Lots")
    for seat, who in (("ann", "ida"), ("bob", "bo")):
        draft = at(play, seat).draft("stunt", {"who": who, "how": "A leap."})
        assert not draft.ready
        assert "too late" in draft.missing
        with pytest.raises(Refused, match="too late"):
            play.table.act(seat, "stunt", {"who": who, "how": "A leap."})
    assert asked(play, "bob", "Throw your aid die again?")


@pytest.mark.exercises("insight.approval", "kiss.one-round")
def test_an_approval_that_comes_too_late_is_given_up_and_says_so() -> None:
    """The vote ends after the dice were chosen: the insight KISSes nothing, the price is what it was."""
    play = at_the_kiss(task_with_offers(), [1, 1, 4], 1)
    number = play.table.act("ann", "bring_insight", {"who": "ida", "fact": "the-warden"})
    say(play, "ann", "KISS which", "throw 1 of your own dice and Bo Lantern's die again, for 2 Lots")
    for seat in ("bob", "cat", "fc"):
        ask = next(a for a in answerable_prompts(at(play, seat).prompts) if a.action_id == number)
        at(play, seat).answer("stands", ask.action_id, ask.path)
    assert [e.why for e in play.table.play_state.finished if e.number == number] == [
        "It is too late for that: the dice to KISS have been chosen."
    ]
    assert play.s.call is not None
    assert not play.s.call.insights
    assert asked(play, "bob", "Throw your aid die again?")


# odds


@pytest.mark.exercises("lot.kiss", "task.primary")
def test_no_lot_is_burnt_once_the_goal_is_reached() -> None:
    """Three silver dice, goal 1: at best Lots go for the first success alone, and none is left for a second."""
    play = task()
    found = at(play, "ann").odds("perform_task", RIGGER)
    assert reached(found) == pytest.approx((7 / 8, 63 / 64))
    assert cost(found, "Lots")[0] == 0
    assert cost(found, "Lots")[1] == pytest.approx(-3 / 8)  # all three missed, once in eight
    at_the_kiss(play, [4, 1, 1])
    ask = asked(play, "ann", "KISS which")
    advice = at(play, "ann").advice(ask.action_id, ask.path)
    assert advice.best == "0:none:none:0"


@pytest.mark.exercises("insight.kiss")
def test_what_is_free_is_thrown_again_even_when_the_goal_is_reached() -> None:
    """An insight KISSes a die for nothing: it buys more than the goal."""
    play = task()
    play.act("ann", "bring_insight", who="ida", fact="the-warden", lets="Does it bear on this?")
    at_the_kiss(play, [4, 1, 1])
    ask = asked(play, "ann", "KISS which")
    assert at(play, "ann").advice(ask.action_id, ask.path).best == "1:none:none:0"


@pytest.mark.exercises("lot.cap", "ego.binary", "ego.one-use")
def test_lots_and_ego_are_prices_of_their_own() -> None:
    """With ten Lots and Ego, and a goal of 5, the costs stay within ten Lots and one Ego."""
    play = task(factors=("a", "b", "c", "d")).change("ida", ego=True)
    found = at(play, "ann").odds("perform_task", RIGGER)
    assert {c.label for c in found.costs} == {"Lots", "Ego"}
    assert -10 <= cost(found, "Lots")[1] < 0
    assert -1 <= cost(found, "Ego")[1] < 0
    assert cost(found, "Ego")[0] == cost(found, "Lots")[0] == 0


@pytest.mark.exercises("task.fail.exp", "task.primary")
def test_a_goal_within_reach_is_not_let_go_for_what_failing_teaches() -> None:
    """Failing marks exp, but the goal is worth more: the advice is to reach it."""
    play = at_the_kiss(task(), [6, 6, 6])
    ask = asked(play, "ann", "Reach the main goal")
    # The machine decides how far a count gets in its time, and later counts reuse its results.
    advice = [at(play, "ann").advice(ask.action_id, ask.path).best for _ in range(6)]
    assert "yes" in advice
    assert "no" not in advice


@pytest.mark.exercises("task.variable")
def test_the_odds_of_a_task_say_what_is_left_beyond_the_goal() -> None:
    """Three silver dice against 1: 1.5 successes on average, 7/8 of one of them for the goal."""
    found = at(task(), "ann").odds("perform_task", RIGGER)
    assert change(found, "successes left to spend")[0] == pytest.approx(1.5 - 7 / 8)
    assert change(found, "exp as Rigger")[0] == pytest.approx(1 / 8)
    assert any("nothing more" in said for said in found.assumed)
    assert any("let it be" in said for said in found.assumed)


@pytest.mark.exercises("check.binary")
def test_the_odds_of_a_check_are_two_groups_and_a_price() -> None:
    """Wits 2 against 10 with one Lot approved: 13/20, and more with its die. Calling off is not a group."""
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    found = at(play, "ann").odds("roll_check", {"who": "ida"})
    assert [(g.label, g.tone) for g in found.groups] == [("passes", "good"), ("fails", "bad")]
    assert found.groups[0].chance[0] == pytest.approx(13 / 20)
    assert cost(found, "Lots")[1] == pytest.approx(-6 / 20)


@pytest.mark.exercises("peers.decide")
def test_a_judgement_of_the_peers_has_no_best() -> None:
    """Characters choose for the players' side. People at the table judge."""
    play = short_check()
    assert (side(play.s, "ida"), side(play.s, "bob"), side(play.s, "fc")) == ("the players", "", "")
    ask = asked(play, "bob", "Grapnel")
    assert at(play, "bob").advice(ask.action_id, ask.path).best == ""


@pytest.mark.exercises("task.variable")
def test_the_last_task_is_not_measured_as_the_next_one() -> None:
    """After a goal was reached, calling for another task takes nothing away."""
    play = task()
    play.act(
        "ann",
        "perform_task",
        **RIGGER,
        dice=[[6, 6, 6]],
        say={"main goal": "yes", "Buy what": "nothing"},
        lets="Turn something against them?",
    )
    before = {m.key: m.value for m in measures(play.s)}
    play.change("ida", agenda="More")
    play.act("fc", "call_task", who="ida", ability="finesse", obvious=True)
    after = {m.key: m.value for m in measures(play.s)}
    assert {key: after[key] for key in before} == before


# what comes first


def offered(play: Play, seat: str) -> list[str]:
    return [offer.action for offer in at(play, seat).suggestions]


@pytest.mark.parametrize(
    ("kind", "passed", "wound_back"), [("check", False, True), ("check", True, False), ("task", False, False)]
)
def test_only_a_failed_check_may_be_wound_back(kind: Literal["check", "task"], passed: bool, wound_back: bool) -> None:
    """Offered to the FC, and to no player."""
    play = Play()
    play.set(play.s.but(last=Last(kind, "ida", "wits", passed)))
    assert ("rewind_check" in offered(play, "fc")) is wound_back
    assert "rewind_check" not in offered(play, "ann")


@pytest.mark.exercises("turn.fc-opens", "scene.offer", "rollwhen.agenda")
def test_each_moment_calls_for_its_own_actions() -> None:
    """Between scenes, on a turn, at a check, at a task, after it, and in the debrief."""
    play = Play()
    assert offered(play, "fc")[0] == "set_scene"
    assert offered(play, "ann")[0] == "offer_scene"
    play.act("fc", "set_scene", title="The tower")
    play.act("fc", "pass_turn")
    assert offered(play, "ann")[:3] == ["state_agenda", "use_attribute", "pass_turn"]
    play.act("ann", "state_agenda", who="ida", agenda="The manifest")
    assert offered(play, "fc")[:2] == ["call_check", "call_task"]
    play.act("fc", "call_check", who="ida", ability="wits", lets="does that stand?")
    assert offered(play, "fc")[0] == "state_stakes"
    play.act("fc", "state_stakes", stakes="Trouble.")
    assert offered(play, "ann")[:2] == ["roll_check", "bring_factor"]
    play.act("ann", "call_off")
    play.act("fc", "call_task", who="ida", ability="finesse", obvious=True)
    assert offered(play, "ann") == ["perform_task", "point_to", "bring_insight", "stunt", "call_off"]
    assert offered(play, "bob") == ["offer_aid"]
    play.act(
        "ann",
        "perform_task",
        **RIGGER,
        dice=[[6, 6, 1]],
        say={"main goal": "yes", "Buy what": "surprise"},
        lets=(
            "KISS which dice?",
            "Turn something against them?",
        ),
    )
    assert offered(play, "bob")[0] == "word_consequence"
    play.act("fc", "end_chapter")
    assert offered(play, "ann") == ["debrief"]
    assert offered(play, "fc") == ["debrief", "debrief", "debrief", "begin_chapter", "begin_session"]


def choices(play: Play, seat: str, action: str, field: str, **values: Any) -> dict[str, str]:
    """The labels of a field's choices, with why not."""
    return {c.label: c.why_not for c in at(play, seat).draft(action, values).field(field).choices}


@pytest.mark.exercises("task.job.choose", "check.bonus.kinds")
def test_forms_list_what_is_ones_own_by_name() -> None:
    """Jobs of the actor, attributes of the character who points to one, allies other than oneself."""
    play = task(factors=("wind",))
    assert choices(play, "ann", "perform_task", "job") == {"Rigger": "", "Burglar": ""}
    assert choices(play, "ann", "point_to", "attribute") == dict.fromkeys(
        ("Grapnel", "Sure feet", "A climber's patience", "The red scarf"), ""
    )
    assert choices(play, "ann", "bring_insight", "fact") == {
        "The harbour chain is raised an hour after dusk.": "",
        "Warden Oss is afraid of heights.": "",
    }
    play.set(play.s.but(call=None)).call("check", "ida", "wits")
    allies = choices(play, "ann", "bring_factor", "what", kind="ally")
    assert list(allies) == ["Bo Lantern", "Cleo Varn", "Warden Oss", "Pim the tinker"]
    draft = at(play, "ann").draft("bring_factor", {"kind": "lot"})
    assert [field.name for field in draft.fields] == ["kind"]
    assert at(play, "ann").draft("bring_factor", {"kind": "surroundings"}).field("what").kind == "text"


def test_odds_of_a_roll_say_nothing_of_the_last_task() -> None:
    """Bo's task, and a check of Cleo's after it, leave what Ida has reached out of it."""
    play = Play().call("task", "ida", "finesse")
    play.act(
        "ann",
        "perform_task",
        who="ida",
        job="rigger",
        dice=[(6, 6, 6)],
        say={"Reach": "yes"},
        lets=(
            "Buy what else?",
            "Turn something against them?",
        ),
    )
    assert play.s.last is not None
    assert play.s.last.passed
    for kind, who, action, seat, params in (
        ("task", "bo", "perform_task", "bob", {"job": "courier"}),
        ("check", "cleo", "roll_check", "cat", {}),
    ):
        play.call(kind, who, "swiftness")
        found = SeatView(play.table, seat).odds(action, {"who": who, **params})
        assert "ida" not in {change.whose for change in (*found.changes, *found.costs)}


@pytest.mark.exercises("task.aid.job")
def test_a_master_is_asked_who_acts_though_one_of_the_fcs_own_could() -> None:
    """Pim, the FC's only helper, is not preselected to aid Ida. Bob is not asked, for he plays Bo alone."""
    play = Play().call("task", "ida", "finesse")
    assert "who" not in at(play, "fc").draft("offer_aid").values
    assert at(play, "bob").draft("offer_aid").values["who"] == "bo"


@pytest.mark.exercises("task.primary", "task.primary.decline")
def test_what_an_answer_gives_up_is_not_promised_with_it() -> None:
    """Dice left as they are, two successes, a goal for one: with *no* the goal is gone, now and after it."""
    play = at_the_kiss(task(), [5, 5, 1])
    say(play, "ann", "KISS which", "leave the dice as they are")
    ask = asked(play, "ann", "Reach the main goal")
    found = at(play, "ann").advice(ask.action_id, ask.path)
    assert found.best == "yes"
    goals = {key: [change.label for change in one.changes] for key, one in found.options.items()}
    assert "the main goal" in goals["yes"]
    assert "the main goal" not in goals["no"]
    assert {key: [group.label for group in one.groups] for key, one in found.options.items()} == {
        "yes": ["reaches the goal"],
        "no": ["fails"],
    }
    say(play, "ann", "Reach the main goal", "no")
    ask = asked(play, "ann", "Buy what else")
    for one in at(play, "ann").advice(ask.action_id, ask.path).options.values():
        assert [group.label for group in one.groups] == ["fails"]
        assert "the main goal" not in [change.label for change in one.changes]


@pytest.mark.exercises("task.primary.decline")
@pytest.mark.parametrize(
    ("goal", "says", "tone"), [("yes", "reaches the goal, 2 successes", "good"), ("no", "fails, 2 successes", "bad")]
)
def test_the_headline_of_a_task_is_whether_its_goal_was_reached(goal: str, says: str, tone: str) -> None:
    """Successes alone reach nothing: who declines the goal has failed."""
    play = at_the_kiss(task(), [5, 5, 1])
    play.settle((), {"KISS which": "0:none:none:0", "main goal": goal, "Buy what": "nothing"}, lets="Turn something")
    (headline,) = [told.item for told in at(play, "ann").feed() if told.item.kind == "outcome"]
    assert (headline.text, headline.tone) == (says, tone)


@pytest.mark.exercises("check.bonus.kinds")
def test_another_kind_of_factor_is_not_barred_by_what_was_chosen_for_this_one() -> None:
    """With the grapnel chosen, an ally's help is still to be had: whose, is asked anew."""
    play = called(absolute="simple")
    assert choices(play, "ann", "bring_factor", "kind", kind="attribute", what="grapnel")["an ally's help"] == ""


def test_what_is_refused_is_said_in_the_forms_own_words() -> None:
    """The field and the choices by what they are called."""
    play = called(absolute="simple")
    with pytest.raises(Refused, match=r"what cannot be 'ida'\. Choose from: .*Sure feet"):
        play.act("ann", "bring_factor", who="ida", kind="attribute", what="ida")


@pytest.mark.exercises("task.kiss.step")
def test_more_than_enough_is_not_said_as_a_part_of_it() -> None:
    """Two successes for a goal that costs one."""
    play = at_the_kiss(task(), [5, 5, 1])
    assert asked(play, "ann", "KISS which").question == "KISS which dice? 2 successes so far, and the goal costs 1."
