"""Links and seats: who is let in, where they may sit, and who decides."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tablewright.catalog.installed import find_game, installed_games
from tablewright.client import ServerRefused
from tablewright.rules.errors import Refused
from tablewright.server.protocol import LeaveSeat
from tablewright.table.lifecycle.library import resume_table
from tablewright.table.stores.sqlite import SqliteStore
from tests.server.people import GAME, evening, refused, stranger
from tests.server.running import Server, limited, party


def test_a_link_says_what_people_call_the_roles(server: Server) -> None:
    """Where a role's name is short for something, by that."""

    async def play() -> None:
        async with server.host() as host, stranger(server) as ann:
            for name, box in installed_games().items():
                table = await host.create_table(name, f"Called {name}")
                way = await ann.invitation((await host.invite(table.id)).token)
                roles = box.game.all_roles
                assert way.role_titles == {role.name: role.called for role in roles}
                titled.update(role.title for role in roles if role.title)

    titled: set[str] = set()
    asyncio.run(play())
    assert titled


def test_a_link_leads_to_any_free_seat_but_no_masters(server: Server) -> None:
    """The free seats with whom they play, and the roles one may still sit down as."""

    async def play() -> None:
        async with server.host() as host, stranger(server) as ann:
            table = await host.create_table(GAME, "By link")
            link = await host.invite(table.id)
            way = await ann.invitation(link.token)
            assert (way.table, way.name, way.my_seat) == (table.id, "By link", "")
            assert [seat.id for seat in way.seats] == ["ann", "bob", "cyd"]
            assert all(seat.plays for seat in way.seats)
            assert set(way.roles) == {"crew", "spectator"}
            assert "which seat" in await refused(ann.join(link.token, "Ann"), 409)
            await refused(ann.join(link.token, "Ann", "way"), 409)
            await refused(ann.join(link.token, "Ann", role="wayfinder"), 409)
            assert (await ann.join(link.token, "Ann", "ann")).seat == "ann"
            assert [seat.id for seat in (await ann.invitation(link.token)).seats] == ["bob", "cyd"]

    evening(play)


def test_a_link_for_a_role_or_a_seat_leads_nowhere_else(server: Server) -> None:
    """A spectator's link makes spectators; a seat's link is for that seat, once."""

    async def play() -> None:
        async with server.host() as host:
            table = await host.create_table(GAME)
            looks, sits = await host.invite(table.id, "spectator"), await host.invite(table.id, seat="bob")
            async with stranger(server) as eve, stranger(server) as bob, stranger(server) as late:
                await refused(eve.join(looks.token, "Eve", role="crew"), 409)
                await refused(eve.join(looks.token, "Eve", "ann"), 409)
                seat = (await eve.join(looks.token, "Eve")).seat
                async with eve.connect(table.id) as looking:
                    assert not looking.welcome.master
                    assert {s.id: s.role for s in looking.view.seats}[seat] == "spectator"
                assert (await bob.join(sits.token, "Bob")).seat == "bob"
                await refused(late.join(sits.token, "Late"), 409)
            await refused(host.invite(table.id, "no-such-role"), 409)
            await refused(host.invite(table.id, seat="nobody"), 409)

    evening(play)


def test_two_at_once_do_not_get_one_seat(server: Server) -> None:
    """One sits down, the other is told that it is taken; of one person who asks twice, one seat is taken."""

    async def play() -> None:
        async with (
            server.host() as host,
            stranger(server) as ann,
            stranger(server) as bea,
            stranger(server, "C") as cyd,
        ):
            table = await host.create_table(GAME)
            link = await host.invite(table.id)
            both = await asyncio.gather(
                ann.join(link.token, "Ann", "ann"), bea.join(link.token, "Bea", "ann"), return_exceptions=True
            )
            assert sum(isinstance(came, ServerRefused) for came in both) == 1
            once, again = await asyncio.gather(*(cyd.join(link.token, "Cyd", role="crew") for _ in range(2)))
            assert once == again
            assert len((await host.invitation(link.token)).seats) == 2

    evening(play)


