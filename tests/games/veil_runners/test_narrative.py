"""Tables, decks and clocks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.actions import KIT
from tablewright.games.veil_runners.clocks import SIZES
from tablewright.games.veil_runners.content import CLOCKS, DERELICT, SURVIVORS, survivors_deck
from tablewright.games.veil_runners.decks import draw_from_deck
from tablewright.games.veil_runners.exposed import exposed
from tablewright.games.veil_runners.state import ClockTie, Mission, Result, living_ids, member
from tablewright.games.veil_runners.tables import roll_table
from tablewright.kernel import Dist, Rule, rule
from tablewright.kernel.kit import Card, Chart, Clock, Deck
from tablewright.run.exact import Exact
from tablewright.table import Table

from .table import LEDGER, act, dist, everyone, mission, refused, run, ship

FIASCO, DRAWBACK, SUCCESS, CRITICAL = Result


@pytest.mark.example("narrative.tools", 0)
def test_the_narrative_kit_is_tables_decks_and_clocks() -> None:
    """One of each can be laid out ready-made; players may roll and pick, and the kit's own actions are there."""
    s = mission()
    for what in ("Derelict stations", "Looking for survivors", "Collision course"):
        s = act(s, "lay_out", what=what).state
    assert (len(s.kit.charts), len(s.kit.decks), len(s.kit.clocks)) == (1, 1, 1)
    assert {act_.group for act_ in KIT} >= {"Charts", "Decks", "Clocks"}


@pytest.mark.example("narrative.effects", 0)
def test_a_card_may_damage_the_ship() -> None:
    """The wayfinder gives it that effect; when it is picked, the ship's damage steps are run."""
    s = act(mission(), "make_deck", title="Drift", cards=["Debris"], knowledge="open").state
    s = act(s, "tie_card", card="drift/debris", effect="ship damage").state
    after = act(s, "draw_from_deck", [[1]], deck="drift")
    assert (after.state.ship.integrity, after.state.ship.focus) == ("lost", 1)


@pytest.mark.exercises("narrative.effects")
@pytest.mark.parametrize(("effect", "who"), [("focus for the crew", "ada"), ("focus for the ship", "ship")])
def test_an_outcome_may_hand_out_focus(effect: str, who: str) -> None:
    """A clock that ends well gives everyone, or the ship, a token."""
    s = act(mission(), "start_clock", title="Hope", kind="push", size="4", full=effect).state
    s = act(s, "advance_clock", clock="hope", sections=4).state
    assert (s.ship if who == "ship" else member(s, who)).focus == 1


# Tables


@rule("tables.sizes")
def entry_of(chart: Chart) -> Rule[int]:
    place, _ = yield from roll_table(chart, "", ())
    return place


@pytest.mark.example("tables.sizes", 0, 1)
@pytest.mark.exercises("tables.what")
@pytest.mark.parametrize(("what", "entries"), [("Derelict stations", 6), ("Sights in the Veil", 36)])
def test_every_entry_is_equally_likely(what: str, entries: int) -> None:
    """One in six, or one in thirty-six."""
    (chart,) = act(mission(), "lay_out", what=what).state.kit.charts
    seen = dist(entry_of(chart))
    assert len(seen) == entries
    assert {chance for _, chance in seen.items()} == {Fraction(1, entries)}


@pytest.mark.example("tables.roll", 0)
@pytest.mark.example("tables.derelict", 0)
@pytest.mark.parametrize(
    ("die", "entry"), [(4, "The crew is dead; the station is ruined"), (1, "Abandoned; the station is intact")]
)
def test_the_die_picks_the_entry(die: int, entry: str) -> None:
    """A 4 the fourth, a 1 the first."""
    s = act(mission(), "lay_out", what="Derelict stations").state
    assert act(s, "roll_on_chart", [[die]], chart="derelict-stations").told(f"{die}: {entry}")


