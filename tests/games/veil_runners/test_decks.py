"""Decks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.clocks import KINDS
from tablewright.games.veil_runners.content import SURVIVORS, survivors_deck
from tablewright.games.veil_runners.exposed import exposed
from tablewright.games.veil_runners.state import Mission
from tablewright.table import Table
from tablewright.table.seat.seat_view import SeatView

from .decks import DECK, pick, picked, plain_deck, searched
from .table import LEDGER, act, everyone, mission, refused


@pytest.mark.example("decks.size", 0)
@pytest.mark.example("decks.survivors", 0)
def test_the_example_deck_has_ten_cards() -> None:
    """Those of the ledger."""
    assert [title for title, _, _ in SURVIVORS] == [row["card"] for row in LEDGER.tables["decks.survivors"].records()]
    assert len(survivors_deck("x").cards) == 10


@pytest.mark.example("decks.when", 0)
@pytest.mark.exercises("decks.what")
def test_searching_picks_a_card() -> None:
    """The card is announced to everyone and lies among the drawn."""
    after = act(searched(), "draw_from_deck", [[2]], deck=DECK)
    assert after.told("Drawn from Looking for survivors: Bodies.")
    assert [card.title for card in after.state.kit.decks[0].drawn] == ["Bodies"]


@pytest.mark.example("decks.secrecy", 0)
def test_of_a_hidden_deck_players_see_what_was_picked() -> None:
    """Players also see how many cards are left. The wayfinder reads all cards, and may open the deck."""
    table = Table.open(GAME, seed="deck")
    table.act("way", "lay_out", {"what": "Looking for survivors"})
    table.act("ann", "draw_from_deck", {"deck": DECK})
    (drawn,) = table.state.kit.decks[0].drawn
    shown = str(SeatView(table, "ann").sheet)
    assert drawn.title in shown
    assert [title for title, _, _ in SURVIVORS if title in shown] == [drawn.title]
    assert all(title in str(SeatView(table, "way").sheet) for title, _, _ in SURVIVORS)
    table.act("way", "change_deck", {"deck": DECK, "knowledge": "open"})
    assert all(title in str(SeatView(table, "ann").sheet) for title, _, _ in SURVIVORS)


@pytest.mark.exercises("decks.prepare")
def test_the_wayfinder_makes_decks_in_play_and_takes_them_away() -> None:
    """With what belongs to them."""
    s = act(mission(), "make_deck", title="Hold", cards=["Crate"]).state
    s = act(s, "tie_card", card="hold/card", effect="story").state
    gone = act(s, "remove_deck", deck="hold").state
    assert gone.kit.decks == ()


FOUR: dict[str, Any] = {"first": "Fire", "second": "Leak", "third": "Dark", "fourth": "Cold"}


def built(wishes: int, knowledge: str = "open") -> Mission:
    s = act(mission(), "start_shared_deck", title="Wreck", knowledge=knowledge, **FOUR).state
    for n in range(wishes):
        s = act(s, "add_wish", deck="wreck", title=f"Wish {n}").state
        s = act(s, "answer_wish", deck="wreck", title=f"But {n}").state
    return s


@pytest.mark.exercises("decks.collab.answer", "decks.collab.players")
def test_every_wish_is_answered_once() -> None:
    """Two wishes wait for two answers and no third. Wishes are known, answers are not."""
    s = built(0, "part")
    for action, title in (("add_wish", "Wish"), ("answer_wish", "But")):
        for n in range(2):
            s = act(s, action, deck="wreck", title=f"{title} {n}").state
    assert "nothing to choose from" in refused(s, "answer_wish", deck="wreck", title="But more")
    known = {card.title: card.known for card in s.kit.decks[0].cards}
    assert [known[title] for title in ("Wish 0", "Wish 1", "But 0", "But 1")] == [True, True, False, False]


@pytest.mark.example("decks.collab.start", 0)
@pytest.mark.example("decks.collab.players", 0)
@pytest.mark.example("decks.collab.answer", 0, 1)
@pytest.mark.parametrize("wishes", [0, 1, 3, 5])
def test_a_deck_built_together(wishes: int) -> None:
    """Four unwelcome cards, and one of the wayfinder's for each wish: n in 4 + 2n is a wish."""
    cards = built(wishes).kit.decks[0].cards
    assert len(cards) == 4 + 2 * wishes
    assert [card.title for card in cards[:4]] == list(FOUR.values())
    first = ExactCounter().dist(pick(built(wishes), 1, "wreck"))
    assert first.chance(lambda drawn: drawn[0].startswith("Wish")) == Fraction(wishes, 4 + 2 * wishes)


