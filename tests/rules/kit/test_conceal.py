"""What a seat may not see of the kit."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.kit import (
    Card,
    Chart,
    Clock,
    Deck,
    Kit,
    Note,
    conceal_kit,
    kit_panels,
    kit_secrets,
    make_order,
)
from tablewright.rules.kit.conceal import Sees
from tablewright.rules.kit.deck import Knowledge
from tablewright.rules.widgets import Offer, iter_offers

from .table import ACTIONS, MASTER, Bare, act, after, fallen, keep_first, player, read_by, sees_all, sees_as

audiences = st.sampled_from([(), (MASTER,), ("ada",), ("bo", MASTER)])
cards = st.builds(
    lambda i, known, audience: Card(f"secret-card-{i}", f"Title of {i}", f"Text of {i}", known, audience),
    st.integers(0, 10**6),
    st.booleans(),
    audiences,
)


@st.composite
def kits(draw: st.DrawFn) -> Kit:
    """A kit with open and hidden things of every kind."""
    hand = draw(st.lists(cards, max_size=6, unique_by=lambda card: card.id))
    cut = draw(st.integers(0, len(hand)))
    deck = Deck(
        "deck",
        "A deck",
        tuple(hand[:cut]),
        tuple(hand[cut:]),
        draw(st.sampled_from(["open", "part", "secret"])),
        keepers=(MASTER,),
    )
    return Kit(
        clocks=(Clock("clock", "Flood rises", 6, "", 2, "Dam breaks", draw(audiences), draw(audiences)),),
        decks=(deck,),
        charts=(Chart("chart", "Wild weather", tuple(f"Storm number {i}" for i in range(6)), draw(audiences)),),
        notes=(Note("note", "Old letter", "Burn after reading", "handout", draw(audiences)),),
        order=make_order(("Ada", "Bo")),
    )


seats = st.sampled_from([sees_all, sees_as("ada"), sees_as("bo"), sees_as("watcher")])


@given(kits(), st.sampled_from(["ada", "bo", "watcher"]))
def test_no_secret_is_left(kit: Kit, name: str) -> None:
    """Neither the concealed kit nor its panels hold a secret text, or the id of a card that cannot be read."""
    sees = sees_as(name)
    concealed = conceal_kit(kit, sees)
    sent = msgspec.json.encode((concealed, kit_panels(kit, sees))).decode()
    assert not [text for text in kit_secrets(kit, sees) if text in sent]
    readable = {card.id for deck in concealed.decks for card in (*deck.cards, *deck.drawn)}
    assert not [c.id for d in kit.decks for c in (*d.cards, *d.drawn) if c.id not in readable and f'"{c.id}"' in sent]


@given(kits(), seats)
def test_concealing_twice_changes_nothing(kit: Kit, sees: Sees) -> None:
    """What a seat may know is already all it is shown."""
    once = conceal_kit(kit, sees)
    assert conceal_kit(once, sees) == once
    assert kit_secrets(once, sees) == ()


@given(kits(), seats)
def test_cards_can_still_be_counted(kit: Kit, sees: Sees) -> None:
    """How many cards are left and drawn is no secret."""
    before, seen = kit.decks[0], conceal_kit(kit, sees).decks[0]
    assert (len(seen.cards), len(seen.drawn)) == (len(before.cards), len(before.drawn))


@given(kits())
def test_the_master_sees_all(kit: Kit) -> None:
    """Nothing is taken from a seat that sees everything."""
    assert conceal_kit(kit, sees_all) == kit
    assert kit_secrets(kit, sees_all) == ()


@given(kits(), seats, st.booleans())
def test_panels_are_the_same_before_and_after_concealing(kit: Kit, sees: Sees, master: bool) -> None:
    """Panels show what the seat may know, whether or not somebody concealed the kit first."""
    assert kit_panels(kit, sees, master=master) == kit_panels(conceal_kit(kit, sees), sees, master=master)


@given(kits())
def test_every_offer_is_an_action_that_can_be_read(kit: Kit) -> None:
    """What panels offer the master is legal as it stands; what needs more, such as dice, names its action."""
    for panel in kit_panels(kit, sees_all, master=True):
        for offer in iter_offers(panel):
            action = ACTIONS[offer.action]
            if all(field.name in offer.params for field in action.fields if field.required):
                action.read(offer.params, Bare(kit))


def test_those_who_watch_are_offered_nothing() -> None:
    """A spectator sees the open things and no buttons."""
    kit = Kit(
        clocks=(Clock("c", "Flood"),), decks=(Deck("d", "Deck", (Card("a", "Fire"),)),), order=make_order(("Ada",))
    )
    panels = kit_panels(kit, sees_as("watcher"), plays=False)
    assert [panel.title for panel in panels] == ["Clocks", "Decks", "Order"]
    assert [offer for panel in panels for offer in iter_offers(panel)] == []


def test_a_player_is_offered_what_players_do() -> None:
    """Drawing, putting back, passing the turn and throwing dice; not the master's clocks."""
    kit = Kit(
        clocks=(Clock("c", "Flood"),),
        decks=(Deck("d", "Deck", (Card("a", "Fire"),), (Card("b", "Fog", known=True),)),),
        order=make_order(("Ada",)),
    )
    found = [offer for panel in kit_panels(kit, player) for offer in iter_offers(panel)]
    assert found == [
        Offer("draw_from_deck", {"deck": "d"}, "Draw"),
        Offer("return_card", {"deck": "d", "card": "b"}, "Put back"),
        Offer("next_turn", {}, "Next turn"),
        Offer("throw_dice", {}, "Throw dice"),
    ]


