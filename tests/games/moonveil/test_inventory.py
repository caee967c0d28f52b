"""Items & Inventory: slots, capacity, Dungeon Gear, carrying allies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.advantage import burden, two_dice
from tablewright.games.moonveil.capacity import capacity, encumbered, gear_slots, need_room, overloaded, slots
from tablewright.games.moonveil.encounters import initiative
from tablewright.games.moonveil.items import KINDS
from tablewright.games.moonveil.people import Pips, Seeker
from tablewright.games.moonveil.picks import kinds, lying, things
from tablewright.rules import Refused, Seat
from tablewright.rules.widgets import CardWidget, Panel, TrackWidget

from .table import act, chance, fight, foe, item, seeker, spell, veil


def loaded(n: int, willpower: int = 1, **changes: Any) -> Seeker:
    """A Seeker with so many slots of gear."""
    things = tuple(item("thing", f"thing-{i}") for i in range(n))
    return seeker(items=things, stats=Pips(2, 2, 2, willpower), **changes)


@pytest.mark.example("inv.track", 0)
def test_what_is_gained_is_on_the_sheet() -> None:
    """A lantern appears in Equipment & Backpack and counts its slot."""
    s = act(veil(seeker()), "gain_item", who="hero", name="Lantern").state
    panel = GAME.view(s, Seat("p-hero", "seeker"))[0]
    (pack,) = (w for w in panel.words if isinstance(w, Panel) and w.title == "Equipment & Backpack")
    assert "Lantern" in [w.title for w in pack.words if isinstance(w, CardWidget)]
    (track,) = (w for w in pack.words if isinstance(w, TrackWidget))
    assert track.value == 1


def test_kinds_of_things_are_called_what_they_are() -> None:
    """With a capital, as they stand in a list, and what each does."""
    called = {pick.value: (pick.label, pick.note) for pick in kinds(veil())}
    assert called["bomb"] == ("Bomb", "huge damage to an area, once")
    assert {kind: label.lower() for kind, (label, _) in called.items()} == {k: v.lower() for k, v in KINDS.items()}
    assert all(label[0].isupper() for label, _ in called.values())


@pytest.mark.example("inv.slot", 0)
def test_ordinary_things_fill_one_slot() -> None:
    """Helmet, Edged weapon and 2 Dungeon Gear: 4. Spells and Miracles fill none."""
    one = seeker("hero", "helmet", "edged", "dungeon gear", "dungeon gear", magic=(spell("magic-orb"),))
    assert slots(one) == 4


@pytest.mark.example("inv.large", 0)
def test_the_guide_says_how_bulky_a_thing_is() -> None:
    """A chest of 3 slots."""
    assert slots(act(veil(seeker()), "gain_item", who="hero", name="Chest", slots=3).hero) == 3


@pytest.mark.example("inv.extra", 0)
def test_trifles_are_free() -> None:
    """6 Coin and a letter fill no slot."""
    one = act(veil(seeker()), "gain_extra", who="hero", coin=6, trifle="a letter").hero
    assert (one.coin, one.extras, slots(one)) == (6, ("a letter",), 0)
    with pytest.raises(Refused, match="has only 6 Coin"):
        act(veil(one), "gain_extra", who="hero", coin=-7)


@pytest.mark.example("cap.capacity", 0, 1, 2)
def test_capacity_is_six_and_willpower() -> None:
    """7 with Willpower 1, 9 with 3, marked or not."""
    ones = (loaded(0, 1), loaded(0, 3), loaded(0, 3, marked=Pips(willpower=3)))
    assert [capacity(veil(one), one) for one in ones] == [7, 9, 9]


@pytest.mark.example("cap.encumbered", 0, 1)
def test_more_than_capacity_is_encumbered() -> None:
    """Willpower 1: 7 slots are fine, 8 are not."""
    assert [encumbered(veil(loaded(n)), loaded(n)) for n in (7, 8)] == [False, True]


@pytest.mark.example("cap.encumbered.effect", 0, 1, 2, 3, 4, 5)
def test_everything_at_disadvantage() -> None:
    """Initiative, Slip Check, DC and Rally take the lowest. A Mishap's damage stays one plain die."""
    heavy = loaded(8, pocket=4, hp=3, magic=(spell("egress"),))
    s = veil(heavy, foe())
    begun = act(s, "begin_encounter", dice=[(5, 2)], answers=["no"])
    assert not begun.hero.turn.first
    assert chance(initiative("x", burden(s, heavy), 0, 0), lambda r: r[0]) == Fraction(1, 4)
    slipped = act(s, "call_slip", who="hero", dice=[(6, 3)], answers=["no"])
    assert slipped.hero.pocket == 3
    assert chance(two_dice("x", -1, ""), lambda dice: sum(dice) >= 10) == Fraction(11, 216)
    called = act(s, "call_for_roll", who="hero", dc=10, stat="strength").state
    assert len(act(called, "make_roll", who="hero", dice=[(6, 5, 5)], answers=["keep"]).rolls[0][1]) == 3
    rallied = act(s, "rally", who="hero", dice=[(5, 2)], answers=["yes"])
    assert rallied.hero.hp == 5
    bad = act(s, "cast", who="hero", magic="egress", intent="out", dice=[(1, 1, 2), (2, 4), 5], answers=["yes", "keep"])
    assert bad.rolls[-1] == ("Mishap: damage", (5,))


