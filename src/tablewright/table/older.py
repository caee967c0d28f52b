"""Tables kept by version 0.1.0: one entry a line, the seed in the first, dice as entries of their own.

Places were counted otherwise then, so an answer is taken to what it fits among what is asked.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.run.question import ANSWERED, Question

from .course import Course, set_up
from .journal import Answered, AnyEntry, Fall, Fell, Opened, Rolled, Unplayed
from .moment import Moment
from .past import InMemory
from .portable import First, Portable
from .standing import opening
from .table import Table


class OldHead(msgspec.Struct, frozen=True):
    tablewright: int
    game: str
    seed: str
    by_hand: bool = False


_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def is_older(text: bytes) -> bool:
    return _old_head(text) is not None


def _old_head(text: bytes) -> OldHead | None:
    try:
        head = msgspec.json.decode(text.split(b"\n", 1)[0], type=OldHead)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        return None
    return head if head.tablewright == 1 else None


def read_older(text: bytes, path: Path, game: Game) -> Portable:
    """The same table as records of today, entry by entry. What the rules as they are now cannot play is left out, each
    entry with its reason; nothing of the file is lost.
    """
    head = _old_head(text)
    assert head is not None
    *lines, cut_off = text.split(b"\n")[1:]
    fault = "The last entry was cut off before it was written." if cut_off else ""
    table: Table | None = None
    past, left_out = InMemory(), 0
    for number, line in enumerate(lines):
        try:
            entry = _decoder.decode(line)
            if table is None:
                table = _first(game, entry, head.seed, past)
            else:
                left_out += not _played(table, entry, line)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
            fault = f"Entry {number} cannot be read: {error}."
            break
        except Refused as refused:
            fault = f"Entry {number} is none of this game: {refused}"
            break
    first = First(2, path.stem, head.game, head.by_hand)
    # The seed was in the file, for everybody to read: it is worth nothing any more.
    said = f"{left_out} of {len(lines)} entries could not be played by the rules as they are now." if left_out else ""
    return Portable(first, tuple(past.kept), "", fault, said)


def _first(game: Game, entry: AnyEntry, seed: str, past: InMemory) -> Table:
    if not isinstance(entry, Opened) or entry.game != game.name:
        raise Refused("a journal begins with an opening of its game.")
    standing, moment = opening(entry), Moment(set_up(game, entry))
    table = Table(Course(game, past), standing, moment, seed, fair_dice=False)
    table.commit(table.sealed(entry, standing, moment))
    return table


def _next(table: Table, entry: AnyEntry) -> Table:
    if isinstance(entry, Answered | Rolled):
        entry = _placed(table, entry)
    if isinstance(entry, Rolled) and not entry.hand:
        fall = Fall(table.standing.throws + 1, entry.of, entry.at, entry.faces, entry.sides, entry.drawn)
        entry = Fell(table.now.find(entry.of).seat.id, dice=(fall,))
    # Not `propose`: dice that were thrown then have entries of their own, even where there were none to throw.
    standing, moment = table.course.step(table.standing, table.now, entry)
    table.commit(table.sealed(entry, standing, moment))
    return table


def _played(table: Table, entry: AnyEntry, line: bytes) -> bool:
    """Whether the rules as they are now take an entry; one that they do not is written down, and why."""
    try:
        _next(table, entry)
    except Refused as refused:
        _next(table, Unplayed(line.decode(), str(refused)))
        return False
    return True


def _placed(table: Table, entry: Answered | Rolled) -> Answered | Rolled:
    """The entry at the place of what it answers now."""
    running = table.now.find(entry.of)
    fits = [q for q in running.progress.questions if _fits(q, entry)]
    if not fits:
        raise Refused("what it answers is no longer asked.")
    at = max(fits, key=lambda q: _alike(q.at, entry.at)).at
    return msgspec.structs.replace(entry, at=at)


def _fits(q: Question, entry: Answered | Rolled) -> bool:
    if isinstance(entry, Answered):
        return q.kind in ANSWERED and (q.kind == "write" or entry.choice in {o.key for o in q.options})
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
