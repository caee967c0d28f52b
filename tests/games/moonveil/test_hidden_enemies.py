"""Hidden enemies: the Guide's alone, in sheets, forms, targets, odds and everything told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.state import Veil
from tablewright.rules import Refused
from tablewright.table import Table
from tablewright.table.seat.seat_view import SeatView

from .seated import seated
from .table import act, fight, foe, seeker, veil

NAME = "Oubliette Warden"


def ambush(**changes: Any) -> Table:
    """A Seeker and a foe in sight, and a hidden enemy beside them whom the Guide has just made."""
    s = fight(seeker(marked=seeker().marked), foe("husk"), **changes)
    table = seated(s)
    SeatView(table, "guide").act("make_enemy", {"name": NAME, "hp": 5, "pocket": 6, "at": 0, "hidden": True})
    return table


def all_that_is_shown(table: Table, seat: str) -> str:
    """Everything a seat is given, in one text: sheet, feed, questions, forms with their choices, and odds."""
    at = SeatView(table, seat)
    shown: list[Any] = [at.state, at.sheet, at.suggestions, at.prompts, at.feed(), at.names, at.actions]
    for action in GAME.actions:
        if "seeker" in action.by and action.name in {doable.name for doable in at.actions}:
            for values in ({}, {"finesse": True}):
                fields = {field.name for field in action.fields}
                draft = at.draft(action.name, {k: v for k, v in values.items() if k in fields})
                shown.append(draft)
                shown += [at.odds(action.name, draft.values)] if draft.ready else []
    return msgspec.json.encode(shown).decode()


@pytest.mark.example("enemy.hidden", 0)
def test_nothing_a_player_is_shown_speaks_of_a_hidden_enemy() -> None:
    """Neither name nor id is in a player's views or news. The Guide's sheet has it."""
    table = ambush()
    (hidden,) = (enemy for enemy in table.state.enemies if enemy.hidden)
    for word in (NAME, hidden.id):
        assert word not in all_that_is_shown(table, "p-hero")
        assert word in msgspec.json.encode([SeatView(table, "guide").sheet, SeatView(table, "guide").state]).decode()
    assert "Make an enemy" not in msgspec.json.encode(SeatView(table, "p-hero").feed()).decode()


@pytest.mark.exercises("enemy.hidden")
def test_what_it_does_in_hiding_is_told_to_the_guide_alone() -> None:
    """A Move, a position judged, a change, and its leaving."""
    table = ambush(phase="enemies")
    guide, id = "guide", next(enemy.id for enemy in table.state.enemies if enemy.hidden)
    SeatView(table, guide).act("enemy_moves", {"enemy": id, "step": 1, "more": True})
    SeatView(table, guide).act("judge_position", {"who": id, "position": "strong"})
    SeatView(table, guide).act("change_enemy", {"enemy": id, "busy": True})
    assert table.state.enemy(id).position == "strong"
    assert table.state.enemy(id).busy
    assert NAME not in all_that_is_shown(table, "p-hero")
    SeatView(table, guide).act("remove_enemy", {"enemy": id})
    assert NAME not in all_that_is_shown(table, "p-hero")


@pytest.mark.exercises("enemy.hidden")
def test_nobody_strikes_passes_or_fears_who_is_hidden() -> None:
    """A hidden enemy alone is no target and no obstacle, and in no area."""
    s = fight(seeker("hero", "bomb"), foe("lurker", hidden=True, bars=True))
    with pytest.raises(Refused, match="no legal target"):
        act(s, "attack", who="hero")
    moved = act(s, "move", who="hero")
    assert moved.hero.at == 1
    blown = act(
        s, "throw_bomb", who="hero", bomb="bomb", at=0, dice=[(1, 1, 1)], answers=["3d6", "yes, that is everyone"]
    )
    assert blown.foe.hp == 20
    assert "In the area: Hero. Is that right?" in blown.questions


@pytest.mark.example("enemy.hidden", 1)
def test_an_attack_brings_it_out_of_hiding() -> None:
    """The enemy is shown to all before it strikes. A second enemy of the name gets a number only then."""
    s = fight(seeker(pocket=1, marked=seeker().stats), foe("husk"), phase="enemies")
    s = act(s, "make_enemy", name="Husk", hp=5, pocket=2, at=0, hidden=True).state
    id = s.enemies[-1].id
    assert s.enemies[-1].name == "Husk 2"
    other = act(s, "make_enemy", name="Husk", hp=5, pocket=2, at=0).state
    assert other.enemies[-1].name == "Husk 2"
    played = act(other, "enemy_strikes", enemy=id, more=True, dice=[(1, 1)])
    assert played.lines[0].text.startswith("Husk 3 comes out of hiding: Evade 4")
    assert not played.state.enemy(id).hidden


@pytest.mark.exercises("enemy.hidden")
def test_left_to_themselves_hidden_enemies_wait() -> None:
    """The others act. The hidden one keeps its Action, and an encounter can begin with no enemy in sight."""
    s = fight(seeker(pocket=1, marked=seeker().stats), foe("husk", actions=1), phase="enemies")
    s = s.but(enemies=(*s.enemies, foe("lurker", hidden=True, actions=1, moves=1)))
    played = act(s, "enemies_act", dice=[(1, 1)])
    assert played.state.enemy("lurker") == s.enemy("lurker")
    begun = act(veil(seeker(marked=seeker().stats), foe("lurker", hidden=True)), "begin_encounter", dice=[5])
    assert "An encounter begins: nobody is in sight." in begun.text


@pytest.mark.exercises("enemy.hidden")
def test_the_guide_reveals_in_the_middle_of_a_question() -> None:
    """While an area waits for the Guide's word a hidden enemy steps out, and can be drawn into it."""
    table = seated(fight(seeker("hero", "bomb"), foe("lurker", hidden=True)))
    SeatView(table, "p-hero").act("throw_bomb", {"at": 0})
    SeatView(table, "guide").answer("3d6")
    assert not any("Lurker" in option.label for ask in SeatView(table, "guide").prompts for option in ask.options)
    SeatView(table, "guide").act("reveal_enemy", {"enemy": "lurker"})
    assert "In the area: Hero, Lurker. Is that right?" in [ask.question for ask in SeatView(table, "guide").prompts]


@pytest.mark.exercises("enemy.hidden")
def test_who_goes_from_sight_takes_what_points_to_it_along() -> None:
    """Insights into it and passed markers leave the players' table, and no number has a gap."""
    s: Veil = fight(seeker(past=("foe",)), foe())
    s = act(s, "deduce", who="hero", enemy="foe", answers=["yes"]).state
    s = act(s, "change_enemy", enemy="foe", hide=True).state
    seen = SeatView(seated(s), "p-hero").state
    assert (seen.enemies, seen.insights, seen.seekers[0].past) == ((), (), ())
    assert len(s.insights) == 1
    fresh = act(s, "place_enemy", beast="husk", dice=[3]).state
    hidden = act(veil(seeker()), "place_enemy", beast="husk", hidden=True, dice=[3]).state
    assert act(hidden, "place_enemy", beast="husk", dice=[3]).state.enemies[-1].id == fresh.enemies[-1].id == "husk"
