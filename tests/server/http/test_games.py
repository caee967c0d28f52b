"""The games of a server: their rules to look up."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablewright.catalog.installed import installed_games
from tests.server.people import evening
from tests.server.running import Server, limited

LITTLE = 0.01
"""Seconds of the processor."""


def test_what_is_played_comes_before_chapters_of_advice_alone(server: Server) -> None:
    """Every rule is there once, chapters in the book's order; whoever opens the rules begins with what is played."""

    async def play() -> None:
        async with server.host() as host:
            for name, box in installed_games().items():
                rules = await host.ask("GET", f"/api/games/{name}/rules", list)
                kinds = {rule.id: rule.kind for rule in box.ledger.rule}
                assert sorted(rule["id"] for rule in rules) == sorted(kinds)
                chapters = dict.fromkeys(rule["section"] for rule in rules)
                told = {section: {kinds[r["id"]] for r in rules if r["section"] == section} for section in chapters}
                advice = [told[section] == {"advice"} for section in chapters]
                assert advice == sorted(advice), name

    evening(play)


def test_every_answer_that_a_house_ruling_offers_is_understood(server: Server) -> None:
    """As it is offered, yes and no among them."""

    async def play() -> None:
        async with server.host() as host:
            for game in await host.ask("GET", "/api/games", list):
                declared = installed_games()[game["name"]].game
                for ruling in game["rulings"]:
                    read = {
                        getattr(declared.parse_rulings({ruling["name"]: c}), ruling["name"]) for c in ruling["choices"]
                    }
                    assert len(read) == len(ruling["choices"])
                    assert declared.parse_rulings({ruling["name"]: ruling["usual"]}) == declared.rulings()

    evening(play)


def test_what_anybody_may_ask_costs_little(tmp_path: Path) -> None:
    """However often it is asked: nobody who is not known here keeps the others waiting by it."""
    with Server(tmp_path, *limited(requests=10_000)) as server:

        async def play() -> None:
            async with server.host() as host:

                async def spent() -> float:
                    text = (await host.ask("GET", "/metrics", bytes)).decode()
                    return float(text.split("\ntablewright_cpu_seconds_total ")[1].split("\n")[0])

                asked = ["/", "/openapi.json", "/api/games", "/api/me", "/health"]
                asked += [
                    f"/api/games/{name}{what}" for name in installed_games() for what in ("", "/rules", "/summary")
                ]
                for path in asked:
                    await host.ask("GET", path, bytes)
                await asyncio.sleep(1)
                for path in asked:
                    before = await spent()
                    for _ in range(10):
                        await host.ask("GET", path, bytes)
                    assert (await spent() - before) / 10 < LITTLE, path

        evening(play)
