"""JSON Schemas of wire types, by name: the ground of the OpenAPI and AsyncAPI documents and of the page's types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect

from tablewright.server.protocol.http_types import RequestBody
from tablewright.server.protocol.json_value import JsonValue
from tablewright.server.protocol.requests import Request

Schema: TypeAlias = dict[str, JsonValue]
Draft: TypeAlias = Literal["7", "2020-12"]
"""Draft 7 is what AsyncAPI and the page's tools read, 2020-12 what OpenAPI 3.1 reads. They differ in tuples."""
LEFT_OUT = ("default", "discriminator", "properties")  # a discriminator is OpenAPI's; a union's tags say the same


class Components(NamedTuple):
    """Schemas of types in the order they were asked for, and the named schemas they refer to."""

    schemas: tuple[Schema, ...]
    named: dict[str, Schema]


def json_schemas(types: Iterable[Any], ref: str, draft: Draft = "7") -> Components:
    """Make the schemas of types; `ref` is how one refers to another, as in `#/$defs/{name}`.

    A struct the server sends has every field, unless it omits those left at their defaults. A struct the client sends
    needs only the fields without a default, and the id of a request.
    """
    wanted = tuple(types)
    refs, found = msgspec.json.schema_components(wanted, ref_template=ref)
    structs = {struct.cls.__name__: struct.cls for struct in _structs(inspect.multi_type_info(wanted), set())}
    named = {name: _required(structs.get(name), _corrected(part, ref, draft)) for name, part in found.items()}
    value: Schema = {"$ref": ref.format(name="JsonValue")}
    plain: list[JsonValue] = [{"type": name} for name in ("null", "boolean", "number", "string")]
    values: Schema = {"type": "object", "additionalProperties": value}
    named |= {"Values": values, "JsonValue": {"anyOf": [*plain, {"type": "array", "items": value}, values]}}
    return Components(tuple(_corrected(part, ref, draft) for part in refs), named)


def _structs(types: Iterable[inspect.Type], seen: set[type]) -> Iterator[inspect.StructType]:
    """Find every struct in types."""
    for one in types:
        match one:
            case inspect.StructType() if one.cls not in seen:
                seen.add(one.cls)
                yield one
                yield from _structs((field.type for field in one.fields), seen)
            case inspect.UnionType():
                yield from _structs(one.types, seen)
            case inspect.TupleType():
                yield from _structs(one.item_types, seen)
            case inspect.ListType() | inspect.VarTupleType():
                yield from _structs((one.item_type,), seen)
            case inspect.DictType():
                yield from _structs((one.key_type, one.value_type), seen)
            case inspect.Metadata():
                yield from _structs((one.type,), seen)


def _corrected(part: Any, ref: str, draft: Draft) -> Any:
    """Say the same without what the tools for types do not know, and with JSON values by their names."""
    if isinstance(part, list):
        return [_corrected(inner, ref, draft) for inner in part]
    if not isinstance(part, dict):
        return part
    if part.keys() <= {"default"}:  # of `Any`
        return {"$ref": ref.format(name="JsonValue")}
    if part.get("type") == "object" and not part.keys() & {"properties", "additionalProperties"}:  # of `Values`
        return {"$ref": ref.format(name="Values")}
    schema = {key: _corrected(inner, ref, draft) for key, inner in part.items() if key not in LEFT_OUT}
    if "properties" in part:
        schema["properties"] = {name: _corrected(inner, ref, draft) for name, inner in part["properties"].items()}
    if isinstance(words := schema.get("description"), str):
        schema["description"] = cleandoc(words)  # Pythons before 3.13 keep the indentation
    if "prefixItems" in schema and draft == "7":
        schema |= {"items": schema.pop("prefixItems"), "additionalItems": False}
    return schema


def _required(kind: type[msgspec.Struct] | None, schema: Schema) -> Schema:
    """Say which fields a struct has at least, and that it has no others."""
    properties, required = schema.get("properties"), schema.get("required", [])
    if kind is None or not isinstance(properties, dict) or not isinstance(required, list):
        return schema
    if issubclass(kind, Request):
        required = [*required, "id"]
    elif not issubclass(kind, RequestBody) and not kind.__struct_config__.omit_defaults:
        required = list(properties)
    return {**schema, "required": [name for name in properties if name in required], "additionalProperties": False}