@pytest.mark.example("tables.derelict", 1, 2)
def test_the_derelict_is_the_ledgers() -> None:
    """Ruined half of the time, the crew dead one time in three."""
    rows = LEDGER.tables["tables.derelict"].records()
    assert [row["structure"] in text for row, text in zip(rows, DERELICT, strict=True)] == [True] * 6
    assert Fraction(sum("ruined" in text for text in DERELICT), 6) == Fraction(1, 2)
    assert Fraction(sum("dead" in text for text in DERELICT), 6) == Fraction(1, 3)


@pytest.mark.example("tables.d66", 0, 1)
@pytest.mark.parametrize(("first", "second"), [(5, 3), (3, 5)])
def test_on_a_d66_the_first_die_picks_the_section(first: int, second: int) -> None:
    """5 then 3 is the third of the fifth; 3 then 5 the fifth of the third."""
    s = act(mission(), "lay_out", what="Sights in the Veil").state
    (chart,) = s.kit.charts
    entry = chart.rows[6 * (first - 1) + second - 1]
    assert act(s, "roll_on_chart", [[first], [second]], chart=chart.id).told(f"{first}{second}: {entry}")


@pytest.mark.example("tables.derelict.survivors", 0, 1)
def test_the_fifth_entry_asks_how_many_survive() -> None:
    """5 and then 4: four of them. Four or more one time in twelve."""
    s = act(mission(), "lay_out", what="Derelict stations").state
    after = act(s, "roll_on_chart", [[5], [4]], chart="derelict-stations")
    assert after.told("Signs of d6 survivors; the station is ruined")
    assert after.told("There are 4.")
    (chart,) = s.kit.charts
    assert dist(roll_table(chart, "", ())).chance(lambda found: found[1] >= 4) == Fraction(1, 12)


@pytest.mark.exercises("tables.roll")
def test_a_hidden_table_is_the_wayfinders_alone() -> None:
    """Neither the table nor what was rolled on it reaches a player."""
    table = Table.open(GAME, seed="hidden")
    table.act("way", "lay_out", {"what": "Derelict stations", "hidden": "yes"})
    table.act("way", "roll_in_secret", {"chart": "chart"})
    assert [line for line in table.log("ann") if line.text] == []
    assert "Derelict" not in str(table.view("ann"))
    assert any("Derelict" in line.text for line in table.log("way"))


# Decks


def searched(*titles: str) -> Mission:
    """The survivors' deck with only these cards left in it."""
    s = act(mission(), "lay_out", what="Looking for survivors").state
    (deck,) = s.kit.decks
    kept = deck.but(cards=tuple(card for card in deck.cards if card.title in titles or not titles))
    return s.but(kit=s.kit.but(decks=(kept,)))


DECK = "looking-for-survivors"


def picked(*titles: str) -> Mission:
    """These cards picked, one after the other."""
    s = searched(*titles)
    for title in titles:
        left = [card.title for card in s.kit.decks[0].cards]
        s = act(s, "draw_from_deck", [[left.index(title) + 1]], deck=DECK).state
    return s


@pytest.mark.example("decks.size", 0)
@pytest.mark.example("decks.survivors", 0)
def test_the_example_deck_has_ten_cards() -> None:
    """Those of the ledger."""
    assert [title for title, _, _ in SURVIVORS] == [row["card"] for row in LEDGER.tables["decks.survivors"].records()]
    assert len(survivors_deck("x")[0].cards) == 10


@pytest.mark.example("decks.when", 0)
@pytest.mark.exercises("decks.what")
def test_searching_picks_a_card() -> None:
    """It is told to everyone and lies among the drawn."""
    after = act(searched(), "draw_from_deck", [[2]], deck=DECK)
    assert after.told("Drawn from Looking for survivors: Bodies.")
    assert [card.title for card in after.state.kit.decks[0].drawn] == ["Bodies"]


