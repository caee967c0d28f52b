"""What a player's browser never holds: in the page, on the wire, in any storage."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect

from .conftest import Visitors
from .test_table import GAME, sit

Begun = Callable[[str], tuple[Page, str]]
HIDDEN, WHISPERED, SHOWN = "zq01xk", "zq02xk", "zq03xk"
STORED = """
async () => {
  const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request)).text())
  }
  for (const { name } of await indexedDB.databases()) kept.push(name)
  return kept.join('\\n')
}
"""


def noted(master: Page, title: str) -> None:
    master.get_by_role("button", name="Write a note").first.click()
    form = master.get_by_role("form", name="Write a note")
    expect(form.locator(".go .primary")).to_be_visible()
    for n in range(form.get_by_role("textbox").count()):
        if form.get_by_role("textbox").nth(n).is_visible():
            form.get_by_role("textbox").nth(n).fill(title)
    form.locator(".go .primary").click()
    expect(form).to_have_count(0)


def test_a_masters_secret_reaches_nothing_of_a_players_browser(visitors: Visitors, begun: Begun) -> None:
    """A note, and a whisper to somebody else; what is said to all does reach it, so that the test can see."""
    master, link = begun(GAME)
    ann, heard = sit(visitors, link, "Ann", phone=False), list[str]()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    ann.on("websocket", listen)
    ann.on("response", lambda response: heard.append(response.url))
    ann.reload()
    expect(ann.locator(".conn")).to_have_text("online")
    ben = sit(visitors, link, "Ben")
    noted(master, HIDDEN)
    master.get_by_label("To whom").select_option(label="to Ben")
    master.get_by_label("Say something").fill(WHISPERED)
    master.get_by_role("button", name="Send").click()
    expect(ben.get_by_text(WHISPERED).first).to_be_visible()
    master.get_by_label("To whom").select_option(label="to all")
    master.get_by_label("Say something").fill(SHOWN)
    master.get_by_role("button", name="Send").click()
    expect(ann.get_by_text(SHOWN).first).to_be_visible()
    ann.wait_for_timeout(700)  # what is kept is kept a moment later
    everything = "\n".join([ann.content(), *heard, ann.evaluate(STORED)])
    assert SHOWN in everything
    assert "view/" in everything
    assert HIDDEN not in everything
    assert WHISPERED not in everything
    assert HIDDEN in master.content()


def test_no_script_can_read_who_one_is(visitors: Visitors, begun: Begun) -> None:
    """The cookie is out of reach, and no token stays in the address."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    token = link.partition("join=")[2]
    for page in (master, ann):
        assert page.evaluate("document.cookie") == ""
        assert "host=" not in page.url
        assert token not in page.url + page.evaluate("JSON.stringify(localStorage)")
