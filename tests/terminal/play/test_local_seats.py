"""One keyboard in all seats: who acts, and what is taken up first."""

from __future__ import annotations

from tablewright.catalog.installed import find_game
from tablewright.table import FeedItem, Table
from tablewright.terminal.play.local_seats import LocalSeats
from tablewright.terminal.play.narrator import item_line
from tests.terminal.keys import Typed

VENUS = find_game("venus-engine")


def test_what_only_a_master_may_do_to_a_character_the_master_does() -> None:
    """Ida is Ann's, but her score is the FC's to change; what she does herself, Ann does."""
    sitting = LocalSeats(Table.open(VENUS.game, seed="x"))
    assert sitting.doer("change_score", {"who": "ida"}).seat.role == "fc"
    assert sitting.doer("state_agenda", {"who": "ida"}).seat.id == "ann"


def test_what_was_begun_last_is_taken_up_first() -> None:
    """A factor put to the Peers in the middle of a check comes before the check's own question."""
    table = Table.open(VENUS.game, seed="x", fair_dice=False)
    table.act("ann", "state_agenda", {"who": "ida", "agenda": "Climb"})
    table.act("fc", "call_check", {"who": "ida", "ability": "finesse", "obvious": True})
    for running, question in table.play_state.waiting():
        table.answer("fc", running.number, question.at, "stands")
    number = table.act("ann", "roll_check", {"who": "ida"})
    ((_, question),) = table.play_state.waiting()
    table.roll("fc", number, question.at, [5])
    table.act("ann", "bring_factor", {"who": "ida", "kind": "lot"})
    shown = Typed([], box=VENUS, table=table).words
    assert "1 Fay: Ida Quill brings in a Lot" in shown
    assert shown.index("brings in a Lot") < shown.index("short by")


def test_dice_say_what_they_were_against_and_which_of_them_counted() -> None:
    """Those that did not count stand back; the reasons of a pool are summed up."""
    item = FeedItem(
        1, 1, 1, "roll", "Task", by="Ida", faces=(6, 2), sides=6, counted=(True, False), against="4 or more"
    )
    assert item_line(item) == "Ida: Task  [head]⚅ 6[/] [quiet]⚁ 2[/] [quiet]against 4 or more[/]"
    item = FeedItem(1, 1, 1, "roll", "Attack", by="Ida", faces=(6,), sides=6, reasons=("2", "1 for Advantage"))
    assert item_line(item) == "Ida: Attack [quiet](2 + 1 for Advantage)[/]  [head]⚅ 6[/]"
