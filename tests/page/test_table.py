"""A table in the browser: two people, one on a phone, from the link to the first consequence."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.running import Server

from .conftest import Visitors

Begun = Callable[[str], tuple[Page, str]]
GAME = "Veil Runners Classic"


def sit(visitors: Visitors, link: str, name: str, phone: bool = True, **more: object) -> Page:
    page = visitors.new(phone=phone, **more)  # type: ignore[arg-type]
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".acts .act").first).to_be_visible()
    return page


def open_action(page: Page, title: str) -> None:
    page.locator(".acts .act", has_text=title).first.click()
    expect(page.get_by_role("form", name=title)).to_be_visible()


def test_a_player_on_a_phone_acts_and_the_master_answers(visitors: Visitors, begun: Begun) -> None:
    """From a link to a roll that both see, with its question answered in place."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    expect(master.get_by_text("You are asked:")).to_be_visible()
    expect(ann.get_by_role("status").filter(has_text="Waiting for").first).to_be_visible()
    master.locator(".ask .opt").first.click()
    card = ann.get_by_role("article").filter(has_text="Personal roll").last
    expect(card.locator(".tag", has_text=re.compile("Mo|wayfinder")).first).to_be_visible()


def test_odds_follow_the_form(visitors: Visitors, begun: Begun) -> None:
    """What a form would do is shown before anything is done."""
    _, link = begun("Veil Runners")
    ann = sit(visitors, link, "Ann")
    open_action(ann, "Crew roll")
    form = ann.get_by_role("form", name="Crew roll")
    expect(form.locator(".odd").first).to_be_visible()
    shares = [float(re.sub(r"[^0-9.]", "", text)) for text in form.locator(".odd .pc b").all_inner_texts()]
    assert 99 <= sum(shares) <= 101


def test_what_people_say_stays_words(visitors: Visitors, begun: Begun) -> None:
    """Names and texts never become markup."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "<b>Ann</b>")
    ann.get_by_label("Say something").fill("<img src=x onerror=alert(1)> & <i>so</i>")
    ann.get_by_role("button", name="Send").click()
    expect(master.locator(".line.chat", has_text="<img src=x onerror=alert(1)> & <i>so</i>")).to_be_visible()
    expect(master.get_by_text("<b>Ann</b>").first).to_be_visible()
    assert master.locator("[role=log] img, [role=log] i").count() == 0


def test_a_reload_comes_back_to_the_question(visitors: Visitors, begun: Begun) -> None:
    """In the middle of a choice; the answer counts once."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    expect(master.locator(".ask .opt").first).to_be_visible()
    master.reload()
    master.locator(".ask .opt").first.click()
    expect(master.get_by_text("You are asked:")).to_have_count(0)


def test_what_is_told_before_it_is_seen_is_not_taken_for_undone(visitors: Visitors, begun: Begun) -> None:
    """The feed comes first, and what holds comes with the sheets, later where there is much to do; here never."""
    _, link = begun(GAME)
    ann = visitors.new()

    def without_looks(socket: WebSocketRoute) -> None:
        server, looks = socket.connect_to_server(), count()

        def on(frame: str | bytes) -> None:
            if '"is":"look"' not in str(frame) or not next(looks):
                socket.send(frame)

        server.on_message(on)

    ann.route_web_socket(re.compile("/live$"), without_looks)
    ann.goto(link)
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Sit down").click()
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    card = ann.get_by_role("article").filter(has_text="Personal roll").last
    expect(card).to_be_visible()
    expect(card).not_to_have_accessible_name(re.compile("undone"))


