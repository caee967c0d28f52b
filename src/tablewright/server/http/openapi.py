"""The OpenAPI document, made true: every refusal as it is given, what a request may not bring, what a file is."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPI

from tablewright.server.protocol import ErrorBody, RequestBody, encode_json

from .middleware import IMPORT_PATH

#: What may be answered instead, by any operation.
REFUSALS = {
    "400": "It is not as described here.",
    "401": "Whoever asks is not known here.",
    "403": "It is not for whoever asks.",
    "404": "There is nothing by that name.",
    "409": "It cannot be done as things stand.",
    "413": "It is too large.",
    "429": "It is asked too often.",
}
REFUSAL = "#/components/schemas/Refusal"


class OpenApiPlugin(JsonRenderPlugin):
    """Shows the document as it is true."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        return encode_json(corrected_schema(openapi_schema, request.scope.get("root_path", "")))


def complete_document(openapi: OpenAPI, root: str) -> bytes:
    return encode_json(corrected_schema(openapi.to_schema(), root))


def corrected_schema(schema: dict[str, Any], root: str) -> dict[str, Any]:
    """The document with what the framework does not know of us, and where it all lies."""
    shapes = {**schema["components"]["schemas"], "Refusal": msgspec.json.schema(ErrorBody)["$defs"]["ErrorBody"]}
    for brought in RequestBody.__subclasses__():
        if brought.__name__ in shapes:
            shapes[brought.__name__] = {**shapes[brought.__name__], "additionalProperties": False}
    paths = {
        path: {method: _operation(path, operation) for method, operation in operations.items()}
        for path, operations in schema["paths"].items()
    }
    servers = [{"url": root or "/"}]
    return {**schema, "servers": servers, "paths": paths, "components": {**schema["components"], "schemas": shapes}}


def _operation(path: str, operation: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": REFUSAL}}}
    refusals = {status: {"description": why, "content": content} for status, why in REFUSALS.items()}
    out = {**operation, "responses": {**operation["responses"], **refusals}}
    if path == IMPORT_PATH:
        binary = {"schema": {"type": "string", "format": "binary"}}
        out["requestBody"] = {"content": {"application/x-ndjson": binary}, "required": True}
    return out
