"""Without a connection: the page is there, the last sheets can be read, and what was said is sent once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Server

from .conftest import Visitors
from .test_table import GAME, sit

Begun = Callable[[str], tuple[Page, str]]


def quiet(visitors: Visitors) -> None:
    """A browser says itself that it reached nobody."""
    visitors.problems = [text for text in visitors.problems if "ERR_" not in text and "WebSocket" not in text]


def until(page: Page, holds: str) -> None:
    """The content security policy forbids what Playwright would do to wait for a function."""
    for _ in range(200):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never: {holds}")


def installed(page: Page) -> None:
    until(page, "!!navigator.serviceWorker.controller")


def at_a_new_table(server: Server, visitors: Visitors) -> Page:
    """Its host, connected, with the page kept by the browser."""
    page = visitors.new()
    page.goto(f"{server.address}#host={server.token}")
    page.get_by_role("button", name=f"Open a table of {GAME}", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".conn")).to_have_text("online")
    installed(page)
    return page


def gone(page: Page, visitors: Visitors) -> None:
    """From a server that was away; the browser complained of that."""
    page.goto("about:blank")
    visitors.problems = [text for text in visitors.problems if "ERR_" not in text and "503" not in text]


def test_the_last_sheets_are_readable_offline_and_say_so(visitors: Visitors, begun: Begun) -> None:
    """The page loads from what was kept, names the table, and says that it is not up to date."""
    _, link = begun(GAME)
    ann = sit(visitors, link, "Ann", phone=False)
    installed(ann)
    name = ann.locator(".col.me h2").first.inner_text()
    until(ann, "Object.keys(localStorage).some((key) => key.startsWith('view/'))")
    ann.context.set_offline(True)
    ann.reload()
    expect(ann.get_by_text("There is no connection.")).to_be_visible()
    expect(ann.locator(".col.me h2").first).to_have_text(name)
    ann.context.set_offline(False)
    expect(ann.get_by_text("There is no connection.")).to_have_count(0)
    quiet(visitors)


def test_a_master_leaves_nothing_of_the_table_in_the_browser(visitors: Visitors, begun: Begun) -> None:
    """Everybody's secrets would lie there."""
    master, _ = begun(GAME)
    expect(master.locator(".col h2").first).to_be_visible()
    master.wait_for_timeout(1000)
    assert master.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('view/'))") == []


def test_what_was_said_is_sent_once_even_after_a_reload(own_server: Server, visitors: Visitors) -> None:
    """Said while the server was away, the page loaded anew before it came back."""
    page = at_a_new_table(own_server, visitors)
    own_server.stop()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    page.get_by_label("Say something").fill("still here")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("1 unsent")).to_be_visible()
    page.reload()
    own_server.start()
    expect(page.locator(".line.chat", has_text="still here")).to_have_count(1)
    page.reload()
    expect(page.locator(".line.chat", has_text="still here")).to_have_count(1)
    gone(page, visitors)


def test_a_table_that_cannot_be_reached_says_so(own_server: Server, visitors: Visitors) -> None:
    """Also where nothing of it is known yet; and it comes as soon as it can be reached."""
    page = at_a_new_table(own_server, visitors)
    own_server.stop()
    page.reload()
    expect(page.get_by_text("The table cannot be reached; trying again.")).to_be_visible()
    own_server.start()
    expect(page.get_by_text("The table cannot be reached")).to_have_count(0)
    expect(page.locator(".conn")).to_have_text("online")
    gone(page, visitors)


def test_a_connection_that_only_looks_alive_is_given_up(visitors: Visitors, begun: Begun) -> None:
    """The browser knows that it is offline: so does the page, at once, and it is back as soon as the browser is."""
    _, link = begun(GAME)
    ann = sit(visitors, link, "Ann", phone=False)
    expect(ann.locator(".conn")).to_have_text("online")
    ann.context.set_offline(True)
    expect(ann.get_by_text("The connection is lost")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.get_by_text("The connection is lost")).to_have_count(0)
    quiet(visitors)
