"""Looking: who is shown what has changed, and when, beside all that people do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from tablewright.server.protocol import frame_text
from tablewright.server.rooms import view_queue
from tablewright.server.rooms.outbox import Outbox
from tablewright.server.rooms.view_queue import ViewQueue


def evening(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def test_everybody_is_shown_it_once_however_often_it_is_due() -> None:
    """In the order in which there was something to show."""
    shown: list[str] = []

    async def play() -> None:
        look: ViewQueue[str] = ViewQueue()
        look.soon(["ann", "bob"], shown.append)
        look.soon(["bob", "cat", "ann"], shown.append)
        assert shown == []
        while look.due:
            await asyncio.sleep(0.001)

    evening(play)
    assert shown == ["ann", "bob", "cat"]


def test_between_two_looks_that_take_long_others_have_their_turn() -> None:
    """However many wait to be shown something, what people do is not behind all of them."""
    happened: list[str] = []

    def slow(who: str) -> None:
        time.sleep(view_queue.AT_MOST)
        happened.append(who)

    async def play() -> None:
        look: ViewQueue[str] = ViewQueue()
        look.soon(["ann", "bob", "cat"], slow)
        asyncio.get_running_loop().call_soon(happened.append, "a deed")
        while look.due:
            await asyncio.sleep(0.001)

    evening(play)
    assert happened == ["ann", "a deed", "bob", "cat"]


def test_where_there_is_too_much_to_do_nobody_is_shown_something_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """But everybody is shown it in the end."""
    monkeypatch.setattr(view_queue, "MAX_DELAY", 0.05)
    times: list[float] = []

    async def play() -> None:
        look: ViewQueue[str] = ViewQueue()
        for _ in range(2):
            look.late = 1.0  # as after a while of being late
            look.soon(["ann"], lambda _: times.append(time.monotonic()))
            while look.due:
                await asyncio.sleep(0.001)

    evening(play)
    assert times[1] - times[0] >= 0.05


def test_a_look_that_goes_wrong_takes_nobody_elses_with_it() -> None:
    """The others are shown theirs; what went wrong is the loop's to report."""
    shown: list[str] = []
    wrong: list[str] = []

    def show(who: str) -> None:
        if who == "ann":
            raise ValueError(who)
        shown.append(who)

    async def play() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, said: wrong.append(str(said["exception"])))
        look: ViewQueue[str] = ViewQueue()
        look.soon(["ann", "bob"], show)
        while look.due:
            await asyncio.sleep(0.001)

    evening(play)
    assert (shown, wrong) == (["bob"], ["ann"])


def test_who_has_left_is_shown_nothing() -> None:
    """Nor is it remembered when they were."""
    shown: list[str] = []

    async def play() -> None:
        look: ViewQueue[str] = ViewQueue()
        look.soon(["ann", "bob"], shown.append)
        look.forget("ann")
        await asyncio.sleep(0.01)
        look.forget("bob")
        assert look.shown == {}

    evening(play)
    assert shown == ["bob"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_library_would_make_of_it(size: int) -> None:
    """The shorter way sends the same bytes."""
    text = b"x" * size
    assert frame_text(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_an_outbox_keeps_the_order_and_waits_while_the_line_takes_no_more() -> None:
    """What was to be sent meanwhile goes first when it does."""
    sent: list[bytes] = []

    async def play() -> None:
        box = Outbox(sent.append)
        box.put(b"one")
        box.pause()
        box.put(b"two")
        box.put(b"three")
        assert sent == [b"one"]
        box.resume()
        box.put(b"four")

    evening(play)
    assert sent == [b"one", b"two", b"three", b"four"]


def test_whoever_does_not_read_is_given_up_and_holds_nothing_back() -> None:
    """With as much waiting as may, what waits is thrown away."""

    async def play() -> None:
        box = Outbox(lambda _: None, most=10)
        box.pause()
        box.put(b"x" * 10)
        assert not box.stopped.is_set()
        box.put(b"x")
        assert box.full
        assert box.stopped.is_set()
        assert not box.waiting

    evening(play)


def test_whoever_has_no_place_any_more_is_sent_the_rest_first() -> None:
    """Then, and not before, the connection is to be closed."""
    sent: list[bytes] = []

    async def play() -> None:
        box = Outbox(sent.append)
        box.pause()
        box.put(b"the last word")
        box.end(4410, "Gone.")
        assert not box.stopped.is_set()
        box.resume()
        assert box.stopped.is_set()

    evening(play)
    assert sent == [b"the last word"]
