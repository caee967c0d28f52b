"""Where the page's experiments begin: any value by its path, or a table as it stands, for whoever may see all of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright import lab
from tablewright.catalog.installed import find_game
from tablewright.client import Client, ServerRefused
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.spec.run_spec import RunOptions, make_spec
from tablewright.lab.spec.start import prepare, settable_values
from tablewright.server.protocol import EditValue
from tablewright.table import Table
from tests.example_games import EXAMPLES
from tests.server.people import evening, refused, stranger
from tests.server.running import Server, party

from .test_lab import DUEL, GAME, begin, ended

PARTY = {"game": GAME, "scenario": "party", "policy": "bold"}
MARK = "zqguidexk"
CELLAR = str(EXAMPLES / "cellar")


async def start(visit: Client, **asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = await visit.ask("POST", "/api/lab/starts", dict, asked)
    return found


def test_every_value_of_a_start_is_offered_with_its_path(server: Server) -> None:
    """As the fields that are filled in make it; house rulings are set as such, and are no values."""

    async def play() -> None:
        async with server.host() as host:
            for game, scenario, settings in ((GAME, "duel", {"hp": "5"}), ("veridia", "lesson", {})):
                found = await start(host, game=game, scenario=scenario, settings=settings)
                begun = prepare(make_spec(game, scenario, RunOptions(settings=settings)))
                assert [(one["name"], one["value"]) for one in found["values"]] == settable_values(begun.start)
                assert not [one for one in found["values"] if "rulings" in one["name"]]
                named = find_game(game).game.ruling_form.fields
                assert [one["name"] for one in found["rulings"]] == [field.name for field in named]

    evening(play)


def test_a_value_set_by_its_path_is_played_with_and_said(server: Server) -> None:
    path = "enemies.foe.pocket"
    exact = run_scenario(find_game(GAME), "duel", {path: 1}, policy="plain")
    usual = run_scenario(find_game(GAME), "duel", {}, policy="plain")

    async def play() -> None:
        async with server.host() as host:
            found = await ended(host, (await begin(host, **DUEL, settings={path: "1"}))["id"])
            chances = {end["name"]: end["chance"] for end in found["endings"]}
            assert chances == pytest.approx(exact.chances)
            assert chances != pytest.approx(usual.chances)
            assert found["question"]["settings"] == {path: "1"}
            assert f"set: {path}=1" in found["about"]
            assert "may change nothing" not in found["note"]

    evening(play)


def test_a_value_that_nobody_reads_is_said_to_change_nothing(server: Server) -> None:
    async def play() -> None:
        async with server.host() as host:
            found = await ended(host, (await begin(host, **DUEL, settings={"enemies.foe.note": "Sings."}))["id"])
            assert "Without enemies.foe.note" in found["note"]
            assert "it may change nothing" in found["note"]

    evening(play)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("enemies.foe.pokcet", "1", "pocket"),
        ("enemies.foe.pocket", "many", "is a whole number, not 'many'"),
        ("enemies.foe.pocket", "3", "is 3 already"),
        ("enemies.foe", "{oops", "is no JSON that can be read: at 'oops'"),
        ("enemies.foe.pocket", "-1", "does not allow this start"),
        ("hp", "many", "whole number"),
    ],
)
def test_what_is_not_taken_is_refused_where_it_was_set(server: Server, path: str, value: str, why: str) -> None:
    """By its path, beside what is right; or by the name of the field."""

    async def play() -> None:
        async with server.host() as host:
            right = {"round": "2"} if why != "does not allow this start" else {}
            found = await ended(host, (await begin(host, **DUEL, settings={**right, path: value}))["id"])
            assert found["step"] == "failed"
            assert why in found["reason"]
            assert found["field"] == path

    evening(play)


def test_a_master_begins_with_a_table_as_it_stands(server: Server) -> None:
    """Its people, wounds and rulings are those that are there; another asked later begins with what is there then."""

    async def play() -> None:
        async with party(server, GAME, 1, rulings={"critical_is_strong": False}) as evening_:
            host, table = evening_.visits[0], evening_.table.id
            found = await start(host, **PARTY, table=table)
            assert {"name": "critical_is_strong", "value": "no"} in found["rulings"]
            path = next(one["name"] for one in found["values"] if one["name"].endswith(".hp"))
            first = await begin(host, **PARTY, table=table)
            await evening_.master.request(EditValue(path, 1))
            assert {"name": path, "value": "1"} in (await start(host, **PARTY, table=table))["values"]
            second = await begin(host, **PARTY, table=table)
            assert first["id"] != second["id"]
            assert second["private"]
            assert second["question"]["table"] == table
            await host.ask("DELETE", f"/api/lab/trials/{second['id']}", bytes)
            wanting = await begin(host, **PARTY, table=table, settings={path: "1"})
            found = await ended(host, wanting["id"])
            assert (found["field"], found["step"]) == (path, "failed"), "it is 1 there already"
            await host.ask("DELETE", f"/api/lab/trials/{first['id']}", bytes)

    evening(play)


def test_an_answer_from_a_table_is_the_labs_own_for_that_state(server: Server) -> None:
    """Exactly, with what was changed there by hand; and it says what it began with."""
    game, scenario = "veil-runners", "taking-hits"
    same = Table.open(find_game(game).game, seed="x")
    path = next(path for path, _ in settable_values(same.state) if path.endswith(".vitality"))
    alone = lab.WorkOptions(cores=1, kept=None)
    usual = lab.run(game, scenario, state=same.state, work=alone)
    same.edit("way", path, 1)
    exact = lab.run(game, scenario, state=same.state, work=alone)
    assert exact.mean_length != pytest.approx(usual.mean_length)

    async def play() -> None:
        async with party(server, game, 0) as evening_:
            host = evening_.visits[0]
            await evening_.master.request(EditValue(path, 1))
            asked = {"game": game, "scenario": scenario, "table": evening_.table.id}
            found = await ended(host, (await begin(host, **asked))["id"])
            steps = next(one for one in found["figures"] if one["name"] == "length in steps")
            assert steps["mean"] == pytest.approx(exact.mean_length)
            assert re.search(r"from a table's state \(.+, after entry 1; state [0-9a-f]{12}\)", found["about"])
            assert found["fields"] == []

    evening(play)


def test_what_a_table_cannot_be_begun_with_is_refused_at_once(server: Server) -> None:
    async def play() -> None:
        async with server.host() as host:
            table, bouts = (await host.create_table(GAME)).id, (await host.create_table("veridia")).id
            for ask in (begin, start):
                assert "These can: party" in await refused(ask(host, **DUEL, table=table), 409)
                assert "asked" in await refused(ask(host, **PARTY, table=bouts), 409)
                duel = {"game": "veridia", "scenario": "duel", "table": bouts}
                assert "no fight" in await refused(ask(host, **duel), 409)
                await refused(ask(host, **PARTY, table="f" * 32), 403)
                await refused(ask(host, **PARTY, table="../x"), 403)

    evening(play)


class Told:
    """Everything that somebody was sent, and what they were refused."""

    def __init__(self, visit: Client) -> None:
        self.visit, self.text, self.got = visit, "", 0

    async def ask(self, method: str, path: str, data: Any = None) -> Any:
        try:
            answer = await self.visit.ask(method, path, object, data)
        except ServerRefused as why:
            self.text += str(why)
            return None
        self.text += msgspec.json.encode(answer).decode()
        self.got += 1
        return answer

    async def everything(self, asked: dict[str, Any], ids: list[str]) -> None:
        """Begins the same, asks where it begins, and looks at what others have asked."""
        for path in ("trials", "starts"):
            await self.ask("POST", f"/api/lab/{path}", asked)
            await self.ask("POST", f"/api/lab/{path}", {**asked, "settings": {"kit.notes.0.title": "x"}})
        for id in ids:
            await self.ask("GET", f"/api/lab/trials/{id}")
            await self.ask("DELETE", f"/api/lab/trials/{id}")
        await self.ask("GET", "/api/lab/trials")


def test_no_secret_of_a_table_reaches_anybody_by_the_lab(tmp_path: Path) -> None:
    """Anybody may try things out here: a player, who looks on, who has no seat, and who has the address of an answer
    are sent nothing that only the master knows; nor is it kept.
    """

    async def play() -> None:
        async with (
            party(server, GAME, 1) as evening_,
            Client(server.address) as eve,
            stranger(server, "Bo") as bo,
        ):
            host, table = evening_.visits[0], evening_.table.id
            await eve.join((await host.invite(table, "spectator", "")).token, "Eve")
            asked = {**PARTY, "table": table}
            master = Told(host)
            values = (await master.ask("POST", "/api/lab/starts", asked))["values"]
            path = next(one["name"] for one in values if one["name"].endswith(".note"))
            await evening_.master.request(EditValue(path, MARK))
            await master.ask("POST", "/api/lab/starts", asked)
            assert MARK in master.text
            begun = await master.ask("POST", "/api/lab/trials", asked)
            refused_ = await master.ask("POST", "/api/lab/trials", {**asked, "settings": {path: MARK}})
            ids = [begun["id"], refused_["id"]]
            failed = await ended(host, ids[1])
            assert f"{MARK} already" in failed["reason"], "what a refusal says is a secret, too"
            for visit in (evening_.visits[1], eve, bo):
                other = Told(visit)
                await other.everything(asked, ids)
                assert MARK not in other.text
                assert other.got == 1, "nothing was answered but that they have asked nothing"
                assert "There is no such experiment" in other.text
            assert (await host.ask("GET", f"/api/lab/trials/{ids[0]}", dict))["step"] != "stopped"
            await host.ask("DELETE", f"/api/lab/trials/{ids[0]}", bytes)
            first = msgspec.json.encode(await ended(host, ids[0])).decode()
            assert MARK not in first, "the answer holds no state"

    with Server(tmp_path, "--anyone") as server:
        evening(play)
        assert MARK not in "".join(server.log)


def test_where_nobody_is_the_master_everybody_begins_with_what_they_know(tmp_path: Path) -> None:
    """As a forecast there does; and the same question of two people has two answers, each its own."""

    async def play() -> None:
        async with (
            server.host() as host,
            stranger(server, "Ann") as ann,
            stranger(server, "Bob") as bob,
            Client(server.address) as eve,
        ):
            table = (await ann.create_table("cellar")).id
            await bob.join((await ann.invite(table)).token, "Bob", "bob")
            asked = {"game": "cellar", "scenario": "reading", "table": table}
            await refused(begin(host, **asked), 403)
            ids = list[str]()
            for visit, knows, other in ((ann, "zqannxk", "zqbobxk"), (bob, "zqbobxk", "zqannxk")):
                told = Told(visit)
                await told.everything(asked, ids)
                ids.append((await begin(visit, **asked))["id"])
                found = await ended(visit, ids[-1])
                assert [end["name"].strip("?") for end in found["endings"]] == [knows]
                assert knows in told.text
                assert other not in told.text
            assert len(set(ids)) == 2
            await refused(ann.ask("GET", f"/api/lab/trials/{ids[1]}", dict), 404)

            for visit in (host, eve):  # who know the same ask the same, and each reads their own
                await visit.join((await ann.invite(table)).token, "Somebody", "", "guest")
                found = await ended(visit, (await begin(visit, **asked))["id"])
                assert [end["name"] for end in found["endings"]] == ["??"]

    with Server(tmp_path, "--anyone", "--game", CELLAR) as server:
        evening(play)
