"""What is told and shown: a story under its headline, only what has changed, the log with its numbers."""

from __future__ import annotations

from tablewright.rules import widgets as v
from tablewright.table import Table, view_from
from tablewright.terminal.render.widgets import describe_changes
from tests.terminal.keys import TAVERN, Typed


def test_an_action_is_told_under_one_headline_with_what_came_of_it() -> None:
    """Who, what, and the result; then the story; then what changed, in a line each; then the prompt."""
    table = Table.open(TAVERN.game, seed="x", fair_dice=False)
    table.edit("kim", "guests.ogre.luck", 0)
    table.edit("kim", "guests.ada.luck", 0)
    typed = Typed(["strike ada whom=ogre", "", "", "6"], table=table)
    told = typed.shown[typed.shown.index("Ada: Strike: hit") :].splitlines()
    assert [line.rstrip() for line in told] == [
        "Ada: Strike: hit inn.strike",
        "  Ada: To hit  ⚅ 6 (by hand)",
        "  The ogre  Health 3 → 1",
        ">",
        "Goodbye.",
    ]


def test_nothing_is_told_twice_and_no_sheet_is_drawn_unasked() -> None:
    """After the first, an empty line draws it."""
    typed = Typed(["wave", "wave", ""])
    assert typed.words.count("Somebody waves.") == 2
    assert typed.words.count("╭─ Ada") == 2


def test_an_action_that_waited_is_told_on_under_its_name() -> None:
    """When somebody has answered, the result stands beside it."""
    typed = Typed(["price", "two songs", "yes"])
    assert "Ann: Name a price: yes inn.price" in typed.words
    assert typed.words.count("Ann: Name a price") == 2


def test_changes_are_a_line_for_each_panel() -> None:
    """Numbers with what they were, what is had or gone, and nothing of what stayed."""
    before = (
        v.Panel(
            "Ada",
            (
                v.TrackWidget("Health", 3, 5),
                v.TokenWidget("Luck", True),
                v.FieldWidget("Where", "yard"),
                v.TextWidget("hm"),
            ),
        ),
        v.Panel("Clocks", (v.ClockWidget("Dawn", 1, 4), v.CardWidget("Key", "opens"), v.CardWidget("Key", "does not"))),
        v.Panel("Bo", (v.TrackWidget("Health", 3, 5),)),
    )
    after = (
        v.Panel(
            "Ada",
            (
                v.TrackWidget("Health", 1, 5),
                v.TokenWidget("Luck", False),
                v.FieldWidget("Where", "roof"),
                v.TextWidget("hm"),
            ),
        ),
        v.Panel("Clocks", (v.ClockWidget("Dawn", 2, 4), v.CardWidget("Key", "opens"))),
        v.Panel("Bo", (v.TrackWidget("Health", 3, 5),)),
    )
    found = [
        line.replace("[head]", "").replace("[quiet]", "").replace("[/]", "") for line in describe_changes(before, after)
    ]
    assert found == [
        "Ada  Health 3 → 1 · ◇ Luck · Where: yard → roof",
        "Clocks  Dawn 1 → 2 of 4 · no longer Key",
    ]


def test_who_is_gone_is_told_and_a_heading_or_an_invitation_is_not() -> None:
    """A character leaves with a line; a panel of nobody's, and a field that only offered something, without one."""
    make = v.FieldWidget("Next", "roll", v.Offer("roll"))
    before = (
        v.Panel("Ada", of="ada"),
        v.Panel("Yours", (make,)),
        v.Panel("Bo", (make, v.FieldWidget("Where", "roof"))),
    )
    found = [line.replace("[quiet]", "").replace("[/]", "") for line in describe_changes(before, (v.Panel("Bo"),))]
    assert found == ["[head]Bo  no longer Where", "Ada is gone"]


def test_a_rulers_die_is_told_by_where_it_was() -> None:
    """And where it stands now."""
    old, new = (v.Panel("Ada", (v.RulerWidget("Aim", 2, 7, (4,), place, 1, ("low", "high")),)) for place in (5, 7))
    (found,) = describe_changes((old,), (new,))
    assert found.endswith("Aim 5 → [head]7[/]")


def test_a_change_of_what_is_offered_is_no_change() -> None:
    """Dice that may be thrown no longer are the same dice; a panel of the same thing by another name is no new one."""
    offer = v.Offer("roll")
    before = (
        v.Panel(
            "Heron", (v.PoolWidget("NAV", 2, offer=offer), v.CardWidget("Cloak", "unseen", offer=offer)), of="ship"
        ),
    )
    bare = (v.Panel("Heron", (v.PoolWidget("NAV", 2), v.CardWidget("Cloak", "unseen")), of="ship"),)
    assert not list(describe_changes(before, bare))
    renamed = (v.Panel("Dove", (v.PoolWidget("NAV", 3), v.CardWidget("Cloak")), of="ship"),)
    found = [line.replace("[head]", "").replace("[/]", "") for line in describe_changes(bare, renamed)]
    assert found == ["Dove  NAV: 2 → 3d6 · Cloak"]


def test_sheet_shows_a_character_a_panel_or_a_seat() -> None:
    """By a beginning of the name; from one seat only what that seat sees."""
    shown = Typed(["sheet ad", "sheet pri", "sheet ann", "sheet zzz"]).words
    assert "sheet ad ╭─ Ada" in shown
    assert "sheet pri ╭─ Prices" in shown
    assert "Cellar" not in shown.partition("sheet ann")[2]
    shown = Typed(["sheet kim", "sheet cellar", "sheet ada"], seat="ann").after("Ann> sheet kim")
    assert "Nothing on the sheet is called 'kim'. There is: Ada, Bo, The ogre, Prices." in shown
    assert "the cellar key" not in shown
    assert "╭─ Ada" in shown


def test_as_much_of_the_sheet_is_drawn_as_the_screen_has_room_for() -> None:
    """The rest is named."""
    low = Typed([], terminal=True, height=15).words
    assert "sheet NAME also shows: The ogre, Cellar, Prices" in low
    assert "sheet NAME also shows: Prices" in Typed([], terminal=True, height=40).words


def test_the_log_has_the_numbers_of_its_entries() -> None:
    """From any of them on; what was undone is marked."""
    typed = Typed(["wave", "say hello there", "undo", "log", "log 2", "log x", "log 99"])
    log = typed.after("> log ")
    assert "1 (undone) Kim: Wave (undone) Somebody waves. inn.wave 2 Kim: hello there" in log
    assert "Kim: Wave" not in typed.after("> log 2")
    assert "'x' is not the number of an entry." in log
    assert "The log ends with entry " in typed.after("> log 99")


def test_what_waited_before_anybody_sat_down_goes_on_under_its_name() -> None:
    """A question answered after resuming belongs to the action that asked."""
    table = Table.open(TAVERN.game, seed="x")
    view_from(table, "ann").act("price")
    assert "Ann: Name a price" in Typed(["two songs", "yes"], table=table).words
