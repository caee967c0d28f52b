"""Limits on counting: a fifth factor, being a learner, wounds, special consequences, Ego for a scene."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.catalog.installed import find_game
from tablewright.games.venus_engine.characters import Attribute, Job
from tablewright.games.venus_engine.difficulty import counted
from tablewright.games.venus_engine.statistics import percent
from tablewright.rules import Refused
from tablewright.rules.widgets import CardWidget, Panel, TrackWidget
from tablewright.table.seat.seat_view import SeatView

from .checked import called
from .kisses import at_the_kiss
from .play import Play
from .tasks import task

LEDGER = find_game("venus-engine").ledger


@pytest.mark.exercises("check.bonus.cap")
def test_a_fifth_bonus_factor_names_what_it_leaves_out() -> None:
    """A fifth is refused until it names the factor it replaces, which is then gone in the log too."""
    play = called()
    for what in ("grapnel", "sure-feet", "patience", "red-scarf"):
        play.act("ann", "bring_factor", who="ida", kind="attribute", what=what, lets="count as a bonus factor?")
    draft = SeatView(play.table, "ann").draft("bring_factor", {"kind": "ally", "what": "Bo Lantern"})
    assert (draft.ready, draft.field("instead").wrong) == (False, draft.missing)
    assert next(c.label for c in draft.field("instead").choices) == "Grapnel"
    with pytest.raises(Refused, match="say which one is left out"):
        play.act("ann", "bring_factor", who="ida", kind="ally", what="bo")
    said = play.act(
        "ann",
        "bring_factor",
        who="ida",
        kind="ally",
        what="bo",
        instead="attribute-red-scarf",
        lets="count as a bonus factor?",
    )
    assert "Four count: The red scarf is left out." in said
    assert play.s.call is not None
    assert [f.words for f in play.s.call.bonus][-1] == "Bo Lantern's help"
    assert "The red scarf" not in [f.words for f in play.s.call.bonus]
    assert len(play.s.call.bonus) == 4


@pytest.mark.exercises("check.bonus.cap", "check.bonus.approval")
def test_what_would_be_left_out_stays_if_the_peers_object() -> None:
    """The factor that does not stand replaces nothing."""
    play = called()
    for what in ("grapnel", "sure-feet", "patience", "red-scarf"):
        play.act("ann", "bring_factor", who="ida", kind="attribute", what=what, lets="count as a bonus factor?")
    before = play.s.call
    say = {"brings in": "objection", "After": "dropped"}
    play.act("ann", "bring_factor", who="ida", kind="lot", instead="attribute-grapnel", say=say)
    assert play.s.call == before


@pytest.mark.exercises("learn.factor.cap", "learn.factor")
def test_the_log_keeps_the_learner_and_says_what_is_left_out() -> None:
    """Four drawbacks and a learner: the learner is one of the four, the last drawback is not counted."""
    assert counted(("a", "b", "c", "d"), True) == (("a", "b", "c", "being a learner"), "d")
    assert counted(("a",), True) == (("a", "being a learner"), "")
    assert counted(("a", "b", "c", "d"), False) == (("a", "b", "c", "d"), "")
    play = Play().change("bo", agenda="Help", jobs=(Job("nurse", "Nurse", ("wits", "resolve")),))
    said = play.act(
        "fc", "call_task", who="bo", ability="wits", factors=["dark", "rain", "noise", "haste"], obvious=True
    )
    assert "Being a learner is one of the four: “haste” is left out." in said
    assert any(line.endswith("success costs 5, being a learner.") for line in said)
    said = play.act(
        "bob",
        "perform_task",
        who="bo",
        job="nurse",
        dice=[[1, 1]],
        lets=(
            "KISS which dice?",
            "Turn something against them?",
        ),
    )
    assert said[0].endswith("the goal costs 5 successes (1, and dark, rain, noise, being a learner).")
    assert "Four factors count: “haste” is left out." in said


@pytest.mark.exercises("kiss.disappoint")
def test_successes_are_named_where_the_table_lets_them() -> None:
    """If all three hit there is no KISS, unless any die may be named. A success thrown again can be lost."""
    play = at_the_kiss(task(), [4, 5, 6])
    assert "main goal" in play.asked()[0][1].question
    play = Play(named_successes="always").call("task", "ida", "finesse").change("ida", agenda="x")
    at_the_kiss(play, [4, 5, 6])
    assert play.options("KISS which") == [f"{n}:none:none:{n}" for n in range(4)]
    play.answer("ann", "KISS which", "3:none:none:3")
    play.settle([[1, 1, 4]], {"main goal": "yes"}, lets="Turn something against them?")
    assert play["ida"].lots == 7
    assert play.s.last is not None
    assert play.s.last.more == 0


@pytest.mark.exercises("kiss.disappoint", "ego.one-use")
def test_named_successes_do_not_need_ego() -> None:
    """With Ego kept, any die may still be named where the table lets them."""
    play = Play(named_successes="always").call("task", "ida", "finesse").change("ida", ego=True)
    at_the_kiss(play, [1, 4, 5])
    play.answer("ann", "Spend Ego?", "none")
    assert [key.split(":")[0] for key in play.options("KISS which")] == ["0", "1", "2", "3"]


@pytest.mark.exercises("personal.special")
def test_a_special_consequence_belongs_to_the_tasks_it_names() -> None:
    """Sure feet show in tasks of Finesse and Swiftness, not in one of Wits. Without a name, in all."""
    for ability, job, offered in (("finesse", "rigger", True), ("wits", "burglar", False)):
        play = Play().call("task", "ida", ability)
        play.start("ann", "perform_task", who="ida", job=job, dice=[[6] * play["ida"].job(job).level])
        play.answer("ann", "main goal", "yes")
        assert ("special-sure-feet" in play.options("Buy what")) is offered
    play = Play()
    play.act("ann", "add_attribute", who="ida", name="Luck", special="a coin is found", special_for=["wits"])
    assert play["ida"].attribute("luck").special_for == ("wits",)
    anywhere = Attribute("luck", "Luck", special="a coin is found")
    play.change("ida", attributes=(anywhere,)).call("task", "ida", "wits")
    play.start("ann", "perform_task", who="ida", job="burglar", dice=[[6, 6]])
    play.answer("ann", "main goal", "yes")
    assert "special-luck" in play.options("Buy what")


@pytest.mark.exercises("ego.earn.scene")
def test_one_scene_pays_ego_once_a_player() -> None:
    """Ann plays two and picks one to earn it. Once one of hers has Ego, the next scene pays none."""
    play = Play().change("cleo", player="ann")
    play.act("ann", "offer_scene", title="Dawn")
    said = play.act("fc", "allow_scene", player="ann", say={"Who of yours": "cleo"})
    assert "Cleo Varn earns Ego." in said
    assert (play["ida"].ego, play["cleo"].ego) == (False, True)
    play.act("fc", "end_scene")
    play.act("ann", "offer_scene", title="Noon")
    assert "Cleo Varn has Ego already." in play.act("fc", "allow_scene", player="ann")
    assert not play["ida"].ego


@pytest.mark.exercises("check.relative.kinds")
def test_wounds_are_fields_that_a_check_counts() -> None:
    """A wound is written down once, counted by name for 1, and heals."""
    play = Play().change("ida", agenda="Climb")
    play.act("ann", "take_wound", who="ida", wound="a burn")
    with pytest.raises(Refused, match="this wound already"):
        play.act("ann", "take_wound", who="ida", wound="A burn")
    play.act(
        "fc",
        "call_check",
        who="ida",
        ability="wits",
        wounds=["a burn"],
        factors=["rain"],
        obvious=True,
        lets="does that stand?",
    )
    assert play.s.call is not None
    assert play.s.call.factors == ("rain", "a burn")
    play.act("fc", "call_off")
    with pytest.raises(Refused, match="of theirs that counts cannot be 'a burn'"):
        play.act("fc", "call_check", who="warden", ability="wits", wounds=["a burn"], obvious=True)
    play.act("fc", "heal_wound", who="ida", wound="a burn")
    assert play["ida"].wounds == ()


@pytest.mark.exercises("caliber.meaning", "score.meaning")
def test_tier_age_and_archetype_are_written_down() -> None:
    """Empty fields keep their values. A form without any is refused."""
    play = Play()
    play.act("ann", "describe_character", who="ida", tier="mortal", age="thirty")
    play.act("ann", "describe_character", who="ida", archetype="drifter")
    assert (play["ida"].tier, play["ida"].age, play["ida"].archetype) == ("mortal", "thirty", "drifter")
    with pytest.raises(Refused, match="Say a tier"):
        play.act("ann", "describe_character", who="ida")


def against(play: Play) -> tuple[str, ...]:
    """The factors of the roll that has been called for."""
    assert play.s.call is not None
    return play.s.call.factors


@pytest.mark.exercises("check.relative.kinds", "task.threshold.kinds")
def test_factors_name_tier_age_archetype_and_what_an_opponent_has() -> None:
    """In checks, tasks and fights alike, 1 each. Facts not written down cannot be named."""
    play = Play().change("ida", agenda="Climb", age="old", wounds=("a burn",))
    his = "Courier's kite of Bo Lantern"
    play.act(
        "fc",
        "call_check",
        who="ida",
        ability="wits",
        wounds=["age: old"],
        opposed=[his],
        obvious=True,
        lets="does that stand?",
    )
    assert against(play) == ("age: old", his)
    play.act("fc", "call_off")
    play.act("fc", "call_task", who="ida", ability="wits", traits=["a burn", "age: old"], opposed=[his], obvious=True)
    assert against(play) == ("a burn", "age: old", his)
    play.act("fc", "call_off")
    play.act("fc", "call_fight", who="ida", npc="warden", doing="striking", wounds=["a burn"], lets="does that stand?")
    assert against(play) == ("a burn",)
    play.act("fc", "call_off")
    with pytest.raises(Refused, match="of theirs that counts cannot be 'tier: mortal'"):
        play.act("fc", "call_task", who="ida", ability="wits", traits=["tier: mortal"], obvious=True)


@pytest.mark.exercises("fc.world")
def test_the_fc_sees_attributes_exp_and_principles_of_everyone() -> None:
    """On the FC's sheet each character is whole. A player sees the others in short."""
    play = Play()

    def whole(seat: str, who: str) -> bool:
        (panel,) = [p for p in SeatView(play.table, seat).sheet if isinstance(p, Panel) and p.of == who]
        kinds = {type(word) for word in panel.words}
        return CardWidget in kinds and TrackWidget in kinds

    assert all(whole("fc", who) for who in ("ida", "bo", "cleo"))
    assert whole("ann", "ida")
    assert not whole("ann", "bo")
    assert "I leave nobody behind." in repr(SeatView(play.table, "fc").sheet)


@pytest.mark.exercises("stats.exact")
def test_what_is_possible_is_never_nothing() -> None:
    """A chance of 1 in 6 to the eighth shows as under a hundredth of a percent, and its opposite not as certain."""
    rare = Fraction(1, 6**8)
    assert (percent(rare), percent(1 - rare)) == ("under 0.01 %", "over 99.99 %")
    assert (percent(Fraction(0)), percent(Fraction(1)), percent(Fraction(1, 3))) == ("0.00 %", "100.00 %", "33.33 %")


def test_every_rule_has_a_short_title() -> None:
    """Two to five words, no two alike."""
    titles = [entry.title for entry in LEDGER]
    assert all(2 <= len(title.split()) <= 5 for title in titles)
    assert len(set(titles)) == len(titles)
