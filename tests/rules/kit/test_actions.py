"""The kit's actions, as people take them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.log_line import LogLine
from tablewright.engine.prompt import Prompt
from tablewright.rules.actions import Action
from tablewright.rules.effects.effect import Outcome
from tablewright.rules.errors import GameError, Refused
from tablewright.rules.kit import KIT_LEDGER, Chart, Kit, kit_actions
from tablewright.rules.state.state import State

from .table import ACTIONS, MASTER, PLAYER, Bare, act, after, keep_first, player, read_by


def one_of_each() -> Bare:
    """A table with something of every kind on it."""
    s = after(Bare(), "start_clock", title="The dam", size=4, note="It breaks.")
    s = after(s, "make_deck", title="Derelict", cards=["Fire", "Medbay"], knowledge="open")
    s = after(s, "draw_from_deck", deck="derelict")
    s = after(s, "add_chart", title="Weather", entries="\n".join("abcdef"))
    s = after(s, "write_note", me="ada", title="Plan")
    s = after(s, "set_order", names=["Ada", "Bo"], scores=[1, 2])
    return after(s, "next_turn")


PLAYS: dict[str, dict[str, Any]] = {
    "start_clock": {"title": "Doom"},
    "advance_clock": {"clock": "the-dam"},
    "turn_back_clock": {"clock": "the-dam"},
    "reveal_clock": {"clock": "the-dam"},
    "remove_clock": {"clock": "the-dam"},
    "make_deck": {"title": "Omens"},
    "add_card": {"deck": "derelict", "title": "Hull breach"},
    "draw_from_deck": {"deck": "derelict"},
    "draw_in_secret": {"deck": "derelict"},
    "return_card": {"deck": "derelict", "card": "fire"},
    "shuffle_deck": {"deck": "derelict"},
    "change_deck": {"deck": "derelict", "knowledge": "secret", "draw_two_keep_one": True},
    "remove_deck": {"deck": "derelict"},
    "add_chart": {"title": "Loot", "entries": "\n".join("abcdef")},
    "roll_on_chart": {"chart": "weather"},
    "roll_in_secret": {"chart": "weather"},
    "remove_chart": {"chart": "weather"},
    "write_note": {"title": "Secret"},
    "share_note": {"note": "note"},
    "reveal_note": {"note": "note"},
    "remove_note": {"note": "note"},
    "set_order": {"names": "Ada, Bo"},
    "next_turn": {},
    "wait_turn": {"after": "ada"},
    "join_order": {"name": "Cy", "score": 3},
    "leave_order": {"who": "bo"},
    "sort_order": {},
    "end_order": {},
    "throw_dice": {"dice": "2d6+1"},
}


@pytest.mark.parametrize("name", list(ACTIONS))
def test_every_action_plays_to_its_end_and_says_so(name: str) -> None:
    """Each action returns a state, tells at least one line, and cites rules the kit states."""
    told = act(one_of_each(), name, me="ada", **PLAYS[name])
    assert isinstance(told.result, Bare)
    assert any(line.kind == "tell" for line in told.lines)
    assert {line.cites for line in told.lines if line.cites} <= set(KIT_LEDGER)
    assert set(ACTIONS[name].cites) <= set(KIT_LEDGER)
    assert ACTIONS[name].doc


def test_every_rule_of_the_kit_is_cited() -> None:
    """The kit states no rule that nothing carries out."""
    cited = {id for action in ACTIONS.values() for id in action.cites}
    told = {line.cites for line in act(one_of_each(), "advance_clock", clock="the-dam", sections=4).lines}
    assert cited | told >= set(KIT_LEDGER)


@pytest.mark.parametrize("name", list(ACTIONS))
def test_every_form_can_be_drawn(name: str) -> None:
    """Each action's form is JSON schema with a sentence for every field."""
    schema = ACTIONS[name].schema(one_of_each())
    assert all(field["description"] for field in schema["properties"].values())


def test_the_tray_and_notes_and_ticks_never_wait() -> None:
    """These may be used while somebody else thinks; whatever changes decks, charts or turns waits."""
    instant = {name for name, action in ACTIONS.items() if action.instant}
    notes = {"write_note", "share_note", "reveal_note", "remove_note"}
    assert instant == {"throw_dice", "advance_clock", "turn_back_clock", "reveal_clock"} | notes


