"""The AsyncAPI document of the live table, made from the registry: every request, its answer, and every message."""

from __future__ import annotations

from typing import Any, get_args

from tablewright import __version__
from tablewright.server.protocol.messages import (
    AnyMessage,
    CommandAccepted,
    Message,
    QueryResult,
    RequestRejected,
)
from tablewright.server.protocol.registry import COMMANDS, QUERIES, REQUESTS, SIGNALS, answer_type

from .components import Schema, json_schemas

ADDRESS = "/api/tables/{table}/live"
ANSWERS = (CommandAccepted, QueryResult, RequestRejected)
SCHEMA_REF = "#/components/schemas/{name}"
DESCRIPTION = """\
One seat of one table over a WebSocket of JSON texts. A client connects as whom its cookie or bearer token says, and
sends `hello` first. Requests with an `id` are answered under it; resent after a reconnect, a command is done once."""


def asyncapi_document(root: str = "") -> Schema:
    """Describe the live table as AsyncAPI 3; `root` is the path the server lies below."""
    kinds: tuple[type[Message], ...] = get_args(AnyMessage)
    answers = {tag: answer_type(kind) for tag, kind in QUERIES.items()}
    refs, schemas = json_schemas((*REQUESTS.values(), *kinds, *answers.values()), SCHEMA_REF)
    messages = {tag: _message(tag, kind) for tag, kind in REQUESTS.items()}
    messages |= {_tag(kind): _message(_tag(kind), kind) for kind in kinds if kind is not QueryResult}
    for (tag, kind), ref in zip(QUERIES.items(), refs[-len(answers) :], strict=True):
        name = f"{kind.__name__}Result"
        schemas[name] = _result(schemas[QueryResult.__name__], name, tag, ref)
        messages[_result_tag(tag)] = {
            "name": _result_tag(tag),
            "summary": f"The answer to `{tag}`.",
            "payload": {"$ref": SCHEMA_REF.format(name=name)},
        }
    operations = {tag: _request(tag) for tag in REQUESTS}
    operations |= {_tag(kind): _operation("send", _tag(kind)) for kind in kinds if kind not in ANSWERS}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Tablewright: a live table", "version": __version__, "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": f"{root}{ADDRESS}",
                "parameters": {"table": {"description": "The id of the table."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": operations,
        "components": {"messages": messages, "schemas": schemas},
    }


def _tag(kind: type[Message]) -> str:
    return str(kind.__struct_config__.tag)


def _result_tag(query: str) -> str:
    return f"{query}-result"


def _message(tag: str, kind: type[Any]) -> Schema:
    summary = " ".join((kind.__doc__ or "").split())
    return {"name": tag, "summary": summary, "payload": {"$ref": SCHEMA_REF.format(name=kind.__name__)}}


def _result(schema: Schema, name: str, tag: str, answer: Schema) -> Schema:
    """Make the schema of the result of one query."""
    properties = schema["properties"]
    assert isinstance(properties, dict)
    return {**schema, "title": name, "properties": {**properties, "query": {"const": tag}, "result": answer}}


def _operation(action: str, *names: str) -> Schema:
    messages = [{"$ref": f"#/channels/live/messages/{name}"} for name in names]
    return {"action": action, "channel": {"$ref": "#/channels/live"}, "messages": messages}


def _request(tag: str) -> Schema:
    """Describe a request: the server receives it, and replies with its answer or a rejection."""
    received = _operation("receive", tag)
    if tag in SIGNALS:
        return received
    answer = _tag(CommandAccepted) if tag in COMMANDS else _result_tag(tag)
    reply = _operation("", answer, _tag(RequestRejected))
    del reply["action"]
    return {**received, "reply": reply}
