"""Death, and Moon Effects."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.advantage import edge_of
from tablewright.games.moonveil.capacity import capacity
from tablewright.games.moonveil.death import healed, lowered, take_damage
from tablewright.games.moonveil.hit_track import evade, limit
from tablewright.games.moonveil.magic import dc_of, verge
from tablewright.games.moonveil.moon_effects import PLACES, moon_place
from tablewright.games.moonveil.moon_list import LEVERS, MOON_LIST, leaning
from tablewright.games.moonveil.options import MoonveilRulings
from tablewright.games.moonveil.people import Pips
from tablewright.games.moonveil.starting_list import working
from tablewright.games.moonveil.state import Moon, Veil
from tablewright.rules import Refused, Seat
from tablewright.rules.widgets import CardWidget, TableWidget

from .table import act, fight, foe, live, seeker, veil

PEACE = Moon(11, "Peace", "Nothing.", "told")
QUIET = tuple(moon.but(lever="told", amount=0) for moon in MOON_LIST)


def hurt(hp: int, damage: int, *kinds: Any) -> Any:
    s = veil(seeker("hero", *kinds, hp=hp))
    return live(lambda: take_damage(s, s.seekers[0], damage, "attack.strong")).state.seekers[0]


def under(lever: str, amount: int, **changes: Any) -> Veil:
    """A table with one Moon Effect in force."""
    return veil(seeker(**changes), moons=(Moon(11, "Test", "", lever, amount),))


def quiet(*people: Any, **changes: Any) -> Veil:
    """A table whose moon only tells stories."""
    return veil(*people, moon_list=QUIET, **changes)


@pytest.mark.example("death.zero", 0, 1, 2)
@pytest.mark.parametrize(("hp", "damage", "left"), [(3, 3, 0), (3, 5, -2), (3, 2, 1)])
def test_dead_at_zero_or_less(hp: int, damage: int, left: int) -> None:
    """3 HP: 3 damage is death, 5 is death at -2, 2 leaves one alive."""
    one = hurt(hp, damage)
    assert (one.hp, one.dead) == (left, left <= 0)


@pytest.mark.example("death.new", 0)
def test_the_next_seeker_begins_at_level_one() -> None:
    """A level 4 Seeker dies. The player builds a new one from the start."""
    s = veil(seeker(hp=0, level=4))
    s = act(s, "begin_seeker", seat="p-hero", name="Next").state
    assert (s.drafts[0].level, s.drafts[0].step) == (1, "stats")


@pytest.mark.example("death.timing", 0, 1)
def test_death_comes_last() -> None:
    """A successful Defensive Action saves a Seeker with 2 HP from a hit for 5. Armor leaves 1 HP after a hit for 2."""
    s = fight(seeker(hp=2, pocket=6), foe(), phase="enemies")
    s = s.having(s.enemies[0].but(actions=1))
    saved = act(s, "enemy_strikes", enemy="foe", dice=[(5, 4), (6, 4)], answers=["yes", "keep"])
    assert (saved.hero.hp, saved.hero.alive) == (2, True)
    assert hurt(2, 2, "armor").hp == 1


@pytest.mark.exercises("death.zero", "carry.ally")
def test_the_dead_let_go() -> None:
    """A Seeker who carried an ally and dies carries no one."""
    s = veil(seeker(hp=1, carries="ally"), seeker("ally", hp=0))
    assert live(lambda: take_damage(s, s.seekers[0], 3, "attack.weak")).hero.carries == ""


# the moon


@pytest.mark.example("moon.daily", 0)
@pytest.mark.example("moon.after-rest", 0)
@pytest.mark.example("moon.scope", 0)
def test_one_moon_roll_follows_a_rest() -> None:
    """Four Seekers rest together: one d66, one effect for all of them."""
    four = [seeker(id) for id in ("ann", "bea", "cob", "dan")]
    played = act(quiet(*four), "rest", dice=[4, 4, 4, 4, 4, 2], answers=["10", "10", "10", "10"])
    assert [why for why, _ in played.rolls].count("The moon: first die") == 1
    assert [moon.place for moon in played.state.moons] == [42]
    assert played.state.day == 2


@pytest.mark.exercises("moon.scope")
def test_an_effect_strikes_everybody() -> None:
    """Low Tide turns every living Pocket to 2."""
    s = veil(seeker("ann", pocket=6), seeker("bea", pocket=1), seeker("cob", hp=0, pocket=5))
    after = act(s, "call_moon", dice=[2, 1]).state
    assert [one.pocket for one in after.seekers] == [2, 2, 5]


@pytest.mark.example("moon.roll", 0)
@pytest.mark.example("moon.stack", 2)
def test_every_place_is_equally_likely() -> None:
    """Each effect 1/36, so a second roll repeats the first one time in 36."""
    dist = ExactCounter().dist(moon_place())
    assert sorted(dist) == sorted(PLACES)
    assert {p for _, p in dist.items()} == {Fraction(1, 36)}


@pytest.mark.parametrize(
    ("lever", "amount", "leans"),
    [
        ("evade", 1, "helps the Seekers"),
        ("evade", -1, "harms the Seekers"),
        ("pocket", 4, "helps the Seekers"),
        ("pocket", 3, "harms the Seekers"),
        ("", 0, "is only told"),
    ],
)
def test_an_effect_leans_one_way_or_is_only_told(lever: str, amount: int, leans: str) -> None:
    """For the Seekers, against them, or neither, where nothing on the table is moved by it."""
    assert leaning(MOON_LIST[0].but(lever=lever, amount=amount)) == leans


@pytest.mark.example("moon.table", 0, 1)
def test_the_list_is_our_own_and_can_be_edited() -> None:
    """42 is entry 42 of 36. The Guide can edit the list, and a roll finds the edited entry."""
    s = quiet(seeker())
    assert len(s.moon_list) == 36
    found = act(s, "call_moon", dice=[4, 2]).state.moons[0]
    assert found.title == next(moon.title for moon in MOON_LIST if moon.place == 42)
    words = [w for p in GAME.view(s, Seat("guide", "guide")) for w in p.words if isinstance(w, TableWidget)]
    (shown,) = (w for w in words if w.offer and w.offer.action == "edit_moon")
    assert "our own list" in shown.label
    assert len(shown.rows) == 36
    s = act(s, "edit_moon", place=42, title="Bell Weather", lever="evade", amount=-1).state
    assert act(s, "call_moon", dice=[4, 2]).state.moons[0].title == "Bell Weather"


@pytest.mark.exercises("moon.table")
def test_the_moon_can_be_switched_off() -> None:
    """Then a Rest brings no roll, and calling for one is refused."""
    s = act(veil(seeker()), "switch_moon", on=False).state
    assert act(s, "rest", dice=[4], answers=["10"]).state.moons == ()
    with pytest.raises(Refused, match="switched off"):
        act(s, "call_moon")


@pytest.mark.example("moon.stack", 0, 1)
def test_effects_stack() -> None:
    """12, 45 and 61 are three effects in force. Five rolls all differ with 6545/8748."""
    s = quiet(seeker())
    for dice in ([1, 2], [4, 5], [6, 1]):
        s = act(s, "call_moon", dice=dice).state
    assert [moon.place for moon in s.moons] == [12, 45, 61]
    one = ExactCounter().dist(moon_place())
    same = sum((p * p for _, p in one.items()), Fraction(0))
    different = Fraction(1)
    for earlier in range(5):
        different *= 1 - earlier * same
    assert different == Fraction(6545, 8748)
    cards = [
        w.title
        for p in GAME.view(s, Seat("p-hero", "seeker"))
        if p.title == "The moon"
        for w in p.words
        if isinstance(w, CardWidget)
    ]
    assert len(cards) == 3


@pytest.mark.exercises("moon.stack")
def test_a_repeated_effect_counts_twice_or_is_rerolled() -> None:
    """Glare twice is Evade 2. Rolled again instead, the second effect is another."""
    s = act(veil(seeker()), "call_moon", dice=[1, 1]).state
    twice = act(s, "call_moon", dice=[1, 1], answers=["twice"]).state
    assert evade(twice, twice.seekers[0]) == 2
    again = act(s, "call_moon", dice=[1, 1, 1, 2], answers=["rolled again"]).state
    assert [moon.place for moon in again.moons] == [11, 12]


@pytest.mark.exercises("moon.stack")
@pytest.mark.parametrize(("before", "places"), [(59, [11] * 59 + [12]), (60, [11] * 59 + [12]), (61, [11] * 59 + [12])])
def test_the_last_sixty_effects_are_in_force(before: int, places: list[int]) -> None:
    """The oldest of sixty effects is dropped when one more comes."""
    s = quiet(seeker(), moons=(QUIET[0],) * before)
    assert [moon.place for moon in act(s, "call_moon", dice=[1, 2]).state.moons] == places


@pytest.mark.exercises("moon.roll")
def test_a_moon_that_helps_is_better_than_one_that_harms() -> None:
    """The odds order helpful effects before those that are only told, and these before harmful ones."""
    for lever, amount, rank, tone in (("evade", 1, 1, "good"), ("told", 0, 0, "even"), ("evade", -1, -1, "bad")):
        s = veil(seeker(), moon_list=tuple(moon.but(lever=lever, amount=amount) for moon in MOON_LIST))
        headline = act(s, "call_moon", dice=[1, 1]).headline
        assert headline is not None
        assert (headline.rank, headline.tone) == (rank, tone)


@pytest.mark.example("moon.clear", 0)
def test_safety_ends_all_of_them() -> None:
    """Five effects, then out of the Moonveil: none. A Rest's shelter is not enough."""
    s = quiet(seeker(), moons=(PEACE,) * 5)
    rested = act(s, "rest", dice=[4, 1, 2], answers=["10"]).state
    assert len(rested.moons) == 6
    assert act(s, "leave_moonveil").state.moons == ()