@pytest.mark.example("decks.secrecy", 0)
def test_of_a_hidden_deck_players_see_what_was_picked() -> None:
    """And how many cards are left, no more; the wayfinder reads them all, and may open the deck."""
    table = Table.open(GAME, seed="deck")
    table.act("way", "lay_out", {"what": "Looking for survivors"})
    table.act("ann", "draw_from_deck", {"deck": DECK})
    (drawn,) = table.state.kit.decks[0].drawn
    shown = str(table.view("ann"))
    assert drawn.title in shown
    assert [title for title, _, _ in SURVIVORS if title in shown] == [drawn.title]
    assert all(title in str(table.view("way")) for title, _, _ in SURVIVORS)
    table.act("way", "change_deck", {"deck": DECK, "knowledge": "open"})
    assert all(title in str(table.view("ann")) for title, _, _ in SURVIVORS)


@pytest.mark.exercises("decks.prepare")
def test_the_wayfinder_makes_decks_in_play_and_takes_them_away() -> None:
    """With what belongs to them."""
    s = act(mission(), "make_deck", title="Hold", cards=["Crate"]).state
    s = act(s, "tie_card", card="hold/card", effect="story").state
    gone = act(s, "remove_deck", deck="hold").state
    assert (gone.kit.decks, gone.card_ties) == ((), ())


FOUR: dict[str, Any] = {"first": "Fire", "second": "Leak", "third": "Dark", "fourth": "Cold"}


def built(wishes: int, knowledge: str = "open") -> Mission:
    s = act(mission(), "start_shared_deck", title="Wreck", knowledge=knowledge, **FOUR).state
    for n in range(wishes):
        s = act(s, "add_wish", deck="wreck", title=f"Wish {n}").state
        s = act(s, "answer_wish", deck="wreck", title=f"But {n}").state
    return s


@pytest.mark.example("decks.collab.start", 0)
@pytest.mark.example("decks.collab.players", 0)
@pytest.mark.example("decks.collab.answer", 0, 1)
@pytest.mark.parametrize("wishes", [0, 1, 3, 5])
def test_a_deck_built_together(wishes: int) -> None:
    """Four cards nobody wants, and one of the wayfinder's for each wish: n in 4 + 2n is a wish."""
    cards = built(wishes).kit.decks[0].cards
    assert len(cards) == 4 + 2 * wishes
    assert [card.title for card in cards[:4]] == list(FOUR.values())
    first = Exact().dist(pick(built(wishes), 1, "wreck"))
    assert first.chance(lambda drawn: drawn[0].startswith("Wish")) == Fraction(wishes, 4 + 2 * wishes)


def test_players_know_their_own_wishes_and_not_the_answers() -> None:
    """Of a deck that is known in part; an open one is read by all."""
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


@rule("decks.pick")
def pick(s: Mission, times: int, deck: str = "d") -> Rule[tuple[str, ...]]:
    for _ in range(times):
        s = yield from draw_from_deck(s, deck)
    return tuple(card.title for card in s.kit.decks[0].drawn)


def plain_deck(cards: int, two: bool = False) -> Mission:
    deck = Deck("d", "D", tuple(Card(str(n), f"Card {n}") for n in range(cards)), draw_two_keep_one=two)
    s = mission()
    return s.but(kit=s.kit.but(decks=(deck,)))


@pytest.mark.example("decks.pick", 0, 1)
def test_each_card_is_equally_likely_and_does_not_come_back() -> None:
    """One in ten; three in ten within three picks."""
    once = Exact().dist(pick(plain_deck(10), 1))
    assert {chance for _, chance in once.items()} == {Fraction(1, 10)}
    assert Exact().dist(pick(plain_deck(10), 3)).chance(lambda drawn: "Card 0" in drawn) == Fraction(3, 10)
    empty = plain_deck(0)
    assert "nothing more to find" in refused(empty, "draw_from_deck", deck="d")


@pytest.mark.example("decks.layout", 0, 1)
def test_the_layout_lets_two_be_picked_and_one_kept() -> None:
    """2 in 9 to find one card; the last card is just picked."""
    s = picked("Station layout")
    assert s.kit.decks[0].draw_two_keep_one

    def wants(ask: Any) -> Any:
        return next((o for o in ask.options if o == "0"), ask.options[0])

    seen = Exact(wants).dist(pick(plain_deck(9, two=True), 1))
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
    """Off, it is refused; the generator brings power; used, it is refused again."""
    s = picked("Med bay", "Generator")
    s = everyone(s, vitality=1)
    assert "no power" in refused(s, "use_medbay")
    s = act(s, "restore_power").state
    assert s.station is not None
    assert s.station.power
    after = act(s, "use_medbay").state
    assert {m.vitality for m in after.crew} == {3}
    assert after.ship.life_support == "held"
    assert "has been used" in refused(after, "use_medbay")
    assert "found a generator" in refused(searched(), "restore_power")


