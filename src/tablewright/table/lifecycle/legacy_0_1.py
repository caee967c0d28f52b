"""Tables kept by version 0.1.0: one entry a line, the seed in the first, dice as entries of their own.

Places were counted otherwise then, so an answer is taken to what it fits among what is asked. Nothing sealed such a
file, but each die hung on the seed, the number of its entry and its place: a face that was changed is noticed, and so
is a line that was lost or doubled before it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tablewright.engine.prompt import ANSWERED_BY_PEOPLE, Prompt
from tablewright.rules.errors import Refused
from tablewright.rules.game import Game
from tablewright.table.core import provably_fair
from tablewright.table.core.metadata import initial_metadata
from tablewright.table.core.play_state import PlayState
from tablewright.table.core.reducer import EventReducer, as_corrupt_journal, initial_state
from tablewright.table.core.table import Table
from tablewright.table.log.events import (
    AnyEvent,
    CorruptJournal,
    DiceEntered,
    DiceResult,
    DiceThrown,
    EventSkipped,
    PromptAnswered,
    TableOpened,
)
from tablewright.table.log.record import DECODE_ERRORS
from tablewright.table.log.record_log import InMemoryLog

from .table_file import FileHeader, TableFile


class LegacyHeader(msgspec.Struct, frozen=True):
    tablewright: int
    game: str
    seed: str
    by_hand: bool = False


_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def is_legacy(text: bytes) -> bool:
    return _old_head(text) is not None


def _old_head(text: bytes) -> LegacyHeader | None:
    try:
        head = msgspec.json.decode(text.split(b"\n", 1)[0], type=LegacyHeader)
    except DECODE_ERRORS:
        return None
    return head if head.tablewright == 1 else None


def read_legacy(text: bytes, path: Path, game: Game) -> TableFile:
    """The same table as records of today, line by line. What cannot be read, or cannot be played by the rules as they
    are now, is among them as it was written, with the reason; nothing of the file is lost.
    """
    head = _old_head(text)
    assert head is not None
    *lines, cut_off = text.split(b"\n")[1:] or [b""]
    older = _Older(game, head)
    for line in lines:
        older.line(line)
    if cut_off:
        older.wrong("The last entry was cut off before it was written.")
        older.line(cut_off)
    if older.table is None:
        older.wrong("There is nothing in it.")
    # The seed was in the file, for everybody to read: it is worth nothing any more.
    said = (
        f"{older.left_out} of {older.number} entries could not be played by the rules as they are now."
        if older.left_out
        else ""
    )
    return TableFile(FileHeader(2, path.stem, head.game, head.by_hand), tuple(older.past.kept), "", older.fault, said)


class _Older:
    """A file of 0.1.0 as far as it has been read."""

    def __init__(self, game: Game, head: LegacyHeader) -> None:
        self.game, self.head = game, head
        self.past, self.number = InMemoryLog(), 0
        self.table: Table | None = None
        self.fault, self.left_out = "", 0

    def wrong(self, fault: str) -> None:
        """The first thing that is wrong is what is said of the file."""
        self.fault = self.fault or fault

    def line(self, line: bytes) -> None:
        number, self.number = self.number, self.number + 1
        try:
            entry = _decoder.decode(line)
        except DECODE_ERRORS as error:
            self.wrong(f"Entry {number} cannot be read: {error}.")
            self.leave_out(line, f"it cannot be read: {error}.")
            return
        if self.table is None:
            self.begin(number, entry)
            return
        if (
            isinstance(entry, DiceEntered)
            and not entry.hand
            and entry.faces != legacy_throw(self.head.seed, number, entry)
        ):
            self.wrong(f"Entry {number}: its dice are not what the seed gives.")
        try:
            with as_corrupt_journal(number):
                _next(self.table, entry)
        except CorruptJournal as broken:
            self.leave_out(line, broken.why)

    def begin(self, number: int, entry: AnyEvent) -> None:
        if number or not isinstance(entry, TableOpened) or entry.game != self.game.name:
            self.wrong("A journal begins with an opening of its game.")
            return
        if provably_fair.commitment(self.head.seed) != entry.commitment:
            self.wrong("The seed in it is not the one the table committed to.")
        try:
            with as_corrupt_journal(number):
                self.table = _first(self.game, entry, self.head.seed, self.past)
        except CorruptJournal as broken:
            self.wrong(f"The rules as they are now cannot open it: {broken.why}")

    def leave_out(self, line: bytes, why: str) -> None:
        """A line that is not played is written down, and why; but a session that is closed takes nothing more."""
        self.left_out += 1
        if self.table is None or self.table.closed:
            self.wrong(f"Entry {self.number - 1} should not be there.")
        else:
            _next(self.table, EventSkipped(line.decode("utf-8", "backslashreplace"), why))


def legacy_throw(seed: str, number: int, entry: DiceEntered) -> tuple[int, ...] | None:
    """What the table threw then at this place of this entry."""
    n, what = len(entry.faces), f"{number}/{entry.at}"
    if entry.drawn:
        return (
            provably_fair.random_places(seed, what, n, entry.sides)
            if n <= entry.sides <= provably_fair.MAX_CARDS
            else None
        )
    return tuple(provably_fair.die(seed, what, i, entry.sides) for i in range(n)) if entry.sides > 0 else None


def _first(game: Game, entry: TableOpened, seed: str, past: InMemoryLog) -> Table:
    standing, moment = initial_metadata(entry), PlayState(initial_state(game, entry))
    table = Table(EventReducer(game, past), standing, moment, seed, fair_dice=False)
    table.commit(table.build_record(entry, standing, moment))
    return table


def _next(table: Table, entry: AnyEvent) -> None:
    if isinstance(entry, PromptAnswered | DiceEntered):
        entry = _placed(table, entry)
    if isinstance(entry, DiceEntered) and not entry.hand:
        fall = DiceResult(table.metadata.throws + 1, entry.of, entry.at, entry.faces, entry.sides, entry.drawn)
        entry = DiceThrown(table.play_state.find(entry.of).seat.id, dice=(fall,))
    # Not `propose`: dice that were thrown then have entries of their own, even where there were none to throw.
    standing, moment = table.reducer.apply(table.metadata, table.play_state, entry)
    table.commit(table.build_record(entry, standing, moment))


def _placed(table: Table, entry: PromptAnswered | DiceEntered) -> PromptAnswered | DiceEntered:
    """The entry at the place of what it answers now."""
    running = table.play_state.find(entry.of)
    fits = [q for q in running.progress.questions if _fits(q, entry)]
    if not fits:
        raise Refused("what it answers is no longer asked.")
    at = max(fits, key=lambda q: _alike(q.at, entry.at)).at
    return msgspec.structs.replace(entry, at=at)


def _fits(q: Prompt, entry: PromptAnswered | DiceEntered) -> bool:
    if isinstance(entry, PromptAnswered):
        return q.kind in ANSWERED_BY_PEOPLE and (q.kind == "write" or entry.choice in {o.key for o in q.options})
    n = q.cards if q.kind == "draw" else q.dice
    return q.kind == ("draw" if entry.drawn else "roll") and (n, q.sides) == (len(entry.faces), entry.sides)


def _alike(place: str, old: str) -> int:
    """How much two places have in common, counted from their ends: which of several asked together is meant."""
    same = 0
    for a, b in zip(reversed(place.split(".")), reversed(old.split(".")), strict=False):
        if a != b:
            break
        same += 1
    return same
