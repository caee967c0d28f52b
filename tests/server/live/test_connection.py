"""The live table: what is done, told, shown and refused over one connection."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tablewright.catalog.installed import find_game
from tablewright.client import SeatConnection
from tablewright.rules.errors import Refused
from tablewright.server.live.connection import LARGE_BACKLOG
from tablewright.server.protocol import (
    AnswerPrompt,
    PausePlay,
    QueryActions,
    QueryForecast,
    QueryQuickActions,
    ResumePlay,
    SendMessage,
    ViewUpdate,
    WithdrawAction,
)
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.table_file import encode_file
from tablewright.table.seat import SeatPrompt
from tablewright.table.stores.sqlite import SqliteStore
from tests.server.chatter import talking
from tests.server.running import Server, party

GAME = "veil-runners-classic"


async def first_ask(seat: SeatConnection) -> SeatPrompt:
    await seat.until(lambda: bool(seat.my_prompts))
    return seat.my_prompts[0]


def test_an_action_is_told_to_everybody_and_its_question_asked(server: Server) -> None:
    """Whoever is asked is asked in their own seat; the others hear of it and see who is waited for."""

    async def evening() -> None:
        async with party(server, GAME, 2) as table:
            master, ann, ben = table.seats
            entry = await ann.act("personal_roll", {})
            ask = await first_ask(master)
            assert ask.action_id == entry
            await ben.until(lambda: bool(ben.view.waiting_for))
            assert not ben.my_prompts
            assert ben.view.prompts[0].options == ()
            await master.answer(ask, ask.options[0].key)
            await ben.until(lambda: any(i.action_id == entry and i.kind == "choice" for i in ben.feed))

    asyncio.run(evening())


def test_the_same_id_twice_does_nothing_twice(own_server: Server) -> None:
    """Not at once, and not after the server has been started again."""

    async def first() -> tuple[str, str, int]:
        async with party(own_server, GAME) as table:
            ann, visit = table.seats[1], table.visits[1]
            entry = await ann.request(SendMessage("once", id="the-very-same"))
            assert await ann.request(SendMessage("once", id="the-very-same")) == entry
            return table.table.id, visit.token, entry

    async def again(id: str, token: str, entry: int) -> None:
        async with own_server.host() as host:
            host.token = token
            async with host.connect(id, since=0) as ann:
                assert await ann.request(SendMessage("once", id="the-very-same")) == entry
                await ann.say("twice")
                await ann.until(lambda: ann.feed[-1].text == "twice")
                assert [item.text for item in ann.feed].count("once") == 1

    id, token, entry = asyncio.run(first())
    own_server.stop()
    own_server.start()
    asyncio.run(again(id, token, entry))


def test_an_answer_to_what_is_no_longer_asked_is_refused_with_what_changed(server: Server) -> None:
    """Even if something is asked at the same place again."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            await ann.act("personal_roll", {})
            ask, seen = await first_ask(master), master.version
            answer = AnswerPrompt(ask.action_id, ask.path, ask.options[0].key, expected_version=seen)
            await master.request(WithdrawAction(ask.action_id))
            with pytest.raises(Refused, match="no longer asked"):
                await master.request(answer)

    asyncio.run(evening())


def test_coming_back_costs_what_was_missed(server: Server) -> None:
    """The feed goes on from the number one had; the same for whoever never left."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            for n in range(50):
                await master.say(f"{n} " + "word " * 20)
            await ann.until(lambda: ann.feed[-1].text.startswith("49 "))
            known = ann.next
            await ann.leave()
            await master.say("missed")
            async with table.visits[1].connect(table.table.id, known) as back:
                await back.until(lambda: bool(back.feed))
                assert [item.text for item in back.feed] == ["missed"]
                small = back.bytes
            async with table.visits[1].connect(table.table.id, 0) as back:
                await back.until(lambda: len(back.feed) > 50)
                assert back.bytes > small + 50 * 100

    asyncio.run(evening())


def test_who_missed_much_is_sent_all_of_it_once_while_others_go_on(server: Server, tmp_path: Path) -> None:
    """It is read while the table is played: what is told meanwhile comes after it, and nothing twice."""
    with closing(SqliteStore(tmp_path)) as store:
        table, kept = create_table(store, find_game(GAME), "long")
        for n in range(LARGE_BACKLOG + 10):
            table.say("way", f"word {n}")
        file, _ = encode_file(kept, with_seed=True)

    async def evening() -> None:
        async with server.host() as host:
            id = (await host.import_file(file)).table
            async with host.connect(id) as master, talking(master) as (talker,):
                await talker.until_said(1)
                async with host.connect(id, 0) as back:
                    await talker.until_said(5)
                    await back.until(lambda: back.feed[-1:] == master.feed[-1:])
                    numbers = [item.number for item in back.feed]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > LARGE_BACKLOG + 15

    asyncio.run(evening())


def test_only_what_has_changed_is_shown(server: Server) -> None:
    """Chat changes no panel, and none is sent."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            _, ann = table.seats
            await asyncio.sleep(0.2)
            looks: list[bytes] = []
            ann.on_message = lambda message, text: looks.append(text) if isinstance(message, ViewUpdate) else None
            await ann.say("hm")
            await ann.until(lambda: bool(looks))
            assert b'"panels"' not in looks[0]
            assert b'"seats"' not in looks[0]

    asyncio.run(evening())