LASTING: dict[str, Any] = {
    "evade": lambda s: evade(s, s.seekers[0]),
    "limit": lambda s: limit(s, s.seekers[0]),
    "capacity": lambda s: capacity(s, s.seekers[0]),
    "verge": verge,
    "spell": lambda s: dc_of(s, working("magic-orb")),
    "miracle": lambda s: dc_of(s, working("dawn-arm")),
    "hurt": lambda s: lowered(s, s.seekers[0], 3),
    "heal": lambda s: healed(s, s.seekers[0].but(hp=2), 3),
    "foe hp": lambda s: act(s, "make_enemy", name="Goblin", hp=6, dice=[3]).foe.hp,
    "foe pocket": lambda s: act(s, "make_enemy", name="Goblin", hp=6, dice=[3]).foe.pocket,
    "strike": lambda s: (
        20
        - act(
            s.but(round=1, phase="first", enemies=(foe(),)), "attack", who="hero", dice=[(5, 4)], answers=["keep"]
        ).foe.hp
    ),
    "rest": lambda s: max(
        int(o.key) for o in act(s.but(moon_on=False), "rest", dice=[6], answers=["10"]).asked[-1].options
    ),
}


@pytest.mark.exercises("moon.scope")
@pytest.mark.parametrize("lever", sorted(LASTING))
def test_a_lasting_lever_moves_its_number(lever: str) -> None:
    """By exactly the amount of the effect."""
    read = LASTING[lever]
    assert read(under(lever, 1)) - read(under("told", 0)) == 1


