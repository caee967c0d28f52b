"""A real table over a state of a test, as its seats see it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablewright.engine.prompt import ANSWERED_BY_PEOPLE
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.state import Veil
from tablewright.rules import Seat
from tablewright.table import Table
from tablewright.table.odds.seat_odds import Advice
from tablewright.table.odds.summary import OddsSummary, OutcomeGroup
from tablewright.table.seat.prompts import SeatPrompt
from tablewright.table.seat.seat_view import SeatView


def seated(s: Veil) -> Table:
    """A table that begins with this state: the Guide, and a seat for every player in it."""
    players = dict.fromkeys(seeker.player for seeker in (*s.seekers, *s.drafts) if seeker.player)
    seats = (Seat("guide", "guide"), *(Seat(player, "seeker") for player in players))
    game = msgspec.structs.replace(GAME, setup=lambda _: s)
    table = Table.open(game, seats=seats, seed="seated")
    table.fair_dice = False
    return table


def thrown(table: Table, *dice: Iterable[int]) -> Table:
    """The dice the table waits for, in order."""
    for faces in dice:
        running, q = next((r, q) for r, q in table.play_state.waiting() if q.kind not in ANSWERED_BY_PEOPLE)
        table.roll("guide", running.number, q.at, faces)
    return table


def asked(table: Table, seat: str) -> tuple[SeatPrompt, Advice]:
    """The one question this seat may answer, and what its answers come to."""
    at = SeatView(table, seat)
    (ask,) = (ask for ask in at.prompts if ask.is_mine)
    return ask, at.advice(ask.action_id, ask.path)


def group(found: OddsSummary, label: str) -> OutcomeGroup:
    return next(one for one in found.groups if one.label == label)
