"""Requests: what a client sends over the WebSocket. Base classes of commands and queries, and the two signals.

A request is declared once. Decoder, dispatch, the query pool's functions, result messages, the JSON Schema, the
AsyncAPI document and the page's types are made from these classes by `registry`.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from tablewright.table import SeatView

from .forecast import Forecast

R = TypeVar("R")
Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Nonce: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=4000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]


class Request(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A client's message. Its `type` tells which."""


class Signal(Request, frozen=True):
    """A request without an answer."""


class Hello(Signal, frozen=True, tag="hello"):
    """The first message of a connection: the feed is sent from item `since` on."""

    since: Number = 0


class SetPreparing(Signal, frozen=True, tag="set-preparing"):
    """Tells the others that this seat prepares an action, or no longer does. Not which."""

    on: bool


class AnsweredRequest(Request, Generic[R], frozen=True, kw_only=True):
    """A request with an answer of type `R`, or a rejection, under the same `id`.

    The connection that sends a request names it. `decode_request` rejects one without an id.
    """

    id: Id = ""


class Command(AnsweredRequest[int], frozen=True, kw_only=True):
    """A change of the table, answered with the number of its event. Sent twice under one `id`, it is done once.

    A refusal tells a sender who was at `expected_version` what has happened since (optimistic concurrency).
    """

    expected_version: Number = -1

    def run(self, seat: SeatView[Any]) -> int | None:
        """Do it from this seat. Returns nothing where there was nothing to do, raises `Refused` where it cannot be."""
        raise NotImplementedError

    @property
    def prompt(self) -> tuple[int, str] | None:
        """The prompt it answers, by action id and path: refused if it is another than at `expected_version`."""
        return None


class Query(AnsweredRequest[R], frozen=True, kw_only=True):
    """A question, answered by a process of the query pool. Changes nothing; a later one of its type cancels it."""


class SeatQuery(Query[R], frozen=True):
    """A query answered from the seat that asks."""

    def run(self, seat: SeatView[Any]) -> R:
        """Answer from this seat. Raises `Refused` where the seat may not know."""
        raise NotImplementedError


class Lab(Protocol):
    """Parts of the lab that queries use. The pool passes them in: a client that loads this package needs no SciPy."""

    def forecast(self, seat: SeatView[Any], name: str, policy: str, round: int) -> Forecast:
        """Play on from the table as this seat knows it. Later rounds have more plays."""
        ...


class LabQuery(Query[R], frozen=True):
    """A query answered by the lab, in a pool of its own and up to half a minute: no form waits for it."""

    def run(self, seat: SeatView[Any], lab: Lab) -> R:
        """Answer from this seat with the lab's help. Raises `Refused` where the seat may not know."""
        raise NotImplementedError


AnyQuery: TypeAlias = SeatQuery[Any] | LabQuery[Any]
