"""Pictures of the page for docs/pictures: a real server, a real browser, a few minutes of play.

`./table pictures` takes them anew. The dice fall as they fall, so no two sets are alike.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright
from tests.page.conftest import FLAGS
from tests.server.running import Party, Server, party

from tablewright.client import Client, SeatConnection
from tablewright.server.protocol import EditValue, Values

OUT = Path(__file__).parents[1] / "docs" / "pictures"
DESK, PHONE = {"width": 1360, "height": 860}, {"width": 390, "height": 844}


async def enter(
    browser: Browser, server: Server, token: str, where: str, phone: bool = False, dark: bool = False
) -> Page:
    """Somebody's page, with who they are already known."""
    context = await browser.new_context(
        viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
        color_scheme="dark" if dark else "light",
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
    )
    if token:
        await context.add_cookies([{"name": "tablewright", "value": token, "url": server.address}])
    page = await context.new_page()
    page.set_default_timeout(60_000)
    await page.goto(f"{server.address}#/{where}")
    await page.locator("main").wait_for()
    await page.wait_for_timeout(1500)
    return page


async def shot(page: Page, name: str) -> None:
    await page.screenshot(path=OUT / f"{name}.png")


async def play(table: Party, turns: int) -> None:
    """Everybody does the first thing that is ready, and answers the first thing that is asked."""
    for turn in range(turns):
        seat = table.seats[1 + turn % (len(table.seats) - 1)]
        await first_ready(seat)
        for _ in range(8):
            await asyncio.sleep(0.3)
            asked = next(((s, ask) for s in table.seats for ask in s.my_prompts if ask.kind == "choose"), None)
            if asked is None:
                break
            who, ask = asked
            await who.answer(ask, ask.options[-1].key)


async def first_ready(seat: SeatConnection) -> None:
    for offer in seat.view.suggestions:
        draft = await seat.draft(offer.action, offer.params)
        if draft.ready and "roll" in offer.title.lower():
            await seat.act(offer.action, draft.values)
            return


async def take(server: Server, browser: Browser) -> None:
    async with party(server, "veil-runners", 3) as table:
        await table.master.act("set_scene", {"scene": "action"})
        await play(table, 3)
        await table.master.request(EditValue("crew.ada.focus", 2))  # so that there is something to spend
        table_id = f"table/{table.table.id}"
        host, ann = table.visits[0].token, table.visits[1].token
        lobby = await enter(browser, server, host, "")
        await shot(lobby, "lobby")
        player = await enter(browser, server, ann, table_id)
        await player.locator(".acts .act", has_text="Crew roll").first.click()
        await player.locator(".odd").first.wait_for()
        await shot(player, "player")
        phone = await enter(browser, server, ann, table_id, phone=True, dark=True)
        await shot(phone, "phone")
        master = await enter(browser, server, host, table_id, dark=True)
        await shot(master, "master")
        await master.get_by_role("button", name="Forecast").click()
        await master.get_by_role("button", name="Foresee A ship under fire").click()
        await master.get_by_text("decided by:").wait_for()
        await shot(master, "forecast")
        await television(server, browser, table)
        for page in ("story", "sheets"):
            await shot(await enter(browser, server, ann, f"{page}/{table_id.rpartition('/')[2]}"), page)
    await guided(server, browser)


async def television(server: Server, browser: Browser, table: Party) -> None:
    """The big screen, with a clock on it and somebody asked or something thrown."""
    clock: Values = {"title": "Collision course", "kind": "death", "size": 4, "note": "The ship hits the asteroid."}
    await table.master.act("start_clock", clock)
    await play(table, 1)
    link = await table.visits[0].invite(table.table.id, role="spectator")
    async with Client(server.address) as visit:
        await visit.join(link.token, "Television", "", "spectator")
        await shot(await enter(browser, server, visit.token, f"tv/{table.table.id}"), "tv")


async def guided(server: Server, browser: Browser) -> None:
    """Somebody new at a table, a few steps into making a character."""
    async with server.host() as host:
        table = await host.create_table("veridia")
        link = await host.invite(table.id)
        page = await enter(browser, server, "", "")
        await page.goto(f"{server.address}#join={link.token}")
        await page.get_by_label("Your name").fill("Ann")
        await page.get_by_role("radio", name="Somebody new").first.check()
        await page.get_by_role("button", name="Sit down").click()
        await page.get_by_role("button", name="Roll this step").click()
        await page.locator(".step.done").first.wait_for()
        await page.wait_for_timeout(1500)
        await shot(page, "guide")


async def main() -> None:
    folder = Path(tempfile.mkdtemp())
    with Server(folder) as server:
        async with async_playwright() as playwright:
            path = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
            await take(server, browser)
            await browser.close()
    shutil.rmtree(folder)


if __name__ == "__main__":
    asyncio.run(main())
