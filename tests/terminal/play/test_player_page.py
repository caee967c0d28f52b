"""The page for players shows a real evening: everything in its boxes is what a terminal showed or was told."""

from __future__ import annotations

import itertools

from tablewright.catalog.installed import find_game
from tablewright.table import Table
from tests import ROOT
from tests.terminal.keys import Typed

PAGE = ROOT / "docs" / "player.md"
EVENING = (
    *("rename way Wren", "rename ann Ann", "rename ben Ben", "rename cat Cat", "join Dana"),
    *("as Dana", "", "guide", "bring Zed", "IMPACT DRILL", "BONE SAW"),
    *("as Cat", "", "retire", "guide", "dov"),
    *("as Wren", "", "change the scene", "hand out focus zed", "2"),
    *("as Dana", "", "? crew roll tools=impact", "crew roll", "impact", "", "1", "why heal", "undo"),
    *("as Wren", "", "end mission", "success"),
    *("as Dana", "", "guide", "prep", "care", "again 1", "quit"),
)


def evening() -> str:
    """What the terminal showed, spaces made plain."""
    box = find_game("veil-runners")
    table = Table.open(box.game, seed="an evening")
    table.nonce = (f"doc {n}" for n in itertools.count()).__next__
    return Typed(EVENING, box=box, table=table).words


def test_the_evening_on_the_page_is_the_one_that_is_played() -> None:
    """Line by line, in the order of the page."""
    boxes = [line.strip() for line in PAGE.read_text().splitlines() if line.startswith("    ")]
    shown, missing = evening(), []
    for line in boxes:
        words = " ".join(line.split())
        before, found, after = shown.partition(words)
        missing += [] if found else [line]
        shown = after if found else before
    assert missing == []
    assert len(boxes) > 40
