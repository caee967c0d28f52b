"""Whatever anybody wrote, nothing in it is obeyed by a terminal."""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Iterator
from typing import Annotated

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame
from tablewright.rules import (
    Choose,
    FieldOption,
    Gather,
    Measure,
    Outcome,
    Param,
    Rule,
    Seat,
    WriteText,
    action,
    roll,
    tell,
)
from tablewright.rules import widgets as v
from tablewright.table import Table
from tablewright.table.stores.store import TableHeader
from tablewright.terminal import main
from tablewright.terminal.commands.tables.list_tables import show_tables
from tablewright.terminal.render.console import make_console, say_json
from tablewright.terminal.render.sanitize import BIDI_CONTROLS, CONTROL_CATEGORIES, escape_quoted, strip_controls
from tests.example_games.tavern_night import Inn
from tests.terminal.keys import TAVERN, Typed

EVIL = "\x1b[2J\x1b]0;mine\x07\x9b31m\x90q\u202eevil\r\x08\x00\x7f\u2028"


def obeyed(text: str) -> set[str]:
    """The letters in it that a terminal would obey."""
    return {c for c in text if c != "\n" and (c in BIDI_CONTROLS or unicodedata.category(c) in CONTROL_CATEGORIES)}


@action("inn.price", title=f"Sing{EVIL}", group=f"Songs{EVIL}", doc=f"A song{EVIL}.")
def sing(
    s: Inn,
    song: Annotated[
        str,
        Param(
            f"Which{EVIL}",
            among=lambda s: (
                FieldOption("x", f"x{EVIL}", f"note{EVIL}"),
                FieldOption("z", f"z{EVIL}"),
                FieldOption("y", "y", "", f"no{EVIL}"),
            ),
            label=f"song{EVIL}",
        ),
    ],
    loud: Annotated[str, Param(f"Loud{EVIL}", label=f"loud{EVIL}", examples=(EVIL,))] = f"as{EVIL}",
) -> Rule[Inn]:
    """Everything in it was written by somebody who means ill."""
    yield tell("inn.price", f"A song{EVIL}.")
    yield from roll(1, why=f"Voice{EVIL}", by="ada")
    asks = tuple(Choose(who, f"Join in{EVIL}?", (f"a{EVIL}", f"b{EVIL}")) for who in ("ada", "bo"))
    yield from Gather(asks)
    text = yield from WriteText("ada", f"Words{EVIL}?")
    if (yield from roll(1))[0] > 3:
        yield Outcome(f"high{EVIL}", 1, group=f"high{EVIL}")
    else:
        yield Outcome(f"low{EVIL}", 0, group=f"low{EVIL}")
    yield tell("inn.price", "{text}", text=text)
    return s.but(guests=tuple(g.but(health=1) for g in s.guests))


def measures(s: Inn) -> Iterator[Measure]:
    yield Measure("x", f"measure{EVIL}", s.guests[0].health, f"whose{EVIL}")


def sheet(s: Inn, _: object) -> tuple[v.Panel, ...]:
    words = (
        v.TextWidget(f"{EVIL}{s.guests[0].health}"),
        v.FieldWidget(EVIL, f"{EVIL}{s.guests[0].health}"),
        v.TrackWidget(EVIL, s.guests[0].health, 5, ((1, EVIL),)),
        v.TokenWidget(EVIL, True, EVIL),
        v.PoolWidget(EVIL, 2, 6, (EVIL,), (1, 2)),
        v.ClockWidget(EVIL, s.guests[0].health, 9, EVIL, EVIL),
        v.CardWidget(EVIL, EVIL, EVIL),
        v.DeckWidget(EVIL, 3, (v.CardWidget(EVIL),), (v.CardWidget(EVIL),)),
        v.TableWidget(EVIL, (EVIL,), ((EVIL,), (str(s.guests[0].health),))),
        v.TurnOrderWidget(EVIL, (EVIL, "x"), 0, 1),
        v.Panel(EVIL, (v.TextWidget(EVIL),)),
    )
    return (v.Panel(f"Panel{EVIL}", words, note=EVIL), v.Panel(f"Folded{EVIL}", (), folded=True))


GAME = msgspec.structs.replace(
    TAVERN.game,
    title=f"Evil{EVIL}",
    actions=(sing, *TAVERN.game.actions),
    sheet=sheet,
    measures=measures,
    names=lambda s: {g.id: f"{g.name}{EVIL}" for g in s.guests},
    suggestions=lambda s, eyes: (v.Offer("sing", {}, f"Sing{EVIL}"),),
    ending=lambda s: f"over{EVIL}" if s.guests[0].health == 1 else None,
)


def evil_table() -> Table:
    table = Table.open(GAME, seed="x")
    table.metadata = table.metadata.but(seats=tuple(Seat(s.id, s.role, f"{s.id}{EVIL}") for s in table.metadata.seats))
    return table


LINES = [
    "?", "more", "more song", "why 1", "? 1", "1", "1", "1", "?", "x", f"loud{EVIL}=y", f"what{EVIL}", "?", "",
    "?", "answer 2", "sheet", "log", "1", "1", f"my words{EVIL}", "", f"say hello{EVIL}", f"whisper ann {EVIL}",
    "log", "sheet panel", "undo 0", "n", f"{EVIL}", f"rules {EVIL}", f"as {EVIL}", f"set {EVIL}=1", f"join Dana{EVIL}",
    f"set guests.ada.name={EVIL}", "strike", "?", "ada", "back", "back", "hand ada to ben", "as ann", "", "1", "back",
]  # fmt: skip


@pytest.mark.parametrize("terminal", [False, True])
def test_nothing_anybody_wrote_is_obeyed_in_play(terminal: bool) -> None:
    """Names, notes, chat, labels, questions, refusals, prompts: a whole session of them."""
    box = InstalledGame(GAME, TAVERN.package)
    typed = Typed(LINES, box=box, table=evil_table(), name=f"table{EVIL}", terminal=terminal, echo=False)
    shown = typed.shown.replace("\x1b[2J\x1b[3J\x1b[H", "")
    assert obeyed(shown) == set()
    assert obeyed("".join(typed.prompts)) == set()
    assert "my words" in shown
    assert "hello" in shown
    assert "It is over: over" in shown
    assert "evil" in shown
    assert not typed.lines


def test_nor_in_lists_errors_and_pages(capsys: pytest.CaptureFixture[str]) -> None:
    """Tables by their names, refusals of the command line, JSON for programs."""
    file = io.StringIO()
    show_tables(make_console(file=file, width=80), [TableHeader("1", f"table{EVIL}", f"game{EVIL}", EVIL)])
    assert obeyed(file.getvalue()) == set()
    assert "table" in file.getvalue()
    assert main(["odds", f"nowhere{EVIL}"]) == 2
    assert obeyed(capsys.readouterr().err) == set()
    say_json({"name": EVIL})
    out = capsys.readouterr().out
    assert obeyed(out.replace("\u202e", "")) == set()
    assert json.loads(out) == {"name": EVIL}


def test_what_is_only_unusual_is_left() -> None:
    """Other scripts, accents, signs, emoji and line breaks are text."""
    text = "Zoë 東京 שלום 👩‍🚀 ½ “x”\nnext"
    assert strip_controls(text) == text
    assert strip_controls("a\tb") == "a b"


def test_words_inside_ours_are_one_line_and_no_markup() -> None:
    """Nobody can pretend to be another line, or to be coloured."""
    assert escape_quoted("hi\n⇒ critical [bold]") == r"hi ⇒ critical \[bold]"