@pytest.mark.exercises("moon.scope")
def test_the_other_levers() -> None:
    """Initiative, Disadvantage and Advantage by stat, Coin, wounds, marks and slips at once."""
    s = under("initiative", -1)
    s = s.but(enemies=(foe(),))
    assert not act(s, "begin_encounter", dice=[4], answers=["no"]).hero.turn.first
    for word, edge in (("weak", -1), ("strong", 1)):
        s = under(f"{word} arcane", 1)
        assert (edge_of(s, s.seekers[0], "arcane"), edge_of(s, s.seekers[0], "strength")) == (edge, 0)

    def struck(lever: str, amount: int, *dice: int, **changes: Any) -> Any:
        s = veil(seeker(**changes), moon_list=(Moon(11, "Test", "", lever, amount),))
        return act(s, "call_moon", dice=[1, 1, *dice]).hero

    assert struck("coin", -2, coin=1).coin == 0
    assert struck("wound", 3, hp=2).hp == 1
    assert struck("mark arcane", 3).marked == Pips(arcane=2)
    assert struck("slip", 2, 5, 2, marked=Pips(dexterity=2)).pocket == 2
    assert [struck("pocket", n).pocket for n in (-1, 1, 4, 6, 9)] == [1, 1, 4, 6, 6]


def test_every_entry_of_the_list_pulls_a_lever_that_exists() -> None:
    """36 titles, all different, each with a lever the table knows. None is only told."""
    assert len({moon.title for moon in MOON_LIST}) == 36
    assert {moon.lever for moon in MOON_LIST} <= set(LEVERS) - {"told"}


@pytest.mark.exercises("cast.roll", "attack.weak")
def test_no_moon_makes_a_casting_or_a_hit_impossible() -> None:
    """Sleepsand stays at DC 12 under any stars. A Weak Hit on a blunt night still does 1."""
    assert dc_of(under("spell", 2), working("sleepsand")) == 12
    blunt = under("strike", -1, marked=Pips(2, 2, 2, 2)).but(round=1, phase="first", enemies=(foe(),))
    assert act(blunt, "attack", who="hero", dice=[(4, 2)], answers=["keep"]).foe.hp == 19


@pytest.mark.exercises("cast.verge")
def test_a_moon_may_leave_no_total_terrible() -> None:
    """A Verge of 2 pulled down is 1, which no two dice show. It goes no lower."""
    for pull in (-1, -2):
        assert verge(under("verge", pull).but(rulings=MoonveilRulings(verge=2))) == 1


@pytest.mark.exercises("pocket.die", "attack.precedence")
def test_no_moon_breaks_a_law() -> None:
    """An enemy's Pocket stays a die's face, and a Limit lies above Evade however far the moon pulls it."""
    assert act(under("foe pocket", 1), "make_enemy", name="Goblin", hp=6, dice=[6]).foe.pocket == 6
    low = under("limit", -6)
    assert limit(low, low.seekers[0]) == evade(low, low.seekers[0]) + 1
