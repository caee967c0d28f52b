"""Whoever plays a seat from a script is always answered: done, refused, or told that there is nobody any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from itertools import islice, pairwise
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection

from tablewright.client import SeatConnection
from tablewright.client.seat_connection import MAX_RETRY, retry_delays
from tablewright.rules.errors import Refused
from tablewright.server.protocol import AnyMessage, RequestRejected

from .fake_server import answering, closing, lost, pretended, receive, send, welcome

SOON = 10.0
"""Seconds in which everything here has long been answered: what takes longer hangs."""


def played(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(play(), SOON))


async def why_not(seat: SeatConnection, text: str = "hm") -> str:
    with pytest.raises(Refused) as caught:
        await seat.say(text)
    return str(caught.value)


@pytest.mark.parametrize("status", [HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.FORBIDDEN])
def test_a_handshake_that_fails_is_tried_again(status: HTTPStatus) -> None:
    """A proxy with nothing behind it answers for a while; what was said meanwhile is done once it is back."""

    async def play() -> None:
        async with pretended(lost(1012), answering) as table, table.sit() as seat:
            table.refusing = [status] * 3
            assert await seat.say("hm") == 7
            assert (table.met, table.refusing, seat.ended, seat.unavailable_reason) == (2, [], "", "")

    played(play)


def test_pauses_grow() -> None:
    """A server that is away is not asked a hundred times a second, and one that is back is found soon."""
    first = list(islice(retry_delays(), 12))
    assert first[0] < 0.1
    assert all(later == min(MAX_RETRY, 2 * sooner) for sooner, later in pairwise(first))
    assert first[-1] == MAX_RETRY


@pytest.mark.parametrize("code", [4403, 4410, 4400])
def test_an_end_for_good_refuses_whatever_waits(code: int) -> None:
    """And all that is said afterwards, in the server's words."""

    async def play() -> None:
        async with pretended(lost(code, "Not yours.", after=2)) as table, table.sit() as seat:
            both = await asyncio.gather(why_not(seat), why_not(seat))
            assert [*both, await why_not(seat), seat.ended] == ["Not yours."] * 4
            assert table.met == 1

    played(play)


def test_a_table_that_is_full_is_tried_again() -> None:
    """Until there is room; whoever never gets in is told why."""

    async def play() -> None:
        full = closing(1013, "This table is full: try again later.")
        async with pretended(full, full, answering) as table, table.sit() as seat:
            assert await seat.say("hm") == 7
        async with pretended(full) as table:
            with pytest.raises(Refused, match="This table is full"):
                await table.sit(reconnect_timeout=0.3).__aenter__()
            assert table.met > 1

    played(play)


def test_a_connection_that_is_never_made_again_is_given_up() -> None:
    """After as long as was said, with a sentence."""

    async def play() -> None:
        async with pretended(lost(1011), closing(1013, "Full.")) as table, table.sit(reconnect_timeout=0.3) as seat:
            assert "given up after 0.3 seconds: Full." in await why_not(seat)
            assert seat.ended

    played(play)


def test_what_is_too_large_for_the_server_is_not_said_again() -> None:
    """Of all that waited it can only be the largest; the rest is said again, and done."""

    async def too_large(socket: ServerConnection) -> None:
        await lost(1009, after=2)(socket)

    async def play() -> None:
        async with pretended(too_large, answering) as table, table.sit() as seat:
            small = asyncio.ensure_future(seat.say("small"))
            assert "too much at once" in await why_not(seat, "x" * 500)
            assert await small == 7
            assert (table.met, seat.ended) == (2, "")

    played(play)


def test_what_is_larger_than_the_table_takes_is_never_sent() -> None:
    """It would end the connection: refused here and now, by the limit the table has said."""

    async def play() -> None:
        async with pretended(answering) as table, table.sit() as seat:
            assert "at most 1,000 bytes" in await why_not(seat, "x" * 1000)
            assert await seat.say("x" * 900) == 7
            assert table.met == 1

    played(play)


def test_a_refusal_of_nobody_knows_what_is_one_of_all() -> None:
    """It may be any of those that wait."""

    async def unclear(socket: ServerConnection) -> None:
        await welcome(socket)
        for _ in range(2):
            await receive(socket)
        await send(socket, RequestRejected("", "What?"))
        await answering(socket)

    async def play() -> None:
        async with pretended(unclear) as table, table.sit() as seat:
            assert {*await asyncio.gather(why_not(seat), why_not(seat))} == {"What?"}
            assert await seat.say("hm") == 7

    played(play)


def test_what_goes_wrong_here_ends_it_and_says_so() -> None:
    """A frame that is none, or somebody's own listener that fails."""

    async def nonsense(socket: ServerConnection) -> None:
        await welcome(socket)
        await receive(socket)
        await socket.send("?")
        await socket.wait_closed()

    def fails(message: AnyMessage, text: bytes) -> None:
        raise LookupError("listener")

    async def play() -> None:
        async with pretended(nonsense) as table, table.sit() as seat:
            assert "cannot go on" in await why_not(seat)
        async with pretended(answering) as table, table.sit() as seat:
            seat.on_message = fails
            await seat.say("hm")
            assert "listener" in await why_not(seat)

    played(play)


def test_whoever_leaves_waits_for_nothing_more() -> None:
    """What was not answered by then is refused, and so is what is said afterwards."""

    async def silent(socket: ServerConnection) -> None:
        await welcome(socket)
        await receive(socket)
        await socket.wait_closed()

    async def play() -> None:
        async with pretended(silent) as table, table.sit() as seat:
            waiting = asyncio.ensure_future(why_not(seat))
            await asyncio.sleep(0)
            await seat.leave()
            assert "left" in await waiting
            assert "left" in await why_not(seat)

    played(play)
