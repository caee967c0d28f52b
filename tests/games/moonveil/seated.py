"""A real table over a state of a test, as its seats see it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.state import Veil
from tablewright.kernel import Seat
from tablewright.run.question import ANSWERED
from tablewright.table import Table
from tablewright.table.asks import Ask
from tablewright.table.at import At
from tablewright.table.prospect import Group, Prospect
from tablewright.table.weigh import Counsel


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
        running, q = next((r, q) for r, q in table.now.waiting() if q.kind not in ANSWERED)
        table.roll("guide", running.number, q.at, faces)
    return table


def asked(table: Table, seat: str) -> tuple[Ask, Counsel]:
    """The one question this seat may answer, and what its answers come to."""
    at = At(table, seat)
    (ask,) = (ask for ask in at.asks if ask.mine)
    return ask, at.counsel(ask.of, ask.at)


def group(found: Prospect, label: str) -> Group:
    return next(one for one in found.groups if one.label == label)
