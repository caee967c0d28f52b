"""The registry of requests: found by their classes, so that a declared request is known everywhere."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, TypeVar, Union, get_args

import msgspec

from . import commands, queries, requests
from .requests import AnsweredRequest, Command, Query, Request, Signal

T = TypeVar("T", bound=Request)


def declared_requests(module: ModuleType, base: type[T]) -> dict[str, type[T]]:
    """Find the requests declared in a module, by tag, in their order. Base classes have subclasses, and no tag."""
    found = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base))
    own = [kind for kind in found if kind.__module__ == module.__name__ and not kind.__subclasses__()]
    return {request_tag(kind): kind for kind in own}


def request_tag(request: Request | type[Request]) -> str:
    """Return the `type` of a request as it is sent."""
    return str(request.__struct_config__.tag)


SIGNALS: Final[dict[str, type[Signal]]] = declared_requests(requests, Signal)
COMMANDS: Final[dict[str, type[Command]]] = declared_requests(commands, Command)
QUERIES: Final[dict[str, type[Query[Any]]]] = declared_requests(queries, Query)
REQUESTS: Final[dict[str, type[Request]]] = {**SIGNALS, **COMMANDS, **QUERIES}

request_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Union[tuple(REQUESTS.values())])  # noqa: UP007


def answer_type(kind: type[AnsweredRequest[Any]]) -> Any:
    """Return the type that a request is answered with: `R` of the nearest base that says it."""
    for base in kind.__mro__:
        for said in vars(base).get("__orig_bases__", ()):
            if (args := get_args(said)) and issubclass(said.__origin__, AnsweredRequest):
                return args[0]
    raise TypeError(f"{kind.__name__} says no answer type.")