def test_players_know_their_own_wishes_and_not_the_answers() -> None:
    """In a deck that is known in part. An open one is read by all."""
    shown = str(GAME.view(built(1, "part"), GAME.seats[1]))
    assert "Wish 0" in shown
    assert "But 0" not in shown
    assert "Leak" not in shown
    assert "But 0" in str(GAME.view(built(1, "part"), GAME.seats[0]))
    assert "But 0" in str(GAME.view(built(1), GAME.seats[1]))


def test_a_wish_must_be_answered_before_anybody_explores() -> None:
    """The wayfinder owes a card first."""
    s = act(built(0), "add_wish", deck="wreck", title="Spare parts").state
    assert "still owes Wreck 1 card:" in refused(s, "draw_from_deck", deck="wreck")


@pytest.mark.example("decks.pick", 0, 1)
def test_each_card_is_equally_likely_and_does_not_come_back() -> None:
    """1 in 10, and 3 in 10 within three picks."""
    once = ExactCounter().dist(pick(plain_deck(10), 1))
    assert {chance for _, chance in once.items()} == {Fraction(1, 10)}
    assert ExactCounter().dist(pick(plain_deck(10), 3)).chance(lambda drawn: "Card 0" in drawn) == Fraction(3, 10)
    empty = plain_deck(0)
    assert "nothing more to find" in refused(empty, "draw_from_deck", deck="d")


@pytest.mark.example("decks.layout", 0, 1)
def test_the_layout_lets_two_be_picked_and_one_kept() -> None:
    """2 in 9 to find one card. The last card is simply picked."""
    s = picked("Station layout")
    assert s.kit.decks[0].draw_two_keep_one

    def wants(ask: Any) -> Any:
        assert (ask.cites, len(ask.options)) == ("decks.layout", 2)
        return next((o for o in ask.options if o == "0"), ask.options[0])

    seen = ExactCounter(wants).dist(pick(plain_deck(9, two=True), 1))
    assert seen.chance(lambda drawn: "Card 0" in drawn) == Fraction(2, 9)
    last = act(plain_deck(1, two=True), "draw_from_deck", [[1]], deck="d")
    assert [line for line in last.lines if line.kind == "choice"] == []
    both = act(plain_deck(3, two=True), "draw_from_deck", [[1, 2]], ["1"], deck="d").state.kit.decks[0]
    assert ([c.title for c in both.drawn], len(both.cards)) == (["Card 1"], 2)


@pytest.mark.example("decks.lifefail", 0)
def test_the_accident_exposes_everyone() -> None:
    """Crew rolls are Desperate from then on."""
    s = picked("Life support failure")
    assert all(exposed(s, m) for m in s.crew)
    assert act(s, "crew_roll", [[6, 1, 1]], who="ada").told("; desperate")


@pytest.mark.example("decks.medbay", 0, 1)
@pytest.mark.example("decks.generator", 0)
def test_the_med_bay_needs_power_and_works_once() -> None:
    """Refused without power, which the generator brings. Refused again once it has been used."""
    s = picked("Med bay", "Generator")
    s = everyone(s, vitality=1)
    assert "no power" in refused(s, "use_medbay")
    lit = act(s, "restore_power")
    assert lit.told("The med bay can be used.")
    assert not act(picked("Generator"), "restore_power").told("The med bay can be used.")
    s = lit.state
    assert s.station is not None
    assert s.station.power
    after = act(s, "use_medbay").state
    assert {m.vitality for m in after.crew} == {3}
    assert after.ship.life_support == "held"
    assert "has been used" in refused(after, "use_medbay")
    assert "found a generator" in refused(searched(), "restore_power")


