"""A real server and a real browser: Debian's Chromium, which reaches nothing but the server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.server.running import Server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), "--limit", "requests=5000") as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to break."""
    with Server(tmp_path / "data") as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        pytest.fail("no Chromium is here: apt-get install chromium, or set CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield started
        started.close()


class Visitors:
    """People with a browser each. What goes wrong in any of their pages is a fault."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def new(self, phone: bool = False, dark: bool = False, **more: object) -> Page:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 860}
        context = self.browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
            **more,  # type: ignore[arg-type]
        )
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    people = Visitors(browser)
    yield people
    people.close()
    assert people.problems == []


@pytest.fixture
def begun(server: Server, visitors: Visitors) -> Callable[[str], tuple[Page, str]]:
    """Opens a table of a game as its host: the host's page, and a link for players."""

    def begin(title: str) -> tuple[Page, str]:
        page = visitors.new()
        page.goto(f"{server.address}#host={server.token}")
        page.get_by_role("button", name=f"Open a table of {title}", exact=True).click()
        page.get_by_label("What are you called?").fill("Mo")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="People and session").click()
        page.get_by_role("button", name="Make a link").click()
        link = page.locator(".linkbox code").inner_text()
        page.get_by_role("button", name="Close", exact=True).click()
        return page, link

    return begin
