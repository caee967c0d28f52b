"""Secrets stay on the server: marked ones in every place a game can hold one, and every byte that leaves it read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.catalog.installed import installed_games
from tablewright.client import Client, SeatConnection
from tablewright.rules.errors import Refused
from tablewright.server.protocol import (
    QUERIES,
    AnyMessage,
    EditValue,
    Message,
    QueryActions,
    QueryForecast,
    QueryQuickActions,
    QueryResult,
    QueryValues,
    Redo,
    Undo,
)
from tablewright.table.seat import QuickActions
from tests.example_games import EXAMPLES

from .people import refused
from .running import Server, limited, party

ODDS = 12
"""Actions whose odds are asked for, by each."""
KINDS = {str(kind.__struct_config__.tag) for kind in Message.__subclasses__()} | QUERIES.keys()
UNASKED = {"query-advice", "query-forecast"}
"""Messages, and results of queries, that a table may have no occasion for: no prompt, no fight to forecast."""
MASTER, ANN, BOTH = "master", "ann", "ann and the master"


class Marks:
    """Marked secrets, and who may read each: seats of the table by what they are in this test."""

    def __init__(self) -> None:
        self.readers: dict[str, str] = {}

    def new(self, readers: str) -> str:
        mark = f"zq{len(self.readers):02d}xk"  # no word of any game, and no part of another
        self.readers[mark] = readers
        return mark

    def hidden_from(self, who: str) -> list[str]:
        """What must never reach this one."""
        return [mark for mark, readers in self.readers.items() if who not in readers]


class Bytes:
    """Everything that one person was ever sent."""

    def __init__(self, visit: Client, table: str) -> None:
        self.visit, self.table, self.text = visit, table, ""
        self.kinds = set[str]()
        """Of the messages and results they were sent."""
        self.seat = self.sit()

    def sit(self) -> SeatConnection:
        """A connection of theirs, read from its first byte."""
        seat = self.visit.connect(self.table, since=0)
        seat.on_message = self.take
        return seat

    def take(self, message: AnyMessage, text: bytes) -> None:
        self.text += text.decode()
        self.kinds |= {str(message.__struct_config__.tag), message.query if isinstance(message, QueryResult) else ""}

    async def try_(self, asked: Any) -> Any:
        """Asks; what is answered and what is refused are both what one is sent."""
        try:
            answer = await asked
        except Refused as why:
            self.text += str(why)
            return None
        self.text += msgspec.json.encode(answer).decode()
        return answer


async def planted(master: SeatConnection, ann: SeatConnection, game: str, marks: Marks) -> None:
    """A secret in every place there is."""
    new = marks.new

    async def act(seat: SeatConnection, action: str, **values: Any) -> int:
        return await seat.act(action, values)

    await act(master, "write_note", title=new(MASTER), text=new(MASTER))
    await act(master, "write_note", title=new(BOTH), text=new(BOTH), readers=[ann.welcome.seat])
    await act(ann, "write_note", title=new(BOTH), text=new(BOTH))
    await act(master, "start_clock", title=new(MASTER), note=new(MASTER), hidden=True)
    await act(master, "start_clock", title="Shown", note=new(MASTER), outcome_hidden=True)
    chart = new(MASTER)
    rows = "\n".join(new(MASTER) for _ in range(6))
    await act(master, "add_chart", title=chart, entries=rows, hidden=True)
    await act(master, "roll_in_secret", chart=chart)
    deck = new(MASTER + ANN + "eve")  # that there is such a deck everybody knows
    await act(master, "make_deck", title=deck, cards=[new(MASTER), new(MASTER), new(MASTER)], knowledge="secret")
    await act(master, "draw_in_secret", deck=deck)
    await act(master, "add_card", deck=deck, title=new(MASTER), text=new(MASTER))
    await master.say(new(BOTH), [ann.welcome.seat])
    await ann.say(new(BOTH), [master.welcome.seat])
    await master.request(EditValue("kit.notes.note.title", new(MASTER)))
    await act(master, "throw_dice", dice="7d97kh3", hidden=True)
    if "add_opponents" in {action.name for action in await master.request(QueryActions())}:
        template = (await master.draft("add_opponents")).fields[0].choices[0].value
        await act(master, "add_opponents", template=template, secret=new(MASTER))
    undone = await act(master, "write_note", title=new(MASTER), text=(gone := new(MASTER)))
    await master.until(
        lambda: gone in str(master.view.panels)
    )  # it is shown when there is time, and must be before it goes
    await master.request(Undo(undone - 1))
    await master.request(Redo())
    await master.request(Undo())


async def everything(who: Bytes) -> None:
    """Asks for everything there is to be had: drafts, odds, counsel, actions; feed, story, table, links, the file."""
    seat, visit, table = who.seat, who.visit, who.table
    counted = 0
    for doable in await who.try_(seat.request(QueryActions())) or []:
        draft = await who.try_(seat.draft(doable.name))
        if draft and draft.ready and counted < ODDS:
            counted += 1
            await who.try_(seat.odds(doable.name, draft.values))
    for ask in seat.view.prompts:
        await who.try_(seat.advice(ask))
    for name, field in (("share_note", "note"), ("advance_clock", "clock"), ("roll_on_chart", "chart")):
        for guess in ("0", "note", "zq", "a", "?1", "note-2"):
            await who.try_(seat.act(name, {field: guess}))
            await who.try_(seat.draft(name, {field: guess}))
    for command in (Undo(), Redo(), EditValue("kit.notes.note.title", 1)):
        await who.try_(seat.request(command))
    for asked in (visit.feed(table), visit.story(table), visit.table(table), visit.tables(), visit.invitations(table)):
        await who.try_(asked)
    await at_hand(who)
    session = await visit.ask("GET", f"/api/tables/{table}/session", bytes)
    who.text += bytes(session).decode()
    await who.try_(visit.ask("GET", "/metrics", bytes))


async def at_hand(who: Bytes) -> None:
    """What is a master's, and what anybody may ask for it: forecasts, and what stands behind the words of a sheet."""
    seat = who.seat
    for key, panel in list(seat.view.panels.items()):
        for word in panel.words[:2]:
            label = next((found for name in ("label", "title", "text") if (found := getattr(word, name, ""))), "")
            await who.try_(seat.request(QueryValues(key, label)))
    desk = await who.try_(seat.request(QueryQuickActions())) or QuickActions()
    for name in ("mission", *(found.name for found in desk.forecasts[:1])):
        await who.try_(seat.request(QueryForecast(name)))


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_no_byte_of_a_secret_reaches_who_may_not_know_it(tmp_path: Path, game: str) -> None:
    """Every frame, feed, story, draft, odds, counsel, refusal and undo, for a player and who looks on; and the log."""
    marks, kinds = Marks(), set[str]()

    async def play(server: Server) -> tuple[dict[str, str], str]:
        async with server.host() as host, Client(server.address) as ann, Client(server.address) as eve:
            table = await host.create_table(game)
            for visit, role, seat in ((ann, "", "ann"), (eve, "spectator", "")):
                link = await host.invite(table.id, role, seat)
                await visit.join(link.token, "Somebody")
            people = {MASTER: Bytes(host, table.id), ANN: Bytes(ann, table.id), "eve": Bytes(eve, table.id)}
            for one in people.values():
                await one.seat.__aenter__()
            await planted(people[MASTER].seat, people[ANN].seat, game, marks)
            for who, one in people.items():
                if who != MASTER:
                    await refused(one.visit.export(table.id), 403)
                    await everything(one)
                else:
                    await at_hand(one)
                async with one.sit() as again:  # what is sent to who comes back
                    await again.until(lambda: bool(again.feed))
            await asyncio.sleep(0.2)
            for one in people.values():
                await one.seat.leave()
            kinds.update(*(one.kinds for one in people.values()))
            file = (await host.export(table.id)).decode()  # the owner's alone, and everything is in it
            metrics = (await host.ask("GET", "/metrics", bytes)).decode()
            return {"metrics": metrics, **{who: one.text for who, one in people.items()}}, file

    with Server(tmp_path, *limited(questions=1000, deeds=1000, requests=1000)) as server:
        sent, file = asyncio.run(play(server))
    assert KINDS - kinds <= UNASKED
    sent["the log"] = "".join(server.log)
    assert not [mark for mark in marks.readers if mark not in sent[MASTER]], "every one of them was sent to the master"
    assert not [mark for mark in marks.readers if mark not in file], "and is in the file"
    for who, text in sent.items():
        leaked = [mark for mark in marks.hidden_from(who) if mark in text]
        assert not leaked, f"{who} can read {leaked}"
    assert "7d97kh3" not in sent["eve"] + sent[ANN]


