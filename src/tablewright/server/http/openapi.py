"""The OpenAPI document: the framework's operations with the wire's own schemas, and every refusal."""

from __future__ import annotations

from typing import Any

from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPI

from tablewright.server.protocol import encode_json
from tablewright.server.protocol.schema import HTTP_TYPES, json_schemas

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
SCHEMA_REF = "#/components/schemas/{name}"


class OpenApiPlugin(JsonRenderPlugin):
    """Renders the framework's document as `corrected_schema` has it."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        return encode_json(corrected_schema(openapi_schema, request.scope.get("root_path", "")))


def complete_document(openapi: OpenAPI, root: str) -> bytes:
    """Encode the whole document; `root` is the path the server lies below."""
    return encode_json(corrected_schema(openapi.to_schema(), root))


def corrected_schema(schema: dict[str, Any], root: str) -> dict[str, Any]:
    """Return the document with the wire's schemas for the framework's, which say less of what may be sent."""
    shapes = {**schema["components"]["schemas"], **json_schemas(HTTP_TYPES, SCHEMA_REF, "2020-12").named}
    paths = {
        path: {method: _operation(path, operation) for method, operation in operations.items()}
        for path, operations in schema["paths"].items()
    }
    servers = [{"url": root or "/"}]
    return {**schema, "servers": servers, "paths": paths, "components": {**schema["components"], "schemas": shapes}}


def _operation(path: str, operation: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": SCHEMA_REF.format(name="ErrorBody")}}}
    refusals = {status: {"description": why, "content": content} for status, why in REFUSALS.items()}
    out = {**operation, "responses": {**operation["responses"], **refusals}}
    if path == IMPORT_PATH:
        binary = {"schema": {"type": "string", "format": "binary"}}
        out["requestBody"] = {"content": {"application/x-ndjson": binary}, "required": True}
    return out
