"""Any time is any time: an Engineering shunt while something is asked, and the roll that waits stays what it was."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.state import Mission, Result, with_ship
from tablewright.rules import Refused
from tablewright.table import Table
from tablewright.table.core.snapshot import load_snapshot
from tablewright.table.seat.seat_view import SeatView

CPU_ALONE = {"cpu": 4, "hul": 0, "nav": 0}


def opened(focus: int = 1) -> Table:
    """In action, with Focus Tokens for the ship and physical dice."""
    table = Table.open(GAME, seed="any time")
    table.fair_dice = False
    table.act("way", "set_scene", {"scene": "action"})
    table.act("way", "hand_out_focus", {"who": "ship", "tokens": focus})
    return table


def ask(table: Table) -> tuple[int, str]:
    running, question = table.play_state.waiting()[0]
    return running.number, question.at


def keep(table: Table) -> None:
    """The ship's tokens are kept: that is what is asked, and nothing else."""
    (asked,) = SeatView(table, "ann").prompts
    assert asked.question == "Spend Focus Tokens?"
    (no,) = (option for option in asked.options if option.label == "no: Success with drawback")
    table.answer("ann", asked.action_id, asked.path, no.key)


def mapping(s: Mission) -> tuple[int, int, int]:
    return s.ship.cpu, s.ship.hul, s.ship.nav


@pytest.mark.exercises("shunt.when.engineering", "token.engineering.shunt", "roll.position.fixed")
def test_a_shunt_while_a_ship_roll_waits_leaves_the_roll_as_it_was_thrown() -> None:
    """NAV 2 rolled 5 and 1 at Standard. Then Engineering moves all dice to CPU.

    The two dice still count, and a token still makes a Success of them. Ship rolls are Desperate now, but this one does
    no damage.
    """
    table = opened()
    table.act("ann", "ship_roll", {"core": "NAV"})
    table.roll("ann", *ask(table), [5, 1])
    table.act("ben", "shunt_at_once", CPU_ALONE)
    assert mapping(table.state) == (4, 0, 0)
    assert table.state.ship.engineering == "spent"
    assert [r.action for r in table.play_state.pending] == ["ship_roll"]
    keep(table)
    assert table.play_state.finished[0].outcome is not None
    assert table.play_state.finished[0].outcome.value is Result.DRAWBACK
    assert (mapping(table.state), table.state.ship.integrity, table.state.rolled) == ((4, 0, 0), "held", "roll")


@pytest.mark.exercises("shunt.when.engineering")
def test_a_shunt_before_the_dice_fall_changes_what_is_thrown() -> None:
    """The roll asked for two dice of NAV, and the shunt leaves none.

    Two are thrown, and the lowest counts. The roll is Desperate, because Engineering was gone when the dice fell.
    """
    table = opened()
    table.act("ann", "ship_roll", {"core": "NAV"})
    table.act("ann", "shunt_at_once", CPU_ALONE)
    table.roll("ann", *ask(table), [4, 6])
    told = [line.text for line in table.play_state.finished[0].lines]
    assert "Patient Heron: no dice; desperate (Engineering is gone)." in told
    assert table.state.ship.integrity == "lost"


@pytest.mark.exercises("shunt.when.engineering")
def test_a_group_roll_with_the_ship_keeps_the_ships_dice() -> None:
    """Ada and the ship have rolled. The shunt in between changes neither."""
    table = opened()
    table.act("ann", "group_roll", {"who": ["ada"], "ship": "NAV"})
    table.roll("ann", *ask(table), [4, 1, 1])
    table.roll("ann", *ask(table), [5, 1])
    table.act("ann", "shunt_at_once", CPU_ALONE)
    assert [r.action for r in table.play_state.pending] == ["group_roll"]
    keep(table)
    assert (mapping(table.state), table.state.ship.integrity) == ((4, 0, 0), "held")


def test_the_counsel_of_a_roll_is_about_the_dice_that_lie() -> None:
    """After the shunt the options are weighed as before it: the dice and the position are those of the throw."""
    table = opened()
    table.act("ann", "ship_roll", {"core": "NAV"})
    table.roll("ann", *ask(table), [5, 1])
    before = SeatView(table, "ann").advice(*ask(table))
    table.act("ben", "shunt_at_once", CPU_ALONE)
    after = SeatView(table, "ann").advice(*ask(table))
    assert after.options.keys() == before.options.keys()
    assert [(p.groups, p.changes) for p in after.options.values()] == [
        (p.groups, p.changes) for p in before.options.values()
    ]


def test_what_the_dice_were_thrown_for_is_kept_with_the_table() -> None:
    """A snapshot taken while the roll waits goes on with the dice as they lie."""
    table = opened()
    while table.metadata.length % 20 != 18:
        table.act("way", "present", {"text": f"Entry {table.metadata.length}."})
    table.act("ann", "ship_roll", {"core": "NAV"})
    table.roll("ann", *ask(table), [5, 1])
    table.act("ben", "shunt_at_once", CPU_ALONE)
    number = table.metadata.length - 1
    assert number == table.record_log.snapshots()[-1]
    found = load_snapshot(GAME, table.record_log, number).moment
    assert [(r.action, r.state_at_roll) for r in found.pending] == [
        ("ship_roll", table.play_state.pending[0].state_at_roll)
    ]
    assert found.pending[0].progress.questions == table.play_state.pending[0].progress.questions


@pytest.mark.exercises("shunt.when.engineering")
def test_a_shunt_needs_the_token_and_all_four_dice() -> None:
    """Refused without Engineering, with three dice, and after the mission."""
    table = opened()
    with pytest.raises(Refused, match="All 4 dice are placed"):
        table.act("ann", "shunt_at_once", {"cpu": 3, "hul": 0, "nav": 0})
    table.act("ann", "shunt_at_once", CPU_ALONE)
    with pytest.raises(Refused, match="Engineering is gone"):
        table.act("ann", "shunt_at_once", {"cpu": 0, "hul": 0, "nav": 4})
    after = with_ship(table.state, engineering="held").but(phase="after")
    when = GAME.action("shunt_at_once").when
    assert when is not None
    assert "the mission is over" in (when(after) or "")


def test_a_shunt_that_would_undo_a_roll_is_refused() -> None:
    """The group's ship does without dice by spending Engineering: the token cannot be spent on a shunt as well."""
    table = opened()
    table.act("way", "hand_out_focus", {"who": "ada"})
    table.act("ann", "group_roll", {"who": ["ada"], "ship": "NAV", "ship_how": "engineering"})
    table.roll("ann", *ask(table), [5, 1, 1])
    with pytest.raises(Refused, match="needs the Engineering Token: answer that first"):
        table.act("ben", "shunt_at_once", CPU_ALONE)
    assert [r.action for r in table.play_state.pending] == ["group_roll"]
