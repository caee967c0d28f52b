"""What is typed is what is sent; a text too long is said to be, where it stands; no room for now is waited out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.server.running import Server, limited

from .conftest import Visitors
from .test_offline import quiet

Begun = Callable[[str], tuple[Page, str]]
GAME = "Moonveil"
#: Somebody types a text and sends the form before anything can have been heard of it.
TYPE_AND_SEND = """(form, text) => {
    const input = form.querySelector('[aria-label="text"]')
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
    form.requestSubmit()
}"""


def note(page: Page, text: str = "") -> Locator:
    """The form of a new note, drafted, with a title and a text in it."""
    page.get_by_role("button", name="Write a note").last.click()
    form = page.get_by_role("form", name="Write a note")
    form.get_by_label("title", exact=True).fill("Rain")
    form.locator("summary").click()
    form.get_by_label("text", exact=True).fill(text)
    expect(form.locator(".go .primary")).to_be_enabled()
    page.wait_for_timeout(500)  # what was typed so far has been drafted
    return form


def written(page: Page) -> Locator:
    """The notes at the table, as they are read."""
    return page.locator(".col.side2")


def test_what_was_typed_last_is_sent(begun: Begun) -> None:
    """However soon after it the form is sent; what was not touched stays as it was drafted."""
    master, _ = begun(GAME)
    form = note(master, "It")
    form.evaluate(TYPE_AND_SEND, "It will rain until the bell rings.")
    expect(written(master)).to_contain_text("Rain")
    expect(written(master)).to_contain_text("It will rain until the bell rings.")


def test_what_was_emptied_last_is_sent_empty(begun: Begun) -> None:
    """A text taken back before sending is nowhere."""
    master, _ = begun(GAME)
    form = note(master, "Nobody may read this.")
    form.evaluate(TYPE_AND_SEND, "")
    expect(written(master)).to_contain_text("Rain")
    expect(written(master)).not_to_contain_text("Nobody may read this.")


def test_what_was_typed_without_a_connection_is_sent_when_it_is_back(visitors: Visitors, begun: Begun) -> None:
    """Nobody can be asked then whether it will do."""
    master, _ = begun(GAME)
    form = note(master, "It")
    master.context.set_offline(True)
    expect(master.get_by_text("The connection is lost")).to_be_visible()
    form.evaluate(TYPE_AND_SEND, "It will rain until the bell rings.")
    master.context.set_offline(False)
    expect(written(master)).to_contain_text("It will rain until the bell rings.")
    quiet(visitors)


def test_a_text_too_long_is_said_to_be_where_it_stands(begun: Begun) -> None:
    """It stays as it is, nothing is sent and nothing is lost; shortened, it is taken."""
    master, _ = begun(GAME)
    form = note(master)
    text = form.get_by_label("text", exact=True)
    opened: list[str] = []
    master.on("websocket", lambda socket: opened.append(socket.url))
    text.fill("lorem ipsum " * 6000)
    why = form.locator("fieldset", has=master.get_by_label("text", exact=True)).get_by_role("alert")
    expect(why).to_have_text("At most 2,000 letters fit in here: these are 72,000.")
    expect(form.locator(".go .primary")).to_be_disabled()
    form.evaluate("(form) => form.requestSubmit()")
    master.wait_for_timeout(500)
    expect(text).to_have_value("lorem ipsum " * 6000)
    text.fill("x" * 2000)
    expect(why).to_have_count(0)
    form.locator(".go .primary").click()
    expect(written(master)).to_contain_text("x" * 2000)
    assert opened == []


def test_a_word_too_long_is_not_said_and_not_lost(begun: Begun) -> None:
    """A sentence instead, and it stands where it was."""
    master, _ = begun(GAME)
    said = master.get_by_label("Say something")
    said.fill("x" * 4001)
    master.get_by_role("button", name="Send").click()
    expect(master.get_by_role("alert").filter(has_text="At most 4,000 letters")).to_be_visible()
    expect(said).to_have_value("x" * 4001)
    said.fill("x" * 4000)
    master.get_by_role("button", name="Send").click()
    expect(master.locator(".line.chat")).to_contain_text("x" * 4000)


def test_a_full_server_is_waited_for(tmp_path: Path, visitors: Visitors) -> None:
    """The page says so and comes in by itself as soon as there is room."""
    with Server(tmp_path, *limited(connections=1)) as server:
        first = visitors.new()
        first.goto(f"{server.address}#host={server.token}")
        first.get_by_role("button", name=f"Open a table of {GAME}", exact=True).click()
        first.get_by_role("button", name="Open the table").click()
        expect(first.locator(".conn")).to_have_text("online")
        second = first.context.new_page()
        second.goto(first.url)
        expect(second.get_by_role("status").filter(has_text="This server is full")).to_contain_text(
            "tries again by itself"
        )
        first.goto("about:blank")
        expect(second.locator(".conn")).to_have_text("online")
        expect(second.get_by_text("This server is full")).to_have_count(0)