@pytest.mark.example("decks.power", 0, 1)
def test_exploring_is_desperate_until_there_is_power() -> None:
    """A 5 hurts before, and not after; the generator is what brings it back."""
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
    """It stands on the sheet."""
    s = picked("Radiation anomaly")
    assert s.station is not None
    assert not s.station.radio
    assert "no radio" in str(GAME.view(s, GAME.seats[1]))


@pytest.mark.example("decks.fire", 0)
@pytest.mark.example("decks.fire.desperate", 0)
@pytest.mark.example("decks.fire.end", 0)
@pytest.mark.example("clocks.death.effect", 0)
def test_fire_starts_a_clock_under_which_all_rolls_are_desperate() -> None:
    """0 of 6; at 2 of 6 a 5 of the ship's is damage; at 6 the station explodes, and rolls are as before."""
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


# Clocks


def clocked(kind: str, filled: int, size: int = 6, **tie: Any) -> Mission:
    s = mission()
    ties = (ClockTie("c", **tie),) if tie else ()
    return s.but(kit=s.kit.but(clocks=(Clock("c", "C", size, kind, filled, "It happens."),)), clock_ties=ties)


def filled(s: Mission) -> int:
    return s.kit.clocks[0].filled


DICE = {FIASCO: [1, 1, 1], DRAWBACK: [4, 1, 1], SUCCESS: [6, 1, 1], CRITICAL: [6, 6, 1]}


@pytest.mark.example("clocks.what", 0)
def test_a_new_clock_is_empty() -> None:
    """0 of 6."""
    (clock,) = act(mission(), "start_clock", title="Doors").state.kit.clocks
    assert (clock.filled, clock.size) == (0, 6)


@pytest.mark.example("clocks.size.short", 0)
@pytest.mark.example("clocks.size.normal", 0)
@pytest.mark.example("clocks.size.long", 0)
@pytest.mark.example("clocks.size.extended", 0)
def test_clocks_come_in_the_books_sizes() -> None:
    """4, 6, 8, and 10 or 12 as the wayfinder chooses when it starts; no others."""
    assert {name: list(sizes) for name, sizes in SIZES.items()} == {
        row["name"]: row["sections"] for row in LEDGER.tables["clocks.sizes"].records()
    }
    for sizes in SIZES.values():
        for size in sizes:
            assert act(mission(), "start_clock", title="T", size=str(size)).state.kit.clocks[0].size == size
    assert "Choose from: 4, 6, 8, 10, 12" in refused(mission(), "start_clock", title="T", size="5")


@pytest.mark.example("clocks.fill", 0)
@pytest.mark.example("clocks.push.success", 0, 1)
@pytest.mark.example("clocks.push.critical", 0, 1)
@pytest.mark.example("clocks.push.when", 0)
@pytest.mark.exercises("clocks.push")
@pytest.mark.parametrize(
    ("before", "result", "aimed", "after"),
    [
        (1, SUCCESS, True, 2),
        (1, DRAWBACK, True, 2),
        (1, CRITICAL, True, 3),
        (3, CRITICAL, True, 4),
        (1, FIASCO, True, 1),
        (1, SUCCESS, False, 1),
    ],
)
def test_push_clocks_follow_rolls_aimed_at_them(before: int, result: Result, aimed: bool, after: int) -> None:
    """One for a Success of any kind, two for a Critical, nothing for what has another aim."""
    s = clocked("push", before, 4)
    rolled = act(s, "crew_roll", [DICE[result]], who="ada", clocks=["c"] if aimed else [])
    assert filled(rolled.state) == after
    assert rolled.told("It happens.") is (after == 4)


