"""Whose it is: every operation, asked by whoever it is not for, is refused and changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tablewright.client import Client
from tablewright.rules.errors import Refused
from tablewright.server.protocol import COMMANDS, Command, request_tag
from tablewright.server.protocol import commands as w
from tablewright.table.seat import SeatPrompt
from tests.server.people import GAME, evening, refused, stranger
from tests.server.running import Party, Server, party

METHODS = ("get", "post", "put", "patch", "delete")
#: What each operation is sent, where it takes something.
BODIES: dict[str, Any] = {"patch": {"name": "Mine now"}, "links": {"role": "", "seat": ""}}
#: What somebody with a seat may ask about a table that is not theirs.
PLAYERS = {f"GET /api/tables/{{table}}{what}" for what in ("", "/feed", "/session", "/story")}


def operations(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Every operation on a table."""
    found = [(m.upper(), path) for path, methods in document["paths"].items() for m in methods if m in METHODS]
    return [(method, path) for method, path in found if "{table}" in path]


async def asked(visit: Client, method: str, path: str, table: str) -> str:
    body = BODIES.get(method.lower()) or BODIES.get(path.rsplit("/", 1)[-1] if method == "POST" else "")
    where = path.replace("{table}", table).replace("{link}", "made-up")
    return await refused(visit.ask(method, where, bytes, body), 401, 403, 409)


def test_no_operation_on_a_table_is_for_strangers(server: Server) -> None:
    """Not for nobody, not for a known person without a seat, not at a table that never was; and nothing changes."""

    async def play() -> None:
        async with party(server, GAME) as table, stranger(server) as nobody, stranger(server, "Eve") as eve:
            host, id = table.visits[0], table.table.id
            every = operations(await host.ask("GET", "/openapi.json", dict))
            assert len(every) >= 12
            before = await host.export(id), await host.table(id), await host.invitations(id)
            for method, path in every:
                assert "not known" in await asked(nobody, method, path, id)
                assert "no seat" in await asked(eve, method, path, id)
                assert "no seat" in await asked(host, method, path, "0" * 16)
                assert "no seat" in await asked(host, method, path, "%00'--")
            assert (await host.export(id), await host.table(id), await host.invitations(id)) == before

    evening(play)


def test_what_is_the_masters_and_the_owners_is_no_players(server: Server) -> None:
    """A player reads what they were told; all else is refused and changes nothing."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, ann = table.visits
            id = table.table.id
            every = operations(await host.ask("GET", "/openapi.json", dict))
            before = await host.export(id), await host.table(id), await host.invitations(id)
            for method, path in every:
                if f"{method} {path}" not in PLAYERS:
                    await asked(ann, method, path, id)
            assert (await host.export(id), await host.table(id), await host.invitations(id)) == before

    evening(play)


#: What a player may not do to others, by kind of deed: at a table where the master acted and is asked.
FOREIGN: dict[type[Command], dict[str, Any]] = {
    w.TakeAction: {"action": "personal_roll", "values": {"who": "sable"}},
    w.AnswerPrompt: {},
    w.EnterDice: {"faces": [6, 6, 6]},
    w.WithdrawAction: {},
    w.EditValue: {"path": "kit", "value": {}},
    w.Undo: {"to_event": 0},
    w.Redo: {"to_event": 0},
    w.HandOverCharacter: {"character": "sable", "to_seat": "ann"},
    w.RenameSeat: {"name": "Fool", "seat": "way"},
    w.LeaveSeat: {"seat": "bob"},
    w.CloseSession: {},
    w.AgreeToProposal: {},
    w.RejectProposal: {},
    w.SendMessage: {"text": "hm", "recipients": ("no-such-seat",)},
    w.RequestThrow: {},
    w.TakeRandomStep: {"guide": "growth", "subject": "sable"},
    w.UndoGuideStep: {"guide": "growth", "subject": "sable", "step": 0},
    w.PausePlay: {},
    w.ResumePlay: {},
}
HARMLESS = {w.RequestThrow}
"""Nothing is waited for: it is done and changes nothing."""
ANYBODYS = {w.PausePlay}
"""For everybody who plays, whoever's turn it is."""


def test_every_deed_is_listed_here() -> None:
    """A new kind of deed is tried too."""
    assert set(FOREIGN) == set(COMMANDS.values())


async def asking(table: Party) -> SeatPrompt:
    """What the master is asked, of an action of the master's."""
    await table.master.act("personal_roll", {"who": "sable"})
    await table.master.until(lambda: bool(table.master.my_prompts))
    return table.master.my_prompts[0]


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_no_deed_is_done_for_another_seat(server: Server, role: str) -> None:
    """Answered with a sentence, and the journal stands as it stood. Who only looks on does nothing but talk."""

    async def play() -> None:
        async with party(server, GAME) as table, stranger(server) as other:
            ask, seat = await asking(table), table.seats[1]
            if role == "spectator":
                link = await table.visits[0].invite(table.table.id, "spectator")
                await other.join(link.token, "Watcher")
                seat = await other.connect(table.table.id).__aenter__()
            await asyncio.sleep(0.2)
            before = await table.visits[0].export(table.table.id)
            place = {"action_id": ask.action_id, "path": ask.path, "choice": ask.options[0].key}
            place["proposal"] = ask.action_id
            for kind, said in FOREIGN.items():
                known = {field.name for field in msgspec.structs.fields(kind)}
                wish = {**{k: v for k, v in place.items() if k in known}, **said}
                command, name = kind(**wish), request_tag(kind)
                if kind in ANYBODYS and role == "player":
                    continue
                if kind in HARMLESS:
                    await seat.request(command)
                    continue
                with pytest.raises(Refused) as why:
                    await seat.request(command)
                assert str(why.value), name
            assert await table.visits[0].export(table.table.id) == before
            await seat.leave()

    evening(play)
