"""The lab over HTTP: experiments are answered by the game's own rules, soon and then better, and shared by address."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tablewright.catalog.installed import find_game, installed_games
from tablewright.client import Client, ServerRefused
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.results.spread import ValueSpread
from tablewright.lab.spec.run_spec import RunSpec, make_spec
from tablewright.server.http.lab import MAX_POINTS, _figure
from tablewright.server.workers.lab_jobs import TOO_LONG, LabAnswer, refine_answers
from tests.server.people import evening, refused, stranger
from tests.server.running import Server

GAME = "moonveil"
DUEL = {"game": GAME, "scenario": "duel", "policy": "plain"}


async def begin(visit: Client, **asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = await visit.ask("POST", "/api/lab/trials", dict, asked)
    return found


async def ended(visit: Client, id: str) -> dict[str, Any]:
    """The experiment when nothing more comes of it."""
    while True:
        found: dict[str, Any] = await visit.ask("GET", f"/api/lab/trials/{id}", dict)
        if found["step"] in ("done", "stopped", "failed"):
            return found
        await asyncio.sleep(0.05)


def test_an_experiment_is_answered_as_the_lab_answers_it(server: Server) -> None:
    """The same chances as in this process, exactly; with what it was found for."""
    exact = run_scenario(find_game(GAME), "duel", {"hp": 5}, policy="plain")

    async def play() -> None:
        async with server.host() as host:
            found = await ended(host, (await begin(host, **DUEL, settings={"hp": "5"}))["id"])
            assert found["exact"]
            assert {end["name"]: end["chance"] for end in found["endings"]} == pytest.approx(exact.chances)
            assert {"name": "hp", "value": "5"} in found["fields"]
            assert "decided by: plain" in found["about"]
            steps = next(one for one in found["figures"] if one["name"] == "length in steps")
            assert steps["mean"] == pytest.approx(exact.mean_length)

    evening(play)


def test_the_same_asked_again_is_the_same_experiment_and_others_may_read_it(server: Server) -> None:
    """By its address; it is nobody else's to list or to stop."""

    async def play() -> None:
        async with server.host() as host, stranger(server, "Ann") as other:
            first = await begin(host, **DUEL)
            await ended(host, first["id"])
            again = await begin(host, **DUEL)
            assert (again["id"], again["step"]) == (first["id"], "done")
            known = await ended(other, first["id"])
            assert known["endings"]
            for shares in (known["endings"], known["first"]):
                chances = [one["chance"] for one in shares]
                assert len(chances) > 1
                assert chances == sorted(chances, reverse=True)
            assert await other.ask("GET", "/api/lab/trials", list) == []
            await refused(other.ask("DELETE", f"/api/lab/trials/{first['id']}", bytes), 404)

    evening(play)


def test_the_same_asked_twice_at_once_is_begun_once(server: Server) -> None:
    """Both are shown the one that was begun."""

    async def play() -> None:
        async with server.host() as host:
            both = await asyncio.gather(*(begin(host, **DUEL, settings={"hp": 7}) for _ in range(2)))
            assert both[0]["id"] == both[1]["id"]
            assert both[0]["asked"] == both[1]["asked"]

    evening(play)


