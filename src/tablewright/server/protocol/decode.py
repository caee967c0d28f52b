"""Decoding of requests: a request, or why it is invalid."""

from __future__ import annotations

import re
from typing import TypeAlias

import msgspec

from .json_value import JsonValue
from .registry import request_decoder
from .requests import AnsweredRequest, Id, Request
from .validation import TOO_LONG, describe_error

MAX_DEPTH = 16  # nested lists and mappings in a value: forms are shallow
TOP_LEVEL_FIELD = re.compile(r" - at `\$\.(\w+)`$")


class InvalidRequest(msgspec.Struct, frozen=True):
    """A request that is not valid: its id as far as it can be read, the reason, and the field it is about."""

    id: str = ""
    reason: str = "That is nothing this table understands."
    field: str = ""


class RequestId(msgspec.Struct, frozen=True):
    """The id of a request, whatever else is in it."""

    id: Id = ""


DecodedRequest: TypeAlias = Request | InvalidRequest
_id_decoder = msgspec.json.Decoder(RequestId)


def decode_request(text: bytes, max_bytes: int) -> DecodedRequest:
    """Decode a message of a client."""
    if len(text) > max_bytes:
        return InvalidRequest(_read_id(text), f"That is too much at once: at most {max_bytes:,} bytes.")
    try:
        request = request_decoder.decode(text)
    except RecursionError:
        return InvalidRequest(_read_id(text), "What was said is nested too deeply.")
    except msgspec.ValidationError as error:
        return _invalid(_read_id(text), str(error))
    except (msgspec.DecodeError, UnicodeError):
        return InvalidRequest()
    if isinstance(request, AnsweredRequest) and not request.id:
        return _invalid("", "Object missing required field `id`")
    if not is_shallow(getattr(request, "values", None) or getattr(request, "value", None)):
        return InvalidRequest(_read_id(text), "What was said is nested too deeply.")
    return request


def is_shallow(value: JsonValue, max_depth: int = MAX_DEPTH) -> bool:
    """Tell whether lists and mappings are nested at most this deep."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return max_depth > 0 and all(is_shallow(part, max_depth - 1) for part in inside)
    return True


def _read_id(text: bytes) -> str:
    try:
        return _id_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def _invalid(id: str, error: str) -> InvalidRequest:
    """Describe a validation error, at the field whose text is too long."""
    at = TOP_LEVEL_FIELD.search(error)
    return InvalidRequest(id, describe_error(error), at[1] if at and TOO_LONG.match(error) else "")
