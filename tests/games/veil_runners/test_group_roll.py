"""Group rolls: one result for all."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.action_odds import action_odds_of as odds_in
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.content import CREWS
from tablewright.games.veil_runners.group_roll import combined
from tablewright.games.veil_runners.state import Result
from tablewright.table import Table
from tablewright.table.seat.seat_view import SeatView

from .table import act, crew, everyone, mission, odds, refused

F, D, S, C = Result


@pytest.mark.example("group.equal", 0)
def test_the_combined_result_holds_for_everyone() -> None:
    """Three roll badly at Risky: one Fiasco, which all three earn for and are hurt by."""
    s = mission().but(position="risky")
    after = act(s, "group_roll", [[1, 1, 2], [3, 2, 1], [1, 1, 1], [1], [3], [5]], who=["ada", "bo", "cyl"])
    assert after.result is F
    assert [m.focus for m in after.state.crew] == [2, 2, 2]
    assert (after["ada"].life_support, after["bo"].primary_works, after["cyl"].secondary_works) == (False, False, False)


def test_a_fiasco_of_ones_own_earns_nothing_when_the_group_succeeds() -> None:
    """Ada fails, Bo succeeds: the group has a drawback, and no tokens are earned."""
    after = act(mission(), "group_roll", [[1, 1, 2], [6, 2, 1]], who=["ada", "bo"])
    assert after.result is D
    assert {m.focus for m in after.state.crew} == {0}


@pytest.mark.exercises("group.equal")
def test_each_is_hurt_by_their_own_position() -> None:
    """A drawback at Risky hurts only Ada, whose limiters are overridden."""
    s = crew(mission().but(position="risky"), suit=("Limiter Override",))
    after = act(s, "group_roll", [[5, 1, 1, 1], [4, 1, 1], [2]], who=["ada", "bo"])
    assert after.result is D
    assert (after["ada"].life_support, after["bo"].life_support) == (False, True)


@pytest.mark.example("group.focus", 0)
def test_each_spends_their_own_tokens_before_results_are_compared() -> None:
    """5 and 2 with a token become a Success, and with Bo's drawback the group succeeds."""
    s = crew(mission(), focus=1, vitality=2)
    after = act(s, "group_roll", [[5, 2], [4, 1, 1]], ["success,1"], who=["ada", "bo"])
    assert (after.result, after["ada"].focus) == (S, 0)


@pytest.mark.example("group.cancel", 0)
@pytest.mark.example("group.success.fiasco", 0, 1, 2)
@pytest.mark.example("group.success.clean", 0, 1, 2, 3)
@pytest.mark.example("group.otherwise", 0, 1, 2, 3)
@pytest.mark.parametrize(
    ("results", "together"),
    [
        ([C, F], S),
        ([S, F], D),
        ([C, F, F], D),
        ([S, D, F], D),
        ([S, D], S),
        ([C, S], S),
        ([C, S, F], S),
        ([C, D], C),
        ([C, C], C),
        ([D, F], D),
        ([F, F], F),
    ],
)
def test_results_are_combined_in_the_books_order(results: list[Result], together: Result) -> None:
    """Thrown at the table: each of them shows their result on three dice."""
    shown = {F: [1, 1, 1], D: [4, 1, 1], S: [6, 1, 1], C: [6, 6, 1]}
    who = ["ada", "bo", "cyl"][: len(results)]
    assert act(mission(), "group_roll", [shown[r] for r in results], who=who).result is together


@pytest.mark.example("group.cancel", 1, 2)
def test_a_fiasco_uses_up_one_critical() -> None:
    """The rest counts: a second Critical beside the Success, or a second Fiasco."""
    assert combined([C, C, F]) is combined([C, S]) is S
    assert combined([C, C, F], keep_critical=True) is combined([C, S], keep_critical=True) is C
    assert combined([C, F, F]) is combined([S, F]) is D


@pytest.mark.exercises("group.focus")
def test_all_dice_lie_before_anybody_spends_and_people_answer_in_any_order() -> None:
    """Ada's and Bo's questions are open at once. Ben answers first."""
    table = Table.open(GAME, seed="together", fair_dice=False)
    for who in ("ada", "bo"):
        table.edit("way", f"crew.{who}.focus", 1)
    number = table.act("ann", "group_roll", {"who": ["ada", "bo"]})
    for _, asked in table.play_state.waiting():
        table.roll("way", number, asked.at, [5, 1, 1])
    assert [q.by for _, q in table.play_state.waiting()] == [("ada",), ("bo",)]
    for seat, answer in (("ben", "success,1"), ("ann", "drawback,0")):
        ((_, question),) = table.prompts_for(seat)
        table.answer(seat, number, question.at, answer)
    assert [m.focus for m in table.state.crew] == [1, 0, 0]
    assert table.play_state.finished[0].outcome is not None
    assert table.play_state.finished[0].outcome.value is S


