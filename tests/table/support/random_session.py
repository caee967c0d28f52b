"""An evening at any table: people do what comes to mind, and what is refused, or cannot be kept, changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from tablewright.check.play.random_player import RandomPlayer
from tablewright.engine.prompt import ANSWERED_BY_PEOPLE
from tablewright.rules import Refused, Seat
from tablewright.rules.game import Game
from tablewright.table import FeedItemView, SeatView, Table
from tablewright.table.log.record import Record
from tablewright.table.log.record_log import InMemoryLog

T = TypeVar("T")


class Fickle(InMemoryLog):
    """A past that keeps nothing while it is out of sorts."""

    out_of_sorts = False

    def append(self, *records: Record) -> None:
        if self.out_of_sorts:
            raise Refused("There is no room.")
        super().append(*records)


def standing(table: Table) -> tuple[Any, ...]:
    """Where a table stands, for everybody."""
    feeds = [table.feed(seat) for seat in table.seats]
    return table.state, table.play_state.waiting(), table.metadata, feeds


class Evening:
    """A table, what everybody has been told so far, and what is tried next."""

    def __init__(self, game: Game) -> None:
        self.past = Fickle()
        self.table = Table.open(game, seed="evening", past=self.past)
        self.table.nonce = lambda: "law"
        self.heard: dict[str, list[int]] = {}
        """What each seat was told, as it was told, by number."""
        self.refused = 0
        self.listen()

    def tried(self, deed: str, number: int) -> None:
        """Something is tried: first while nothing can be kept, then in earnest."""
        self.past.out_of_sorts = True
        self._unchanged(deed, number)
        self.past.out_of_sorts = False
        self._unchanged(deed, number)
        self.listen()

    def _unchanged(self, deed: str, number: int) -> None:
        table = self.table
        now, there, kept = table.play_state, table.metadata, len(self.past.kept)
        try:
            DEEDS[deed](table, random.Random(number))
        except (Refused, ZeroDivisionError):  # what one of the toys raises is refused as well
            self.refused += 1
            assert table.play_state is now
            assert table.metadata is there
            assert len(self.past.kept) == kept

    def listen(self) -> None:
        """Everybody reads what they have not read yet."""
        for seat in self.table.seats:
            heard = self.heard.setdefault(seat, [])
            since = heard[-1] + 1 if heard else 0
            heard += [told.item.number for told in self.table.feed(seat, since)]

    def readable(self) -> dict[str, set[int]]:
        """What each seat can read now, by number."""
        return {seat: set(numbers(self.table.feed(seat))) for seat in self.table.seats}


def some(rng: random.Random, things: Sequence[T]) -> T:
    if not things:
        raise Refused("There is nothing to choose from.")
    return rng.choice(things)


def seat_of(table: Table, rng: random.Random) -> str:
    return some(rng, [*table.seats, "nobody"] if rng.random() < 0.1 else [*table.seats])


def act(table: Table, rng: random.Random) -> None:
    seat = seat_of(table, rng)
    legal = SeatView(table, seat).legal_actions
    action = some(rng, legal if legal and rng.random() < 0.9 else table.game.actions)
    stranger = RandomPlayer.__new__(RandomPlayer)
    stranger.rng = rng
    table.act(seat, action.name, stranger.params(action, table.visible_state(seat)))


def answer(table: Table, rng: random.Random) -> None:
    running, q = some(rng, [(r, q) for r, q in table.play_state.waiting() if q.kind in ANSWERED_BY_PEOPLE])
    choice = some(rng, q.options).key if q.options and rng.random() < 0.95 else "née Ångström"
    table.answer(seat_of(table, rng), running.number, q.at, choice)


def roll(table: Table, rng: random.Random) -> None:
    running, q = some(rng, [(r, q) for r, q in table.play_state.waiting() if q.kind not in ANSWERED_BY_PEOPLE])
    n = q.cards if q.kind == "draw" else q.dice
    faces = rng.sample(range(1, q.sides + 1), n) if q.kind == "draw" else [rng.randint(1, q.sides) for _ in range(n)]
    table.roll(seat_of(table, rng), running.number, q.at, faces[: n - (rng.random() < 0.1)])


def by_hand(table: Table, rng: random.Random) -> None:
    """From now on dice are thrown by people, or by the table again."""
    table.fair_dice = rng.random() < 0.5
    table.throw(seat_of(table, rng))


def withdraw(table: Table, rng: random.Random) -> None:
    table.withdraw(seat_of(table, rng), some(rng, table.play_state.pending).number)


def edit(table: Table, rng: random.Random) -> None:
    path, value = some(rng, (("night", 0), ("night", 4), ("coins", 2), ("light", 3), ("guests.ada.coins", 1)))
    table.edit(seat_of(table, rng), path, value)


def say(table: Table, rng: random.Random) -> None:
    to = [seat_of(table, rng)] if rng.random() < 0.5 else []
    table.say(seat_of(table, rng), some(rng, ("Hello.", "née Ångström\n🜁", "")), to)


def undo(table: Table, rng: random.Random) -> None:
    to = some(rng, list(table.metadata.timeline.backwards())) if rng.random() < 0.7 else None
    table.undo(seat_of(table, rng), to)


def redo(table: Table, rng: random.Random) -> None:
    to = some(rng, list(table.metadata.redo_timeline.backwards())) if rng.random() < 0.7 else None
    table.redo(seat_of(table, rng), to)


def join(table: Table, rng: random.Random) -> None:
    role = some(rng, table.game.all_roles).name
    table.join(Seat(some(rng, ("ann", "ben", "cat", "dee", "eve", "")), role), some(rng, ("", *table.seats)))


def leave(table: Table, rng: random.Random) -> None:
    seat = seat_of(table, rng)
    table.leave(seat, some(rng, (seat, *table.seats)))


def rename(table: Table, rng: random.Random) -> None:
    seat = seat_of(table, rng)
    table.rename(seat, some(rng, ("Zoe", "née Ångström", "")), some(rng, (seat, *table.seats)))


def hand(table: Table, rng: random.Random) -> None:
    table.hand_over(seat_of(table, rng), some(rng, [*table.game.cast(table.state)]), some(rng, ("", *table.seats)))


def consent(table: Table, rng: random.Random) -> None:
    motion = some(rng, table.proposals)
    (table.agree if rng.random() < 0.8 else table.reject)(seat_of(table, rng), motion.number)


DEEDS: dict[str, Callable[[Table, random.Random], None]] = {
    f.__name__: f
    for f in (act, answer, roll, by_hand, withdraw, edit, say, undo, redo, join, leave, rename, hand, consent)
}
#: What is done most is there more than once.
OFTEN = (*DEEDS, "act", "act", "act", "answer", "answer", "answer", "roll", "undo", "hand", "consent")


def evenings(least: int = 0, most: int = 40) -> st.SearchStrategy[list[tuple[str, int]]]:
    """Things that are tried, one after the other."""
    return st.lists(st.tuples(st.sampled_from(OFTEN), st.integers(0, 10**6)), min_size=least, max_size=most)


def spent(game: Game, deeds: list[tuple[str, int]]) -> Evening:
    """An evening at which these things were tried."""
    evening = Evening(game)
    for deed, number in deeds:
        evening.tried(deed, number)
    return evening


def numbers(feed: list[FeedItemView]) -> list[int]:
    return [told.item.number for told in feed]