def test_a_clock_moves_by_one_section_where_nothing_else_is_said() -> None:
    """Forward and back; one that is started has six of them."""
    s = after(Bare(), "start_clock", title="Doom")
    assert s.kit.clocks[0].size == 6
    s = after(after(s, "advance_clock", clock="doom", sections=3), "advance_clock", clock="doom")
    assert s.kit.clocks[0].filled == 4
    assert after(s, "turn_back_clock", clock="doom").kit.clocks[0].filled == 3


MADE = {
    "clock": ("start_clock", {}),
    "deck": ("make_deck", {}),
    "chart": ("add_chart", {"entries": "\n".join("abcdef")}),
    "note": ("write_note", {}),
}


@pytest.mark.parametrize("gone", ["Alder", "Birch", "Cedar"])
@pytest.mark.parametrize("what", MADE)
def test_only_what_is_named_is_taken_away(what: str, gone: str) -> None:
    """Of three clocks, decks, charts or notes the two others stay, as they were."""
    make, params = MADE[what]
    s = Bare()
    for title in ("Alder", "Birch", "Cedar"):
        s = after(s, make, me="ada", title=title, **params)
    things: Any = getattr(s.kit, f"{what}s")
    (id,) = (thing.id for thing in things if thing.title == gone)
    left = after(s, f"remove_{what}", **{what: id})
    assert getattr(left.kit, f"{what}s") == tuple(thing for thing in things if thing.title != gone)


@pytest.mark.parametrize("two", [False, True])
def test_what_is_left_out_of_a_change_stays(two: bool) -> None:
    """How a deck is drawn when it is opened, and what is known of it when it is drawn otherwise."""
    s = after(Bare(), "make_deck", title="Omens", knowledge="part", draw_two_keep_one=two)
    (opened,) = after(s, "change_deck", deck="omens", knowledge="open").kit.decks
    assert (opened.knowledge, opened.draw_two_keep_one) == ("open", two)
    (drawn,) = after(s, "change_deck", deck="omens", draw_two_keep_one=not two).kit.decks
    assert (drawn.knowledge, drawn.draw_two_keep_one) == ("part", not two)


def test_whose_turn_it_is_is_told_when_who_had_it_leaves() -> None:
    """Not when somebody else does."""
    s = one_of_each()
    assert [line.text for line in act(s, "leave_order", who="ada").lines] == ["Ada leaves the order."]
    assert len(act(s, "leave_order", who="bo").lines) == 2


def test_players_draw_and_masters_make() -> None:
    """Roles are the game's: the factory puts its names where the kit needs them."""
    assert ACTIONS["start_clock"].by == (MASTER,)
    assert ACTIONS["draw_from_deck"].by == (MASTER, PLAYER)
    assert ACTIONS["throw_dice"].by == ()


def test_a_game_takes_the_parts_it_wants() -> None:
    """A game with its own order of initiative leaves the kit's out."""
    assert [a.name for a in kit_actions("gm", parts=("tray",))] == ["throw_dice"]


def test_a_game_with_its_own_rules_cites_them() -> None:
    """The book's ids stand in for the kit's, in the action and in the log."""
    (advance,) = (
        a for a in kit_actions(MASTER, book={"kit.clock.advance": "clocks.fill"}) if a.name == "advance_clock"
    )
    assert advance.cites == ("clocks.fill",)
    assert [line.cites for line in _played(advance, one_of_each(), clock="the-dam")] == ["clocks.fill"]


def _played(action: Action[Any], s: Bare, **params: Any) -> tuple[LogLine, ...]:
    return run_rule(action(s, **params), {}).lines


@pytest.mark.parametrize(("master", "book"), [("", {}), ("gm", {"kit.clock.fly": "x"})])
def test_a_kit_wrongly_declared_is_faulty(master: str, book: dict[str, str]) -> None:
    """Without a master's name secrets would be for everyone; ids that are not the kit's stand in for nothing."""
    with pytest.raises(GameError):
        kit_actions(master, book=book)


