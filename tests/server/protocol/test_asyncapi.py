"""The AsyncAPI document: every request and message is in it, and what a server sends is as it says."""

from __future__ import annotations

import asyncio
import json
from typing import Any, get_args

import jsonschema_rs
import pytest

from tablewright.client import SeatConnection
from tablewright.server.protocol import (
    QUERIES,
    REQUESTS,
    AnsweredRequest,
    AnyMessage,
    PausePlay,
    QueryActions,
    QueryForecast,
    QueryQuickActions,
    QueryResult,
    QueryValues,
    SendMessage,
    Undo,
    encode_json,
)
from tablewright.server.protocol.schema import asyncapi_document
from tests import ROOT
from tests.server.people import evening
from tests.server.running import Server, party

META_SCHEMA = ROOT / "ui" / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0.json"
GAME = "veil-runners-classic"


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(encode_json(asyncapi_document()))


def test_it_is_valid_asyncapi(document: Any) -> None:
    """By the schema the AsyncAPI Initiative publishes."""
    meta_schema = jsonschema_rs.validator_for(json.loads(META_SCHEMA.read_text()))
    assert [error.message for error in meta_schema.iter_errors(document)] == []


def test_every_request_and_message_is_in_it(document: Any) -> None:
    """A request as an operation with its reply, a message as what the server sends."""
    operations, messages = document["operations"], document["components"]["messages"]
    received = {name for name, operation in operations.items() if operation["action"] == "receive"}
    assert received == set(REQUESTS)
    assert {name for name in received if "reply" in operations[name]} == {
        tag for tag, kind in REQUESTS.items() if issubclass(kind, AnsweredRequest)
    }
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyMessage)} - {"result"}
    assert set(messages) == {*REQUESTS, *tags, *(f"{query}-result" for query in QUERIES)}
    assert {name for name, operation in operations.items() if operation["action"] == "send"} <= tags
    assert set(document["channels"]["live"]["messages"]) == set(messages)


def test_everything_it_refers_to_is_there(document: Any) -> None:
    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            return own + [ref for inner in part.values() for ref in references(inner)]
        return [ref for inner in part for ref in references(inner)] if isinstance(part, list) else []

    for ref in references(document):
        found = document
        for name in ref.removeprefix("#/").split("/"):
            found = found[name]


def payload_check(document: Any, message: str) -> jsonschema_rs.Validator:
    """A validator of what is sent as this message."""
    payload = document["components"]["messages"][message]["payload"]
    return jsonschema_rs.validator_for({**payload, "components": document["components"]})


def test_a_request_is_as_it_says(document: Any) -> None:
    """It needs an id, and has no field more."""
    check = payload_check(document, "send-message")
    sent = json.loads(encode_json(SendMessage("hm", id="1")))
    assert check.is_valid(sent)
    assert not check.is_valid({**sent, "more": 1})
    assert not check.is_valid({name: value for name, value in sent.items() if name != "id"})


async def ask_everything(master: SeatConnection, ann: SeatConnection) -> None:
    """Lets the server send each message, and the result of each query."""
    draft = await ann.draft("personal_roll")
    await ann.odds("personal_roll", draft.values)
    await ann.act("personal_roll")
    await master.until(lambda: bool(master.my_prompts))
    await master.advice(master.my_prompts[0])
    desk = await master.request(QueryQuickActions())
    await master.request(QueryForecast(next(one.name for one in desk.forecasts if not one.why_not)))
    await master.request(QueryValues("lars", "Grit"))
    await master.request(QueryActions())
    await ann.say("hm", [master.welcome.seat])
    await master.request(Undo())
    await ann.request(PausePlay("The door bell."))
    await ann.set_preparing(True)
    await master.until(lambda: bool(master.presence.preparing))
    with pytest.raises(Exception, match="no action"):
        await ann.draft("fly")


def test_everything_a_server_sends_is_as_it_says(document: Any, server: Server) -> None:
    """Each message of an evening with everything in it, field by field."""
    sent: dict[str, list[Any]] = {}

    def record(message: AnyMessage, text: bytes) -> None:
        tag = str(message.__struct_config__.tag)
        name = f"{message.query}-result" if isinstance(message, QueryResult) else tag
        sent.setdefault(name, []).append(json.loads(text))

    async def play() -> None:
        async with party(server, GAME) as table:
            for seat, visit in zip(table.seats, table.visits, strict=True):
                seat.on_message = record
                async with visit.connect(table.table.id, since=0) as again:
                    again.on_message = record
                    record(again.welcome, encode_json(again.welcome))
                    await asyncio.sleep(0.1)
            await ask_everything(*table.seats)

    evening(play)
    assert set(document["components"]["messages"]) - set(REQUESTS) == set(sent)
    for name, messages in sent.items():
        check = payload_check(document, name)
        assert [error.message for message in messages for error in check.iter_errors(message)] == []


def test_it_is_served_beside_the_other(server: Server) -> None:
    """With the path the server lies below."""

    async def play() -> None:
        async with server.host() as host:
            served = json.loads(await host.ask("GET", "/asyncapi.json", bytes))
            assert served == json.loads(encode_json(asyncapi_document()))

    evening(play)
    address = asyncapi_document("/tables")
    assert json.loads(encode_json(address))["channels"]["live"]["address"] == "/tables/api/tables/{table}/live"
