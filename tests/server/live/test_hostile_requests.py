"""Whatever is said over live connections: each is answered, nobody else is hurt, and the journal holds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablewright.catalog.installed import find_game
from tablewright.client import SeatConnection
from tablewright.client.pending import AnyAnswer
from tablewright.rules.widgets import Panel
from tablewright.server.protocol import AnyMessage, Welcome
from tablewright.server.protocol.requests import Id
from tablewright.server.rooms.view_diff import encode_panels
from tablewright.table import SeatView, Table
from tablewright.table.core.reducer import EventReducer
from tablewright.table.lifecycle.open import rebuild_table
from tablewright.table.lifecycle.table_file import parse_file
from tablewright.table.log.record_log import InMemoryLog
from tests.server.people import GAME
from tests.server.random_requests import garbage, senseless, sensible
from tests.server.running import Party, Server, limited, party

STEPS = 25
Said = tuple[int, int | str | dict[str, Any]]
#: Who says something, and what: the so-manieth of what makes sense there and then, a senseless wish, or garbage.
SAID = st.tuples(st.integers(0, 2), st.one_of(st.integers(0, 99), senseless(find_game(GAME).game), garbage()))


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes as much as anybody says."""
    most = limited(requests=100_000, deeds=100_000, questions=100_000)
    with Server(tmp_path_factory.mktemp("hostile"), *most) as running:
        yield running


class Ear:
    """Hears what one seat is sent: answers by the id of the wish, and every welcome."""

    def __init__(self, seat: SeatConnection) -> None:
        self.seat, self.answers, self.welcomes = seat, list[AnyAnswer](), 0
        seat.on_message = self.on_message

    def on_message(self, message: AnyMessage, _: bytes) -> None:
        self.answers += [message] if isinstance(message, AnyAnswer) else []
        self.welcomes += isinstance(message, Welcome)

    async def say(self, text: str, id: str = "") -> None:
        """Says something and waits for its answer."""
        before = len(self.answers)
        await self.seat._send(text.encode())
        await self.seat.until(lambda: self.gone() or any(a.id == id for a in self.answers[before:]))

    def gone(self) -> bool:
        """Whether whoever sat here got up."""
        return bool(self.seat.ended)


def answered(text: str) -> str:
    """The id by which something is answered: its own, if one can be read at all."""
    try:
        said = msgspec.json.decode(text)
        return msgspec.convert(said["id"], Id)
    except (msgspec.DecodeError, RecursionError, TypeError, LookupError):
        return ""


async def holds(table: Party, ears: list[Ear]) -> None:
    """Everybody who stayed was never disconnected, and sees what the journal leads to, played from the start."""
    last = await table.master.say("the end")
    for ear in ears:
        await ear.seat.until(lambda: ear.seat.version == last + 1)  # noqa: B023  waited for at once
        assert ear.welcomes == 0
    file = parse_file(await table.visits[0].export(table.table.id), Path("it"))
    past, game = InMemoryLog(file.records), find_game(GAME).game
    again, why = rebuild_table(game, past, last + 1, "")
    assert not why
    line = again.metadata.timeline
    moment = EventReducer(game, past).replay_all(line.last[1], line)
    played = Table(EventReducer(game, past), again.metadata, moment)
    for ear in ears:
        seat = SeatView(played, ear.seat.welcome.seat)
        shown = {key: msgspec.json.decode(panel, type=Panel) for key, panel in encode_panels(seat.sheet).items()}
        assert ear.seat.view.panels == shown
        assert [(a.action_id, a.path) for a in ear.seat.view.prompts] == [ask.place for ask in seat.prompts]


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(said=st.lists(SAID, min_size=STEPS, max_size=STEPS))
def test_no_order_of_wishes_hurts_anybody(patient: Server, said: list[Said]) -> None:
    """Each is answered; nobody is disconnected; what is shown live is what the journal replays to."""

    async def play() -> None:
        async with party(patient, GAME, 2) as table:
            ears = [Ear(seat) for seat in table.seats]
            for step, (who, what) in enumerate(said):
                ear = ears[who % len(ears)]
                wishes = sensible(ear.seat)
                wish = wishes[what % len(wishes)] if isinstance(what, int) else what
                text = wish if isinstance(wish, str) else msgspec.json.encode({**wish, "id": f"w{step}"}).decode()
                await ear.say(text, answered(text))
                ears = [ear for ear in ears if not ear.gone()]
            await holds(table, ears)

    asyncio.run(play())
    assert patient.log == []