def test_any_state_with_a_kit_will_do() -> None:
    """Other fields of the state are left alone."""

    class Mission(State, frozen=True):
        fuel: int = 3
        kit: Kit = Kit()

    action = ACTIONS["start_clock"]
    assert run_rule(action(Mission(), title="Doom"), {}).result.fuel == 3


def test_nothing_is_drawn_from_an_empty_deck() -> None:
    """The refusal says what to do."""
    s = after(Bare(), "make_deck", title="Derelict")
    with pytest.raises(Refused, match="shuffle the drawn ones back"):
        act(s, "draw_from_deck", deck="derelict")


def test_a_player_never_rolls_on_a_hidden_chart() -> None:
    """It is not among the charts to choose from, and the refusal does not name it."""
    s = after(Bare(), "add_chart", title="Ambushes", entries="\n".join("abcdef"), hidden=True)
    with pytest.raises(Refused) as error:
        act(s, "roll_on_chart", chart="ambushes")
    assert "chart" in s.kit.charts[0].id
    assert "Ambush" not in str(error.value)


def test_a_chart_may_come_in_two_texts() -> None:
    """Thirty-six long entries do not fit one text."""
    s = after(Bare(), "add_chart", title="Moon", entries="a\n" * 20, more="b\n" * 16)
    assert isinstance(s.kit.charts[0], Chart)
    assert s.kit.charts[0].die == "d66"


@pytest.mark.parametrize("other", ["abe", "bo"])
def test_only_its_writer_shares_a_note(other: str) -> None:
    """Others are refused; the master reveals any."""
    s = after(Bare(), "write_note", me="ada", title="Plan", text="Run.")
    assert s.kit.notes[0].audience == ("ada", MASTER)
    with pytest.raises(Refused, match="not yours"):
        act(s, "share_note", me=other, note="note")
    assert after(s, "share_note", me="ada", note="note").kit.notes[0].audience == ()
    assert after(s, "reveal_note", note="note", readers="bo").kit.notes[0].audience == ("ada", MASTER, "bo")


def test_a_hidden_throw_is_seen_by_its_thrower_and_the_master() -> None:
    """No line of it, not even its outcome, reaches another seat."""
    told = act(Bare(), "throw_dice", me="bo", dice="2d6", hidden=True)
    assert read_by(told.lines, player) == ""
    assert {line.audience for line in told.lines} == {("bo", MASTER)}


def test_the_trays_odds_are_its_totals() -> None:
    """The outcome of a throw is its total, so the form shows its chances."""
    found = rule_odds(lambda: ACTIONS["throw_dice"](Bare(), dice="2d6"))
    assert found.plain[7] == Fraction(1, 6)
    assert act(Bare(), "throw_dice", dice="2d6").outcome == Outcome(2, cites="kit.tray.throw")


def test_a_kit_does_not_grow_without_end() -> None:
    """Nobody fills the table's memory with notes."""
    s = Bare()
    for _ in range(200):
        s = after(s, "write_note", me="ada", title="Spam")
    with pytest.raises(Refused, match="at most 200 notes"):
        act(s, "write_note", me="ada", title="Spam")


@pytest.mark.parametrize("title", ["", "   ", "x" * 81])
def test_a_title_is_a_title(title: str) -> None:
    """Not empty and not endless."""
    with pytest.raises(Refused, match="title"):
        act(Bare(), "start_clock", title=title)


def test_a_title_may_have_eighty_letters() -> None:
    """Not counting the blanks around it."""
    assert after(Bare(), "start_clock", title=f" {'x' * 80} ").kit.clocks[0].title == "x" * 80


def test_keeping_one_of_two_is_asked_of_whoever_draws() -> None:
    """The seat that draws is asked which card to keep."""
    s = after(Bare(), "make_deck", title="Derelict", cards="Fire, Medbay, Fog", draw_two_keep_one="yes")
    asked: list[Prompt] = []

    def answer(question: Prompt) -> Any:
        asked.append(question)
        return keep_first(question)

    act(s, "draw_from_deck", answer, me="ada", deck="derelict")
    assert [(q.kind, q.by) for q in asked] == [("draw", ("ada",)), ("choose", ("ada",))]
    assert [option.label for option in asked[1].options] == ["Fire", "Medbay"]
