"""docs/client.md shows a script that plays a seat: exactly that script, run by itself at a table of every game."""

from __future__ import annotations

import asyncio
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright import client
from tablewright.catalog.installed import installed_games
from tablewright.client import Client, SeatConnection
from tests import ROOT
from tests.server.running import Server

DOC = ROOT / "docs" / "client.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script as a reader would save it."""
    path = tmp_path_factory.mktemp("script") / "player.py"
    path.write_text(DOC.read_text("utf-8").split("```python\n")[1].split("```")[0], "utf-8")
    return path


async def rule(master: SeatConnection) -> None:
    """A master who answers whatever is asked with the first there is."""
    while True:
        await master.until(lambda: bool(master.my_prompts), 60)
        ask = master.my_prompts[0]
        entry = await master.answer(ask, ask.options[0].key if ask.options else "So be it.")
        await master.until(lambda: master.version > entry)  # noqa: B023  waited for at once


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_the_script_of_the_docs_plays_a_seat(server: Server, script: Path, game: str) -> None:
    """It sits down, does three things and answers what it is asked, while a master answers the rest."""

    async def evening() -> None:
        async with server.host() as host:
            table = await host.create_table(game)
            link = f"{server.address}#join={(await host.invite(table.id)).token}"
            async with host.connect(table.id) as master:
                ruling = asyncio.ensure_future(rule(master))
                done = await asyncio.create_subprocess_exec(
                    sys.executable, script, link, "Ann", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
                )
                said, wrong = await asyncio.wait_for(done.communicate(), 60)
                ruling.cancel()
                assert done.returncode == 0, wrong.decode()
                told = [item.text for item in master.feed if item.readers is None]
                assert any(item.kind == "acted" for item in master.feed)
                assert [text for text in told if text not in said.decode()] == []

    asyncio.run(evening())


def test_the_example_in_the_docstring_runs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """At a ready-made table, as it stands there."""
    code = (client.__doc__ or "").partition("\n\n")[2]
    names: dict[str, object] = {"Client": Client}
    exec(f"async def example(address, token):\n{textwrap.indent(code, '    ')}", names)

    async def evening() -> None:
        async with server.host() as host:
            table = await host.create_table("veil-runners")
            link = await host.invite(table.id)
            await names["example"](server.address, link.token)  # type: ignore[operator]

    asyncio.run(evening())
    assert "Choose a tool Say slot" in capsys.readouterr().out
