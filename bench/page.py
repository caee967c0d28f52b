"""How quick the page is: a real server and a real browser on this machine. `./table bench page` prints the figures.

Each is measured several times and its median is given, beside the bar it has to reach.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.async_api import Browser, Page, async_playwright
from tests.page.conftest import FLAGS
from tests.server.running import Party, Server, limited, party

from .pictures import enter

TIMES = 7
ITEMS = 5_000
SMOOTH = 1000 / 30
#: When the lobby's games are painted and nothing keeps the page from answering a press, as the page itself knows it.
USABLE = """
new MutationObserver((_, watch) => {
  if (!document.querySelector('.game button')) return
  watch.disconnect()
  requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now())))
}).observe(document, { childList: true, subtree: true })
"""
#: How long the frames take while the feed is scrolled from end to end, by a screen at a time, in milliseconds.
SCROLL = """
async () => {
  const list = document.querySelector('.feed-list'), took = []
  let last = await new Promise(requestAnimationFrame)
  for (let n = 0; n < 150; n++) {
    list.scrollTop = Math.max(0, list.scrollTop - list.clientHeight * 0.9)
    const now = await new Promise(requestAnimationFrame)
    took.push(now - last)
    last = now
  }
  return took
}
"""
#: Until when the odds of a form are painted anew after something in it was pressed.
REPAINTED = """
async (chip) => {
  const shown = () => document.querySelector('.odds')?.textContent ?? ''
  const before = shown(), from = performance.now()
  document.querySelectorAll('.sheet-form .chip input')[chip].click()
  while (shown() === before && performance.now() - from < 5000) await new Promise(requestAnimationFrame)
  return performance.now() - from
}
"""


class Figure(NamedTuple):
    what: str
    value: float
    bar: float
    unit: str

    def __str__(self) -> str:
        reached = "" if self.value <= self.bar else "  <- missed"
        return f"{self.what:<58} {self.value:8.1f} {self.unit:<3} (bar {self.bar:g} {self.unit}){reached}"


async def first_page(browser: Browser, server: Server) -> list[Figure]:
    """What a first visit loads, packed, and when the lobby can be used."""
    took, loaded = [], 0.0
    for _ in range(TIMES):
        context = await browser.new_context(service_workers="block")
        page = await context.new_page()
        await page.add_init_script(USABLE)
        await page.goto(f"{server.address}#host={server.token}")
        while not (usable := await page.evaluate("window.usable || 0")):  # the page itself evaluates no text
            await asyncio.sleep(0.02)
        took.append(usable)
        sizes = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        loaded = await page.evaluate(f"{sizes}.reduce((sum, one) => sum + one.transferSize, 0)")
        await context.close()
    return [
        Figure("first page, everything it loads, packed", loaded / 1000, 200, "kB"),
        Figure("first page, until the lobby can be used", median(took), 1000, "ms"),
    ]


async def seen_by_another(one: Page, other: Page) -> Figure:
    """From a press of one to its words in the other's page."""
    took = []
    for n in range(TIMES):
        await one.get_by_label("Say something").fill(f"word {n}")
        watch = asyncio.ensure_future(
            other.evaluate(
                """async (text) => {
                  const lines = () => [...document.querySelectorAll('.line.chat')].at(-1)?.textContent ?? ''
                  while (!lines().includes(text)) await new Promise(requestAnimationFrame)
                  return performance.timeOrigin + performance.now()
                }""",
                f"word {n}",
            )
        )
        await asyncio.sleep(0.3)
        pressed = await one.evaluate(
            "(document.querySelector('.chat button').click(), performance.timeOrigin + performance.now())"
        )
        took.append(await watch - pressed)
    return Figure("another's deed, until it is seen", median(took), 100, "ms")


async def odds_again(page: Page) -> Figure:
    """From a press in a form to its odds painted anew."""
    await page.locator(".acts .act", has_text="Crew roll").first.click()
    await page.locator(".odds").wait_for()
    await page.wait_for_timeout(1000)
    took = [await page.evaluate(REPAINTED, 0) for _ in range(TIMES)]
    await page.get_by_role("button", name="Close", exact=True).click()
    return Figure("a form's odds, painted anew after a key", median(took), 150, "ms")


async def long_feed(table: Party, page: Page) -> list[Figure]:
    """So many items in one page, scrolled from the end to the beginning."""
    for begun in range(0, ITEMS, 50):
        await asyncio.gather(*(table.master.say(f"line {begun + n}") for n in range(50)))
    await page.locator(".line.chat", has_text=f"line {ITEMS - 1}").wait_for()
    took: list[float] = sorted(await page.evaluate(SCROLL))
    drawn = await page.locator(".feed-item").count()
    return [
        Figure(f"{ITEMS:,} items scrolled, nine frames in ten within", took[int(len(took) * 0.9)], SMOOTH, "ms"),
        Figure(f"{ITEMS:,} items, of them drawn at a time", drawn, 100, ""),
    ]


async def measure(server: Server, browser: Browser) -> list[Figure]:
    found = await first_page(browser, server)
    async with party(server, "veil-runners", 1) as table:
        where = f"table/{table.table.id}"
        master = await enter(browser, server, table.visits[0].token, where)
        player = await enter(browser, server, table.visits[1].token, where)
        found.append(await seen_by_another(player, master))
        found.append(await odds_again(player))
        await master.close()
        found += await long_feed(table, player)
    return found


async def served(do: Callable[[Server, Browser], Awaitable[list[Figure]]]) -> list[Figure]:
    folder = Path(tempfile.mkdtemp())
    try:
        with Server(folder, *limited(deeds=100_000, requests=5_000)) as server:
            async with async_playwright() as playwright:
                path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
                browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
                try:
                    return await do(server, browser)
                finally:
                    await browser.close()
    finally:
        shutil.rmtree(folder)


def main() -> None:
    found = asyncio.run(served(measure))
    print("\n".join(map(str, found)))
    sys.exit(any(figure.value > figure.bar for figure in found))


if __name__ == "__main__":
    main()
