"""The registry: a request is declared once, with its handler and its answer."""

from __future__ import annotations

import typing

import msgspec
import pytest

from tablewright.server.protocol import (
    COMMANDS,
    QUERIES,
    REQUESTS,
    SIGNALS,
    InvalidRequest,
    QueryOdds,
    SendMessage,
    answer_type,
    decode_request,
    request_tag,
)
from tablewright.server.protocol.requests import AnsweredRequest, Request

MAX_BYTES = 64 * 1024


def declared(base: type[Request]) -> list[type[Request]]:
    """Every class below, wherever it is declared, that has none below it."""
    below = [kind for child in base.__subclasses__() for kind in declared(child)]
    return below or [base]


def test_every_request_is_in_it_under_its_own_tag() -> None:
    """A class whose tag another one has would be lost."""
    assert sorted(map(repr, REQUESTS.values())) == sorted(map(repr, declared(Request)))
    assert len(REQUESTS) == len(SIGNALS) + len(COMMANDS) + len(QUERIES)
    assert all(request_tag(kind) == tag for tag, kind in REQUESTS.items())


@pytest.mark.parametrize("tag", [*COMMANDS, *QUERIES])
def test_a_request_has_a_handler_of_its_own(tag: str) -> None:
    assert "run" in vars(REQUESTS[tag])


@pytest.mark.parametrize("tag", QUERIES)
def test_a_query_answers_what_its_handler_returns(tag: str) -> None:
    """The type in the declaration's brackets and that of `run` are the same."""
    kind = QUERIES[tag]
    assert typing.get_type_hints(getattr(kind, "run"))["return"] == answer_type(kind)  # noqa: B009  not every query has the same `run`


@pytest.mark.parametrize("tag", COMMANDS)
def test_a_command_is_answered_with_a_number(tag: str) -> None:
    """That of its event."""
    assert answer_type(COMMANDS[tag]) is int


def test_a_request_is_decoded_as_what_it_is() -> None:
    request = QueryOdds("leap", {"how": ["far", 2, None]}, id="q1")
    assert decode_request(msgspec.json.encode(request), MAX_BYTES) == request


@pytest.mark.parametrize("request_", [SendMessage("hm"), QueryOdds("leap")], ids=request_tag)
def test_a_request_without_an_id_is_invalid(request_: AnsweredRequest[object]) -> None:
    """Its answer would be nobody's."""
    sent = msgspec.to_builtins(request_)
    assert isinstance(decode_request(msgspec.json.encode(sent), MAX_BYTES), InvalidRequest)
    del sent["id"]
    found = decode_request(msgspec.json.encode(sent), MAX_BYTES)
    assert isinstance(found, InvalidRequest)
    assert "`id`" in found.reason
