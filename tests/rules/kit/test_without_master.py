"""The kit in a game without a master: everybody sets the table, and a secret is its maker's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablewright.engine.live.interpreter import RuleProgress
from tablewright.engine.prompt import Prompt
from tablewright.rules import NOBODY, Refused, Role, Rulings, Seat
from tablewright.rules.game import Game
from tablewright.rules.kit import KIT_LEDGER, Card, Deck, Kit, conceal_kit, kit_actions, kit_panels, kit_secrets
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.widgets import iter_offers
from tablewright.table import Table

from .table import ACTIONS, MASTER, Bare, fallen, keep_first, read_by, sees_as, settle

PEERS = {a.name: a for a in kit_actions(players=("sailor",))}
ann, bob = sees_as("ann", "sailor"), sees_as("bob", "sailor")


def act(s: Bare, name: str, me: str = "ann", answer: Callable[[Prompt], Any] = fallen, **params: Any) -> RuleProgress:
    action = PEERS[name]
    given = action.read(params, s)
    if action.me:
        given[action.me] = me
    return settle(lambda: action(s, **given), answer)


def after(s: Bare, name: str, me: str = "ann", **params: Any) -> Bare:
    result = act(s, name, me, **params).result
    assert isinstance(result, Bare)
    return result


def test_everything_is_for_the_players() -> None:
    """The same actions as with a master, and no role but theirs."""
    assert list(PEERS) == list(ACTIONS)
    assert {role for action in PEERS.values() for role in action.by} == {"sailor"}


def test_no_word_speaks_of_a_master() -> None:
    """Neither titles, docs, fields nor the kit's own rules; with one, it is called what the game calls it."""
    words = [w for a in PEERS.values() for w in (a.title, a.doc, *(f.doc for f in a.fields))]
    assert not [text for text in (*words, *KIT_LEDGER.values()) if "master" in text.casefold()]
    named = [w for a in ACTIONS.values() for w in (a.doc, *(f.doc for f in a.fields)) if MASTER in w]
    assert len(named) == 7
    assert not [w for a in ACTIONS.values() for w in (a.doc, *(f.doc for f in a.fields)) if "master" in w]


@pytest.mark.parametrize(
    ("name", "params", "what"),
    [
        ("start_clock", {"title": "Sharks", "hidden": True}, "clocks"),
        ("add_chart", {"title": "Winds", "entries": "a\nb\nc\nd\ne\nf", "hidden": True}, "charts"),
        ("write_note", {"title": "Plan", "text": "Swim."}, "notes"),
    ],
)
def test_what_a_seat_hides_is_its_own(name: str, params: dict[str, Any], what: str) -> None:
    """Ann's secret is on her table and in her log, and in nobody else's."""
    told = act(Bare(), name, **params)
    kit = told.result.kit
    assert len(getattr(conceal_kit(kit, ann), what)) == 1
    assert getattr(conceal_kit(kit, bob), what) == ()
    assert read_by(told.lines, bob) == ""
    assert params["title"] in kit_secrets(kit, bob)


def test_a_clock_may_be_open_and_what_it_leads_to_its_maker_s() -> None:
    s = after(Bare(), "start_clock", title="Sharks", note="They bite", outcome_hidden=True)
    assert [clock.note for clock in conceal_kit(s.kit, bob).clocks] == [""]
    assert [clock.note for clock in conceal_kit(s.kit, ann).clocks] == ["They bite"]


def test_a_secret_draw_is_for_who_draws() -> None:
    """Bob learns that Ann has drawn, and not what; back in the deck, it is a secret to him and none to her."""
    s = after(Bare(), "make_deck", title="Rations", cards="Fresh fish, Hard bread")
    told = act(s, "draw_in_secret", deck="rations")
    assert "Fresh fish" in read_by(told.lines, ann)
    assert read_by(told.lines, bob) == "A card of Rations is drawn in secret."
    assert [card.title for card in conceal_kit(told.result.kit, bob).decks[0].drawn] == [""]
    assert [card.title for card in conceal_kit(told.result.kit, ann).decks[0].drawn] == ["Fresh fish"]
    back = after(told.result, "shuffle_deck", deck="rations")
    assert kit_secrets(back.kit, ann) == ("Hard bread",)
    assert set(kit_secrets(back.kit, bob)) == {"Fresh fish", "Hard bread"}


def test_two_cards_drawn_in_secret_are_both_read() -> None:
    """The one that goes back too: only who drew them is asked, and by name."""
    s = after(Bare(), "make_deck", title="Rations", cards="Fresh fish, Hard bread", draw_two_keep_one=True)
    told = act(s, "draw_in_secret", answer=keep_first, deck="rations")
    assert kit_secrets(told.result.kit, ann) == ()
    assert set(kit_secrets(told.result.kit, bob)) == {"Fresh fish", "Hard bread"}
    assert read_by(told.lines, bob) == "A card of Rations is drawn in secret."


def test_a_closed_deck_is_read_by_nobody() -> None:
    """Nobody keeps it; what goes in is told to no one."""
    s = after(Bare(), "make_deck", title="Rations", cards="Fresh fish")
    assert s.kit.decks[0].keepers == NOBODY
    told = act(s, "add_card", deck="rations", title="Salt meat")
    assert read_by(told.lines, ann) == read_by(told.lines, bob) == "A card goes into Rations."
    assert [card.title for card in conceal_kit(told.result.kit, ann).decks[0].cards] == ["", ""]


def test_a_card_that_lies_face_down_for_one_cannot_be_put_back_by_them() -> None:
    """It is not among what Bob may choose, so no refusal names it either."""
    s = after(after(Bare(), "make_deck", title="Rations", cards="Fresh fish"), "draw_in_secret", deck="rations")
    field = next(f for f in PEERS["return_card"].fields if f.name == "card")
    assert field.choices(Bare(conceal_kit(s.kit, bob))) == ()
    assert field.choices(Bare(conceal_kit(s.kit, ann))) == ("card",)


def test_hidden_dice_are_the_thrower_s() -> None:
    """And without a thrower, no one's: never everybody's."""
    assert {line.audience for line in act(Bare(), "throw_dice", dice="2d6", hidden=True).lines} == {("ann",)}
    assert {line.audience for line in act(Bare(), "throw_dice", "", dice="2d6", hidden=True).lines} == {NOBODY}
    assert KitConfig(players=("sailor",)).alone("") == NOBODY
    assert KitConfig("gm").apart("") == ("gm",)


def test_everybody_who_plays_is_offered_everything() -> None:
    """Panels take whoever plays for who runs the table."""
    kit = after(after(Bare(), "start_clock", title="Sharks"), "make_deck", title="Rations", cards="Fish").kit
    offered = {offer.action for panel in kit_panels(kit, ann, master=True) for offer in iter_offers(panel)}
    assert offered == {"advance_clock", "draw_from_deck", "throw_dice"}


def test_no_seat_is_no_one() -> None:
    """An audience of nobody stays empty: nobody may sit down under that name."""
    game = Game("x", "X", "1", (Role("sailor", "rows"),), Bare, Rulings, lambda _: Bare(), (), lambda s, e: ())
    eyes = game.viewer(Bare(), Seat("ann", "sailor"))
    assert not eyes.sees(NOBODY)
    with pytest.raises(Refused, match="cannot be called 'no one'"):
        Table.open(game, seats=(Seat("no one", "sailor"),), seed="x")
    deck = Deck("d", "D", (Card("a", "Fresh fish"),), knowledge="secret", keepers=NOBODY)
    assert kit_secrets(Kit(decks=(deck,)), eyes.sees) == ("Fresh fish",)
