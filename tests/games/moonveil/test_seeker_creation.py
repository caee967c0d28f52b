"""Seeker Creation: every step, chosen or rolled, in the book's order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.capacity import gear_slots, slots
from tablewright.games.moonveil.hit_track import Lines, defense, evade, limit, lines, zones
from tablewright.games.moonveil.people import STATS, Pips, Seeker
from tablewright.games.moonveil.pips import unmarked
from tablewright.games.moonveil.seeker_creation import d66, rolled_start, rolled_stats, starting_hp
from tablewright.games.moonveil.starting_list import ENTRIES, SPREADS, WORKINGS, spread, spread_at, start_at, working
from tablewright.games.moonveil.state import Veil
from tablewright.rules import Refused, Seat
from tablewright.rules.widgets import CardWidget, RulerWidget, TrackWidget, ruler_zones

from .table import Played, act, live, seeker, veil

LEDGER = find_game("moonveil").ledger


def drafted(**changes: Any) -> Veil:
    """A table with one Seeker being made."""
    s = act(veil(), "begin_seeker", seat="dora", name="Wren").state
    return s.but(drafts=(s.drafts[0].but(**changes),))


def step(s: Veil, name: str, /, **given: Any) -> Played:
    return act(s, name, who="wren", **given)


def made(**changes: Any) -> Veil:
    """A Seeker just made, by hand as far as possible."""
    s = step(drafted(), "set_stats", strength=1, dexterity=3, arcane=1, willpower=2).state
    s = step(s, "roll_hp", dice=[4]).state
    s = step(s, "roll_pocket", dice=[2]).state
    s = step(s, "choose_start", entry="helmet").state
    s = step(s, "roll_start", dice=[6, 6]).state
    return step(s, "take_coin", dice=[5]).state


def only(s: Veil) -> Seeker:
    (one,) = s.seekers or s.drafts
    return one


@pytest.mark.example("dice.d66", 0, 1)
def test_a_d66_is_read_in_order() -> None:
    """3 then 5 is 35. Each of the 36 ordered results is equally likely."""
    assert live(lambda: d66("guide", "d66"), [3, 5]).result == (3, 5)
    places = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    dist = ExactCounter().dist(rolled_start("x"))
    assert dist.total == 36
    assert all(start_at(*place) in dist for place in places)
    assert dist[start_at(6, 6)] == Fraction(1, 36)


@pytest.mark.example("create.order", 0)
def test_hit_points_need_strength() -> None:
    """Asked to roll HP before the stats are set: refused, with what comes next."""
    with pytest.raises(Refused, match=r"HP needs Strength\. Next for Wren: set the stats"):
        step(drafted(), "roll_hp", dice=[4])


@pytest.mark.example("create.stats.names", 0)
def test_there_are_four_stats() -> None:
    """Strength, Dexterity, Arcane and Willpower, on the sheet of every Seeker."""
    assert len(STATS) == 4
    panel = next(p for p in GAME.view(made(), Seat("dora", "seeker")) if p.of == "wren")
    tracks = [word.label for word in panel.words if isinstance(word, TrackWidget)]
    assert [stat.title() for stat in STATS] == [label for label in tracks if label.lower() in STATS]


@pytest.mark.example("create.stats.choose-method", 0, 1)
def test_stats_are_assigned_or_rolled() -> None:
    """Assigned stats roll no die. Rolled ones follow the line of the table."""
    by_hand = step(drafted(), "set_stats", strength=3, dexterity=2, arcane=1, willpower=1)
    assert by_hand.rolls == []
    rolled = step(drafted(), "roll_stats", dice=[1, 1])
    assert len(rolled.rolls) == 2
    assert only(rolled.state).stats == only(by_hand.state).stats


@pytest.mark.example("create.stats.array", 0, 1, 2, 3)
def test_the_array_is_three_two_one_one() -> None:
    """A legal spread, an illegal one, and twelve in all with a sum of 7 each."""
    legal = step(drafted(), "set_stats", strength=1, dexterity=3, arcane=1, willpower=2)
    assert only(legal.state).stats == Pips(1, 3, 1, 2)
    with pytest.raises(Refused, match="2 is placed already") as refused:
        step(drafted(), "set_stats", strength=2, dexterity=2, arcane=2, willpower=1)
    assert refused.value.field == "dexterity"
    assert len(set(SPREADS)) == 12
    assert {sum(spread.all()) for spread in SPREADS} == {7}


@pytest.mark.example("create.stats.d66", 0, 1, 2, 3)
def test_the_table_of_stats() -> None:
    """Two lines as rolled. Every spread 1/12, Strength 3 one time in four."""
    assert only(step(drafted(), "roll_stats", dice=[2, 5]).state).stats == Pips(1, 3, 2, 1)
    assert only(step(drafted(), "roll_stats", dice=[6, 6]).state).stats == Pips(1, 1, 2, 3)
    dist = ExactCounter().dist(rolled_stats("x"))
    assert {p for _, p in dist.items()} == {Fraction(1, 12)}
    assert dist.chance(lambda stats: stats.strength == 3) == Fraction(1, 4)


@pytest.mark.exercises("create.stats.d66")
def test_the_table_of_stats_is_the_ledgers() -> None:
    """All twelve lines."""
    for row in LEDGER.tables["create.stats.d66"].records():
        low, high = row["first_die"].split("-")
        stats = Pips(row["strength"], row["dexterity"], row["arcane"], row["willpower"])
        for first in range(int(low), int(high) + 1):
            assert spread_at(first, row["second_die"]) == stats


@pytest.mark.example("create.stats.d66.rest", 0)
def test_stats_not_named_are_one() -> None:
    """Arcane 3 and Dexterity 2 leave Strength and Willpower at 1."""
    stats = spread("arcane", "dexterity")
    assert (stats.strength, stats.willpower) == (1, 1)


@pytest.mark.example("create.level", 0)
@pytest.mark.example("create.evade", 0)
@pytest.mark.example("create.limit", 0)
def test_a_new_seeker_has_base_numbers() -> None:
    """Level 1, Evade 4, Limit 10, without equipment."""
    s = made()
    bare = only(s).but(items=())
    assert (bare.level, evade(s, bare), limit(s, bare)) == (1, 4, 10)


@pytest.mark.example("create.hp", 0, 1, 2, 3)
def test_hit_points_are_a_die_and_three_times_strength() -> None:
    """Strength 3 and a 4 are 13. The range and the average for each Strength."""
    s = drafted(stats=Pips(3, 2, 1, 1), step="hp")
    after = only(step(s, "roll_hp", dice=[4]).state)
    assert (after.hp, after.full) == (13, 13)
    expected = {1: (4, 9, Fraction(13, 2)), 2: (7, 12, Fraction(19, 2)), 3: (10, 15, Fraction(25, 2))}
    for strength, (low, high, mean) in expected.items():
        dist = ExactCounter().dist(starting_hp("x", strength))
        assert (min(dist), max(dist), dist.mean()) == (low, high, mean)


@pytest.mark.example("create.hittrack", 0)
def test_the_hit_track_has_three_zones() -> None:
    """Evade 4 and Limit 10 cut 2-4, 5-9 and 10-12."""
    s = veil(seeker())
    assert zones(lines(s, s.seekers[0])) == ((2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12))
    assert zones(Lines(5, 11, 11))[2] == (11, 12)


@pytest.mark.example("create.pocket", 0)
def test_the_pocket_is_rolled() -> None:
    """A 2: Pocket 2, Defense 6."""
    s = step(drafted(step="pocket"), "roll_pocket", dice=[2]).state
    assert only(s).pocket == 2
    assert defense(s, only(s)) == 6


@pytest.mark.example("pocket.die", 0)
def test_the_pocket_is_a_die() -> None:
    """1 to 6 and nothing else: the table says so if a hand sets it otherwise."""
    broken = next(limit.broken for limit in GAME.limits if limit.cites == "pocket.die")
    assert [n for n in range(-1, 9) if broken(veil(seeker(pocket=n))) is None] == [1, 2, 3, 4, 5, 6]


@pytest.mark.example("defense.formula", 0, 1, 2)
@pytest.mark.parametrize(("pocket", "expected"), [(1, 5), (6, 10), (5, 9), (2, 6)])
def test_defense_is_evade_plus_pocket(pocket: int, expected: int) -> None:
    """Defense follows the Pocket at once: 5 to 2 is 9 to 6."""
    s = veil(seeker(pocket=pocket))
    assert defense(s, s.seekers[0]) == expected


@pytest.mark.example("defense.marker", 0)
def test_the_die_stands_on_defense() -> None:
    """Evade 4 and Pocket 3: a die showing 3 stands on 7."""
    panel = GAME.view(veil(seeker(pocket=3)), Seat("p-hero", "seeker"))[0]
    track = next(word for word in panel.words if isinstance(word, RulerWidget))
    assert (track.label, track.at, track.face) == ("Hit Track", 7, 3)


@pytest.mark.exercises("create.hittrack")
@pytest.mark.parametrize(
    ("pocket", "rows"),
    [(3, ((2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12))), (4, ((2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12)))],
)
def test_the_hit_track_is_cut_right_of_evade_and_left_of_limit(pocket: int, rows: object) -> None:
    """Evade 4 and Limit 10. With Pocket 4 a Shield moves the first line to the right of 5."""
    panel = GAME.view(veil(seeker("hero", "shield", pocket=pocket)), Seat("p-hero", "seeker"))[0]
    assert ruler_zones(next(word for word in panel.words if isinstance(word, RulerWidget))) == rows


@pytest.mark.example("create.start.two", 0, 1)
@pytest.mark.example("create.start.duplicates", 1)
def test_two_entries_and_their_chances() -> None:
    """At least one weapon 5/9, no magic 4/9, the same family twice 5/18."""
    family = ExactCounter().dist(rolled_start("x")).map(lambda start: start.family)
    assert 1 - (1 - family["weapon"]) ** 2 == Fraction(5, 9)
    assert (family["weapon"] + family["defensive"]) ** 2 == Fraction(4, 9)
    assert sum(p * p for _, p in family.items()) == Fraction(5, 18)
    with pytest.raises(Refused, match="Next for Wren: take Coin"):
        step(drafted(step="coin"), "choose_start", entry="helmet")


@pytest.mark.example("create.start.choose-or-roll", 0)
def test_one_entry_picked_and_one_rolled() -> None:
    """Helmet picked, 66 rolled: Helmet and Magic Orb."""
    one = only(made())
    assert [thing.kind for thing in one.items if thing.kind != "dungeon gear"] == ["helmet"]
    assert [magic.id for magic in one.magic] == ["magic-orb"]


@pytest.mark.example("create.start.table", 0, 1, 2, 3, 4, 5, 6, 7)
def test_the_starting_list() -> None:
    """Four results, and the chances of families and single entries."""
    assert start_at(1, 5).item == "tricky"
    assert start_at(4, 3).item == "shield"
    assert start_at(5, 4).magic == ("dawn-arm",)
    assert start_at(6, 2).magic == ("air-pressure", "moonsmell", "heavylight")
    dist = ExactCounter().dist(rolled_start("x"))
    family = dist.map(lambda start: start.family)
    chances = [family[name] for name in ("weapon", "defensive", "miracle", "spell")]
    assert chances == [Fraction(1, 3), Fraction(1, 3), Fraction(1, 6), Fraction(1, 6)]
    by_id = dist.map(lambda start: start.id)
    assert (by_id["shield"], by_id["sleepsand"], by_id["bomb"]) == (Fraction(1, 9), Fraction(1, 36), Fraction(1, 18))


@pytest.mark.exercises("create.start.table")
def test_the_starting_list_is_the_ledgers() -> None:
    """All 36 results: family, what is gained, and the DC and stat of magic."""
    kinds = {"Silent & Range 2": "range"}
    for row in LEDGER.tables["create.start"].records():
        start = start_at(*divmod(row["d66"], 10))
        assert start.family == row["family"]
        if start.item:
            assert [start.item] == [kinds.get(name, name.lower()) for name in row["gains"]]
        for id, name in zip(start.magic, row["gains"] if start.magic else [], strict=True):
            magic = working(id)
            assert (magic.name, magic.dc, magic.stat.title()) == (name, row["dc"], row["stat"])
    assert {id for start in ENTRIES for id in start.magic} == {magic.id for magic in WORKINGS}


@pytest.mark.example("create.start.name", 0)
def test_the_sheet_asks_for_a_name() -> None:
    """An Edged weapon without a name offers to be named. Once named, it is shown by its name."""
    s = step(drafted(step="first pick"), "choose_start", entry="edged").state

    def cards(state: Veil) -> list[CardWidget]:
        (panel,) = (p for p in GAME.view(state, Seat("dora", "seeker")) if p.of == "wren")
        return [word for word in panel.words if isinstance(word, CardWidget)]

    (unnamed,) = cards(s)
    assert unnamed.state.endswith("needs a name")
    assert unnamed.offer is not None
    assert unnamed.offer.action == "name_item"
    (named,) = cards(step(s, "name_item", item=only(s).items[0].id, name="Thornkiss").state)
    assert named.title == "Thornkiss"


@pytest.mark.exercises("create.start.table")
def test_the_odds_of_a_starting_entry_follow_the_list() -> None:
    """Weapons, defensive gear, Miracles, Spells."""
    ranks = action_odds_of(GAME, drafted(step="first pick"), "roll_start", {"who": "wren"}).ranks()
    firsts = [name for name in ranks if name in ("Edged weapon", "Helmet", "Dawn Arm", "Sleepsand")]
    assert firsts == ["Edged weapon", "Helmet", "Dawn Arm", "Sleepsand"]


@pytest.mark.example("create.start.duplicates", 0)
def test_two_helmets_count_once() -> None:
    """Limit 11, not 12. Both fill their slot."""
    s = veil(seeker("hero", "helmet", "helmet"))
    assert limit(s, s.seekers[0]) == 11
    assert gear_slots(s.seekers[0]) == 2


@pytest.mark.exercises("create.start.duplicates")
def test_magic_known_already_is_exchanged_within_its_family() -> None:
    """Dawn Arm rolled twice: Healing Circle may be taken instead, and no weapon."""
    s = step(drafted(step="first pick"), "roll_start", dice=[5, 4]).state
    again = step(s, "roll_start", dice=[5, 6], answers=["healing-circle"])
    assert [magic.id for magic in only(again.state).magic] == ["dawn-arm", "healing-circle"]
    assert [option.key for option in again.asked[-1].options] == ["healing-circle"]


@pytest.mark.example("create.coin", 0)
@pytest.mark.example("create.dungeon-gear", 0)
def test_coin_and_gear() -> None:
    """A 5 is 5 Coin. Two Dungeon Gear fill 2 slots, the coins none."""
    one = only(made())
    assert one.coin == 5
    assert slots(one.but(items=tuple(i for i in one.items if i.kind == "dungeon gear"))) == 2


@pytest.mark.exercises("role.seeker", "death.new")
def test_one_living_seeker_a_player() -> None:
    """A player with a Seeker, alive or being made, cannot begin another."""
    with pytest.raises(Refused, match="Hero is still alive"):
        act(veil(seeker()), "begin_seeker", seat="p-hero", name="Second")
    with pytest.raises(Refused, match="being made"):
        act(drafted(), "begin_seeker", seat="dora", name="Second")


@pytest.mark.exercises("create.start.choose-or-roll")
def test_the_ready_made_party_could_have_been_rolled() -> None:
    """Each has a legal spread, HP within reach of it, two entries and two Dungeon Gear."""
    s = GAME.setup(GAME.rulings())
    for one in s.seekers:
        assert one.stats in SPREADS
        assert one.hp in ExactCounter().dist(starting_hp("x", one.stats.strength))
        assert sum(item.kind == "dungeon gear" for item in one.items) == 2
        assert sum(item.kind != "dungeon gear" for item in one.items) + len(one.magic) == 2
        assert all(unmarked(one, stat) == one.stats.of(stat) for stat in STATS)


def test_odd_names_are_refused() -> None:
    """A Seeker and a thing need at least one letter."""
    with pytest.raises(Refused, match="needs a name"):
        act(veil(), "begin_seeker", seat="dora", name="  ")
    s = veil(seeker("hero", "edged"))
    with pytest.raises(Refused, match="at least one letter"):
        act(s, "name_item", who="hero", item="edged", name=" ")


def test_the_name_of_a_thing_is_kept_up_to_its_sixtieth_letter() -> None:
    """Longer names are cut, and descriptions after 400 letters."""
    s = veil(seeker("hero", "edged"))
    (thing,) = act(s, "name_item", who="hero", item="edged", name="x" * 70, note="y" * 500).hero.items
    assert (thing.name, thing.note) == ("x" * 60, "y" * 400)
