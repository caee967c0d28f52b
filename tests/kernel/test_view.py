"""View words: what a sheet is made of goes to JSON and back, with the offers in it."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tablewright.kernel import view as v
from tablewright.table.plain import plain

text = st.text(max_size=8)
texts = st.lists(text, max_size=3).map(tuple)
small = st.integers(0, 9)
offers = st.none() | st.builds(v.Offer, text, st.dictionaries(text, small | text, max_size=2), text)
cards = st.builds(v.Card, text, text, text, offers)
words: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.builds(v.Text, text, st.sampled_from(["plain", "good", "bad", "quiet"]), text),
        st.builds(v.Field, text, text, offers),
        st.builds(
            v.Track,
            text,
            st.integers(-9, 9),
            small,
            st.lists(st.tuples(small, text), max_size=2).map(tuple),
            offers,
            least=st.integers(-9, 0),
        ),
        st.builds(
            v.Ruler,
            text,
            small,
            small,
            st.lists(small, max_size=2).map(tuple),
            st.none() | st.integers(-2, 12),
            small,
            texts,
        ),
        st.builds(v.Token, text, st.booleans(), text, offers),
        st.builds(v.Pool, text, small, small, texts, st.lists(small, max_size=3).map(tuple), offers),
        st.builds(v.Clock, text, small, small, text, text, offers),
        cards,
        st.builds(v.Deck, text, small, st.lists(cards, max_size=2).map(tuple), st.lists(cards, max_size=2).map(tuple)),
        st.builds(v.Table, text, texts, st.lists(texts, max_size=2).map(tuple), offers),
        st.builds(v.Order, text, texts, st.none() | small, small),
    ),
    lambda inner: st.builds(v.Panel, text, st.lists(inner, max_size=3).map(tuple), text, text),
    max_leaves=8,
)


@given(words)
def test_every_word_survives_json(word: Any) -> None:
    """A browser is sent what the game said, and a word read back is the same word."""
    assert msgspec.json.decode(msgspec.json.encode(word), type=v.AnyWord) == word


@given(words)
def test_every_word_can_be_read_as_plain_text(word: Any) -> None:
    """No word is beyond a terminal; a panel says its title."""
    said = plain([word])
    assert word.title in said if isinstance(word, v.Panel | v.Card) else getattr(word, "label", "") in said


def test_a_track_that_goes_below_nothing_says_how_far() -> None:
    """Where it begins at nothing only its end is said."""
    assert plain([v.Track("Edge", -2, 3, ((-3, "Rook"),), least=-3)]) == "Edge: -2, from -3 to 3, Rook at -3"
    assert plain([v.Track("Light", 2, 6)]) == "Light: 2 of 6"


def test_a_ruler_is_cut_by_its_lines_and_bears_its_die() -> None:
    """A line stands left of its number; a die beyond the row stands after its end."""
    ruler = v.Ruler("Track", 2, 7, (4, 6), 5, 3, ("low", "middle", "high"))
    assert plain([ruler]) == "Track: 2 3 | 4 [5] | 6 7, the die on 5 shows 3 (low | middle | high)"
    assert v.stretches(v.Ruler("Track", 2, 4, (4,), 9)) == ((2, 3), (4, 9))


def test_the_reasons_of_a_pool_are_a_sum() -> None:
    """What is taken away is subtracted, whatever stands first."""
    assert v.summed(("4 reaction", "2 parry", "- 1 armor", "-2 dark")) == "4 reaction + 2 parry - 1 armor - 2 dark"
    assert v.summed(("-1 dark", "3 NAV")) == "-1 dark + 3 NAV"
    assert v.summed(()) == ""


def test_what_is_not_said_of_a_word_is_not_there() -> None:
    """A ruler bears no die, a panel lies open, no round has begun."""
    ruler = v.Ruler("Track", 2, 7)
    assert (ruler.at, ruler.face, v.Panel("All").folded, v.Order("Turns", ()).round) == (None, 0, False, 0)


def test_offers_are_found_however_deep_they_lie() -> None:
    """In panels inside panels and on the cards of a deck."""
    card = v.Card("Ace", offer=v.Offer("play"))
    deck = v.Deck("Deck", 3, known=(card,), drawn=(v.Card("King", offer=v.Offer("keep")),), offer=v.Offer("draw"))
    panel = v.Panel("All", (v.Panel("Inner", (deck,)), v.Text("no offer"), v.Field("x", "1")))
    assert [offer.action for offer in v.offers_in(panel)] == ["draw", "play", "keep"]


def test_who_only_looks_on_is_offered_nothing() -> None:
    """Every offer is taken out, however deep it lies; the words stay as they are."""
    offer = v.Offer("go", {"who": "ada"})
    deck = v.Deck("Finds", 2, (v.Card("Known", offer=offer),), (v.Card("Drawn", offer=offer),), offer)
    panel = v.Panel("All", (v.Panel("Inner", (v.Field("Step", "on", offer),)), deck, v.Text("Plain.")))
    assert len(v.offers_in(panel)) == 4
    bare = v.without_offers(panel)
    assert v.offers_in(bare) == []
    assert bare == v.Panel(
        "All",
        (
            v.Panel("Inner", (v.Field("Step", "on"),)),
            v.Deck("Finds", 2, (v.Card("Known"),), (v.Card("Drawn"),)),
            v.Text("Plain."),
        ),
    )