def test_a_page_that_was_just_loaded_follows_what_happens(visitors: Visitors, begun: Begun) -> None:
    """What scrolls in its first second nobody has scrolled: it is still led to whatever comes."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    master.add_init_script("performance.now = () => 5")
    master.set_viewport_size({"width": 360, "height": 640})
    master.reload()
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    expect(master.locator(".ask .gives").first).to_be_visible()
    expect(master.locator(".ask h3")).to_be_in_viewport(ratio=0.9)
    ann.get_by_label("Say something").fill("well?")
    ann.get_by_role("button", name="Send").click()
    expect(master.locator(".line.chat", has_text="well?")).to_be_attached()
    expect(master.locator(".newest")).to_have_count(0)


def test_undo_strikes_the_card_out(visitors: Visitors, begun: Begun) -> None:
    """The master takes an action back from its card; it stays, marked."""
    master, link = begun("Veil Runners")
    ann = sit(visitors, link, "Ann")
    open_action(ann, "Crew roll")
    ann.locator(".go .primary").click()
    card = master.get_by_role("article").last
    expect(card.locator(".die").first).to_be_visible()
    expect(ann.get_by_role("article").last.locator(".die").first).to_be_visible()
    expect(ann.get_by_role("button", name=re.compile("^Undo"))).to_have_count(0)  # dice are not hers to take back
    card.get_by_role("button", name=re.compile("^Undo")).click()
    expect(master.locator("article.roll.undone")).to_have_count(1)


def test_a_whole_turn_by_keyboard(visitors: Visitors, begun: Begun) -> None:
    """Palette, form, throw, answer: no mouse."""
    master, _ = begun(GAME)
    master.keyboard.press("Control+k")
    expect(master.get_by_label("Find an action")).to_be_focused()
    master.keyboard.type("personal roll")
    master.keyboard.press("Enter")
    form = master.get_by_role("form", name="Personal roll")
    expect(form).to_be_visible()
    expect(form.locator(".go .primary")).to_be_visible()
    who = form.get_by_role("radio").first
    if who.count():
        who.focus()
        master.keyboard.press("Space")
    button = form.locator(".go .primary")
    expect(button).to_be_enabled()
    button.focus()
    master.keyboard.press("Enter")
    expect(master.locator(".ask .opt").first).to_be_visible()
    master.keyboard.press("1")
    expect(master.locator(".ask .opt").first).to_be_focused()
    master.keyboard.press("Enter")
    expect(master.get_by_role("article").last).to_contain_text("Personal roll")


def test_a_killed_server_is_waited_for_and_nothing_is_lost(own_server: Server, visitors: Visitors) -> None:
    """The page says so, keeps what was said, and sends it once."""
    page = visitors.new()
    page.goto(f"{own_server.address}#host={own_server.token}")
    page.get_by_role("button", name=f"Open a table of {GAME}", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".conn")).to_have_text("online")  # what was never reached is lost in other words
    own_server.stop()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    page.get_by_label("Say something").fill("still here")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("1 unsent")).to_be_visible()
    own_server.start()
    expect(page.locator(".line.chat", has_text="still here")).to_have_count(1)
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
    page.goto("about:blank")  # it would try again and again, and the browser says so each time
    visitors.problems = [text for text in visitors.problems if "ERR_CONNECTION" not in text]


def test_dice_are_laid_elsewhere_by_drag_and_by_keys(visitors: Visitors, begun: Begun) -> None:
    """Nothing is done before it is said; then the action's form is filled in."""
    _, link = begun("Veil Runners")
    ann = sit(visitors, link, "Ann", phone=False)
    places = ann.locator(".places .pool")
    expect(places.nth(2).locator(".movable").first).to_be_visible()
    counts = [places.nth(n).locator(".movable").count() for n in range(3)]
    places.nth(2).locator(".movable").first.drag_to(places.nth(0).locator(".lain"))
    expect(places.nth(0).locator(".movable")).to_have_count(counts[0] + 1)
    places.nth(2).locator(".movable").last.focus()
    ann.keyboard.press("ArrowUp")
    expect(places.nth(1).locator(".movable")).to_have_count(counts[1] + 1)
    expect(places.nth(1).locator(".movable").last).to_be_focused()
    ann.locator(".moving").get_by_role("button", name="System shunt").click()
    form = ann.get_by_role("form", name="System shunt")
    wanted = [counts[0] + 1, counts[1] + 1, counts[2] - 2]
    assert [int(form.get_by_role("spinbutton").nth(n).input_value()) for n in range(3)] == wanted
    form.locator(".go .primary").click()
    expect(ann.get_by_role("article").last).to_contain_text("System shunt")
    expect(places.nth(2).locator(".movable")).to_have_count(wanted[2])


def test_the_search_begins_with_the_moment_and_says_why_not(begun: Begun) -> None:
    """What is called for first; what cannot be done now is folded away, and found with its reason."""
    master, _ = begun(GAME)
    called_for = master.locator(".acts .act:not(.guided):not(.any)").all_inner_texts()
    master.keyboard.press("Control+k")
    palette = master.get_by_role("dialog", name="Do anything")
    expect(palette.locator("h3").first).to_have_text("What this moment calls for")
    listed = palette.locator(".list > .do b").all_inner_texts()
    assert set(called_for) <= set(listed[: len(called_for) + 4])
    expect(palette.locator(".do.no:visible")).to_have_count(0)
    palette.locator("summary").click()
    impossible = palette.locator(".do.no:visible").first
    expect(impossible).to_be_visible()
    name = impossible.locator("b").inner_text()
    palette.get_by_label("Find an action").fill(name)
    expect(palette.locator("details")).to_have_count(0)
    expect(palette.locator(".do.no", has_text=name).locator("span").first).not_to_be_empty()