def test_a_table_may_keep_the_critical() -> None:
    """The house ruling turns the same dice into a Critical."""
    dice = [[6, 6, 1], [6, 1, 1]]
    assert act(mission(), "group_roll", dice, who=["ada", "bo"]).result is S
    assert act(mission(group_critical="kept"), "group_roll", dice, who=["ada", "bo"]).result is C


def test_the_ship_may_take_part() -> None:
    """The ship rolls a CORE system, earns its token and takes its damage."""
    s = mission().but(position="risky")
    after = act(s, "group_roll", [[1, 1, 2], [3, 2], [1]], who=["ada"], ship="NAV")
    assert after.result is F
    assert (after.state.ship.focus, after.state.ship.integrity, after["ada"].focus) == (2, "lost", 2)


def test_the_ships_modules_help_it_there_too() -> None:
    """NAV 2 and the afterburners."""
    assert (
        len(act(mission(), "group_roll", [[6, 1, 1], [6, 1, 1]], who=["ada"], ship="NAV", modules=["2"]).dice[1]) == 3
    )
    assert "modules cannot be '2'" in refused(mission(), "group_roll", who=["ada"], ship="CPU", modules=["2"])


def test_instead_of_rolling_one_may_be_sure_of_a_success() -> None:
    """Ada spends Ingenuity, Bo is Reckless and pays with damage: the group succeeds without a roll."""
    s = crew(crew(mission(), ingenuity=1), "bo", qualities=("Reckless",))
    after = act(s, "group_roll", [[1]], ["ingenuity", "reckless"], who=["ada", "bo"])
    assert (after.result, after["ada"].ingenuity, after["bo"].life_support) == (S, 0, False)
    tense = act(crew(s, "bo", qualities=()).but(position="risky"), "group_roll", [[6, 1, 1]] * 2, who=["ada", "bo"])
    assert [line for line in tense.lines if line.kind == "choice"] == []


def test_nobody_elses_token_is_spent_by_who_calls_for_the_roll() -> None:
    """Ann calls for the roll. Ben decides about Bo's Ingenuity."""
    table = Table.open(GAME, seed="together")
    table.edit("way", "crew.bo.ingenuity", 1)
    table.act("ann", "group_roll", {"who": ["ada", "bo"]})
    assert table.prompts_for("ann") == []
    ((_, question),) = table.prompts_for("ben")
    assert question.question == "Roll, or do without?"
    assert [option.label for option in question.options] == ["roll", "a Success for an Ingenuity Token"]


def test_a_group_is_refused_before_anybody_is_asked() -> None:
    """Bo's lost tool stops it, not Ada's answer."""
    s = crew(crew(mission(), ingenuity=1), "bo", primary_works=False)
    assert "Bo has lost the primary tool" in refused(s, "group_roll", who=["ada", "bo"], primary=["bo"])


@pytest.mark.exercises("token.integrity.spend", "token.engineering.success")
def test_the_ship_may_spend_a_token_instead_of_rolling_there_too() -> None:
    """Integrity is a Critical, which with Ada's drawback stays one. Engineering is a Success."""
    by_integrity = act(mission(), "group_roll", [[4, 1, 1]], who=["ada"], ship="NAV", ship_how="integrity")
    assert (by_integrity.result, by_integrity.state.ship.integrity) == (C, "spent")
    by_engineering = act(mission(), "group_roll", [[4, 1, 1]], who=["ada"], ship="NAV", ship_how="engineering")
    assert (by_engineering.result, by_engineering.state.ship.engineering) == (S, "spent")
    gone = by_integrity.state
    assert "Integrity is gone" in refused(gone, "group_roll", who=["ada"], ship="NAV", ship_how="integrity")


@pytest.mark.exercises("decks.power")
def test_a_group_that_explores_a_dark_station_is_desperate() -> None:
    """Both roll Desperate, and only while they explore."""
    s = act(mission(), "lay_out", what="Looking for survivors").state
    after = act(s, "group_roll", [[4, 1, 1], [4, 1, 1], [1], [1]], who=["ada", "bo"], exploring=True)
    assert [m.life_support for m in after.state.crew] == [False, False, True]
    assert len(act(s, "group_roll", [[4, 1, 1], [4, 1, 1]], who=["ada", "bo"]).dice) == 2


def test_tools_of_those_who_stay_out_are_refused() -> None:
    """A tool named for another member is refused, not ignored."""
    said = refused(mission(), "group_roll", who=["ada", "bo"], primary=["cyl"])
    assert said == "primary tools cannot be 'cyl'. Choose from: Ada, Bo."