def test_who_has_a_seat_keeps_it(server: Server) -> None:
    """Another link, another wish: it is the same seat, and the link says so."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, ann = table.visits
            link = await host.invite(table.table.id)
            assert (await ann.invitation(link.token)).my_seat == "ann"
            assert (await ann.join(link.token, "Ann", "bob")).seat == "ann"
            assert (await host.join(link.token, "Mo", "bob")).seat == "way"

    evening(play)


def test_a_revoked_link_leads_nowhere(server: Server) -> None:
    """Whoever came by it stays; what a link is was shown when it was made, and never again."""

    async def play() -> None:
        async with party(server, GAME) as table, stranger(server) as late:
            host, id = table.visits[0], table.table.id
            link = await host.invite(id)
            listed = await host.invitations(id)
            assert link.id in [other.id for other in listed]
            assert not any(other.token for other in listed)
            await host.revoke(id, link.id)
            await refused(host.revoke(id, link.id), 409)
            assert "no longer" in await refused(late.invitation(link.token), 409)
            await refused(late.join(link.token, "Late"), 409)
            await refused(late.invitation("made-up"), 409)
            await table.seats[1].say("still here")

    evening(play)


def test_a_seats_id_is_nobodys_twice(server: Server) -> None:
    """Who has left hears nothing more; who sits down by the same name reads nothing of theirs."""

    async def play() -> None:
        async with party(server, GAME) as table, stranger(server) as first, stranger(server) as second:
            id, link = table.table.id, await table.visits[0].invite(table.table.id)
            old = (await first.join(link.token, "Zoe", role="crew")).seat
            async with first.connect(id) as zoe:
                await table.master.say("for the first Zoe", [old])
                await table.master.request(LeaveSeat(old))
                await zoe.until(lambda: bool(zoe.ended))
            new = (await second.join(link.token, "Zoe", role="crew")).seat
            assert new != old
            assert not any("first Zoe" in item.text for item in (await second.feed(id)).items)
            await table.master.say("for the second Zoe", [new])
            assert "sent away" in await refused(first.feed(id), 403)
            with pytest.raises(Refused):
                await first.connect(id).__aenter__()

    evening(play)


def test_who_was_sent_away_is_told_so_and_has_the_table_no_more(server: Server) -> None:
    """In every way to it; who left by themselves is told that. A link leads back, and then it is theirs again."""

    async def play() -> None:
        async with party(server, GAME, players=2) as table:
            host, ann, bob = table.visits
            id = table.table.id
            await table.master.request(LeaveSeat(table.seats[1].welcome.seat))
            with suppress(Refused):  # the connection may end before it is answered
                await table.seats[2].request(LeaveSeat())
            for visit, how in ((ann, "were sent away from"), (bob, "have left")):
                async with asyncio.timeout(10):
                    while await visit.tables():
                        await asyncio.sleep(0.05)
                for asked in (visit.story(id), visit.feed(id), visit.table(id), visit.export(id)):
                    assert await refused(asked, 403) == f"You {how} this table: come in by a link."
                with pytest.raises(Refused, match=how):
                    await visit.connect(id).__aenter__()
            assert [one.id for one in await host.tables() if one.id == id]
            link = await host.invite(id)
            await ann.join(link.token, "Ann", role="crew")
            assert [one.id for one in await ann.tables()] == [id]
            assert await ann.story(id)

    evening(play)


def test_whose_seat_was_given_up_elsewhere_is_told_so(tmp_path: Path) -> None:
    """Where the master made them leave in the terminal, every way to the table says that the seat is gone."""
    with Server(tmp_path) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                ann, id, seats = table.visits[1], table.table.id, [seat.welcome.seat for seat in table.seats]
                server.stop()
                with closing(SqliteStore(tmp_path)) as store:
                    sat, _, _ = resume_table(store, find_game(GAME), table.table.name)
                    sat.leave(seats[1], seats[0])
                server.start()
                await ann.until_up()
                said = "You no longer have a seat at this table: come in by a link."
                for asked in (ann.story(id), ann.feed(id), ann.close(id), ann.reopen(id)):
                    assert await refused(asked, 403) == said
                with pytest.raises(Refused, match=said):
                    await ann.connect(id).__aenter__()

        evening(play)


def test_names_are_one_line(server: Server) -> None:
    """What a terminal would obey is no name; spaces around one do not matter."""

    async def play() -> None:
        async with server.host() as host, stranger(server) as eve:
            link = await host.invite((await host.create_table(GAME)).id)
            for name in ("two\nlines" + "\x1b[2J", "\x00", " "):
                await refused(eve.set_name(name), 409)
                await refused(eve.join(link.token, name, "ann"), 409)
            await refused(eve.set_name(""), 400)
            await refused(eve.set_name("x" * 81), 400)
            assert (await eve.set_name("  Eve \t Adams ")).name == "Eve Adams"

    evening(play)


def test_only_the_owner_makes_another_master(server: Server) -> None:
    """A player lets nobody in; the owner may let somebody in as the master, where there is room for one."""

    async def play() -> None:
        async with party(server, GAME) as table, stranger(server) as new:
            host, ann = table.visits
            id = table.table.id
            for asked in (ann.invite(id), ann.invitations(id), ann.revoke(id, "x"), ann.invite(id, "wayfinder")):
                assert "game master" in await refused(asked, 403)
            link = await host.invite(id, "wayfinder")
            assert "taken" in await refused(new.join(link.token, "New"), 409)

    evening(play)


def test_too_many_links_are_refused(tmp_path: Path) -> None:
    """With how many there may be."""
    with Server(tmp_path, *limited(links=2)) as server:

        async def play() -> None:
            async with server.host() as host:
                id = (await host.create_table(GAME)).id
                await host.invite(id)
                await host.invite(id)
                assert "2 links" in await refused(host.invite(id), 409)

        evening(play)