@pytest.mark.example("cap.max", 0, 1, 2)
def test_twelve_slots_at_most() -> None:
    """Willpower 3: 12 are allowed and Encumber, 13 are not. Willpower 7: 12 do not Encumber, 13 still are not."""
    for willpower, burdened in ((3, True), (7, False)):
        s = veil(loaded(11, willpower))
        twelve = act(s, "gain_item", who="hero", name="Pot").state
        assert encumbered(twelve, twelve.seekers[0]) is burdened
        assert overloaded(twelve) is None
        with pytest.raises(Refused, match="13 slots for Hero: nobody carries more than 12"):
            act(twelve, "gain_item", who="hero", name="Pan")


@pytest.mark.example("dgear.slot", 0)
@pytest.mark.example("dgear.use", 0, 1)
def test_dungeon_gear_becomes_a_tool() -> None:
    """Dungeon Gear becomes a rope and a ladder, 1 slot each, permanently. The Guide refuses a magic ring."""
    s = veil(seeker("hero", "dungeon gear", "dungeon gear"))
    roped = act(s, "use_gear", who="hero", tool="rope", answers=["yes"]).state
    after = act(roped, "use_gear", who="hero", tool="a ladder", answers=["yes"]).hero
    assert [(thing.name, thing.slots) for thing in after.items] == [("rope", 1), ("a ladder", 1)]
    with pytest.raises(Refused, match="no Dungeon Gear left"):
        act(veil(after), "use_gear", who="hero", tool="chalk")
    refused = act(s, "use_gear", who="hero", tool="a magic ring", answers=["no"])
    assert refused.state == s


@pytest.mark.example("carry.ally", 0, 1, 2)
def test_an_ally_fills_six_slots() -> None:
    """With 1 own item 7 slots, with 2 Encumbered, with 7 not possible."""
    ally = seeker("ally", hp=0)
    for own, total, burdened in ((1, 7, False), (2, 8, True)):
        after = act(veil(loaded(own), ally), "carry", who="hero", ally="ally").state
        assert (slots(after.seekers[0]), encumbered(after, after.seekers[0])) == (total, burdened)
    with pytest.raises(Refused, match="13 slots"):
        act(veil(loaded(7), ally), "carry", who="hero", ally="ally")


@pytest.mark.exercises("carry.ally")
def test_the_sleeping_can_be_carried_and_set_down() -> None:
    """A Seeker who can walk cannot be carried."""
    s = veil(seeker(), seeker("ally", asleep=True), seeker("other"))
    carried = act(s, "carry", who="hero", ally="ally").state
    assert act(carried, "set_down", who="hero").hero.carries == ""
    with pytest.raises(Refused, match="cannot be 'other'"):
        act(s, "carry", who="hero", ally="other")


@pytest.mark.exercises("carry.ally", "rest.pips")
def test_who_wakes_is_carried_no_longer() -> None:
    """After a Rest, or when the Guide wakes them."""
    s = veil(seeker(carries="ally"), seeker("ally", asleep=True), moon_on=False)
    assert act(s, "rest", dice=[4, 4], answers=["10", "10"]).hero.carries == ""
    assert act(s, "wake", who="ally").hero.carries == ""


@pytest.mark.example("carry.gear", 0)
def test_gear_comes_on_top() -> None:
    """An ally, 3 own things and 2 of the ally's: 11 slots."""
    s = veil(loaded(3), seeker("ally", "helmet", "edged", hp=0))
    s = act(s, "carry", who="hero", ally="ally").state
    assert slots(s.seekers[0]) == 9
    for thing in ("helmet", "edged"):
        s = act(s, "take_item", who="hero", item=thing).state
    assert slots(s.seekers[0]) == 11


@pytest.mark.exercises("inv.track")
@pytest.mark.parametrize("taken", ["bow", "helmet", "lantern"])
def test_what_nobody_picks_up_stays_on_the_ground(taken: str) -> None:
    """Of three things one is taken, and the two others lie there still."""
    there = tuple(item("thing", id) for id in ("bow", "helmet", "lantern"))
    after = act(veil(seeker(), floor=there), "take_item", who="hero", item=taken)
    assert [thing.id for thing in after.hero.items] == [taken]
    assert after.state.floor == tuple(thing for thing in there if thing.id != taken)