@pytest.mark.example("decks.power", 0, 1)
def test_exploring_is_desperate_until_there_is_power() -> None:
    """A 5 does damage until the generator is on, and none after."""
    s = picked("Generator")
    assert not act(s, "crew_roll", [[5, 1, 1], [1]], who="ada", exploring=True)["ada"].life_support
    assert act(s, "crew_roll", [[5, 1, 1]], who="ada").told("; standard.")
    s = act(s, "restore_power").state
    assert act(s, "crew_roll", [[5, 1, 1]], who="ada", exploring=True).told("; standard.")


@pytest.mark.example("decks.breach", 0)
def test_the_breach_blows_those_present_into_space() -> None:
    """Those off the ship, or those named, as on a space walk."""
    s = act(searched("Hull breach"), "move_crew", who=["ada", "bo"], where="station").state
    after = act(s, "draw_from_deck", [[1]], deck=DECK).state
    assert [m.hazard for m in after.crew] == ["space walk", "space walk", "none"]
    named = act(searched("Hull breach"), "draw_from_deck", [[1]], deck=DECK, who=["cyl"]).state
    assert [exposed(named, m) for m in named.crew] == [False, False, True]


@pytest.mark.example("decks.radio", 0)
def test_the_anomaly_takes_the_radio() -> None:
    """The sheet shows it."""
    s = picked("Radiation anomaly")
    assert s.station is not None
    assert not s.station.radio
    assert "no radio" in str(GAME.view(s, GAME.seats[1]))


@pytest.mark.example("decks.fire", 0)
@pytest.mark.example("decks.fire.desperate", 0)
@pytest.mark.example("decks.fire.end", 0)
@pytest.mark.example("clocks.death.effect", 0)
def test_fire_starts_a_clock_under_which_all_rolls_are_desperate() -> None:
    """At 2 of 6 a 5 of the ship's is damage. At 6 the station explodes, and rolls are as before."""
    s = picked("Fire")
    (fire,) = s.kit.clocks
    assert (fire.filled, fire.size, fire.kind) == (0, 6, "death")
    s = act(s, "advance_clock", clock="fire", sections=2).state
    assert act(s, "ship_roll", [[5, 1]], core="NAV").state.ship.integrity == "lost"
    assert act(s, "crew_roll", [[6, 1, 1]], who="ada").told("desperate (Fire)")
    s = act(s, "advance_clock", clock="fire", sections=3).state
    end = act(s, "pass_time")
    assert end.told("The station explodes.")
    assert act(end.state, "crew_roll", [[6, 1, 1]], who="ada").told("; standard.")


EFFECT_OF: dict[str, Callable[[Any], bool]] = {
    "crew damage": lambda s: all(not m.life_support for m in s.crew),
    "ship damage": lambda s: s.ship.integrity == "lost",
    "crew exposed": lambda s: all(exposed(s, m) for m in s.crew),
    "focus for the crew": lambda s: {m.focus for m in s.crew} == {1},
    "focus for the ship": lambda s: s.ship.focus == 1,
    "survivors": lambda s: s.station.survivors,
    "life support failure": lambda s: {m.hazard for m in s.crew} == {"life support offline"},
    "layout": lambda s: s.kit.decks[0].draw_two_keep_one,
    "med bay": lambda s: s.station.medbay == "found",
    "generator": lambda s: s.station.generator,
    "hull breach": lambda s: {m.hazard for m in s.crew} == {"space walk"},
    "radio": lambda s: not s.station.radio,
    "fire": lambda s: [c.size for c in s.kit.clocks] == [6],
}


@pytest.mark.exercises("narrative.effects")
@pytest.mark.parametrize("effect", EFFECT_OF)
def test_a_card_of_ones_own_does_what_any_card_of_the_book_does(effect: str) -> None:
    """A deck of one card, tied to the effect and picked."""
    s = act(plain_deck(2), "tie_card", card="d/0", effect=effect).state
    dice = [[1], [1], [1], [1]] if effect == "crew damage" else [[1]]
    assert EFFECT_OF[effect](act(s, "draw_from_deck", dice, deck="d").state)