def test_what_is_chosen_in_secret_is_in_no_frame_while_others_think(tmp_path: Path) -> None:
    """Not to the master, not to who votes next, not by counsel or odds; read out once all have voted."""

    async def play(server: Server) -> None:
        async with party(server, "ballot", 2) as table:
            master, ann, bob = table.seats
            texts = ["", "", ""]
            await ann.act("vote")
            await ann.until(lambda: bool(ann.my_prompts))
            await master.until(lambda: len(master.my_prompts) == 2)
            await bob.until(lambda: bool(bob.my_prompts))
            (ask,) = ann.my_prompts
            chosen = ask.options[1]
            assert "zqannone" not in str(bob.view)
            for n, seat in enumerate(table.seats):
                seat.on_message = lambda _, text, n=n: texts.__setitem__(n, texts[n] + text.decode())  # type: ignore[misc]
            await ann.answer(ask, chosen.key)
            await master.until(lambda: len(master.my_prompts) == 1)
            await bob.advice(bob.my_prompts[0])
            await master.advice(master.my_prompts[0])
            await bob.request(QueryActions())
            for n in (0, 2):
                texts[n] += str(await table.visits[n].feed(table.table.id)) + await table.visits[n].story(
                    table.table.id
                )
                assert "zqann" not in texts[n]
            await bob.answer(bob.my_prompts[0], bob.my_prompts[0].options[0].key)
            await bob.until(lambda: "zqanntwo" in texts[2])

    with Server(tmp_path, "--game", str(EXAMPLES / "ballot")) as server:
        asyncio.run(play(server))
        assert server.log == []