def test_the_master_is_told_that_a_clock_is_hidden() -> None:
    """Beside what it leads to; an open one says only that."""
    clocks = (Clock("a", "A", note="Flood", audience=(MASTER,)), Clock("b", "B", note="Fire"))
    (panel, *_) = kit_panels(Kit(clocks), sees_all, master=True)
    assert [getattr(word, "note", "") for word in panel.words] == ["Flood (hidden)", "Fire"]


@given(st.integers(0, 4), st.integers(0, 4), st.booleans())
def test_cards_face_down_are_numbered_through(inside: int, drawn: int, one_open: bool) -> None:
    """First those in the deck, then those drawn in secret: a number says nothing else."""
    cards = tuple(Card(f"c{n}", f"Card {n}") for n in range(inside))
    taken = tuple(Card(f"d{n}", f"Drawn {n}", audience=(MASTER,)) for n in range(drawn))
    open_ = (Card("open", "Open", known=True),) * one_open
    deck = Deck("d", "Deck", cards, (*open_, *taken), knowledge="secret", keepers=(MASTER,))
    (found,) = conceal_kit(Kit(decks=(deck,)), player).decks
    blanks = [card.id for card in (*found.cards, *found.drawn) if not card.title]
    assert blanks == [f"?{n}" for n in range(1, inside + drawn + 1)]


def test_secret_things_are_made_in_silence() -> None:
    """Making, ticking, drawing and rolling in secret tell a player no title, text or entry."""
    s, log = Bare(), ""
    for name, params in (
        ("start_clock", {"title": "Flood rises", "hidden": True, "note": "Dam breaks"}),
        ("advance_clock", {"clock": "clock", "sections": 6}),
        ("make_deck", {"title": "Omens", "cards": "Red moon, Black sun, Dead stars", "draw_two_keep_one": True}),
        ("add_card", {"deck": "omens", "title": "Cold rain"}),
        ("draw_in_secret", {"deck": "omens"}),
        ("add_chart", {"title": "Ambushes", "entries": "\n".join(f"Wolves {i}" for i in range(6)), "hidden": True}),
        ("roll_in_secret", {"chart": "chart"}),
        ("write_note", {"title": "Old letter", "text": "Burn after reading"}),
    ):
        told = act(s, name, keep_first if name == "draw_in_secret" else fallen, me="gm-seat", **params)
        log += read_by(told.lines, player)
        s = told.result
    assert [secret for secret in kit_secrets(s.kit, player) if secret in log] == []
    assert len(kit_secrets(s.kit, player)) == 15
    assert (s.kit.clocks[0].id, s.kit.charts[0].id, s.kit.notes[0].id) == ("clock", "chart", "note")


def test_short_and_public_texts_prove_nothing() -> None:
    """A secret a seat reads elsewhere, or of three letters, is not searched for."""
    kit = Kit(notes=(Note("a", "Plan"), Note("b", "Plan", "Run", audience=(MASTER,))))
    assert kit_secrets(kit, player) == ()


def test_a_revealed_clock_is_no_secret_any_more() -> None:
    """After it is shown, everyone reads it."""
    s = after(Bare(), "start_clock", title="Flood rises", note="Dam breaks", hidden=True)
    assert kit_secrets(s.kit, player) == ("Flood rises", "Dam breaks")
    assert kit_secrets(after(s, "reveal_clock", clock="clock", outcome=False).kit, player) == ("Dam breaks",)
    assert kit_secrets(after(s, "reveal_clock", clock="clock").kit, player) == ()


@pytest.mark.parametrize(
    ("knowledge", "read"), [("open", ["Red moon", "Black sun"]), ("part", ["Red moon"]), ("secret", [])]
)
def test_how_much_of_a_deck_is_read(knowledge: Knowledge, read: list[str]) -> None:
    """All of an open one, of the others what is known, or nothing; by those who do not keep it."""
    cards = (Card("a", "Red moon", known=True), Card("b", "Black sun"))
    deck = Deck("d", "Omens", cards, knowledge=knowledge, keepers=(MASTER,))
    (seen,) = conceal_kit(Kit(decks=(deck,)), player).decks
    assert [card.title for card in seen.cards if card.title] == read


def test_which_known_card_was_drawn_in_secret_is_hidden() -> None:
    """Everyone knows the cards of an open deck, but not which of them the master drew."""
    s = after(Bare(), "make_deck", title="Omens", cards="Red moon, Black sun", knowledge="open")
    drawn = conceal_kit(after(s, "draw_in_secret", deck="omens").kit, player).decks[0].drawn
    assert [card.title for card in drawn] == [""]


def test_a_card_seen_and_put_back_is_no_secret() -> None:
    """The log has named it to everyone; that it lies in a secret deck again hides it from the sheet only."""
    s = after(Bare(), "make_deck", title="Omens", cards="Red moon, Black sun")
    s = after(after(s, "draw_from_deck", deck="omens"), "shuffle_deck", deck="omens")
    assert kit_secrets(s.kit, player) == ("Black sun",)
    assert [card.title for card in conceal_kit(s.kit, player).decks[0].cards] == ["", ""]