def test_what_is_sampled_says_how_sure_it_is_and_can_be_stopped(server: Server) -> None:
    """A party of two against three is too large to count; what is known by then stays. Asked again, it goes on."""

    async def play() -> None:
        async with server.host() as host:
            id = (await begin(host, game=GAME, scenario="party", policy="bold"))["id"]
            while not (found := await host.ask("GET", f"/api/lab/trials/{id}", dict))["endings"]:
                assert found["step"] != "failed", found["reason"]
                await asyncio.sleep(0.05)
            assert not found["exact"]
            assert all(end["wide"] > 0 for end in found["endings"] if 0 < end["chance"] < 1)
            await host.ask("DELETE", f"/api/lab/trials/{id}", bytes)
            stopped = await ended(host, id)
            assert stopped["step"] == "stopped"
            assert stopped["endings"]
            again = await begin(host, game=GAME, scenario="party", policy="bold")
            assert (again["id"], again["step"]) == (id, "waiting")
            await host.ask("DELETE", f"/api/lab/trials/{id}", bytes)

    evening(play)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "no-such-game", "scenario": "duel"}, "no game"),
        ({"game": GAME, "scenario": "picnic"}, "picnic"),
        ({**DUEL, "settings": {"hp": "many"}}, ""),
        ({**DUEL, "settings": {"wings": 2}}, "wings"),
        ({**DUEL, "rulings": {"fly": True}}, "fly"),
        ({**DUEL, "policy": "reckless"}, "reckless"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(server: Server, asked: dict[str, Any], why: str) -> None:
    """At once, or as what became of it; nothing is found."""

    async def play() -> None:
        async with server.host() as host:
            try:
                found = await ended(host, (await begin(host, **asked))["id"])
                said, ends = found["reason"] if found["step"] == "failed" else "", found["endings"]
            except ServerRefused as error:
                said, ends = str(error), []
            assert said
            assert why in said
            assert not ends

    evening(play)


def test_only_the_host_tries_things_out_unless_anybody_may(server: Server) -> None:
    """Somebody who is known may read, nobody unknown may."""

    async def play() -> None:
        async with stranger(server, "Ann") as other:
            await refused(begin(other, **DUEL), 403)
            await refused(other.ask("GET", f"/api/lab/trials/{'0' * 32}", dict), 404)
            await refused(other.ask("GET", "/api/lab/trials/..%2f", dict), 404)
        async with Client(server.address) as nobody:
            await refused(nobody.ask("GET", "/api/lab/trials", list), 401)

    evening(play)


def test_every_scenario_of_every_game_is_offered_with_its_fields(server: Server) -> None:
    """As the game declares them: defaults, ranges, policies."""

    async def play() -> None:
        async with server.host() as host:
            for game in await host.ask("GET", "/api/games", list):
                offered = await host.ask("GET", f"/api/lab/games/{game['name']}", list)
                box = find_game(game["name"])
                declared = box.game.scenarios
                assert [one["name"] for one in offered] == [scenario.name for scenario in declared]
                for one, scenario in zip(offered, declared, strict=True):
                    assert [field["name"] for field in one["fields"]] == [f.name for f in scenario.form.fields]
                    assert [*one["policies"]][: len(scenario.policies)] == [*scenario.policies]
                    assert set(one["policies"]) - {"best"} == {*scenario.policies, *box.game.policies}

    evening(play)


def test_best_play_says_how_well_it_is_known_and_where_it_is_decided(server: Server) -> None:
    """Its worth is at least that of every policy beside it, and each situation names what its answers are worth."""

    async def play() -> None:
        async with server.host() as host:
            asked = {"game": "venus-engine", "scenario": "lots", "policy": "best"}
            best = (await ended(host, (await begin(host, **asked))["id"]))["best"]
            assert best["proven"]
            kiss = next(one for one in best["habits"] if one["question"].startswith("KISS"))
            assert kiss["lines"][-1]["where"] == ""
            assert sum(line["share"] for line in kiss["lines"]) == pytest.approx(1)
            assert kiss["costs"].startswith("gives away 0.0")
            first, *others = best["policies"]
            assert others
            assert all(first["chance"] >= one["chance"] - one["wide"] - 1e-9 for one in others)
            assert all(len(met["options"]) > 1 for met in best["situations"])
            assert all(next(one["best"] for one in met["options"]) for met in best["situations"])

    evening(play)


def test_a_field_that_may_be_empty_can_be_emptied_again(server: Server) -> None:
    """It offers "none", or its own word for that, which is understood, beside everything else; yes and no as such."""

    async def play() -> None:
        async with server.host() as host:
            for game in ("veridia", "venus-engine"):
                offered = await host.ask("GET", f"/api/lab/games/{game}", list)
                for one, scenario in zip(offered, find_game(game).game.scenarios, strict=True):
                    for field, declared in zip(one["fields"], scenario.form.fields, strict=True):
                        none = declared.param.none or "none"
                        assert (none in field["choices"]) == declared.optional, field
                        assert (set(field["choices"]) == {"yes", "no"}) == (declared.kind == "bool"), field
                        read = [declared.read(choice, None) for choice in field["choices"]]
                        assert (None in read) == declared.optional, field

    evening(play)


@pytest.mark.parametrize("game", list(installed_games()))
def test_no_two_fields_of_a_scenario_are_called_the_same(game: str) -> None:
    """Whoever fills in a form knows whose weapon it asks for."""
    for scenario in find_game(game).game.scenarios:
        docs = [field.doc for field in scenario.form.fields]
        assert len(set(docs)) == len(docs), scenario.name


def test_an_experiment_says_what_was_asked(server: Server) -> None:
    """Before and after it is answered, to whoever has its address, as it can be asked again."""
    asked = {**DUEL, "settings": {"hp": 6, "arm": "heavy"}, "rulings": {"critical_is_strong": True}}

    async def play() -> None:
        async with server.host() as host, stranger(server, "Ann") as other:
            begun = await begin(host, **asked)
            for found in (begun, await ended(host, begun["id"]), await ended(other, begun["id"])):
                said = found["question"]
                assert said["settings"] == {"hp": "6", "arm": "heavy"}
                assert said["rulings"] == {"critical_is_strong": "yes"}
                assert said["policy"] == "plain"
            again = await begin(host, **said)
            assert (await ended(host, again["id"]))["endings"] == found["endings"]

    evening(play)


def test_what_means_something_on_average_only_is_solved_and_not_drawn(server: Server) -> None:
    """A lesson always ends the same way: that is no reason to leave it at a few plays, and no play says anything."""
    rats = {"one": "sewer rat", "other": "sewer rat"}
    exact = run_scenario(find_game("veridia"), "lesson", rats)

    async def play() -> None:
        async with server.host() as host:
            begun = await begin(host, game="veridia", scenario="lesson", settings=rats)
            found = await ended(host, begun["id"])
            assert found["exact"]
            assert {"name": "weapon", "value": "their own"} in found["fields"]
            means = {one["name"]: one for one in found["figures"] if one["name"] != "length in steps"}
            assert {name: one["mean"] for name, one in means.items()} == pytest.approx(exact.left)
            assert not any(one["chances"] or one["curve"] for one in means.values())
            assert not any("nine times" in one["said"] for one in means.values())

    evening(play)


def test_what_takes_too_long_to_solve_is_sampled() -> None:
    """The answers go on getting better, and none says that it takes too long."""
    q = make_spec(find_game(GAME), "duel", {})
    sampled = run_scenario(find_game(GAME), "duel", {}, by="bulk", plays=250)

    async def ask(asked: RunSpec) -> LabAnswer:
        if not asked.method:
            return LabAnswer(why=TOO_LONG)
        return LabAnswer(msgspec.structs.replace(sampled, size=asked.plays, wide={"won": 0.02}))

    async def all_of(policy: str) -> list[LabAnswer]:
        return [found async for found in refine_answers(q.replace(policy=policy), ask)]

    assert [found.trial.size for found in asyncio.run(all_of("plain")) if found.trial] == [300, 8_000, 64_000]
    assert [found.why for found in asyncio.run(all_of("best"))] == [TOO_LONG]


def test_a_number_of_very_many_values_is_sent_whole() -> None:
    """Values that lie side by side share a bar; none is left out, and no more are sent than are drawn."""
    spread = ValueSpread.of(dict.fromkeys(range(450), 1 / 450))
    figure = _figure("length in steps", spread)
    assert len(figure.chances) <= MAX_POINTS
    assert sum(p for _, p in figure.chances) == pytest.approx(1)
    assert figure.chances[-1][0] > 440