def test_every_effect_is_offered_to_cards_in_words() -> None:
    """All effects tried above, and plain story. The card is named by its title."""
    table = Table.open(GAME, seed="cards")
    table.act("way", "make_deck", {"title": "The wreck", "cards": ["A locked door"]})
    draft = SeatView(table, "way").draft(
        "tie_card", {"card": "A locked door", "effect": "those there are vented into space"}
    )
    assert {c.value for c in draft.field("effect").choices} == {*EFFECT_OF, "story"}
    assert draft.ready
    assert draft.values["effect"] == "hull breach"


@pytest.mark.exercises("decks.lifefail")
def test_the_life_support_card_exposes_everyone_or_those_there() -> None:
    """The whole crew by default. By a house ruling only Ada, who searches."""
    for ruling, wanted in (("everyone", [True, True, True]), ("those there", [True, False, False])):
        s = act(searched("Life support failure"), "move_crew", who=["ada"], where="station").state
        s = s.but(rulings=s.rulings.but(life_support_card=ruling))
        after = act(s, "draw_from_deck", [[1]], deck=DECK).state
        assert [exposed(after, m) for m in after.crew] == wanted


@pytest.mark.exercises("decks.power")
def test_the_station_is_left_behind_with_its_mission() -> None:
    """Generator, power and fire of one mission are gone in the next. Another clock stays."""
    s = act(act(picked("Generator", "Fire"), "restore_power").state, "start_clock", title="Debts").state
    s = act(act(s, "end_mission", result="success").state, "begin_mission").state
    assert s.station is None
    assert [clock.title for clock in s.kit.clocks] == ["Debts"]
    assert act(s, "crew_roll", [[6, 1, 1]], who="ada").told("; standard.")
    assert "nobody has found a generator" in refused(s, "restore_power")
    s = act(s, "lay_out", what="Looking for survivors").state
    assert s.station is not None
    assert not s.station.power


@pytest.mark.exercises("decks.generator", "decks.power", "decks.medbay", "token.engineering.repair")
def test_what_a_station_has_and_what_engineering_mends_is_reached_from_a_fresh_table() -> None:
    """Every card is explored: the lights go on, the med bay treats once. A module is shot away, and works again."""
    table = Table.open(GAME, seed="reached")
    table.fair_dice = False
    table.act("way", "lay_out", {"what": "Looking for survivors"})
    table.act("way", "set_scene", {"scene": "action"})
    for title in ("Med bay", "Generator"):
        place = [card.title for card in table.state.kit.decks[0].cards].index(title) + 1
        number = table.act("ann", "draw_from_deck", {"deck": DECK})
        table.roll("ann", number, table.play_state.waiting()[0][1].at, [place])
    assert "restore_power" in {offer.action for offer in SeatView(table, "ann").suggestions}
    table.act("ann", "restore_power")
    assert "use_medbay" in {offer.action for offer in SeatView(table, "ann").suggestions}
    table.act("ann", "use_medbay")
    assert {"restore_power", "use_medbay"}.isdisjoint(offer.action for offer in SeatView(table, "ann").suggestions)
    number = table.act("way", "hit_ship", {"hits": 2})
    table.roll("ann", number, table.play_state.waiting()[0][1].at, [2])
    assert [m.destroyed for m in table.state.ship.modules] == [False, True, False, False]
    assert "repair_module" in {offer.action for offer in SeatView(table, "ann").suggestions}
    table.act("ann", "repair_module", {"slot": "2"})
    assert (table.state.ship.modules[1].destroyed, table.state.ship.engineering) == (False, "spent")


@pytest.mark.exercises("clocks.push", "clocks.cat", "clocks.death", "clocks.augury")
def test_every_kind_of_clock_has_its_tone() -> None:
    """A push clock sounds good, a disaster bad, and an augury may go either way."""
    assert GAME.theme.clocks == {"push": "good", "catastrophe": "bad", "death": "bad", "augury": "mixed"}
    assert set(GAME.theme.clocks) == set(KINDS)
