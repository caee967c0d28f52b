"""A terminal of 80 columns holds everything."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tablewright.catalog.installed import InstalledGame, installed_games
from tablewright.table import Table, view_from
from tests.terminal.keys import WIDE, Line, Typed

LOOKING = ["help", "more", "sheet", "log", "rules a", "set x"]


@pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)
def test_no_line_is_longer_than_the_screen(box: InstalledGame) -> None:
    """Sheets, lists, forms, help and odds of every game, from the first seat and from the last."""
    table = Table.open(box.game, seed="x")
    for seat in (next(iter(table.seats)), list(table.seats)[-1]):
        lines: list[Line] = [*LOOKING]
        for doable in view_from(table, seat).actions:
            lines += [f"why {doable.number}", f"? {doable.number}"]
            lines += [] if doable.why_not else ["1", "?", "1", "2", "", "a", KeyboardInterrupt]
        typed = Typed(lines, box=box, table=table, seat=seat)
        assert [line for line in typed.shown.splitlines() if cell_len(line.rstrip()) > WIDE] == []
        assert not typed.lines
