"""The protocol as the page's build reads it: `ui/protocol.mjs` makes TypeScript of it.

`python -m tablewright.server.protocol.schema > ui/protocol.json` writes it anew.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tablewright.server.protocol import http_types, lab_types, story
from tablewright.server.protocol.close_codes import FINAL_CODES, CloseCode
from tablewright.server.protocol.messages import AnyMessage
from tablewright.server.protocol.registry import COMMANDS, QUERIES, SIGNALS, answer_type
from tablewright.server.protocol.requests import AnsweredRequest, Request

from .components import Schema, json_schemas

REF = "#/$defs/{name}"
HTTP_TYPES: Final = tuple(
    kind
    for module in (http_types, lab_types, story)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    if kind is not http_types.RequestBody
)
"""Every body and answer of the HTTP interface."""


def page_protocol() -> Schema:
    """Return the schema of what each request takes and is answered with, all types it refers to, and the close codes.

    A request's schema is its body: its `type` and `id` are the connection's to add.
    """
    answered: dict[str, type[AnsweredRequest[Any]]] = {**COMMANDS, **QUERIES}
    kinds: tuple[type[Request], ...] = (*SIGNALS.values(), *answered.values())
    answers = [answer_type(kind) for kind in answered.values()]
    (message, *rest), named = json_schemas((AnyMessage, *kinds, *answers, *HTTP_TYPES), REF)
    for kind in kinds:
        named[kind.__name__] = _body(named[kind.__name__])
    bodies = dict(zip((*SIGNALS, *answered), rest, strict=False))
    found = dict(zip(answered, rest[len(kinds) :], strict=False))
    named["AnyMessage"] = message
    named["Signals"] = _record({tag: bodies[tag] for tag in SIGNALS})
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Requests",
        **_record({tag: _record({"in": bodies[tag], "out": found[tag]}) for tag in answered}),
        "$defs": named,
        "commands": list(COMMANDS),
        "closeCodes": {code.name: code.value for code in CloseCode},
        "finalCloseCodes": sorted(FINAL_CODES),
    }


def _body(schema: Schema) -> Schema:
    """Leave out what the connection adds to a request."""
    properties, required = schema["properties"], schema["required"]
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    kept = {name: part for name, part in properties.items() if name not in ("type", "id")}
    return {**schema, "properties": kept, "required": [name for name in required if name in kept]}


def _record(properties: dict[str, Any]) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
