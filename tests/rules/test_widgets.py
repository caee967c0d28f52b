"""View words: what a sheet is made of goes to JSON and back, with the offers in it."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules import widgets as v
from tablewright.table.transcript.plain_text import panels_to_text

text = st.text(max_size=8)
texts = st.lists(text, max_size=3).map(tuple)
small = st.integers(0, 9)
offers = st.none() | st.builds(v.Offer, text, st.dictionaries(text, small | text, max_size=2), text)
cards = st.builds(v.CardWidget, text, text, text, offers)
words: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.builds(v.TextWidget, text, st.sampled_from(["plain", "good", "bad", "quiet"]), text),
        st.builds(v.FieldWidget, text, text, offers),
        st.builds(
            v.TrackWidget,
            text,
            st.integers(-9, 9),
            small,
            st.lists(st.tuples(small, text), max_size=2).map(tuple),
            offers,
            least=st.integers(-9, 0),
        ),
        st.builds(
            v.RulerWidget,
            text,
            small,
            small,
            st.lists(small, max_size=2).map(tuple),
            st.none() | st.integers(-2, 12),
            small,
            texts,
        ),
        st.builds(v.TokenWidget, text, st.booleans(), text, offers),
        st.builds(v.PoolWidget, text, small, small, texts, st.lists(small, max_size=3).map(tuple), offers),
        st.builds(v.ClockWidget, text, small, small, text, text, offers),
        cards,
        st.builds(
            v.DeckWidget, text, small, st.lists(cards, max_size=2).map(tuple), st.lists(cards, max_size=2).map(tuple)
        ),
        st.builds(v.TableWidget, text, texts, st.lists(texts, max_size=2).map(tuple), offers),
        st.builds(v.TurnOrderWidget, text, texts, st.none() | small, small),
    ),
    lambda inner: st.builds(v.Panel, text, st.lists(inner, max_size=3).map(tuple), text, text),
    max_leaves=8,
)


@given(words)
def test_every_word_survives_json(word: Any) -> None:
    """A browser is sent what the game said, and a word read back is the same word."""
    assert msgspec.json.decode(msgspec.json.encode(word), type=v.AnyWidget) == word


@given(words)
def test_every_word_can_be_read_as_plain_text(word: Any) -> None:
    """No word is beyond a terminal; a panel says its title."""
    said = panels_to_text([word])
    assert word.title in said if isinstance(word, v.Panel | v.CardWidget) else getattr(word, "label", "") in said


def test_a_track_that_goes_below_nothing_says_how_far() -> None:
    """Where it begins at nothing only its end is said."""
    assert (
        panels_to_text([v.TrackWidget("Edge", -2, 3, ((-3, "Rook"),), least=-3)])
        == "Edge: -2, from -3 to 3, Rook at -3"
    )
    assert panels_to_text([v.TrackWidget("Light", 2, 6)]) == "Light: 2 of 6"


def test_a_ruler_is_cut_by_its_lines_and_bears_its_die() -> None:
    """A line stands left of its number; a die beyond the row stands after its end."""
    ruler = v.RulerWidget("Track", 2, 7, (4, 6), 5, 3, ("low", "middle", "high"))
    assert panels_to_text([ruler]) == "Track: 2 3 | 4 [5] | 6 7, the die on 5 shows 3 (low | middle | high)"
    assert v.ruler_zones(v.RulerWidget("Track", 2, 4, (4,), 9)) == ((2, 3), (4, 9))


def test_the_reasons_of_a_pool_are_a_sum() -> None:
    """What is taken away is subtracted, whatever stands first."""
    assert (
        v.format_reasons(("4 reaction", "2 parry", "- 1 armor", "-2 dark")) == "4 reaction + 2 parry - 1 armor - 2 dark"
    )
    assert v.format_reasons(("-1 dark", "3 NAV")) == "-1 dark + 3 NAV"
    assert v.format_reasons(()) == ""


def test_what_is_not_said_of_a_word_is_not_there() -> None:
    """A ruler bears no die, a panel lies open, no round has begun."""
    ruler = v.RulerWidget("Track", 2, 7)
    assert (ruler.at, ruler.face, v.Panel("All").folded, v.TurnOrderWidget("Turns", ()).round) == (None, 0, False, 0)


def test_offers_are_found_however_deep_they_lie() -> None:
    """In panels inside panels and on the cards of a deck."""
    card = v.CardWidget("Ace", offer=v.Offer("play"))
    deck = v.DeckWidget(
        "Deck", 3, known=(card,), drawn=(v.CardWidget("King", offer=v.Offer("keep")),), offer=v.Offer("draw")
    )
    panel = v.Panel("All", (v.Panel("Inner", (deck,)), v.TextWidget("no offer"), v.FieldWidget("x", "1")))
    assert [offer.action for offer in v.iter_offers(panel)] == ["draw", "play", "keep"]


def test_who_only_looks_on_is_offered_nothing() -> None:
    """Every offer is taken out, however deep it lies; the words stay as they are."""
    offer = v.Offer("go", {"who": "ada"})
    deck = v.DeckWidget("Finds", 2, (v.CardWidget("Known", offer=offer),), (v.CardWidget("Drawn", offer=offer),), offer)
    panel = v.Panel("All", (v.Panel("Inner", (v.FieldWidget("Step", "on", offer),)), deck, v.TextWidget("Plain.")))
    assert len(v.iter_offers(panel)) == 4
    bare = v.strip_offers(panel)
    assert v.iter_offers(bare) == []
    assert bare == v.Panel(
        "All",
        (
            v.Panel("Inner", (v.FieldWidget("Step", "on"),)),
            v.DeckWidget("Finds", 2, (v.CardWidget("Known"),), (v.CardWidget("Drawn"),)),
            v.TextWidget("Plain."),
        ),
    )