@pytest.mark.exercises("inv.track", "carry.gear")
def test_only_the_ground_and_the_fallen_can_be_picked_from() -> None:
    """Not those on their feet, and not oneself."""
    dead, asleep = seeker("dead", "cloak", hp=0), seeker("asleep", "shield", asleep=True)
    s = veil(seeker("up", "edged"), dead, asleep, floor=(item("helmet"),))
    assert [pick.value for pick in lying(s, {"who": "up"})] == ["helmet", "cloak", "shield"]
    assert [pick.value for pick in lying(s, {"who": "asleep"})] == ["helmet", "cloak"]


@pytest.mark.exercises("inv.track")
def test_a_form_lists_what_its_seeker_has() -> None:
    """Until a Seeker is named, the things of all are listed with their owners."""
    s = veil(seeker("ada", "helmet"), seeker("bo", "cloak"))
    assert [(pick.value, pick.label) for pick in things(s, {"who": "bo"})] == [("cloak", "Thing")]
    assert [(pick.value, pick.label) for pick in things(s, {})] == [
        ("helmet", "Thing, of Ada"),
        ("cloak", "Thing, of Bo"),
    ]


@pytest.mark.exercises("inv.track", "cap.max")
def test_things_change_hands() -> None:
    """Things are put down, picked up and handed over, never beyond twelve slots."""
    s = veil(seeker("hero", "helmet"), loaded(12).but(id="full", name="Full"))
    down = act(s, "drop_item", who="hero", item="helmet").state
    assert [thing.id for thing in down.floor] == ["helmet"]
    with pytest.raises(Refused, match="13 slots for Full"):
        act(down, "take_item", who="full", item="helmet")
    assert act(down, "take_item", who="hero", item="helmet").state.floor == ()
    with pytest.raises(Refused, match="13 slots for Full"):
        act(s, "give_item", who="hero", item="helmet", to="full")
    with pytest.raises(Refused, match="13 slots"):
        need_room(loaded(12), 1)
    assert gear_slots(loaded(12)) == 12
    given = act(s, "give_item", who="full", item="thing-0", to="hero").state
    assert [gear_slots(one) for one in given.seekers] == [2, 11]


def test_a_table_in_a_fight_still_lets_things_be_put_down() -> None:
    """Putting something down is instant: it needs no Action."""
    s = fight(seeker("hero", "helmet"), foe())
    assert act(s, "drop_item", who="hero", item="helmet").hero.turn.actions == 1


@pytest.mark.exercises("inv.track", "weapon.piercing")
def test_a_weapon_can_be_found() -> None:
    """The Guide gives a Piercing spear: it can be struck with, and does what its kind does."""
    s = act(fight(seeker(marked=Pips(2, 2, 2, 2)), foe()), "gain_item", who="hero", name="Spear", kind="piercing").state
    struck = act(s, "attack", who="hero", weapon="spear", dice=[(5, 3)], answers=["keep"])
    assert struck.foe.hp == 20 - 6


@pytest.mark.exercises("inv.extra")
def test_coin_is_spent_and_trifles_are_given_away() -> None:
    """The log tells of both. A trifle one doesn't have is refused."""
    one = seeker(coin=5, extras=("a letter", "a brass key"))
    played = act(veil(one), "gain_extra", who="hero", coin=-2, trifle="a letter", gone=True)
    assert (played.hero.coin, played.hero.extras) == (3, ("a brass key",))
    assert played.text == "Hero parts with 2 Coin and a letter."
    with pytest.raises(Refused, match=r"no such trifle\. There is: a letter, a brass key"):
        act(veil(one), "gain_extra", who="hero", trifle="a ring", gone=True)


@pytest.mark.exercises("cap.encumbered.effect", "rest.hp", "growth.hp")
def test_a_burden_weighs_on_a_rest_and_on_a_new_level() -> None:
    """Each roll takes one more die and drops the highest: 5 and 2 are 2."""
    s = veil(loaded(8, hp=1), moon_on=False)
    assert act(s, "rest", dice=[(5, 2)], answers=["8"]).hero.hp == 8
    assert act(s, "milestone", who="hero", dice=[(5, 2)], answers=["arcane"]).hero.full == 12


@pytest.mark.exercises("inv.track")
def test_nothing_is_taken_from_somebody_awake() -> None:
    """Things can be taken from the ground and the fallen. A companion awake hands things over."""
    s = veil(seeker(), seeker("ann", "helmet"))
    with pytest.raises(Refused):
        act(s, "take_item", who="hero", item="helmet")
    asleep = s.having(s.seekers[1].but(asleep=True))
    assert [thing.id for thing in act(asleep, "take_item", who="hero", item="helmet").hero.items] == ["helmet"]


@pytest.mark.exercises("carry.ally", "carry.gear")
def test_the_gear_of_who_is_carried_stays_behind() -> None:
    """On the ground, once: the carrier takes along what fits."""
    carried = act(veil(seeker(), seeker("ann", "helmet", hp=0)), "carry", who="hero", ally="ann").state
    assert (carried.seeker("ann").items, [thing.id for thing in carried.floor]) == ((), ["helmet"])
    taken = act(carried, "take_item", who="hero", item="helmet")
    assert (slots(taken.hero), taken.state.floor) == (7, ())