def test_presence_says_who_is_here_and_who_prepares_something(server: Server) -> None:
    """Not what they prepare."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            await master.until(lambda: set(master.presence.online) == {"way", "ann"})
            await ann.set_preparing(True)
            await master.until(lambda: master.presence.preparing == ("ann",))
            await ann.leave()
            await master.until(lambda: master.presence.online == ("way",))

    asyncio.run(evening())


def test_nobody_enters_a_table_that_is_thrown_away_while_they_come_in(server: Server) -> None:
    """The door was open when they knocked, and is not any more when they say hello."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            host, visit = table.visits
            url = f"{server.address.replace('http', 'ws', 1)}api/tables/{table.table.id}/live"
            async with connect(url, additional_headers={"Authorization": f"Bearer {visit.token}"}, proxy=None) as late:
                await host.trash(table.table.id)
                await late.send('{"type":"hello","since":0}')
                async with asyncio.timeout(20):
                    await late.wait_closed()
                assert "thrown away" in (late.close_reason or "")

    asyncio.run(evening())


def test_drafts_odds_and_counsel_are_answered(server: Server) -> None:
    """As the seat itself says them, and refused with its words."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            _, ann = table.seats
            draft = await ann.draft("personal_roll", {})
            assert draft.missing == ""
            odds = await ann.odds("personal_roll", {})
            assert abs(sum(group.chance[0] for group in odds.groups) - 1) < 1e-9
            with pytest.raises(Refused, match="no action"):
                await ann.draft("fly", {})
            names = {action.name for action in await ann.request(QueryActions())}
            assert "personal_roll" in names
            await ann.act("personal_roll", {})
            ask = await first_ask(table.master)
            counsel = await table.master.advice(ask)
            assert set(counsel.options) == {option.key for option in ask.options}

    asyncio.run(evening())


def test_a_forecast_is_the_masters_and_no_form_waits_for_it(server: Server) -> None:
    """It is counted apart; a player is refused it."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            desk = await master.request(QueryQuickActions())
            assert [tap.action for tap in desk.actions] == ["rate"]
            name = next(f.name for f in desk.forecasts if not f.why_not)
            forecast = asyncio.ensure_future(master.request(QueryForecast(name)))
            assert (await ann.draft("personal_roll")).title
            found = await forecast
            assert sum(ending.chance for ending in found.endings) == pytest.approx(1)
            with pytest.raises(Refused, match="no forecast"):
                await ann.request(QueryForecast(name))

    asyncio.run(evening())


def test_a_forecast_gets_better_round_by_round(server: Server) -> None:
    """As long as it says that there is more to be known."""

    async def evening() -> None:
        async with party(server, "moonveil") as table:
            master, _ = table.seats
            for beast in ("Bell Knight", "Moonfed Ogre", "Silt Widow"):  # nobody knows at once how that ends
                await master.act("place_enemy", {"beast": beast})
            first = await master.request(QueryForecast("party"))
            assert first.more
            second = await master.request(QueryForecast("party", round=1))
            assert second.plays > first.plays > 0

    asyncio.run(evening())


def test_a_stopped_play_is_seen_by_everybody_and_goes_on(server: Server) -> None:
    """Anybody stops it; nothing is done until it goes on."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            await ann.request(PausePlay("The door bell."))
            await master.until(lambda: "stopped the play" in master.view.paused)
            with pytest.raises(Refused, match="stopped the play"):
                await master.act("rate", {"difficulty": "risky"})
            await master.request(ResumePlay())
            await ann.until(lambda: ann.view.paused == "")

    asyncio.run(evening())