def test_a_table_may_want_a_clean_success_for_a_push_clock() -> None:
    """Then a drawback moves nothing."""
    strict = clocked("push", 1, 4).but(rulings=mission(drawback_pushes=False).rulings)
    assert filled(act(strict, "crew_roll", [DICE[DRAWBACK]], who="ada", clocks=["c"]).state) == 1


@pytest.mark.example("clocks.cat.when", 0)
@pytest.mark.example("clocks.cat.drawback", 0)
@pytest.mark.example("clocks.cat.fiasco", 0, 1)
@pytest.mark.exercises("clocks.cat")
@pytest.mark.parametrize(
    ("before", "result", "after"), [(4, SUCCESS, 4), (4, DRAWBACK, 5), (4, FIASCO, 6), (5, FIASCO, 6), (4, CRITICAL, 4)]
)
def test_catastrophe_clocks_follow_any_trouble(before: int, result: Result, after: int) -> None:
    """Of any roll, the ship's too; at some tables only of rolls that name them."""
    s = clocked("catastrophe", before)
    assert filled(act(s, "crew_roll", [DICE[result]], who="ada").state) == after
    by_ship = act(s, "ship_roll", [sorted(DICE[result])[-2:]], core="NAV").state
    assert filled(by_ship) == after
    narrow = s.but(rulings=mission(catastrophe="named rolls").rulings)
    assert filled(act(narrow, "crew_roll", [DICE[result]], who="ada").state) == before
    assert filled(act(narrow, "crew_roll", [DICE[result]], who="ada", clocks=["c"]).state) == after


@pytest.mark.example("clocks.complete", 0, 1)
@pytest.mark.parametrize("sections", [1, 2])
def test_a_full_clock_has_its_outcome_once(sections: int) -> None:
    """5 and 1, or 5 and 2, are 6 of 6; what is over is lost, and nothing moves it again."""
    after = act(clocked("catastrophe", 5), "advance_clock", clock="c", sections=sections)
    assert filled(after.state) == 6
    assert after.told("It happens.")
    again = act(after.state, "crew_roll", [DICE[FIASCO]], who="ada")
    assert not again.told("It happens.")


@pytest.mark.example("clocks.death.stop", 0)
def test_a_clock_can_be_stopped_or_slowed() -> None:
    """Removed it brings nothing; turned back it has longer to go."""
    s = clocked("death", 3, full="ship damage")
    stopped = act(s, "remove_clock", clock="c")
    assert (stopped.state.kit.clocks, stopped.state.clock_ties) == ((), ())
    assert stopped.state.ship.integrity == "held"
    assert filled(act(s, "turn_back_clock", clock="c").state) == 2


@pytest.mark.example("clocks.death.time", 0)
@pytest.mark.example("clocks.augury.time", 0)
@pytest.mark.exercises("clocks.death", "clocks.augury")
@pytest.mark.parametrize("kind", ["death", "augury"])
def test_time_fills_death_and_augury_clocks(kind: str) -> None:
    """One a step; rolls do not, and time leaves the other kinds alone."""
    s = clocked(kind, 1)
    assert filled(act(s, "pass_time").state) == 2
    assert filled(act(s, "crew_roll", [DICE[FIASCO]], who="ada").state) == 1
    assert "No death or augury clock" in refused(clocked("push", 1), "pass_time")


@pytest.mark.example("clocks.examples", 0, 1)
def test_the_example_clocks() -> None:
    """An airlock pushed in 4; a power core, catastrophe of 6, that exposes the crew; an asteroid that hits the ship."""
    rows = {row["name"]: row for row in LEDGER.tables["clocks.examples"].records()}
    for name in ("Repair the airlock", "Unstable power core", "Collision course"):
        clock = CLOCKS[name][0]
        assert (clock.kind, clock.size) == (rows[name]["type"], rows[name]["sections"])
    core = act(mission(), "lay_out", what="Unstable power core").state
    core = act(core, "advance_clock", clock="unstable-power-core", sections=6).state
    assert all(exposed(core, member(core, id)) for id in living_ids(core))
    rock = act(mission(), "lay_out", what="Collision course").state
    rock = act(rock, "advance_clock", clock="collision-course", sections=4).state
    assert rock.ship.integrity == "lost"


