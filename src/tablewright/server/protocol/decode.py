"""Hearing: what a client says, understood or not. Whoever is not understood is told so, and which wish it was."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import msgspec

from . import requests as w
from .validation import TOO_LONG, describe_error

MAX_DEPTH = 16
"""How deep what is said may be nested: a form is shallow."""
AT = re.compile(r" - at `\$\.(\w+)`$")


class InvalidRequest(msgspec.Struct, frozen=True):
    """What cannot be understood: the wish's own id as far as it can be read, why, and the part it is about."""

    id: str = ""
    why: str = "That is nothing this table understands."
    field: str = ""


class RequestId(msgspec.Struct, frozen=True):
    """What a wish is called, whatever else it says."""

    id: w.Id = ""


DecodedRequest: TypeAlias = w.AnyRequest | InvalidRequest
_called = msgspec.json.Decoder(RequestId)


def decode_request(text: bytes, most: int) -> DecodedRequest:
    """What is wished for, or why it cannot be understood."""
    if len(text) > most:
        return InvalidRequest(_id(text), f"That is too much at once: at most {most:,} bytes.")
    try:
        wish = w.request_decoder.decode(text)
    except RecursionError:
        return InvalidRequest(_id(text), "What was said is nested too deeply.")
    except msgspec.ValidationError as error:
        return _wrong(_id(text), str(error))
    except (msgspec.DecodeError, UnicodeError):
        return InvalidRequest()
    if not is_shallow(getattr(wish, "values", None) or getattr(wish, "value", None)):
        return InvalidRequest(_id(text), "What was said is nested too deeply.")
    return wish


def is_shallow(value: Any, most: int = MAX_DEPTH) -> bool:
    """Whether nothing is nested deeper than this."""
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return most > 0 and all(is_shallow(part, most - 1) for part in inside)
    return True


def _id(text: bytes) -> str:
    try:
        return _called.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def _wrong(id: str, error: str) -> InvalidRequest:
    """What is wrong with a wish, for whoever wrote it or the script that said it."""
    at = AT.search(error)
    return InvalidRequest(id, describe_error(error), at[1] if at and TOO_LONG.match(error) else "")