def test_two_to_six_take_part() -> None:
    """A group of one is refused."""
    assert "2 to 6 take part" in refused(mission(), "group_roll", who=["ada"])
    assert "Bo is Down and Out" in refused(crew(mission(), "bo", vitality=0), "group_roll", who=["ada", "bo"])


def test_a_clock_follows_the_group_once() -> None:
    """Three rolls, one result, one advance."""
    s = act(mission(), "start_clock", title="Core", kind="catastrophe").state
    after = act(s, "group_roll", [[1, 1, 1]] * 3, who=["ada", "bo", "cyl"]).state
    assert after.kit.clocks[0].filled == 2


def test_the_odds_of_a_group_of_six_are_counted_within_the_budget() -> None:
    """For Ann, who decides about her own three tokens, and for six who decide together about one each."""
    who = [m.id for m in CREWS]
    rich, modest = (everyone(mission().but(crew=CREWS), focus=tokens) for tokens in (3, 1))
    hers = odds_in(GAME, rich, "group_roll", {"who": who}, seat=GAME.seats[1], budget=60_000)
    theirs = odds_in(GAME, modest, "group_roll", {"who": who}, budget=60_000)
    for seen in (hers, theirs):
        assert seen.plain.whole()
        assert seen.best.mean() > seen.plain.mean()


def test_two_players_odds_only_count_their_own_tokens() -> None:
    """Ann's best play does not spend Ben's tokens."""
    s = everyone(mission(), focus=3)
    ann = odds_in(GAME, s, "group_roll", {"who": ["ada", "bo"]}, seat=GAME.seats[1])
    everyone_together = odds(s, "group_roll", who=["ada", "bo"])
    assert ann.plain.mean() < ann.best.mean() < everyone_together.best.mean()


@given(st.lists(st.sampled_from(list(Result)), min_size=2, max_size=6), st.booleans(), st.randoms())
def test_the_order_of_results_does_not_matter(results: list[Result], kept: bool, rng: random.Random) -> None:
    """Any order gives one result, never better than the best alone."""
    shuffled = results[:]
    rng.shuffle(shuffled)
    assert combined(shuffled, kept) is combined(results, kept)
    assert min(results) <= combined(results, kept) <= max(results)


@pytest.mark.exercises("down.can", "down.cannot")
def test_talk_includes_the_down_and_out() -> None:
    """Bo, at no Vitality, talks along with Ada: two dice, the lowest read. With his tool he may not, and where it is
    no talk he stays out."""
    s = crew(mission(), "bo", vitality=0)
    after = act(s, "group_roll", [[4, 1, 1], [6, 6]], talking=True, who=["ada", "bo"])
    assert (after.result, [len(faces) for faces in after.dice]) == (S, [3, 2])
    assert "Bo is Down and Out" in refused(s, "group_roll", who=["ada", "bo"])
    assert "primary tools cannot be 'bo'" in refused(s, "group_roll", talking=True, who=["ada", "bo"], primary=["bo"])


def test_a_group_is_asked_about_talk_only_if_somebody_is_down() -> None:
    """The field appears with a member down, who is otherwise listed with the reason."""
    table = Table.open(GAME, seed="talk")
    draft = SeatView(table, "ann").draft("group_roll")
    assert [f.name for f in draft.fields if f.main] == ["who"]
    for _ in range(12):
        table.act("way", "hit_crew", {"who": ["bo"]})
    asked = SeatView(table, "ann").draft("group_roll")
    assert asked.fields[0].name == "talking"
    bo = next(c for c in asked.field("who").choices if c.label == "Bo")
    assert bo.why_not.startswith("Bo is Down and Out")
    talk = SeatView(table, "ann").draft("group_roll", {"talking": True}).field("who")
    assert [c.why_not for c in talk.choices] == ["", "", ""]


@pytest.mark.exercises("group.cancel", "group.success.fiasco")
def test_a_group_is_told_why_it_came_out_so() -> None:
    """A Fiasco and a Critical cancel out. A Success beside the remaining Fiasco is one with drawback."""
    after = act(mission(), "group_roll", [[1, 1, 1], [6, 6, 1], [1, 1, 2]], who=["ada", "bo", "cyl"])
    assert after.result is D
    assert after.told("A Fiasco and a Critical cancel out to plain Successes.")
    assert after.told("A Success beside a Fiasco is a Success with drawback.")
    plain = act(mission(), "group_roll", [[6, 1, 1], [4, 1, 1]], who=["ada", "bo"])
    assert not {"group.cancel", "group.success.fiasco"} & plain.cited