def test_an_augury_keeps_its_outcome_from_the_crew() -> None:
    """They see the clock and not where it leads."""
    s = act(mission(), "lay_out", what="A strange signal comes closer").state
    shown = {seat.id: str(GAME.view(s, seat)) for seat in GAME.seats}
    assert "Whoever sends it is here." in shown["way"]
    assert "Whoever sends it is here." not in shown["ann"]
    assert "strange signal" in shown["ann"]


def test_a_hidden_clock_moves_unseen() -> None:
    """A Fiasco feeds it, and no player reads of it."""
    table = Table.open(GAME, seed="x", fair_dice=False)
    table.act("way", "start_clock", {"title": "Hunter", "kind": "catastrophe", "hidden": "yes"})
    number = table.act("ann", "crew_roll", {"who": "ada"})
    ((_, question),) = table.now.waiting()
    table.roll("ann", number, question.at, [1, 1, 1])
    assert filled(table.state) == 2
    assert not any("Hunter" in line.text for line in table.log("ann"))
    assert any("Hunter" in line.text for line in table.log("way"))


def test_only_death_clocks_do_something_while_they_run() -> None:
    """Another kind that should is refused."""
    assert "Only a death clock" in refused(mission(), "start_clock", title="T", kind="push", desperate=True)


def test_a_clock_that_makes_rolls_desperate_is_felt_and_so_it_is_seen() -> None:
    """Its outcome may be hidden; players read the position their rolls will have."""
    hide: dict[str, Any] = {"title": "Dread", "kind": "death", "desperate": True}
    assert "felt by everyone" in refused(mission(), "start_clock", hidden=True, **hide)
    s = act(mission(), "start_clock", outcome_hidden=True, full="ship damage", **hide).state
    assert "desperate (Dread)" in str(GAME.view(s, GAME.seats[1]))
    assert GAME.conceal(s, GAME.seats[1]).clock_ties == (ClockTie("dread", desperate=True),)


def test_what_a_hidden_clock_will_do_is_the_wayfinders_to_know() -> None:
    """A player's view of the state does not hold it, the wayfinder's does."""
    s = act(mission(), "start_clock", title="Doom", kind="death", full="ship damage", hidden=True).state
    way, ann = (GAME.conceal(s, seat).clock_ties for seat in GAME.seats[:2])
    assert (len(way), ann) == (1, ())


def test_the_med_bay_treats_those_who_are_there() -> None:
    """Nobody aboard the ship, if somebody is on the station."""
    s = act(everyone(picked("Med bay", "Generator"), vitality=1), "restore_power").state
    s = act(s, "move_crew", who=["ada", "bo"], where="station").state
    assert [m.vitality for m in act(s, "use_medbay").state.crew] == [3, 3, 1]


def test_what_happens_to_the_ship_can_end_the_mission_through_a_clock() -> None:
    """The asteroid hits a module that was destroyed before."""
    s = ship(clocked("death", 5, full="ship damage"), integrity="lost")
    s = ship(s, modules=tuple(m.but(destroyed=True) for m in s.ship.modules))
    assert act(s, "pass_time", [[1]]).state.ending == "wrecked"


def test_a_wreck_stops_the_clocks() -> None:
    """The roll that wrecks the ship moves no clock any more."""
    s = ship(clocked("catastrophe", 1), integrity="lost").but(position="risky")
    s = ship(s, modules=tuple(m.but(destroyed=True) for m in s.ship.modules))
    over = act(s, "ship_roll", [[1, 1], [1]], core="NAV").state
    assert (over.ending, filled(over)) == ("wrecked", 1)


def test_distributions_over_decks_total_one() -> None:
    """Two cards of a part-known deck."""
    seen: Dist[Any] = Exact().dist(pick(plain_deck(4), 2))
    assert seen.whole()
    assert run(pick(plain_deck(4), 1), [[1]]) == ("Card 0",)
